//! Checking paths on the ground, move by move.

use glam::IVec3;
use thiserror::Error;

use super::Ground;
use crate::cost::Cost;
use crate::movement::Action;
use crate::movement::{Move, Successors};
use crate::path::Path;

/// Error for a path on the ground that is not made of moves of its agent.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_search::{Ground, LegError, Locomotion, Query, Workspace, verify_legs};
///
/// let walker = Locomotion::walker();
/// let query = Query::new(IVec3::ZERO, IVec3::new(5, 0, 0));
/// let ground = Ground::new(&world, &walker)?;
/// let solution = query.solve(&ground, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is a path")?;
/// assert_eq!(verify_legs(path, &ground), Ok(path.cost()));
///
/// let mut edit = world.edit();
/// edit.set(IVec3::ZERO, voxnav_occupancy::CellState::Occupied)?;
/// let refused = verify_legs(path, &ground.updated(&edit.commit())?);
/// assert_eq!(refused, Err(LegError::Start { cell: IVec3::ZERO }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LegError {
    /// The agent cannot rest at the start of the path.
    #[error("the agent cannot rest at the start {cell}")]
    Start {
        /// The first cell.
        cell: IVec3,
    },
    /// No move of the leg's action leads from one cell to the next.
    #[error("leg {leg}: no {action:?} leads from {from} to {to}")]
    NoSuchMove {
        /// The place of the leg in the path.
        leg: usize,
        /// The action that the leg claims.
        action: Action,
        /// The cell before.
        from: IVec3,
        /// The cell after.
        to: IVec3,
    },
    /// A move costs other than the path says.
    #[error("leg {leg}: the move from {from} to {to} costs {found}, not {stated}")]
    OtherCost {
        /// The place of the leg in the path.
        leg: usize,
        /// The cell before.
        from: IVec3,
        /// The cell after.
        to: IVec3,
        /// The cost that the path states.
        stated: Cost,
        /// The cost of the cheapest move of the action from cell to cell.
        found: Cost,
    },
}

/// Looks every move of a path up among those of the agent in known space, and returns the cost of the
/// path.
///
/// # Errors
///
/// [`LegError`] with the first leg that has a move that the agent does not have, or a wrong cost.
pub fn verify_legs(path: &Path, ground: &Ground) -> Result<Cost, LegError> {
    let moves = ground.in_known_space().moves();
    let mut at = path.start();
    if !moves.bounds().contains(at) || !moves.can_be_at(at) {
        return Err(LegError::Start { cell: at });
    }
    let mut there_are = Vec::new();
    let mut sum = Cost::ZERO;
    for (number, leg) in path.legs().iter().enumerate() {
        for Move { to, cost, action } in leg.moves() {
            there_are.clear();
            moves.moves_from(at, &mut there_are);
            let is_taken = |made: &&Move| made.to == to && made.action == action;
            let costs = there_are.iter().filter(is_taken).map(|made| made.cost);
            let (leg, from) = (number, at);
            let found = costs.min().ok_or(LegError::NoSuchMove {
                leg,
                action,
                from,
                to,
            })?;
            if found != cost {
                return Err(LegError::OtherCost {
                    leg,
                    from,
                    to,
                    stated: cost,
                    found,
                });
            }
            sum = sum + found;
            at = to;
        }
    }
    Ok(sum)
}
