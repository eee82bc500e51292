//! Navigators, and their lattice.

use voxnav::grid::CellBox;
use voxnav::{AgentId, Lattice, Navigator};

use crate::border::{call, changing, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, insert, read};
use crate::ids::{VoxnavAgent, VoxnavNavigator};
use crate::memory::{In, Out};
use crate::objects::NavigatorObject;
use crate::values::{VoxnavCell, VoxnavCells, VoxnavPoint};

/// The region of a world, and the size of its cells.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavRegion {
    /// The size of the struct: `sizeof(VoxnavRegion)`.
    pub size: usize,
    /// The side of a cell, in world units: half of the narrowest gap that matters.
    pub cell_size: f64,
    /// The center of cell (0, 0, 0). Half a cell on each axis puts the faces of cells on multiples of their size.
    pub origin: VoxnavPoint,
    /// A position in the first cell.
    pub min: VoxnavPoint,
    /// A position in the last cell, which is part of the region.
    pub max: VoxnavPoint,
}

/// Makes an empty world in a region, and writes its handle into `navigator`.
///
/// Errors: a cell size not between 1e-100 and 1e100, positions that are not finite or too far away for any cell.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_new(
    region: In<VoxnavRegion>,
    navigator: Out<VoxnavNavigator>,
) -> VoxnavStatus {
    call(|| {
        let region = region.needed("region")?;
        navigator.check("navigator")?;
        let lattice = Lattice::new(region.origin.into(), region.cell_size)?;
        give_navigator(region.navigator(lattice)?, navigator)
    })
}

/// Makes an empty world in a region, of cells whose sides along x, y and z are `sizes` instead of the size of the region,
/// and writes its handle into `navigator`. Ground agents go among cells that are as long as wide and no higher, agents that
/// fly among cells of any sides.
///
/// Errors: sizes not between 1e-100 and 1e100 or more than 64 times another, positions that are not finite or too far away
/// for any cell.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_with_sizes(
    region: In<VoxnavRegion>,
    sizes: VoxnavPoint,
    navigator: Out<VoxnavNavigator>,
) -> VoxnavStatus {
    call(|| {
        let region = region.needed("region")?;
        navigator.check("navigator")?;
        let lattice = Lattice::with_sizes(region.origin.into(), sizes.into())?;
        give_navigator(region.navigator(lattice)?, navigator)
    })
}

impl VoxnavRegion {
    /// Makes the world of the region among the cells of a lattice.
    fn navigator(&self, lattice: Lattice) -> Result<Navigator, Refusal> {
        let [min, max] = [self.min, self.max].map(|at| lattice.cell_at(at.into()));
        let bounds = CellBox::new(min?, max? + 1);
        Ok(Navigator::new(lattice, bounds)?)
    }
}

/// Puts a navigator and its agents under handles.
pub(crate) fn give_navigator(
    navigator: Navigator,
    handle: Out<VoxnavNavigator>,
) -> Result<(), Refusal> {
    use crate::objects::{AgentOf, Kind};

    let agents = navigator.agents().map(|(id, _, locomotion)| {
        let kind = locomotion.map_or(Kind::Flight, |_| Kind::Ground);
        (kind, id)
    });
    let mut agents: Vec<(Kind, AgentId)> = agents.collect();
    agents.sort();
    let held = NavigatorObject {
        navigator,
        agents: Vec::new(),
    };
    let navigator = insert(held)?;
    for (kind, id) in agents {
        let own = AgentOf {
            navigator,
            id,
            kind,
        };
        let agent = insert(own)?;
        change(navigator, |held| {
            held.agents.push(agent);
            Ok(())
        })?;
    }
    handle.put(navigator, "navigator")
}

/// Writes the cells that agents of a navigator may be in.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_bounds(
    navigator: VoxnavNavigator,
    bounds: Out<VoxnavCells>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        bounds.put(held.navigator.bounds().into(), "bounds")
    })
}

/// Writes the cell that owns a position: that with the nearest center.
///
/// Errors: a position that is not finite or too far away for any cell.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cell_at(
    navigator: VoxnavNavigator,
    position: VoxnavPoint,
    cell: Out<VoxnavCell>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let found = held.navigator.lattice().cell_at(position.into())?;
        cell.put(found.into(), "cell")
    })
}

/// Writes the position of the center of a cell.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cell_center(
    navigator: VoxnavNavigator,
    cell: VoxnavCell,
    position: Out<VoxnavPoint>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let at = held.navigator.lattice().center(cell.into());
        position.put(at.into(), "position")
    })
}

/// Brings the worlds of all agents up to date with every edit, so that the next questions need not.
///
/// Errors: too many chunks are near obstacles to be baked.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_refresh(navigator: VoxnavNavigator) -> VoxnavStatus {
    changing(navigator, |held| Ok(held.navigator.refresh()?))
}

/// Writes the handles of the agents of a navigator, those that fly first, each kind in the order in which they were
/// added. At most `capacity` handles are written; `count` is the number of all.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_navigator_agents(
    navigator: VoxnavNavigator,
    buffer: Out<VoxnavAgent>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        let mut agents = Vec::new();
        let handles = read(navigator, |held| Ok(held.agents.clone()))?;
        for handle in handles {
            // One that was removed is no agent any more.
            if let Ok(agent) = read(handle, |agent| Ok(*agent)) {
                agents.push((agent.kind, handle));
            }
        }
        agents.sort_by_key(|(kind, _)| *kind);
        buffer.fill(
            capacity,
            count,
            agents.into_iter().map(|(_, handle)| handle),
        )
    })
}
