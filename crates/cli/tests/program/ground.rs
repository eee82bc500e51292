//! `voxnav solve --locomotion`.

use crate::program::{Scratch, fits_in_80_columns, json};

/// A step up and a ledge three cells high, in a corridor one cell deep.
const STEPS: &str = "voxel 9 1 9\n3 0 0\n4 0 0\n5 0 0\n5 0 1\n6 0 0\n6 0 1\n7 0 0\n";

#[test]
fn a_walker_goes_by_legs() {
    let scratch = Scratch::new("solve-ground");
    scratch.write("steps.3dmap", STEPS);
    let solve = "solve steps.3dmap --from 1,0,0 --to 8,0,0 --locomotion walker";
    let text = scratch.succeeds(solve);
    fits_in_80_columns(&text);
    for line in [
        "locomotion walker",
        "outcome    found",
        "  step up, 1 moves, cost 1.500",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let report = json(&scratch.succeeds(&format!("{solve} --json")));
    let legs = report["legs"].as_array().unwrap();
    let actions: Vec<_> = legs
        .iter()
        .map(|leg| leg["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        actions,
        ["walk", "step up", "walk", "step up", "walk", "drop"]
    );
    let cost: u64 = legs.iter().map(|leg| leg["cost"].as_u64().unwrap()).sum();
    assert_eq!(report["cost"], cost);
}

#[test]
fn a_file_says_what_the_agent_can_do() {
    let scratch = Scratch::new("solve-ground-file");
    scratch.write("steps.3dmap", STEPS);
    scratch.write("lame.toml", "step_up = 0\n");
    let solve = "solve steps.3dmap --from 1,0,0 --to 8,0,0 --locomotion";
    let lame = scratch.run(&format!("{solve} lame.toml"));
    assert_eq!(lame.code, 1, "{}", lame.stderr);
    scratch.write("bad.toml", "step_upp = 0\n");
    let bad = scratch.run(&format!("{solve} bad.toml"));
    assert_eq!(bad.code, 2);
    assert!(bad.stderr.contains("`step_upp`"), "{}", bad.stderr);
    for refused in [
        "runner",
        "walker --moves 6",
        "walker --trace t.jsonl",
        "gone.toml",
    ] {
        assert_eq!(
            scratch.run(&format!("{solve} {refused}")).code,
            2,
            "{refused}"
        );
    }
}
