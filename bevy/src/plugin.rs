//! The plugin, and its place in the schedule.

use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::{Add, Remove};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_transform::systems::{
    StaticTransformOptimizations, mark_dirty_trees, propagate_parent_transforms,
    sync_simple_transforms,
};

use crate::agent::enlist_agents;
use crate::character::see_characters;
use crate::drive::{avoid, plan, send_away, steer, tell};
use crate::fault::{Faulty, forget_saved};
use crate::link::join_links;
use crate::obstacle::place_obstacles;
use crate::schedule::in_schedule;
use crate::target::{form_up, send_agents};
use crate::world::{CommonWorld, Touched, load_worlds, tell_of_changes, touch};
use crate::{
    ChunkPlugin, InNavWorld, NavAgent, NavChunk, NavCollider, NavDisabled, NavLink, NavLocomotion,
    NavObstacle, NavPaused, NavState, NavTrajectory, NavWorld,
};

/// The systems of the plugin, in the order in which they run. Put yours before, between or after them; to replace one,
/// give it a run condition that is never true with `configure_sets`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NavSystems {
    /// Brings all `GlobalTransform`s up to date, as `TransformPlugin` does at the end of a frame.
    Transforms,
    /// Loads worlds, takes in agents, and notes obstacles, links and cells that were edited.
    World,
    /// Sends agents to their targets, and after entities that moved; looks where characters go.
    Targets,
    /// Agents notice edits, plan within the budget, and steer: each has the velocity that it would go at alone. Triggers
    /// the events of planning.
    Plan,
    /// Agents avoid each other, and move by the resulting velocities, those with a
    /// [`NavTrajectory`](crate::NavTrajectory) by that. Triggers the events of moving. A system that
    /// replaces it calls [`Crowd::set_position`](voxnav_crowd::crowd::Crowd::set_position) for each agent.
    ///
    /// With [`NavThread::Task`](crate::NavThread::Task) the task does what this and [`Plan`](Self::Plan) do.
    Avoid,
    /// Writes `Transform`, [`DesiredVelocity`](crate::DesiredVelocity), [`NavMotion`](crate::NavMotion),
    /// [`NavPath`](crate::NavPath) and [`NavStatus`](crate::NavStatus).
    Steer,
}

/// The steps of [`NavSystems::World`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NavSteps {
    /// Loads worlds.
    Load,
    /// Reads chunks of voxels, which set what cells are before obstacles are made of materials.
    Chunks,
    /// Obstacles, links and agents.
    Rest,
}

/// Adds worlds, obstacles and agents to an app: in `FixedUpdate` unless another schedule is given.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_voxnav::VoxnavPlugin;
///
/// App::new().add_plugins(VoxnavPlugin::new(FixedPostUpdate));
/// ```
#[derive(Clone, Copy)]
pub struct VoxnavPlugin {
    schedule: InternedScheduleLabel,
}

in_schedule!(VoxnavPlugin);

impl Plugin for VoxnavPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<StaticTransformOptimizations>()
            .init_resource::<CommonWorld>()
            .init_resource::<Touched>()
            .init_resource::<Faulty>();
        #[cfg(feature = "avian")]
        app.add_plugins(crate::ColliderPlugin::<avian3d::prelude::Collider>::new(
            self.schedule,
        ));
        #[cfg(feature = "rapier")]
        app.add_plugins(
            crate::ColliderPlugin::<bevy_rapier3d::geometry::Collider>::new(self.schedule),
        );
        register_types(app);
        watch_removals(app);
        let order = (
            NavSystems::Transforms,
            NavSystems::World,
            NavSystems::Targets,
            NavSystems::Plan,
            NavSystems::Avoid,
            NavSystems::Steer,
        );
        let transforms = (
            mark_dirty_trees,
            propagate_parent_transforms,
            sync_simple_transforms,
        );
        let steps = (NavSteps::Load, NavSteps::Chunks, NavSteps::Rest);
        let rest = (place_obstacles, join_links, enlist_agents, tell_of_changes);
        app.configure_sets(self.schedule, order.chain())
            .configure_sets(self.schedule, steps.chain().in_set(NavSystems::World))
            .add_systems(
                self.schedule,
                (forget_saved, load_worlds).chain().in_set(NavSteps::Load),
            )
            .add_plugins(ChunkPlugin::<NavChunk>::new(self.schedule))
            .add_systems(
                self.schedule,
                transforms.chain().in_set(NavSystems::Transforms),
            )
            .add_systems(self.schedule, rest.chain().in_set(NavSteps::Rest))
            .add_systems(
                self.schedule,
                (send_agents, form_up, see_characters)
                    .chain()
                    .in_set(NavSystems::Targets),
            )
            .add_systems(self.schedule, (plan, tell).chain().in_set(NavSystems::Plan))
            .add_systems(
                self.schedule,
                (avoid, tell).chain().in_set(NavSystems::Avoid),
            )
            .add_systems(
                self.schedule,
                (steer, send_away).chain().in_set(NavSystems::Steer),
            );
    }
}

/// Registers the components for scenes and editors: all but [`NavState`], which is made again from the others.
fn register_types(app: &mut App) {
    app.register_type::<NavWorld>()
        .register_type::<InNavWorld>()
        .register_type::<crate::NavSettings>()
        .register_type::<NavObstacle>()
        .register_type::<NavDisabled>()
        .register_type::<NavCollider>()
        .register_type::<crate::NavError>()
        .register_type::<NavLocomotion>()
        .register_type::<NavLink>()
        .register_type::<NavChunk>()
        .register_type::<NavAgent>()
        .register_type::<NavPaused>()
        .register_type::<NavTrajectory>()
        .register_type::<crate::NavMotion>()
        .register_type::<crate::NavCharacter>()
        .register_type::<crate::NavTarget>()
        .register_type::<crate::NavFormation>()
        .register_type::<crate::NavStatus>()
        .register_type::<crate::NavPath>()
        .register_type::<crate::DesiredVelocity>();
}

/// Has entities looked at that lost a component, or were disabled.
fn watch_removals(app: &mut App) {
    app.add_observer(touch::<Remove<NavObstacle>>)
        .add_observer(touch::<Remove<NavCollider>>)
        .add_observer(touch::<Remove<NavLink>>)
        .add_observer(touch::<Remove<NavAgent>>)
        .add_observer(touch::<Remove<NavLocomotion>>)
        .add_observer(touch::<Remove<InNavWorld>>)
        .add_observer(touch::<Remove<NavPaused>>)
        .add_observer(touch::<Remove<NavTrajectory>>)
        .add_observer(touch::<Add<NavDisabled>>)
        .add_observer(touch::<Remove<NavDisabled>>)
        .add_observer(touch::<Add<Disabled>>)
        .add_observer(touch::<Remove<Disabled>>)
        .add_observer(forget_state);
}

/// Drops the state of a world that is a world no longer.
fn forget_state(on: On<Remove<NavWorld>>, mut commands: Commands) {
    if let Ok(mut entity) = commands.get_entity(on.event().event_target()) {
        entity.try_remove::<NavState>();
    }
}
