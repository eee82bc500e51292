//! `--trace` and `--replay`: searches written down and shown again.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::program::Scratch;

const QUERY: &str = "cave.3dmap --scenario 20 --algorithm dijkstra";

fn caves(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.succeeds("generate caves --size 32,32,32 --seed 7 -o cave.3dmap --scenarios 20");
    scratch
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

#[test]
fn a_trace_tells_the_whole_search() {
    let scratch = caves("trace-whole");
    scratch.succeeds(&format!("view {QUERY} --trace t.jsonl"));
    let lines = lines(&scratch.read("t.jsonl"));
    let (header, end) = (&lines[0], lines.last().unwrap());
    assert_eq!(header["map"], "cave.3dmap");
    assert_eq!(header["algorithm"], "dijkstra");
    assert_eq!(header["size"], json!([32, 32, 32]));
    let events = &lines[1..lines.len() - 1];
    assert_eq!(end["end"], "found");
    assert_eq!(end["events"], json!(events.len()));
    assert_eq!(end["omitted"], json!(0));
    let expanded = events.iter().filter(|event| event["event"] == "expanded");
    assert_eq!(end["expanded"], json!(expanded.count()));
    assert_eq!(events[0]["cell"], header["start"]);
    assert_eq!(events[0]["g"], json!(0));
    let path = end["path"].as_array().unwrap();
    assert_eq!(path.first(), Some(&header["start"]));
    assert_eq!(path.last(), Some(&header["goal"]));
}

#[test]
fn what_a_trace_leaves_out_is_said_in_the_file_and_on_standard_error() {
    let scratch = caves("trace-limit");
    let run = scratch.run(&format!("view {QUERY} --trace t.jsonl --trace-limit 100"));
    assert_eq!(run.code, 0);
    let lines = lines(&scratch.read("t.jsonl"));
    assert_eq!(lines.len(), 102);
    let end = &lines[101];
    assert_eq!(end["events"], json!(100));
    assert!(end["omitted"].as_u64().unwrap() > 1000, "{end}");
    assert!(run.stderr.contains("t.jsonl"), "{}", run.stderr);
    assert!(
        run.stderr.contains("events left out after the first 100"),
        "{}",
        run.stderr
    );
}

#[test]
fn solve_writes_the_same_trace_as_view() {
    let scratch = caves("trace-solve");
    scratch.succeeds(&format!("view {QUERY} --trace view.jsonl"));
    let header = &lines(&scratch.read("view.jsonl"))[0];
    let cell = |end: &str| header[end].to_string().replace(['[', ']'], "");
    let (from, to) = (cell("start"), cell("goal"));
    scratch.succeeds(&format!(
        "solve cave.3dmap --from {from} --to {to} --algorithm dijkstra --trace solve.jsonl"
    ));
    assert_eq!(scratch.read("view.jsonl"), scratch.read("solve.jsonl"));
}

#[test]
fn a_replay_shows_what_the_search_showed() {
    let scratch = caves("trace-replay");
    scratch.succeeds(&format!(
        "view {QUERY} --trace t.jsonl --html searched.html"
    ));
    let printed = scratch.succeeds("view cave.3dmap --replay t.jsonl --html replayed.html");
    assert!(printed.contains("search     dijkstra"), "{printed}");
    let payload = |page: &str| {
        let text = scratch.read(page);
        let (_, rest) = text.split_once("id=\"payload\">").unwrap();
        rest.split_once("</script>").unwrap().0.to_owned()
    };
    assert!(payload("searched.html") == payload("replayed.html"));
    let Some(mut browser) = Chromium::launch("trace-replay") else {
        return;
    };
    browser.open(&scratch.path_of("replayed.html"));
    assert_eq!(browser.evaluate("document.body.dataset.state"), "ready");
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn malformed_traces_and_those_of_other_maps_are_errors() {
    let scratch = caves("trace-errors");
    scratch.succeeds(&format!("view {QUERY} --trace t.jsonl"));
    let text = scratch.read("t.jsonl");
    let cut = text.lines().take(5).collect::<Vec<_>>().join("\n");
    scratch.write("cut.jsonl", &cut);
    scratch.write(
        "broken.jsonl",
        &text.replacen("\"side\":\"start\"", "\"side\":7", 1),
    );
    scratch.write(
        "other.jsonl",
        &text.replacen("\"occupied\":", "\"occupied\":1", 1),
    );
    for (file, reason) in [
        ("cut.jsonl", "cut.jsonl:6: the file ends where an event"),
        ("broken.jsonl", "broken.jsonl:2: column"),
        ("other.jsonl", "the trace belongs to the map"),
        ("none.jsonl", "none.jsonl"),
    ] {
        let error = scratch.fails(2, &format!("view cave.3dmap --replay {file}"));
        assert!(error.contains(reason), "{error}");
    }
    let arguments = "view cave.3dmap --replay t.jsonl --algorithm astar";
    assert!(scratch.fails(2, arguments).contains("--algorithm"));
    let arguments = format!("view {QUERY} --trace no/such/place.jsonl");
    assert!(scratch.fails(2, &arguments).contains("no/such/place.jsonl"));
}

#[test]
fn a_trace_for_posthoc_has_every_event_with_its_parent() {
    let scratch = Scratch::new("trace-posthoc");
    scratch.succeeds("generate caves --size 16,16,16 --seed 7 -o cave.3dmap --scenarios 5");
    for algorithm in ["astar", "jump"] {
        let options = format!("view cave.3dmap --scenario 5 --algorithm {algorithm}");
        scratch.succeeds(&format!("{options} --trace t.jsonl --html a.html"));
        scratch.succeeds(&format!("{options} --trace t.trace.yaml --html b.html"));
        let ours = scratch.read("t.jsonl");
        let events = ours.lines().count() - 2;
        let text = scratch.read("t.trace.yaml");
        assert!(text.starts_with("version: 1.4.0\nviews:\n"), "{text}");
        let lines: Vec<_> = text
            .lines()
            .filter(|line| line.starts_with("  - {type"))
            .collect();
        // Source, destination and end besides.
        assert_eq!(lines.len(), events + 3, "{algorithm}");
        let count = |kind: &str| {
            lines
                .iter()
                .filter(|line| line.contains(&format!("type: {kind},")))
                .count()
        };
        assert_eq!(
            (count("source"), count("destination"), count("end")),
            (1, 1, 1)
        );
        assert_eq!(
            count("expanding"),
            ours.matches("\"event\":\"expanded\"").count()
        );
        let searched = lines.iter().filter(|line| line.contains("pId: "));
        let rootless = searched.filter(|line| line.contains("pId: null")).count();
        assert!(
            rootless <= 4,
            "{algorithm}: {rootless} events without a parent"
        );
    }
}

#[test]
fn a_trace_of_another_program_for_posthoc_is_shown() {
    let scratch = Scratch::new("trace-posthoc-in");
    scratch.succeeds("generate caves --size 16,16,16 --seed 7 -o cave.3dmap --scenarios 5");
    scratch
        .succeeds("view cave.3dmap --scenario 5 --algorithm astar --trace t.jsonl --html a.html");
    scratch.succeeds(
        "view cave.3dmap --scenario 5 --algorithm astar --trace t.trace.yaml --html b.html",
    );
    let line = |text: &str, word: &str| {
        let mut lines = text.lines().filter(|line| line.starts_with(word));
        lines.next().map(str::to_owned)
    };
    let ours = scratch.succeeds("view cave.3dmap --replay t.jsonl --html c.html");
    let theirs = scratch.succeeds("view cave.3dmap --replay t.trace.yaml --html d.html");
    for word in ["outcome", "expanded"] {
        assert_eq!(line(&ours, word), line(&theirs, word), "{ours}\n{theirs}");
    }
    let length = |text: &str| line(text, "length").map(|line| line[..16].to_owned());
    assert_eq!(length(&ours), length(&theirs));
    // As another program might write it: JSON, in the plane, words of its own beside.
    scratch.write(
        "other.yaml",
        r#"{"version": "1.4.0", "views": {"main": [{"$": "rect", "x": "${{ $.x }}"}]}, "events": [
            {"type": "source", "id": 0, "x": 1, "y": 2}, {"type": "destination", "id": 2, "x": 3, "y": 2},
            {"type": "expanding", "id": 0, "pId": null, "x": 1, "y": 2, "g": 0, "f": 2, "mood": [1, {"a": 2}]},
            {"type": "generating", "id": 1, "pId": 0, "x": 2, "y": 2, "g": 1, "f": 2},
            {"type": "closing", "id": 0},
            {"type": "expanding", "id": 1, "pId": 0, "x": 2, "y": 2, "g": 1, "f": 2},
            {"type": "expanding", "id": 2, "pId": 1, "x": 3, "y": 2, "g": 2, "f": 2}]}"#,
    );
    let said = scratch.succeeds("view cave.3dmap --replay other.yaml --html e.html");
    assert!(said.contains("length     2.00000000 cells"), "{said}");
    assert!(said.contains("expanded   3"), "{said}");
    for (text, reason) in [
        ("events: [", "bad.yaml:2: column "),
        ("- 1", "expected a trace, which is a mapping"),
        ("events: 5", "expected a list of events"),
        ("events: [{type: source, x: far}]", "`far` is no number"),
        ("events: [{type: source, x: 1.5}]", "(1.5, 0, 0) is no cell"),
        ("events: [{type: source, x: 16}]", "is not in the map"),
        ("events: [&a {type: source}, *a]", "expected an event"),
        ("events: []", "no event says where the start is"),
    ] {
        scratch.write("bad.yaml", text);
        let error = scratch.fails(2, "view cave.3dmap --replay bad.yaml --html f.html");
        assert!(error.contains(reason), "{reason}: {error}");
    }
}
