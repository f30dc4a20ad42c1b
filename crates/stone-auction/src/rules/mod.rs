//! What is legal, and what happens then. Knows nothing of agents or search.

pub(crate) mod auction;
pub(crate) mod catalogue;
pub(crate) mod commit;
pub(crate) mod game;
pub(crate) mod id;
pub(crate) mod placement;
pub(crate) mod ranking;
pub(crate) mod replay;
pub(crate) mod scenario;
pub(crate) mod support;
pub(crate) mod view;
pub(crate) mod wall;
