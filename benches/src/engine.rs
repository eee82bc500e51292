//! The engines that are compared, behind one interface.

use std::fmt;
use std::time::Duration;

use clap::ValueEnum;
use thiserror::Error;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, Query, SearchSettings};
use voxnav::{Algorithm, CornerRule, MoveSet, Outcome, Workspace};

use crate::clock::Clock;
use crate::found::EnginePath;
use crate::grid::JumpGrid;
use crate::packed::{PackedAStar, TooLargeToPack};
use crate::textbook;

/// An engine by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum EngineName {
    /// The default of voxnav.
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
    /// The `grid_pathfinding` crate, for worlds of one layer under lenient corners.
    GridPathfinding,
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// The answer of an engine to one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The time from the question to the path, in the engine's own form.
    pub elapsed: Duration,
    /// Cells whose successors were produced.
    pub expanded: u64,
    /// The cells from start to goal; `None` if the engine found no path.
    pub path: Option<Vec<IVec3>>,
    /// The cost that the engine claims, if it claims one.
    pub claimed: Option<Cost>,
}

/// A function from start and goal to a shortest path, on one world of uniform terrain.
pub type Engine<'w> = Box<dyn FnMut(IVec3, IVec3) -> Answer + 'w>;

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

impl EngineName {
    /// Returns the engine, cold, which times its searches by `clock`, but not the translation of its
    /// paths.
    ///
    /// # Errors
    /// [`Unfit`] if the engine cannot answer on this world or by the moves and corners of `rules`.
    pub fn engine(
        self,
        world: &Traversability,
        rules: SearchSettings,
        clock: Clock,
    ) -> Result<Engine<'_>, Unfit> {
        let own = |algorithm| voxnav(world, rules.algorithm(algorithm), clock);
        let is_strict = rules.corners == CornerRule::Strict;
        let is_planar = matches!(rules.moves, MoveSet::Planar8(_));
        Ok(match self {
            Self::Voxnav => own(Algorithm::Auto),
            Self::VoxnavJump => own(Algorithm::Jump),
            Self::VoxnavCanonical => own(Algorithm::Canonical),
            Self::VoxnavAStar => own(Algorithm::AStar),
            Self::Textbook if is_strict => Box::new(move |start, goal| {
                let (found, elapsed) = clock.time(|| textbook::solve(world, start, goal));
                answer(elapsed, found, IVec3::from)
            }),
            Self::Pathfinding => {
                let search = PackedAStar::new(world, rules)?;
                Box::new(move |start, goal| {
                    let (found, elapsed) = clock.time(|| search.solve(start, goal));
                    answer(elapsed, found, |cell| search.unpack(cell))
                })
            }
            Self::GridPathfinding if is_planar && !is_strict => {
                let grid = JumpGrid::new(world);
                Box::new(move |start, goal| {
                    let (found, elapsed) = clock.time(|| grid.solve(start, goal));
                    answer(elapsed, found, |point| grid.cell(point))
                })
            }
            Self::Textbook | Self::GridPathfinding => return Err(Unfit::Rules(self)),
        })
    }
}

/// Returns an engine of voxnav's own, which keeps its workspace from one problem to the next, as a
/// user would.
fn voxnav(world: &Traversability, settings: SearchSettings, clock: Clock) -> Engine<'_> {
    let mut workspace = Workspace::new();
    Box::new(move |start, goal| {
        let query = Query::new(start, goal).settings(settings);
        let (solution, elapsed) = clock.time(|| query.solve(world, &mut workspace));
        let mut found = EnginePath {
            path: None,
            claimed: None,
            expanded: solution.statistics.expanded,
        };
        if let Outcome::Found(path) = solution.outcome {
            found.path = Some(path.cells().collect());
            found.claimed = Some(path.cost());
            workspace.recycle(path);
        }
        answer(elapsed, found, |cell| cell)
    })
}

fn answer<C>(elapsed: Duration, found: EnginePath<C>, cell: impl Fn(C) -> IVec3) -> Answer {
    Answer {
        elapsed,
        expanded: found.expanded,
        path: found
            .path
            .map(|cells| cells.into_iter().map(cell).collect()),
        claimed: found.claimed,
    }
}
