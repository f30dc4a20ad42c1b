//! The operations of the protocol, a file per crate.

mod grid;
pub(crate) mod tetris;

use crate::jsonl::op::Op;

/// Every operation; a crate adds its rows here.
pub(crate) const TABLE: &[Op] = &[
    Op { name: "grid.shape", run: grid::shape },
    Op { name: "tetris.landings", run: tetris::landings },
    Op { name: "tetris.suggest", run: tetris::suggest },
    Op { name: "tetris.features", run: tetris::features },
    Op { name: "tetris.play", run: tetris::play },
];
