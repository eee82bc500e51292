//! Plans that are improved, and plans by estimated distances.

use voxnav::glam::IVec3;
use voxnav::grid::Axis;
use voxnav_crowd::mapf::{
    CollisionModel, DistanceTables, Guidance, JointOptions, JointOutcome, JointPlan,
    JointPlanError, JointSearch, Limits, plan_joint,
};
use voxnav_testkit::{Draws, cases};

use super::scenes::{MOVES, Scene, among_any};

fn scene(draws: &mut Draws, options: JointOptions) -> Option<Scene> {
    let flat = options.moves.fixed_axis().map_or(IVec3::ZERO, Axis::unit);
    let size = draws.vector(IVec3::splat(5), IVec3::splat(9)) * (IVec3::ONE - flat) + flat;
    let agents = draws.between(2_u16, 12);
    Scene::draw(draws, size, 15, usize::from(agents), options)
}

#[test]
fn plans_become_no_worse_and_stay_legal() {
    let mut shortened = 0;
    for mut draws in cases(0, 40) {
        let bodies = [
            CollisionModel::Points,
            CollisionModel::Points,
            CollisionModel::balls(2, 5).unwrap(),
        ];
        let bodies = draws.pick(&bodies);
        let bodies = among_any(&draws, bodies);
        let options = JointOptions::new().moves(draws.pick(&MOVES)).bodies(bodies);
        let options = options.limits(Limits::none().expanded(2000));
        let Some(scene) = scene(&mut draws, options) else {
            continue;
        };
        let search =
            || JointSearch::new(&scene.world, &scene.starts, &scene.goals, &scene.options).unwrap();
        let (mut whole, mut sliced) = (search(), search());
        assert_eq!(
            (whole.improve(1), whole.plan()),
            (None, None),
            "there is no plan yet"
        );
        let Some(JointOutcome::Planned(first)) = whole.advance(u64::MAX) else {
            continue;
        };
        let cost = whole.improve(30).unwrap();
        let plan = whole.plan().unwrap();
        let plan = scene.checked(JointOutcome::Planned(plan)).unwrap();
        assert!(plan.cost() == cost && cost <= first.cost() && cost >= plan.shortest());
        shortened += u32::from(cost < first.cost());
        while sliced.advance(1).is_none() {}
        for _ in 0..10 {
            sliced.improve(3);
        }
        assert_eq!(sliced.plan(), Some(plan));
    }
    assert!(shortened > 8, "{shortened}");
}

#[test]
fn plans_of_other_searches_are_improved_if_they_are_legal() {
    let mut shortened = 0;
    for mut draws in cases(0, 40) {
        let guidance = draws.pick(&[Guidance::Auto, Guidance::Off]);
        let options = JointOptions::new()
            .moves(draws.pick(&MOVES))
            .guidance(guidance);
        let Some(mut scene) = scene(&mut draws, options) else {
            continue;
        };
        let (starts, goals) = (&scene.starts, &scene.goals);
        let mut own = JointSearch::unlabeled(&scene.world, starts, goals, &scene.options).unwrap();
        let outcome = loop {
            assert_eq!((own.improve(1), own.plan()), (None, None));
            if let Some(outcome) = own.advance(7) {
                break outcome;
            }
        };
        let JointOutcome::Planned(first) = outcome else {
            continue;
        };
        let expanded = own.expanded();
        scene.goals = own.goals().iter().map(|&it| scene.goals[it]).collect();
        let mut search = JointSearch::of_plan(&scene.world, &first, &scene.options).unwrap();
        assert_eq!(search.plan().as_ref(), Some(&first));
        let cost = search.improve(30).unwrap();
        let plan = search.plan().unwrap();
        assert_eq!(search.advance(1), Some(JointOutcome::Planned(plan.clone())));
        own.improve(10);
        let own_cost = own.improve(20).unwrap();
        let own_plan = scene
            .checked(JointOutcome::Planned(own.plan().unwrap()))
            .unwrap();
        assert_eq!((own_plan.cost(), own.expanded()), (own_cost, expanded));
        assert!(own_cost <= first.cost() && own_plan.shortest() == first.shortest());
        if guidance == Guidance::Off {
            // Nothing else was searched for before.
            assert_eq!(own_plan, plan);
        }
        let plan = scene.checked(JointOutcome::Planned(plan)).unwrap();
        assert!(plan.cost() == cost && cost <= first.cost() && cost >= first.shortest());
        assert_eq!(plan.shortest(), first.shortest());
        shortened += u32::from(cost < first.cost());
        let mut paths: Vec<_> = (0..plan.agents())
            .map(|it| plan.path(it).to_vec())
            .collect();
        paths[0].insert(0, scene.starts[0] + IVec3::splat(2));
        let broken = JointPlan::new(paths, 0);
        assert!(JointSearch::of_plan(&scene.world, &broken, &scene.options).is_err());
        let little = scene.options.clone().limits(Limits::none().memory(1));
        let refused = JointSearch::of_plan(&scene.world, &plan, &little);
        assert!(matches!(refused, Err(JointPlanError::Memory)));
    }
    assert!(shortened > 4, "{shortened}");
}

#[test]
fn estimated_distances_give_legal_plans_and_bounds_that_hold() {
    let mut longer = 0;
    for mut draws in cases(0, 25) {
        let options = JointOptions::new()
            .moves(draws.pick(&MOVES))
            .limits(Limits::none().expanded(2000));
        let flat = options.moves.fixed_axis().map_or(IVec3::ZERO, Axis::unit);
        let size = IVec3::splat(40) * (IVec3::ONE - flat) + flat;
        let blocked = draws.below(30);
        let Some(mut scene) = Scene::draw(&mut draws, size, blocked, 12, options) else {
            continue;
        };
        let ask = |scene: &Scene| {
            let outcome = plan_joint(&scene.world, &scene.starts, &scene.goals, &scene.options);
            outcome.unwrap()
        };
        let exact = ask(&scene);
        scene.options.distances = DistanceTables::Estimated;
        let estimated = ask(&scene);
        let JointOutcome::Planned(exact) = exact else {
            assert_eq!(estimated, exact);
            continue;
        };
        let estimated = scene.checked(estimated).unwrap();
        assert!(estimated.shortest() <= exact.shortest() && estimated.cost() >= exact.shortest());
        longer += u32::from(estimated.cost() > exact.cost());
    }
    println!("{longer} plans are longer by estimates");
}
