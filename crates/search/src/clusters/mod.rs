//! Clusters of 8^3 cells, their components, and the storage of a search over them.

mod planes;

pub(crate) use planes::{Planes, nearest_on_face};

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::IVec3;
use voxnav_occupancy::{Axis, Traversability};

use crate::cost::Cost;
use crate::memory::Table;
use crate::path::Path;

/// Storage of a search over clusters. It is kept from query to query, its content is not.
#[derive(Debug, Default)]
pub(crate) struct ClusterMemory {
    /// The numbers of clusters, by their coordinates.
    table: Table,
    clusters: Vec<Cluster>,
    pub(crate) components: Vec<Component>,
    pub(crate) open: BinaryHeap<OpenComponent>,
    /// The exits of the component that is expanded.
    pub(crate) exits: Vec<Exit>,
    /// The way from component to component, from the start to the goal.
    pub(crate) chain: Vec<Link>,
    /// The steps of a search within a component.
    pub(crate) steps: Vec<Planes>,
    /// The cells of the path before it is pulled, each with the cost up to there.
    pub(crate) cells: Vec<(IVec3, Cost)>,
    pub(crate) path: Path,
    /// A part of the path.
    pub(crate) part: Path,
}

/// A cluster that the search has looked at.
#[derive(Clone, Copy, Debug)]
struct Cluster {
    /// The traversable cells.
    free: Planes,
    /// The traversable cells that are in no component yet.
    left: Planes,
    /// The component found last, or [`NONE`].
    last: u32,
}

/// A component of a cluster: the cells that straight moves within the cluster connect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Component {
    pub(crate) cells: Planes,
    /// The component of the same cluster that was found before, or [`NONE`].
    next: u32,
    /// The component from which this one was reached, or [`NONE`].
    pub(crate) before: u32,
    /// The cell at which the path enters.
    pub(crate) entry: IVec3,
    /// The cost up to the entry; [`Cost::MAX`] if the component was not reached.
    pub(crate) g: Cost,
    pub(crate) f: Cost,
    pub(crate) is_closed: bool,
}

/// A way out of a component into one of a neighboring cluster.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit {
    /// The number of the component that it leads to.
    pub(crate) to: u32,
    /// The cell at which it enters that component.
    pub(crate) entry: IVec3,
    /// The last cell before.
    pub(crate) last: Planes,
}

/// A component on the way to the goal, and the cell at which the path enters it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) cells: Planes,
    pub(crate) entry: IVec3,
}

/// A component in the open list: the least f first, of equals the largest g, then the first.
pub(crate) type OpenComponent = (Reverse<Cost>, Cost, Reverse<u32>);

/// The number of no component.
pub(crate) const NONE: u32 = u32::MAX;

/// The traversable cells among which a search goes.
#[derive(Clone, Copy)]
pub(crate) struct Layered<'w> {
    pub(crate) world: &'w Traversability,
    /// The layer in which moves stay, if they do.
    pub(crate) layer: Option<(Axis, i32)>,
}

impl Layered<'_> {
    fn cluster(&self, at: IVec3) -> Planes {
        if at << 3 >> 3 != at {
            // It lies beyond all coordinates.
            return Planes::EMPTY;
        }
        let free = Planes(self.world.cluster(at));
        match self.layer {
            Some((axis, layer)) if axis.of(at) == layer >> 3 => free.in_layer(axis, layer),
            Some(_) => Planes::EMPTY,
            None => free,
        }
    }
}

impl ClusterMemory {
    pub(crate) fn begin(&mut self) {
        self.table.begin();
        self.clusters.clear();
        self.components.clear();
        self.open.clear();
        self.chain.clear();
    }

    /// Returns the number of the cluster at coordinates; reads it if that is the first look at it.
    pub(crate) fn cluster(&mut self, at: IVec3, cells: Layered<'_>) -> usize {
        let next = u32::try_from(self.clusters.len()).unwrap_or(NONE);
        let number = self.table.find_or_insert(at, next);
        if number == next {
            let free = cells.cluster(at);
            self.clusters.push(Cluster {
                free,
                left: free,
                last: NONE,
            });
        }
        number as usize
    }

    /// Returns how many clusters were read.
    pub(crate) fn clusters(&self) -> usize {
        self.clusters.len()
    }

    pub(crate) fn free(&self, cluster: usize) -> &Planes {
        &self.clusters[cluster].free
    }

    /// Returns the number of the component of a cluster with some of the cells `among`; `None` if none of them is
    /// traversable.
    pub(crate) fn component(&mut self, cluster: usize, among: &Planes) -> Option<u32> {
        let Cluster { left, last, .. } = &mut self.clusters[cluster];
        let mut number = *last;
        while let Some(component) = self.components.get(number as usize) {
            if !component.cells.and(among).is_empty() {
                return Some(number);
            }
            number = component.next;
        }
        let seed = left.and(among).any();
        if seed.is_empty() {
            return None;
        }
        let cells = left.component(&seed);
        *left = left.without(&cells);
        let number = u32::try_from(self.components.len()).ok()?;
        self.components.push(Component {
            cells,
            next: *last,
            before: NONE,
            entry: IVec3::ZERO,
            g: Cost::MAX,
            f: Cost::MAX,
            is_closed: false,
        });
        *last = number;
        Some(number)
    }

    /// Returns the number of bytes that this query uses.
    pub(crate) fn used_bytes(&self) -> u64 {
        let bytes = self.clusters.len() * size_of::<Cluster>()
            + self.components.len() * size_of::<Component>()
            + self.open.len() * size_of::<OpenComponent>();
        bytes as u64
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.table.memory_bytes()
            + self.clusters.capacity() * size_of::<Cluster>()
            + self.components.capacity() * size_of::<Component>()
            + self.open.capacity() * size_of::<OpenComponent>()
            + self.exits.capacity() * size_of::<Exit>()
            + self.chain.capacity() * size_of::<Link>()
            + self.steps.capacity() * size_of::<Planes>()
            + self.cells.capacity() * size_of::<(IVec3, Cost)>()
            + self.path.memory_bytes()
            + self.part.memory_bytes()
    }
}
