//! The search over lines against the plain enumeration of all of them.

use grid_core::{Budget, Stop, Stream};
use stack_eval::{
    DropPosition, Evaluator, FourEvaluator, LineChoice, LineSearch, LineSettings, best_line, greedy, rank,
};
use tetromino::{Entry, Field, Piece, drop_landings};

fn random_position(stream: &mut Stream) -> (Field, Vec<Piece>, Option<Piece>, bool) {
    let width = [4, 6, 10][stream.below(3) as usize];
    let mut field = Field::new(width, 12).expect("in range");
    for y in 0..stream.below(7) as usize {
        for x in 0..width {
            if stream.below(100) < 70 {
                field.fill(x, y);
            }
        }
    }
    let mut piece = || Piece::ALL[stream.below(7) as usize];
    let queue = vec![piece(), piece(), piece()];
    let hold = Some(piece()).filter(|piece| *piece as u8 % 2 == 0);
    (field, queue, hold, stream.below(2) == 0)
}

/// The best sum over all lines of `depth` plies, longest lines first.
fn exhaustive(
    judge: &FourEvaluator,
    field: &Field,
    queue: &[Piece],
    hold: Option<Piece>,
    can_hold: bool,
    depth: usize,
) -> (usize, f64) {
    let mut best = (0, 0.0);
    if depth == 0 {
        return best;
    }
    let mut hands: Vec<(Piece, Vec<Piece>, Option<Piece>)> = Vec::new();
    if let [first, rest @ ..] = queue {
        hands.push((*first, rest.to_vec(), hold));
    }
    if can_hold {
        match (queue, hold) {
            ([first, rest @ ..], Some(held)) => hands.push((held, rest.to_vec(), Some(*first))),
            ([first, second, rest @ ..], None) => hands.push((*second, rest.to_vec(), Some(*first))),
            ([], Some(held)) => hands.push((held, Vec::new(), None)),
            _ => {}
        }
    }
    for (piece, rest, hold) in hands {
        for landing in drop_landings(field, piece, Entry::Top) {
            let placed = landing.placed().expect("a drop is inside");
            let worth = judge.evaluate(&judge.context(field), field, &placed);
            let mut after = *field;
            after.lock(&placed);
            after.clear_full_rows();
            let (plies, rest) = exhaustive(judge, &after, &rest, hold, can_hold, depth - 1);
            let line = (plies + 1, worth + rest);
            if line.0 > best.0 || (line.0 == best.0 && line.1 > best.1) {
                best = line;
            }
        }
    }
    best
}

#[test]
fn an_endless_width_is_exhaustive() {
    let judge = FourEvaluator::default();
    for index in 0..60 {
        let (field, queue, hold, can_hold) = random_position(&mut Stream::new(1, "lines", index));
        let position = DropPosition { field, queue: &queue[..2], hold, can_hold, entry: Entry::Top };
        for depth in 1..=3 {
            let settings = LineSettings { width: usize::MAX, depth };
            let best = best_line(&judge, &position, settings, &Budget::unlimited());
            let (plies, value) = exhaustive(&judge, &field, &queue[..2], hold, can_hold, depth);
            match best {
                None => assert_eq!(plies, 0),
                Some(best) => {
                    assert_eq!(best.depth, plies, "{depth} {can_hold}\n{field}");
                    assert!((best.value - value).abs() < 1e-9, "{} {value}\n{field}", best.value);
                }
            }
        }
    }
}

#[test]
fn one_ply_is_greedy() {
    let judge = FourEvaluator::default();
    for index in 0..500 {
        let (field, queue, ..) = random_position(&mut Stream::new(2, "lines", index));
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
        let (field, queue, hold, can_hold) = random_position(&mut Stream::new(3, "lines", index));
        let position = DropPosition { field, queue: &queue, hold, can_hold, entry: Entry::Top };
        let settings = LineSettings { width: 1 + index as usize % 30, depth: usize::MAX };
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
        if cut.run(&Budget::nodes(limit)) == Err(Stop::NodeBudget) {
            assert!(cut.nodes() <= limit);
        }
        assert_eq!(cut.run(&Budget::unlimited()), Ok(()));
        assert_eq!((cut.choices(), cut.nodes()), whole);
    }
}

/// A beam that grows finds no worse lines in the end, and a width of one follows the
/// best move of each ply.
#[test]
fn a_width_of_one_is_greedy_ply_by_ply() {
    let judge = FourEvaluator::default();
    for index in 0..100 {
        let (field, queue, ..) = random_position(&mut Stream::new(4, "lines", index));
        let position = DropPosition::new(field, &queue);
        let narrow = LineSettings { width: 1, depth: usize::MAX };
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
        let wide = LineSettings { width: usize::MAX, depth: usize::MAX };
        let widest = best_line(&judge, &position, wide, &Budget::unlimited());
        assert!(widest.is_none_or(|widest| widest.depth > plies || widest.value >= value - 1e-9));
    }
}
