//! Worlds as lines, to be looked at while a program is being made.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Axis, CellBox};

/// Returns the edges of the solids in a box of cells: lines between corners of cells, where corner `i` is the lower
/// corner of cell `i`, half a cell below its center.
///
/// An edge is a line along an axis where the faces of solids meet at an angle; faces that go on flat have none between
/// cells. Cells outside of the box count as open, so that what goes on there is closed. Edges come sorted by axis and
/// place, as long as they are straight.
///
/// # Complexity
///
/// Each cell of the box is asked four times for each axis; memory follows the edges.
///
/// ```
/// use voxnav::drawing::edges;
/// use voxnav::glam::IVec3;
/// use voxnav::grid::CellBox;
///
/// // A bar of three cells has the twelve edges of a box.
/// let bar = CellBox::from_size(IVec3::new(3, 1, 1));
/// let lines = edges(CellBox::from_size(IVec3::splat(5)), |cell| bar.contains(cell));
/// assert_eq!(lines.len(), 12);
/// assert_eq!(lines[0], [IVec3::ZERO, IVec3::new(3, 0, 0)]);
/// ```
pub fn edges(cells: CellBox, is_solid: impl Fn(IVec3) -> bool) -> Vec<[IVec3; 2]> {
    let is_solid = |cell: IVec3| cells.contains(cell) && is_solid(cell);
    let mut lines = Vec::new();
    if cells.is_empty() {
        return lines;
    }
    for axis in Axis::ALL {
        let [u, v] = axis.others();
        for b in v.of(cells.min)..=v.of(cells.max) {
            for a in u.of(cells.min)..=u.of(cells.max) {
                let mut begun = None;
                for along in axis.of(cells.min)..=axis.of(cells.max) {
                    let corner = axis.unit() * along + u.unit() * a + v.unit() * b;
                    let around = [IVec3::ZERO, u.unit(), v.unit(), u.unit() + v.unit()];
                    let is_edge = along < axis.of(cells.max)
                        && turns(around.map(|back| is_solid(corner - back)));
                    if is_edge {
                        begun = begun.or(Some(corner));
                    } else if let Some(start) = begun.take() {
                        lines.push([start, corner]);
                    }
                }
            }
        }
    }
    lines
}

/// Returns whether faces meet at an angle between four cells around a line: all of one kind have no face between them,
/// two side by side a flat one.
fn turns([here, before_u, before_v, before_both]: [bool; 4]) -> bool {
    let is_flat_along_u = here == before_u && before_v == before_both;
    let is_flat_along_v = here == before_v && before_u == before_both;
    !is_flat_along_u && !is_flat_along_v
}
