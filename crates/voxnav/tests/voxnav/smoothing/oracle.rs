//! Whether an agent's box, moved along a line, shares a point with an occupied cell: by comparing
//! fractions of integers, from the list of occupied cells, without the library.

use voxnav::SmoothPath;
use voxnav::UnknownPolicy;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder, Traversability};

/// Coordinates of polylines are multiples of 2^-20.
const SCALE: i128 = 1 << 20;

/// A world of cells from zero to `size`, blocked outside, with the snapshot for its agent.
pub(crate) struct Scene {
    pub(crate) size: IVec3,
    pub(crate) occupied: Vec<IVec3>,
    pub(crate) agent: CellBox,
    pub(crate) world: Traversability,
}

impl Scene {
    pub(crate) fn new(size: IVec3, occupied: &[IVec3], agent: Footprint) -> Self {
        let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
        for &cell in occupied {
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let world = Traversability::for_agent(&builder.commit(), agent, UnknownPolicy::Blocked);
        Self {
            size,
            occupied: occupied.to_vec(),
            agent: agent.offsets(),
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
        let [from, to] = ends.map(scaled);
        let lowest = (-self.agent.min).to_array().map(i128::from);
        let highest = (self.size - self.agent.max).to_array().map(i128::from);
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

fn scaled(point: DVec3) -> [i128; 3] {
    point.to_array().map(|coordinate| {
        let scaled = coordinate * 1_048_576.0;
        assert!(
            scaled.fract() == 0.0 && scaled.abs() < 1e15,
            "{coordinate} is not on the grain"
        );
        #[expect(clippy::cast_possible_truncation, reason = "a small integer")]
        let scaled = scaled as i128;
        scaled
    })
}
