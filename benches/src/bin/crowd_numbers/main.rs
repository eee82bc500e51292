//! Crowds in hard scenes: arrivals, their times, overlaps, and the time per agent and tick.

mod play;
mod scenes;

use std::error::Error;

use clap::{Parser, ValueEnum};
use voxnav_benches::Clock;
use voxnav_crowd::crowd::CrowdSettings;

use play::Played;
use scenes::Scene;

/// Plays crowds in scenes that are hard
#[derive(Debug, Parser)]
struct Arguments {
    /// The scenes; all unless given
    #[arg(value_enum)]
    scenes: Vec<Scene>,
    /// The most seconds that a scene is played for
    #[arg(long, default_value_t = 180.0)]
    seconds: f64,
    /// The work of an update, in units
    #[arg(long, default_value_t = 4000)]
    work: u64,
    /// The threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The first seed of the places drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of seeds, one after the other
    #[arg(long, default_value_t = 1)]
    seeds: u64,
}

#[expect(clippy::print_stdout, reason = "the table is what it is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let scenes = match arguments.scenes[..] {
        [] => Scene::value_variants(),
        ref some => some,
    };
    println!(
        "| scene, seed | arrived | last, s | overlaps | us an agent and tick | longest update, ms |"
    );
    println!("|---|---|---|---|---|---|");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads)
        .build()?;
    let seeds = arguments.seed..arguments.seed + arguments.seeds;
    let runs = scenes
        .iter()
        .flat_map(|scene| seeds.clone().map(move |seed| (scene, seed)));
    for (scene, seed) in runs {
        let settings = CrowdSettings::default().budget(arguments.work);
        let played = pool.install(|| -> Result<Played, String> {
            let setting = scene.set(seed).map_err(|error| error.to_string())?;
            Played::new(setting, arguments.seconds, settings).map_err(|error| error.to_string())
        })?;
        let name = scene
            .to_possible_value()
            .map_or_else(String::new, |it| it.get_name().to_owned());
        let turns = f64::from(played.ticks) * f64::from(u32::try_from(played.agents)?);
        println!(
            "| {name}, {seed} | {} of {} | {:.1} | {} | {:.2} | {:.1} |",
            played.arrived,
            played.agents,
            played.last,
            played.overlaps,
            played.time.as_secs_f64() * 1e6 / turns,
            played.longest.as_secs_f64() * 1e3,
        );
    }
    Ok(())
}
