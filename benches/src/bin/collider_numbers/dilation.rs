//! Dilating the cells of a map by an agent's box.

use std::error::Error;

use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Footprint, Occupancy, Traversability};
use voxnav_benches::clock::Clock;
use voxnav_benches::world::{LoadedWorld, WorldSource};

use super::figures::Figures;
use super::scenes::spread;

const SECTION: &str = "dilation";
/// Cells at which the definition is asked.
const SAMPLE: u32 = 200_000;

pub(crate) fn measure(
    map: &WorldSource,
    rounds: usize,
    figures: &mut Figures,
) -> Result<(), Box<dyn Error>> {
    let world = LoadedWorld::load(map, Clock::Wall)?.occupancy;
    let cells = world.bounds().volume();
    figures.section(&format!("dilation of {map}, {cells} cells"));
    let agents = [
        IVec3::ONE,
        IVec3::splat(3),
        IVec3::new(3, 5, 3),
        IVec3::splat(9),
    ];
    let agents = agents.map(|size| (size, centered(size)));
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..rounds {
        for ((_, agent), times) in agents.iter().zip(&mut times) {
            let agent = (*agent).map_err(|error| error.to_string())?;
            let (dilated, time) = Clock::Wall
                .time(|| Traversability::for_agent(&world, agent, UnknownPolicy::Blocked));
            times.push(time);
            check(&world, &dilated)?;
        }
    }
    for ((size, _), times) in agents.iter().zip(&times) {
        let what = format!("agent of {} x {} x {} cells", size.x, size.y, size.z);
        let aim = (*size == IVec3::new(3, 5, 3)).then_some("< 100 ms");
        figures.times(SECTION, what, times, aim);
    }
    Ok(())
}

fn centered(size: IVec3) -> Result<Footprint, voxnav::grid::FootprintError> {
    Footprint::new(CellBox::new(-size / 2, (size + 1) / 2))
}

/// Compares with the definition at cells spread evenly.
fn check(world: &Occupancy, dilated: &Traversability) -> Result<(), Box<dyn Error>> {
    let (bounds, offsets) = (world.bounds(), dilated.footprint().offsets());
    for cell in spread(bounds.max - bounds.min, SAMPLE) {
        let cell = bounds.min + cell;
        let mut covered = offsets.cells();
        let fits = covered.all(|offset| world.state(cell + offset) == CellState::Free);
        if dilated.is_traversable(cell) != fits {
            return Err(format!("{cell} is dilated wrong").into());
        }
    }
    Ok(())
}
