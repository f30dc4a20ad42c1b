//! A bool grid that plays by the rules one step at a time, against the words.

use proptest::prelude::*;
use tetromino::{
    ActivePiece, Clear, DropGame, DropRules, End, Entry, Field, IllegalLanding, Landing, LineScore, Piece,
    PieceList, Placed, Rotation, RotationSystem, SevenBag, Silhouette, Skyline, TopOut, Turn, Uniform,
    drop_landings,
};

#[derive(Clone, Debug, PartialEq)]
struct Grid {
    /// Rows from the floor; 72 of them, so that nothing leaves.
    rows: Vec<Vec<bool>>,
    width: usize,
}

impl Grid {
    fn of(field: &Field) -> Self {
        let row = |y| (0..field.width()).map(|x| field.contains(x, y)).collect();
        Self { rows: (0..72).map(row).collect(), width: field.width() }
    }

    fn free(&self, cells: &[(i32, i32)]) -> bool {
        cells.iter().all(|&(x, y)| {
            (0..self.width as i32).contains(&x) && y >= 0 && !self.rows[y as usize][x as usize]
        })
    }

    fn lock(&mut self, cells: &[(i32, i32)]) {
        for &(x, y) in cells {
            self.rows[y as usize][x as usize] = true;
        }
    }

    fn clear(&mut self) -> u32 {
        let before = self.rows.len();
        self.rows.retain(|row| !row.iter().all(|&filled| filled));
        let cleared = before - self.rows.len();
        self.rows.resize(before, vec![false; self.width]);
        cleared as u32
    }
}

fn cells(landing: &Landing) -> Vec<(i32, i32)> {
    landing.cells().iter().map(|cell| (cell.x, cell.y)).collect()
}

/// Straight drops step by step: put the piece at the top, let it fall.
fn slow_drops(field: &Field, piece: Piece, entry: Entry) -> Vec<Vec<(i32, i32)>> {
    let grid = Grid::of(field);
    let mut found: Vec<Vec<(i32, i32)>> = Vec::new();
    for rotation in Rotation::ALL {
        for x in -2..field.width() as i32 + 2 {
            let at = |y: i32| -> Vec<(i32, i32)> {
                let mut cells: Vec<_> =
                    piece.cells(rotation).iter().map(|cell| (cell.x + x, cell.y + y)).collect();
                cells.sort_unstable();
                cells
            };
            let highest = piece.cells(rotation).iter().map(|cell| cell.y).max().unwrap();
            let mut y = match entry {
                Entry::Above => 66,
                Entry::Top => field.height() as i32 - 1 - highest,
            };
            if !grid.free(&at(y)) {
                continue;
            }
            while grid.free(&at(y - 1)) {
                y -= 1;
            }
            if !found.contains(&at(y)) {
                found.push(at(y));
            }
        }
    }
    found.sort();
    found
}

prop_compose! {
    /// Any width and height, overhangs and caves; often reaching the top.
    fn any_field()(width in 4usize..=16, height in 1usize..=64, fill in 0usize..=64)
        (columns in prop::collection::vec((any::<u64>(), any::<u64>()), width),
         width in Just(width), height in Just(height), fill in Just(fill.min(height))) -> Field {
        let mut field = Field::new(width, height).unwrap();
        for (x, (a, b)) in columns.into_iter().enumerate() {
            for y in 0..fill {
                if (a | b) >> y & 1 != 0 {
                    field.fill(x, y);
                }
            }
        }
        field
    }
}

fn any_piece() -> impl Strategy<Value = Piece> {
    (0usize..7).prop_map(|i| Piece::ALL[i])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn drops_are_those_of_the_grid(field in any_field(), piece in any_piece()) {
        for entry in [Entry::Above, Entry::Top] {
            let fast: Vec<Landing> = drop_landings(&field, piece, entry).collect();
            let mut sets: Vec<_> = fast.iter().map(cells).collect();
            sets.sort();
            prop_assert_eq!(&sets, &slow_drops(&field, piece, entry), "{:?} {:?}", field, entry);
            for landing in fast {
                prop_assert!(landing.rests_on(&field));
                let corner = landing.corner();
                prop_assert_eq!(Landing::from_corner(piece, landing.rotation, corner.x as usize, corner.y as u32), landing);
                let shape = Silhouette::of(piece, landing.rotation);
                let alone = field.drop(shape, corner.x as usize, entry);
                prop_assert_eq!(alone, Some(corner.y as u32));
                if let Some(placed) = Skyline::of(&field).place(&field, shape, corner.x as usize, entry) {
                    // The claim that evaluators rely on.
                    let on_top = placed.columns().zip(&field.columns()[placed.x()..])
                        .all(|(bits, column)| column.checked_shr(bits.trailing_zeros()).unwrap_or(0) == 0);
                    prop_assert_eq!(placed.is_on_top(), on_top);
                }
            }
        }
    }

    #[test]
    fn locking_and_clearing_are_those_of_the_grid(field in any_field(), piece in any_piece(), pick in any::<prop::sample::Index>(), full in any::<u64>()) {
        let mut field = field;
        for y in 0..60.min(field.height()) {
            if full >> y & 1 != 0 && y % 3 == 0 {
                (0..field.width()).for_each(|x| field.fill(x, y));
            }
        }
        let landings: Vec<Landing> = drop_landings(&field, piece, Entry::Above).collect();
        let landing = *pick.get(&landings);
        let Some(placed) = landing.placed() else { return Ok(()) };
        let mut grid = Grid::of(&field);
        grid.lock(&cells(&landing));
        let before = field.len();
        field.lock(&placed);
        prop_assert_eq!(&Grid::of(&field), &grid);
        prop_assert_eq!(field.len(), before + 4);
        let cleared = field.clear_full_rows();
        prop_assert_eq!(cleared, grid.clear());
        prop_assert_eq!(&Grid::of(&field), &grid);
        prop_assert_eq!(field.len(), before + 4 - cleared * field.width() as u32);
        prop_assert_eq!(field.clear_full_rows(), 0);
    }

    #[test]
    fn garbage_lifts_the_grid(field in any_field(), rows in 0u32..8, hole in any::<prop::sample::Index>()) {
        let hole = hole.index(field.width());
        let mut raised = field;
        let lost = raised.raise(rows, hole);
        prop_assert_eq!(lost, field.max_height() + rows > 64);
        for y in 0..64 {
            for x in 0..field.width() {
                let expected = if y < rows as usize { x != hole } else { field.contains(x, y - rows as usize) };
                prop_assert_eq!(raised.contains(x, y), expected);
            }
        }
    }

    #[test]
    fn drawings_round_trip(field in any_field()) {
        if field.max_height() as usize <= field.height() {
            prop_assert_eq!(field.to_string().parse::<Field>().unwrap(), field);
        }
        prop_assert_eq!(field.mirrored().mirrored(), field);
        #[cfg(feature = "serde")]
        {
            let mut overflowing = field;
            overflowing.fill(0, 63);
            for field in [field, overflowing] {
                let json = serde_json::to_string(&field).unwrap();
                prop_assert_eq!(serde_json::from_str::<Field>(&json).unwrap(), field);
            }
        }
        prop_assert_eq!(field.max_height(), (0..field.width()).map(|x| field.column_height(x)).max().unwrap());
        for y in 0..64 {
            prop_assert_eq!(field.full_rows() >> y & 1 != 0, field.row(y).count_ones() as usize == field.width());
        }
    }

    #[test]
    fn mirrored_fields_have_mirrored_drops(field in any_field(), piece in any_piece()) {
        let set = |field: &Field, piece| {
            let mut all: Vec<_> = drop_landings(field, piece, Entry::Top).collect();
            all.sort_by_key(cells);
            all
        };
        let mut mirrored: Vec<_> = set(&field, piece).iter().map(|landing| landing.mirrored(field.width())).collect();
        mirrored.sort_by_key(cells);
        prop_assert_eq!(mirrored, set(&field.mirrored(), piece.mirrored()));
    }

    #[test]
    fn any_moves_keep_the_books(seed in any::<u64>(), width in 4usize..=16, height in 4usize..=24, kind in 0usize..4) {
        let rules = match kind {
            0 => DropRules::article(width, height),
            1 => DropRules::simplified(width, height),
            2 => DropRules::lee(width, height),
            _ => DropRules::new(width, height, height - 2, Entry::Top, TopOut::BLOCK_OUT | TopOut::LOCK_OUT),
        }.unwrap();
        let mut game = DropGame::new(rules, Uniform::new(seed, 0), LineScore);
        let mut choices = grid_core::Stream::new(seed, "test choices", 0);
        let mut score = 0;
        for _ in 0..200 {
            let landings: Vec<_> = game.landings().collect();
            prop_assert_eq!(landings.is_empty(), game.end().is_some());
            let Some(&landing) = landings.get(choices.below(landings.len().max(1) as u32) as usize) else { break };
            let clear = game.play(landing).unwrap();
            score += [0, 100, 300, 500, 800][clear.lines as usize];
            prop_assert_eq!(u64::from(game.field().len()), 4 * game.pieces() - width as u64 * game.lines());
            prop_assert_eq!(game.score(), score);
            if game.end().is_none() && kind != 3 {
                prop_assert!(game.field().max_height() as usize <= rules.visible());
            }
        }
    }
}

/// One turn by the table, cell by cell.
fn slow_turn(
    grid: &Grid,
    active: &ActivePiece,
    system: &RotationSystem,
    turn: Turn,
) -> Option<Vec<(i32, i32)>> {
    // The cells inside the box that the piece turns in: 4×4 for I, 2×2 for O, else 3×3.
    let size = match active.piece {
        Piece::I => 4,
        Piece::O => 2,
        _ => 3,
    };
    let in_box = |rotation: Rotation| -> Vec<(i32, i32)> {
        let spawn: Vec<(i32, i32)> = match active.piece {
            Piece::I => vec![(0, 2), (1, 2), (2, 2), (3, 2)],
            Piece::O => vec![(0, 0), (1, 0), (0, 1), (1, 1)],
            piece => piece.cells(Rotation::N).iter().map(|cell| (cell.x + 1, cell.y + 1)).collect(),
        };
        (0..rotation as u8).fold(spawn, |cells, _| cells.iter().map(|&(x, y)| (y, size - 1 - x)).collect())
    };
    let sorted = |mut cells: Vec<(i32, i32)>| {
        cells.sort_unstable();
        cells
    };
    let now = sorted(active.cells().iter().map(|cell| (cell.x, cell.y)).collect());
    let boxed = sorted(in_box(active.rotation));
    let corner = (now[0].0 - boxed[0].0, now[0].1 - boxed[0].1);
    let kicks = system.kicks(active.piece, active.rotation, turn);
    kicks.offsets().iter().find_map(|&(dx, dy)| {
        let shift = |(x, y): (i32, i32)| (x + corner.0 + i32::from(dx), y + corner.1 + i32::from(dy));
        let cells = sorted(in_box(turn.from(active.rotation)).into_iter().map(shift).collect());
        grid.free(&cells).then_some(cells)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn turns_are_those_of_the_box(field in any_field(), piece in any_piece(), x in 0i32..16, y in 0i32..20, inputs in prop::collection::vec(0usize..6, 12)) {
        let grid = Grid::of(&field);
        for (_, system) in RotationSystem::NAMED {
            let mut active = ActivePiece { piece, rotation: Rotation::N, centre: grid_core::Cell::new(x, y) };
            if !active.fits(&field) {
                return Ok(());
            }
            for &input in &inputs {
                if let Some(&turn) = Turn::ALL.get(input) {
                    let turned = active.turned(&field, &system, turn).map(|(turned, _)| turned);
                    let mut cells: Option<Vec<_>> = turned.map(|t| t.cells().iter().map(|c| (c.x, c.y)).collect());
                    if let Some(cells) = &mut cells {
                        cells.sort_unstable();
                    }
                    prop_assert_eq!(cells, slow_turn(&grid, &active, &system, turn));
                    active = turned.unwrap_or(active);
                } else {
                    let (dx, dy) = [(-1, 0), (1, 0), (0, -1)][input - 3];
                    active = active.moved(&field, dx, dy).unwrap_or(active);
                }
            }
        }
    }
}

#[test]
fn srs_turns_undo_each_other_and_mirror() {
    for piece in Piece::ALL {
        for from in Rotation::ALL {
            for (turn, back) in
                [(Turn::Clockwise, Turn::CounterClockwise), (Turn::CounterClockwise, Turn::Clockwise)]
            {
                let there = RotationSystem::SRS.kicks(piece, from, turn);
                let again = RotationSystem::SRS.kicks(piece, turn.from(from), back);
                let negated: Vec<_> = again.offsets().iter().map(|&(dx, dy)| (-dx, -dy)).collect();
                assert_eq!(there.offsets(), negated, "{piece} {from} {turn:?}");
                // SRS is not symmetric for I; all other pieces mirror.
                if piece != Piece::I {
                    let mirrored_from = Rotation::N.turned(4 - from as u8);
                    let mirror = RotationSystem::SRS.kicks(piece.mirrored(), mirrored_from, back);
                    let flipped: Vec<_> = mirror.offsets().iter().map(|&(dx, dy)| (-dx, dy)).collect();
                    assert_eq!(there.offsets(), flipped, "{piece} {from} {turn:?}");
                }
            }
        }
    }
}

#[test]
fn classic_drop_counts_on_the_empty_field() {
    let field = Field::new(10, 20).unwrap();
    let counts = Piece::ALL.map(|piece| drop_landings(&field, piece, Entry::Top).count());
    assert_eq!(counts, [17, 9, 34, 17, 17, 34, 34]);
}

#[test]
fn the_first_pieces_never_change() {
    let field = Field::new(10, 20).unwrap();
    let letters = |mut source: Box<dyn FnMut() -> Option<Piece>>| -> String {
        (0..32).filter_map(|_| source()).map(Piece::letter).collect()
    };
    use tetromino::Randomizer as _;
    let mut golden = Vec::new();
    for seed in 0..3 {
        let (mut uniform, mut bag) = (Uniform::new(seed, 0), SevenBag::new(seed, 0));
        golden.push(letters(Box::new(move || uniform.deal(&field))));
        golden.push(letters(Box::new(move || bag.deal(&field))));
    }
    assert_eq!(golden, GOLDEN_PIECES);
}

const GOLDEN_PIECES: [&str; 6] = [
    "OLOJJOTTSTILJLTTZLTTZLJIIIILIOSZ",
    "SZOTJLIZJTLIOSIZTOLSJLZISJOTZLSO",
    "LLLLOISJZTLTJTTOTTSOJISTJSJJOSSZ",
    "ZLJISOTOZLISJTLOJISTZIOSTJLZJSLI",
    "LTITTZIOLTTZSTOILJOSTIJJJOTSSJOO",
    "OISTZLJZLOIJSTJSZTIOLLITZJOSSJOI",
];

#[test]
fn a_piece_that_fits_nowhere_at_the_top_ends_the_article_game() {
    let rules = DropRules::article(4, 4).unwrap();
    let mut game = DropGame::new(rules, PieceList::new([Piece::O; 9]), LineScore);
    // Always in the middle: two squares fill it, and no third fits beside them.
    while let Some(landing) = game.landings().find(|landing| landing.corner().x == 1) {
        game.play(landing).unwrap();
    }
    assert_eq!((game.end(), game.pieces()), (Some(End::NoRoom), 2));
    assert_eq!(game.field().to_string(), ".##.\n.##.\n.##.\n.##.");
}

#[test]
fn illegal_landings_are_refused_and_change_nothing() {
    let rules = DropRules::article(10, 20).unwrap();
    let mut game = DropGame::new(rules, PieceList::new([Piece::T]), LineScore);
    let before = game.stable_hash();
    let refused = [
        Landing::new(Piece::O, Rotation::N, 0, 0),
        Landing::new(Piece::T, Rotation::N, 4, 1),
        Landing::new(Piece::T, Rotation::N, 0, 0),
        Landing::new(Piece::T, Rotation::N, 9, 0),
        Landing::new(Piece::T, Rotation::N, -100, 0),
        Landing::new(Piece::T, Rotation::N, 100, 127),
        Landing::new(Piece::T, Rotation::S, 4, 0),
    ];
    for landing in refused {
        assert!(game.play(landing).is_err(), "{landing:?}");
        assert_eq!(game.stable_hash(), before);
    }
    assert_eq!(game.play(refused[0]).unwrap_err().to_string(), "the piece to place is T, not O");
    let lines = game.play(Landing::new(Piece::T, Rotation::N, 4, 0)).map(|Clear { lines, .. }| lines);
    assert_eq!(lines, Ok(0));
    assert_eq!(game.end(), Some(End::OutOfPieces));
    assert_eq!(game.play(refused[1]), Err(IllegalLanding::NoPiece));
}

#[test]
fn top_out_rules_differ() {
    // A wall of 18 rows with a gap on the right; a vertical I on top of it.
    let mut rows = vec!["#########."; 18];
    rows[0] = "####......";
    let field = Field::from_rows(rows, 22).unwrap();
    let upright = Landing::from_corner(Piece::I, Rotation::E, 0, 18);
    let outcome = |rules: DropRules, landing: Landing| {
        let mut field = field;
        rules.lock(&mut field, &landing.placed().unwrap())
    };
    let rules = |top_out| DropRules::new(10, 22, 20, Entry::Top, top_out).unwrap();
    assert_eq!(outcome(rules(TopOut::OVERFLOW), upright), (0, true));
    assert_eq!(outcome(rules(TopOut::HIDDEN_ROWS), upright), (0, true));
    assert_eq!(outcome(rules(TopOut::LOCK_OUT), upright), (0, false));
    let above = Landing::from_corner(Piece::O, Rotation::N, 0, 20);
    assert_eq!(outcome(rules(TopOut::LOCK_OUT), above), (0, true));
    assert_eq!(outcome(rules(TopOut::BLOCK_OUT), above), (0, false));
}

#[test]
fn bad_fields_say_why() {
    let message = |rows: &[&str]| Field::from_rows(rows.iter().copied(), 20).unwrap_err().to_string();
    assert_eq!(message(&["....", "..."]), "row 2 has 3 cells where the first row has 4");
    assert_eq!(message(&["..."]), "a field is 4 to 16 columns wide, not 3");
    assert_eq!(message(&[""]), "a field is 4 to 16 columns wide, not 0");
    assert_eq!(message(&["................."]), "a field is 4 to 16 columns wide, not 17");
    assert_eq!(message(&["...."; 21]), "a field is 1 to 64 rows high, not 21");
    assert!("".parse::<Field>().is_err());
    assert!(Field::new(10, 65).is_err() && Field::new(10, 0).is_err());
    assert_eq!(
        "T?".parse::<Piece>().unwrap_err().to_string(),
        "'?' at position 2 is no piece; the pieces are I O T S Z J L"
    );
    assert!(
        DropRules::article(10, 61).is_err()
            && DropRules::new(10, 20, 21, Entry::Top, TopOut::empty()).is_err()
    );
    assert!(Piece::parse_list("IOX").is_err());
    let refused = |height| DropRules::article(10, height).unwrap_err().to_string();
    assert_eq!(refused(61), "a game is 1 to 60 rows high, not 61");
    assert_eq!(refused(0), "a game is 1 to 60 rows high, not 0");
    assert_eq!(DropRules::lee(10, 2).unwrap_err().to_string(), "0 of 2 rows cannot be the visible ones");
}

#[cfg(feature = "serde")]
#[test]
fn states_are_checked_when_read() {
    let bag = serde_json::to_string(&SevenBag::new(1, 0)).unwrap();
    assert_eq!(serde_json::from_str::<SevenBag>(&bag).unwrap(), SevenBag::new(1, 0));
    assert!(serde_json::from_str::<SevenBag>(&bag.replace("\"dealt\":7", "\"dealt\":9")).is_err());
    assert!(serde_json::from_str::<SevenBag>(&bag.replace("\"I\"", "\"O\"")).is_err());
    assert!(serde_json::from_str::<Field>(r#"{"height":0,"rows":"...."}"#).is_err());
    assert!(serde_json::from_str::<Field>(r#"{"height":9,"rows":"...\n...."}"#).is_err());
}

/// A piece beyond the wall loses the cells there, and nothing else changes.
#[test]
fn locks_stay_inside() {
    let mut field = Field::new(4, 4).unwrap();
    field.lock(&Placed::new(Silhouette::of(Piece::I, Rotation::N), 2, 0));
    assert_eq!(field.to_string(), "....\n....\n....\n..##");
    assert_eq!(field.all_columns()[4..], [0; 12]);
}

#[test]
fn wide_shapes_drop_too() {
    let bar: grid_core::Polyomino = "########".parse().unwrap();
    let bar = Silhouette::from_shape(&bar).unwrap();
    let field = Field::from_rows(["#..............."], 20).unwrap();
    assert_eq!(field.drop(&bar, 0, Entry::Top), Some(1));
    assert_eq!(field.drop(&bar, 1, Entry::Top), Some(0));
    assert_eq!(field.drop(&bar, 9, Entry::Top), None);
    assert_eq!(Placed::new(&bar, 8, 63).columns().count(), 8);
    let long: grid_core::Polyomino = "#########".parse().unwrap();
    assert_eq!(Silhouette::from_shape(&long), None);
    let gap: grid_core::Polyomino = "#.#".parse().unwrap();
    assert_eq!(Silhouette::from_shape(&gap), None);
}

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync + Unpin>() {}
    check::<Field>();
    check::<Landing>();
    check::<RotationSystem>();
    check::<DropGame<SevenBag, LineScore>>();
    check::<tetromino::FieldError>();
}
