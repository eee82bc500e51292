//! Rooms full of obstacles, and what an agent does there.

use super::walker::{Numbers, Surroundings};
use crate::play::Play;
use voxnav::colliders::{Obstacle, Placement};
use voxnav::glam::{DQuat, DVec3};
use voxnav::grid::CellBox;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator};
use voxnav_testkit::{Draws, Frame};

/// An agent that is to get from one place to another, at both of which it stands clear: a plan in cells that a frame puts
/// anywhere.
pub(crate) struct Room {
    pub(crate) frame: Frame,
    pub(crate) navigator: Navigator,
    pub(crate) agent: AgentId,
    pub(crate) from: DVec3,
    pub(crate) to: DVec3,
}

impl Room {
    pub(crate) fn random(draws: &mut Draws) -> Option<Self> {
        let frame = Frame::drawn(draws);
        // A cell is half to all as wide as the thinnest obstacles are apart.
        let unit = draws.within(1.0, 2.0);
        let size = DVec3::new(14.0, draws.within(3.0, 8.0), 14.0) * unit;
        let bounds = CellBox::from_size(size.ceil().as_ivec3() + 1);
        let bounds = frame.cells(bounds);
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        let position = |draws: &mut Draws| {
            let share = draws.point(0.0, 1.0);
            frame.position(size * share)
        };
        for _ in 0..draws.below(24) {
            let shape = shape(&frame, unit, draws);
            let at = Placement::new(position(draws), shape.1);
            let _ = navigator.insert(Obstacle::new(shape.0).at(at)).unwrap();
        }
        let half = DVec3::from([(); 3].map(|()| thickness(draws)));
        let agent = Agent::new(frame.half(half));
        let agent = navigator.add_agent(agent).unwrap();
        let play = Play::new(&navigator, agent);
        let [from, to] = [(); 2].map(|()| {
            let mut positions = (0..40).map(|_| position(draws));
            positions.find(|&position| play.stands(position))
        });
        let (from, to) = (from?, to?);
        Some(Self {
            frame,
            navigator,
            agent,
            from,
            to,
        })
    }
}

/// Half of it, in cells, along one axis: nothing, thinner than cells or thicker.
fn thickness(draws: &mut Draws) -> f64 {
    match draws.below(4) {
        0 => 0.0,
        1 => draws.within(0.0, 0.5),
        _ => draws.within(0.0, 1.3),
    }
}

/// A shape and its rotation in a frame: sizes are in units of so many cells.
fn shape(frame: &Frame, unit: f64, draws: &mut Draws) -> (SharedShape, DQuat) {
    let size = DVec3::from([(); 3].map(|()| draws.magnitude(0.2, 3.0)));
    let half = |plan: DVec3| {
        let half = frame.half(plan * unit);
        SharedShape::cuboid(half.x, half.y, half.z)
    };
    let [x, y, _] = (size * (unit * frame.size)).as_vec3().to_array();
    match draws.below(5) {
        0 => (SharedShape::ball(x), DQuat::IDENTITY),
        1 => (SharedShape::cylinder(x, y), frame.rotation()),
        2 => (SharedShape::capsule_y(x, y), frame.rotation()),
        3 => (half(size.with_y(20.0)), DQuat::IDENTITY),
        _ => (half(size), DQuat::IDENTITY),
    }
}

impl Surroundings for Play {
    fn assert_untouched(&self, from: DVec3, to: DVec3, numbers: Numbers) {
        #[expect(clippy::cast_possible_truncation, reason = "a small distance")]
        let rounding = numbers.rounding(from) as f32;
        let touches = self.touches_deeper_than(rounding, from, to);
        let touch = self.touch_between(from, to);
        assert!(!touches, "{numbers:?}, {from} to {to}: {touch:?}");
    }

    fn stands(&self, position: DVec3) -> bool {
        self.is_within(position) && self.is_clear(position)
    }
}
