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

/// Problems for a walker, made on hills and solved by another algorithm than the one that made them.
#[test]
fn problems_for_a_walker_are_made_and_measured() {
    let scratch = Scratch::new("bench-ground");
    for map in ["hills.voxnav", "hills.3dmap"] {
        let made = scratch.succeeds(&format!(
            "generate terrain --size 48,48,32 --seed 2 -o {map} --scenarios 12 --locomotion ticks"
        ));
        assert!(made.contains("ticks.3dscen, 12 problems"), "{made}");
        let text = scratch.succeeds(&format!("bench {map} --locomotion ticks"));
        fits_in_80_columns(&text);
        assert!(text.contains("on the ground, ticks"), "{text}");
        assert!(text.contains("12 of 12 rows"), "{text}");
        let json_of = |line: &str| json(&scratch.succeeds(line));
        let report = json_of(&format!(
            "bench {map} --locomotion ticks --algorithm dijkstra --json"
        ));
        assert_eq!(report["mismatches"], 0);
        assert_eq!(report["locomotion"], "ticks");
        assert!(report["tolerance"]["most"].is_number());
        // The lengths are not those of another agent.
        let scenario = format!("{map}.ticks.3dscen");
        let report = json_of(&format!(
            "bench {map} {scenario} --locomotion walker --json"
        ));
        assert!(report["tolerance"].is_null() && report["mismatches"] == 0);
    }
    // On a world made on the spot problems are drawn for the agent.
    let drawn = "bench generated:terrain:48,48,32:2 --locomotion walker --sample 5 --json";
    let report = json(&scratch.succeeds(drawn));
    assert_eq!(report["queries"], 5);
    assert_eq!(report["mismatches"], 0);
}

#[test]
fn wrong_lengths_are_told() {
    let scratch = Scratch::new("bench-ground-wrong");
    scratch.write("steps.3dmap", STEPS);
    scratch.write(
        "steps.3dmap.walker.3dscen",
        "version 1\nsteps.3dmap\n1 0 0 8 0 0 99.0 9.0\n",
    );
    let run = scratch.run("bench steps.3dmap --locomotion walker");
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
}

#[test]
fn what_would_do_is_told_where_there_is_no_way() {
    let scratch = Scratch::new("solve-ground-why");
    scratch.write(
        "wall.3dmap",
        "voxel 9 1 9\n4 0 0\n4 0 1\n5 0 0\n5 0 1\n6 0 0\n6 0 1\n7 0 0\n7 0 1\n8 0 0\n8 0 1\n",
    );
    let solve = "solve wall.3dmap --from 1,0,0 --to 7,0,2 --locomotion walker";
    let run = scratch.run(solve);
    assert_eq!(run.code, 1);
    let said = "because    a step up of 2 would do: this agent has 1; ";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    let report = json(&scratch.run(&format!("{solve} --json")).stdout);
    assert!(report["why"].as_str().unwrap().contains("a step up of 2"));
}
