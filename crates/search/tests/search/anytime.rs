//! Schedulers that hand out a path and go on to a better one, and what a budget leaves, in open space with a few boxes,
//! some of them unknown; `laws/improved.rs` has the law for single searches.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many worlds.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, Cost, Heuristic, Limits, Outcome, Query, Scheduler, Terrain, Workspace,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::laws::{some_factor, whole_cost};

/// Open space with a few boxes in it, of which some are unknown.
fn strewn(draws: &mut Draws) -> Traversability {
    let size = IVec3::from_array(std::array::from_fn(|_| draws.between(6, 20)));
    let bounds = CellBox::new(IVec3::splat(50), IVec3::splat(50) + size);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for _ in 0..draws.between(2, 16) {
        let corner = draws.cell(&bounds);
        let extent = draws.vector(IVec3::ONE, IVec3::splat(9));
        let part = CellBox::new(corner, corner + extent).intersection(&bounds);
        let state = draws.pick(&[CellState::Occupied, CellState::Occupied, CellState::Unknown]);
        builder.set_box(part, state).unwrap();
    }
    let policy = draws.pick(&[
        UnknownPolicy::Blocked,
        UnknownPolicy::Free,
        UnknownPolicy::StopAtBoundary,
    ]);
    let world = Traversability::new(&builder.commit(), policy);
    if draws.percent(50) {
        world.jump_indexed()
    } else {
        world
    }
}

/// Weights in boxes, so that there is even ground.
fn patches(draws: &mut Draws, bounds: &CellBox) -> Terrain {
    let mut terrain = Terrain::new();
    for _ in 0..2 {
        let corner = draws.cell(bounds);
        let weight = u16::try_from(draws.between(2, 4)).unwrap();
        for cell in CellBox::new(corner, corner + 5)
            .intersection(bounds)
            .cells()
        {
            terrain.set(cell, weight).unwrap();
        }
    }
    terrain
}

#[test]
fn schedulers_hand_out_a_path_and_then_the_best() {
    let told = hold(
        "schedulers",
        seeds(0, 250),
        Workspace::new,
        |seed, workspace| {
            let mut draws = Draws::new(seed);
            let world = strewn(&mut draws);
            let bounds = world.bounds();
            let terrain = draws.percent(40).then(|| patches(&mut draws, &bounds));
            let is_euclidean = draws.percent(40);
            let mut scheduler = Scheduler::new().in_flight(2).turn(1 + draws.below(30));
            let mut jobs = BTreeMap::new();
            for _ in 0..5 {
                let [start, goal] = [0; 2].map(|_| draws.cell(&bounds));
                let mut query = Query::new(start, goal).within(some_factor(&mut draws));
                if let Some(terrain) = &terrain {
                    query = query.terrain(terrain);
                }
                if is_euclidean {
                    query = query.heuristic(Heuristic::Euclidean);
                }
                let exact = query.algorithm(Algorithm::Dijkstra);
                let optimum = whole_cost(&exact.solve(&world, workspace).outcome);
                let ticket = scheduler.add(&query, &world);
                assert!(scheduler.improve_to_best(ticket));
                jobs.insert(ticket, (optimum, None, query.guarantee()));
            }
            let mut improved = 0;
            while !scheduler.is_empty() {
                let ended: Vec<_> = scheduler.step(1 + draws.below(200)).collect();
                for (ticket, solution) in ended {
                    let (optimum, last, guarantee) = jobs.get_mut(&ticket).unwrap();
                    let cost = whole_cost(&solution.outcome);
                    let case = format!("seed {seed}, {optimum:?} after {last:?}: {solution:?}");
                    let bound = solution.statistics.lower_bound.raw();
                    match (cost, *optimum) {
                        (None, None) => {}
                        (Some(cost), Some(optimum)) => {
                            let kept =
                                guarantee.is_kept(Cost::from_raw(cost), Cost::from_raw(optimum));
                            let dearer = last.is_some_and(|last| cost > last);
                            if !kept || dearer || bound > optimum {
                                return Err(case);
                            }
                        }
                        _ => return Err(case),
                    }
                    improved += u64::from(last.is_some_and(|last| Some(last) > cost));
                    *last = cost;
                }
            }
            for (optimum, last, _) in jobs.values() {
                if last != optimum {
                    return Err(format!("seed {seed}: {last:?} in the end, not {optimum:?}"));
                }
            }
            Ok(improved)
        },
    );
    let improved: u64 = told.iter().sum();
    println!("{improved} paths got better");
    assert!(improved > 5, "{improved}");
}

#[test]
fn a_budget_leaves_a_path_and_the_bound_proved() {
    let mut cut = 0;
    for seed in seeds(0, 300) {
        let mut draws = Draws::new(seed);
        let world = strewn(&mut draws);
        let bounds = world.bounds();
        let [start, goal] = [0; 2].map(|_| draws.cell(&bounds));
        let query = Query::new(start, goal);
        let mut workspace = Workspace::new();
        let Some(optimum) = whole_cost(&query.solve(&world, &mut workspace).outcome) else {
            continue;
        };
        let query = query.within(some_factor(&mut draws));
        let limits = Limits::none().expanded(draws.below(20));
        let solution = query.limits(limits).solve(&world, &mut workspace);
        let bound = solution.statistics.lower_bound.raw();
        assert!(bound <= optimum, "seed {seed}: {bound} for {optimum}");
        if let Outcome::LimitReached { path, .. } = &solution.outcome {
            cut += 1;
            let leads_there = path.goal() == goal;
            assert!(!leads_there || path.cost().raw() >= bound, "seed {seed}");
        }
    }
    assert!(cut > 20, "{cut}");
}
