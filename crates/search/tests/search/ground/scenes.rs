//! More scenes of the kind that others test with: vines, shafts of water, bubbles, lava next to the path, slabs.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Footprint};
use voxnav_search::{Action, CornerRule, Cost, Locomotion};

use super::scene::{Scene, builder, drawn, quarters};

#[test]
fn up_a_vine_that_may_end_above_the_ground() {
    let hanging = [".....", "...G.", ".H###", ".H###", "S.###", "#####"];
    let rooted = [".....", "...G.", ".H###", ".H###", "SH###", "#####"];
    for rows in [rooted, hanging] {
        let scene = drawn(&rows);
        let expected = vec![
            (Action::Walk, 1),
            (Action::Climb, 2),
            (Action::StepUp, 1),
            (Action::Walk, 1),
        ];
        let walker = Locomotion::walker();
        assert_eq!(scene.legs(&walker), (expected, quarters(30)), "{rows:?}");
        let clumsy = Locomotion {
            climb: None,
            ..walker
        };
        assert!(scene.is_unreachable(&clumsy));
    }
}

#[test]
fn up_a_shaft_of_water() {
    let scene = drawn(&["....", "....", "#~.G", "#~##", ".~##", "S~##", "####"]);
    let expected = vec![
        (Action::Walk, 1),
        (Action::Swim, 2),
        (Action::StepUp, 1),
        (Action::Walk, 1),
    ];
    let walker = Locomotion::walker();
    assert_eq!(scene.legs(&walker), (expected, quarters(30)));
    let dry = Locomotion {
        swim: None,
        ..walker
    };
    assert!(scene.is_unreachable(&dry));
}

/// A diver goes round air.
#[test]
fn around_a_bubble() {
    let scene = Scene {
        start: IVec3::new(0, 0, 1),
        goal: IVec3::new(4, 0, 1),
        ..drawn(&["~~~~~", "~~.~~", "~~~~~"])
    };
    let expected = vec![(Action::Swim, 6)];
    assert_eq!(scene.legs(&Locomotion::diver()), (expected, quarters(24)));
}

#[test]
fn between_lava_and_never_past_its_corner() {
    let mut world = builder(CellBox::from_size(IVec3::new(5, 3, 4)));
    let floor = CellBox::from_size(IVec3::new(5, 3, 1));
    world.set_box(floor, CellState::Occupied).unwrap();
    let lava = world.palette().find("!").unwrap();
    for y in [0, 2] {
        let row = CellBox::new(IVec3::new(1, y, 1), IVec3::new(4, y + 1, 2));
        world.set_material_box(row, lava).unwrap();
    }
    let mut scene = Scene {
        world: world.commit(),
        start: IVec3::new(0, 1, 1),
        goal: IVec3::new(4, 1, 1),
    };
    let walker = Locomotion::walker();
    assert_eq!(scene.legs(&walker), (vec![(Action::Walk, 4)], quarters(16)));
    let wide = Locomotion {
        body: Footprint::new(CellBox::from_size(IVec3::new(1, 2, 2))).unwrap(),
        ..walker.clone()
    };
    assert!(scene.is_unreachable(&wide));
    // Onto the way from the side: not over the corner of the lava, unless corners are cut.
    (scene.start, scene.goal) = (IVec3::new(0, 0, 1), IVec3::new(1, 1, 1));
    assert_eq!(scene.legs(&walker).1, Cost::STRAIGHT * 2);
    let slim = Locomotion {
        corners: CornerRule::Lenient,
        ..walker
    };
    assert_eq!(scene.legs(&slim).1, Cost::FACE_DIAGONAL);
}

/// Where slabs are half as high as blocks, cells are half as large, and a step is a slab.
#[test]
fn up_slabs_of_half_a_block_by_a_finer_lattice() {
    let air = ["......."; 4];
    let slabs = ["......G", "....###", "S.#####", "#######"];
    let blocks = ["......G", "..#####", "S.#####", "#######"];
    let of = |rows: [&str; 4]| drawn(&air.into_iter().chain(rows).collect::<Vec<_>>());
    let walker = Locomotion {
        body: Footprint::new(CellBox::from_size(IVec3::new(1, 1, 4))).unwrap(),
        ..Locomotion::walker()
    };
    let expected = vec![
        (Action::Walk, 1),
        (Action::StepUp, 1),
        (Action::Walk, 1),
        (Action::StepUp, 1),
        (Action::Walk, 2),
    ];
    assert_eq!(of(slabs).legs(&walker), (expected, quarters(28)));
    assert!(of(blocks).is_unreachable(&walker));
    let taller = Locomotion {
        step_up: 2,
        ..walker
    };
    assert_eq!(of(blocks).legs(&taller).1, quarters(28));
}
