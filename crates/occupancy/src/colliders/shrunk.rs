//! Query boxes after the touching rule, which [`Skin`] has.

use glam::{DVec3, Vec3};

use crate::agent::Skin;

impl Skin {
    /// Returns the boxes that stand for a box with these half sides.
    pub(crate) fn shrink(self, half_extents: Vec3) -> Shrunk {
        let depth = half_extents.as_dvec3() - DVec3::splat(self.depth());
        Shrunk {
            half_extents: depth.max(DVec3::ZERO),
            shift: (-depth).max(DVec3::ZERO),
        }
    }
}

/// A query box after the touching rule: copies of one box, all of which must be blocked.
///
/// INVARIANT: both are non-negative, and per axis one of them is zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shrunk {
    pub(crate) half_extents: DVec3,
    shift: DVec3,
}

impl Shrunk {
    /// Returns the box itself, for which touching is overlapping.
    pub(crate) const fn whole(half_extents: DVec3) -> Self {
        Self {
            half_extents,
            shift: DVec3::ZERO,
        }
    }

    /// Returns the offsets of the copies from the box's center: 1, 2, 4 or 8 of them.
    pub(crate) fn offsets(&self) -> impl Iterator<Item = DVec3> + use<> {
        signs(self.shift)
    }

    /// Returns half the sides of the box around all copies.
    pub(crate) fn reach(&self) -> DVec3 {
        self.half_extents + self.shift
    }
}

/// Returns the corners of a box around the origin, each named once however flat the box is.
pub(crate) fn signs(half: DVec3) -> impl Iterator<Item = DVec3> {
    let both = |extent: f64| {
        [extent, -extent]
            .into_iter()
            .take(if extent == 0.0 { 1 } else { 2 })
    };
    both(half.z).flat_map(move |z| {
        both(half.y).flat_map(move |y| both(half.x).map(move |x| DVec3::new(x, y, z)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thick_axes_shrink_and_thin_axes_split() {
        let skin = Skin::default();
        let thick = skin.shrink(Vec3::ONE);
        assert_eq!(thick.offsets().count(), 1);
        assert_eq!(thick.half_extents, DVec3::splat(1.0 - skin.depth()));
        let flat = skin.shrink(Vec3::new(1.0, 0.0, 1.0));
        assert_eq!(flat.half_extents * DVec3::Y, DVec3::ZERO);
        assert_eq!(
            flat.offsets().collect::<Vec<_>>(),
            [DVec3::Y * skin.depth(), DVec3::NEG_Y * skin.depth()],
        );
        assert_eq!(skin.shrink(Vec3::ZERO).offsets().count(), 8);
    }
}
