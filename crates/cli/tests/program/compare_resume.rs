//! `voxnav compare --resume`.

use crate::program::{Scratch, json};

const COMPARE: &str = "compare generated:rooms:16,16,16:1 generated:caves:16,16,16:2 --sample 4 \
                       --repeat 2 --algorithms astar,jump";

/// Rows without their map, whose name has commas, and the columns of times.
fn timeless(rows: &str) -> Vec<String> {
    let time = |column: usize| column == 13 || column == 14;
    let lines = rows.lines().map(|line| {
        let quoted = line.rsplit_once("\",").or_else(|| line.split_once(','));
        let cells = quoted.map_or(line, |(_, rest)| rest).split(',').enumerate();
        let kept: Vec<_> = cells
            .filter(|(column, _)| !time(*column))
            .map(|it| it.1)
            .collect();
        kept.join(",")
    });
    lines.collect()
}

#[test]
fn a_run_that_was_ended_goes_on_and_other_reports_need_no_search() {
    let scratch = Scratch::new("compare-resume");
    scratch.succeeds(&format!("{COMPARE} --resume run.jsonl --csv whole.csv"));
    let whole = scratch.read("whole.csv");
    assert!(
        whole
            .lines()
            .next()
            .unwrap()
            .contains(",outcome,time_ms,cpu_ms,")
    );
    let journal = scratch.read("run.jsonl");
    // Cut in the second world, in the middle of a line.
    let cut = journal.len() - 700;
    scratch.write("run.jsonl", &journal[..cut]);
    scratch.succeeds(&format!(
        "{COMPARE} --resume run.jsonl --csv again.csv --json r.json"
    ));
    assert_eq!(timeless(&scratch.read("again.csv")), timeless(&whole));
    let report = json(&scratch.read("r.json"));
    assert_eq!(report["worlds"][0]["kept"], 4);
    assert!(report["worlds"][1]["kept"].as_u64().unwrap() < 4);
    // Everything is there now: the same rows to the last digit of the times.
    let again = scratch.read("again.csv");
    scratch.succeeds(&format!(
        "{COMPARE} --resume run.jsonl --csv third.csv --markdown r.md"
    ));
    assert_eq!(scratch.read("third.csv"), again);

    for (other, reason) in [
        (format!("{COMPARE},canonical"), "contestant 3 was none"),
        (
            COMPARE.replace("--sample 4", "--sample 3"),
            "the number of problems was 4, but is now 3",
        ),
        (COMPARE.replace("16,16:1", "16,16:5"), "the map was"),
        (
            format!("{COMPARE} --limit-time 9"),
            "--limit-time was none, but is now 9",
        ),
        (format!("{COMPARE} --limit-expanded 9"), "contestant 1 was"),
    ] {
        let error = scratch.fails(2, &format!("{other} --resume run.jsonl"));
        assert!(error.contains(reason), "{error}");
        assert!(error.contains("repeat the command of that run"), "{error}");
    }
    let error = scratch.fails(2, &format!("{COMPARE} --resume whole.csv"));
    assert!(error.contains("is not a journal entry"), "{error}");
    assert_eq!(scratch.read("whole.csv"), whole, "nothing is written over");
    let error = scratch.fails(2, &format!("{COMPARE} --resume run.jsonl --csv run.jsonl"));
    assert!(error.contains("run.jsonl"), "{error}");
}
