//! Custom moves among contestants.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use voxnav::Algorithm;
use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};
use voxnav::ground::{Action, Ground, Locomotion, Move, Successors};
use voxnav::search::{Cost, Direction, SearchSettings, Weight};
use voxnav::{CornerRule, MoveSet};
use voxnav_lab::{
    Contestant, Experiment, Laws, Lineup, Problem, ProblemSet, Reference, WorldReport,
};

/// The moves of the library, told as if they were others.
struct Retold {
    world: Traversability,
    /// What the estimate is multiplied by.
    exaggeration: u32,
    /// How often costs were asked for, where they rise with every question.
    rising: Option<AtomicU64>,
}

impl Retold {
    fn of(set: &ProblemSet) -> Self {
        Self {
            world: set.world.clone(),
            exaggeration: 1,
            rising: None,
        }
    }
}

impl Successors for Retold {
    fn bounds(&self) -> CellBox {
        self.world.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.world.is_traversable(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        let around = self.world.neighborhood(cell);
        let rise = self
            .rising
            .as_ref()
            .map_or(0, |it| it.fetch_add(1, Ordering::Relaxed));
        let legal = |it: &Direction| it.is_legal(around, CornerRule::Strict);
        moves.extend(MoveSet::Vertex26.directions().filter(legal).map(|it| Move {
            to: cell + it.offset(),
            cost: it.cost() + Cost::from_raw(rise),
            action: Action::Custom(0),
        }));
    }

    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        Heuristic::Octile.estimate(MoveSet::Vertex26, from, to.min) * self.exaggeration
    }
}

fn problem_sets() -> impl Iterator<Item = ProblemSet> {
    (1..=6).flat_map(|seed| {
        ["caves", "rooms", "random:30"].map(|kind| {
            let named = format!("generated:{kind}:14,13,12:{seed}");
            ProblemSet::generated(&named.parse().unwrap(), 6).unwrap()
        })
    })
}

fn by(algorithm: Algorithm) -> Contestant {
    Contestant::new(SearchSettings::default().algorithm(algorithm))
}

/// Label, rows with a path, wrong answers, and the worst cost by the optimum.
fn told(world: &WorldReport) -> Vec<(&str, u64, u64, Option<f64>)> {
    let lines = world.combinations.iter();
    let worst = |line: &voxnav_lab::Line| line.suboptimality.map(|it| it.max);
    lines
        .map(|line| (line.label.as_str(), line.found, line.wrong, worst(line)))
        .collect()
}

#[test]
fn moves_that_retell_those_of_the_library_have_the_same_optimum() {
    let weighted = Algorithm::WeightedAStar(Weight::new(1.5).unwrap());
    let all = [
        Algorithm::AStar,
        Algorithm::Dijkstra,
        weighted,
        Algorithm::GreedyBestFirst,
    ];
    for set in problem_sets() {
        let retold = Arc::new(Retold::of(&set));
        let own = all.map(|it| by(it).moving_by("retold", retold.clone()));
        // Held against each other: every exact search must agree, whatever its moves are called.
        let both = Lineup::new(all.map(by).into_iter().chain(own));
        for reference in [Reference::AStar, Reference::None] {
            let world = Experiment::default().reference(reference).run(&set, &both);
            let told = told(&world);
            assert_eq!(told.len(), 8, "{told:?}");
            for (ours, theirs) in told.iter().zip(&told[4..]) {
                assert_eq!((ours.1, ours.2), (theirs.1, 0), "{}: {told:?}", set.name);
            }
            assert_eq!(told[4].3, Some(1.0));
            assert!(told[6].3.unwrap() <= 1.5);
        }
    }
}

#[test]
fn moves_are_named_and_other_algorithms_are_a_star() {
    let set = problem_sets().next().unwrap();
    let retold = Arc::new(Retold::of(&set));
    let own = |algorithm| by(algorithm).moving_by("retold", retold.clone());
    let lineup = Lineup::new([
        own(Algorithm::AStar),
        own(Algorithm::Jump),
        by(Algorithm::AStar),
    ]);
    let labels: Vec<_> = lineup.contestants().iter().map(Contestant::label).collect();
    assert_eq!(labels, ["retold astar", "astar octile"]);
    let world = Experiment::default().run(&set, &lineup);
    let line = world.line("retold astar").unwrap();
    assert_eq!(
        (line.moves.as_str(), line.corners.as_str()),
        ("retold", "own")
    );
    assert_eq!(line.guarantee, "optimal");
}

#[test]
fn estimates_of_moves_that_exaggerate_are_found_out() {
    let (mut too_large, mut steep, mut wrong) = (0, 0, 0);
    for set in problem_sets() {
        let honest = by(Algorithm::AStar).moving_by("retold", Arc::new(Retold::of(&set)));
        let laws = Laws::of(&honest, &set, 3);
        assert!(
            laws.is_admissible() && laws.is_consistent() && laws.edges > 0,
            "{laws:?}"
        );
        let known = Laws::of(&by(Algorithm::AStar), &set, 3);
        // Of the library every cell is looked at; of own moves those that the starts lead to.
        assert!(laws.cells <= known.cells && laws.edges <= known.edges);
        let exaggerated = Retold {
            exaggeration: 3,
            ..Retold::of(&set)
        };
        let liar = by(Algorithm::AStar).moving_by("liar", Arc::new(exaggerated));
        let world = Experiment::default()
            .check_estimates(3)
            .run(&set, &Lineup::new([liar]));
        too_large += world.laws[0].too_large;
        steep += world.laws[0].steep;
        wrong += world.combinations[0].wrong;
    }
    assert!(
        too_large > 0 && steep > 0 && wrong > 0,
        "{too_large} {steep} {wrong}"
    );
}

#[test]
fn paths_are_checked_by_the_moves_themselves() {
    let set = problem_sets().next().unwrap();
    let rising = Retold {
        rising: Some(AtomicU64::new(0)),
        ..Retold::of(&set)
    };
    let moves = by(Algorithm::AStar).moving_by("rising", Arc::new(rising));
    let world = Experiment::default()
        .reference(Reference::None)
        .run(&set, &Lineup::new([moves]));
    assert_eq!(world.combinations[0].wrong, world.rows);
    let reason = &world.combinations[0].faults[0].reason;
    assert!(reason.contains("claims the cost"), "{reason}");
}

#[test]
fn agents_on_the_ground_take_part() {
    let set = ProblemSet::generated(&"generated:towers:32,32,12:3".parse().unwrap(), 1).unwrap();
    let ground = Arc::new(Ground::new(set.world.occupancy(), &Locomotion::walker()).unwrap());
    let moves = ground.moves();
    let floor = set
        .world
        .bounds()
        .cells()
        .filter(|&cell| moves.can_be_at(cell));
    let floor: Vec<IVec3> = floor.step_by(23).take(20).collect();
    let problems = (1..)
        .zip(floor.windows(2))
        .map(|(row, ends)| Problem::new(row, ends[0], ends[1]));
    let set = ProblemSet {
        problems: problems.collect(),
        ..set
    };
    let all = [Algorithm::AStar, Algorithm::Dijkstra]
        .map(|it| by(it).on_ground("walker", ground.clone()));
    let world = Experiment::default()
        .check_estimates(2)
        .run(&set, &Lineup::new(all));
    assert_eq!(world.rows, 19);
    for line in &world.combinations {
        assert_eq!((line.wrong, line.moves.as_str()), (0, "walker"));
        assert!(line.found > 0);
    }
    assert!(
        world.laws.iter().all(Laws::is_admissible),
        "{:?}",
        world.laws
    );
}
