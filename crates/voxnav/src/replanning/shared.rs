//! A world that is edited on some threads, brought up to date on another, and searched on all.
//!
//! INVARIANT: what is published was derived from one commit as a whole, and reports how many edits are in it.

use std::sync::Arc;

use voxnav_occupancy::{OccupancyBuilder, Refresh, Traversability};

use super::handover::SnapshotExchange;

/// A world that other threads edit and search while a [`WorldWorker`] brings it up to date.
///
/// Clones are handles on one world. What a search sees is a [`WorldSnapshot`]: whole, the last that the
/// worker published, and with the number of edits that it has, from which follows how stale it is. The
/// library starts no thread: the caller runs the worker on one of their own.
///
/// # Guarantees
///
/// Every snapshot is the world after the first edits, as many as it says: none is missing, none of a later
/// one is there. Later snapshots have no fewer. Neither an edit nor a search waits for a world to be derived.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::replanning::SharedWorld;
/// use voxnav::UnknownPolicy;
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let (shared, mut worker) = SharedWorld::new(&world);
/// let thread = std::thread::spawn(move || {
///     while worker.wait() {
///         while worker.work(4) {}
///     }
/// });
///
/// shared.edit(|builder| builder.set(IVec3::ONE, CellState::Occupied))?;
/// let mut snapshot = shared.snapshot();
/// while shared.staleness(&snapshot) > 0 {
///     snapshot = shared.snapshot(); // or search in it: it is whole
/// }
/// assert!(!snapshot.world.is_traversable(IVec3::ONE));
/// drop(shared); // nobody is left who edits: the worker ends
/// thread.join().map_err(|_| "the worker died")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SharedWorld {
    common: Arc<SnapshotExchange<OccupancyBuilder, WorldSnapshot>>,
}

/// A world that a worker published, as a whole.
///
/// ```
/// # use voxnav::glam::IVec3;
/// # use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// # use voxnav::replanning::SharedWorld;
/// # use voxnav::UnknownPolicy;
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let (shared, _worker) = SharedWorld::new(&world);
/// let snapshot = shared.snapshot();
/// assert_eq!((snapshot.edits, shared.staleness(&snapshot)), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WorldSnapshot {
    /// The world that searches see.
    pub world: Traversability,
    /// The number of edits in the snapshot: the first ones.
    pub edits: u64,
}

/// A worker that brings a [`SharedWorld`] up to date, in slices, on the thread that calls it.
///
/// ```
/// # use voxnav::glam::IVec3;
/// # use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// # use voxnav::replanning::SharedWorld;
/// # use voxnav::UnknownPolicy;
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(200)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let (shared, mut worker) = SharedWorld::new(&world);
/// let wall = CellBox::new(IVec3::new(99, 0, 0), IVec3::new(100, 200, 200));
/// shared.edit(|builder| builder.set_box(wall, CellState::Occupied))?;
/// while worker.work(1) {
///     // Between two slices: a frame, or a look whether the program ends.
/// }
/// assert_eq!(shared.snapshot().edits, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WorldWorker {
    common: Arc<SnapshotExchange<OccupancyBuilder, WorldSnapshot>>,
    world: Traversability,
    /// The refresh under way, and the number of edits in it.
    under_way: Option<(Refresh, u64)>,
}

impl SharedWorld {
    /// Shares a world; the worker belongs on a thread of its own. Where components are known of `world`,
    /// they are of every snapshot.
    #[must_use]
    pub fn new(world: &Traversability) -> (Self, WorldWorker) {
        let first = WorldSnapshot {
            world: world.clone(),
            edits: 0,
        };
        let common = Arc::new(SnapshotExchange::new(world.occupancy().edit(), first));
        let worker = WorldWorker {
            common: Arc::clone(&common),
            world: world.clone(),
            under_way: None,
        };
        (Self { common }, worker)
    }

    /// Makes an edit, of any number of cells: one that snapshots have as a whole or not at all. What `change`
    /// returns is passed on; what it changed before it failed, if it did, stays and counts as an edit.
    pub fn edit<R>(&self, change: impl FnOnce(&mut OccupancyBuilder) -> R) -> R {
        self.common.edit(change)
    }

    /// Returns the number of edits made.
    #[must_use]
    pub fn edits(&self) -> u64 {
        self.common.accepted()
    }

    /// Returns the world as the worker published it last.
    #[must_use]
    pub fn snapshot(&self) -> WorldSnapshot {
        self.common.latest()
    }

    /// Returns the number of edits that a snapshot lacks.
    #[must_use]
    pub fn staleness(&self, snapshot: &WorldSnapshot) -> u64 {
        self.edits().saturating_sub(snapshot.edits)
    }
}

impl Clone for SharedWorld {
    fn clone(&self) -> Self {
        self.common.join();
        Self {
            common: Arc::clone(&self.common),
        }
    }
}

impl Drop for SharedWorld {
    fn drop(&mut self) {
        self.common.leave();
    }
}

impl WorldWorker {
    /// Waits until there is something to do: `false` if there is nothing, and no handle is left to edit with.
    #[must_use]
    pub fn wait(&self) -> bool {
        self.under_way.is_some() || self.common.wait()
    }

    /// Does about as much as deriving so many chunks takes, and publishes what is whole; whether there is
    /// anything left to do.
    pub fn work(&mut self, chunks: usize) -> bool {
        let Some((mut refresh, edits)) = self.under_way.take().or_else(|| self.begun()) else {
            return false;
        };
        if refresh.advance(chunks) > 0 {
            self.under_way = Some((refresh, edits));
            return true;
        }
        let has_components = self.world.chunks_to_label() == 0;
        self.world = refresh.finish();
        if has_components {
            self.world = self.world.clone().with_components();
        }
        let world = self.world.clone();
        self.common.publish(WorldSnapshot { world, edits });
        self.common.has_news()
    }

    /// Takes all edits that were made.
    fn begun(&self) -> Option<(Refresh, u64)> {
        // Any occupancy stands in while they are committed.
        let any = self.world.occupancy();
        let (occupancy, edits) = self.common.take(|builder| {
            let occupancy = std::mem::replace(builder, any.edit()).commit();
            *builder = occupancy.edit();
            occupancy
        })?;
        Some((self.world.refresh(&occupancy), edits))
    }
}
