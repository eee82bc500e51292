//! The check of plans: what it accepts and what it refuses, in scenes drawn by hand and against the oracle.

use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointPlan, PlanViolation, verify_joint_plan,
};
use voxnav_testkit::cases;

use super::oracle;
use super::scenes::{Scene, bodies};

fn room() -> Traversability {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4))).unwrap();
    builder.set(IVec3::ONE, CellState::Occupied).unwrap();
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

fn check(paths: &[&[[i32; 3]]], options: &JointOptions) -> Result<u64, PlanViolation> {
    let paths: Vec<Vec<IVec3>> = paths
        .iter()
        .map(|path| path.iter().map(|&it| it.into()).collect())
        .collect();
    let starts: Vec<IVec3> = paths.iter().map(|path| path[0]).collect();
    let goals: Vec<IVec3> = paths.iter().map(|path| path[path.len() - 1]).collect();
    verify_joint_plan(&room(), &starts, &goals, &JointPlan::new(paths, 0), options)
}

#[test]
fn conflicts_of_the_public_benchmark_are_found() {
    let options = JointOptions::new();
    let conflict = |step| {
        Err(PlanViolation::Conflict {
            agents: [0, 1],
            step,
        })
    };
    // One cell, a swap, and diagonals that cross in a square and in a cube.
    assert_eq!(
        check(
            &[&[[0, 0, 0], [1, 0, 0]], &[[2, 0, 0], [1, 0, 0]]],
            &options
        ),
        conflict(1)
    );
    assert_eq!(
        check(
            &[&[[0, 0, 0], [1, 0, 0]], &[[1, 0, 0], [0, 0, 0]]],
            &options
        ),
        conflict(1)
    );
    assert_eq!(
        check(
            &[&[[2, 2, 2], [3, 3, 2]], &[[3, 2, 2], [2, 3, 2]]],
            &options
        ),
        conflict(1)
    );
    assert_eq!(
        check(
            &[&[[2, 2, 2], [3, 3, 3]], &[[3, 2, 2], [2, 3, 3]]],
            &options
        ),
        conflict(1)
    );
    // Into a goal at which another one stands permanently.
    assert_eq!(
        check(
            &[&[[0, 0, 0]], &[[2, 0, 0], [1, 0, 0], [0, 0, 0], [0, 1, 0]]],
            &options
        ),
        conflict(2)
    );
    // One behind the other, and around in a square.
    assert_eq!(
        check(
            &[&[[0, 0, 0], [1, 0, 0]], &[[1, 0, 0], [2, 0, 0]]],
            &options
        ),
        Ok(2)
    );
    let round: [&[[i32; 3]]; 4] = [
        &[[0, 0, 0], [1, 0, 0]],
        &[[1, 0, 0], [1, 1, 0]],
        &[[1, 1, 0], [0, 1, 0]],
        &[[0, 1, 0], [0, 0, 0]],
    ];
    assert_eq!(check(&round, &options), Ok(4));
    let balls = options.bodies(CollisionModel::balls(2, 5).unwrap());
    assert_eq!(
        check(&round, &balls),
        conflict(1).or(Err(PlanViolation::Conflict {
            agents: [0, 1],
            step: 1
        }))
    );
}

#[test]
fn illegal_paths_are_found() {
    let options = JointOptions::new();
    let illegal = |step| Err(PlanViolation::Move { agent: 0, step });
    assert_eq!(
        check(&[&[[0, 0, 0], [0, 0, 2]]], &options),
        illegal(1),
        "two cells far"
    );
    assert_eq!(
        check(&[&[[0, 0, 0], [0, 0, 1], [1, 1, 1]]], &options),
        illegal(2),
        "into the wall"
    );
    assert_eq!(
        check(&[&[[0, 1, 1], [1, 2, 1]]], &options),
        illegal(1),
        "past its corner"
    );
    let ends = [IVec3::ZERO, IVec3::X];
    let plan = JointPlan::new(vec![vec![ends[0], ends[1]]], 1);
    let ask = |starts: &[IVec3], goals: &[IVec3]| {
        verify_joint_plan(&room(), starts, goals, &plan, &options)
    };
    assert_eq!(ask(&[IVec3::Y], &ends[1..]), Err(PlanViolation::Start(0)));
    assert_eq!(ask(&ends[..1], &ends[..1]), Err(PlanViolation::Goal(0)));
    assert_eq!(ask(&ends, &ends), Err(PlanViolation::Agents(1)));
    assert_eq!(ask(&ends[..1], &ends[1..]), Ok(1));
}

/// Two agents make one random step each: the check finds what the oracle finds.
#[test]
fn single_steps_are_judged_as_by_the_oracle() {
    let mut judged = [0; 2];
    for mut draws in cases(0, 3000) {
        let Some(mut scene) = Scene::small(&mut draws) else {
            continue;
        };
        scene.options.bodies = bodies(&mut draws);
        let free = scene.free.iter().map(IVec3::to_array).collect();
        let one_step = |from: IVec3| oracle::steps(&scene, &free, from);
        let froms = [(); 2].map(|()| draws.pick(&scene.free));
        let moves = froms.map(|from| [from, draws.pick(&one_step(from))]);
        let plan = JointPlan::new(moves.map(|it| it.to_vec()).to_vec(), 0);
        let goals = moves.map(|it| it[1]);
        let found = verify_joint_plan(&scene.world, &froms, &goals, &plan, &scene.options);
        let meets = oracle::meets(moves[0], moves[1], scene.options.bodies);
        assert_eq!(
            found.is_err(),
            meets,
            "{found:?} {moves:?} {:?}",
            scene.options
        );
        judged[usize::from(meets)] += 1;
    }
    assert!(judged.into_iter().all(|count| count > 200), "{judged:?}");
}
