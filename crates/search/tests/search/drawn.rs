//! The rules of the search, one small drawn world each: `#` is blocked, `?` unknown, `S` the start, `G` the
//! goal. A path is drawn as `o`, what a search expanded as `x`; rows go along x, and the first has y = 0.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, CornerRule, Cost, MoveSet, Observer, Outcome, Partial, Query, Side, SnapPolicy,
    Workspace,
};

/// A drawn layer, with its ends.
struct Scene {
    rows: Vec<Vec<char>>,
    world: Traversability,
    start: IVec3,
    goal: IVec3,
}

impl Scene {
    fn new(drawing: &str, policy: UnknownPolicy) -> Self {
        let rows: Vec<Vec<char>> = drawing
            .split_whitespace()
            .map(|row| row.chars().collect())
            .collect();
        let length = |count: usize| i32::try_from(count).unwrap();
        let size = IVec3::new(length(rows[0].len()), length(rows.len()), 1);
        let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
        let (mut start, mut goal) = (IVec3::ZERO, IVec3::ZERO);
        for (y, row) in (0..).zip(&rows) {
            for (x, mark) in (0..).zip(row) {
                let cell = IVec3::new(x, y, 0);
                match mark {
                    '#' => builder.set(cell, CellState::Occupied).unwrap(),
                    '?' => builder.set(cell, CellState::Unknown).unwrap(),
                    'S' => start = cell,
                    'G' => goal = cell,
                    _ => {}
                }
            }
        }
        Self {
            world: Traversability::new(&builder.commit(), policy),
            rows,
            start,
            goal,
        }
    }

    fn query(&self) -> Query<'static> {
        Query::new(self.start, self.goal).moves(MoveSet::Planar8(Axis::Z))
    }

    /// The drawing with the cells of the answer.
    fn path_of(&self, query: &Query<'_>) -> String {
        let outcome = query.solve(&self.world, &mut Workspace::new()).outcome;
        match outcome.any_path() {
            Some(path) => self.marked('o', path.cells()),
            None => format!("{outcome:?}"),
        }
    }

    /// The drawing with the cells that the search expanded.
    fn expanded_by(&self, query: &Query<'_>) -> String {
        let mut expanded = Expanded::default();
        let _ = query.solve_observed(&self.world, &mut Workspace::new(), &mut expanded);
        self.marked('x', expanded.0.into_iter())
    }

    fn marked(&self, mark: char, cells: impl Iterator<Item = IVec3>) -> String {
        let mut rows = self.rows.clone();
        for cell in cells {
            let place = |along: i32| usize::try_from(along).unwrap();
            let shown = &mut rows[place(cell.y)][place(cell.x)];
            if !matches!(shown, 'S' | 'G') {
                *shown = mark;
            }
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("\n")
    }
}

#[derive(Default)]
struct Expanded(Vec<IVec3>);

impl Observer for Expanded {
    fn expanded(&mut self, _: Side, cell: IVec3, _: Cost, _: Cost) {
        self.0.push(cell);
    }
}

/// A drawing without the spaces that indent it.
fn drawing(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join("\n")
}

fn known(text: &str) -> Scene {
    Scene::new(text, UnknownPolicy::Blocked)
}

#[test]
fn strict_corners_are_walked_around_and_lenient_ones_cut() {
    let scene = known(
        "S#..
         ...G",
    );
    let strict = scene.query().corners(CornerRule::Strict);
    let lenient = scene.query().corners(CornerRule::Lenient);
    eprintln!(
        "{}\n\n{}\n",
        scene.path_of(&strict),
        scene.path_of(&lenient)
    );
}

#[test]
fn jump_points_are_where_an_obstacle_forces_a_turn() {
    let scene = known(
        "..........
         ..........
         S....#...G
         ..........
         ..........",
    );
    for corners in [CornerRule::Strict, CornerRule::Lenient] {
        let query = scene.query().corners(corners).algorithm(Algorithm::Jump);
        eprintln!("{}\n", scene.expanded_by(&query));
        let query = query.algorithm(Algorithm::Canonical);
        eprintln!("{}\n", scene.expanded_by(&query));
        let query = query.algorithm(Algorithm::AStar);
        eprintln!("{}\n", scene.expanded_by(&query));
        let query = query.algorithm(Algorithm::Dijkstra);
        eprintln!("{}\n", scene.expanded_by(&query));
        eprintln!("{}\n", scene.path_of(&query));
    }
}

#[test]
fn dead_ends_and_corridors() {
    let mut scene = known(
        "#############
         #S....#.....#
         #####.#.###.#
         #.....#.#...#
         #.###.#.#.###
         #...#...#..G#
         #############",
    );
    eprintln!(
        "{}\n",
        scene.expanded_by(&scene.query().algorithm(Algorithm::Jump))
    );
    scene.world = scene.world.with_corridors();
    eprintln!(
        "{}\n",
        scene.expanded_by(&scene.query().algorithm(Algorithm::Jump))
    );
    eprintln!(
        "{}\n",
        scene.path_of(&scene.query().algorithm(Algorithm::Jump))
    );
}

#[test]
fn snapping() {
    let scene = known(
        "S..###..
         ...#G#..
         ...###..",
    );
    eprintln!("{}\n", scene.path_of(&scene.query()));
    let query = scene.query().snap_goal(SnapPolicy::Nearest {
        radius: Cost::STRAIGHT * 3,
    });
    eprintln!("{}\n", scene.path_of(&query));
    let query = scene.query().partial(Partial::Allowed);
    eprintln!("{}\n", scene.path_of(&query));
}

#[test]
fn unknown() {
    let text = "S..??.
         .#.??G
         .#.??.";
    for policy in [
        UnknownPolicy::Blocked,
        UnknownPolicy::StopAtBoundary,
        UnknownPolicy::Free,
    ] {
        let scene = Scene::new(text, policy);
        eprintln!("{}\n", scene.path_of(&scene.query()));
    }
    let _ = drawing(text);
    let _: Option<Outcome> = None;
}
