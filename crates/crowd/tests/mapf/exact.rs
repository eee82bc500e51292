//! Small scenes against the exact search: plans where there are some, proofs where there are none.

use voxnav_crowd::mapf::{JointOutcome, JointSearch, plan_joint};
use voxnav_testkit::{Draws, hold, seeds};

use super::oracle::{self, Exact};
use super::scenes::Scene;

const MOST_CONFIGURATIONS: usize = 1500;

#[test]
fn there_is_a_plan_or_none_as_the_exact_search_says() {
    let told = hold(
        "joint plans",
        seeds(0, 300),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let Some(scene) = Scene::small(&mut draws) else {
                return Ok(0);
            };
            let exact = oracle::least_steps(&scene, MOST_CONFIGURATIONS);
            if exact == Exact::Unknown {
                return Ok(0);
            }
            let outcome = plan_joint(&scene.world, &scene.starts, &scene.goals, &scene.options);
            let outcome = outcome.map_err(|error| error.to_string())?;
            let Exact::Steps(least) = exact else {
                return match outcome {
                    JointOutcome::Unsolvable => Ok(1),
                    other => Err(format!("{other:?} for {scene:?}")),
                };
            };
            let plan = scene
                .checked(outcome)
                .map_err(|text| format!("{text} for {scene:?}"))?;
            if plan.steps() < least {
                return Err(format!("{} steps, fewer than {least}", plan.steps()));
            }
            let alone = scene.starts.iter().zip(&scene.goals);
            let shortest: Option<u64> = alone
                .map(|(&from, &to)| oracle::distance(&scene, from, to))
                .sum();
            if shortest != Some(plan.shortest()) {
                return Err(format!("{} instead of {shortest:?}", plan.shortest()));
            }
            Ok(2)
        },
    );
    let count = |what: i32| told.iter().filter(|&&it| it == what).count();
    println!("{} without a plan, {} with one", count(1), count(2));
    assert!(count(1) > 20 && count(2) > 80);
}

#[test]
fn slices_change_nothing() {
    for mut draws in voxnav_testkit::cases(0, 60) {
        let Some(scene) = Scene::small(&mut draws) else {
            continue;
        };
        if oracle::least_steps(&scene, 500) == Exact::Unknown {
            continue;
        }
        let whole = plan_joint(&scene.world, &scene.starts, &scene.goals, &scene.options);
        let sliced = JointSearch::new(&scene.world, &scene.starts, &scene.goals, &scene.options);
        let mut sliced = sliced.unwrap();
        let outcome = loop {
            if let Some(outcome) = sliced.advance(draws.between(0_u32, 3).into()) {
                break outcome;
            }
        };
        assert_eq!(whole, Ok(outcome));
    }
}
