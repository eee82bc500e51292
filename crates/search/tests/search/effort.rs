//! The effort of every engine on worlds from fixed seeds, held against a snapshot and against each
//! other, so that pruning is never silently lost.
//!
//! A number may exceed its snapshot a little: what a change of tie-breaking or of the open list does
//! to it is of no concern here, the loss of a pruning rule multiplies it. A failure prints the whole
//! table as measured, to be pasted into [`SNAPSHOT`] if the change is meant.

use std::fmt::Write as _;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Axis, Traversability, UnknownPolicy};
use voxnav_search::{Algorithm, CornerRule, MoveSet, Partial, Query, SearchSettings, Workspace};
use voxnav_testkit::seeds;
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// World, size, seed, move set and corner rule; cells expanded in all queries together by `Auto`,
/// `Jump`, `Canonical` and `AStar`; and what pruning leaves of the successors of a cell, in percent:
/// those that `Canonical` produces for each expansion, of those that `AStar` does.
const SNAPSHOT: &str = "
empty     64,64,64   1 vertex26 strict 911 687 1055 1055 17
towers    96,96,48   2 vertex26 strict 1378 1454 9207 9069 6
towers    128,64,32  3 vertex26 strict 1110 965 5937 5570 7
caves     64,64,64   4 vertex26 strict 57743 54897 184841 172020 7
caves     96,96,32   5 vertex26 strict 17300 25481 88892 79299 7
rooms     48,48,48   6 vertex26 strict 43808 55119 180173 172167 7
maze      33,33,33   7 vertex26 strict 48434 46154 124899 123433 52
random:10 48,48,48   8 vertex26 strict 6613 7783 10297 8017 17
random:20 48,48,48   9 vertex26 strict 19732 23458 27142 22443 21
random:40 40,40,40  10 vertex26 strict 55809 55895 60971 55579 31
random:60 40,40,40  11 vertex26 strict 69306 75535 87038 83961 37
caves     64,64,64  12 vertex26 lenient 4285 5163 25768 24001 6
caves     64,64,64  12 edge18 strict 9374 9449 23178 17467 13
caves     64,64,64  12 face6 strict 7517 6900 15072 13410 31
caves     256,256,1 13 planar8 strict 6742 6250 93754 92863 14
caves     256,256,1 13 planar4 lenient 46369 53520 89373 87671 40
";

/// How much of its snapshot a number may be.
const TOLERATED_PERCENT: u64 = 120;

/// Pairs of free cells in each world. Those without a path do not count: how they are found out is
/// another matter than pruning.
const PAIRS: usize = 30;

const ALGORITHMS: [Algorithm; 4] = [
    Algorithm::Auto,
    Algorithm::Jump,
    Algorithm::Canonical,
    Algorithm::AStar,
];

/// A line of the snapshot.
struct Entry<'s> {
    /// The line up to the counts.
    description: &'s str,
    world: Traversability,
    ends: Vec<IVec3>,
    moves: MoveSet,
    corners: CornerRule,
    snapshot: Measured,
}

/// The numbers of a line.
#[derive(Clone, Copy, Debug)]
struct Measured {
    expanded: [u64; 4],
    percent_left: u64,
}

/// What an engine did in all queries of an entry together.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    expanded: u64,
    generated: u64,
}

impl Measured {
    fn of([auto, jump, canonical, plain]: [Effort; 4]) -> Self {
        let ratio = 100 * canonical.generated * plain.expanded;
        Self {
            expanded: [auto, jump, canonical, plain].map(|effort| effort.expanded),
            percent_left: ratio.div_ceil(canonical.expanded * plain.generated),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.expanded.into_iter().chain([self.percent_left])
    }
}

impl<'s> Entry<'s> {
    fn parse(line: &'s str) -> Self {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [kind, size, seed, moves, corners, ..] = fields[..] else {
            unreachable!("the snapshot line `{line}` lacks fields")
        };
        let numbers: Vec<u64> = fields[5..]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let (expanded, percent_left) = numbers.split_first_chunk().unwrap();
        let size: Vec<_> = size.split(',').map(|side| side.parse().unwrap()).collect();
        let seed = seed.parse().unwrap();
        let occupancy = generate(kind.parse().unwrap(), IVec3::from_slice(&size), seed).unwrap();
        Self {
            description: &line[..line.find(corners).unwrap() + corners.len()],
            world: Traversability::new(&occupancy, UnknownPolicy::Blocked),
            ends: random_free_cells(&occupancy, seed, 2 * PAIRS),
            moves: match moves {
                "vertex26" => MoveSet::Vertex26,
                "edge18" => MoveSet::Edge18,
                "face6" => MoveSet::Face6,
                "planar8" => MoveSet::Planar8(Axis::Z),
                "planar4" => MoveSet::Planar4(Axis::Z),
                other => unreachable!("the snapshot names the move set `{other}`"),
            },
            corners: match corners {
                "strict" => CornerRule::Strict,
                "lenient" => CornerRule::Lenient,
                other => unreachable!("the snapshot names the corner rule `{other}`"),
            },
            snapshot: Measured {
                expanded: *expanded,
                percent_left: percent_left[0],
            },
        }
    }

    fn measure(&self) -> [Effort; 4] {
        ALGORITHMS.map(|algorithm| {
            let mut workspace = Workspace::new();
            let mut effort = Effort::default();
            for ends in self.ends.chunks_exact(2) {
                let solution = Query::new(ends[0], ends[1])
                    .moves(self.moves)
                    .corners(self.corners)
                    .algorithm(algorithm)
                    .solve(&self.world, &mut workspace);
                if solution.outcome.path().is_some() {
                    effort.expanded += solution.statistics.expanded;
                    effort.generated += solution.statistics.generated;
                }
            }
            effort
        })
    }
}

fn entries() -> impl Iterator<Item = Entry<'static>> {
    SNAPSHOT
        .lines()
        .filter(|line| !line.is_empty())
        .map(Entry::parse)
}

/// Checks that engines relate as their pruning says.
fn check_relation(world: &str, [auto, jump, canonical, _]: [Effort; 4]) {
    // Canonical ordering expands each cell of a run, jumping only its last.
    assert!(
        jump.expanded <= canonical.expanded,
        "{world}: {jump:?}, {canonical:?}"
    );
    // The search from the goal gets no more turns than the one from the start, of 64 expansions each.
    let both_ends = 2 * jump.expanded + 64 * PAIRS as u64;
    assert!(auto.expanded <= both_ends, "{world}: {auto:?}, {jump:?}");
}

#[test]
fn effort_stays_within_the_snapshot_and_engines_relate_as_their_pruning_says() {
    const NAMES: [&str; 5] = ["Auto", "Jump", "Canonical", "AStar", "percent left"];
    let mut table = String::new();
    let mut exceeded = Vec::new();
    for entry in entries() {
        let efforts = entry.measure();
        check_relation(entry.description, efforts);
        let measured = Measured::of(efforts);
        table += entry.description;
        let numbers = measured.numbers().zip(entry.snapshot.numbers());
        for ((number, snapshot), name) in numbers.zip(NAMES) {
            write!(table, " {number}").unwrap();
            if 100 * number > TOLERATED_PERCENT * snapshot {
                let description = entry.description;
                exceeded.push(format!("{description}, {name}: {number}, was {snapshot}"));
            }
        }
        table += "\n";
    }
    assert!(
        exceeded.is_empty(),
        "{}\n\nas measured:\n\n{table}",
        exceeded.join("\n")
    );
}

#[test]
fn a_maze_with_an_index_takes_a_fraction_of_the_effort() {
    let layer = IVec3::new(1, 301, 301);
    for (size, moves, corners, least) in [
        (IVec3::splat(48), MoveSet::Vertex26, CornerRule::Strict, 50),
        (layer, MoveSet::Vertex26, CornerRule::Strict, 50),
        (layer, MoveSet::Planar8(Axis::X), CornerRule::Strict, 50),
        (IVec3::splat(48), MoveSet::Vertex26, CornerRule::Lenient, 25),
        (layer, MoveSet::Vertex26, CornerRule::Lenient, 25),
        (layer, MoveSet::Planar8(Axis::X), CornerRule::Lenient, 25),
    ] {
        let maze = generate(WorldKind::Maze, size, 1).unwrap();
        let world = || Traversability::new(&maze, UnknownPolicy::Blocked);
        let ends = random_free_cells(&maze, 1, 2 * PAIRS);
        let effort = |world: &Traversability| {
            let expanded = ends.chunks_exact(2).map(|ends| {
                let query = Query::new(ends[0], ends[1]).moves(moves).corners(corners);
                let solution = query.solve(world, &mut Workspace::new());
                solution.statistics.expanded
            });
            expanded.sum::<u64>()
        };
        let indexed = world();
        let settings = SearchSettings::default().moves(moves).corners(corners);
        assert!(
            settings.prepare_index(&indexed),
            "{size}, {moves:?}, {corners:?}"
        );
        let [plain, known] = [world(), indexed].map(|world| effort(&world));
        assert!(
            least * known < plain,
            "{size}, {moves:?}, {corners:?}: {known} expansions, {plain} cell by cell"
        );
    }
}

#[test]
fn a_jump_index_spares_expansions() {
    let mut efforts = [0; 2];
    for seed in seeds(1, 3) {
        let caves = generate(WorldKind::Towers, IVec3::new(64, 64, 32), seed).unwrap();
        let [plain, indexed] =
            [(); 2].map(|()| Traversability::new(&caves, UnknownPolicy::Blocked));
        assert!(SearchSettings::default().prepare_index(&indexed));
        for ends in random_free_cells(&caves, seed, 2 * PAIRS).chunks_exact(2) {
            let query = Query::new(ends[0], ends[1]).algorithm(Algorithm::Jump);
            let [with, without] =
                [&indexed, &plain].map(|world| query.solve(world, &mut Workspace::new()));
            let costs =
                [&with, &without].map(|it| it.outcome.path().map(voxnav_search::Path::cost));
            assert_eq!(costs[0], costs[1], "{query:?}");
            efforts[0] += with.statistics.expanded;
            efforts[1] += without.statistics.expanded;
        }
    }
    assert!(efforts[0] < efforts[1], "{efforts:?}");
}

/// A goal that cannot be reached costs hardly more expansions than its nearest cell would as the goal, however many cells
/// are as near. In noise there are many of them, and many cost nearly the same.
#[test]
fn part_of_a_path_takes_the_effort_of_the_path_to_its_end() {
    for (kind, size, percent) in [
        ("caves", 48, 105),
        ("towers", 48, 105),
        ("random:20", 32, 150),
    ] {
        let occupancy = generate(kind.parse().unwrap(), IVec3::splat(size), 21).unwrap();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let starts = random_free_cells(&occupancy, 21, 3 * PAIRS);
        let cells = occupancy.bounds().cells();
        let blocked = cells.filter(|&cell| !world.is_traversable(cell));
        let ends: Vec<_> = starts.into_iter().zip(blocked.step_by(61)).collect();
        assert!(ends.len() > PAIRS, "{kind}: {} pairs", ends.len());
        for algorithm in [
            Algorithm::Auto,
            Algorithm::Jump,
            Algorithm::AStar,
            Algorithm::Bidirectional,
            Algorithm::LazyTheta,
        ] {
            let mut workspace = Workspace::new();
            let [mut part, mut whole] = [0; 2];
            for &(start, goal) in &ends {
                let query = Query::new(start, goal).algorithm(algorithm);
                let query = query.partial(Partial::Allowed);
                let solution = query.solve(&world, &mut workspace);
                let path = solution.outcome.any_path().unwrap();
                let known = Query::new(start, path.goal()).algorithm(algorithm);
                part += solution.statistics.expanded;
                whole += known.solve(&world, &mut workspace).statistics.expanded;
            }
            assert!(
                100 * part <= percent * whole,
                "{kind}, {algorithm}: {part} for {whole}"
            );
        }
    }
}
