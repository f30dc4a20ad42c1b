//! Instructions of the hot functions, counted by callgrind, beside those of `instructions.txt`.
//! Without arguments it compares and fails beyond the tolerance, `--write` writes the file
//! anew, `--only TEXT` takes the rows whose name has it.

#![allow(missing_docs)]

use std::fmt::Write as _;
use std::process::{Command, ExitCode, Stdio};

use exact_cover::tiling::TilingSearch;
use exact_cover::{Search, Structure, models};
use grid_core::Budget;
use match3::{Generator, Linear, Rules, Search as Look, rank};
use perfect_clear::{Hold, PcField, PcSolver};
use puzzle_ai_benches::holed;
use stack_eval::{FourEvaluator, Marathon, PieceSource, StackEvaluator, WeightSet};
use tetromino::{DropRules, Field, MoveGenerator, MoveRules, Pattern, Piece, RotationSystem, Spawn, perft};

const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.txt");
/// Other compilers and libraries of C count a little differently.
const TOLERANCE: f64 = 0.03;

/// A piece of work and the result that shows it was done.
type Row = (&'static str, fn() -> u64, u64);

const ROWS: [Row; 10] = [
    ("exact-cover, pentominoes 8x8 less 2x2", pentominoes, 520),
    ("exact-cover, queens 11 by links", queens, 2680),
    ("exact-cover, 20 proofs of a sudoku", sudoku, 20),
    ("exact-cover, tiling 8x8 less 2x2", tiling, 520),
    ("stack-eval, 20000 pieces by lee", || pieces("lee"), 20_000),
    ("stack-eval, 20000 pieces by article", || pieces("article"), 20_000),
    ("stack-eval, 20000 pieces by bcts", research, 20_000),
    ("tetromino, perft of TTTT", || moves("TTTT"), 1_559_914),
    ("match3, 500 rankings", rankings, 9559),
    ("perfect-clear, percent of T,I,O,*p4", percent, 742),
];

fn count(mut search: Search) -> u64 {
    search.run_count(&Budget::unlimited()).statistics.solutions
}

fn pentominoes() -> u64 {
    count(Search::new(&models::pentominoes(holed()).expect("small").problem().0))
}

fn queens() -> u64 {
    count(Search::with_structure(&models::queens(11).expect("small"), Structure::Links))
}

fn sudoku() -> u64 {
    let text = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let board = models::Sudoku::parse(3, 3, text).expect("a board");
    (0..20).filter(|_| board.has_one_solution()).count() as u64
}

fn tiling() -> u64 {
    let board = models::pentominoes(holed()).expect("small");
    TilingSearch::new(&board).run_count(&Budget::unlimited()).statistics.solutions
}

fn pieces(evaluator: &str) -> u64 {
    let evaluator = FourEvaluator::named(evaluator).expect("a known name");
    let marathon = Marathon::new(DropRules::article(10, 20).expect("legal"), PieceSource::Uniform, 0);
    marathon.bench(&evaluator, 20_000, &Budget::unlimited()).pieces
}

fn research() -> u64 {
    let judge = StackEvaluator::<false>::new(&WeightSet::named("bcts").expect("a known name"))
        .expect("known features");
    let rules = DropRules::simplified(10, 20).expect("legal");
    let marathon = Marathon::new(rules, PieceSource::Uniform, 0);
    marathon.bench(&judge, 20_000, &Budget::unlimited()).pieces
}

fn moves(queue: &str) -> u64 {
    let spawn = Spawn { retry: false, ..Spawn::GUIDELINE };
    let generator = MoveGenerator::new(MoveRules { spawn, ..MoveRules::default() });
    let field = Field::new(10, 40).expect("a field");
    let pieces = Piece::parse_list(queue).expect("pieces");
    perft(&generator, &field, &pieces, &Budget::unlimited()).nodes.last().copied().unwrap_or(0)
}

fn rankings() -> u64 {
    let rules = Rules::new(5);
    let look = Look::Mean { samples: 1 };
    let moves = |seed| {
        let board = Generator::new(8, 8).generate(&rules, seed).expect("a board");
        rank(&board, &rules, &Linear, look, seed, &Budget::unlimited()).moves.len() as u64
    };
    (0..500).map(moves).sum()
}

fn percent() -> u64 {
    let rows = ["X____X____", "XX__XX____", "XX__XX____", "XXXXXX____"];
    let field = PcField::from_rows(rows, 4).expect("a field");
    let queues = "T,I,O,*p4".parse::<Pattern>().expect("a pattern").expand(840).expect("840 queues");
    let solver = PcSolver::new(RotationSystem::SRS);
    let percent = solver.percent(&field, &queues, Hold::Empty, &Budget::unlimited()).expect("long enough");
    percent.success
}

/// This program under callgrind, doing the work of one row.
fn measured(name: &str) -> Option<u64> {
    let out = std::env::temp_dir().join(format!("instructions-{}", std::process::id()));
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", &format!("--callgrind-out-file={}", out.display())])
        .arg(std::env::current_exe().ok()?)
        .args(["--work", name])
        .stderr(Stdio::null())
        .status()
        .ok()?;
    assert!(status.success(), "{name}: the work failed");
    let profile = std::fs::read_to_string(&out).expect("callgrind wrote its profile");
    std::fs::remove_file(&out).expect("the profile is ours");
    profile.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
}

fn stored() -> Vec<(String, u64)> {
    let text = std::fs::read_to_string(STORED).unwrap_or_default();
    let row = |line: &str| {
        let (count, name) = line.split_once(' ')?;
        Some((name.to_owned(), count.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |flag| arguments.iter().position(|a| a == flag).and_then(|at| arguments.get(at + 1));
    if let Some(name) = value("--work") {
        let (name, work, expected) = ROWS.iter().find(|row| row.0 == name).expect("a row");
        assert_eq!(work(), *expected, "{name}");
        return ExitCode::SUCCESS;
    }
    let write = arguments.iter().any(|a| a == "--write");
    let (known, mut text, mut right) = (stored(), String::new(), true);
    for (name, ..) in
        ROWS.iter().filter(|row| value("--only").is_none_or(|only| row.0.contains(only.as_str())))
    {
        let Some(now) = measured(name) else {
            println!("skipped: there is no valgrind here");
            return ExitCode::SUCCESS;
        };
        writeln!(text, "{now} {name}").expect("a string takes all");
        let before = known.iter().find(|(known, _)| known == name).map(|(_, count)| *count);
        let change = before.map_or(f64::INFINITY, |before| now as f64 / before as f64 - 1.0);
        right &= change.abs() <= TOLERANCE;
        println!("{name:<40} {now:>14} {:>+8.2} %", 100.0 * change);
    }
    if write {
        std::fs::write(STORED, text).expect("the file of counts");
    } else if !right {
        println!("beyond {} %: mend it, or write the counts anew and say why", 100.0 * TOLERANCE);
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
