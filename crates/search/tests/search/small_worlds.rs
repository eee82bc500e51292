//! Every world of a few cells, with every start and goal: no pattern of so few cells is left out.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{Cost, EndFault, Goal, Outcome, Query, Workspace};
use voxnav_testkit::grid::Grid;
use voxnav_testkit::hold;

use crate::engine::{Asked as _, Entry, Flying, Target, World, entries};
use crate::oracle::{Distances, Moves, Rules, Toward};

/// Asks all questions about all worlds of a size, at the corner of eight chunks.
fn all_worlds(size: [i32; 3], moves: Moves) {
    let exact: Vec<Entry> = entries().into_iter().filter(Entry::is_basic).collect();
    let open = Grid::open([-1, 63, -64], size);
    let worlds = 0..1_u64 << open.count();
    hold("all worlds", worlds, Workspace::new, |closed, workspace| {
        let mut grid = open.clone();
        for (bit, cell) in open.cells().enumerate() {
            if closed >> bit & 1 == 1 {
                grid.set(cell, None);
            }
        }
        let world = World::plain(&grid);
        let targets: Vec<Target> = grid.open_cells().into_iter().map(Target::of_cell).collect();
        for rules in Rules::all().filter(|rules| rules.moves == moves) {
            for start in grid.open_cells() {
                let distances = Distances::new(&grid, rules, start, Toward::Others);
                for target in &targets {
                    for &entry in &exact {
                        let asked = Flying {
                            grid: &grid,
                            world: &world,
                            rules,
                            start,
                            target,
                            entry,
                            optimum: target.cell.and_then(|goal| distances.cost(goal)),
                        };
                        let answer = asked.at_once(&asked.query(), workspace);
                        asked
                            .judge(&answer)
                            .map_err(|text| format!("{text}\n{answer:?}\n{asked}"))?;
                    }
                }
            }
        }
        Ok(())
    });
}

#[test]
fn cubes_with_all_moves() {
    all_worlds([2, 2, 2], Moves::Vertex26);
}

#[test]
fn cubes_with_moves_across_edges() {
    all_worlds([2, 2, 2], Moves::Edge18);
}

#[test]
fn floors_with_moves_within_the_plane() {
    all_worlds([3, 3, 1], Moves::Planar8(2));
}

#[test]
fn floors_with_all_moves() {
    all_worlds([3, 3, 1], Moves::Vertex26);
}

#[test]
fn what_is_wrong_with_the_ends_has_an_order() {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4))).unwrap();
    builder.set(IVec3::ONE, CellState::Occupied).unwrap();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let outcome = |query: Query<'_>| query.solve(&world, &mut Workspace::new()).outcome;
    let [outside, blocked, free] = [IVec3::MIN, IVec3::ONE, IVec3::ZERO];
    for (start, goal, fault) in [
        (outside, outside, EndFault::StartOutside),
        (blocked, outside, EndFault::GoalOutside),
        (blocked, blocked, EndFault::StartBlocked),
        (free, blocked, EndFault::GoalBlocked),
    ] {
        let found = outcome(Query::new(start, goal));
        assert_eq!(found, Outcome::InvalidEnd(fault), "{start} to {goal}");
    }
    let nowhere = Goal::any_of([]);
    assert_eq!(
        outcome(Query::toward(free, &nowhere)),
        Outcome::InvalidEnd(EndFault::GoalOutside)
    );
    let found = outcome(Query::new(free, free));
    let path = found.path().unwrap();
    assert_eq!((path.cells().count(), path.cost()), (1, Cost::ZERO));
}
