//! Ramps, off the lattice: walked up to the limit of the agent and not beyond, by narrow bodies and wide ones.

use voxnav::colliders::{Obstacle, ObstacleId, Placement};
use voxnav::glam::{DQuat, DVec3, Vec3};
use voxnav::ground::{Locomotion, Reach};
use voxnav::parry3d::shape::{Cuboid, SharedShape};
use voxnav::{Agent, AgentId, Navigator};
use voxnav_testkit::{Draws, cases};

/// The height of the ledge that the ramp leads to, in world units: more than a step and two cells.
const LEDGE: f64 = 3.0;

/// The largest step, in world units: over the cells here, that of a ramp of 60 degrees and more.
const STEP: f64 = 1.0;

/// A floor, a ledge, and a ramp between the two that goes into both of them. Its surface leaves the floor at x = 8.
struct Ramp {
    /// The angle, in degrees.
    angle: f64,
    /// The sides of cells.
    sizes: [f64; 3],
    corner: DVec3,
    rise: DVec3,
    /// True if the ramp is the triangles of its surface.
    is_mesh: bool,
}

impl Ramp {
    fn drawn(draws: &mut Draws) -> Self {
        let side = draws.pick(&[0.3, 0.5]);
        Self {
            angle: f64::from(draws.between(12_u8, 59)) + draws.within(0.2, 0.8),
            sizes: [side, side, draws.pick(&[0.1, 0.125, side])],
            corner: DVec3::from_array([(); 3].map(|()| draws.within(-0.5, 0.5))),
            rise: DVec3::from_array([(); 3].map(|()| draws.within(-0.3, 0.3))),
            is_mesh: false,
        }
    }

    /// The length of the ramp along the floor.
    fn length(&self) -> f64 {
        LEDGE / self.angle.to_radians().tan()
    }

    fn level(&self) -> Navigator {
        let end = DVec3::new(8.0 + self.length() + 6.0, 8.0, 8.0);
        let from = self.corner - DVec3::Z * 2.0;
        let mut level = Navigator::between_faces(self.sizes, from, end + self.corner).unwrap();
        let block = |from: [f64; 3], to: [f64; 3]| {
            Obstacle::between(DVec3::from(from) + self.rise, DVec3::from(to) + self.rise)
        };
        level
            .insert(block([-9.0, -9.0, -4.0], [90.0, 20.0, 0.0]))
            .unwrap();
        let top = 8.0 + self.length();
        level
            .insert(block([top, -9.0, -1.0], [90.0, 20.0, LEDGE]))
            .unwrap();
        let (sine, cosine) = self.angle.to_radians().sin_cos();
        // A plate whose upper face goes through the edge of the floor and that of the ledge.
        let half = Vec3::new(0.0, 20.0, 0.5).with_x(DVec3::splat(LEDGE / sine / 2.0).as_vec3().x);
        let middle = DVec3::new(8.0 + self.length() / 2.0, 4.0, LEDGE / 2.0);
        let below = DVec3::new(sine, 0.0, -cosine) * 0.5;
        let turn = DQuat::from_rotation_y(-self.angle.to_radians());
        let plate = if self.is_mesh {
            let (points, triangles) = Cuboid::new(half).to_trimesh();
            SharedShape::trimesh(points, triangles).unwrap()
        } else {
            SharedShape::cuboid(half.x, half.y, half.z)
        };
        let plate = Obstacle::new(plate);
        level
            .insert(plate.at(Placement::new(middle + below + self.rise, turn)))
            .unwrap();
        level
    }

    /// An agent of a half width, with a limit or without.
    fn walker(level: &mut Navigator, half: f32, slope: Option<u8>) -> AgentId {
        let reach = Reach {
            step: STEP,
            drop: STEP,
            slope,
            ..Reach::default()
        };
        let able = Locomotion::walker()
            .in_units(level.lattice(), &reach)
            .unwrap();
        let body = Agent::new([half, half, 0.8].into());
        level.add_agent((body, able)).unwrap()
    }

    fn is_climbed(&self, level: &mut Navigator, agent: AgentId) -> bool {
        let from = DVec3::new(4.0, 4.0, 0.0) + self.rise;
        let to = DVec3::new(8.0 + self.length() + 3.0, 4.0, LEDGE) + self.rise;
        let [up, down] = [(from, to), (to, from)]
            .map(|(from, to)| level.find_route(agent, from, to).unwrap().is_found());
        assert_eq!(up, down, "nobody drops from the ledge");
        up
    }
}

#[test]
fn ramps_are_climbed_up_to_the_limit_by_bodies_of_any_width() {
    let mut climbed = [0; 2];
    for mut draws in cases(0x005_1093, 24) {
        let ramp = Ramp::drawn(&mut draws);
        let mut level = ramp.level();
        let half = draws.pick(&[0.1, 0.24, 0.4, 0.7]);
        let slope = draws.between(5_u8, 75);
        let limited = Ramp::walker(&mut level, half, Some(slope));
        let is_climbed = ramp.is_climbed(&mut level, limited);
        assert_eq!(
            is_climbed,
            ramp.angle < f64::from(slope),
            "{} degrees, limit {slope}, half {half}, {:?}",
            ramp.angle,
            ramp.sizes
        );
        climbed[usize::from(is_climbed)] += 1;
        // What was too steep was so for no other reason.
        let free = Ramp::walker(&mut level, half, Some(89));
        // Feet on the ramp itself are there, however far the body is from it on the downhill side.
        for share in [0.2, 0.5, 0.8] {
            let feet = DVec3::new(8.0 + ramp.length() * share, 4.0, LEDGE * share);
            let feet = feet + ramp.rise + DVec3::Z * draws.pick(&[0.0, 0.02]);
            let stands = level.nearest_place(free, feet, 0.0).unwrap();
            assert!(
                stands.is_some(),
                "{} degrees, half {half}, {:?}",
                ramp.angle,
                ramp.sizes
            );
            let on_floor = level.floor_under(free, feet).unwrap().unwrap();
            assert!(
                (on_floor - feet).length() < 0.05,
                "{on_floor} below {feet}, {} degrees, half {half}, {:?}",
                ramp.angle,
                ramp.sizes
            );
        }
        assert!(
            ramp.is_climbed(&mut level, free),
            "{} degrees, half {half}",
            ramp.angle
        );
    }
    assert!(climbed.iter().all(|count| *count > 3), "{climbed:?}");
}

#[test]
fn curbs_are_stepped_on_whatever_their_sides() {
    for (height, is_climbed) in [(0.25, true), (0.9, false)] {
        let mut level =
            Navigator::between_faces([0.5, 0.5, 0.1], [0.0; 3], [16.0, 8.0, 5.0]).unwrap();
        // A long wedge of 70 degrees on the floor, all across the level.
        let back = 1.2;
        let [low, high] = [5.13_f32, 5.13 + height / 70_f32.to_radians().tan()];
        let corners = [
            [low, 0.0],
            [high, height],
            [high + back, height],
            [high + back, 0.0],
        ];
        let points = [-1.0, 9.0].map(|y| corners.map(|[x, z]| Vec3::new(x, y, z)));
        let hull: Vec<_> = points
            .concat()
            .into_iter()
            .map(|it| it.to_array().into())
            .collect();
        let curb = SharedShape::convex_hull(&hull).unwrap();
        level.insert(Obstacle::new(curb)).unwrap();
        let reach = Reach {
            step: 0.4,
            slope: Some(45),
            ..Reach::default()
        };
        let able = Locomotion::walker()
            .in_units(level.lattice(), &reach)
            .unwrap();
        let walker = level
            .add_agent((Agent::new([0.2, 0.2, 0.9].into()), able))
            .unwrap();
        let onto = [5.13 + 0.9, 4.0, f64::from(height)];
        let route = level.find_route(walker, [2.0, 4.0, 0.0], onto).unwrap();
        assert_eq!(route.is_found(), is_climbed, "{height}");
    }
}

#[test]
fn slopes_follow_what_obstacles_do() {
    let mut found = [0; 2];
    for mut draws in cases(0x005_1094, 10) {
        let low = draws.pick(&[0.125, 0.25, 0.5]);
        let level =
            || Navigator::between_faces([0.5, 0.5, low], [0.0; 3], [12.0, 12.0, 6.0]).unwrap();
        let agents = |level: &mut Navigator| {
            [Some(20), Some(50), None].map(|slope| {
                let reach = Reach {
                    step: 1.0,
                    drop: 1.0,
                    slope,
                    ..Reach::default()
                };
                let able = Locomotion::walker()
                    .in_units(level.lattice(), &reach)
                    .unwrap();
                level
                    .add_agent((Agent::new([0.2, 0.2, 0.4].into()), able))
                    .unwrap()
            })
        };
        let mut edited = level();
        let walkers = agents(&mut edited);
        let mut live: Vec<(ObstacleId, Obstacle)> = Vec::new();
        for _ in 0..6 {
            let tilt = DQuat::from_rotation_y(draws.within(-1.2, 1.2));
            let tilt = DQuat::from_rotation_z(draws.within(0.0, 6.0)) * tilt;
            let at = DVec3::new(
                draws.within(0.0, 12.0),
                draws.within(0.0, 12.0),
                draws.within(0.0, 2.0),
            );
            let placement = Placement::new(at, tilt);
            if !live.is_empty() && draws.below(2) == 0 {
                let place = draws.below(live.len());
                let (id, obstacle) = &mut live[place];
                edited.move_to(*id, placement).unwrap();
                *obstacle = obstacle.clone().at(placement);
            } else {
                let [x, y] = [(); 2].map(|()| draws.within(1.0, 4.0));
                let obstacle = Obstacle::new(SharedShape::cuboid(x, y, 0.3)).at(placement);
                live.push((edited.insert(obstacle.clone()).unwrap(), obstacle));
            }
            let mut anew = level();
            let fresh = agents(&mut anew);
            for (_, obstacle) in &live {
                anew.insert(obstacle.clone()).unwrap();
            }
            for _ in 0..6 {
                let [from, to] = [(); 2].map(|()| {
                    DVec3::new(
                        draws.within(0.5, 11.5),
                        draws.within(0.5, 11.5),
                        draws.within(0.0, 4.0),
                    )
                });
                for (walker, other) in walkers.into_iter().zip(fresh) {
                    let ask = |level: &mut Navigator, agent| {
                        let [from, to] =
                            [from, to].map(|at| level.nearest_place(agent, at, 3.0).unwrap());
                        let (from, to) = (from?, to?);
                        let route = level.find_route(agent, from, to).unwrap();
                        Some((from, to, route.path().map(voxnav::Path::cost)))
                    };
                    let [one, two] = [ask(&mut edited, walker), ask(&mut anew, other)];
                    assert_eq!(one, two);
                    found[usize::from(one.is_some_and(|(_, _, cost)| cost.is_some()))] += 1;
                }
            }
        }
    }
    assert!(found[1] > 100, "{found:?}");
}

/// Feet on a ramp are there for every walker, with a limit of slopes or without, wherever in a column of cells.
#[test]
fn feet_on_a_ramp_are_there_without_a_limit_of_slopes() {
    let mut walked = 0;
    for mut draws in cases(0x00_F337, 24) {
        let ramp = Ramp {
            is_mesh: draws.percent(50),
            ..Ramp::drawn(&mut draws)
        };
        let mut level = ramp.level();
        let half = draws.pick(&[0.1, 0.14]);
        let free = Ramp::walker(&mut level, half, None);
        // Over a cube, a steeper ramp rises by more than the rule for feet looks at.
        let is_steep = ramp.angle > 45.0 && level.lattice().cubic_size().is_some();
        if is_steep || !ramp.is_climbed(&mut level, free) {
            continue;
        }
        walked += 1;
        let top = DVec3::new(8.0 + ramp.length() + 3.0, 4.0, LEDGE) + ramp.rise;
        for _ in 0..20 {
            let share = draws.within(0.1, 0.9);
            let feet = DVec3::new(
                8.0 + ramp.length() * share,
                draws.within(3.0, 5.0),
                LEDGE * share,
            );
            let feet = feet + ramp.rise + DVec3::Z * draws.pick(&[0.0, 0.02]);
            let what = format!("{} degrees, {:?}, half {half}", ramp.angle, ramp.sizes);
            let route = level.find_route(free, feet, top).unwrap();
            assert!(route.is_found(), "{:?}: {what}", route.outcome);
            let on_floor = level.floor_under(free, feet).unwrap().unwrap();
            assert!(
                (on_floor - feet).length() < 0.05,
                "{on_floor} below {feet}: {what}"
            );
        }
    }
    assert!(walked > 5, "{walked}");
}
