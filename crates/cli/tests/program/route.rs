//! `voxnav route`.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{Run, Scratch};

/// A world and requests in it, from everywhere to a few goals, so that many share one; and one in which
/// ways take so long to find that sharing them pays.
fn prepare(scratch: &Scratch, count: usize) {
    scratch.succeeds("generate random:40 --size 41,41,41 --seed 3 -o noise.3dmap");
    scratch.write("requests.csv", &requests(count));
}

fn requests(count: usize) -> String {
    let rows = (0..count).map(|n| {
        let [x, y, z] = [n * 7 % 41, n * 11 % 41, n * 13 % 41];
        let goal = n % 3 * 6 + 20;
        format!("r{n},{x},{y},{z},{goal},{goal},20\n")
    });
    std::iter::once("id,sx,sy,sz,gx,gy,gz\n".to_owned())
        .chain(rows)
        .collect()
}

fn ids(csv: &str) -> Vec<&str> {
    csv.lines()
        .skip(1)
        .filter_map(|row| row.split(',').next())
        .collect()
}

#[test]
fn every_request_gets_a_row_in_order_whatever_the_threads() {
    let scratch = Scratch::new("route-threads");
    prepare(&scratch, 2500);
    let route = "route noise.3dmap --requests requests.csv --out";
    for threads in [1, 2, 8] {
        scratch.routes(&format!("{route} {threads}.csv --threads {threads}"));
        scratch.routes(&format!("{route} {threads}.jsonl --threads {threads}"));
    }
    let results = scratch.read("1.csv");
    let expected = (0..2500).map(|n| format!("r{n}")).collect::<Vec<_>>();
    assert_eq!(ids(&results), expected);
    assert!(results.contains(",found,") && results.contains(",start blocked,"));
    assert!(results.contains(",field,"), "nothing shared");
    for threads in [2, 8] {
        assert_eq!(scratch.read(&format!("{threads}.csv")), results);
        let json = scratch.read("1.jsonl");
        assert_eq!(scratch.read(&format!("{threads}.jsonl")), json);
    }
}

#[test]
fn paths_at_any_angle_are_listed_by_the_corners_that_their_length_is_of() {
    let scratch = Scratch::new("route-any-angle");
    scratch.succeeds("generate empty --size 12,6,3 --seed 1 -o open.3dmap");
    scratch.write("ask.csv", "id,sx,sy,sz,gx,gy,gz\na,0,0,0,9,4,1\n");
    let route = "route open.3dmap --requests ask.csv --out - --algorithm lazy-theta";
    let rows = scratch.routes(route);
    let fields: Vec<_> = rows.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(fields[4], "0 0 0;9 4 1");
    let length: f64 = fields[3].parse().unwrap();
    assert!((length - 98_f64.sqrt()).abs() < 1e-8, "{length}");
}

#[test]
fn rows_say_what_solve_says() {
    let scratch = Scratch::new("route-solve");
    scratch.write("wall.3dmap", "voxel 5 4 1\n2 0 0\n2 1 0\n2 2 0\n");
    scratch.write(
        "ask.jsonl",
        "{\"id\":7,\"sx\":1,\"sy\":0,\"sz\":0,\"gx\":3,\"gy\":0,\"gz\":0}\n",
    );
    let row = |options: &str| {
        let text = scratch.routes(&format!(
            "route wall.3dmap --requests ask.jsonl --out - {options}"
        ));
        // Standard output takes the form of the requests; one is one row.
        text
    };
    scratch.routes("route wall.3dmap --requests ask.jsonl --out routes.jsonl");
    let json = crate::program::json(&scratch.read("routes.jsonl"));
    assert_eq!(
        (&json["id"], &json["outcome"]),
        (&Value::from(7), &"found".into())
    );
    assert_eq!(json["cost"], 8_u64 << 30);
    assert_eq!(json["path"][0], serde_json::json!([1, 0, 0]));
    assert_eq!(json["path"][3], serde_json::json!([3, 0, 0]));
    let step = crate::program::json(&row("--keep step"));
    assert_eq!(step["step"], serde_json::json!([0, 1, 0]));
    let cost = crate::program::json(&row("--keep cost"));
    assert!(cost.get("path").is_none() && cost["length"] == 8.0);
    let cut = crate::program::json(&row("--limit-expanded 1 --algorithm astar"));
    assert_eq!(cut["outcome"], "limit reached");
    scratch.routes("route wall.3dmap --requests ask.jsonl --out routes.csv");
    let csv = scratch.read("routes.csv");
    let row = "\n7,found,8589934592,8,1 0 0;1 3 0;3 3 0;3 0 0,";
    assert!(csv.contains(row), "{csv}");
}

#[test]
fn malformed_lines_stop_the_run_or_become_rows() {
    let scratch = Scratch::new("route-malformed");
    prepare(&scratch, 0);
    let good = |id: &str| format!("{id},20,20,20,26,26,20\n");
    let bad = ["x,1,2\n", "y,1,2,3,4,5,six\n", "z,1,2,3,4,5,9999999999\n"];
    let text = format!(
        "id,sx,sy,sz,gx,gy,gz\n{}{}{}{}{}{}",
        good("a"),
        bad[0],
        good("b"),
        bad[1],
        bad[2],
        good("c")
    );
    scratch.write("requests.csv", &text);
    let route = "route noise.3dmap --requests requests.csv --out routes.csv";
    let error = scratch.fails(2, route);
    assert!(error.contains("requests.csv:3: "), "{error}");
    assert_eq!(ids(&scratch.read("routes.csv.partial")), ["a"]);
    let error = scratch.fails(1, &format!("{route} --keep-going --resume"));
    assert!(error.contains('3'), "{error}");
    let results = scratch.read("routes.csv");
    assert_eq!(ids(&results), ["a", "x", "b", "y", "z", "c"]);
    assert!(
        results.contains("line 3: ") && results.contains("line 6: "),
        "{results}"
    );
}

#[test]
fn lines_may_end_anyhow_and_ids_come_twice() {
    let scratch = Scratch::new("route-lines");
    prepare(&scratch, 0);
    let header = "id,sx,sy,sz,gx,gy,gz";
    let row = "a,20,20,20,26,26,20";
    let object = r#"{"id":"a","sx":20,"sy":20,"sz":20,"gx":26,"gy":26,"gz":20}"#;
    for (name, text) in [
        ("ask.csv", format!("{header}\n{row}\n{row}\n")),
        ("ask.csv", format!("{header}\r\n{row}\r\n\r\n{row}\r\n")),
        ("ask.csv", format!("\u{feff}{header}\n{row}\n{row}")),
        (
            "ask.csv",
            format!("{header}\n\"a\", 20,20,20,26,26,20\n{row}"),
        ),
        ("ask.jsonl", format!("\u{feff}{object}\r\n\r\n{object}")),
    ] {
        scratch.write(name, &text);
        scratch.routes(&format!(
            "route noise.3dmap --requests {name} --out o.csv --force"
        ));
        assert_eq!(ids(&scratch.read("o.csv")), ["a", "a"], "{text}");
    }
    for (name, text) in [("ask.csv", header), ("ask.jsonl", "")] {
        scratch.write(name, text);
        scratch.routes(&format!(
            "route noise.3dmap --requests {name} --out o.csv --force"
        ));
        assert_eq!(scratch.read("o.csv").lines().count(), 1);
    }
    // An open quote ends with its line; a line without end is not taken into memory.
    let long = "x".repeat(200_000);
    scratch.write(
        "ask.csv",
        &format!("{header}\n\"a,1\n{row}\n{long}\n{row}\n"),
    );
    let route = "route noise.3dmap --requests ask.csv --out o.csv --keep-going --force";
    scratch.fails(1, route);
    let results = scratch.read("o.csv");
    assert_eq!(ids(&results), ["", "a", "", "a"]);
    assert!(
        results.contains("line 4: the line is longer than 65536 bytes"),
        "{results}"
    );
}

#[test]
fn malformed_json_lines_are_named_by_line() {
    let scratch = Scratch::new("route-json");
    prepare(&scratch, 0);
    let good = r#"{"id":"a","sx":20,"sy":20,"sz":20,"gx":25,"gy":25,"gz":20}"#;
    for bad in [
        "{",
        "[]",
        r#"{"id":"a"}"#,
        &good.replace("\"a\"", "\"a\\nb\""),
        "\u{1b}[2J",
    ] {
        scratch.write("requests.jsonl", &format!("{good}\n\n{bad}\n{good}\n"));
        let error = scratch.fails(
            2,
            "route noise.3dmap --requests requests.jsonl --out o.jsonl --force",
        );
        assert!(error.contains("requests.jsonl:3: "), "{error}");
        assert!(!error.contains('\u{1b}'), "{error}");
        assert_eq!(scratch.read("o.jsonl.partial").lines().count(), 1);
    }
}

/// A slab of 9 cells with a wall that has a gap of one cell and one of three.
fn two_gaps(scratch: &Scratch) {
    let cells = ["4 0 0", "4 2 0", "4 3 0", "4 4 0", "4 8 0"].join("\n");
    scratch.write("gaps.3dmap", &format!("voxel 9 9 1\n{cells}\n"));
}

#[test]
fn agents_of_every_size_find_the_gap_that_they_fit_through() {
    let scratch = Scratch::new("route-sizes");
    two_gaps(&scratch);
    let sizes = ["1,1,1", "1,3,1", "2,2,1", "1,5,1", "1,3,1", "1,1,2"];
    let number = |text: &str| text.parse::<u8>().unwrap();
    let rows = sizes.iter().cycle().take(1500).enumerate();
    let (csv, json): (Vec<_>, Vec<_>) = rows
        .map(|(n, size)| {
            let [x, y, z] = [0, 2, 4].map(|place| &size[place..=place]);
            let id = format!("r{n}");
            let json = serde_json::json!({
                "id": id, "sx": 1, "sy": 2, "sz": 0, "gx": 7, "gy": 2, "gz": 0,
                "agent_x": number(x), "agent_y": number(y), "agent_z": number(z),
            });
            (
                format!("{y},{id},1,2,0,7,2,0,{x},{z}\n"),
                format!("{json}\n"),
            )
        })
        .unzip();
    let header = "agent_y,id,sx,sy,sz,gx,gy,gz,agent_x,agent_z\n";
    scratch.write("sizes.csv", &(header.to_owned() + &csv.concat()));
    scratch.write("sizes.jsonl", &json.concat());
    let route = "route gaps.3dmap --requests sizes";
    scratch.routes(&format!("{route}.csv --out routes.csv --threads 1"));
    let results = scratch.read("routes.csv");
    let outcome = |n: usize| {
        let row = results.lines().nth(n + 1).unwrap();
        row.split(',').take(5).skip(1).collect::<Vec<_>>().join(",")
    };
    assert!(outcome(0).contains(";3 1 0;"), "{}", outcome(0));
    assert!(outcome(1).contains(" 6 0;"), "{}", outcome(1));
    assert!(outcome(2).contains(" 5 0;"), "{}", outcome(2));
    assert_eq!(outcome(3), "unreachable,,,");
    assert_eq!(outcome(4), outcome(1));
    assert_eq!(outcome(5), "start blocked,,,");
    for threads in [2, 8] {
        scratch.routes(&format!(
            "{route}.csv --out again.csv --force --threads {threads}"
        ));
        assert_eq!(scratch.read("again.csv"), results);
    }
    scratch.routes(&format!("{route}.jsonl --out json.csv"));
    assert_eq!(scratch.read("json.csv"), results);
}

#[test]
fn malformed_sizes_are_named_by_line() {
    let scratch = Scratch::new("route-bad-sizes");
    two_gaps(&scratch);
    for bad in ["0", "-1", "128", "2.0", "", "x", "99999999999999999999"] {
        let header = "id,sx,sy,sz,gx,gy,gz,agent_x,agent_y,agent_z";
        let text = format!("{header}\na,1,2,0,7,2,0,1,1,1\nb,1,2,0,7,2,0,1,{bad},1\n");
        scratch.write("sizes.csv", &text);
        let route = "route gaps.3dmap --requests sizes.csv --out routes.csv --force";
        let error = scratch.fails(2, route);
        assert!(error.contains("sizes.csv:3: agent_y is not"), "{error}");
        scratch.fails(1, &format!("{route} --keep-going"));
        assert_eq!(ids(&scratch.read("routes.csv")), ["a", "b"]);
    }
    let json = |size: &str| {
        format!(r#"{{"id":1,"sx":1,"sy":2,"sz":0,"gx":7,"gy":2,"gz":0,{size}}}"#) + "\n"
    };
    for bad in [
        r#""agent_x":1,"agent_y":1"#,
        r#""agent_x":1,"agent_y":1,"agent_z":1.5"#,
        r#""agent_x":1,"agent_y":"1","agent_z":1"#,
        r#""agent_x":200,"agent_y":1,"agent_z":1"#,
    ] {
        scratch.write("sizes.jsonl", &json(bad));
        let route = "route gaps.3dmap --requests sizes.jsonl --out routes.jsonl --force";
        let error = scratch.fails(2, route);
        assert!(error.contains("sizes.jsonl:1: "), "{error}");
        assert!(error.contains("agent_"), "{error}");
    }
    let many = (0..70).map(|n| json(&format!(r#""agent_x":{n},"agent_y":1,"agent_z":1"#)));
    scratch.write("sizes.jsonl", &many.skip(1).collect::<String>());
    let error = scratch.fails(2, "route gaps.3dmap --requests sizes.jsonl --out r.csv");
    assert!(
        error.contains("sizes.jsonl:65: agents of more than 64 sizes"),
        "{error}"
    );
}

#[test]
fn headers_and_names_must_be_right() {
    let scratch = Scratch::new("route-header");
    prepare(&scratch, 1);
    for header in [
        "",
        "id,sx,sy,sz,gx,gy",
        "id,sx,sy,sz,gx,gy,gz,cost",
        "id,sx,sy,sz,gx,gy,gz,",
        "id,sx,sy,sz,gx,gy,gz,note,note",
        "id,sx,sy,sz,gx,gy,gz,agent_x,agent_y",
        "id,sx,sy,sz,gx,gy,gz,agent_x,agent_y,agent_z,agent_z",
        "id,id,sx,sy,sz,gx,gy,gz",
    ] {
        scratch.write("bad.csv", &format!("{header}\n"));
        let error = scratch.fails(2, "route noise.3dmap --requests bad.csv --out routes.csv");
        assert!(error.contains("bad.csv:1: "), "{error}");
    }
    for (requests, out) in [
        ("nosuch.csv", "routes.csv"),
        ("requests.txt", "routes.csv"),
        ("requests.csv", "routes.txt"),
        ("requests.csv", "no/such/routes.csv"),
    ] {
        scratch.fails(
            2,
            &format!("route noise.3dmap --requests {requests} --out {out}"),
        );
    }
}

#[test]
fn requests_and_results_go_through_pipes() {
    let scratch = Scratch::new("route-pipe");
    prepare(&scratch, 1500);
    scratch.routes("route noise.3dmap --requests requests.csv --out routes.csv");
    let mut child = scratch
        .command("route noise.3dmap --requests - --out -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = requests(1500);
    let feed = std::thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let run = Run::from(child.wait_with_output().unwrap());
    feed.join().unwrap();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout, scratch.read("routes.csv"));
}

#[test]
fn paths_are_exported_by_their_ids_in_world_units() {
    let scratch = Scratch::new("route-export");
    scratch.succeeds("generate empty --size 12,6,3 --seed 1 -o open.3dmap");
    scratch.succeeds("convert open.3dmap half.voxnav");
    let requests = "id,sx,sy,sz,gx,gy,gz\na,0,0,0,3,3,0\n\"b,c\",0,0,0,9,9,9\nd,5,2,1,5,2,1\n";
    scratch.write("ask.csv", requests);
    let route = "route half.voxnav --requests ask.csv --out o.csv --force --export";
    scratch.routes(&format!("{route} p.csv"));
    let expected = "id,x,y,z\na,0,0,0\na,3,3,0\nd,5,2,1\n";
    assert_eq!(scratch.read("p.csv"), expected);
    scratch.routes(&format!("{route} p.json"));
    let read: Value = serde_json::from_str(&scratch.read("p.json")).unwrap();
    let expected = serde_json::json!([
        {"id": "a", "path": [[0.0, 0.0, 0.0], [3.0, 3.0, 0.0]]},
        {"id": "d", "path": [[5.0, 2.0, 1.0]]},
    ]);
    assert_eq!(read, expected);
    scratch.routes(&format!("{route} p.geojson --geo-origin 13.4,52.5,34"));
    let lines: geojson::FeatureCollection = scratch.read("p.geojson").parse().unwrap();
    assert_eq!(lines.features.len(), 2);
    assert_eq!(lines.features[0].property("id"), Some(&Value::from("a")));
    scratch.routes(&format!("{route} p.gltf"));
    let scene = gltf::Gltf::open(scratch.path_of("p.gltf")).unwrap();
    let parts = scene
        .meshes()
        .flat_map(|mesh| mesh.primitives().collect::<Vec<_>>());
    let lines = parts.filter(|part| part.mode() == gltf::mesh::Mode::LineStrip);
    assert_eq!(lines.count(), 1, "a path of one cell is no line");
    for (options, reason) in [
        ("p.txt", "choose one of csv"),
        ("q.csv --keep cost", "leave out --keep"),
        ("q.geojson", "--geo-origin"),
        ("ask.csv", "give another output file"),
    ] {
        let error = scratch.fails(2, &format!("{route} {options}"));
        assert!(error.contains(reason), "{error}");
    }
    let resumed = "route half.voxnav --requests ask.csv --out o.csv --resume --export q.csv";
    assert_eq!(scratch.run(resumed).code, 2);
    assert!(!scratch.contains("q.csv"));
}
