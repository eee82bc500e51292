//! Joint plans by the time: within limits, and where the plan has the agents.

use voxnav::glam::{DVec3, IVec3};
use voxnav::guidance::{MotionLimits, TrajectoryError};
use voxnav_crowd::mapf::{JointPlan, JointTrajectory, PlannedLeg};
use voxnav_testkit::{Draws, Frame, cases};

/// The share by which rounding may exceed a limit.
const ROUNDING: f64 = 1e-9;

/// Draws paths of moves to any of the 26 neighbors, and waits: meeting is no matter of time.
fn drawn_plan(draws: &mut Draws) -> JointPlan {
    let paths = (0..draws.between(1, 5)).map(|_| {
        let mut cell = IVec3::new(
            draws.between(0, 9),
            draws.between(0, 9),
            draws.between(0, 9),
        );
        let mut path = vec![cell];
        for _ in 0..draws.below(12) {
            let way = [(); 3].map(|()| draws.between(-1, 1));
            cell += IVec3::from(way) * i32::from(draws.percent(70));
            path.push(cell);
        }
        path
    });
    JointPlan::new(paths.collect(), 0)
}

#[test]
fn agents_keep_their_limits_and_the_places_of_the_plan() {
    for mut draws in cases(0, 200) {
        let lattice = Frame::of_any_sides(&mut draws).lattice();
        let plan = drawn_plan(&mut draws);
        let mut any = |low, high| {
            let is_set = draws.percent(70);
            let value: f64 = draws.magnitude(low, high);
            if is_set { value } else { f64::INFINITY }
        };
        let limits = MotionLimits::new(any(0.5, 8.0).min(9.0))
            .acceleration(any(0.3, 9.0))
            .braking(any(0.3, 9.0))
            .jerk(any(0.3, 30.0))
            .climb_rate(any(0.2, 2.0));
        let timed = JointTrajectory::new(&plan, &lattice, &limits).unwrap();
        let grain = ROUNDING
            * lattice
                .origin()
                .abs()
                .max_element()
                .max(lattice.longest_side());
        let duration = timed.duration();
        for number in 0..=300 {
            let now = duration / 300.0 * f64::from(number);
            // The step, and the share of it that each agent has made.
            let mut share: Option<(usize, f64)> = None;
            for agent in 0..plan.agents() {
                let at = timed.at(agent, now);
                let step = at.leg;
                let ends = [step, step + 1].map(|step| plan.at(agent, step).as_dvec3());
                let [from, to] = ends.map(|cell| lattice.position_of(cell));
                let way = to - from;
                let along = (at.position - from).dot(way) / way.length_squared().max(1e-300);
                assert!(at.position.distance(from + way * along) <= grain);
                if way != DVec3::ZERO {
                    let known = *share.get_or_insert((step, along));
                    let off = (known.1 - along).abs() * way.length();
                    assert!(known.0 == step && off <= grain, "{known:?} {along}");
                    assert!((-grain..=1.0 + grain).contains(&along));
                }
                let up = limits.up.unit().as_dvec3();
                let holds = |value: f64, limit: f64| value <= limit * (1.0 + ROUNDING);
                assert!(
                    holds(at.velocity.length(), limits.speed),
                    "{at:?} {limits:?}"
                );
                let climb = at.velocity.dot(up).abs();
                assert!(holds(climb, limits.climb_rate), "{at:?} {limits:?}");
                let most = limits.acceleration.max(limits.braking);
                assert!(holds(at.acceleration.length(), most), "{at:?} {limits:?}");
            }
        }
        let mut time = 0.0;
        for agent in 0..plan.agents() {
            let end = timed.at(agent, f64::INFINITY);
            let last = plan.at(agent, plan.steps()).as_dvec3();
            assert!(end.position == lattice.position_of(last) && end.velocity == DVec3::ZERO);
            // No step takes less than its longest move at full speed.
            let path = plan.path(agent);
            let ways = path
                .windows(2)
                .map(|ends| ((ends[1] - ends[0]).as_dvec3() * lattice.sizes()).length());
            time = f64::max(time, ways.sum::<f64>() / limits.speed);
        }
        assert!(duration >= time * (1.0 - ROUNDING), "{duration} {time}");
    }
}

#[test]
fn plans_of_legs_have_no_one_law_of_time() {
    let step = PlannedLeg {
        begins: 0,
        ends: 2,
        to: IVec3::X,
    };
    let plan = JointPlan::of_legs(vec![IVec3::ZERO], vec![vec![step]], 2);
    let lattice = Frame::drawn(&mut Draws::new(62)).lattice();
    let timed = JointTrajectory::new(&plan, &lattice, &MotionLimits::new(1.0));
    assert_eq!(timed, Err(TrajectoryError::Legs));
}
