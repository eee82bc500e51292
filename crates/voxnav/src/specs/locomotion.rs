//! Locomotion as data: a preset, and what differs from it.

use std::collections::BTreeMap;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CostFactor, Footprint, Heading, Lattice, MaterialId, Support, UnknownPolicy,
};
use voxnav_search::{
    Compass, CornerRule, Cost, Crouch, Fall, Hazards, Jump, JumpReach, Locomotion, Reach, Swim,
    Wading,
};

use super::change::Override;
use super::error::{SpecError, in_range};
use super::named::Preset;
use super::value::{At, SpecValue};

/// The abilities of a ground agent: a preset, and what differs from it. What is left out is as in the preset.
///
/// Costs are lengths in cells, from 0 to 2^20. An ability that is `null` or `false` is missing.
///
/// ```
/// use voxnav::Lattice;
/// use voxnav::ground::Locomotion;
/// use voxnav::specs::LocomotionSpec;
///
/// let goat = r#"{ "step_up": 2, "climb": false, "jump": { "gap": 3 } }"#;
/// let goat = serde_json::from_str::<LocomotionSpec>(goat)?.locomotion(&Lattice::default())?;
/// assert_eq!((goat.step_up, goat.climb), (2, None));
/// assert_eq!(goat.walk, Locomotion::walker().walk);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocomotionSpec {
    /// The abilities that it begins with: "walker", "spider", "diver", "crouching", "ticks", "mineflayer" or "roblox".
    pub preset: Preset,
    /// The direction of up: "x", "y", "z", "-x", "-y" or "-z"; that of the navigator or the program if it is left out.
    pub up: Option<Heading>,
    /// The cells below the body that have to bear it: "center", "whole", "any" or "slope".
    pub support: Option<Support>,
    /// The steepest ground on which the agent stands, in degrees, 1 to 89; `null` for any. Obstacles have slopes, cells none.
    pub slope: Override<u8>,
    /// The directions of walking and swimming: "eight" or "four".
    pub compass: Option<Compass>,
    /// The cells next to a diagonal move that have to be free: "strict", "one-side" or "lenient".
    pub corners: Option<CornerRule>,
    /// The policy for unknown cells, of agents among cells: "blocked", "free" or "stop at boundary". A navigator takes that
    /// of the agent.
    pub unknown: Option<UnknownPolicy>,
    /// The cells of the body, of agents among cells, as offsets `min` and `max`. A navigator takes the size of the agent.
    pub body: Option<Footprint>,
    /// The cost of walking a cell. Steps, drops and jumps need it.
    pub walk: Override<f64>,
    /// The largest height of a step up, in cells, 0 to 63.
    pub step_up: Option<u8>,
    /// The cost of a step up for each cell of height, in addition to the walk.
    pub step: Option<f64>,
    /// The largest drop onto ground, in cells, 0 to 63.
    pub drop: Option<u8>,
    /// The largest drop into liquid that the agent swims in, in cells, 0 to 63.
    pub drop_into_liquid: Option<u8>,
    /// The cost of falling a cell, in addition to the walk; or a list with that of falling 1, 2, 3, ... cells.
    pub fall: Option<FallSpec>,
    /// Jumps over gaps and onto ledges.
    pub jump: Override<JumpSpec>,
    /// The cost of climbing a cell up or down.
    pub climb: Override<f64>,
    /// The cost of swimming a cell; or two, `below` the surface and at it.
    pub swim: Override<SwimSpec>,
    /// The rule for liquids that the agent does not swim in: "refused" or "allowed", to walk on their ground.
    pub wading: Option<Wading>,
    /// The cost of flying a cell.
    pub fly: Override<f64>,
    /// The cost that opening a door adds to a move.
    pub open_door: Override<f64>,
    /// The rule for hazards: "avoided" or "entered", at their cost.
    pub hazards: Option<Hazards>,
    /// The lower stance of an agent that crouches.
    pub crouch: Override<CrouchSpec>,
    /// The factors on the costs of cells of materials, by the number of the material.
    pub material_costs: BTreeMap<u8, f64>,
    /// The groups that the agent belongs to, a bit each: it uses links for one of them at least.
    pub groups: Option<u64>,
    /// Heights and distances in world units, instead of those in cells.
    pub reach: Option<Reach>,
}

/// The costs of falls.
///
/// ```
/// use voxnav::specs::{FallSpec, LocomotionSpec};
///
/// let spec = LocomotionSpec { fall: Some(FallSpec::PerCell(0.5)), ..LocomotionSpec::default() };
/// assert!(spec.locomotion(&voxnav::Lattice::default()).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum FallSpec {
    /// The cost of falling a cell.
    PerCell(f64),
    /// The cost of falling 1, 2, 3, ... cells.
    Table(Vec<f64>),
}

/// Jumps: what differs from those of the preset, or else from jumps over one cell.
///
/// ```
/// use voxnav::specs::{JumpSpec, LocomotionSpec, Override};
///
/// let jump = Override::Set(JumpSpec { gap: Some(3), ..JumpSpec::default() });
/// let hopper = LocomotionSpec { jump, ..LocomotionSpec::default() }.locomotion(&voxnav::Lattice::default())?;
/// assert_eq!(hopper.jump.map(|jump| jump.gap), Some(3));
/// # Ok::<(), voxnav::specs::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JumpSpec {
    /// The most cells that a jump leads over, 0 to 15.
    pub gap: Option<u8>,
    /// The largest height of the landing above the takeoff, in cells, 0 to 15.
    pub rise: Option<u8>,
    /// The least height of the arc above the takeoff, in cells, 0 to 15.
    pub arc: Option<u8>,
    /// The cost of a jump, in addition to the walk.
    pub cost: Option<f64>,
    /// The directions of jumps: "four" or "eight".
    pub compass: Option<Compass>,
}

/// The costs of swimming a cell.
///
/// ```
/// use voxnav::specs::{LocomotionSpec, Override, SwimSpec};
///
/// let swim = Override::Set(SwimSpec { below: 4.0, surface: 2.0 });
/// assert!(LocomotionSpec { swim, ..LocomotionSpec::default() }.locomotion(&voxnav::Lattice::default()).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwimSpec {
    /// The cost to a cell where liquid covers the highest cell of the body.
    pub below: f64,
    /// The cost to a cell where it does not.
    pub surface: f64,
}

/// The lower stance of an agent.
///
/// ```
/// use voxnav::specs::{CrouchSpec, LocomotionSpec, Override};
///
/// let crouch = Override::Set(CrouchSpec { height: 1, factor: 2.0 });
/// assert!(LocomotionSpec { crouch, ..LocomotionSpec::default() }.locomotion(&voxnav::Lattice::default()).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrouchSpec {
    /// The height of the crouched body, in cells.
    pub height: u8,
    /// The factor on the costs of moves to cells at which it has to crouch, 1/16 to 64.
    pub factor: f64,
}

impl LocomotionSpec {
    /// Returns the locomotion over the cells of a lattice, checked.
    ///
    /// # Errors
    ///
    /// [`SpecError::Range`] for a cost that is negative or more than 2^20; [`SpecError::Factor`];
    /// [`SpecError::Locomotion`] for abilities that are contradictory or out of range.
    #[inline]
    pub fn locomotion(&self, lattice: &Lattice) -> Result<Locomotion, SpecError> {
        let able = self.in_cells()?;
        able.check()?;
        Ok(match &self.reach {
            Some(reach) => able.in_units(lattice, reach)?,
            None => able,
        })
    }

    /// Returns the preset with what differs from it, in cells.
    #[inline]
    fn in_cells(&self) -> Result<Locomotion, SpecError> {
        let mut able = self.preset.made();
        if let Some(up) = self.up {
            able = able.with_up(up);
        }
        self.set_rules(&mut able);
        self.walk
            .change(&mut able.walk, |length| cost("walk", length))?;
        self.climb
            .change(&mut able.climb, |length| cost("climb", length))?;
        self.fly
            .change(&mut able.fly, |length| cost("fly", length))?;
        let open_door = |length| cost("open_door", length);
        self.open_door.change(&mut able.open_door, open_door)?;
        self.swim.change(&mut able.swim, SwimSpec::costs)?;
        let jump = able.jump.unwrap_or_else(Jump::over_one);
        self.jump.change(&mut able.jump, |given| given.over(jump))?;
        self.crouch.change(&mut able.crouch, |crouch| {
            let (height, factor) = (crouch.height, factor("crouch.factor", crouch.factor)?);
            Ok(Crouch { height, factor })
        })?;
        for (&material, &by) in &self.material_costs {
            let by = factor("material_costs", by)?;
            let material = MaterialId::new(material).ok_or(SpecError::Range {
                field: "material_costs",
                number: 0.0,
                most: 255.0,
            })?;
            able.material_costs.insert(material, by);
        }
        if let Some(step) = self.step {
            able.step = cost("step", step)?;
        }
        if let Some(fall) = &self.fall {
            able.fall = fall.costs()?;
        }
        Ok(able)
    }

    /// Sets what is no cost.
    #[inline]
    fn set_rules(&self, able: &mut Locomotion) {
        fn set<T: Clone>(field: &mut T, given: Option<&T>) {
            if let Some(given) = given {
                *field = given.clone();
            }
        }
        set(&mut able.support, self.support.as_ref());
        set(&mut able.compass, self.compass.as_ref());
        set(&mut able.corners, self.corners.as_ref());
        set(&mut able.unknown, self.unknown.as_ref());
        set(&mut able.body, self.body.as_ref());
        set(&mut able.step_up, self.step_up.as_ref());
        set(&mut able.drop, self.drop.as_ref());
        set(&mut able.drop_into_liquid, self.drop_into_liquid.as_ref());
        set(&mut able.wading, self.wading.as_ref());
        set(&mut able.hazards, self.hazards.as_ref());
        set(&mut able.groups, self.groups.as_ref());
        match self.slope {
            Override::Keep => {}
            Override::Remove => able.slope = None,
            Override::Set(degrees) => able.slope = Some(degrees),
        }
    }
}

impl SwimSpec {
    #[inline]
    fn costs(self) -> Result<Swim, SpecError> {
        Ok(Swim {
            below: cost("swim.below", self.below)?,
            surface: cost("swim.surface", self.surface)?,
        })
    }
}

impl JumpSpec {
    /// Returns other jumps with what this differs in.
    fn over(self, jump: Jump) -> Result<Jump, SpecError> {
        Ok(Jump {
            gap: self.gap.unwrap_or(jump.gap),
            rise: self.rise.unwrap_or(jump.rise),
            arc: self.arc.unwrap_or(jump.arc),
            cost: self
                .cost
                .map_or(Ok(jump.cost), |length| cost("jump.cost", length))?,
            compass: self.compass.unwrap_or(jump.compass),
        })
    }
}

impl FallSpec {
    #[inline]
    fn costs(&self) -> Result<Fall, SpecError> {
        let fall = |length: f64| cost("fall", length);
        Ok(match self {
            Self::PerCell(length) => Fall::PerCell(fall(*length)?),
            Self::Table(lengths) => {
                let costs = lengths.iter().map(|length| fall(*length));
                Fall::Table(costs.collect::<Result<_, _>>()?)
            }
        })
    }
}

impl LocomotionSpec {
    /// Reads a spec.
    ///
    /// # Errors
    ///
    /// [`SpecError::Unknown`], [`SpecError::Kind`] and [`SpecError::Name`], which name the field.
    #[inline]
    pub fn read(value: &SpecValue) -> Result<Self, SpecError> {
        Self::at(At { name: "", value })
    }

    #[inline]
    pub(super) fn at(at: At<'_>) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        at.fields("what the agent can do", |at| spec.set(at))?;
        Ok(spec)
    }

    #[inline]
    fn set(&mut self, at: At<'_>) -> Result<(), SpecError> {
        match at.name {
            "preset" => self.preset = at.named()?,
            "up" => self.up = at.option(At::named)?,
            "support" => self.support = at.option(At::named)?,
            "slope" => self.slope = Override::read(at, At::whole)?,
            "compass" => self.compass = at.option(At::named)?,
            "corners" => self.corners = at.option(At::named)?,
            "unknown" => self.unknown = at.option(At::named)?,
            "body" => self.body = at.option(body)?,
            "walk" => self.walk = ability(at)?,
            "step_up" => self.step_up = cells(at)?,
            "step" => self.step = length(at)?,
            "drop" => self.drop = cells(at)?,
            "drop_into_liquid" => self.drop_into_liquid = cells(at)?,
            "fall" => self.fall = at.option(FallSpec::at)?,
            "jump" => self.jump = Override::read(at, JumpSpec::at)?,
            "climb" => self.climb = ability(at)?,
            "swim" => self.swim = Override::read(at, SwimSpec::at)?,
            "wading" => self.wading = at.option(At::named)?,
            "fly" => self.fly = ability(at)?,
            "open_door" => self.open_door = ability(at)?,
            "hazards" => self.hazards = at.option(At::named)?,
            "crouch" => self.crouch = Override::read(at, CrouchSpec::at)?,
            "material_costs" => at.fields("factors by the numbers of materials", |at| {
                let number = at
                    .name
                    .parse()
                    .map_err(|_| at.expected("the number of a material"))?;
                self.material_costs.insert(number, at.number()?);
                Ok(())
            })?,
            "groups" => self.groups = at.option(At::whole)?,
            "reach" => self.reach = at.option(reach)?,
            _ => return at.unknown(),
        }
        Ok(())
    }
}

/// Reads the cost of an ability.
#[inline(never)]
fn ability(at: At<'_>) -> Result<Override<f64>, SpecError> {
    Override::read(at, At::number)
}

/// Reads a length.
#[inline(never)]
fn length(at: At<'_>) -> Result<Option<f64>, SpecError> {
    at.option(At::number)
}

/// Reads a small number.
#[inline(never)]
fn cells(at: At<'_>) -> Result<Option<u8>, SpecError> {
    at.option(At::whole)
}

impl FallSpec {
    #[inline]
    fn at(at: At<'_>) -> Result<Self, SpecError> {
        match at.value {
            SpecValue::Whole(_) | SpecValue::Number(_) => Ok(Self::PerCell(at.number()?)),
            // By the names of the variants of `Fall`.
            SpecValue::Map(fields) if matches!(&fields[..], [(name, _)] if **name == *"PerCell" || **name == *"Table") =>
            {
                let value = &fields[0].1;
                Self::at(At { value, ..at })
            }
            _ => Ok(Self::Table(at.numbers()?)),
        }
    }
}

impl JumpSpec {
    #[inline]
    fn at(at: At<'_>) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        at.fields("a description of jumps", |at| {
            match at.name {
                "gap" => spec.gap = cells(at)?,
                "rise" => spec.rise = cells(at)?,
                "arc" => spec.arc = cells(at)?,
                "cost" => spec.cost = length(at)?,
                "compass" => spec.compass = at.option(At::named)?,
                _ => return at.unknown(),
            }
            Ok(())
        })?;
        Ok(spec)
    }
}

impl SwimSpec {
    #[inline]
    fn at(at: At<'_>) -> Result<Self, SpecError> {
        if let Ok(cost) = at.number() {
            let (below, surface) = (cost, cost);
            return Ok(Self { below, surface });
        }
        let (mut below, mut surface) = (None, None);
        at.fields("a cost, or two", |at| {
            match at.name {
                "below" => below = Some(at.number()?),
                "surface" => surface = Some(at.number()?),
                _ => return at.unknown(),
            }
            Ok(())
        })?;
        Ok(Self {
            below: needed(at, "below", below)?,
            surface: needed(at, "surface", surface)?,
        })
    }
}

impl CrouchSpec {
    #[inline]
    fn at(at: At<'_>) -> Result<Self, SpecError> {
        let (mut height, mut factor) = (None, None);
        at.fields("a description of the lower stance", |at| {
            match at.name {
                "height" => height = Some(at.whole()?),
                "factor" => factor = Some(at.number()?),
                _ => return at.unknown(),
            }
            Ok(())
        })?;
        Ok(Self {
            height: needed(at, "height", height)?,
            factor: needed(at, "factor", factor)?,
        })
    }
}

/// Reads the cells of a body: offsets `min` and `max`.
#[inline]
fn body(at: At<'_>) -> Result<Footprint, SpecError> {
    let (mut min, mut max) = (None, None);
    at.fields("the cells of a body", |at| {
        match at.name {
            "min" => min = Some(offset(at)?),
            "max" => max = Some(offset(at)?),
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    let cells = CellBox::new(needed(at, "min", min)?, needed(at, "max", max)?);
    Footprint::new(cells)
        .map_err(|_| at.expected("a box of cells that has the cell 0, 0, 0 in reach"))
}

/// Reads three whole numbers.
#[inline]
fn offset(at: At<'_>) -> Result<IVec3, SpecError> {
    let numbers = at.numbers()?;
    let whole = numbers.iter().all(|it| it.fract() == 0.0 && it.abs() < 1e6);
    let three = <[f64; 3]>::try_from(numbers).ok().filter(|_| whole);
    let three = three.map(|three| DVec3::from_array(three).as_ivec3());
    three.ok_or_else(|| at.expected("a list of three whole numbers"))
}

/// Reads heights and distances in world units.
#[inline]
fn reach(at: At<'_>) -> Result<Reach, SpecError> {
    let mut reach = Reach::default();
    at.fields("heights and distances", |at| {
        match at.name {
            "step" => reach.step = at.number()?,
            "drop" => reach.drop = at.number()?,
            "drop_into_liquid" => reach.drop_into_liquid = at.number()?,
            "jump" => reach.jump = at.option(jump_reach)?,
            "slope" => reach.slope = cells(at)?,
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    Ok(reach)
}

#[inline]
fn jump_reach(at: At<'_>) -> Result<JumpReach, SpecError> {
    let (mut gap, mut rise) = (None, None);
    at.fields("the distances of jumps", |at| {
        match at.name {
            "gap" => gap = Some(at.number()?),
            "rise" => rise = Some(at.number()?),
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    Ok(JumpReach {
        gap: needed(at, "gap", gap)?,
        rise: needed(at, "rise", rise)?,
    })
}

/// Returns the value of a field that has to be there.
pub(super) fn needed<T>(at: At<'_>, field: &str, value: Option<T>) -> Result<T, SpecError> {
    let missing = || {
        SpecError::Missing {
            field: field.into(),
        }
        .inside(at.name)
    };
    value.ok_or_else(missing)
}

/// Returns a factor on costs.
fn factor(field: &'static str, factor: f64) -> Result<CostFactor, SpecError> {
    CostFactor::new(factor).map_err(|error| SpecError::Factor { field, error })
}

/// Returns a length in cells as a cost.
#[inline(never)]
fn cost(field: &'static str, length: f64) -> Result<Cost, SpecError> {
    let most = Locomotion::MOST.length();
    Ok(Cost::of_length(in_range(field, length, most)?))
}
