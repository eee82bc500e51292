//! The dialects of CSV in which other programs write requests: all are read alike.

use voxnav_testkit::Draws;

use crate::program::Scratch;

const COLUMNS: [&str; 8] = ["id", "sx", "sy", "sz", "gx", "gy", "gz", "note"];

/// Returns requests in a world of 9^3 cells, row by row as values.
fn requests(draws: &mut Draws) -> Vec<Vec<String>> {
    let notes = [
        "",
        "a, b",
        "c; d",
        "say \"e\"",
        "f|g",
        "h\ti",
        " j ",
        "10,5",
    ];
    let row = |id: usize| {
        let mut row = vec![format!("r{id}")];
        row.extend((0..6).map(|_| (draws.below(11_u32).cast_signed() - 1).to_string()));
        row.push(draws.pick(&notes).to_owned());
        row
    };
    (0..12).map(row).collect()
}

/// Returns how another program may write a whole number.
fn number(text: &str, draws: &mut Draws) -> String {
    match draws.below(6_u32) {
        0 => format!("{text}.0"),
        1 => format!("{text}.000"),
        2 => format!("{text}e0"),
        3 => format!("{:.18e}", text.parse::<f64>().unwrap()),
        _ => text.to_owned(),
    }
}

/// Writes rows in a drawn dialect.
fn written(rows: &[Vec<String>], draws: &mut Draws) -> String {
    let separator = draws.pick(&[',', ';', '\t', '|']);
    let end = draws.pick(&["\n", "\r\n"]);
    let [is_numbered, is_quoted, has_floats] = [(); 3].map(|()| draws.percent(50));
    let quote = |value: &str, draws: &mut Draws| {
        let is_plain = value.trim() == value && !value.contains([separator, '"']);
        if is_plain && !(is_quoted && draws.percent(50)) {
            return value.to_owned();
        }
        format!("\"{}\"", value.replace('"', "\"\""))
    };
    let mut order: Vec<usize> = (0..COLUMNS.len()).collect();
    // The column that passes through may stand anywhere.
    draws.shuffle(&mut order);
    let mut text = draws.pick(&["", "\u{feff}"]).to_owned();
    if draws.percent(50) {
        text += draws.pick(&["sep=", "SEP="]);
        text.push(separator);
        text += end;
    }
    let header = COLUMNS.map(str::to_owned).to_vec();
    for (number_of_row, row) in std::iter::once(&header).chain(rows).enumerate() {
        let mut values = Vec::new();
        if is_numbered {
            let number = (number_of_row > 0).then(|| number_of_row.to_string());
            values.push(quote(&number.unwrap_or_default(), draws));
        }
        for &column in &order {
            let is_number = number_of_row > 0 && (1..7).contains(&column);
            let value = if is_number && has_floats {
                number(&row[column], draws)
            } else {
                row[column].clone()
            };
            values.push(quote(&value, draws));
        }
        text += &values.join(&separator.to_string());
        text += end;
    }
    text
}

#[test]
fn requests_in_every_dialect_are_answered_alike() {
    let scratch = Scratch::new("dialects");
    scratch.succeeds("generate random:20 --size 9,9,9 --seed 5 -o noise.3dmap");
    let mut draws = Draws::new(56);
    // How rows are written does not depend on how requests were: 20 dialects for each form find what 60 would.
    for case in 0..60 {
        let rows = requests(&mut draws);
        let plain: Vec<_> = rows
            .iter()
            .map(|row| {
                let quoted = row
                    .iter()
                    .map(|it| format!("\"{}\"", it.replace('"', "\"\"")));
                quoted.collect::<Vec<_>>().join(",")
            })
            .collect();
        scratch.write(
            "plain.csv",
            &format!("{}\n{}\n", COLUMNS.join(","), plain.join("\n")),
        );
        let text = written(&rows, &mut draws);
        let name = draws.pick(&["dialect.csv", "dialect.tsv"]);
        scratch.write(name, &text);
        let form = ["jsonl", "csv", "tsv"][case % 3];
        let route = |requests: &str, out: &str| {
            let options = "--keep path --force";
            scratch.routes(&format!(
                "route noise.3dmap --requests {requests} --out {out} {options}"
            ));
            scratch.read(out)
        };
        let expected = route("plain.csv", &format!("plain-rows.{form}"));
        let found = route(name, &format!("rows.{form}"));
        assert_eq!(found, expected, "{text}");
        assert_eq!(
            expected.lines().count(),
            rows.len() + usize::from(form != "jsonl")
        );
    }
}

/// Rows with tabs are gone on with as others are.
#[test]
fn rows_with_tabs_are_resumed_to_the_byte() {
    let scratch = Scratch::new("dialects-resumed");
    scratch.succeeds("generate random:20 --size 9,9,9 --seed 5 -o noise.3dmap");
    let mut draws = Draws::new(57);
    let rows = requests(&mut draws);
    let lines = rows.iter().map(|row| row[..7].join("\t"));
    let lines: Vec<_> = lines.collect();
    let text = |broken: &str| {
        let mut lines = lines.clone();
        lines.insert(7, broken.to_owned());
        format!("{}\n{}\n", COLUMNS[..7].join("\t"), lines.join("\n"))
    };
    scratch.write("requests.tsv", &text("broken"));
    let route = "route noise.3dmap --requests requests.tsv --out";
    let stopped = scratch.fails(2, &format!("{route} rows.tsv"));
    assert!(
        stopped.contains("requests.tsv:9: 1 value between tabs"),
        "{stopped}"
    );
    scratch.write("requests.tsv", &text("mended\t0\t0\t0\t8\t8\t8"));
    scratch.routes(&format!("{route} whole.tsv"));
    scratch.routes(&format!("{route} rows.tsv --resume"));
    assert_eq!(scratch.read("rows.tsv"), scratch.read("whole.tsv"));
    assert!(!scratch.contains("rows.tsv.run"));
}
