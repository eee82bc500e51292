//! The engines that are compared, behind one interface.

use std::fmt;
use std::time::Duration;

use clap::ValueEnum;
use thiserror::Error;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, Direction, Query};
use voxnav::{Algorithm, CornerRule, Outcome, Workspace};

use crate::clock::Clock;
use crate::grid::JumpGrid;
use crate::packed::{PackedAStar, TooLargeToPack};
use crate::problems::Problem;
use crate::rules::Rules;
use crate::{plain, textbook};

/// An engine by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum EngineName {
    /// What voxnav does if not told otherwise.
    Voxnav,
    /// voxnav, canonical ordering with runs, from the start alone.
    VoxnavJump,
    /// voxnav, canonical ordering cell by cell.
    VoxnavCanonical,
    /// voxnav, plain A*.
    #[value(name = "voxnav-astar")]
    VoxnavAStar,
    /// A* as tutorials teach it.
    Textbook,
    /// The `pathfinding` crate's `astar` at its best.
    Pathfinding,
    /// The same as its examples call it; runs only if asked for.
    PathfindingPlain,
    /// The `grid_pathfinding` crate, for worlds of one layer under lenient corners; runs only if asked
    /// for.
    GridPathfinding,
}

impl EngineName {
    /// The engines that run if nothing else is said.
    pub const USUAL: [Self; 6] = [
        Self::Voxnav,
        Self::VoxnavJump,
        Self::VoxnavCanonical,
        Self::VoxnavAStar,
        Self::Textbook,
        Self::Pathfinding,
    ];

    /// Returns the name in reports and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Voxnav => "voxnav",
            Self::VoxnavJump => "voxnav-jump",
            Self::VoxnavCanonical => "voxnav-canonical",
            Self::VoxnavAStar => "voxnav-astar",
            Self::Textbook => "textbook",
            Self::Pathfinding => "pathfinding",
            Self::PathfindingPlain => "pathfinding-plain",
            Self::GridPathfinding => "grid-pathfinding",
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The answer of an engine to one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The time from the question to the path, in the engine's own form.
    pub elapsed: Duration,
    /// Cells whose successors were produced.
    pub expanded: u64,
    /// The cells from start to goal and the cost that the engine claims; `None` if it found no path.
    pub path: Option<(Vec<IVec3>, Cost)>,
}

/// Error for a world that an engine cannot take under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// The world is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLargeToPack),
    /// The engine has other rules.
    #[error("{0} does not move by these rules")]
    Rules(EngineName),
}

/// Something that answers problems on one world of uniform terrain by a shortest path.
#[derive(Debug)]
pub enum Engine<'w> {
    /// One of voxnav's own.
    Voxnav {
        /// The world.
        world: &'w Traversability,
        /// The search algorithm.
        algorithm: Algorithm,
        /// The rules of moves.
        rules: Rules,
        /// The workspace, kept from one problem to the next, as a user would.
        workspace: Box<Workspace>,
    },
    /// See [`textbook`].
    Textbook(&'w Traversability),
    /// See [`packed`](crate::packed).
    Pathfinding(Box<PackedAStar>),
    /// See [`plain`].
    PathfindingPlain(&'w Traversability, Rules),
    /// See [`grid`](crate::grid).
    GridPathfinding(Box<JumpGrid>),
}

impl<'w> Engine<'w> {
    /// Returns the engine called `name`, cold.
    ///
    /// # Errors
    /// [`Unfit`] if the engine cannot answer on this world or under these rules.
    pub fn new(name: EngineName, world: &'w Traversability, rules: Rules) -> Result<Self, Unfit> {
        let voxnav = |algorithm| Self::Voxnav {
            world,
            algorithm,
            rules,
            workspace: Box::default(),
        };
        Ok(match name {
            EngineName::Voxnav => voxnav(Algorithm::Auto),
            EngineName::VoxnavJump => voxnav(Algorithm::Jump),
            EngineName::VoxnavCanonical => voxnav(Algorithm::Canonical),
            EngineName::VoxnavAStar => voxnav(Algorithm::AStar),
            EngineName::Textbook if rules.corners == CornerRule::Strict => Self::Textbook(world),
            EngineName::Textbook => return Err(Unfit::Rules(name)),
            EngineName::Pathfinding => Self::Pathfinding(Box::new(PackedAStar::new(world, rules)?)),
            EngineName::PathfindingPlain => Self::PathfindingPlain(world, rules),
            EngineName::GridPathfinding => {
                let grid = JumpGrid::new(world, rules).ok_or(Unfit::Rules(name))?;
                Self::GridPathfinding(Box::new(grid))
            }
        })
    }

    /// Returns the answer to `problem`, timed by `clock`: the search, not the translation of its
    /// path.
    pub fn answer(&mut self, problem: &Problem, clock: Clock) -> Answer {
        let &Problem { start, goal, .. } = problem;
        match self {
            Self::Voxnav {
                world,
                algorithm,
                rules,
                workspace,
            } => {
                let query = Query::new(start, goal)
                    .algorithm(*algorithm)
                    .moves(rules.moves)
                    .corners(rules.corners);
                let (solution, elapsed) = clock.time(|| query.solve(*world, workspace));
                let path = match solution.outcome {
                    Outcome::Found(path) => {
                        let answer = (path.cells().collect(), path.cost());
                        workspace.recycle(path);
                        Some(answer)
                    }
                    _ => None,
                };
                Answer {
                    elapsed,
                    expanded: solution.statistics.expanded,
                    path,
                }
            }
            Self::Textbook(world) => {
                let (answer, elapsed) = clock.time(|| textbook::solve(world, start, goal));
                Answer {
                    elapsed,
                    expanded: answer.expanded,
                    path: answer.path.map(|(cells, cost)| {
                        let cells = cells.into_iter().map(IVec3::from).collect();
                        (cells, cost)
                    }),
                }
            }
            Self::Pathfinding(search) => {
                let (answer, elapsed) = clock.time(|| search.solve(start, goal));
                Answer {
                    elapsed,
                    expanded: answer.expanded,
                    path: answer.path.map(|(cells, cost)| {
                        let cells = cells.into_iter().map(|cell| search.unpack(cell));
                        (cells.collect(), cost)
                    }),
                }
            }
            Self::GridPathfinding(grid) => {
                let (points, elapsed) = clock.time(|| grid.solve(start, goal));
                let cells = points.map(|points| {
                    let cells = points.into_iter().map(|point| grid.cell(point));
                    cells.collect::<Vec<_>>()
                });
                Answer {
                    elapsed,
                    expanded: 0,
                    path: cells.map(|cells| {
                        let cost = cost_of(&cells);
                        (cells, cost)
                    }),
                }
            }
            Self::PathfindingPlain(world, rules) => {
                let (answer, elapsed) = clock.time(|| plain::solve(world, *rules, start, goal));
                Answer {
                    elapsed,
                    expanded: answer.expanded,
                    path: answer.path,
                }
            }
        }
    }

    /// Returns the bytes that the engine holds between problems.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        match self {
            Self::Voxnav { workspace, .. } => workspace.memory_bytes(),
            Self::Textbook(_)
            | Self::Pathfinding(_)
            | Self::PathfindingPlain(..)
            | Self::GridPathfinding(_) => 0,
        }
    }
}

/// Returns the sum of the costs of the moves between cells side by side.
fn cost_of(cells: &[IVec3]) -> Cost {
    let moves = cells.windows(2).map(|pair| pair[1] - pair[0]);
    moves
        .filter_map(Direction::from_offset)
        .map(Direction::cost)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_and_command_line_use_the_same_names() {
        for &name in EngineName::value_variants() {
            let value = name.to_possible_value().unwrap();
            assert_eq!(value.get_name(), name.as_str());
        }
    }
}
