//! The law of the plugin: flying and walking agents of three sizes, among obstacles that move, touch neither obstacles
//! nor agents, and all arrive, and stay.
//!
//! The oracle uses the obstacles' positions and the transforms of agents, and nothing else. The law is tested for a
//! tenth of the agents; the test for all of them is ignored, since it takes a minute without optimization.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use bevy_voxnav::{NavAgent, NavStatus, NavTarget, NavWorld};

use crate::harness::{get, place};

/// The half of the side of a crate.
const CRATE: f32 = 0.75;
/// The height of walking agents.
const HEIGHT: f32 = 1.5;
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

/// A hall with a floor full of crates that move, which two sides of agents cross.
pub(crate) struct Scene {
    pub(crate) flying: u16,
    pub(crate) walking: u16,
    pub(crate) crates: u16,
}

impl Scene {
    /// The scene of the size that the benchmark has.
    pub(crate) const FULL: Self = Self {
        flying: 200,
        walking: 100,
        crates: 50,
    };
    /// A tenth of it.
    pub(crate) const SMALL: Self = Self {
        flying: 20,
        walking: 10,
        crates: 5,
    };

    /// Returns the places of the crates at a tick: they move to and fro, too slowly to catch an agent, away from all
    /// starts and ends.
    fn crates(&self, tick: u16) -> impl Iterator<Item = Vec3> + use<> {
        let phase = f32::from(tick) * 0.004;
        (0..self.crates).map(move |number| {
            let (row, column) = (f32::from(number / 5), f32::from(number % 5));
            let sway = (phase + f32::from(number)).sin();
            Vec3::new(
                16.0 + column * 8.0,
                CRATE + (row % 3.0) * 2.0,
                3.0 + row * 6.0 + sway,
            )
        })
    }

    /// Spawns the agents: rows of twenty at one side, bound for the mirrored places at the other.
    fn agents(&self, app: &mut App) -> Vec<Known> {
        let sizes = [0.2, 0.3, 0.4];
        let flying = (0..self.flying).map(|number| (number, true));
        let walking = (0..self.walking).map(|number| (number, false));
        let mut known = Vec::new();
        for (number, flies) in flying.chain(walking) {
            let radius = sizes[usize::from(number % 3)];
            let (row, column) = (f32::from(number % 20), f32::from(number / 20));
            let (agent, from, height) = if flies {
                let y = 4.25 + f32::from(number % 3) * 2.0;
                let from = Vec3::new(2.25 + column, y, 3.25 + row * 3.0);
                (NavAgent::flying(Vec3::splat(radius)).speed(4.0), from, None)
            } else {
                let from = Vec3::new(2.25 + column * 1.5, 0.0, 3.25 + row * 3.0);
                let walker = NavAgent::walking(radius, HEIGHT).speed(3.0);
                (walker, from, Some(HEIGHT))
            };
            let to = Vec3::new(64.5 - from.x, from.y, 64.0 - from.z);
            let agent = (
                agent.stopping_distance(0.5),
                Transform::from_translation(from),
                NavTarget::Position(to),
            );
            let entity = app.world_mut().spawn(agent).id();
            known.push(Known {
                entity,
                radius,
                height,
            });
        }
        known
    }

    /// Runs the scene with crates of bundles. Refuses a tick in which an agent touches an obstacle or an agent, and
    /// agents that do not arrive.
    pub(crate) fn hold<B: Bundle>(&self, app: &mut App, most: u16, cube: impl Fn(f32) -> B) {
        let world = NavWorld::new(Vec3::ZERO, Vec3::new(64.0, 12.0, 64.0), 0.5);
        app.world_mut().spawn(world);
        let spawn = |at| {
            let at = Transform::from_translation(at);
            app.world_mut().spawn((cube(2.0 * CRATE), at)).id()
        };
        let boxes: Vec<Entity> = self.crates(0).map(spawn).collect();
        let known = self.agents(app);
        let mut arrived = vec![false; known.len()];
        for tick in 0..most {
            let moved: Vec<Vec3> = self.crates(tick).collect();
            for (entity, at) in boxes.iter().zip(&moved) {
                let mut transform = app.world_mut().get_mut::<Transform>(*entity).unwrap();
                transform.translation = *at;
            }
            app.update();
            let at = known.iter().map(|it| place(app.world(), it.entity));
            check(tick, &known, &at.collect::<Vec<_>>(), &moved);
            let has_arrived =
                |it: &Known| get::<NavStatus>(app.world(), it.entity) == NavStatus::Arrived;
            for (it, before) in known.iter().zip(&mut arrived) {
                let now = has_arrived(it);
                assert!(now || !*before, "tick {tick}: {} arrived before", it.entity);
                *before = now;
            }
            if arrived.iter().all(|it| *it) {
                assert!(tick > 500);
                return;
            }
        }
        let left = known.iter().map(|it| {
            let (status, at) = (
                get::<NavStatus>(app.world(), it.entity),
                place(app.world(), it.entity),
            );
            (it.radius, it.height, status, at)
        });
        let left: Vec<_> = left.filter(|it| it.2 != NavStatus::Arrived).collect();
        panic!("not all have arrived: {left:#?}");
    }
}

/// Refuses a tick in which an agent is inside of a crate or of another agent.
fn check(tick: u16, known: &[Known], at: &[Vec3], crates: &[Vec3]) {
    for (number, one) in known.iter().enumerate() {
        for center in crates {
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
}
