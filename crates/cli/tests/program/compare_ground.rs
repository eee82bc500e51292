//! `voxnav compare --locomotion`.

use std::collections::BTreeMap;

use crate::program::{Scratch, fits_in_80_columns, json};

/// The rows of a CSV file by the names of its columns.
fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = text.lines();
    let names: Vec<_> = lines.next().unwrap_or_default().split(',').collect();
    lines
        .map(|line| names.iter().copied().zip(line.split(',')).collect())
        .collect()
}

#[test]
fn agents_on_the_ground_are_compared_and_held_against_the_listed_lengths() {
    let scratch = Scratch::new("compare-ground");
    let made = "generate terrain --size 40,40,32 --seed 2 -o hills.voxnav --scenarios 8 --locomotion walker";
    scratch.succeeds(made);
    let text = scratch.succeeds(
        "compare hills.voxnav --locomotion walker,mineflayer --csv r.csv --json r.json --html r.html",
    );
    fits_in_80_columns(&text);
    assert!(text.contains("8 of 8 rows"), "{text}");
    let report = json(&scratch.read("r.json"));
    let world = &report["worlds"][0];
    assert_eq!(world["problems"], "hills.voxnav.walker.3dscen");
    let lines = world["combinations"].as_array().unwrap();
    let mut labels: Vec<_> = lines
        .iter()
        .map(|line| line["label"].as_str().unwrap())
        .collect();
    labels.sort_unstable();
    assert_eq!(
        labels,
        [
            "mineflayer astar",
            "mineflayer dijkstra",
            "mineflayer greedy",
            "mineflayer weighted:1.5",
            "walker astar",
            "walker dijkstra",
            "walker greedy",
            "walker weighted:1.5",
        ]
    );
    assert!(lines.iter().all(|line| line["wrong"] == 0), "{text}");

    let csv = scratch.read("r.csv");
    let rows = rows(&csv);
    assert_eq!(rows.len(), 8 * 8);
    // What `solve` finds is what the rows say, for each agent.
    for row in rows
        .iter()
        .filter(|row| row["algorithm"] == "astar")
        .take(6)
    {
        assert_eq!((row["heuristic"], row["flaw"]), ("own", ""));
        let ends = ["sx", "sy", "sz", "gx", "gy", "gz"].map(|name| row[name]);
        let [from, to] = [&ends[..3], &ends[3..]].map(|cell| cell.join(","));
        let solve = format!(
            "solve hills.voxnav --from {from} --to {to} --locomotion {} --json",
            row["moves"]
        );
        let solved = json(&scratch.run(&solve).stdout);
        assert_eq!(solved["outcome"], row["outcome"]);
        let cost = solved["cost"]
            .as_u64()
            .map_or(String::new(), |it| it.to_string());
        assert_eq!(
            (row["cost"], row["optimum"]),
            (cost.as_str(), cost.as_str())
        );
    }
    // A wrong length is told of the agent that it is about, and of no other.
    let scenario = scratch.read("hills.voxnav.walker.3dscen");
    let wrong: Vec<String> = scenario
        .lines()
        .map(
            |line| match line.split(' ').collect::<Vec<_>>().as_slice() {
                [cells @ .., length, ratio] if cells.len() == 6 => {
                    let length: f64 = length.parse().unwrap();
                    format!("{} {} {ratio}", cells.join(" "), length + 1.0)
                }
                _ => line.to_owned(),
            },
        )
        .collect();
    scratch.write("hills.voxnav.walker.3dscen", &wrong.join("\n"));
    let listed = "compare hills.voxnav --reference listed --algorithms astar --locomotion";
    assert_eq!(scratch.run(&format!("{listed} walker")).code, 1);
    let others = format!("{listed} ticks --scenarios hills.voxnav.walker.3dscen");
    assert_eq!(scratch.run(&others).code, 0);
}

#[test]
fn problems_are_drawn_for_the_agent_in_generated_worlds() {
    let scratch = Scratch::new("compare-ground-generated");
    scratch.write("lame.toml", "step_up = 0\ndrop = 0\n");
    scratch.write(
        "plan.toml",
        "maps = 'generated:terrain:40,40,32:1'\nsample = 4\nlocomotion = ['walker', 'lame.toml']\n\
         algorithms = ['all']\ncheck-estimates = 2\n",
    );
    let text = scratch.succeeds("compare --plan plan.toml --markdown r.md --json r.json");
    fits_in_80_columns(&text);
    let report = json(&scratch.read("r.json"));
    // Dijkstra, A* under whatever name, weighted and greedy, for each of the two.
    let lines = report["worlds"][0]["combinations"].as_array().unwrap();
    assert_eq!(lines.len(), 8, "{text}");
    let laws = report["worlds"][0]["laws"].as_array().unwrap();
    assert_eq!(laws.len(), 2);
    assert!(laws.iter().all(|law| law["too_large"] == 0), "{laws:?}");
}

/// An agent that can do other things is another run.
#[test]
fn a_run_goes_on_only_with_the_same_agent() {
    let scratch = Scratch::new("compare-ground-resume");
    scratch.write("hero.toml", "step_up = 1\n");
    let compare = "compare generated:terrain:40,40,32:1 --sample 3 --algorithms astar \
                   --locomotion hero.toml --resume run.jsonl";
    scratch.succeeds(compare);
    let text = scratch.succeeds(compare);
    assert!(text.contains("3 rows"), "{text}");
    scratch.write("hero.toml", "step_up = 1\njump = false\nclimb = false\n");
    let run = scratch.run(compare);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
}

#[test]
fn what_agents_on_the_ground_do_not_have_is_refused() {
    let scratch = Scratch::new("compare-ground-refused");
    for refused in [
        "--locomotion runner",
        "--locomotion walker --moves 6",
        "--locomotion walker --heuristics octile",
        "--locomotion walker --dynamic all",
        "--locomotion gone.toml",
    ] {
        let run = scratch.run(&format!("compare generated:terrain:40,40,32:1 {refused}"));
        assert_eq!(run.code, 2, "{refused}: {}", run.stderr);
        assert!(!run.stderr.is_empty());
    }
}
