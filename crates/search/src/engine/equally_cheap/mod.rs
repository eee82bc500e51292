//! Searches, among the paths that cost as much as a known one, for a better one: the one with the fewest moves into unknown
//! cells, or the one with the fewest turns.

mod fewest_turns;
mod known_first;

pub(super) use fewest_turns::FewestTurns;
#[expect(unreachable_pub, reason = "a hidden method of a public trait names it")]
pub use known_first::CostCutoff;
