//! What a team decides.

use alloc::vec::Vec;

use crate::rules::auction::{Bid, Contest};
use crate::rules::placement::Placement;
use crate::rules::view::View;

/// A player of the contest: what users implement.
///
/// An agent knows what its [`View`] shows, and nothing else. It must be
/// deterministic: its own random numbers come from a seed that it was made with.
/// One agent plays one game.
///
/// ```
/// use stone_auction::{Agent, Bid, Contest, Placement, View};
///
/// /// Buys the first kind at its floor price.
/// struct Simple;
///
/// impl Agent for Simple {
///     fn name(&self) -> &str {
///         "simple"
///     }
///     fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
///         let kind = view.scenario().catalogue().kinds().next().unwrap();
///         out.push(Bid::new(kind, view.scenario().floors()[0]));
///     }
///     fn second_bid(&mut self, _: &View<'_>, contest: &Contest) -> Option<u64> {
///         Some(contest.price + 1)
///     }
///     fn place(&mut self, _: &View<'_>) -> Vec<Placement> {
///         Vec::new()
///     }
/// }
/// # use stone_auction::*;
/// # let scenario = generate_scenario(&GeneratorConfig::default(), 0).scenario;
/// # let agents = (0..6).map(|_| Box::new(Simple) as Box<dyn Agent>).collect();
/// # assert_eq!(play_game(Game::new(scenario), agents).phase(), Phase::Finished);
/// ```
pub trait Agent: Send {
    /// A short name for tables.
    fn name(&self) -> &str;

    /// Writes the bids of the current round to `out`, which is empty.
    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>);

    /// The new price in a second bidding; `None` stays with the tied price.
    fn second_bid(&mut self, view: &View<'_>, contest: &Contest) -> Option<u64>;

    /// The final arrangement of the own stones.
    fn place(&mut self, view: &View<'_>) -> Vec<Placement>;
}
