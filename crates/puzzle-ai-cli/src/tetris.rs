//! What the tetris commands and operations share: evaluators by name, the
//! colours of the pieces, and a suggestion with its inputs.

use stack_eval::{Choice, FourEvaluator, FourWeights, WeightError, rank, sort_best_first};
use tetromino::{Entry, Field, Landing, Piece, Rotation, RotationSystem, Turn};

/// Rows of a field that is not given with a height.
pub(crate) const STANDARD_HEIGHT: usize = 20;

/// The colours of the guideline, from the 256-colour palette.
pub(crate) fn colour(piece: Piece) -> u8 {
    match piece {
        Piece::I => 44,
        Piece::O => 220,
        Piece::T => 134,
        Piece::S => 70,
        Piece::Z => 160,
        Piece::J => 27,
        Piece::L => 208,
    }
}

/// The evaluator of a name, or of weights separated by commas.
pub(crate) fn evaluator(text: &str) -> Result<FourEvaluator, WeightError> {
    let weights: Result<Vec<f64>, _> = text.split(',').map(|weight| weight.trim().parse()).collect();
    match weights {
        Ok(weights) => FourEvaluator::new(FourWeights::from_slice(&weights)?),
        Err(_) => FourEvaluator::named(text),
    }
}

/// A position to decide.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) field: Field,
    pub(crate) piece: Piece,
    /// The pieces after it, as far as they are known.
    pub(crate) next: Vec<Piece>,
    pub(crate) hold: Option<Piece>,
    pub(crate) can_hold: bool,
}

impl Position {
    /// Every straight drop with its value, best first; those that need a hold come
    /// after equal ones that do not.
    pub(crate) fn ranked(&self, evaluator: &FourEvaluator) -> Vec<Choice> {
        let mut choices = rank(evaluator, &self.field, self.piece, Entry::Top);
        if let Some(other) = self.held_instead() {
            choices.extend(rank(evaluator, &self.field, other, Entry::Top));
            sort_best_first(&mut choices);
        }
        choices
    }

    /// The piece that a hold brings into play, where that is another one.
    fn held_instead(&self) -> Option<Piece> {
        let other = self.hold.or(self.next.first().copied())?;
        (self.can_hold && other != self.piece).then_some(other)
    }

    /// The inputs of a straight drop: hold, turn and shift above the stack, drop.
    /// `None` for a piece that enters under an overhang at the very top.
    pub(crate) fn inputs(&self, landing: &Landing) -> Option<Vec<&'static str>> {
        let placed = landing.placed()?;
        if self.field.drop(placed.shape(), placed.x(), Entry::Above) != Some(placed.y()) {
            return None;
        }
        let mut inputs = Vec::new();
        if landing.piece != self.piece {
            inputs.push("hold");
        }
        let turn = match landing.rotation {
            Rotation::N => &[][..],
            Rotation::E => &["cw"],
            Rotation::S => &["cw", "cw"],
            Rotation::W => &["ccw"],
        };
        inputs.extend(turn);
        let shift = i32::from(landing.x) - self.turned_column(landing);
        let step = if shift < 0 { "left" } else { "right" };
        inputs.extend(std::iter::repeat_n(step, shift.unsigned_abs() as usize));
        inputs.push("hard_drop");
        Some(inputs)
    }

    /// The column of the centre cell after the turns of [`Position::inputs`] in
    /// the open, from the spawn column left of the middle.
    fn turned_column(&self, landing: &Landing) -> i32 {
        let open = Field::new(Field::MAX_WIDTH, Field::MAX_HEIGHT).expect("within the limits");
        let spawn = tetromino::ActivePiece {
            piece: landing.piece,
            rotation: Rotation::N,
            centre: grid_core::Cell::new(7, 30),
        };
        let turns: &[Turn] = match landing.rotation {
            Rotation::N => &[],
            Rotation::E => &[Turn::Clockwise],
            Rotation::S => &[Turn::Clockwise, Turn::Clockwise],
            Rotation::W => &[Turn::CounterClockwise],
        };
        let turned = turns.iter().fold(spawn, |piece, &turn| {
            piece.turned(&open, &RotationSystem::SRS, turn).map_or(piece, |(turned, _)| turned)
        });
        (self.field.width() as i32 - 1) / 2 + turned.centre.x - spawn.centre.x
    }
}
