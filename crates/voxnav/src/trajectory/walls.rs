//! Parts of a piece near to walls and far from them: a part is far if the agent is clear everywhere within the distance.

use glam::DVec3;

use super::piece::Piece;
use crate::smoothing::Space;

/// The shortest parts that are looked at, in sides of a cell.
const SHORTEST: f64 = 1.0 / 8.0;

/// The largest angle of a part of an arc, in radians.
const LARGEST_ANGLE: f64 = 0.5;

/// A space with the distance from walls that matters on each axis, in longest sides of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walls<'w> {
    pub(super) space: &'w Space<'w>,
    pub(super) distance: DVec3,
    /// The sides of a cell, of which the longest is 1.
    pub(super) shape: DVec3,
}

/// The distance of a part of a piece from walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nearness {
    Near,
    Far,
}

impl Walls<'_> {
    /// Returns whether the agent is clear everywhere in a box.
    pub(super) fn are_clear_of(&self, [low, high]: [DVec3; 2]) -> bool {
        let (low, high) = (low / self.shape, high / self.shape);
        self.space.is_clear_within(low, high)
    }

    /// Divides a piece into parts, by the distances along it of the begin and the end of each.
    pub(super) fn parts_of(&self, piece: &Piece) -> Vec<([f64; 2], Nearness)> {
        let longest = (self.distance.max_element() / 2.0).max(SHORTEST);
        let angle = match piece {
            Piece::Line { .. } => 0.0,
            Piece::Arc { angle, .. } => *angle,
        };
        let count = (piece.length() / longest).max(angle / LARGEST_ANGLE);
        let mut parts: Vec<([f64; 2], Nearness)> = Vec::new();
        for alongs in piece.parts(count) {
            let nearness = self.nearness(piece, alongs);
            match parts.last_mut() {
                Some(before) if before.1 == nearness => before.0[1] = alongs[1],
                _ => parts.push((alongs, nearness)),
            }
        }
        parts
    }

    fn nearness(&self, piece: &Piece, alongs: [f64; 2]) -> Nearness {
        let [low, high] = piece.hull(alongs);
        let is_far = self.are_clear_of([low - self.distance, high + self.distance]);
        if is_far {
            Nearness::Far
        } else {
            Nearness::Near
        }
    }
}
