//! Goals that any agent may take.

use voxnav::glam::IVec3;
use voxnav_crowd::mapf::{CollisionModel, JointOptions, JointOutcome, JointSearch, Limits};
use voxnav_testkit::cases;

use super::oracle;
use super::scenes::{MOVES, Scene, among_any};

/// The plan, and the goal of each agent.
fn planned(scene: &Scene) -> (JointOutcome, Vec<usize>) {
    let search = JointSearch::unlabeled(&scene.world, &scene.starts, &scene.goals, &scene.options);
    let mut search = search.unwrap();
    (search.finish(), search.goals().to_vec())
}

/// The least sum of distances of all assignments, by trying all.
fn least_sum(scene: &Scene) -> Option<u64> {
    fn best(distances: &[Vec<Option<u64>>], taken: &mut Vec<bool>, agent: usize) -> Option<u64> {
        if agent == distances.len() {
            return Some(0);
        }
        let mut least = None;
        for goal in 0..distances.len() {
            let Some(distance) = distances[agent][goal].filter(|_| !taken[goal]) else {
                continue;
            };
            taken[goal] = true;
            let rest = best(distances, taken, agent + 1).map(|rest| rest + distance);
            taken[goal] = false;
            least = least.into_iter().chain(rest).min();
        }
        least
    }
    let row = |&start: &IVec3| {
        scene
            .goals
            .iter()
            .map(|&goal| oracle::distance(scene, start, goal))
            .collect()
    };
    let distances: Vec<Vec<Option<u64>>> = scene.starts.iter().map(row).collect();
    best(&distances, &mut vec![false; scene.goals.len()], 0)
}

/// For points there is a plan if and only if there is an assignment.
#[test]
fn small_scenes_are_planned_wherever_there_is_an_assignment() {
    let mut told = [0; 2];
    for mut draws in cases(0, 200) {
        let Some(mut scene) = Scene::small(&mut draws) else {
            continue;
        };
        scene.options.bodies = CollisionModel::Points;
        let (outcome, mut order) = planned(&scene);
        let Some(least) = least_sum(&scene) else {
            assert_eq!(outcome, JointOutcome::Unsolvable, "{scene:?}");
            told[0] += 1;
            continue;
        };
        scene.goals = order.iter().map(|&goal| scene.goals[goal]).collect();
        let plan = scene.checked(outcome).unwrap();
        assert_eq!(plan.shortest(), least, "{scene:?}");
        order.sort_unstable();
        assert!(order.into_iter().eq(0..scene.starts.len()));
        told[1] += 1;
    }
    assert!(told[0] > 3 && told[1] > 60, "{told:?}");
}

#[test]
fn crowds_take_all_goals() {
    let mut count = 0;
    for mut draws in cases(0, 30) {
        let bodies = draws.pick(&[
            CollisionModel::Points,
            CollisionModel::Points,
            CollisionModel::balls(2, 5).unwrap(),
        ]);
        let bodies = among_any(&draws, bodies);
        let options = JointOptions::new().moves(draws.pick(&MOVES)).bodies(bodies);
        let flat = options
            .moves
            .fixed_axis()
            .map_or(IVec3::ZERO, voxnav::grid::Axis::unit);
        let size = draws.vector(IVec3::splat(5), IVec3::splat(11)) * (IVec3::ONE - flat) + flat;
        let blocked = draws.below(35);
        let most = u16::try_from(size.element_product() / 3).unwrap();
        let agents = draws.between(2, most.clamp(2, 60));
        // Little memory: goals are taken in turn.
        let limits = draws.pick(&[Limits::none(), Limits::none().memory(80_000)]);
        let options = options.limits(limits.expanded(2000));
        let Some(mut scene) = Scene::draw(&mut draws, size, blocked, usize::from(agents), options)
        else {
            continue;
        };
        let (outcome, taken) = planned(&scene);
        if let JointOutcome::Planned(_) = outcome {
            scene.goals = taken.iter().map(|&goal| scene.goals[goal]).collect();
            let plan = scene.checked(outcome).unwrap();
            assert!(plan.cost() >= plan.shortest());
            count += 1;
        }
    }
    assert!(count > 8, "{count}");
}
