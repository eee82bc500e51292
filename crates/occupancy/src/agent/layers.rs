//! Layers: which kinds of obstacle a box query sees.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

/// A set of up to 32 kinds of obstacle, one bit each.
///
/// An obstacle lies on some layers, an agent looks at some layers; the two concern each other
/// when they share one. What a bit means is the caller's affair.
///
/// ```
/// use voxnav_occupancy::Layers;
/// const TERRAIN: Layers = Layers::bit(0);
/// const DOORS: Layers = Layers::bit(1);
/// assert!(Layers::ALL.meets(DOORS));
/// assert!(!(Layers::ALL & !DOORS).meets(DOORS));
/// assert!((TERRAIN | DOORS).meets(TERRAIN));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layers(pub u32);

impl Layers {
    /// No layer: an obstacle on it blocks no agent, and no obstacle blocks an agent that looks at it.
    pub const NONE: Self = Self(0);
    /// Every layer: the default of obstacles and agents.
    pub const ALL: Self = Self(u32::MAX);

    /// Returns the single layer `index % 32`.
    #[must_use]
    pub const fn bit(index: u32) -> Self {
        Self(1_u32.rotate_left(index))
    }

    /// Returns whether the two sets share a layer.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Default for Layers {
    fn default() -> Self {
        Self::ALL
    }
}

impl BitOr for Layers {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Layers {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Layers {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Layers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Layers({:#010x})", self.0)
    }
}
