//! Any list of swaps on any board, special candies on: illegal ones change nothing,
//! legal ones end stable, and both engines agree.

#![no_main]

use libfuzzer_sys::fuzz_target;
use match3::{Board, EventLog, Judged, Linear, Modules, Resolver, Rules, Seeded, Swap};

fuzz_target!(|input: (Board, Vec<Swap>, u64, bool)| {
    let (start, swaps, seed, with_modules) = input;
    let rules = Rules::new(26).with_specials().with_wave_limit(50);
    let small = Rules::new(8).with_specials().with_wave_limit(50);
    let rules = if start.kinds_seen() <= 8 { small } else { rules };
    let mut resolver = Resolver::default();
    let mut board = start.clone();
    let mut other = start.clone();
    let mut modules = Modules::new(&start).with_diagonal_filling();
    let mut source = Seeded::new(rules.kinds, seed, 0);
    let mut same = source.clone();
    let pairs = board.legal_swaps(&rules);
    for (step, swap) in swaps.into_iter().take(20).enumerate() {
        // Every other swap is one that is likely to be legal.
        let swap = if step % 2 == 0 { swap } else { pairs.get(step).copied().unwrap_or(swap) };
        if with_modules {
            let before = board.clone();
            let result = resolver.play_with_modules(
                &mut board,
                &mut modules,
                swap,
                &rules,
                &mut source,
                &mut Judged(&Linear),
            );
            assert!(result.is_ok() || board == before);
            continue;
        }
        let before = board.clone();
        let result = resolver.play(&mut board, swap, &rules, &mut source, &mut Judged(&Linear));
        let events = resolver.play(&mut other, swap, &rules, &mut same, &mut EventLog::new(Judged(&Linear)));
        assert_eq!((&result, &board, &source), (&events, &other, &same));
        match result {
            Ok(outcome) => assert!(outcome.truncated || board.is_stable()),
            Err(_) => assert_eq!(board, before),
        }
    }
});
