//! Arrangements, and the order of the teams by them.

use alloc::vec::Vec;

use super::super::id::TeamId;
use super::super::placement::{Placement, Score, check_placements};
use super::super::ranking::{Standing, draw_lots, rank};
use super::{Game, PlaceError, Stage};

impl Game {
    /// Hands in an arrangement of stones that the team owns now. Teams may place
    /// at any time; the last legal arrangement counts.
    ///
    /// # Errors
    /// [`PlaceError`]: finished, unknown team, too long a list, or not legal; the
    /// arrangement before stays then, and the host may ask for a correction.
    pub fn place(&mut self, team: TeamId, placements: &[Placement]) -> Result<Score, PlaceError> {
        if matches!(self.stage, Stage::Finished) {
            return Err(PlaceError::Finished);
        }
        let owned = self.owned.get(team.index()).ok_or(PlaceError::UnknownTeam { team })?;
        if placements.len() > Self::MAX_PLACEMENTS {
            return Err(PlaceError::TooMany { found: placements.len() });
        }
        let score = check_placements(self.scenario.wall(), self.scenario.catalogue(), owned, placements)?;
        self.seats[team.index()].arrangement = Some((placements.to_vec(), score));
        Ok(score)
    }

    /// Hands in an arrangement without a chance to correct it: one with an error
    /// counts as no stone placed.
    ///
    /// # Errors
    /// [`PlaceError`]: finished, unknown team. Where the arrangement is not legal
    /// the error is returned too, and the team then stands with an empty one.
    pub fn place_for_good(&mut self, team: TeamId, placements: &[Placement]) -> Result<Score, PlaceError> {
        let placed = self.place(team, placements);
        if matches!(placed, Err(PlaceError::Illegal(_) | PlaceError::TooMany { .. })) {
            self.seats[team.index()].arrangement = None;
        }
        placed
    }

    /// The arrangement that counts for a team now.
    #[must_use]
    pub fn arrangement(&self, team: TeamId) -> &[Placement] {
        let seat = self.seats.get(team.index());
        seat.and_then(|seat| seat.arrangement.as_ref()).map_or(&[], |(placements, _)| placements)
    }

    /// What every team is ranked by now, in the order of seats.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |team: TeamId| {
            let owned = &self.owned[team.index()];
            let (wall, stones) = (self.scenario.wall(), self.scenario.catalogue());
            let mut score = Score::empty(wall, stones, owned);
            if let Some((_, placed)) = &self.seats[team.index()].arrangement {
                // The team may have bought more stones since it placed.
                score.unplaced_count -= placed.used;
                score.unplaced_area -= placed.area;
                score =
                    Score { area: placed.area, used: placed.used, top_covered: placed.top_covered, ..score };
            }
            Standing { score, money: self.market.money[team.index()] }
        };
        self.scenario.team_ids().map(standing).collect()
    }

    /// The tie groups as of now, best first.
    #[must_use]
    pub fn ranking(&self) -> Vec<Vec<TeamId>> {
        let groups = rank(&self.standings(), self.scenario.ranking());
        let ids = |group: Vec<usize>| group.into_iter().map(|team| TeamId(team as u16)).collect();
        groups.into_iter().map(ids).collect()
    }

    /// The teams in their final order, ties broken by lots from the game's seed.
    #[must_use]
    pub fn final_order(&self) -> Vec<TeamId> {
        let groups = rank(&self.standings(), self.scenario.ranking());
        draw_lots(&groups, self.lots).into_iter().map(|team| TeamId(team as u16)).collect()
    }
}
