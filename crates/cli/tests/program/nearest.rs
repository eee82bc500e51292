//! Ends where the agent cannot be: which cell is named instead, for agents of every kind and size.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;
use voxnav_testkit::Draws;

use crate::program::{Scratch, json};

const SIZE: [i32; 3] = [13, 11, 9];

type Cell = [i32; 3];

/// Every cell of the world, and some around it.
fn cells() -> Vec<Cell> {
    let along = |axis: usize| -1..=SIZE[axis];
    let rows = along(2).flat_map(|z| along(1).map(move |y| (y, z)));
    let cells = rows.flat_map(|(y, z)| along(0).map(move |x| [x, y, z]));
    cells.collect()
}

/// Rows that go from every cell to itself, or from the first cell that `others` names to it.
fn requests(sizes: Option<Cell>) -> String {
    let mut text = "id,sx,sy,sz,gx,gy,gz".to_owned();
    if sizes.is_some() {
        text += ",agent_x,agent_y,agent_z";
    }
    text.push('\n');
    for (id, [x, y, z]) in cells().into_iter().enumerate() {
        write!(text, "{id},{x},{y},{z},{x},{y},{z}").unwrap();
        if let Some([a, b, c]) = sizes {
            write!(text, ",{a},{b},{c}").unwrap();
        }
        text.push('\n');
    }
    text
}

/// The nearest of some cells, the first in cell order among equals.
fn nearest(to: Cell, among: &BTreeSet<Cell>, reach: i32) -> Option<Cell> {
    let square = |cell: &Cell| {
        (0..3)
            .map(|axis| (cell[axis] - to[axis]).pow(2))
            .sum::<i32>()
    };
    let near = among.iter().filter(|cell| square(cell) <= reach * reach);
    near.min_by_key(|&cell| (square(cell), cell[2], cell[1], cell[0]))
        .copied()
}

fn cell_of(value: &Value) -> Option<Cell> {
    serde_json::from_value(value.clone()).unwrap()
}

/// The oracle is where the program says that an agent can be: there a way to the same cell is found.
#[test]
fn the_nearest_cell_is_named_where_an_end_is_blocked_or_outside() {
    let scratch = Scratch::new("nearest-all");
    let mut draws = Draws::new(9);
    let occupied: Vec<_> = cells()
        .into_iter()
        .filter(|cell| (0..3).all(|axis| (0..SIZE[axis]).contains(&cell[axis])))
        .filter(|_| draws.below(10) < 5)
        .collect();
    let [x, y, z] = SIZE;
    let lines = occupied.iter().map(|[x, y, z]| format!("{x} {y} {z}\n"));
    scratch.write(
        "m.3dmap",
        &format!("voxel {x} {y} {z}\n{}", lines.collect::<String>()),
    );
    for (sizes, options, reach) in [
        (None, "", 1000),
        (Some([2, 1, 2]), "", 1000),
        (None, "--locomotion walker", 8),
    ] {
        scratch.write("requests.csv", &requests(sizes));
        let route =
            format!("route m.3dmap --requests requests.csv --out r.jsonl --force {options}");
        scratch.routes(&route);
        let rows: Vec<_> = scratch.read("r.jsonl").lines().map(json).collect();
        assert_eq!(rows.len(), cells().len());
        let is_free = |(_, row): &(Cell, &Value)| row["outcome"] == "found";
        let pairs = || cells().into_iter().zip(&rows);
        let free: BTreeSet<_> = pairs().filter(is_free).map(|(cell, _)| cell).collect();
        assert!(
            (10..1000).contains(&free.len()),
            "{options}: {}",
            free.len()
        );
        let mut named = 0;
        for (cell, row) in pairs() {
            let expected = nearest(cell, &free, reach).filter(|_| row["outcome"] != "found");
            assert_eq!(cell_of(&row["nearest"]), expected, "{options} {row}");
            named += usize::from(expected.is_some());
        }
        assert!(named > 100, "{options}");
        // One query says the same, in its report and as what went wrong.
        for _ in 0..6 {
            let all = cells();
            let [from, to] = [(); 2].map(|()| all[draws.below(all.len())]);
            let agent = sizes.map_or(String::new(), |[x, y, z]| format!("--agent {x},{y},{z}"));
            let shown = |[x, y, z]: Cell| format!("{x},{y},{z}");
            let ends = format!(
                "--from {} --to {} {agent} {options}",
                shown(from),
                shown(to)
            );
            let run = scratch.run(&format!("solve m.3dmap {ends} --json"));
            let outcome = run.json()["outcome"].as_str().unwrap().to_owned();
            let end = match outcome.as_str() {
                "start blocked" | "start outside" => Some(from),
                "goal blocked" | "goal outside" => Some(to),
                _ => None,
            };
            let expected = end.and_then(|end| nearest(end, &free, 64));
            assert_eq!(cell_of(&run.json()["nearest"]), expected, "{ends}");
            if let Some(cell) = expected {
                let said =
                    format!("no path: {outcome}; the nearest cell where the agent can be is");
                assert!(
                    run.stderr.contains(&format!("{said} {}", shown(cell))),
                    "{}",
                    run.stderr
                );
                let text = scratch.run(&format!("solve m.3dmap {ends}")).stdout;
                assert!(
                    text.contains(&format!("\nnearest    {}", shown(cell))),
                    "{text}"
                );
                let view = scratch.run(&format!("view m.3dmap {ends}")).failed(1);
                assert!(view.error().contains(&shown(cell)), "{}", view.error());
            }
        }
    }
}
