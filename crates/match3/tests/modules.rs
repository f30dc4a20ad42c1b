//! The optional modules: cases worked by hand.

use std::collections::BTreeMap;

use match3::{Board, ColumnStreams, Judged, Linear, Modules, Pos, Resolver, Rules, Swap};

fn board(text: &str) -> Board {
    text.replace(',', "\n").parse().unwrap()
}

fn layers(board: &Board, text: &str, diagonal: bool) -> Modules {
    let mut modules = Modules::new(board);
    if diagonal {
        modules = modules.with_diagonal_filling();
    }
    if text == "-" {
        return modules;
    }
    for (row, line) in (0..).zip(text.split(',')) {
        for (col, sign) in (0..).zip(line.chars()) {
            let at = Pos::new(row, col);
            modules = match sign {
                '.' => modules,
                'L' => modules.with_lock(at),
                digit => modules.with_jelly(at, digit.to_digit(10).unwrap() as u8),
            };
        }
    }
    modules
}

#[test]
fn cases_worked_by_hand() {
    let mut counts = BTreeMap::new();
    for line in include_str!("data/modules.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").map(str::trim).collect();
        let &[name, start, layer, swap, streams, expected, layer_after] = fields.as_slice() else {
            panic!("{line}")
        };
        let mut board_now = board(start);
        let mut modules = layers(&board_now, layer, name.ends_with('/'));
        let mut rules = Rules::new(26);
        if name.ends_with('+') {
            rules = rules.with_specials();
        }
        let (from, to) = swap.split_once('-').unwrap();
        let cell = |text: &str| board_now.pos(text.parse().unwrap());
        let swap = Swap::new(cell(from), cell(to));
        let streams = streams.split(' ').map(|stream| stream.trim_matches('.'));
        let mut source = ColumnStreams::from_letters(streams).unwrap();
        let mut policy = Judged(&Linear);
        let result = Resolver::default().play_with_modules(
            &mut board_now,
            &mut modules,
            swap,
            &rules,
            &mut source,
            &mut policy,
        );
        if expected == "illegal" {
            assert!(result.is_err(), "{line}");
            assert_eq!(board_now, board(start), "{line}");
        } else {
            assert!(result.is_ok(), "{line}: {result:?}");
            assert_eq!(board_now.to_string(), board(expected).to_string(), "{line}");
        }
        assert_eq!(modules, layers(&board_now, layer_after, name.ends_with('/')), "{line}");
        *counts.entry(name.trim_end_matches(['+', '/'])).or_insert(0) += 1;
    }
    for module in ["jelly", "icing", "lock", "chocolate", "ingredient", "diagonal"] {
        assert!(counts[module] >= 20, "{counts:?}");
    }
}
