//! Agents with goals without end: no two meet, and every agent gets to its goals as far as that can be.

use std::collections::BTreeSet;

use voxnav::glam::IVec3;
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointPlan, JointPlanError, LifelongPlanner, Limits,
    verify_joint_plan,
};
use voxnav_testkit::{Draws, cases};

use super::oracle;
use super::scenes::{MOVES, Scene, among_any};

/// Checks all steps so far as a plan from the starts to where all are now.
fn check(scene: &Scene, steps: &[Vec<IVec3>]) {
    let agents = 0..scene.starts.len();
    let paths: Vec<Vec<IVec3>> = agents
        .map(|it| steps.iter().map(|at| at[it]).collect())
        .collect();
    let ends: Vec<IVec3> = paths.iter().map(|path| path[path.len() - 1]).collect();
    let plan = JointPlan::new(paths, 0);
    let checked = verify_joint_plan(&scene.world, &scene.starts, &ends, &plan, &scene.options);
    assert!(checked.is_ok(), "{checked:?} {scene:?}");
}

/// Any agent reaches any cell where cells lie on circles: open boxes, more cells than agents.
#[test]
fn in_open_rooms_all_reach_goals_again_and_again() {
    for mut draws in cases(0, 25) {
        let moves = draws.pick(&MOVES);
        let flat = moves
            .fixed_axis()
            .map_or(IVec3::ZERO, voxnav::grid::Axis::unit);
        let size = draws.vector(IVec3::splat(2), IVec3::splat(7)) * (IVec3::ONE - flat) + flat;
        let cells = u16::try_from(size.element_product()).unwrap();
        let agents = usize::from(draws.between(1, (cells * 3 / 4).clamp(2, 30)));
        let options = JointOptions::new().moves(moves).seed(draws.word());
        let Some(scene) = Scene::draw(&mut draws, size, 0, agents, options) else {
            continue;
        };
        let mut fleet = LifelongPlanner::new(&scene.world, &scene.starts, &scene.options).unwrap();
        let mut reached = vec![0; agents];
        let mut steps = vec![scene.starts.clone()];
        while reached.iter().any(|&count| count < 4) {
            assert!(steps.len() < 4000, "{reached:?} {scene:?}");
            for (agent, count) in reached.iter_mut().enumerate() {
                if fleet.has_reached(agent) {
                    *count += 1;
                    fleet.set_goal(agent, draws.pick(&scene.free)).unwrap();
                }
            }
            steps.push(fleet.next_step().to_vec());
        }
        check(&scene, &steps);
    }
}

/// The configurations that can be reached, at most so many.
fn configurations(scene: &Scene, from: &[IVec3], most: usize) -> Option<Vec<Vec<IVec3>>> {
    let free: BTreeSet<[i32; 3]> = scene.free.iter().map(IVec3::to_array).collect();
    let key = |cells: &[IVec3]| -> Vec<[i32; 3]> { cells.iter().map(IVec3::to_array).collect() };
    let mut seen = BTreeSet::from([key(from)]);
    let mut all = vec![from.to_vec()];
    let mut next = 0;
    while next < all.len() {
        let cells = all[next].clone();
        next += 1;
        let mut partial: Vec<Vec<IVec3>> = vec![Vec::new()];
        for (agent, &cell) in cells.iter().enumerate() {
            let steps = oracle::steps(scene, &free, cell);
            let mut longer = Vec::new();
            for before in &partial {
                for &to in &steps {
                    let mut others = before.iter().enumerate();
                    let bodies = scene.options.bodies;
                    if !others.any(|(other, &there)| {
                        oracle::meets([cells[other], there], [cell, to], bodies)
                    }) {
                        longer.push(before.iter().copied().chain([to]).collect());
                    }
                }
            }
            partial = longer;
            debug_assert!(partial.iter().all(|it| it.len() == agent + 1));
        }
        for after in partial {
            if seen.insert(key(&after)) {
                all.push(after);
            }
        }
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// One goal for each agent, in worlds with dead ends: it is reached if and only if some configuration has it.
#[test]
fn an_agent_reaches_its_goal_if_others_can_make_room() {
    let mut told = [0; 2];
    for mut draws in cases(0, 150) {
        let Some(mut scene) = Scene::small(&mut draws) else {
            continue;
        };
        if scene.starts.len() > 3 {
            continue;
        }
        scene.options.limits = Limits::none().expanded(20_000);
        let Some(all) = configurations(&scene, &scene.starts, 400) else {
            continue;
        };
        let mut fleet = LifelongPlanner::new(&scene.world, &scene.starts, &scene.options).unwrap();
        let goal = draws.pick(&scene.free);
        let agent = draws.below(scene.starts.len());
        let is_admitted = all.iter().any(|cells| cells[agent] == goal);
        let mut steps = vec![scene.starts.clone()];
        let is_sent = fleet.set_goal(agent, goal).is_ok();
        if is_sent {
            while !fleet.has_reached(agent) && steps.len() < 400 {
                steps.push(fleet.next_step().to_vec());
            }
        }
        assert_eq!(
            is_sent && fleet.has_reached(agent),
            is_admitted,
            "agent {agent} to {goal}: {scene:?}"
        );
        told[usize::from(is_admitted)] += 1;
        check(&scene, &steps);
    }
    assert!(told[0] > 5 && told[1] > 40, "{told:?}");
}

#[test]
fn crowds_of_balls_and_points_in_random_worlds_never_meet() {
    let mut reached = 0;
    for mut draws in cases(0, 30) {
        let bodies = [
            CollisionModel::Points,
            CollisionModel::balls(2, 5).unwrap(),
            CollisionModel::balls(3, 5).unwrap(),
        ];
        let moves = draws.pick(&MOVES);
        let bodies = draws.pick(&bodies);
        let options = JointOptions::new()
            .moves(moves)
            .bodies(among_any(&draws, bodies))
            .seed(draws.word());
        let flat = moves
            .fixed_axis()
            .map_or(IVec3::ZERO, voxnav::grid::Axis::unit);
        let size = draws.vector(IVec3::splat(4), IVec3::splat(10)) * (IVec3::ONE - flat) + flat;
        let blocked = draws.below(25);
        let agents = usize::from(draws.between(2_u16, 15));
        let memory = [Limits::none(), Limits::none().memory(60_000)];
        let options = options.limits(draws.pick(&memory).expanded(200));
        let Some(scene) = Scene::draw(&mut draws, size, blocked, agents, options) else {
            continue;
        };
        let Ok(mut fleet) = LifelongPlanner::new(&scene.world, &scene.starts, &scene.options)
        else {
            continue;
        };
        let mut steps = vec![scene.starts.clone()];
        for _ in 0..80 {
            for agent in 0..agents {
                if fleet.has_reached(agent) || draws.percent(2) {
                    reached += usize::from(fleet.has_reached(agent));
                    let _ = fleet.set_goal(agent, draws.pick(&scene.free));
                }
            }
            steps.push(fleet.next_step().to_vec());
        }
        check(&scene, &steps);
    }
    assert!(reached > 500, "{reached}");
}

#[test]
fn goals_that_are_none_are_refused_and_change_nothing() {
    let options = JointOptions::new().moves(voxnav::MoveSet::Face6);
    let mut scene = Scene::draw(&mut Draws::new(4), IVec3::splat(6), 30, 4, options).unwrap();
    let bounds = scene.world.bounds();
    let walls: Vec<IVec3> = bounds
        .cells()
        .filter(|&it| !scene.world.is_traversable(it))
        .collect();
    let mut fleet = LifelongPlanner::new(&scene.world, &scene.starts, &scene.options).unwrap();
    let cell = bounds.max;
    assert_eq!(
        fleet.set_goal(1, cell),
        Err(JointPlanError::GoalOutside { agent: 1, cell })
    );
    assert_eq!(
        fleet.set_goal(4, scene.free[0]),
        Err(JointPlanError::NoAgent(4))
    );
    let cell = walls[0];
    assert_eq!(
        fleet.set_goal(2, cell),
        Err(JointPlanError::GoalBlocked { agent: 2, cell })
    );
    assert_eq!(fleet.next_step(), &scene.starts, "nobody was sent anywhere");
    scene.starts[1] = scene.starts[0];
    let refused = LifelongPlanner::new(&scene.world, &scene.starts, &scene.options);
    assert_eq!(
        refused.err(),
        Some(JointPlanError::StartsOverlap { agents: [0, 1] })
    );
}
