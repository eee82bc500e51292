//! What must not change a cost: turning and mirroring the world, moving it across chunk borders,
//! walking the other way; and what may change it in one direction only: one obstacle more.
//!
//! Needs no oracle, so worlds may be larger than there. The seeds are fixed and printed, and
//! `VOXNAV_CASES=N` runs N times as many.

use std::fmt::{self, Display};

use voxnav_occupancy::{CellState, glam::IVec3};
use voxnav_search::Workspace;
use voxnav_testkit::grid::{Cell, Grid, sample_grid, sample_wide_grid};
use voxnav_testkit::{Draws, Symmetry, hold_on_cases, seeds};
use voxnav_worlds::{WorldKind, generate};

use crate::engine::{Entry, Question, World, entries};
use crate::oracle::{Moves, Rules};

/// What rules are mapped to.
fn mapped(symmetry: Symmetry, rules: Rules) -> Rules {
    let moves = match rules.moves {
        Moves::Planar8(fixed) => Moves::Planar8(symmetry.axis(fixed)),
        Moves::Planar4(fixed) => Moves::Planar4(symmetry.axis(fixed)),
        any => any,
    };
    Rules { moves, ..rules }
}

/// A world of the generators of this workspace, 20 to 40 cells a side.
fn built_grid(draws: &mut Draws) -> Grid {
    let random = WorldKind::Random { percent: 25 };
    let kinds = [
        WorldKind::Caves,
        random,
        WorldKind::Maze,
        WorldKind::Rooms,
        WorldKind::Towers,
    ];
    let size: Cell = std::array::from_fn(|_| draws.between(20, 40));
    let built = generate(draws.pick(&kinds), size.into(), draws.word()).expect("a small world");
    let mut grid = Grid::open([0; 3], size);
    for cell in built.occupied_cells() {
        grid.set(cell.to_array(), None);
    }
    assert!(
        grid.cells()
            .all(|cell| grid.is_open(cell) == (built.state(IVec3::from(cell)) == CellState::Free))
    );
    grid
}

/// A world with a question about two open cells, and one exact way to answer it. Worlds are mostly small
/// and dense, some wide, some built.
struct Case {
    grid: Grid,
    question: Question,
    entry: Entry,
}

impl voxnav_testkit::Case for Case {
    /// A case, if any cell is open.
    fn sample(draws: &mut Draws) -> Option<Self> {
        let grid = match draws.below(20) {
            0 => built_grid(draws),
            1..4 => sample_wide_grid(draws),
            _ => sample_grid(draws),
        };
        let open = grid.open_cells();
        if open.is_empty() {
            return None;
        }
        let rules = Rules::sample(draws);
        let (start, mut goal) = (draws.pick(&open), draws.pick(&open));
        if let Moves::Planar4(fixed) | Moves::Planar8(fixed) = rules.moves {
            let mut moved = goal;
            moved[fixed] = start[fixed];
            goal = if grid.is_open(moved) { moved } else { goal };
        }
        let exact: Vec<Entry> = entries().into_iter().filter(Entry::is_basic).collect();
        Some(Self {
            question: Question { rules, start, goal },
            entry: draws.pick(&exact),
            grid,
        })
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n{:?}\n{}", self.question, self.entry, self.grid)
    }
}

impl Case {
    /// The cost of a question about a world.
    fn cost(
        &self,
        grid: &Grid,
        question: &Question,
        workspace: &mut Workspace,
    ) -> Result<Option<u64>, String> {
        question.cost(grid, &World::plain(grid), &self.entry, workspace)
    }

    /// The cost of the question of this case.
    fn own_cost(&self, workspace: &mut Workspace) -> Result<Option<u64>, String> {
        self.cost(&self.grid, &self.question, workspace)
    }
}

/// An error if two costs differ.
fn same(before: Option<u64>, after: Option<u64>, what: impl std::fmt::Debug) -> Result<(), String> {
    (before == after)
        .then_some(())
        .ok_or_else(|| format!("{what:?} turns {before:?} into {after:?}"))
}

#[test]
fn turning_and_mirroring_keep_the_cost() {
    hold_on_cases(
        "symmetries",
        seeds(3_000_000, 120),
        |case: &Case, _, workspace| {
            let before = case.own_cost(workspace)?;
            for symmetry in Symmetry::all() {
                let image = Question {
                    rules: mapped(symmetry, case.question.rules),
                    start: symmetry.cell(case.question.start),
                    goal: symmetry.cell(case.question.goal),
                };
                let after = case.cost(&symmetry.grid(&case.grid), &image, workspace)?;
                same(before, after, symmetry)?;
            }
            Ok(())
        },
    );
}

#[test]
fn moving_the_world_keeps_the_cost() {
    const SHIFTS: [i32; 12] = [0, 1, -1, 31, 62, 63, 64, 65, -63, -64, 1000, 1 << 29];
    hold_on_cases(
        "shifts",
        seeds(4_000_000, 800),
        |case: &Case, draws, workspace| {
            // The extremes of the coordinates leave no room for shifts: all begin near the origin.
            let home = case.grid.min();
            let before = case.own_cost(workspace)?;
            for _ in 0..8 {
                let new: Cell = std::array::from_fn(|_| draws.pick(&SHIFTS));
                let shifted =
                    |cell: Cell| std::array::from_fn(|axis| cell[axis] - home[axis] + new[axis]);
                let Question { rules, start, goal } = case.question;
                let image = Question {
                    rules,
                    start: shifted(start),
                    goal: shifted(goal),
                };
                let after = case.cost(&case.grid.at(new), &image, workspace)?;
                same(before, after, new)?;
            }
            Ok(())
        },
    );
}

#[test]
fn the_way_back_costs_the_same() {
    hold_on_cases(
        "reversal",
        seeds(5_000_000, 4000),
        |case: &Case, _, workspace| {
            let before = case.own_cost(workspace)?;
            let Question { rules, start, goal } = case.question;
            let back = Question {
                rules,
                start: goal,
                goal: start,
            };
            let after = case.cost(&case.grid, &back, workspace)?;
            same(before, after, "walking back")
        },
    );
}

#[test]
fn one_obstacle_more_makes_no_path_cheaper() {
    hold_on_cases(
        "obstacles",
        seeds(6_000_000, 2000),
        |case: &Case, draws, workspace| {
            let mut before = case.own_cost(workspace)?;
            let mut grid = case.grid.clone();
            for _ in 0..4 {
                let cell = draws.pick(&grid.open_cells());
                if cell == case.question.start || cell == case.question.goal {
                    continue;
                }
                grid.set(cell, None);
                let question = case.question;
                let after = case.cost(&grid, &question, workspace)?;
                let cheaper = match (before, after) {
                    (Some(before), Some(after)) => after < before,
                    (None, Some(_)) => true,
                    (_, None) => false,
                };
                if cheaper {
                    return Err(format!("closing {cell:?} turns {before:?} into {after:?}"));
                }
                before = after;
            }
            Ok(())
        },
    );
}
