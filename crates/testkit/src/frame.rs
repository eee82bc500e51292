//! Frames: where a world lies that a law draws.
//!
//! A law draws its world as a *plan*, in cells: the center of cell `(i, j, k)` of the plan is at `(i, j, k)`, and up is +z.
//! A frame puts the plan somewhere: an origin far away, cells of any size, any axis up, mirrored, shifted off the cells, and
//! with feet a little off the floor, as users' worlds lie.

use voxnav_occupancy::glam::{DMat3, DQuat, DVec3, IVec3, Vec3};
use voxnav_occupancy::{CellBox, Heading, Lattice};

use crate::{Draws, Symmetry};

/// The place of a plan in the world.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The center of the cell of the plan at zero, before it is turned and shifted.
    pub origin: DVec3,
    /// The longest side of a cell, in world units.
    pub size: f64,
    /// The sides of a cell of the plan, as parts of the longest: all 1 for cubes.
    pub sides: DVec3,
    /// The turn of the plan: its z may be any axis of the world.
    pub turn: Symmetry,
    /// The distance of the plan from the lattice, in cells of the plan: every obstacle and position is shifted by it.
    pub shift: DVec3,
    /// The height of a floor of the plan above a face of cells, in cells.
    pub floor: f64,
    /// The height of feet above the floor that they stand on, in cells.
    pub feet: f64,
    /// True if positions are rounded to `f32`.
    pub is_single: bool,
}

/// The finest steps of positions that a frame may have, in cells.
const FINEST: f64 = 1.0 / 1_048_576.0;

impl Frame {
    /// The plan itself, in cells of a size.
    #[must_use]
    pub fn on_grid(size: f64) -> Self {
        Self {
            origin: DVec3::ZERO,
            size,
            sides: DVec3::ONE,
            turn: Symmetry::all().next().expect("the first is the identity"),
            shift: DVec3::ZERO,
            floor: 0.0,
            feet: 0.0,
            is_single: false,
        }
    }

    /// Draws a frame of cubes for a plan of at most 64 cells along each axis.
    #[must_use]
    pub fn drawn(draws: &mut Draws) -> Self {
        loop {
            let frame = Self::any(draws);
            if frame.step() <= FINEST * frame.size {
                return frame;
            }
        }
    }

    /// Draws a frame for a plan of ground: half of the time its cells are lower than wide.
    #[must_use]
    pub fn on_ground(draws: &mut Draws) -> Self {
        let low = match draws.below(8) {
            0 => 0.2,
            1 => 0.25,
            2 => 1.0 / 3.0,
            3 => draws.within(1.0 / 64.0, 1.0),
            _ => 1.0,
        };
        Self::of_sides(DVec3::new(1.0, 1.0, low), draws)
    }

    /// Draws a frame whose cells have any sides: cubes, half of the time.
    #[must_use]
    pub fn of_any_sides(draws: &mut Draws) -> Self {
        let sides = draws.sides(1.0);
        Self::of_sides(sides, draws)
    }

    fn of_sides(sides: DVec3, draws: &mut Draws) -> Self {
        loop {
            let frame = Self {
                sides,
                ..Self::any(draws)
            };
            // Divided by an uneven side, a position is rounded once more.
            let digits = if frame.is_cubic() { 1.0 } else { 4.0 };
            if digits * frame.step() <= FINEST * frame.least() {
                return frame;
            }
        }
    }

    /// Returns the shortest side of a cell, in world units.
    #[must_use]
    pub fn least(&self) -> f64 {
        self.size * self.sides.min_element()
    }

    /// Returns whether cells are cubes.
    #[must_use]
    pub fn is_cubic(&self) -> bool {
        self.sides == DVec3::ONE
    }

    fn any(draws: &mut Draws) -> Self {
        let turns: Vec<Symmetry> = Symmetry::all().collect();
        let far = draws.pick(&[0.0, 0.0, 1.0, 1000.0, 1e7]);
        let size = draws.pick(&[1.0, 0.5, 0.1, 0.3, 0.01, 100.0]);
        let is_single = draws.percent(25);
        Self {
            origin: DVec3::new(
                draws.within(-far, far),
                draws.within(-far, far),
                draws.within(-far, far),
            ),
            size,
            sides: DVec3::ONE,
            turn: draws.pick(&turns),
            shift: DVec3::new(fraction(draws), fraction(draws), 0.0),
            floor: draws.pick(&[0.0, 0.0, 0.5, 0.05, 0.95]) + draws.pick(&[0.0, 0.0, 0.02]),
            feet: match draws.below(6) {
                0 | 1 => 0.0,
                2 => draws.pick(&[1e-7, -1e-7]),
                3 => draws.pick(&[1e-4, -1e-4]),
                _ => draws.within(-0.2, 0.2),
            },
            is_single,
        }
    }

    /// Returns the largest distance between two positions next to each other, in world units.
    #[must_use]
    pub fn step(&self) -> f64 {
        let farthest = self.origin.abs().max_element() + 64.0 * self.size;
        let single = f64::from(f32::EPSILON);
        // Controllers of engines count in single precision, in worlds that begin near zero.
        let is_near = self.is_single && self.origin == DVec3::ZERO;
        match self.is_single {
            true if is_near => 0.0,
            true => farthest * single,
            false => farthest * f64::EPSILON,
        }
    }

    /// Returns the largest distance between two positions next to each other, as the frame rounds them, in cells: by as much
    /// two bodies that were rounded may be nearer to each other.
    #[must_use]
    pub fn grain(&self) -> f64 {
        let farthest = self.origin.abs().max_element() + 64.0 * self.size;
        let digits = if self.is_single {
            f64::from(f32::EPSILON)
        } else {
            f64::EPSILON
        };
        farthest * digits / self.least()
    }

    /// Returns the sides of a cell along the axes of the world, in world units.
    #[must_use]
    pub fn sizes(&self) -> DVec3 {
        let zero = self.turn.position(DVec3::ZERO);
        let sides = self.turn.position(self.sides);
        (sides - zero).abs() * self.size
    }

    /// Returns the lattice that the plan lies on.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        Lattice::with_sizes(self.origin, self.sizes()).expect("sizes are positive")
    }

    /// Returns a box of cells of the plan in the lattice.
    #[must_use]
    pub fn cells(&self, plan: CellBox) -> CellBox {
        let ends = [plan.min, plan.max - 1];
        let [one, other] = ends.map(|cell| IVec3::from_array(self.turn.cell(cell.to_array())));
        CellBox::new(one.min(other), one.max(other) + 1)
    }

    /// Returns a position of the plan in the world, shifted and rounded.
    #[must_use]
    pub fn position(&self, plan: DVec3) -> DVec3 {
        let turned = self.turn.position(plan + self.shift);
        self.rounded(self.origin + turned * self.sizes())
    }

    /// Returns a position as the frame rounds it.
    #[must_use]
    pub fn rounded(&self, position: DVec3) -> DVec3 {
        if self.is_single {
            position.as_vec3().as_dvec3()
        } else {
            position
        }
    }

    /// Returns the place of a position in the plan.
    #[must_use]
    pub fn plan(&self, position: DVec3) -> DVec3 {
        let turned = (position - self.origin) / self.sizes();
        let zero = self.turn.position(DVec3::ZERO);
        let along = [DVec3::X, DVec3::Y, DVec3::Z]
            .map(|axis| (self.turn.position(axis) - zero).dot(turned - zero));
        DVec3::from_array(along) - self.shift
    }

    /// Returns a direction or velocity of the world in the plan, in cells.
    #[must_use]
    pub fn plan_vector(&self, vector: DVec3) -> DVec3 {
        let zero = self.turn.position(DVec3::ZERO);
        let along = [DVec3::X, DVec3::Y, DVec3::Z]
            .map(|axis| (self.turn.position(axis) - zero).dot(vector / self.sizes()));
        DVec3::from_array(along)
    }

    /// Returns half the size of a box of the plan, along the axes of the world.
    #[must_use]
    pub fn half(&self, plan: DVec3) -> Vec3 {
        let zero = self.turn.position(DVec3::ZERO);
        ((self.turn.position(plan) - zero).abs() * self.sizes()).as_vec3()
    }

    /// Returns the rotation of the plan, without its mirroring: shapes that are equal to their images at a point are in the
    /// world as the frame mirrors them.
    #[must_use]
    pub fn rotation(&self) -> DQuat {
        let zero = self.turn.position(DVec3::ZERO);
        let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| self.turn.position(axis) - zero);
        let turned = DMat3::from_cols(x, y, z);
        DQuat::from_mat3(&(turned * turned.determinant()))
    }

    /// Returns the direction away from the ground.
    #[must_use]
    pub fn up(&self) -> Heading {
        let zero = self.turn.position(DVec3::ZERO);
        let up = (self.turn.position(DVec3::Z) - zero).as_ivec3();
        Heading::from_step(up).expect("one axis of the world")
    }
}

/// A part of a cell: also none, and just before and after the border between two cells.
fn fraction(draws: &mut Draws) -> f64 {
    match draws.below(6) {
        0 | 1 => 0.0,
        2 => draws.pick(&[FINEST, -FINEST]),
        3 => 0.5 + draws.pick(&[0.0, FINEST, -FINEST]),
        _ => draws.within(-0.5, 0.5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_comes_back_from_the_world() {
        let mut draws = Draws::new(1);
        for _ in 0..1000 {
            let frame = Frame::of_any_sides(&mut draws);
            let place = DVec3::new(3.0, 5.5, -2.0);
            let back = frame.plan(frame.position(place));
            let along = frame.plan_vector(frame.rotation() * DVec3::X).abs();
            let along = along * frame.size * frame.sides;
            assert!(along.distance(DVec3::X) < 1e-12, "{frame:?}: {along}");
            let most = frame.step() / frame.least() + 1e-5;
            assert!(back.distance(place) <= 4.0 * most, "{frame:?}: {back}");
            let cell = CellBox::of_cell(IVec3::new(3, 5, -2));
            let center = frame.lattice().center(frame.cells(cell).min);
            let there = Frame {
                shift: DVec3::ZERO,
                is_single: false,
                ..frame
            };
            let expected = there.position(cell.min.as_dvec3());
            assert!(
                center.distance(expected) <= 4.0 * most * frame.size,
                "{frame:?}"
            );
        }
    }
}
