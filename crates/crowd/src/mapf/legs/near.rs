//! The cells that are too near to each other for two agents to hold them.

use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav::search::Cost;

use super::graph::Graph;
use crate::mapf::options::{CollisionModel, Limit, Radius};

/// The most cells that an agent takes up along an axis.
const TALLEST: i32 = 64;

/// Returns the offsets of cells too near to a cell, itself first, for agents that take up so many cells along each axis:
/// cells in which bodies would share a cell, or be nearer than twice the radius.
pub(crate) fn near_offsets(bodies: CollisionModel, extent: IVec3) -> Vec<IVec3> {
    let (reach, is_near) = is_near(bodies, extent);
    let others = CellBox::new(-reach, reach + 1).cells();
    let others = others.filter(|&offset| offset != IVec3::ZERO && is_near(offset));
    std::iter::once(IVec3::ZERO).chain(others).collect()
}

/// Returns how far cells too near to a cell are at most, along each axis, and whether those at an offset are.
pub(crate) fn is_near(bodies: CollisionModel, extent: IVec3) -> (IVec3, impl Fn(IVec3) -> bool) {
    let most = extent.clamp(IVec3::ONE, IVec3::splat(TALLEST)) - 1;
    let is_near = move |offset: IVec3| {
        let gap = (offset.abs() - most).max(IVec3::ZERO);
        gap == IVec3::ZERO
            || match bodies {
                CollisionModel::Points => false,
                CollisionModel::Balls(radius) => is_nearer(radius, gap),
            }
    };
    (most + bodies.reach(), is_near)
}

/// Returns whether a gap of so many cells along each axis is shorter than twice a radius.
fn is_nearer(radius: Radius, gap: IVec3) -> bool {
    let (numerator, denominator) = radius.parts();
    let sides = radius.sides();
    let along = |axis: usize| i128::from(gap[axis]) * i128::from(sides[axis]);
    let squared: i128 = (0..3).map(|axis| along(axis).pow(2)).sum();
    let twice = i128::from(2 * numerator) * i128::from(Cost::STRAIGHT.raw());
    squared * i128::from(denominator).pow(2) < twice * twice
}

/// The cells near to each cell that some leg holds, itself first.
#[derive(Debug)]
pub(super) struct Near {
    first: Vec<u32>,
    cells: Vec<u32>,
}

impl Near {
    /// Finds them, in so many bytes at most.
    pub(super) fn new(
        graph: &Graph,
        offsets: &[IVec3],
        most_bytes: Option<u64>,
    ) -> Result<Self, Limit> {
        let mut near = Self {
            first: vec![0],
            cells: Vec::new(),
        };
        for number in (0..).take(graph.cells()) {
            let cell = graph.cell(number);
            let around = offsets.iter().filter_map(|&offset| {
                let there = cell.checked_add(offset)?;
                graph.cell_number(there)
            });
            near.cells.extend(around);
            let is_full = most_bytes.is_some_and(|most| near.bytes() > most);
            let end = u32::try_from(near.cells.len());
            near.first
                .push(end.ok().filter(|_| !is_full).ok_or(Limit::Memory)?);
        }
        Ok(near)
    }

    /// Returns the cells near to one.
    #[inline]
    pub(super) fn of(&self, cell: u32) -> &[u32] {
        let [first, end] = [cell, cell + 1].map(|it| self.first[it as usize] as usize);
        &self.cells[first..end]
    }

    pub(super) fn bytes(&self) -> u64 {
        4 * (self.first.len() + self.cells.len()) as u64
    }
}
