//! The size of an agent, for the commands whose agent has one.

use clap::Args;
use voxnav::glam::IVec3;
use voxnav::grid::Footprint;

use crate::cell::Triple;
use crate::error::{CliError, Context};
use crate::route::sizes;

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
        conflicts_with = "source"
    )]
    agent: Triple,
}

/// The cells that an agent of this size covers.
pub(crate) fn cells(size: IVec3) -> Result<Footprint, CliError> {
    let most = sizes::LARGEST;
    let advice = format!("give an --agent of 1 to {most} cells along each axis");
    sizes::cells(size).or_advise(&advice)
}

impl Default for AgentOptions {
    fn default() -> Self {
        let agent = Triple(IVec3::ONE);
        Self { agent }
    }
}

impl AgentOptions {
    /// Its size along each axis.
    pub(crate) fn size(self) -> IVec3 {
        self.agent.0
    }

    /// The cells that it covers.
    pub(crate) fn cells(self) -> Result<Footprint, CliError> {
        cells(self.size())
    }

    /// Its size in words, if it is larger than a cell.
    pub(crate) fn told(self) -> Option<String> {
        let [x, y, z] = self.size().to_array();
        (self.size() != IVec3::ONE).then(|| format!("{x} x {y} x {z} cells"))
    }
}
