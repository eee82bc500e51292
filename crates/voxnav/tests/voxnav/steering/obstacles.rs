//! Rooms full of obstacles, and what an agent does there.

use super::walker::{Numbers, Surroundings};
use crate::play::Play;
use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, Vec3};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator};
use voxnav_testkit::Draws;

/// An agent that is to get from one place to another, at both of which it stands clear.
pub(crate) struct Room {
    pub(crate) navigator: Navigator,
    pub(crate) agent: AgentId,
    pub(crate) from: DVec3,
    pub(crate) to: DVec3,
}

impl Room {
    pub(crate) fn random(draws: &mut Draws) -> Option<Self> {
        let reach = draws.pick(&[0.0, 40.0, 1000.0]);
        let corner = draws.point(-reach, reach);
        let size = DVec3::new(14.0, draws.within(3.0, 8.0), 14.0);
        let cell = draws.within(0.5, 1.0);
        let mut navigator = Navigator::in_region(cell, corner, corner + size).unwrap();
        let position = |draws: &mut Draws| {
            let share = draws.point(0.0, 1.0);
            corner + size * share
        };
        for _ in 0..draws.below(24) {
            let obstacle = Obstacle::new(shape(draws)).at(position(draws));
            let _ = navigator.insert(obstacle).unwrap();
        }
        #[expect(clippy::cast_possible_truncation, reason = "half extents of an agent")]
        let half = Vec3::from([(); 3].map(|()| (thickness(draws) * cell) as f32));
        let agent = navigator.add_agent(Agent::new(half)).unwrap();
        let play = Play::new(&navigator, agent);
        let [from, to] = [(); 2].map(|()| {
            let mut positions = (0..40).map(|_| position(draws));
            positions.find(|&position| play.stands(position))
        });
        let (from, to) = (from?, to?);
        Some(Self {
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

fn shape(draws: &mut Draws) -> SharedShape {
    #[expect(clippy::cast_possible_truncation, reason = "the size of an obstacle")]
    let mut size = || draws.magnitude(0.2, 3.0) as f32;
    let [x, y, z] = [size(), size(), size()];
    match draws.below(5) {
        0 => SharedShape::ball(x),
        1 => SharedShape::cylinder(x, y),
        2 => SharedShape::capsule_y(x, y),
        3 => SharedShape::cuboid(x, 20.0, z),
        _ => SharedShape::cuboid(x, y, z),
    }
}

impl Surroundings for Play {
    fn assert_untouched(&self, from: DVec3, to: DVec3, numbers: Numbers) {
        let rounding = match numbers {
            Numbers::Double => 0.0,
            Numbers::Single => 4.0 * f32::EPSILON * from.as_vec3().abs().max_element(),
        };
        let touches = self.touches_deeper_than(rounding, from, to);
        let touch = self.touch_between(from, to);
        assert!(!touches, "{numbers:?}, {from} to {to}: {touch:?}");
    }

    fn stands(&self, position: DVec3) -> bool {
        self.is_within(position) && self.is_clear(position)
    }
}
