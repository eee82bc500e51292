//! The cells that an agent covers.
//!
//! INVARIANT: the box contains the anchor and reaches at most [`Footprint::MAX_REACH`] cells away
//! from it on every side.

use glam::{DVec3, IVec3, Vec3};
use thiserror::Error;

use super::{Agent, Skin};
use crate::coordinates::number::numbers;
use crate::coordinates::{CellBox, Lattice};

/// The box of cells that an agent covers, as offsets from the cell where it is, its *anchor*.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3, Vec3};
/// use voxnav_occupancy::{Agent, Footprint, CellBox, Lattice, Skin};
///
/// let walker = Footprint::new(CellBox::new(IVec3::new(-1, 0, -1), IVec3::new(2, 3, 2)))?;
/// assert_eq!(walker.offsets().volume(), 27);
///
/// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
/// let crate_sized = Agent::new(Vec3::new(0.75, 0.2, 0.8));
/// let cells = Footprint::of(&crate_sized, &lattice, Skin::for_cell_size(0.5)?)?;
/// assert_eq!(cells.offsets().size().to_array(), [3, 1, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "CellBox"))]
pub struct Footprint(CellBox);

/// Error for a box of cells that no agent can cover.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, Footprint, FootprintError};
///
/// let beside_itself = Footprint::new(CellBox::new(IVec3::ONE, IVec3::splat(3)));
/// assert!(matches!(beside_itself, Err(FootprintError::WithoutAnchor { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FootprintError {
    /// The box does not contain its anchor, the offset zero.
    #[error("the cells {offsets} of an agent do not contain its anchor, 0")]
    WithoutAnchor {
        /// The refused box.
        offsets: CellBox,
    },
    /// The box reaches further from its anchor than [`Footprint::MAX_REACH`].
    #[error("the cells {offsets} of an agent reach further than {limit} cells from its anchor")]
    TooLarge {
        /// The refused box; coordinates that no `i32` holds are clamped.
        offsets: CellBox,
        /// [`Footprint::MAX_REACH`].
        limit: i32,
    },
    /// A half extent is negative, infinite or not a number.
    #[error("half extents {} must be finite and not negative", numbers(.half_extents))]
    InvalidHalfExtents {
        /// The refused half extents.
        half_extents: Vec3,
    },
}

impl Footprint {
    /// The most cells that an agent may reach from its anchor: one less than the edge of a chunk,
    /// so that a chunk is decided by itself and the 26 chunks around it.
    pub const MAX_REACH: i32 = 63;

    /// The agent of one cell.
    pub const ONE: Self = Self(CellBox::new(IVec3::ZERO, IVec3::ONE));

    /// Returns the agent that covers `anchor + offset` for every offset in the half-open box.
    ///
    /// # Errors
    ///
    /// - [`FootprintError::WithoutAnchor`] if the box does not contain the offset zero.
    /// - [`FootprintError::TooLarge`] if an offset exceeds [`MAX_REACH`](Self::MAX_REACH).
    pub fn new(offsets: CellBox) -> Result<Self, FootprintError> {
        let limit = Self::MAX_REACH;
        let largest = CellBox::new(IVec3::splat(-limit), IVec3::splat(limit + 1));
        if !offsets.contains(IVec3::ZERO) {
            Err(FootprintError::WithoutAnchor { offsets })
        } else if largest.contains_box(&offsets) {
            Ok(Self(offsets))
        } else {
            Err(FootprintError::TooLarge { offsets, limit })
        }
    }

    /// Returns the cells that the box of an agent overlaps when it is centered at the center of a
    /// cell.
    ///
    /// The rule for touching is that of [`Obstacles`](crate::colliders::Obstacles): the box is
    /// shrunk by the skin on every side, so that cells it merely touches are not covered. The cell
    /// itself always is. The skin is meant to be a small part of a cell, as
    /// [`Skin::for_cell_size`] gives it.
    ///
    /// # Errors
    ///
    /// - [`FootprintError::InvalidHalfExtents`] if a half extent is negative or not finite.
    /// - [`FootprintError::TooLarge`] if the box reaches past [`MAX_REACH`](Self::MAX_REACH)
    ///   cells.
    pub fn of(agent: &Agent, lattice: &Lattice, skin: Skin) -> Result<Self, FootprintError> {
        let half_extents = agent.half_extents;
        if !half_extents.is_finite() || half_extents.cmplt(Vec3::ZERO).any() {
            return Err(FootprintError::InvalidHalfExtents { half_extents });
        }
        // Cell `i` begins `(i - 1/2) sizes` from the center.
        let half = (half_extents.as_dvec3() - skin.depth()) / lattice.sizes();
        let reach = (half + 0.5).floor().max(DVec3::ZERO);
        let last = reach.min(DVec3::splat(f64::from(i32::MAX - 1))).as_ivec3();
        Self::new(CellBox::new(-last, last + 1))
    }

    /// Returns the offsets of the covered cells from the anchor, half-open.
    #[must_use]
    pub const fn offsets(&self) -> CellBox {
        self.0
    }

    /// Returns how far the box reaches below the anchor on each axis, in cells, 0 to 63.
    pub(crate) fn below(&self) -> IVec3 {
        -self.0.min
    }

    /// Returns how far the box reaches above the anchor on each axis, in cells, 0 to 63.
    pub(crate) fn above(&self) -> IVec3 {
        self.0.max - 1
    }

    /// Returns the anchors of all boxes that share a cell with a box.
    pub(crate) fn anchors_touching(&self, cells: &CellBox) -> CellBox {
        CellBox::new(cells.min - self.above(), cells.max + self.below())
    }

    /// Returns the anchors of all boxes that lie inside a box; may be empty.
    pub(crate) fn anchors_within(&self, cells: &CellBox) -> CellBox {
        CellBox::new(cells.min + self.below(), cells.max - self.above()).normalized()
    }
}

impl TryFrom<CellBox> for Footprint {
    type Error = FootprintError;

    fn try_from(offsets: CellBox) -> Result<Self, FootprintError> {
        Self::new(offsets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_without_anchor_or_too_large_are_refused() {
        let beside = CellBox::new(IVec3::ONE, IVec3::splat(3));
        assert_eq!(
            Footprint::new(beside),
            Err(FootprintError::WithoutAnchor { offsets: beside })
        );
        let largest = CellBox::new(IVec3::splat(-63), IVec3::splat(64));
        assert!(Footprint::new(largest).is_ok());
        let offsets = CellBox::new(largest.min, IVec3::new(64, 65, 64));
        let limit = Footprint::MAX_REACH;
        assert_eq!(
            Footprint::new(offsets),
            Err(FootprintError::TooLarge { offsets, limit })
        );
    }

    #[test]
    fn a_box_covers_what_it_overlaps_by_more_than_the_skin() {
        let skin = Skin::default();
        for size in [0.1_f32, 0.3, 0.7, 1.0, 5.0] {
            let lattice = Lattice::new(DVec3::ZERO, f64::from(size)).unwrap();
            let skin_of_size = Skin::for_cell_size(f64::from(size)).unwrap();
            for reach in 0..5_i16 {
                let touching = size * (f32::from(reach) + 0.5);
                for (half, expected) in [(touching, reach), (touching * 1.01, reach + 1)] {
                    let agent = Agent::new(Vec3::splat(half));
                    let cells = Footprint::of(&agent, &lattice, skin_of_size).unwrap();
                    assert_eq!(
                        cells.above(),
                        IVec3::splat(expected.into()),
                        "{size} {half}"
                    );
                    assert_eq!(cells.below(), cells.above());
                }
            }
        }
        for half in [f32::NAN, f32::INFINITY, -1.0] {
            let agent = Agent::new(Vec3::new(1.0, half, 1.0));
            let refused = Footprint::of(&agent, &Lattice::default(), skin);
            assert!(
                matches!(refused, Err(FootprintError::InvalidHalfExtents { .. })),
                "{half}"
            );
        }
        let huge = Agent::new(Vec3::splat(f32::MAX));
        let refused = Footprint::of(&huge, &Lattice::default(), skin);
        assert!(matches!(refused, Err(FootprintError::TooLarge { .. })));
        let flat = Agent::new(Vec3::ZERO);
        let cells = Footprint::of(&flat, &Lattice::default(), skin);
        assert_eq!(cells, Ok(Footprint::ONE));
    }
}
