//! Many agents in larger scenes.

use voxnav::MoveSet;
use voxnav::glam::IVec3;
use voxnav::grid::Axis;
use voxnav_crowd::mapf::{
    CollisionModel, Guidance, JointOptions, JointOutcome, JointSearch, LifelongPlanner, Limit,
    Limits, Threads, plan_joint, verify_joint_plan,
};
use voxnav_testkit::{Draws, hold, seeds};

use super::scenes::{MOVES, Scene, among_any};

/// Draws a scene in which everybody reaches everything, if the draw is lucky.
fn crowd(draws: &mut Draws, options: JointOptions) -> Option<Scene> {
    let flat = options
        .moves
        .fixed_axis()
        .map_or(IVec3::ZERO, |axis: Axis| axis.unit());
    let size = draws.vector(IVec3::splat(8), IVec3::splat(16)) * (IVec3::ONE - flat) + flat;
    let (blocked, most) = (
        draws.below(25),
        u16::try_from(size.element_product() / 4).unwrap(),
    );
    let agents = draws.between(2, most.min(120));
    Scene::draw(draws, size, blocked, usize::from(agents), options)
}

#[test]
fn plans_of_crowds_are_legal() {
    let told = hold(
        "crowds",
        seeds(0, 30),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let options = JointOptions::new().moves(draws.pick(&MOVES)).seed(seed);
            let bodies = [
                CollisionModel::Points,
                CollisionModel::balls(2, 5).unwrap(),
                CollisionModel::balls(3, 5).unwrap(),
            ];
            let bodies = draws.pick(&bodies);
            let bodies = among_any(&draws, bodies);
            let options = options.bodies(bodies).limits(Limits::none().expanded(3000));
            let Some(scene) = crowd(&mut draws, options) else {
                return Ok(0);
            };
            let outcome = plan_joint(&scene.world, &scene.starts, &scene.goals, &scene.options);
            match outcome.map_err(|error| error.to_string())? {
                JointOutcome::Unsolvable => Ok(0),
                JointOutcome::LimitReached(_) if bodies != CollisionModel::Points => Ok(1),
                outcome => scene.checked(outcome).map(|_| 2),
            }
        },
    );
    let planned = told.iter().filter(|&&it| it == 2).count();
    println!("{planned} of {}", told.len());
    assert!(planned > 10);
}

#[test]
fn threads_change_nothing() {
    for mut draws in voxnav_testkit::cases(0, 4) {
        let options = JointOptions::new()
            .moves(MoveSet::Face6)
            .limits(Limits::none().expanded(300));
        let Some(scene) = crowd(&mut draws, options.clone()) else {
            continue;
        };
        let plan = |threads: Threads| {
            let options = options.clone().threads(threads);
            plan_joint(&scene.world, &scene.starts, &scene.goals, &options).unwrap()
        };
        assert_eq!(plan(Threads::One), plan(Threads::Pool));
    }
}

#[test]
fn limits_are_kept() {
    let options = JointOptions::new().moves(MoveSet::Face6);
    let scene = Scene::draw(&mut Draws::new(3), IVec3::splat(12), 0, 60, options).unwrap();
    let outcome = |limits: Limits| {
        let options = scene.options.clone().limits(limits);
        plan_joint(&scene.world, &scene.starts, &scene.goals, &options).unwrap()
    };
    let expanded = outcome(Limits::none().expanded(3));
    assert_eq!(expanded, JointOutcome::LimitReached(Limit::Expanded));
    // The cells, the tables, and the configurations are too much, one after the other.
    for bytes in [0, 1_000, 20_000, 40_000] {
        assert_eq!(
            outcome(Limits::none().memory(bytes)),
            JointOutcome::LimitReached(Limit::Memory)
        );
    }
    assert!(
        scene
            .checked(outcome(Limits::none().memory(1 << 20)))
            .is_ok()
    );
}

/// A crowd of about a third of all cells, on a plane.
fn dense(draws: &mut Draws) -> Option<Scene> {
    let options = JointOptions::new().moves(MoveSet::Planar4(Axis::Z));
    let options = options.seed(draws.word());
    let size = draws.vector(IVec3::new(14, 14, 1), IVec3::new(20, 20, 1));
    let agents = size.element_product() * 3 / 10;
    Scene::draw(draws, size, 8, usize::try_from(agents).unwrap(), options)
}

/// Guidance changes which plan is found, not whether there is one; over many crowds it saves a sixth of the cost and more.
#[test]
fn guided_plans_are_shorter_and_found_wherever_others_are() {
    let told = hold(
        "guided crowds",
        seeds(0, 8),
        || (),
        |seed, ()| {
            let Some(scene) = dense(&mut Draws::new(seed)) else {
                return Ok([0; 2]);
            };
            let costs = [Guidance::Auto, Guidance::Off].map(|guidance| {
                let options = scene.options.clone().guidance(guidance);
                let ends = (&scene.starts[..], &scene.goals[..]);
                let mut search = JointSearch::new(&scene.world, ends.0, ends.1, &options).unwrap();
                let outcome = search.advance(u64::MAX).unwrap();
                let costs_nothing = search.guided() == 0;
                assert_eq!(costs_nothing, guidance == Guidance::Off, "{scene:?}");
                match outcome {
                    JointOutcome::Planned(plan) => {
                        verify_joint_plan(&scene.world, ends.0, ends.1, &plan, &options)
                            .map(Some)
                            .map_err(|fault| fault.to_string())
                    }
                    JointOutcome::Unsolvable => Ok(None),
                    other => Err(format!("{other:?}")),
                }
            });
            match costs {
                [Ok(Some(guided)), Ok(Some(other))] => Ok([guided, other]),
                [Ok(None), Ok(None)] => Ok([0; 2]),
                other => Err(format!("{other:?}")),
            }
        },
    );
    let sum = |which: usize| told.iter().map(|costs| costs[which]).sum::<u64>();
    assert!(6 * sum(0) < 5 * sum(1), "{} of {}", sum(0), sum(1));
}

/// To any goal they are shorter by more, and agents may take other goals.
#[test]
fn guided_plans_to_any_goal_are_shorter() {
    let mut sums = [0; 2];
    for seed in seeds(80, 4) {
        let Some(mut scene) = dense(&mut Draws::new(seed)) else {
            continue;
        };
        let goals = scene.goals.clone();
        for (sum, guidance) in sums.iter_mut().zip([Guidance::Auto, Guidance::Off]) {
            scene.options.guidance = guidance;
            let search =
                JointSearch::unlabeled(&scene.world, &scene.starts, &goals, &scene.options);
            let mut search = search.unwrap();
            if let JointOutcome::Planned(plan) = search.finish() {
                let taken: Vec<IVec3> = search.goals().iter().map(|&it| goals[it]).collect();
                let ends = (&scene.starts[..], &taken[..]);
                let cost =
                    verify_joint_plan(&scene.world, ends.0, ends.1, &plan, &scene.options).unwrap();
                assert!(cost >= plan.shortest());
                *sum += cost;
            }
        }
    }
    assert!(5 * sums[0] < 4 * sums[1], "{sums:?}");
}

/// Returns the goals that agents reach in so many steps.
fn reached(scene: &Scene, guidance: Guidance, steps: u32) -> u32 {
    let options = scene.options.clone().guidance(guidance);
    let mut fleet = LifelongPlanner::new(&scene.world, &scene.starts, &options).unwrap();
    let (mut draws, mut reached) = (Draws::new(7), 0);
    for _ in 0..steps {
        for agent in 0..fleet.agents() {
            if fleet.has_reached(agent) {
                // Some free cells are walled in.
                let is_sent = fleet.set_goal(agent, draws.pick(&scene.free)).is_ok();
                reached += u32::from(is_sent);
            }
        }
        fleet.next_step();
    }
    reached
}

#[test]
fn guided_agents_without_end_reach_more_goals() {
    let told = hold(
        "guided without end",
        seeds(40, 4),
        || (),
        |seed, ()| {
            let Some(scene) = dense(&mut Draws::new(seed)) else {
                return Ok([0; 2]);
            };
            Ok([Guidance::Auto, Guidance::Off].map(|it| reached(&scene, it, 120)))
        },
    );
    let sum = |which: usize| told.iter().map(|reached| reached[which]).sum::<u32>();
    assert!(10 * sum(0) > 11 * sum(1), "{} to {}", sum(0), sum(1));
}
