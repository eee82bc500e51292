//! Whether an agent's box, moved along a line, shares a point with an occupied cell: by comparing
//! fractions of integers, from the list of occupied cells, without the library. Wherever the world lies,
//! waypoints are at whole numbers of 2^-20 cells.

use voxnav::SmoothPath;
use voxnav::UnknownPolicy;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder, Traversability};
use voxnav_testkit::Frame;

/// Coordinates of polylines are multiples of 2^-20 of a cell.
const SCALE: i128 = 1 << 20;
/// The same as a number.
const GRAINS: f64 = 1_048_576.0;

/// A world of cells, blocked outside, with the snapshot for its agent: a plan of cells from zero to some size that a frame
/// puts anywhere.
pub(crate) struct Scene {
    pub(crate) frame: Frame,
    pub(crate) bounds: CellBox,
    pub(crate) occupied: Vec<IVec3>,
    pub(crate) agent: CellBox,
    pub(crate) world: Traversability,
}

impl Scene {
    /// Makes a scene of a plan: its size, its occupied cells, and the cells of the agent around the one where it is.
    pub(crate) fn new(frame: Frame, size: IVec3, occupied: &[IVec3], agent: CellBox) -> Self {
        let bounds = frame.cells(CellBox::from_size(size));
        let turned = |cell: IVec3| frame.cells(CellBox::of_cell(cell)).min;
        let occupied: Vec<IVec3> = occupied.iter().map(|&cell| turned(cell)).collect();
        let (cells, zero) = (frame.cells(agent), turned(IVec3::ZERO));
        let agent = CellBox::new(cells.min - zero, cells.max - zero);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for &cell in &occupied {
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let cells = Footprint::new(agent).unwrap();
        let world = Traversability::for_agent(&builder.commit(), cells, UnknownPolicy::Blocked);
        Self {
            frame,
            bounds,
            occupied,
            agent,
            world,
        }
    }

    /// The first segment along which something is passed through.
    pub(crate) fn first_crossing(&self, line: &SmoothPath) -> Option<usize> {
        let points = line.waypoints();
        let alone = [points[0]; 2];
        std::iter::once(alone)
            .chain(points.windows(2).map(|ends| [ends[0], ends[1]]))
            .position(|ends| self.crosses(ends))
    }

    pub(crate) fn crosses(&self, ends: [DVec3; 2]) -> bool {
        let [from, to] = ends.map(|end| grains(&self.frame, end));
        let lowest = (self.bounds.min - self.agent.min)
            .to_array()
            .map(i128::from);
        let highest = (self.bounds.max - self.agent.max)
            .to_array()
            .map(i128::from);
        let leaves = [from, to].iter().any(|point| {
            (0..3).any(|axis| {
                point[axis] < lowest[axis] * SCALE || point[axis] > highest[axis] * SCALE
            })
        });
        leaves || self.occupied.iter().any(|&cell| self.meets(cell, from, to))
    }

    /// With its anchor at `p` the box covers the open interval from `p + min - 1/2` to
    /// `p + max - 1/2`, the cell that from `c - 1/2` to `c + 1/2`: they overlap while
    /// `c - max < p < c - min + 1`.
    fn meets(&self, cell: IVec3, from: [i128; 3], to: [i128; 3]) -> bool {
        // Shares of the way, as fractions, between which the anchor is in all intervals. The ends of
        // the way belong to it, those of the intervals do not.
        let (mut after, mut before) = (vec![], vec![]);
        for axis in 0..3 {
            let at = i128::from(cell[axis]);
            let low = (at - i128::from(self.agent.max[axis])) * SCALE - from[axis];
            let high = (at - i128::from(self.agent.min[axis]) + 1) * SCALE - from[axis];
            let along = to[axis] - from[axis];
            match along.signum() {
                0 if low < 0 && 0 < high => {}
                0 => return false,
                1 => {
                    after.push((low, along));
                    before.push((high, along));
                }
                _ => {
                    after.push((-high, -along));
                    before.push((-low, -along));
                }
            }
        }
        let less = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 < b.0 * a.1;
        after.iter().all(|&low| less(low, (1, 1)))
            && before.iter().all(|&high| less((0, 1), high))
            && after
                .iter()
                .all(|&low| before.iter().all(|&high| less(low, high)))
    }
}

/// Returns a waypoint in whole numbers of 2^-20 cells of the lattice. Positions are rounded where a world lies far away, by
/// less than half of that.
pub(crate) fn grains(frame: &Frame, point: DVec3) -> [i128; 3] {
    let scaled = (point - frame.origin) / frame.sizes() * GRAINS;
    let most = 0.25 + 1e-6;
    scaled.to_array().map(|coordinate| {
        let near = coordinate.round();
        assert!(
            (coordinate - near).abs() < most && near.abs() < 1e15,
            "{coordinate} is not on the grain of {frame:?}"
        );
        #[expect(clippy::cast_possible_truncation, reason = "a small integer")]
        let near = near as i128;
        near
    })
}

/// Returns a waypoint in cells of the lattice, exactly.
pub(crate) fn in_cells(frame: &Frame, point: DVec3) -> DVec3 {
    #[expect(clippy::cast_precision_loss, reason = "small integers")]
    let cells = grains(frame, point).map(|it| it as f64 / GRAINS);
    DVec3::from_array(cells)
}

/// Returns the length of a path in cells, whatever its positions are rounded to.
pub(crate) fn length(frame: &Frame, line: &SmoothPath) -> f64 {
    let steps = line.waypoints().windows(2);
    let ends = steps.map(|ends| [ends[0], ends[1]].map(|end| in_cells(frame, end)));
    ends.map(|[from, to]| from.distance(to)).sum()
}
