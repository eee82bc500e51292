//! Parts of a path of bounded length: what is swept at a time.

use std::ops::Range;

use glam::{DVec3, IVec3};
use voxnav_occupancy::CellBox;

use super::SmoothPath;
use crate::smoothing::Space;

/// A segment or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) segment: usize,
    /// The part, by shares of the segment.
    pub(super) shares: Range<f64>,
}

/// The obstruction that is in the way on a stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Obstruction {
    /// The first cell that is not traversable.
    pub(super) cell: IVec3,
    /// The share of the segment before it.
    pub(super) share: f64,
}

/// The most that a follower looks ahead, and the longest stretch, in cells: its sweep takes
/// microseconds where there is room.
pub(super) const FARTHEST: f64 = 65_536.0;

/// A segment is divided at multiples of its 2^-10th part: such points lie on it exactly, as those
/// between would not, and a segment may touch what it must not enter. What ends less than such a
/// part behind an agent still counts as in its way.
const PARTS: f64 = 1024.0;

/// The longest piece of a segment whose box is taken for the cells near it, in cells.
const LONGEST_PIECE: f64 = 32.0;

impl SmoothPath {
    /// Returns the stretch so far along; the later one where two meet.
    pub(super) fn stretch_at(&self, along: f64) -> Stretch {
        let (segment, share) = self.segment_at(along);
        let parts = self.parts_of(segment);
        self.stretch(segment, (share * parts).floor().min(parts - 1.0))
    }

    /// Returns the stretch after another.
    pub(super) fn stretch_after(&self, stretch: &Stretch) -> Option<Stretch> {
        let Stretch { segment, shares } = stretch;
        if shares.end < 1.0 {
            let part = (shares.end * self.parts_of(*segment)).round();
            Some(self.stretch(*segment, part))
        } else {
            let next = segment + 1;
            (next < self.segment_count()).then(|| self.stretch(next, 0.0))
        }
    }

    fn stretch(&self, segment: usize, part: f64) -> Stretch {
        let parts = self.parts_of(segment);
        Stretch {
            segment,
            shares: part / parts..(part + 1.0) / parts,
        }
    }

    /// Returns the number of stretches into which a segment is divided.
    fn parts_of(&self, segment: usize) -> f64 {
        let [from, to] = self.ends(self.line().points(), segment);
        (from.distance(to) / FARTHEST).ceil().max(1.0)
    }
}

impl Stretch {
    /// Returns the range of the stretch, in world units along the path.
    pub(super) fn along(&self, path: &SmoothPath) -> Range<f64> {
        let Range { start, end } = self.shares;
        path.along_of_share(self.segment, start)..path.along_of_share(self.segment, end)
    }

    /// Returns what the agent's box meets first on the stretch.
    pub(super) fn first_hit(&self, path: &SmoothPath, space: &Space<'_>) -> Option<Obstruction> {
        let [from, to] = self.ends(path);
        let hit = space.first_hit(from, to)?;
        let Range { start, end } = self.shares;
        Some(Obstruction {
            cell: hit.cell,
            share: start + (end - start) * hit.fraction,
        })
    }

    /// Returns the part from a share of the segment on.
    pub(super) fn rest(&self, share: f64) -> Self {
        let exact = (share * PARTS).floor() / PARTS;
        Self {
            segment: self.segment,
            shares: exact.max(self.shares.start)..self.shares.end,
        }
    }

    pub(super) fn ends(&self, path: &SmoothPath) -> [DVec3; 2] {
        let [from, to] = path.ends(path.line().points(), self.segment);
        [self.shares.start, self.shares.end].map(|share| from.lerp(to, share))
    }

    /// Returns boxes that together hold all cells less than one cell away from a point of the
    /// stretch.
    pub(super) fn cells_near(&self, path: &SmoothPath) -> impl Iterator<Item = CellBox> {
        let [from, to] = self.ends(path);
        let count = ((to - from).abs().max_element() / LONGEST_PIECE).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive number below 2^26"
        )]
        let pieces = count.max(1.0) as u32;
        (0..pieces).map(move |piece| {
            let at = |piece: u32| from.lerp(to, f64::from(piece) / f64::from(pieces));
            let ends = [at(piece), at(piece + 1)];
            // One cell more than the sweep reaches, for the rounding of the ends.
            let low = ends[0].min(ends[1]).floor().as_ivec3() - 1;
            let high = ends[0].max(ends[1]).ceil().as_ivec3() + 1;
            CellBox::new(low, high + IVec3::ONE)
        })
    }
}
