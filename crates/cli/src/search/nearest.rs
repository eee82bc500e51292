//! Where an agent could begin or end in place of an end where it cannot be.

use voxnav::experiment::Side;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::ground::Ground;
use voxnav::search::EndFault;
use voxnav::spatial::CellFilter;

/// The end that an outcome of this name is about, if it is about one.
fn fault_of(outcome: &str, ends: [IVec3; 2]) -> Option<IVec3> {
    let faults = [
        EndFault::StartBlocked,
        EndFault::StartOutside,
        EndFault::GoalBlocked,
        EndFault::GoalOutside,
    ];
    let fault = faults.into_iter().find(|fault| fault.name() == outcome)?;
    let [start, goal] = ends;
    Some(match fault.end() {
        Side::Start => start,
        Side::Goal => goal,
    })
}

/// The cell where the agent can be that is nearest to the end that an outcome of this name is about;
/// none if it is about something else, or there is no such cell.
pub(crate) fn in_space(outcome: &str, ends: [IVec3; 2], world: &Traversability) -> Option<IVec3> {
    let end = fault_of(outcome, ends)?.as_dvec3();
    let nearest = world.nearest(end, f64::INFINITY, CellFilter::Traversable);
    nearest.ok().flatten().map(|nearest| nearest.cell)
}

/// The same for an agent on the ground: where it can stand, swim or climb, none further away than
/// `reach` cells, because cells are looked at one by one.
pub(crate) fn on_ground(
    outcome: &str,
    ends: [IVec3; 2],
    ground: &Ground,
    reach: f64,
) -> Option<IVec3> {
    ground.nearest(fault_of(outcome, ends)?.as_dvec3(), reach)
}

/// How far one search looks for a place to stand.
pub(crate) const REACH: f64 = 64.0;
