//! Conflicts of balls among cells whose sides differ.
//!
//! The sides are those of a [`CellShape`](voxnav::search::CellShape), whole numbers of which the longest is 2^30. Whether
//! two balls conflict during a step is worked out from these exactly: products of two terms are compared as fractions, by
//! their continued fractions, so that nothing overflows.

use std::cmp::Ordering;

use voxnav::glam::{DVec3, IVec3};

use super::options::Radius;

/// Returns whether balls conflict that are `apart` at the beginning of a step and `apart + turn` at its end.
pub(super) fn conflict(radius: Radius, apart: IVec3, turn: IVec3) -> bool {
    let (sides, least) = in_floats(radius, 1.0);
    let [from, by] = [apart, turn].map(|cells| cells.as_dvec3() * sides);
    let beyond = from_point(-from, by) - least;
    let largest = least + from.length_squared() + by.length_squared();
    // What floats leave open is worked out.
    if beyond.abs() > UNCERTAIN * largest {
        beyond < 0.0
    } else {
        conflict_exactly(radius, apart, turn)
    }
}

/// The part of the squares that are summed up within which floats do not decide: far more than their rounding.
const UNCERTAIN: f64 = 1e-12;

/// Returns the sides of cells, of which the longest is 1, and the square of twice a radius in parts of a cell.
fn in_floats(radius: Radius, scale: f64) -> (DVec3, f64) {
    let (over, under) = radius.parts();
    let sides = radius
        .sides()
        .map(|side| f64::from(side) / f64::from(1 << LONGEST));
    let twice = 2.0 * f64::from(over) / f64::from(under) * scale;
    (sides.into(), twice * twice)
}

fn conflict_exactly(radius: Radius, apart: IVec3, turn: IVec3) -> bool {
    let (over, under) = radius.parts();
    let sides = radius.sides();
    // In parts of the longest side, times the denominator: of at most 2^10 cells, these are below 2^57.
    let parts = |cells: IVec3| -> [i128; 3] {
        std::array::from_fn(|axis| {
            i128::from(cells[axis]) * i128::from(sides[axis]) * i128::from(under)
        })
    };
    let dot = |one: [i128; 3], other: [i128; 3]| -> i128 {
        one.into_iter()
            .zip(other)
            .map(|(one, other)| one * other)
            .sum()
    };
    let [apart, turn] = [apart, turn].map(parts);
    let twice = i128::from(2 * over) << LONGEST;
    let begins = dot(apart, apart) - twice * twice;
    let (nearing, speed) = (-dot(apart, turn), dot(turn, turn));
    if begins < 0 || begins - 2 * nearing + speed < 0 {
        return true;
    }
    // Nearest in between, after `nearing / speed` of the step, where it is nearer by `nearing * nearing / speed`.
    0 < nearing && nearing < speed && compare([nearing, speed], [begins, nearing]).is_gt()
}

/// The logarithm of the longest side.
const LONGEST: u32 = 30;

/// Compares two fractions of numbers that are not negative, by their continued fractions.
fn compare(mut one: [i128; 2], mut other: [i128; 2]) -> Ordering {
    let mut is_turned = false;
    loop {
        let order = match (one[1], other[1]) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            _ => (one[0] / one[1]).cmp(&(other[0] / other[1])),
        };
        if order.is_ne() || one[1] == 0 {
            return if is_turned { order.reverse() } else { order };
        }
        // The rests are less than one: what they are of one is compared the other way round.
        one = [one[1], one[0] % one[1]];
        other = [other[1], other[0] % other[1]];
        is_turned = !is_turned;
    }
}

/// The part of a squared distance that is left out where segments are compared in `f64`: as much as the rounding of sides.
const LEFT_OUT: f64 = 1.0 / 268_435_456.0;

/// Returns whether balls conflict that may be anywhere on two segments, of which the second begins `apart` from the first;
/// `scale` is the number of parts of a cell. Balls that touch do not, nor do those that overlap by less than the sides of
/// cells are rounded by.
pub(super) fn segments_conflict(
    radius: Radius,
    apart: IVec3,
    [u, v]: [IVec3; 2],
    scale: f64,
) -> bool {
    let (sides, least) = in_floats(radius, scale);
    let is_near = |squared: f64| squared < least * (1.0 - LEFT_OUT);
    let is_crossed = u.cross(v) != IVec3::ZERO;
    let [apart, u, v] = [apart, u, v].map(|cells| cells.as_dvec3() * sides);
    is_near(from_point(-apart, v))
        || is_near(from_point(u - apart, v))
        || is_near(from_point(apart, u))
        || is_near(from_point(apart + v, u))
        || is_crossed && between_lines(apart, u, v).is_some_and(is_near)
}

/// Returns the square of the distance of a point from a segment that begins at the origin.
fn from_point(point: DVec3, by: DVec3) -> f64 {
    let share = point.dot(by) / by.length_squared().max(f64::MIN_POSITIVE);
    (point - by * share.clamp(0.0, 1.0)).length_squared()
}

/// Returns the square of the distance of the lines of two segments that are not parallel, where that lies within both.
fn between_lines(apart: DVec3, u: DVec3, v: DVec3) -> Option<f64> {
    let normal = u.cross(v);
    let squared = normal.length_squared();
    let [s, t] = [apart.cross(v), apart.cross(u)].map(|it| it.dot(normal));
    let is_within = (0.0..=squared).contains(&s) && (0.0..=squared).contains(&t);
    let height = apart.dot(normal);
    is_within.then(|| height * height / squared)
}

#[cfg(test)]
mod tests {
    use voxnav::search::CellShape;
    use voxnav_testkit::Draws;

    use super::*;
    use crate::mapf::options::CollisionModel;

    /// Floats that decide do so as whole numbers do.
    #[test]
    fn floats_and_whole_numbers_agree() {
        let mut draws = Draws::new(2);
        for _ in 0..20_000 {
            let Ok(shape) = CellShape::new(draws.sides(1.0)) else {
                continue;
            };
            let (over, under) = draws.pick(&[
                (1, 10),
                (2, 5),
                (1, 2),
                (3, 5),
                (1, 1),
                (77, 65_536),
                (1, 65_536),
            ]);
            let Ok(CollisionModel::Balls(radius)) =
                CollisionModel::balls(over, under).and_then(|it| it.among(shape))
            else {
                continue;
            };
            let reach = radius
                .sides()
                .map(|side| 2 + ((3_u32 << LONGEST) / side) as i32);
            let apart = draws.vector(-IVec3::from(reach), IVec3::from(reach));
            let turn = draws.vector(IVec3::splat(-2), IVec3::splat(2));
            let exact = conflict_exactly(radius, apart, turn);
            assert_eq!(
                conflict(radius, apart, turn),
                exact,
                "{radius:?} {apart} {turn}"
            );
        }
    }

    #[test]
    fn fractions_compare_as_their_products_do() {
        let mut draws = Draws::new(1);
        for _ in 0..20_000 {
            let most = draws.pick(&[3_u64, 20, 1 << 40]);
            let [a, b, c, d] = [(); 4].map(|()| i128::from(draws.below(most)));
            if b > 0 && d > 0 {
                assert_eq!(
                    compare([a, b], [c, d]),
                    (a * d).cmp(&(c * b)),
                    "{a}/{b} {c}/{d}"
                );
            }
        }
    }
}
