//! A body alone goes as its wishes say.

use voxnav::Lattice;
use voxnav::UnknownPolicy;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
use voxnav_crowd::avoidance::{Avoidance, Body, BodyId, FreeSpace, MotionGoal, Settings};
use voxnav_testkit::{Draws, cases};

const TICK: f64 = 1.0 / 30.0;

/// Returns a vector made no longer than a length.
fn at_most(vector: DVec3, length: f64) -> DVec3 {
    vector * (length / vector.length()).min(1.0)
}

/// Returns the velocity that a body wants in the next tick.
fn wanted(body: &Body, seconds: f64) -> DVec3 {
    match body.goal {
        MotionGoal::Velocity { velocity } => at_most(velocity, body.max_speed),
        MotionGoal::MoveTo { to, speed } => {
            at_most((to - body.position) / seconds, speed.min(body.max_speed))
        }
        _ => DVec3::ZERO,
    }
}

/// Returns how far the velocity of a body in a tick is off what it would be alone in the world: as near to the wanted
/// one as it gets; or, on its way to a point, such that it would come to rest on the line from where it does if it
/// brakes to where it does at the wanted velocity, as far on as it gets.
fn off(body: &Body, seconds: f64, now: DVec3) -> f64 {
    let (before, wanted) = (body.velocity, wanted(body, seconds));
    let Some(most) = body.max_acceleration else {
        return now.distance(wanted);
    };
    if let MotionGoal::Velocity { .. } = body.goal {
        return now.distance(before + at_most(wanted - before, most * seconds));
    }
    let rest = |velocity: DVec3| velocity * (seconds + velocity.length() / (2.0 * most));
    let braked = before - at_most(before, most * seconds);
    let [from, to, at] = [braked, wanted, now].map(rest);
    let (way, gain) = (to - from, now.distance(before) / (most * seconds));
    let share = ((at - from).dot(way) / way.length_squared().max(1e-300)).clamp(0.0, 1.0);
    let short = if now.distance(wanted) < 1e-9 {
        0.0
    } else {
        1.0 - gain
    };
    at.distance(from + way * share)
        .max(gain - 1.0)
        .max(short - 1e-4)
}

/// Draws a goal of a body on its way.
fn drawn_goal(draws: &mut Draws) -> MotionGoal {
    let there = draws.point(-20.0, 20.0);
    if draws.below(2_u32) == 0 {
        MotionGoal::velocity(there * 0.2)
    } else {
        MotionGoal::move_to(there, draws.within(0.5, 5.0))
    }
}

/// Plays a body whose goal changes at times, and counts the ticks in which it moved.
fn goes_as_it_wishes(crowd: &mut Avoidance, id: BodyId, draws: &mut Draws) -> usize {
    let mut moved = 0;
    for tick in 0..90 {
        if tick % 30 == 0 {
            crowd.set_goal(id, drawn_goal(draws)).unwrap();
        }
        let body = *crowd.body(id).unwrap();
        let told = crowd.tick(TICK).unwrap();
        assert!(told.is_empty(), "{told:?}");
        let now = crowd.body(id).unwrap().velocity;
        let off = off(&body, TICK, now);
        assert!(off < 1e-9, "tick {tick}: {off} off {body:?}");
        moved += usize::from(now != DVec3::ZERO);
    }
    moved
}

/// Draws a ball that speeds up slowly, or at once.
fn drawn_body(draws: &mut Draws, at: DVec3) -> Body {
    let body = Body::ball(draws.within(0.2, 0.6), at).with_speed(draws.within(1.0, 6.0));
    match draws.below(3_u32) {
        0 => body,
        _ => body.with_acceleration(draws.within(0.5, 10.0)),
    }
}

#[test]
fn a_body_alone_goes_as_it_wishes() {
    let mut moved = 0;
    for mut draws in cases(1, 200) {
        let mut crowd = Avoidance::new(Settings::default());
        let body = drawn_body(&mut draws, DVec3::ZERO);
        let id = crowd.add(body).unwrap();
        moved += goes_as_it_wishes(&mut crowd, id, &mut draws);
    }
    assert!(moved > 1000, "{moved} only moved");
}

/// A body that has no neighbors anymore does not turn aside, whatever others did to it before.
#[test]
fn a_body_whose_crowd_has_left_goes_as_it_wishes() {
    let mut turned = 0;
    for mut draws in cases(2, 60) {
        let mut crowd = Avoidance::new(Settings::default());
        let body = drawn_body(&mut draws, DVec3::ZERO);
        let to = DVec3::X * 6.0;
        let id = crowd
            .add(body.with_goal(MotionGoal::move_to(to, 4.0)))
            .unwrap();
        let others: Vec<_> = (0..40_u32)
            .map(|number| {
                let [x, y, z] = [number % 2, number / 2 % 4, number / 8].map(f64::from);
                let at = DVec3::new(2.0 + x * 1.3, (y - 1.5) * 1.3, (z - 2.0) * 1.3);
                let other = drawn_body(&mut draws, at).with_goal(MotionGoal::move_to(-to, 4.0));
                crowd.add(other).unwrap()
            })
            .collect();
        for _ in 0..draws.below(60_u32) {
            crowd.tick(TICK).unwrap();
        }
        let aside = crowd.position(id).unwrap();
        turned += usize::from(aside.y.hypot(aside.z) > 0.1);
        for other in others {
            crowd.remove(other).unwrap();
        }
        // It looks around once.
        crowd.tick(TICK).unwrap();
        goes_as_it_wishes(&mut crowd, id, &mut draws);
    }
    assert!(turned > 10, "{turned} only turned aside before");
}

/// A body that is to rest at its place stops there, not next to it.
#[test]
fn a_body_that_turned_aside_comes_to_rest_where_it_stays() {
    for mut draws in cases(3, 60) {
        let mut crowd = Avoidance::new(Settings::default());
        let body = drawn_body(&mut draws, DVec3::ZERO);
        let to = DVec3::X * 6.0;
        let id = crowd.add(body.with_goal(MotionGoal::hold(to))).unwrap();
        let at = DVec3::X * 2.5;
        let in_way = Body::ball(0.6, at).with_speed(0.0);
        crowd.add(in_way.with_goal(MotionGoal::hold(at))).unwrap();
        let mut was_near = false;
        for _ in 0..900 {
            crowd.tick(TICK).unwrap();
            let away = crowd.position(id).unwrap().distance(to);
            let stays = was_near && body.max_acceleration.is_none();
            assert!(!stays || away < 0.01, "{away} away again");
            was_near |= away < 0.01;
        }
        let body = crowd.body(id).unwrap();
        assert!(body.position.distance(to) < 1e-6, "{body:?}");
    }
}

#[test]
fn a_body_that_speeds_up_slowly_comes_to_rest_without_going_too_far() {
    for mut draws in cases(4, 60) {
        let mut crowd = Avoidance::new(Settings::default());
        let most = draws.within(0.5, 10.0);
        let body = drawn_body(&mut draws, DVec3::ZERO).with_acceleration(most);
        let to = draws.point(-6.0, 6.0);
        let id = crowd.add(body.with_goal(MotionGoal::hold(to))).unwrap();
        for _ in 0..900 {
            crowd.tick(TICK).unwrap();
            let gone = crowd.position(id).unwrap().dot(to) / to.length();
            assert!(gone < to.length() + 1e-9, "{gone} of {}", to.length());
        }
        let away = crowd.position(id).unwrap().distance(to);
        assert!(away < 1e-6, "{away}");
    }
}

/// Points of smooth ways are rounded: a body that stops at one goes on to where planners find a way.
#[test]
fn a_body_that_rests_beside_its_row_of_cells_comes_back_into_it() {
    for mut draws in cases(5, 60) {
        let bounds = CellBox::from_size(IVec3::new(9, 1, 1));
        let aisle = OccupancyBuilder::new(bounds).unwrap().commit();
        let cells = Traversability::new(&aisle, UnknownPolicy::Blocked);
        let mut crowd = Avoidance::new(Settings::default());
        let room = crowd.add_free_space(FreeSpace::of_cells(Lattice::default(), cells.clone()));
        let mut aside = || draws.within(1e-8, 4e-7) * if draws.percent(50) { 1.0 } else { -1.0 };
        let at = DVec3::new(4.0, aside(), aside());
        assert_eq!(cells.is_clear(at, at), Ok(false));
        let body = drawn_body(&mut draws, at).with_goal(MotionGoal::hold(at));
        let id = crowd.add(body.within(room)).unwrap();
        for _ in 0..30 {
            crowd.tick(TICK).unwrap();
        }
        let at = crowd.position(id).unwrap();
        assert_eq!(cells.is_clear(at, at), Ok(true), "{at}");
    }
}
