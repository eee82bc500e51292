//! Small worlds at the ends of the coordinates and in bounds that are all cells there can be: whatever is
//! asked, the answer is that of the same world at the origin.
//!
//! Whole solutions are compared, and so the rules for ties. The ordered queue takes the smaller f, then the
//! query's rule (by default larger g), then cell order. The buckets take the smaller bucket of f, then last in,
//! first out.

mod flying;
mod ground;
mod own_moves;

use std::fmt::Write;

use glam::IVec3;
use voxnav_search::{Outcome, Path, Solution};
use voxnav_testkit::ends::Shift;

fn path_before(shift: Shift, path: &Path) -> String {
    let mut text = format!("{} by", path.cost().raw());
    for cell in path.cells() {
        let _ = write!(text, " {}", shift.back(cell));
    }
    text
}

fn legs_before(shift: Shift, path: &Path) -> String {
    let mut text = format!("{} by", path.cost().raw());
    for leg in path.legs() {
        let cells: Vec<IVec3> = leg.cells().map(|cell| shift.back(cell)).collect();
        let _ = write!(text, " {:?} {cells:?}", leg.action);
    }
    text
}

fn solution_before(shift: Shift, solution: &Solution) -> String {
    let path = solution
        .outcome
        .any_path()
        .map(|path| path_before(shift, path));
    let unknown = match &solution.outcome {
        Outcome::StoppedAtUnknown { unknown, .. } => Some(shift.back(*unknown)),
        _ => None,
    };
    let name = solution.outcome.name();
    let (snapped, counts) = (&solution.snapped, &solution.statistics);
    format!("{name} {path:?} {unknown:?} {snapped:?} {counts:?}")
}

fn leg_solution_before(shift: Shift, solution: &Solution) -> String {
    let path = solution
        .outcome
        .any_path()
        .map(|path| legs_before(shift, path));
    let unknown = match &solution.outcome {
        Outcome::StoppedAtUnknown { unknown, .. } => Some(shift.back(*unknown)),
        _ => None,
    };
    let name = solution.outcome.name();
    let (snapped, bound) = (&solution.snapped, solution.statistics.lower_bound);
    format!("{name} {path:?} {unknown:?} {snapped:?} {bound:?}")
}
