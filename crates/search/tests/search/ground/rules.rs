//! Each rule as a small scene.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState};
use voxnav_search::{Action, CornerRule, Cost, EndFault, Fall, Hazards, Locomotion, Outcome};

use super::scene::{Scene, builder, drawn, jumper, quarters};

#[test]
fn forward() {
    let scene = drawn(&["....", "S..G", "####"]);
    let walker = Locomotion::walker();
    assert_eq!(scene.legs(&walker), (vec![(Action::Walk, 3)], quarters(12)));
    let low = drawn(&["..#.", "S..G", "####"]);
    assert!(low.is_unreachable(&walker), "two cells high");
}

#[test]
fn up_one_and_not_two() {
    let scene = drawn(&["....", "...G", "S.##", "####"]);
    let expected = vec![(Action::Walk, 1), (Action::StepUp, 1), (Action::Walk, 1)];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(14)));
    let two = drawn(&["....", "....", "...G", "..##", "S.##", "####"]);
    assert!(two.is_unreachable(&Locomotion::walker()));
    let tall = Locomotion {
        step_up: 2,
        ..Locomotion::walker()
    };
    assert_eq!(two.legs(&tall).1, quarters(16));
    // A jump up onto the ledge: jump 2, walk 1, two steps of 0.5.
    let expected = vec![(Action::Walk, 1), (Action::Jump, 1), (Action::Walk, 1)];
    assert_eq!(two.legs(&jumper(0, 2)), (expected, quarters(24)));
    let head = drawn(&["....", "....", "S#.G", "....", "####"]);
    assert!(matches!(
        head.solve(&Locomotion::walker()).outcome,
        Outcome::InvalidEnd(EndFault::StartBlocked)
    ));
}

#[test]
fn down_four() {
    let scene = drawn(&["....", "S...", "#...", "#...", "#...", "#..G", "####"]);
    assert!(scene.is_unreachable(&Locomotion::walker()), "three at most");
    let bold = Locomotion {
        drop: 4,
        ..Locomotion::walker()
    };
    let expected = vec![(Action::Drop, 1), (Action::Walk, 2)];
    assert_eq!(scene.legs(&bold), (expected, quarters(16)));
    let falls = [10, 20, 30, 5].map(|cells| Cost::STRAIGHT * cells).to_vec();
    let table = Locomotion {
        fall: Fall::Table(falls),
        ..bold
    };
    assert_eq!(scene.legs(&table).1, quarters(32));
}

#[test]
fn gaps_of_one_two_and_three() {
    for gap in 1..=3_u8 {
        let hole = ".".repeat(gap.into());
        let air = format!("....{hole}");
        let ends = format!("S..{hole}G");
        let ground = format!("##{hole}##");
        let lava = "!".repeat(air.len());
        let scene = drawn(&[&air, &air, &ends, &ground, &ground, &lava]);
        for most in 0..=3 {
            let agent = jumper(most, 0);
            if most < gap {
                assert!(scene.is_unreachable(&agent), "{most} over {gap}");
            } else {
                let (legs, cost) = scene.legs(&agent);
                assert!(legs.iter().any(|(action, _)| *action == Action::Jump));
                assert_eq!(cost, quarters(4 * u32::from(gap) + 20));
            }
        }
    }
}

#[test]
fn a_ceiling_too_low_for_a_jump() {
    let low = drawn(&["###.##", "......", "S....G", "###.##", "###.##", "!!!!!!"]);
    assert!(low.is_unreachable(&jumper(1, 0)));
    let high = drawn(&["......", "......", "S....G", "###.##", "###.##", "!!!!!!"]);
    assert_eq!(high.legs(&jumper(1, 0)).1, quarters(28));
}

#[test]
fn a_ladder_up_a_shaft_and_down_again() {
    let rows = [
        "....", "....", ".H.G", "#H##", "#H##", ".H##", "SH##", "####",
    ];
    let mut scene = drawn(&rows);
    let expected = vec![
        (Action::Walk, 1),
        (Action::Climb, 3),
        (Action::StepUp, 1),
        (Action::Walk, 1),
    ];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(38)));
    let without = Locomotion {
        climb: None,
        ..Locomotion::walker()
    };
    assert!(scene.is_unreachable(&without));
    std::mem::swap(&mut scene.start, &mut scene.goal);
    let expected = vec![(Action::Walk, 2), (Action::Climb, 4), (Action::Walk, 1)];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(44)));
}

/// The top of the ladder is flush with the floor that it leads to, and nothing stands out.
#[test]
fn a_ladder_flush_with_the_floor_leads_up_and_down() {
    let rows = [
        "....", "....", "...G", "#H##", "#H##", ".H##", "SH##", "####",
    ];
    let mut scene = drawn(&rows);
    let expected = vec![
        (Action::Walk, 1),
        (Action::Climb, 3),
        (Action::StepUp, 1),
        (Action::Walk, 1),
    ];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(38)));
    std::mem::swap(&mut scene.start, &mut scene.goal);
    let expected = vec![
        (Action::Walk, 1),
        (Action::Drop, 1),
        (Action::Climb, 3),
        (Action::Walk, 1),
    ];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(45)));
    let never_drops = Locomotion {
        drop: 0,
        ..Locomotion::walker()
    };
    assert!(scene.is_unreachable(&never_drops));
}

#[test]
fn swim_across() {
    let rows = ["......", "......", "S....G", "#~~~~#", "#~~~~#", "######"];
    let scene = drawn(&rows);
    let expected = vec![(Action::Drop, 1), (Action::Swim, 3), (Action::StepUp, 1)];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(35)));
    let dry = Locomotion {
        swim: None,
        ..Locomotion::walker()
    };
    assert!(scene.is_unreachable(&dry));
    let diver = Scene {
        start: IVec3::new(0, 0, 2),
        goal: IVec3::new(3, 0, 1),
        ..drawn(&["~~~~", "~~#~", "~~#~", "~~~~"])
    };
    assert_eq!(
        diver.legs(&Locomotion::diver()),
        (vec![(Action::Swim, 6)], quarters(24))
    );
}

#[test]
fn lava_on_the_way() {
    let scene = drawn(&["...", "S!G", "###"]);
    let walker = Locomotion::walker();
    assert!(scene.is_unreachable(&walker));
    let brave = Locomotion {
        hazards: Hazards::Entered,
        ..walker
    };
    assert_eq!(scene.legs(&brave), (vec![(Action::Walk, 2)], quarters(36)));
}

#[test]
fn a_door_opens_once() {
    let scene = drawn(&[".D..", "SD.G", "####"]);
    let walker = Locomotion::walker();
    assert!(scene.is_unreachable(&walker));
    let opener = Locomotion {
        open_door: Some(Cost::STRAIGHT * 3),
        ..walker
    };
    let expected = vec![(Action::Door, 1), (Action::Walk, 2)];
    assert_eq!(scene.legs(&opener), (expected, quarters(24)));
}

#[test]
fn under_a_beam() {
    let scene = drawn(&[".###.", "S...G", "#####"]);
    assert!(scene.is_unreachable(&Locomotion::walker()));
    assert_eq!(scene.legs(&Locomotion::crouching()).1, quarters(28));
}

#[test]
fn mud_costs_more_and_roads_less() {
    let scene = drawn(&["......", "S....G", "#mm==#"]);
    let (_, cost) = scene.legs(&Locomotion::walker());
    assert_eq!(cost, quarters(8 + 8 + 2 + 2 + 4));
}

#[test]
fn a_diagonal_past_a_corner() {
    let mut world = builder(CellBox::from_size(IVec3::new(2, 2, 3)));
    let floor = CellBox::from_size(IVec3::new(2, 2, 1));
    world.set_box(floor, CellState::Occupied).unwrap();
    world.set(IVec3::new(1, 0, 1), CellState::Occupied).unwrap();
    world.set(IVec3::new(1, 0, 2), CellState::Occupied).unwrap();
    let scene = Scene {
        world: world.commit(),
        start: IVec3::Z,
        goal: IVec3::ONE,
    };
    let walker = Locomotion::walker();
    assert_eq!(scene.legs(&walker), (vec![(Action::Walk, 2)], quarters(8)));
    let slim = Locomotion {
        corners: CornerRule::Lenient,
        ..walker
    };
    let path = scene.solve(&slim).outcome;
    assert_eq!(path.path().unwrap().cost(), Cost::FACE_DIAGONAL);
}
