//! The law of the plugin: agents that fly and walk, of three sizes, among obstacles that move, touch nothing and nobody,
//! and all arrive.
//!
//! The oracle knows where it put the obstacles and reads the transforms of agents, and nothing else.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_transform::components::Transform;
use bevy_voxnav::{NavAgent, NavObstacle, NavStatus, NavTarget, NavWorld};

use crate::harness::{empty_app, get, place};

/// The half of the side of a crate.
const CRATE: f32 = 0.75;
/// The rounding of positions in single precision, and the touching rule.
const ROUNDING: f32 = 2e-3;
/// The most that a crate moves in a tick: by so much it may run into an agent that has not gone by then.
const RUN_INTO: f32 = 4e-3;

/// An agent as the oracle knows it: its radius, and its height if it walks.
struct Known {
    entity: Entity,
    radius: f32,
    height: Option<f32>,
}

impl Known {
    /// Returns the span of its body along y.
    fn span(&self, at: Vec3) -> [f32; 2] {
        match self.height {
            Some(height) => [at.y, at.y + height],
            None => [at.y - self.radius, at.y + self.radius],
        }
    }

    /// Returns by how much its box is inside of a box, at most 0 if it is not.
    fn depth_in(&self, at: Vec3, center: Vec3, half: f32) -> f32 {
        let [low, high] = self.span(at);
        let across = half + self.radius - (at - center).abs();
        let along = (high - (center.y - half)).min(center.y + half - low);
        across.x.min(across.z).min(along)
    }

    /// Returns by how much two bodies overlap: balls, and upright cylinders.
    fn depth_with(&self, at: Vec3, other: &Self, there: Vec3) -> f32 {
        let radii = self.radius + other.radius;
        if self.height.is_none() && other.height.is_none() {
            return radii - at.distance(there);
        }
        let ([low, high], [below, above]) = (self.span(at), other.span(there));
        let flat = at.with_y(0.0).distance(there.with_y(0.0));
        if self.height.is_some() && other.height.is_some() {
            return (radii - flat).min((high - below).min(above - low));
        }
        // A ball and a cylinder: from the center of the ball to the nearest point of the cylinder.
        let (ball, center, span, cylinder) = match self.height {
            None => (self.radius, at, [below, above], other.radius),
            Some(_) => (other.radius, there, [low, high], self.radius),
        };
        let beside = (flat - cylinder).max(0.0);
        let beyond = (span[0] - center.y).max(center.y - span[1]).max(0.0);
        ball - beside.hypot(beyond)
    }
}

/// The places of the crates at a tick: they move to and fro, too slowly to catch anybody, where nobody begins or ends.
fn crates(tick: u16, count: u8) -> impl Iterator<Item = Vec3> {
    let phase = f32::from(tick) * 0.004;
    (0..count).map(move |number| {
        let (row, column) = (f32::from(number / 4), f32::from(number % 4));
        let sway = (phase + f32::from(number)).sin() * 1.0;
        Vec3::new(
            10.0 + column * 6.0,
            CRATE + (row % 3.0) * 2.0,
            4.0 + row * 4.0 + sway,
        )
    })
}

fn agents(app: &mut App, flying: u8, walking: u8) -> Vec<Known> {
    let sizes = [0.2, 0.25, 0.3];
    let mut known = Vec::new();
    for number in 0..flying + walking {
        let radius = sizes[usize::from(number % 3)];
        let flies = number < flying;
        let z = 1.25 + 1.5 * f32::from(number);
        let (agent, y) = if flies {
            (NavAgent::flying(Vec3::splat(radius)), 3.25)
        } else {
            (NavAgent::walking(radius, 1.5), 0.0)
        };
        let target = NavTarget::Position(Vec3::new(36.25, y, 31.5 - z));
        let from = Transform::from_xyz(2.25, y, z);
        let agent = agent.speed(4.0).stop_within(0.4);
        let entity = app.world_mut().spawn((agent, from, target)).id();
        let height = (!flies).then_some(1.5);
        known.push(Known {
            entity,
            radius,
            height,
        });
    }
    known
}

#[test]
fn all_arrive_and_touch_nothing_and_nobody() {
    const CRATES: u8 = 6;
    let mut app = empty_app();
    app.world_mut()
        .spawn(NavWorld::new(Vec3::ZERO, Vec3::new(40.0, 6.0, 32.0), 0.5));
    let boxes: Vec<Entity> = crates(0, CRATES)
        .map(|at| {
            let cube = NavObstacle::from(Cuboid::from_length(2.0 * CRATE));
            app.world_mut()
                .spawn((cube, Transform::from_translation(at)))
                .id()
        })
        .collect();
    let known = agents(&mut app, 12, 6);
    for tick in 0..1500 {
        let moved: Vec<Vec3> = crates(tick, CRATES).collect();
        for (entity, at) in boxes.iter().zip(&moved) {
            app.world_mut()
                .get_mut::<Transform>(*entity)
                .unwrap()
                .translation = *at;
        }
        app.update();
        let at: Vec<Vec3> = known
            .iter()
            .map(|it| place(app.world(), it.entity))
            .collect();
        for (number, one) in known.iter().enumerate() {
            for center in &moved {
                let depth = one.depth_in(at[number], *center, CRATE);
                assert!(
                    depth <= ROUNDING + RUN_INTO,
                    "tick {tick}: {} at {} is {depth} inside of {center}",
                    one.entity,
                    at[number]
                );
            }
            for other in 0..number {
                let depth = one.depth_with(at[number], &known[other], at[other]);
                assert!(
                    depth <= ROUNDING,
                    "tick {tick}: {} and {} overlap by {depth}",
                    one.entity,
                    known[other].entity
                );
            }
        }
        if known
            .iter()
            .all(|it| get::<NavStatus>(app.world(), it.entity) == NavStatus::Arrived)
        {
            assert!(tick > 300);
            return;
        }
    }
    panic!("not all have arrived");
}
