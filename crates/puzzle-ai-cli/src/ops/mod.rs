//! The operations of the protocol, a file per crate.

mod grid;

use crate::jsonl::op::Op;

/// Every operation; a crate adds its rows here.
pub(crate) const TABLE: &[Op] = &[Op { name: "grid.shape", run: grid::shape }];
