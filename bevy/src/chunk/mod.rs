//! Chunks of voxels: cells in bulk, from the game's own components.

mod read;

use std::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::{Add, Remove};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_math::{IVec3, UVec3};
use bevy_reflect::prelude::*;

use crate::NavMatter;
use crate::plugin::NavSteps;
use crate::schedule::in_schedule;
pub(crate) use read::ReadChunks;

/// A cell of a chunk.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavCell {
    /// A cell with nothing in it.
    #[default]
    Free,
    /// An unknown cell: each agent treats it by its [`NavUnknown`](crate::NavUnknown).
    Unknown,
    /// A cell of matter.
    Of(NavMatter),
}

/// A component of the game that is a chunk of voxels. With [`ChunkPlugin`] its cells are those of the world from when it
/// is inserted, again whenever it is changed, and until it is removed or despawned; then they are what cells without a
/// chunk are, by [`NavWorld::unloaded`](crate::NavWorld::unloaded).
///
/// Cells are counted from [`NavWorld::min`](crate::NavWorld::min): cell (0, 0, 0) has its corner there. What lies outside
/// of the world is left out. Chunks do not overlap.
pub trait ChunkSource: Component {
    /// Returns the first cell of the chunk, which has the smallest coordinates.
    fn first_cell(&self) -> IVec3;

    /// Returns the number of its cells along each axis.
    fn size(&self) -> UVec3;

    /// Returns one of its cells, by its place in the chunk: from (0, 0, 0) up to but not including the size.
    fn cell(&self, place: UVec3) -> NavCell;
}

/// A chunk of voxels for games that have no component of their own for it.
///
/// ```
/// use bevy_math::{IVec3, UVec3};
/// use bevy_voxnav::{NavCell, NavChunk, NavMatter};
///
/// let floor = NavChunk::from_fn(IVec3::ZERO, UVec3::splat(16), |place| match place.y {
///     0 => NavCell::Of(NavMatter::Solid),
///     _ => NavCell::Free,
/// });
/// assert_eq!(floor.cells.len(), 4096);
/// ```
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavChunk {
    /// The first cell of the chunk.
    pub first_cell: IVec3,
    /// The number of its cells along each axis.
    pub size: UVec3,
    /// The cells: x fastest, then y, then z. Those that are missing are free.
    pub cells: Vec<NavCell>,
}

impl NavChunk {
    /// Makes a chunk from a function of the place in it.
    #[must_use]
    pub fn from_fn(first_cell: IVec3, size: UVec3, cell: impl Fn(UVec3) -> NavCell) -> Self {
        let rows = (0..size.z).flat_map(|z| (0..size.y).map(move |y| (y, z)));
        let places = rows.flat_map(|(y, z)| (0..size.x).map(move |x| UVec3::new(x, y, z)));
        let cells = places.map(cell).collect();
        Self {
            first_cell,
            size,
            cells,
        }
    }
}

impl ChunkSource for NavChunk {
    fn first_cell(&self) -> IVec3 {
        self.first_cell
    }

    fn size(&self) -> UVec3 {
        self.size
    }

    fn cell(&self, place: UVec3) -> NavCell {
        let [x, y, z] = place.to_array().map(|it| it as usize);
        let [width, height, _] = self.size.to_array().map(|it| it as usize);
        let row = z.checked_mul(height).and_then(|row| row.checked_add(y));
        let index = row.and_then(|row| row.checked_mul(width)?.checked_add(x));
        let cell = index.and_then(|index| self.cells.get(index));
        cell.copied().unwrap_or_default()
    }
}

/// Reads the chunks of a component of the game. The plugin of the crate reads [`NavChunk`]s by itself.
pub struct ChunkPlugin<C> {
    schedule: InternedScheduleLabel,
    source: PhantomData<fn() -> C>,
}

in_schedule!(ChunkPlugin<C>);

impl<C: ChunkSource> Plugin for ChunkPlugin<C> {
    fn build(&self, app: &mut App) {
        app.init_resource::<ReadChunks<C>>()
            .add_observer(read::touch::<C, Remove<C>>)
            .add_observer(read::touch::<C, Add<Disabled>>)
            .add_observer(read::touch::<C, Remove<Disabled>>)
            .add_systems(
                self.schedule,
                read::read_chunks::<C>.in_set(NavSteps::Chunks),
            );
    }
}
