//! The sizes of agents that requests name, and what each of them sees.
//!
//! INVARIANT: sizes are numbered as they come, whether the requests that name them are answered or
//! skipped, so that a run that goes on where another ended numbers them alike.

use std::sync::OnceLock;

use voxnav::batch::{AgentIndex, Batch};
use voxnav::glam::IVec3;
use voxnav::grid::{Footprint, Traversability};
use voxnav::{Terrain, UnknownPolicy};

use crate::search::keep_away::KeepAwayOptions;
use crate::search::mode::Flight;
use crate::world_source::map_file::MapFile;

/// The columns, or members, that state the size of an agent in cells.
pub(super) const COLUMNS: [&str; 3] = ["agent_x", "agent_y", "agent_z"];
/// Sizes that one run may name. Each takes as much memory as the map does.
pub(super) const MOST: usize = 64;

/// More sizes than there may be.
#[derive(Debug)]
pub(super) struct TooMany;

/// The distinct sizes so far; the first is one cell.
#[derive(Debug)]
pub(super) struct Sizes(Vec<Footprint>);

impl Default for Sizes {
    fn default() -> Self {
        Self(vec![Footprint::ONE])
    }
}

impl Sizes {
    /// The agent that covers these cells.
    pub(super) fn agent(&mut self, cells: Footprint) -> Result<AgentIndex, TooMany> {
        let known = self.0.iter().position(|known| *known == cells);
        let place = match known {
            Some(place) => place,
            None if self.0.len() == MOST => return Err(TooMany),
            None => {
                self.0.push(cells);
                self.0.len() - 1
            }
        };
        u32::try_from(place).map(AgentIndex).map_err(|_| TooMany)
    }
}

/// The costs of cells for the agents of a batch that keep away from what blocks them. They outlive the requests.
pub(super) struct Costs {
    keep_away: KeepAwayOptions,
    by_agent: Vec<OnceLock<Terrain>>,
}

impl Costs {
    pub(super) fn new(keep_away: KeepAwayOptions) -> Self {
        let places = (0..2 * MOST).map(|_| OnceLock::new());
        Self {
            keep_away,
            by_agent: places.collect(),
        }
    }
}

/// The worlds of agents of the sizes that were needed so far. On a map with water there are two
/// worlds for each size, of ground and of water, so agents of a batch are not numbered as sizes are.
pub(super) struct Worlds<'m> {
    map: &'m MapFile,
    costs: &'m Costs,
    by_agent: Vec<Traversability>,
}

impl<'m> Worlds<'m> {
    /// The worlds of agents of one cell; `batch` knows that of ground.
    pub(super) fn new((map, costs): (&'m MapFile, &'m Costs), batch: &Batch<'_>) -> Self {
        let mut by_agent = vec![map.world.clone()];
        if let Some((_, water)) = map.water() {
            batch.add_agent(water.clone());
            by_agent.push(water.clone());
        }
        Self {
            map,
            costs,
            by_agent,
        }
    }

    /// Sees to it that `batch` knows all `sizes`: dilates the map for those that are new.
    pub(super) fn provide(&mut self, sizes: &Sizes, batch: &Batch<'_>) {
        let known = self.by_agent.len() / self.media();
        for &cells in &sizes.0[known.min(sizes.0.len())..] {
            let water = self.map.water().map(|(occupancy, _)| occupancy);
            for occupancy in std::iter::once(&self.map.occupancy).chain(water) {
                let world = Traversability::for_agent(occupancy, cells, UnknownPolicy::Blocked);
                let world = world.with_components();
                batch.add_agent(world.clone());
                self.by_agent.push(world);
            }
        }
    }

    /// The agent of the batch that has a size and starts at a cell.
    pub(super) fn agent(&self, size: AgentIndex, start: IVec3) -> AgentIndex {
        // INVARIANT: at most `MOST` sizes on two media.
        let media = u32::try_from(self.media()).unwrap_or(1);
        AgentIndex(size.0 * media + u32::from(self.map.is_water(start)))
    }

    /// Returns the world of an agent that was provided.
    pub(super) fn of(&self, agent: AgentIndex) -> &Traversability {
        // INVARIANT: an agent is provided before its first request is passed on.
        &self.by_agent[agent.0 as usize]
    }

    /// Returns what moves cost an agent that was provided.
    pub(super) fn terrain(&self, agent: AgentIndex) -> &'m Terrain {
        let (costs, lattice) = (&self.map.terrain, &self.map.lattice);
        let derived = || self.costs.keep_away.over(costs, self.of(agent), lattice);
        // INVARIANT: at most `MOST` sizes on two media.
        self.costs.by_agent[agent.0 as usize].get_or_init(derived)
    }

    /// Returns the flight of an agent that was provided.
    pub(super) fn flight(&self, agent: AgentIndex) -> Flight<'_> {
        Flight::new(self.of(agent), self.terrain(agent), &self.map.lattice)
    }

    /// Returns the number of worlds for each size.
    fn media(&self) -> usize {
        1 + usize::from(self.map.water().is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::agent::cells;

    #[test]
    fn equal_sizes_are_one_agent_and_there_are_so_many_at_most() {
        let mut sizes = Sizes::default();
        let mut agent = |x, y| sizes.agent(cells(IVec3::new(x, y, 1)).unwrap());
        assert_eq!(agent(1, 1).unwrap(), AgentIndex(0));
        assert_eq!(agent(1, 2).unwrap(), AgentIndex(1));
        assert_eq!(agent(1, 2).unwrap(), AgentIndex(1));
        for size in (2..).take(MOST - 2) {
            agent(size, 1).unwrap();
        }
        assert!(agent(100, 1).is_err());
        assert!(agent(2, 1).is_ok());
    }
}
