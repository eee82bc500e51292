//! One material: what it is, what it costs, and whether agents may be in it or on it.

use std::num::NonZeroU8;

use thiserror::Error;

/// The number of a material in a [`Palette`](crate::Palette), from 1.
///
/// ```
/// use voxnav_occupancy::MaterialId;
/// assert_eq!(MaterialId::new(3).map(MaterialId::number), Some(3));
/// assert_eq!(MaterialId::new(0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialId(NonZeroU8);

impl MaterialId {
    /// Returns the material of this number, if it is not zero. Whether a palette has it is another
    /// question.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Returns the number, from 1 to 255.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Returns the place in the palette.
    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The effect of a material on the cells that are made of it.
///
/// It decides the state of the cell too: [`Solid`](Self::Solid) and [`Door`](Self::Door) make it
/// occupied, all others free.
///
/// ```
/// use voxnav_occupancy::MaterialKind;
/// assert!(MaterialKind::Door.fills_the_cell() && !MaterialKind::Liquid.fills_the_cell());
/// assert!(MaterialKind::Climbable.can_bear(), "the top end of a ladder");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum MaterialKind {
    /// A solid that fills the cell, as stone does.
    Solid,
    /// A material that leaves the cell as it is and only costs, as tall grass does.
    Passable,
    /// A liquid that can be swum in or waded through.
    Liquid,
    /// A material that a body in it can hold on to, as a ladder or a vine.
    Climbable,
    /// A door, which fills the cell for agents that open no doors.
    Door,
    /// A material that hurts: a body can be in it, at its cost, unless its agent avoids hazards.
    Hazard,
}

impl MaterialKind {
    /// Every kind there is.
    pub const ALL: &'static [Self] = &[
        Self::Solid,
        Self::Passable,
        Self::Liquid,
        Self::Climbable,
        Self::Door,
        Self::Hazard,
    ];

    /// Returns whether a cell of this kind is occupied.
    #[must_use]
    pub const fn fills_the_cell(self) -> bool {
        matches!(self, Self::Solid | Self::Door)
    }

    /// Returns whether an agent could stand on a cell of this kind.
    #[must_use]
    pub const fn can_bear(self) -> bool {
        matches!(self, Self::Solid | Self::Door | Self::Climbable)
    }
}

/// The factor by which the cost of a move is multiplied: from 1/16 to 64, in steps of 1/1024.
///
/// ```
/// use voxnav_occupancy::CostFactor;
/// assert_eq!(CostFactor::new(2.5)?.factor(), 2.5);
/// assert!(CostFactor::new(0.0).is_err());
/// # Ok::<(), voxnav_occupancy::MaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct CostFactor(u32);

impl CostFactor {
    /// The factor that changes nothing.
    pub const ONE: Self = Self(1024);
    /// The smallest factor, 1/16.
    pub const MIN: Self = Self(64);
    /// The largest factor, 64.
    pub const MAX: Self = Self(65_536);

    /// Returns the factor nearest to a number.
    ///
    /// # Errors
    ///
    /// [`MaterialError::Cost`] unless the number is from 1/16 to 64.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "in 64..=65536"
    )]
    pub fn new(factor: f64) -> Result<Self, MaterialError> {
        if (0.0625..=64.0).contains(&factor) {
            Ok(Self((factor * 1024.0).round() as u32))
        } else {
            Err(MaterialError::Cost { factor })
        }
    }

    /// Returns the factor in 1024ths, from 64 to 65,536.
    #[must_use]
    pub const fn in_1024ths(self) -> u32 {
        self.0
    }

    /// Returns the factor as a number.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.0) / 1024.0
    }
}

impl Default for CostFactor {
    fn default() -> Self {
        Self::ONE
    }
}

impl TryFrom<f64> for CostFactor {
    type Error = MaterialError;

    fn try_from(factor: f64) -> Result<Self, MaterialError> {
        Self::new(factor)
    }
}

impl From<CostFactor> for f64 {
    fn from(factor: CostFactor) -> Self {
        factor.factor()
    }
}

/// A material that cells can be made of.
///
/// ```
/// use voxnav_occupancy::{CostFactor, Material, MaterialKind};
///
/// let mud = Material { cost: CostFactor::new(2.5)?, ..Material::new("mud", MaterialKind::Solid) };
/// assert!(mud.standable);
/// # Ok::<(), voxnav_occupancy::MaterialError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material {
    /// The name, which no other material of a palette has.
    pub name: String,
    /// The effect of the material on a cell.
    pub kind: MaterialKind,
    /// The factor by which the cost of moves into it or onto it is multiplied.
    pub cost: CostFactor,
    /// True if an agent may stand on top of a cell of it; of a climbable one: on the top end of a
    /// ladder.
    pub standable: bool,
    /// True if no agent may be in a cell of it, whatever the agent can do.
    pub forbidden: bool,
}

impl Material {
    /// Returns a material that costs nothing extra and is not forbidden; what fills cells may be
    /// stood on.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: MaterialKind) -> Self {
        Self {
            name: name.into(),
            kind,
            cost: CostFactor::ONE,
            standable: kind.fills_the_cell(),
            forbidden: false,
        }
    }

    /// Checks that the material does not contradict itself.
    pub(crate) fn check(&self) -> Result<(), MaterialError> {
        let name = || self.name.clone();
        if self.name.is_empty() {
            Err(MaterialError::Nameless)
        } else if self.standable && !self.kind.can_bear() {
            Err(MaterialError::CannotBear {
                name: name(),
                kind: self.kind,
            })
        } else if self.standable && self.forbidden {
            Err(MaterialError::ForbiddenButStandable { name: name() })
        } else {
            Ok(())
        }
    }
}

/// Error for a material that a palette or a builder refuses; it names the field.
///
/// ```
/// use voxnav_occupancy::{Material, MaterialError, MaterialKind, Palette};
///
/// let nameless = Palette::new().add(Material::new("", MaterialKind::Solid));
/// assert_eq!(nameless, Err(MaterialError::Nameless));
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MaterialError {
    /// The name is empty.
    #[error("`name` of a material is empty")]
    Nameless,
    /// Another material of the palette has the name.
    #[error("`name` {name:?} is that of another material")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// The cost factor is out of range or not a number.
    #[error("`cost` {factor} is not a number from 1/16 to 64")]
    Cost {
        /// The factor as given.
        factor: f64,
    },
    /// No agent can stand on a material of this kind.
    #[error(
        "`standable` is set for {name:?}, which is {kind:?}: only Solid, Door and Climbable bear"
    )]
    CannotBear {
        /// The name of the material.
        name: String,
        /// The kind of the material.
        kind: MaterialKind,
    },
    /// The material may be stood on and is forbidden.
    #[error("`forbidden` and `standable` are both set for {name:?}")]
    ForbiddenButStandable {
        /// The name of the material.
        name: String,
    },
    /// The palette holds as many materials as there are ids.
    #[error("the palette has {limit} materials, as many as there are ids")]
    PaletteFull {
        /// [`Palette::LIMIT`](crate::Palette::LIMIT).
        limit: usize,
    },
}
