//! Costs of straight ways over terrain, by which smoothing makes no path more expensive.

use glam::{DVec3, IVec3};
use voxnav_search::Terrain;

use super::polyline::GRAIN;

/// The cost of a polyline: of each of its pieces within one cell, the length times the weight of the cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct WayCost {
    cost: f64,
    /// The length, in cells.
    length: f64,
    /// The weights of the cells that the way is in for longer than rounding explains.
    least: u32,
    most: u32,
}

impl WayCost {
    /// Returns the cost of a polyline.
    pub(super) fn of(points: &[DVec3], terrain: &Terrain) -> Self {
        let mut sum = Self {
            cost: 0.0,
            length: 0.0,
            least: u32::MAX,
            most: 0,
        };
        for ends in points.windows(2) {
            for_each_piece([ends[0], ends[1]], |cell, length| {
                let weight = terrain.weight(cell);
                sum.cost += length * f64::from(weight);
                sum.length += length;
                if length > GRAIN {
                    sum.least = sum.least.min(weight);
                    sum.most = sum.most.max(weight);
                }
            });
        }
        sum
    }

    /// Returns whether the way may take the place of another one: it crosses no cell that weighs more than the heaviest of
    /// the other, and costs no more; a longer one, no more for its length.
    ///
    /// A way over cells that weigh no more than the lightest of the other costs no more for its length, whatever its pieces
    /// add up to: that is not left to rounding.
    pub(super) fn may_replace(&self, other: &Self) -> bool {
        let longer = (self.length / other.length).max(1.0);
        self.most <= other.most && (self.most <= other.least || self.cost <= other.cost * longer)
    }
}

/// Calls a function with each cell that a segment crosses and the length of the piece in it, in order. Where the segment passes
/// through an edge or a corner, cells that it only touches are left out.
fn for_each_piece([from, to]: [DVec3; 2], mut piece: impl FnMut(IVec3, f64)) {
    let along = to - from;
    let length = along.length();
    let step = along.signum().as_ivec3();
    let mut cell = (from + 0.5).floor().as_ivec3();
    let mut begin = 0.0;
    loop {
        // Made of the cell each time, so that nothing adds up.
        let faces = cell.as_dvec3() + step.as_dvec3() * 0.5;
        let leaves = ((faces - from) / along).to_array().map(|share| {
            // Along a face, 0 / 0 and x / 0 leave no cell.
            if share.is_finite() {
                share
            } else {
                f64::INFINITY
            }
        });
        let end = leaves.into_iter().fold(1.0, f64::min).max(begin);
        piece(cell, (end - begin) * length);
        if end >= 1.0 {
            return;
        }
        for (axis, share) in leaves.into_iter().enumerate() {
            if share <= end {
                cell[axis] += step[axis];
            }
        }
        begin = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(from: [f64; 3], to: [f64; 3]) -> Vec<(IVec3, f64)> {
        let mut all = Vec::new();
        for_each_piece([from.into(), to.into()], |cell, length| {
            all.push((cell, length));
        });
        all
    }

    #[test]
    fn a_diagonal_touches_no_cell_beside_it() {
        let cells: Vec<_> = pieces([0.0; 3], [-2.0; 3]);
        let cells: Vec<_> = cells.into_iter().map(|(cell, _)| cell.x).collect();
        assert_eq!(cells, [0, -1, -2]);
    }

    #[test]
    fn pieces_add_up_and_end_at_the_faces_of_cells() {
        let half = 0.5;
        let all = pieces([0.0, 3.0, 1.0], [2.0, 3.0, 1.0]);
        let expected = [(0, half), (1, 1.0), (2, half)];
        assert_eq!(
            all,
            expected.map(|(x, length)| (IVec3::new(x, 3, 1), length))
        );
        assert_eq!(pieces([0.25; 3], [0.25; 3]), [(IVec3::ZERO, 0.0)]);
        // Off the grid, in the middle of each piece is its cell.
        let (from, to) = (DVec3::new(-3.7, 0.5, 9.1), DVec3::new(4.1, -6.5, 9.3));
        let (mut at, whole) = (0.0, from.distance(to));
        for_each_piece([from, to], |cell, length| {
            if length > 0.0 {
                let middle = from.lerp(to, (at + length / 2.0) / whole);
                assert_eq!(cell, (middle + 0.5).floor().as_ivec3());
            }
            at += length;
        });
        assert!((at - whole).abs() < 1e-9);
    }
}
