//! A placement in files: `kind`, and either `rot`, `x`, `y` or `cells`.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Placement, PlacementForm};
use crate::rules::id::KindId;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    kind: KindId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rot: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    y: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<(i64, i64)>>,
}

#[derive(Debug, Error)]
#[error("a placement has either rot, x and y or cells")]
pub(super) struct FormError;

impl TryFrom<Form> for Placement {
    type Error = FormError;

    fn try_from(form: Form) -> Result<Self, FormError> {
        match (form.rot, form.x, form.y, form.cells) {
            (Some(rot), Some(x), Some(y), None) => Ok(Self::turned(form.kind, rot, x, y)),
            (None, None, None, Some(cells)) => Ok(Self::on_cells(form.kind, cells)),
            _ => Err(FormError),
        }
    }
}

impl From<Placement> for Form {
    fn from(placement: Placement) -> Self {
        let kind = placement.kind;
        match placement.form {
            PlacementForm::Turned { rot, x, y } => {
                Self { kind, rot: Some(rot), x: Some(x), y: Some(y), cells: None }
            }
            PlacementForm::Cells { cells } => Self { kind, rot: None, x: None, y: None, cells: Some(cells) },
        }
    }
}
