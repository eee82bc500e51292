//! The grid of the well-known tutorials: parts in a world of colliders, tiles of five units, and a
//! box laid over each tile to see whether something is in the way.
//!
//! The box is as wide as a tile and has no height at all, so that it passes over the floor it lies
//! on and is stopped by whatever stands on the floor.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, Vec3};
use voxnav::grid::Axis;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, MoveSet, Navigator, Outcome, RouteOptions};

/// The side of a tile in world units.
const SIZE: f32 = 5.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let eight_directions = RouteOptions::default().moves(MoveSet::Planar8(Axis::Y));
    let mut navigator = Navigator::in_region(SIZE.into(), [-40.0, 0.0, -40.0], [40.0, 0.0, 40.0])?
        .with_options(eight_directions);

    // A floor whose top is at height zero, and a wall with a door in the middle.
    let floor = SharedShape::cuboid(50.0, 1.0, 50.0);
    navigator.insert(Obstacle::new(floor).at([0.0, -1.0, 0.0]))?;
    let half_wall = SharedShape::cuboid(1.0, 6.0, 20.0);
    for z in [-25.0, 25.0] {
        navigator.insert(Obstacle::new(half_wall.clone()).at([0.0, 6.0, z]))?;
    }
    let door = SharedShape::cuboid(0.5, 6.0, 5.0);
    let door = navigator.insert(Obstacle::new(door).at([0.0, 6.0, 0.0]))?;

    // The box (SIZE, 0, SIZE), by its half extents.
    let part = navigator.add_agent(Agent::new(Vec3::new(SIZE, 0.0, SIZE) / 2.0))?;
    let (from, to) = ([-31.0, 0.0, -21.0], [29.0, 0.0, 22.0]);
    let closed = navigator.find_route(part, from, to)?;
    assert_eq!(closed.outcome, Outcome::Unreachable);

    // The door slides aside, into the wall.
    navigator.move_to(door, [0.0, 6.0, 12.0])?;
    let open = navigator.find_route(part, from, to)?;
    assert!(open.is_found());
    // From the position to the nearest tile and from the last tile to the goal; in between every step
    // goes to one of the eight tiles around.
    assert_eq!(open.waypoints.first(), Some(&DVec3::from(from)));
    assert_eq!(open.waypoints.last(), Some(&DVec3::from(to)));
    let tiles = &open.waypoints[1..open.waypoints.len() - 1];
    assert_eq!(tiles.first(), Some(&DVec3::new(-30.0, 0.0, -20.0)));
    assert_eq!(tiles.last(), Some(&DVec3::new(30.0, 0.0, 20.0)));
    for step in tiles.windows(2) {
        let tiles = ((step[1] - step[0]) / f64::from(SIZE)).as_ivec3();
        assert!(tiles.y == 0 && tiles.abs().max_element() == 1);
    }
    // The wall is passed where the door was.
    let at_wall = open.waypoints.iter().find(|waypoint| waypoint.x == 0.0);
    assert!(at_wall.is_some_and(|waypoint| waypoint.z.abs() <= 5.0));

    println!("door closed: {}", closed.outcome.name());
    println!(
        "door open:   {} in {} steps, {:.2} units",
        open.outcome.name(),
        tiles.len() - 1,
        open.length
    );
    Ok(())
}
