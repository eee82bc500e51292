//! The scenes. Unless a scene says otherwise the agent is the preset `walker`: two cells high, a cell's
//! walk costs 1, a step up 0.5 more, a drop 0.25 a cell more, climbing and swimming 2 a cell.

use voxnav::CornerRule;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Footprint};
use voxnav::ground::Action::{Climb, Door, Drop, Jump as Jumps, StepUp, Swim, Walk};
use voxnav::ground::{Action, Fall, Jump, Link, Locomotion};
use voxnav::search::Cost;

use super::Scene;

/// Quarters of a cell's walk.
fn quarters(count: u32) -> Cost {
    Cost::from_raw(Cost::STRAIGHT.raw() / 4) * count
}

/// A scene one cell deep, for a walker.
fn scene(name: &'static str, rows: &[&'static str]) -> Scene {
    Scene {
        name,
        agent: Locomotion::walker(),
        links: Vec::new(),
        slices: vec![rows.to_vec()],
        expected: None,
    }
}

impl Scene {
    fn of(self, agent: Locomotion) -> Self {
        Self { agent, ..self }
    }

    fn costs(self, legs: &[(Action, usize)], cost: Cost) -> Self {
        Self {
            expected: Some((legs.to_vec(), cost)),
            ..self
        }
    }
}

/// Jumps cost 2 more than the walk.
fn jumper(gap: u8) -> Locomotion {
    let jump = Jump {
        gap,
        ..Jump::over_one()
    };
    Locomotion {
        jump: Some(jump),
        ..Locomotion::walker()
    }
}

/// A walker that a cell is too large for: half a block wide, its body four cells high, and steps of a
/// slab, which is one cell; all costs are halved.
fn on_slabs() -> Locomotion {
    let tall = CellBox::from_size(IVec3::new(1, 1, 4));
    Locomotion {
        body: Footprint::new(tall).unwrap_or(Footprint::ONE),
        walk: Some(quarters(2)),
        step: quarters(1),
        fall: Fall::PerCell(quarters(1)),
        ..Locomotion::walker()
    }
}

pub(crate) fn all() -> Vec<Scene> {
    let mut scenes = heights();
    scenes.extend(gaps());
    scenes.extend(materials());
    scenes.extend(corners());
    scenes.extend(slabs());
    scenes
}

fn heights() -> Vec<Scene> {
    let cliff = |name| {
        scene(
            name,
            &[
                "......", "S.....", "##....", "##....", "##....", "##...G", "######",
            ],
        )
    };
    vec![
        scene("forward", &["....", "S..G", "####"]).costs(&[(Walk, 3)], quarters(12)),
        scene("up one", &["....", "...G", "S.##", "####"])
            .costs(&[(Walk, 1), (StepUp, 1), (Walk, 1)], quarters(4 + 6 + 4)),
        scene("up two", &["....", "....", "...G", "..##", "S.##", "####"]),
        cliff("down four: too far for a walker"),
        cliff("down four")
            .of(Locomotion {
                drop: 4,
                ..Locomotion::walker()
            })
            .costs(
                // 1, then 1 and four quarters, then 3.
                &[(Walk, 1), (Drop, 1), (Walk, 3)],
                quarters(4 + 8 + 12),
            ),
        scene(
            "under a beam: crouching costs twice",
            &["..#..", "S...G", "#####"],
        )
        .of(Locomotion::crouching())
        .costs(&[(Walk, 4)], quarters(4 + 8 + 4 + 4)),
    ]
}

fn gaps() -> Vec<Scene> {
    let one = ["......", "......", "S...G.", "##.###", "##.###"];
    let two = [".......", ".......", "S....G.", "##..###", "##..###"];
    let three = ["........", "........", "S.....G.", "##...###", "##...###"];
    let jump = [(Walk, 1), (Jumps, 1), (Walk, 1)];
    vec![
        scene("a gap of one", &one)
            .of(jumper(1))
            .costs(&jump, quarters(4 + 16 + 4)),
        scene("a gap of two", &two)
            .of(jumper(2))
            .costs(&jump, quarters(4 + 20 + 4)),
        scene("a gap of three", &three)
            .of(jumper(3))
            .costs(&jump, quarters(4 + 24 + 4)),
        scene("a gap of three for jumps over two", &three).of(jumper(2)),
        scene(
            "a ceiling too low for a jump",
            &["######", "......", "S...G.", "##.###", "##.###"],
        )
        .of(jumper(1)),
    ]
}

fn materials() -> Vec<Scene> {
    let opener = Locomotion {
        open_door: Some(Cost::STRAIGHT),
        ..Locomotion::walker()
    };
    let door = ["#####", "..D..", "S.D.G", "#####"];
    let shaft = [
        "....", "..G.", "#~##", "#~##", "#~##", "#~##", "#s##", "####",
    ];
    let bubbles = Link {
        cost: Cost::STRAIGHT,
        label: 7,
        ..Link::new(CellBox::of_cell(IVec3::new(1, 0, 1)), IVec3::new(1, 0, 5))
    };
    vec![
        // Onto the first rung, up two, off the ladder to the floor beside its top, on.
        scene(
            "a ladder up a shaft",
            &[
                ".....", "....G", "##H##", "#.H.#", "#.H.#", "#SH.#", "#####",
            ],
        )
        .costs(
            &[(StepUp, 1), (Climb, 2), (StepUp, 1), (Walk, 1)],
            quarters(6 + 16 + 6 + 4),
        ),
        // Nothing stands on a vine: it is climbed from the ground.
        scene(
            "a vine",
            &[
                ".....", "...G.", "..v##", "..v##", "..v##", "S.v##", "#####",
            ],
        )
        .costs(&[(Walk, 2), (Climb, 3), (StepUp, 1)], quarters(8 + 24 + 6)),
        scene("a door", &door)
            .of(opener)
            .costs(&[(Walk, 1), (Door, 1), (Walk, 2)], quarters(4 + 8 + 8)),
        scene("a door, for one who opens none", &door),
        scene(
            "swimming across",
            &["......", "S....G", "#~~~~#", "#~~~~#", "######"],
        )
        .costs(&[(Drop, 1), (Swim, 3), (StepUp, 1)], quarters(5 + 24 + 6)),
        scene("up through water", &shaft).costs(&[(Swim, 4), (StepUp, 1)], quarters(32 + 6)),
        Scene {
            links: vec![bubbles],
            ..scene("up by bubbles, which are a link", &shaft)
        }
        .costs(&[(Action::Link(7), 1), (StepUp, 1)], quarters(4 + 6)),
        Scene {
            slices: vec![
                vec![".....", ".....", "#####"],
                vec![".....", "S.!.G", "#####"],
            ],
            ..scene("lava beside the way", &[])
        }
        .costs(&[(Walk, 4)], Cost::STRAIGHT * 2 + Cost::FACE_DIAGONAL * 2),
    ]
}

fn corners() -> Vec<Scene> {
    let corner = |name, corners| Scene {
        agent: Locomotion {
            corners,
            ..Locomotion::walker()
        },
        slices: vec![vec!["..", "S#", "##"], vec!["..", ".G", "##"]],
        ..scene(name, &[])
    };
    vec![
        corner("past a corner, strict", CornerRule::Strict).costs(&[(Walk, 2)], Cost::STRAIGHT * 2),
        corner("past a corner, lenient", CornerRule::Lenient)
            .costs(&[(Walk, 1)], Cost::FACE_DIAGONAL),
    ]
}

fn slabs() -> Vec<Scene> {
    let air = ["........"; 4];
    let steps = [
        "........", ".......G", "......##", "....####", "S.######", "########",
    ];
    let block = ["........", "......G.", "....####", "S...####", "########"];
    let on_top = |rows: &[&'static str]| [&air[..3], rows].concat();
    vec![
        scene("slabs, on a lattice of half a block", &on_top(&steps))
            .of(on_slabs())
            .costs(
                &[
                    (Walk, 1),
                    (StepUp, 1),
                    (Walk, 1),
                    (StepUp, 1),
                    (Walk, 1),
                    (StepUp, 1),
                    (Walk, 1),
                ],
                quarters(4 * 2 + 3 * 3),
            ),
        scene("a whole block there is up two", &on_top(&block)).of(on_slabs()),
    ]
}
