//! Walkers that turn back in the middle of a step or a drop, in an aisle with room for one.
//!
//! A walker that turns back in a step touches nothing.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::Locomotion;
use voxnav::{Agent, Lattice, Navigator};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings};

const DT: f64 = 1.0 / 30.0;
const CELL: f64 = 0.5;
const WIDTH: f64 = 0.4;
/// The first cell of the aisle that is on the ledge, and the number of cells.
const LEDGE: i32 = 6;
const LENGTH: i32 = 9;

/// Sends a walker over the end of a ledge, behind which another one stands that never moves. It stands over the edge, turns
/// back and comes again, and is never in the ledge. Returns how often it turned back.
fn over_the_edge(from: i32, blocked_at: f64, to: i32) -> u32 {
    let lattice = Lattice::new(DVec3::ZERO, CELL).unwrap();
    let bounds = CellBox::from_size(IVec3::new(LENGTH, 1, 5));
    let mut navigator = Navigator::new(lattice, bounds).unwrap();
    let ledge = CellBox::new(IVec3::new(LEDGE, 0, 0), IVec3::new(LENGTH, 1, 1));
    navigator.set_cells(ledge, CellState::Occupied).unwrap();
    let body = Agent::new([0.2, 0.2, 0.45].into());
    let walker = navigator.add_agent((body, Locomotion::walker())).unwrap();
    let [floor, top] = [-CELL / 2.0, CELL / 2.0];
    let edge = (f64::from(LEDGE) - 0.5) * CELL;
    let feet = |x: f64| DVec3::new(x, 0.0, if x > edge { top } else { floor });
    let [from, to] = [from, to].map(|cell| feet(f64::from(cell) * CELL));
    let mut crowd = Crowd::new(CrowdSettings::default());
    let goes = CrowdAgent::new(walker, from).speed(1.5);
    let goes = crowd.add(&mut navigator, goes).unwrap();
    let stands = CrowdAgent::new(walker, feet(blocked_at)).speed(0.0);
    crowd.add(&mut navigator, stands).unwrap();
    crowd.send(goes, to).unwrap();
    let (mut is_over, mut turned) = (false, 0);
    for _ in 0..600 {
        crowd.update(&mut navigator, DT).unwrap();
        let at = crowd.position(goes).unwrap();
        let is_above = at.x + WIDTH / 2.0 > edge + 1e-3;
        assert!(!is_above || at.z > top - 1e-3, "in the ledge at {at}");
        let was_over = std::mem::replace(&mut is_over, is_above && at.x < edge + WIDTH / 2.0);
        let is_back = (at.x > edge) == (from.x > edge);
        turned += u32::from(was_over && !is_over && is_back);
    }
    turned
}

#[test]
fn a_walker_turns_back_by_the_lines_of_a_step() {
    // The other one stands 0.3 behind the cell on the ledge at which the step ends.
    let turned = over_the_edge(2, f64::from(LEDGE) * CELL + 0.3, LENGTH - 1);
    assert!(turned >= 2, "{turned}");
}

#[test]
fn a_walker_turns_back_by_the_lines_of_a_drop() {
    let turned = over_the_edge(LENGTH - 1, f64::from(LEDGE - 1) * CELL - 0.3, 1);
    assert!(turned >= 2, "{turned}");
}
