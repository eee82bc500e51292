//! Searches that go on from a path to a better one: at every moment the bound that they state is true, the
//! path gets no dearer, and in the end it is optimal.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many worlds.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, CornerRule, Cost, Guarantee, Landmarks, Limits, MoveSet, Outcome, Query, Scheduler,
    Search, Solution, Terrain, Weight, Workspace,
};
use voxnav_testkit::grid::{
    Grid, sample_cell, sample_grid, sample_hall, sample_tunnels, sample_wide_grid,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::engine::{Question, World, entries};
use crate::oracle::{Distances, Rules, Toward};

const FACTORS: [f64; 6] = [1.0, 1.001, 1.01, 1.05, 1.3, 2.0];

fn weight(factor: f64) -> Weight {
    Weight::new(factor).unwrap()
}

/// The cost of the way to the goal, be it that the agent stops on it.
fn whole_cost(outcome: &Outcome) -> Option<u64> {
    match outcome {
        Outcome::Found(path) => Some(path.cost().raw()),
        Outcome::StoppedAtUnknown { path, rest, .. } => Some((path.cost() + *rest).raw()),
        _ => None,
    }
}

/// Whether a cost is at most so many times what was proved, but for rounding.
fn is_proved(cost: u64, lower_bound: Cost, within: Weight) -> bool {
    let slack = Cost::from_raw(lower_bound.raw() + lower_bound.raw() / 1_000_000_000 + 4);
    within == Weight::ONE && cost <= slack.raw()
        || Guarantee::Within(within.factor()).is_kept(Cost::from_raw(cost).max(slack), slack)
}

/// Follows a search to its end in steps of random length, and says what is wrong on the way. What is
/// known of the cost and the bound before is in `proved`.
fn follow(
    search: &mut Search,
    optimum: Option<u64>,
    proved: &mut Cost,
    draws: &mut Draws,
) -> Result<Solution, String> {
    loop {
        let done = search.step(1 + draws.below(40_u64)).is_some();
        let bound = search.lower_bound();
        if bound < *proved {
            return Err(format!("the bound falls from {proved:?} to {bound:?}"));
        }
        *proved = bound;
        if optimum.is_some_and(|optimum| bound.raw() > optimum) {
            return Err(format!("the bound {bound:?} is above {optimum:?}"));
        }
        if done {
            let solution = search.solution().cloned();
            return solution.ok_or("no solution at the end".to_owned());
        }
    }
}

/// Improves the path of a search that has ended, from factor to factor, down to the optimum.
fn improve(
    search: &mut Search,
    mut solution: Solution,
    optimum: u64,
    draws: &mut Draws,
) -> Result<u64, String> {
    let mut proved = search.lower_bound();
    let mut improved = 0;
    for factor in [draws.pick(&FACTORS), draws.pick(&FACTORS), 1.0] {
        let within = weight(factor);
        let before = whole_cost(&solution.outcome).ok_or("no path to begin with")?;
        if !search.improve(within) {
            if !is_proved(before, solution.statistics.lower_bound, within) {
                return Err(format!("nothing to do for {factor}, of {solution:?}"));
            }
            continue;
        }
        let expanded = solution.statistics.expanded;
        solution = follow(search, Some(optimum), &mut proved, draws)?;
        let cost = whole_cost(&solution.outcome).ok_or(format!("lost the path, {solution:?}"))?;
        improved += u64::from(cost < before);
        let bound = solution.statistics.lower_bound;
        if cost > before || cost < optimum || !is_proved(cost, bound, within) {
            return Err(format!("{factor}: {before} became {cost}, {solution:?}"));
        }
        if !is_proved(cost, Cost::from_raw(optimum), within) {
            return Err(format!("{factor}: {cost} for {optimum}"));
        }
        if solution.statistics.expanded < expanded || search.expanded() < expanded {
            return Err("effort was forgotten".to_owned());
        }
        let best = search.best_so_far().cost().raw();
        if best > cost {
            return Err(format!("the best so far costs {best}"));
        }
    }
    match whole_cost(&solution.outcome) {
        Some(cost) if cost == optimum => Ok(improved),
        other => Err(format!("{other:?} in the end, not {optimum}")),
    }
}

#[test]
fn whatever_was_asked_first_the_path_ends_optimal() {
    let table = entries();
    let samples = [sample_grid, sample_hall, sample_tunnels, sample_wide_grid];
    let told = hold(
        "improved paths",
        seeds(7_000_000, 1200),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let kind = if draws.percent(90) {
                2 * draws.below(2)
            } else {
                draws.below(4)
            };
            let grid: Grid = samples[kind](&mut draws);
            let world = World::disguised(&grid, seed);
            let rules = Rules::sample(&mut draws);
            let start = sample_cell(&grid, &mut draws);
            let distances = Distances::new(&grid, rules, start, Toward::Others);
            let reached = distances.reached();
            let mut improved = 0;
            for _ in 0..4 {
                if reached.is_empty() {
                    break;
                }
                let goal = draws.pick(&reached);
                let question = Question { rules, start, goal };
                let entry = draws.pick(&table);
                let mut query = question.query(&world, &entry);
                if draws.percent(50) {
                    query = query.algorithm(Algorithm::Auto);
                }
                let query = query.within(weight(draws.pick(&FACTORS)));
                let optimum = distances.cost(goal).ok_or("not reached")?;
                let workspace = Workspace::of_long_searches(draws.pick(&[1, 6, 512]));
                let mut search = Search::with_workspace(&query, &world.cells, workspace);
                let mut proved = Cost::ZERO;
                improved += follow(&mut search, Some(optimum), &mut proved, &mut draws)
                    .and_then(|first| improve(&mut search, first, optimum, &mut draws))
                    .map_err(|what| {
                        format!("seed {seed}, {entry:?}, {question:?}: {what}\n{grid}")
                    })?;
            }
            Ok(improved)
        },
    );
    let improved: u64 = told.iter().sum();
    println!("{improved} paths got better");
    assert!(improved > 50, "{improved}");
}

/// Open space with a few boxes in it, of which some are unknown.
fn strewn(draws: &mut Draws) -> Traversability {
    let size = IVec3::from_array(std::array::from_fn(|_| draws.between(6, 30)));
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
        world.with_jump_index()
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
        seeds(0, 1000),
        Workspace::new,
        |seed, workspace| {
            let mut draws = Draws::new(seed);
            let world = strewn(&mut draws);
            let bounds = world.bounds();
            let terrain = draws.percent(40).then(|| patches(&mut draws, &bounds));
            let landmarks = Landmarks::farthest(
                &world,
                MoveSet::Vertex26,
                CornerRule::Strict,
                draws.cell(&bounds),
                2,
            );
            let landmarks = landmarks.ok().filter(|_| draws.percent(40));
            let mut scheduler = Scheduler::new().in_flight(2).turn(1 + draws.below(30));
            let mut jobs = BTreeMap::new();
            for _ in 0..5 {
                let [start, goal] = [0; 2].map(|_| draws.cell(&bounds));
                let mut query = Query::new(start, goal).within(weight(draws.pick(&FACTORS)));
                if let Some(terrain) = &terrain {
                    query = query.terrain(terrain);
                }
                if let Some(landmarks) = &landmarks {
                    query = query.landmarks(landmarks);
                }
                let exact = query.algorithm(Algorithm::Dijkstra);
                let optimum = whole_cost(&exact.solve(&world, workspace).outcome);
                let ticket = scheduler.add(&query, &world);
                assert!(scheduler.improve(ticket, Weight::ONE));
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
                for (&ticket, (optimum, ..)) in &jobs {
                    let bound = scheduler.lower_bound(ticket).map(Cost::raw);
                    if bound > *optimum && optimum.is_some() {
                        return Err(format!("seed {seed}: {bound:?} above {optimum:?}"));
                    }
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
    assert!(improved > 10, "{improved}");
}

#[test]
fn what_ends_an_improvement_leaves_the_path() {
    let (mut cut, mut better) = (0, 0);
    for seed in 0..1200 {
        let mut draws = Draws::new(seed);
        let world = strewn(&mut draws);
        let bounds = world.bounds();
        let [start, goal] = [0; 2].map(|_| draws.cell(&bounds));
        let query = Query::new(start, goal).within(weight(2.0));
        let optimum = whole_cost(
            &query
                .within(Weight::ONE)
                .solve(&world, &mut Workspace::new())
                .outcome,
        );
        let workspace = Workspace::of_long_searches(1 + draws.below(8_usize));
        let mut search = Search::with_workspace(&query, &world, workspace);
        assert!(!search.improve(Weight::ONE), "it has not ended");
        while search.step(64).is_none() {}
        let first = search.solution().unwrap().clone();
        if !search.improve(Weight::ONE) {
            assert!(
                optimum.is_none() || whole_cost(&first.outcome) == optimum,
                "seed {seed}"
            );
            continue;
        }
        search.step(1 + draws.below(30));
        let bound = search.lower_bound();
        search.cancel();
        let last = search.solution().unwrap();
        let costs = [&first, last].map(|solution| whole_cost(&solution.outcome));
        assert!(
            costs[1] <= costs[0] && costs[1] >= optimum,
            "seed {seed}: {costs:?}"
        );
        assert!(last.statistics.lower_bound >= bound, "seed {seed}");
        assert!(
            Some(last.statistics.lower_bound.raw()) <= optimum,
            "seed {seed}"
        );
        cut += u32::from(Some(last.statistics.lower_bound.raw()) < optimum);
        better += u32::from(costs[1] < costs[0]);
    }
    assert!(cut > 20 && better > 5, "{cut}, {better}");
}

#[test]
fn a_budget_leaves_a_path_and_the_bound_proved() {
    let mut cut = 0;
    for seed in 0..800 {
        let mut draws = Draws::new(seed);
        let world = strewn(&mut draws);
        let bounds = world.bounds();
        let [start, goal] = [0; 2].map(|_| draws.cell(&bounds));
        let query = Query::new(start, goal);
        let mut workspace = Workspace::new();
        let Some(optimum) = whole_cost(&query.solve(&world, &mut workspace).outcome) else {
            continue;
        };
        let query = query.within(weight(draws.pick(&FACTORS)));
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
    assert!(cut > 50, "{cut}");
}
