//! The memory that the replanners of many agents share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use voxnav_search::Workspace;

use super::moves::{self, Changes};
use crate::routes::View;

/// Memory that the replanners of many agents share: that of their searches, and the last changes of the world, which are
/// found once for all agents with the same abilities.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::replanning::{Replanner, ReplanPolicy, ReplanWorkspace};
/// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let view = View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
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
    pub(super) recent: Recent,
}

impl From<Workspace> for ReplanWorkspace {
    fn from(search: Workspace) -> Self {
        Self {
            search,
            ..Self::default()
        }
    }
}

/// The number of pairs of snapshots that are kept: one for each sort of agents of a crowd.
const MOST_RECENT: usize = 32;

/// The changes between the last pairs of views that were asked for, on any thread.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<VecDeque<Pair>>);

/// Two views, and the changes from one to the other.
type Pair = ([View; 2], Arc<Changes>);

impl Recent {
    /// Returns the changes from the snapshot of one view to that of another.
    pub(super) fn changes(&self, before: &View, after: &View) -> Arc<Changes> {
        // Finding changes takes this thread alone: no task that waits for the lock runs on it meanwhile. None were left
        // half noted by a thread that died.
        let mut pairs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |its: &[View; 2]| is_of(&its[0], before) && is_of(&its[1], after);
        if let Some((_, changes)) = pairs.iter().find(|(its, _)| is_it(its)) {
            return Arc::clone(changes);
        }
        let changes = Arc::new(moves::of(after.moves()).changes_since(before.moves()));
        // Agents with these abilities have gone on from there.
        pairs.retain(|(its, _)| !is_of(&its[1], before));
        pairs.truncate(MOST_RECENT - 1);
        pairs.push_front(([before.clone(), after.clone()], Arc::clone(&changes)));
        changes
    }
}

/// Returns whether two views are of one snapshot.
fn is_of(one: &View, other: &View) -> bool {
    one.is_clone_of(other) || one.kind().is_snapshot_of(other.moves())
}
