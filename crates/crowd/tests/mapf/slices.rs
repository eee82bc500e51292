//! Searches in slices: interrupted and resumed they give the same plan, and they keep to their limits.

use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointSearch, JointWorld, Limit, Limits, plan_joint,
};
use voxnav_testkit::{Draws, cases};

use super::legs::{pick_apart, terrain};
use super::scenes::{MOVES, Scene, among_any};

/// Advances by slices as drawn until there is an answer; returns it with the number of slices.
fn in_slices<T>(draws: &mut Draws, mut advance: impl FnMut(u64) -> Option<T>) -> (T, u32) {
    let mut slices = 0;
    loop {
        slices += 1;
        if let Some(answer) = advance(u64::from(draws.between(0_u32, 9))) {
            return (answer, slices);
        }
    }
}

#[test]
fn plans_of_legs_are_the_same_in_slices() {
    let (mut planned, mut limited) = (0, 0);
    for mut draws in cases(0, 60) {
        let side = draws.between(5_i32, 10);
        let ground = terrain(&mut draws, side);
        let bounds = CellBox::from_size(IVec3::new(side, side, 6));
        let cells: Vec<IVec3> = bounds.cells().filter(|&it| ground.can_rest(it)).collect();
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(3, 5).unwrap()]);
        let bodies = among_any(&draws, bodies);
        let agents = usize::from(draws.between(1_u16, 10));
        let starts = pick_apart(&mut draws, &cells, agents, bodies).unwrap_or_default();
        let goals = pick_apart(&mut draws, &cells, starts.len(), bodies).unwrap_or_default();
        let most = draws.pick(&[3, 500]);
        let options = JointOptions::new()
            .bodies(bodies)
            .seed(draws.word())
            .limits(Limits::none().expanded(most));
        let moves = ground.moves();
        let world = JointWorld::Legs(&moves);
        let Ok(whole) = plan_joint(world, &starts, &goals, &options) else {
            continue;
        };
        let mut search = JointSearch::new(world, &starts, &goals, &options).unwrap();
        let (sliced, count) = in_slices(&mut draws, |most| search.advance(most));
        assert_eq!(sliced, whole);
        assert_eq!(search.advance(0), Some(sliced), "the answer stays");
        assert!(search.expanded() <= most);
        match whole {
            JointOutcome::Planned(_) => planned += u32::from(count > 2),
            JointOutcome::LimitReached(limit) => limited += u32::from(limit == Limit::Expanded),
            _ => {}
        }
    }
    assert!(planned > 3 && limited > 3, "{planned} {limited}");
}

#[test]
fn plans_without_labels_are_the_same_in_slices() {
    let (mut planned, mut limited) = (0, 0);
    for mut draws in cases(0, 40) {
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(2, 5).unwrap()]);
        let bodies = among_any(&draws, bodies);
        let most = draws.pick(&[2, 500]);
        let memory = draws.pick(&[None, Some(30_000), Some(90_000)]);
        let mut limits = Limits::none().expanded(most);
        limits.memory = memory;
        let moves = draws.pick(&MOVES);
        let options = JointOptions::new()
            .moves(moves)
            .bodies(bodies)
            .limits(limits);
        let flat = moves
            .fixed_axis()
            .map_or(IVec3::ZERO, voxnav::grid::Axis::unit);
        let size = draws.vector(IVec3::splat(3), IVec3::splat(9)) * (IVec3::ONE - flat) + flat;
        let agents = usize::from(draws.between(1_u16, 20));
        let Some(scene) = Scene::draw(&mut draws, size, 15, agents, options) else {
            continue;
        };
        let Scene {
            world,
            starts,
            goals,
            options,
            ..
        } = &scene;
        let make = || JointSearch::unlabeled(world, starts, goals, options).unwrap();
        let (mut whole, mut search) = (make(), make());
        let outcome = whole.finish();
        let (sliced, count) = in_slices(&mut draws, |most| search.advance(most));
        assert_eq!((&sliced, search.goals()), (&outcome, whole.goals()));
        assert!(search.expanded() <= most);
        match outcome {
            JointOutcome::Planned(_) => planned += u32::from(count > 2),
            JointOutcome::LimitReached(_) => limited += 1,
            _ => {}
        }
    }
    assert!(planned > 8 && limited > 3, "{planned} {limited}");
}
