//! Players and hints of every skill: legal, repeatable, weaker below and the same at best.

use grid_core::{Budget, Skill, Stream};
use match3::{
    Board, Game, Generator, Level, Linear, Player, Rules, Search, SearchPlayer, hint, hint_with_skill, rank,
    simulate,
};
use proptest::prelude::*;

const SEARCHES: [Search; 5] = [
    Search::Known,
    Search::Mean { samples: 4 },
    Search::Expectimax { samples: [4, Search::KNOWN, 0, 0], gamma: 0.8 },
    Search::Beam { width: 3, samples: 2, inner: 2, gamma: 0.8 },
    Search::Mcts { tries: 40, rollout: 2, gamma: 0.8, exploration: 0.4 },
];

fn board(seed: u64) -> (Board, Rules) {
    let mut draws = Stream::new(seed, "skill board", 0);
    let rules = Rules::new(4 + draws.below(3) as u8);
    let rules = if seed % 2 == 0 { rules } else { rules.with_specials() };
    let generator = Generator::new(4 + draws.below(5) as u8, 4 + draws.below(5) as u8);
    (generator.generate(&rules, seed).unwrap(), rules)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn swaps_are_legal_and_repeatable_at_each_level(seed in 0u64..1000) {
        let (board, rules) = board(seed);
        let legal = board.legal_swaps(&rules);
        for search in SEARCHES {
            for skill in Skill::all() {
                let hint = hint_with_skill(&board, &rules, &Linear, search, skill, seed);
                prop_assert_eq!(&hint, &hint_with_skill(&board, &rules, &Linear, search, skill, seed));
                prop_assert!(hint.is_some_and(|hint| legal.contains(&hint.swap)));
                let mut player = SearchPlayer::new(&rules, Linear, search).with_skill(skill);
                // Some of the swaps only, as where candies are locked.
                let some: Vec<_> = legal.iter().copied().step_by(2).collect();
                prop_assert!(player.choose(&some, &board, seed) < some.len());
            }
        }
    }

    #[test]
    fn the_best_is_the_player_without_a_skill(seed in 0u64..1000) {
        let (board, rules) = board(seed);
        for search in SEARCHES {
            prop_assert_eq!(search.with_skill(Skill::BEST), search);
            let ranking = rank(&board, &rules, &Linear, search, seed, &Budget::unlimited());
            prop_assert_eq!(&ranking.clone().with_skill(&board, Skill::BEST, seed), &ranking);
            let best = hint_with_skill(&board, &rules, &Linear, search, Skill::BEST, seed);
            prop_assert_eq!(best, hint(&board, &rules, &Linear, search, seed));
            let legal = board.legal_swaps(&rules);
            let mut skilled = SearchPlayer::new(&rules, Linear, search).with_skill(Skill::BEST);
            let mut plain = SearchPlayer::new(&rules, Linear, search);
            prop_assert_eq!(skilled.choose(&legal, &board, seed), plain.choose(&legal, &board, seed));
        }
    }
}

#[test]
fn the_score_grows_with_the_level() {
    let rules = Rules::new(5);
    let level = Level::generated(Generator::new(8, 8), rules, 20);
    let levels = [Skill::BEGINNER, Skill::EASY, Skill::MEDIUM, Skill::HARD, Skill::BEST];
    let scores = levels.map(|skill| {
        let player = || SearchPlayer::new(&rules, Linear, Search::two_ply(8)).with_skill(skill);
        simulate(&level, &Linear, player, 60, 2).unwrap().mean_score()
    });
    assert!(scores.windows(2).all(|pair| pair[0] < 0.97 * pair[1]), "{scores:?}");
}

/// What a level does on a board never changes.
#[test]
fn golden_moves() {
    let (board, rules) = board(12);
    let swaps: Vec<String> = [1, 3, 5, 8]
        .into_iter()
        .map(|level| {
            let skill = Skill::new(level).unwrap();
            hint_with_skill(&board, &rules, &Linear, Search::default(), skill, 42).unwrap().swap.to_string()
        })
        .collect();
    assert_eq!(swaps, ["(5,6)-(6,6)", "(5,6)-(6,6)", "(5,6)-(6,6)", "(7,2)-(7,3)"]);
}

/// A whole game of a beginner is one that the rules allow.
#[test]
fn a_beginner_plays_to_the_end() {
    let (board, rules) = board(3);
    let mut game = Game::new(board, rules, 3);
    let mut player = SearchPlayer::new(&rules, Linear, Search::default()).with_skill(Skill::BEGINNER);
    for number in 0..30 {
        let legal = game.legal_swaps();
        let swap = legal[player.choose(&legal, game.board(), number)];
        game.play(swap, &Linear).unwrap();
    }
    assert!(game.replay().verify(&Linear).is_ok());
}
