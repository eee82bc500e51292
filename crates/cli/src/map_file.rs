//! Map files made ready for queries, and what scenarios take for granted about each kind of file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use voxnav::{Axis, CellState, MoveSet, Occupancy, Traversability, UnknownPolicy};

use crate::error::CliError;
use crate::figures::grouped;

/// A map in memory.
pub(crate) struct MapFile {
    pub(crate) path: PathBuf,
    pub(crate) kind: MapKind,
    pub(crate) occupancy: Occupancy,
    pub(crate) world: Traversability,
    /// From opening the file to being ready for the first query.
    pub(crate) load: Duration,
}

/// The two families of benchmark maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapKind {
    /// `.3dmap`: voxels, 26 moves.
    Voxels,
    /// `.map`: one layer at z = 0, 8 moves within it.
    Grid,
}

impl MapKind {
    fn of(path: &Path) -> Self {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("map") => Self::Grid,
            _ => Self::Voxels,
        }
    }

    /// The moves that the listed lengths of scenarios are about.
    pub(crate) fn moves(self) -> MoveSet {
        match self {
            Self::Voxels => MoveSet::Vertex26,
            Self::Grid => MoveSet::Planar8(Axis::Z),
        }
    }

    /// What is appended to a map's name to name its scenario.
    fn scenario_suffix(self) -> &'static str {
        match self {
            Self::Voxels => ".3dscen",
            Self::Grid => ".scen",
        }
    }

    /// The scenario that belongs to the map at `path`.
    pub(crate) fn scenario_of(self, path: &Path) -> PathBuf {
        let mut name = OsString::from(path);
        name.push(self.scenario_suffix());
        name.into()
    }
}

impl MapFile {
    pub(crate) fn load(path: &Path) -> Result<Self, CliError> {
        let started = Instant::now();
        let occupancy = voxnav_formats::read_map(path)?;
        Ok(Self::of_cells(path, MapKind::of(path), occupancy, started))
    }

    /// A world that is no file and has a name in place of a path, in the making since `started`.
    pub(crate) fn of_cells(
        name: &Path,
        kind: MapKind,
        occupancy: Occupancy,
        started: Instant,
    ) -> Self {
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked)
            .with_components()
            .with_corridors();
        Self {
            path: name.to_owned(),
            kind,
            occupancy,
            world,
            load: started.elapsed(),
        }
    }

    /// Size and content in one line.
    pub(crate) fn description(&self) -> String {
        describe(&self.occupancy)
    }
}

/// Size and content of a world in one line.
pub(crate) fn describe(occupancy: &Occupancy) -> String {
    let size = occupancy.bounds().size();
    format!(
        "{} x {} x {} cells, {} occupied",
        size.x,
        size.y,
        size.z,
        grouped(occupancy.count(CellState::Occupied))
    )
}
