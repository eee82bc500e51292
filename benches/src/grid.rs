//! The `grid_pathfinding` crate: jump point search on grids of one layer, with corners cut.
//!
//! Its costs are whole numbers, so that its paths may be longer than a shortest one, and in rooms and
//! noise some were, by half a cell. It does not count what it expands.

use grid_pathfinding::PathingGrid;
use grid_util::{Point, ValueGrid};
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use crate::found::EnginePath;

/// A grid of the crate, with the lowest cell of its world.
#[derive(Clone, Debug)]
pub(crate) struct JumpGrid {
    grid: PathingGrid,
    min: IVec3,
}

impl JumpGrid {
    /// Returns the grid of a world of one layer.
    pub(crate) fn new(world: &Traversability) -> Self {
        let bounds = world.bounds();
        let size = bounds.size();
        let mut grid = PathingGrid::new(size.x as usize, size.y as usize, false);
        for cell in bounds.cells().filter(|&cell| !world.is_traversable(cell)) {
            let at = cell - bounds.min;
            grid.set(at.x, at.y, true);
        }
        grid.generate_components();
        let min = bounds.min;
        Self { grid, min }
    }

    /// Finds a path between two cells, as the crate has it.
    pub(crate) fn solve(&self, start: IVec3, goal: IVec3) -> EnginePath<Point> {
        let [start, goal] = [start, goal].map(|cell| {
            let at = cell - self.min;
            Point::new(at.x, at.y)
        });
        EnginePath {
            path: self.grid.get_path_single_goal(start, goal, false),
            claimed: None,
            expanded: 0,
        }
    }

    /// Returns the cell in the world's coordinates.
    pub(crate) fn cell(&self, point: Point) -> IVec3 {
        self.min + IVec3::new(point.x, point.y, 0)
    }
}
