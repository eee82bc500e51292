//! Abilities in world units, as the cells of a lattice have them.

use voxnav_occupancy::{Lattice, Support};

use super::{Fall, Jump, Locomotion, LocomotionError};
use crate::cost::Cost;

/// The heights and distances of an agent's abilities, in world units.
///
/// ```
/// use voxnav_occupancy::{Lattice, glam::DVec3};
/// use voxnav_search::{JumpReach, Locomotion, Reach};
///
/// let low = Lattice::with_sizes(DVec3::ZERO, DVec3::new(0.5, 0.5, 0.125))?;
/// let jump = Some(JumpReach { gap: 1.2, rise: 0.6 });
/// let reach = Reach { step: 0.4, drop: 3.0, jump, ..Reach::default() };
/// let person = Locomotion::walker().in_units(&low, &reach)?;
/// assert_eq!((person.step_up, person.drop), (3, 24));
/// assert_eq!(person.jump.map(|it| (it.gap, it.rise, it.arc)), Some((2, 4, 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Reach {
    /// The largest height of a step up.
    pub step: f64,
    /// The largest drop onto ground.
    pub drop: f64,
    /// The largest drop into liquid that the agent swims in.
    pub drop_into_liquid: f64,
    /// Jumps, if the agent can jump.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub jump: Option<JumpReach>,
    /// The steepest ground on which the agent stands, in degrees; `None` for any. With a limit, a body that stands on what is
    /// below its center also stands on slopes on its uphill edge: see [`Support::Slope`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub slope: Option<u8>,
}

/// The lengths of jumps, in world units.
///
/// ```
/// use voxnav_occupancy::Lattice;
/// use voxnav_search::{JumpReach, Locomotion, Reach};
///
/// let jump = Some(JumpReach { gap: 2.0, rise: 1.0 });
/// let hopper = Locomotion::walker().in_units(&Lattice::default(), &Reach { step: 1.0, jump, ..Reach::default() })?;
/// assert_eq!(hopper.jump.map(|it| (it.gap, it.rise)), Some((2, 1)));
/// # Ok::<(), voxnav_search::LocomotionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct JumpReach {
    /// The widest gap between the cells that the agent leaves and lands on.
    pub gap: f64,
    /// The largest height of the landing above the takeoff.
    pub rise: f64,
}

impl Locomotion {
    /// Returns these abilities with heights and distances in world units, over the cells of a lattice, which may be lower
    /// than they are wide.
    ///
    /// Lengths are rounded down to whole cells, as in [Recast]: a step of 0.4 over cells 0.15 high is one of two cells. The
    /// ground below an agent lies anywhere within a layer of cells, so the height of a step or drop of so many cells may
    /// differ from theirs by less than one. Costs by height (`step`, `fall`, `climb`) are those of cells as high as
    /// wide, and become as much less for each cell as cells are lower. The arc of a jump is as high as a cell is wide, or as
    /// the jump rises where that is less. Jumps cost what those of these abilities cost, or as much as a walk over two
    /// cells.
    ///
    /// [Recast]: https://recastnav.com
    ///
    /// # Errors
    ///
    /// [`LocomotionError::Length`] for a length that is negative or not a number; those of [`check`](Self::check), such as
    /// [`LocomotionError::TooFar`] for more cells than an ability may have.
    pub fn in_units(self, lattice: &Lattice, reach: &Reach) -> Result<Self, LocomotionError> {
        let axis = self.up.axis;
        let (height, side) = (lattice.sizes()[axis.index()], lattice.longest_side());
        let jump = match reach.jump {
            None => None,
            Some(jump) => {
                let rise = whole_cells("jump.rise", jump.rise, height)?;
                let one = whole_cells("jump.arc", side, height)?;
                Some(Jump {
                    gap: whole_cells("jump.gap", jump.gap, side)?,
                    rise,
                    arc: one.min(rise.max(1)),
                    ..self.jump.unwrap_or_else(Jump::over_one)
                })
            }
        };
        let low = height / side;
        let is_cubic = lattice.cubic_size().is_some();
        let scaled = |cost: Cost| {
            if is_cubic {
                cost
            } else {
                Cost::of_length(cost.length() * low)
            }
        };
        let fall = if is_cubic {
            self.fall
        } else {
            self.fall.over_cells(low)
        };
        let able = Self {
            step_up: whole_cells("step_up", reach.step, height)?,
            drop: whole_cells("drop", reach.drop, height)?,
            drop_into_liquid: whole_cells("drop_into_liquid", reach.drop_into_liquid, height)?,
            jump,
            step: scaled(self.step),
            fall,
            climb: self.climb.map(scaled),
            slope: reach.slope,
            support: match self.support {
                Support::Center if reach.slope.is_some() => Support::Slope,
                other => other,
            },
            ..self
        };
        able.check()?;
        Ok(able)
    }
}

impl Fall {
    /// Returns the costs of falling over cells that are so high, as a part of their side.
    fn over_cells(self, low: f64) -> Self {
        match self {
            Self::PerCell(cost) => Self::PerCell(Cost::of_length(cost.length() * low)),
            Self::Table(_) => {
                let heights = 1..=u32::from(Locomotion::MOST_DROP);
                let cost = |cells: u32| {
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "positive, and at most 63"
                    )]
                    let whole = (f64::from(cells) * low).ceil() as u32;
                    self.cost(whole.max(1))
                };
                let costs: Vec<Cost> = heights.map(cost).collect();
                let known = costs.iter().take_while(|cost| **cost < Cost::MAX).count();
                Self::Table(costs[..known].to_vec())
            }
        }
    }
}

/// Returns the number of whole cells in a length, of lengths that rounding may have made a little shorter than they are.
fn whole_cells(field: &'static str, length: f64, size: f64) -> Result<u8, LocomotionError> {
    /// Single precision, as engines have lengths, is about 1e-7 of a number of cells below a hundred.
    const ROUNDING: f64 = 1e-4;
    if length.is_nan() || length < 0.0 {
        return Err(LocomotionError::Length { field, length });
    }
    let cells = (length / size + ROUNDING).floor();
    if cells > f64::from(u8::MAX) {
        let limit = match field {
            "jump.gap" | "jump.rise" | "jump.arc" => Locomotion::MOST_JUMP,
            _ => Locomotion::MOST_DROP,
        };
        return Err(LocomotionError::TooFar {
            field,
            cells: u8::MAX,
            limit,
        });
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, and within 0 to 255"
    )]
    let cells = cells as u8;
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use voxnav_occupancy::glam::DVec3;

    use super::*;

    fn low(height: f64) -> Lattice {
        Lattice::with_sizes(DVec3::ZERO, DVec3::new(0.5, 0.5, height)).unwrap()
    }

    #[test]
    fn lengths_are_whole_cells_and_costs_by_height_as_before() {
        let reach = Reach {
            step: 0.5,
            drop: 2.0,
            ..Reach::default()
        };
        let cubic = Locomotion::walker().in_units(&low(0.5), &reach).unwrap();
        assert_eq!((cubic.step_up, cubic.drop), (1, 4));
        assert_eq!(cubic.step, Locomotion::walker().step);
        let flat = Locomotion::walker().in_units(&low(0.1), &reach).unwrap();
        assert_eq!((flat.step_up, flat.drop), (5, 20));
        let [one, other] = [&cubic, &flat].map(|it| it.step.length() * f64::from(it.step_up));
        assert!((one - other).abs() < 1e-8, "{one} {other}");
        let falls = [&cubic, &flat].map(|it| it.fall.cost(it.drop.into()).length());
        assert!((falls[0] - falls[1]).abs() < 1e-7, "{falls:?}");
    }

    #[test]
    fn what_is_no_length_or_too_long_is_refused_by_its_name() {
        for length in [-1.0, f64::NAN] {
            let reach = Reach {
                drop: length,
                ..Reach::default()
            };
            let refused = Locomotion::walker().in_units(&low(0.5), &reach);
            assert!(
                matches!(refused, Err(LocomotionError::Length { field: "drop", .. })),
                "{refused:?}"
            );
        }
        for step in [50.0, f64::INFINITY] {
            let reach = Reach {
                step,
                ..Reach::default()
            };
            let refused = Locomotion::walker().in_units(&low(0.5), &reach);
            assert!(
                matches!(
                    refused,
                    Err(LocomotionError::TooFar {
                        field: "step_up",
                        ..
                    })
                ),
                "{refused:?}"
            );
        }
    }
}
