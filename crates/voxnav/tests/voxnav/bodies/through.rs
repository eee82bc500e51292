//! Never through anything.

use voxnav::colliders::Obstacle;
use voxnav::glam::Vec3;
use voxnav::grid::{Axis, Baking};
use voxnav::parry3d::shape::SharedShape;
use voxnav::smoothing::Curve;
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, Algorithm, MoveSet, Navigator, RouteOptions, SmoothPathOptions};

use voxnav_testkit::cases;

use super::worlds::World;

fn smoothings() -> [Smoothing; 4] {
    [
        Smoothing::new(),
        Smoothing::default(),
        Smoothing::new()
            .pull_string()
            .shorten(0.05)
            .unwrap()
            .space(0.7)
            .unwrap(),
        Smoothing::new()
            .simplify(0.5)
            .unwrap()
            .round(Curve::CatmullRom, 2.0)
            .unwrap(),
    ]
}

#[test]
fn no_route_and_no_trail_sweeps_through_a_collider() {
    let smoothings = smoothings();
    let (mut routes, mut segments) = (0, 0);
    for (index, mut draws) in cases(0x0712_7061, 150).enumerate() {
        let colliders = 5 + draws.below(40);
        let mut world = World::new(&mut draws, colliders);
        for _ in 0..4 {
            let moves = draws.pick(&[
                MoveSet::Vertex26,
                MoveSet::Vertex26,
                MoveSet::Edge18,
                MoveSet::Face6,
                MoveSet::Planar8(Axis::Y),
            ]);
            let algorithm = draws.pick(&[Algorithm::Auto, Algorithm::Auto, Algorithm::LazyTheta]);
            let options = RouteOptions::default().moves(moves).algorithm(algorithm);
            let [from, to] = [world.position(&mut draws), world.position(&mut draws)];
            let agent = world.agent;
            let route = world.navigator.find_route_with(agent, from, to, &options);
            let route = route.unwrap();
            if !route.is_found() {
                continue;
            }
            routes += 1;
            assert!(
                world.sweeps(&route.waypoints),
                "world {index}: {:?}",
                world.body
            );
            for smoothing in &smoothings {
                let options = SmoothPathOptions::default().smoothing(smoothing.clone());
                let smooth_path = world.navigator.smooth_path(agent, &route, &options);
                let smooth_path = smooth_path.unwrap().unwrap();
                segments += smooth_path.waypoints().len() - 1;
                assert!(
                    world.sweeps(smooth_path.waypoints()),
                    "world {index}: {:?}",
                    world.body
                );
            }
        }
    }
    assert!(routes > 170 && segments > 5_600, "{routes} {segments}");
}

/// A wall that no cell knows of, right between two.
#[test]
fn a_thin_wall_between_cells_is_a_wall_unless_asked_otherwise() {
    let mut navigator = Navigator::in_region(0.5, [-5.0, 0.0, -5.0], [5.0, 2.0, 5.0]).unwrap();
    let wall = Obstacle::new(SharedShape::cuboid(0.02, 50.0, 50.0));
    navigator.insert(wall.at([0.25, 0.0, 0.0])).unwrap();
    let thin = Agent::new(Vec3::splat(0.2));
    let agent = navigator.add_agent(thin).unwrap();
    let (from, to) = ([-4.0, 1.0, 0.0], [4.0, 1.0, 0.0]);
    assert!(!navigator.find_route(agent, from, to).unwrap().is_found());
    let reckless = navigator.add_agent(thin.baked(Baking::Centers)).unwrap();
    assert!(navigator.find_route(reckless, from, to).unwrap().is_found());
}
