//! The memory that the replanners of many agents share.

use std::collections::VecDeque;
use std::sync::Arc;

use voxnav_search::{Flight, Ground, Workspace};

use super::moves::Moves;

/// Memory that the replanners of many agents share: that of their searches, and the last changes of the world, which are
/// found once for all agents with the same abilities.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::replanning::{Replanner, ReplanPolicy, ReplanWorkspace};
/// use voxnav::{AgentView, Lattice, RouteOptions, Terrain, UnknownPolicy};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let view = AgentView::new(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
/// let mut agents: Vec<Replanner> = (0..9)
///     .map(|number| Replanner::new(&view, [25.0, f64::from(number), 4.0], ReplanPolicy::default()))
///     .collect();
/// let mut shared = ReplanWorkspace::default();
/// for agent in &mut agents {
///     agent.update_in(&view, [2.0, 4.0, 4.0], &mut shared)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct ReplanWorkspace {
    /// The memory of searches.
    pub search: Workspace,
    pub(super) in_flight: Recent<Flight>,
    pub(super) on_ground: Recent<Ground>,
}

impl From<Workspace> for ReplanWorkspace {
    fn from(search: Workspace) -> Self {
        Self {
            search,
            ..Self::default()
        }
    }
}

/// The number of pairs of snapshots that are kept: one for each kind of agents of a crowd.
const MOST_RECENT: usize = 16;

/// The changes between the last pairs of snapshots that were asked for.
#[derive(Debug)]
pub(crate) struct Recent<M: Moves>(VecDeque<([M; 2], Arc<M::Changes>)>);

impl<M: Moves> Default for Recent<M> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<M: Moves> Recent<M> {
    /// Returns the changes from one snapshot to another.
    pub(super) fn changes(&mut self, before: &M, after: &M) -> Arc<M::Changes> {
        let is_it = |its: &[M; 2]| its[0].is_snapshot_of(before) && its[1].is_snapshot_of(after);
        if let Some((_, changes)) = self.0.iter().find(|(its, _)| is_it(its)) {
            return Arc::clone(changes);
        }
        let changes = Arc::new(after.changes_since(before));
        // Agents with these abilities have gone on from there.
        self.0.retain(|(its, _)| !its[1].is_snapshot_of(before));
        self.0.truncate(MOST_RECENT - 1);
        let pair = [before.clone(), after.clone()];
        self.0.push_front((pair, Arc::clone(&changes)));
        changes
    }
}
