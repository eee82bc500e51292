//! Events of agents and worlds, triggered on their entities.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use voxnav::ground::Action;

use crate::NavReason;

/// Event of an agent that was given its first route to a target.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct PathFound {
    /// The agent.
    pub entity: Entity,
    /// The distance that it has to go, in world units.
    pub length: f32,
}

/// Event of an agent whose route ends before its target.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathPartial {
    /// The agent.
    pub entity: Entity,
    /// The reason why the route does not lead all the way.
    pub reason: NavReason,
}

/// Event of an agent whose way is blocked ahead while no other is known: it goes on up to there, and waits.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathBlocked {
    /// The agent.
    pub entity: Entity,
}

/// Event of an agent that was given another route to the same target: a better one, or one around an obstacle.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Replanned {
    /// The agent.
    pub entity: Entity,
    /// The distance that it has to go, in world units.
    pub length: f32,
}

/// Event of an agent at its target. One that follows an entity arrives again after that has moved away.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// The agent.
    pub entity: Entity,
}

/// Event of an agent that has no way to its target. It stays, and asks again from time to time.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPath {
    /// The agent.
    pub entity: Entity,
    /// The reason.
    pub reason: NavReason,
}

/// Event of an agent that cannot be at an end of a link: it would have a way to its target if that end were at the nearest
/// place at which the agent can be. [`NoPath`] with [`NavReason::LinkEnd`] comes with it.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct LinkEndBlocked {
    /// The agent.
    pub entity: Entity,
    /// The entity of the link.
    pub link: Entity,
    /// The end.
    pub end: NavLinkEnd,
    /// The nearest place to that end, in world space, where the feet of the agent can be.
    pub nearest: Vec3,
}

/// An end of a link.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Debug, PartialEq)]
pub enum NavLinkEnd {
    /// The beginning, [`NavLink::from`](crate::NavLink::from).
    From,
    /// The end, [`NavLink::to`](crate::NavLink::to).
    To,
}

/// Event of an agent that is slow because another one is in its way, or has the step, the jump or the ladder that it is to
/// take; once for each that it waits for.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitsFor {
    /// The agent.
    pub entity: Entity,
    /// The other agent or character.
    pub other: Entity,
}

/// Event of an agent at rest that others pushed aside; it goes back.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushedAside {
    /// The agent.
    pub entity: Entity,
}

/// Event of an agent that wants to move and has not got on for 3 seconds; once, until it has moved again.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The agent.
    pub entity: Entity,
}

/// Event of an agent that leads its formation from now on, since the leader was despawned: it goes where that was sent.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leads {
    /// The agent.
    pub entity: Entity,
}

/// Event of an agent that overlaps another agent or a character: one was put there, or the character ran into it. They
/// part; once, until they have.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlaps {
    /// The agent.
    pub entity: Entity,
    /// The other agent or character.
    pub other: Entity,
}

/// Event of an agent that touches an obstacle which was put where it is. It leaves as soon as it can; once, until it has.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enclosed {
    /// The agent.
    pub entity: Entity,
}

/// Event of a ground agent that begins to move in another way than before: the moment for another animation.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionStarted {
    /// The agent.
    pub entity: Entity,
    /// The action: a walk, a step, a drop, a jump, a climb, a link.
    pub action: NavAction,
}

/// Event of a world whose obstacles, links or cells were edited in this tick, triggered on the entity of the world.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldChanged {
    /// The entity of the world.
    pub entity: Entity,
    /// The number of entities that were inserted, moved or removed.
    pub edits: usize,
}

/// The way in which a ground agent moves along a leg of its route.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Debug, PartialEq)]
#[non_exhaustive]
pub enum NavAction {
    /// A walk.
    Walk,
    /// A step up.
    StepUp,
    /// A walk over an edge, and the drop.
    Drop,
    /// A jump.
    Jump,
    /// A climb on a ladder, up or down.
    Climb,
    /// Swimming.
    Swim,
    /// Flight.
    Fly,
    /// A move through a door, which is opened for it.
    Door,
    /// A link.
    Link(
        /// The entity of the link.
        Entity,
    ),
}

impl NavAction {
    /// Returns an action of the library, with the entity of a link.
    pub(crate) fn of(action: Action, link: impl FnOnce(u32) -> Option<Entity>) -> Self {
        match action {
            Action::StepUp => Self::StepUp,
            Action::Drop => Self::Drop,
            Action::Jump => Self::Jump,
            Action::Climb => Self::Climb,
            Action::Swim => Self::Swim,
            Action::Fly => Self::Fly,
            Action::Door => Self::Door,
            Action::Link(label) => Self::Link(link(label).unwrap_or(Entity::PLACEHOLDER)),
            _ => Self::Walk,
        }
    }
}
