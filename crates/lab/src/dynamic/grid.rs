//! The cells of a world by number, and the moves between them.

use voxnav::CornerRule;
use voxnav::MoveSet;
use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};
use voxnav::search::{CellShape, Direction};

/// A cost that no path has.
pub(super) const INFINITE: u64 = u64::MAX;

/// The cell in the middle of a neighborhood, which searches that expand only reached cells need not ask for.
const CENTER: u32 = 1 << 13;

/// Numbers cells, x fastest, then y, then z.
#[derive(Debug)]
pub(super) struct Grid {
    bounds: CellBox,
    size: IVec3,
    moves: Vec<Direction>,
    shape: CellShape,
}

impl Grid {
    pub(super) fn new(world: &Traversability, shape: CellShape) -> Self {
        let bounds = world.bounds();
        let size = bounds.max - bounds.min;
        let fits = |offset: IVec3| (0..3).all(|axis| size[axis] > 1 || offset[axis] == 0);
        let moves = Direction::all().filter(|it| fits(it.offset()));
        Self {
            bounds,
            size,
            moves: moves.collect(),
            shape,
        }
    }

    /// Returns the number of cells.
    pub(super) fn len(&self) -> usize {
        let [x, y, z] = self.size.to_array().map(|n| n.unsigned_abs() as usize);
        x * y * z
    }

    pub(super) fn number(&self, cell: IVec3) -> usize {
        let at = (cell - self.bounds.min).to_array();
        let [x, y, z] = at.map(|n| n.unsigned_abs() as usize);
        let [width, depth] = [self.size.x, self.size.y].map(|n| n.unsigned_abs() as usize);
        (z * depth + y) * width + x
    }

    /// Returns the legal moves from a cell, each with what it costs: those to it, too, since every move can
    /// be taken back.
    pub(super) fn moves(
        &self,
        world: &Traversability,
        cell: IVec3,
    ) -> impl Iterator<Item = (IVec3, u64)> {
        let neighborhood = world.neighborhood(cell);
        let legal = move |it: &&Direction| {
            let required = it.required(CornerRule::Strict) | CENTER;
            neighborhood & required == required
        };
        let moves = self.moves.iter().filter(legal);
        let shape = self.shape;
        moves.map(move |it| (cell + it.offset(), shape.cost(*it).raw()))
    }

    /// Returns the cells whose moves may have changed, if these did: each once, in a fixed order.
    pub(super) fn around(&self, changed: &[IVec3]) -> Vec<IVec3> {
        let block = |cell: &IVec3| {
            let block = CellBox::new(*cell - 1, *cell + 2);
            block.intersection(&self.bounds).cells()
        };
        let mut cells: Vec<IVec3> = changed.iter().flat_map(block).collect();
        cells.sort_unstable_by_key(|cell| self.number(*cell));
        cells.dedup();
        cells
    }

    /// Returns a lower bound on the cost of a path.
    pub(super) fn octile(&self, from: IVec3, to: IVec3) -> u64 {
        let estimate = Heuristic::Octile.estimate_by(MoveSet::Vertex26, self.shape, from, to);
        estimate.raw()
    }
}
