//! `voxnav compare`: laws of its reports, whose times differ from run to run.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::{Run, Scratch, interrupted, json};

/// A world with 30 problems in `w.3dmap`.
fn rooms(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.succeeds("generate rooms --size 32,32,16 --seed 3 -o w.3dmap --scenarios 30");
    scratch
}

/// The lines of the first world of a report.
fn combinations(report: &Value) -> &Vec<Value> {
    report["worlds"][0]["combinations"].as_array().unwrap()
}

fn line_of<'v>(lines: &'v [Value], label: &str) -> &'v Value {
    let line = lines.iter().find(|line| line["label"] == label);
    line.unwrap()
}

#[test]
fn the_json_object_has_everything() {
    let scratch = rooms("compare-json");
    let command = "compare w.3dmap --sample 9 --json r.json --repeat 3";
    let text = scratch.succeeds(command);
    assert!(!text.contains('\u{1b}'), "a pipe gets no colors");
    let report = json(&scratch.read("r.json"));
    for field in [
        "version", "command", "date", "cpu", "os", "build", "compiler", "order",
    ] {
        assert!(!report[field].as_str().unwrap().is_empty(), "{field}");
    }
    assert_eq!(report["command"], format!("voxnav {command}"));
    assert!(report["memory"].as_u64().unwrap() > 0);
    let world = &report["worlds"][0];
    assert_eq!(world["name"], "w.3dmap");
    assert_eq!(world["hash"].as_str().unwrap().len(), 32);
    assert_eq!([&world["rows"], &world["available"]], [9, 30]);
    assert_eq!(world["merged"][0]["label"], "astar zero");
    for line in combinations(&report) {
        assert_eq!(["found", "wrong", "limited"].map(|it| &line[it]), [9, 0, 0]);
        assert!(line["time_ms"]["median"].as_f64().unwrap() > 0.0);
        let ratio = line["suboptimality"]["max"].as_f64().unwrap();
        match line["bound"].as_f64() {
            Some(bound) => assert!(ratio <= bound && line["held"] == true, "{line}"),
            None => assert!(ratio >= 1.0 && line["held"].is_null(), "{line}"),
        }
    }
}

#[test]
fn limited_searches_are_counted() {
    let scratch = rooms("compare-limit");
    scratch.succeeds("compare w.3dmap --algorithms dijkstra --limit-expanded 50 --json r.json");
    let report = json(&scratch.read("r.json"));
    let line = &combinations(&report)[0];
    let [found, limited] = ["found", "limited"].map(|field| line[field].as_u64().unwrap());
    assert!(limited > 0 && found + limited == 30, "{line}");
    assert_eq!(line["wrong"], 0);
}

#[test]
fn estimates_are_held_against_true_costs_and_speed_ups_have_intervals() {
    let scratch = rooms("compare-estimates");
    let options = "--algorithms astar,jump --heuristics octile,manhattan,tutorial";
    let check = "--sample 9 --check-estimates 2 --json r.json";
    scratch.succeeds(&format!("compare w.3dmap {options} {check}"));
    let report = json(&scratch.read("r.json"));
    let laws = report["worlds"][0]["laws"].as_array().unwrap();
    assert_eq!(laws.len(), 3);
    let numbers = |name: &str| {
        let law = laws.iter().find(|it| it["heuristic"] == name).unwrap();
        ["too_large", "steep", "goals"].map(|it| law[it].as_u64().unwrap())
    };
    assert_eq!(numbers("octile"), [0, 0, 2]);
    assert!(numbers("manhattan")[0] > 0);
    let [too_large, steep, _] = numbers("tutorial");
    assert!(too_large == 0 && steep > 0);
    let speed_ups = report["comparison"]["speed_ups"].as_array().unwrap();
    let mut jumps = speed_ups.iter().filter(|it| it["label"] == "jump octile");
    let jump = jumps.find(|it| it["measure"] == "expanded").unwrap();
    let [low, mean, high, p] = ["low", "mean", "high", "p"].map(|it| jump[it].as_f64().unwrap());
    assert!(
        1.0 < low && low <= mean && mean <= high && p < 0.05,
        "{jump}"
    );
    let [less, equal, more] = ["less", "equal", "more"].map(|it| jump[it].as_u64().unwrap());
    assert_eq!((less + equal + more, more), (9, 0));
    assert_eq!(jump["rows"], 9);
}

#[test]
fn joined_rows_and_rows_ignored_are_counted() {
    let scratch = rooms("compare-join");
    scratch.inputs_of("compare", &["theirs.sh", "some.sh", "none.csv"]);
    scratch.shell("sh theirs.sh; sh some.sh");
    let compare = "compare w.3dmap --sample 30 --algorithms astar --csv ours.csv";
    scratch.succeeds(compare);
    let join = "compare w.3dmap --sample 30 --algorithms astar,jump --json r.json --join";
    let run = scratch.run(&format!("{join} theirs.csv,ours.csv,some.csv,none.csv"));
    assert_eq!(run.code, 1, "{}", run.stderr);
    let report = json(&scratch.read("r.json"));
    let lines = combinations(&report);
    for (label, found, unreachable, wrong) in [
        ("theirs", 29, 1, 1),
        ("ours: astar octile", 30, 0, 0),
        ("some", 19, 0, 0),
    ] {
        let line = line_of(lines, label);
        let counts = ["found", "unreachable", "wrong", "limited"].map(|it| &line[it]);
        assert_eq!(counts, [found, unreachable, wrong, 0], "{line}");
        assert_eq!(line["imported"], true);
    }
    let ours = line_of(lines, "ours: astar octile");
    assert_eq!(ours["suboptimality"]["max"], 1.0);
    assert_eq!(report["ignored"][0]["rows"], 3);
    let speed_ups = report["comparison"]["speed_ups"].as_array().unwrap();
    for it in speed_ups.iter().filter(|it| it["label"] == "some") {
        let counts = ["rows", "limited", "left_out"].map(|name| &it[name]);
        assert_eq!(counts, [19, 0, 11], "{it}");
    }
}

const RESUMED: &str = "compare generated:rooms:16,16,16:1 generated:caves:16,16,16:2 --sample 4 \
                       --repeat 2 --algorithms astar,jump --resume run.jsonl";

/// Rows without their map, whose name has commas, and the columns of times.
fn timeless(rows: &str) -> Vec<String> {
    let lines = rows.lines().map(|line| {
        let quoted = line.rsplit_once("\",").or_else(|| line.split_once(','));
        let cells = quoted.map_or(line, |(_, rest)| rest).split(',').enumerate();
        let kept = cells.filter(|(column, _)| ![13, 14].contains(column));
        kept.map(|it| it.1).collect::<Vec<_>>().join(",")
    });
    lines.collect()
}

#[test]
fn a_run_that_was_ended_goes_on_and_other_reports_need_no_search() {
    let scratch = Scratch::new("compare-resume");
    scratch.succeeds(&format!("{RESUMED} --csv whole.csv"));
    let whole = scratch.read("whole.csv");
    let header = whole.lines().next().unwrap();
    assert!(header.contains(",outcome,time_ms,cpu_ms,"));
    // Cut in the second world, in the middle of a line.
    let journal = scratch.read("run.jsonl");
    scratch.write("run.jsonl", &journal[..journal.len() - 700]);
    scratch.succeeds(&format!("{RESUMED} --csv again.csv --json r.json"));
    let again = scratch.read("again.csv");
    assert_eq!(timeless(&again), timeless(&whole));
    let report = json(&scratch.read("r.json"));
    assert_eq!(report["worlds"][0]["kept"], 4);
    assert!(report["worlds"][1]["kept"].as_u64().unwrap() < 4);
    // Everything is there now: the same rows to the last digit of the times.
    scratch.succeeds(&format!("{RESUMED} --csv third.csv --markdown r.md"));
    assert_eq!(scratch.read("third.csv"), again);
}

/// The amounts of a column of a CSV file, by combination and row.
fn amounts(csv: &str, column: &str) -> BTreeMap<String, BTreeMap<u64, f64>> {
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let place = |name: &str| names.iter().position(|it| *it == name).unwrap();
    let [row, algorithm, heuristic, amount] = ["row", "algorithm", "heuristic", column].map(place);
    let mut found: BTreeMap<String, BTreeMap<u64, f64>> = BTreeMap::new();
    for cells in lines {
        let label = match cells[algorithm] {
            "dijkstra" => "dijkstra".to_owned(),
            algorithm => format!("{algorithm} {}", cells[heuristic]),
        };
        let rows = found.entry(label).or_default();
        rows.insert(cells[row].parse().unwrap(), cells[amount].parse().unwrap());
    }
    found
}

/// In how many rows each combination took less than A*, as much and more.
fn counts(csv: &str, column: &str, least: f64) -> BTreeMap<String, String> {
    let amounts = amounts(csv, column);
    let base = &amounts["astar octile"];
    let others = amounts.iter().filter(|(label, _)| *label != "astar octile");
    let counts = others.map(|(label, rows)| {
        let mut counts = [0; 3];
        for (row, own) in rows {
            let order = own.max(least).total_cmp(&base[row].max(least));
            counts[usize::try_from(order as i8 + 1).unwrap()] += 1;
        }
        let [less, same, more] = counts;
        (label.clone(), format!("{less} / {same} / {more}"))
    });
    counts.collect()
}

/// A table of a measure counts by that measure, and has the tail of times, in every form.
#[test]
fn tables_count_rows_and_tell_the_99th_percentile() {
    let scratch = rooms("compare-tables");
    let options = "--algorithms astar,jump,canonical,dijkstra --heuristics octile";
    let files = "--csv r.csv --json r.json --markdown r.md --latex r.tex --html r.html";
    let text = scratch.succeeds(&format!("compare w.3dmap {options} {files}"));
    let csv = scratch.read("r.csv");
    let (times, expansions) = (counts(&csv, "time_ms", 0.0), counts(&csv, "expanded", 1.0));
    assert_ne!(times, expansions, "otherwise nothing is told apart");
    for (text, percentile) in [
        (text.replace("times as fast", "Times as fast"), "p99"),
        (scratch.read("r.md"), "| p99 |"),
        (scratch.read("r.tex"), "& p99 ms &"),
        (scratch.read("r.html"), "<th>p99</th>"),
    ] {
        assert!(text.contains(percentile), "{percentile}");
        let text = text.replace("times fewer", "Times fewer");
        let (_, after) = text.split_once("Times as fast as astar octile").unwrap();
        let (by_time, by_expansions) = after.split_once("Times fewer cells").unwrap();
        let by_expansions = by_expansions.split("Times as fast").next().unwrap();
        for (table, heading, counts) in [
            (by_time, "faster/same/slower", &times),
            (by_expansions, "fewer/same/more", &expansions),
        ] {
            assert!(table.contains(heading), "{percentile}: {table}");
            for (label, said) in counts {
                let mut lines = table.lines().filter(|line| line.contains(label.as_str()));
                let line = lines.next().unwrap();
                assert!(
                    line.contains(said.as_str()),
                    "{percentile}: {said} is not in {line}"
                );
            }
        }
    }
    let limited = "--algorithms astar,dijkstra --heuristics octile --limit-expanded 600";
    for options in [options, limited] {
        scratch.succeeds(&format!(
            "compare w.3dmap {options} --csv r.csv --json r.json"
        ));
        let report = json(&scratch.read("r.json"));
        let amounts = amounts(&scratch.read("r.csv"), "time_ms");
        for line in combinations(&report) {
            let label = line["label"].as_str().unwrap();
            let mut times: Vec<f64> = amounts[label].values().copied().collect();
            times.sort_by(f64::total_cmp);
            // Between the last two of thirty.
            let expected = times[28] + (times[29] - times[28]) * (0.99 * 29.0 - 28.0);
            let told = line["time_ms"]["p99"].as_f64().unwrap();
            assert!((told - expected).abs() < 1e-6, "{label}: {told} {expected}");
            let is_limited = line["limited"].as_u64().unwrap() > 0;
            assert_eq!(line["time_ms"]["p99_at_least"], is_limited, "{label}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_rows_and_says_so() {
    let scratch = Scratch::new("compare-interrupt");
    let world = "generated:caves:64,64,64:7";
    let mut process = scratch.spawn(&format!(
        "compare {world} --csv r.csv --json r.json --repeat 50"
    ));
    scratch.wait_for("r.csv.partial", &mut process, 2);
    let run = Run::from(interrupted(process)).failed(1);
    assert!(run.stderr.contains("interrupted after"), "{}", run.stderr);
    let report = json(&scratch.read("r.json"));
    assert_eq!(report["interrupted"], true);
    let rows = report["worlds"][0]["rows"].as_u64().unwrap();
    assert!((1..200).contains(&rows), "{rows}");
    let lines = scratch.read("r.csv").lines().count();
    let expected = 1 + rows * combinations(&report).len() as u64;
    assert_eq!(lines as u64, expected);
}
