//! Halls with a wall across that has doors, for agents of either kind. A hall is a plan in cells that a [`Frame`] puts
//! anywhere in the world; its wall is of cells, or of boxes that are shifted off the cells with all that is in it.

use std::collections::BTreeMap;

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::{DVec3, IVec2, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::Locomotion;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator};
use voxnav_crowd::avoidance::{Character, Shape};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event};
use voxnav_testkit::{Draws, Frame, drawn_slope, drawn_support};

use crate::oracle::TOLERANCE;
use crate::worlds::Driver;

/// Half the width of bodies, in cells.
pub(crate) const RADIUS: f64 = 0.45;
pub(crate) const DT: f64 = 1.0 / 30.0;
/// The distance from its place at which an agent stops, in cells: two may stop in cells next to each other, and do not touch.
pub(crate) const STOPS: f64 = 0.04;
/// The layers of cells above those of a floor that walkers need.
const LAYERS: i32 = 6;

/// A hall, its crowd, and what moves the agents of that.
pub(crate) struct Walled {
    pub(crate) navigator: Navigator,
    pub(crate) crowd: Crowd,
    pub(crate) frame: Frame,
    pub(crate) drivers: BTreeMap<CrowdAgentId, Driver>,
    kind: Kind,
    body: AgentId,
    /// The height of positions in the plan.
    level: f64,
    wall: Wall,
    /// The width of a door beyond its cells.
    more: f64,
}

/// The agents of a hall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Drones,
    Walkers,
}

/// The matter of a wall: boxes are shifted off the cells.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wall {
    Cells,
    Boxes,
}

/// A hall from a corner to another, with a wall in the cells at zero that has doors: each from a row of cells on, of so many
/// rows.
pub(crate) struct Plan {
    pub(crate) corners: [IVec2; 2],
    pub(crate) doors: Vec<[i32; 2]>,
    /// The width of a door beyond its cells where a wall of boxes is shifted.
    pub(crate) more: f64,
}

impl Plan {
    /// Returns the parts of the wall, from row to row.
    fn walls(&self) -> Vec<[i32; 2]> {
        let [low, high] = self.corners.map(|it| it.y);
        let doors = self.doors.iter();
        let ends = doors.flat_map(|[from, rows]| [*from, from + rows]);
        let ends: Vec<i32> = [low].into_iter().chain(ends).chain([high]).collect();
        ends.chunks(2).map(|it| [it[0], it[1]]).collect()
    }
}

impl Walled {
    /// Draws a hall that lies anywhere.
    pub(crate) fn drawn(
        kind: Kind,
        plan: &Plan,
        settings: CrowdSettings,
        draws: &mut Draws,
    ) -> Self {
        let frame = Frame::drawn(draws);
        let wall = draws.pick(&[Wall::Cells, Wall::Boxes]);
        let walker = Locomotion {
            support: drawn_support(draws),
            slope: drawn_slope(draws),
            ..Locomotion::walker()
        };
        Self::new((frame, wall), (kind, walker), plan, settings)
    }

    /// Makes a hall for drones, with a wall of cells, on the grid.
    pub(crate) fn on_grid(plan: &Plan, settings: CrowdSettings) -> Self {
        let drones = (Kind::Drones, Locomotion::walker());
        Self::new((Frame::on_grid(1.0), Wall::Cells), drones, plan, settings)
    }

    fn new(
        (frame, wall): (Frame, Wall),
        (kind, walker): (Kind, Locomotion),
        plan: &Plan,
        settings: CrowdSettings,
    ) -> Self {
        let layers = match kind {
            Kind::Drones => 1,
            Kind::Walkers => LAYERS,
        };
        let [low, high] = plan.corners;
        let bounds = CellBox::new(low.extend(0), high.extend(layers));
        let navigator = Navigator::new(frame.lattice(), frame.cells(bounds)).unwrap();
        let mut navigator = navigator.with_up(frame.up());
        let more = match wall {
            Wall::Cells => 0.0,
            Wall::Boxes => plan.more,
        };
        for [from, to] in plan.walls() {
            let cells = CellBox::new(IVec3::new(0, from, 0), IVec3::new(1, to, layers));
            if wall == Wall::Cells {
                let cells = frame.cells(cells);
                navigator.set_cells(cells, CellState::Occupied).unwrap();
                continue;
            }
            let [mut from, mut to] = [cells.min, cells.max].map(|it| it.as_dvec3() - 0.5);
            // Beyond the ends of the hall, wherever it is shifted.
            from += DVec3::new(0.0, if cells.min.y == low.y { -2.0 } else { more }, -2.0);
            to += DVec3::new(0.0, if cells.max.y == high.y { 2.0 } else { 0.0 }, 2.0);
            insert(&mut navigator, &frame, from, to);
        }
        let half = match kind {
            Kind::Drones => DVec3::splat(RADIUS),
            Kind::Walkers => DVec3::new(RADIUS, RADIUS, 2.0 * RADIUS),
        };
        let agent = Agent::new(frame.half(half));
        let (body, level) = match kind {
            Kind::Drones => (navigator.add_agent(agent).unwrap(), 0.0),
            Kind::Walkers => {
                let floor = 0.5 + frame.floor;
                let [low, high] = [low.as_dvec2() - 9.0, high.as_dvec2() + 9.0];
                let [low, high] = [low.extend(floor - 0.7), high.extend(floor)];
                insert(&mut navigator, &frame, low, high);
                (navigator.add_agent((agent, walker)).unwrap(), floor)
            }
        };
        // Drones fly in one layer, whose middle they do not leave.
        let feet = match kind {
            Kind::Drones => 0.0,
            Kind::Walkers => frame.feet,
        };
        Self {
            navigator,
            crowd: Crowd::new(settings),
            frame,
            drivers: BTreeMap::new(),
            kind,
            body,
            level: level + feet,
            wall,
            more,
        }
    }

    /// Returns a neighbor that does not cooperate and stands at a place of the plan.
    pub(crate) fn character(&self, at: [f64; 2]) -> Character {
        let (size, position) = (self.frame.size, self.world(at));
        let radius = RADIUS * size;
        let (shape, below) = match self.kind {
            Kind::Drones => (Shape::Ball { radius }, DVec3::ZERO),
            Kind::Walkers => {
                let height = 4.0 * radius;
                let down = self.frame.up().step().as_dvec3().min(DVec3::ZERO);
                (Shape::Disc { radius, height }, down * height)
            }
        };
        Character::new(shape, position + below, DVec3::ZERO)
    }

    /// Puts a box around a place of the plan, as wide as said to each side and higher than the hall; returns where it is.
    pub(crate) fn block(&mut self, [x, y]: [f64; 2], half: [f64; 2]) -> (ObstacleId, DVec3) {
        let (at, half) = (DVec3::new(x, y, 2.5), DVec3::new(half[0], half[1], 5.0));
        let id = insert(&mut self.navigator, &self.frame, at - half, at + half);
        (id, self.frame.position(at))
    }

    /// Draws what moves an agent.
    pub(crate) fn driver(&self, draws: &mut Draws) -> Driver {
        Driver::drawn(self.kind == Kind::Drones, draws)
    }

    /// Returns the position in the world of a place of the plan.
    pub(crate) fn world(&self, [x, y]: [f64; 2]) -> DVec3 {
        self.frame.position(DVec3::new(x, y, self.level))
    }

    /// Returns the place of an agent in the plan.
    pub(crate) fn at(&self, id: CrowdAgentId) -> DVec3 {
        self.frame.plan(self.crowd.position(id).unwrap())
    }

    /// Returns how far it is from an agent to a place of the plan, across.
    pub(crate) fn distance(&self, id: CrowdAgentId, [x, y]: [f64; 2]) -> f64 {
        (self.at(id) - DVec3::new(x, y, 0.0)).truncate().length()
    }

    /// Returns so many places that fill a door of some rows. A wall of cells is not shifted with the plan, and they are not
    /// either.
    pub(crate) fn filling(&self, [door, rows]: [i32; 2], count: i32) -> Vec<[f64; 2]> {
        let wide = (f64::from(rows) + self.more) / f64::from(count);
        let from = f64::from(door) - 0.5 + wide / 2.0;
        let shift = match self.wall {
            Wall::Cells => self.frame.shift,
            Wall::Boxes => DVec3::ZERO,
        };
        let places = (0..count).map(|row| [-shift.x, from + wide * f64::from(row) - shift.y]);
        places.collect()
    }

    /// Returns the place of the plan at which an agent ends that is sent to one: the middle of a cell on the ground.
    pub(crate) fn end(&mut self, place: [f64; 2]) -> [f64; 2] {
        let at = self.world(place);
        let route = self.navigator.find_route(self.body, at, at).unwrap();
        let end = self.frame.plan(*route.waypoints.last().unwrap());
        [end.x, end.y]
    }

    /// Returns the first of some places, so many at most, at which agents end that do not meet: on the ground they end in the
    /// middle of cells, and two places at the edges of one cell may lead to that.
    pub(crate) fn apart(
        &mut self,
        places: impl IntoIterator<Item = [f64; 2]>,
        most: usize,
    ) -> Vec<[f64; 2]> {
        let (mut kept, mut ends) = (Vec::new(), Vec::<[f64; 2]>::new());
        for place in places {
            let end = self.end(place);
            let is_apart = |other: &[f64; 2]| (end[0] - other[0]).hypot(end[1] - other[1]) > 0.99;
            if kept.len() < most && ends.iter().all(is_apart) {
                kept.push(place);
                ends.push(end);
            }
        }
        kept
    }

    /// Returns the row in which the cells of a door of some rows end.
    pub(crate) fn end_of(&self, [door, rows]: [i32; 2]) -> f64 {
        f64::from(door + rows) - 0.5 + self.more
    }

    /// Adds an agent of a speed in cells that a driver moves.
    pub(crate) fn add(&mut self, at: [f64; 2], speed: f64, driver: Driver) -> CrowdAgentId {
        let size = self.frame.size;
        let agent = CrowdAgent::new(self.body, self.world(at)).speed(speed * size);
        let agent = agent
            .stopping_distance(STOPS * size)
            .moved_by(driver.moved_by());
        let id = self.crowd.add(&mut self.navigator, agent).unwrap();
        self.drivers.insert(id, driver);
        id
    }

    pub(crate) fn send(&mut self, id: CrowdAgentId, to: [f64; 2]) {
        self.crowd.send(id, self.world(to)).unwrap();
    }

    /// Plays an update. Says if agents overlap.
    pub(crate) fn tick(&mut self) -> Result<Vec<Event>, String> {
        self.tick_for(DT)
    }

    /// Plays an update of some seconds. Says if agents overlap.
    pub(crate) fn tick_for(&mut self, dt: f64) -> Result<Vec<Event>, String> {
        let events = self.crowd.update(&mut self.navigator, dt).unwrap();
        for (&id, &driver) in &self.drivers {
            let Ok(step) = self.crowd.motion(id) else {
                continue;
            };
            let before = self.crowd.position(id).unwrap();
            let next = match driver {
                Driver::Crowd | Driver::Stands => continue,
                Driver::Velocity => self.frame.rounded(before + step.velocity * dt),
                Driver::Feet => {
                    let way = self.frame.plan_vector(step.velocity) * dt;
                    let at = self.frame.plan(before) + way;
                    self.frame.position(at.with_z(self.level))
                }
            };
            self.crowd.set_position(id, next).unwrap();
        }
        let least = 2.0 * RADIUS - TOLERANCE - self.frame.grain();
        let ids: Vec<CrowdAgentId> = self.crowd.agents().map(|it| it.0).collect();
        for (number, &one) in ids.iter().enumerate() {
            for &other in &ids[..number] {
                let apart = self.at(one) - self.at(other);
                let apart = match self.kind {
                    Kind::Drones => apart,
                    Kind::Walkers => apart.with_z(0.0),
                };
                if apart.length() < least {
                    let (one, other) = (self.told(one), self.told(other));
                    return Err(format!("{one} overlaps {other}: {:?}", self.frame));
                }
            }
        }
        Ok(events)
    }

    /// Plays some updates. Says if agents overlap.
    pub(crate) fn play(&mut self, updates: u32) -> Result<Vec<Event>, String> {
        let mut told = Vec::new();
        for _ in 0..updates {
            told.extend(self.tick()?);
        }
        Ok(told)
    }

    /// Returns what a law says of an agent for which it does not hold.
    pub(crate) fn told(&self, id: CrowdAgentId) -> String {
        let (at, by, step) = (self.at(id), self.drivers[&id], self.crowd.motion(id));
        let others = self.crowd.agents().filter(|it| it.0 != id);
        let others = others.map(|it| (it.0, self.at(it.0) - at));
        let near: Vec<_> = others.filter(|it| it.1.length() < 2.0).collect();
        format!("{id} by {by:?} at {at}: {step:?}, near {near:?}")
    }
}

/// Inserts a box of the plan.
fn insert(navigator: &mut Navigator, frame: &Frame, low: DVec3, high: DVec3) -> ObstacleId {
    let half = frame.half((high - low) / 2.0);
    let shape = SharedShape::cuboid(half.x, half.y, half.z);
    let at = frame.position((low + high) / 2.0);
    navigator.insert(Obstacle::new(shape).at(at)).unwrap()
}
