//! The abilities of an agent, as plain data, and the rules of stances that follow from them.

mod check;
mod in_units;
mod presets;

pub use check::LocomotionError;
pub use in_units::{JumpReach, Reach};

use std::collections::BTreeMap;

use voxnav_occupancy::{
    Axis, CellBox, CostFactor, Footprint, Heading, Material, MaterialId, MaterialKind, MaterialSet,
    Palette, Sign, Stance, StanceRules, Support, UnknownPolicy,
};

use super::runs::even_rules;
use crate::cost::Cost;
use crate::movement::CornerRule;

/// The abilities of a ground agent, and their costs.
///
/// A plain value: take a preset and change it. Abilities that are `None` are missing; the costs are
/// in the caller's unit (cells, ticks, seconds, ...), as fixed point with 30 fractional bits. The
/// costs of diagonal moves are multiplied by their lengths.
///
/// ```
/// use voxnav_search::{Cost, Jump, Locomotion};
///
/// let hopper = Locomotion {
///     jump: Some(Jump { gap: 2, ..Jump::over_one() }),
///     drop: 6,
///     ..Locomotion::walker()
/// };
/// assert!(hopper.check().is_ok());
/// let refused = Locomotion { walk: Some(Cost::ZERO), ..hopper }.check().unwrap_err();
/// assert!(refused.to_string().contains("`walk`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Locomotion {
    /// The cells that the body covers, as offsets from the cell where it is. Its feet are the lowest
    /// layer along `up`.
    pub body: Footprint,
    /// The direction of up. [`Locomotion::with_up`] turns the body too.
    pub up: Heading,
    /// The cells below the body that have to bear it where it stands.
    pub support: Support,
    /// The steepest ground on which the agent stands, as an angle with a level plane in degrees, at most
    /// [`Locomotion::MOST_SLOPE`]; `None` for any. What is no higher than a step above ground that is not too steep is a
    /// curb, whatever its sides. It counts where obstacles are the ground of a `Navigator`: cells alone have no slopes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub slope: Option<u8>,
    /// The policy for unknown cells. `Free` ones are clear and do not bear. With `StopAtBoundary`
    /// each move of a plan is one that it could make in some world which the unknown cells may turn
    /// out to be, at the least that it costs in any of them; the path ends before the first move
    /// for which an unknown cell counts.
    pub unknown: UnknownPolicy,
    /// The directions of walking and swimming.
    pub compass: Compass,
    /// The rule for the cells next to a diagonal move.
    pub corners: CornerRule,
    /// The cost of walking a cell, if the agent can walk. Steps, drops and jumps need it.
    pub walk: Option<Cost>,
    /// The largest height of a step up, in cells, up to 63; more than the body's own height is
    /// allowed.
    pub step_up: u8,
    /// The cost of a step up for each cell of height, in addition to the walk.
    pub step: Cost,
    /// The largest drop onto ground, in cells.
    pub drop: u8,
    /// The largest drop into liquid that the agent swims in, in cells.
    pub drop_into_liquid: u8,
    /// The cost of falling by height, in addition to the walk.
    pub fall: Fall,
    /// Jumps over gaps and onto ledges, if the agent can jump.
    pub jump: Option<Jump>,
    /// The cost of climbing a cell up or down, if the agent can climb.
    pub climb: Option<Cost>,
    /// The costs of swimming, if the agent can swim.
    pub swim: Option<Swim>,
    /// The rule for liquids of an agent that cannot swim.
    pub wading: Wading,
    /// The cost of flying a cell, if the agent can fly.
    pub fly: Option<Cost>,
    /// The cost that opening a door adds to a move, if the agent can open doors.
    pub open_door: Option<Cost>,
    /// The rule for hazards.
    pub hazards: Hazards,
    /// The lower stance of the agent, if it can crouch.
    pub crouch: Option<Crouch>,
    /// The cost factors that materials have for this agent, instead of [`Material::cost`](voxnav_occupancy::Material):
    /// a road for carts, mud for boots. Materials that a palette does not have count for nothing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "BTreeMap::is_empty"))]
    pub material_costs: BTreeMap<MaterialId, CostFactor>,
    /// The groups that the agent belongs to, a bit each: it uses links for one of them at least.
    pub groups: u64,
}

/// The horizontal directions.
///
/// ```
/// use voxnav_search::{Compass, Locomotion};
///
/// let rook = Locomotion { compass: Compass::Four, ..Locomotion::walker() };
/// assert!(rook.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Compass {
    /// Four: along the two horizontal axes.
    Four,
    /// Eight: the diagonals, too.
    #[default]
    Eight,
}

/// The cost of falling by height.
///
/// ```
/// use voxnav_search::{Cost, Fall, Locomotion, LocomotionError};
///
/// let fall = Fall::Table(vec![Cost::STRAIGHT, Cost::STRAIGHT * 3]);
/// let careful = Locomotion { drop: 2, drop_into_liquid: 2, fall, ..Locomotion::walker() };
/// assert!(careful.check().is_ok());
/// let refused = Locomotion { drop: 9, ..careful }.check();
/// assert_eq!(refused, Err(LocomotionError::FallTable { entries: 2, heights: 9 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Fall {
    /// The same for each cell.
    PerCell(Cost),
    /// The cost of falling 1, 2, 3, ... cells, for every height that the agent may drop.
    Table(Vec<Cost>),
}

impl Fall {
    /// Returns the cost of falling `cells` cells, one or more.
    pub(crate) fn cost(&self, cells: u32) -> Cost {
        match self {
            Self::PerCell(cost) => *cost * cells,
            Self::Table(costs) => {
                let place = (cells as usize).saturating_sub(1);
                costs.get(place).copied().unwrap_or(Cost::MAX)
            }
        }
    }
}

/// Jumps over gaps and onto ledges.
///
/// ```
/// use voxnav_search::{Jump, Locomotion};
///
/// let hopper = Locomotion { jump: Some(Jump { gap: 2, ..Jump::over_one() }), ..Locomotion::walker() };
/// assert!(hopper.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Jump {
    /// The most cells between the one that the agent leaves and the one that it lands on, to 15; 0
    /// for jumps up only.
    pub gap: u8,
    /// The largest height of the landing above the takeoff, in cells, up to 15.
    pub rise: u8,
    /// The least height of the arc above the takeoff, in cells, up to 15: the body is clear of everything at that height
    /// from column to column, or at the height of the landing where that is more. 1 for cells as high as a hop; more
    /// where cells are lower; 0 for leaps that pass level.
    #[cfg_attr(
        feature = "serde",
        serde(default = "one_cell", skip_serializing_if = "is_one_cell")
    )]
    pub arc: u8,
    /// The cost of a jump, in addition to the walk over the same cells and the steps or the fall.
    pub cost: Cost,
    /// The directions of jumps.
    pub compass: Compass,
}

impl Jump {
    /// Describes jumps over one cell, onto ground one higher at most, along the axes, that cost as
    /// much as two cells' walk.
    #[must_use]
    pub fn over_one() -> Self {
        Self {
            cost: Cost::STRAIGHT * 2,
            ..Self::free(1, 1)
        }
    }

    /// Describes jumps along the axes that cost no more than a walk.
    fn free(gap: u8, rise: u8) -> Self {
        Self {
            gap,
            rise,
            arc: 1,
            cost: Cost::ZERO,
            compass: Compass::Four,
        }
    }
}

#[cfg(feature = "serde")]
const fn one_cell() -> u8 {
    1
}

#[cfg(feature = "serde")]
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]
const fn is_one_cell(arc: &u8) -> bool {
    *arc == 1
}

/// The costs of swimming a cell.
///
/// ```
/// use voxnav_search::{Cost, Locomotion, Swim};
///
/// let swim = Swim { below: Cost::STRAIGHT * 2, surface: Cost::STRAIGHT };
/// let frog = Locomotion { swim: Some(swim), ..Locomotion::walker() };
/// assert!(frog.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Swim {
    /// The cost to a cell where liquid covers the highest cell of the body.
    pub below: Cost,
    /// The cost to a cell where liquid does not cover the highest cell of the body.
    pub surface: Cost,
}

impl Swim {
    /// Describes swimming that costs the same below the surface and at it.
    pub(super) fn at(cost: Cost) -> Self {
        Self {
            below: cost,
            surface: cost,
        }
    }
}

/// The rule for liquids of an agent that cannot swim.
///
/// ```
/// use voxnav_search::{Locomotion, Wading};
///
/// let heron = Locomotion { wading: Wading::Allowed, swim: None, ..Locomotion::walker() };
/// assert!(heron.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Wading {
    /// The agent stays out of liquids.
    #[default]
    Refused,
    /// The agent walks on the ground of liquids.
    Allowed,
}

/// The rule for hazards.
///
/// ```
/// use voxnav_search::{Hazards, Locomotion};
///
/// let salamander = Locomotion { hazards: Hazards::Entered, ..Locomotion::walker() };
/// assert!(salamander.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Hazards {
    /// The agent never enters hazards.
    #[default]
    Avoided,
    /// The agent may enter hazards, at their cost.
    Entered,
}

/// A second, lower stance.
///
/// ```
/// use voxnav_occupancy::CostFactor;
/// use voxnav_search::{Crouch, Locomotion};
///
/// let sneak = Locomotion::crouching();
/// let crouch = sneak.crouch.ok_or("it can crouch")?;
/// let slow = Locomotion { crouch: Some(Crouch { factor: CostFactor::new(4.0)?, ..crouch }), ..sneak };
/// assert!(slow.check().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Crouch {
    /// The height of the crouched body, in cells from its feet.
    pub height: u8,
    /// The factor on the usual cost of moves to cells at which the agent has to crouch.
    pub factor: CostFactor,
}

impl Default for Locomotion {
    fn default() -> Self {
        Self::walker()
    }
}

impl Locomotion {
    /// The largest cost of a single ability: 2^20 straight moves.
    pub const MOST: Cost = Cost::from_raw(1 << 50);
    /// The largest step up.
    pub const MOST_STEP: u8 = 63;
    /// The largest gap, rise and arc of a jump.
    pub const MOST_JUMP: u8 = 15;
    /// The largest drop.
    pub const MOST_DROP: u8 = 63;
    /// The largest limit of slopes, in degrees.
    pub const MOST_SLOPE: u8 = 89;

    /// Returns the same abilities with another direction up; the body is turned with it.
    ///
    /// ```
    /// use voxnav_occupancy::Heading;
    /// use voxnav_search::Locomotion;
    ///
    /// let y_up = Locomotion::walker().with_up(Heading::Y);
    /// assert_eq!(y_up.body.offsets().size().to_array(), [1, 2, 1]);
    /// ```
    #[must_use]
    pub fn with_up(self, up: impl Into<Heading>) -> Self {
        let up = up.into();
        let turned = |offset: CellBox, from: Axis, to: Axis| {
            let (mut min, mut max) = (offset.min, offset.max);
            let (a, b) = (from.index(), to.index());
            (min[a], min[b]) = (min[b], min[a]);
            (max[a], max[b]) = (max[b], max[a]);
            CellBox::new(min, max)
        };
        let mut cells = turned(self.body.offsets(), self.up.axis, up.axis);
        if self.up.sign != up.sign {
            let axis = up.axis.index();
            (cells.min[axis], cells.max[axis]) = (1 - cells.max[axis], 1 - cells.min[axis]);
        }
        // A turned body has the reach of the body, and covers its anchor as before.
        let body = Footprint::new(cells).unwrap_or(self.body);
        Self { body, up, ..self }
    }

    /// Returns the rules that decide where the body can be, given the materials of a world.
    pub(crate) fn stance_rules(&self, palette: &Palette) -> Result<StanceRules, LocomotionError> {
        self.check_numbers()?;
        let entered = palette.select(|material| {
            !material.forbidden
                && match material.kind {
                    MaterialKind::Passable | MaterialKind::Climbable => true,
                    MaterialKind::Liquid => self.swim.is_some() || self.wading == Wading::Allowed,
                    MaterialKind::Door => self.open_door.is_some(),
                    MaterialKind::Hazard => self.hazards == Hazards::Entered,
                    _ => false,
                }
        });
        let of_kind = |kind, can: bool| palette.select(|material| can && material.kind == kind);
        let rules = StanceRules::new(self.body)
            .up(self.up)
            .support(self.support)
            .leaning(self.lean())
            .unknown(self.unknown)
            .entering(entered)
            .borne_by(palette.select(|material| material.standable))
            .swimming_in(of_kind(MaterialKind::Liquid, self.swim.is_some()))
            .climbing(of_kind(MaterialKind::Climbable, self.climb.is_some()))
            .minding(self.minded(palette))
            .even(even_rules(self));
        // Of unknown cells the cheapest counts that they may turn out to be.
        let crouching = self.crouch.map_or(CostFactor::ONE, |crouch| crouch.factor);
        let rules = if self.smallest_factor(palette).min(crouching) < CostFactor::ONE {
            rules.minding_unknown()
        } else {
            rules
        };
        match self.crouch {
            Some(crouch) => Ok(rules.crouching_to(crouch.height)?),
            None => Ok(rules),
        }
    }

    /// Returns how much lower than the feet the ground below the anchor may be on a slope, in cells: by a step for each
    /// cell by which the body is wider on a side.
    fn lean(&self) -> u8 {
        let cells = self.body.offsets();
        let mut across = (-cells.min).max(cells.max - 1);
        across[self.up.axis.index()] = 0;
        let lean = across.max_element() * i32::from(self.step_up);
        u8::try_from(lean).unwrap_or(u8::MAX)
    }

    /// Returns the factor on the cost of moves into a material or onto it.
    pub(crate) fn factor_of(&self, id: MaterialId, material: &Material) -> CostFactor {
        let own = self.material_costs.get(&id);
        own.copied().unwrap_or(material.cost)
    }

    /// Returns the smallest cost factor of a cell for this agent, those without a material included: at most 1.
    pub(crate) fn smallest_factor(&self, palette: &Palette) -> CostFactor {
        let factors = palette.iter().map(|(id, it)| self.factor_of(id, it));
        factors.fold(CostFactor::ONE, CostFactor::min)
    }

    /// Returns the materials that change what moves cost.
    fn minded(&self, palette: &Palette) -> MaterialSet {
        let mut minded = MaterialSet::default();
        for (id, material) in palette.iter() {
            let is_opened = material.kind == MaterialKind::Door && self.open_door.is_some();
            if is_opened || self.factor_of(id, material) != CostFactor::ONE {
                minded.insert(id);
            }
        }
        minded
    }

    /// Returns the stances in which the agent can rest.
    pub(crate) fn resting(&self) -> Stance {
        match self.fly {
            Some(_) => Stance::HELD | Stance::FITS,
            None => Stance::HELD,
        }
    }

    /// Returns the body when crouched, if it can crouch.
    pub(crate) fn crouched(&self) -> Option<CellBox> {
        let height = i32::from(self.crouch?.height);
        let mut cells = self.body.offsets();
        let axis = self.up.axis.index();
        match self.up.sign {
            Sign::Positive => cells.max[axis] = cells.min[axis] + height,
            Sign::Negative => cells.min[axis] = cells.max[axis] - height,
        }
        Some(cells)
    }
}
