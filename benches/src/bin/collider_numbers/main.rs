//! The costs of worlds of colliders: baking, dilation, moving an obstacle, further sizes of agent.
//!
//! What is compared takes turns in one run, medians count, and every result is checked in the same
//! run against the direct query, the definition, or a bake from scratch.

#![expect(clippy::print_stdout, reason = "a program that reports")]

mod baking;
mod dilation;
mod figures;
mod moving;
mod scenes;
mod sizes;

use std::error::Error;
use std::fs::File;
use std::path::PathBuf;

use clap::Parser;
use voxnav_benches::world::WorldSource;

use figures::Figures;

/// Measures worlds made of colliders.
#[derive(Debug, Parser)]
struct Arguments {
    /// The world to dilate: a map file (.3dmap or .map), or `generated:KIND:X,Y,Z:SEED`; by default
    /// 62 million cells of towers
    #[arg(default_value = "generated:towers:389,313,511:1")]
    map: WorldSource,
    /// How often everything is timed
    #[arg(long, value_name = "N", default_value_t = 7)]
    rounds: usize,
    /// Only these sections
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<Section>,
    /// Writes the figures to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Section {
    Baking,
    Dilation,
    Moving,
    Sizes,
}

impl Arguments {
    fn wants(&self, section: Section) -> bool {
        self.only.is_empty() || self.only.contains(&section)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let rounds = arguments.rounds.max(1);
    let mut figures = Figures::default();
    if arguments.wants(Section::Baking) {
        baking::measure(rounds, &mut figures)?;
    }
    if arguments.wants(Section::Dilation) {
        dilation::measure(&arguments.map, rounds, &mut figures)?;
    }
    if arguments.wants(Section::Moving) {
        moving::measure(rounds, &mut figures)?;
    }
    if arguments.wants(Section::Sizes) {
        sizes::measure(rounds, &mut figures)?;
    }
    if let Some(path) = &arguments.json {
        serde_json::to_writer_pretty(File::create(path)?, &figures)?;
    }
    Ok(())
}
