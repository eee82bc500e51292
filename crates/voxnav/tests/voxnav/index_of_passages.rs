//! Routes through mines cost the same with an index and without, whatever is edited meanwhile.

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState};
use voxnav::{Agent, AgentId, Navigator, Route, RouteOptions};
use voxnav_testkit::{Draws, seeds};

const SIDE: i32 = 15;

/// A mine dug by a walk from junction to junction, at even cells, and the junctions that it came by.
fn mine(draws: &mut Draws) -> (Navigator, AgentId, Vec<IVec3>) {
    let corner = [f64::from(SIDE - 1); 3];
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], corner).unwrap();
    let bounds = CellBox::from_size(IVec3::splat(SIDE));
    navigator.set_cells(bounds, CellState::Occupied).unwrap();
    let mut junctions = vec![IVec3::splat(SIDE / 4 * 2)];
    while junctions.len() < 60 {
        let from = junctions[junctions.len() - 1];
        junctions.push(dig(draws, &mut navigator, from, CellState::Free));
    }
    let mole = navigator.add_agent(Agent::new([0.4; 3].into())).unwrap();
    (navigator, mole, junctions)
}

/// Opens or closes the way from a junction to a neighboring one. Returns the latter.
fn dig(draws: &mut Draws, navigator: &mut Navigator, from: IVec3, state: CellState) -> IVec3 {
    let step = IVec3::AXES[draws.below(3_usize)] * draws.pick(&[-2, 2]);
    let to = (from + step).clamp(IVec3::ZERO, IVec3::splat(SIDE - 1));
    let tunnel = CellBox::new(from.min(to), from.max(to) + 1);
    navigator.set_cells(tunnel, state).unwrap();
    to
}

fn cost(route: &Route) -> Option<voxnav::search::Cost> {
    route.path().map(voxnav::Path::cost)
}

#[test]
fn routes_cost_the_same_with_an_index_of_passages() {
    let mut expanded = [0, 0];
    let mut found = 0;
    for seed in seeds(0, 60) {
        let mut draws = Draws::new(seed);
        let (mut navigator, mole, junctions) = mine(&mut draws);
        for round in 0..6 {
            let ends: Vec<_> = (0..8).map(|_| draws.pick(&junctions).as_dvec3()).collect();
            let ask = |navigator: &mut Navigator| -> Vec<Route> {
                let pairs = ends.windows(2);
                let ask = |ends: &[_]| navigator.find_route(mole, ends[0], ends[1]).unwrap();
                pairs.map(ask).collect()
            };
            let before = ask(&mut navigator);
            navigator
                .prepare_index(mole, &RouteOptions::default().settings)
                .unwrap();
            let view = navigator.view(mole, &RouteOptions::default()).unwrap();
            let known = ask(&mut navigator);
            for (before, known) in before.iter().zip(&known) {
                assert_eq!(cost(before), cost(known), "seed {seed}, round {round}");
                found += u64::from(known.is_found());
                expanded[0] += before.statistics.expanded;
                expanded[1] += known.statistics.expanded;
            }
            // Edits drop them, but not those of a view.
            let state = [CellState::Free, CellState::Occupied][draws.below(2_usize)];
            let from = draws.pick(&junctions);
            dig(&mut draws, &mut navigator, from, state);
            let viewed = view.find_route(ends[0], ends[1]).unwrap();
            assert_eq!(cost(&viewed), cost(&known[0]), "seed {seed}, a view");
            assert_eq!(
                viewed.statistics, known[0].statistics,
                "seed {seed}, a view"
            );
        }
    }
    assert!(found > 500, "{found} routes");
    assert!(expanded[1] * 2 < expanded[0], "{expanded:?}");
}
