//! Where there is no way, part of one may be asked for: of all cells that can be reached it leads to the one with the
//! smallest estimate, of equals to the one with the smallest cost, of equals to the first in cell order. Algorithms that
//! are not exact lead to one of the nearest cells, at a cost within their guarantee of the smallest.

use voxnav_search::{
    EndFault, Heuristic, Limits, Outcome, Partial, PartialReason, Path, Search, Workspace,
};
use voxnav_testkit::Draws;
use voxnav_testkit::grid::{Cell, Grid};

use super::{Law, Met, Tried, What, all, rows};
use crate::engine::{Asked as _, Flying, Target, cell_shape, move_set};
use crate::oracle::{Distances, Toward, check_path};

const LAW: Law<'static> = Law {
    name: "partial",
    percent: 25,
    asks: all,
    what: What::Counted(&holds),
};

/// Checks the cells of a path, of which the first may be a blocked start.
fn check(case: &Flying<'_>, path: &Path) -> Tried {
    let cells: Vec<Cell> = path.cells().map(|cell| cell.to_array()).collect();
    let mut grid = case.grid.clone();
    let from = cells[0];
    if from == case.start && !grid.is_open(from) {
        if cells[1..].iter().any(|cell| !grid.is_open(*cell)) {
            return Err("the path leads through a blocked cell".to_owned());
        }
        grid.set(from, Some(Grid::PLAIN));
    }
    let cost = check_path(&grid, case.rules, &cells, from, path.goal().to_array())?;
    let is_same = cost == path.cost().raw();
    is_same
        .then_some(())
        .ok_or_else(|| format!("it costs {cost}"))
}

fn holds(case: &Flying<'_>, draws: &mut Draws, workspace: &mut Workspace) -> Met {
    let is_outside = case.faults().contains(&EndFault::StartOutside);
    // The oracle cannot open a start that is not in its box.
    if case.grid.index(case.start).is_none() && !is_outside {
        return Ok(0);
    }
    under_limits(case, workspace)?;
    let met = match case.target.cell {
        Some(goal) => nearest(case, goal, workspace)?,
        None => 0,
    };
    // A goal beside the world, too.
    let beyond = Target::of_cell(std::array::from_fn(|axis| {
        if draws.percent(50) {
            case.grid.max()[axis]
        } else {
            case.grid.min()[axis] - 1
        }
    }));
    let optimum = None;
    let away = Flying {
        target: &beyond,
        optimum,
        ..*case
    };
    Ok(met + nearest(&away, away.goal(), workspace)?)
}

/// Returns how many answers were part of a way.
fn nearest(case: &Flying<'_>, goal: Cell, workspace: &mut Workspace) -> Met {
    let (world, faults) = (&case.world.cells, case.faults());
    let query = case.query().partial(Partial::Allowed);
    let solution = query.solve(world, workspace);
    let whole = case.query().solve(world, workspace);
    let mut search = Search::new(&query, world);
    while search.step(7).is_none() {}
    if search.solution().map(|it| &it.outcome) != Some(&solution.outcome) {
        return Err(format!(
            "in slices {:?} for {solution:?}",
            search.solution()
        ));
    }
    let told = || Err(format!("{solution:?} for {whole:?}"));
    let (path, reason) = match (&solution.outcome, &whole.outcome) {
        (Outcome::Partial { path, reason }, _) => (path, *reason),
        (Outcome::InvalidEnd(EndFault::StartOutside), _) => {
            let is_so = faults.contains(&EndFault::StartOutside);
            return if is_so { Ok(0) } else { told() };
        }
        (part, whole) if part == whole && part.path().is_some() => return Ok(0),
        _ => return told(),
    };
    let is_right = match reason {
        PartialReason::InvalidEnd(fault) => {
            // A goal outside is noticed before a blocked start, any other goal after.
            let is_first = faults.first() == Some(&fault);
            faults.contains(&fault) && (is_first || fault == EndFault::GoalOutside)
        }
        PartialReason::Unreachable => faults.is_empty() && case.optimum.is_none(),
        _ => false,
    };
    if !is_right {
        return told();
    }
    check(case, path)?;
    // Where the start is blocked nobody comes back to it, and it is no corner to sweep over.
    if !case.grid.is_open(case.start) {
        return Ok(1);
    }
    let distances = Distances::new(case.grid, case.rules, case.start, Toward::Others);
    let heuristic = match case.entry.heuristic {
        Heuristic::Zero => Heuristic::Octile,
        heuristic => heuristic,
    };
    let nearness = |cell: Cell| {
        let moves = move_set(case.rules.moves);
        let shape = cell_shape(case.rules.sides);
        heuristic.estimate_by(moves, shape, cell.into(), goal.into())
    };
    let by_rule = |cell: &Cell| {
        (
            nearness(*cell),
            distances.cost(*cell),
            cell[2],
            cell[1],
            cell[0],
        )
    };
    let best = distances.reached().into_iter().min_by_key(by_rule);
    let best = best.ok_or("nothing is reached")?;
    let (end, cost) = (path.goal().to_array(), path.cost().raw());
    let least = distances.cost(best).unwrap_or(u64::MAX);
    let is_right = if case.entry.is_exact(case.rules.moves) {
        (end, cost) == (best, least)
    } else {
        let checked = case.entry.check_cost(case.rules, cost, least);
        nearness(end) == nearness(best) && checked.is_ok()
    };
    if is_right {
        return Ok(1);
    }
    told().map_err(|text: String| format!("{best:?} is nearest, at {least}: {text}"))
}

/// Limits give parts of ways, too.
fn under_limits(case: &Flying<'_>, workspace: &mut Workspace) -> Tried {
    for most in [0, 9, u64::MAX] {
        let limits = Limits::none().expanded(most);
        let query = case.query().partial(Partial::Allowed).limits(limits);
        let solution = query.solve(&case.world.cells, workspace);
        match &solution.outcome {
            Outcome::Partial { path, .. } | Outcome::Found(path) => check(case, path)?,
            Outcome::InvalidEnd(EndFault::StartOutside)
                if case.faults().contains(&EndFault::StartOutside) => {}
            _ => return Err(format!("{solution:?}")),
        }
        if solution.statistics.expanded > most {
            return Err(format!("{solution:?} for {most}"));
        }
    }
    Ok(())
}

rows! { LAW;
    any auto_strict auto_one_side auto_lenient jump_strict canonical_strict a_star dijkstra bidirectional weighted greedy
    clusters bounded tiny tunnels planes weights patches indexed passages lenient_passages doorways regions
}
