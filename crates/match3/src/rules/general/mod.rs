//! The general engine: any size, any number of kinds, events, optional modules.

mod activation;
mod combination;
mod creation;
mod gravity;
pub(crate) mod modules;

use alloc::vec::Vec;

use super::board::{Pos, pos_of};
use super::event::{Cause, Event};
use super::refill::{RefillSource, Request};
use super::runs::{Run, group_runs, mark_runs};
use super::swap::{Swap, is_combination};
use super::table::Rules;
use super::tile::{Form, Kind, Tile};
use super::wave::{GeneralWave, Observer, Wave};
use modules::Modules;

/// What a cascade came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Cascade {
    pub(crate) score: i64,
    pub(crate) waves: u32,
    pub(crate) cleared: u64,
    pub(crate) truncated: bool,
}

impl Cascade {
    /// No wave.
    pub(crate) const NONE: Self = Self { score: 0, waves: 0, cleared: 0, truncated: false };
}

/// A refill source had nothing for this request, or a kind that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dry {
    pub(crate) request: Request,
    pub(crate) given: Option<Kind>,
}

impl Dry {
    /// Asks a source for a kind of the rules.
    #[inline]
    pub(crate) fn draw<S: RefillSource>(
        source: &mut S,
        request: Request,
        rules: &Rules,
    ) -> Result<Kind, Self> {
        match source.draw(request) {
            Some(kind) if kind.index() < rules.kinds => Ok(kind),
            given => Err(Self { request, given }),
        }
    }
}

/// The board being resolved.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    pub(crate) tiles: &'a mut [Tile],
    pub(crate) cols: u8,
    pub(crate) modules: Option<&'a mut Modules>,
}

impl Field<'_> {
    fn rows(&self) -> usize {
        self.tiles.len() / usize::from(self.cols)
    }

    fn pos(&self, cell: u16) -> Pos {
        pos_of(self.cols, cell.into())
    }

    fn is_locked(&self, cell: usize) -> bool {
        self.modules.as_ref().is_some_and(|modules| modules.locks[cell])
    }
}

/// What happens to a cell in a wave, as bits.
mod mark {
    pub(super) const CLEARED: u8 = 1;
    pub(super) const PRIMED: u8 = 2;
    pub(super) const UNLOCKED: u8 = 4;
    pub(super) const CREATION: u8 = 8;
    pub(super) const OBSTACLE_HIT: u8 = 16;
    /// No blast changes anything any more.
    pub(super) const DONE: u8 = CLEARED | PRIMED | UNLOCKED;
}

/// Buffers of the general engine, kept from move to move so that nothing is
/// allocated once they are large enough.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    matched: Vec<u8>,
    marks: Vec<u8>,
    cleared: Vec<u16>,
    created: Vec<(u16, Tile)>,
    activated: Vec<(u16, Tile)>,
    causes: Vec<(u16, Cause)>,
    converted: Vec<u16>,
    primed: Vec<u16>,
    queue: Vec<u16>,
    runs: Vec<Run>,
    grouping: creation::Grouping,
    columns: Vec<bool>,
    spawned: Vec<u16>,
    /// The candy in the middle of two combined wrapped ones.
    centre: Option<u16>,
    bomb_target: Option<Option<Kind>>,
    chocolate_removed: bool,
    any_run: bool,
    any_primed: bool,
    /// The wave that is being resolved, for its refill requests.
    wave: u32,
}

impl Workspace {
    /// Exchanges two candies and resolves the board. The swap is legal. Without a
    /// source nothing is refilled.
    ///
    /// After an error the board is in no particular state.
    pub(crate) fn resolve<S: RefillSource, O: Observer>(
        &mut self,
        field: &mut Field<'_>,
        (from, to): (usize, usize),
        rules: &Rules,
        mut source: Option<&mut S>,
        observer: &mut O,
    ) -> Result<Cascade, Dry> {
        self.prepare(field);
        let combination = rules.specials.is_some() && is_combination(field.tiles[from], field.tiles[to]);
        field.tiles.swap(from, to);
        if O::EVENTS {
            let swap = Swap::new(field.pos(from as u16), field.pos(to as u16));
            observer.event(Event::Swapped { swap, combination });
        }
        let mut result = Cascade::default();
        for number in 1.. {
            self.start_wave(field, number);
            let combines = number == 1 && combination;
            if !combines && !self.finds_more(field, rules) {
                break;
            }
            if result.waves >= rules.wave_limit {
                result.truncated = true;
                if O::EVENTS {
                    observer.event(Event::Truncated { waves: result.waves });
                }
                break;
            }
            if combines {
                self.combine(field, from, to, rules);
            } else {
                let swapped = (number == 1).then_some((from, to));
                self.match_wave(field, swapped, rules, observer);
            }
            self.remove(field, observer);
            gravity::settle(self, field, rules, &mut source, observer)?;
            let wave = Wave::general(
                number,
                &GeneralWave {
                    cols: field.cols,
                    after: field.tiles,
                    cleared: &self.cleared,
                    created: &self.created,
                    activated: &self.activated,
                    primed: &self.primed,
                },
            );
            let score = observer.wave(&wave);
            if O::EVENTS {
                observer.event(Event::WaveEnd { number, cleared: wave.cleared, score });
            }
            result.score = result.score.saturating_add(score);
            result.cleared += u64::from(wave.cleared);
            result.waves = number;
        }
        if let (Some(source), Some(_)) = (source, &field.modules) {
            modules::spread_chocolate(field, self.chocolate_removed, source, observer);
        }
        Ok(result)
    }

    fn prepare(&mut self, field: &Field<'_>) {
        self.matched.resize(field.tiles.len(), 0);
        self.marks.resize(field.tiles.len(), 0);
        self.columns.resize(field.cols.into(), false);
        self.chocolate_removed = false;
    }

    fn start_wave(&mut self, field: &Field<'_>, number: u32) {
        self.wave = number;
        self.marks.fill(0);
        self.cleared.clear();
        self.created.clear();
        self.activated.clear();
        self.causes.clear();
        self.converted.clear();
        self.primed.clear();
        self.centre = None;
        self.bomb_target = None;
        // A first wave may find empty cells anywhere.
        let all = field.modules.is_some() || (number == 1 && field.tiles.contains(&Tile::EMPTY));
        self.columns.fill(all);
    }

    /// Whether there is a run, or a candy that waits for its second blast.
    fn finds_more(&mut self, field: &Field<'_>, rules: &Rules) -> bool {
        self.any_run = mark_runs(field.tiles, field.cols, &mut self.matched);
        self.any_primed = rules.specials.is_some() && field.tiles.iter().any(|tile| tile.is_primed());
        self.any_run || self.any_primed
    }

    /// Finds what a wave without a combination clears.
    fn match_wave<O: Observer>(
        &mut self,
        field: &mut Field<'_>,
        swapped: Option<(usize, usize)>,
        rules: &Rules,
        observer: &mut O,
    ) {
        if O::EVENTS && self.any_run {
            self.runs.clear();
            super::runs::find_runs(field.tiles, field.cols, &mut self.runs);
            for group in group_runs(&self.runs, field.cols, field.tiles.len()) {
                observer.event(Event::Matched { kind: group.kind, runs: group.runs, cells: group.cells });
            }
        }
        let Some(specials) = &rules.specials else {
            if field.modules.is_none() {
                self.cleared
                    .extend((0..).zip(&self.matched).filter(|&(_, &hit)| hit != 0).map(|(cell, _)| cell));
                return;
            }
            self.hit_matched(field, false);
            self.sort_lists();
            return;
        };
        if self.any_run {
            self.plan_creations(field, swapped, specials);
            self.hit_matched(field, true);
        }
        if self.any_primed {
            for cell in 0..field.tiles.len() as u16 {
                if field.tiles[usize::from(cell)].is_primed() {
                    self.hit(field, cell, Cause::Primed, true);
                }
            }
        }
        self.blast_all(field, specials);
        self.sort_lists();
    }

    fn hit_matched(&mut self, field: &Field<'_>, specials: bool) {
        for cell in 0..self.matched.len() {
            if self.matched[cell] != 0 {
                self.hit(field, cell as u16, Cause::Match, specials);
                if field.modules.is_some() {
                    modules::hit_neighbours(field, cell, &mut self.marks);
                }
            }
        }
    }

    fn sort_lists(&mut self) {
        self.cleared.sort_unstable();
        self.activated.sort_unstable_by_key(|&(cell, _)| cell);
        self.primed.sort_unstable();
        self.created.sort_unstable_by_key(|&(cell, _)| cell);
    }

    /// Takes the cleared candies off, and puts primed and created ones down.
    fn remove<O: Observer>(&mut self, field: &mut Field<'_>, observer: &mut O) {
        let cols = usize::from(field.cols);
        if O::EVENTS {
            for &cell in &self.converted {
                observer
                    .event(Event::Converted { at: field.pos(cell), tile: field.tiles[usize::from(cell)] });
            }
            for &(cell, cause) in &self.causes {
                let tile = field.tiles[usize::from(cell)];
                observer.event(Event::Activated { at: field.pos(cell), tile, cause });
            }
        }
        for &cell in &self.primed {
            let index = usize::from(cell);
            if let Some(kind) = field.tiles[index].kind() {
                let form = if self.centre == Some(cell) { Form::Primed5 } else { Form::Primed3 };
                let tile = Tile::candy(kind, form);
                field.tiles[index] = tile;
                if O::EVENTS {
                    observer.event(Event::Primed { at: field.pos(cell), tile });
                }
            }
        }
        for &cell in &self.cleared {
            let index = usize::from(cell);
            if O::EVENTS {
                observer.event(Event::Cleared { at: field.pos(cell), tile: field.tiles[index] });
            }
            field.tiles[index] = Tile::EMPTY;
            self.columns[index % cols] = true;
        }
        if field.modules.is_some() {
            self.chocolate_removed |= modules::change_layers(self, field, observer);
        }
        for &(cell, tile) in &self.created {
            field.tiles[usize::from(cell)] = tile;
            if O::EVENTS {
                observer.event(Event::Created { at: field.pos(cell), tile });
            }
        }
    }
}
