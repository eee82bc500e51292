//! Moves that the caller supplies.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::action::Action;
use super::confined::Confined;
use super::pruned::Pruned;
use super::turns::lowest_terms;
use crate::cost::Cost;

/// A move that the caller supplies: its target cell, its cost and its action.
///
/// ```
/// use voxnav_search::{Action, Cost, Move};
/// # use glam::IVec3;
///
/// let leap = Move { to: IVec3::new(0, 3, 0), cost: Cost::STRAIGHT * 4, action: Action::Custom(7) };
/// assert_eq!(leap.action.to_string(), "move 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The cell that the move leads to, near or far.
    pub to: IVec3,
    /// The cost of the move. Costs of zero are allowed.
    pub cost: Cost,
    /// The action of the move: [`Action::Custom`] with a number of your choice. Legs of a path are the longest stretches of
    /// moves of one action.
    pub action: Action,
}

/// Custom moves, by the cell that they begin at.
///
/// [`Query::solve`](crate::Query::solve) searches them by the same loop as all other moves.
/// [`Ground`](crate::Ground) is one implementation. All methods have to answer alike during a search.
///
/// ```
/// use voxnav_occupancy::CellBox;
/// use voxnav_search::{Action, Cost, Move, Query, Successors, Workspace};
/// use glam::IVec3;
///
/// /// A knight on a chessboard.
/// struct Knight;
///
/// impl Successors for Knight {
///     fn bounds(&self) -> CellBox {
///         CellBox::from_size(IVec3::new(8, 8, 1))
///     }
///     fn can_be_at(&self, _: IVec3) -> bool {
///         true
///     }
///     fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
///         for (x, y) in [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)] {
///             let to = cell + IVec3::new(x, y, 0);
///             moves.push(Move { to, cost: Cost::STRAIGHT, action: Action::Custom(7) });
///         }
///     }
/// }
///
/// let query = Query::new(IVec3::ZERO, IVec3::new(7, 7, 0));
/// let solution = query.solve(&Knight, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("a knight gets there")?;
/// assert_eq!(path.cost(), Cost::STRAIGHT * 6);
/// assert!(path.legs().iter().all(|leg| leg.action == Action::Custom(7)));
/// # Ok::<(), &str>(())
/// ```
pub trait Successors {
    /// Returns the cells that moves may lead to; moves elsewhere are left out of the search.
    fn bounds(&self) -> CellBox;

    /// Returns whether a path may begin or end at a cell within the bounds.
    fn can_be_at(&self, cell: IVec3) -> bool;

    /// Adds the moves that begin at a cell within the bounds to `moves`. Of several to one cell the cheapest
    /// counts, of equally cheap ones the first. A query for part of a path also asks at a start where no path
    /// can begin.
    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>);

    /// Returns a lower bound on the cost of a path from a cell to the nearest cell of a box: zero
    /// if nothing better is known. Goals of one cell are boxes of one cell, others the box around
    /// them. A query for part of a path also asks for goals outside of the bounds; its path ends where the
    /// estimate is the smallest.
    ///
    /// The estimate is to these moves what octile distance is to those of this crate; a query
    /// [guided by](crate::Query::guided_by) an [`Estimator`](crate::Estimator) uses that instead.
    ///
    /// INVARIANT: never more than the cheapest path costs. Paths are then optimal; the search is
    /// faster where the estimate is consistent, too, falling along no move by more than its cost.
    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        let _ = (from, to);
        Cost::ZERO
    }

    /// Returns whether the [estimate](Self::estimate) toward one cell falls along no move by more than the cost of the
    /// move. A [first path](crate::Query::anytime) then looks at no cell again that it went on from; `false` is always
    /// right.
    fn is_consistent(&self) -> bool {
        false
    }

    /// Returns the direction of a move by an offset. Moves one after the other make a turn where their directions
    /// differ: see [`Query::fewest_turns`](crate::Query::fewest_turns). By default the offset in lowest terms.
    fn direction_of(&self, offset: IVec3) -> IVec3 {
        lowest_terms(offset)
    }

    /// Returns the extent of an agent among others, in cells along each axis: one, but ground agents are as tall as
    /// their body. [Joint plans] keep agents that many cells apart along some axis.
    ///
    /// [Joint plans]: https://docs.rs/voxnav-crowd
    fn extent(&self) -> IVec3 {
        IVec3::ONE
    }

    /// Returns the same moves, if the agent stops before unknown cells.
    #[doc(hidden)]
    fn confined(&self) -> Option<&dyn Confined> {
        None
    }

    /// Returns the cell that an end is moved to where no path can begin or end, if a query
    /// [allows](crate::Query::snap_start) that; `None` if there is none within `radius`. By default
    /// ends stay where they are.
    fn nearest(&self, cell: IVec3, radius: Cost) -> Option<IVec3> {
        let _ = (cell, radius);
        None
    }

    /// Returns the same moves, if they can be asked for backwards.
    #[doc(hidden)]
    fn backwards(&self) -> Option<&dyn Predecessors> {
        None
    }

    /// Returns the same moves for searches that leave out what they need not look at.
    #[doc(hidden)]
    fn pruned(&self) -> Option<&dyn Pruned> {
        None
    }
}

impl<S: Successors + ?Sized> Successors for &S {
    fn bounds(&self) -> CellBox {
        S::bounds(self)
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        S::can_be_at(self, cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        S::moves_from(self, cell, moves);
    }

    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        S::estimate(self, from, to)
    }

    fn is_consistent(&self) -> bool {
        S::is_consistent(self)
    }

    fn direction_of(&self, offset: IVec3) -> IVec3 {
        S::direction_of(self, offset)
    }

    fn extent(&self) -> IVec3 {
        S::extent(self)
    }

    fn confined(&self) -> Option<&dyn Confined> {
        S::confined(self)
    }

    fn nearest(&self, cell: IVec3, radius: Cost) -> Option<IVec3> {
        S::nearest(self, cell, radius)
    }

    fn backwards(&self) -> Option<&dyn Predecessors> {
        S::backwards(self)
    }

    fn pruned(&self) -> Option<&dyn Pruned> {
        S::pruned(self)
    }
}

/// Custom moves that can be asked for backwards, too, as searches from the goal need.
///
/// ```
/// use voxnav_occupancy::CellBox;
/// use voxnav_search::{Action, Cost, LegField, Limits, Move, Predecessors, Successors};
/// use glam::IVec3;
///
/// /// A slide: down is free to take, and there is no way up.
/// struct Slide;
///
/// impl Successors for Slide {
///     fn bounds(&self) -> CellBox {
///         CellBox::from_size(IVec3::new(1, 1, 9))
///     }
///     fn can_be_at(&self, _: IVec3) -> bool {
///         true
///     }
///     fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
///         moves.push(Move { to: cell - IVec3::Z, cost: Cost::STRAIGHT, action: Action::Custom(0) });
///     }
/// }
///
/// impl Predecessors for Slide {
///     fn moves_into(&self, cell: IVec3, moves: &mut Vec<Move>) {
///         moves.push(Move { to: cell + IVec3::Z, cost: Cost::STRAIGHT, action: Action::Custom(0) });
///     }
/// }
///
/// let field = LegField::to_nearest_of(&Slide, [IVec3::ZERO], Limits::none())?;
/// assert_eq!(field.cost(IVec3::new(0, 0, 8)), Some(Cost::STRAIGHT * 8));
/// # Ok::<(), voxnav_search::FieldError>(())
/// ```
pub trait Predecessors: Successors {
    /// Adds the moves that lead to a cell to `moves`: `to` is the cell where each begins, cost and action
    /// are those of the move from there. Exactly the moves of
    /// [`moves_from`](Successors::moves_from), seen from their other end.
    fn moves_into(&self, cell: IVec3, moves: &mut Vec<Move>);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Agents three cells tall that nothing moves.
    struct Tall;

    impl Successors for Tall {
        fn bounds(&self) -> CellBox {
            CellBox::from_size(IVec3::splat(4))
        }

        fn can_be_at(&self, _: IVec3) -> bool {
            true
        }

        fn moves_from(&self, _: IVec3, _: &mut Vec<Move>) {}

        fn is_consistent(&self) -> bool {
            true
        }

        fn extent(&self) -> IVec3 {
            IVec3::new(1, 1, 3)
        }
    }

    #[test]
    fn a_reference_answers_as_what_it_refers_to() {
        fn told(moves: impl Successors) -> (IVec3, bool, CellBox) {
            (moves.extent(), moves.is_consistent(), moves.bounds())
        }
        assert_eq!(told(&Tall), told(Tall));
        assert_ne!(Tall.extent(), IVec3::ONE);
    }
}
