//! Boxes of cells that bodies touch, and their sides.

use glam::{DVec3, IVec3};

/// The part of a cell within which a position counts as one on the border: above rounding, below what is seen.
pub(in crate::avoidance) const SLACK: f64 = 1.0 / 2_097_152.0;

/// The part of a cell within which a position is in a box for planners too, which round to 2^-30 of a cell.
const EXACT: f64 = 1.0 / 4_294_967_296.0;

/// One of the six sides of a box.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct Side {
    pub(in crate::avoidance) axis: usize,
    is_high: bool,
}

pub(in crate::avoidance) const SIDES: [Side; 6] = [
    Side::of(0, false),
    Side::of(0, true),
    Side::of(1, false),
    Side::of(1, true),
    Side::of(2, false),
    Side::of(2, true),
];

impl Side {
    const fn of(axis: usize, is_high: bool) -> Self {
        Self { axis, is_high }
    }

    /// Returns how far a way leads out of the side.
    pub(in crate::avoidance) fn along(self, way: DVec3) -> f64 {
        if self.is_high {
            way[self.axis]
        } else {
            -way[self.axis]
        }
    }
}

/// A box of cells, both corners included.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct Cells {
    pub(in crate::avoidance) low: IVec3,
    pub(in crate::avoidance) high: IVec3,
}

impl Cells {
    /// Returns the cells that the box of a body touches.
    pub(in crate::avoidance) fn touched(at: DVec3) -> Self {
        Self {
            low: (at + SLACK).floor().as_ivec3(),
            high: (at - SLACK).ceil().as_ivec3(),
        }
    }

    /// Returns a way that leads back into the box from a position within the slack outside of it, where planners find no
    /// way. Points of smooth ways may be rounded to such positions.
    pub(in crate::avoidance) fn back_inside(&self, at: DVec3, way: DVec3) -> DVec3 {
        let [low, high] = [self.low, self.high].map(|corner| corner.as_dvec3() - at);
        let is_outside = |off: f64| off > EXACT;
        let mut back = way;
        for axis in 0..3 {
            if is_outside(low[axis]) {
                back[axis] = way[axis].max(low[axis]);
            } else if is_outside(-high[axis]) {
                back[axis] = way[axis].min(high[axis]);
            }
        }
        back
    }

    pub(in crate::avoidance) fn hull(&self, other: &Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns the layer of cells beyond a side.
    pub(in crate::avoidance) fn beyond(&self, side: Side) -> Self {
        let mut layer = *self;
        let at = if side.is_high {
            self.high[side.axis] + 1
        } else {
            self.low[side.axis] - 1
        };
        (layer.low[side.axis], layer.high[side.axis]) = (at, at);
        layer
    }

    pub(in crate::avoidance) fn add(&mut self, side: Side) {
        if side.is_high {
            self.high[side.axis] += 1;
        } else {
            self.low[side.axis] -= 1;
        }
    }

    /// Returns the distance from a position to the last center before a side.
    pub(in crate::avoidance) fn gap(&self, at: DVec3, side: Side) -> f64 {
        if side.is_high {
            f64::from(self.high[side.axis]) - at[side.axis]
        } else {
            at[side.axis] - f64::from(self.low[side.axis])
        }
    }
}
