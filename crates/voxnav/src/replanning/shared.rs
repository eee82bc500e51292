//! A world that is edited on some threads, brought up to date on another, and searched on all.
//!
//! INVARIANT: what is published was derived from one commit as a whole, and says how many edits are in it.
//! Editors and the worker share one lock, held for an edit or a commit; readers share another, held to copy or
//! replace a pointer. No thread holds both.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use voxnav_occupancy::{Occupancy, OccupancyBuilder, Refresh, Traversability};

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
    common: Arc<Common>,
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
    /// What searches see.
    pub world: Traversability,
    /// How many edits are in it: the first ones.
    pub edits: u64,
}

/// Brings a [`SharedWorld`] up to date, in slices, on the thread that calls it.
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
    common: Arc<Common>,
    world: Traversability,
    /// What is derived, and how many edits are in it.
    under_way: Option<(Refresh, u64)>,
}

#[derive(Debug)]
struct Common {
    edits: Mutex<Edits>,
    /// There are edits, or nobody is left to make any.
    news: Condvar,
    latest: Mutex<WorldSnapshot>,
}

#[derive(Debug)]
struct Edits {
    /// With the edits that no worker has taken yet.
    builder: OccupancyBuilder,
    accepted: u64,
    taken: u64,
    editors: usize,
}

impl Common {
    /// An edit that panicked leaves a builder that can be used as any other.
    fn edits(&self) -> MutexGuard<'_, Edits> {
        self.edits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn latest(&self) -> MutexGuard<'_, WorldSnapshot> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SharedWorld {
    /// Shares a world; the worker belongs on a thread of its own. Where components are known of `world`,
    /// they are of every snapshot.
    #[must_use]
    pub fn new(world: &Traversability) -> (Self, WorldWorker) {
        let common = Arc::new(Common {
            edits: Mutex::new(Edits {
                builder: world.occupancy().edit(),
                accepted: 0,
                taken: 0,
                editors: 1,
            }),
            news: Condvar::new(),
            latest: Mutex::new(WorldSnapshot {
                world: world.clone(),
                edits: 0,
            }),
        });
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
        let mut edits = self.common.edits();
        edits.accepted += 1;
        let result = change(&mut edits.builder);
        drop(edits);
        self.common.news.notify_one();
        result
    }

    /// How many edits were made.
    #[must_use]
    pub fn edits(&self) -> u64 {
        self.common.edits().accepted
    }

    /// The world as the worker published it last.
    #[must_use]
    pub fn snapshot(&self) -> WorldSnapshot {
        self.common.latest().clone()
    }

    /// How many edits a snapshot lacks by now.
    #[must_use]
    pub fn staleness(&self, snapshot: &WorldSnapshot) -> u64 {
        self.edits().saturating_sub(snapshot.edits)
    }
}

impl Clone for SharedWorld {
    fn clone(&self) -> Self {
        self.common.edits().editors += 1;
        Self {
            common: Arc::clone(&self.common),
        }
    }
}

impl Drop for SharedWorld {
    fn drop(&mut self) {
        self.common.edits().editors -= 1;
        self.common.news.notify_one();
    }
}

impl WorldWorker {
    /// Waits until there is something to do: `false` if there is nothing, and no handle is left to edit with.
    #[must_use]
    pub fn wait(&self) -> bool {
        if self.under_way.is_some() {
            return true;
        }
        let idle = |edits: &mut Edits| edits.accepted == edits.taken && edits.editors > 0;
        let edits = self.common.news.wait_while(self.common.edits(), idle);
        let edits = edits.unwrap_or_else(PoisonError::into_inner);
        edits.accepted > edits.taken
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
        // What was published before is dropped after the lock.
        let before = std::mem::replace(&mut *self.common.latest(), WorldSnapshot { world, edits });
        drop(before);
        let waiting = self.common.edits();
        waiting.accepted > waiting.taken
    }

    /// Takes all edits that were made.
    fn begun(&self) -> Option<(Refresh, u64)> {
        let (occupancy, edits) = self.common.edits().take(self.world.occupancy())?;
        Some((self.world.refresh(&occupancy), edits))
    }
}

impl Edits {
    /// Commits what was not taken yet, if anything; `any` occupancy stands in while that is done.
    fn take(&mut self, any: &Occupancy) -> Option<(Occupancy, u64)> {
        if self.accepted == self.taken {
            return None;
        }
        let occupancy = std::mem::replace(&mut self.builder, any.edit()).commit();
        self.builder = occupancy.edit();
        self.taken = self.accepted;
        Some((occupancy, self.taken))
    }
}
