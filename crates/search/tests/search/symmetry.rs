//! What must not change a cost: turning and mirroring the world, moving it across chunk borders,
//! walking the other way; and what may change it in one direction only: one obstacle more.
//!
//! Needs no oracle, so worlds may be larger than there. The seeds are fixed and printed, and
//! `VOXNAV_CASES=N` runs N times as many.

use voxnav_occupancy::{CellState, glam::IVec3};
use voxnav_search::Workspace;
use voxnav_testkit::grid::{Cell, Grid, sample_grid, sample_wide_grid};
use voxnav_testkit::{Draws, Symmetry, seeds};
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

/// Runs a law on worlds of all kinds: mostly small and dense ones, some wide ones, some built ones.
fn hold(
    name: &str,
    first_seed: u64,
    by_default: u64,
    law: impl Fn(&mut Case) -> Result<(), String> + Sync,
) {
    let seeds = seeds(first_seed, by_default);
    voxnav_testkit::hold(
        name,
        seeds,
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let grid = match seed % 20 {
                0 => built_grid(&mut draws),
                1..4 => sample_wide_grid(&mut draws),
                _ => sample_grid(&mut draws),
            };
            let Some(mut case) = Case::new(grid, draws) else {
                return Ok(());
            };
            law(&mut case).map_err(|text| {
                format!(
                    "{text}\n{:?}\n{:?}\n{}",
                    case.question, case.entry, case.grid
                )
            })
        },
    );
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

/// A world with a question about two open cells, and one exact way to answer it.
struct Case {
    grid: Grid,
    question: Question,
    entry: Entry,
    draws: Draws,
    workspace: Workspace,
}

impl Case {
    /// A case, if any cell is open.
    fn new(grid: Grid, mut draws: Draws) -> Option<Self> {
        let open = grid.open_cells();
        if open.is_empty() {
            return None;
        }
        let rules = Rules::sample(&mut draws);
        let (start, mut goal) = (draws.pick(&open), draws.pick(&open));
        if let Moves::Planar4(fixed) | Moves::Planar8(fixed) = rules.moves {
            let mut moved = goal;
            moved[fixed] = start[fixed];
            goal = if grid.is_open(moved) { moved } else { goal };
        }
        let exact: Vec<Entry> = entries().into_iter().filter(Entry::is_basic).collect();
        let entry = draws.pick(&exact);
        let question = Question { rules, start, goal };
        Some(Self {
            grid,
            question,
            entry,
            draws,
            workspace: Workspace::new(),
        })
    }

    /// The cost of a question about a world.
    fn cost(&mut self, grid: &Grid, question: &Question) -> Result<Option<u64>, String> {
        question.cost(grid, &World::plain(grid), &self.entry, &mut self.workspace)
    }

    /// The cost of the question of this case.
    fn own_cost(&mut self) -> Result<Option<u64>, String> {
        let (grid, question) = (self.grid.clone(), self.question);
        self.cost(&grid, &question)
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
    hold("symmetries", 3_000_000, 120, |case| {
        let before = case.own_cost()?;
        for symmetry in Symmetry::all() {
            let image = Question {
                rules: mapped(symmetry, case.question.rules),
                start: symmetry.cell(case.question.start),
                goal: symmetry.cell(case.question.goal),
            };
            let after = case.cost(&symmetry.grid(&case.grid), &image)?;
            same(before, after, symmetry)?;
        }
        Ok(())
    });
}

#[test]
fn moving_the_world_keeps_the_cost() {
    const SHIFTS: [i32; 12] = [0, 1, -1, 31, 62, 63, 64, 65, -63, -64, 1000, 1 << 29];
    hold("shifts", 4_000_000, 800, |case| {
        // The extremes of the coordinates leave no room for shifts: all begin near the origin.
        let home = case.grid.min();
        let before = case.own_cost()?;
        for _ in 0..8 {
            let new: Cell = std::array::from_fn(|_| case.draws.pick(&SHIFTS));
            let shifted =
                |cell: Cell| std::array::from_fn(|axis| cell[axis] - home[axis] + new[axis]);
            let Question { rules, start, goal } = case.question;
            let image = Question {
                rules,
                start: shifted(start),
                goal: shifted(goal),
            };
            let after = case.cost(&case.grid.at(new), &image)?;
            same(before, after, new)?;
        }
        Ok(())
    });
}

#[test]
fn the_way_back_costs_the_same() {
    hold("reversal", 5_000_000, 4000, |case| {
        let before = case.own_cost()?;
        let Question { rules, start, goal } = case.question;
        let back = Question {
            rules,
            start: goal,
            goal: start,
        };
        let after = case.cost(&case.grid.clone(), &back)?;
        same(before, after, "walking back")
    });
}

#[test]
fn one_obstacle_more_makes_no_path_cheaper() {
    hold("obstacles", 6_000_000, 2000, |case| {
        let mut before = case.own_cost()?;
        let mut grid = case.grid.clone();
        for _ in 0..4 {
            let cell = case.draws.pick(&grid.open_cells());
            if cell == case.question.start || cell == case.question.goal {
                continue;
            }
            grid.set(cell, None);
            let question = case.question;
            let after = case.cost(&grid, &question)?;
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
    });
}
