//! The world of a scene.

use std::collections::BTreeMap;

use godot::classes::{INode3D, Node, Node3D};
use godot::prelude::*;
use voxnav::colliders::ObstacleId;
use voxnav_crowd::crowd::{CrowdAgentId, Event, Formation};

use super::agent::VoxnavAgent3D;
use super::{colliders, position, rotation, vector};
use crate::level::{Level, LevelError};

/// The group that agents find their world in.
pub(super) const GROUP: &str = "voxnav_world";

/// The world of the agents of a scene: the static bodies in a box around this node, and the crowd that moves the agents.
///
/// The shapes of every `StaticBody3D` that is in the scene when the first agent asks are obstacles. Bodies that move,
/// `AnimatableBody3D`, are followed.
#[derive(GodotClass)]
#[class(init, base=Node3D)]
pub struct VoxnavWorld3D {
    /// The side of a cell: half of the narrowest gap that matters.
    #[export]
    #[init(val = 0.25)]
    cell_size: f32,
    /// The height of a cell where it is lower than wide: a third of a step or less, for ground with curbs, slabs and ramps. 0
    /// for cubes. Flying agents cannot keep away from walls among such cells.
    #[export]
    cell_height: f32,
    /// The box in which agents move, around this node.
    #[export]
    #[init(val = Vector3::new(50.0, 10.0, 50.0))]
    size: Vector3,
    /// The layers of bodies that are obstacles.
    #[export]
    #[init(val = u32::MAX)]
    collision_mask: u32,
    /// The most work of a frame, in units of some 0.4 microseconds.
    #[export]
    #[init(val = 4000)]
    budget: u32,
    level: Option<Level>,
    obstacles: Vec<ShapeObstacle>,
    agents: BTreeMap<CrowdAgentId, Gd<VoxnavAgent3D>>,
    base: Base<Node3D>,
}

/// A collision shape that is an obstacle.
struct ShapeObstacle {
    node: Gd<Node3D>,
    id: ObstacleId,
    at: Transform3D,
    moves: bool,
}

#[godot_api]
impl INode3D for VoxnavWorld3D {
    fn enter_tree(&mut self) {
        self.base_mut().add_to_group(GROUP);
        // Before the agents, which take their places from it.
        self.base_mut().set_physics_process_priority(-100);
    }

    fn exit_tree(&mut self) {
        self.level = None;
        self.obstacles.clear();
        self.agents.clear();
    }

    fn physics_process(&mut self, delta: f64) {
        let events = self.update(delta);
        let told = events.into_iter().filter_map(|event| {
            let agent = self.agents.get(&event.agent()).cloned();
            Some((agent.filter(Gd::is_instance_valid)?, event))
        });
        let told: Vec<_> = told.collect();
        // Lets those who listen send agents on: their calls come back to this world.
        let _lent = self.base_mut();
        for (mut agent, event) in told {
            if agent.is_instance_valid() {
                agent.bind_mut().happened(event);
            }
        }
    }
}

#[godot_api]
impl VoxnavWorld3D {
    /// Makes a collision shape an obstacle, for one that came later. Returns false for one of a kind that is not known.
    #[func]
    fn add_obstacle(&mut self, node: Gd<Node3D>) -> bool {
        self.build();
        let is_there = self.obstacles.iter().any(|it| it.node == node);
        !is_there && self.place(node)
    }

    /// Makes a collision shape no obstacle any more.
    #[func]
    fn remove_obstacle(&mut self, node: Gd<Node3D>) {
        let index = self.obstacles.iter().position(|it| it.node == node);
        if let (Some(index), Some(level)) = (index, &mut self.level) {
            let placed = self.obstacles.swap_remove(index);
            report(level.remove(placed.id));
        }
    }

    /// Sends agents to one point, where they settle next to each other. Returns the place of each; none where there are too few.
    #[func]
    fn send_group(
        &mut self,
        agents: Array<Gd<VoxnavAgent3D>>,
        point: Vector3,
    ) -> PackedVector3Array {
        let ids: Vec<CrowdAgentId> = agents
            .iter_shared()
            .filter_map(|it| it.bind().id())
            .collect();
        let places = self
            .level()
            .and_then(|level| report(level.send_group(&ids, position(point))));
        places.into_iter().flatten().map(vector).collect()
    }

    /// Has agents follow a leader in a formation, which goes and turns with it: a "line", a "wedge", a "column" or a "ring". A
    /// spacing of 0 is three times the largest radius, and with a wait of 0 the leader does not wait. Returns whether they do.
    #[func]
    fn follow_in_formation(
        &mut self,
        leader: Gd<VoxnavAgent3D>,
        followers: Array<Gd<VoxnavAgent3D>>,
        shape: GString,
        spacing: f64,
        wait: f64,
    ) -> bool {
        let ids: Vec<CrowdAgentId> = followers
            .iter_shared()
            .filter_map(|it| it.bind().id())
            .collect();
        let leader = leader.bind().id();
        let Some((leader, mut formation)) = leader.zip(formation_named(&shape.to_string())) else {
            return false;
        };
        let given = |distance: f64| (distance != 0.0).then_some(distance);
        (formation.spacing, formation.wait) = (given(spacing), given(wait));
        let level = self.level();
        let done = level.and_then(|it| report(it.follow_in_formation(leader, &ids, formation)));
        done.is_some()
    }
}

fn formation_named(name: &str) -> Option<Formation> {
    match name {
        "line" => Some(Formation::line()),
        "wedge" => Some(Formation::wedge()),
        "column" => Some(Formation::column()),
        "ring" => Some(Formation::ring()),
        _ => {
            godot_error!("{name:?} is no formation: it is a line, a wedge, a column or a ring");
            None
        }
    }
}

impl VoxnavWorld3D {
    /// Returns the level, which is built when it is first asked for; `None` where it cannot be built.
    pub(super) fn level(&mut self) -> Option<&mut Level> {
        self.build();
        self.level.as_mut()
    }

    pub(super) fn enter(&mut self, id: CrowdAgentId, agent: Gd<VoxnavAgent3D>) {
        self.agents.insert(id, agent);
    }

    pub(super) fn leave(&mut self, id: CrowdAgentId) {
        if let (Some(_), Some(level)) = (self.agents.remove(&id), &mut self.level) {
            report(level.remove_agent(id));
        }
    }

    fn build(&mut self) {
        if self.level.is_some() {
            return;
        }
        let center = position(self.base().get_global_position());
        let width = f64::from(self.cell_size);
        let height = match self.cell_height {
            0.0 => width,
            height => height.into(),
        };
        let level = Level::new(
            [width, height, width],
            center,
            position(self.size),
            self.budget.into(),
        );
        self.level = report(level);
        let root = self
            .base()
            .get_tree_or_null()
            .and_then(|tree| tree.get_root());
        if let Some(root) = root {
            let mut found = Vec::new();
            colliders::below(&root.upcast::<Node>(), self.collision_mask, &mut found);
            for node in found {
                self.place(node);
            }
        }
    }

    fn place(&mut self, node: Gd<Node3D>) -> bool {
        let (Some(level), Some(shape)) = (&mut self.level, colliders::shape(&node)) else {
            return false;
        };
        let at = node.get_global_transform();
        let turned = rotation(at.basis.get_quaternion());
        let Some(id) = report(level.insert(&shape, position(at.origin), turned)) else {
            return false;
        };
        let moves = colliders::moves(&node);
        self.obstacles.push(ShapeObstacle {
            node,
            id,
            at,
            moves,
        });
        true
    }

    fn update(&mut self, delta: f64) -> Vec<Event> {
        self.build();
        let Some(level) = &mut self.level else {
            return Vec::new();
        };
        self.obstacles.retain(|placed| {
            let stays = placed.node.is_instance_valid();
            if !stays {
                report(level.remove(placed.id));
            }
            stays
        });
        for placed in self.obstacles.iter_mut().filter(|it| it.moves) {
            let at = placed.node.get_global_transform();
            if at != placed.at {
                placed.at = at;
                let turned = rotation(at.basis.get_quaternion());
                report(level.move_to(placed.id, position(at.origin), turned));
            }
        }
        report(level.update(delta)).unwrap_or_default()
    }
}

/// Says in Godot's console what was refused.
pub(super) fn report<T>(result: Result<T, LevelError>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            godot_error!("voxnav: {error}");
            None
        }
    }
}
