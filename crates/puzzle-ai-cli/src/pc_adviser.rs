//! The perfect-clear finder as the adviser of versus play.
//!
//! Where the pieces that are seen clear the field, it plays the clear that sends most. Where a few more are
//! needed, it deals them as the bag may, finds a clear for each deal, and plays the
//! first move after which most deals still clear.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use grid_core::{Budget, Cell, Stream, mix64};
use perfect_clear::{Hold, PcField, PcSolver};
use stack_eval::{Adviser, VersusPosition};
use tetromino::{
    AttackTable, Field, Landing, MoveGenerator, MoveRules, Piece, RotationSystem, Spins, Standing,
};

/// Most rows of a clear that is looked for.
const ROWS: usize = 6;
/// The same where unseen pieces are needed.
const ROWS_UNSEEN: usize = 4;
/// How much the adviser tries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Deals of unseen pieces that a move is found for, and that each move is tried on.
    deals: u64,
    /// Most moves that are tried on all deals, those found most often first.
    moves: usize,
    /// Nodes of the search for the clear that sends most.
    nodes: u64,
}

impl Effort {
    /// Some ten milliseconds a move: for a player who waits.
    pub(crate) const QUICK: Self = Self { deals: 32, moves: 8, nodes: 60_000 };
    /// Some sixty milliseconds a move, at times a second.
    pub(crate) const THOROUGH: Self = Self { deals: 96, moves: usize::MAX, nodes: 400_000 };

    /// The part of this effort that `nodes` are of `all`, the whole from there on.
    pub(crate) fn in_proportion(self, nodes: u64, all: u64) -> Self {
        let part = |whole: u64| (u128::from(whole) * u128::from(nodes.min(all)) / u128::from(all)) as u64;
        Self { deals: part(self.deals), nodes: part(self.nodes), ..self }
    }
}

/// A piece by its number, and its cells.
type Spot = (u8, [(i32, i32); 4]);

/// Looks for perfect clears; the same position gives the same advice.
#[derive(Debug)]
pub(crate) struct PcAdviser {
    solver: PcSolver,
    generator: MoveGenerator,
    effort: Effort,
}

impl PcAdviser {
    pub(crate) fn new(system: RotationSystem, effort: Effort) -> Self {
        let generator = MoveGenerator::new(MoveRules { system, ..MoveRules::default() });
        Self { solver: PcSolver::new(system), generator, effort }
    }

    /// The first move of the clear by the pieces that are seen which sends most, among
    /// those that are found soon.
    fn strongest(&self, position: &VersusPosition<'_>, field: &PcField, hold: Hold) -> Option<Landing> {
        let mut search = self.solver.search(field, position.queue, hold).ok()?;
        let budget = Budget::nodes(self.effort.nodes);
        let mut meter = budget.meter();
        let mut best: Option<(u32, Landing)> = None;
        while let Ok(true) = search.advance(&mut meter) {
            let Ok(landings) = search.solution().landings(field) else { continue };
            let sent = self.sent(&position.standing, &landings);
            if let Some(&first) = landings.first().filter(|_| best.is_none_or(|(most, _)| sent > most)) {
                best = Some((sent, first));
            }
        }
        let (_, landing) = best?;
        Some(landing)
    }

    /// Rows that a line of landings sends, spins included.
    fn sent(&self, standing: &Standing, landings: &[Landing]) -> u32 {
        let mut standing = *standing;
        let send = |landing: &Landing| {
            let spins = match landing.piece {
                Piece::T => self.generator.landings(&standing.field, Piece::T).spins_of(landing),
                _ => Spins::NONE,
            };
            standing.lock(landing, spins.best(), &AttackTable::GUIDELINE).attack
        };
        landings.iter().map(send).sum()
    }

    /// The first move of a clear by these pieces.
    fn first(&self, field: &PcField, queue: &[Piece], hold: Hold) -> Option<Landing> {
        let solution = self.solver.first(field, queue, hold).ok().flatten()?;
        solution.placements.first()?.landing()
    }

    fn clears(&self, field: &Field, clear: usize, queue: &[Piece], hold: Hold) -> bool {
        let field = lowest(field, clear);
        let enough =
            |field: &PcField| field.pieces_needed().is_some_and(|needed| needed <= pieces(queue, hold));
        field
            .filter(enough)
            .is_some_and(|field| self.solver.first(&field, queue, hold).ok().flatten().is_some())
    }

    /// The move that keeps most deals alive.
    fn among_deals(
        &self,
        position: &VersusPosition<'_>,
        clear: usize,
        field: &PcField,
        hold: Hold,
    ) -> Option<Landing> {
        let needed = field.pieces_needed()?;
        let missing = hold.usable(needed).saturating_sub(position.queue.len());
        let seed = mix64(position.standing.field.stable_hash());
        let deals: Vec<Vec<Piece>> = (0..self.effort.deals)
            .map(|deal| {
                let mut stream = Stream::new(seed, "perfect clear deals", deal);
                let mut queue = position.queue.to_vec();
                let mut bag: Vec<Piece> =
                    Piece::ALL.into_iter().filter(|&piece| position.unseen >> piece as u8 & 1 != 0).collect();
                stream.shuffle(&mut bag);
                let mut next = Piece::ALL;
                stream.shuffle(&mut next);
                queue.extend(bag.into_iter().chain(next).take(missing));
                queue
            })
            .collect();
        let mut found: BTreeMap<Spot, (usize, Landing)> = BTreeMap::new();
        for queue in &deals {
            if let Some(landing) = self.first(field, queue, hold) {
                let cells = landing.cells().map(|Cell { x, y }| (x, y));
                found.entry((landing.piece as u8, cells)).or_insert((0, landing)).0 += 1;
            }
        }
        let mut moves: Vec<(usize, Landing)> = found.into_values().collect();
        moves.sort_by_key(|&(times, _)| Reverse(times));
        moves.truncate(self.effort.moves);
        let alive = |landing: &Landing| {
            let mut after = position.standing.field;
            let Some(placed) = landing.placed() else { return 0 };
            after.lock(&placed);
            let rows = after.clear_full_rows() as usize;
            let (used, hold) = played(position, landing.piece, hold);
            deals.iter().filter(|queue| self.clears(&after, clear - rows, &queue[used..], hold)).count()
        };
        // The first of equal ones, whatever the order of deals.
        let mut best: Option<(usize, Landing)> = None;
        for (_, landing) in moves {
            let score = alive(&landing);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, landing));
            }
        }
        best.filter(|(score, _)| *score > 0).map(|(_, landing)| landing)
    }
}

/// How many pieces of the queue a move takes, and what is held then.
fn played(position: &VersusPosition<'_>, piece: Piece, hold: Hold) -> (usize, Hold) {
    let current = position.queue[0];
    match (piece == current, hold) {
        (true, hold) => (1, hold),
        (false, Hold::Piece(_)) => (1, Hold::Piece(current)),
        (false, _) => (2, Hold::Piece(current)),
    }
}

/// Pieces that can be placed.
fn pieces(queue: &[Piece], hold: Hold) -> usize {
    queue.len() + usize::from(matches!(hold, Hold::Piece(_)))
}

/// The lowest rows of a field, if nothing lies above.
fn lowest(field: &Field, clear: usize) -> Option<PcField> {
    if field.max_height() as usize > clear || clear == 0 {
        return None;
    }
    let row = |y: usize| {
        (0..PcField::WIDTH).map(|x| if field.contains(x, y) { 'X' } else { '_' }).collect::<String>()
    };
    let rows: Vec<String> = (0..clear).rev().map(row).collect();
    PcField::from_rows(rows.iter().map(String::as_str), clear).ok()
}

impl Adviser for PcAdviser {
    fn advise(&mut self, position: &VersusPosition<'_>) -> Option<Landing> {
        let field = &position.standing.field;
        if field.width() != PcField::WIDTH || position.queue.is_empty() || position.waiting > 0 {
            return None;
        }
        let hold = match (position.can_hold, position.hold) {
            (false, _) => Hold::None,
            (true, None) => Hold::Empty,
            (true, Some(piece)) => Hold::Piece(piece),
        };
        let seen = pieces(position.queue, hold);
        for clear in (field.max_height() as usize).max(1)..=ROWS {
            let Some(rows) = lowest(field, clear) else { continue };
            let Some(needed) = rows.pieces_needed().filter(|&needed| needed > 0) else { continue };
            let advice = if needed <= seen {
                self.strongest(position, &rows, hold).or_else(|| self.first(&rows, position.queue, hold))
            } else if clear <= ROWS_UNSEEN {
                self.among_deals(position, clear, &rows, hold)
            } else {
                None
            };
            if advice.is_some() {
                return advice;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays advice to the end: the field is empty then.
    #[test]
    fn what_is_seen_is_played_to_the_end() {
        let rows = ["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"];
        let mut field = Field::from_rows(rows, 40).expect("a field");
        let mut adviser = PcAdviser::new(RotationSystem::SRS, Effort::QUICK);
        let generator = MoveGenerator::new(MoveRules::default());
        let mut queue = Piece::parse_list("ITLSJ").expect("pieces");
        let mut hold = None;
        while !field.is_empty() {
            let standing = Standing::new(field);
            let position = VersusPosition { hold, ..VersusPosition::new(standing, &queue) };
            let landing = adviser.advise(&position).expect("a clear is seen");
            assert!(
                generator.landings(&field, landing.piece).iter().any(|one| one.cells() == landing.cells())
            );
            let held = hold.map_or(Hold::Empty, Hold::Piece);
            let (used, held) = played(&position, landing.piece, held);
            if let Hold::Piece(piece) = held {
                hold = Some(piece);
            }
            field.lock(&landing.placed().expect("within the field"));
            field.clear_full_rows();
            queue.drain(..used);
            if queue.is_empty() && !field.is_empty() {
                queue.extend(hold.take());
            }
        }
    }

    #[test]
    fn an_empty_field_has_advice_and_a_hopeless_one_has_none() {
        let mut adviser = PcAdviser::new(RotationSystem::SRS, Effort::QUICK);
        let queue = Piece::parse_list("TIOLJS").expect("pieces");
        let empty = Standing::new(Field::new(10, 40).expect("a size"));
        let position = VersusPosition { unseen: 1 << Piece::Z as u8, ..VersusPosition::new(empty, &queue) };
        let advice = adviser.advise(&position);
        assert!(advice.is_some());
        assert_eq!(adviser.advise(&position), advice);
        let high = Field::from_rows(vec!["X_________"; 9], 40).expect("a field");
        assert_eq!(adviser.advise(&VersusPosition::new(Standing::new(high), &queue)), None);
    }

    #[test]
    fn effort_goes_with_the_positions_that_are_judged() {
        let parts = [0, 1, 50, 100, 200].map(|nodes| Effort::QUICK.in_proportion(nodes, 100).deals);
        assert_eq!(parts, [0, 0, 16, 32, 32]);
        // Without deals there is no advice where unseen pieces are needed.
        let mut idle = PcAdviser::new(RotationSystem::SRS, Effort::QUICK.in_proportion(1, 100));
        let queue = Piece::parse_list("TIOLJS").expect("pieces");
        let empty = Standing::new(Field::new(10, 40).expect("a size"));
        assert_eq!(idle.advise(&VersusPosition::new(empty, &queue)), None);
    }
}
