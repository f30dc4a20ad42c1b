//! Tilings: the case files, masks against exact cover, symmetry, feasibility.

use std::collections::BTreeSet;

use exact_cover::tiling::{Copies, Feasibility, Laid, Method, Obstacles, Piece, Tiling, TilingSearch};
use exact_cover::{CountMethod, CountOptions, models};
use grid_core::{Budget, Cell, Orientations, Polyomino, Region, Stop, Stream, Symmetry, polyominoes};
use serde_json::Value;

const METHODS: [Method; 2] = [Method::Masks, Method::ExactCover];

fn load(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn sorted(search: TilingSearch) -> Vec<Vec<Laid>> {
    let mut all: Vec<Vec<Laid>> = search
        .map(|mut laid| {
            laid.sort();
            laid
        })
        .collect();
    all.sort();
    all
}

#[test]
fn case_file() {
    let file = load("tilings.json");
    for case in file["cases"].as_array().unwrap() {
        let rows: Vec<&str> =
            case["region"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
        let region: Region = rows.join("\n").parse().unwrap();
        let reflections = case["reflections"].as_bool().unwrap();
        let policy =
            if reflections { Orientations::RotationsAndReflections } else { Orientations::Rotations };
        let piece = |piece: &Value| {
            let cells: Vec<(i32, i32)> = serde_json::from_value(piece["cells"].clone()).unwrap();
            let shape = Polyomino::new(cells.iter().map(|&(row, column)| Cell::new(column, -row))).unwrap();
            Piece::new(shape, policy).with_copies(Copies::Exactly(piece["copies"].as_u64().unwrap() as u32))
        };
        let pieces = case["pieces"].as_array().unwrap().iter().map(piece).collect();
        let tiling = Tiling::new(region, pieces).unwrap();
        let count = case["count"].as_u64().unwrap();
        assert_eq!(tiling.count(), count, "{}", case["id"]);
        for method in METHODS {
            let all = sorted(TilingSearch::with_method(&tiling, method));
            assert_eq!(all.len() as u64, count, "{} {method:?}", case["id"]);
            assert!(all.iter().all(|laid| tiling.is_tiling(laid)));
        }
    }
}

/// A board and pieces of any kind, sometimes split ones, sometimes unlimited, with
/// not too many tilings to list.
fn random_tiling(stream: &mut Stream) -> Tiling {
    loop {
        let tiling = any_tiling(stream);
        if tiling.problem().0.count() < 2000u64.into() {
            return tiling;
        }
    }
}

fn any_tiling(stream: &mut Stream) -> Tiling {
    let (width, height) = (1 + stream.below(5) as usize, 1 + stream.below(5) as usize);
    let mut region = Region::rectangle(width, height).unwrap();
    for _ in 0..stream.below(4) {
        region.remove(Cell::new(stream.below(5) as i32, stream.below(5) as i32));
    }
    let policies = [Orientations::Fixed, Orientations::Rotations, Orientations::RotationsAndReflections];
    let mut pieces = Vec::new();
    for _ in 0..1 + stream.below(4) {
        let area = 1 + stream.below(4) as usize;
        let shapes = polyominoes(area, Orientations::Rotations);
        let shape = if stream.below(8) == 0 {
            Polyomino::new([Cell::new(0, 0), Cell::new(1, 1)]).unwrap()
        } else {
            shapes[stream.below(shapes.len() as u32) as usize].clone()
        };
        let copies = match stream.below(4) {
            0 => Copies::Unlimited,
            1 => {
                let lo = stream.below(3);
                Copies::Between(lo, lo + stream.below(3))
            }
            _ => Copies::Exactly(stream.below(4)),
        };
        let policy = policies[stream.below(3) as usize];
        pieces.push(Piece::new(shape, policy).with_copies(copies));
    }
    Tiling::new(region, pieces).unwrap()
}

#[test]
fn methods_agree_and_no_obstacle_lies() {
    let (mut solvable, mut refused) = (0, 0);
    for seed in 0..2000 {
        let tiling = random_tiling(&mut Stream::new(seed, "tilings", 0));
        let (problem, placements) = tiling.problem();
        let mut truth: Vec<Vec<Laid>> =
            problem.solutions().map(|solution| tiling.laid(&placements, &solution)).collect();
        truth.iter_mut().for_each(|laid| laid.sort());
        truth.sort();
        for method in METHODS {
            let found = sorted(TilingSearch::with_method(&tiling, method));
            assert_eq!(found, truth, "seed {seed}, {method:?}");
        }
        assert!(truth.iter().all(|laid| tiling.is_tiling(laid)));
        for method in [CountMethod::Layers, CountMethod::Search] {
            let counted = tiling.count_within(&CountOptions::default().with_method(method));
            assert_eq!(counted.count, truth.len() as u64, "seed {seed}");
        }
        let possible = Feasibility::of(&tiling).is_possible();
        assert!(possible || truth.is_empty(), "seed {seed}: {}", Feasibility::of(&tiling).obstacles());
        solvable += usize::from(!truth.is_empty());
        refused += usize::from(!possible);
        assert_eq!(
            sorted(TilingSearch::distinct(&tiling, Method::Masks)).len(),
            classes(&tiling, &truth),
            "seed {seed}"
        );
        assert_eq!(
            sorted(TilingSearch::distinct(&tiling, Method::ExactCover)).len(),
            classes(&tiling, &truth),
            "seed {seed}"
        );
    }
    assert!(solvable > 250 && refused > 250, "{solvable} solvable, {refused} refused");
}

/// The number of classes of tilings by definition: pictures of images of pieces,
/// moved by each symmetry of the region that leads the piece set to itself.
fn classes(tiling: &Tiling, all: &[Vec<Laid>]) -> usize {
    let region = tiling.region();
    let images = |piece: usize| tiling.images(piece).iter().cloned().collect::<BTreeSet<_>>();
    // For each symmetry a way to exchange pieces, each with itself where possible.
    let exchange = |symmetry: Symmetry| {
        let mut taken = BTreeSet::new();
        let mut map = Vec::new();
        for piece in 0..tiling.pieces().len() {
            let turned: BTreeSet<_> = images(piece).iter().map(|image| image.transformed(symmetry)).collect();
            let copies = tiling.pieces()[piece].copies;
            let other = std::iter::once(piece).chain(0..tiling.pieces().len()).find(|&other| {
                !taken.contains(&other) && tiling.pieces()[other].copies == copies && images(other) == turned
            })?;
            taken.insert(other);
            map.push(other);
        }
        Some(map)
    };
    type Picture = BTreeSet<(usize, Vec<Cell>)>;
    let picture = |laid: &[Laid], symmetry: Symmetry, map: &[usize]| -> Picture {
        let moved = |cell| symmetry.apply_in_frame(cell, region.width() as i32, region.height() as i32);
        let one = |one: &Laid| {
            let mut cells: Vec<Cell> = tiling.cells(*one).map(moved).collect();
            cells.sort();
            (map[one.piece], cells)
        };
        laid.iter().map(one).collect()
    };
    let motions: Vec<(Symmetry, Vec<usize>)> =
        region.symmetries().into_iter().filter_map(|s| Some((s, exchange(s)?))).collect();
    let least = |laid: &Vec<Laid>| motions.iter().map(|(s, map)| picture(laid, *s, map)).min();
    all.iter().map(least).collect::<BTreeSet<_>>().len()
}

/// Source: Knuth, "Dancing links", 2000; Haselgrove, 1960; Scott, 1958.
#[test]
fn published_pentomino_counts() {
    let rectangle = |w, h| models::pentominoes(Region::rectangle(w, h).unwrap()).unwrap();
    for (w, h, distinct) in [(3, 20, 2), (4, 15, 368), (12, 5, 1010)] {
        assert_eq!(rectangle(w, h).distinct().count(), distinct, "{w}×{h}");
    }
    let mut holes = Region::rectangle(8, 8).unwrap();
    for (x, y) in [(3, 3), (3, 4), (4, 3), (4, 4)] {
        holes.remove(Cell::new(x, y));
    }
    let board = models::pentominoes(holes).unwrap();
    assert_eq!((board.solutions().count(), board.distinct().count()), (520, 65));
    assert_eq!(board.distinct().map(|laid| laid.len()).max(), Some(12));
}

/// Source: the case file, OEIS A174248 and Kasteleyn, 1961.
#[test]
fn structured_cases() {
    let file = load("structured.json");
    let size = |name: &str| {
        let (w, h) = name.split_once('x').unwrap();
        Region::rectangle(w.parse().unwrap(), h.parse().unwrap()).unwrap()
    };
    let any = |area| {
        let policy = Orientations::RotationsAndReflections;
        let unlimited = |shape| Piece::new(shape, policy).with_copies(Copies::Unlimited);
        polyominoes(area, policy).into_iter().map(unlimited).collect::<Vec<_>>()
    };
    for (key, area) in [("domino", 2), ("tetromino_any", 4)] {
        for case in file[key].as_array().unwrap() {
            let tiling = Tiling::new(size(case["board"].as_str().unwrap()), any(area)).unwrap();
            assert_eq!(tiling.count(), case["count"].as_u64().unwrap(), "{case}");
        }
    }
    assert_eq!(Tiling::new(size("4x10"), any(4)).unwrap().count(), 796_558);
    for case in file["polyomino_counts"].as_array().unwrap() {
        let n = case["n"].as_u64().unwrap() as usize;
        let policies = [Orientations::Fixed, Orientations::Rotations, Orientations::RotationsAndReflections];
        for (policy, key) in policies.into_iter().zip(["fixed", "one_sided", "free"]) {
            assert_eq!(polyominoes(n, policy).len() as u64, case[key].as_u64().unwrap());
        }
    }
    let number = |case: &Value, key: &str| case[key].as_u64().unwrap();
    for case in file["queens"].as_array().unwrap() {
        let queens = models::queens(number(case, "n") as usize).unwrap();
        assert_eq!(queens.count(), number(case, "count"));
    }
    for case in file["langford"].as_array().unwrap() {
        let langford = models::langford(number(case, "n") as usize).unwrap();
        assert_eq!(langford.count(), number(case, "count"));
    }
    for case in file["latin"].as_array().unwrap() {
        let latin = models::latin_squares(number(case, "n") as usize, &[]).unwrap();
        assert_eq!(latin.count(), number(case, "count"));
    }
}

/// All regions within 4 × 4 cells against all sets of at most four tetrominoes:
/// the condition for the checkerboard is (B − W)/2 ≡ #T (mod 2), |B − W| ≤ 2·#T,
/// and never refuses a region that has a tiling.
#[test]
fn tetromino_parity_is_right() {
    let policy = Orientations::RotationsAndReflections;
    let shapes = polyominoes(4, policy);
    let t: Polyomino = "###\n.#.".parse().unwrap();
    let t = shapes.iter().position(|shape| *shape == t.canonical(policy)).unwrap();
    let (mut odd_numbers, mut checked) = (0, 0);
    for mask in 1u32..1 << 16 {
        let area = mask.count_ones() as usize;
        // Every region of four cells, and a sample of the larger ones.
        if area % 4 != 0 || (area > 4 && grid_core::mix64(u64::from(mask)) % 97 != 0) {
            continue;
        }
        let mut region = Region::blank(4, 4).unwrap();
        (0..16).filter(|bit| mask >> bit & 1 != 0).for_each(|bit| {
            region.insert(Cell::new(bit % 4, bit / 4));
        });
        let difference: i32 = region.iter().map(|cell| 1 - 2 * ((cell.x + cell.y) & 1)).sum();
        for set in multisets(shapes.len(), area / 4) {
            let ts = set[t] as i32;
            let pieces = shapes.iter().zip(&set);
            let pieces = pieces.map(|(s, &n)| Piece::new(s.clone(), policy).with_copies(Copies::Exactly(n)));
            let tiling = Tiling::new(region.clone(), pieces.collect()).unwrap();
            let obstacles = Feasibility::of(&tiling).obstacles();
            let allowed = difference.abs() <= 2 * ts && (difference / 2 - ts) % 2 == 0;
            assert_eq!(!obstacles.contains(Obstacles::CHECKERBOARD), allowed, "{region} {set:?}");
            let solvable = tiling.problem().0.is_solvable();
            assert!(!solvable || obstacles.is_empty(), "{region} {set:?}: {obstacles}");
            checked += 1;
            odd_numbers += usize::from(solvable && area / 4 % 2 == 1);
        }
    }
    // Odd numbers of pieces can be right: parity of the number says nothing.
    assert!(odd_numbers > 100 && checked > 10_000, "{odd_numbers} of {checked}");
}

fn multisets(kinds: usize, size: usize) -> Vec<Vec<u32>> {
    if kinds == 0 {
        return if size == 0 { vec![vec![]] } else { vec![] };
    }
    let mut all = Vec::new();
    for first in 0..=size {
        for mut rest in multisets(kinds - 1, size - first) {
            rest.insert(0, first as u32);
            all.push(rest);
        }
    }
    all
}

#[test]
fn reflections_change_the_count() {
    let s: Polyomino = ".##\n##.".parse().unwrap();
    let region: Region = "##.\n.##".parse().unwrap();
    let board = |policy| Tiling::new(region.clone(), vec![Piece::new(s.clone(), policy)]).unwrap();
    assert!(board(Orientations::Rotations).first().is_none());
    assert!(board(Orientations::RotationsAndReflections).first().is_some());
}

#[test]
fn interrupted_searches_go_on() {
    for seed in 0..300 {
        let tiling = random_tiling(&mut Stream::new(seed, "tilings", 1));
        for method in METHODS {
            let whole: Vec<_> = TilingSearch::with_method(&tiling, method).collect();
            let mut search = TilingSearch::with_method(&tiling, method);
            let mut found = Vec::new();
            loop {
                match search.advance(&mut Budget::nodes(1).meter()) {
                    Ok(true) => found.push(search.laid()),
                    Ok(false) => break,
                    Err(stop) => assert_eq!(stop, Stop::NodeBudget),
                }
            }
            assert_eq!(found, whole, "seed {seed}, {method:?}");
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    for seed in 0..200 {
        let tiling = random_tiling(&mut Stream::new(seed, "tilings", 2));
        for method in METHODS {
            let whole = TilingSearch::with_method(&tiling, method).run_count(&Budget::unlimited());
            let shared = TilingSearch::with_method(&tiling, method).run_count_parallel(&Budget::unlimited());
            assert_eq!(whole.statistics.solutions, shared.statistics.solutions, "seed {seed}");
        }
    }
    let board = models::pentominoes(Region::rectangle(15, 4).unwrap()).unwrap();
    let report = TilingSearch::new(&board).run_count_parallel(&Budget::unlimited());
    assert_eq!(report.statistics.solutions, 1472);
}
