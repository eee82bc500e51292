//! Cells whose sides differ, in every command that searches, against Dijkstra's algorithm over the lengths of moves in
//! the world; and what needs cubes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt::Write as _;

use serde_json::Value;
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav_files::{ArrayAxes, CostArray, read_map, read_scenario};
use voxnav_testkit::{Draws, seeds};

use crate::program::{Scratch, json};

const SIZE: IVec3 = IVec3::new(8, 7, 6);

/// The most axes along which one move goes, and whether it stays in the layer.
const MOVES: [(&str, i32, bool); 4] = [
    ("26", 3, false),
    ("18", 2, false),
    ("6", 1, false),
    ("planar8-z", 2, true),
];

/// The cells that have to be free for a move: the one that it leads to, or all that it passes.
#[derive(Clone, Copy, PartialEq)]
enum Corners {
    Lenient,
    Strict,
}

/// The least length in the world from a cell to every other, by moves that corners do not forbid.
fn dijkstra(
    world: &Occupancy,
    sizes: DVec3,
    ((_, axes, is_planar), corners): ((&str, i32, bool), Corners),
    start: IVec3,
) -> BTreeMap<[i32; 3], f64> {
    let is_free = |from: IVec3, to: IVec3| {
        let from = if corners == Corners::Strict { from } else { to };
        let mut passed = CellBox::new(from.min(to), from.max(to) + 1).cells();
        passed.all(|cell| world.state(cell) == CellState::Free)
    };
    let mut least = BTreeMap::new();
    // Lengths are positive: so their bits are in their order.
    let mut open = BinaryHeap::from([Reverse((0, start.to_array()))]);
    while let Some(Reverse((bits, at))) = open.pop() {
        let length = f64::from_bits(bits);
        if least.contains_key(&at) {
            continue;
        }
        least.insert(at, length);
        let cell = IVec3::from_array(at);
        for next in CellBox::new(cell - 1, cell + 2).cells() {
            let offset = next - cell;
            let is_move = (1..=axes).contains(&offset.length_squared());
            if is_move && !(is_planar && offset.z != 0) && is_free(cell, next) {
                let length = length + (offset.as_dvec3() * sizes).length();
                open.push(Reverse((length.to_bits(), next.to_array())));
            }
        }
    }
    least
}

fn shown(cell: IVec3) -> String {
    format!("{},{},{}", cell.x, cell.y, cell.z)
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-6 * other.abs().max(1e-9)
}

/// The length of the way along positions.
fn length_of(path: &Value) -> f64 {
    let position = |at: &Value| DVec3::from_array([0, 1, 2].map(|axis| at[axis].as_f64().unwrap()));
    let path: Vec<_> = path.as_array().unwrap().iter().map(position).collect();
    path.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

/// Lengths are those of the world, whether the sides are given to an array or a map, or are those that a file states.
#[test]
fn lengths_are_those_of_cells_as_they_are() {
    let scratch = Scratch::new("cell-sizes-laws");
    let mut asked = 0;
    for seed in seeds(1, 8) {
        let draws = &mut Draws::new(seed);
        let sizes = draws.pick(&[[1.0, 1.0, 4.0], [0.5, 0.5, 0.125], [3.0, 1.0, 0.3]]);
        let [x, y, z] = sizes;
        let given = format!("--cell-size {x},{y},{z}");
        let made = format!("--size {} --seed {seed}", shown(SIZE));
        scratch.succeeds(&format!("generate random:25 {made} -o w.3dmap"));
        let world = read_map(scratch.path_of("w.3dmap")).unwrap();
        scratch.succeeds("convert w.3dmap w.npy");
        scratch.succeeds(&format!("convert w.3dmap w.nrrd {given}"));
        scratch.succeeds("convert w.nrrd w.voxnav");
        let kept = voxnav_store::World::load(scratch.path_of("w.voxnav")).unwrap();
        assert_eq!(kept.lattice.sizes(), DVec3::from_array(sizes));
        let moves = draws.pick(&MOVES);
        let all = CellBox::from_size(SIZE);
        let free: Vec<_> = all
            .cells()
            .filter(|cell| world.state(*cell) == CellState::Free)
            .collect();
        let [start, goal] = [draws.pick(&free), draws.pick(&free)];
        let lengths = dijkstra(&world, sizes.into(), (moves, Corners::Lenient), start);
        let length = lengths.get(&goal.to_array()).copied();
        let map = draws.pick(&["w.3dmap", "w.npy", "w.nrrd", "w.voxnav", "on demand"]);
        let map = match map {
            "w.3dmap" | "w.npy" => format!("{map} {given}"),
            "on demand" => "w.voxnav --on-demand 100MB".to_owned(),
            stated => stated.to_owned(),
        };
        let rules = format!("--moves {} --corners lenient", moves.0);
        let center = |cell: IVec3| cell.as_dvec3() * DVec3::from_array(sizes);
        let place = |cell| {
            let at = center(cell);
            format!("{},{},{}", at.x, at.y, at.z)
        };
        let ends = format!("--units world --from {} --to {}", place(start), place(goal));
        for algorithm in ["auto", "jump", "canonical", "dijkstra"] {
            let solve = format!("solve {map} {ends} {rules} --algorithm {algorithm} --json");
            let report = json(&scratch.run(&solve).stdout);
            let found = report["world_length"].as_f64();
            let context = format!("seed {seed}: {solve}");
            match length {
                None => assert_eq!(found, None, "{context}"),
                Some(length) => {
                    asked += 1;
                    assert!(is_near(found.unwrap(), length), "{context}: {length}");
                    assert!(
                        is_near(length_of(&report["world_path"]), length),
                        "{context}"
                    );
                    let in_sides = report["length"].as_f64().unwrap() * x.max(y).max(z);
                    assert!(is_near(in_sides, length), "{context}");
                }
            }
        }
        let is_on_demand = map.contains("on-demand");
        if !is_on_demand {
            let mut requests = String::from("id,sx,sy,sz,gx,gy,gz\n");
            for (id, end) in free.iter().enumerate() {
                let ends = [start, *end].map(shown).join(",");
                writeln!(requests, "{id},{ends}").unwrap();
            }
            scratch.write("r.csv", &requests);
            let route = format!("route {map} --requests r.csv --out - {rules}");
            let rows = scratch.routes(&route);
            let mut lines = rows.lines();
            let names: Vec<_> = lines.next().unwrap().split(',').collect();
            let place = |name| names.iter().position(|it| *it == name).unwrap();
            for (line, end) in lines.zip(&free) {
                let found = line.split(',').nth(place("length")).unwrap().parse::<f64>();
                let found = found.ok().map(|sides| sides * x.max(y).max(z));
                match lengths.get(&end.to_array()) {
                    None => assert_eq!(found, None, "seed {seed}: {route}: {line}"),
                    Some(length) => {
                        assert!(
                            is_near(found.unwrap(), *length),
                            "seed {seed}: {route}: {line}"
                        );
                    }
                }
            }
        }
    }
    assert!(asked > 8, "{asked}");
}

/// Every combination agrees on the optimum, and generated problems are those of the cells that are given.
#[test]
fn bench_and_compare_hold_paths_against_these_cells() {
    let scratch = Scratch::new("cell-sizes-bench");
    let world = "generated:caves:16,16,16:3 --cell-size 1,2,5";
    let bench = scratch.succeeds(&format!("bench {world} --sample 20 --json"));
    let bench = json(&bench);
    assert_eq!(bench["mismatches"], 0);
    assert_eq!(bench["suboptimality"]["max"], 1.0);
    let compare = format!("compare {world} --sample 10 --check-estimates 2 --json c.json");
    scratch.succeeds(&compare);
    let report = json(&scratch.read("c.json"));
    let said = report.to_string();
    assert!(
        said.contains("dijkstra") && !said.contains("tutorial"),
        "{said}"
    );
    let told = scratch.run(&format!("compare {world} --heuristics tutorial"));
    assert!(
        told.code == 2 && told.stderr.contains("cubes"),
        "{}",
        told.stderr
    );
}

/// Scenarios list lengths in the unit of the sides, which they state, and every command compares with these.
#[test]
fn scenarios_list_the_lengths_of_the_world() {
    let scratch = Scratch::new("cell-sizes-scenarios");
    let mut rows = 0;
    for seed in seeds(1, 6) {
        let draws = &mut Draws::new(seed);
        let sizes = draws.pick(&[[1.0, 1.0, 4.0], [0.5, 0.5, 0.125], [3.0, 1.0, 0.3]]);
        let [x, y, z] = sizes;
        let made = format!(
            "--size {} --seed {seed} --cell-size {x},{y},{z}",
            shown(SIZE)
        );
        scratch.succeeds(&format!(
            "generate random:25 {made} -o w.voxnav --scenarios 9"
        ));
        let kept = voxnav_store::World::load(scratch.path_of("w.voxnav")).unwrap();
        let scenario = read_scenario(scratch.path_of("w.voxnav.3dscen")).unwrap();
        assert_eq!(scenario.cell_sizes, Some(sizes.into()));
        let empty = OccupancyBuilder::new(CellBox::from_size(SIZE))
            .unwrap()
            .commit();
        for row in &scenario.rows {
            let [own, least] = [&kept.occupancy, &empty].map(|world| {
                let rules = (MOVES[0], Corners::Strict);
                dijkstra(world, sizes.into(), rules, row.start)[&row.goal.to_array()]
            });
            assert!(is_near(row.length, own), "seed {seed}: {row:?}, not {own}");
            assert!(
                (row.ratio - own / least).abs() < 6e-4,
                "seed {seed}: {row:?}"
            );
            rows += 1;
        }
        for algorithm in ["auto", "jump", "dijkstra"] {
            let bench = format!("bench w.voxnav --algorithm {algorithm} --json");
            let bench = json(&scratch.succeeds(&bench));
            assert_eq!(bench["mismatches"], 0);
            assert!(bench["tolerance"].is_object(), "{bench}");
        }
        scratch
            .succeeds("compare w.voxnav --algorithms astar,jump --reference listed --json c.json");
        // Others are about other cells, and lengths that are wrong are found.
        scratch.succeeds(&format!(
            "generate random:25 --size {} --seed {seed} -o c.3dmap",
            shown(SIZE)
        ));
        scratch.succeeds("convert c.3dmap c.npy");
        let told = scratch.run("bench c.npy w.voxnav.3dscen --cell-size 1,2,3");
        assert!(
            told.code == 2 && told.stderr.contains("for cells of"),
            "{}",
            told.stderr
        );
        let text = scratch.read("w.voxnav.3dscen");
        let stated = format!("# cell sizes {x} {y} {z}");
        let twice = format!("# cell sizes {} {} {}", 2.0 * x, 2.0 * y, 2.0 * z);
        assert!(text.contains(&stated), "{text}");
        scratch.write("s.3dscen", &text.replace(&stated, &twice));
        assert_eq!(scratch.run("bench w.voxnav s.3dscen").code, 1);
    }
    assert!(rows > 30, "{rows}");
    // Of walkers, too, over cells as they may have.
    let terrain = "generate terrain --size 24,24,24 --seed 2 --cell-size 0.5,0.5,0.25 -o t.voxnav";
    scratch.succeeds(&format!("{terrain} --scenarios 9 --locomotion walker"));
    let bench = scratch.succeeds("bench t.voxnav --locomotion walker --json");
    let bench = json(&bench);
    assert_eq!(
        (&bench["mismatches"], &bench["queries"]),
        (&Value::from(0), &Value::from(9))
    );
}

/// Searches in worlds that change agree among cells of any sides.
#[test]
fn searches_of_changing_worlds_agree_among_these_cells() {
    let scratch = Scratch::new("cell-sizes-dynamic");
    for sizes in ["1,1,4", "2,2,0.5", "1,5,3"] {
        let world = format!("generated:caves:14,14,14:3 --cell-size {sizes}");
        let told = scratch.succeeds(&format!("compare {world} --dynamic all --sample 20"));
        assert!(
            told.contains("D* Lite") && told.contains("Replanner"),
            "{told}"
        );
    }
}

/// Walkers go over cells that are as long as wide and no higher, with their reach in world units.
#[test]
fn walkers_reach_what_they_reach_in_the_world() {
    let scratch = Scratch::new("cell-sizes-walkers");
    // Two floors of which one is five cells above the other.
    let mut builder =
        voxnav::grid::OccupancyBuilder::new(CellBox::from_size(IVec3::new(8, 3, 12))).unwrap();
    let fill = |to_z| CellBox::new(IVec3::new(0, 0, 0), IVec3::new(8, 3, to_z));
    builder.set_box(fill(1), CellState::Occupied).unwrap();
    let ledge = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(8, 3, 6));
    builder.set_box(ledge, CellState::Occupied).unwrap();
    scratch.save("w.voxnav", builder);
    scratch.succeeds("convert w.voxnav w.npy");
    for (step, outcome) in [(0.5, "unreachable"), (0.7, "found")] {
        let agent = format!(
            "preset = 'walker'\nclimb = false\njump = false\nreach = {{ step = {step} }}\n"
        );
        scratch.write("agent.toml", &agent);
        let solve = "solve w.npy --cell-size 0.5,0.5,0.125 --from 1,1,1 --to 6,1,6 --locomotion agent.toml --json";
        let report = json(&scratch.run(solve).stdout);
        assert_eq!(report["outcome"], outcome, "{step}");
    }
}

/// Distances are those in the world, paths keep away from what is near there, and agents of a joint plan do not meet.
#[test]
fn distances_and_joint_plans_are_those_of_cells_as_they_are() {
    let scratch = Scratch::new("cell-sizes-distances");
    let size = IVec3::new(9, 5, 17);
    let mut builder = voxnav::grid::OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    let pillar = IVec3::new(4, 2, 8);
    builder.set(pillar, CellState::Occupied).unwrap();
    scratch.save("w.voxnav", builder);
    scratch.succeeds("convert w.voxnav w.npy");
    let (sides, given) = (DVec3::new(2.0, 2.0, 0.5), "--cell-size 2,2,0.5");
    let far = |cell: DVec3| ((cell - pillar.as_dvec3()) * sides).length();
    for (units, longest) in [("cells", 2.0), ("world", 1.0)] {
        let distance = format!("--distance d.npy --distance-units {units}");
        scratch.succeeds(&format!("convert w.npy o.nrrd {given} {distance}"));
        let bytes = std::fs::read(scratch.path_of("d.npy")).unwrap();
        let read = CostArray::read_bytes(&bytes, "d.npy", ArrayAxes::Xyz).unwrap();
        for cell in CellBox::from_size(size).cells() {
            let found = read.cost(cell).unwrap();
            assert!(
                (found * longest - far(cell.as_dvec3())).abs() < 1e-5,
                "{units} {cell}"
            );
        }
    }
    let solve = format!("solve w.npy {given} --from 0,2,8 --to 8,2,8 --json");
    let nearest = |options: &str| {
        let report = json(&scratch.run(&format!("{solve} {options}")).stdout);
        let path = report["cells"].as_array().unwrap().iter();
        let cells = path.map(|at| [0, 1, 2].map(|axis| at[axis].as_f64().unwrap()));
        let all = cells.map(|cell| far(DVec3::from_array(cell)));
        all.fold(f64::INFINITY, f64::min)
    };
    // Moves beside the pillar cost twenty times as much, and less and less up to four further: above it there is room.
    let (near, wary) = (nearest(""), nearest("--keep-away 2,20"));
    assert!(near < 2.0 && wary > 3.0, "{near} {wary}");
    scratch.write(
        "a.csv",
        "id,sx,sy,sz,gx,gy,gz\na,0,2,8,8,2,8\nb,8,2,8,0,2,8\n",
    );
    scratch.succeeds(&format!(
        "together w.npy {given} --agents a.csv --out o.csv"
    ));
    let plan = scratch.read("o.csv");
    let mut rows = plan.lines().skip(1).map(|row| {
        let [_, step, cell] = [0, 1, 2].map(|at| row.splitn(3, ',').nth(at).unwrap());
        (step.to_owned(), cell.to_owned())
    });
    let mut last = (String::new(), String::new());
    let mut steps = 0;
    while let (Some((step, a)), Some((same, b))) = (rows.next(), rows.next()) {
        assert!(step == same && a != b && last != (b.clone(), a.clone()));
        last = (a, b);
        steps += 1;
    }
    assert!(
        steps > 8 && last == ("8,2,8".into(), "0,2,8".into()),
        "{plan}"
    );
}

/// Commands that need cubes say so, and name the sides.
#[test]
fn what_needs_cubes_refuses_others() {
    let scratch = Scratch::new("cell-sizes-refused");
    scratch.succeeds("generate rooms --size 16,16,8 --seed 1 --cell-size 1,1,2 -o w.voxnav");
    let world = voxnav_store::World::load(scratch.path_of("w.voxnav")).unwrap();
    assert_eq!(
        world.lattice,
        Lattice::with_sizes(DVec3::ZERO, DVec3::new(1.0, 1.0, 2.0)).unwrap()
    );
    let ends = "--from 1,1,1 --to 2,2,2";
    let run = scratch.run("convert w.voxnav o.binvox");
    let is_named = run.stderr.contains("one size");
    assert!(run.code == 2 && is_named, "{}", run.stderr);
    for (refused, said) in [
        (
            format!("solve w.voxnav {ends} --cell-size 1"),
            "no other can be given",
        ),
        (
            format!("solve w.voxnav {ends} --locomotion walker"),
            "no higher",
        ),
        (
            "generate rooms --size 9,9,9 --seed 1 --cell-size 2 -o o.3dmap".to_owned(),
            ".voxnav",
        ),
        (format!("solve w.voxnav {ends} --cell-size 1,1,65"), "64"),
    ] {
        let run = scratch.run(&refused);
        assert!(
            run.code == 2 && run.stderr.contains(said),
            "{refused}: {}",
            run.stderr
        );
    }
}
