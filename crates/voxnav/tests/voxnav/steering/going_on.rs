//! A drone that is steered by hand goes on, in worlds that are drawn here.

use super::by_hand::{Motion, Way};
use super::walker::Numbers;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
use voxnav_testkit::Symmetry;

/// Returns what a drone sees of a world.
fn view(builder: OccupancyBuilder) -> View {
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let (lattice, options) = (Lattice::default(), RouteOptions::default());
    View::flying(lattice, world, &Terrain::new(), &options).unwrap()
}

/// Steers a drone through cells that alone are free, in each of the 48 ways to turn them, and holds that its first route
/// leads toward a cell and that it goes no farther than along that route.
fn assert_goes_on(free: &[[i32; 3]], from: DVec3, toward: [i32; 3], to: DVec3) {
    for symmetry in Symmetry::all() {
        let bounds = CellBox::new(IVec3::splat(-8), IVec3::splat(8));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        builder.set_box(bounds, CellState::Occupied).unwrap();
        for &cell in free {
            builder
                .set(symmetry.cell(cell).into(), CellState::Free)
                .unwrap();
        }
        let view = view(builder);
        let [from, to] = [from, to].map(|end| symmetry.position(end));
        let route = view.find_route(from, to).unwrap();
        let toward = IVec3::from(symmetry.cell(toward));
        assert_eq!(route.waypoints[1], toward.as_dvec3(), "{symmetry:?}");
        let way = Way {
            from,
            motion: Motion {
                numbers: Numbers::Double,
                step: 0.02,
            },
            arrives_within: 1e-9,
            most: route.length + 1e-9,
            check: &|_, _, _| None,
        };
        let gone = way.steer(|at| view.find_route(at, to).unwrap());
        assert!(gone.is_ok(), "{symmetry:?}: {gone:?}");
    }
}

/// On its way from the first cell to the next one the drone passes a cell from which another path costs as much. That one
/// has no move in common with the rest of its path but at the end, and begins over the center of that cell.
#[test]
fn a_drone_goes_on_along_a_path_where_it_passes_one_of_equal_cost() {
    let common = [[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1], [2, 1, 2]];
    let rest = [[1, 0, 2], [1, 1, 2]];
    let other = [[2, 0, 0], [2, 1, 0], [2, 1, 1]];
    let free = [&common[..], &rest, &other].concat();
    let (from, to) = (DVec3::X * 0.22, DVec3::new(2.22, 1.0, 2.0));
    assert_goes_on(&free, from, [1, 0, 1], to);
}

/// The drone passes a cell from which a diagonal move leads on for less than over the cell that it is on its way to, but
/// the drone does not get straight to the end of that move.
#[test]
fn a_drone_goes_on_to_a_cell_from_where_a_diagonal_passes_it() {
    let near = CellBox::new(IVec3::new(0, -1, -1), IVec3::new(2, 2, 2));
    let mut free: Vec<[i32; 3]> = near.cells().map(IVec3::into).collect();
    free.extend([[1, 0, 2], [1, 1, 2]]);
    let (from, to) = (DVec3::new(0.007, -0.393, -0.258), DVec3::new(1.0, 1.0, 2.0));
    assert_goes_on(&free, from, [1, 1, 1], to);
}

/// A drone in single precision is at the center of its cell but for rounding: its way to the goal is clear from the center
/// itself, but not from where it is.
#[test]
fn a_drone_leaves_the_center_of_its_last_cell() {
    let bounds = CellBox::from_size(IVec3::splat(8));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in [[2, 2, 2], [4, 2, 3]] {
        builder.set(cell.into(), CellState::Occupied).unwrap();
    }
    let view = view(builder);
    let up = f64::from(3.0_f32.next_up());
    let from = DVec3::new(up, up, 3.0);
    let to = DVec3::new(2.75, 2.5625, 3.25);
    let route = view.find_route(from, to).unwrap();
    assert_eq!(route.waypoints, [from, to]);
    assert!((route.length - from.distance(to)).abs() < 1e-12);
}
