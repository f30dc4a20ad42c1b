//! The fast searches against a slow, obvious one, on thousands of random
//! problems.

mod common;

use common::{brute_force, random_problem};
use exact_cover::{OptionId, Search, Structure};
use grid_core::{Budget, Stop, Stream};

const STRUCTURES: [Structure; 3] = [Structure::Links, Structure::Cells, Structure::Masks];

fn sorted(mut solutions: Vec<Vec<OptionId>>) -> Vec<Vec<OptionId>> {
    solutions.sort();
    solutions
}

/// Same solutions as the definition, and the same order and nodes in every
/// structure.
#[test]
fn structures_agree_with_the_definition() {
    let mut solved = 0;
    for seed in 0..6000 {
        let problem = random_problem(&mut Stream::new(seed, "oracle", 0));
        let truth = sorted(brute_force(&problem));
        solved += usize::from(!truth.is_empty());
        let mut reports = Vec::new();
        for structure in STRUCTURES {
            let mut search = Search::with_structure(&problem, structure);
            let found: Vec<_> = search.by_ref().collect();
            assert!(found.iter().all(|s| problem.is_solution(s)), "seed {seed}, {structure:?}");
            assert_eq!(sorted(found.clone()), truth, "seed {seed}, {structure:?}");
            reports.push((found, search.statistics()));
        }
        assert!(reports.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed}");
    }
    assert!(solved > 1500, "{solved} problems had a solution");
}

/// Interrupted after every few nodes, forked, or counted: always the same.
#[test]
fn interrupted_and_split_searches_agree() {
    for seed in 0..400 {
        let problem = random_problem(&mut Stream::new(seed, "oracle", 1));
        for structure in STRUCTURES {
            let whole: Vec<_> = Search::with_structure(&problem, structure).collect();
            let nodes = {
                let mut search = Search::with_structure(&problem, structure);
                search.run_count(&Budget::unlimited()).statistics.nodes
            };
            let mut search = Search::with_structure(&problem, structure);
            let mut pieces = Vec::new();
            let mut rest = Stream::new(seed, "pieces", 0);
            loop {
                let budget = Budget::nodes(u64::from(rest.below(4)) + 1);
                match search.advance(&mut budget.meter()) {
                    Ok(true) => pieces.push(search.solution()),
                    Ok(false) => break,
                    Err(stop) => assert_eq!(stop, Stop::NodeBudget),
                }
            }
            assert_eq!(pieces, whole, "seed {seed}, {structure:?}");
            assert_eq!(search.statistics().nodes, nodes, "seed {seed}, {structure:?}");
            for parts in [1, 3, 20] {
                let mut search = Search::with_structure(&problem, structure);
                let mut split = search.split(parts);
                let forked: Vec<_> = split.iter_mut().flat_map(|part| part.by_ref()).collect();
                assert_eq!(forked, whole, "seed {seed}, {structure:?}, {parts} parts");
                let sum: u64 = split.iter().map(|part| part.statistics().nodes).sum();
                assert_eq!(sum + search.statistics().nodes, nodes, "seed {seed}, {structure:?}");
            }
        }
    }
}
