//! `grid.*`: shapes.

use grid_core::draw::Rows;
use grid_core::{DrawingError, Orientations, Polyomino, PolyominoError, Symmetry};
use serde_json::{Value, json};

use crate::jsonl::fields::Fields;
use crate::jsonl::op::OpError;

/// Most cells of a shape: the partition into rectangles is a matching problem.
const MAX_AREA: usize = 4096;

/// A drawing that cannot be read, at the row at fault.
pub(crate) fn drawing_error(at: &str, error: DrawingError) -> OpError {
    match error {
        DrawingError::TooLarge { .. } => OpError::new("too_large", error).at(at),
        DrawingError::Ragged { row, .. } | DrawingError::UnknownCell { row, .. } => {
            OpError::bad_value(&format!("{at}[{}]", row - 1), error)
        }
        _ => OpError::bad_value(at, error),
    }
}

/// A drawing that is no shape.
pub(crate) fn polyomino_error(at: &str, error: PolyominoError) -> OpError {
    match error {
        PolyominoError::Drawing(error) => drawing_error(at, error),
        PolyominoError::TooLarge { .. } => OpError::new("too_large", error).at(at),
        _ => OpError::bad_value(at, error),
    }
}

/// Facts about one shape.
pub(crate) fn shape(mut fields: Fields) -> Result<Value, OpError> {
    let at = fields.path("shape");
    let rows: Vec<String> = fields.required("shape")?;
    fields.finish()?;
    let drawing =
        Rows::from_rows(rows.iter().map(String::as_str)).map_err(|error| drawing_error(&at, error))?;
    let shape = Polyomino::from_drawing(&drawing).map_err(|error| polyomino_error(&at, error))?;
    if shape.area() > MAX_AREA {
        return Err(OpError::new("too_large", format!("a shape has at most {MAX_AREA} cells here")).at(&at));
    }
    let turned = shape.transformed(Symmetry::Rot90).to_string();
    Ok(json!({
        "area": shape.area(),
        "min_rectangles": shape.min_rectangles(),
        "distinct_orientations": shape.orientations(Orientations::Rotations).len(),
        "chiral": shape.is_chiral(),
        "rot1": turned.lines().collect::<Vec<_>>(),
    }))
}
