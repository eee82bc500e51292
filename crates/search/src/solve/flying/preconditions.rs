//! The answers that need no search.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::goal::Region;
use crate::movement::CornerRule;
use crate::outcome::{EndFault, Outcome};
use crate::query::Query;

impl Query<'_> {
    /// Returns the outcome for a region if it needs no search: where the agent cannot be in the
    /// region, or no path can lead there. Looks at the cells of small regions.
    pub(super) fn region_at_once(
        &self,
        region: Region<'_>,
        world: &Traversability,
        labels: Labels,
    ) -> Option<Outcome> {
        let mut blocked = true;
        for cell in region.candidates(MOST_CANDIDATES)? {
            if world.is_traversable(cell) {
                if !self.is_separate(cell, world, labels) {
                    return None;
                }
                blocked = false;
            }
        }
        Some(if blocked {
            Outcome::InvalidEnd(EndFault::GoalBlocked)
        } else {
            Outcome::Unreachable
        })
    }

    /// Returns whether no search is needed to tell that no path joins the start and a goal.
    pub(super) fn is_separate(&self, goal: IVec3, world: &Traversability, labels: Labels) -> bool {
        let plane = self.settings.moves.fixed_axis();
        plane.is_some_and(|axis| axis.of(self.start) != axis.of(goal))
            || (self.settings.corners != CornerRule::Lenient
                && labels.may_be_asked(world)
                && self.is_disconnected(goal, world))
    }

    /// Returns whether start and goal are known to lie in different components. Diagonals that may
    /// cut corners join what components keep apart, so that says nothing about them.
    fn is_disconnected(&self, goal: IVec3, world: &Traversability) -> bool {
        match (world.component(self.start), world.component(goal)) {
            (Some(start), Some(goal)) => start != goal,
            _ => false,
        }
    }
}

/// The components that a query may ask about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// The components that are known, or are after a few chunks.
    #[default]
    AtHand,
    /// All components, however long labeling takes.
    All,
}

impl Labels {
    /// The chunks that take about as long to label as a search of middling length.
    const FEW: usize = 16;
    /// The expansions that take as long as labeling a chunk, or longer.
    const EXPANSIONS: u64 = 512;

    fn may_be_asked(self, world: &Traversability) -> bool {
        self == Self::All || world.chunks_to_label() <= Self::FEW
    }

    /// Returns the number of expansions that a search is given to do without labels: they take as
    /// long as labels would, so that waiting costs no more than twice what either would have.
    pub(crate) fn patience(self, world: &Traversability) -> u64 {
        if self.may_be_asked(world) {
            u64::MAX
        } else {
            world.chunks_to_label() as u64 * Self::EXPANSIONS
        }
    }
}

/// The cells of the box around a region that are looked at before a search: fewer than most searches
/// expand.
pub(in crate::solve) const MOST_CANDIDATES: usize = 4096;
