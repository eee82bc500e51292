//! Answers, as the lists of the state.

use voxnav::glam::DVec3;
use voxnav::ground::Action;
use voxnav::search::EndFault;
use voxnav::{Outcome, Path, Route, RouteEnd};

use crate::state::Out;

/// Returns the number of an action, and the label of its link or 0.
pub(crate) fn deed(action: Action) -> [u32; 2] {
    match action {
        Action::Walk => [0, 0],
        Action::StepUp => [1, 0],
        Action::Drop => [2, 0],
        Action::Jump => [3, 0],
        Action::Climb => [4, 0],
        Action::Swim => [5, 0],
        Action::Fly => [6, 0],
        Action::Door => [7, 0],
        Action::Link(label) => [8, label],
        _ => [9, 0],
    }
}

/// Returns the number of an outcome, as `OUTCOMES` in `route.ts` has them.
pub(crate) fn outcome_number<P>(outcome: &Outcome<P>) -> u32 {
    match outcome {
        Outcome::Found(_) => 0,
        Outcome::Unreachable => 1,
        Outcome::LimitReached { .. } => 2,
        Outcome::Cancelled { .. } => 3,
        Outcome::StoppedAtUnknown { .. } => 4,
        Outcome::Partial { .. } => 5,
        Outcome::InvalidEnd(EndFault::StartOutside) => 6,
        Outcome::InvalidEnd(EndFault::GoalOutside) => 7,
        Outcome::InvalidEnd(EndFault::StartBlocked) => 8,
        Outcome::InvalidEnd(EndFault::GoalBlocked) => 9,
        _ => 10,
    }
}

/// Returns the number of how a route meets an end, and the distance of one that was moved.
fn end_numbers(end: RouteEnd) -> [f64; 2] {
    match end {
        RouteEnd::Joined => [0.0, 0.0],
        RouteEnd::Snapped { distance } => [1.0, distance],
        RouteEnd::Unreached => [2.0, 0.0],
        RouteEnd::Blocked => [3.0, 0.0],
        RouteEnd::CutOff => [4.0, 0.0],
        _ => [5.0, 0.0],
    }
}

impl Out {
    /// Writes the cells and the deeds of a path behind those that are there.
    pub(crate) fn path(&mut self, path: &Path) {
        self.cells
            .extend(path.cells().flat_map(|cell| cell.to_array()));
        for leg in path.legs() {
            let [deed, label] = deed(leg.action);
            let moves = u32::try_from(leg.cells().count().saturating_sub(1)).unwrap_or(u32::MAX);
            self.legs.extend([deed, label, moves]);
        }
    }

    /// Writes a route.
    #[expect(clippy::cast_precision_loss, reason = "counts are exact below 2^53")]
    pub(crate) fn route(&mut self, route: &Route) {
        self.points
            .extend(route.waypoints.iter().flat_map(DVec3::to_array));
        if let Some(path) = route.path() {
            self.path(path);
        }
        let ends = [end_numbers(route.start), end_numbers(route.goal)];
        let statistics = &route.statistics;
        let cost = route.path().map_or(f64::NAN, |path| path.cost().length());
        let numbers = [
            f64::from(outcome_number(&route.outcome)),
            route.length,
            cost,
            ends[0][0],
            ends[0][1],
            ends[1][0],
            ends[1][1],
            statistics.expanded as f64,
            statistics.generated as f64,
            statistics.lower_bound.length(),
            route.proved_factor().unwrap_or(f64::NAN),
            route.turns().map_or(f64::NAN, |turns| turns as f64),
        ];
        self.numbers[..numbers.len()].copy_from_slice(&numbers);
    }
}
