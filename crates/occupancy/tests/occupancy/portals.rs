//! Portals are found where rooms are small, and nowhere else; an edit forgets them.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};

/// Rooms of so many cells a side in a row along x, with walls of one cell and doors of two by one.
fn rooms(width: i32, count: i32) -> Occupancy {
    let size = IVec3::new(count * (width + 1), width, width);
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    for number in 1..=count {
        let wall = IVec3::X * (number * (width + 1) - 1);
        let wall_box = CellBox::new(wall, wall + IVec3::new(1, width, width));
        builder.set_box(wall_box, CellState::Occupied).unwrap();
        let door = CellBox::new(wall + IVec3::new(0, 2, 0), wall + IVec3::new(1, 3, 2));
        builder.set_box(door, CellState::Free).unwrap();
    }
    builder.commit()
}

fn seen(occupancy: &Occupancy) -> Traversability {
    Traversability::new(occupancy, UnknownPolicy::Blocked)
}

#[test]
fn doors_between_small_rooms_are_portals_for_both_rules() {
    let world = seen(&rooms(9, 12)).with_portals();
    let portals = world.portals().unwrap().graph().len();
    // The last wall ends the world: beyond its door is nothing.
    assert_eq!(portals, 11 * 2);
    assert!(world.lenient_portals().is_none(), "not asked for");
    let world = world.with_lenient_portals();
    assert_eq!(world.lenient_portals().unwrap().graph().len(), portals);
}

#[test]
fn ways_between_portals_cost_what_they_cost_through_the_room() {
    let world = seen(&rooms(9, 12)).with_portals();
    let graph = world.portals().unwrap().graph();
    let number = |x: i32, z: i32| graph.find(IVec3::new(x, 2, z)).unwrap();
    let moves = |from, to| {
        let mut edges = graph.edges(from).iter();
        edges.find(|edge| edge.target() == to).map(|edge| {
            let [faces, bodies] = edge.diagonals();
            [edge.moves() - faces - bodies, faces, bodies]
        })
    };
    assert_eq!(
        moves(number(9, 0), number(9, 1)),
        Some([1, 0, 0]),
        "in one door"
    );
    assert_eq!(moves(number(9, 0), number(19, 0)), Some([10, 0, 0]));
    // No more than a diagonal on the way, or from one door cell to the other and straight on.
    assert_eq!(moves(number(9, 0), number(19, 1)), Some([9, 1, 0]));
    assert_eq!(moves(number(9, 0), number(29, 0)), None, "another room");
}

#[test]
fn large_rooms_and_open_sheets_have_none_and_cost_nothing() {
    for occupancy in [
        rooms(17, 3),
        OccupancyBuilder::new(CellBox::from_size(IVec3::new(6000, 6000, 1)))
            .unwrap()
            .commit(),
    ] {
        let world = seen(&occupancy);
        let before = world.memory_bytes();
        let world = world.with_portals().with_lenient_portals();
        assert!(world.portals().is_none() && world.lenient_portals().is_none());
        assert_eq!(world.memory_bytes(), before);
    }
}

#[test]
fn an_edit_forgets_portals_and_the_snapshot_before_keeps_them() {
    let occupancy = rooms(9, 12);
    let world = seen(&occupancy).with_portals();
    let bytes = world.memory_bytes();
    let mut edit = occupancy.edit();
    edit.set(IVec3::new(4, 4, 4), CellState::Occupied).unwrap();
    let after = world.refreshed(&edit.commit());
    assert!(world.portals().is_some() && after.portals().is_none());
    assert!(after.with_portals().portals().is_some());
    assert_eq!(world.memory_bytes(), bytes);
}
