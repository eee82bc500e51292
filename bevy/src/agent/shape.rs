//! Shapes of agents, as the navigator has them.

use bevy_math::Vec3;
use voxnav::glam::DVec3;
use voxnav::grid::{Axis, Heading, Sign};
use voxnav::ground::{Fall, Hazards, Jump, JumpReach, Locomotion, LocomotionError, Reach, Swim};
use voxnav::search::Cost;
use voxnav::{Lattice, NavigatorError, UnknownPolicy};

use super::{NavAgent, NavAnchor, NavGait, NavHazards, NavLocomotion, NavMovement, NavUnknown};

/// The properties that agents of one body have in common.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) half_extents: Vec3,
    pub(crate) unknown: UnknownPolicy,
    /// The abilities of a ground agent, y up.
    pub(crate) locomotion: Option<Locomotion>,
}

const UP: Heading = Heading {
    axis: Axis::Y,
    sign: Sign::Positive,
};

impl Shape {
    /// Returns the shape of an agent among the cells of a lattice.
    pub(super) fn of(
        agent: &NavAgent,
        own: Option<&NavLocomotion>,
        lattice: &Lattice,
    ) -> Result<Self, NavigatorError> {
        let locomotion = match (&agent.movement, own) {
            (NavMovement::Flying, _) => None,
            (NavMovement::Walking(_), Some(own)) if own.0.up == UP => Some(own.0.clone()),
            (NavMovement::Walking(_), Some(own)) => Some(own.0.clone().with_up(UP)),
            (NavMovement::Walking(gait), None) => Some(locomotion(gait, lattice)?),
        };
        let unknown = match agent.unknown {
            NavUnknown::Blocked => UnknownPolicy::Blocked,
            NavUnknown::Free => UnknownPolicy::Free,
            NavUnknown::StopAtBoundary => UnknownPolicy::StopAtBoundary,
        };
        Ok(Self {
            half_extents: agent.half_size,
            unknown,
            locomotion,
        })
    }
}

impl NavAgent {
    /// Returns the offset from the crowd's position, the feet of a walking agent or the center of a flying one, to the
    /// transform's.
    pub(crate) fn anchor_above(&self) -> DVec3 {
        let half = f64::from(self.half_size.y);
        match (&self.movement, self.anchor) {
            (NavMovement::Flying, NavAnchor::Feet) => DVec3::new(0.0, -half, 0.0),
            (NavMovement::Walking(_), NavAnchor::Center) => DVec3::new(0.0, half, 0.0),
            _ => DVec3::ZERO,
        }
    }
}

/// Returns the locomotion of a gait among the cells of a lattice.
fn locomotion(gait: &NavGait, lattice: &Lattice) -> Result<Locomotion, LocomotionError> {
    let drop = f64::from(gait.drop);
    let swim = gait.swim.map(|factor| Swim {
        below: cost(factor),
        surface: cost(factor),
    });
    let reach = Reach {
        step: gait.step_up.into(),
        drop,
        drop_into_liquid: if swim.is_some() { drop } else { 0.0 },
        jump: gait.jump.map(|jump| JumpReach {
            gap: jump.gap.into(),
            rise: jump.rise.into(),
        }),
        slope: gait.slope,
    };
    let able = Locomotion {
        step: cost(gait.step_cost),
        fall: Fall::PerCell(cost(gait.drop_cost)),
        jump: gait.jump.map(|jump| Jump {
            cost: cost(jump.cost),
            ..Jump::over_one()
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
    };
    able.in_units(lattice, &reach)
}

/// Returns a cost in cells walked. What is too large is refused by the navigator.
pub(crate) fn cost(cells: f32) -> Cost {
    Cost::of_length(cells.into())
}
