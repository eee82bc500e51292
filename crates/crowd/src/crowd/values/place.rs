//! Positions at which agents can be: among the cells that there are, where `f64` is fine enough.
//!
//! Far from zero, numbers are coarse: followers and bodies then miss points that agents are led through. Up to a spacing of
//! 2^-20 of a cell that is less than what cells are told apart by, within 2^33 cells from zero.

use voxnav::Lattice;
use voxnav::glam::DVec3;

use super::error::CrowdError;
use super::id::CrowdAgentId;
use crate::avoidance::FARTHEST;

/// The greatest spacing of positions, in cells: half of it is the slack within which a body is at the border of a cell.
const COARSEST: f64 = 1.0 / 1_048_576.0;

/// Returns the distance from a position to the next one, on the axis on which positions are the coarsest.
pub(in crate::crowd) fn spacing_at(position: DVec3) -> f64 {
    let largest = position.abs().max_element();
    largest.next_up() - largest
}

/// Returns the distance by which a position may be rounded: in single precision, if its coordinates are such numbers.
pub(in crate::crowd) fn rounding_at(position: DVec3) -> f64 {
    if position.as_vec3().as_dvec3() == position {
        let largest = position.as_vec3().abs().max_element();
        f64::from(largest.next_up() - largest)
    } else {
        spacing_at(position)
    }
}

/// Refuses a position at which no agent can be.
pub(in crate::crowd) fn check(
    id: CrowdAgentId,
    position: DVec3,
    lattice: Option<&Lattice>,
) -> Result<(), CrowdError> {
    if !position.is_finite() {
        return Err(CrowdError::Position { id, position });
    }
    let Some(lattice) = lattice else {
        return Ok(());
    };
    (lattice.cell_at(position)).map_err(CrowdError::navigator(id))?;
    let (spacing, cell) = (spacing_at(position), lattice.shortest_side());
    if spacing > COARSEST * cell {
        return Err(CrowdError::Coarse {
            id,
            position,
            spacing,
            cell,
        });
    }
    Ok(())
}

/// Refuses a position that is too far from the origin of the lattice for the radius of a body.
pub(in crate::crowd) fn check_reach(
    id: CrowdAgentId,
    position: DVec3,
    radius: f64,
    origin: DVec3,
) -> Result<(), CrowdError> {
    if (position - origin).abs().max_element() > FARTHEST * radius {
        return Err(CrowdError::TooFar {
            id,
            position,
            radius,
            origin,
        });
    }
    Ok(())
}
