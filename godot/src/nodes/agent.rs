//! An agent of a scene.

use godot::classes::{INode, Node, Node3D};
use godot::prelude::*;
use voxnav::glam::DVec3;
use voxnav_crowd::crowd::{CrowdAgentId, Event, MovedBy};

use super::world::{GROUP, VoxnavWorld3D, report};
use super::{position, vector};
use crate::level::{Gait, Level, LevelError, Size, State};
use crate::places::AnyPlaceSearch;

/// An agent that goes where it is sent, in the manner of `NavigationAgent3D`: the child of the node that moves. It flies, or
/// walks on the ground.
///
/// It is a box that does not turn: twice its radius wide and deep. What is exported counts from when it is ready.
#[derive(GodotClass)]
#[class(init, base=Node)]
pub struct VoxnavAgent3D {
    /// True for a flying agent.
    #[export]
    flies: bool,
    /// Half of the width.
    #[export]
    #[init(val = 0.3)]
    radius: f32,
    /// The height.
    #[export]
    #[init(val = 1.8)]
    height: f32,
    /// The largest height of a step up of an agent that walks; 0 for the side of a cell.
    #[export]
    max_step: f32,
    /// The largest drop of an agent that walks; 0 for three sides of a cell.
    #[export]
    max_drop: f32,
    /// The steepest ground on which an agent that walks stands, in degrees below 90; 0 for any.
    #[export(range = (0.0, 89.0))]
    max_slope: u8,
    /// The height of the parent's origin over the feet; of flying agents over the center.
    #[export]
    path_height_offset: f32,
    /// The speed, in units a second.
    #[export]
    #[init(val = 3.5)]
    speed: f32,
    /// The greatest change of the velocity, in units a second squared; 0 to start and stop at once.
    #[export]
    acceleration: f32,
    /// The radius that others keep away from; 0 for that of the body.
    #[export]
    avoidance_radius: f32,
    /// The distance that a flying agent keeps from what blocks it, where there is room; 0 for none. May be changed at
    /// any time.
    #[export]
    #[var(set = set_keep_away)]
    keep_away: f32,
    /// The factor on the length of moves adjacent to obstacles, 1 to 1000.
    #[export(range = (1.0, 1000.0))]
    #[var(set = set_keep_away_weight)]
    #[init(val = 4)]
    keep_away_weight: i32,
    /// The importance when agents avoid each other, 0 to 1 in hundredths: others make way for an agent of a higher one.
    #[export]
    #[init(val = 1.0)]
    avoidance_priority: f32,
    /// The distance from the target at which the agent has arrived.
    #[export]
    #[init(val = 0.1)]
    target_desired_distance: f32,
    /// True for an agent that moves its parent. Otherwise move that by `get_velocity`; the agent looks where it is in every
    /// frame.
    #[export]
    #[init(val = true)]
    moves_parent: bool,
    target: Option<Vector3>,
    parent: Option<Gd<Node3D>>,
    world: Option<Gd<VoxnavWorld3D>>,
    id: Option<CrowdAgentId>,
    state: Option<State>,
    /// The search for places that was begun last and has not ended.
    pub(super) sought: Option<AnyPlaceSearch>,
    base: Base<Node>,
}

#[godot_api]
impl INode for VoxnavAgent3D {
    fn ready(&mut self) {
        let parent = self.base().get_parent();
        self.parent = parent.and_then(|it| it.try_cast::<Node3D>().ok());
        let tree = self.base().get_tree_or_null();
        let world = tree.and_then(|tree| tree.get_first_node_in_group(GROUP));
        self.world = world.and_then(|it| it.try_cast::<VoxnavWorld3D>().ok());
        let Some(parent) = self.parent.clone().filter(|_| self.world.is_some()) else {
            godot_error!(
                "a VoxnavAgent3D is the child of a Node3D, in a scene with a VoxnavWorld3D"
            );
            return;
        };
        let at = self.to_feet(parent.get_global_position());
        let size = Size {
            radius: self.radius,
            height: self.height,
            flies: self.flies,
            step: self.max_step,
            drop: self.max_drop,
            slope: self.max_slope,
        };
        let gait = self.gait();
        self.id = self.ask(|level| level.add(size, at, &gait));
        let me = self.to_gd();
        if let (Some(id), Some(world)) = (self.id, &mut self.world) {
            world.bind_mut().enter(id, me);
        }
        if let Some(target) = self.target {
            self.set_target_position(target);
        }
    }

    fn exit_tree(&mut self) {
        if let (Some(id), Some(world)) = (self.id.take(), &mut self.world)
            && world.is_instance_valid()
        {
            world.bind_mut().leave(id);
        }
        self.world = None;
    }

    fn physics_process(&mut self, _delta: f64) {
        let (Some(id), Some(mut parent)) = (self.id, self.parent.clone()) else {
            return;
        };
        if !self.moves_parent {
            let at = self.to_feet(parent.get_global_position());
            self.ask(|level| level.set_position(id, at));
        }
        self.state = self.ask(|level| level.state(id));
        if let Some(state) = self.state.filter(|_| self.moves_parent) {
            parent.set_global_position(self.over_feet(state.position));
        }
    }
}

#[godot_api]
impl VoxnavAgent3D {
    /// Is emitted when the agent has arrived.
    #[signal]
    fn target_reached();

    /// Is emitted when no way is known, with the reason.
    #[signal]
    fn no_way(reason: GString);

    /// Is emitted at the end of a route that ends before the target, with the reason.
    #[signal]
    fn stopped_short(reason: GString);

    /// Is emitted when the agent was given another route.
    #[signal]
    fn path_changed();

    /// Is emitted when the agent begins to do something else than walk, or walks again.
    #[signal]
    fn action_began(action: GString);

    /// Is emitted when the agent leads its formation from now on, since its leader has left the world.
    #[signal]
    fn leads();

    /// Sets the distance to keep from what blocks the agent.
    #[func]
    fn set_keep_away(&mut self, distance: f32) {
        self.keep_away = distance;
        self.renew_room();
    }

    /// Sets the factor on the length of moves adjacent to obstacles.
    #[func]
    fn set_keep_away_weight(&mut self, weight: i32) {
        self.keep_away_weight = weight;
        self.renew_room();
    }

    /// Sends the agent to a position.
    #[func]
    fn set_target_position(&mut self, target: Vector3) {
        self.target = Some(target);
        if let Some(id) = self.id {
            let to = self.to_feet(target);
            self.ask(|level| level.send(id, to));
        }
    }

    /// Returns the position that the agent was sent to.
    #[func]
    fn get_target_position(&self) -> Vector3 {
        self.target.unwrap_or_default()
    }

    /// Has the agent stay where it is.
    #[func]
    fn stop(&mut self) {
        self.target = None;
        if let Some(id) = self.id {
            self.ask(|level| level.stop(id));
        }
    }

    /// Returns the velocity that the agent wants.
    #[func]
    fn get_velocity(&self) -> Vector3 {
        self.state.map_or(Vector3::ZERO, |it| vector(it.velocity))
    }

    /// Returns the point that the agent goes straight to.
    #[func]
    fn get_next_path_position(&self) -> Vector3 {
        let state = self.state.map(|it| self.over_feet(it.target));
        state.unwrap_or_default()
    }

    /// Returns the distance that the agent has still to go; 0 without a route.
    #[func]
    fn distance_to_target(&self) -> f64 {
        self.state.and_then(|it| it.remaining).unwrap_or(0.0)
    }

    /// Returns whether the agent has nowhere to go.
    #[func]
    fn is_navigation_finished(&self) -> bool {
        self.state.is_none_or(|it| !it.has_target)
    }

    /// Returns whether the agent is in a world.
    #[func]
    fn is_in_world(&self) -> bool {
        self.id.is_some()
    }
}

impl VoxnavAgent3D {
    /// Returns the agent of the crowd, while the node is in a world.
    pub(super) fn id(&self) -> Option<CrowdAgentId> {
        self.id
    }

    /// Emits what happened.
    pub(super) fn happened(&mut self, event: Event) {
        match event {
            Event::Arrived(_) => self.signals().target_reached().emit(),
            Event::RouteChanged(_) => self.signals().path_changed().emit(),
            Event::Leads(_) => self.signals().leads().emit(),
            Event::NoPath(_, why) => {
                let reason = GString::from(&format!("{why:?}"));
                self.signals().no_way().emit(&reason);
            }
            Event::StopsShort(_, why) => {
                let reason = GString::from(&format!("{why:?}"));
                self.signals().stopped_short().emit(&reason);
            }
            Event::ActionStarted(_, action) => {
                let action = GString::from(&format!("{action:?}"));
                self.signals().action_began().emit(&action);
            }
            _ => {}
        }
    }

    /// Asks the level of the agent's world, and says in Godot's console what it refuses.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut Level) -> Result<T, LevelError>) -> Option<T> {
        let mut world = self.world.clone().filter(Gd::is_instance_valid)?;
        let mut world = world.bind_mut();
        report(ask(world.level()?))
    }

    /// Asks the level of the agent's world about it; nothing while it is in none.
    pub(super) fn ask_of<T>(
        &mut self,
        ask: impl FnOnce(&Level, CrowdAgentId) -> Result<T, LevelError>,
    ) -> Option<T> {
        let id = self.id?;
        self.ask(|level| ask(level, id))
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number is between 0 and 100"
    )]
    fn priority(&self) -> i32 {
        (self.avoidance_priority.clamp(0.0, 1.0) * 100.0).round() as i32
    }

    fn gait(&self) -> Gait {
        Gait {
            speed: self.speed.into(),
            acceleration: self.acceleration.into(),
            stopping_distance: self.target_desired_distance.into(),
            radius: self.avoidance_radius.into(),
            keep_away: self.keep_away.into(),
            // One that is out of range is refused as 0 is.
            keep_away_weight: u16::try_from(self.keep_away_weight).unwrap_or(0),
            priority: self.priority(),
            moved_by: if self.moves_parent {
                MovedBy::Crowd
            } else {
                MovedBy::Others
            },
        }
    }

    /// Has the agent keep the distance that is set, if it is in a world.
    fn renew_room(&mut self) {
        let gait = self.gait();
        if let Some(id) = self.id {
            self.ask(|level| level.set_keep_away(id, &gait));
        }
    }

    pub(super) fn to_feet(&self, at: Vector3) -> DVec3 {
        position(at) - DVec3::Y * f64::from(self.path_height_offset)
    }

    pub(super) fn over_feet(&self, at: DVec3) -> Vector3 {
        vector(at + DVec3::Y * f64::from(self.path_height_offset))
    }
}
