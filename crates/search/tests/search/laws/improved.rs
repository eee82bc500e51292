//! A search that goes on from a path to a better one: at every moment the bound that it states is true and no lower
//! than before, the path gets no more expensive, and in the end it is optimal. What ends an improvement leaves the path.

use voxnav_search::{Algorithm, Cost, Guarantee, Outcome, Search, Solution, Weight, Workspace};
use voxnav_testkit::Draws;

use super::{Law, Met, Tried, What, all, rows};
use crate::engine::{Asked as _, Flying};

const LAW: Law<'static> = Law {
    name: "improved",
    percent: 25,
    asks: all,
    what: What::Counted(&holds),
};

const FACTORS: [f64; 6] = [1.0, 1.001, 1.01, 1.05, 1.3, 2.0];

/// Draws a factor that a path may cost more than the best.
pub(crate) fn some_factor(draws: &mut Draws) -> Weight {
    Weight::new(draws.pick(&FACTORS)).unwrap()
}

/// Returns the cost of the way to the goal, be it that the agent stops on it.
pub(crate) fn whole_cost(outcome: &Outcome) -> Option<u64> {
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

/// Follows a search to its end in steps of random length. The bound so far is in `proved`.
fn follow(
    search: &mut Search,
    optimum: u64,
    proved: &mut Cost,
    draws: &mut Draws,
) -> Result<Solution, String> {
    loop {
        let has_ended = search.step(1 + draws.below(40_u64)).is_some();
        let bound = search.lower_bound();
        if bound < *proved {
            return Err(format!("the bound falls from {proved:?} to {bound:?}"));
        }
        *proved = bound;
        if bound.raw() > optimum {
            return Err(format!("the bound {bound:?} is above {optimum}"));
        }
        if has_ended {
            let solution = search.solution().cloned();
            return solution.ok_or("no solution at the end".to_owned());
        }
    }
}

/// Improves the path of a search that has ended, from factor to factor, down to the optimum. Returns how often it got
/// better.
fn improve(search: &mut Search, mut solution: Solution, optimum: u64, draws: &mut Draws) -> Met {
    let mut proved = search.lower_bound();
    let mut better = 0;
    for within in [some_factor(draws), some_factor(draws), Weight::ONE] {
        let before = whole_cost(&solution.outcome).ok_or("no path to begin with")?;
        if !search.improve(within) {
            if !is_proved(before, solution.statistics.lower_bound, within) {
                return Err(format!("nothing to do for {within:?}, of {solution:?}"));
            }
            continue;
        }
        let expanded = solution.statistics.expanded;
        solution = follow(search, optimum, &mut proved, draws)?;
        let cost = whole_cost(&solution.outcome).ok_or(format!("lost the path, {solution:?}"))?;
        let bound = solution.statistics.lower_bound;
        if cost > before || cost < optimum || !is_proved(cost, bound, within) {
            return Err(format!("{within:?}: {before} became {cost}, {solution:?}"));
        }
        if !is_proved(cost, Cost::from_raw(optimum), within) {
            return Err(format!("{within:?}: {cost} for {optimum}"));
        }
        if solution.statistics.expanded < expanded || search.expanded() < expanded {
            return Err("effort was forgotten".to_owned());
        }
        let best = search.best_so_far().cost().raw();
        if best > cost {
            return Err(format!("the best so far costs {best}"));
        }
        better += u64::from(cost < before);
    }
    match whole_cost(&solution.outcome) {
        Some(cost) if cost == optimum => Ok(better),
        other => Err(format!("{other:?} in the end")),
    }
}

/// Cancels an improvement soon after it began.
fn cut_short(search: &mut Search, first: &Solution, optimum: u64, draws: &mut Draws) -> Tried {
    if !search.improve(Weight::ONE) {
        let is_best = whole_cost(&first.outcome) == Some(optimum);
        return is_best
            .then_some(())
            .ok_or_else(|| format!("nothing to do, of {first:?}"));
    }
    search.step(1 + draws.below(30));
    let bound = search.lower_bound();
    search.cancel();
    let last = search
        .solution()
        .ok_or("no solution after a cancellation")?;
    let [before, after] = [first, last].map(|solution| whole_cost(&solution.outcome));
    let proved = last.statistics.lower_bound;
    let is_kept = after <= before && after >= Some(optimum);
    (is_kept && proved >= bound && proved.raw() <= optimum)
        .then_some(())
        .ok_or_else(|| format!("{first:?} was cut short as {last:?}"))
}

/// Improves a first path stage by stage, up to the answer of the exact search. Returns how often it got better.
fn by_stages(case: &Flying<'_>, optimum: u64, draws: &mut Draws) -> Met {
    let query = case.query().anytime();
    let mut search = Search::new(&query, &case.world.cells);
    let mut proved = Cost::ZERO;
    let mut solution = follow(&mut search, optimum, &mut proved, draws)?;
    let mut before = whole_cost(&solution.outcome).ok_or("no first path")?;
    let (mut stages, mut better) = (0, 0);
    while search.improve_next() {
        while search.step(1 + draws.below(40_u64)).is_none() {
            let best = search.best_so_far().cost().raw();
            if best > before {
                return Err(format!("the best so far went from {before} to {best}"));
            }
        }
        solution = follow(&mut search, optimum, &mut proved, draws)?;
        let cost = whole_cost(&solution.outcome).ok_or("lost the path")?;
        if cost > before || stages == 4 {
            return Err(format!("stage {stages}: {before} became {cost}"));
        }
        better += u64::from(cost < before);
        (before, stages) = (cost, stages + 1);
    }
    let exact = query.algorithm(Algorithm::Auto);
    let exact = exact.solve(&case.world.cells, &mut Workspace::new());
    let is_octile = case.query().algorithm(Algorithm::Auto).guarantee() == Guarantee::Optimal;
    let is_last = stages == 4 && is_octile;
    if before != optimum || is_last && solution.outcome != exact.outcome {
        return Err(format!("{solution:?} in the end, {exact:?} at once"));
    }
    Ok(better)
}

fn holds(case: &Flying<'_>, draws: &mut Draws, _: &mut Workspace) -> Met {
    let Some(optimum) = case.optimum else {
        return Ok(0);
    };
    let mut query = case.query();
    if draws.percent(30) {
        return by_stages(case, optimum, draws);
    }
    if draws.percent(50) {
        query = query.algorithm(Algorithm::Auto);
    }
    let query = query.within(some_factor(draws));
    let workspace = Workspace::of_long_searches(draws.pick(&[1, 6, 512]));
    let mut search = Search::with_workspace(&query, &case.world.cells, workspace);
    if search.improve(Weight::ONE) {
        return Err("it has not ended".to_owned());
    }
    let mut proved = Cost::ZERO;
    let first = follow(&mut search, optimum, &mut proved, draws)?;
    if draws.percent(30) {
        return cut_short(&mut search, &first, optimum, draws).map(|()| 0);
    }
    improve(&mut search, first, optimum, draws)
}

rows! { LAW;
    any auto_strict auto_lenient weighted greedy clusters bounded halls tunnels planes weights patches
    indexed passages doorways first_in_rooms portals regions
}
