//! Shapes of agents, as the navigator has them.

use bevy_math::Vec3;
use voxnav::UnknownPolicy;
use voxnav::glam::DVec3;
use voxnav::grid::{Axis, Heading, Sign};
use voxnav::ground::{Compass, Fall, Hazards, Jump, Locomotion, Swim};
use voxnav::search::Cost;

use super::{NavAgent, NavAnchor, NavGait, NavHazards, NavLocomotion, NavMovement, NavUnknown};

/// The properties that agents of one body have in common.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) half_extents: Vec3,
    pub(crate) unknown: UnknownPolicy,
    /// The abilities of an agent on the ground, y up.
    pub(crate) locomotion: Option<Locomotion>,
}

const UP: Heading = Heading {
    axis: Axis::Y,
    sign: Sign::Positive,
};

impl Shape {
    /// Returns the shape of an agent in a world of cells of a size.
    pub(super) fn of(agent: &NavAgent, own: Option<&NavLocomotion>, cell_size: f64) -> Self {
        let locomotion = match (&agent.movement, own) {
            (NavMovement::Flying, _) => None,
            (NavMovement::Walking(_), Some(own)) if own.0.up == UP => Some(own.0.clone()),
            (NavMovement::Walking(_), Some(own)) => Some(own.0.clone().with_up(UP)),
            (NavMovement::Walking(gait), None) => Some(locomotion(gait, cell_size)),
        };
        let unknown = match agent.unknown {
            NavUnknown::Blocked => UnknownPolicy::Blocked,
            NavUnknown::Free => UnknownPolicy::Free,
            NavUnknown::StopAtBoundary => UnknownPolicy::StopAtBoundary,
        };
        Self {
            half_extents: agent.half_size,
            unknown,
            locomotion,
        }
    }
}

impl NavAgent {
    /// Returns the way from the position that the crowd has, the feet of who walks and the center of who flies, to that
    /// of the transform.
    pub(crate) fn anchor_above(&self) -> DVec3 {
        let half = f64::from(self.half_size.y);
        match (&self.movement, self.anchor) {
            (NavMovement::Flying, NavAnchor::Feet) => DVec3::new(0.0, -half, 0.0),
            (NavMovement::Walking(_), NavAnchor::Center) => DVec3::new(0.0, half, 0.0),
            _ => DVec3::ZERO,
        }
    }
}

/// Returns the locomotion of a gait in cells of a size.
fn locomotion(gait: &NavGait, cell_size: f64) -> Locomotion {
    let drop = cells(gait.drop, cell_size);
    let swim = gait.swim.map(|factor| Swim {
        below: cost(factor),
        surface: cost(factor),
    });
    Locomotion {
        step_up: cells(gait.step_up, cell_size),
        step: cost(gait.step_cost),
        fall: Fall::PerCell(cost(gait.drop_cost)),
        drop,
        drop_into_liquid: if swim.is_some() { drop } else { 0 },
        jump: gait.jump.map(|jump| Jump {
            gap: cells(jump.gap, cell_size),
            rise: cells(jump.rise, cell_size),
            arc: 1,
            cost: cost(jump.cost),
            compass: Compass::Four,
        }),
        climb: gait.climb.map(cost),
        swim,
        open_door: gait.open_door.map(cost),
        hazards: match gait.hazards {
            NavHazards::Avoided => Hazards::Avoided,
            NavHazards::Entered => Hazards::Entered,
        },
        groups: gait.groups,
        ..Locomotion::walker().with_up(UP)
    }
}

/// Returns the number of whole cells in a length, to the rounding of single precision.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts saturate, and what is too far is refused by the navigator"
)]
fn cells(length: f32, cell_size: f64) -> u8 {
    (f64::from(length) / cell_size + 1e-4).floor() as u8
}

/// Returns a cost in cells walked. What is too large is refused by the navigator.
pub(crate) fn cost(cells: f32) -> Cost {
    Cost::of_length(cells.into())
}
