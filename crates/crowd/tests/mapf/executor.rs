//! Plans that are followed by order: whatever the delays, all arrive and no two meet. The check looks at places alone.
//!
//! `src/mapf/executor/order.rs` has the invariant that followers keep.

use voxnav::glam::{DVec3, IVec3};
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointPlan, JointPlanError, Limits, PlanExecutor,
    plan_joint,
};
use voxnav_testkit::{Draws, cases};

use super::scenes::{MOVES, Scene, among_any, sides_of};

/// Lets agents go one at a time, for any part of their way, some of them seldom; fails where two come nearer than
/// `least`, or where no agent may go on.
fn follow(plan: &JointPlan, bodies: CollisionModel, draws: &mut Draws) -> Result<(), String> {
    let least = match bodies {
        CollisionModel::Balls(radius) => {
            let (over, under) = radius.parts();
            // As much as sides are rounded by.
            2.0 * f64::from(over) / f64::from(under) - 1e-8
        }
        _ => 1e-9,
    };
    let mut following = match PlanExecutor::new(plan, bodies) {
        Err(JointPlanError::Turn { .. }) if bodies != CollisionModel::Points => return Ok(()),
        other => other.map_err(|error| error.to_string())?,
    };
    let sides = sides_of(bodies);
    let mut places: Vec<DVec3> = (0..plan.agents())
        .map(|it| plan.at(it, 0).as_dvec3())
        .collect();
    let slow: Vec<bool> = places.iter().map(|_| draws.percent(30)).collect();
    while !following.is_done() {
        let able: Vec<usize> = (0..places.len())
            .filter(|&it| following.target(it).is_some())
            .collect();
        let waiting =
            (0..places.len()).filter(|it| !able.contains(it) && !following.has_arrived(*it));
        for agent in waiting {
            if following.waits_for(agent).is_empty() {
                return Err(format!("{agent} waits for nobody"));
            }
        }
        let eager: Vec<usize> = able.iter().copied().filter(|&it| !slow[it]).collect();
        if able.is_empty() {
            return Err("nobody may go on".into());
        }
        let among = if eager.is_empty() || draws.percent(5) {
            able
        } else {
            eager
        };
        let agent = draws.pick(&among);
        let goal = following.target(agent).ok_or("the target is gone")?.place();
        let from = places[agent];
        let is_whole = draws.percent(60);
        let to = if is_whole {
            goal
        } else {
            from.lerp(goal, draws.share())
        };
        for (other, &place) in places.iter().enumerate() {
            let near = from_segment(place * sides, from * sides, to * sides);
            if other != agent && near < least {
                return Err(format!(
                    "{agent} comes as near to {other} as {near} on its way to {to}"
                ));
            }
        }
        places[agent] = to;
        if is_whole {
            following.arrived(agent);
        }
    }
    let ends = (0..places.len()).map(|it| plan.at(it, plan.steps()).as_dvec3());
    ends.eq(places)
        .then_some(())
        .ok_or_else(|| "somebody is not there".into())
}

fn from_segment(place: DVec3, from: DVec3, to: DVec3) -> f64 {
    let way = to - from;
    let share = (place - from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
    place.distance(from + way * share.clamp(0.0, 1.0))
}

#[test]
fn all_arrive_and_nobody_meets_whatever_the_delays() {
    let mut followed = [0; 2];
    for mut draws in cases(0, 120) {
        let bodies = draws.pick(&[
            CollisionModel::Points,
            CollisionModel::balls(2, 5).unwrap(),
            CollisionModel::balls(1, 2).unwrap(),
        ]);
        let bodies = among_any(&draws, bodies);
        let options = JointOptions::new()
            .moves(draws.pick(&MOVES))
            .bodies(bodies)
            .seed(draws.word())
            .limits(Limits::none().expanded(400));
        let flat = options
            .moves
            .fixed_axis()
            .map_or(IVec3::ZERO, voxnav::grid::Axis::unit);
        let size = draws.vector(IVec3::splat(2), IVec3::splat(8)) * (IVec3::ONE - flat) + flat;
        let blocked = draws.below(30);
        let most = u16::try_from(size.element_product() / 3)
            .unwrap()
            .clamp(2, 25);
        let agents = draws.between(2, most);
        let Some(scene) = Scene::draw(&mut draws, size, blocked, usize::from(agents), options)
        else {
            continue;
        };
        let outcome = plan_joint(&scene.world, &scene.starts, &scene.goals, &scene.options);
        let Ok(outcome @ JointOutcome::Planned(_)) = outcome else {
            continue;
        };
        let plan = scene.checked(outcome).unwrap();
        for _ in 0..3 {
            follow(&plan, bodies, &mut draws).unwrap();
        }
        followed[usize::from(bodies == CollisionModel::Points)] += 1;
    }
    assert!(followed.into_iter().all(|count| count > 8), "{followed:?}");
}

#[test]
fn agents_that_turn_around_each_other_go_together() {
    let corners = [IVec3::ZERO, IVec3::X, IVec3::new(1, 1, 0), IVec3::Y];
    let turn = |steps: usize| -> JointPlan {
        let path = |it: usize| (0..=steps).map(|step| corners[(it + step) % 4]).collect();
        JointPlan::new((0..4).map(path).collect(), 0)
    };
    let mut draws = Draws::new(1);
    for steps in 1..9 {
        follow(&turn(steps), CollisionModel::Points, &mut draws).unwrap();
        follow(
            &turn(steps),
            CollisionModel::balls(1, 4).unwrap(),
            &mut draws,
        )
        .unwrap();
    }
    // Two of them are as near as the square root of a half of a cell, half-way.
    let wide = CollisionModel::balls(3536, 10_000).unwrap();
    let refused = PlanExecutor::new(&turn(1), wide);
    assert!(matches!(refused, Err(JointPlanError::Turn { step: 1, .. })));
}

#[test]
fn one_that_leaves_is_waited_for_no_more() {
    let row = |from: i32| (from..from + 3).map(|x| IVec3::new(x, 0, 0)).collect();
    let plan = JointPlan::new(vec![row(0), row(1)], 4);
    let mut following = PlanExecutor::new(&plan, CollisionModel::Points).unwrap();
    assert_eq!(
        (following.target(0), following.waits_for(0)),
        (None, vec![1])
    );
    following.arrived(0);
    assert_eq!(
        following.target(0),
        None,
        "nothing was allowed, so nothing was reached"
    );
    following.leave(1);
    assert!(following.has_arrived(1) && following.target(0).is_some());
    following.leave(7);
    following.arrived(7);
    assert_eq!(following.target(7), None);
}
