//! Tournaments on many machines: games by number, and results put together.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use grid_core::Shard;
use thiserror::Error;

use super::{GameResult, ScenarioResult, SeatInfo, Tournament, play_rotation};
use crate::judge::agent::Agent;
use crate::rules::scenario::Scenario;

/// One game of a tournament.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayedGame {
    /// The scenario, from 0.
    pub scenario: u64,
    /// The rotation, from 0 to one less than the number of seats.
    pub rotation: usize,
    /// What it contributes to the tables.
    pub result: GameResult,
}

/// Why results are no part of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// Results of a tournament with another number of players.
    #[error("{found} players; this tournament has {expected}")]
    Entrants {
        /// Players of this tournament.
        expected: usize,
        /// Players of the results.
        found: usize,
    },
    /// Results of a tournament with another seed.
    #[error("seed {found}; this tournament has {expected}")]
    Seed {
        /// The seed of this tournament.
        expected: u64,
        /// The seed of the results.
        found: u64,
    },
    /// A scenario without one game for each rotation.
    #[error(
        "scenario {scenario} has {found} games of rotation {rotation}; each of the {entrants} rotations has one"
    )]
    Games {
        /// The scenario, from 0.
        scenario: u64,
        /// The rotation, from 0.
        rotation: usize,
        /// Its games.
        found: usize,
        /// Rotations of this tournament.
        entrants: usize,
    },
    /// A game without each entrant at a seat of its own.
    #[error("scenario {scenario}, rotation {rotation}: not every player has one seat")]
    Seats {
        /// The scenario, from 0.
        scenario: u64,
        /// The rotation, from 0.
        rotation: usize,
    },
    /// A scenario that came out otherwise here.
    #[error("scenario {scenario} says the contrary of what is known already")]
    Contrary {
        /// The scenario, from 0.
        scenario: u64,
    },
}

impl Tournament {
    /// The games of these scenarios that belong to a part: a game has the number
    /// `scenario * entrants + rotation`. Nothing is kept; see
    /// [`Tournament::merge_games`].
    ///
    /// ```
    /// use grid_core::Shard;
    /// use stone_auction::{generate_scenario, AgentKind, GeneratorConfig, Tournament};
    /// let config = GeneratorConfig::default().with_teams(3);
    /// let scenario = |number| generate_scenario(&config, number).scenario;
    /// let make = |seat: stone_auction::SeatInfo| AgentKind::Floor.player(seat.seed);
    /// let mut tournament = Tournament::new(3, 2, 0);
    /// // As two machines would.
    /// let shard = |index| Shard::new(index, 2).expect("a part of two");
    /// let part = |index| tournament.play_part(&[0, 1], shard(index), &scenario, &make);
    /// let games = [part(1), part(0)].concat();
    /// tournament.merge_games(games)?;
    /// let mut whole = Tournament::new(3, 2, 0);
    /// whole.play(&scenario, &make, &mut |_| true);
    /// assert_eq!(tournament, whole);
    /// # Ok::<(), stone_auction::TournamentError>(())
    /// ```
    #[must_use]
    pub fn play_part(
        &self,
        scenarios: &[u64],
        shard: Shard,
        scenario: &dyn Fn(u64) -> Scenario,
        make: &dyn Fn(SeatInfo) -> Box<dyn Agent>,
    ) -> Vec<PlayedGame> {
        let mut games = Vec::new();
        for &number in scenarios {
            let own = self.rotations(number, shard);
            if !own.is_empty() {
                let shared = Arc::new(scenario(number));
                games.extend(own.iter().map(|&rotation| self.game(&shared, number, rotation, make)));
            }
        }
        games
    }

    /// The same on all threads of the current pool.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn par_play_part(
        &self,
        scenarios: &[u64],
        shard: Shard,
        scenario: &(dyn Fn(u64) -> Scenario + Sync),
        make: &(dyn Fn(SeatInfo) -> Box<dyn Agent> + Sync),
    ) -> Vec<PlayedGame> {
        use rayon::prelude::*;
        let own = |&number: &u64| (number, self.rotations(number, shard));
        let made: Vec<(u64, usize, Arc<Scenario>)> = scenarios
            .par_iter()
            .map(own)
            .filter(|(_, rotations)| !rotations.is_empty())
            .flat_map_iter(|(number, rotations)| {
                let shared = Arc::new(scenario(number));
                rotations.into_iter().map(move |rotation| (number, rotation, shared.clone()))
            })
            .collect();
        let game = |(number, rotation, shared): (u64, usize, Arc<Scenario>)| {
            self.game(&shared, number, rotation, &|seat| make(seat))
        };
        made.into_par_iter().map(game).collect()
    }

    fn rotations(&self, scenario: u64, shard: Shard) -> Vec<usize> {
        let first = scenario.wrapping_mul(self.entrants as u64);
        let own = |rotation: &usize| shard.has(first.wrapping_add(*rotation as u64));
        (0..self.entrants).filter(own).collect()
    }

    fn game(
        &self,
        scenario: &Arc<Scenario>,
        number: u64,
        rotation: usize,
        make: &dyn Fn(SeatInfo) -> Box<dyn Agent>,
    ) -> PlayedGame {
        let result = play_rotation(scenario, number, rotation, self.entrants, self.seed, make);
        PlayedGame { scenario: number, rotation, result }
    }

    /// Takes over games of whole scenarios, in any order.
    ///
    /// # Errors
    /// The first thing that is wrong, by scenario; nothing changes then.
    pub fn merge_games(&mut self, mut games: Vec<PlayedGame>) -> Result<(), TournamentError> {
        games.sort_by_key(|game| (game.scenario, game.rotation));
        let mut results: Vec<ScenarioResult> = Vec::new();
        for group in games.chunk_by(|one, other| one.scenario == other.scenario) {
            let scenario = group[0].scenario;
            let of = |rotation: usize| group.iter().filter(|game| game.rotation == rotation).count();
            let beyond = group.iter().map(|game| game.rotation).find(|&rotation| rotation >= self.entrants);
            if let Some(rotation) = (0..self.entrants).find(|&rotation| of(rotation) != 1).or(beyond) {
                return Err(self.uneven(scenario, rotation, of(rotation)));
            }
            let games = group.iter().map(|game| game.result.clone()).collect();
            results.push(ScenarioResult { scenario, games });
        }
        self.take(&results)
    }

    /// Takes over what another part of the same tournament, or an earlier run of it,
    /// has played.
    ///
    /// # Errors
    /// The first thing that is wrong, by scenario; nothing changes then.
    pub fn merge(&mut self, other: &Self) -> Result<(), TournamentError> {
        if other.entrants != self.entrants {
            return Err(TournamentError::Entrants { expected: self.entrants, found: other.entrants });
        }
        if other.seed != self.seed {
            return Err(TournamentError::Seed { expected: self.seed, found: other.seed });
        }
        self.take(&other.results)?;
        self.extend_to(other.scenarios);
        Ok(())
    }

    fn uneven(&self, scenario: u64, rotation: usize, found: usize) -> TournamentError {
        TournamentError::Games { scenario, rotation, found, entrants: self.entrants }
    }

    /// Checks results, then keeps those that are not known yet.
    fn take(&mut self, results: &[ScenarioResult]) -> Result<(), TournamentError> {
        let mut last = None;
        for result in results {
            let scenario = result.scenario;
            let games = result.games.len();
            if games != self.entrants {
                return Err(self.uneven(
                    scenario,
                    games.min(self.entrants),
                    usize::from(games > self.entrants),
                ));
            }
            // In order, so that none comes twice.
            if last.is_some_and(|last| last >= scenario) {
                return Err(self.uneven(scenario, 0, 2));
            }
            last = Some(scenario);
            let seated = |(rotation, game): (usize, &GameResult)| {
                let seat = |entrant: usize| (entrant + rotation) % self.entrants;
                game.entrants.len() == self.entrants
                    && game.entrants.iter().enumerate().all(|(at, entry)| entry.seat as usize == seat(at))
            };
            if let Some(rotation) = result.games.iter().enumerate().position(|game| !seated(game)) {
                return Err(TournamentError::Seats { scenario, rotation });
            }
            if self.known(scenario).is_some_and(|known| known != result) {
                return Err(TournamentError::Contrary { scenario });
            }
        }
        for result in results {
            if self.known(result.scenario).is_none() {
                self.insert(result.clone());
            }
        }
        Ok(())
    }

    fn known(&self, scenario: u64) -> Option<&ScenarioResult> {
        let at = self.results.binary_search_by_key(&scenario, |result| result.scenario).ok()?;
        self.results.get(at)
    }
}
