//! The common interface of the moves of all kinds of agents.

use voxnav_occupancy::{CellBox, Traversability};

use super::engines::Engines;
use crate::movement::Successors;
use crate::query::Query;

/// The moves of an agent in one snapshot of a world: those of a flying agent ([`Flight`](crate::Flight)), of
/// a ground agent ([`Ground`](crate::Ground)), or a caller's own ([`Successors`]). A [`Traversability`] stands for
/// a flying agent by the moves, the corners and the terrain of a query.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// use voxnav_search::{Ground, Locomotion, Movement, Path};
/// # use glam::IVec3;
///
/// fn is_inside<M: Movement>(path: &Path, moves: &M) -> bool {
///     path.cells().all(|cell| moves.bounds().contains(cell))
/// }
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 3)))?.commit();
/// let ground = Ground::new(&room, &Locomotion::walker())?;
/// assert!(is_inside(&Path::of_moves(IVec3::ONE, []), &ground));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Movement {
    /// The engines that search these moves.
    #[doc(hidden)]
    type Engines<'m>
    where
        Self: 'm;

    /// Returns the cells that moves may lead to.
    fn bounds(&self) -> CellBox;

    /// Returns the engines that search these moves, for one query after the other.
    #[doc(hidden)]
    fn engines(&self) -> Self::Engines<'_>;

    /// Returns engines as those of any moves. Where the type of the moves has no parameters, they are compiled here, once.
    #[doc(hidden)]
    fn any<'e>(engines: &'e Self::Engines<'_>) -> &'e dyn Engines;

    /// Returns a query with what these moves decide.
    #[doc(hidden)]
    fn asked<'q>(&'q self, query: Query<'q>) -> Query<'q> {
        query
    }

    /// Returns the cells of a flying agent; `None` for other moves.
    #[doc(hidden)]
    fn flown(&self) -> Option<&Traversability> {
        None
    }
}

impl<S: Successors> Movement for S {
    type Engines<'m>
        = &'m S
    where
        S: 'm;

    fn bounds(&self) -> CellBox {
        S::bounds(self)
    }

    fn engines(&self) -> &S {
        self
    }

    fn any<'e>(engines: &'e &S) -> &'e dyn Engines {
        *engines
    }
}
