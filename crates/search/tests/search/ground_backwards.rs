//! Moves on the ground seen from their other end, and cost fields over them.
//!
//! Moves that are listed backward are the same moves as forward. Fields over them have the costs of searches.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState};
use voxnav_search::{
    Cost, FieldError, Ground, LegField, Limit, Limits, Move, Path, Predecessors, Query, Successors,
    Workspace, verify_legs,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::engine::Place;
use crate::oracle::ground::{Case, planned};
use crate::worlds::Even;

fn ground_of(case: &Case) -> Ground {
    let ground = Ground::new(&case.occupancy(), &case.agent).unwrap();
    ground.with_links(&case.links).unwrap()
}

/// The moves back are the moves, and a field says of every cell what a search from there finds.
#[test]
fn moves_back_and_fields_agree_with_moves_and_searches() {
    let worlds = hold(
        "ground backwards",
        seeds(70_000, 150),
        Workspace::new,
        |seed, workspace| {
            let case = Case::sample(&mut Draws::new(seed));
            let ground = ground_of(&case);
            let moves = ground.moves();
            let mut there = Vec::new();
            let mut back = Vec::new();
            let mut listed: Vec<Move> = Vec::new();
            for cell in case.bounds.cells() {
                listed.clear();
                moves.moves_from(cell, &mut listed);
                listed.retain(|listed| case.bounds.contains(listed.to));
                let ends = |a: IVec3, b: IVec3, listed: &Move| {
                    (
                        a.to_array(),
                        b.to_array(),
                        listed.cost,
                        format!("{}", listed.action),
                    )
                };
                there.extend(listed.iter().map(|listed| ends(cell, listed.to, listed)));
                listed.clear();
                moves.moves_into(cell, &mut listed);
                listed.retain(|listed| case.bounds.contains(listed.to));
                back.extend(listed.iter().map(|listed| ends(listed.to, cell, listed)));
            }
            there.sort();
            back.sort();
            if there != back {
                return Err(format!("there {} moves, back {}", there.len(), back.len()));
            }
            let goals: Vec<_> = case
                .goals
                .iter()
                .copied()
                .filter(|&cell| moves.can_be_at(cell))
                .collect();
            let field = match LegField::to_nearest_of(&moves, goals.clone(), Limits::none()) {
                Err(FieldError::NoSeeds) if goals.is_empty() => return Ok(0),
                // A link that costs nearly as much as a cost can hold.
                Err(FieldError::CostRange) => return Ok(0),
                field => field.map_err(|error| error.to_string())?,
            };
            let mut reached = 0;
            for cell in case.bounds.cells().filter(|&cell| moves.can_be_at(cell)) {
                let costs = goals.iter().filter_map(|&goal| {
                    let solution = Query::new(cell, goal).solve(&moves, workspace);
                    planned(&solution.outcome)
                });
                let nearest = costs.min();
                let path = field.path(&moves, cell);
                let walked = path.as_ref().map(Path::cost);
                if (field.cost(cell), walked) != (nearest, nearest) {
                    return Err(format!(
                        "{cell}: {:?} {walked:?}, not {nearest:?}",
                        field.cost(cell)
                    ));
                }
                if path.is_some_and(|path| path.start() != cell || !goals.contains(&path.goal())) {
                    return Err(format!("{cell}: a path from or to elsewhere"));
                }
                reached += usize::from(nearest.is_some());
            }
            Ok(reached)
        },
    );
    assert!(worlds.into_iter().sum::<usize>() > 1500);
}

/// Compares fields over ground that was updated after an edit, and has landmarks now and then, with those over fresh
/// ground. Returns how many cells reach the goal.
fn compare_fields(seed: u64, workspace: &mut Workspace) -> Result<usize, String> {
    let draws = &mut Draws::new(seed);
    let even = Even::sample(draws);
    let links = even.links(draws);
    let Some((world, ground)) = even.ground(&links, Place::Even, draws)? else {
        return Ok(0);
    };
    let bounds = world.bounds();
    let resting = |ground: &Ground| -> Vec<IVec3> {
        let cells = bounds.cells().filter(|&cell| ground.can_rest(cell));
        cells.collect()
    };
    // Asked before the edit, so that it knows what has to be forgotten.
    let field_of = |ground: &Ground, goal| {
        LegField::to_nearest_of(&ground.moves(), [goal], Limits::none())
            .map_err(|error| error.to_string())
    };
    if let Some(goal) = resting(&ground).first() {
        field_of(&ground, *goal)?;
    }
    let mut edit = world.edit();
    let at = draws.cell(&bounds);
    let cells = CellBox::new(at, at + draws.vector(IVec3::ONE, IVec3::splat(4)));
    let state = draws.pick(&[CellState::Free, CellState::Occupied]);
    edit.set_box(cells.intersection(&bounds), state).unwrap();
    let world = edit.commit();
    let mut ground = ground.updated(&world).unwrap();
    let fresh = Ground::new(&world, ground.locomotion()).unwrap();
    let fresh = fresh.with_links(&links).unwrap();
    let resting = resting(&fresh);
    if resting.is_empty() {
        return Ok(0);
    }
    if draws.percent(50) {
        let (seed, count) = (draws.pick(&resting), draws.between(1_u8, 9).into());
        ground = ground.with_landmarks(seed, count).unwrap();
    }
    let goal = draws.pick(&resting);
    let [field, right] = [field_of(&ground, goal)?, field_of(&fresh, goal)?];
    let mut reached = 0;
    for cell in bounds.cells() {
        let expected = right.cost(cell);
        let path = field.path(&ground.moves(), cell);
        let verified = path.as_ref().map(|path| verify_legs(path, &fresh));
        let is_walked = verified == expected.map(Ok);
        if field.cost(cell) != expected || !is_walked {
            let cost = field.cost(cell);
            return Err(format!(
                "{cell} to {goal}: {cost:?} {verified:?}, not {expected:?}\n{even}"
            ));
        }
        reached += usize::from(expected.is_some());
    }
    for _ in 0..4 {
        let start = draws.pick(&resting);
        let solution = Query::new(start, goal).solve(&ground, workspace);
        let searched = solution.outcome.path().map(Path::cost);
        if searched != field.cost(start) {
            return Err(format!("{start} to {goal}: {searched:?} searched\n{even}"));
        }
    }
    Ok(reached)
}

#[test]
fn fields_over_updated_ground_and_with_landmarks_are_those_over_fresh_ground() {
    let worlds = seeds(80_000, 150);
    let reached = hold("updated fields", worlds, Workspace::new, compare_fields);
    assert!(reached.into_iter().sum::<usize>() > 1500);
}

#[test]
fn fields_keep_their_limits() {
    let case = (0..).map(|seed| Case::sample(&mut Draws::new(seed)));
    let mut grounds = case.map(|case| (ground_of(&case), case));
    let (ground, case) = grounds
        .find(|(ground, case)| {
            let is_rest = |&cell: &IVec3| ground.can_rest(cell);
            case.bounds.cells().filter(is_rest).count() > 20
        })
        .unwrap();
    let moves = ground.moves();
    let rest = case
        .bounds
        .cells()
        .find(|&cell| ground.can_rest(cell))
        .unwrap();
    let field = |limits| LegField::to_nearest_of(&moves, [rest], limits);
    let none = LegField::to_nearest_of(&moves, [], Limits::none()).unwrap_err();
    assert_eq!(none, FieldError::NoSeeds);
    let cell = case.bounds.max;
    let outside = LegField::to_nearest_of(&moves, [cell], Limits::none()).unwrap_err();
    assert_eq!(outside, FieldError::SeedOutside { cell });
    let limit = Limit::Expanded;
    assert_eq!(
        field(Limits::none().expanded(0)).unwrap_err(),
        FieldError::LimitReached { limit }
    );
    let near = field(Limits::none().cost(Cost::ZERO)).unwrap();
    assert_eq!(near.cost(rest), Some(Cost::ZERO));
}
