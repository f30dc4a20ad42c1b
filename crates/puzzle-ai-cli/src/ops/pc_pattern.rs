//! `pc.path` and `pc.setup`: what the queues of a pattern can build.

use grid_core::{Budget, Meter};
use perfect_clear::{
    Hold, MinimumCover, PcError, PcField, PcPath, PcPlay, PcSetups, PcShare, PcSolver, PcStop, Preference,
    SetupMask,
};
use serde_json::{Value, json};
use tetromino::Piece;

use crate::jsonl::fields::Fields;
use crate::jsonl::op::OpError;
use crate::names;
use crate::ops::pc::{self, expanded, letters, pieces};

/// Bytes that the queues and tilings of a request may take.
const MEMORY: usize = 256 << 20;
/// Most queues and tilings that are listed for one tiling or setup if the request does not
/// say.
const LISTED: usize = 1000;

/// The ready-made preference of a name.
pub(crate) fn preference(name: &str) -> Result<Preference, String> {
    let names = Preference::NAMED.map(|(name, _)| name).join(", ");
    Preference::named(&names::snake(name))
        .ok_or_else(|| format!("there is no preference {name:?}; the names are {names}"))
}

/// The tilings that a path shows, each in its best order for the first queue it covers.
pub(crate) struct Shown {
    /// The tiling by number, its play, and the queues, as given, that it is the best for.
    pub(crate) tilings: Vec<(usize, Option<PcPlay>, Option<u64>)>,
    pub(crate) minimum: Option<MinimumCover>,
    pub(crate) complete: bool,
}

impl Shown {
    /// All tilings or a minimum cover, those that cover most first.
    pub(crate) fn new(
        (solver, field, hold): (&PcSolver, &PcField, Hold),
        path: &PcPath,
        minimal: bool,
        preference: Option<Preference>,
        budget: &Budget,
    ) -> Self {
        let minimum = minimal.then(|| path.minimum_cover(budget));
        let mut complete = path.stopped.is_none();
        let best = preference.map(|judge| solver.preferred(field, path, hold, &judge, budget));
        let best_for = best.as_ref().map(|(best, stopped)| {
            complete &= stopped.is_none();
            let mut weights = vec![0; path.tilings.len()];
            for ((_, weight), best) in path.queues.iter().zip(best) {
                best.iter().for_each(|(tiling, _)| weights[*tiling] += weight);
            }
            weights
        });
        let mut numbers: Vec<usize> = minimum
            .as_ref()
            .map_or_else(|| (0..path.tilings.len()).collect(), |minimum| minimum.chosen.clone());
        numbers.sort_by_cached_key(|&number| std::cmp::Reverse(path.weight(&path.tilings[number].queues)));
        let mut meter = budget.meter();
        let judge = preference.unwrap_or_default();
        let shown = |number: usize| {
            let tiling = &path.tilings[number];
            let order = |queue: usize, meter: &mut Meter<'_>| {
                let pieces = &path.queues[queue].0;
                solver.best_order(field, &tiling.placements, pieces, hold, &judge, meter).ok().flatten()
            };
            let play = tiling.queues.iter().next().and_then(|queue| order(queue, &mut meter));
            (number, play, best_for.as_ref().map(|weights| weights[number]))
        };
        Self { tilings: numbers.into_iter().map(shown).collect(), minimum, complete }
    }

    /// In the form of the protocol, so many queues of each tiling.
    pub(crate) fn answer(&self, path: &PcPath, listed: usize) -> Value {
        let covered = path.covered();
        let tiling = |(number, play, best_for): &(usize, Option<PcPlay>, Option<u64>)| {
            let tiling = &path.tilings[*number];
            let queues: Vec<String> =
                tiling.queues.iter().take(listed).map(|queue| letters(&path.queues[queue].0)).collect();
            let solution = play.as_ref().map_or(&tiling.placements, |play| &play.solution.placements);
            let mut answer = json!({
                "solution": pieces(solution),
                "success": path.weight(&tiling.queues),
                "success_truncated": tiling.queues.len(),
                "queues": queues,
            });
            if let Some(best_for) = best_for {
                answer["best_for"] = json!(best_for);
            }
            answer
        };
        let mut answer = json!({
            "tilings": path.tilings.len(),
            "success": path.weight(&covered),
            "total": path.queues.iter().map(|(_, times)| times).sum::<u64>(),
            "success_truncated": covered.len(),
            "total_truncated": path.queues.len(),
            "paths": self.tilings.iter().map(tiling).collect::<Vec<Value>>(),
        });
        if let Some(minimum) = &self.minimum {
            answer["minimum"] = json!({
                "tilings": minimum.chosen.len(),
                "lower_bound": minimum.lower_bound,
                "proven": minimum.is_proven(),
            });
        }
        if !self.complete {
            answer["complete"] = json!(false);
        }
        answer
    }
}

/// Every tiling of a pattern.
pub(crate) fn path(mut fields: Fields) -> Result<Value, OpError> {
    let (field, paths) = pc::field(&mut fields, "pattern")?;
    let solver = pc::solver(&mut fields)?;
    let hold: Hold = fields.or("hold", Hold::None)?;
    let text: String = fields.required("pattern")?;
    let minimal = fields.or("minimal", false)?;
    let at = fields.path("prefer");
    let prefer: Option<String> = fields.optional("prefer")?;
    let prefer = prefer.map(|name| preference(&name)).transpose();
    let prefer = prefer.map_err(|error| OpError::bad_value(&at, error))?;
    let listed = fields.or("limit", LISTED)?;
    let budget = pc::budget(&mut fields)?;
    fields.finish()?;
    let queues = expanded(&text, &paths.queue)?;
    let path = solver.path(&field, &queues, hold, MEMORY, &budget);
    let path = path.map_err(|error| pc::refused(&error, &paths))?;
    let shown = Shown::new((&solver, &field, hold), &path, minimal, prefer, &budget);
    Ok(shown.answer(&path, listed))
}

/// A setup with its share of clears, where that was asked and is known.
pub(crate) type Share = Option<Result<PcShare, PcStop>>;

/// The shares of the first setups.
pub(crate) fn shares_of(
    solver: &PcSolver,
    setups: &PcSetups,
    shown: usize,
    following: Option<&[Vec<Piece>]>,
    hold: Hold,
    memory: usize,
    budget: &Budget,
) -> Result<Vec<Share>, PcError> {
    let share = |number: usize| {
        let share = following.map(|next| solver.setup_share(setups, number, next, hold, memory, budget));
        share.transpose()
    };
    (0..setups.setups.len().min(shown)).map(share).collect()
}

/// Setups in the form of the protocol, so many queues and tilings of each.
pub(crate) fn setups_answer(setups: &PcSetups, shares: &[Share], listed: usize) -> Value {
    let mut complete = setups.stopped.is_none();
    let shown = setups.setups.iter().zip(shares).map(|(setup, share)| {
        let queues: Vec<String> =
            setup.queues.iter().take(listed).map(|queue| letters(&setups.queues[queue].0)).collect();
        let mut answer = json!({
            "field": setup.field.to_string().lines().collect::<Vec<&str>>(),
            "builds": setups.weight(setup),
            "tilings": setup.tilings.len(),
            "solutions": setup.tilings.iter().take(listed).map(|tiling| pieces(tiling)).collect::<Vec<Value>>(),
            "queues": queues,
        });
        match share {
            Some(Ok(share)) => (answer["success"], answer["total"]) = (json!(share.success), json!(share.total)),
            Some(Err(_)) => complete = false,
            None => {}
        }
        answer
    });
    let shown: Vec<Value> = shown.collect();
    let mut answer = json!({
        "count": setups.setups.len(),
        "queues": setups.queues.iter().map(|(_, times)| times).sum::<u64>(),
        "setups": shown,
    });
    if !complete {
        answer["complete"] = json!(false);
    }
    answer
}

/// What a pattern can build on a mask.
pub(crate) fn setup(mut fields: Fields) -> Result<Value, OpError> {
    let paths =
        pc::Paths { field: fields.path("mask"), clear: fields.path("clear"), queue: fields.path("then") };
    let rows: Vec<String> = fields.required("mask")?;
    let clear = fields.required_within("clear", 1..=PcField::MAX_HEIGHT)?;
    let mask = SetupMask::from_rows(rows.iter().map(String::as_str), clear);
    let mask = mask.map_err(|error| pc::refused(&error, &paths))?;
    let solver = pc::solver(&mut fields)?;
    let hold: Hold = fields.or("hold", Hold::None)?;
    let at = fields.path("pattern");
    let pattern: String = fields.required("pattern")?;
    let then: Option<String> = fields.optional("then")?;
    let limit = fields.or("limit", LISTED)?;
    let budget = pc::budget(&mut fields)?;
    fields.finish()?;
    let queues = expanded(&pattern, &at)?;
    let following = then.map(|then| expanded(&then, &paths.queue)).transpose()?;
    let setups = solver.setups(&mask, &queues, hold, MEMORY, &budget);
    let shares = shares_of(&solver, &setups, limit, following.as_deref(), hold, MEMORY, &budget);
    let shares = shares.map_err(|error| pc::refused(&error, &paths))?;
    Ok(setups_answer(&setups, &shares, limit))
}
