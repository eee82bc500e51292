//! Fields made in arrays.

use std::sync::atomic::Ordering;

use super::spread::{End, Spread, Spreading, Until};
use crate::cost::Cost;
use crate::dense::{Cells, Frontier, Grid};
use crate::memory::{OutOfKeys, Records};
use crate::movement::{Terrain, TerrainReader};

/// The number of cells between two looks at the token.
const SLICE: usize = 1 << 10;

/// The least part of the places that is looked through, instead of a list of those reached.
const LEAST_PART: usize = 16;

impl Spread<'_> {
    /// Makes the whole field in arrays; `None` where the world is too large for them, costs are too far apart, or a limit
    /// may end the search before it is whole.
    pub(super) fn run_densely(
        &self,
        terrain: &Terrain,
        records: &mut Records,
        until: &Until<'_>,
    ) -> Option<Result<Spreading, OutOfKeys>> {
        let is_whole = until.settled.is_empty() && until.within == Cost::MAX;
        if !is_whole || until.expanded < self.world.bounds().volume() {
            return None;
        }
        let cells = Cells {
            world: self.world,
            pruning: self.pruning,
            costs: self.costs,
            terrain: TerrainReader::new(terrain, self.costs),
        };
        let mut grid = Grid::new(&cells)?;
        // The records that the field is kept in take as much again, and what searches have in common.
        let bytes = 3 * Frontier::PLACE_BYTES * grid.places() as u64;
        if until.memory.is_some_and(|most| most < bytes) {
            return None;
        }
        let mut frontier = Frontier::new(&mut grid, &cells, self.side, self.seeds);
        let mut reached = Vec::new();
        let end = loop {
            let Some(place) = frontier.take() else {
                break if frontier.is_out_of_range() {
                    End::OutOfRange
                } else {
                    End::Complete
                };
            };
            frontier.expand(&mut grid, &cells, place, |_, _, _| true);
            reached.push(place);
            let is_to_look = reached.len() % SLICE == 0;
            if is_to_look && until.cancel.is_some_and(|it| it.load(Ordering::Relaxed)) {
                break End::Cancelled;
            }
        };
        Some(
            keep(&grid, &frontier, reached, records).map(|()| Spreading {
                exact: match end {
                    End::Complete => Cost::MAX,
                    _ => Cost::ZERO,
                },
                end,
                statistics: *frontier.statistics(),
            }),
        )
    }
}

/// Writes the costs and the arrivals to records, in cell order.
fn keep(
    grid: &Grid,
    frontier: &Frontier,
    mut reached: Vec<u32>,
    records: &mut Records,
) -> Result<(), OutOfKeys> {
    let mut keep = |place, cell| {
        let Some(cost) = frontier.cost(place) else {
            return Ok(());
        };
        let key = records.key(cell)?;
        records.find_or_insert(key, Cost::from_raw(cost), frontier.arrival(place));
        records.record_mut(key).close();
        Ok(())
    };
    if reached.len() * LEAST_PART < grid.places() {
        reached.sort_unstable();
        return reached
            .into_iter()
            .try_for_each(|place| keep(place, grid.cell(place)));
    }
    let mut cells = grid.bounds().cells();
    cells.try_for_each(|cell| keep(grid.place(cell), cell))
}
