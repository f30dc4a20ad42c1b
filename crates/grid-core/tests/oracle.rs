//! Slow, obvious twins of what grid-core computes cleverly.

use std::collections::BTreeSet;

use grid_core::{BitBoard, Bits, Cell, Orientations, Polyomino, Region, Stream, Symmetry, Wide, polyominoes};
use proptest::prelude::*;

/// The fewest rectangles by trying every rectangle at the first cell.
fn min_rectangles(cells: &BTreeSet<Cell>, best: usize) -> usize {
    let Some(&first) = cells.iter().next() else {
        return 0;
    };
    if best == 0 {
        return 1;
    }
    let mut best = best;
    let mut width_limit = i32::MAX;
    for height in 1.. {
        let row = first.y + height - 1;
        let run = (0..width_limit).take_while(|&dx| cells.contains(&Cell::new(first.x + dx, row))).count();
        width_limit = run as i32;
        if run == 0 {
            return best;
        }
        for width in 1..=width_limit {
            let inside = |c: &Cell| {
                (first.x..first.x + width).contains(&c.x) && (first.y..first.y + height).contains(&c.y)
            };
            let rest = cells.iter().copied().filter(|c| !inside(c)).collect();
            best = best.min(1 + min_rectangles(&rest, best - 1));
        }
    }
    best
}

fn check_rectangles(shape: &Polyomino) {
    let cells: BTreeSet<Cell> = shape.cells().iter().copied().collect();
    assert_eq!(shape.min_rectangles(), min_rectangles(&cells, cells.len()), "{shape}");
}

#[test]
fn fewest_rectangles_of_all_small_shapes() {
    for area in 1..=7 {
        for shape in polyominoes(area, Orientations::RotationsAndReflections) {
            check_rectangles(&shape);
        }
    }
}

#[test]
fn fewest_rectangles_of_random_cells_even_if_they_touch_at_corners() {
    let mut stream = Stream::new(3, "rectangles", 0);
    for _ in 0..1500 {
        let cells = (0..25).filter(|_| stream.below(5) < 3).map(|i| Cell::new(i % 5, i / 5));
        if let Ok(shape) = Polyomino::new(cells.collect::<Vec<_>>()) {
            check_rectangles(&shape);
        }
    }
}

#[test]
fn published_numbers_of_polyominoes() {
    // OEIS A001168 (fixed), A000988 (one-sided), A000105 (free).
    let table = [
        (Orientations::Fixed, [1, 2, 6, 19, 63, 216, 760, 2725]),
        (Orientations::Rotations, [1, 1, 2, 7, 18, 60, 196, 704]),
        (Orientations::RotationsAndReflections, [1, 1, 2, 5, 12, 35, 108, 369]),
    ];
    for (policy, counts) in table {
        for (area, count) in (1..).zip(counts) {
            let shapes = polyominoes(area, policy);
            assert_eq!(shapes.len(), count, "{policy:?} {area}");
            assert!(shapes.iter().all(|s| s.is_connected() && s.area() == area));
        }
    }
    assert!(polyominoes(0, Orientations::Fixed).is_empty());
}

#[test]
fn orientations_times_symmetries_is_eight() {
    for shape in polyominoes(6, Orientations::RotationsAndReflections) {
        let images = shape.orientations(Orientations::RotationsAndReflections);
        assert_eq!(images.len() * shape.symmetries().len(), 8, "{shape}");
        let one_sided = shape.orientations(Orientations::Rotations).len();
        assert_eq!(shape.is_chiral(), images.len() == 2 * one_sided, "{shape}");
    }
}

/// A bool grid that does what a bit board does.
#[derive(Clone, PartialEq, Debug)]
struct Grid<const W: usize, const H: usize>([[bool; W]; H]);

impl<const W: usize, const H: usize> Grid<W, H> {
    fn of<B: Bits>(board: BitBoard<W, H, B>) -> Self {
        Self(std::array::from_fn(|y| std::array::from_fn(|x| board.contains(x, y))))
    }

    fn at(&self, x: i32, y: i32) -> bool {
        (0..W as i32).contains(&x) && (0..H as i32).contains(&y) && self.0[y as usize][x as usize]
    }

    fn shift(&self, dx: i32, dy: i32) -> Self {
        Self(std::array::from_fn(|y| std::array::from_fn(|x| self.at(x as i32 - dx, y as i32 - dy))))
    }
}

fn check_board<const W: usize, const H: usize, B: Bits>(words: &[u64], dx: i32, dy: i32) {
    let board = BitBoard::<W, H, B>::from_bits(B::from_words(words));
    let grid = Grid::of(board);
    for (moved, dx, dy) in [
        (board.north(), 0, 1),
        (board.south(), 0, -1),
        (board.east(), 1, 0),
        (board.west(), -1, 0),
        (board.shift(dx, dy), dx, dy),
    ] {
        assert_eq!(Grid::of(moved), grid.shift(dx, dy), "{board} by {dx}, {dy}");
    }
    assert_eq!(board.to_string().parse(), Ok(board));
    assert_eq!(board.len() as usize, board.iter().count());
    let region: Region = board.to_string().parse().expect("a drawing");
    let components: Vec<Vec<usize>> =
        board.components().map(|c| c.iter().map(|(x, y)| y * W + x).collect()).collect();
    let expected: Vec<Vec<usize>> = region.components().iter().map(|c| c.iter().collect()).collect();
    assert_eq!(components, expected, "{board}");
    let isolated: Vec<Cell> = board.isolated().iter().map(|(x, y)| Cell::new(x as i32, y as i32)).collect();
    assert_eq!(isolated, region.isolated().collect::<Vec<_>>(), "{board}");
}

proptest! {
    #[test]
    fn boards_move_like_grids(words in prop::array::uniform8(any::<u64>()), dx in -12..12, dy in -12..12) {
        check_board::<8, 8, u64>(&words, dx, dy);
        check_board::<1, 9, u64>(&words, dx, dy);
        check_board::<10, 12, u128>(&words, dx, dy);
        check_board::<10, 40, Wide<7>>(&words, dx, dy);
    }

    #[test]
    fn placements_are_all_and_distinct(bits in any::<u64>(), pick in 0usize..35) {
        let board = BitBoard::<8, 8>::from_bits(bits | bits.rotate_left(9));
        let region: Region = board.to_string().parse().unwrap();
        let shapes = polyominoes(4, Orientations::RotationsAndReflections);
        let shape = &shapes[pick % shapes.len()];
        let policy = Orientations::RotationsAndReflections;
        let found = region.placements(shape, policy);
        let sets: BTreeSet<Vec<usize>> = found.iter().map(|p| p.cells.iter().collect()).collect();
        prop_assert_eq!(sets.len(), found.len());
        // Every set of four cells that has the shape, by brute force over the images.
        let mut expected = BTreeSet::new();
        for symmetry in Symmetry::ALL {
            for dx in -8..16 {
                for dy in -8..16 {
                    let cells: Vec<Cell> = shape.cells().iter().map(|&c| symmetry.apply(c).offset(dx, dy)).collect();
                    if cells.iter().all(|&c| region.contains(c)) {
                        let mut set: Vec<usize> = cells.iter().map(|&c| region.index(c).unwrap()).collect();
                        set.sort_unstable();
                        expected.insert(set);
                    }
                }
            }
        }
        prop_assert_eq!(sets, expected);
    }

    #[test]
    fn region_symmetries_form_a_group(bits in any::<u16>()) {
        let board = BitBoard::<4, 4>::from_bits(u64::from(bits));
        let region: Region = board.to_string().parse().unwrap();
        let group = region.symmetries();
        for &a in &group {
            prop_assert!(group.contains(&a.inverse()));
            for &b in &group {
                prop_assert!(group.contains(&a.then(b)));
            }
        }
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(region.transformed(symmetry).transformed(symmetry.inverse()), region.clone());
        }
    }
}
