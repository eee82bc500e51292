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
    let said = "reason     a step up of 2 would do: this agent has 1; ";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    let report = json(&scratch.run(&format!("{solve} --json")).stdout);
    assert!(report["why"].as_str().unwrap().contains("a step up of 2"));
}

/// Requests across hills, some of them in the air or in rock.
fn requests_on_hills(scratch: &Scratch) -> &'static str {
    scratch.succeeds(
        "generate terrain --size 48,48,32 --seed 2 -o hills.voxnav --scenarios 40 --locomotion ticks",
    );
    let scenario = scratch.read("hills.voxnav.ticks.3dscen");
    let rows = scenario.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        (cells.len() == 8).then(|| cells[..6].join(","))
    });
    let rows = rows.chain(["0,0,31,5,5,31".to_owned()]);
    let rows = rows.enumerate().map(|(id, row)| format!("{id},{row}\n"));
    let text: String = std::iter::once("id,sx,sy,sz,gx,gy,gz\n".to_owned())
        .chain(rows)
        .collect();
    scratch.write("ask.csv", &text);
    "route hills.voxnav --requests ask.csv --locomotion ticks --out"
}

#[test]
fn many_walkers_are_answered_alike_whatever_the_threads() {
    let scratch = Scratch::new("route-ground");
    let route = requests_on_hills(&scratch);
    for threads in [1, 2, 8] {
        scratch.routes(&format!("{route} {threads}.jsonl --threads {threads}"));
        scratch.routes(&format!("{route} {threads}.csv --threads {threads}"));
    }
    let rows = scratch.read("1.jsonl");
    assert_eq!(rows.lines().count(), 41);
    for threads in [2, 8] {
        assert_eq!(scratch.read(&format!("{threads}.jsonl")), rows);
        assert_eq!(
            scratch.read(&format!("{threads}.csv")),
            scratch.read("1.csv")
        );
    }
    let csv = scratch.read("1.csv");
    assert!(
        csv.starts_with("id,outcome,cost,length,legs,expanded"),
        "{csv}"
    );
    let asked = scratch.read("ask.csv");
    for ((row, asked), line) in rows
        .lines()
        .zip(asked.lines().skip(1))
        .zip(csv.lines().skip(1))
    {
        let row = json(row);
        let ends: Vec<&str> = asked.split(',').collect();
        let (from, to) = (ends[1..4].join(","), ends[4..].join(","));
        let solve = format!("solve hills.voxnav --locomotion ticks --from {from} --to {to} --json");
        let solved = json(&scratch.run(&solve).stdout);
        for member in ["outcome", "cost"] {
            assert_eq!(row[member], solved[member], "{asked}");
        }
        let legs = |report: &serde_json::Value| -> Vec<_> {
            let legs = report["legs"].as_array().into_iter().flatten();
            legs.map(|leg| {
                (
                    leg["action"].clone(),
                    leg["cost"].clone(),
                    leg["cells"][0].clone(),
                )
            })
            .collect()
        };
        assert_eq!(legs(&row), legs(&solved), "{asked}");
        for leg in row["legs"].as_array().into_iter().flatten() {
            assert!(
                line.contains(&format!("{}:", leg["action"].as_str().unwrap())),
                "{line}"
            );
        }
    }
    assert!(
        rows.contains("\"start blocked\""),
        "nobody begins in the air"
    );
}

#[test]
fn runs_of_walkers_go_on_with_the_same_walker_alone() {
    let scratch = Scratch::new("route-ground-resume");
    let route = requests_on_hills(&scratch);
    scratch.routes(&format!("{route} whole.csv"));
    let whole = scratch.read("whole.csv");
    scratch.write(
        "bad.csv",
        &format!("{}no,request\n", scratch.read("ask.csv")),
    );
    let broken = route.replace("ask.csv", "bad.csv");
    assert_eq!(scratch.run(&format!("{broken} cut.csv")).code, 2);
    let other = scratch.run(&format!("{broken} cut.csv --resume").replace("ticks", "walker"));
    assert!(
        other.stderr.contains("--locomotion was"),
        "{}",
        other.stderr
    );
    assert_eq!(
        scratch
            .run(&format!("{broken} cut.csv --resume --keep-going"))
            .code,
        1
    );
    let resumed = scratch.read("cut.csv");
    assert!(resumed.starts_with(&whole), "{resumed}");
}

#[test]
fn walkers_have_the_size_of_their_locomotion_alone() {
    let scratch = Scratch::new("route-ground-size");
    scratch.write("steps.3dmap", STEPS);
    let header = "id,sx,sy,sz,gx,gy,gz,agent_x,agent_y,agent_z";
    scratch.write("ask.csv", &format!("{header}\na,1,0,0,8,0,0,1,1,2\n"));
    let row =
        r#"{"id":1,"sx":1,"sy":0,"sz":0,"gx":8,"gy":0,"gz":0,"agent_x":1,"agent_y":1,"agent_z":2}"#;
    scratch.write("ask.jsonl", row);
    for requests in ["ask.csv", "ask.jsonl"] {
        let route = format!("route steps.3dmap --requests {requests} --out - --locomotion walker");
        let run = scratch.run(&route);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains("--locomotion"), "{}", run.stderr);
    }
    scratch.write("plain.csv", "id,sx,sy,sz,gx,gy,gz\na,1,0,0,8,0,0\n");
    let route = "route steps.3dmap --requests plain.csv --out - --locomotion walker --keep step";
    let rows = scratch.routes(route);
    assert!(rows.contains(",1 0 0,"), "{rows}");
}
