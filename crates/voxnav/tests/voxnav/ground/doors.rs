//! Doors and bridges: what is closed blocks, what is opened does not.

use voxnav::colliders::Obstacle;
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Action, LinkState, Locomotion, Material, MaterialKind, WorldLink};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Cost;
use voxnav::{Agent, AgentId, Navigator};

const FROM: [f64; 3] = [1.0, 4.0, -0.5];
const TO: [f64; 3] = [9.0, 4.0, -0.5];

fn person() -> Agent {
    Agent::new([0.4, 0.4, 0.9].into())
}

fn with_walker() -> (Navigator, AgentId) {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [10.0, 8.0, 4.0]).unwrap();
    let walker = navigator.add_agent((person(), &Locomotion::walker()));
    (navigator, walker.unwrap())
}

fn is_open(navigator: &mut Navigator, agent: AgentId) -> bool {
    navigator.find_route(agent, FROM, TO).unwrap().is_found()
}

#[test]
fn a_closed_door_blocks_and_an_opened_one_does_not() {
    let (mut navigator, walker) = with_walker();
    let leaf = Obstacle::new(SharedShape::cuboid(0.05, 4.5, 2.5)).at([5.0, 4.0, 2.0]);
    assert!(is_open(&mut navigator, walker));
    let door = navigator.insert(leaf.clone()).unwrap();
    assert!(!is_open(&mut navigator, walker));
    navigator.move_to(door, [5.0, 14.0, 2.0]).unwrap();
    assert!(is_open(&mut navigator, walker));
    navigator.move_to(door, [5.0, 4.0, 2.0]).unwrap();
    assert!(!is_open(&mut navigator, walker));
    navigator.remove(door).unwrap();
    assert!(is_open(&mut navigator, walker));
}

#[test]
fn a_bridge_that_is_removed_leaves_no_way() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [10.0, 8.0, 8.0]).unwrap();
    let walker = navigator
        .add_agent((person(), &Locomotion::walker()))
        .unwrap();
    for x in [1.0, 9.0] {
        let bank = Obstacle::new(SharedShape::cuboid(1.4, 4.4, 2.4)).at([x, 4.0, 2.0]);
        navigator.insert(bank).unwrap();
    }
    let (from, to) = ([1.0, 4.0, 4.5], [9.0, 4.0, 4.5]);
    let crosses = |navigator: &mut Navigator| {
        let route = navigator.find_route(walker, from, to).unwrap();
        route.is_found()
    };
    assert!(!crosses(&mut navigator));
    let bridge = Obstacle::new(SharedShape::cuboid(3.0, 0.45, 0.1)).at([5.0, 4.0, 4.0]);
    let bridge = navigator.insert(bridge).unwrap();
    assert!(crosses(&mut navigator));
    navigator.remove(bridge).unwrap();
    assert!(!crosses(&mut navigator));
}

#[test]
fn who_opens_doors_goes_through_doors_that_are_not_locked() {
    let (mut navigator, walker) = with_walker();
    let opener = Locomotion {
        open_door: Some(Cost::STRAIGHT),
        ..Locomotion::walker()
    };
    let opener = navigator.add_agent((person(), &opener)).unwrap();
    let door = navigator
        .add_material(Material::new("door", MaterialKind::Door))
        .unwrap();
    let wall = CellBox::new([5, 0, 0].into(), [6, 9, 5].into());
    let doorway = CellBox::new([5, 4, 0].into(), [6, 5, 2].into());
    navigator.set_cells(wall, CellState::Occupied).unwrap();
    navigator.set_material(doorway, door).unwrap();
    assert!(!is_open(&mut navigator, walker));
    let route = navigator.find_route(opener, FROM, TO).unwrap();
    let actions: Vec<_> = route.legs().iter().map(|leg| leg.action).collect();
    assert_eq!(actions, [Action::Walk, Action::Door, Action::Walk]);
    navigator.set_cells(doorway, CellState::Free).unwrap();
    assert!(is_open(&mut navigator, walker) && is_open(&mut navigator, opener));
}

#[test]
fn links_open_and_close() {
    let (mut navigator, walker) = with_walker();
    let wall = CellBox::new([5, 0, 0].into(), [6, 9, 5].into());
    navigator.set_cells(wall, CellState::Occupied).unwrap();
    let portal = WorldLink::new([3.0, 2.0, -0.5], [7.0, 2.0, -0.5]);
    assert!(!is_open(&mut navigator, walker));
    let portal = navigator.insert_link(portal).unwrap();
    assert!(is_open(&mut navigator, walker));
    navigator.set_link_state(portal, LinkState::Closed).unwrap();
    assert!(!is_open(&mut navigator, walker));
    navigator.set_link_state(portal, LinkState::Open).unwrap();
    let back = navigator.find_route(walker, TO, FROM).unwrap();
    assert!(!back.is_found(), "one way");
    navigator.remove_link(portal).unwrap();
    assert!(!is_open(&mut navigator, walker));
}
