//! Cost fields brought up to date with edits, against fields made from scratch.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, CellState, Occupancy, Traversability, UnknownPolicy};
use voxnav_search::{
    CellShape, CornerRule, Cost, CostField, FieldError, FieldQuery, Flight, MoveSet, Terrain,
};
use voxnav_testkit::{Draws, seeds};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// A few boxes, from a cell to most of a wall, blocked or cleared; never on a seed.
fn edit(draws: &mut Draws, before: &Occupancy, seeds: &[IVec3]) -> Occupancy {
    let size = before.bounds().size().as_ivec3();
    let mut edit = before.edit();
    for _ in 0..=draws.below(3) {
        let min = draws.cell(&before.bounds());
        let reach = match draws.below(3) {
            0 => IVec3::ONE,
            1 => IVec3::ONE + draws.vector(IVec3::ZERO, IVec3::splat(2)),
            _ => IVec3::new(1, size.y, size.z),
        };
        let cells = CellBox::new(min, min + reach).intersection(&before.bounds());
        let state = [CellState::Occupied, CellState::Free][usize::from(draws.below(5) > 2)];
        edit.set_box(cells, state).unwrap();
    }
    for &seed in seeds {
        edit.set(seed, CellState::Free).unwrap();
    }
    edit.commit()
}

const CUBES: [f64; 3] = [1.0; 3];

const RULES: [(MoveSet, CornerRule, [f64; 3]); 5] = [
    (MoveSet::Vertex26, CornerRule::Strict, CUBES),
    (MoveSet::Vertex26, CornerRule::Lenient, [3.0, 4.0, 5.0]),
    (MoveSet::Edge18, CornerRule::Strict, [5.0, 5.0, 1.0]),
    (MoveSet::Face6, CornerRule::Strict, CUBES),
    (MoveSet::Planar8(Axis::Z), CornerRule::Lenient, CUBES),
];

/// Checks that two fields give every cell the same cost, and that the flow of the first leads down
/// by legal moves from each.
fn assert_equal(
    updated: &CostField,
    scratch: &CostField,
    world: &Traversability,
    (moves, corners, sizes): (MoveSet, CornerRule, [f64; 3]),
    terrain: Option<&Terrain>,
) -> usize {
    let all = scratch.cells_within(Cost::MAX);
    assert_eq!(updated.cells_within(Cost::MAX), all);
    let flow = updated.flow(world).unwrap();
    let flight = Flight {
        moves,
        corners,
        shape: CellShape::new(sizes).unwrap(),
        terrain: terrain.cloned().unwrap_or_default(),
        ..Flight::new(world)
    };
    for &(cell, cost) in &all {
        let path = flow.path(cell).unwrap();
        let verified = path.verify_flight(&flight);
        assert_eq!((path.cost(), verified), (cost, Ok(cost)), "{cell}");
    }
    all.len()
}

#[test]
fn updated_fields_are_those_made_from_scratch() {
    let (mut cells_compared, mut changed) = (0, 0);
    for seed in seeds(1, 3) {
        let percent = [15, 40, 60][usize::try_from(seed % 3).unwrap()];
        let size = IVec3::new(70, 7, 5);
        let first = generate(WorldKind::Random { percent }, size, seed).unwrap();
        let seeds = random_free_cells(&first, seed, 2);
        let mut terrain = Terrain::new();
        for (cell, weight) in random_free_cells(&first, seed + 50, 300)
            .into_iter()
            .zip((2..12).cycle())
        {
            terrain.set(cell, weight).unwrap();
        }
        let mut draw = Draws::new(seed);
        for (rules, weighted) in RULES
            .into_iter()
            .flat_map(|rule| [(rule, false), (rule, true)])
        {
            let terrain = weighted.then_some(&terrain);
            let limit = Cost::STRAIGHT * 20;
            let queries = [
                FieldQuery::to_nearest_of(seeds.iter().copied()),
                FieldQuery::from_start(seeds[0]),
                FieldQuery::to_nearest_of([seeds[1]]).within(limit),
            ];
            for query in queries {
                let shape = CellShape::new(rules.2).unwrap();
                let query = query.moves(rules.0).corners(rules.1).shape(shape);
                let query = match terrain {
                    Some(terrain) => query.terrain(terrain),
                    None => query,
                };
                let mut occupancy = first.clone();
                let mut world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
                let mut field = query.solve(&world).unwrap();
                for _ in 0..3 {
                    occupancy = edit(&mut draw, &occupancy, &seeds);
                    let edited = world.refreshed(&occupancy);
                    changed += usize::from(field.flow(&edited).is_err());
                    field = field.updated(&edited).unwrap();
                    let scratch = query.solve(&edited).unwrap();
                    cells_compared += assert_equal(&field, &scratch, &edited, rules, terrain);
                    world = edited;
                }
            }
        }
    }
    assert!(cells_compared > 25_000, "{cells_compared}");
    assert!(changed > 220, "{changed}");
}

#[test]
fn an_update_takes_what_the_edit_concerns() {
    let size = IVec3::splat(64);
    let first = generate(WorldKind::Caves, size, 3).unwrap();
    let goal = random_free_cells(&first, 3, 1)[0];
    let world = Traversability::new(&first, UnknownPolicy::Blocked);
    let query = FieldQuery::to_nearest_of([goal]);
    let field = query.solve(&world).unwrap();
    let whole = field.statistics().expanded;
    let (farthest, _) = *field.cells_within(Cost::MAX).last().unwrap();
    let mut edit = first.edit();
    edit.set(farthest, CellState::Occupied).unwrap();
    let edited = world.refreshed(&edit.commit());
    let field = field.updated(&edited).unwrap();
    assert_eq!(field.cost(farthest), None);
    assert!(field.statistics().expanded <= 30, "of {whole}");
    let same = field.updated(&edited).unwrap();
    assert!(same.statistics().expanded <= 1);
}

#[test]
fn a_field_is_not_updated_to_what_it_cannot_be_about() {
    let first = generate(WorldKind::Caves, IVec3::splat(20), 3).unwrap();
    let goal = random_free_cells(&first, 3, 1)[0];
    let world = Traversability::new(&first, UnknownPolicy::Blocked);
    let field = || FieldQuery::to_nearest_of([goal]).solve(&world).unwrap();
    let mut edit = first.edit();
    edit.set(goal, CellState::Occupied).unwrap();
    let blocked = world.refreshed(&edit.commit());
    let refused = field().updated(&blocked).unwrap_err();
    assert_eq!(refused, FieldError::SeedBlocked { cell: goal });
    let other = generate(WorldKind::Caves, IVec3::splat(21), 3).unwrap();
    let other = Traversability::new(&other, UnknownPolicy::Blocked);
    let refused = field().updated(&other).unwrap_err();
    assert!(
        matches!(refused, FieldError::OtherBounds { .. }),
        "{refused}"
    );
}
