//! The state machine: order of calls, refusals, undo, commitments.

use alloc::vec;

use super::*;
use crate::rules::auction::TieRule;
use crate::rules::ranking::RankingRule;
use crate::rules::scenario::{Kind, RoundSpec, ScenarioParts, Team};

const A: TeamId = TeamId(0);
const B: TeamId = TeamId(1);
const D: KindId = KindId(0);

fn game() -> Game {
    let team = |name: &str| Team { name: name.into(), money: 100 };
    Game::new(
        Scenario::new(ScenarioParts {
            wall: "..\n..".parse().unwrap(),
            kinds: vec![Kind { name: "D".into(), shape: "##".parse().unwrap(), floor: 10, count: 3 }],
            teams: vec![team("a"), team("b")],
            rounds: vec![RoundSpec { max_bids: 2, max_wins: 2 }; 2],
            ranking: RankingRule::Article,
            tie: TieRule::SecondBid,
        })
        .unwrap(),
    )
}

/// A refused call, and proof that nothing changed.
fn refused<E: PartialEq + core::fmt::Debug, T: core::fmt::Debug>(
    game: &mut Game,
    call: impl FnOnce(&mut Game) -> Result<T, E>,
    error: E,
) {
    let before = alloc::format!("{game:?}");
    assert_eq!(call(game).unwrap_err(), error);
    assert_eq!(alloc::format!("{game:?}"), before);
}

#[test]
fn wrong_calls_change_nothing() {
    let mut game = game();
    let bids = [Bid::new(D, 10), Bid::new(D, 12)];
    let nobody = TeamId(9);
    refused(&mut game, |g| g.submit(nobody, &bids), SubmitError::UnknownTeam { team: nobody });
    let high = Scenario::MAX_MONEY + 1;
    let list = [bids[0], Bid::new(D, high)];
    refused(&mut game, |g| g.submit(A, &list), SubmitError::PriceTooHigh { position: 2, price: high });
    let long = vec![bids[0]; 1025];
    refused(&mut game, |g| g.submit(A, &long), SubmitError::TooLong { found: 1025 });
    refused(&mut game, |g| g.retract(A), SubmitError::NothingToRetract { team: A });
    let phase = game.phase();
    refused(&mut game, |g| g.answer(A, D, 10), SubmitError::WrongPhase { phase });
    game.submit(A, &bids).unwrap();
    refused(&mut game, |g| g.submit(A, &bids), SubmitError::Submitted { team: A });
    game.submit(B, &bids).unwrap();
    game.advance().unwrap();
    let phase = game.phase();
    assert_eq!(phase, Phase::SecondBidding { round: 0, position: 2 });
    refused(&mut game, |g| g.submit(A, &bids), SubmitError::WrongPhase { phase });
    refused(&mut game, |g| g.retract(A), SubmitError::WrongPhase { phase });
    let other = KindId(1);
    refused(&mut game, |g| g.answer(A, other, 10), SubmitError::NotInContest { team: A, kind: other });
    game.answer(A, D, 20).unwrap();
    refused(&mut game, |g| g.answer(A, D, 21), SubmitError::Answered { team: A, kind: D });
    assert_eq!(game.waiting_for(), [B]);
    game.advance().unwrap();
    let overlap = [Placement::turned(D, 0, 0, 0), Placement::turned(D, 0, 0, 0)];
    let before = game.stable_hash();
    assert!(matches!(game.place(A, &overlap), Err(PlaceError::Illegal(_))));
    assert_eq!(game.stable_hash(), before);
    refused(&mut game, |g| g.place(nobody, &[]), PlaceError::UnknownTeam { team: nobody });
    game.advance().unwrap();
    assert_eq!(game.phase(), Phase::Placing);
    game.advance().unwrap();
    refused(&mut game, |g| g.advance(), PhaseError);
    refused(&mut game, |g| g.place(A, &[]), PlaceError::Finished);
    refused(&mut game, |g| g.undo(), PhaseError);
}

#[test]
fn views_hide_what_is_not_open() {
    let mut game = game();
    game.submit(A, &[Bid::new(D, 10), Bid::new(D, 12)]).unwrap();
    assert_eq!(game.view(B).unwrap().submission(), None);
    assert!(game.view(B).unwrap().history().is_empty());
    assert_eq!(game.view(A).unwrap().submission().map(<[Bid]>::len), Some(2));
    game.submit(B, &[Bid::new(D, 10), Bid::new(D, 12)]).unwrap();
    game.advance().unwrap();
    let view = game.view(A).unwrap();
    assert_eq!(view.so_far().unwrap().outcomes.len(), 2);
    assert_eq!(view.own_money(), 90);
    assert_eq!(view.contests().len(), 1);
    assert_eq!(view.own_stones(), [0]);
    assert!(game.view(TeamId(2)).is_none());
}

#[test]
fn undo_gives_the_lists_back() {
    let mut game = game();
    game.submit(A, &[Bid::new(D, 10)]).unwrap();
    game.submit(B, &[Bid::new(D, 11)]).unwrap();
    let start = game.stable_hash();
    game.advance().unwrap();
    assert_eq!(game.phase(), Phase::Bidding { round: 1 });
    game.undo().unwrap();
    assert_eq!((game.phase(), game.stable_hash()), (Phase::Bidding { round: 0 }, start));
    game.retract(B).unwrap();
    game.submit(B, &[Bid::new(D, 100)]).unwrap();
    game.advance().unwrap();
    assert_eq!(game.market().money, [90, 0]);
    assert_eq!(game.owned(B), Some(&[1][..]));
    // From within a second bidding only the opening is taken back.
    game.submit(A, &[Bid::new(D, 10)]).unwrap();
    game.advance().unwrap();
    assert_eq!(game.phase(), Phase::Placing);
    game.undo().unwrap();
    game.undo().unwrap();
    assert_eq!(game.undo(), Err(PhaseError));
    assert_eq!(game.stable_hash(), start);
}

#[test]
fn commitments_bind() {
    let mut game = game();
    let nonce = [3; 32];
    let bids = [Bid::new(D, 15)];
    let other = [Bid::new(D, 16)];
    game.commit(A, Commitment::of(0, A, &bids, &nonce)).unwrap();
    refused(&mut game, |g| g.submit(A, &bids), SubmitError::Committed { team: A });
    refused(&mut game, |g| g.reveal(A, &bids, &nonce), SubmitError::RevealTooEarly { waiting_for: B });
    game.commit(B, Commitment::of(0, A, &bids, &nonce)).unwrap();
    refused(&mut game, |g| g.reveal(A, &other, &nonce), SubmitError::WrongReveal { team: A });
    refused(&mut game, |g| g.reveal(A, &bids, &[4; 32]), SubmitError::WrongReveal { team: A });
    // A copied commitment cannot be opened by another team.
    refused(&mut game, |g| g.reveal(B, &bids, &nonce), SubmitError::WrongReveal { team: B });
    game.reveal(A, &bids, &nonce).unwrap();
    game.advance().unwrap();
    assert_eq!(game.market().money, [85, 100]);
}

#[test]
fn later_purchases_count_as_unplaced() {
    let mut game = game();
    game.submit(A, &[Bid::new(D, 10)]).unwrap();
    game.advance().unwrap();
    game.place(A, &[Placement::turned(D, 0, 0, 0)]).unwrap();
    game.submit(A, &[Bid::new(D, 10)]).unwrap();
    game.advance().unwrap();
    let score = game.standings()[0].score;
    assert_eq!((score.area, score.unplaced_area, score.unplaced_count, score.used), (2, 2, 1, 1));
}

#[test]
fn an_illegal_last_word_counts_as_nothing() {
    let mut game = game();
    game.submit(A, &[Bid::new(D, 10)]).unwrap();
    game.advance().unwrap();
    game.place(A, &[Placement::turned(D, 0, 0, 0)]).unwrap();
    assert!(game.place_for_good(A, &[Placement::turned(D, 0, 0, 1)]).is_err());
    assert_eq!(game.standings()[0].score.area, 0);
}
