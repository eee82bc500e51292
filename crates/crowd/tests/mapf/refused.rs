//! Input that is refused, with the agents that are to blame.

use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointPlanError, Radius, plan_joint,
};

fn ask(
    starts: &[[i32; 3]],
    goals: &[[i32; 3]],
    bodies: CollisionModel,
) -> Result<JointOutcome, JointPlanError> {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(5))).unwrap();
    builder.set(IVec3::splat(2), CellState::Occupied).unwrap();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let cells =
        |places: &[[i32; 3]]| -> Vec<IVec3> { places.iter().map(|&it| it.into()).collect() };
    plan_joint(
        &world,
        &cells(starts),
        &cells(goals),
        &JointOptions::new().bodies(bodies),
    )
}

#[test]
fn errors_name_agents() {
    let [a, b, c, wall, outside] = [[0, 0, 0], [1, 0, 0], [4, 4, 4], [2, 2, 2], [0, 5, 0]];
    let points = CollisionModel::Points;
    let error =
        |starts: &[[i32; 3]], goals: &[[i32; 3]], bodies| ask(starts, goals, bodies).unwrap_err();
    assert_eq!(
        error(&[a, b], &[b], points),
        JointPlanError::Counts {
            starts: 2,
            goals: 1
        }
    );
    assert_eq!(
        error(&[a, outside], &[b, c], points),
        JointPlanError::StartOutside {
            agent: 1,
            cell: outside.into()
        }
    );
    assert_eq!(
        error(&[a, b], &[outside, c], points),
        JointPlanError::GoalOutside {
            agent: 0,
            cell: outside.into()
        }
    );
    assert_eq!(
        error(&[a, wall], &[b, c], points),
        JointPlanError::StartBlocked {
            agent: 1,
            cell: wall.into()
        }
    );
    assert_eq!(
        error(&[a, b], &[c, wall], points),
        JointPlanError::GoalBlocked {
            agent: 1,
            cell: wall.into()
        }
    );
    assert_eq!(
        error(&[a, b, a], &[b, c, a], points),
        JointPlanError::StartsOverlap { agents: [0, 2] }
    );
    assert_eq!(
        error(&[a, b, c], &[a, c, c], points),
        JointPlanError::GoalsOverlap { agents: [1, 2] }
    );
    // Balls of a cell and a bit overlap side by side.
    let wide = CollisionModel::balls(6, 10).unwrap();
    assert_eq!(
        error(&[a, c, b], &[a, b, c], wide),
        JointPlanError::StartsOverlap { agents: [0, 2] }
    );
    assert_eq!(
        error(&[a, c], &[a, b], wide),
        JointPlanError::GoalsOverlap { agents: [0, 1] }
    );
    assert!(
        ask(&[a, b], &[a, b], CollisionModel::balls(1, 2).unwrap()).is_ok(),
        "they touch"
    );
}

#[test]
fn radii_are_fractions_within_limits() {
    for (over, under) in [(0, 1), (1, 0), (9, 2), (1, 1 << 17)] {
        assert_eq!(
            Radius::new(over, under),
            Err(JointPlanError::Radius {
                numerator: over,
                denominator: under
            })
        );
    }
    assert_eq!(Radius::new(8, 2).map(Radius::parts), Ok((8, 2)));
}

#[test]
fn nobody_is_planned_for_at_once() {
    let outcome = ask(&[], &[], CollisionModel::Points).unwrap();
    let JointOutcome::Planned(plan) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        (
            plan.agents(),
            plan.steps(),
            plan.cost(),
            plan.bound().to_bits()
        ),
        (0, 0, 0, 1_f64.to_bits())
    );
}
