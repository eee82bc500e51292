//! Random crowds in random worlds.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{Axis, CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::{Lattice, UnknownPolicy};
use voxnav_crowd::avoidance::{
    Avoidance, Body, BodyId, FreeSpace, FreeSpaceId, MotionGoal, Settings, Shape,
};
use voxnav_testkit::{Draws, Frame};

use crate::oracle::{Moved, depth, entered};

/// A crowd under test, with where each body is sent.
pub(crate) struct World {
    pub(crate) crowd: Avoidance,
    /// The cells and their size, and the room in the crowd; `None` in the open.
    pub(crate) cells: Option<(Lattice, Traversability, FreeSpaceId)>,
    pub(crate) sent: Vec<(BodyId, DVec3)>,
    /// The axis along which discs are tall.
    up: Axis,
    /// The number of bodies that something was in the way of.
    pub(crate) held: usize,
}

/// Half of the edge of the space in which bodies are.
const HALF: f64 = 8.0;

impl World {
    /// Makes an empty crowd in the open.
    pub(crate) fn open() -> Self {
        Self {
            crowd: Avoidance::new(Settings::default()),
            cells: None,
            sent: Vec::new(),
            up: Axis::Z,
            held: 0,
        }
    }

    /// Draws a crowd of up to `most` bodies.
    pub(crate) fn drawn(draws: &mut Draws, most: usize) -> Self {
        let mut crowd = Avoidance::new(Settings::default());
        let up = draws.pick(&Axis::ALL);
        crowd.set_up(up);
        let cells = draws.percent(60).then(|| cells(draws));
        let cells = cells.map(|(lattice, world)| {
            let room = crowd.add_free_space(FreeSpace::of_cells(lattice, world.clone()));
            (lattice, world, room)
        });
        let mut world = Self {
            crowd,
            cells,
            sent: Vec::new(),
            up,
            held: 0,
        };
        let count = 2 + draws.below(most - 1);
        let is_alike = draws.percent(50);
        for _ in 0..count {
            world.add(draws, is_alike);
        }
        world
    }

    /// Adds a body where there is room, if a few tries find any.
    pub(crate) fn add(&mut self, draws: &mut Draws, is_alike: bool) {
        let radius = match (&self.cells, is_alike) {
            (_, true) => 0.45,
            (Some(_), _) => draws.within(0.1, 0.5),
            (None, _) => draws.magnitude(0.1, 2.0),
        };
        let shape = if draws.percent(25) {
            let height = draws.within(0.3, 1.0);
            Body::disc(radius, height, DVec3::ZERO)
        } else {
            Body::ball(radius, DVec3::ZERO)
        };
        let Some(position) = self.place(draws, &shape.shape) else {
            return;
        };
        // Half of all exchange places with one before them.
        let goal = match self.sent.last() {
            Some(&(other, _)) if draws.percent(50) => self.crowd.position(other).unwrap(),
            _ => draws.point(-HALF, HALF),
        };
        let mut body = shape.with_speed(draws.within(0.5, 6.0));
        (body.position, body.priority) = (position, draws.between(0, 1));
        body.room = self.cells.as_ref().map(|cells| cells.2);
        if draws.percent(40) {
            body = body.with_acceleration(draws.magnitude(0.5, 50.0));
        }
        let id = self.crowd.add(body).unwrap();
        self.sent.push((id, goal));
    }

    /// Draws a position at which a body is clear and overlaps no other.
    pub(crate) fn place(&self, draws: &mut Draws, shape: &Shape) -> Option<DVec3> {
        let tries = (0..50)
            .map(|_| draws.point(-HALF, HALF))
            .collect::<Vec<_>>();
        tries.into_iter().find(|&at| self.place_at(shape, at))
    }

    /// Returns whether a body at a position is clear and overlaps no other.
    pub(crate) fn place_at(&self, shape: &Shape, position: DVec3) -> bool {
        let one = Moved {
            shape: *shape,
            from: position,
            to: position,
        };
        let is_apart = self.crowd.bodies().all(|(_, body)| {
            let reach = stopping(body);
            let other = Moved {
                shape: body.shape,
                from: body.position,
                to: body.position + reach,
            };
            depth(&one, &other, self.up.unit().as_dvec3()) < -1e-5
        });
        is_apart && self.is_clear(position, position)
    }

    /// Whether the swept cube of a cell is clear.
    pub(crate) fn is_clear(&self, from: DVec3, to: DVec3) -> bool {
        self.cells.as_ref().is_none_or(|(lattice, world, _)| {
            let [from, to] = [from, to].map(|it| lattice.coordinates_of(it).unwrap());
            entered(from, to, |cell| !world.is_traversable(cell)).is_none()
        })
    }

    /// Sends all bodies straight to where they are sent.
    pub(crate) fn head_on(&mut self) {
        for &(id, goal) in &self.sent {
            let way = goal - self.crowd.position(id).unwrap();
            self.crowd
                .set_goal(id, MotionGoal::velocity(way * 4.0))
                .unwrap();
        }
    }

    /// Sends bodies straight to where they are sent, or somewhere else at times.
    pub(crate) fn goal(&mut self, draws: &mut Draws) {
        for &(id, goal) in &self.sent {
            let body = self.crowd.body(id).unwrap();
            let way = goal - body.position;
            let goal = match draws.below(20_u32) {
                0 => MotionGoal::velocity(draws.point(-8.0, 8.0)),
                1 => MotionGoal::hold(body.position),
                _ => MotionGoal::velocity(way * 4.0),
            };
            self.crowd.set_goal(id, goal).unwrap();
        }
    }

    /// Moves the crowd, and describes what must not have happened.
    pub(crate) fn tick(&mut self, seconds: f64) -> Result<(), String> {
        let before: Vec<(BodyId, Body)> =
            self.crowd.bodies().map(|(id, body)| (id, *body)).collect();
        self.crowd.tick(seconds).unwrap();
        let moved: Vec<Moved> = before
            .iter()
            .map(|(id, body)| Moved {
                shape: body.shape,
                from: body.position,
                to: self.crowd.position(*id).unwrap(),
            })
            .collect();
        for (number, one) in moved.iter().enumerate() {
            let (id, was) = &before[number];
            if !self.is_clear(one.from, one.to) {
                return Err(format!("{id} enters a blocked cell: {one:?}"));
            }
            let body = self.crowd.body(*id).unwrap();
            if !within_limits(was, body, seconds) {
                return Err(format!("{id} is too fast: {was:?} {body:?}"));
            }
            for (other, two) in moved[..number].iter().enumerate() {
                let depth = depth(one, two, self.up.unit().as_dvec3());
                if depth > crate::oracle::TOLERANCE {
                    let other = before[other].0;
                    return Err(format!("{id} overlaps {other} by {depth}: {one:?} {two:?}"));
                }
            }
            let MotionGoal::Velocity { velocity, .. } = was.goal else {
                continue;
            };
            let wanted = velocity.clamp_length_max(was.max_speed);
            self.held += usize::from(body.velocity.distance(wanted) > 0.01 * was.max_speed);
        }
        Ok(())
    }
}

/// The stopping displacement of a body.
pub(crate) fn stopping(body: &Body) -> DVec3 {
    let most = body.max_acceleration.unwrap_or(f64::INFINITY);
    body.velocity * body.velocity.length() / (2.0 * most)
}

/// Whether a body has kept to its limits in a tick.
fn within_limits(was: &Body, body: &Body, seconds: f64) -> bool {
    let gain = was
        .max_acceleration
        .map_or(f64::INFINITY, |most| most * seconds);
    body.velocity.length() <= was.max_speed * (1.0 + 1e-9)
        && body.velocity.distance(was.velocity) <= gain * (1.0 + 1e-9) + 1e-12
}

/// Draws cells around zero, as a frame shifts them, with a border that is blocked because nothing is beyond.
fn cells(draws: &mut Draws) -> (Lattice, Traversability) {
    let size = draws.pick(&[0.5, 1.0, 1.3]);
    let frame = Frame::drawn(draws);
    #[expect(clippy::cast_possible_truncation, reason = "a few cells")]
    let half = (HALF / size) as i32;
    let bounds = CellBox::new(IVec3::splat(-half), IVec3::splat(half + 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let share = draws.pick(&[0, 1, 5, 15]);
    for cell in bounds.cells() {
        if draws.percent(share) {
            builder.set(cell, CellState::Occupied).unwrap();
        }
    }
    // Positions of bodies count from zero: a frame far away is for crowds, which count from the origin of the cells.
    let origin = (frame.shift + DVec3::Z * (frame.floor - 0.5)) * size;
    let lattice = Lattice::new(origin, size).unwrap();
    (
        lattice,
        Traversability::new(&builder.commit(), UnknownPolicy::Blocked),
    )
}
