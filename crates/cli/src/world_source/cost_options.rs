//! Costs of cells: the options that give them, and what reports say of them.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use voxnav::Terrain;
use voxnav::grid::{CellState, Occupancy};
use voxnav::search::{Cost, CostConvention, CostError};
use voxnav_files::{CostArray, CostArrayError, Import};

use super::import_options::ImportOptions;
use super::map_file::{MapSource, World};
use crate::error::CliError;
use crate::values::named;
use voxnav_lab::figures::compact;

/// Under what the help lists these options. Each says so itself: what a group says holds for all that
/// follow the group.
const HEADING: &str = "Costs of cells";

/// The options of a world in which agents are routed.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct MapOptions {
    #[command(flatten)]
    pub(crate) import: ImportOptions,

    #[command(flatten)]
    pub(crate) costs: CostOptions,
}

/// The costs of cells, for flying agents.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct CostOptions {
    /// The cost of each cell, for flying agents: a .npy array of numbers above 0
    ///
    /// Replaces the costs that a .voxnav file has. The shape is that of the world, in the order that --axes says, and
    /// the first element is the lowest cell. Types are u8 to f64. Occupied cells may have any number. In solve, route
    /// and convert the map may be left out: then the array is the world, from cell 0,0,0 on, with every cell free
    /// but those that --infinite blocks.
    #[arg(long = "costs", help_heading = HEADING, value_name = "FILE.npy")]
    costs: Option<PathBuf>,

    /// Which cell of a move counts: entered, mean of both, or max of both
    /// [default: entered]
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "C",
        requires = "costs",
        hide_possible_values = true,
        value_parser = named([
            ("entered", CostConvention::Entered),
            ("mean", CostConvention::Mean),
            ("max", CostConvention::Max)
        ]),
        verbatim_doc_comment
    )]
    convention: Option<CostConvention>,

    /// Make cells of infinite cost occupied, instead of refusing them
    #[arg(long, help_heading = HEADING, requires = "costs")]
    infinite: bool,
}

impl CostOptions {
    /// The file, if costs are given.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.costs.as_deref()
    }

    /// Returns the name of a world: of its source, or else of the costs that it is made of.
    pub(crate) fn name_of(&self, source: Option<&MapSource>) -> PathBuf {
        match source {
            Some(MapSource::File(path)) => path.clone(),
            Some(MapSource::Generated(world)) => world.to_string().into(),
            None => self.costs.clone().unwrap_or_default(),
        }
    }

    /// Refuses costs for ground agents.
    pub(crate) fn check<T>(&self, locomotion: Option<&T>) -> Result<(), CliError> {
        match (&self.costs, locomotion) {
            (Some(_), Some(_)) => Err(CliError::bad_input(
                "--costs are for flying agents; leave out --costs or --locomotion",
            )),
            _ => Ok(()),
        }
    }

    /// Returns a world whose cells have their costs, if any are given: without a world, free cells of the shape of the
    /// costs.
    pub(crate) fn on(&self, world: Option<World>, import: &Import) -> Result<World, CliError> {
        let Some(path) = &self.costs else {
            return world.ok_or_else(|| CliError::bad_input("give a map, or --costs"));
        };
        let costs = CostArray::read(path, import.array_axes)?;
        let mut world = world.map_or_else(|| World::free(costs.size(), path, import), Ok)?;
        self.put(&costs, path, &mut world)?;
        Ok(world)
    }

    fn put(&self, costs: &CostArray, path: &Path, world: &mut World) -> Result<(), CliError> {
        let water = world.water.as_mut();
        if self.infinite {
            let all = [Some(&mut world.occupancy), water].into_iter().flatten();
            for cells in all {
                *cells = blocked(cells, costs, path)?;
            }
            // They may be of cells that are occupied now.
            world.derived.clear();
        }
        let worlds = [Some(&world.occupancy), world.water.as_ref()];
        let is_open = |cells: &Occupancy, cell| cells.state(cell) != CellState::Occupied;
        let has_cost = |cell| worlds.iter().flatten().any(|cells| is_open(cells, cell));
        let convention = self.convention.unwrap_or_default();
        let terrain = costs.terrain(world.occupancy.bounds(), convention, has_cost);
        world.terrain = terrain.map_err(|error| refused(path, &error))?;
        Ok(())
    }
}

/// Returns a world in which cells of infinite cost are occupied.
fn blocked(cells: &Occupancy, costs: &CostArray, path: &Path) -> Result<Occupancy, CliError> {
    let mut edit = cells.edit();
    for cell in costs.infinite(cells.bounds()) {
        let set = edit.set(cell, CellState::Occupied);
        set.map_err(|error| CliError::at(path, error))?;
    }
    Ok(edit.commit())
}

/// Reports costs that are not those of a world.
fn refused(path: &Path, error: &CostArrayError) -> CliError {
    let advice = match error {
        CostArrayError::Shape { .. } => {
            "give an array of that shape, or the order of its axes by --axes"
        }
        CostArrayError::Cost(CostError::NotACost { cost, .. }) if *cost == f64::INFINITY => {
            "block such cells by --infinite"
        }
        CostArrayError::Cost(CostError::Range { .. }) => "raise the smallest, or lower the largest",
        _ => "give each cell that is not occupied such a cost",
    };
    CliError::at(path, format!("{error}; {advice}"))
}

/// The scale of costs, as reports have it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct CostFacts {
    /// The cells of a move that count.
    convention: CostConvention,
    /// The smallest cost: that of a straight move whose cost is 2^30.
    unit: f64,
    /// The most by which the cost of a path differs from the sum of its floats, as a part of it.
    rounding: f64,
}

impl CostFacts {
    /// Returns the facts about costs; `None` where all cells cost the same.
    pub(crate) fn of(terrain: &Terrain) -> Option<Self> {
        let scale = terrain.scale();
        (!terrain.is_uniform()).then(|| Self {
            convention: terrain.convention(),
            unit: scale.unit(),
            rounding: scale.rounding(),
        })
    }

    pub(crate) fn unit(&self) -> f64 {
        self.unit
    }

    /// Returns a cost in the unit in which costs were given.
    pub(crate) fn in_units(&self, cost: Cost) -> f64 {
        cost.length() * self.unit
    }
}

impl fmt::Display for CostFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = match self.convention {
            CostConvention::Entered => "cell entered",
            CostConvention::Mean => "mean of both",
            CostConvention::Max => "larger of both",
        };
        write!(f, "{counts}, unit {}, ", self.unit)?;
        if self.rounding == 0.0 {
            f.write_str("exact")
        } else {
            write!(f, "off by at most {} %", compact(self.rounding * 100.0))
        }
    }
}
