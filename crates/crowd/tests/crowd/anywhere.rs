//! Agents that a controller of the test or the crowd moves, in worlds that lie anywhere: off the cells, far away, turned,
//! with floors at any height and feet a little off them. They arrive, and touch no wall.

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::ground::{Action, Locomotion, Support};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator, RouteEnd};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event, MovedBy};
use voxnav_testkit::{Draws, Frame, drawn_slope, drawn_support, hold, seeds};

/// The plan, in cells: from the faces of its first cells to those of its last.
const CELLS: IVec3 = IVec3::new(28, 24, 10);
/// The rise in cells that a walker may be in the middle of: a step of one layer of cells is less than two high.
const STEP: f64 = 2.0;
const DT: f64 = 1.0 / 30.0;
/// The depth in cells to which a body may be in something: the touching rule, the roundings of `f32`, and the arithmetic of
/// the test.
const SKIN: f64 = 1.0 / 512.0;

/// A box of the plan.
#[derive(Clone, Copy, Debug)]
struct Block {
    low: DVec3,
    high: DVec3,
}

/// A body of the plan: half its width, its height, and whether it flies.
#[derive(Clone, Copy, Debug)]
struct Shape {
    half: DVec3,
    flies: bool,
}

struct World {
    frame: Frame,
    navigator: Navigator,
    blocks: Vec<Block>,
    shapes: [Shape; 2],
    walker: Locomotion,
    bodies: [AgentId; 2],
}

impl World {
    fn drawn(draws: &mut Draws) -> Self {
        let frame = Frame::on_ground(draws);
        let bounds = frame.cells(CellBox::from_size(CELLS));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        let floor = 0.5 + frame.floor;
        let end = CELLS.as_dvec3() - 0.5;
        let mut blocks = vec![Block {
            low: DVec3::new(-9.0, -9.0, floor - draws.pick(&[0.1, 0.7, 1.0])),
            high: DVec3::new(end.x + 9.0, end.y + 9.0, floor),
        }];
        for _ in 0..draws.below(16) {
            let low = DVec3::new(
                draws.within(1.0, end.x),
                draws.within(1.0, end.y),
                floor - 0.05,
            );
            let size = DVec3::new(
                draws.within(0.3, 5.0),
                draws.within(0.3, 5.0),
                match draws.below(4) {
                    0..3 => draws.within(0.1, 1.0),
                    _ => draws.within(2.5, 6.0),
                },
            );
            blocks.push(Block {
                low,
                high: low + size,
            });
        }
        for block in &blocks {
            let half = frame.half((block.high - block.low) / 2.0);
            let at = frame.position((block.low + block.high) / 2.0);
            let shape = SharedShape::cuboid(half.x, half.y, half.z);
            navigator.insert(Obstacle::new(shape).at(at)).unwrap();
        }
        let across = draws.within(0.2, 0.9);
        let walker = DVec3::new(across, across, draws.within(0.5, 1.4));
        let drone = DVec3::new(across, draws.within(0.2, 0.9), draws.within(0.2, 0.9));
        let shapes = [walker, drone].map(|half| Shape {
            half,
            flies: half == drone,
        });
        let locomotion = Locomotion {
            support: drawn_support(draws),
            slope: drawn_slope(draws),
            ..Locomotion::walker().with_up(frame.up())
        };
        let on_ground = (Agent::new(frame.half(walker)), locomotion.clone());
        let bodies = [
            navigator.add_agent(on_ground).unwrap(),
            navigator.add_agent(Agent::new(frame.half(drone))).unwrap(),
        ];
        Self {
            frame,
            navigator,
            blocks,
            shapes,
            walker: locomotion,
            bodies,
        }
    }

    /// Returns the height of the floor of the test below a body that can step up a little more than half a cell. A cell has
    /// a floor wherever a block reaches into it, and so has the test.
    fn ground(&self, shape: Shape, at: DVec3) -> Option<f64> {
        let reach = shape.half.max(DVec3::splat(0.52));
        let is_below = |it: &&Block| {
            let is_over = (at + reach).cmpge(it.low) & (at - reach).cmple(it.high);
            is_over.x && is_over.y && it.high.z <= at.z + 0.7
        };
        let tops = self.blocks.iter().filter(is_below).map(|it| it.high.z);
        tops.max_by(f64::total_cmp)
    }

    /// Returns whether a body is in a block: for walkers in one that is higher than so much above their feet.
    fn is_inside(&self, shape: Shape, at: DVec3, above: f64) -> bool {
        let lift = if shape.flies { 0.0 } else { shape.half.z };
        let center = at + DVec3::Z * lift;
        self.blocks.iter().any(|it| {
            let low = (center - shape.half + SKIN).cmplt(it.high).all();
            let high = (center + shape.half - SKIN).cmpgt(it.low).all();
            low && high && (shape.flies || it.high.z > at.z + above)
        })
    }

    fn is_way(&mut self, kind: usize, from: DVec3, to: DVec3) -> Option<f64> {
        let route = self.navigator.find_route(self.bodies[kind], from, to);
        let route = route.unwrap();
        let is_joined = [route.start, route.goal] == [RouteEnd::Joined; 2];
        let is_way = route.is_found() && (is_joined || !self.shapes[kind].flies);
        is_way.then_some(route.length)
    }

    /// Draws a place of the plan where feet are on the floor of the test, or a drone is clear of everything.
    fn place(&self, shape: Shape, draws: &mut Draws) -> Option<DVec3> {
        (0..30).find_map(|_| {
            let end = CELLS.as_dvec3() - 1.0;
            let mut at = DVec3::new(
                draws.within(0.5, end.x - 0.5),
                draws.within(0.5, end.y - 0.5),
                draws.within(2.0, 7.0),
            );
            if !shape.flies {
                at.z = self.ground(shape, at)? + self.frame.feet;
            }
            (!self.is_inside(shape, at, 0.01 - self.frame.feet)).then_some(at)
        })
    }
}

/// The agent as it is added to the crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Driver {
    Crowd,
    /// Applies the horizontal part of velocities, and has feet on a floor of its own.
    Feet,
    /// Applies velocities.
    Wings,
}

struct Sent {
    id: CrowdAgentId,
    shape: Shape,
    driver: Driver,
    /// The place in the plan.
    at: DVec3,
    to: DVec3,
    left: f64,
}

impl Sent {
    /// Moves the agent as its crowd says.
    fn drive(&mut self, world: &World, crowd: &mut Crowd) {
        let frame = &world.frame;
        let step = crowd.motion(self.id).unwrap();
        let before = crowd.position(self.id).unwrap();
        let by_step = matches!(
            step.action,
            Some(Action::StepUp | Action::Drop | Action::Jump | Action::Climb)
        );
        let next = match (self.driver, step.to) {
            (Driver::Crowd, _) => return self.at = frame.plan(before),
            (Driver::Feet, Some(to)) if by_step => {
                before + (to - before).clamp_length_max(step.velocity.length() * DT)
            }
            (Driver::Feet, _) => {
                let mut velocity = frame.plan_vector(step.velocity);
                velocity.z = 0.0;
                let mut at = self.at + velocity * DT;
                at.z = world
                    .ground(self.shape, at - DVec3::Z * frame.feet)
                    .map_or(at.z, |top| top + frame.feet);
                self.at = at;
                crowd.set_position(self.id, frame.position(at)).unwrap();
                return;
            }
            (Driver::Wings, _) => before + step.velocity * DT,
        };
        let next = frame.rounded(next);
        self.at = frame.plan(next);
        crowd.set_position(self.id, next).unwrap();
    }
}

/// Adds an agent that gets from one place to another, and sends it.
fn send(world: &mut World, crowd: &mut Crowd, draws: &mut Draws) -> Result<Option<Sent>, String> {
    let kind = draws.below(2_usize);
    let shape = world.shapes[kind];
    let driver = match (draws.percent(35), shape.flies) {
        (true, _) => Driver::Crowd,
        (_, true) => Driver::Wings,
        // A cell at the rim of a wide body bears it where the body itself is not above what fills a part of that cell: feet of
        // their own fall there, by more than a layer.
        _ if world.walker.support == Support::Any => Driver::Crowd,
        _ => Driver::Feet,
    };
    let (Some(at), Some(to)) = (world.place(shape, draws), world.place(shape, draws)) else {
        return Ok(None);
    };
    let [from, goal] = [at, to].map(|at| world.frame.position(at));
    let Some(length) = world.is_way(kind, from, goal) else {
        return Ok(None);
    };
    let speed = draws.within(2.0, 9.0) * world.frame.size;
    let moved_by = match driver {
        Driver::Crowd => MovedBy::Crowd,
        _ => MovedBy::Others,
    };
    let agent = CrowdAgent::new(world.bodies[kind], from).speed(speed);
    let added = crowd.add(&mut world.navigator, agent.moved_by(moved_by));
    let id = added.map_err(|error| format!("{:?}: {error}", world.frame))?;
    crowd.send(id, goal).unwrap();
    Ok(Some(Sent {
        id,
        shape,
        driver,
        at,
        to,
        left: 20.0 + 4.0 * length / speed,
    }))
}

/// Sends an agent through a world: it arrives along one route, touches no wall, and nothing else happens. Returns by what it
/// was moved, and whether it made a step or a drop.
fn sent_anywhere(seed: u64) -> Result<Option<(Driver, bool)>, String> {
    let mut draws = Draws::new(seed);
    let mut world = World::drawn(&mut draws);
    let mut crowd = Crowd::new(CrowdSettings::default());
    let mut sent = None;
    for _ in 0..4 {
        if sent.is_none() {
            sent = send(&mut world, &mut crowd, &mut draws)?;
        }
    }
    let Some(mut sent) = sent else {
        return Ok(None);
    };
    let mut told = Vec::new();
    while !told.contains(&Event::Arrived(sent.id)) {
        let place = format!("{} of {:?} by {:?}", sent.at, sent.shape, sent.driver);
        if world.is_inside(sent.shape, sent.at, STEP) {
            return Err(format!("in a wall at {place}: {:?} {told:?}", world.frame));
        }
        if sent.left < 0.0 {
            let step = crowd.motion(sent.id).unwrap();
            let World {
                frame,
                blocks,
                walker: Locomotion { support, slope, .. },
                ..
            } = &world;
            return Err(format!(
                "{place} does not come to {}: {step:?} {support:?} {slope:?} {frame:?} {blocks:?} {told:?}",
                sent.to
            ));
        }
        told.extend(crowd.update(&mut world.navigator, DT).unwrap());
        sent.drive(&world, &mut crowd);
        sent.left -= DT;
    }
    let is_step =
        |event: &Event| matches!(event, Event::ActionStarted(_, it) if *it != Action::Walk);
    let steps = told.iter().any(is_step);
    told.retain(|event| !matches!(event, Event::ActionStarted(..)));
    if told != [Event::RouteChanged(sent.id), Event::Arrived(sent.id)] {
        return Err(format!("{told:?} {:?} {:?}", world.frame, world.blocks));
    }
    Ok(Some((sent.driver, steps)))
}

#[test]
fn agents_arrive_wherever_their_world_lies() {
    let law = |seed, (): &mut ()| sent_anywhere(seed);
    let told = hold("anywhere", seeds(0, 600), || (), law);
    for driver in [Driver::Crowd, Driver::Feet, Driver::Wings] {
        let by_it = told.iter().flatten().filter(|it| it.0 == driver).count();
        assert!(by_it > 100, "{by_it} by {driver:?}");
    }
    let steps = told.iter().flatten().filter(|it| it.1).count();
    assert!(steps > 20, "{steps} with steps");
}
