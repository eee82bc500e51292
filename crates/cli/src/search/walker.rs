//! A ground agent of a map, for the commands that take `--locomotion`.

use std::path::PathBuf;

use clap::Args;
use voxnav::glam::IVec3;
use voxnav::grid::Occupancy;
use voxnav::ground::{Ground, Locomotion};
use voxnav::{Lattice, RouteOptions, View};

use crate::error::{CliError, Context};
use crate::search::locomotion::LocomotionSource;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct WalkerOptions {
    /// Route an agent on the ground: walker, spider, diver, crouching, ticks, mineflayer, roblox or FILE.toml
    ///
    /// The agent must be able to stand, swim or climb at starts and goals. FILE.toml overrides fields of
    /// a preset; the book's page on agents on the ground describes them.
    #[arg(
        long = "locomotion",
        value_name = "L",
        conflicts_with_all = ["moves", "corners", "heuristic", "within", "jump_index", "index", "no_index", "portals"]
    )]
    pub(crate) source: Option<LocomotionSource>,
}

impl WalkerOptions {
    /// The agent in a world, if one is asked for.
    pub(crate) fn on(&self, world: (&Occupancy, &Lattice)) -> Result<Option<Walker>, CliError> {
        let source = self.source.as_ref();
        source.map(|source| Walker::new(source, world)).transpose()
    }
}

/// The moves of a ground agent in a world.
pub(crate) struct Walker {
    /// The name of the agent in reports.
    pub(crate) name: String,
    pub(crate) agent: Locomotion,
    pub(crate) ground: Ground,
}

impl Walker {
    pub(crate) fn new(
        source: &LocomotionSource,
        (world, lattice): (&Occupancy, &Lattice),
    ) -> Result<Self, CliError> {
        let agent = source.load(lattice)?;
        let ground = Ground::new(world, &agent).or_advise("give another --locomotion")?;
        // Made to be refused where such agents cannot go among such cells.
        View::on_ground(*lattice, ground.clone(), &RouteOptions::default())
            .or_advise("give --cell-size so, or another map")?;
        Ok(Self {
            name: source.name(),
            ground,
            agent,
        })
    }

    /// The cell at or below a drawn one where the agent rests.
    pub(crate) fn settled(&self, drawn: IVec3) -> Option<IVec3> {
        let bounds = self.ground.stances().occupancy().bounds();
        self.ground.settled(drawn, bounds.size().max_element())
    }
}

/// The name of a map whose scenario is this agent's: `hills.3dmap` is `hills.3dmap.walker`.
pub(crate) fn map_name_for(map: &std::path::Path, source: &LocomotionSource) -> PathBuf {
    let mut name = map.as_os_str().to_owned();
    name.push(".");
    name.push(source.short_name());
    name.into()
}
