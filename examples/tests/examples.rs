//! The examples as one program: each runs, asserts what it claims, and writes what is expected.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]
#![expect(dead_code, reason = "the main functions are not called")]

#[path = "../examples/convoy.rs"]
mod convoy;
#[path = "../examples/first_path.rs"]
mod first_path;
#[path = "../examples/frame_loop.rs"]
mod frame_loop;
#[path = "../examples/frame_loop_on_foot.rs"]
mod frame_loop_on_foot;
#[path = "../examples/game.rs"]
mod game;
#[path = "../examples/ground_agent.rs"]
mod ground_agent;
#[path = "../examples/hunter.rs"]
mod hunter;
#[path = "../examples/own_heuristic.rs"]
mod own_heuristic;
#[path = "../examples/spawn_and_sight.rs"]
mod spawn_and_sight;
#[path = "../examples/warehouse.rs"]
mod warehouse;

use std::error::Error;

use voxnav_examples::frames::Checks;

/// Returns the lines that an example writes.
fn written(run: impl FnOnce(&mut Vec<u8>) -> Result<(), Box<dyn Error>>) -> Vec<String> {
    let mut out = Vec::new();
    run(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn convoy() {
    let lines = written(|out| convoy::run(out, None));
    assert!(
        lines[0].starts_with("12 agents arrived after "),
        "{lines:?}"
    );
}

#[test]
fn hunter() {
    let lines = written(|out| hunter::run(out, None));
    assert!(lines[0].starts_with("5 hid "), "{lines:?}");
}

#[test]
fn game() {
    let lines = written(|out| game::run(out, 300));
    let saved = "saved at frame 150 and loaded, it went on equally for 150 frames";
    assert_eq!(lines[0], saved);
    assert!(lines[1].starts_with("40 agents arrived "), "{lines:?}");
    assert!(
        lines[2].starts_with("sent once more, all 40 arrived within "),
        "{lines:?}"
    );
    assert_eq!(lines[3], "0 frames with somebody inside");
    assert!(lines[4].starts_with("they ") && lines[5].starts_with("a frame took "));
}

#[test]
fn first_path() {
    assert_eq!(written(first_path::run), ["10 moves, 12.485 cells long"]);
}

#[test]
fn frame_loops() {
    let checks = Checks::EveryFrame;
    let flown = written(|out| frame_loop::run(out, 180, checks));
    let walked = written(|out| frame_loop_on_foot::run(out, 90, checks));
    for (lines, agents) in [(flown, "200 drones"), (walked, "200 walkers")] {
        let (_, told) = lines[0].split_once(agents).unwrap();
        let times = told.strip_prefix(" arrived ");
        let times = times.and_then(|told| told.strip_suffix(" times")?.parse::<u32>().ok());
        assert!(times.is_some_and(|times| times > 5), "{lines:?}");
    }
}

#[test]
fn ground_agent() {
    let expected = [
        "over the bridge:",
        "  Walk: 17 moves, cost 18.66",
        "without the bridge:",
        "  Walk: 4 moves, cost 4.00",
        "  Climb: 2 moves, cost 4.00",
        "  Drop: 1 moves, cost 1.75",
        "  Walk: 7 moves, cost 7.00",
        "  Link(1): 1 moves, cost 4.00",
        "  Walk: 4 moves, cost 4.00",
    ];
    assert_eq!(written(ground_agent::run), expected);
}

#[test]
fn own_heuristic() {
    let expected = [
        "octile    cost 53.198, ",
        "tutorial  cost 53.198, ",
        "claimed to be consistent: Err(Inconsistent",
    ];
    let lines = written(own_heuristic::run);
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
}

#[test]
fn spawn_and_sight() {
    let expected = [
        "the drone starts at [14, 2, 5], 1 m from where it was asked for",
        "a cube of up to 3 cells a side gets to the player",
        "it sees the player, but flying there it stops after 18.02 cells, pushed back to [-1, 0, 0]",
        "others appear at [IVec3(43, 1, 8), IVec3(28, 12, 1), IVec3(6, 9, 17)]",
    ];
    assert_eq!(written(spawn_and_sight::run), expected);
}

#[test]
fn warehouse() {
    let lines = written(warehouse::run);
    assert!(lines[0].starts_with("48 robots, 400 steps: "), "{lines:?}");
    assert_eq!(lines[1], "nobody met anybody");
}
