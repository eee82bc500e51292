//! Moves on the ground seen from their other end, and cost fields over them.

use glam::IVec3;
use voxnav_search::{
    Cost, FieldError, Ground, LegField, Limit, Limits, Move, Predecessors, Query, Successors,
    Workspace,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::oracle::ground::{Case, planned};

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
            let mut listed: Vec<Move<_>> = Vec::new();
            for cell in case.bounds.cells() {
                listed.clear();
                moves.moves_from(cell, &mut listed);
                listed.retain(|listed| case.bounds.contains(listed.to));
                let ends = |a: IVec3, b: IVec3, listed: &Move<_>| {
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
                let walked = path.as_ref().map(voxnav_search::Path::cost);
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
