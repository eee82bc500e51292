//! What the tables of `voxnav compare` count, against the rows that they are about.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeMap;

use crate::program::{Scratch, json};

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
    others
        .map(|(label, rows)| {
            let mut counts = [0; 3];
            for (row, own) in rows {
                let order = own.max(least).total_cmp(&base[row].max(least));
                counts[usize::try_from(order as i8 + 1).unwrap()] += 1;
            }
            let [less, same, more] = counts;
            (label.clone(), format!("{less} / {same} / {more}"))
        })
        .collect()
}

/// A table of a measure counts by that measure, in every form.
#[test]
fn beside_each_measure_stands_in_how_many_rows_it_was_less_or_more() {
    let scratch = Scratch::new("compare-counts");
    scratch.succeeds("generate rooms --size 32,32,16 --seed 3 -o w.3dmap --scenarios 30");
    let options = "--algorithms astar,jump,canonical,dijkstra --heuristics octile";
    let files = "--csv r.csv --markdown r.md --latex r.tex --html r.html";
    let text = scratch.succeeds(&format!("compare w.3dmap {options} {files}"));
    let csv = scratch.read("r.csv");
    let (times, expansions) = (counts(&csv, "time_ms", 0.0), counts(&csv, "expanded", 1.0));
    assert_ne!(times, expansions, "otherwise nothing is told apart");
    for (form, text) in [
        ("text", text.replace("times as fast", "Times as fast")),
        ("markdown", scratch.read("r.md")),
        ("latex", scratch.read("r.tex")),
        ("html", scratch.read("r.html")),
    ] {
        let text = text.replace("times fewer", "Times fewer");
        let (_, after) = text.split_once("Times as fast as astar octile").unwrap();
        let (by_time, by_expansions) = after.split_once("Times fewer cells").unwrap();
        let by_expansions = by_expansions.split("Times as fast").next().unwrap();
        for (table, heading, counts) in [
            (by_time, "faster/same/slower", &times),
            (by_expansions, "fewer/same/more", &expansions),
        ] {
            assert!(table.contains(heading), "{form}: {table}");
            for (label, said) in counts {
                let line = table.lines().find(|line| line.contains(label.as_str()));
                let line = line.unwrap_or_else(|| panic!("{form}: no {label} in {table}"));
                assert!(
                    line.contains(said.as_str()),
                    "{form}: {said} is not in {line}"
                );
            }
        }
    }
}

/// The tail is in every table of times, and marked where limits cut it.
#[test]
fn the_99th_percentile_is_told() {
    let scratch = Scratch::new("compare-p99");
    scratch.succeeds("generate rooms --size 32,32,16 --seed 3 -o w.3dmap --scenarios 30");
    let options = "--algorithms astar,dijkstra --heuristics octile --limit-expanded 600";
    let files = "--csv r.csv --json r.json --markdown r.md --latex r.tex --html r.html";
    let text = scratch.succeeds(&format!("compare w.3dmap {options} {files}"));
    for (form, said, text) in [
        ("text", "p99", text.as_str()),
        ("markdown", "| p99 |", &scratch.read("r.md")),
        ("latex", "& p99 ms &", &scratch.read("r.tex")),
        ("html", "<th>p99</th>", &scratch.read("r.html")),
    ] {
        assert!(text.contains(said), "{form}");
    }
    let report = json(&scratch.read("r.json"));
    let lines = report["worlds"][0]["combinations"].as_array().unwrap();
    let amounts = amounts(&scratch.read("r.csv"), "time_ms");
    for line in lines {
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
