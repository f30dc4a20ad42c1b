//! The optional modules: cases worked by hand, and what holds of every move.

use grid_core::Stream;
use match3::{
    Board, ColumnStreams, Event, EventLog, Judged, Kind, Linear, Modules, Pos, Resolver, Rules, Seeded, Swap,
    Tile,
};

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
    let mut count = 0;
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
        count += 1;
    }
    assert!(count > 110);
}

#[test]
fn moves_with_modules_keep_their_promises() {
    let mut draws = Stream::new(1, "modules", 0);
    let signs =
        [Tile::CHOCOLATE, Tile::INGREDIENT, Tile::icing(1).unwrap(), Tile::icing(3).unwrap(), Tile::HOLE];
    let mut played = 0;
    for round in 0..3000_u64 {
        let (rows, cols) = (3 + draws.below(5) as u8, 3 + draws.below(5) as u8);
        let mut start = Board::empty(rows, cols).unwrap();
        let rules = Rules::new(4).with_specials();
        for row in 0..rows {
            for col in 0..cols {
                let kind = Kind::new(draws.below(4) as u8).unwrap();
                let special = draws.below(5) == 0;
                let tile = if special { signs[draws.below(5) as usize] } else { Tile::plain(kind) };
                start.set(Pos::new(row, col), tile);
            }
        }
        let mut modules = Modules::new(&start);
        if round % 2 == 0 {
            modules = modules.with_diagonal_filling();
        }
        for _ in 0..3 {
            let at = Pos::new(draws.below(rows.into()) as u8, draws.below(cols.into()) as u8);
            modules = modules.with_jelly(at, 2);
            if start.tile(at).is_candy() {
                modules = modules.with_lock(at);
            }
        }
        let Some(&swap) = modules.legal_swaps(&start, &rules).first() else { continue };
        let (mut after, before) = (start.clone(), modules.clone());
        let mut log = EventLog::new(Judged(&Linear));
        let mut source = Seeded::new(4, round, 0);
        Resolver::default()
            .play_with_modules(&mut after, &mut modules, swap, &rules, &mut source, &mut log)
            .unwrap();
        played += 1;
        assert!(after.is_stable(), "{after}");
        let (mut jelly, mut spread, mut removed) = (0, 0, 0);
        for event in &log.events {
            match event {
                Event::JellyRemoved { .. } => jelly += 1,
                Event::ChocolateSpread { .. } => spread += 1,
                Event::ObstacleHit { before, .. } => removed += u32::from(*before == Tile::CHOCOLATE),
                Event::Moved { from, to, .. } => {
                    assert!(from.row < to.row && from.col.abs_diff(to.col) <= 1);
                    assert!(from.col == to.col || modules.fills_diagonally());
                }
                Event::Cleared { tile, .. } => assert!(*tile != Tile::INGREDIENT && tile.is_candy()),
                _ => {}
            }
        }
        assert_eq!(before.jelly_left() - modules.jelly_left(), jelly);
        assert!(spread <= 1 && (spread == 0 || removed == 0));
        for row in 0..rows {
            for col in 0..cols {
                let at = Pos::new(row, col);
                assert_eq!(start.tile(at).is_hole(), after.tile(at).is_hole());
                // Only cells shut off from the top stay empty.
                let shut = (0..row).map(|row| Pos::new(row, col)).any(|above| {
                    after.tile(above).is_obstacle()
                        || start.tile(above).is_obstacle()
                        || before.is_locked(above)
                });
                assert!(after.tile(at) != Tile::EMPTY || shut, "{swap} on\n{start}\nleaves\n{after}");
                // Ingredients are collected at the bottom.
                let bottom = (row + 1..rows).all(|row| after.tile(Pos::new(row, col)).is_hole());
                assert!(!(bottom && after.tile(at) == Tile::INGREDIENT) || modules.is_locked(at), "{after}");
            }
        }
    }
    assert!(played > 500, "{played}");
}
