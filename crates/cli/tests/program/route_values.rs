//! `voxnav route`: values come back as they were sent, and what cannot be read is named.

use std::io::Write as _;
use std::process::Stdio;

use crate::program::{Run, Scratch};

fn prepare(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.succeeds("generate empty --size 9,9,9 --seed 1 -o open.3dmap");
    scratch
}

const ENDS: &str = r#""sx":1,"sy":1,"sz":1,"gx":3,"gy":1,"gz":1"#;

/// The results of requests in these forms.
fn results(scratch: &Scratch, form: &str, requests: &str, out: &str, options: &str) -> String {
    scratch.write(&format!("ask.{form}"), requests);
    let arguments =
        format!("route open.3dmap --requests ask.{form} --out o.{out} --force {options}");
    scratch.routes(&arguments);
    scratch.read(&format!("o.{out}"))
}

#[test]
fn ids_come_back_to_the_letter() {
    let scratch = prepare("values-ids");
    for id in [
        "18446744073709551616",
        "1.50",
        "-0",
        "1e400",
        r#""text""#,
        r#""007""#,
        r#""with, comma""#,
        r#"" blanks ""#,
        r#""""#,
        r#""ä""#,
    ] {
        let json = format!("{{\"id\":{id},{ENDS}}}\n");
        let row = results(&scratch, "jsonl", &json, "jsonl", "");
        assert!(
            row.starts_with(&format!("{{\"id\":{id},\"outcome\":\"found\"")),
            "{row}"
        );
        let row = results(
            &scratch,
            "csv",
            &format!("id,sx,sy,sz,gx,gy,gz\n{id},1,1,1,3,1,1\n"),
            "csv",
            "",
        );
        let text = id.trim_matches('"');
        let shown = row.lines().nth(1).unwrap();
        let quoted = format!("\"{text}\",found,");
        assert!(
            shown.starts_with(&format!("{text},found,")) || shown.starts_with(&quoted),
            "{shown}"
        );
    }
}

#[test]
fn other_columns_and_members_pass_through_unless_strict() {
    let scratch = prepare("values-rest");
    let csv = "note,id,sx,sy,sz,gx,gy,gz,weight\n\"a, \"\"b\"\"\",1,1,1,1,3,1,1,1.50\n";
    let rows = results(&scratch, "csv", csv, "csv", "");
    assert!(
        rows.lines().next().unwrap().ends_with(",error,note,weight"),
        "{rows}"
    );
    assert!(rows.ends_with(",query,,,\"a, \"\"b\"\"\",1.50\n"), "{rows}");
    let row = results(&scratch, "csv", csv, "jsonl", "");
    assert!(
        row.ends_with(",\"note\":\"a, \\\"b\\\"\",\"weight\":\"1.50\"}\n"),
        "{row}"
    );
    let json = format!("{{\"note\":\"a\",\"id\":1,{ENDS},\"more\":[1, 2.50]}}\n");
    let row = results(&scratch, "jsonl", &json, "jsonl", "");
    assert!(
        row.ends_with(",\"note\":\"a\",\"more\":[1, 2.50]}\n"),
        "{row}"
    );
    let less = format!("{{\"id\":2,{ENDS}}}\n");
    let rows = results(&scratch, "jsonl", &(json.clone() + &less), "csv", "");
    assert!(
        rows.lines().next().unwrap().ends_with(",error,note,more"),
        "{rows}"
    );
    assert!(
        rows.contains(",query,,,a,\"[1, 2.50]\"\n") && rows.ends_with(",query,,,,\n"),
        "{rows}"
    );
    let route = "route open.3dmap --out o.csv --force --requests";
    for (arguments, said) in [
        (
            format!("{route} ask.csv --strict"),
            "unknown column `note` in the header",
        ),
        (
            format!("{route} ask.jsonl --strict"),
            "unknown field `note`",
        ),
    ] {
        let error = scratch.fails(2, &arguments);
        assert!(error.contains(said), "{error}");
    }
    scratch.write("ask.jsonl", &(less + &json));
    let error = scratch.fails(2, &format!("{route} ask.jsonl"));
    assert!(
        error.contains("ask.jsonl:2: the first line has no field `note`"),
        "{error}"
    );
}

#[test]
fn malformed_rows_keep_their_id() {
    let scratch = prepare("values-malformed");
    let csv =
        "id,sx,sy,sz,gx,gy,gz\nfew,1\nword,1,1,1,3,1,x\n\"open,1,1,1,3,1,1\n\"a\"b,1,1,1,3,1,1\n";
    scratch.write("ask.csv", csv);
    let route = "route open.3dmap --keep-going --force --out o.csv --requests";
    scratch.fails(1, &format!("{route} ask.csv"));
    let rows = scratch.read("o.csv");
    let rows: Vec<_> = rows.lines().skip(1).collect();
    assert!(
        rows[0].starts_with("few,malformed,") && rows[0].contains("2 values, but the header has 7")
    );
    assert!(rows[1].starts_with("word,malformed,") && rows[1].contains("gz is not a whole number"));
    assert!(
        rows[2].starts_with(",malformed,")
            && rows[2].contains("line 4: the quote at column 1 is not closed")
    );
    assert!(
        rows[3].contains("text after the closing quote of the value at column 1"),
        "{}",
        rows[3]
    );
    let bad = [
        (r#"{"id":1.50,"sx":1}"#, "1.50,", "the field sy is missing"),
        (r#"{"sx":1}"#, ",", "the field id is missing"),
        (
            r#"{"id":"b","sx":1.5,"sy":1,"sz":1,"gx":1,"gy":1,"gz":1}"#,
            "b,",
            "sx is not a whole number of 32 bits: `1.5`",
        ),
        (
            r#"{"id":"c","sx":"1","sy":1,"sz":1,"gx":1,"gy":1,"gz":1}"#,
            "c,",
            "sx is not a whole number",
        ),
        (
            r#"{"id":[1],"sx":1,"sy":1,"sz":1,"gx":1,"gy":1,"gz":1}"#,
            ",",
            "id is not a text or a number on one line: `[1]`",
        ),
        (
            r#"{"id":"d","id":"e"}"#,
            "d,",
            "the field `id` appears twice",
        ),
        (r#"{"id":"#, ",", "not a JSON object"),
        ("[1]", ",", "not a JSON object"),
    ];
    let json = bad.map(|(line, ..)| line).join("\n");
    scratch.write("ask.jsonl", &json);
    scratch.fails(1, &format!("{route} ask.jsonl"));
    let rows = scratch.read("o.csv");
    for ((number, row), (_, id, said)) in (1..).zip(rows.lines().skip(1)).zip(bad) {
        assert!(row.starts_with(&format!("{id}malformed,")), "{row}");
        assert!(row.contains(&format!("line {number}: ")), "{row}");
        assert!(row.replace("\"\"", "\"").contains(said), "{row}");
    }
}

#[test]
fn wrong_arguments_and_empty_input_are_told_plainly() {
    let scratch = prepare("values-plain");
    scratch.write("ask.csv", "id,sx,sy,sz,gx,gy,gz\na,1,1,1,3,1,1\n");
    let error = scratch.fails(2, "route open.3dmap --requests - --out o.csv");
    assert!(error.contains("standard input was empty"), "{error}");
    assert!(!scratch.contains("o.csv.partial"));
    for (arguments, said) in [
        (
            "bench open.3dmap --sample -1",
            "a whole number from 1 to 2^64 - 1",
        ),
        (
            "compare open.3dmap --sample -1",
            "a whole number from 1 to 1000000",
        ),
        (
            "generate empty --size 4,4,4 --seed -1 -o x.3dmap",
            "a whole number from 0 to 2^64 - 1",
        ),
        ("view open.3dmap --scenario -1", "a whole number from 1 to"),
        (
            "route open.3dmap --requests ask.csv --out o.csv --threads 0",
            "a whole number from 1",
        ),
        (
            "route open.3dmap --requests ask.csv --out o.csv --limit-memory -1",
            "a number of bytes above 0",
        ),
        (
            "solve open.3dmap --from 0,0,0 --to 1,1,1 --limit-time never",
            "a number of seconds above 0",
        ),
        (
            "solve open.3dmap --from 0,0,0 --to 1,1,1 --limit-expanded -5",
            "a whole number from 1 to",
        ),
    ] {
        let error = scratch.fails(2, arguments);
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn threads_that_would_not_help_are_not_begun() {
    let scratch = prepare("values-threads");
    scratch.write("ask.csv", "id,sx,sy,sz,gx,gy,gz\na,1,1,1,3,1,1\n");
    let run = scratch.run("route open.3dmap --requests ask.csv --out o.csv --threads 20000");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr
            .contains("of 20,000: there are no more processors"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_summary_counts_rows_by_outcome() {
    let scratch = prepare("values-summary");
    let rows = "a,1,1,1,3,1,1\nb,1,1,1,3,1,1\nc,99,1,1,3,1,1\nd,1,1\n";
    scratch.write("ask.csv", &format!("id,sx,sy,sz,gx,gy,gz\n{rows}"));
    let arguments = "route open.3dmap --requests ask.csv --out o.csv --keep-going";
    let run = scratch.run(arguments).failed(1);
    for line in [
        "rows      4 in ",
        " a second\n",
        "  found 2\n",
        "  start outside 1\n",
        "  malformed 1\n",
    ] {
        assert!(run.stderr.contains(line), "{}", run.stderr);
    }
    #[cfg(unix)]
    assert!(run.stderr.contains("\nmemory    "), "{}", run.stderr);
}

#[test]
fn results_go_into_a_pipe_that_ends_early() {
    let scratch = prepare("values-pipe");
    let rows = (0..5000).map(|n| format!("{n},1,1,1,7,{},1\n", n % 9));
    let requests = "id,sx,sy,sz,gx,gy,gz\n".to_owned() + &rows.collect::<String>();
    let mut child = scratch
        .command("route open.3dmap --requests - --out -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The program may end before it has read everything.
    let feed = std::thread::spawn(move || drop(stdin.write_all(requests.as_bytes())));
    let run = Run::from(child.wait_with_output().unwrap());
    feed.join().unwrap();
    assert_eq!(run.code, 0, "{}", run.stderr);
}
