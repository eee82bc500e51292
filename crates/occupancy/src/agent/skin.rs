//! The touching rule: what "overlap" means where a box and an obstacle only just meet.
//!
//! **Touching is not overlapping.** Every query box is shrunk by the *skin* on all six sides and
//! then asked for a common point, so a box that touches an obstacle, or sinks into it by less
//! than the skin, is free of it, and one that penetrates by more along every direction is not.
//!
//! A box thinner than two skins along an axis cannot be shrunk there; shrinking it to its middle
//! plane would make a flat box block on a floor that it merely lies on. It is replaced by two
//! copies, shifted to either side by what is missing, and blocked when *both* are: that is the
//! same rule ("penetrates by more than the skin in either direction"), continuous in the
//! thickness, and it leaves no seam between two stacked obstacles open. With `k` thin axes there
//! are `2^k` copies.

use crate::coordinates::MAX_WORLD_COORDINATE;
use crate::coordinates::number::number;

/// The depth to which a query box may sink into an obstacle and still count as touching, in world
/// units.
///
/// Absolute, because a query outside any lattice has no cell to be relative to, and one depth for
/// a whole [`Obstacles`](crate::colliders::Obstacles), so that baked cells and single queries agree. Take
/// [`Skin::for_cell_size`] unless cells are about one unit wide.
///
/// # Precision
///
/// The skin must exceed the rounding of the input. Queries run in double precision (spacing
/// 2^-33 at 10^6 units); what is left is the single precision of parry3d's shapes, half of
/// 2^-23 of a shape's *own* extent: 2^-14 for a mesh 1000 units wide, a sixteenth of the default
/// skin. A single-precision `Pose` adds as much at its distance from the origin: 2^-5 at 10^6.
///
/// ```
/// use voxnav_occupancy::Skin;
/// assert_eq!(Skin::default(), Skin::for_cell_size(1.0)?);
/// assert_eq!(Skin::for_cell_size(5.0)?.depth(), 5.0 / 1024.0);
/// # Ok::<(), voxnav_occupancy::SkinError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skin(f64);

/// Error for a skin that is not a finite, positive depth below the greatest coordinate.
///
/// ```
/// use voxnav_occupancy::{Skin, SkinError};
/// assert_eq!(Skin::new(-1.0), Err(SkinError { depth: -1.0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a skin is a positive depth below {MAX_WORLD_COORDINATE}, not {}", number(.depth))]
pub struct SkinError {
    /// The depth as given.
    pub depth: f64,
}

impl Skin {
    /// The share of a cell that [`Skin::for_cell_size`] gives away: small compared with any modeling tolerance,
    /// sixteen times the rounding of a mesh a thousand cells wide.
    const SHARE_OF_CELL: f64 = 1.0 / 1024.0;

    /// Returns a skin of this depth.
    ///
    /// # Errors
    ///
    /// [`SkinError`] unless the depth is positive, finite and below [`MAX_WORLD_COORDINATE`].
    pub fn new(depth: f64) -> Result<Self, SkinError> {
        if depth > 0.0 && depth < MAX_WORLD_COORDINATE {
            Ok(Self(depth))
        } else {
            Err(SkinError { depth })
        }
    }

    /// Returns a skin of 1/1024 of a cell.
    ///
    /// # Errors
    ///
    /// [`SkinError`] unless the size is positive and in range.
    pub fn for_cell_size(size: f64) -> Result<Self, SkinError> {
        Self::new(size * Self::SHARE_OF_CELL)
    }

    /// Returns the depth in world units.
    #[must_use]
    pub const fn depth(self) -> f64 {
        self.0
    }
}

impl Default for Skin {
    /// Returns a skin of 1/1024 of a unit: right for cells of about one unit.
    fn default() -> Self {
        Self(Self::SHARE_OF_CELL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skin_is_a_positive_depth() {
        for depth in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!(Skin::new(depth).is_err(), "{depth}");
        }
        assert_eq!(Skin::new(0.25).map(Skin::depth), Ok(0.25));
    }
}
