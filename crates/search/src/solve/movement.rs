//! The common interface of the moves of all kinds of agents.

use std::fmt::Debug;

use voxnav_occupancy::{CellBox, Traversability};

use super::engines::Engines;
use crate::movement::Successors;
use crate::path::Path;
use crate::query::Query;

/// The moves of an agent in one snapshot of a world: those of an agent that flies ([`Flight`](crate::Flight)), of
/// one on the ground ([`Ground`](crate::Ground)), or a caller's own ([`Successors`]). A [`Traversability`] stands for
/// an agent that flies by the moves, the corners and the terrain of a query.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// use voxnav_search::{Ground, Locomotion, Movement, Path};
/// # use glam::IVec3;
///
/// fn is_inside<M: Movement>(path: &Path<M::Action>, moves: &M) -> bool {
///     path.cells().all(|cell| moves.bounds().contains(cell))
/// }
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 3)))?.commit();
/// let ground = Ground::new(&room, &Locomotion::walker())?;
/// assert!(is_inside(&Path::of_moves(IVec3::ONE, []), &ground));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Movement {
    /// The name of a move: `()` for agents that fly, [`Action`](crate::Action) for agents on the ground.
    type Action: Copy + PartialEq + Debug;
    /// The bar of a search for a path that stays in known space.
    #[doc(hidden)]
    type Bar: Clone + Debug;
    /// The engines that search these moves.
    #[doc(hidden)]
    type Engines<'m>: Engines<Action = Self::Action, Bar = Self::Bar>
    where
        Self: 'm;

    /// Returns the cells that moves may lead to.
    fn bounds(&self) -> CellBox;

    /// Returns the engines that search these moves, for one query after the other.
    #[doc(hidden)]
    fn engines(&self) -> Self::Engines<'_>;

    /// Returns a query with what these moves decide.
    #[doc(hidden)]
    fn asked<'q>(&'q self, query: Query<'q>) -> Query<'q> {
        query
    }

    /// Returns the cells of an agent that flies, and a path through them as one of these moves.
    #[doc(hidden)]
    fn flown(&self) -> Option<Flown<'_, Self::Action>> {
        None
    }
}

/// The cells that agents fly through, and a path there as one of other moves.
pub(crate) type Flown<'w, A> = (&'w Traversability, fn(Path) -> Path<A>);

impl<S: Successors> Movement for S {
    type Action = S::Action;
    type Bar = ();
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
}
