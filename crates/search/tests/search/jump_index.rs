//! A jump index changes no cost: searches of open worlds with and without it, whatever rule it was made
//! for.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::internals::ForcedRule;
use voxnav_occupancy::{
    Axis, CellBox, CellState, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_search::{
    Algorithm, CornerRule, Goal, MoveSet, Outcome, Query, SearchSettings, Solution, Workspace,
};
use voxnav_testkit::Draws;

const MOVES: [MoveSet; 5] = [
    MoveSet::Vertex26,
    MoveSet::Edge18,
    MoveSet::Face6,
    MoveSet::Planar8(Axis::Y),
    MoveSet::Planar4(Axis::Z),
];

const RULES: [ForcedRule; 3] = [
    ForcedRule::BesideOpen,
    ForcedRule::BesideBlocked,
    ForcedRule::Either,
];

/// Open space with a few boxes in it, across chunk borders.
fn world(draws: &mut Draws) -> Occupancy {
    let size = IVec3::from_array(std::array::from_fn(|_| draws.between(4, 40)));
    let min = IVec3::splat(64) - draws.vector(IVec3::ZERO, size - 1);
    let bounds = CellBox::new(min, min + size);
    let mut builder = OccupancyBuilder::new(bounds).expect("supported coordinates");
    strew(&mut builder, draws);
    builder.commit()
}

fn strew(builder: &mut OccupancyBuilder, draws: &mut Draws) {
    let bounds = builder.bounds();
    for _ in 0..draws.between(0, 14) {
        let corner = draws.cell(&bounds);
        let extent = draws.vector(IVec3::ONE, IVec3::splat(8));
        let cells = CellBox::new(corner, corner + extent).intersection(&bounds);
        builder
            .set_box(cells, CellState::Occupied)
            .expect("a box within the bounds");
    }
}

fn cost(solution: &Solution) -> Option<u64> {
    match &solution.outcome {
        Outcome::Found(path) => Some(path.cost().raw()),
        other => {
            assert_eq!(other, &Outcome::Unreachable);
            None
        }
    }
}

#[test]
fn costs_are_the_same_with_an_index_and_without() {
    let (mut workspace, mut found, mut spared) = (Workspace::new(), 0, 0_i64);
    for seed in 0..1500 {
        let mut draws = Draws::new(seed);
        let mut occupancy = world(&mut draws);
        let mut plain = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let mut indexed = plain.clone().with_jump_index_for(draws.pick(&RULES));
        for round in 0..3 {
            if round == 2 {
                let mut edit = occupancy.edit();
                strew(&mut edit, &mut draws);
                occupancy = edit.commit();
                [plain, indexed] = [plain, indexed].map(|world| world.refreshed(&occupancy));
            }
            let [start, goal] = [0; 2].map(|_| draws.cell(&plain.bounds()));
            if ![start, goal].iter().all(|&cell| plain.is_traversable(cell)) {
                continue;
            }
            let moves = if draws.percent(60) {
                MoveSet::Vertex26
            } else {
                draws.pick(&MOVES)
            };
            let corners = draws.pick(&[CornerRule::Strict, CornerRule::Lenient]);
            let algorithm = draws.pick(&[Algorithm::Auto, Algorithm::Jump]);
            let settings = SearchSettings::default()
                .algorithm(algorithm)
                .moves(moves)
                .corners(corners);
            let corner = goal + draws.vector(IVec3::ZERO, IVec3::splat(3));
            let region = Goal::inside(CellBox::new(goal, corner + 1));
            let query = if draws.percent(80) {
                Query::new(start, goal)
            } else {
                Query::toward(start, &region)
            };
            let query = query.settings(settings);
            let without = query.clone().solve(&plain, &mut workspace);
            let with = query.solve(&indexed, &mut workspace);
            let context = format!("seed {seed}, {start} to {goal}, {settings:?}");
            assert_eq!(cost(&with), cost(&without), "{context}");
            if let Outcome::Found(path) = &with.outcome {
                let verified = path.verify(&plain, moves, corners, None);
                assert_eq!(verified, Ok(path.cost()), "{context}");
                found += 1;
            }
            spared += without.statistics.expanded.cast_signed();
            spared -= with.statistics.expanded.cast_signed();
        }
    }
    assert!(found > 1000, "{found} paths were found");
    assert!(spared > 0, "an index spares expansions, not {spared}");
}
