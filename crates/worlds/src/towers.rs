//! Towers: a city of boxes on a ground plane, with bridges, under an open sky. Up is +z.
//!
//! The ground is divided into square lots. A lot holds at most one tower, which narrows once or
//! twice on its way up and keeps a free margin to the edge of its lot, so that streets stay open.
//! Some towers in neighboring lots are joined by a bridge below both tops. A world one cell high
//! is all ground below and would have no free cell, so it has no ground.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use crate::WorldError;
use crate::draws::{Draws, Stream};
use crate::rows::coordinate;
use crate::stream::Piece;
use crate::until::Until;

/// Cells along a side of a lot.
const LOT: i32 = 16;

/// The share of lots, in percent, that have a tower.
const BUILT_LOTS: u64 = 80;

/// The sides of a tower at its foot, in cells: at least 2 cells of the 16 stay street.
const FOOT: (i32, i32) = (5, 14);

/// The width at which towers no longer narrow.
const SLIMMEST: i32 = 4;

/// The share of pairs of neighboring towers, in percent, that have a bridge.
const BRIDGES: u64 = 25;

/// The width of a bridge in cells; it is one cell thick.
const BRIDGE_WIDTH: i32 = 2;

pub(crate) fn pieces(size: IVec3, seed: u64, until: Until<'_>) -> Result<Vec<Piece>, WorldError> {
    let mut draws = Stream::Towers.draws(seed);
    let mut pieces = Vec::new();
    if size.z > 1 {
        pieces.push(Piece::occupied(CellBox::from_size(size.with_z(1))));
    }
    let columns = (size.x + (LOT - 1)) / LOT;
    let lines = (size.y + (LOT - 1)) / LOT;
    // The towers of the line before, for bridges along y.
    let mut before: Vec<Option<Tower>> = vec![None; columns.unsigned_abs() as usize];
    for line in 0..lines {
        until.check()?;
        let mut left = None;
        for (column, below) in before.iter_mut().enumerate() {
            let lot = IVec3::new(coordinate(column) * LOT, line * LOT, 0);
            let tower = draws
                .percent(BUILT_LOTS)
                .then(|| Tower::plan(lot, size, &mut draws))
                .flatten();
            if let Some(tower) = &tower {
                pieces.extend(tower.storeys().map(Piece::occupied));
                for (axis, neighbor) in [(0, left), (1, *below)] {
                    if let Some(bridge) = bridge(neighbor.as_ref(), tower, axis, &mut draws) {
                        pieces.push(Piece::occupied(bridge));
                    }
                }
            }
            left = tower;
            *below = tower;
        }
    }
    Ok(pieces)
}

/// A tower of up to three storeys, each within the one below.
#[derive(Debug, Clone, Copy)]
struct Tower {
    storeys: [CellBox; 3],
}

impl Tower {
    /// Returns a tower within a lot and the world, of random foot and height, if there is room for
    /// one.
    fn plan(lot: IVec3, size: IVec3, draws: &mut Draws) -> Option<Self> {
        let mut min = lot;
        let mut max = lot;
        for axis in 0..2 {
            let width = draws.between(FOOT.0, FOOT.1);
            min[axis] += draws.between(1, LOT - 1 - width);
            max[axis] = (min[axis] + width).min(size[axis]);
        }
        let mut storeys = [CellBox::EMPTY; 3];
        let mut bottom = 1;
        // The lower of two draws: many low towers, few high ones. At least an eighth of the height
        // stays sky.
        let highest = size.z - (size.z / 8).max(1);
        let top = draws.between(2, highest).min(draws.between(2, highest));
        for (above, storey) in storeys.iter_mut().rev().enumerate().rev() {
            let roof = if above == 0 {
                top
            } else {
                draws.between(bottom + 1, top).min(top)
            };
            let storey_box = CellBox::new(min.with_z(bottom), max.with_z(roof));
            if storey_box.is_empty() {
                break;
            }
            *storey = storey_box;
            bottom = roof;
            for axis in 0..2 {
                if max[axis] - min[axis] > SLIMMEST + 1 {
                    min[axis] += draws.between(0, 1);
                    max[axis] -= draws.between(0, 1);
                }
            }
        }
        (!storeys[0].is_empty()).then_some(Self { storeys })
    }

    fn storeys(&self) -> impl Iterator<Item = CellBox> {
        self.storeys.into_iter().filter(|storey| !storey.is_empty())
    }

    /// Returns the height of the first cell above the tower.
    fn top(&self) -> i32 {
        self.storeys
            .iter()
            .map(|storey| storey.max.z)
            .max()
            .unwrap_or(0)
    }

    /// Returns the storey that contains a height.
    fn at(&self, height: i32) -> Option<&CellBox> {
        self.storeys
            .iter()
            .find(|storey| !storey.is_empty() && (storey.min.z..storey.max.z).contains(&height))
    }
}

/// Plans a bridge along an axis from a tower to the next one, now and then, where they face each
/// other.
fn bridge(from: Option<&Tower>, to: &Tower, axis: usize, draws: &mut Draws) -> Option<CellBox> {
    let from = from?;
    if !draws.percent(BRIDGES) {
        return None;
    }
    let height = draws.between(2, from.top().min(to.top()) - 1);
    let (near, far) = (from.at(height)?, to.at(height)?);
    let across = 1 - axis;
    let low = near.min[across].max(far.min[across]);
    let high = near.max[across].min(far.max[across]);
    if high - low < BRIDGE_WIDTH {
        return None;
    }
    let mut min = IVec3::ZERO.with_z(height);
    let mut max = IVec3::ZERO.with_z(height + 1);
    (min[axis], max[axis]) = (near.max[axis], far.min[axis]);
    min[across] = draws.between(low, high - BRIDGE_WIDTH);
    max[across] = min[across] + BRIDGE_WIDTH;
    Some(CellBox::new(min, max))
}
