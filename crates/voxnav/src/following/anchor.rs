//! The place of an agent that its waypoints mean.

use glam::DVec3;
use voxnav_occupancy::{Agent, Footprint, Heading, Lattice};

/// The place of an agent that waypoints and positions mean, as an offset in world units from the
/// center of the cell that the agent is at.
///
/// ```
/// use voxnav::glam::{DVec3, Vec3};
/// use voxnav::following::Anchor;
/// use voxnav::grid::{Axis, Heading, Sign};
/// use voxnav::Agent;
///
/// let walker = Agent::new(Vec3::new(0.25, 0.75, 0.25));
/// let up = Heading { axis: Axis::Y, sign: Sign::Positive };
/// assert_eq!(Anchor::feet(&walker, up).offset(), DVec3::new(0.0, -0.75, 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::stored::StoredAnchor"))]
pub struct Anchor {
    offset: DVec3,
}

impl Anchor {
    /// The center of the agent's box; for an agent of cells, of the cell that it is at.
    pub const CENTER: Self = Self {
        offset: DVec3::ZERO,
    };

    /// Returns the middle of the lower face of the agent's box, where `up` is away from the ground.
    /// Half extents that are not finite count as zero.
    #[must_use]
    pub fn feet(agent: &Agent, up: Heading) -> Self {
        let half = f64::from(agent.half_extents[up.axis.index()]);
        let half = if half.is_finite() { half } else { 0.0 };
        Self {
            offset: up.step().as_dvec3() * -half,
        }
    }

    /// Returns the middle of the lower face of the cells that an agent covers.
    #[must_use]
    pub fn feet_of_cells(cells: &Footprint, up: Heading, lattice: &Lattice) -> Self {
        let size = cells.offsets().size().as_dvec3();
        let center = Self::center_of_cells(cells, lattice).offset;
        let half = size[up.axis.index()] / 2.0 * lattice.sizes()[up.axis.index()];
        Self {
            offset: center - up.step().as_dvec3() * half,
        }
    }

    /// Returns the middle of the cells that an agent covers, which an even number of cells does not
    /// have in the middle of a cell.
    #[must_use]
    pub fn center_of_cells(cells: &Footprint, lattice: &Lattice) -> Self {
        let offsets = cells.offsets();
        let twice = offsets.min + offsets.max - 1;
        Self {
            offset: twice.as_dvec3() / 2.0 * lattice.sizes(),
        }
    }

    /// Returns the place at an offset, which must be finite.
    pub(crate) const fn at(offset: DVec3) -> Self {
        Self { offset }
    }

    /// Returns the offset from the center of the agent's cell, in world units.
    #[must_use]
    pub const fn offset(&self) -> DVec3 {
        self.offset
    }
}
