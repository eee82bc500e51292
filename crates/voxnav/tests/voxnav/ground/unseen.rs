//! A floor that an agent sees piece by piece.

use voxnav::grid::{CellBox, CellState};
use voxnav::ground::Locomotion;
use voxnav::{Agent, AgentId, Navigator, UnknownPolicy};

/// Unknown cells, and a walker that stops before them.
pub(crate) fn world() -> (Navigator, AgentId) {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [40.0, 8.0, 5.0]).unwrap();
    let all = navigator.bounds();
    navigator.set_cells(all, CellState::Unknown).unwrap();
    let body = Agent::new([0.3, 0.3, 0.9].into()).with_unknown(UnknownPolicy::StopAtBoundary);
    let walker = Locomotion::walker();
    let walker = navigator.add_agent((body, &walker)).unwrap();
    (navigator, walker)
}

/// There is a floor from one x to before another, and air above it.
pub(crate) fn see(navigator: &mut Navigator, low: i32, high: i32) {
    let [air, floor] = [(1, 6), (0, 1)]
        .map(|(from, to)| CellBox::new([low, 0, from].into(), [high, 9, to].into()));
    navigator.set_cells(air, CellState::Free).unwrap();
    navigator.set_cells(floor, CellState::Occupied).unwrap();
}
