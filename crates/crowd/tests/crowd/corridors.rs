//! Flows against each other in corridors: bodies as wide as a cell, and narrower ones, in corridors of one to three rows of
//! cells, with walls of cells or of boxes off the cells.

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::Locomotion;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event};
use voxnav_testkit::{Draws, Frame, drawn_slope, drawn_support, hold, seeds};

use crate::oracle::TOLERANCE;

const DT: f64 = 1.0 / 30.0;
/// The rows of cells on either side of the first one of the corridor, and the depth of the rooms at its ends.
const ROWS: i32 = 4;
const DEPTH: i32 = 10;
/// The layers of cells above those of a floor that walkers need.
const LAYERS: i32 = 6;
/// The speed in cells a second, and the distance from its place at which an agent stops, in cells.
const SPEED: f64 = 4.0;
const STOPS: f64 = 0.04;
/// The most seconds until all have arrived.
const MOST: f64 = 120.0;

/// A corridor between two rooms: a plan in cells that a frame puts anywhere in the world.
#[derive(Clone, Debug)]
struct Plan {
    frame: Frame,
    /// True for walls of boxes, which are shifted off the cells with all that is between them; then the corridor is half a
    /// cell wider on either side.
    has_boxes: bool,
    flies: bool,
    length: i32,
    rows: i32,
    /// Half the width of a body, in cells.
    half: f64,
    /// The ends of the ways of all, in cells of the plan.
    ways: Vec<[[i32; 2]; 2]>,
    walker: Locomotion,
}

impl Plan {
    fn drawn(draws: &mut Draws) -> Self {
        let length = draws.between(2, 14);
        let places = |draws: &mut Draws, near: i32| {
            // So far apart that on the ground, where ways end in the middle of cells, all have room.
            let places = [near, near + 3].into_iter();
            let mut places: Vec<[i32; 2]> =
                places.flat_map(|x| [-3, 0, 3].map(|y| [x, y])).collect();
            draws.shuffle(&mut places);
            places
        };
        let count = draws.pick(&[1, 2, 3, 4, 5]);
        let mut ways = Vec::new();
        for side in 0..2 {
            let [from, to] = [2, 5].map(|near| places(draws, near));
            // A room on the left, or one on the right.
            let at = |far: bool, [x, y]: [i32; 2]| [if far { length - 1 + x } else { -x }, y];
            let both = from.into_iter().zip(to).take(count);
            ways.extend(both.map(|(from, to)| [at(side == 1, from), at(side == 0, to)]));
        }
        let flies = draws.percent(50);
        let frame = if flies {
            Frame::drawn(draws)
        } else {
            Frame::on_ground(draws)
        };
        Self {
            frame,
            has_boxes: draws.percent(50),
            flies,
            length,
            rows: draws.between(1, 3),
            half: draws.pick(&[0.5, 0.5, 0.45]),
            ways,
            walker: Locomotion {
                support: drawn_support(draws),
                slope: drawn_slope(draws),
                ..Locomotion::walker()
            },
        }
    }

    fn level(&self) -> f64 {
        if self.flies {
            0.0
        } else {
            0.5 + self.frame.floor + self.frame.feet
        }
    }

    fn world(&self, [x, y]: [i32; 2]) -> DVec3 {
        let place = DVec3::new(f64::from(x), f64::from(y), self.level());
        self.frame.position(place)
    }

    fn navigator(&self) -> (Navigator, AgentId) {
        let frame = &self.frame;
        let layers = if self.flies { 1 } else { LAYERS };
        let low = IVec3::new(-DEPTH, -ROWS, 0);
        let high = IVec3::new(self.length + DEPTH, ROWS + 1, layers);
        let bounds = frame.cells(CellBox::new(low, high));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        navigator = navigator.with_up(frame.up());
        for [from, to] in [[low.y, 0], [self.rows, high.y]] {
            let wall = CellBox::new(IVec3::new(0, from, 0), IVec3::new(self.length, to, layers));
            if !self.has_boxes {
                let wall = frame.cells(wall);
                navigator.set_cells(wall, CellState::Occupied).unwrap();
                continue;
            }
            let [mut from, mut to] = [wall.min, wall.max].map(|it| it.as_dvec3() - 0.5);
            // Beyond the bounds, wherever the frame shifts it.
            let beyond = DVec3::new(0.0, 2.0, 2.0);
            (from, to) = if wall.min.y == low.y {
                (from - beyond, to + beyond.with_y(-0.5))
            } else {
                (from - beyond.with_y(-0.5), to + beyond)
            };
            self.insert(&mut navigator, from, to);
        }
        let half = DVec3::new(
            self.half,
            self.half,
            self.half * if self.flies { 1.0 } else { 2.0 },
        );
        let body = Agent::new(frame.half(half));
        if self.flies {
            let drone = navigator.add_agent(body).unwrap();
            return (navigator, drone);
        }
        let floor = 0.5 + frame.floor;
        let [mut from, mut to] = [low, high].map(IVec3::as_dvec3);
        (from, to) = (from - 9.0, to + 9.0);
        (from.z, to.z) = (floor - 0.7, floor);
        self.insert(&mut navigator, from, to);
        let walker = navigator.add_agent((body, &self.walker)).unwrap();
        (navigator, walker)
    }

    fn insert(&self, navigator: &mut Navigator, low: DVec3, high: DVec3) {
        let half = self.frame.half((high - low) / 2.0);
        let shape = SharedShape::cuboid(half.x, half.y, half.z);
        let at = self.frame.position((low + high) / 2.0);
        navigator.insert(Obstacle::new(shape).at(at)).unwrap();
    }

    /// Returns an error for two agents that overlap.
    fn check(&self, crowd: &Crowd) -> Result<(), String> {
        let least = 2.0 * self.half - TOLERANCE - self.frame.grain();
        let at = crowd.agents().map(|it| self.frame.plan(it.1.position));
        let at: Vec<DVec3> = at.collect();
        for (number, one) in at.iter().enumerate() {
            for other in &at[..number] {
                let apart = *one - *other;
                let apart = if self.flies { apart } else { apart.with_z(0.0) };
                let apart = apart.length();
                if apart < least {
                    return Err(format!("{one} overlaps {other} by {}", least - apart));
                }
            }
        }
        Ok(())
    }

    /// Plays until all have arrived. Returns where they are then, and how long it took, in seconds.
    fn play(&self) -> Result<(Vec<DVec3>, f64), String> {
        let (mut navigator, body) = self.navigator();
        let mut crowd = Crowd::new(CrowdSettings::default());
        let size = self.frame.size;
        for [from, to] in &self.ways {
            let agent = CrowdAgent::new(body, self.world(*from));
            let agent = agent.speed(SPEED * size).stopping_distance(STOPS * size);
            let id = crowd.add(&mut navigator, agent).unwrap();
            crowd.send(id, self.world(*to)).unwrap();
        }
        let mut left: Vec<CrowdAgentId> = crowd.agents().map(|it| it.0).collect();
        let mut now = 0.0;
        while !left.is_empty() {
            for event in crowd.update(&mut navigator, DT).unwrap() {
                match event {
                    Event::Arrived(id) => left.retain(|it| *it != id),
                    Event::NoPath(..) => return Err(format!("{event:?} in {self:?}")),
                    _ => {}
                }
            }
            self.check(&crowd)?;
            now += DT;
            if now > MOST {
                let at = crowd.agents().map(|it| self.frame.plan(it.1.position));
                let at: Vec<DVec3> = at.collect();
                return Err(format!("{left:?} of {at:?} in {self:?}"));
            }
        }
        Ok((crowd.agents().map(|it| it.1.position).collect(), now))
    }
}

/// All arrive in a corridor, no two overlap, and equal runs are equal.
fn all_arrive(seed: u64) -> Result<(), String> {
    let plan = Plan::drawn(&mut Draws::new(seed));
    let (played, _) = plan.play()?;
    let again = seed.is_multiple_of(4).then(|| plan.play()).transpose()?;
    match again {
        Some((again, _)) if again != played => Err(format!("{again:?}, not {played:?}")),
        _ => Ok(()),
    }
}

#[test]
fn flows_against_each_other_arrive_in_every_corridor() {
    hold(
        "corridors",
        seeds(1, 40),
        || (),
        |seed, ()| all_arrive(seed),
    );
}
