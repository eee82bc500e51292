//! Recordings of searches: which cells were queued and expanded, and when.

use std::collections::BTreeMap;

use voxnav::experiment::{Observer, Side};
use voxnav::glam::{DVec3, IVec3};
use voxnav::search::Cost;
use voxnav::{Lattice, Outcome, Route, View, Workspace};

use crate::agents::view;
use crate::failure::{Answer, Blamed};
use crate::state::{Out, State};

/// The expansion of a cell that still waits.
const NEVER: u32 = u32::MAX;

/// A recording of the first expansions of a search.
#[derive(Debug, Default)]
struct Recording {
    cells: Vec<IVec3>,
    /// The number of expansions before each cell was queued, and that of its own.
    steps: Vec<[u32; 2]>,
    /// The cost of each cell, and what it was ranked by.
    costs: Vec<[f64; 2]>,
    /// The places of the cells that wait. Never iterated.
    waiting: BTreeMap<(bool, [i32; 3]), usize>,
    kept: u32,
    most: u32,
}

impl Recording {
    /// Returns the place of a cell, which is added if it does not wait yet.
    fn place(&mut self, side: Side, cell: IVec3) -> usize {
        let key = (side == Side::Goal, cell.to_array());
        if let Some(place) = self.waiting.get(&key) {
            return *place;
        }
        self.cells.push(cell);
        self.steps.push([self.kept, NEVER]);
        self.costs.push([0.0; 2]);
        self.waiting.insert(key, self.cells.len() - 1);
        self.cells.len() - 1
    }
}

impl Observer for Recording {
    fn expanded(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        if self.kept == self.most {
            return;
        }
        let place = self.place(side, cell);
        self.waiting.remove(&(side == Side::Goal, cell.to_array()));
        self.steps[place][1] = self.kept;
        self.costs[place] = [g.length(), f.length()];
        self.kept += 1;
    }

    fn queued(&mut self, side: Side, cell: IVec3, g: Cost, f: Cost) {
        if self.kept < self.most {
            let place = self.place(side, cell);
            self.costs[place] = [g.length(), f.length()];
        }
    }
}

/// Finds a route and records the search between its ends. Numbers: from, to, and the most expansions to keep. Answers as
/// a route does, with the cells in the order in which they were queued instead of its own; parts are two numbers a cell:
/// the expansions before it was queued, and the number of its expansion; smooth are two: its cost, and its rank. At place
/// 16 is how many expansions were kept, at 17 how many there were.
pub(crate) fn record(state: &mut State, agent: u32) -> Answer {
    let numbers = state.asked();
    let (from, to) = (numbers.position("from", 0)?, numbers.position("to", 3)?);
    let recording = Recording {
        most: numbers.count("limit", 6)?,
        ..Recording::default()
    };
    let (workspace, out) = (&mut state.workspace, &mut state.out);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let above = view.ground().map_or(DVec3::ZERO, |view| {
        view.moves().locomotion().up.step().as_dvec3() * view.lattice().sizes() * 0.5
    });
    let route = view.find_route_in(from, to, workspace).blamed("from, to")?;
    out.route(&route);
    let ends = ends_of(&route, view.lattice(), [from + above, to + above])?;
    watch(out, view, ends, workspace, recording);
    Ok(())
}

/// Returns the cells between which a route was searched: those of its path, or of the positions where it has none.
fn ends_of(route: &Route, lattice: &Lattice, positions: [DVec3; 2]) -> Answer<[IVec3; 2]> {
    let path = route.path().map(|path| [path.start(), path.goal()]);
    match (path, &route.outcome) {
        (Some(ends), Outcome::Found(_)) => Ok(ends),
        _ => Ok([
            lattice.cell_at(positions[0]).blamed("from")?,
            lattice.cell_at(positions[1]).blamed("to")?,
        ]),
    }
}

fn watch(
    out: &mut Out,
    view: &View,
    [start, goal]: [IVec3; 2],
    workspace: &mut Workspace,
    mut recording: Recording,
) {
    let query = view.options().query(view.lattice(), start, goal);
    let solution = query.solve_observed(view.moves(), workspace, &mut recording);
    out.cells.clear();
    out.legs.clear();
    (out.cells).extend(recording.cells.iter().flat_map(IVec3::to_array));
    out.parts.extend(recording.steps.iter().flatten());
    out.smooth.extend(recording.costs.iter().flatten());
    out.numbers[16] = f64::from(recording.kept);
    #[expect(clippy::cast_precision_loss, reason = "counts are exact below 2^53")]
    let expanded = solution.statistics.expanded as f64;
    out.numbers[17] = expanded;
}
