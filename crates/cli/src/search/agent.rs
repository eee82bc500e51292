//! The size of an agent, for the commands whose agent has one.

use clap::Args;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Footprint, FootprintError};

use crate::error::{CliError, Context};
use crate::values::triple;

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct AgentOptions {
    /// The size of the agent in cells, each from 1 to 127
    ///
    /// The agent lies around its cell, evenly where the size is odd, else with one more cell toward larger
    /// coordinates. All that it covers must be free.
    #[arg(
        long,
        value_name = "X,Y,Z",
        default_value = "1,1,1",
        conflicts_with = "source",
        value_parser = triple
    )]
    agent: IVec3,
}

/// The largest size on an axis: [`Footprint::MAX_REACH`] on both sides of the agent's cell.
pub(crate) const LARGEST: i32 = 2 * Footprint::MAX_REACH + 1;

/// The cells of an agent around the cell where it is: as many on both sides, and where that does
/// not come out even, one more toward larger coordinates.
pub(crate) fn cells(size: IVec3) -> Result<Footprint, FootprintError> {
    let below = (size - 1) / 2;
    Footprint::new(CellBox::new(-below, size - below))
}

/// Returns the cells of the agent of an option.
pub(crate) fn stated_cells(size: IVec3) -> Result<Footprint, CliError> {
    cells(size).or_advise(&format!(
        "give an --agent of 1 to {LARGEST} cells along each axis"
    ))
}

impl AgentOptions {
    /// Its size along each axis.
    pub(crate) fn size(self) -> IVec3 {
        self.agent
    }

    /// The cells that it covers.
    pub(crate) fn cells(self) -> Result<Footprint, CliError> {
        stated_cells(self.size())
    }

    /// Its size in words, if it is larger than a cell.
    pub(crate) fn told(self) -> Option<String> {
        let [x, y, z] = self.size().to_array();
        (self.size() != IVec3::ONE).then(|| format!("{x} x {y} x {z} cells"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_lies_around_its_cell_and_one_further_up_if_even() {
        let offsets = |size| cells(IVec3::splat(size)).unwrap().offsets();
        let along = |min, max| CellBox::new(IVec3::splat(min), IVec3::splat(max));
        assert_eq!(offsets(1), along(0, 1));
        assert_eq!(offsets(2), along(0, 2));
        assert_eq!(offsets(3), along(-1, 2));
        assert_eq!(offsets(4), along(-1, 3));
        assert_eq!(offsets(LARGEST), along(-63, 64));
        assert!(cells(IVec3::splat(LARGEST + 1)).is_err());
    }
}
