//! Estimates of the caller over moves on the ground: they guide, their law is kept, and a law that is
//! broken is found.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use voxnav_occupancy::glam::IVec3;
use voxnav_search::{
    Algorithm, Cost, Estimator, EstimatorError, EstimatorGuarantee, Ground, Query, Successors,
    Workspace,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::oracle::ground::{Case, planned};

/// A share of what an estimate of zero leaves out: cells apart times a number, counted.
#[derive(Debug)]
struct Apart {
    each: Cost,
    law: EstimatorGuarantee,
    asked: AtomicU64,
}

impl Apart {
    fn new(each: Cost, law: EstimatorGuarantee) -> Self {
        let asked = AtomicU64::new(0);
        Self { each, law, asked }
    }
}

impl Estimator for Apart {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.each * (to - from).abs().max_element().unsigned_abs()
    }

    fn law(&self) -> EstimatorGuarantee {
        self.law
    }
}

/// With estimates that keep their law, paths cost the least; estimates of zero find what Dijkstra's
/// algorithm finds, and the estimator is what was asked.
#[test]
fn queries_are_guided_by_estimates_that_keep_their_law() {
    let told = hold(
        "guided",
        seeds(95_000, 150),
        Workspace::new,
        |seed, workspace| {
            let case = Case::sample(&mut Draws::new(seed));
            let occupancy = case.occupancy();
            let ground = Ground::new(&occupancy, &case.agent).map_err(|error| error.to_string())?;
            let moves = ground.moves();
            let (start, goal) = (case.starts[0], case.goals[0]);
            let plain = Query::new(start, goal);
            let cost = |query: &Query<'_>, workspace: &mut Workspace| {
                let outcome = query.solve(&moves, workspace).outcome;
                planned(&outcome)
            };
            let right = cost(&plain, workspace);
            let mut broken = 0;
            for share in [0, 1, 4, 64] {
                let each = Cost::from_raw(Cost::STRAIGHT.raw() / 64 * share);
                let estimator = Arc::new(Apart::new(each, EstimatorGuarantee::Consistent));
                let guide: Arc<dyn Estimator> = estimator.clone();
                let query = plain.guided_by(&guide);
                let law = if case.bounds.contains(goal) && moves.can_be_at(goal) {
                    query.check_estimator_with(&moves)
                } else {
                    Ok(())
                };
                match law {
                    Ok(()) => {
                        estimator.asked.store(0, Ordering::Relaxed);
                        let found = cost(&query, workspace);
                        if found != right {
                            return Err(format!("{found:?} by {share}, not {right:?}"));
                        }
                        let was_asked = estimator.asked.load(Ordering::Relaxed) > 0;
                        if right.is_some() && start != goal && !was_asked {
                            return Err("the estimator was not asked".to_owned());
                        }
                        let dijkstra = query.algorithm(Algorithm::Dijkstra);
                        if cost(&dijkstra, workspace) != right {
                            return Err("Dijkstra's algorithm differs".to_owned());
                        }
                    }
                    Err(EstimatorError::Inconsistent { .. } | EstimatorError::TooLarge { .. }) => {
                        broken += 1;
                    }
                    Err(EstimatorError::Field(_)) => {}
                    Err(other) => return Err(other.to_string()),
                }
                if share == 0 && law.is_err() && !matches!(law, Err(EstimatorError::Field(_))) {
                    return Err(format!("zero keeps every law: {law:?}"));
                }
            }
            Ok(broken)
        },
    );
    let broken: u64 = told.into_iter().sum();
    println!("{broken} laws broken");
    assert!(broken > 3);
}
