//! `grid.*`: shapes.

use grid_core::{Orientations, Polyomino, Symmetry};
use serde_json::{Value, json};

use crate::jsonl::fields::Fields;
use crate::jsonl::op::OpError;

/// Most cells of a shape: the partition into rectangles is a matching problem.
const MAX_AREA: usize = 4096;

/// Facts about one shape.
pub(crate) fn shape(mut fields: Fields) -> Result<Value, OpError> {
    let at = fields.path("shape");
    let rows: Vec<String> = fields.required("shape")?;
    fields.finish()?;
    let shape: Polyomino = rows.join("\n").parse().map_err(|error| OpError::bad_value(&at, error))?;
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
