//! Worlds of corridors: questions about them begin and end in every kind of place, and corridors may be long.

use std::collections::BTreeMap;
use std::sync::Mutex;

use glam::IVec3;
use voxnav_occupancy::indexes::{CorridorGraph, Corridors, LandmarkDistances};
use voxnav_search::{Algorithm, MoveSet, Workspace};
use voxnav_testkit::grid::Grid;

use crate::engine::{Asked as _, Flying, Target, World, entries, move_set};
use crate::laws::hold_for_flying;
use crate::oracle::{Corners, Distances, Moves, Rules, Toward};

/// Where a cell lies among corridors.
fn place(corridors: &Corridors, cell: IVec3) -> &'static str {
    if !corridors.core().is_traversable(cell) {
        return "dead end";
    }
    let Some(graph) = corridors.graph() else {
        return "no graph";
    };
    let Some(junction) = graph.find(cell) else {
        return "corridor";
    };
    let mut edges = graph.edges(junction).iter();
    if edges.any(|edge| edge.moves() == 1) {
        "clump"
    } else {
        "junction"
    }
}

/// The same for moves that cut corners, if they are searched in a graph.
fn lenient_place(case: &Flying<'_>, cell: IVec3) -> &'static str {
    let moves = move_set(case.rules.moves);
    let every_move = moves == MoveSet::Vertex26 || moves.fixed_axis().is_some();
    match case.world.cells.lenient_corridors() {
        Some(corridors) if every_move => {
            if corridors.graph().find(cell).is_some() {
                return "lenient junction";
            }
            let ways = corridors.onward(cell).map_or(0, u32::count_ones);
            match ways {
                1 => "lenient dead end",
                2 => "lenient corridor or bend",
                _ => "lenient stump",
            }
        }
        _ => "lenient, cell by cell",
    }
}

/// Counts where the ends of questions lie that a configuration draws, and how many graphs have landmarks.
fn places_of(configuration: &str) -> (BTreeMap<&'static str, u32>, u32) {
    let told = Mutex::new((BTreeMap::new(), 0));
    hold_for_flying("places", configuration, 30, |case, _, _| {
        let corridors = case.world.cells.corridors().ok_or("no corridors")?;
        let graph = corridors.graph().filter(|graph| !graph.is_empty());
        let has_landmarks = graph.is_some_and(|graph| *graph.away(0) != LandmarkDistances::NEVER);
        let mut told = told.lock().map_err(|error| error.to_string())?;
        told.1 += u32::from(has_landmarks);
        for end in [case.start, case.goal()].map(IVec3::from) {
            let place = match case.rules.corners {
                Corners::Lenient => lenient_place(case, end),
                _ => place(corridors, end),
            };
            *told.0.entry(place).or_insert(0) += 1;
        }
        Ok(())
    });
    told.into_inner().unwrap()
}

#[test]
fn questions_begin_and_end_in_every_kind_of_place() {
    let strict = ["dead end", "corridor", "clump", "junction", "no graph"];
    let lenient = [
        "lenient dead end",
        "lenient corridor or bend",
        "lenient stump",
        "lenient junction",
        "lenient, cell by cell",
    ];
    for (configuration, kinds) in [("corridors", strict), ("lenient_corridors", lenient)] {
        let (places, with_landmarks) = places_of(configuration);
        println!("{places:?}, {with_landmarks} with landmarks");
        assert!(with_landmarks >= 100, "{with_landmarks} with landmarks");
        for kind in kinds {
            let count = places.get(kind).copied().unwrap_or(0);
            assert!(count >= 20, "{count} questions begin or end in a {kind}");
        }
    }
}

/// Two junctions at the left, with a way round on the left, one straight down, and one through rows
/// that go to and fro on the right.
fn snake(width: i32, rows: i32) -> Grid {
    let last = 2 * rows - 2;
    let mut grid = Grid::open([0; 3], [width, last + 1, 1]);
    for [x, y, z] in grid.cells() {
        let is_row = y % 2 == 0 && (x >= 4 || y == 0 || y == last);
        let turn = if y % 4 == 1 { width - 1 } else { 4 };
        if !(is_row || x == turn || x == 0 || x == 2) {
            grid.set([x, y, z], None);
        }
    }
    grid
}

#[test]
fn corridors_may_be_longer_than_landmarks_can_tell() {
    for (width, rows) in [(20, 6), (400, 200)] {
        let grid = snake(width, rows);
        let world = World::plain(&grid).with_corridors();
        let graph = world.cells.corridors().and_then(Corridors::graph);
        assert_eq!(graph.map(CorridorGraph::len), Some(2));
        let rules = Rules {
            moves: Moves::Vertex26,
            corners: Corners::Strict,
        };
        let entries = entries();
        let entry = entries.iter().find(|entry| entry.is_basic()).unwrap();
        assert_eq!(entry.algorithm, Algorithm::Auto);
        let [x, y] = [width / 2, rows / 2 * 2];
        for start in [[0, 5, 0], [2, 0, 0], [x - 1, y, 0]] {
            let distances = Distances::new(&grid, rules, start, Toward::Others);
            let inside = [x, y, 0];
            for (start, goal) in [(start, inside), (inside, start)] {
                let target = Target::of_cell(goal);
                let end = if goal == inside { goal } else { start };
                let case = Flying {
                    grid: &grid,
                    world: &world,
                    rules,
                    start,
                    target: &target,
                    entry: *entry,
                    optimum: distances.cost(end),
                };
                let answer = case.at_once(&case.query(), &mut Workspace::new());
                assert_eq!(case.judge(&answer), Ok(()), "{start:?} to {goal:?}");
            }
        }
    }
}
