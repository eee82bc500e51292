//! Halls of boxes, some of which move, for agents of both kinds. A hall is a plan in units, of cells half a unit wide, with
//! a floor at a quarter below zero; a [`Frame`] puts it anywhere in the world.

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::grid::CellBox;
use voxnav::ground::{Action, Jump, Locomotion};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator, RouteEnd, RouteOptions};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, MovedBy};
use voxnav_testkit::{Draws, Frame, drawn_slope, drawn_support};

use crate::oracle::TOLERANCE;

/// The hall, in units.
pub(crate) const SIZE: DVec3 = DVec3::new(12.0, 12.0, 3.0);
pub(crate) const DRONE: DVec3 = DVec3::splat(0.2);
pub(crate) const WALKER: DVec3 = DVec3::new(0.2, 0.2, 0.45);
/// The cells of a unit, and the height of the floor.
const CELLS: f64 = 2.0;
const FLOOR: f64 = -0.25;
/// The distance that a box keeps from agents, more than cells and bodies reach.
const KEPT: f64 = 1.3;
/// The rise that a walker on a floor of the test may be in the middle of: a step of one layer of cells is less than two high.
const STEP: f64 = 2.0 / CELLS;

/// A box that stands, or goes to and fro.
#[derive(Clone, Debug)]
pub(crate) struct Crate {
    id: ObstacleId,
    at: DVec3,
    half: DVec3,
    velocity: DVec3,
}

/// The agent as it is added to the crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Driver {
    Crowd,
    /// Applies velocities.
    Velocity,
    /// Applies the horizontal part of velocities, and has feet on a floor of its own.
    Feet,
    /// Applies nothing: a player that stands.
    Stands,
}

impl Driver {
    /// Draws the crowd as often as others.
    pub(crate) fn drawn(flies: bool, draws: &mut Draws) -> Self {
        match draws.below(4) {
            0 | 1 => Self::Crowd,
            2 if !flies => Self::Feet,
            _ => Self::Velocity,
        }
    }

    pub(crate) fn moved_by(self) -> MovedBy {
        match self {
            Self::Crowd => MovedBy::Crowd,
            _ => MovedBy::Others,
        }
    }
}

/// A navigator with boxes, and the bodies of its agents.
pub(crate) struct Hall {
    pub(crate) navigator: Navigator,
    pub(crate) crates: Vec<Crate>,
    pub(crate) drone: AgentId,
    pub(crate) walker: AgentId,
    pub(crate) frame: Frame,
    /// The height of zero above the plan of the frame, in units.
    lift: f64,
}

impl Hall {
    /// Draws a hall that lies anywhere.
    pub(crate) fn drawn(draws: &mut Draws) -> Self {
        let frame = Frame::drawn(draws);
        let lift = (0.5 + frame.floor) / CELLS - FLOOR;
        let [width, height] = [SIZE.x, SIZE.z + lift].map(|size| (size * CELLS).round() + 1.0);
        let bounds = CellBox::from_size(DVec3::new(width, width, height).as_ivec3());
        let mut navigator = Navigator::new(frame.lattice(), frame.cells(bounds)).unwrap();
        let depth = draws.pick(&[0.05, 0.35, 0.5]);
        let half = frame.half(DVec3::new(18.0, 18.0, depth / 2.0) * CELLS);
        let floor = SharedShape::cuboid(half.x, half.y, half.z);
        let at = DVec3::new(6.0, 6.0, FLOOR + lift - depth / 2.0) * CELLS;
        let floor = Obstacle::new(floor).at(frame.position(at));
        navigator.insert(floor).unwrap();
        let walker = Locomotion {
            support: drawn_support(draws),
            slope: drawn_slope(draws),
            ..Locomotion::walker()
        };
        Self::in_frame(navigator, (frame, lift), walker, draws)
    }

    /// Draws a hall on the grid, with the bounds as its floor: those that were found to show something.
    pub(crate) fn on_grid(draws: &mut Draws) -> Self {
        let navigator = Navigator::in_region(1.0 / CELLS, [0.0; 3], SIZE).unwrap();
        let frame = Frame::on_grid(1.0 / CELLS);
        Self::in_frame(navigator, (frame, 0.0), Locomotion::walker(), draws)
    }

    fn in_frame(
        mut navigator: Navigator,
        (frame, lift): (Frame, f64),
        walker: Locomotion,
        draws: &mut Draws,
    ) -> Self {
        let world = |at: DVec3| frame.position((at + DVec3::Z * lift) * CELLS);
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
            let shape = frame.half(half * CELLS);
            let shape = SharedShape::cuboid(shape.x, shape.y, shape.z);
            let id = navigator
                .insert(Obstacle::new(shape).at(world(at)))
                .unwrap();
            crates.push(Crate {
                id,
                at,
                half,
                velocity,
            });
        }
        let drone = Agent::new(frame.half(DRONE * CELLS));
        let drone = navigator.add_agent(drone).unwrap();
        let jump = draws.percent(50).then_some(Jump::over_one());
        let locomotion = Locomotion {
            jump,
            ..walker.with_up(frame.up())
        };
        let walker = (Agent::new(frame.half(WALKER * CELLS)), locomotion);
        let walker = navigator.add_agent(walker).unwrap();
        Self {
            navigator,
            crates,
            drone,
            walker,
            frame,
            lift,
        }
    }

    /// Returns the place in the world of one in the hall.
    pub(crate) fn world(&self, at: DVec3) -> DVec3 {
        self.frame.position((at + DVec3::Z * self.lift) * CELLS)
    }

    /// Returns the place in the hall of one in the world.
    pub(crate) fn plan(&self, position: DVec3) -> DVec3 {
        self.frame.plan(position) / CELLS - DVec3::Z * self.lift
    }

    /// Returns a length or a speed of the hall in the world.
    pub(crate) fn scale(&self) -> f64 {
        CELLS * self.frame.size
    }

    /// Returns a vector of the world in the hall.
    pub(crate) fn plan_vector(&self, vector: DVec3) -> DVec3 {
        self.frame.plan_vector(vector) / CELLS
    }

    /// Returns a vector of the hall in the world.
    pub(crate) fn world_vector(&self, vector: DVec3) -> DVec3 {
        let turned = self.frame.turn.position(vector) - self.frame.turn.position(DVec3::ZERO);
        turned * self.scale()
    }

    /// Returns the depth that is not seen, with the roundings of positions.
    pub(crate) fn tolerance(&self) -> f64 {
        TOLERANCE + self.frame.grain() / CELLS
    }

    /// Returns the height of feet above the floor that they stand on.
    pub(crate) fn feet(&self) -> f64 {
        self.frame.feet / CELLS
    }

    /// Returns the place of an agent in the hall.
    pub(crate) fn position(&self, crowd: &Crowd, id: CrowdAgentId) -> DVec3 {
        self.plan(crowd.position(id).unwrap())
    }

    /// Returns whether an agent is as near to a place of the hall as it stops. A walker's feet are off the floor as the frame has
    /// them, and a controller has a floor anywhere within the cell.
    pub(crate) fn is_at(&self, crowd: &Crowd, id: CrowdAgentId, driver: Driver, to: DVec3) -> bool {
        let agent = crowd.agent(id).unwrap();
        let within = agent.stopping_distance / self.scale() + self.tolerance();
        let off = self.plan(agent.position) - to;
        if agent.body == self.body(true) {
            return off.length() <= within;
        }
        let floor = match driver {
            Driver::Feet => 1.0 / CELLS,
            _ => 0.0,
        };
        let most = self.feet().abs() + floor + self.tolerance();
        off.truncate().length() <= within && off.z.abs() <= most
    }

    /// Returns where an agent is for others: a walker that stands is on the ground below its feet, on which a controller holds
    /// it at some height. In the middle of a step or a drop it is where it is.
    pub(crate) fn counted(&mut self, body: AgentId, position: DVec3, is_by_step: bool) -> DVec3 {
        let at = self.plan(position);
        if body == self.drone {
            return at;
        }
        let view = self.navigator.view(body, &RouteOptions::default());
        let ground = view.unwrap().ground().unwrap().grounded(position);
        let ground = self.plan(ground.unwrap());
        let is_feet = (ground.z - at.z).abs() <= self.feet().abs() + self.tolerance();
        if is_feet || !is_by_step { ground } else { at }
    }

    /// Returns an agent at a place of the hall, with a speed in its units.
    pub(crate) fn agent(&self, flies: bool, at: DVec3, speed: f64) -> CrowdAgent {
        CrowdAgent::new(self.body(flies), self.world(at))
            .speed(speed * self.scale())
            .stopping_distance(0.1 * self.scale())
    }

    /// Adds agents of both kinds where they fit.
    pub(crate) fn crowd(
        &mut self,
        most: usize,
        settings: CrowdSettings,
        draws: &mut Draws,
    ) -> Crowd {
        let mut crowd = Crowd::new(settings);
        for number in 0..most {
            let flies = number % 2 == 0;
            if let Some(at) = self.place(flies, draws) {
                let agent = self.agent(flies, at, draws.within(0.5, 4.0));
                let within = draws.pick(&[0.0, 0.1, 0.5]) * self.scale();
                crowd
                    .add(&mut self.navigator, agent.stopping_distance(within))
                    .unwrap();
            }
        }
        crowd
    }

    pub(crate) fn body(&self, flies: bool) -> AgentId {
        if flies { self.drone } else { self.walker }
    }

    /// A place where an agent can be, if one is found soon: of a walker, in a cell, with its feet as the frame has them.
    pub(crate) fn place(&mut self, flies: bool, draws: &mut Draws) -> Option<DVec3> {
        (0..20).find_map(|_| {
            let at = DVec3::new(draws.share(), draws.share(), draws.share()) * SIZE;
            let position = self.world(at);
            if flies {
                let route = self.navigator.find_route(self.drone, position, position);
                let inside = at.cmplt(SIZE - 0.3).all() && at.cmpgt(DVec3::splat(0.3)).all();
                return (route.unwrap().start == RouteEnd::Joined && inside).then_some(at);
            }
            let route = self.navigator.find_route(self.walker, position, position);
            let cell = *route.unwrap().waypoints.first()?;
            Some(self.plan(cell) + DVec3::Z * self.feet())
        })
    }

    /// Whether there is a way between two places.
    pub(crate) fn is_way(&mut self, body: AgentId, from: DVec3, to: DVec3) -> bool {
        let [from, to] = [from, to].map(|at| self.world(at));
        let route = self.navigator.find_route(body, from, to);
        route.unwrap().is_found()
    }

    /// Whether a body can be at a place itself, and not only in its cell: a walker stands in cells.
    pub(crate) fn is_met(&mut self, body: AgentId, to: DVec3) -> bool {
        let to = self.world(to);
        let mut is_joined = || {
            let route = self.navigator.find_route(body, to, to).unwrap();
            route.goal == RouteEnd::Joined
        };
        body != self.drone || is_joined()
    }

    /// Whether a body is inside of a box, deeper than the touching rule and the rounding of sweeps; of walkers in one that is
    /// higher than so much above their feet.
    fn is_inside(&self, flies: bool, at: DVec3, above: f64) -> bool {
        let (center, half) = if flies {
            (at, DRONE)
        } else {
            (at + DVec3::Z * WALKER.z, WALKER)
        };
        let overlaps = |it: &Crate| {
            let apart = (it.at - center).abs();
            let is_high = flies || it.at.z + it.half.z > at.z + above;
            apart.cmplt(it.half + half - 2e-3).all() && is_high
        };
        self.crates.iter().any(overlaps)
    }

    /// Moves boxes on, and back where they come near an agent or the end of the hall.
    pub(crate) fn slide(&mut self, crowd: &Crowd, dt: f64) {
        let positions: Vec<DVec3> = (crowd.agents())
            .map(|(_, agent)| self.plan(agent.position))
            .collect();
        for number in 0..self.crates.len() {
            let it = &mut self.crates[number];
            let next = it.at + it.velocity * dt;
            let is_near = |at: &DVec3| (*at - next).abs().cmplt(it.half + KEPT).all();
            let is_out = next.cmplt(DVec3::ZERO).any() || next.cmpgt(SIZE).any();
            if is_out || positions.iter().any(is_near) {
                it.velocity = -it.velocity;
            } else if it.velocity != DVec3::ZERO {
                it.at = next;
                let id = it.id;
                let next = self.world(next);
                self.navigator.move_to(id, next).unwrap();
            }
        }
    }

    /// Returns the first agent that is inside of something.
    pub(crate) fn first_inside(&self, crowd: &Crowd) -> Option<CrowdAgentId> {
        let mut agents = crowd.agents();
        let found = agents.find(|(_, agent)| {
            // Feet may be below the floor that they stand on.
            let above = match agent.moved_by {
                MovedBy::Crowd => (-self.feet()).max(0.0) + 2e-3,
                MovedBy::Others => STEP,
            };
            let flies = agent.body == self.body(true);
            self.is_inside(flies, self.plan(agent.position), above)
        });
        found.map(|(id, _)| id)
    }

    /// Returns the height of the floor of the test below a body that can step up a little more than half a cell. A cell has
    /// a floor wherever a box reaches into it, and so has the test: on a floor that ends within a cell a body may slip off,
    /// to where none of its cells is free.
    fn ground(&self, at: DVec3) -> f64 {
        let lattice = self.navigator.lattice();
        let cell = lattice.cell_at(self.world(at)).unwrap();
        let column = self.plan(lattice.center(cell));
        let is_below = |it: &&Crate| {
            let is_over = (it.at - column).abs().cmple(it.half + 0.52 / CELLS);
            is_over.x && is_over.y && it.at.z + it.half.z <= at.z + 0.7 / CELLS
        };
        let tops = self.crates.iter().filter(is_below);
        tops.map(|it| it.at.z + it.half.z).fold(FLOOR, f64::max)
    }

    /// Moves an agent as its crowd says.
    pub(crate) fn drive(&self, crowd: &mut Crowd, id: CrowdAgentId, driver: Driver, dt: f64) {
        let step = crowd.motion(id).unwrap();
        let before = crowd.position(id).unwrap();
        let by_step = is_by_step(crowd, id);
        let next = match (driver, step.to) {
            (Driver::Crowd | Driver::Stands, _) => return,
            // Steps are taken by their lines: up, and over.
            (_, Some(to)) if by_step => {
                before + (to - before).clamp_length_max(step.velocity.length() * dt)
            }
            (Driver::Feet, _) => {
                let way = self.plan_vector(step.velocity) * dt;
                let feet = DVec3::Z * self.feet();
                let at = self.plan(before) - feet + way.with_z(0.0);
                self.world(at.with_z(self.ground(at)) + feet)
            }
            (Driver::Velocity, _) => before + step.velocity * dt,
        };
        crowd.set_position(id, self.frame.rounded(next)).unwrap();
    }
}

/// Returns whether an agent is led by the lines of a step, a drop or a jump.
pub(crate) fn is_by_step(crowd: &Crowd, id: CrowdAgentId) -> bool {
    matches!(
        crowd.motion(id).unwrap().action,
        Some(Action::StepUp | Action::Drop | Action::Jump | Action::Climb)
    )
}
