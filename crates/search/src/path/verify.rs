//! The check of paths, cell by cell, which shares no code with the search.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::cost::Cost;
use crate::movement::{CellShape, CornerRule, Direction, Flight, MoveSet, Terrain};

/// Error for a chain of cells that is not a legal path, with the place.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{CornerRule, MoveSet, PathError, verify_cells};
///
/// let (from, to) = (IVec3::ZERO, IVec3::X * 2);
/// let refused = verify_cells([from, to], &world, MoveSet::Vertex26, CornerRule::Strict, None);
/// assert_eq!(refused, Err(PathError::NotAMove { index: 0, from, to }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A path has at least one cell.
    #[error("the path has no cell")]
    Empty,
    /// The agent cannot stand on a cell of the path.
    #[error("cell {cell} at position {index} of the path is blocked")]
    Blocked {
        /// Position in the path, from 0.
        index: usize,
        /// The blocked cell.
        cell: IVec3,
    },
    /// Two cells that follow each other are not one move of the move set apart.
    #[error("the step from {from} to {to} at position {index} of the path is not a move")]
    NotAMove {
        /// Position of `from` in the path, from 0.
        index: usize,
        /// The cell where the step begins.
        from: IVec3,
        /// The cell where the step ends.
        to: IVec3,
    },
    /// A straight line of an any-angle path that meets a blocked cell.
    #[error("the line from {from} to {to}, number {index} of the path, is obstructed")]
    Obstructed {
        /// Position of the line in the path, from 0.
        index: usize,
        /// The cell where the line begins.
        from: IVec3,
        /// The cell where the line ends.
        to: IVec3,
    },
    /// A move that the corner rule forbids.
    #[error("the move from {from} to {to} at position {index} of the path cuts a corner")]
    CutsCorner {
        /// Position of `from` in the path, from 0.
        index: usize,
        /// The cell where the move begins.
        from: IVec3,
        /// The cell where the move ends.
        to: IVec3,
    },
}

/// Checks a chain of cells move by move and returns its cost; cells are cubes.
///
/// Reads the world cell by cell and shares no code with the search.
///
/// # Errors
///
/// The first rule that the chain breaks.
pub fn verify_cells(
    cells: impl IntoIterator<Item = IVec3>,
    world: &Traversability,
    moves: MoveSet,
    corners: CornerRule,
    terrain: Option<&Terrain>,
) -> Result<Cost, PathError> {
    verify_moves(cells, world, (moves, corners), terrain, CellShape::CUBIC)
}

/// Checks a chain of cells move by move, as [`verify_cells`] does, by all that a flight says of moves and their costs.
///
/// # Errors
///
/// The first rule that the chain breaks.
///
/// ```
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{CellShape, Cost, Flight, verify_flight};
/// use glam::IVec3;
///
/// let shape = CellShape::new([1.0, 1.0, 0.25])?;
/// let flight = Flight { shape, ..Flight::new(&world) };
/// let cost = verify_flight([IVec3::ZERO, IVec3::Z, IVec3::Z * 2], &flight)?;
/// assert_eq!(cost.length(), 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_flight(
    cells: impl IntoIterator<Item = IVec3>,
    flight: &Flight,
) -> Result<Cost, PathError> {
    let terrain = Some(&flight.terrain).filter(|terrain| !terrain.is_uniform());
    let rules = (flight.moves, flight.corners);
    verify_moves(cells, &flight.world, rules, terrain, flight.shape)
}

fn verify_moves(
    cells: impl IntoIterator<Item = IVec3>,
    world: &Traversability,
    (moves, corners): (MoveSet, CornerRule),
    terrain: Option<&Terrain>,
    shape: CellShape,
) -> Result<Cost, PathError> {
    let mut cells = cells.into_iter();
    let mut from = cells.next().ok_or(PathError::Empty)?;
    if !world.is_traversable(from) {
        return Err(PathError::Blocked {
            index: 0,
            cell: from,
        });
    }
    let mut cost = Cost::ZERO;
    for (index, to) in cells.enumerate() {
        let direction = Direction::from_offset(to.wrapping_sub(from))
            .filter(|&direction| moves.allows(direction))
            .ok_or(PathError::NotAMove { index, from, to })?;
        if !world.is_traversable(to) {
            return Err(PathError::Blocked {
                index: index + 1,
                cell: to,
            });
        }
        let is_clear = |cell: &IVec3| world.is_traversable(*cell);
        let is_cut = match corners {
            CornerRule::Strict => !spanned(from, to).all(|cell| is_clear(&cell)),
            CornerRule::OneSide => !is_joined(from, to, &is_clear),
            CornerRule::Lenient => false,
        };
        if is_cut {
            return Err(PathError::CutsCorner { index, from, to });
        }
        let of_terrain = |terrain: &Terrain| terrain.cost_of_move_by(shape, direction, from, to);
        cost = cost + terrain.map_or(shape.cost(direction), of_terrain);
        from = to;
    }
    Ok(cost)
}

/// Returns whether straight moves lead from one cell to another through clear cells of the box
/// between them.
pub(crate) fn is_joined(from: IVec3, to: IVec3, is_clear: &dyn Fn(&IVec3) -> bool) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for other in spanned(from, to).filter(|other| is_clear(other)) {
            let is_beside = (other - cell).abs().element_sum() == 1;
            if is_beside && !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached.contains(&to)
}

/// Returns the cells of the box between two cells, both included.
pub(crate) fn spanned(from: IVec3, to: IVec3) -> impl Iterator<Item = IVec3> {
    let (min, max) = (from.min(to), from.max(to));
    (min.z..=max.z).flat_map(move |z| {
        (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| IVec3::new(x, y, z)))
    })
}
