//! Ways out of narrow places: the nearest cell at which a body is out of the way of another.
//!
//! In an aisle with room for one there is no place next to the way of the one that pushes. A breadth-first search
//! through the cells of the room, not past the one that pushes, finds the nearest place that is: in a bay, or beyond
//! the end of the aisle.

use std::collections::BTreeSet;

use glam::{DVec3, IVec3};

use crate::avoidance::free_space::FreeSpace;
use crate::avoidance::planes::separation::closest;

/// The most cells that a search looks at.
const MOST: usize = 1024;

/// The most cells of a way among which a search looks for the farthest that a body gets to straight.
const STRAIGHT: usize = 16;

/// The part of the sum of radii within which a body touches another, and gets no nearer to it.
const TOUCHES: f64 = 1.0 / 16.0;

/// The part of a way by which it leads away from what a body touches, above rounding.
const ROUNDING: f64 = 1.0 / 1_048_576.0;

/// The most among which it looks for the farthest that a sweep among obstacles leads to.
const SWEPT: usize = 4;

/// The part of the sum of radii by which places off a way are farther from it, above rounding.
const CLEAR: f64 = 1.0 / 1024.0;

/// The way of one body that another is to leave.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct InWay {
    /// The begin and the end of the way.
    pub(in crate::avoidance) way: [DVec3; 2],
    /// The sum of the two radii.
    pub(in crate::avoidance) radii: f64,
    /// The direction in which distances do not count, for bodies on the ground.
    pub(in crate::avoidance) level: Option<DVec3>,
}

impl InWay {
    fn flat(&self, vector: DVec3) -> DVec3 {
        match self.level {
            Some(up) => vector - up * up.dot(vector),
            None => vector,
        }
    }

    /// Returns whether a body that goes straight from a place to another one is in the way.
    pub(in crate::avoidance) fn holds(&self, from: DVec3, to: DVec3) -> bool {
        let [begin, end] = self.way;
        let [along, apart] = [end - begin, from - begin].map(|it| self.flat(it));
        let between = closest(along, self.flat(to - from), apart);
        between.length_squared() < self.radii * self.radii
    }

    /// Returns whether a body that goes straight from a place to another one comes nearer to the other than a distance.
    fn passes(&self, from: DVec3, to: DVec3, least: f64) -> bool {
        let [way, apart] = [to - from, self.way[0] - from].map(|it| self.flat(it));
        let least = least * (1.0 - ROUNDING);
        closest(way, DVec3::ZERO, apart).length_squared() < least * least
    }

    fn distance_to(&self, place: DVec3) -> f64 {
        self.flat(place - self.way[0]).length_squared().sqrt()
    }

    /// Returns the next place on the shortest way of a body out of the way of the other, which it does not pass. Places
    /// that are taken are ends where there are no others.
    pub(in crate::avoidance) fn way_out(
        &self,
        room: &FreeSpace,
        from: DVec3,
        mut is_taken: impl FnMut(DVec3) -> bool,
    ) -> Option<DVec3> {
        let apart = self.distance_to(from);
        let near = apart.min(self.radii);
        let clear = Self {
            radii: self.radii * (1.0 + CLEAR),
            ..*self
        };
        let mut starts = room.cells_at(from);
        starts.retain(|&cell| {
            let place = room.place_of(cell);
            is_straight(room, from, place) && !self.passes(from, place, near)
        });
        let mut touched = DVec3::ZERO;
        if apart < self.radii * (1.0 + TOUCHES) {
            starts.retain(|&cell| self.distance_to(room.place_of(cell)) >= apart);
            touched = self.flat(self.way[0] - from) / apart.max(f64::MIN_POSITIVE);
        }
        let mut seen: BTreeSet<_> = starts.iter().map(IVec3::to_array).collect();
        let mut found: Vec<_> = starts.into_iter().map(|cell| (cell, None)).collect();
        let (mut number, mut end) = (0, None);
        while let Some(&(cell, _)) = found.get(number)
            && number < MOST
        {
            let place = room.place_of(cell);
            if !clear.holds(place, place) {
                let is_last = !is_taken(place);
                if end.is_none() || is_last {
                    end = Some(number);
                }
                if is_last {
                    break;
                }
            }
            let is_flat = |step: IVec3| self.level.is_none_or(|up| up.dot(step.as_dvec3()) == 0.0);
            let beside = STEPS.into_iter().filter(|&step| is_flat(step));
            let beside = beside.map(|step| cell + step);
            for next in beside.chain(room.diagonal(cell)) {
                let is_past = || self.passes(place, room.place_of(next), near);
                if room.is_free(next) && !is_past() && seen.insert(next.to_array()) {
                    found.push((next, Some(number)));
                }
            }
            number += 1;
        }
        let mut number = end?;
        let mut way = vec![found[number].0];
        while let Some(before) = found[number].1 {
            number = before;
            way.push(found[number].0);
        }
        way.reverse();
        first_straight(room, from, &way, touched)
    }
}

const STEPS: [IVec3; 6] = [
    IVec3::NEG_X,
    IVec3::X,
    IVec3::NEG_Y,
    IVec3::Y,
    IVec3::NEG_Z,
    IVec3::Z,
];

/// Returns the farthest place of the first ones of a way to which a body gets straight; by sweeps, made to lead no
/// nearer to what the body touches in a direction.
fn first_straight(room: &FreeSpace, from: DVec3, way: &[IVec3], touched: DVec3) -> Option<DVec3> {
    let places = || way.iter().map(|&cell| room.place_of(cell));
    let among_cells = places().take(STRAIGHT);
    let among_cells = among_cells.take_while(|&place| room.covers(from, place - from));
    let away = |place: DVec3| {
        let way = place - from;
        let toward = touched.dot(way) + way.length() * ROUNDING;
        place - touched * toward.max(0.0)
    };
    let is_swept = |place: &DVec3| room.leads(from, *place - from);
    let swept = || places().take(SWEPT).map(away).rfind(is_swept);
    let last = among_cells.last();
    // Where it is already, only a walk over a corner leads on.
    let is_here = |place: &DVec3| room.is_at_center(from) && *place == room.place_of(way[0]);
    last.filter(|it| !is_here(it)).or_else(swept).or(last)
}

/// Returns whether a body gets straight to a place.
fn is_straight(room: &FreeSpace, from: DVec3, to: DVec3) -> bool {
    room.covers(from, to - from) || room.leads(from, to - from)
}
