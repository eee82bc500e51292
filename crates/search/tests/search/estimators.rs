//! Estimates that the caller supplies: what their law promises is kept, by every algorithm, and a law
//! that is broken is found.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.
//!
//! An algorithm relies on no more than the law that a caller states for an estimator. If an algorithm needs a
//! stronger law, another algorithm takes its place.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use glam::{DVec3, IVec3};
use voxnav_occupancy::CellBox;
use voxnav_search::{
    Algorithm, CellShape, Cost, Direction, Estimator, EstimatorError, EstimatorGuarantee, Goal,
    Guarantee, Heuristic, MoveSet, Outcome, Query, Search, Workspace,
};
use voxnav_testkit::{Draws, seeds};

use crate::engine::{Asked as _, Flying, cell_shape, keeps_guarantee, move_set};
use crate::laws;

/// Tries a law on some questions in small dense worlds.
fn hold(
    name: &str,
    law: impl Fn(&Flying<'_>, &mut Draws, &mut Workspace) -> Result<(), String> + Sync,
) {
    laws::hold_for_flying(name, "any", 15, law);
}

/// A heuristic of the library, through the trait.
#[derive(Debug)]
struct BuiltIn {
    heuristic: Heuristic,
    moves: MoveSet,
    shape: CellShape,
}

impl Estimator for BuiltIn {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        self.heuristic.estimate_by(self.moves, self.shape, from, to)
    }

    fn law(&self) -> EstimatorGuarantee {
        let bound = self.heuristic.bound_by(self.moves, self.shape);
        if bound.is_admissible() {
            EstimatorGuarantee::Symmetric
        } else {
            EstimatorGuarantee::Factor(bound.factor())
        }
    }
}

/// Octile estimates, each times another percentage from zero up to `most`.
#[derive(Debug)]
struct Noisy {
    moves: MoveSet,
    shape: CellShape,
    most: u64,
    law: EstimatorGuarantee,
}

impl Estimator for Noisy {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        let mixed = from.x.wrapping_mul(73) ^ from.y.wrapping_mul(179) ^ from.z.wrapping_mul(283);
        let percent = u64::from(mixed.unsigned_abs()) * 37 % (self.most + 1);
        let octile = Heuristic::Octile.estimate_by(self.moves, self.shape, from, to);
        Cost::from_raw(octile.raw() / 100 * percent)
    }

    fn law(&self) -> EstimatorGuarantee {
        self.law
    }
}

/// Counts only what lies ahead along positive axes: consistent, and not symmetric.
#[derive(Debug)]
struct Ahead {
    moves: MoveSet,
    shape: CellShape,
    law: EstimatorGuarantee,
}

impl Estimator for Ahead {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        let ahead = (to - from).max(IVec3::ZERO);
        Heuristic::Octile.estimate_by(self.moves, self.shape, IVec3::ZERO, ahead)
    }

    fn law(&self) -> EstimatorGuarantee {
        self.law
    }
}

fn moves_of(case: &Flying<'_>) -> (MoveSet, CellShape) {
    (move_set(case.rules.moves), cell_shape(case.rules.sides))
}

/// Checks that the answer is one that the query promises, at once and in slices.
fn check(case: &Flying<'_>, query: &Query<'_>, workspace: &mut Workspace) -> Result<(), String> {
    let solution = query.solve(&case.world.cells, workspace);
    let told = || format!("{solution:?}, {query:?}");
    let mut search = Search::new(query, &case.world.cells);
    while search.step(5).is_none() {}
    if search.solution() != Some(&solution) {
        return Err(format!("in slices {:?}: {}", search.solution(), told()));
    }
    let fits = match (&solution.outcome, case.optimum) {
        (Outcome::InvalidEnd(fault), _) => case.faults().contains(fault),
        (Outcome::Found(path), Some(optimum)) => {
            let cost = case.checked_cost(path)?;
            let proved = solution.statistics.lower_bound.raw();
            let is_exact = query.guarantee() == Guarantee::Optimal;
            keeps_guarantee(query, cost, optimum)
                && path.goal() == case.goal().into()
                && proved <= optimum
                && (proved == optimum || !is_exact)
        }
        (Outcome::Unreachable, None) => case.faults().is_empty(),
        _ => false,
    };
    fits.then_some(()).ok_or_else(told)
}

#[test]
fn heuristics_of_the_library_do_the_same_through_the_trait() {
    hold("built in", |case, _, workspace| {
        for heuristic in [
            Heuristic::Octile,
            Heuristic::Euclidean,
            Heuristic::Manhattan,
            Heuristic::Chebyshev,
            Heuristic::Zero,
        ] {
            let (moves, shape) = moves_of(case);
            let estimator: Arc<dyn Estimator> = Arc::new(BuiltIn {
                heuristic,
                moves,
                shape,
            });
            let plain = case.query().heuristic(heuristic);
            let guided = case.query().guided_by(&estimator);
            if guided.guarantee() != plain.guarantee() {
                return Err(format!("{heuristic}: {}", guided.guarantee()));
            }
            // The whole solution: expansions, queued entries and bounds too.
            let expected = plain.solve(&case.world.cells, workspace);
            let solution = guided.solve(&case.world.cells, workspace);
            if solution != expected {
                return Err(format!("{heuristic}: {solution:?} for {expected:?}"));
            }
        }
        Ok(())
    });
}

#[test]
fn every_law_keeps_what_it_promises() {
    hold("laws", |case, _, workspace| {
        let (moves, shape) = moves_of(case);
        let noisy = |most, law| -> Arc<dyn Estimator> {
            Arc::new(Noisy {
                moves,
                shape,
                most,
                law,
            })
        };
        let law = EstimatorGuarantee::Consistent;
        for estimator in [
            noisy(900, EstimatorGuarantee::None),
            noisy(900, EstimatorGuarantee::Factor(0.5)),
            noisy(900, EstimatorGuarantee::Factor(f64::NAN)),
            noisy(250, EstimatorGuarantee::Factor(2.5)),
            noisy(100, EstimatorGuarantee::Admissible),
            Arc::new(Ahead { moves, shape, law }),
        ] {
            let query = case.query().guided_by(&estimator);
            check(case, &query, workspace)?;
            let checked = query.check_estimator(&case.world.cells);
            if case.faults().is_empty() && checked != Ok(()) {
                return Err(format!("{estimator:?}: {checked:?}"));
            }
        }
        Ok(())
    });
}

#[test]
fn broken_laws_are_found() {
    let found = [0; 3].map(AtomicU64::new);
    hold("broken laws", |case, _, _| {
        let (moves, shape) = moves_of(case);
        let noisy = |most, law| -> Arc<dyn Estimator> {
            Arc::new(Noisy {
                moves,
                shape,
                most,
                law,
            })
        };
        let law = EstimatorGuarantee::Symmetric;
        let liars = [
            noisy(900, EstimatorGuarantee::Admissible),
            noisy(100, EstimatorGuarantee::Consistent),
            Arc::new(Ahead { moves, shape, law }),
        ];
        for (estimator, found) in liars.iter().zip(&found) {
            let query = case.query().guided_by(estimator);
            let Err(error) = query.check_estimator(&case.world.cells) else {
                continue;
            };
            let is_told = matches!(
                (error, estimator.law()),
                (EstimatorError::Field(_), _)
                    | (
                        EstimatorError::TooLarge { .. },
                        EstimatorGuarantee::Admissible
                    )
                    | (
                        EstimatorError::Inconsistent { .. },
                        EstimatorGuarantee::Consistent
                    )
                    | (
                        EstimatorError::Asymmetric { .. },
                        EstimatorGuarantee::Symmetric
                    )
            );
            if !is_told {
                return Err(format!("{error}: {estimator:?}"));
            }
            if !matches!(error, EstimatorError::Field(_)) {
                found.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    });
    let found = found.map(AtomicU64::into_inner);
    assert!(found.iter().all(|&count| count > 100), "{found:?}");
}

#[test]
fn a_goal_of_many_cells_is_estimated_by_octile() {
    hold("many cells", |case, _, workspace| {
        let (moves, shape) = moves_of(case);
        let estimator: Arc<dyn Estimator> = Arc::new(Noisy {
            moves,
            shape,
            most: 900,
            law: EstimatorGuarantee::None,
        });
        let cell = IVec3::from(case.goal());
        let goal = Goal::any_of([cell, cell + IVec3::X]);
        let plain = case.query().heuristic(Heuristic::Octile).to(&goal);
        // Which heuristic was asked for besides does not matter.
        let guided = plain.heuristic(Heuristic::Manhattan).guided_by(&estimator);
        let solve = |query: &Query<'_>, workspace: &mut Workspace| {
            (query.solve(&case.world.cells, workspace), query.guarantee())
        };
        let [expected, actual] = [&plain, &guided].map(|query| solve(query, workspace));
        (actual == expected)
            .then_some(())
            .ok_or_else(|| format!("{actual:?} for {expected:?}"))
    });
}

#[test]
fn dijkstra_estimates_nothing_whoever_would() {
    hold("nothing", |case, _, workspace| {
        let (moves, shape) = moves_of(case);
        let estimator: Arc<dyn Estimator> = Arc::new(Noisy {
            moves,
            shape,
            most: 900,
            law: EstimatorGuarantee::None,
        });
        let query = case.query().algorithm(Algorithm::Dijkstra);
        let guided = query.guided_by(&estimator);
        check(case, &guided, workspace)?;
        let [expected, actual] =
            [&query, &guided].map(|query| query.solve(&case.world.cells, workspace));
        (actual == expected && guided.guarantee() == Guarantee::Optimal)
            .then_some(())
            .ok_or_else(|| format!("{actual:?} for {expected:?}"))
    });
}

/// The straight distance in floats, in some of the ways to write it.
const STRAIGHT: [fn(DVec3) -> f64; 4] = [
    DVec3::length,
    |offset| offset.x.hypot(offset.y).hypot(offset.z),
    |offset| (offset.x.powi(2) + offset.y.powi(2) + offset.z.powi(2)).sqrt(),
    |offset| DVec3::ZERO.distance(offset),
];

/// Estimates made of floats hold for all offsets up to a size, and for any from the ends of the coordinates to
/// their middle.
#[test]
fn lower_bounds_made_of_floats_are_consistent() {
    const EDGE: i32 = 48;
    let mut draws = Draws::new(1);
    let all = CellBox::from_size(IVec3::splat(EDGE)).cells();
    // The estimate is the same whatever the order and the signs of the components.
    let near = all.filter(|to| to.x >= to.y && to.y >= to.z);
    let far = seeds(0, 10_000).map(|_| {
        let most = i32::MAX >> draws.below(31_u32);
        let [a, b, c] = [(); 3].map(|()| draws.between(-most, most));
        match draws.below(4) {
            0 => IVec3::new(a, a, a),
            1 => IVec3::new(a, b, a),
            2 => IVec3::new(0, b, 0),
            _ => IVec3::new(a, b, c),
        }
    });
    let mut rounded_away = 0;
    for to in near.chain(far) {
        for straight in STRAIGHT {
            let length = straight(to.as_dvec3());
            let estimate = Cost::lower_bound(length);
            let octile = Heuristic::Octile.estimate(MoveSet::Vertex26, IVec3::ZERO, to);
            assert!(estimate <= octile, "{to} overestimates");
            let nearly = Heuristic::Euclidean.estimate(MoveSet::Vertex26, IVec3::ZERO, to);
            assert!(
                estimate.raw() + (nearly.raw() >> 17) + 1 >= nearly.raw(),
                "{to}: too little"
            );
            for direction in Direction::all() {
                let rest = straight(to.as_dvec3() - direction.offset().as_dvec3());
                let [rest, cost] = [Cost::lower_bound(rest), direction.cost()];
                assert!(estimate <= cost + rest, "{to}, {direction:?}");
                assert!(rest <= cost + estimate, "{to}, {direction:?} back");
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "the conversion that does not do"
        )]
        let plain = (DVec3::length(to.as_dvec3()) * Cost::STRAIGHT.raw() as f64) as u64;
        let octile = Heuristic::Octile.estimate(MoveSet::Vertex26, IVec3::ZERO, to);
        rounded_away += u32::from(plain > octile.raw());
    }
    assert!(rounded_away > 20, "{rounded_away} would be overestimated");
}

#[test]
fn lower_bounds_of_what_is_no_length_say_nothing_or_all() {
    for nothing in [f64::NAN, -1.0, f64::NEG_INFINITY, -0.0, 1e-10] {
        assert_eq!(Cost::lower_bound(nothing), Cost::ZERO, "{nothing}");
    }
    for far in [f64::INFINITY, f64::MAX, 2e10] {
        assert_eq!(Cost::lower_bound(far), Cost::MAX, "{far}");
    }
}
