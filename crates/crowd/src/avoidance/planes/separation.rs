//! The plane between two bodies, of which each keeps to its side.
//!
//! The *reach* of a body is all that it covers on its stopping way: its shape, moved along a segment.
//! Two reaches that share no point have a plane between them, because both are convex. This module finds the one with
//! the widest gap: across the closest points of two segments for balls; for discs across those of the
//! segments seen from above, or across the gap in height, whichever is wider.
//!
//! INVARIANT: both bodies of a pair are given the same plane to the last bit, because it is computed in the order of
//! the pair, not from the one that asks.

use glam::DVec3;

use crate::avoidance::shape::Shape;

/// A body with its stopping way.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct BrakingBody {
    pub(in crate::avoidance) position: DVec3,
    /// The way to rest; zero where the body stops at once.
    pub(in crate::avoidance) stopping: DVec3,
    pub(in crate::avoidance) shape: Shape,
    /// The number that orders all bodies.
    pub(in crate::avoidance) order: u32,
}

/// The gap between two reaches.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct Separation {
    /// The direction from this one to the other, of length one.
    pub(in crate::avoidance) normal: DVec3,
    /// The distance between the two along it, without the skin; negative where they overlap.
    pub(in crate::avoidance) gap: f64,
}

/// The distance kept between bodies, in sums of their radii: above all rounding, below all that is seen.
pub(in crate::avoidance) const SKIN: f64 = 1.0 / 1_048_576.0;

impl BrakingBody {
    /// Returns the gap to another body.
    pub(in crate::avoidance) fn gap_to(&self, other: &Self, up: DVec3) -> Separation {
        if self.order < other.order {
            ordered(self, other, up)
        } else {
            let Separation { normal, gap } = ordered(other, self, up);
            Separation {
                normal: -normal,
                gap,
            }
        }
    }

    /// Returns whether another body is on another floor, or flies above or below.
    pub(in crate::avoidance) fn is_above_or_below(&self, other: &Self, up: DVec3) -> bool {
        in_height(self, other, up, 0.0).gap >= 0.0
    }

    /// Returns how far the way to rest leads in a direction; never less than zero, for the body is at its begin.
    pub(in crate::avoidance) fn farthest(&self, direction: DVec3) -> f64 {
        direction.dot(self.stopping).max(0.0)
    }
}

fn ordered(a: &BrakingBody, b: &BrakingBody, up: DVec3) -> Separation {
    let radii = a.shape.radius() + b.shape.radius();
    let kept = radii * (1.0 + SKIN);
    if !a.shape.is_disc() && !b.shape.is_disc() {
        let apart = b.position - a.position;
        let between = closest(a.stopping, b.stopping, apart);
        return across(between, apart, sideways(up), kept);
    }
    let flat = |vector: DVec3| vector - up * up.dot(vector);
    let apart = flat(b.position - a.position);
    let between = closest(flat(a.stopping), flat(b.stopping), apart);
    let beside = across(between, apart, sideways(up), kept);
    let above = in_height(a, b, up, radii * SKIN);
    if above.gap > beside.gap {
        above
    } else {
        beside
    }
}

/// Returns the gap across the vector between the closest points, or, where the reaches meet, between the positions.
fn across(between: DVec3, apart: DVec3, otherwise: DVec3, kept: f64) -> Separation {
    // Too close for a direction.
    let least = kept * SKIN;
    for vector in [between, apart] {
        let length = vector.length_squared().sqrt();
        if length > least {
            // The two segments meet where the second vector counts: bodies part by their positions.
            return Separation {
                normal: vector / length,
                gap: between.length_squared().sqrt() - kept,
            };
        }
    }
    Separation {
        normal: otherwise,
        gap: -kept,
    }
}

/// Returns a direction across the one that leads up.
pub(in crate::avoidance) fn sideways(up: DVec3) -> DVec3 {
    DVec3::new(up.z, up.x, up.y)
}

fn in_height(a: &BrakingBody, b: &BrakingBody, up: DVec3, skin: f64) -> Separation {
    let [a, b] = [a, b].map(|body| {
        let (at, stopping) = (up.dot(body.position), up.dot(body.stopping));
        let [below, above] = body.shape.extent();
        [
            at - below + stopping.min(0.0),
            at + above + stopping.max(0.0),
        ]
    });
    let (over, under) = (b[0] - a[1] - skin, a[0] - b[1] - skin);
    if over >= under {
        Separation {
            normal: up,
            gap: over,
        }
    } else {
        Separation {
            normal: -up,
            gap: under,
        }
    }
}

/// Returns the shortest vector from a point of the segment from zero along `a` to one of the segment from `apart` along
/// `b`. Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
pub(in crate::avoidance) fn closest(a: DVec3, b: DVec3, apart: DVec3) -> DVec3 {
    let (aa, bb) = (a.length_squared(), b.length_squared());
    if aa == 0.0 && bb == 0.0 {
        return apart;
    }
    let along = |share: f64| share.clamp(0.0, 1.0);
    let (on_a, on_b) = if aa == 0.0 {
        (0.0, along(-b.dot(apart) / bb))
    } else if bb == 0.0 {
        (along(a.dot(apart) / aa), 0.0)
    } else {
        let (ab, to_a, to_b) = (a.dot(b), a.dot(apart), b.dot(apart));
        let parallel = aa * bb - ab * ab;
        let mut on_a = if parallel > 0.0 {
            along((to_a * bb - ab * to_b) / parallel)
        } else {
            0.0
        };
        let mut on_b = (ab * on_a - to_b) / bb;
        if !(0.0..=1.0).contains(&on_b) {
            on_b = along(on_b);
            on_a = along((to_a + ab * on_b) / aa);
        }
        (on_a, on_b)
    };
    apart + b * on_b - a * on_a
}
