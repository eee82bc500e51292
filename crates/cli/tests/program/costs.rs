//! Costs of cells from arrays, in every command that searches, against Dijkstra's algorithm over the same floats.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt::Write as _;
use std::fs;

use serde_json::Value;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy};
use voxnav_files::{ArrayAxes, CostArray, read_map};
use voxnav_testkit::{Draws, seeds};

use crate::program::{Scratch, json};

const SIZE: IVec3 = IVec3::new(7, 6, 5);

/// Returns an array of floats of 32 bits in the order that the cells are in.
fn array(is_fortran: bool, shape: IVec3, floats: impl Iterator<Item = f32>) -> Vec<u8> {
    let [x, y, z] = shape.to_array();
    let order = if is_fortran { "True" } else { "False" };
    let text = format!("{{'descr': '<f4', 'fortran_order': {order}, 'shape': ({x}, {y}, {z}), }}");
    let length = u16::try_from(text.len()).unwrap().to_le_bytes();
    let mut file = [b"\x93NUMPY\x01\x00", &length[..], text.as_bytes()].concat();
    file.extend(floats.flat_map(f32::to_le_bytes));
    file
}

/// The cost of a move by floats.
fn cost_of_move(convention: &str, from: f32, to: f32, axes: i32) -> f64 {
    let [from, to] = [from, to].map(f64::from);
    let cost = match convention {
        "entered" => to,
        "mean" => f64::midpoint(from, to),
        _ => from.max(to),
    };
    cost * f64::from(axes).sqrt()
}

/// The least cost from a cell to every other, by moves of which only the cell that they lead to has to be free.
fn dijkstra(
    world: &Occupancy,
    costs: &BTreeMap<[i32; 3], f32>,
    convention: &str,
    start: IVec3,
) -> BTreeMap<[i32; 3], f64> {
    let mut least = BTreeMap::new();
    // Costs are positive: so their bits are in their order.
    let mut open = BinaryHeap::from([Reverse((0, start.to_array()))]);
    while let Some(Reverse((bits, at))) = open.pop() {
        let cost = f64::from_bits(bits);
        if least.contains_key(&at) {
            continue;
        }
        least.insert(at, cost);
        let cell = IVec3::from_array(at);
        for next in CellBox::new(cell - 1, cell + 2).cells() {
            let axes = (next - cell).length_squared();
            let to = costs.get(&next.to_array()).copied();
            let Some(to) = to.filter(|to| to.is_finite() && axes > 0) else {
                continue;
            };
            if world.state(next) == CellState::Free {
                let cost = cost + cost_of_move(convention, costs[&at], to, axes);
                open.push(Reverse((cost.to_bits(), next.to_array())));
            }
        }
    }
    least
}

fn cells(report: &Value) -> Vec<IVec3> {
    let cell = |cell: &Value| {
        let at = [0, 1, 2].map(|axis| i32::try_from(cell[axis].as_i64().unwrap()).unwrap());
        IVec3::from_array(at)
    };
    report["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(cell)
        .collect()
}

/// Returns the cost of a path in the unit of the costs that were given.
fn cost_in_units(raw: &Value, unit: f64) -> f64 {
    raw.as_f64().unwrap() / f64::from(1 << 30) * unit
}

fn shown(cell: IVec3) -> String {
    format!("{},{},{}", cell.x, cell.y, cell.z)
}

/// Every command that searches pays what the floats of the array add up to, and so it does where a `.voxnav` file has the
/// costs. The length is that of the cells, whatever they cost.
#[test]
fn routes_over_an_array_cost_what_its_floats_add_up_to() {
    let scratch = Scratch::new("costs-laws");
    for seed in seeds(1, 6) {
        let draws = &mut Draws::new(seed);
        let options = format!("--size {} --seed {seed}", shown(SIZE));
        scratch.succeeds(&format!("generate random:20 {options} -o w.3dmap"));
        let world = read_map(scratch.path_of("w.3dmap")).unwrap();
        let is_fortran = draws.below(2_u32) == 0;
        let all = CellBox::from_size(SIZE);
        let cost = |draws: &mut Draws| match draws.below(12_u32) {
            0 => f32::INFINITY,
            #[expect(clippy::cast_possible_truncation, reason = "a float of 32 bits")]
            _ => (0.3 + 20.0 * draws.share()) as f32,
        };
        let costs: BTreeMap<_, _> = all.cells().map(|it| (it.to_array(), cost(draws))).collect();
        let mut order: Vec<_> = all.cells().map(|cell| cell.to_array()).collect();
        if !is_fortran {
            order.sort_unstable();
        }
        let floats = order.iter().map(|cell| costs[cell]);
        fs::write(scratch.path_of("c.npy"), array(is_fortran, SIZE, floats)).unwrap();

        let convention = draws.pick(&["entered", "mean", "max"]);
        let given = format!("--costs c.npy --convention {convention} --infinite");
        scratch.succeeds(&format!("convert w.3dmap w.voxnav {given}"));
        let open = |cell: &IVec3| {
            world.state(*cell) == CellState::Free && costs[&cell.to_array()].is_finite()
        };
        let open: Vec<IVec3> = all.cells().filter(open).collect();
        let start = draws.pick(&open);
        let least = dijkstra(&world, &costs, convention, start);
        let mut requests = "id,sx,sy,sz,gx,gy,gz\n".to_owned();
        let goals: Vec<IVec3> = (0..3).map(|_| draws.pick(&open)).collect();
        for (id, goal) in goals.iter().enumerate() {
            writeln!(requests, "{id},{},{}", shown(start), shown(*goal)).unwrap();
        }
        let ask = |map: &str, goal: IVec3| {
            let ends = format!("--from={} --to={}", shown(start), shown(goal));
            scratch.run(&format!("solve {map} {ends} --corners lenient --json"))
        };
        for goal in &goals {
            let run = ask(&format!("w.3dmap {given}"), *goal);
            let again = ask("w.voxnav", *goal);
            assert_eq!(run.code, again.code);
            let (report, again) = (run.json(), again.json());
            for field in ["outcome", "cost", "length", "costs", "cells"] {
                assert_eq!(report[field], again[field], "{seed}: {field}");
            }
            let Some(expected) = least.get(&goal.to_array()) else {
                assert_eq!(report["outcome"], "unreachable");
                continue;
            };
            let scale = &report["costs"];
            assert_eq!(scale["convention"], convention);
            let figure = |name: &str| scale[name].as_f64().unwrap();
            let (unit, rounding) = (figure("unit"), figure("rounding"));
            let cost = cost_in_units(&report["cost"], unit);
            let ratio = (1.0 + rounding) / (1.0 - rounding) + 1e-9;
            assert!(
                cost <= expected * ratio && cost * ratio >= *expected,
                "{seed}: {cost} of {expected}"
            );
            let moves = cells(&report);
            let moves = moves.windows(2).map(|ends| ends[1] - ends[0]);
            let length: f64 = moves.map(|step| step.as_dvec3().length()).sum();
            assert!((report["length"].as_f64().unwrap() - length).abs() < 1e-6);
        }
        // Alone, the array is a world of free cells, but for those of infinite cost.
        scratch.succeeds(&format!("convert sea.voxnav {given}"));
        let empty = format!("generated:empty:{}:0 {given}", shown(SIZE));
        let [alone, kept, empty] =
            [given.as_str(), "sea.voxnav", empty.as_str()].map(|it| ask(it, goals[0]).json());
        for field in ["outcome", "cost", "length", "costs", "cells"] {
            assert_eq!(alone[field], empty[field], "{seed}: {field}");
            assert_eq!(alone[field], kept[field], "{seed}: {field}");
        }
        fs::write(scratch.path_of("r.csv"), &requests).unwrap();
        let options = "--requests r.csv --out - --keep cost --corners lenient";
        let rows = scratch.routes(&format!("route {given} {options}"));
        let cost = rows.lines().nth(1).unwrap().split(',').nth(2).unwrap();
        assert_eq!(cost.parse::<f64>().ok(), alone["cost"].as_f64(), "{seed}");
        for keep in ["path", "cost", "step"] {
            let options = format!("--out - --keep {keep} --corners lenient");
            fs::write(scratch.path_of("r.csv"), &requests).unwrap();
            let rows = scratch.routes(&format!("route w.voxnav --requests r.csv {options}"));
            for (row, goal) in rows.lines().skip(1).zip(&goals) {
                let fields: Vec<_> = row.split(',').collect();
                let report = ask("w.voxnav", *goal).json();
                let number = |field: &str| field.parse::<f64>().ok();
                assert_eq!(fields[1], report["outcome"], "{row}");
                assert_eq!(number(fields[2]), report["cost"].as_f64(), "{row}");
                assert_eq!(number(fields[3]).is_some(), report["length"].is_f64());
            }
        }
    }
}

/// Every contestant of `compare` finds the same costs, and `bench` checks its paths against them.
#[test]
fn contests_are_over_the_costs_of_the_file() {
    let scratch = Scratch::new("costs-contests");
    let draws = &mut Draws::new(3);
    let costs = (0..16 * 16 * 16).map(|_| 1.0 + f32::from(draws.below(9_u8)));
    let costs = array(false, IVec3::splat(16), costs);
    fs::write(scratch.path_of("c.npy"), costs).unwrap();
    let world = "generated:caves:16,16,16:4";
    let report =
        json(&scratch.succeeds(&format!("bench {world} --costs c.npy --sample 20 --json")));
    assert_eq!(
        (&report["mismatches"], &report["queries"]),
        (&0.into(), &20.into())
    );
    assert_eq!(report["costs"]["unit"], 1.0);
    let algorithms =
        "--algorithms auto,astar,dijkstra,bidirectional,canonical,jump --check-estimates 1";
    let compare = format!("compare {world} --sample 10 {algorithms} --costs c.npy");
    let run = scratch.run(&compare);
    assert!(
        run.code == 0 && run.stdout.contains(", with costs"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("costs: cell entered, unit 1, "),
        "{}",
        run.stderr
    );
    let other = scratch.fails(2, &format!("{compare} --locomotion walker"));
    assert!(other.contains("flying agents"), "{other}");
}

/// The distances are those to the nearest blocked cell, in the order of an exported array.
#[test]
fn distances_are_those_to_the_nearest_blocked_cell() {
    let scratch = Scratch::new("costs-distances");
    let world = "generated:random:4:9,8,7:5";
    for (units, side) in [("cells", 1.0), ("world", 0.25)] {
        scratch.succeeds(&format!("convert {world} w.npy"));
        let options = format!("--cell-size 0.25 --distance d.npy --distance-units {units}");
        let run = scratch.run(&format!("convert w.npy w.voxnav {options}"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let cells = read_map(scratch.path_of("w.voxnav")).unwrap();
        let read = CostArray::read(scratch.path_of("d.npy"), ArrayAxes::Xyz).unwrap();
        let blocked: Vec<IVec3> = cells.occupied_cells().collect();
        assert!(!blocked.is_empty());
        for cell in cells.bounds().cells() {
            let squares = blocked.iter().map(|it| (*it - cell).length_squared());
            let nearest = f64::from(squares.min().unwrap()).sqrt() * side;
            let found = read.cost(cell).unwrap();
            assert!(
                (found - nearest).abs() < 1e-6,
                "{cell}: {found}, not {nearest}"
            );
        }
    }
}
