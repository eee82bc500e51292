//! Locomotion as data.

use std::collections::BTreeMap;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CostFactor, Footprint, Heading, Lattice, MaterialId};
use voxnav_search::{Cost, Crouch, Fall, Jump, JumpReach, Locomotion, Reach, Swim};

use super::error::SpecError;
use super::named::Preset;
use super::value::{At, SpecValue};

/// The abilities of a ground agent: those of a `preset`, "walker" unless it is named, with what differs from it.
///
/// The fields are those of [`Locomotion`], with costs as lengths in cells, from 0 to 2^20. An ability that is `null` or
/// `false` is missing. `fall` is a cost, or a list with that of falling 1, 2, 3, ... cells; `swim` is a cost, or two,
/// `below` the surface and at the `surface`; what is left out of `jump` is as in the preset, or else as in
/// [`Jump::over_one`].
///
/// ```
/// use voxnav::Lattice;
/// use voxnav::ground::Locomotion;
/// use voxnav::specs::{LocomotionSpec, SpecValue};
///
/// let fields = [("step_up", SpecValue::Whole(2)), ("climb", SpecValue::Flag(false))];
/// let goat = SpecValue::Map(fields.map(|(name, value)| (name.into(), value)).into());
/// let goat = LocomotionSpec::read(&goat)?.over(&Lattice::default())?;
/// assert_eq!(goat, Locomotion { step_up: 2, climb: None, ..Locomotion::walker() });
/// # Ok::<(), voxnav::specs::SpecError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocomotionSpec {
    /// The abilities, with heights and gaps in cells.
    pub locomotion: Locomotion,
    /// The direction of up; that of the navigator or the program if it is left out.
    pub up: Option<Heading>,
    /// Heights and distances in world units, instead of those in cells.
    pub reach: Option<Reach>,
}

impl LocomotionSpec {
    /// Returns the abilities over the cells of a lattice, checked.
    ///
    /// # Errors
    ///
    /// [`SpecError::Locomotion`] for abilities that are contradictory or out of range.
    pub fn over(&self, lattice: &Lattice) -> Result<Locomotion, SpecError> {
        self.locomotion.check()?;
        let able = self.locomotion.clone();
        Ok(match &self.reach {
            Some(reach) => able.in_units(lattice, reach)?,
            None => able,
        })
    }

    /// Reads a spec.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] that names the field.
    #[inline]
    pub fn read(value: &SpecValue) -> Result<Self, SpecError> {
        Self::at(At { name: "", value })
    }

    #[inline]
    pub(super) fn at(at: At<'_>) -> Result<Self, SpecError> {
        let (mut preset, mut up, mut reach) = (Preset::default(), None, None);
        at.fields(|at| {
            match at.name {
                "preset" => preset = at.named()?,
                "up" => up = at.option(At::named)?,
                "reach" => reach = at.option(self::reach)?,
                _ => {}
            }
            Ok(())
        })?;
        let mut locomotion = preset.made();
        // Some presets have their own.
        match up {
            Some(up) => locomotion = locomotion.with_up(up),
            None => up = (locomotion.up != Heading::Z).then_some(locomotion.up),
        }
        at.fields(|at| set(&mut locomotion, at))?;
        Ok(Self {
            locomotion,
            up,
            reach,
        })
    }
}

/// Sets an ability.
#[inline]
fn set(able: &mut Locomotion, at: At<'_>) -> Result<(), SpecError> {
    match at.name {
        "preset" | "up" | "reach" => {}
        "support" => able.support = at.named()?,
        "slope" => able.slope = at.ability(able.slope, At::whole)?,
        "compass" => able.compass = at.named()?,
        "corners" => able.corners = at.named()?,
        "unknown" => able.unknown = at.named()?,
        "body" => able.body = body(at)?,
        "walk" => able.walk = at.ability(able.walk, cost)?,
        "step_up" => able.step_up = at.whole()?,
        "step" => able.step = cost(at)?,
        "drop" => able.drop = at.whole()?,
        "drop_into_liquid" => able.drop_into_liquid = at.whole()?,
        "fall" => able.fall = fall(at)?,
        "jump" => able.jump = at.ability(able.jump, |at| jump(at, able.jump))?,
        "climb" => able.climb = at.ability(able.climb, cost)?,
        "swim" => able.swim = at.ability(able.swim, swim)?,
        "wading" => able.wading = at.named()?,
        "fly" => able.fly = at.ability(able.fly, cost)?,
        "open_door" => able.open_door = at.ability(able.open_door, cost)?,
        "hazards" => able.hazards = at.named()?,
        "crouch" => able.crouch = at.ability(able.crouch, crouch)?,
        "material_costs" => able.material_costs = material_costs(at)?,
        "groups" => able.groups = at.whole()?,
        _ => return at.unknown(),
    }
    Ok(())
}

/// Reads a length in cells as a cost.
#[inline(never)]
fn cost(at: At<'_>) -> Result<Cost, SpecError> {
    Ok(Cost::of_length(at.within(Locomotion::MOST.length())?))
}

/// Reads the cost of falling a cell, or those of falling 1, 2, 3, ... cells; either also by the name of its variant.
#[inline]
fn fall(at: At<'_>) -> Result<Fall, SpecError> {
    match at.value {
        SpecValue::Whole(_) | SpecValue::Number(_) => Ok(Fall::PerCell(cost(at)?)),
        SpecValue::Map(fields) if matches!(&fields[..], [(name, _)] if ["PerCell", "Table"].contains(&&**name)) =>
        {
            let value = &fields[0].1;
            fall(At { value, ..at })
        }
        _ => {
            let costs = at.numbers()?.into_iter().map(|length| {
                let value = &SpecValue::Number(length);
                cost(At {
                    value,
                    name: at.name,
                })
            });
            Ok(Fall::Table(costs.collect::<Result<_, _>>()?))
        }
    }
}

/// Reads what differs from other jumps, or else from jumps over one cell.
#[inline]
fn jump(at: At<'_>, others: Option<Jump>) -> Result<Jump, SpecError> {
    let mut jump = others.unwrap_or_else(Jump::over_one);
    at.fields(|at| {
        match at.name {
            "gap" => jump.gap = at.whole()?,
            "rise" => jump.rise = at.whole()?,
            "arc" => jump.arc = at.whole()?,
            "cost" => jump.cost = cost(at)?,
            "compass" => jump.compass = at.named()?,
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    Ok(jump)
}

/// Reads the cost of swimming a cell, or two.
#[inline]
fn swim(at: At<'_>) -> Result<Swim, SpecError> {
    let SpecValue::Map(_) = at.value else {
        let (below, surface) = (cost(at)?, cost(at)?);
        return Ok(Swim { below, surface });
    };
    let (mut below, mut surface) = (None, None);
    at.fields(|at| {
        match at.name {
            "below" => below = Some(cost(at)?),
            "surface" => surface = Some(cost(at)?),
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    Ok(Swim {
        below: at.needed("below", below)?,
        surface: at.needed("surface", surface)?,
    })
}

#[inline]
fn crouch(at: At<'_>) -> Result<Crouch, SpecError> {
    let (mut height, mut by) = (None, None);
    at.fields(|at| {
        match at.name {
            "height" => height = Some(at.whole()?),
            "factor" => by = Some(factor(at)?),
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    Ok(Crouch {
        height: at.needed("height", height)?,
        factor: at.needed("factor", by)?,
    })
}

#[inline]
fn material_costs(at: At<'_>) -> Result<BTreeMap<MaterialId, CostFactor>, SpecError> {
    let mut costs = BTreeMap::new();
    at.fields(|at| {
        let number = at.name.parse().ok().and_then(MaterialId::new);
        let material =
            number.ok_or_else(|| at.expected("the number of a material, from 1 to 255"))?;
        costs.insert(material, factor(at)?);
        Ok(())
    })?;
    Ok(costs)
}

#[inline(never)]
fn factor(at: At<'_>) -> Result<CostFactor, SpecError> {
    CostFactor::new(at.number()?).map_err(|error| at.refused(error.to_string()))
}

/// Reads the cells of a body: offsets `min` and `max`.
#[inline]
fn body(at: At<'_>) -> Result<Footprint, SpecError> {
    let (mut min, mut max) = (None, None);
    at.fields(|at| {
        match at.name {
            "min" => min = Some(offset(at)?),
            "max" => max = Some(offset(at)?),
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    let cells = CellBox::new(at.needed("min", min)?, at.needed("max", max)?);
    Footprint::new(cells).map_err(|error| at.refused(error.to_string()))
}

/// Reads three whole numbers.
#[inline]
fn offset(at: At<'_>) -> Result<IVec3, SpecError> {
    let numbers = at.numbers()?;
    let are_whole = numbers.iter().all(|it| it.fract() == 0.0 && it.abs() < 1e6);
    let three = <[f64; 3]>::try_from(numbers).ok().filter(|_| are_whole);
    let three = three.map(|three| DVec3::from_array(three).as_ivec3());
    three.ok_or_else(|| at.expected("a list of three whole numbers"))
}

/// Reads heights and distances in world units.
#[inline]
fn reach(at: At<'_>) -> Result<Reach, SpecError> {
    let mut reach = Reach::default();
    at.fields(|at| {
        match at.name {
            "step" => reach.step = at.number()?,
            "drop" => reach.drop = at.number()?,
            "drop_into_liquid" => reach.drop_into_liquid = at.number()?,
            "jump" => reach.jump = at.option(jump_reach)?,
            "slope" => reach.slope = at.option(At::whole)?,
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    Ok(reach)
}

#[inline]
fn jump_reach(at: At<'_>) -> Result<JumpReach, SpecError> {
    let (mut gap, mut rise) = (None, None);
    at.fields(|at| {
        match at.name {
            "gap" => gap = Some(at.number()?),
            "rise" => rise = Some(at.number()?),
            _ => return at.unknown(),
        }
        Ok(())
    })?;
    Ok(JumpReach {
        gap: at.needed("gap", gap)?,
        rise: at.needed("rise", rise)?,
    })
}
