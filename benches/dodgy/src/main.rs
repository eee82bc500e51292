//! Crowds and `dodgy_3d` in the same scenes and one run: arrivals, times, overlaps, and the time per agent and tick.
//!
//! `dodgy_3d` chooses velocities, without routes or walls. Its agents follow the smooth routes of a crowd, choose among
//! the same number of nearest neighbors, and are stopped by walls axis by axis (`peer.rs`).

#[path = "../../src/clock.rs"]
mod clock;
mod peer;
#[path = "../../src/bin/crowd_numbers/play.rs"]
mod play;
#[path = "../../src/bin/crowd_numbers/scenes.rs"]
mod scenes;

use std::error::Error;

use clap::{Parser, ValueEnum};
use voxnav_crowd::crowd::CrowdSettings;

use clock::Clock;
use play::Played;
use scenes::Scene;

/// Plays crowds of voxnav and `dodgy_3d`
#[derive(Debug, Parser)]
struct Arguments {
    /// The scenes; all unless given
    #[arg(value_enum)]
    scenes: Vec<Scene>,
    /// The most seconds that a scene is played for
    #[arg(long, default_value_t = 120.0)]
    seconds: f64,
    /// The seed of the places drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let scenes = match arguments.scenes[..] {
        [] => Scene::value_variants(),
        ref some => some,
    };
    println!("| scene | who | arrived | last, s | overlaps | deepest, % | us an agent and tick |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    // One thread, by its own time.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    for scene in scenes {
        let name = scene
            .to_possible_value()
            .map_or_else(String::new, |it| it.get_name().to_owned());
        let both = pool.install(|| -> Result<[(&str, Played); 2], String> {
            let text = |error: Box<dyn Error>| error.to_string();
            let set = || scene.set(arguments.seed).map_err(text);
            let ours = Played::new(set()?, arguments.seconds, CrowdSettings::default()).map_err(text)?;
            let theirs = peer::played(set()?, arguments.seconds).map_err(text)?;
            Ok([("voxnav", ours), ("dodgy_3d", theirs)])
        })?;
        for (who, played) in both {
            let turns = f64::from(played.ticks) * f64::from(u32::try_from(played.agents)?);
            println!(
                "| {name} | {who} | {} of {} | {:.1} | {} | {:.0} | {:.2} |",
                played.arrived,
                played.agents,
                played.last,
                played.overlaps,
                played.deepest * 100.0,
                played.time.as_secs_f64() * 1e6 / turns,
            );
        }
    }
    Ok(())
}
