//! Positions in world units: what is asked of positions is what is asked of the cells that hold them.

use std::fmt::Write;

use serde_json::{Value, json as value};
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
use voxnav_testkit::Draws;

use crate::program::{Run, Scratch};

const CELLS: &str = "id,sx,sy,sz,gx,gy,gz\n";
const WORLD: &str = "id,world_sx,world_sy,world_sz,world_gx,world_gy,world_gz\n";

/// A drawn world with its place in space, saved as `w.voxnav`.
struct Drawn {
    lattice: Lattice,
    bounds: CellBox,
}

impl Drawn {
    fn new(scratch: &Scratch, draws: &mut Draws) -> Self {
        let min = draws.vector(IVec3::splat(-9), IVec3::splat(9));
        let bounds = CellBox::new(min, min + draws.vector(IVec3::splat(3), IVec3::splat(9)));
        let mut cells = OccupancyBuilder::new(bounds).unwrap();
        for cell in bounds.cells() {
            let is_floor = cell.z == bounds.min.z;
            if is_floor || draws.percent(15) {
                cells.set(cell, CellState::Occupied).unwrap();
            }
        }
        let size = draws.magnitude(0.01, 100.0);
        let far = size * draws.magnitude(0.1, 1e8);
        let lattice = Lattice::new(draws.point(-far, far), size).unwrap();
        let world = voxnav_store::World {
            lattice,
            ..voxnav_store::World::new(cells.commit())
        };
        world.save(scratch.path_of("w.voxnav")).unwrap();
        Self { lattice, bounds }
    }

    /// Draws a cell: often one on the floor, at times one next to the world.
    fn cell(&self, draws: &mut Draws) -> IVec3 {
        match draws.below(8_u32) {
            0 => draws.cell(&CellBox::new(self.bounds.min - 1, self.bounds.max + 1)),
            1 | 2 => draws.cell(&self.bounds),
            _ => draws.cell(&self.bounds).with_z(self.bounds.min.z + 1),
        }
    }

    /// Draws a position that a cell holds: its center, its lower corner, or any other.
    fn position_in(&self, cell: IVec3, draws: &mut Draws) -> DVec3 {
        let half = self.lattice.longest_side() / 2.0;
        loop {
            let offset = match draws.below(4_u32) {
                0 => DVec3::ZERO,
                1 => DVec3::splat(-half),
                _ => draws.point(-half, half),
            };
            let position = self.lattice.center(cell) + offset;
            // Far from zero, the lower corner may be rounded into the next cell.
            if self.lattice.cell_at(position) == Ok(cell) {
                return position;
            }
        }
    }

    fn center(&self, cell: &Value) -> Value {
        let cell: [i32; 3] = serde_json::from_value(cell.clone()).unwrap();
        let center = self.lattice.center(IVec3::from_array(cell));
        assert_eq!(self.lattice.cell_at(center), Ok(IVec3::from_array(cell)));
        value!(center.to_array())
    }

    fn centers(&self, cells: &Value) -> Value {
        cells
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| self.center(cell))
            .collect()
    }

    /// Returns a row of results, or a report, as it must be in world units.
    fn placed(&self, row: &Value) -> Value {
        let size = self.lattice.longest_side();
        let mut placed = serde_json::Map::new();
        for (name, old) in row.as_object().unwrap() {
            let (name, new) = match (name.as_str(), old) {
                ("length", Value::Null) => ("world_length", Value::Null),
                ("length", _) => ("world_length", value!(old.as_f64().unwrap() * size)),
                ("cells" | "path", Value::Null) => ("world_path", Value::Null),
                ("cells" | "path", _) => ("world_path", self.centers(old)),
                ("nearest", _) => ("world_nearest", self.center(old)),
                ("step", _) => {
                    let step: [i32; 3] = serde_json::from_value(old.clone()).unwrap();
                    ("world_step", value!(step.map(|it| f64::from(it) * size)))
                }
                ("legs", Value::Null) => ("world_legs", Value::Null),
                ("legs", _) => {
                    let legs = old.as_array().unwrap().iter().map(|leg| {
                        let positions = self.centers(&leg["cells"]);
                        value!({"action": leg["action"], "cost": leg["cost"], "positions": positions})
                    });
                    ("world_legs", legs.collect())
                }
                (name, _) => (name, old.clone()),
            };
            placed.insert(name.to_owned(), new);
        }
        placed.into()
    }
}

fn written(cell: [impl ToString; 3]) -> String {
    cell.map(|it| it.to_string()).join(",")
}

fn rows(text: &str) -> Vec<Value> {
    text.lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect()
}

/// Writes the same requests in cells, in world units, and with a header that says the units.
fn prepare(scratch: &Scratch, world: &Drawn, draws: &mut Draws) -> Vec<[(IVec3, DVec3); 2]> {
    let mut ends = || {
        let cell = world.cell(draws);
        (cell, world.position_in(cell, draws))
    };
    let all: Vec<_> = (0..30).map(|_| [ends(), ends()]).collect();
    let (mut cells, mut positions, mut lines) = (CELLS.to_owned(), String::new(), String::new());
    for (id, [(start, from), (goal, to)]) in all.iter().enumerate() {
        let [start, goal] = [start, goal].map(|cell| written(cell.to_array()));
        writeln!(cells, "{id},{start},{goal}").unwrap();
        writeln!(
            positions,
            "{id},{},{}",
            written(from.to_array()),
            written(to.to_array())
        )
        .unwrap();
        let line = value!({
            "id": id.to_string(), "world_sx": from.x, "world_sy": from.y, "world_sz": from.z,
            "world_gx": to.x, "world_gy": to.y, "world_gz": to.z
        });
        writeln!(lines, "{line}").unwrap();
    }
    scratch.write("cells.csv", &cells);
    scratch.write("positions.csv", &(CELLS.to_owned() + &positions));
    scratch.write("world.csv", &(WORLD.to_owned() + &positions));
    scratch.write("world.jsonl", &lines);
    all
}

#[test]
fn routes_between_positions_are_those_between_their_cells() {
    let scratch = Scratch::new("units-route");
    let mut draws = Draws::new(17);
    let mut found = 0;
    for number in 0..8 {
        let world = Drawn::new(&scratch, &mut draws);
        prepare(&scratch, &world, &mut draws);
        for options in [
            "",
            "--keep step",
            "--locomotion crouching",
            "--locomotion spider --keep step",
        ] {
            let route = |requests: &str, out: &str| {
                let files = format!("--requests {requests} --out {out} --force");
                scratch.routes(&format!("route w.voxnav {files} {options}"));
                scratch.read(out)
            };
            let expected = rows(&route("cells.csv", "cells.jsonl"));
            let expected: Vec<_> = expected.iter().map(|row| world.placed(row)).collect();
            found += expected
                .iter()
                .filter(|row| row["outcome"] == "found")
                .count();
            let asked = route("positions.csv --units world", "rows.jsonl");
            assert_eq!(rows(&asked), expected, "{options}");
            let table = route("world.jsonl", "rows.csv");
            check_table(&table, &expected);
            // The same if the header says the units, and as JSON lines. Requests are read alike whatever the agent.
            if options.is_empty() {
                assert_eq!(route("world.csv", "rows.jsonl"), asked);
                assert_eq!(route("world.csv --units world", "rows.jsonl"), asked);
                assert_eq!(route("world.jsonl", "rows.jsonl"), asked);
                assert_eq!(route("positions.csv --units world", "again.csv"), table);
            }
            // The page shows the cells again.
            if number < 4 && !options.contains("step") {
                let shown = |rows: &str| {
                    let shown =
                        scratch.succeeds(&format!("view w.voxnav --routes {rows} --html p.html"));
                    shown
                        .lines()
                        .any(|line| line.starts_with("routes "))
                        .then(|| scratch.read("p.html"))
                };
                let in_cells = shown("cells.jsonl").unwrap();
                for rows in ["rows.jsonl", "rows.csv"] {
                    let page = shown(rows).unwrap().replace(rows, "cells.jsonl");
                    assert!(page == in_cells, "{rows} {options}");
                }
            }
        }
    }
    assert!(found > 160, "{found}");
}

/// Checks that a table has the positions of rows of JSON.
fn check_table(table: &str, rows: &[Value]) {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().unwrap().clone();
    let columns = ["length", "path", "legs", "step", "nearest"];
    assert!(
        header.iter().all(|name| !columns.contains(&name)),
        "{header:?}"
    );
    for (record, row) in reader.records().zip(rows) {
        let record = record.unwrap();
        for (name, text) in header.iter().zip(&record) {
            let numbers: Vec<f64> = text
                .split([' ', ';', '|', ':'])
                .filter_map(|part| part.parse().ok())
                .collect();
            let expected: Vec<f64> = match (name, &row[name]) {
                ("world_legs", Value::Array(legs)) => legs
                    .iter()
                    .flat_map(|leg| flat(&leg["positions"]))
                    .collect(),
                (name, value) if name.starts_with("world_") => flat(value),
                _ => continue,
            };
            assert_eq!(numbers, expected, "{name}: {text}");
        }
    }
}

/// Returns all numbers of a value.
fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().flat_map(flat).collect(),
        other => other.as_f64().into_iter().collect(),
    }
}

#[test]
fn one_path_between_positions_is_that_between_their_cells() {
    let scratch = Scratch::new("units-solve");
    let mut draws = Draws::new(18);
    for _ in 0..15 {
        let world = Drawn::new(&scratch, &mut draws);
        for [(start, from), (goal, to)] in prepare(&scratch, &world, &mut draws).into_iter().take(6)
        {
            let options = draws.pick(&[
                "",
                "--on-demand 100MB",
                "--locomotion crouching",
                "--agent 2,1,1",
            ]);
            let run = |from: String, to: String, more: &str| -> Run {
                let ends = format!("--from {from} --to {to} --json {options} {more}");
                scratch.run(&format!("solve w.voxnav {ends}"))
            };
            let in_cells = run(written(start.to_array()), written(goal.to_array()), "");
            let (from, to) = (from.to_array(), to.to_array());
            let in_world = run(written(from), written(to), "--units world");
            assert_eq!(in_world.code, in_cells.code, "{}", in_world.stderr);
            let [mut in_cells, mut in_world] = [in_cells.json(), in_world.json()];
            assert_eq!(
                (&in_world["world_from"], &in_world["world_to"]),
                (&value!(from), &value!(to))
            );
            // The report has the length in cells besides.
            let length = in_cells["length"].clone();
            let mut expected = world.placed(&in_cells);
            expected["length"] = length;
            expected["world_from"] = value!(from);
            expected["world_to"] = value!(to);
            for report in [&mut in_cells, &mut in_world, &mut expected] {
                report["time_ms"] = Value::Null;
            }
            assert_eq!(in_world, expected, "{options}");
        }
    }
}

#[test]
fn plans_between_positions_are_those_between_their_cells() {
    let scratch = Scratch::new("units-together");
    let mut draws = Draws::new(19);
    let mut planned = 0;
    for _ in 0..40 {
        let world = Drawn::new(&scratch, &mut draws);
        let all = prepare(&scratch, &world, &mut draws);
        let free = |cell: &IVec3| world.bounds.contains(*cell) && cell.z > world.bounds.min.z;
        let inside: Vec<_> = all
            .iter()
            .filter(|ends| ends.iter().all(|it| free(&it.0)))
            .collect();
        for name in ["cells.csv", "world.csv"] {
            let text = scratch.read(name);
            let mut lines = text.lines();
            let header = lines.next().unwrap().to_owned();
            let kept = lines
                .enumerate()
                .filter(|(n, _)| inside.iter().take(3).any(|it| **it == all[*n]));
            let kept: Vec<_> = std::iter::once(header)
                .chain(kept.map(|it| it.1.to_owned()))
                .collect();
            scratch.write(name, &(kept.join("\n") + "\n"));
        }
        let plan = |agents: &str, out: &str| {
            let files = format!("--agents {agents} --out {out} --any-goal --limit-expanded 5000");
            scratch.run(&format!("together w.voxnav {files}"))
        };
        let [in_cells, in_world] = [
            plan("cells.csv", "cells.plan.csv"),
            plan("world.csv", "plan.csv"),
        ];
        assert_eq!(
            in_world.code, in_cells.code,
            "{} {}",
            in_world.stderr, in_cells.stderr
        );
        if in_world.code != 0 {
            continue;
        }
        planned += 1;
        let [cells, positions] = ["cells.plan.csv", "plan.csv"].map(|name| scratch.read(name));
        assert_eq!(
            positions.lines().next(),
            Some("id,step,world_x,world_y,world_z")
        );
        assert_eq!(positions.lines().count(), cells.lines().count());
        for (cell, position) in cells.lines().zip(positions.lines()).skip(1) {
            let numbers =
                |row: &str| -> Vec<f64> { row.split(',').map(|it| it.parse().unwrap()).collect() };
            let (cell, position) = (numbers(cell), numbers(position));
            assert_eq!(cell[..2], position[..2]);
            let center = DVec3::from_slice(&cell[2..]);
            assert_eq!(
                world.lattice.position_of(center),
                DVec3::from_slice(&position[2..])
            );
        }
        let page = |plan: &str| {
            scratch.succeeds(&format!("view w.voxnav --play {plan} --html p.html"));
            scratch.read("p.html").replace(plan, "")
        };
        assert!(page("plan.csv") == page("cells.plan.csv"));
    }
    assert!(planned > 5, "{planned}");
}
