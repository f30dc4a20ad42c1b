//! Errors, limits, names, and what types promise.

use exact_cover::knuth::KnuthError;
use exact_cover::models::{self, Sudoku, SudokuError};
use exact_cover::tiling::{Copies, GenerateError, Generator, Piece, Tiling, TilingError, TilingSearch};
use exact_cover::{
    Bounds, Colour, FirstItem, Item, MinRemaining, Natural, OptionId, Outcome, Problem, ProblemError, Search,
    SeededTies, Structure, Uniqueness, Zdd, knuth,
};
use grid_core::{Budget, CancelFlag, Orientations, Region, Stop, polyominoes};

#[test]
fn types_cross_threads() {
    fn check<T: Send + Sync + Unpin + 'static>() {}
    check::<Problem>();
    check::<Search>();
    check::<Zdd>();
    check::<Natural>();
    check::<Tiling>();
    check::<TilingSearch>();
    check::<Generator>();
    check::<ProblemError>();
    check::<Uniqueness>();
    check::<Sudoku>();
}

#[test]
fn every_fault_has_its_error() {
    let problem = |fill: &dyn Fn(&mut exact_cover::ProblemBuilder)| {
        let mut builder = Problem::builder();
        builder.primary("a");
        builder.secondary("s");
        fill(&mut builder);
        builder.build().unwrap_err()
    };
    let a = Item::new(0);
    let named = |name: &str| name.to_string();
    assert_eq!(
        problem(&|b| {
            b.option([a, a]);
        }),
        ProblemError::DuplicateItem { option: 0, item: named("a") }
    );
    assert_eq!(
        problem(&|b| {
            b.option([a]).option([Item::new(9)]);
        }),
        ProblemError::UnknownItem { option: 1, item: named("9") }
    );
    assert_eq!(
        problem(&|b| {
            b.option([a]).option_by_names(["a", "x:red"]);
        }),
        ProblemError::UnknownItem { option: 1, item: named("x:red") }
    );
    assert_eq!(
        problem(&|b| {
            b.option(Vec::<Item>::new());
        }),
        ProblemError::EmptyOption { option: 0 }
    );
    assert_eq!(
        problem(&|b| {
            b.primary_times("c", Bounds::between(3, 2));
        }),
        ProblemError::Bounds { item: named("c"), lo: 3, hi: 2 }
    );
    assert_eq!(
        problem(&|b| {
            b.option([a.coloured(Colour(0))]);
        }),
        ProblemError::ColourOnPrimary { option: 0, item: named("a") }
    );
    assert_eq!(
        problem(&|b| {
            b.primary("s");
        }),
        ProblemError::DuplicateName { name: named("s") }
    );
    assert_eq!(
        problem(&|b| {
            b.primary("");
        }),
        ProblemError::EmptyName { item: 2 }
    );
    let message = ProblemError::DuplicateItem { option: 3, item: named("a") }.to_string();
    assert_eq!(message, "option 3 uses item \"a\" twice");
}

#[test]
fn odd_problems() {
    let none = Problem::exact(0, Vec::<Vec<usize>>::new()).unwrap();
    assert_eq!(none.solutions().collect::<Vec<_>>(), [vec![]]);
    assert_eq!(none.uniqueness(), Uniqueness::Unique(vec![]));
    assert_eq!(none.count(), 1);
    // An item that no option has.
    assert!(!Problem::exact(2, [vec![0]]).unwrap().is_solvable());
    // An option of secondary items only is never chosen.
    let mut builder = Problem::builder();
    let (a, s) = (builder.primary("a"), builder.secondary("s"));
    builder.option([s]).option([a, s]);
    let problem = builder.build().unwrap();
    for structure in [Structure::Links, Structure::Cells, Structure::Masks] {
        let all: Vec<_> = Search::with_structure(&problem, structure).collect();
        assert_eq!(all, [[OptionId(1)]]);
    }
    // An item that may never be covered bars its options.
    let mut builder = Problem::builder();
    let (a, never) = (builder.primary("a"), builder.primary_times("never", Bounds::exactly(0)));
    builder.option([a, never]).option([a]);
    assert_eq!(builder.build().unwrap().first(), Some(vec![OptionId(1)]));
    // Bounds far beyond the options.
    let mut builder = Problem::builder();
    let many = builder.primary_times("many", Bounds::between(0, u32::MAX));
    (0..20).for_each(|_| {
        builder.option([many]);
    });
    let problem = builder.build().unwrap();
    assert_eq!(problem.count(), 1 << 20);
    for structure in [Structure::Links, Structure::Cells, Structure::Masks] {
        let report = Search::with_structure(&problem, structure).run_count(&Budget::unlimited());
        assert_eq!(report.statistics.solutions, 1 << 20);
    }
}

/// No recursion and no scan of all items at each step.
#[test]
fn deep_problems_are_fast() {
    let singles = Problem::exact(200_000, (0..200_000).map(|i| vec![i])).unwrap();
    let twins = Problem::exact(100_000, (0..200_000).map(|i| vec![i / 2])).unwrap();
    for structure in [Structure::Auto, Structure::Links, Structure::Cells] {
        let mut search = Search::with_structure(&singles, structure);
        assert_eq!(search.run_count(&Budget::unlimited()).statistics.solutions, 1);
        assert_eq!(Search::with_structure(&twins, structure).take(3).count(), 3);
    }
}

#[test]
fn rules_find_the_same_solutions() {
    let problem = models::langford(7).unwrap();
    let sorted = |search: Search| {
        let mut all: Vec<_> = search.collect();
        all.sort();
        all
    };
    let all = sorted(problem.solutions());
    for structure in [Structure::Links, Structure::Cells, Structure::Masks] {
        let search = || Search::with_structure(&problem, structure);
        assert_eq!(sorted(search().with_branching(FirstItem)), all);
        assert_eq!(sorted(search().with_branching(SeededTies(5))), all);
        // The rule that is asked takes the same way as the one built in.
        assert_eq!(search().with_branching(MinRemaining).collect::<Vec<_>>(), search().collect::<Vec<_>>());
        // One order for each seed, whatever the structure.
        let other = Search::new(&problem).with_branching(SeededTies(9)).collect::<Vec<_>>();
        assert_eq!(search().with_branching(SeededTies(9)).collect::<Vec<_>>(), other);
    }
}

#[test]
fn flags_and_limits() {
    let queens = models::queens(10).unwrap();
    let flag = CancelFlag::new();
    flag.cancel();
    let mut search = Search::new(&queens);
    let report = search.run_count(&Budget::unlimited().with_cancel(flag));
    assert_eq!(report.outcome, Outcome::Cancelled);
    let report = search.run_count(&Budget::unlimited());
    assert_eq!((report.outcome, report.statistics.solutions), (Outcome::Complete, 724));
    assert!(search.is_done() && search.next().is_none());
    assert_eq!(search.progress().fraction, 1.0);
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    for problem in
        [models::queens(9).unwrap(), models::langford(8).unwrap(), models::queen_domination(5, 3).unwrap()]
    {
        let serial = Search::new(&problem).run_count(&Budget::unlimited());
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let shared = Search::new(&problem).run_count_parallel(&Budget::unlimited());
                assert_eq!(shared.statistics.nodes, serial.statistics.nodes);
                assert_eq!(shared.statistics.solutions, serial.statistics.solutions);
                let all = Search::new(&problem).collect_parallel(&Budget::unlimited()).unwrap();
                assert_eq!(all, problem.solutions().collect::<Vec<_>>());
            });
        }
    }
}

#[test]
fn knuth_format() {
    let toy = "| comment\n\nc g d a e b f\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let problem = knuth::parse(toy).unwrap();
    assert_eq!(problem.solutions().count(), 1);
    assert_eq!(knuth::parse(&knuth::write(&problem).unwrap()).unwrap(), problem);
    let colours = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let problem = knuth::parse(colours).unwrap();
    assert_eq!(problem.first().unwrap(), [OptionId(1), OptionId(3)]);
    assert_eq!(knuth::write(&problem).unwrap(), colours);
    for (text, error) in [
        ("", "line 1: there is no line with items"),
        ("| only\n", "line 2: there is no line with items"),
        ("a b\na  c\n", "line 2, column 4: item \"c\" is not declared"),
        ("a b\na b a\n", "line 2, column 5: item \"a\" is in the option twice"),
        ("a a\n", "line 1, column 3: item \"a\" is declared twice"),
        ("a | s | t\n", "line 1, column 7: a second bar among the items"),
        ("3:2|a\n", "line 1, column 1: \"3:2|a\" has no valid bounds"),
        ("x:2|a\n", "line 1, column 1: \"x:2|a\" has no valid bounds"),
        ("a | 2|s\n", "line 1, column 5: the secondary item \"2|s\" has bounds"),
        ("a | s\na:1 s\n", "line 2, column 1: the primary item \"a\" has a colour"),
        ("a | s\na s:\n", "line 2, column 3: \"s:\" is not a name"),
        ("a|\n", "line 1, column 1: \"a|\" is not a name"),
    ] {
        assert_eq!(knuth::parse(text).unwrap_err().to_string(), error, "{text:?}");
    }
    assert!(matches!(knuth::parse("a b\nc\n"), Err(KnuthError::UnknownItem { line: 2, column: 1, .. })));
    // Without items there is one solution.
    let none = Problem::exact(0, Vec::<Vec<usize>>::new()).unwrap();
    assert_eq!(knuth::parse(&knuth::write(&none).unwrap()).unwrap().count(), 1);
    let mut builder = Problem::builder();
    builder.secondary("s");
    let only = builder.build().unwrap();
    assert_eq!(knuth::parse(&knuth::write(&only).unwrap()).unwrap(), only);
}

#[test]
fn sudoku_boards() {
    let text = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let sudoku = Sudoku::parse(3, 3, text).unwrap();
    assert!(sudoku.has_one_solution());
    let solved = sudoku.solve().unwrap();
    assert_eq!(solved.to_string().parse::<String>().unwrap().lines().next(), Some("693784512"));
    assert_eq!(Sudoku::parse(3, 3, &solved.to_string()).unwrap(), solved);
    assert!(solved.has_one_solution());
    // Two equal digits in a row.
    let wrong = Sudoku::parse(3, 3, &format!("11{}", ".".repeat(79))).unwrap();
    assert!(wrong.solve().is_none());
    assert_eq!(Sudoku::parse(3, 3, "1"), Err(SudokuError::Length { expected: 81, found: 1 }));
    assert_eq!(Sudoku::parse(2, 2, &"5".repeat(16)), Err(SudokuError::Digit { cell: 0, found: '5' }));
    assert_eq!(Sudoku::empty(6, 6), Err(SudokuError::Box { rows: 6, columns: 6 }));
    let rectangular = Sudoku::empty(2, 3).unwrap();
    assert!(rectangular.solve().is_some());
    assert_eq!(Sudoku::empty(1, 4).unwrap().problem().0.count(), 576);
}

#[test]
fn tilings_are_checked() {
    let domino = || Piece::new("##".parse().unwrap(), Orientations::Rotations);
    let region = Region::rectangle(2, 2).unwrap();
    let wrong = Tiling::new(region.clone(), vec![domino().with_copies(Copies::Between(2, 1))]);
    assert_eq!(wrong, Err(TilingError::Copies { piece: 0, lo: 2, hi: 1 }));
    let many = Tiling::new(region.clone(), vec![domino(); 5000]);
    assert!(matches!(many, Err(TilingError::TooLarge { .. })));
    let huge = Tiling::new(Region::rectangle(1024, 1024).unwrap(), vec![domino(); 100]);
    assert!(matches!(huge, Err(TilingError::TooLarge { .. })));
    // A copy that is never used, and an empty board.
    let never =
        Tiling::new(Region::blank(2, 2).unwrap(), vec![domino().with_copies(Copies::Exactly(0))]).unwrap();
    assert_eq!((never.solutions().count(), never.count().to_u64()), (1, Some(1)));
    assert!(Tiling::new(Region::blank(2, 2).unwrap(), vec![domino()]).unwrap().first().is_none());
}

#[test]
fn puzzles_have_one_solution() {
    let policy = Orientations::Rotations;
    let generator = Generator::new(polyominoes(4, policy), policy, 6, 5).with_pieces(5).with_most_copies(2);
    for seed in 0..5 {
        let puzzle = generator.generate(seed).unwrap();
        let all: Vec<_> = puzzle.tiling.solutions().collect();
        assert_eq!(all, std::slice::from_ref(&puzzle.solution));
        assert_eq!(puzzle.tiling.problem().0.count(), 1);
        assert_eq!(puzzle.difficulty.forced + puzzle.difficulty.guesses, 5);
        assert!(puzzle.difficulty.nodes >= 5);
    }
    assert_eq!(Generator::new(vec![], policy, 3, 3).generate(0), Err(GenerateError::NoShape));
    let nothing =
        Generator::new(polyominoes(4, policy), policy, 2, 2).with_pieces(3).with_attempts(5).generate(0);
    assert_eq!(nothing, Err(GenerateError::NotFound { attempts: 5 }));
    let nodes = generator.generate(3).unwrap().difficulty.nodes;
    let harder = generator.clone().with_difficulty(nodes + 1..=u64::MAX).generate(3).unwrap();
    assert!(harder.difficulty.nodes > nodes);
    let none = generator.clone().with_difficulty(0..=4).with_attempts(20).generate(3);
    assert_eq!(none, Err(GenerateError::NotFound { attempts: 20 }));
    let stopped = generator.generate_within(3, &Budget::nodes(0));
    assert_eq!(stopped, Err(GenerateError::Stopped(Stop::NodeBudget)));
    let frame = Generator::new(polyominoes(4, policy), policy, 0, 2).generate(0);
    assert_eq!(frame, Err(GenerateError::Frame { width: 0, height: 2 }));
}
