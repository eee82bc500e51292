//! The cell nearest to a position at which a ground agent can rest.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Axis, CellBox};

use super::super::Ground;

impl Ground {
    /// Returns the cell where the agent can [rest](Self::can_rest) whose center is the nearest to a
    /// position in cells, among equals the first in cell order (z, y, x); none further away than
    /// `radius`.
    ///
    /// # Complexity
    ///
    /// That of looking at the cells that are nearer.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, OccupancyBuilder};
    /// use voxnav_search::{Ground, Locomotion};
    /// use glam::{DVec3, IVec3};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let ground = Ground::new(&world, &Locomotion::walker())?;
    /// let above = DVec3::new(4.2, 4.0, 3.0);
    /// assert_eq!(ground.nearest(above, 3.5), Some(IVec3::new(4, 4, 0)));
    /// assert_eq!(ground.nearest(above, 2.5), None);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn nearest(&self, position: DVec3, radius: f64) -> Option<IVec3> {
        self.nearest_among(position, radius, DVec3::ONE)
    }

    /// Returns the [nearest](Self::nearest) such cell where cells have these sides, in the unit of the radius; the position
    /// is in cells all the same.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, OccupancyBuilder};
    /// use voxnav_search::{Ground, Locomotion};
    /// use glam::{DVec3, IVec3};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let ground = Ground::new(&world, &Locomotion::walker())?;
    /// let above = DVec3::new(4.2, 4.0, 3.0);
    /// let low = DVec3::new(1.0, 1.0, 0.25);
    /// assert_eq!(ground.nearest_among(above, 1.0, low), Some(IVec3::new(4, 4, 0)));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn nearest_among(&self, position: DVec3, radius: f64, sides: DVec3) -> Option<IVec3> {
        let own = position.round();
        if !own.is_finite() || own.abs().max_element() > f64::from(1 << 30) {
            return None;
        }
        let own = own.as_ivec3();
        let bounds = self.stances().occupancy().bounds();
        let mut best: Option<(f64, IVec3)> = None;
        // Shell by shell: a cell of shell k is more than (k - 1) cells away.
        for shell in 0_i32.. {
            let least = f64::from(shell - 1) * sides.min_element();
            if least > best.map_or(radius, |(distance, _)| distance) {
                break;
            }
            let around = CellBox::new(
                own.checked_sub(IVec3::splat(shell))?,
                own.checked_add(IVec3::splat(shell + 1))?,
            );
            let inner = CellBox::new(around.min + 1, around.max - 1);
            if !inner.is_empty() && inner.contains_box(&bounds) {
                break;
            }
            let faces = shell_faces(&around);
            for cell in faces.flat_map(|face| face.intersection(&bounds).cells()) {
                let distance = ((position - cell.as_dvec3()) * sides).length();
                if distance > radius || !self.can_rest(cell) {
                    continue;
                }
                let order = |cell: IVec3| (cell.z, cell.y, cell.x);
                let is_nearer = |(known, at): (f64, IVec3)| {
                    let by_distance = distance.total_cmp(&known);
                    by_distance.then(order(cell).cmp(&order(at))).is_lt()
                };
                if best.is_none_or(is_nearer) {
                    best = Some((distance, cell));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}

/// Returns the outermost layer of a box, as boxes that do not overlap.
fn shell_faces(around: &CellBox) -> impl Iterator<Item = CellBox> {
    let mut inner = *around;
    let mut faces = Vec::with_capacity(6);
    for axis in Axis::ALL {
        let index = axis.index();
        if inner.is_empty() {
            break;
        }
        let mut low = inner;
        low.max[index] = low.min[index] + 1;
        faces.push(low);
        inner.min[index] += 1;
        if !inner.is_empty() {
            let mut high = inner;
            high.min[index] = high.max[index] - 1;
            faces.push(high);
            inner.max[index] -= 1;
        }
    }
    faces.into_iter()
}
