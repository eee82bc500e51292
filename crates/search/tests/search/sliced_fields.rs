//! Fields that are made in slices against those made as a whole, for agents of both kinds.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    AgentMoves, CellShape, CornerRule, Cost, FieldError, FieldQuery, FieldSearch, Flight, Ground,
    LegField, Limit, Limits, MoveSet, Successors, Terrain,
};
use voxnav_testkit::{Draws, cases, drawn_sizes};

use crate::oracle::ground::Case;

type Costs = BTreeMap<[i32; 3], Cost>;

fn costs(reached: impl Iterator<Item = (IVec3, Cost)>, within: Cost) -> Costs {
    let reached = reached.filter(|(_, cost)| *cost <= within);
    reached
        .map(|(cell, cost)| (cell.to_array(), cost))
        .collect()
}

/// The least cost of each cell in some fields.
fn least(fields: impl Iterator<Item = Costs>) -> Costs {
    fields.fold(Costs::new(), |mut least, field| {
        for (cell, cost) in field {
            let known = least.entry(cell).or_insert(cost);
            *known = cost.min(*known);
        }
        least
    })
}

/// Makes a field in slices of any size. What it tells on the way is true, and so is what it has not told.
fn sliced(mut field: FieldSearch, whole: &Costs, draws: &mut Draws) {
    while !field.step(draws.below(40)).unwrap() {
        let exact = field.exact().unwrap();
        let known = costs(field.reached(), Cost::MAX);
        assert!(
            known
                .iter()
                .all(|(cell, cost)| whole.get(cell) == Some(cost))
        );
        let due = whole.values().filter(|cost| **cost < exact).count();
        assert!(known.values().filter(|cost| **cost < exact).count() == due);
    }
    assert_eq!(&costs(field.reached(), Cost::MAX), whole);
}

#[test]
fn slices_of_flights_are_whole_fields() {
    let mut reached = 0;
    for mut draws in cases(0, 60) {
        let bounds = CellBox::from_size(draws.vector(IVec3::ONE, IVec3::new(14, 9, 6)));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let mut terrain = Terrain::new();
        let has_terrain = draws.percent(50);
        for cell in bounds.cells() {
            if draws.percent(30) {
                builder.set(cell, CellState::Occupied).unwrap();
            } else if has_terrain && draws.percent(30) {
                terrain.set(cell, draws.between(2, 9)).unwrap();
            }
        }
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        let mut free = bounds.cells().filter(|&cell| world.is_traversable(cell));
        let seeds: Vec<IVec3> = free
            .by_ref()
            .step_by(5 + draws.below(85_usize))
            .take(3)
            .collect();
        if seeds.is_empty() {
            continue;
        }
        let flight = Flight {
            world: world.clone(),
            moves: draws.pick(&[MoveSet::Vertex26, MoveSet::Face6]),
            corners: draws.pick(&[CornerRule::Strict, CornerRule::Lenient]),
            terrain: terrain.clone(),
            shape: CellShape::new(drawn_sizes(&mut draws)).unwrap(),
        };
        let within = draws.pick(&[Cost::MAX, Cost::STRAIGHT * 5]);
        let limits = Limits::none().cost(within);
        let asked = |query: FieldQuery<'static>| {
            let query: FieldQuery<'_> = query
                .moves(flight.moves)
                .corners(flight.corners)
                .shape(flight.shape);
            let field = query
                .terrain(&terrain)
                .within(within)
                .solve(&world)
                .unwrap();
            costs(field.reached(), within)
        };
        let to = asked(FieldQuery::to_nearest_of(seeds.clone()));
        let from = least(
            seeds
                .iter()
                .map(|&seed| asked(FieldQuery::from_start(seed))),
        );
        let moves = AgentMoves::from(&flight);
        let field = FieldSearch::to_nearest_of(moves.clone(), seeds.clone(), limits).unwrap();
        sliced(field, &to, &mut draws);
        let field = FieldSearch::from_nearest_of(moves, seeds.clone(), limits).unwrap();
        sliced(field, &from, &mut draws);
        reached += from.len();
    }
    assert!(reached > 2000, "{reached}");
}

#[test]
fn slices_on_the_ground_are_whole_fields() {
    let mut reached = 0;
    for mut draws in cases(1000, 60) {
        let case = Case::sample(&mut draws);
        let ground = Ground::new(&case.occupancy(), &case.agent).unwrap();
        let ground = ground.with_links(&case.links).unwrap();
        let moves = ground.moves();
        let mut rests = case.bounds.cells().filter(|&cell| moves.can_be_at(cell));
        let seeds: Vec<IVec3> = rests
            .by_ref()
            .step_by(1 + draws.below(20_usize))
            .take(3)
            .collect();
        let within = Cost::STRAIGHT * draws.between(2, 90);
        let limits = Limits::none().cost(within);
        let Ok(to) = LegField::to_nearest_of(&moves, seeds.clone(), limits) else {
            assert!(seeds.is_empty());
            continue;
        };
        let to = costs(to.reached(), within);
        let from = |&seed: &IVec3| {
            let field = LegField::from_start(&moves, seed, limits).unwrap();
            costs(field.reached(), within)
        };
        let from = least(seeds.iter().map(from));
        let all = AgentMoves::from(&ground);
        let field = FieldSearch::to_nearest_of(all.clone(), seeds.clone(), limits).unwrap();
        sliced(field, &to, &mut draws);
        let field = FieldSearch::from_nearest_of(all, seeds.clone(), limits).unwrap();
        sliced(field, &from, &mut draws);
        reached += from.len();
    }
    assert!(reached > 1000, "{reached}");
}

#[test]
fn seeds_and_memory_are_refused_as_those_of_whole_fields() {
    let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30))).unwrap();
    let world = Traversability::new(&open.commit(), UnknownPolicy::Blocked);
    let moves = || AgentMoves::from(Flight::new(&world));
    let begun = |seeds: &[IVec3], limits| {
        FieldSearch::from_nearest_of(moves(), seeds.iter().copied(), limits)
    };
    let none = begun(&[], Limits::none()).unwrap_err();
    assert_eq!(none, FieldError::NoSeeds);
    let cell = IVec3::splat(30);
    let outside = begun(&[IVec3::ZERO, cell], Limits::none()).unwrap_err();
    assert_eq!(outside, FieldError::SeedOutside { cell });
    let mut field = begun(&[IVec3::ZERO], Limits::none().memory(20_000)).unwrap();
    let limit = Limit::Memory;
    assert_eq!(
        field.step(u64::MAX),
        Err(FieldError::LimitReached { limit })
    );
}
