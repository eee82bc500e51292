//! Changes from outside of a crowd: characters, bodies put into others, edits.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::{Lattice, UnknownPolicy};
use voxnav_crowd::avoidance::{
    Avoidance, Body, Character, Event, FreeSpace, MotionGoal, Neighbor, Settings, Shape,
};
use voxnav_testkit::cases;

use crate::oracle::{Moved, TOLERANCE, depth};

#[test]
fn no_body_moves_into_a_character() {
    let (mut ran_into, mut near) = (0, 0);
    for mut draws in cases(1, 60) {
        let mut crowd = Avoidance::new(Settings::default());
        let id = crowd
            .add(Body::ball(0.5, [0.0; 3]).with_speed(4.0))
            .unwrap();
        let shape = Shape::Ball {
            radius: draws.within(0.3, 2.0),
        };
        let mut at = draws.point(-6.0, 6.0);
        let mut velocity = draws.point(-6.0, 6.0);
        if at.length() < 3.0 {
            continue;
        }
        for _ in 0..60 {
            if draws.percent(10) {
                velocity = draws.point(-6.0, 6.0) - at;
            }
            let (body, seconds) = (*crowd.body(id).unwrap(), 1.0 / 30.0);
            crowd
                .set_goal(id, MotionGoal::velocity(at - body.position))
                .unwrap();
            crowd
                .set_characters(&[Character::new(shape, at, velocity)])
                .unwrap();
            crowd.tick(seconds).unwrap();
            let to = crowd.position(id).unwrap();
            let moved = |shape, from, to| Moved { shape, from, to };
            let character = moved(shape, at, at + velocity * seconds);
            let own = depth(&moved(body.shape, body.position, to), &character, DVec3::Z);
            let at_rest = depth(
                &moved(body.shape, body.position, body.position),
                &character,
                DVec3::Z,
            );
            // Where the two overlap, they would have done so at rest.
            assert!(own <= TOLERANCE || at_rest > -1e-5, "{own} {at_rest}");
            ran_into += usize::from(own > TOLERANCE);
            near += usize::from(own > -0.1);
            at += velocity * seconds;
        }
    }
    assert!(near > 50 && ran_into < near, "{ran_into} of {near}");
}

#[test]
fn bodies_put_into_each_other_part_and_touch_no_third() {
    for mut draws in cases(2, 40) {
        let mut crowd = Avoidance::new(Settings::default());
        let count = draws.between(2, 12);
        let ids: Vec<_> = (0..count)
            .map(|_| {
                crowd
                    .add(Body::ball(0.5, draws.point(-1.5, 1.5)).with_speed(2.0))
                    .unwrap()
            })
            .collect();
        let overlaps = |crowd: &Avoidance| -> Vec<(usize, usize, f64)> {
            let at = |number: usize| crowd.position(ids[number]).unwrap();
            let pairs = (0..ids.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            let depths = pairs.map(|(a, b)| (a, b, 1.0 - at(a).distance(at(b))));
            depths.filter(|one| one.2 > TOLERANCE).collect()
        };
        let mut before = overlaps(&crowd);
        for _ in 0..200 {
            let told = crowd.tick(1.0 / 30.0).unwrap().to_vec();
            let is_told = told.iter().any(|it| matches!(it, Event::Overlaps { .. }));
            assert_eq!(is_told, !before.is_empty(), "{before:?} {told:?}");
            let now = overlaps(&crowd);
            for &(a, b, depth) in &now {
                let was = before.iter().find(|it| (it.0, it.1) == (a, b));
                let was = was.unwrap_or_else(|| panic!("{a} came to overlap {b}"));
                assert!(depth <= was.2 + 1e-9, "{a} went deeper into {b}");
            }
            before = now;
        }
        assert_eq!(before, [], "all have parted");
    }
}

#[test]
fn a_body_walled_in_by_an_edit_is_told_and_leaves() {
    let bounds = CellBox::from_size(IVec3::splat(9));
    let room = |blocked: &[IVec3]| {
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for &cell in blocked {
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        FreeSpace::of_cells(Lattice::default(), world)
    };
    let mut crowd = Avoidance::new(Settings::default());
    let id = crowd.add_free_space(room(&[]));
    let body = crowd
        .add(Body::ball(0.4, [4.3, 4.0, 4.0]).within(id))
        .unwrap();
    assert_eq!(crowd.tick(0.1).unwrap(), []);
    crowd.set_free_space(id, room(&[IVec3::splat(4)])).unwrap();
    assert_eq!(crowd.tick(0.1).unwrap(), [Event::Enclosed { body }]);
    let told = (0..30)
        .map(|_| crowd.tick(0.1).unwrap().len())
        .collect::<Vec<_>>();
    assert_eq!(told.last(), Some(&0));
    let left = crowd
        .position(body)
        .unwrap()
        .distance(DVec3::new(5.0, 4.0, 4.0));
    assert!(left < TOLERANCE);
}

#[test]
fn who_waits_and_who_is_stuck_is_told() {
    let mut crowd = Avoidance::new(Settings::default());
    let body = crowd
        .add(Body::ball(0.5, [0.0; 3]).with_goal(MotionGoal::velocity(DVec3::X)))
        .unwrap();
    let wall = Character::new(Shape::Ball { radius: 50.0 }, [51.0, 0.0, 0.0], [0.0; 3]);
    crowd.set_characters(&[wall]).unwrap();
    let mut told = Vec::new();
    for _ in 0..240 {
        told.extend_from_slice(crowd.tick(1.0 / 30.0).unwrap());
    }
    assert_eq!(
        told[0],
        Event::Waits {
            body,
            behind: Neighbor::Character(0)
        }
    );
    assert!(
        matches!(told[1], Event::Stuck { since, .. } if since < 2.0),
        "{told:?}"
    );
    assert_eq!(told.len(), 2);
}

/// A slow ball is far from the feet of a tall body that touches it with its head.
#[test]
fn who_goes_along_a_line_pushes_a_slow_ball_out_of_the_way_of_its_head() {
    for mut draws in cases(3, 60) {
        let mut crowd = Avoidance::new(Settings::default());
        let to = DVec3::X * 3.0;
        let tall = Body::disc(0.2, 0.9, [0.0; 3]).with_speed(1.7);
        let tall = crowd
            .add(tall.with_goal(MotionGoal::move_along(to, 1.7)))
            .unwrap();
        let at = DVec3::new(1.5, draws.within(-0.3, 0.3), draws.within(0.7, 1.0));
        let small = Body::ball(0.2, at).with_speed(draws.within(0.2, 0.5));
        let small = crowd.add(small.with_goal(MotionGoal::hold(at))).unwrap();
        for _ in 0..300 {
            crowd.tick(1.0 / 30.0).unwrap();
        }
        let [came, is_back] = [tall, small].map(|it| crowd.position(it).unwrap());
        assert!(came.distance(to) < 1e-6, "{came} past {at}");
        assert!(is_back.distance(at) < 1e-3, "{is_back}, not {at}");
    }
}
