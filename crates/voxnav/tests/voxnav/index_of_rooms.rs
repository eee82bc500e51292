//! Routes cost the same in worlds with an index and without, whatever is edited meanwhile.

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState};
use voxnav::{Agent, AgentId, CornerRule, Navigator, Route, RouteOptions};
use voxnav_testkit::{Draws, seeds};

/// Cells from one wall to the next.
const PITCH: i32 = 8;

const SIDE: i32 = 4 * PITCH - 1;

/// A building of 4 x 4 x 4 rooms, and doors in many walls.
fn building(draws: &mut Draws) -> (Navigator, AgentId) {
    let corner = [f64::from(SIDE - 1); 3];
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], corner).unwrap();
    for axis in [IVec3::X, IVec3::Y, IVec3::Z] {
        for number in 1..4 {
            let min = axis * (number * PITCH - 1);
            let wall = CellBox::new(min, min + axis + (IVec3::ONE - axis) * SIDE);
            navigator.set_cells(wall, CellState::Occupied).unwrap();
        }
    }
    for _ in 0..120 {
        set_door(draws, &mut navigator, CellState::Free);
    }
    let robot = navigator.add_agent(Agent::new([0.4; 3].into())).unwrap();
    (navigator, robot)
}

/// Opens or closes a door somewhere.
fn set_door(draws: &mut Draws, navigator: &mut Navigator, state: CellState) {
    let axis = IVec3::AXES[draws.below(3_usize)];
    let room = IVec3::from_array([0; 3].map(|_| draws.between(0, 3)));
    let inside = IVec3::from_array([0; 3].map(|_| draws.between(0, 4)));
    let wall = axis * (draws.between(1, 3) * PITCH - 1);
    let min = (IVec3::ONE - axis) * (room * PITCH + inside) + wall;
    let sides = IVec3::from_array([0; 3].map(|_| draws.between(1, 2)));
    let door = CellBox::new(min, min + axis + (IVec3::ONE - axis) * sides);
    navigator.set_cells(door, state).unwrap();
}

fn cost(route: &Route) -> Option<voxnav::search::Cost> {
    route.path().map(voxnav::Path::cost)
}

#[test]
fn routes_cost_the_same_with_an_index_of_rooms() {
    let mut expanded = [0, 0];
    let mut found = 0;
    for seed in seeds(0, 12) {
        let mut draws = Draws::new(seed);
        let corners = draws.pick(&[CornerRule::Strict, CornerRule::Lenient]);
        let mut options = RouteOptions::default();
        options.settings = options.settings.corners(corners);
        let (mut navigator, robot) = building(&mut draws);
        for round in 0..4 {
            let ends: Vec<_> = (0..9)
                .map(|_| IVec3::from_array([0; 3].map(|_| draws.between(0, SIDE - 1))).as_dvec3())
                .collect();
            let ask = |navigator: &mut Navigator| -> Vec<Route> {
                let view = navigator.view(robot, &options).unwrap();
                let pairs = ends.windows(2);
                let routes = pairs.map(|ends| view.find_route(ends[0], ends[1]));
                routes.map(Result::unwrap).collect()
            };
            let before = ask(&mut navigator);
            navigator.prepare_index(robot, &options.settings).unwrap();
            let view = navigator.view(robot, &options).unwrap();
            let known = ask(&mut navigator);
            for (before, known) in before.iter().zip(&known) {
                assert_eq!(cost(before), cost(known), "seed {seed}, round {round}");
                found += u64::from(known.is_found());
                expanded[0] += before.statistics.expanded;
                expanded[1] += known.statistics.expanded;
            }
            // Edits drop them, but not those of a view.
            let state = [CellState::Free, CellState::Occupied][draws.below(2_usize)];
            set_door(&mut draws, &mut navigator, state);
            let viewed = view.find_route(ends[0], ends[1]).unwrap();
            assert_eq!(cost(&viewed), cost(&known[0]), "seed {seed}, a view");
            assert_eq!(
                viewed.statistics, known[0].statistics,
                "seed {seed}, a view"
            );
        }
    }
    assert!(found > 100, "{found} routes");
    assert!(expanded[1] * 4 < expanded[0], "{expanded:?}");
}
