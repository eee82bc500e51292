//! The rules of the search, one small drawn world each: `#` is blocked, `?` unknown, `S` the start, `G` the
//! goal. A path is drawn as `o`, what a search expanded as `x`; rows go along x, and the first has y = 0.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, CornerRule, Cost, MoveSet, Observer, Outcome, Partial, Query, SearchSettings, Side,
    SnapPolicy, Workspace,
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

/// A diagonal move spans four cells. Strict corners want all of them free, lenient ones only the target.
#[test]
fn strict_corners_are_walked_around_and_lenient_ones_cut() {
    let scene = known(
        "S#..
         ...G",
    );
    let strict = scene.query().corners(CornerRule::Strict);
    let around = "S#..
                  oooG";
    assert_eq!(scene.path_of(&strict), drawing(around));
    let lenient = scene.query().corners(CornerRule::Lenient);
    let past = "S#..
                .ooG";
    assert_eq!(scene.path_of(&lenient), drawing(past));
}

/// The same question, by what each algorithm expands. Straight runs from the cells next to the start
/// find the jump points past the obstacle, where it forces a turn: beyond it if corners are strict, next to
/// it if they are lenient.
#[test]
fn jump_points_are_where_an_obstacle_forces_a_turn() {
    let scene = known(
        "..........
         ..........
         S....#...G
         ..........
         ..........",
    );
    let strict = scene.query().corners(CornerRule::Strict);
    let lenient = scene.query().corners(CornerRule::Lenient);
    for (query, expanded) in [
        (
            strict.algorithm(Algorithm::Jump),
            "..........
             .x....x...
             S....#.x.G
             .x........
             ..........",
        ),
        (
            lenient.algorithm(Algorithm::Jump),
            "..........
             .x...x....
             S....#x..G
             .x........
             ..........",
        ),
        // One cell after the other, in one order of moves for each cell.
        (
            strict.algorithm(Algorithm::Canonical),
            "..........
             .xxxxxxx..
             Sxxxx#.xxG
             .x........
             ..........",
        ),
        (
            strict.algorithm(Algorithm::Dijkstra),
            "xxxxxxxxx.
             xxxxxxxxxx
             Sxxxx#xxxG
             xxxxxxxxxx
             xxxxxxxxx.",
        ),
    ] {
        assert_eq!(scene.expanded_by(&query), drawing(expanded), "{query:?}");
    }
}

/// Jumps stop at every turn of a corridor. In a world with an index no cell of a corridor or a dead end is expanded but
/// the start; here the way from one dead end to the other leads through one room.
#[test]
fn cells_of_passages_are_not_expanded_in_a_world_with_an_index() {
    let text = "#############
                #S....#.....#
                #####.#.###.#
                #.....#.#...#
                #.###.#.#.###
                #...#...#..G#
                #############";
    let scene = known(text);
    let query = scene.query().moves(MoveSet::Vertex26);
    let turns = "#############
                 #S...x#x...x#
                 #####.#.###.#
                 #x...x#.#x.x#
                 #.###.#.#.###
                 #x..#x.x#x.G#
                 #############";
    assert_eq!(scene.expanded_by(&query), drawing(turns));
    assert!(SearchSettings::default().prepare_index(&scene.world));
    assert_eq!(scene.expanded_by(&query), drawing(text));
    let path = "#############
                #Soooo#ooooo#
                #####o#o###o#
                #....o#o#ooo#
                #.###o#o#o###
                #...#ooo#ooG#
                #############";
    assert_eq!(scene.path_of(&query), drawing(path));
}

/// A goal that is blocked may be moved to the nearest cell that the start can reach. Without that a
/// query has no answer, or, if it may stop short, the way to the cell with the smallest estimate.
#[test]
fn a_blocked_goal_is_moved_or_approached_if_the_query_says_so() {
    let scene = known(
        "S..###..
         ...###..
         ...#G#..
         ...###..",
    );
    let outcome = scene
        .query()
        .solve(&scene.world, &mut Workspace::new())
        .outcome;
    assert_eq!(outcome, Outcome::Unreachable);
    let radius = Cost::STRAIGHT * 2;
    let moved = scene.query().snap_goal(SnapPolicy::Nearest { radius });
    let approached = scene.query().partial(Partial::Allowed);
    let path = "S..###..
                .o.###..
                ..o#G#..
                ...###..";
    for query in [moved, approached] {
        assert_eq!(scene.path_of(&query), drawing(path), "{query:?}");
    }
}

/// Unknown cells are walls, or end the path at the last cell before them, or are as good as free.
#[test]
fn unknown_cells_are_what_the_policy_says() {
    let text = "S..??.
                .#.??G
                .#.??.";
    let path_under = |policy| {
        let scene = Scene::new(text, policy);
        scene.path_of(&scene.query())
    };
    assert_eq!(path_under(UnknownPolicy::Blocked), "Unreachable");
    let up_to_them = "Soo??.
                      .#.??G
                      .#.??.";
    assert_eq!(
        path_under(UnknownPolicy::StopAtBoundary),
        drawing(up_to_them)
    );
    let through = "Soooo.
                   .#.??G
                   .#.??.";
    assert_eq!(path_under(UnknownPolicy::Free), drawing(through));
}
