//! The transform of the lines of a box of cells, one axis after the other.

use super::{DistanceFieldError, LONGEST, Outside};
use crate::{Occupancy, UnknownPolicy};

/// A squared distance, as fields of distances count it.
pub(super) trait Squared: Copy + PartialEq {
    /// The squared side of a cell along an axis.
    type Side: Copy;

    /// The squared distance of a blocked cell.
    const ZERO: Self;
    /// The squared distance where nothing is blocked.
    const NONE: Self;

    /// Returns the squared distance that is made up of this one and of so many places along a further axis.
    fn beyond(self, places: i64, side: Self::Side) -> Self;

    /// Returns the first place from which on a parabola of this least value is no lower than one of another, by the places
    /// of both, of which the other is the greater.
    fn overtaken(self, by: Self, at: [i64; 2], side: Self::Side) -> i64;
}

/// Squares of cells.
impl Squared for u32 {
    type Side = ();

    const ZERO: Self = 0;
    const NONE: Self = u32::MAX;

    fn beyond(self, places: i64, (): ()) -> Self {
        u32::try_from(places * places + i64::from(self)).unwrap_or(Self::NONE)
    }

    fn overtaken(self, by: Self, [last, place]: [i64; 2], (): ()) -> i64 {
        let apart = i64::from(by) + place * place - i64::from(self) - last * last;
        -(-apart).div_euclid(2 * (place - last))
    }
}

/// Squares of the shortest side of a cell.
impl Squared for f64 {
    type Side = f64;

    const ZERO: Self = 0.0;
    const NONE: Self = f64::INFINITY;

    #[expect(clippy::cast_precision_loss, reason = "at most 2^32")]
    fn beyond(self, places: i64, side: f64) -> Self {
        (places * places) as f64 * side + self
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "places and their squares are at most 2^32; beyond all places nothing is overtaken"
    )]
    fn overtaken(self, by: Self, [last, place]: [i64; 2], side: f64) -> i64 {
        // Counted from the last place, so that little is lost.
        let apart = place - last;
        let higher = (by - self) / side + (apart * apart) as f64;
        last.saturating_add((higher / (2 * apart) as f64).ceil() as i64)
    }
}

/// Returns the squared distances of all cells of a world to the nearest blocked one, x fastest, then y, then z.
pub(super) fn transformed<S: Squared>(
    world: &Occupancy,
    unknown: UnknownPolicy,
    outside: Outside,
    along: [S::Side; 3],
) -> Result<Vec<S>, DistanceFieldError> {
    let bounds = world.bounds();
    let error = DistanceFieldError { bounds };
    let sides = bounds.size();
    if sides.max_element() > LONGEST.unsigned_abs() {
        return Err(error);
    }
    let count = usize::try_from(bounds.volume()).map_err(|_| error)?;
    let mut squared = Vec::new();
    squared.try_reserve_exact(count).map_err(|_| error)?;
    let is_blocked = |cell| !unknown.admits(world.state(cell));
    squared.extend(
        bounds
            .cells()
            .map(|cell| if is_blocked(cell) { S::ZERO } else { S::NONE }),
    );
    let is_edge_blocked = outside == Outside::Counted && !unknown.admits(world.outside());
    let mut line = Line::new(is_edge_blocked);
    let [x, y, z] = sides.to_array().map(|side| side as usize);
    for (count, step, starts, side) in [
        (x, 1, [(y, x), (z, x * y)], along[0]),
        (y, x, [(x, 1), (z, x * y)], along[1]),
        (z, x * y, [(x, 1), (y, x)], along[2]),
    ] {
        let [(inner, by), (outer, far)] = starts;
        for start in (0..outer).flat_map(|b| (0..inner).map(move |a| a * by + b * far)) {
            line.transform(&mut squared, [start, step, count], side);
        }
    }
    Ok(squared)
}

/// The memory with which lines of cells are transformed.
struct Line<S> {
    /// True if cells before the first and behind the last are blocked.
    is_edge_blocked: bool,
    /// The parabolas of the lower envelope: the place of each, its least value, and where it begins to be the lowest.
    envelope: Vec<(i64, S, i64)>,
}

impl<S: Squared> Line<S> {
    fn new(is_edge_blocked: bool) -> Self {
        Self {
            is_edge_blocked,
            envelope: Vec::new(),
        }
    }

    /// Gives each of `count` places the least, over all places of the line, of the squared way there plus its value.
    fn transform(&mut self, values: &mut [S], [start, step, count]: [usize; 3], side: S::Side) {
        self.envelope.clear();
        if self.is_edge_blocked {
            self.add(-1, S::ZERO, side);
        }
        let places = || (0_i64..).zip((0..count).map(|place| start + place * step));
        for (place, index) in places() {
            if values[index] != S::NONE {
                self.add(place, values[index], side);
            }
        }
        if self.is_edge_blocked {
            self.add(i64::try_from(count).unwrap_or(i64::MAX), S::ZERO, side);
        }
        let mut lowest = 0;
        for (place, index) in places() {
            while (self.envelope.get(lowest + 1)).is_some_and(|(_, _, from)| *from <= place) {
                lowest += 1;
            }
            let Some((at, least, _)) = self.envelope.get(lowest) else {
                continue;
            };
            values[index] = least.beyond(place - at, side);
        }
    }

    /// Adds a parabola behind all others.
    fn add(&mut self, place: i64, least: S, side: S::Side) {
        while let Some(&(last, value, from)) = self.envelope.last() {
            // The first place from which on it is at most as high as the last one.
            let begin = value.overtaken(least, [last, place], side);
            if begin > from {
                self.envelope.push((place, least, begin));
                return;
            }
            self.envelope.pop();
        }
        self.envelope.push((place, least, i64::MIN));
    }
}
