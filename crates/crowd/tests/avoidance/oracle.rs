//! What must never happen between two ticks, from positions alone: by exact sweeps that share no code with the library.

use voxnav::glam::{DVec3, IVec3};
use voxnav_crowd::avoidance::Shape;

/// The depth, in world units or cells, that is not seen.
pub(crate) const TOLERANCE: f64 = 1e-6;

/// A body before and after a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    pub(crate) shape: Shape,
    pub(crate) from: DVec3,
    pub(crate) to: DVec3,
}

/// Returns the greatest depth by which two bodies overlap at any time, each going straight at an even speed.
pub(crate) fn depth(a: &Moved, b: &Moved, up: DVec3) -> f64 {
    let (from, along) = (b.from - a.from, (b.to - b.from) - (a.to - a.from));
    let radii = a.shape.radius() + b.shape.radius();
    if let (Shape::Ball { .. }, Shape::Ball { .. }) = (a.shape, b.shape) {
        return radii - nearest(from, along);
    }
    // Upright cylinders: apart in the plane or in height; at each time the lesser depth counts.
    let flat = |vector: DVec3| vector - up * up.dot(vector);
    let low = |body: &Moved| match body.shape {
        Shape::Ball { radius } => -radius,
        _ => 0.0,
    };
    let high = |body: &Moved| match body.shape {
        Shape::Disc { height, .. } => height,
        shape => shape.radius(),
    };
    let at = |share: f64| {
        let between = from + along * share;
        let height = up.dot(between);
        let over = (high(a) - low(b) - height).min(high(b) - low(a) + height);
        (radii - flat(between).length()).min(over)
    };
    // The depth is the least of concave functions of time: by thirds.
    let (mut first, mut last) = (0.0, 1.0);
    for _ in 0..80 {
        let third = (last - first) / 3.0;
        if at(first + third) < at(last - third) {
            first += third;
        } else {
            last -= third;
        }
    }
    at(f64::midpoint(first, last)).max(at(0.0)).max(at(1.0))
}

/// Returns the least length of `from + along * t` for t from 0 to 1.
fn nearest(from: DVec3, along: DVec3) -> f64 {
    let squared = along.length_squared();
    let time = if squared > 0.0 {
        (-from.dot(along) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (from + along * time).length()
}

/// Returns the first cell for which `is_blocked` holds that a cube as large as a cell enters, centered at a point
/// that goes straight between two, in cells.
pub(crate) fn entered(from: DVec3, to: DVec3, is_blocked: impl Fn(IVec3) -> bool) -> Option<IVec3> {
    let low = (from.min(to) - 1.0).floor().as_ivec3();
    let high = (from.max(to) + 1.0).ceil().as_ivec3();
    for z in low.z..=high.z {
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let cell = IVec3::new(x, y, z);
                if is_blocked(cell) && enters(from - cell.as_dvec3(), to - from) {
                    return Some(cell);
                }
            }
        }
    }
    None
}

/// Whether a segment enters the cube of two cells around zero by more than the tolerance.
fn enters(from: DVec3, along: DVec3) -> bool {
    let reach = 1.0 - TOLERANCE;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        let (from, along) = (from[axis], along[axis]);
        if along.abs() < 1e-300 {
            if from.abs() >= reach {
                return false;
            }
            continue;
        }
        let ends = [(-reach - from) / along, (reach - from) / along];
        enter = enter.max(ends[0].min(ends[1]));
        leave = leave.min(ends[0].max(ends[1]));
    }
    enter < leave
}

#[test]
fn depths_are_those_of_drawn_cases() {
    let ball = |from: [f64; 3], to: [f64; 3]| Moved {
        shape: Shape::Ball { radius: 0.5 },
        from: from.into(),
        to: to.into(),
    };
    let one = ball([0.0; 3], [0.0; 3]);
    // Passes through the other, and ends where it began as far away.
    let through = ball([-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    assert!((depth(&one, &through, DVec3::Z) - 1.0).abs() < 1e-12);
    let beside = ball([-2.0, 1.5, 0.0], [2.0, 1.5, 0.0]);
    assert!((depth(&one, &beside, DVec3::Z) + 0.5).abs() < 1e-12);
    let disc = Moved {
        shape: Shape::Disc {
            radius: 0.5,
            height: 1.0,
        },
        from: DVec3::new(-2.0, 0.0, 0.25),
        to: DVec3::new(2.0, 0.0, 0.25),
    };
    assert!((depth(&one, &disc, DVec3::Z) - 0.25).abs() < 1e-9);
}

#[test]
fn a_cube_enters_what_it_passes_through() {
    let blocked = |cell: IVec3| cell == IVec3::new(3, 0, 0);
    let along = |y: f64| entered(DVec3::new(0.0, y, 0.0), DVec3::new(6.0, y, 0.0), blocked);
    assert_eq!(along(0.9), Some(IVec3::new(3, 0, 0)));
    assert_eq!(along(1.0), None);
}
