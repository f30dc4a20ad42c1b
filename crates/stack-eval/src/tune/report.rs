//! A run as a table and as a picture.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use grid_core::svg::{PALETTE, Svg};

use super::Generation;

/// One line for each generation, with a head: `generation,best,mean,median,deviation,
/// spread,trials` and then the point.
///
/// ```
/// assert!(stack_eval::tune::to_csv(&[]).starts_with("generation,best,mean"));
/// ```
#[must_use]
pub fn to_csv(generations: &[Generation]) -> String {
    let mut text = String::from("generation,best,mean,median,deviation,spread,trials");
    let axes = generations.first().map_or(0, |first| first.point.len());
    for axis in 0..axes {
        let _ = write!(text, ",x{axis}");
    }
    text.push('\n');
    for one in generations {
        let Generation { number, best, mean, median, deviation, spread, trials, point } = one;
        let _ = write!(text, "{number},{best},{mean},{median},{deviation},{spread},{trials}");
        point.iter().for_each(|value| {
            let _ = write!(text, ",{value}");
        });
        text.push('\n');
    }
    text
}

/// Best, mean and median score by generation as curves, over a logarithmic scale
/// where all scores are positive.
///
/// ```
/// assert!(stack_eval::tune::to_svg(&[]).starts_with("<svg"));
/// ```
#[must_use]
pub fn to_svg(generations: &[Generation]) -> String {
    const WIDTH: f64 = 640.0;
    const HEIGHT: f64 = 360.0;
    const LEFT: f64 = 70.0;
    const BOTTOM: f64 = 30.0;
    let mut svg = Svg::new(WIDTH, HEIGHT);
    svg.rect(0.0, 0.0, WIDTH, HEIGHT, "#ffffff");
    type Curve = (&'static str, fn(&Generation) -> f64);
    let curves: [Curve; 3] =
        [("best", |one| one.best), ("mean", |one| one.mean), ("median", |one| one.median)];
    let values = || curves.iter().flat_map(|(_, of)| generations.iter().map(of));
    let logarithmic = values().all(|value| value > 0.0);
    let scale = |value: f64| if logarithmic { libm::log10(value) } else { value };
    let low = values().map(scale).fold(f64::INFINITY, f64::min);
    let high = values().map(scale).fold(f64::NEG_INFINITY, f64::max);
    if low.is_finite() && high.is_finite() {
        let height = (high - low).max(1e-9);
        let y = |value: f64| HEIGHT - BOTTOM - (scale(value) - low) / height * (HEIGHT - BOTTOM - 30.0);
        let last = (generations.len() - 1).max(1) as f64;
        let x = |at: usize| LEFT + at as f64 / last * (WIDTH - LEFT - 20.0);
        for tick in 0..=4 {
            let level = low + height * f64::from(tick) / 4.0;
            let value = if logarithmic { libm::pow(10.0, level) } else { level };
            svg.line((LEFT, y(value)), (WIDTH - 20.0, y(value)), "#dddddd", 1.0);
            svg.text(LEFT / 2.0, y(value), 12.0, &short(value));
        }
        for (number, (name, of)) in curves.into_iter().enumerate() {
            let colour = PALETTE[number % PALETTE.len()];
            let points: Vec<(f64, f64)> =
                generations.iter().enumerate().map(|(at, one)| (x(at), y(of(one)))).collect();
            svg.polyline(&points, colour, 2.0);
            let left = LEFT + 10.0 + 80.0 * number as f64;
            svg.line((left, 14.0), (left + 20.0, 14.0), colour, 3.0);
            svg.text(left + 44.0, 14.0, 12.0, name);
        }
        svg.text(WIDTH / 2.0, HEIGHT - 12.0, 12.0, &format!("{} generations", generations.len()));
    }
    svg.finish()
}

/// Few digits, whatever the size.
fn short(value: f64) -> String {
    if value.abs() >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}
