//! The cells that a spatial query considers, by rows of a chunk.

use glam::IVec3;

use crate::coordinates::{Axis, ChunkCoord, row_index};
use crate::traversability::{ChunkEntry, Component, Components, ComponentsMissing, Traversability};

/// The traversable cells that a spatial query considers.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{
///     CellBox, CellFilter, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
/// };
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
/// let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 9, 9));
/// builder.set_box(wall, CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let beyond = DVec3::new(6.0, 1.0, 1.0);
/// let here = CellFilter::ConnectedTo(IVec3::ZERO);
/// let nearest = |among| world.nearest(beyond, 9.0, among).map(|it| it.map(|it| it.cell.x));
/// assert_eq!(nearest(CellFilter::Traversable)?, Some(6));
/// assert_eq!(nearest(here)?, Some(3), "on this side of the wall");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellFilter {
    /// All traversable cells.
    #[default]
    Traversable,
    /// The cells that this one can reach by moves that cut no corners, itself included; no cell if it
    /// is not traversable.
    ConnectedTo(IVec3),
}

/// The cells of one snapshot that pass a filter.
#[derive(Clone, Copy)]
pub(super) struct Selection<'a> {
    world: &'a Traversability,
    of: Option<(&'a Components, Component)>,
}

impl<'a> Selection<'a> {
    /// Returns the cells that pass a filter; `None` if no cell does.
    pub(super) fn new(
        world: &'a Traversability,
        among: CellFilter,
    ) -> Result<Option<Self>, ComponentsMissing> {
        let of = match among {
            CellFilter::Traversable => None,
            CellFilter::ConnectedTo(cell) => {
                let components = world.components().ok_or(ComponentsMissing)?;
                let Some(component) = world.component(cell) else {
                    return Ok(None);
                };
                Some((components, component))
            }
        };
        Ok(Some(Self { world, of }))
    }

    /// Returns whether a cell passes the filter.
    pub(super) fn contains(&self, cell: IVec3) -> bool {
        match self.of {
            None => self.world.is_traversable(cell),
            Some((_, component)) => self.world.component(cell) == Some(component),
        }
    }

    /// Returns the cells of a chunk that pass the filter; `None` if it is known to have none.
    pub(super) fn chunk(&self, chunk: ChunkCoord) -> Option<SelectedRows<'a>> {
        let (index, entry) = self.world.indexed_entry(chunk);
        if self.world.is_blocked(entry) {
            return None;
        }
        let of = self
            .of
            .map(|(components, component)| (components, index, component));
        if of.is_some_and(|(components, index, component)| !components.is_in(index, component)) {
            return None;
        }
        Some(SelectedRows { entry, of })
    }

    /// Returns the rows of [`chunk`](Self::chunk) by their local y and z.
    pub(super) fn rows(&self, chunk: ChunkCoord) -> Option<impl Fn(i32, i32) -> u64 + use<'a>> {
        let rows = self.chunk(chunk)?;
        Some(move |y, z| rows.row(y, z))
    }
}

/// The cells of a chunk that pass a filter.
pub(super) struct SelectedRows<'a> {
    entry: &'a ChunkEntry,
    of: Option<(&'a Components, usize, Component)>,
}

impl SelectedRows<'_> {
    /// Returns the cells that pass the filter in the row along x at the local coordinates `y` and
    /// `z`.
    #[inline]
    pub(super) fn row(&self, y: i32, z: i32) -> u64 {
        let bits = self.entry.row(Axis::X, y, z);
        match self.of {
            None => bits,
            Some((components, index, component)) => {
                components.row(index, row_index(y, z), bits, component)
            }
        }
    }
}
