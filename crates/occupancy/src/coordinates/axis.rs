//! Axes and the six headings along them.

use glam::IVec3;

/// A coordinate axis of the lattice.
///
/// ```
/// use voxnav_occupancy::{Axis, glam::IVec3};
/// assert_eq!(Axis::Z.of(IVec3::new(1, 2, 3)), 3);
/// assert_eq!(Axis::Y.others(), [Axis::X, Axis::Z]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// The first coordinate.
    #[cfg_attr(feature = "serde", serde(alias = "x"))]
    X,
    /// The second coordinate.
    #[cfg_attr(feature = "serde", serde(alias = "y"))]
    Y,
    /// The third coordinate.
    #[cfg_attr(feature = "serde", serde(alias = "z"))]
    Z,
}

impl Axis {
    /// The three axes in order.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Returns the index of the axis: 0, 1 or 2.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the component of `cell` along this axis.
    #[must_use]
    #[inline]
    pub fn of(self, cell: IVec3) -> i32 {
        cell[self.index()]
    }

    /// Returns the unit step along this axis.
    #[must_use]
    #[inline]
    pub const fn unit(self) -> IVec3 {
        match self {
            Self::X => IVec3::X,
            Self::Y => IVec3::Y,
            Self::Z => IVec3::Z,
        }
    }

    /// Returns the two other axes, in order.
    #[must_use]
    #[inline]
    pub const fn others(self) -> [Self; 2] {
        match self {
            Self::X => [Self::Y, Self::Z],
            Self::Y => [Self::X, Self::Z],
            Self::Z => [Self::X, Self::Y],
        }
    }
}

/// One of the two directions along an axis.
///
/// ```
/// use voxnav_occupancy::{Axis, Heading, Sign, glam::IVec3};
/// let down = Heading { axis: Axis::Y, sign: Sign::Negative };
/// assert_eq!(down.step(), IVec3::NEG_Y);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sign {
    /// The direction toward larger coordinates.
    Positive,
    /// The direction toward smaller coordinates.
    Negative,
}

/// The unit steps, by [`Heading::index`].
const STEPS: [IVec3; 6] = [
    IVec3::X,
    IVec3::NEG_X,
    IVec3::Y,
    IVec3::NEG_Y,
    IVec3::Z,
    IVec3::NEG_Z,
];

/// One of the six straight directions.
///
/// ```
/// use voxnav_occupancy::{Axis, Heading, Sign, glam::IVec3};
/// let up = Heading { axis: Axis::Y, sign: Sign::Positive };
/// assert_eq!(up.step(), IVec3::Y);
/// assert_eq!(Heading::from_step(IVec3::NEG_Y), Some(up.reverse()));
/// assert_eq!(up, Heading::Y);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heading {
    /// The axis along which to go.
    pub axis: Axis,
    /// The direction along the axis.
    pub sign: Sign,
}

impl From<Axis> for Heading {
    /// Returns the heading toward larger coordinates of an axis.
    fn from(axis: Axis) -> Self {
        Self::along(axis)
    }
}

impl Heading {
    /// The heading toward larger x.
    pub const X: Self = Self::along(Axis::X);
    /// The heading toward larger y: up in Unity, Godot, Bevy and glTF.
    #[doc(alias = "UP")]
    pub const Y: Self = Self::along(Axis::Y);
    /// The heading toward larger z: up in Unreal, Blender, in robotics and surveying.
    #[doc(alias = "UP")]
    pub const Z: Self = Self::along(Axis::Z);

    /// Returns the heading toward larger coordinates of an axis.
    const fn along(axis: Axis) -> Self {
        let sign = Sign::Positive;
        Self { axis, sign }
    }

    /// The six headings: along x, y and z, up before down.
    pub const ALL: [Self; 6] = [
        Self::X,
        Self::X.reverse(),
        Self::Y,
        Self::Y.reverse(),
        Self::Z,
        Self::Z.reverse(),
    ];

    /// Returns the place in [`Heading::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.axis.index() * 2 + self.sign as usize
    }

    /// Returns the heading back.
    #[must_use]
    #[inline]
    pub const fn reverse(self) -> Self {
        let sign = match self.sign {
            Sign::Positive => Sign::Negative,
            Sign::Negative => Sign::Positive,
        };
        Self { sign, ..self }
    }

    /// Returns the heading of a unit step; `None` where `step` is not one.
    #[must_use]
    pub fn from_step(step: IVec3) -> Option<Self> {
        Self::ALL.into_iter().find(|heading| heading.step() == step)
    }

    /// Returns the unit step of this heading.
    #[must_use]
    #[inline]
    pub fn step(self) -> IVec3 {
        // A table: which heading comes next cannot be foretold where this is asked for.
        STEPS[self.index()]
    }
}
