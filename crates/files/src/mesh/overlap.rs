//! The test of whether a triangle meets a box of cells, exactly.
//!
//! The separating axis theorem in integers: two convex bodies are apart if and only if their shadows
//! are on one of the axes that are normals of faces or products of edges. A face that a box does not own is
//! taken as a little further in, by an amount that is smaller than any difference between what is compared:
//! where two shadows end at the same place, they are apart if the box's end is one that was moved.

use std::ops::{Add, Mul, Sub};

use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::I64Vec3;

use super::{FRACTION, Triangle};

/// Cells that corners may be away for products to fit into 64 bits: coordinates are under 2^(12 + 7) steps,
/// edges under 2^20, normals under 2^41, and three products of a normal and a coordinate under 2^62.
const SMALL: i32 = 1 << 7;

/// The faces that a box of cells owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Faces {
    /// The lower faces, as cells own the points of the world.
    Lower,
    /// No faces: what touches the box from outside is not in it.
    None,
}

/// Returns whether a box of cells with these faces has a point of the triangle.
pub(super) fn meets(triangle: &Triangle, cells: &CellBox, faces: Faces) -> bool {
    // Seen from the box, so that numbers are as large as the triangle and not as its distance.
    let low = cells.min.as_i64vec3() << FRACTION;
    let high = (cells.max.as_i64vec3() << FRACTION) - low;
    let [a, b, c] = triangle.map(|corner| corner - low);
    let (lowest, highest) = (a.min(b).min(c), a.max(b).max(c));
    let is_below = match faces {
        Faces::Lower => highest.cmplt(I64Vec3::ZERO),
        Faces::None => highest.cmple(I64Vec3::ZERO),
    };
    if lowest.cmpge(high).any() || is_below.any() {
        return false;
    }
    let reach = [a, b, c, high].map(|at| at.abs().max_element());
    let limit = i64::from(SMALL) << FRACTION;
    if reach.into_iter().all(|reach| reach < limit) {
        is_not_separated([a, b, c].map(|at| at.to_array()), high.to_array(), faces)
    } else {
        let wide = |at: I64Vec3| at.to_array().map(i128::from);
        is_not_separated([a, b, c].map(wide), wide(high), faces)
    }
}

/// Numbers in which nothing overflows.
trait Number:
    Copy + Ord + Default + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}
impl Number for i64 {}
impl Number for i128 {}

type Vector<N> = [N; 3];

fn minus<N: Number>(a: Vector<N>, b: Vector<N>) -> Vector<N> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot<N: Number>(a: Vector<N>, b: Vector<N>) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross<N: Number>(a: Vector<N>, b: Vector<N>) -> Vector<N> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns whether no axis but those of the box separates a triangle from the box from zero to below
/// `high`.
fn is_not_separated<N: Number>(corners: [Vector<N>; 3], high: Vector<N>, faces: Faces) -> bool {
    let [a, b, c] = corners;
    let edges = [minus(b, a), minus(c, b), minus(a, c)];
    let separates = |axis: Vector<N>| separates(axis, corners, high, faces);
    if separates(cross(edges[0], edges[1])) {
        return false;
    }
    let zero = N::default();
    edges.iter().all(|[x, y, z]| {
        !separates([zero, zero - *z, *y])
            && !separates([*z, zero, zero - *x])
            && !separates([zero - *y, *x, zero])
    })
}

/// Returns whether the shadows on an axis are apart.
fn separates<N: Number>(
    axis: Vector<N>,
    corners: [Vector<N>; 3],
    high: Vector<N>,
    faces: Faces,
) -> bool {
    let zero = N::default();
    // The ends of the box's shadow, and whether they are of a face that it does not own.
    let (mut low_end, mut high_end) = (zero, zero);
    let (mut low_is_open, mut high_is_open) = (false, false);
    for (along, extent) in axis.into_iter().zip(high) {
        if along > zero {
            high_end = high_end + along * extent;
            high_is_open = true;
        } else if along < zero {
            low_end = low_end + along * extent;
            low_is_open = true;
        }
    }
    if faces == Faces::None {
        let is_open = low_is_open || high_is_open;
        (low_is_open, high_is_open) = (is_open, is_open);
    }
    let [a, b, c] = corners.map(|corner| dot(axis, corner));
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    low > high_end
        || low == high_end && high_is_open
        || high < low_end
        || high == low_end && low_is_open
}

#[cfg(test)]
mod tests {
    use super::*;
    use voxnav_occupancy::glam::IVec3;

    const CELL: i64 = 1 << FRACTION;

    fn met(corners: [[i64; 3]; 3]) -> Vec<[i32; 3]> {
        let triangle = corners.map(I64Vec3::from_array);
        let around = CellBox::new(IVec3::splat(-2), IVec3::splat(3));
        let cells = around.cells();
        let met = cells.filter(|cell| meets(&triangle, &CellBox::of_cell(*cell), Faces::Lower));
        met.map(|cell| cell.to_array()).collect()
    }

    #[test]
    fn a_box_without_its_faces_has_only_what_comes_into_it() {
        let cell = CellBox::of_cell(IVec3::ZERO);
        let is_met =
            |corners: [[i64; 3]; 3]| meets(&corners.map(I64Vec3::from_array), &cell, Faces::None);
        for plane in [0, CELL] {
            assert!(!is_met([[9, 9, plane], [99, 9, plane], [9, 99, plane]]));
            assert!(!is_met([[plane, 9, 9], [plane, 9, 99], [plane, 99, 9]]));
            // Tilted, with an edge on the face.
            let beyond = if plane == 0 { -9 } else { CELL + 9 };
            assert!(!is_met([[9, 9, plane], [99, 9, plane], [9, 99, beyond]]));
        }
        assert!(is_met([[9, 9, 1], [99, 9, 1], [9, 99, 1]]));
        assert!(is_met([[9, 9, 0], [99, 9, 0], [9, 99, 1]]));
        assert!(is_met([[9, 9, CELL], [99, 9, CELL], [9, 99, CELL - 1]]));
    }

    #[test]
    fn a_point_is_in_the_cell_that_owns_it() {
        for (at, cell) in [
            ([0, 0, 0], [0, 0, 0]),
            ([CELL, -1, CELL - 1], [1, -1, 0]),
            ([-CELL, CELL, 2 * CELL], [-1, 1, 2]),
        ] {
            assert_eq!(met([at; 3]), [cell], "{at:?}");
        }
    }

    #[test]
    fn a_wall_on_a_boundary_is_in_the_upper_cell() {
        // From just above one boundary to just below the next.
        let (low, high) = (1, CELL - 1);
        let wall = [[CELL, low, low], [CELL, high, low], [CELL, low, high]];
        assert_eq!(met(wall), [[1, 0, 0]]);
    }

    #[test]
    fn a_diagonal_through_an_edge_is_in_no_cell_beside_it() {
        // The line from (0, 0) to (2, 2) goes through the corner (1, 1), which the cell (1, 1) owns.
        let line = [[0, 0, 5], [2 * CELL - 1, 2 * CELL - 1, 5], [0, 0, 5]];
        assert_eq!(met(line), [[0, 0, 0], [1, 1, 0]]);
        // That from (0, 2) to (2, 0) goes through it as well.
        let line = [[0, 2 * CELL, 5], [2 * CELL, 0, 5], [0, 2 * CELL, 5]];
        let cells = [[2, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 2, 0]];
        let mut cells = cells.to_vec();
        cells.sort_by_key(|[x, y, z]| [*z, *y, *x]);
        assert_eq!(met(line), cells);
    }
}
