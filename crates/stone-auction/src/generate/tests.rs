//! Generated games are as promised, and never change.

use super::*;
use crate::rules::placement::check_placements;

#[test]
fn scenarios_are_valid_and_proven() {
    for family in Family::ALL {
        for seed in 0..8 {
            let config = GeneratorConfig::new(family);
            let generated = generate_scenario(&config, seed);
            assert_eq!(generated, generate_scenario(&config, seed));
            let scenario = &generated.scenario;
            let supply = scenario.opening_market().supply;
            let proof = generated.full_wall.unwrap();
            let score = check_placements(scenario.wall(), scenario.catalogue(), &supply, &proof).unwrap();
            assert_eq!(score.area, scenario.wall().len() as u64);
            let area = scenario.catalogue().total_area(&supply) * 100 / (6 * scenario.wall().len() as u64);
            let (low, high) = match family {
                Family::Scarce => (80, 115),
                Family::Medium => (100, 140),
                Family::Rich => (140, 210),
            };
            assert!((low..=high).contains(&area), "{family:?} {seed}: {area}");
        }
    }
}

#[test]
fn raggedness_shows_in_the_shapes() {
    let mean = |raggedness| {
        let config = GeneratorConfig { raggedness, full_wall: false, ..GeneratorConfig::default() };
        let mut parts = 0;
        let mut cells = 0;
        for seed in 0..20 {
            for kind in generate_scenario(&config, seed).scenario.kinds() {
                parts += kind.shape.min_rectangles();
                cells += kind.shape.area();
            }
        }
        parts as f64 / cells as f64
    };
    assert!(mean(0) * 1.2 < mean(100), "{} {}", mean(0), mean(100));
}

#[test]
fn any_numbers_give_a_scenario() {
    for (teams, width, height) in [(0, (0, 0), (0, 0)), (1000, (90, 3), (2, 2)), (3, (4, 4), (3, 3))] {
        let config = GeneratorConfig { teams, width, height, full_wall: false, ..GeneratorConfig::default() };
        let scenario = generate_scenario(&config, 1).scenario;
        assert!((1..=64).contains(&scenario.teams().len()));
    }
}

#[test]
fn planted_puzzles_have_their_solution() {
    for seed in 0..20 {
        let puzzle = plant_puzzle(48 + seed as u32 * 33 / 19, 10 + seed as u32 / 2, seed);
        let score = check_placements(&puzzle.wall, &puzzle.stones, &puzzle.stock, &puzzle.solution).unwrap();
        assert_eq!(score.area, puzzle.wall.len() as u64);
    }
    for (cells, parts) in [(0, 0), (1, 9), (2, 1), (5, 5), (97, 20), (1024, 1), (5000, 300)] {
        let puzzle = plant_puzzle(cells, parts, 3);
        assert_eq!(puzzle.wall.len() as u32, cells.clamp(1, 1024));
    }
}
