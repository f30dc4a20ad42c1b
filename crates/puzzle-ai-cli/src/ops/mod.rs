//! The operations of the protocol, a file per crate.

pub(crate) mod cover;
pub(crate) mod fumen;
pub(crate) mod grid;
pub(crate) mod match3;
pub(crate) mod moves;
#[cfg(test)]
mod page;
pub(crate) mod pc;
pub(crate) mod pc_pattern;
pub(crate) mod pc_puzzle;
pub(crate) mod stone;
pub(crate) mod tetris;

use crate::jsonl::op::Op;

/// Runs an operation on the fields of an object.
#[cfg(test)]
fn ask(
    run: fn(crate::jsonl::fields::Fields) -> Result<serde_json::Value, crate::jsonl::op::OpError>,
    request: serde_json::Value,
) -> Result<serde_json::Value, crate::jsonl::op::OpError> {
    let serde_json::Value::Object(fields) = request else { unreachable!("a request is an object") };
    run(crate::jsonl::fields::Fields::of_request(fields))
}

/// Every operation; a crate adds its rows here.
pub(crate) const TABLE: &[Op] = &[
    Op { name: "cover.count", run: cover::count },
    Op { name: "cover.solve", run: cover::solve },
    Op { name: "cover.tile", run: cover::tile },
    Op { name: "fumen.decode", run: fumen::decode },
    Op { name: "fumen.encode", run: fumen::encode },
    Op { name: "grid.shape", run: grid::shape },
    Op { name: "pc.solve", run: pc::solve },
    Op { name: "pc.percent", run: pc::percent },
    Op { name: "pc.parity", run: pc::parity },
    Op { name: "pc.path", run: pc_pattern::path },
    Op { name: "pc.setup", run: pc_pattern::setup },
    Op { name: "pc.puzzle", run: pc_puzzle::puzzle },
    Op { name: "stone.resolve_round", run: stone::resolve },
    Op { name: "stone.check_placement", run: stone::check },
    Op { name: "stone.pack", run: stone::pack },
    Op { name: "stone.rank", run: stone::ranking },
    Op { name: "tetris.landings", run: moves::landings },
    Op { name: "tetris.perft", run: moves::perft },
    Op { name: "tetris.suggest", run: tetris::suggest },
    Op { name: "tetris.features", run: tetris::features },
    Op { name: "tetris.play", run: tetris::play },
    Op { name: "match3.matches", run: match3::matches },
    Op { name: "match3.moves", run: match3::moves },
    Op { name: "match3.resolve", run: match3::resolve },
    Op { name: "match3.rank", run: match3::rank },
    Op { name: "match3.generate", run: match3::generate },
    Op { name: "match3.reshuffle", run: match3::shuffle },
];
