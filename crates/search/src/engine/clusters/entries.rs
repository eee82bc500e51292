//! Entries: the cells at which a path enters components.

use glam::IVec3;
use voxnav_occupancy::{Axis, Heading, Sign};

use crate::clusters::{Link, nearest_on_face};

/// The number of rounds in which entries are moved onto straight lines.
const ROUNDS: usize = 4;

/// Returns where the straight line between two cells crosses a layer, along the other two axes; where it does not, a
/// place next to the first cell, moved toward the other by `share` halves of the way.
pub(super) fn crossing([from, to]: [IVec3; 2], axis: Axis, layer: i32, share: i64) -> [i64; 2] {
    let from_axis = i64::from(axis.of(from));
    let [whole, part] = [axis.of(to), layer].map(|at| i64::from(at) - from_axis);
    let crosses = whole != 0 && (whole > 0) == (part > 0) && part.abs() <= whole.abs();
    axis.others().map(|other| {
        let [begin, end] = [from, to].map(|cell| i64::from(other.of(cell)));
        let moved = if crosses {
            (end - begin) * part / whole
        } else {
            (end - begin) * share / 2
        };
        begin + moved
    })
}

/// Returns a place as one within the face of the cluster whose lowest cell is `low`.
pub(super) fn within_face(place: [i64; 2], axis: Axis, low: IVec3) -> [i32; 2] {
    let [first, second] = axis.others().map(|other| i64::from(other.of(low)));
    let clamped = [place[0] - first, place[1] - second].map(|at| at.clamp(0, 7));
    clamped.map(|at| i32::try_from(at).unwrap_or(0))
}

/// Returns the cell at a place on a layer of the cluster whose lowest cell is `low`.
pub(super) fn cell_of_face([u, v]: [i32; 2], axis: Axis, layer: i32, low: IVec3) -> IVec3 {
    let [first, second] = axis.others();
    let beside = low + first.unit() * u + second.unit() * v;
    beside + axis.unit() * (layer - axis.of(low))
}

/// Moves the entries of a chain, all but the first and the last, to where the line between their neighbors in the chain
/// crosses the face, as near as the opening lets them.
pub(super) fn straighten(chain: &mut [Link]) {
    for round in 0..ROUNDS {
        for step in 1..chain.len().saturating_sub(1) {
            let index = if round % 2 == 0 {
                step
            } else {
                chain.len() - 1 - step
            };
            let (at, before) = (chain[index].entry >> 3, chain[index - 1].entry >> 3);
            let Some(heading) = Heading::from_step(at - before) else {
                continue;
            };
            let (axis, up) = (heading.axis, heading.sign == Sign::Positive);
            let opening =
                chain[index - 1].cells.face(axis, up) & chain[index].cells.face(axis, !up);
            if opening == 0 {
                continue;
            }
            let layer = axis.of(chain[index].entry);
            let ends = [chain[index - 1].entry, chain[index + 1].entry];
            let aim = within_face(crossing(ends, axis, layer, 1), axis, at << 3);
            chain[index].entry = cell_of_face(nearest_on_face(opening, aim), axis, layer, at << 3);
        }
    }
}
