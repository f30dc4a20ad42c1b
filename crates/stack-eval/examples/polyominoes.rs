//! Games with triominoes, tetrominoes or pentominoes, and weights tuned for them:
//! `polyominoes CELLS WIDTH HEIGHT GAMES` plays, with ` GENERATIONS CAP TRIALS` it tunes too,
//! by CMA-ES from the weights that there are, on seeds other than those of the games.

use std::error::Error;

use grid_core::Budget;
use stack_eval::tune::{Method, Settings, Tuner};
use stack_eval::{Lifetimes, PolyominoMarathon, SetEvaluator, WeightSet};
use tetromino::{DropRules, PieceSet};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers = std::env::args().skip(1).map(|number| number.parse());
    let numbers: Vec<u64> = numbers.collect::<Result<_, _>>()?;
    let usual = [5, 10, 20, 100];
    let [cells, width, height, games] =
        std::array::from_fn(|at| numbers.get(at).copied().unwrap_or(usual[at]));
    let set = PieceSet::one_sided(cells as usize)?;
    println!("{set}");
    let rules = DropRules::simplified(width as usize, height as usize)?;
    let marathon = PolyominoMarathon::new(&set, rules, 0);
    let report = |name: &str, weights: &WeightSet| {
        let judge = SetEvaluator::new(weights.clone());
        let results: Vec<_> =
            (0..games).map(|game| marathon.play(&judge, game, &Budget::nodes(100_000))).collect();
        if let Some(lives) = Lifetimes::of(&results) {
            println!("{name}: {:?} lines a death, 95 % {:.1} to {:?}", lives.mean, lives.low, lives.high);
        }
    };
    for name in ["lee", "bcts", "dt10"] {
        report(name, &WeightSet::named(name)?);
    }
    let weights = PolyominoMarathon::weights();
    report("ours", &weights);
    if let &[_, _, _, _, generations, cap, trials] = numbers.as_slice() {
        let trials = u32::try_from(trials)?;
        let settings = Settings { population: Some(14), trials, ..Settings::default() };
        let start = weights.weights()[..PolyominoMarathon::FEATURES.len()].to_vec();
        let length = start.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
        let start: Vec<f64> = start.iter().map(|weight| weight / length).collect();
        let spread = vec![0.15; start.len()];
        let mut tuner = Tuner::new(Method::CmaEs, start, spread, settings)?;
        for _ in 0..generations {
            let budget = Budget::unlimited();
            let last = tuner.step(&marathon.with_cap(cap), &budget)?;
            println!("{} best {:.1} mean {:.1} spread {:.3}", last.number, last.best, last.mean, last.spread);
        }
        let tuned = PolyominoMarathon::set(&tuner.point())?;
        println!("{:.4?}", tuned.weights());
        report("tuned", &tuned);
    }
    Ok(())
}
