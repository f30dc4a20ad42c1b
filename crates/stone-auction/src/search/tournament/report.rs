//! Tables with intervals: cluster bootstrap over scenarios.
//!
//! The games of one scenario are alike, so a scenario is drawn as a whole: the
//! interval is that of the mean over scenarios drawn with replacement.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use grid_core::Stream;

use super::{EntrantResult, ScenarioResult};

/// Draws of the bootstrap.
const DRAWS: usize = 2000;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// The 2.5 % quantile of the bootstrap.
    pub low: f64,
    /// The 97.5 % quantile.
    pub high: f64,
}

impl Interval {
    /// The mean of clusters and its bootstrap interval; zeros where there is
    /// nothing.
    ///
    /// ```
    /// use stone_auction::Interval;
    /// let interval = Interval::of(&[0.0, 1.0, 1.0, 1.0], 0);
    /// assert_eq!(interval.mean, 0.75);
    /// assert!(interval.low < 0.75 && interval.high == 1.0);
    /// ```
    #[must_use]
    pub fn of(clusters: &[f64], seed: u64) -> Self {
        let count = clusters.len();
        if count == 0 {
            return Self { mean: 0.0, low: 0.0, high: 0.0 };
        }
        let mean = clusters.iter().sum::<f64>() / count as f64;
        let mut stream = Stream::new(seed, "stone bootstrap", count as u64);
        let mut draw = || {
            let sum: f64 = (0..count).map(|_| clusters[stream.below(count as u32) as usize]).sum();
            sum / count as f64
        };
        let mut means: Vec<f64> = (0..DRAWS).map(|_| draw()).collect();
        means.sort_by(f64::total_cmp);
        Self { mean, low: means[DRAWS / 40], high: means[DRAWS - 1 - DRAWS / 40] }
    }
}

/// The line of one entrant, or of all entrants of a name.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EntrantReport {
    /// The name.
    pub name: String,
    /// How many entrants have it.
    pub seats: usize,
    /// The share of first places of all of them together; ties share.
    pub first: Interval,
    /// The mean covered share of the wall.
    pub fill: Interval,
    /// The share of walls that were filled.
    pub full: Interval,
    /// The mean money left, in parts of the start.
    pub money_left: f64,
    /// The mean area bought and not placed, in parts of the wall.
    pub unplaced: f64,
}

/// The tables of a tournament.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TournamentReport {
    /// Scenarios played.
    pub scenarios: usize,
    /// Games played.
    pub games: usize,
    /// The lines, in the order of the first entrant of each name.
    pub entrants: Vec<EntrantReport>,
    /// The share of first places of each seat.
    pub seats: Vec<Interval>,
    /// Second biddings a round.
    pub second_biddings: f64,
    /// Units sold a round.
    pub awards: f64,
    /// Units that passed, in parts of those sold.
    pub passed: f64,
}

impl TournamentReport {
    pub(super) fn new(results: &[ScenarioResult], names: &[impl AsRef<str>], seed: u64) -> Self {
        let mut lines: Vec<(&str, Vec<usize>)> = Vec::new();
        for (entrant, name) in names.iter().map(AsRef::as_ref).enumerate() {
            match lines.iter_mut().find(|(other, _)| *other == name) {
                Some((_, entrants)) => entrants.push(entrant),
                None => lines.push((name, alloc::vec![entrant])),
            }
        }
        let games = || results.iter().flat_map(|result| &result.games);
        let total = |of: fn(&super::GameResult) -> u32| games().map(|game| f64::from(of(game))).sum::<f64>();
        let rounds = total(|game| game.rounds).max(1.0);
        let awards = total(|game| game.awards);
        let seat = |seat: usize| {
            let mine = move |entry: &&EntrantResult| entry.seat as usize == seat;
            let cluster = |result: &ScenarioResult| {
                let all = result.games.iter().flat_map(|game| game.entrants.iter().filter(mine));
                all.map(|entry| entry.first).sum::<f64>() / result.games.len().max(1) as f64
            };
            Interval::of(&results.iter().map(cluster).collect::<Vec<_>>(), seed)
        };
        Self {
            scenarios: results.len(),
            games: games().count(),
            entrants: lines.iter().map(|(name, entrants)| line(results, name, entrants, seed)).collect(),
            seats: (0..names.len()).map(seat).collect(),
            second_biddings: total(|game| game.second_biddings) / rounds,
            awards: awards / rounds,
            passed: total(|game| game.passed) / awards.max(1.0),
        }
    }
}

fn line(results: &[ScenarioResult], name: &str, entrants: &[usize], seed: u64) -> EntrantReport {
    // The mean over games of a scenario, and over the entrants of the name.
    let clusters = |of: &dyn Fn(&EntrantResult) -> f64| -> Vec<f64> {
        let cluster = |result: &ScenarioResult| {
            let entries = result.games.iter().flat_map(|game| entrants.iter().map(|&at| &game.entrants[at]));
            entries.map(of).sum::<f64>() / (result.games.len() * entrants.len()).max(1) as f64
        };
        results.iter().map(cluster).collect()
    };
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let share = entrants.len() as f64;
    EntrantReport {
        name: name.to_string(),
        seats: entrants.len(),
        first: Interval::of(&clusters(&|entry| entry.first * share), seed),
        fill: Interval::of(&clusters(&|entry| f64::from(entry.area) / f64::from(entry.wall)), seed),
        full: Interval::of(&clusters(&|entry| f64::from(u8::from(entry.area == entry.wall))), seed),
        money_left: mean(clusters(&|entry| entry.money_left)),
        unplaced: mean(clusters(&|entry| f64::from(entry.unplaced) / f64::from(entry.wall))),
    }
}
