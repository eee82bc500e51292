//! Axis-aligned boxes in world space.

use glam::DVec3;
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;

/// An axis-aligned box in world units, its faces included; a side may be infinite (half-spaces).
///
/// ```
/// use voxnav_occupancy::colliders::WorldBox;
/// use voxnav_occupancy::glam::DVec3;
///
/// let room = WorldBox::around(DVec3::ZERO, DVec3::splat(4.0));
/// let door = WorldBox::around(DVec3::X * 4.0, DVec3::ONE);
/// assert!(room.meets(door));
/// assert_eq!(room.union(door).max, DVec3::new(5.0, 4.0, 4.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldBox {
    /// Least corner; `-inf` where unbounded.
    pub min: DVec3,
    /// Greatest corner; `+inf` where unbounded.
    pub max: DVec3,
}

impl WorldBox {
    /// The box with nothing in it, neutral for [`WorldBox::union`].
    pub(crate) const EMPTY: Self = Self {
        min: DVec3::INFINITY,
        max: DVec3::NEG_INFINITY,
    };

    /// Returns the box from its center and half its sides.
    #[must_use]
    pub fn around(center: DVec3, half_extents: DVec3) -> Self {
        Self {
            min: center - half_extents,
            max: center + half_extents,
        }
    }

    /// Returns the smallest box that holds both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Returns the box grown by `margin` on every side.
    #[must_use]
    pub fn grown(self, margin: DVec3) -> Self {
        Self {
            min: self.min - margin,
            max: self.max + margin,
        }
    }

    /// Returns whether the two closed boxes share a point.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns whether every side is finite.
    #[must_use]
    pub fn is_bounded(self) -> bool {
        self.min.is_finite() && self.max.is_finite()
    }

    /// Returns the smallest single-precision box that holds this one: rounding moves each side
    /// outwards, so that a tree over such boxes never misses a candidate.
    pub(crate) fn outward(self) -> Aabb {
        Aabb::new(
            Vector::from_array(self.min.to_array().map(rounded_down)),
            Vector::from_array(self.max.to_array().map(rounded_up)),
        )
    }
}

impl From<Aabb> for WorldBox {
    fn from(aabb: Aabb) -> Self {
        Self {
            min: aabb.mins.as_dvec3(),
            max: aabb.maxs.as_dvec3(),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the next line mends it")]
fn rounded_down(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) > value {
        nearest.next_down()
    } else {
        nearest
    }
}

fn rounded_up(value: f64) -> f32 {
    -rounded_down(-value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_to_single_precision_only_grows_a_box() {
        for value in [0.1, -0.1, 1e6 + 0.03, -1e9 - 0.7, 1e-300, 0.0, 16_777_217.0] {
            let exact = WorldBox {
                min: DVec3::splat(value),
                max: DVec3::splat(value),
            };
            let coarse = WorldBox::from(exact.outward());
            assert!(coarse.min.x <= value && value <= coarse.max.x, "{value}");
            assert!(
                coarse.max.x - coarse.min.x <= value.abs() * 1e-6 + 1e-40,
                "{value}"
            );
        }
    }
}
