//! Obstacles that move unless they would close on an agent.

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::parry3d::shape::SharedShape;
use voxnav_crowd::crowd::{Crowd, CrowdSettings, MoveOutcome};
use voxnav_testkit::cases;

use super::worlds::{DRONE, Hall, SIZE, WALKER};

/// An obstacle that closes never touches an agent, wherever agents walk and fly; only agents near it are in the way.
#[test]
fn nothing_closes_on_an_agent() {
    let mut closed = [0, 0];
    for mut draws in cases(0, 2) {
        let mut world = Hall::drawn(&mut draws);
        let half = draws.point(0.2, 0.9);
        let shape = world.frame.half(half * 2.0);
        let door = Obstacle::new(SharedShape::cuboid(shape.x, shape.y, shape.z));
        let door = door.at(world.world(DVec3::splat(90.0)));
        let door = world.navigator.insert(door).unwrap();
        let mut crowd = world.crowd(10, CrowdSettings::default(), &mut draws);
        let ids: Vec<_> = crowd.agents().map(|(id, _)| id).collect();
        for frame in 0..150 {
            if frame % 60 == 0 {
                for &id in &ids {
                    let flies = crowd.agent(id).unwrap().body == world.drone;
                    if let Some(to) = world.place(flies, &mut draws) {
                        crowd.send(id, world.world(to)).unwrap();
                    }
                }
            }
            let at = if draws.percent(50) && !ids.is_empty() {
                world.position(&crowd, draws.pick(&ids)) + draws.point(-1.5, 1.5)
            } else {
                DVec3::new(draws.share(), draws.share(), draws.share()) * SIZE
            };
            // A walker is where it rests on the ground below its feet.
            let touched = |world: &mut Hall, crowd: &Crowd| {
                let mut agents = crowd.agents();
                agents.any(|(_, agent)| {
                    let position = world.counted(agent.body, agent.position, true);
                    let (center, size) = if agent.body == world.drone {
                        (position, DRONE)
                    } else {
                        (position + DVec3::Z * WALKER.z, WALKER)
                    };
                    (center - at).abs().cmplt(half + size - 2e-3).all()
                })
            };
            let before = world.navigator.obstacles().placement(door);
            let to = world.world(at);
            match crowd
                .try_move_obstacle(&mut world.navigator, door, to)
                .unwrap()
            {
                MoveOutcome::Moved => {
                    closed[0] += 1;
                    assert!(
                        !touched(&mut world, &crowd),
                        "frame {frame} {:?}",
                        world.frame
                    );
                }
                MoveOutcome::Blocked(who) => {
                    closed[1] += 1;
                    assert_eq!(world.navigator.obstacles().placement(door), before);
                    for id in who {
                        let apart = (world.position(&crowd, id) - at).abs() - half;
                        // The height of a walker, and the cell that it shares.
                        assert!(apart.max_element() < 1.5, "{apart}");
                    }
                }
            }
            crowd.update(&mut world.navigator, 1.0 / 60.0).unwrap();
        }
    }
    assert!(closed.iter().all(|times| *times > 20), "{closed:?}");
}
