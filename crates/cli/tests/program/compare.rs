//! `voxnav compare`.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::program::{Run, Scratch, fits_in_80_columns, json};

/// A world with 30 problems in `w.3dmap`.
fn rooms(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.succeeds("generate rooms --size 32,32,16 --seed 3 -o w.3dmap --scenarios 30");
    scratch
}

#[test]
fn the_table_fits_in_80_columns_and_marks_what_has_no_guarantee() {
    let scratch = rooms("compare-text");
    let text = scratch.succeeds("compare w.3dmap --sample 9 --markdown r.md");
    let page = scratch.read("r.md");
    assert!(page.contains("| greedy octile \\* |"), "{page}");
    assert!(
        page.contains("Left out: astar zero (the same as dijkstra)."),
        "{page}"
    );
    fits_in_80_columns(&text);
    assert!(text.contains("9 of 30 rows"), "{text}");
    assert!(text.contains("greedy octile *"), "{text}");
    assert!(text.contains("*  nothing is proved"), "{text}");
    assert!(
        text.contains("left out  astar zero: the same as dijkstra"),
        "{text}"
    );
    assert!(!text.contains('\u{1b}'), "a pipe gets no colors");
    let wide = "compare w.3dmap --sample 2 --moves 6,planar8-x --corners strict,lenient";
    fits_in_80_columns(&scratch.succeeds(wide));
}

#[test]
fn the_json_object_has_everything() {
    let scratch = rooms("compare-json");
    scratch.succeeds("compare w.3dmap --sample 9 --json r.json --repeat 3");
    let report = json(&scratch.read("r.json"));
    for field in [
        "version", "command", "date", "cpu", "os", "build", "compiler", "order",
    ] {
        assert!(!report[field].as_str().unwrap().is_empty(), "{field}");
    }
    assert_eq!(
        report["command"],
        "voxnav compare w.3dmap --sample 9 --json r.json --repeat 3"
    );
    let world = &report["worlds"][0];
    assert_eq!(world["name"], "w.3dmap");
    assert_eq!(world["hash"].as_str().unwrap().len(), 32);
    assert!(report["memory"].as_u64().unwrap() > 0);
    assert_eq!(
        (&world["rows"], &world["available"]),
        (&9.into(), &30.into())
    );
    let lines = world["combinations"].as_array().unwrap();
    for line in lines {
        assert_eq!(line["found"], 9, "{line}");
        assert_eq!((&line["wrong"], &line["limited"]), (&0.into(), &0.into()));
        assert!(line["time_ms"]["median"].as_f64().unwrap() > 0.0);
        let ratio = line["suboptimality"]["max"].as_f64().unwrap();
        match line["bound"].as_f64() {
            Some(bound) => assert!(ratio <= bound && line["held"] == true, "{line}"),
            None => assert!(ratio >= 1.0 && line["held"].is_null(), "{line}"),
        }
    }
    assert_eq!(world["merged"][0]["label"], "astar zero");
}

#[test]
fn the_csv_file_has_a_row_for_every_combination_on_every_problem() {
    let scratch = rooms("compare-csv");
    scratch.succeeds("compare w.3dmap --sample 7 --algorithms astar,jump --csv r.csv --repeat 2");
    let text = scratch.read("r.csv");
    let mut lines = text.lines();
    let header = lines.next().unwrap();
    assert!(header.starts_with("map,row,sx,sy,sz,gx,gy,gz,algorithm,heuristic,"));
    assert!(header.ends_with(",ratio,listed,guarantee,flaw"));
    let rows: Vec<_> = lines.collect();
    assert_eq!(rows.len(), 14);
    assert!(rows.iter().all(|row| row.starts_with("w.3dmap,")));
    assert!(rows.iter().all(|row| row.contains(",found,")));
}

#[test]
fn limited_searches_are_counted_and_not_dropped() {
    let scratch = rooms("compare-limit");
    let options = "compare w.3dmap --algorithms dijkstra,auto --limit-expanded 50 --json r.json";
    let text = scratch.succeeds(options);
    assert!(text.contains(">  at least: "), "{text}");
    let line = &json(&scratch.read("r.json"))["worlds"][0]["combinations"][0];
    assert_eq!(line["label"], "dijkstra");
    let [found, limited] = ["found", "limited"].map(|field| line[field].as_u64().unwrap());
    assert!(limited > 0);
    assert_eq!(found + limited, 30);
    assert_eq!(line["wrong"], 0);
}

#[test]
fn landmarks_are_prepared_and_their_price_is_told() {
    let scratch = rooms("compare-landmarks");
    let options = "--algorithms astar,auto --heuristics octile,landmarks --landmarks 3";
    let text = scratch.succeeds(&format!("compare w.3dmap {options} --json r.json"));
    assert!(
        text.contains("prepared  3 landmarks for moves 26"),
        "{text}"
    );
    let world = &json(&scratch.read("r.json"))["worlds"][0];
    assert!(world["prepared"][0]["bytes"].as_u64().unwrap() > 0);
    let expanded = |label: &str| {
        let lines = world["combinations"].as_array().unwrap();
        let line = lines.iter().find(|line| line["label"] == label).unwrap();
        line["expanded"]["total"].as_f64().unwrap()
    };
    assert!(expanded("astar landmarks") < expanded("astar octile"));
}

#[test]
fn a_jump_index_saves_expansions_and_changes_no_cost() {
    let scratch = Scratch::new("compare-jump-index");
    // In rooms, with their doors, it leads to more cells instead.
    scratch.succeeds("generate towers --size 48,48,32 --seed 1 -o w.3dmap --scenarios 30");
    let world = "w.3dmap";
    let rows = |options: &str| {
        scratch.succeeds(&format!(
            "compare {world} --algorithms jump --csv r.csv {options}"
        ));
        let text = scratch.read("r.csv");
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = lines.next().unwrap();
        let column = |name: &str| header.iter().position(|it| *it == name).unwrap();
        let [cost, expanded] = ["cost", "expanded"].map(column);
        lines
            .map(|line| {
                (
                    line[cost].to_owned(),
                    line[expanded].parse::<u64>().unwrap(),
                )
            })
            .collect::<Vec<_>>()
    };
    let (plain, indexed) = (rows(""), rows("--jump-index"));
    let costs = |rows: &[(String, u64)]| rows.iter().map(|row| row.0.clone()).collect::<Vec<_>>();
    assert_eq!(costs(&plain), costs(&indexed));
    let expanded = |rows: &[(String, u64)]| rows.iter().map(|row| row.1).sum::<u64>();
    assert!(expanded(&indexed) < expanded(&plain));
}

#[test]
fn estimates_are_held_against_true_costs() {
    let scratch = rooms("compare-estimates");
    let options = "--heuristics octile,manhattan,tutorial,landmarks --check-estimates 2";
    let text = scratch.succeeds(&format!(
        "compare w.3dmap --sample 3 {options} --json r.json"
    ));
    fits_in_80_columns(&text);
    assert!(text.contains("too steep"), "{text}");
    let world = &json(&scratch.read("r.json"))["worlds"][0];
    let laws = world["laws"].as_array().unwrap();
    let of = |name: &str| laws.iter().find(|it| it["heuristic"] == name).unwrap();
    let numbers =
        |name: &str| ["too_large", "steep", "goals"].map(|it| of(name)[it].as_u64().unwrap());
    assert_eq!(numbers("octile"), [0, 0, 2]);
    assert!(numbers("manhattan")[0] > 0);
    let [too_large, steep, _] = numbers("tutorial");
    assert!(too_large == 0 && steep > 0);
    assert_eq!(laws.len(), 3, "landmarks are not looked at");
}

#[test]
fn the_optimum_may_come_from_anywhere() {
    let scratch = rooms("compare-reference");
    let rows = |reference: &str| {
        let options = "--sample 6 --algorithms jump,weighted,greedy";
        let command = format!("compare w.3dmap {options} --reference {reference} --json r.json");
        scratch.succeeds(&command);
        let world = json(&scratch.read("r.json"))["worlds"][0].clone();
        assert_eq!(world["reference"], reference);
        let lines = world["combinations"].as_array().unwrap();
        let ratio = |line: &serde_json::Value| line["suboptimality"].to_string();
        lines.iter().map(ratio).collect::<Vec<_>>()
    };
    let usual = rows("astar");
    for reference in ["auto", "listed", "none"] {
        assert_eq!(rows(reference), usual, "{reference}");
    }
    // Without an exact search and a reference nothing is known.
    scratch.succeeds("compare w.3dmap --algorithms greedy --reference none --json r.json");
    let line = json(&scratch.read("r.json"))["worlds"][0]["combinations"][0].clone();
    assert!(line["suboptimality"].is_null(), "{line}");
}

#[test]
fn wrong_lists_are_found_out_without_a_search_for_the_optimum() {
    let scratch = Scratch::new("compare-wrong-listed");
    scratch.write("m.3dmap", "voxel 5 1 1\n3 0 0\n");
    scratch.write("m.3dmap.3dscen", "version 1\nm.3dmap\n0 0 0 2 0 0 1.9\n");
    let run = scratch.run("compare m.3dmap --algorithms astar --reference listed");
    let run = run.failed(1);
    assert!(run.stdout.contains("above the limit"), "{}", run.stdout);
}

#[test]
fn every_combination_is_compared_with_a_baseline() {
    let scratch = rooms("compare-baseline");
    let options = "--sample 9 --algorithms astar,jump,dijkstra --repeat 3 --counting minimum";
    let files = "--json r.json --latex r.tex --markdown r.md --svg new/plots";
    let text = scratch.succeeds(&format!("compare w.3dmap {options} {files}"));
    fits_in_80_columns(&text);
    for said in [
        "times as fast as astar octile",
        "the minimum counts",
        "Wilcoxon",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let report = json(&scratch.read("r.json"));
    let speed_ups = report["comparison"]["speed_ups"].as_array().unwrap();
    let jump = speed_ups
        .iter()
        .find(|it| it["label"] == "jump octile" && it["measure"] == "expanded");
    let jump = jump.unwrap();
    assert_eq!(jump["rows"], 9);
    let [low, mean, high] = ["low", "mean", "high"].map(|it| jump[it].as_f64().unwrap());
    assert!(1.0 < low && low <= mean && mean <= high, "{jump}");
    assert!(jump["p"].as_f64().unwrap() < 0.05, "{jump}");
    let [less, equal, more] = ["less", "equal", "more"].map(|it| jump[it].as_u64().unwrap());
    assert_eq!((less + equal + more, more), (9, 0));
    for (file, said) in [
        ("r.tex", "\\begin{tabular}"),
        ("r.md", "**Times as fast as astar octile**"),
        ("new/plots/solved-by-time.svg", "rows solved"),
        ("new/plots/solved-by-expansions.svg", "<path"),
        ("new/plots/times-against-baseline.svg", "<circle"),
    ] {
        assert!(scratch.read(file).contains(said), "{file}");
    }
    let other = "compare w.3dmap --sample 2 --algorithms astar,jump --baseline";
    let text = scratch.command(other).arg("jump octile").output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("times as fast as jump octile"), "{text}");
    let error = scratch.fails(2, &format!("{other} best"));
    assert!(
        error.contains("choose one of astar octile, jump octile"),
        "{error}"
    );
}

#[test]
fn rows_of_other_programs_are_joined_and_held_against_the_optimum() {
    let scratch = rooms("compare-join");
    scratch.succeeds("compare w.3dmap --sample 30 --algorithms astar --csv ours.csv");
    let lengths = scratch.read("w.3dmap.3dscen");
    let lengths = lengths
        .lines()
        .skip(2)
        .map(|line| line.split(' ').nth(6).unwrap());
    let lines = lengths.enumerate().map(|(row, length)| {
        // One row is too short to be true, one has no path.
        let length = match row {
            3 => "0.5",
            4 => "",
            _ => length,
        };
        format!("{},{length},{row}.5,{}", row + 1, 100 + row)
    });
    let header = "problem,cost,time_ms,expanded".to_owned();
    let theirs: Vec<_> = std::iter::once(header).chain(lines).collect();
    scratch.write("theirs.csv", &theirs.join("\n"));
    let command = "compare w.3dmap --sample 30 --algorithms jump --join theirs.csv,ours.csv";
    let run = scratch.run(&format!("{command} --json r.json")).failed(1);
    assert!(run.stdout.contains("theirs (imported)"), "{}", run.stdout);
    assert!(
        run.stdout.contains("shorter than the optimum"),
        "{}",
        run.stdout
    );
    let world = json(&scratch.read("r.json"))["worlds"][0].clone();
    let lines = world["combinations"].as_array().unwrap();
    let of = |label: &str| lines.iter().find(|line| line["label"] == label).unwrap();
    let counts =
        |label: &str| ["found", "unreachable", "wrong"].map(|it| of(label)[it].as_u64().unwrap());
    assert_eq!(counts("theirs"), [29, 1, 1]);
    assert_eq!(counts("ours: astar octile"), [30, 0, 0]);
    assert_eq!(of("ours: astar octile")["suboptimality"]["max"], 1.0);
    assert_eq!(of("theirs")["imported"], true);
    for (text, reason) in [
        (
            "row,length\n1,x\n",
            "line 2: `x` in column length is not a number",
        ),
        ("row,time\n1,2\n", "no column length"),
    ] {
        scratch.write("bad.csv", text);
        let error = scratch.fails(2, "compare w.3dmap --join bad.csv");
        assert!(error.contains(reason), "{error}");
    }
}

/// Of a file with some of the problems, and some that are no problems here.
#[test]
fn rows_that_are_missing_or_of_no_problem_are_counted_as_such() {
    let scratch = rooms("compare-join-some");
    let lengths = scratch.read("w.3dmap.3dscen");
    let lengths: Vec<_> = lengths
        .lines()
        .skip(2)
        .map(|line| line.split(' ').nth(6).unwrap().to_owned())
        .collect();
    let rows = (0..30).filter(|row| row % 3 != 0).map(|row| {
        let map = if row == 4 { "a.3dmap" } else { "w.3dmap" };
        format!("{},{},1.5,100,{map}\n", row + 1, lengths[row])
    });
    let text = "row,length,time_ms,expanded,map\n".to_owned() + &rows.collect::<String>();
    scratch.write("some.csv", &(text + "31,5,1,1,\n99,5,1,1,w.3dmap\n"));
    scratch.write("none.csv", "row,length\n500,3\n");
    let command = "compare w.3dmap --sample 30 --algorithms astar,jump --json r.json";
    let run = scratch.run(&format!("{command} --join some.csv,none.csv"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    // 20 rows, one of another map.
    assert!(
        run.stdout.contains("79 answers checked, 0 wrong"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("joined    some: 19 of 30 rows"),
        "{}",
        run.stdout
    );
    let said: Vec<_> = run.stderr.lines().collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].contains("some: rows ignored")
            && said[0].contains(": 3, the first of them row 5 of a.3dmap")
    );
    assert!(
        said[1].contains("none: rows ignored")
            && said[1].contains(": 1, the first of them row 500")
    );
    let report = json(&scratch.read("r.json"));
    assert_eq!(report["ignored"][0]["rows"], 3);
    let lines = report["worlds"][0]["combinations"].as_array().unwrap();
    let some = lines.iter().find(|line| line["label"] == "some").unwrap();
    let counts = ["found", "unreachable", "limited"].map(|it| some[it].as_u64().unwrap());
    assert_eq!(counts, [19, 0, 0]);
    let speed_ups = report["comparison"]["speed_ups"].as_array().unwrap();
    for it in speed_ups.iter().filter(|it| it["label"] == "some") {
        let counts = ["rows", "limited", "left_out"].map(|name| it[name].as_u64().unwrap());
        assert_eq!(counts, [19, 0, 11], "{it}");
    }
    scratch.write("twice.csv", "row,length\n1,3\n1,4\n");
    let error = scratch.fails(2, "compare w.3dmap --join twice.csv");
    assert!(
        error.contains("twice.csv: line 3: row 1 of `twice`"),
        "{error}"
    );
}

#[test]
fn a_plan_is_an_experiment_and_a_report_repeats_one() {
    let scratch = rooms("compare-plan");
    scratch.succeeds("generate maze --size 17,17,5 --seed 1 -o x.3dmap --scenarios 9");
    let plan = "maps = [\"*.3dmap\", \"generated:caves:16,16,16:2\"]\nsample = 4\n\
        algorithms = [\"astar\", \"weighted\"]\nweights = [1.5, 3]\njump-index = true\n";
    scratch.write("plan.toml", plan);
    let text = scratch.succeeds("compare --plan plan.toml --moves 6 --json r.json");
    for world in ["map       w.3dmap", "map       x.3dmap", "generated:caves"] {
        assert!(text.contains(world), "{world}: {text}");
    }
    let numbers = |name: &str| {
        let report = json(&scratch.read(name));
        let worlds = report["worlds"].as_array().unwrap().clone();
        let lines = worlds
            .iter()
            .flat_map(|world| world["combinations"].as_array().unwrap());
        let told = lines.map(|line| {
            [&line["label"], &line["expanded"]["total"], &line["moves"]].map(ToString::to_string)
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(numbers("r.json").len(), 9);
    scratch.succeeds("compare --rerun r.json --json again.json");
    assert_eq!(numbers("again.json"), numbers("r.json"));
    for (plan, reason) in [
        ("sample = [", "plan.toml: TOML parse error"),
        ("maps = [[1]]", "`maps` is neither"),
        (
            "map = \"w.3dmap\"",
            "plan.toml: there is no key `map`, but `maps`",
        ),
        (
            "maps = [\"w.3dmap\"]\nties = [\"all\"]",
            "plan.toml: there is no key `ties`, but `tie-breaking`",
        ),
        (
            "maps = [\"w.3dmap\"]\nxyz = 1",
            "plan.toml: there is no key `xyz`; voxnav compare --help",
        ),
        (
            "maps = [\"w.3dmap\"]\nsample = \"few\"",
            "plan.toml: invalid value 'few' for '--sample",
        ),
        (
            "maps = [\"w.3dmap\"]\ncorners = \"round\"",
            "plan.toml: invalid value 'round' for '--corners",
        ),
        ("maps = [\"no*.3dmap\"]", "no file matches"),
    ] {
        scratch.write("plan.toml", plan);
        let error = scratch.fails(2, "compare --plan plan.toml");
        assert!(error.contains(reason), "{error}");
    }
    let endless = "{\"command\":\"voxnav compare --rerun e.json\"}";
    scratch.write("e.json", endless);
    let error = scratch.fails(2, "compare --rerun e.json");
    assert!(error.contains("in a circle"), "{error}");
    scratch.write("r.json", "{}");
    let error = scratch.fails(2, "compare --rerun r.json");
    assert!(error.contains("no voxnav compare command"), "{error}");
}

#[test]
fn the_standard_suite_needs_no_file_and_shows_what_was_published() {
    let scratch = Scratch::new("compare-suite");
    let text =
        scratch.succeeds("compare --suite standard --sample 1 --algorithms auto --json r.json");
    assert_eq!(
        text.matches("random pairs of free cells").count(),
        7,
        "{text}"
    );
    assert_eq!(text.matches("times as fast").count(), 7, "{text}");
    fits_in_80_columns(&text);
}

#[test]
fn wrong_lists_are_found_out_and_exit_with_1() {
    let scratch = Scratch::new("compare-wrong");
    scratch.write("m.3dmap", "voxel 5 1 1\n3 0 0\n");
    scratch.write("m.3dmap.3dscen", "version 1\nm.3dmap\n0 0 0 2 0 0 1.9\n");
    let run = scratch.run("compare m.3dmap --algorithms astar").failed(1);
    assert!(run.stdout.contains("WRONG"), "{}", run.stdout);
    assert!(run.stdout.contains("above the limit"), "{}", run.stdout);
    fits_in_80_columns(&run.stdout);
    assert!(run.stderr.contains("answers are wrong"), "{}", run.stderr);
    // About other moves the list says nothing, and there the optimum alone decides.
    scratch.succeeds("compare m.3dmap --algorithms astar --moves 6");
}

#[test]
fn problems_without_a_way_are_answered_alike() {
    let scratch = Scratch::new("compare-unreachable");
    scratch.write("m.3dmap", "voxel 5 1 1\n3 0 0\n");
    scratch.write(
        "s.3dscen",
        "version 1\nm.3dmap\n0 0 0 4 0 0 4\n0 0 0 2 0 0 2\n",
    );
    let run = scratch.run("compare m.3dmap --scenarios s.3dscen --moves 6 --json r.json");
    assert_eq!(run.code, 0, "{}", run.stderr);
    for line in json(&scratch.read("r.json"))["worlds"][0]["combinations"]
        .as_array()
        .unwrap()
    {
        assert_eq!(
            (&line["found"], &line["unreachable"]),
            (&1.into(), &1.into())
        );
    }
}

#[test]
fn scenes_and_generated_worlds_need_no_file() {
    let scratch = Scratch::new("compare-scenes");
    let text = scratch.succeeds("compare --scene straight,wall,maze --repeat 2");
    for said in ["scene:straight", "scene:wall", "scene:maze"] {
        assert!(text.contains(said), "{said}");
    }
    fits_in_80_columns(&text);
    let generated = "compare generated:maze:20,20,20:1 generated:random:30:20,20,20:2 --sample 5";
    let text = scratch.succeeds(generated);
    assert!(
        text.contains("random pairs of free cells, seed 2"),
        "{text}"
    );
}

#[test]
fn several_maps_take_several_scenarios() {
    let scratch = rooms("compare-several");
    let scenarios = "--scenarios w.3dmap.3dscen,w.3dmap.3dscen";
    let options = "--sample 3 --algorithms auto";
    let text = scratch.succeeds(&format!("compare w.3dmap w.3dmap {scenarios} {options}"));
    assert_eq!(text.matches("3 of 30 rows").count(), 2, "{text}");
    let error = scratch.fails(2, "compare w.3dmap w.3dmap --scenarios w.3dmap.3dscen");
    assert!(
        error.contains("1 scenarios were given for 2 map files"),
        "{error}"
    );
}

/// Sends the signal that Ctrl-C sends.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_rows_and_says_so() {
    let scratch = Scratch::new("compare-interrupt");
    let world = "generated:caves:64,64,64:7";
    let arguments = format!("compare {world} --csv r.csv --json r.json --repeat 50");
    let mut command = scratch.command(&arguments);
    let process = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let process = process.unwrap();
    let partial = "r.csv.partial";
    let begun = || scratch.contains(partial) && scratch.read(partial).lines().count() > 1;
    while !begun() {
        thread::sleep(Duration::from_millis(5));
    }
    let id = process.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let run = Run::from(process.wait_with_output().unwrap()).failed(1);
    assert!(run.stderr.contains("interrupted after"), "{}", run.stderr);
    let report = json(&scratch.read("r.json"));
    assert_eq!(report["interrupted"], true);
    let world = &report["worlds"][0];
    let rows = world["rows"].as_u64().unwrap();
    let combinations = world["combinations"].as_array().unwrap().len() as u64;
    assert!((1..200).contains(&rows), "{rows}");
    let lines = scratch.read("r.csv").lines().count() as u64;
    assert_eq!(lines, 1 + rows * combinations);
}

#[test]
fn bad_input_is_refused_and_says_what_there_is() {
    let scratch = rooms("compare-bad");
    scratch.write("m.3dmap", "voxel 5 1 1\n");
    scratch.write("empty.3dscen", "version 1\nm.3dmap\n");
    for (arguments, reason) in [
        ("compare", "<MAP>"),
        ("compare missing.3dmap", "missing.3dmap"),
        (
            "compare m.3dmap",
            "there are empty.3dscen, w.3dmap.3dscen beside the map",
        ),
        ("compare m.3dmap --scenarios empty.3dscen", "no problems"),
        ("compare m.3dmap --scenarios none.3dscen", "none.3dscen"),
        ("compare w.3dmap --algorithms best", "there are auto"),
        ("compare w.3dmap --heuristics best", "there are octile"),
        ("compare w.3dmap --moves 27", "there are 26"),
        ("compare w.3dmap --corners cut", "there are strict"),
        ("compare w.3dmap --tie-breaking coin", "there are larger-g"),
        ("compare w.3dmap --weights 0.5", "from 1 to 1000"),
        ("compare w.3dmap --sample 0", "--sample"),
        ("compare w.3dmap --landmarks 17", "--landmarks"),
        ("compare w.3dmap --repeat 0", "--repeat"),
        ("compare w.3dmap --limit-expanded 0", "--limit-expanded"),
        ("compare --scene forest", "there are straight, wall, maze"),
        ("compare generated:cave:8,8,8:1", "there are empty, caves"),
        ("compare generated:caves:8,8:1", "not a size"),
        ("compare generated:random:100:8,8,8:1", "another world"),
        ("compare w.3dmap --csv no/where.csv", "no/where.csv"),
        (
            "compare w.3dmap --sample 1 --json no/where.json",
            "no/where.json",
        ),
    ] {
        let error = scratch.fails(2, arguments);
        assert!(error.contains(reason), "{arguments}: {error}");
    }
}
