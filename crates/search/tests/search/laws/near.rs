//! Part of a path on the ground leads, of all cells that can be reached, to the one with the smallest estimate of the
//! moves, of equals to the one with the smallest cost, of equals to the first in cell order, whatever the algorithm and
//! whatever is wrong with the ends. Algorithms that are not exact lead to one of the nearest cells.

use glam::IVec3;
use voxnav_occupancy::{CellBox, UnknownPolicy};
use voxnav_search::{
    EndFault, Limit, Outcome, Partial, PartialReason, Path, Query, Search, Successors as _,
    Workspace, verify_legs,
};
use voxnav_testkit::Draws;

use super::{Law, Met, What, all, rows};
use crate::engine::{Judge, Walking};
use crate::oracle::Moves;
use crate::oracle::ground::{Answer, Oracle};

const LAW: Law<'static> = Law {
    name: "near",
    percent: 60,
    asks: all,
    what: What::CountedOnGround(&holds),
};

/// Returns how many answers were part of a way.
fn holds(case: &Walking<'_>, draws: &mut Draws, workspace: &mut Workspace) -> Met {
    let Judge::Rules(oracle) = &case.judge else {
        return Err("the rules have to judge".to_owned());
    };
    let bounds = case.ground.stances().occupancy().bounds();
    let beyond = IVec3::from_array(std::array::from_fn(|axis| {
        let ends = [bounds.min[axis] - 1, bounds.min[axis], bounds.max[axis]];
        draws.pick(&ends)
    }));
    let anywhere = draws.cell(&bounds);
    let mut met = 0;
    for goal in [case.goals[0], beyond, anywhere] {
        met += one(case, oracle, goal, workspace)?;
    }
    Ok(met)
}

fn one(case: &Walking<'_>, oracle: &Oracle<'_>, goal: IVec3, workspace: &mut Workspace) -> Met {
    let query = Query::new(case.start, goal)
        .algorithm(case.entry.algorithm)
        .within(case.entry.within)
        .partial(Partial::Allowed);
    let solution = query.solve(case.ground, workspace);
    let right = oracle.answer(goal);
    let told = |text: &str| Err(format!("{text}: {right:?} to {goal}, {solution:?}"));
    let mut search = Search::new(&query, case.ground);
    while search.step(3).is_none() {}
    if search.solution().map(|it| &it.outcome) != Some(&solution.outcome) {
        return told(&format!("in slices {:?}", search.solution()));
    }
    let expected = match right {
        Answer::Costs(_) | Answer::OutOfRange => return Ok(0),
        Answer::StartOutside => {
            let is_so = solution.outcome == Outcome::InvalidEnd(EndFault::StartOutside);
            return if is_so { Ok(0) } else { told("another end") };
        }
        Answer::GoalOutside => PartialReason::InvalidEnd(EndFault::GoalOutside),
        Answer::StartBlocked => PartialReason::InvalidEnd(EndFault::StartBlocked),
        Answer::GoalBlocked => PartialReason::InvalidEnd(EndFault::GoalBlocked),
        Answer::Unreachable => PartialReason::Unreachable,
    };
    let Outcome::Partial { path, reason } = &solution.outcome else {
        return told("no part");
    };
    // A link may cost more than a number holds.
    if *reason == PartialReason::Limit(Limit::CostRange) && oracle.leaves_range() {
        return Ok(0);
    }
    if *reason != expected || path.start() != case.start {
        return told("another reason or start");
    }
    if path.move_count() > 0 && verify_legs(path, case.ground) != Ok(path.cost()) {
        return told("no path");
    }
    // An agent that stops before unknown cells may not get to the end of the plan.
    if case.ground.locomotion().unknown == UnknownPolicy::StopAtBoundary {
        return Ok(1);
    }
    match wrong_end(case, oracle, goal, path) {
        Some(text) => told(&text),
        None => Ok(1),
    }
}

/// Returns what is wrong with the end of a path.
fn wrong_end(case: &Walking<'_>, oracle: &Oracle<'_>, goal: IVec3, path: &Path) -> Option<String> {
    let moves = case.ground.moves();
    let goal_box = CellBox::of_cell(goal);
    let estimate = |cell: IVec3| moves.estimate(cell, &goal_box);
    // Where no path begins there is nothing but the start.
    let mut reached: Vec<(IVec3, u64)> = oracle.costs().collect();
    reached.push((case.start, 0));
    if reached.iter().all(|(cell, _)| estimate(*cell).raw() == 0) {
        return None;
    }
    let by_rule = |&(cell, cost): &(IVec3, u64)| (estimate(cell), cost, cell.z, cell.y, cell.x);
    let (best, least) = reached.into_iter().min_by_key(by_rule)?;
    let (end, cost) = (path.goal(), path.cost().raw());
    let is_right = if case.entry.is_exact(Moves::Face6) {
        (end, cost) == (best, least)
    } else {
        estimate(end) == estimate(best) && cost >= least
    };
    (!is_right).then(|| format!("{best} is nearest, at {least}"))
}

rows! { LAW; ground ground_partial ground_unknown }
