//! The search over lines against the plain enumeration of all of them.

use grid_core::{Budget, Stop, Stream};
use stack_eval::{
    DropPosition, Evaluator, FourEvaluator, LineChoice, LineSearch, LineSettings, Unseen, best_line, greedy,
    rank,
};
use tetromino::{Entry, Field, Piece, Placed, TopOut, drop_landings};

/// A field, pieces and rules; `owned` keeps the queue.
fn random_position<'a>(stream: &mut Stream, owned: &'a mut Vec<Piece>) -> DropPosition<'a> {
    let width = [4, 6, 10][stream.below(3) as usize];
    let mut field = Field::new(width, 12).expect("in range");
    for y in 0..stream.below(11) as usize {
        for x in 0..width {
            if stream.below(100) < 70 {
                field.fill(x, y);
            }
        }
    }
    let mut piece = || Piece::ALL[stream.below(7) as usize];
    *owned = vec![piece(), piece(), piece()];
    let hold = Some(piece()).filter(|piece| *piece as u8 % 2 == 0);
    let ends = [TopOut::empty(), TopOut::OVERFLOW, TopOut::LOCK_OUT, TopOut::HIDDEN_ROWS];
    DropPosition {
        hold,
        can_hold: stream.below(2) == 0,
        entry: [Entry::Top, Entry::Above][stream.below(2) as usize],
        top_out: ends[stream.below(4) as usize],
        visible: 9 + stream.below(4),
        unseen: 1 + stream.below(127) as u8,
        ..DropPosition::new(field, owned)
    }
}

/// Earns what it clears for good, and judges the rest by the four features.
struct Carrying(FourEvaluator);

impl Evaluator for Carrying {
    type Context = <FourEvaluator as Evaluator>::Context;
    fn context(&self, field: &Field) -> Self::Context {
        self.0.context(field)
    }
    fn evaluate(&self, context: &Self::Context, field: &Field, placed: &Placed<'_>) -> f64 {
        self.0.evaluate(context, field, placed)
    }
    fn carried(&self, _: &Self::Context, field: &Field, placed: &Placed<'_>, _: f64) -> f64 {
        f64::from(self.0.features(field, placed).complete_lines)
    }
}

type Hands = Vec<(Piece, Vec<Piece>, Option<Piece>)>;

/// What can be placed; the same letter on hold is no move of its own.
fn hands(queue: &[Piece], hold: Option<Piece>, can_hold: bool) -> Hands {
    let mut hands: Hands = Vec::new();
    if let [first, rest @ ..] = queue {
        hands.push((*first, rest.to_vec(), hold));
    }
    if can_hold {
        match (queue, hold) {
            ([first, rest @ ..], Some(held)) if held != *first => {
                hands.push((held, rest.to_vec(), Some(*first)))
            }
            ([first, second, rest @ ..], None) if first != second => {
                hands.push((*second, rest.to_vec(), Some(*first)))
            }
            ([], Some(held)) => hands.push((held, Vec::new(), None)),
            _ => {}
        }
    }
    hands
}

/// The values of the moves that a piece has: landed field, worth, what is carried on.
fn moves<E: Evaluator>(judge: &E, position: &DropPosition<'_>, piece: Piece) -> Vec<(Field, f64, f64)> {
    let field = &position.field;
    let mut moves = Vec::new();
    for landing in drop_landings(field, piece, position.entry) {
        let placed = landing.placed().expect("a drop is inside");
        let context = judge.context(field);
        let worth = judge.evaluate(&context, field, &placed);
        let carried = judge.carried(&context, field, &placed, worth);
        let mut after = *field;
        if !position.top_out.lock(position.visible, &mut after, &placed).1 {
            moves.push((after, worth, carried));
        }
    }
    moves
}

/// How long the best of all lines of `depth` plies is, how many next pieces lose it,
/// and what it is worth.
fn exhaustive<E: Evaluator>(
    judge: &E,
    position: &DropPosition<'_>,
    settings: LineSettings,
    value: f64,
    earned: f64,
) -> (usize, u32, f64) {
    let LineSettings { depth, unseen, .. } = settings;
    let all = hands(position.queue, position.hold, position.can_hold);
    if depth == 0 || all.is_empty() {
        return beyond(judge, position, unseen, value, earned);
    }
    let mut best = (0, 0, f64::NEG_INFINITY);
    for (piece, rest, hold) in all {
        for (field, worth, carried) in moves(judge, position, piece) {
            let after = DropPosition { field, queue: &rest, hold, ..*position };
            let less = LineSettings { depth: depth - 1, ..settings };
            let (plies, lost, value) = exhaustive(judge, &after, less, earned + worth, earned + carried);
            let line = (plies + 1, lost, value);
            if line.0 > best.0
                || (line.0 == best.0 && (line.1 < best.1 || (line.1 == best.1 && line.2 > best.2)))
            {
                best = line;
            }
        }
    }
    if best.0 == 0 { (0, 0, value) } else { best }
}

fn beyond<E: Evaluator>(
    judge: &E,
    position: &DropPosition<'_>,
    unseen: Unseen,
    value: f64,
    earned: f64,
) -> (usize, u32, f64) {
    if unseen == Unseen::Ignore {
        return (0, 0, value);
    }
    let next = |piece: &Piece| match position.queue.first() {
        Some(known) => known == piece,
        None => position.unseen >> *piece as u8 & 1 != 0,
    };
    let (mut lost, mut values) = (0, Vec::new());
    for piece in Piece::ALL.into_iter().filter(next) {
        let hands = hands(&[piece], position.hold, position.can_hold);
        let moves = hands.iter().flat_map(|(piece, ..)| moves(judge, position, *piece));
        match moves.map(|(_, worth, _)| worth).reduce(f64::max) {
            Some(best) => values.push(best),
            None => lost += 1,
        }
    }
    let worst = values.iter().copied().fold(f64::INFINITY, f64::min);
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let next = if unseen == Unseen::Worst { worst } else { mean };
    (1, lost, if values.is_empty() { value } else { earned + next })
}

fn is_exhaustive<E: Evaluator>(judge: &E, seed: u64) {
    let (mut ended, mut merged) = (0, 0);
    for index in 0..150 {
        let mut owned = Vec::new();
        let position = random_position(&mut Stream::new(seed, "lines", index), &mut owned);
        let position = DropPosition { queue: &position.queue[..2], ..position };
        for (depth, unseen) in [
            (1, Unseen::Ignore),
            (1, Unseen::Mean),
            (1, Unseen::Worst),
            (2, Unseen::Ignore),
            (3, Unseen::Ignore),
            (3, Unseen::Mean),
        ] {
            if depth > 2 && (position.field.width() > 6 || index % 5 > 0) {
                continue;
            }
            let settings = LineSettings { width: usize::MAX, depth, unseen };
            let best = best_line(judge, &position, settings, &Budget::unlimited());
            let (plies, lost, value) = exhaustive(judge, &position, settings, 0.0, 0.0);
            // A width that is never reached merges lines of different first moves.
            let wide = LineSettings { width: 1 << 20, ..settings };
            let beam = best_line(judge, &position, wide, &Budget::unlimited());
            for best in [best, beam] {
                match best {
                    None => assert_eq!(plies, 0),
                    Some(best) => {
                        assert_eq!((best.depth, best.lost), (plies, lost), "{settings:?} {position:?}");
                        let close = (best.value - value).abs() < 1e-9;
                        assert!(plies == 0 || close, "{} {value} {settings:?} {position:?}", best.value);
                    }
                }
            }
            ended += u32::from(plies < depth);
            merged += u32::from(best.map(|best| best.landing) != beam.map(|beam| beam.landing));
        }
    }
    assert!(ended > 10, "too few games end: {ended}");
    assert!(merged < 100, "only lines of the same worth take each other's place: {merged}");
}

#[test]
fn an_endless_width_is_exhaustive() {
    is_exhaustive(&FourEvaluator::default(), 1);
    is_exhaustive(&Carrying(FourEvaluator::default()), 11);
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    let judge = FourEvaluator::default();
    for index in 0..40 {
        let mut owned = Vec::new();
        let position = random_position(&mut Stream::new(5, "lines", index), &mut owned);
        let unseen = [Unseen::Ignore, Unseen::Mean, Unseen::Worst][index as usize % 3];
        let settings = LineSettings { width: 1 + index as usize * 9, depth: usize::MAX, unseen };
        let mut serial = LineSearch::new(&judge, &position, settings);
        assert_eq!(serial.run(&Budget::unlimited()), None);
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let mut search = LineSearch::new(&judge, &position, settings);
            assert_eq!(pool.install(|| search.run_parallel(&Budget::unlimited())), None);
            assert_eq!((search.choices(), search.nodes()), (serial.choices(), serial.nodes()));
            // Cut, it goes on to the same answer.
            let mut cut = LineSearch::new(&judge, &position, settings);
            if pool.install(|| cut.run_parallel(&Budget::nodes(serial.nodes() / 2))) == Some(Stop::NodeBudget)
            {
                assert!(cut.nodes() <= serial.nodes() / 2);
            }
            assert!(cut.step(u64::MAX));
            assert_eq!((cut.choices(), cut.nodes()), (serial.choices(), serial.nodes()));
        }
    }
}

#[test]
fn one_ply_is_greedy() {
    let judge = FourEvaluator::default();
    for index in 0..500 {
        let mut queue = Vec::new();
        let field = random_position(&mut Stream::new(2, "lines", index), &mut queue).field;
        let position = DropPosition::new(field, &queue);
        let mut search = LineSearch::new(&judge, &position, LineSettings::GREEDY);
        assert!(search.step(u64::MAX));
        let found: Vec<_> = search.choices().iter().map(|choice| (choice.landing, choice.value)).collect();
        let ranked = rank(&judge, &field, queue[0], Entry::Top);
        assert_eq!(found, ranked.iter().map(|choice| (choice.landing, choice.value)).collect::<Vec<_>>());
        let best = greedy(&judge, &field, queue[0], Entry::Top).map(|choice| choice.landing);
        assert_eq!(found.first().map(|found| found.0), best);
        assert_eq!(search.nodes(), ranked.len() as u64);
    }
}

#[test]
fn steps_of_any_size_lead_to_the_same_answer() {
    let judge = FourEvaluator::default();
    for index in 0..100 {
        let mut owned = Vec::new();
        let position = random_position(&mut Stream::new(3, "lines", index), &mut owned);
        let field = position.field;
        let unseen = [Unseen::Ignore, Unseen::Mean, Unseen::Worst][index as usize % 3];
        let settings = LineSettings { width: 1 + index as usize % 30, depth: usize::MAX, unseen };
        let answer = |step: u64| -> (Vec<LineChoice>, u64) {
            let mut search = LineSearch::new(&judge, &position, settings);
            while !search.step(step) {}
            (search.choices(), search.nodes())
        };
        let whole = answer(u64::MAX);
        assert!(answer(1) == whole && answer(37) == whole && answer(1_000) == whole, "{field}");
        // A cut search is within its budget, and goes on to the same answer.
        let mut cut = LineSearch::new(&judge, &position, settings);
        let limit = whole.1 / 2;
        if cut.run(&Budget::nodes(limit)) == Some(Stop::NodeBudget) {
            assert!(cut.nodes() <= limit);
        }
        assert_eq!(cut.run(&Budget::unlimited()), None);
        assert_eq!((cut.choices(), cut.nodes()), whole);
    }
}

/// A beam that grows finds no worse lines in the end, and a width of one follows the
/// best move of each ply.
#[test]
fn a_width_of_one_is_greedy_ply_by_ply() {
    let judge = FourEvaluator::default();
    for index in 0..100 {
        let mut queue = Vec::new();
        let field = random_position(&mut Stream::new(4, "lines", index), &mut queue).field;
        let position = DropPosition::new(field, &queue);
        let narrow = LineSettings { width: 1, ..LineSettings::BEAM };
        let best = best_line(&judge, &position, narrow, &Budget::unlimited());
        let (mut after, mut value, mut plies, mut first) = (field, 0.0, 0, None);
        for &piece in &queue {
            let Some(choice) = greedy(&judge, &after, piece, Entry::Top) else { break };
            after.lock(&choice.landing.placed().expect("inside"));
            after.clear_full_rows();
            (value, plies) = (value + choice.value, plies + 1);
            first = first.or(Some(choice.landing));
        }
        assert_eq!(best.map(|best| best.landing), first);
        if let Some(best) = best {
            assert_eq!((best.depth, best.value), (plies, value));
        }
        let wide = LineSettings { width: usize::MAX, ..LineSettings::BEAM };
        let widest = best_line(&judge, &position, wide, &Budget::unlimited());
        assert!(widest.is_none_or(|widest| widest.depth > plies || widest.value >= value - 1e-9));
    }
}
