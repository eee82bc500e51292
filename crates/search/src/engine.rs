//! Which engine answers a query, and with what kind of records.

use crate::attempt::{Attempt, Coverage, Target};
use crate::workspace::{Beginning, Grain, Records};
use crate::{Algorithm, Terrain};

/// Which expansion policy and open list answer a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Plain,
    PlainFromBothEnds,
    LazyTheta,
    Canonical,
    Jump,
    JumpFromBothEnds,
}

impl Engine {
    /// Whether runs are followed to their ends.
    pub(crate) fn jumps(self) -> bool {
        matches!(self, Self::Jump | Self::JumpFromBothEnds)
    }
}

impl Attempt<'_> {
    /// Runs are exact where terrain is uniform, pruning wherever it is even around a cell; the bucket
    /// queue and searches that meet, where estimates are consistent. All of these count on a start
    /// that is not blocked itself.
    pub(crate) fn engine(&self) -> Engine {
        let callers = matches!(self.target, Target::Region(region) if region.is_callers());
        let consistent = self.heuristic.is_consistent(self.moves);
        let can_stand = self.world.is_traversable(self.start);
        let prunable = !callers && consistent && can_stand;
        let uniform = self.terrain.is_none_or(Terrain::is_uniform);
        if self.coverage == Coverage::EveryCell {
            return if prunable && !is_weighed(self.algorithm) {
                Engine::Canonical
            } else {
                Engine::Plain
            };
        }
        match (self.algorithm, self.target) {
            (Algorithm::Auto, Target::Cell(_)) if prunable && uniform => Engine::JumpFromBothEnds,
            (Algorithm::Auto | Algorithm::Jump, _) if prunable && uniform => Engine::Jump,
            (Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical, _) if prunable => {
                Engine::Canonical
            }
            (Algorithm::Bidirectional, Target::Cell(_)) if consistent && can_stand => {
                Engine::PlainFromBothEnds
            }
            (Algorithm::LazyTheta, Target::Cell(_)) if self.may_leave_the_lattice() => {
                Engine::LazyTheta
            }
            _ => Engine::Plain,
        }
    }

    pub(crate) fn begin(&self, records: &mut Records) {
        let grain = self.corridors.map_or(Grain::Coarse, |_| Grain::Fine);
        let beginning = match self.engine() {
            Engine::Canonical | Engine::Jump | Engine::JumpFromBothEnds
                if self.coverage == Coverage::Needed =>
            {
                Beginning::OneByOne
            }
            _ => Beginning::InBricks,
        };
        records.begin(self.world.bounds(), grain, beginning);
        if let Some(most) = self.drive.limits.memory {
            records.allow_bytes(most);
        }
    }
}

/// Whether an algorithm has an order of its own instead of that by f.
pub(crate) fn is_weighed(algorithm: Algorithm) -> bool {
    matches!(
        algorithm,
        Algorithm::Dijkstra | Algorithm::WeightedAStar(_) | Algorithm::GreedyBestFirst
    )
}
