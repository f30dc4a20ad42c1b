//! The stone auction: the player at the first seat, agents at the others.

use std::fmt;

use serde::Deserialize;
use serde_json::{Value, json};
use stone_auction::{
    Agent, AgentKind, AgentSpec, Bid, Family, Game, GeneratorConfig, KindId, Phase, Placement, TeamId,
    generate_scenario,
};

use crate::demo::{Answer, Refusal};

/// The player.
const YOU: TeamId = TeamId(0);
/// Most agents.
const MAX_AGENTS: usize = 5;

/// A request, without its envelope.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// Another game; agents by name, weaker with a level as in `greedy@4`, one a seat after
    /// the player's.
    New { seed: u64, agents: Vec<String> },
    /// One agent decides, or the referee goes on where nobody is waited for.
    Step {},
    /// The player's list, `[kind, price]` in the order of the wish.
    Bid { bids: Vec<(u16, u64)> },
    /// The player's price in a second bidding.
    Answer { kind: u16, price: u64 },
    /// The player's arrangement, `[kind, quarter turns, x, y]`.
    Place { placements: Vec<(u16, i64, i64, i64)> },
    /// The strongest agent arranges for the player.
    Arrange {},
    /// What the strongest agent would bid, or name.
    Advise {},
    /// The game as it is.
    State {},
}

/// A game with its agents.
pub(crate) struct Stones {
    game: Game,
    agents: Vec<Box<dyn Agent>>,
    adviser: Box<dyn Agent>,
}

impl fmt::Debug for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stones").field("game", &self.game).finish_non_exhaustive()
    }
}

impl Default for Stones {
    fn default() -> Self {
        Self::begin(0, &[AgentKind::Greedy, AgentKind::Classic].map(AgentSpec::from))
    }
}

fn illegal(error: impl fmt::Display) -> Refusal {
    Refusal::new("illegal", error)
}

impl Stones {
    fn begin(seed: u64, kinds: &[AgentSpec]) -> Self {
        let mut config = GeneratorConfig::new(Family::Medium).with_teams(kinds.len() + 1);
        // Small walls fit on a phone and keep the agents quick.
        (config.width, config.height) = ((8, 9), (5, 6));
        let game = Game::with_lots(generate_scenario(&config, seed).scenario.into(), seed);
        let player =
            |(kind, seat): (&AgentSpec, u64)| kind.player(seed.wrapping_mul(1000).wrapping_add(seat));
        let agents = kinds.iter().zip(1..).map(player).collect();
        Self { game, agents, adviser: AgentKind::Adaptive.player(seed.wrapping_mul(1000)) }
    }

    pub(crate) fn handle(&mut self, request: Request) -> Answer {
        match request {
            Request::New { seed, agents } => {
                if agents.is_empty() || agents.len() > MAX_AGENTS {
                    return Err(Refusal::value(format!("there are 1 to {MAX_AGENTS} agents here")));
                }
                let kinds: Result<Vec<AgentSpec>, _> = agents.iter().map(|name| name.parse()).collect();
                *self = Self::begin(seed, &kinds.map_err(Refusal::value)?);
            }
            Request::Step {} => self.step()?,
            Request::Bid { bids } => {
                let bids: Vec<Bid> =
                    bids.into_iter().map(|(kind, price)| Bid::new(KindId(kind), price)).collect();
                self.game.submit(YOU, &bids).map_err(illegal)?;
            }
            Request::Answer { kind, price } => self.game.answer(YOU, KindId(kind), price).map_err(illegal)?,
            Request::Place { placements } => {
                let stone = |(kind, rot, x, y)| Placement::turned(KindId(kind), rot, x, y);
                let placements: Vec<Placement> = placements.into_iter().map(stone).collect();
                self.game.place(YOU, &placements).map_err(illegal)?;
            }
            Request::Arrange {} => {
                let view = self.game.view(YOU).expect("the player has a seat");
                let placements = self.adviser.place(&view);
                self.game.place(YOU, &placements).map_err(illegal)?;
            }
            Request::Advise {} => return Ok(self.advise()),
            Request::State {} => {}
        }
        Ok(self.state())
    }

    /// The first agent that the game waits for decides; without one the referee goes on, if the player is ready.
    fn step(&mut self) -> Result<(), Refusal> {
        let waiting = self.game.waiting_for();
        if waiting.is_empty() && self.game.phase() != Phase::Finished {
            return self.game.advance().map(|_| ()).map_err(illegal);
        }
        let Some(&team) = waiting.iter().find(|&&team| team != YOU) else { return Ok(()) };
        let agent = &mut self.agents[team.index() - 1];
        let view = self.game.view(team).expect("an agent has a seat");
        match self.game.phase() {
            Phase::Bidding { .. } => {
                let mut bids = Vec::new();
                agent.bids(&view, &mut bids);
                self.game.submit(team, &bids).map_err(illegal)
            }
            Phase::SecondBidding { .. } => {
                let answers: Vec<(KindId, u64)> = view
                    .contests()
                    .iter()
                    // No answer is the tied price.
                    .map(|contest| (contest.kind, agent.second_bid(&view, contest).unwrap_or(contest.price)))
                    .collect();
                answers
                    .into_iter()
                    .try_for_each(|(kind, price)| self.game.answer(team, kind, price))
                    .map_err(illegal)
            }
            Phase::Placing => {
                let placements = agent.place(&view);
                self.game.place(team, &placements).map(|_| ()).map_err(illegal)
            }
            Phase::Finished => Ok(()),
        }
    }

    fn advise(&mut self) -> Value {
        let view = self.game.view(YOU).expect("the player has a seat");
        match self.game.phase() {
            Phase::Bidding { .. } => {
                let mut bids = Vec::new();
                self.adviser.bids(&view, &mut bids);
                json!({ "bids": bids.iter().map(|bid| (bid.kind.0, bid.price)).collect::<Vec<_>>() })
            }
            Phase::SecondBidding { .. } => {
                let answers: Vec<(u16, u64)> = view
                    .contests()
                    .iter()
                    .map(|contest| {
                        (contest.kind.0, self.adviser.second_bid(&view, contest).unwrap_or(contest.price))
                    })
                    .collect();
                json!({ "answers": answers })
            }
            Phase::Placing | Phase::Finished => json!({}),
        }
    }

    fn state(&self) -> Value {
        let game = &self.game;
        let scenario = game.scenario();
        let view = game.view(YOU).expect("the player has a seat");
        let (phase, position) = match game.phase() {
            Phase::Bidding { .. } => ("bidding", None),
            Phase::SecondBidding { position, .. } => ("second_bidding", Some(position)),
            Phase::Placing => ("placing", None),
            Phase::Finished => ("finished", None),
        };
        let kinds = scenario.kinds().iter().enumerate().map(|(index, kind)| {
            let shape: Vec<String> = kind.shape.to_string().lines().map(str::to_owned).collect();
            json!({
                "name": kind.name, "shape": shape, "area": kind.shape.area(), "floor": kind.floor,
                "left": view.supply()[index], "own": view.own_stones()[index],
            })
        });
        let waiting = game.waiting_for();
        let standings = game.standings();
        let ranking = game.ranking();
        let teams = scenario.team_ids().map(|team| {
            let at = team.index();
            let owned: Vec<u32> = game.owned(team).unwrap_or_default().to_vec();
            json!({
                "name": if team == YOU { "you" } else { self.agents[at - 1].name() },
                "money": view.money()[at], "stone_area": scenario.catalogue().total_area(&owned),
                "waiting": waiting.contains(&team), "area": standings[at].score.area,
                "rank": ranking.iter().position(|group| group.contains(&team)).map(|rank| rank + 1),
                "wall": self.laid(team),
            })
        });
        let last = game.history().last().map(|round| {
            let awards =
                round.awards.iter().map(|one| json!([one.team.0, one.kind.0, one.price, one.second]));
            let own = round.outcomes.iter().filter(|one| one.team == YOU);
            let own = own.map(|one| json!([one.bid.kind.0, one.bid.price, one.outcome.name()]));
            json!({ "awards": awards.collect::<Vec<_>>(), "own": own.collect::<Vec<_>>() })
        });
        let contests = view.contests().iter().filter(|_| waiting.contains(&YOU));
        let contests = contests.map(|one| json!([one.kind.0, one.price, one.units]));
        json!({
            "phase": phase, "position": position, "round": game.history().len(), "rounds": scenario.rounds().len(),
            "limits": view.limits().map(|limits| json!([limits.max_bids, limits.max_wins])),
            "wall": scenario.wall().rows(), "cells": scenario.wall().len(), "kinds": kinds.collect::<Vec<_>>(),
            "teams": teams.collect::<Vec<_>>(), "last": last, "contests": contests.collect::<Vec<_>>(),
        })
    }

    /// The stones on a wall: kind and cells.
    fn laid(&self, team: TeamId) -> Value {
        // Others' walls are shown at the end.
        if team != YOU && self.game.phase() != Phase::Finished {
            return json!([]);
        }
        let stones = self.game.scenario().catalogue();
        let laid = self.game.arrangement(team).iter().map(|placement| {
            let cells = placement.cells(stones).unwrap_or_default();
            json!([placement.kind.0, cells.iter().map(|cell| [cell.x, cell.y]).collect::<Vec<_>>()])
        });
        laid.collect()
    }
}

#[cfg(test)]
mod tests {
    use stone_auction::play_game;

    use super::*;

    /// A player who follows the adviser gives the game that the library plays between agents.
    #[test]
    fn advice_followed_is_the_game_of_agents() {
        for seed in 0..2 {
            let skill = grid_core::Skill::new(1 + (seed % 10) as u8).unwrap();
            let rivals = [AgentKind::Greedy, AgentKind::Floor].map(|kind| AgentSpec { kind, skill });
            let mut stones = Stones::begin(seed, &rivals);
            for _ in 0..2000 {
                if stones.game.waiting_for().contains(&YOU) {
                    match stones.game.phase() {
                        Phase::Bidding { .. } => {
                            let advice = stones.handle(Request::Advise {}).unwrap();
                            let bids = serde_json::from_value(advice["bids"].clone()).unwrap();
                            stones.handle(Request::Bid { bids }).unwrap();
                        }
                        Phase::SecondBidding { .. } => {
                            let advice = stones.handle(Request::Advise {}).unwrap();
                            let answers: Vec<(u16, u64)> =
                                serde_json::from_value(advice["answers"].clone()).unwrap();
                            for (kind, price) in answers {
                                stones.handle(Request::Answer { kind, price }).unwrap();
                            }
                        }
                        Phase::Placing => {
                            stones.handle(Request::Arrange {}).unwrap();
                        }
                        Phase::Finished => {}
                    }
                } else if stones.game.phase() == Phase::Finished {
                    break;
                } else {
                    stones.handle(Request::Step {}).unwrap();
                }
            }
            let fresh = Stones::begin(seed, &rivals);
            let agents = std::iter::once(fresh.adviser).chain(fresh.agents).collect();
            let whole = play_game(fresh.game, agents);
            assert_eq!(stones.game.phase(), Phase::Finished);
            assert_eq!(stones.game.standings(), whole.standings(), "seed {seed}");
            assert_eq!(stones.state()["teams"][0]["area"], whole.standings()[0].score.area);
            assert!(stones.game.replay().verify().is_ok());
        }
    }
}
