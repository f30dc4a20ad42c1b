//! Many games between the same players: seats rotate over shared scenarios.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;

use grid_core::mix64;

use crate::judge::agent::Agent;
use crate::rules::game::{Game, Phase};
use crate::rules::id::TeamId;
use crate::rules::scenario::Scenario;

mod parts;
mod report;
#[cfg(test)]
mod tests;

pub use parts::{PlayedGame, TournamentError};
pub use report::{EntrantReport, Interval, TournamentReport};

/// Plays a game to its end, one agent a seat.
///
/// What an agent cannot hand in counts as an empty list, as no answer, or as no
/// stone placed.
///
/// # Panics
/// If there is not one agent a team.
///
/// ```
/// use stone_auction::{generate_scenario, play_game, AgentKind, Game, GeneratorConfig, Phase};
/// let game = Game::new(generate_scenario(&GeneratorConfig::default(), 1).scenario);
/// let agents = (0..6).map(|seed| AgentKind::Floor.player(seed)).collect();
/// assert_eq!(play_game(game, agents).phase(), Phase::Finished);
/// ```
#[must_use]
pub fn play_game(mut game: Game, mut agents: Vec<Box<dyn Agent>>) -> Game {
    assert_eq!(agents.len(), game.scenario().teams().len(), "one agent a team");
    let teams: Vec<TeamId> = game.scenario().team_ids().collect();
    let mut bids = Vec::new();
    loop {
        match game.phase() {
            Phase::Bidding { .. } => {
                for (&team, agent) in teams.iter().zip(&mut agents) {
                    bids.clear();
                    agent.bids(&game.view(team).expect("a team of the game"), &mut bids);
                    // A refused list counts as an empty one.
                    let _ = game.submit(team, &bids);
                }
            }
            Phase::SecondBidding { .. } => answer_all(&mut game, &mut agents),
            Phase::Placing => {
                for (&team, agent) in teams.iter().zip(&mut agents) {
                    let placements = agent.place(&game.view(team).expect("a team of the game"));
                    let _ = game.place_for_good(team, &placements);
                }
            }
            Phase::Finished => return game,
        }
        if game.advance().is_err() {
            return game;
        }
    }
}

fn answer_all(game: &mut Game, agents: &mut [Box<dyn Agent>]) {
    for contest in game.contests().to_vec() {
        for &team in &contest.teams {
            let view = game.view(team).expect("a team of the game");
            if let Some(price) = agents[team.index()].second_bid(&view, &contest) {
                let _ = game.answer(team, contest.kind, price);
            }
        }
    }
}

/// Which seat of which game an agent is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatInfo {
    /// The scenario, from 0.
    pub scenario: u64,
    /// The rotation, from 0 to one less than the number of seats.
    pub rotation: usize,
    /// Which entrant of the line-up plays.
    pub entrant: usize,
    /// The seat, that is the team.
    pub seat: usize,
    /// A seed of this entrant's own.
    pub seed: u64,
}

/// The games on one scenario, one a rotation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScenarioResult {
    /// The scenario, from 0.
    pub scenario: u64,
    /// The games, by rotation.
    pub games: Vec<GameResult>,
}

/// What one game contributes to the tables.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameResult {
    /// By entrant.
    pub entrants: Vec<EntrantResult>,
    /// Rounds played.
    pub rounds: u32,
    /// Second biddings held.
    pub second_biddings: u32,
    /// Units sold.
    pub awards: u32,
    /// Units that passed.
    pub passed: u32,
    /// The digest of the game.
    pub digest: u64,
}

/// What one entrant got in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EntrantResult {
    /// The seat it had.
    pub seat: u32,
    /// Its share of the first place: 1, or less in a tie.
    pub first: f64,
    /// Covered wall cells.
    pub area: u32,
    /// Cells of the wall.
    pub wall: u32,
    /// Money left, in parts of the starting money.
    pub money_left: f64,
    /// Area of stones bought and not placed.
    pub unplaced: u32,
}

/// Plays all rotations of one scenario: entrant `e` sits at seat `e + rotation`.
/// Depends on nothing but its arguments, so that scenarios can be played in any
/// order, on any thread, and at another time.
///
/// # Panics
/// If the number of teams is not the number of `entrants`.
#[must_use]
pub fn play_rotations(
    scenario: &Scenario,
    number: u64,
    entrants: usize,
    seed: u64,
    make: &dyn Fn(SeatInfo) -> Box<dyn Agent>,
) -> ScenarioResult {
    let shared = Arc::new(scenario.clone());
    let games = (0..entrants).map(|rotation| play_rotation(&shared, number, rotation, entrants, seed, make));
    ScenarioResult { scenario: number, games: games.collect() }
}

/// One of these games.
fn play_rotation(
    scenario: &Arc<Scenario>,
    number: u64,
    rotation: usize,
    entrants: usize,
    seed: u64,
    make: &dyn Fn(SeatInfo) -> Box<dyn Agent>,
) -> GameResult {
    let info = |seat: usize| {
        let entrant = (seat + entrants - rotation) % entrants;
        let name = (number << 16 | rotation as u64) << 16 | entrant as u64;
        SeatInfo { scenario: number, rotation, entrant, seat, seed: mix64(seed ^ mix64(name)) }
    };
    let seats: Vec<SeatInfo> = (0..entrants).map(info).collect();
    let agents = seats.iter().map(|&seat| make(seat)).collect();
    let lots = mix64(seed ^ mix64(number << 16 | rotation as u64));
    game_result(&play_game(Game::with_lots(scenario.clone(), lots), agents), &seats)
}

fn game_result(game: &Game, seats: &[SeatInfo]) -> GameResult {
    let scenario = game.scenario();
    let firsts = game.ranking().first().cloned().unwrap_or_default();
    let standings = game.standings();
    let mut entrants: Vec<(usize, EntrantResult)> = Vec::new();
    for seat in seats {
        let team = TeamId(seat.seat as u16);
        let standing = standings[seat.seat];
        let start = scenario.teams()[seat.seat].money.max(1);
        let first = if firsts.contains(&team) { 1.0 / firsts.len() as f64 } else { 0.0 };
        entrants.push((
            seat.entrant,
            EntrantResult {
                seat: seat.seat as u32,
                first,
                area: standing.score.area as u32,
                wall: scenario.wall().len() as u32,
                money_left: standing.money as f64 / start as f64,
                unplaced: standing.score.unplaced_area as u32,
            },
        ));
    }
    entrants.sort_by_key(|&(entrant, _)| entrant);
    let count = |of: fn(&crate::RoundResult) -> u32| game.history().iter().map(of).sum();
    GameResult {
        entrants: entrants.into_iter().map(|(_, result)| result).collect(),
        rounds: game.history().len() as u32,
        second_biddings: count(|round| round.second_rounds.len() as u32),
        awards: count(|round| round.awards.len() as u32),
        passed: count(|round| round.passed.iter().map(|pass| pass.units).sum()),
        digest: game.stable_hash(),
    }
}

/// A tournament that can be stopped after any scenario and gone on with.
///
/// ```
/// use stone_auction::{generate_scenario, AgentKind, GeneratorConfig, Tournament};
/// let line_up = [AgentKind::Floor, AgentKind::Greedy, AgentKind::Random];
/// let config = GeneratorConfig::default().with_teams(3);
/// let mut tournament = Tournament::new(3, 2, 0);
/// tournament.play(
///     &|number| generate_scenario(&config, number).scenario,
///     &|seat| line_up[seat.entrant].player(seat.seed),
///     &mut |_| true,
/// );
/// let report = tournament.report(&["floor", "greedy", "random"]);
/// assert_eq!(report.games, 6);
/// assert!((report.entrants.iter().map(|entrant| entrant.first.mean).sum::<f64>() - 1.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tournament {
    entrants: usize,
    scenarios: u64,
    seed: u64,
    results: Vec<ScenarioResult>,
}

impl Tournament {
    /// A tournament of `entrants` players on `scenarios` scenarios, with as many
    /// games on each as there are seats.
    #[must_use]
    pub const fn new(entrants: usize, scenarios: u64, seed: u64) -> Self {
        Self { entrants, scenarios, seed, results: Vec::new() }
    }

    /// Players on each scenario.
    #[must_use]
    pub const fn entrants(&self) -> usize {
        self.entrants
    }

    /// The seed of all games.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The same with more scenarios; those played stay.
    pub fn extend_to(&mut self, scenarios: u64) {
        self.scenarios = self.scenarios.max(scenarios);
    }

    /// The scenarios that are not played yet.
    #[must_use]
    pub fn to_play(&self) -> Vec<u64> {
        let played: BTreeSet<u64> = self.results.iter().map(|result| result.scenario).collect();
        (0..self.scenarios).filter(|number| !played.contains(number)).collect()
    }

    /// The results so far, by scenario.
    #[must_use]
    pub fn results(&self) -> &[ScenarioResult] {
        &self.results
    }

    /// Plays on until all scenarios are played or `go_on`, called after each of
    /// them with the results so far, says `false`.
    pub fn play(
        &mut self,
        scenario: &dyn Fn(u64) -> Scenario,
        make: &dyn Fn(SeatInfo) -> Box<dyn Agent>,
        go_on: &mut dyn FnMut(&Self) -> bool,
    ) {
        for number in self.to_play() {
            let result = play_rotations(&scenario(number), number, self.entrants, self.seed, make);
            self.insert(result);
            if !go_on(self) {
                return;
            }
        }
    }

    /// The same on all threads of the current pool, `batch` scenarios at a time.
    /// The results are those of [`Tournament::play`].
    #[cfg(feature = "rayon")]
    pub fn par_play(
        &mut self,
        batch: usize,
        scenario: &(dyn Fn(u64) -> Scenario + Sync),
        make: &(dyn Fn(SeatInfo) -> Box<dyn Agent> + Sync),
        go_on: &mut dyn FnMut(&Self) -> bool,
    ) {
        use rayon::prelude::*;
        for numbers in self.to_play().chunks(batch.max(1)) {
            let one = |&number: &u64| {
                play_rotations(&scenario(number), number, self.entrants, self.seed, &|seat| make(seat))
            };
            let results: Vec<ScenarioResult> = numbers.par_iter().map(one).collect();
            results.into_iter().for_each(|result| self.insert(result));
            if !go_on(self) {
                return;
            }
        }
    }

    fn insert(&mut self, result: ScenarioResult) {
        let at = self.results.partition_point(|other| other.scenario < result.scenario);
        self.results.insert(at, result);
    }

    /// The tables of what was played so far; `names` by entrant. Entrants of the
    /// same name share a line.
    #[must_use]
    pub fn report(&self, names: &[impl AsRef<str>]) -> TournamentReport {
        TournamentReport::new(&self.results, names, self.seed)
    }
}
