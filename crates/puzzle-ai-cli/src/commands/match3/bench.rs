//! `puzzle-ai match3 bench`: fresh boards ranked and timed.

use std::io::{self, Write};

use grid_core::Stream;
use match3::{FastBoard, Generator, Linear, Ranker, Ranking, Rules, Search};
use rayon::prelude::*;
use serde_json::json;

use crate::clock;
use crate::commands::Common;
use crate::error::CliError;
use crate::interrupt;

/// Arguments of `match3 bench`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Boards to rank
    #[arg(long, default_value_t = 200_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rankings: u64,
    /// Kinds of candies, 3 to 8
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=8))]
    kinds: u8,
}

/// Sums over all moves of all rankings.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    rankings: u64,
    moves: u64,
    waves: u64,
    score: i64,
}

/// Rankings a thread takes at a time.
const CHUNK: u64 = 1024;

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let rules = Rules::new(args.kinds);
    let pool = common.pool()?;
    let start = clock::user_seconds();
    let (seed, stop) = (common.seed, interrupt::flag());
    let totals = pool.install(|| {
        let chunks = (0..args.rankings.div_ceil(CHUNK)).into_par_iter();
        let sums = chunks.filter(|_| !stop.is_cancelled()).map(|chunk| {
            let count = CHUNK.min(args.rankings - chunk * CHUNK);
            rank_chunk(&rules, seed, chunk, count)
        });
        sums.reduce(Totals::default, |a, b| Totals {
            rankings: a.rankings + b.rankings,
            moves: a.moves + b.moves,
            waves: a.waves + b.waves,
            score: a.score + b.score,
        })
    });
    let user_s = clock::user_seconds() - start;
    let Totals { rankings, moves, waves, score } = totals;
    let complete = rankings == args.rankings;
    let mut out = io::stdout();
    if common.json {
        let mut answer =
            json!({ "rankings": rankings, "moves": moves, "waves": waves, "score": score, "user_s": user_s });
        if !complete {
            answer["complete"] = json!(false);
        }
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let rate = rankings as f64 / user_s.max(1e-6);
    writeln!(out, "{rankings} boards of 8×8, {} kinds, seed {seed}", args.kinds)?;
    if !complete {
        writeln!(out, "cut short: {} were asked for", args.rankings)?;
    }
    writeln!(out, "moves     {moves}, {waves} waves, {score} points")?;
    writeln!(out, "rankings  {rankings} in {user_s:.2} s of user CPU time: {rate:.0} a second")?;
    Ok(())
}

/// Ranks the boards of one chunk, each with a refill sample of its own.
fn rank_chunk(rules: &Rules, seed: u64, chunk: u64, count: u64) -> Totals {
    let mut boards = Stream::new(seed, "match3.bench", chunk);
    let mut board = FastBoard::empty(8, 8).expect("64 cells");
    let mut ranker = Ranker::new(&board.to_board(), rules);
    let mut ranking = Ranking::default();
    let mut totals = Totals { rankings: count, ..Totals::default() };
    for number in 0..count {
        if Generator::draw_fast(&mut board, rules, &mut boards).is_err() {
            continue;
        }
        let sample = seed.wrapping_add(chunk * CHUNK + number);
        ranker.rank_fast(board, &Linear, Search::Mean { samples: 1 }, sample, &mut ranking);
        totals.moves += ranking.moves.len() as u64;
        for ranked in &ranking.moves {
            totals.waves += ranked.waves as u64;
            totals.score += ranked.mean as i64;
        }
    }
    totals
}
