//! Halls of boxes, some of which move, for agents of both kinds.

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::ground::{Ground, Jump, Locomotion};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator, RouteEnd};
use voxnav_crowd::crowd::{Body, Crowd, Mover, MoverId, Policy};
use voxnav_testkit::Draws;

/// The hall, in units; cells are half a unit wide.
pub(crate) const SIZE: DVec3 = DVec3::new(12.0, 12.0, 3.0);
pub(crate) const DRONE: DVec3 = DVec3::splat(0.2);
pub(crate) const WALKER: DVec3 = DVec3::new(0.2, 0.2, 0.45);
/// The distance that a box keeps from agents, more than cells and bodies reach.
const KEPT: f64 = 1.3;

/// A box that stands, or goes to and fro.
#[derive(Clone, Debug)]
pub(crate) struct Crate {
    id: ObstacleId,
    at: DVec3,
    half: DVec3,
    velocity: DVec3,
}

/// A navigator with boxes, and the bodies of its agents.
pub(crate) struct Hall {
    pub(crate) navigator: Navigator,
    pub(crate) crates: Vec<Crate>,
    pub(crate) drone: AgentId,
    pub(crate) walker: AgentId<Ground>,
}

impl Hall {
    pub(crate) fn drawn(draws: &mut Draws) -> Self {
        let mut navigator = Navigator::in_region(0.5, [0.0; 3], SIZE).unwrap();
        let mut crates = Vec::new();
        for _ in 0..draws.below(12) {
            let low = draws.percent(60);
            let half = DVec3::new(
                draws.within(0.2, 2.0),
                draws.within(0.2, 2.0),
                if low { 0.25 } else { draws.within(0.3, 1.5) },
            );
            let mut at = DVec3::new(draws.share(), draws.share(), draws.share()) * SIZE;
            if low {
                at.z = 0.0;
            }
            let speed = if draws.percent(40) { 1.5 } else { 0.0 };
            let velocity = draws.pick(&[DVec3::X, DVec3::Y]) * speed;
            let shape = half.as_vec3();
            let shape = SharedShape::cuboid(shape.x, shape.y, shape.z);
            let id = navigator.insert(Obstacle::new(shape).at(at)).unwrap();
            crates.push(Crate {
                id,
                at,
                half,
                velocity,
            });
        }
        let drone = navigator.add_agent(Agent::new(DRONE.as_vec3())).unwrap();
        let jump = draws.percent(50).then_some(Jump::over_one());
        let locomotion = Locomotion {
            jump,
            ..Locomotion::walker()
        };
        let walker = (Agent::new(WALKER.as_vec3()), locomotion);
        let walker = navigator.add_agent(walker).unwrap();
        Self {
            navigator,
            crates,
            drone,
            walker,
        }
    }

    /// Adds agents of both kinds where they fit.
    pub(crate) fn crowd(&mut self, most: usize, policy: Policy, draws: &mut Draws) -> Crowd {
        let mut crowd = Crowd::new(policy);
        for number in 0..most {
            if let Some(at) = self.place(number % 2 == 0, draws) {
                let body = self.body(number % 2 == 0);
                let mover = Mover::new(body, at).speed(draws.within(0.5, 4.0));
                let mover = mover.stop_within(draws.pick(&[0.0, 0.1, 0.5]));
                crowd.add(&mut self.navigator, mover).unwrap();
            }
        }
        crowd
    }

    pub(crate) fn body(&self, flies: bool) -> Body {
        if flies {
            self.drone.into()
        } else {
            self.walker.into()
        }
    }

    /// A place where an agent can be, if one is found soon: of a walker, the middle of a cell.
    pub(crate) fn place(&mut self, flies: bool, draws: &mut Draws) -> Option<DVec3> {
        (0..20).find_map(|_| {
            let at = DVec3::new(draws.share(), draws.share(), draws.share()) * SIZE;
            if flies {
                let route = self.navigator.find_route(self.drone, at, at).unwrap();
                let inside = at.cmplt(SIZE - 0.3).all() && at.cmpgt(DVec3::splat(0.3)).all();
                (route.start == RouteEnd::Joined && inside).then_some(at)
            } else {
                let route = self.navigator.find_route(self.walker, at, at).unwrap();
                route.waypoints.first().copied()
            }
        })
    }

    /// Whether there is a way between two places.
    pub(crate) fn is_way(&mut self, body: Body, from: DVec3, to: DVec3) -> bool {
        match body {
            Body::Flying(id) => {
                let route = self.navigator.find_route(id, from, to).unwrap();
                route.is_found()
            }
            Body::OnGround(id) => self.navigator.find_route(id, from, to).unwrap().is_found(),
            _ => false,
        }
    }

    /// Whether a body is inside of a box, deeper than the touching rule and the rounding of sweeps.
    pub(crate) fn is_inside(&self, body: Body, at: DVec3) -> bool {
        let (center, half) = match body {
            Body::Flying(_) => (at, DRONE),
            _ => (at + DVec3::Z * WALKER.z, WALKER),
        };
        let overlaps = |it: &Crate| {
            let apart = (it.at - center).abs();
            apart.cmplt(it.half + half - 2e-3).all()
        };
        self.crates.iter().any(overlaps)
    }

    /// Moves boxes on, and back where they come near an agent or the end of the hall.
    pub(crate) fn slide(&mut self, crowd: &Crowd, dt: f64) {
        for it in &mut self.crates {
            let next = it.at + it.velocity * dt;
            let is_near = |position: DVec3| (position - next).abs().cmplt(it.half + KEPT).all();
            let is_out = next.cmplt(DVec3::ZERO).any() || next.cmpgt(SIZE).any();
            if is_out || crowd.movers().any(|(_, mover)| is_near(mover.position)) {
                it.velocity = -it.velocity;
            } else if it.velocity != DVec3::ZERO {
                it.at = next;
                self.navigator.move_to(it.id, next).unwrap();
            }
        }
    }

    /// Returns the first agent that is inside of something.
    pub(crate) fn first_inside(&self, crowd: &Crowd) -> Option<MoverId> {
        let mut movers = crowd.movers();
        let found = movers.find(|(_, mover)| self.is_inside(mover.body, mover.position));
        found.map(|(id, _)| id)
    }
}
