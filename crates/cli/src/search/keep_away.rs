//! The option that keeps paths away from what blocks the agent.

use clap::Args;
use voxnav::grid::Traversability;
use voxnav::spatial::KeepAway;
use voxnav::{Lattice, Terrain};

use crate::values::{NoValue, expected};

#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct KeepAwayOptions {
    /// Keep paths of flying agents away from what blocks them, where there is room
    ///
    /// A move into a cell beside a blocked one costs WEIGHT times as much, from 1 to 65535, and less and less up to cells
    /// that are DISTANCE cells further away, or longest sides where cells are no cubes. The path is the cheapest, and at most WEIGHT times as long as the
    /// shortest. The agent's size is taken off, and the bounds of the map are nothing to keep away from.
    #[arg(
        long,
        value_name = "DISTANCE,WEIGHT",
        value_parser = distance,
        allow_hyphen_values = true,
        conflicts_with = "source"
    )]
    keep_away: Option<KeepAway>,
}

impl KeepAwayOptions {
    /// Returns terrain with what nearness costs an agent in a world.
    pub(crate) fn over(
        self,
        terrain: &Terrain,
        world: &Traversability,
        lattice: &Lattice,
    ) -> Terrain {
        let lattice = lattice.in_longest_sides();
        // The numbers were checked when they were read, and the sides with the map.
        let over = |it: KeepAway| it.over(terrain.clone(), world, &lattice).ok();
        let wary = self.keep_away.and_then(over);
        wary.unwrap_or_else(|| terrain.clone())
    }

    /// Returns the distance and the weight, as they are given.
    pub(crate) fn told(self) -> Option<String> {
        let keep_away = self.keep_away?;
        Some(format!("{},{}", keep_away.distance, keep_away.weight))
    }
}

/// Reads a distance in cells and a weight.
fn distance(text: &str) -> Result<KeepAway, NoValue> {
    let read = |(distance, weight): (&str, &str)| {
        let keep_away = KeepAway::new(distance.trim().parse().ok()?, weight.trim().parse().ok()?);
        keep_away.check().ok().map(|()| keep_away)
    };
    let read = text.split_once(',').and_then(read);
    read.map_or_else(
        || expected("a distance in cells and a weight from 1 to 65535, such as 2,4"),
        Ok,
    )
}
