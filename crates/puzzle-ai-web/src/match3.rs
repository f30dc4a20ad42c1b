//! Match-3: moves told as frames to draw, and the best move.

use match3::{Board, Event, Game, Generator, Hint, Linear, Pos, RankSearch, Rules, Search, Swap};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::demo::{Answer, Refusal};

/// Most rows and columns.
const MAX_SIDE: u8 = 12;
/// Refill samples of a hint.
const SAMPLES: u32 = 16;
/// Most cascades that a hint resolves.
const MAX_NODES: u64 = 200_000;

/// A request, without its envelope.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// Another game.
    New {
        seed: u64,
        #[serde(default = "eight")]
        rows: u8,
        #[serde(default = "eight")]
        cols: u8,
        #[serde(default = "five")]
        kinds: u8,
        #[serde(default = "yes")]
        specials: bool,
    },
    /// A move: two cells as `[row, column]`.
    Swap { from: [u8; 2], to: [u8; 2] },
    /// The best move.
    Hint { nodes: u64 },
    /// The game as it is.
    State {},
}

const fn eight() -> u8 {
    8
}

const fn five() -> u8 {
    5
}

const fn yes() -> bool {
    true
}

/// A game.
#[derive(Debug)]
pub(crate) struct Match3 {
    game: Game,
}

impl Default for Match3 {
    fn default() -> Self {
        Self { game: begin(0, 8, 8, Rules::new(5).with_specials()).expect("boards of this size exist") }
    }
}

fn begin(seed: u64, rows: u8, cols: u8, rules: Rules) -> Result<Game, Refusal> {
    let board = Generator::new(rows, cols).generate(&rules, seed).map_err(Refusal::value)?;
    Ok(Game::new(board, rules, seed))
}

impl Match3 {
    pub(crate) fn handle(&mut self, request: Request) -> Answer {
        match request {
            Request::New { seed, rows, cols, kinds, specials } => {
                if !(3..=MAX_SIDE).contains(&rows) || !(3..=MAX_SIDE).contains(&cols) {
                    return Err(Refusal::value(format!("a side has 3 to {MAX_SIDE} cells here")));
                }
                if !(3..=8).contains(&kinds) {
                    return Err(Refusal::value("there are 3 to 8 kinds here"));
                }
                let rules = Rules::new(kinds);
                let rules = if specials { rules.with_specials() } else { rules };
                self.game = begin(seed, rows, cols, rules)?;
            }
            Request::Swap { from, to } => return self.swap(from, to),
            Request::Hint { nodes } => return self.hint(nodes),
            Request::State {} => {}
        }
        Ok(self.state())
    }

    fn swap(&mut self, from: [u8; 2], to: [u8; 2]) -> Answer {
        let swap = Swap::new(Pos::new(from[0], from[1]), Pos::new(to[0], to[1]));
        let before = self.game.board().clone();
        let (outcome, events) =
            self.game.play_events(swap, &Linear).map_err(|error| Refusal::new("illegal_swap", error))?;
        let mut answer = self.state();
        answer["frames"] = frames(&before, &events);
        answer["gained"] = json!(outcome.score);
        Ok(answer)
    }

    fn hint(&self, nodes: u64) -> Answer {
        let (board, rules) = (self.game.board(), self.game.rules());
        let mut search = RankSearch::new(board, rules, Linear, Search::two_ply(SAMPLES), 0);
        search.step(nodes.clamp(1, MAX_NODES));
        let ranking = search.ranking();
        let Some(best) = ranking.best() else { return Ok(json!({ "best": null })) };
        let highlight = Hint::new(board, best.swap, rules).highlight;
        Ok(json!({
            "best": {
                "from": pair(best.swap.from), "to": pair(best.swap.to), "mean": best.mean, "waves": best.waves,
                "highlight": highlight.into_iter().map(pair).collect::<Vec<_>>(),
            },
            "moves": ranking.moves.len(), "nodes": ranking.nodes, "complete": ranking.is_complete(),
        }))
    }

    fn state(&self) -> Value {
        let board = self.game.board();
        json!({
            "board": drawn(&tokens(board), board.cols()), "score": self.game.score(),
            "moves": self.game.moves().len(), "kinds": self.game.rules().kinds, "over": self.game.is_over(),
        })
    }
}

fn pair(at: Pos) -> [u8; 2] {
    [at.row, at.col]
}

fn tokens(board: &Board) -> Vec<String> {
    board.tiles().iter().map(ToString::to_string).collect()
}

fn drawn(tokens: &[String], cols: u8) -> Value {
    tokens.chunks(usize::from(cols)).collect()
}

/// The board after the exchange, after each wave, and after a shuffle; with what went and what it scored.
fn frames(before: &Board, events: &[Event]) -> Value {
    let mut now = tokens(before);
    let mut cleared: Vec<[u8; 2]> = Vec::new();
    let mut frames = Vec::new();
    let index = |at: Pos| before.index(at);
    let empty = || ".".to_owned();
    for event in events {
        match event {
            Event::Swapped { swap, .. } => {
                now.swap(index(swap.from), index(swap.to));
                frames.push(json!({ "board": drawn(&now, before.cols()), "cleared": [], "score": 0 }));
            }
            Event::Converted { at, tile } | Event::Primed { at, tile } => now[index(*at)] = tile.to_string(),
            Event::Cleared { at, .. } => {
                now[index(*at)] = empty();
                cleared.push(pair(*at));
            }
            Event::Created { at, tile } | Event::Spawned { at, tile } => now[index(*at)] = tile.to_string(),
            Event::Moved { from, to, tile } => {
                now[index(*from)] = empty();
                now[index(*to)] = tile.to_string();
            }
            Event::WaveEnd { score, .. } => {
                let cleared = std::mem::take(&mut cleared);
                frames
                    .push(json!({ "board": drawn(&now, before.cols()), "cleared": cleared, "score": score }));
            }
            Event::Shuffled { moves } => {
                let old = now.clone();
                moves.iter().for_each(|(from, to)| now[index(*to)].clone_from(&old[index(*from)]));
                frames.push(json!({ "board": drawn(&now, before.cols()), "cleared": [], "score": 0 }));
            }
            Event::Replaced { cells } => {
                cells.iter().for_each(|(at, tile)| now[index(*at)] = tile.to_string());
                frames.push(json!({ "board": drawn(&now, before.cols()), "cleared": [], "score": 0 }));
            }
            _ => {}
        }
    }
    frames.into()
}

#[cfg(test)]
mod tests {
    use grid_core::Stream;

    use super::*;

    #[test]
    fn frames_end_at_the_board_and_add_up_to_the_score() {
        let mut shuffled = 0;
        for seed in 0..60 {
            let mut game = Match3::default();
            let (rows, cols) = if seed % 2 == 0 { (8, 8) } else { (3, 4) };
            let new = Request::New { seed, rows, cols, kinds: 5, specials: seed % 3 != 0 };
            if game.handle(new).is_err() {
                continue;
            }
            let mut draw = Stream::new(seed, "web match3 test", 0);
            for _ in 0..25 {
                let legal = game.game.legal_swaps();
                let Some(&Swap { from, to }) = legal.get(draw.below(legal.len().max(1) as u32) as usize)
                else {
                    break;
                };
                let answer = game.handle(Request::Swap { from: pair(from), to: pair(to) }).unwrap();
                let frames = answer["frames"].as_array().unwrap();
                assert_eq!(frames.last().unwrap()["board"], answer["board"], "seed {seed}");
                let scores: i64 = frames.iter().map(|frame| frame["score"].as_i64().unwrap()).sum();
                assert_eq!(scores, answer["gained"].as_i64().unwrap());
                shuffled += usize::from(frames[1..].iter().any(|frame| frame["cleared"] == json!([])));
            }
        }
        assert!(shuffled > 0, "a small board runs out of moves at times");
    }

    #[test]
    fn the_hint_is_the_best_of_the_library() {
        for seed in 0..5 {
            let mut game = Match3::default();
            game.handle(Request::New { seed, rows: 8, cols: 8, kinds: 5, specials: true }).unwrap();
            let hint = game.handle(Request::Hint { nodes: MAX_NODES }).unwrap();
            let best =
                match3::hint(game.game.board(), game.game.rules(), &Linear, Search::two_ply(SAMPLES), 0);
            let best = best.unwrap();
            assert_eq!(hint["complete"], true);
            assert_eq!(hint["best"]["from"], json!(pair(best.swap.from)));
            assert_eq!(hint["best"]["to"], json!(pair(best.swap.to)));
        }
    }
}
