//! An agent that is steered by hand arrives and touches nothing: in each frame its caller asks for a route, and goes
//! toward the second waypoint.

use super::cells::Scene;
use super::obstacles::Room;
use super::walker::{Numbers, Surroundings};
use crate::play::Play;
use voxnav::glam::DVec3;
use voxnav::ground::Action;
use voxnav::{Route, RouteEnd, RouteOptions, Terrain, View};
use voxnav_testkit::{Draws, hold, seeds};

/// The motion of an agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub(super) numbers: Numbers,
    /// The distance of a frame.
    pub(super) step: f64,
}

impl Motion {
    /// At some speed, at 10 to 144 frames a second.
    pub(super) fn drawn(draws: &mut Draws, cell: f64, numbers: Numbers) -> Self {
        let speed = draws.magnitude(1.0, 8.0) * cell;
        let dt = draws.magnitude(1.0 / 144.0, 1.0 / 10.0);
        Self {
            numbers,
            step: speed * dt,
        }
    }
}

/// A way by hand.
pub(super) struct Way<'a> {
    pub(super) from: DVec3,
    pub(super) motion: Motion,
    /// The distance from the last waypoint that counts as there.
    pub(super) arrives_within: f64,
    /// The most that the agent may go.
    pub(super) most: f64,
    /// Returns what is wrong with the straight line from a position to the second waypoint, for the action that leads
    /// there.
    pub(super) check: &'a dyn Fn(DVec3, DVec3, Option<Action>) -> Option<String>,
}

impl Way<'_> {
    /// Steers an agent to the end of its route: `ask` finds one from a position.
    pub(super) fn steer(&self, mut ask: impl FnMut(DVec3) -> Route) -> Result<f64, String> {
        let Motion { numbers, step } = self.motion;
        let (mut position, mut gone) = (self.from, 0.0);
        let mut last: Vec<String> = Vec::new();
        loop {
            let route = ask(position);
            let Some(&end) = route.waypoints.last().filter(|_| route.is_found()) else {
                let (outcome, start) = (route.outcome.name(), route.start);
                return Err(format!(
                    "{outcome}, {start:?} at {position} after {last:#?}"
                ));
            };
            if position.distance(end) <= self.arrives_within {
                return Ok(gone);
            }
            let Some(&second) = route.waypoints.get(1) else {
                return Err(format!("no second waypoint at {position}, before {end}"));
            };
            let waypoints = &route.waypoints[..route.waypoints.len().min(4)];
            let path = route
                .path()
                .map(|path| path.cells().take(3).collect::<Vec<_>>());
            last.push(format!(
                "{position} {waypoints:?} {path:?} {}",
                route.length
            ));
            if last.len() > 30 {
                last.remove(0);
            }
            if let Some(fault) = (self.check)(position, second, route.actions().next()) {
                return Err(format!("{fault}, from {position} to {second}: {last:#?}"));
            }
            let next = numbers.moved(position, second, step);
            gone += position.distance(next);
            if gone > self.most || next == position {
                return Err(format!("gone {gone} of {}: {last:#?}", self.most));
            }
            position = next;
        }
    }
}

/// Holds how many agents of a law arrived.
pub(super) fn assert_enough(arrivals: &[Option<f64>], least: usize) {
    let arrived = arrivals.iter().flatten().count();
    assert!(arrived >= least, "{arrived} of {}", arrivals.len());
}

#[test]
fn drones_that_are_steered_by_hand_arrive_and_touch_no_obstacle() {
    let arrivals = hold(
        "drones by hand among obstacles",
        seeds(700_000, 400),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let Some(mut room) = Room::random(&mut draws) else {
                return Ok(None);
            };
            let cell = room.navigator.lattice().longest_side();
            let numbers = draws.pick(&[Numbers::Double, Numbers::Double, Numbers::Single]);
            let numbers = numbers.within(&room.frame);
            let motion = Motion::drawn(&mut draws, cell, numbers);
            let (from, to) = (numbers.round(room.from), room.to);
            let play = Play::new(&room.navigator, room.agent);
            let view = (room.navigator)
                .view(room.agent, &RouteOptions::default())
                .unwrap();
            let route = view.find_route(from, to).unwrap();
            let are_joined = [route.start, route.goal] == [RouteEnd::Joined; 2];
            if !play.stands(from) || !are_joined {
                return Ok(None);
            }
            #[expect(clippy::cast_possible_truncation, reason = "a small distance")]
            let rounding = numbers.rounding(from) as f32;
            let touches = |from, to, _: Option<_>| {
                let is_touched = play.touches_deeper_than(rounding, from, to);
                is_touched.then(|| format!("{:?}", play.touch_between(from, to)))
            };
            let way = Way {
                from,
                motion,
                arrives_within: 2.0 * numbers.rounding(from) + 1e-9 * cell,
                most: 1.1 * route.length + motion.step,
                check: &touches,
            };
            way.steer(|at| view.find_route(at, to).unwrap()).map(Some)
        },
    );
    assert_enough(&arrivals, 100);
}

#[test]
fn drones_that_are_steered_by_hand_arrive_and_touch_no_cell() {
    let arrivals = hold(
        "drones by hand among cells",
        seeds(710_000, 400),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let scene = Scene::random(&mut draws);
            let cell = scene.lattice.longest_side();
            let numbers = Numbers::Double.within(&scene.frame);
            let motion = Motion::drawn(&mut draws, cell, numbers);
            let ends = [(); 2].map(|()| scene.random_position(&mut draws));
            let [Some(from), Some(to)] = ends else {
                return Ok(None);
            };
            let options = RouteOptions::default();
            let world = scene.world.clone();
            let view = View::flying(scene.lattice, world, &Terrain::new(), &options).unwrap();
            let route = view.find_route(from, to).unwrap();
            let are_joined = [route.start, route.goal] == [RouteEnd::Joined; 2];
            if !route.is_found() || !are_joined {
                return Ok(None);
            }
            let touches = |from: DVec3, to: DVec3, _: Option<_>| {
                let rounding = numbers.rounding(from).max(numbers.rounding(to));
                let depth = scene.depth(from, to);
                let is_touched = depth > 1e-8 + rounding / cell;
                is_touched.then(|| format!("{depth} deep"))
            };
            let way = Way {
                from,
                motion,
                arrives_within: 1e-9 * cell + 2.0 * numbers.rounding(from),
                most: 1.1 * route.length + motion.step,
                check: &touches,
            };
            way.steer(|at| view.find_route(at, to).unwrap()).map(Some)
        },
    );
    assert_enough(&arrivals, 150);
}
