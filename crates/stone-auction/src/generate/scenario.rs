//! Contest scenarios in three families of supply.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use grid_core::{Polyomino, Stream};

use super::{between, canonical, random_shape, stepped_wall};
use crate::rules::auction::TieRule;
use crate::rules::catalogue::Catalogue;
use crate::rules::placement::Placement;
use crate::rules::ranking::RankingRule;
use crate::rules::scenario::{Kind, RoundSpec, Scenario, ScenarioParts, Team};
use crate::rules::wall::Wall;
use crate::search::packing::Packer;

/// How much stone there is for all walls together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Family {
    /// 0.95 to 1.1 of the area of all walls.
    Scarce,
    /// 1.15 to 1.35 of it.
    #[default]
    Medium,
    /// 1.5 to 2 of it.
    Rich,
}

impl Family {
    /// All families, scarce first.
    pub const ALL: [Self; 3] = [Self::Scarce, Self::Medium, Self::Rich];

    /// The name in files: `scarce`, `medium`, `rich`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scarce => "scarce",
            Self::Medium => "medium",
            Self::Rich => "rich",
        }
    }

    /// The supply in hundredths of the area of all walls.
    const fn supply(self) -> (u32, u32) {
        match self {
            Self::Scarce => (95, 110),
            Self::Medium => (115, 135),
            Self::Rich => (150, 200),
        }
    }
}

/// What [`generate_scenario`] makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct GeneratorConfig {
    /// How much stone there is.
    pub family: Family,
    /// Number of teams, 1 to 64.
    pub teams: usize,
    /// How ragged the shapes are: 0 compact to 100 ragged.
    pub raggedness: u32,
    /// Least and most columns of the wall, 2 to 64.
    pub width: (u32, u32),
    /// Least and most rows of the wall, 2 to 64.
    pub height: (u32, u32),
    /// Whether to prove that the supply can fill a whole wall.
    pub full_wall: bool,
    /// The ranking rule.
    pub ranking: RankingRule,
    /// The tie rule.
    pub tie: TieRule,
}

impl GeneratorConfig {
    /// Six teams, walls of 10 to 14 by 7 to 9, shapes of medium raggedness.
    #[must_use]
    pub const fn new(family: Family) -> Self {
        Self {
            family,
            teams: 6,
            raggedness: 60,
            width: (10, 14),
            height: (7, 9),
            full_wall: true,
            ranking: RankingRule::Article,
            tie: TieRule::SecondBid,
        }
    }

    /// The same for another number of teams.
    #[must_use]
    pub const fn with_teams(mut self, teams: usize) -> Self {
        self.teams = teams;
        self
    }
}

impl Default for GeneratorConfig {
    fn default() -> Self {
        Self::new(Family::default())
    }
}

/// A scenario, and a proof that a whole wall can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The scenario.
    pub scenario: Scenario,
    /// An arrangement of the supply that fills the wall, if one was asked for.
    pub full_wall: Option<Vec<Placement>>,
}

/// A contest scenario: the same seed gives the same scenario.
///
/// 9 to 13 kinds of 2 to 8 cells, floor prices of 7 to 13 a cell, money of 13 to
/// 23 a wall cell, 4 to 7 rounds with about a quarter more wins in all than a
/// wall needs stones. Numbers out of bounds are brought to the nearest bound.
///
/// ```
/// use stone_auction::{check_placements, generate_scenario, Family, GeneratorConfig};
/// let generated = generate_scenario(&GeneratorConfig::new(Family::Scarce), 7);
/// let scenario = &generated.scenario;
/// let proof = generated.full_wall.unwrap();
/// let supply = scenario.opening_market().supply;
/// let score = check_placements(scenario.wall(), scenario.catalogue(), &supply, &proof)?;
/// assert_eq!(score.area, scenario.wall().len() as u64);
/// # Ok::<(), stone_auction::PlacementErrors>(())
/// ```
#[must_use]
pub fn generate_scenario(config: &GeneratorConfig, seed: u64) -> Generated {
    let mut attempt = 0;
    loop {
        let mut stream = Stream::new(seed, "stone scenario", attempt);
        attempt += 1;
        let side = |(low, high): (u32, u32)| (low.clamp(2, 64), high.clamp(low.clamp(2, 64), 64));
        let (width, height) = (side(config.width), side(config.height));
        let columns = between(&mut stream, width.0, width.1);
        let rows = between(&mut stream, height.0, height.1);
        let wall = stepped_wall(&mut stream, columns, rows);
        let kinds = kinds(&mut stream, config, &wall);
        let catalogue = Catalogue::new(kinds.iter().map(|kind| kind.shape.clone())).expect("small shapes");
        let mut full_wall = None;
        if config.full_wall {
            let supply: Vec<u32> = kinds.iter().map(|kind| kind.count).collect();
            let priority = alloc::vec![0; kinds.len()];
            let packing = Packer::new(&wall, &catalogue).sample(&supply, &priority, 1024, 4_000, seed);
            if packing.area < wall.len() {
                continue;
            }
            full_wall = Some(packing.placements);
        }
        let scenario = finish(&mut stream, config, wall, kinds);
        return Generated { scenario, full_wall };
    }
}

/// The stones: distinct shapes, counts in proportion to random weights.
fn kinds(stream: &mut Stream, config: &GeneratorConfig, wall: &Wall) -> Vec<Kind> {
    let number = between(stream, 9, 13) as usize;
    let compact = 100 - config.raggedness.min(100);
    let mut shapes: Vec<Polyomino> = Vec::new();
    while shapes.len() < number {
        let area = between(stream, 2, 8).min(wall.len() as u32);
        let shape = canonical(&random_shape(stream, area, compact));
        // Few small shapes exist: a repeated one gives way to a larger one.
        let shape =
            if shapes.contains(&shape) { canonical(&random_shape(stream, 6, compact)) } else { shape };
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    let (low, high) = config.family.supply();
    let share = u64::from(between(stream, low, high));
    let area = config.teams.clamp(1, Scenario::MAX_TEAMS) as u64 * wall.len() as u64 * share / 100;
    let weights: Vec<u64> = shapes.iter().map(|_| u64::from(between(stream, 50, 150))).collect();
    let all: u64 = weights.iter().sum();
    let make = |(at, (shape, weight)): (usize, (Polyomino, u64))| {
        let cells = shape.area() as u64;
        let floor = cells * u64::from(between(stream, 7, 13));
        let count = ((area * weight / all + cells / 2) / cells).max(1) as u32;
        Kind { name: kind_name(at), shape, floor, count }
    };
    shapes.into_iter().zip(weights).enumerate().map(make).collect()
}

/// `A` to `Z`, then `A1` and so on.
fn kind_name(at: usize) -> String {
    let letter = (b'A' + (at % 26) as u8) as char;
    if at < 26 { letter.into() } else { format!("{letter}{}", at / 26) }
}

/// Teams, money and rounds.
fn finish(stream: &mut Stream, config: &GeneratorConfig, wall: Wall, kinds: Vec<Kind>) -> Scenario {
    let cells = wall.len() as u32;
    let money = u64::from(cells * between(stream, 13, 23));
    let area: u32 = kinds.iter().map(|kind| kind.shape.area() as u32).sum();
    // Stones of average area that fill the wall, and a quarter more.
    let needed = cells * kinds.len() as u32 * 5 / (area * 4) + 1;
    let rounds = between(stream, 4, 7);
    let spec = |round: u32| {
        let max_wins = (needed * (round + 1) / rounds - needed * round / rounds).clamp(1, 60);
        (max_wins, between(stream, 1, 3))
    };
    let rounds =
        (0..rounds).map(spec).map(|(max_wins, more)| RoundSpec { max_bids: max_wins + more, max_wins });
    let rounds: Vec<RoundSpec> = rounds.collect();
    let teams = config.teams.clamp(1, Scenario::MAX_TEAMS);
    let teams = (1..=teams).map(|number| Team { name: format!("team {number}"), money });
    Scenario::new(ScenarioParts {
        wall,
        kinds,
        teams: teams.collect(),
        rounds,
        ranking: config.ranking,
        tie: config.tie,
    })
    .expect("a generated scenario is valid")
}
