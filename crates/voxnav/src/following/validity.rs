//! What is known of whether a trail is free, by segment, and which chunks it rests on.
//!
//! INVARIANT: a segment that is known to be clear or blocked is so in the snapshot of the stamps. A
//! sweep reads the cells near its segment only, and every chunk of these is stamped.

use std::collections::BTreeMap;

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, ChunkCoord, ChunkStamps, Traversability};

use super::Trail;
use crate::smoothing::Space;

/// Where a trail is no longer free.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Break {
    /// How far the agent can go from its place before its box touches what is in the way, along the
    /// trail, in world units.
    pub ahead: f64,
    /// The same from the start of the trail.
    pub along: f64,
    /// The position there.
    pub position: DVec3,
    /// The segment, from the waypoint of the same number to the next.
    pub segment: usize,
    /// The cell that is not traversable.
    pub cell: IVec3,
}

/// What is known of one segment.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Unknown,
    Clear,
    /// The first cell in the way, and the share of the segment before it.
    Blocked {
        cell: IVec3,
        share: f64,
    },
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Validity {
    states: Vec<State>,
    /// The chunks that the sweeps of segments may read, ascending, with these segments.
    crossings: Vec<(ChunkCoord, Vec<usize>)>,
    /// The state of these chunks, in the same order; none before the first check.
    stamps: Option<ChunkStamps>,
    /// The last answer with how far along it was asked, while it holds.
    answer: Option<(f64, Option<Break>)>,
}

impl Validity {
    pub(super) fn new(trail: &Trail) -> Self {
        let count = trail.segment_count();
        let mut crossings = BTreeMap::<ChunkCoord, Vec<usize>>::new();
        for segment in 0..count {
            let ends = trail.ends(trail.line().points(), segment);
            for chunk in pieces(ends).flat_map(|cells| cells.chunks()) {
                let segments = crossings.entry(chunk).or_default();
                if segments.last() != Some(&segment) {
                    segments.push(segment);
                }
            }
        }
        Self {
            states: vec![State::Unknown; count],
            crossings: crossings.into_iter().collect(),
            stamps: None,
            answer: None,
        }
    }

    /// The first break from `along` on.
    pub(super) fn check(
        &mut self,
        trail: &Trail,
        along: f64,
        world: &Traversability,
    ) -> Option<Break> {
        self.forget_changed(world);
        if let Some((from, answer)) = self.answer
            && from <= along
            && answer.is_none_or(|found| along <= found.along)
        {
            return answer.map(|found| Break {
                ahead: found.along - along,
                ..found
            });
        }
        let answer = self.first_break(trail, along, world);
        self.answer = Some((along, answer));
        answer
    }

    /// Forgets what was known of segments that cross chunks which are not as they were.
    fn forget_changed(&mut self, world: &Traversability) {
        let Some(stamps) = &mut self.stamps else {
            let chunks = self.crossings.iter().map(|&(chunk, _)| chunk);
            self.stamps = Some(world.stamps(chunks));
            return;
        };
        for place in stamps.renew(world) {
            self.answer = None;
            for &segment in &self.crossings[place].1 {
                self.states[segment] = State::Unknown;
            }
        }
    }

    fn first_break(&mut self, trail: &Trail, along: f64, world: &Traversability) -> Option<Break> {
        let (first, done) = trail.segment_at(along);
        for segment in first..trail.segment_count() {
            let ends = trail.ends(trail.line().points(), segment);
            let mut state = self.states[segment];
            if state == State::Unknown {
                state = State::of(world, ends);
                self.states[segment] = state;
            }
            if segment == first && matches!(state, State::Blocked { share, .. } if share < done) {
                // What is in the way may lie behind.
                let done = (done * PARTS).floor() / PARTS;
                let rest = [ends[0].lerp(ends[1], done), ends[1]];
                state = match State::of(world, rest) {
                    State::Blocked { cell, share } => State::Blocked {
                        cell,
                        share: done + (1.0 - done) * share,
                    },
                    other => other,
                };
            }
            if let State::Blocked { cell, share } = state {
                let from = trail.along_of(segment);
                let there = from + (trail.along_of(segment + 1) - from) * share;
                let there = there.max(along);
                return Some(Break {
                    ahead: there - along,
                    along: there,
                    position: trail.position_at(there),
                    segment,
                    cell,
                });
            }
        }
        None
    }
}

impl State {
    /// What a sweep finds out.
    fn of(world: &Traversability, [from, to]: [DVec3; 2]) -> Self {
        match Space::planned(world).first_hit(from, to) {
            None => Self::Clear,
            Some(hit) => Self::Blocked {
                cell: hit.cell,
                share: hit.fraction,
            },
        }
    }
}

/// A segment is divided at multiples of its 2^-10th part: such points lie on it exactly, as those
/// between would not, and a segment may touch what it must not enter. What ends less than such a part
/// behind an agent still counts as in its way.
const PARTS: f64 = 1024.0;

/// The longest piece of a segment whose box is taken for the cells near it, in cells.
const LONGEST_PIECE: f64 = 32.0;

/// Boxes that together hold all cells less than one cell away from a point of a segment.
fn pieces([from, to]: [DVec3; 2]) -> impl Iterator<Item = CellBox> {
    let count = ((to - from).abs().max_element() / LONGEST_PIECE)
        .ceil()
        .max(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive number below 2^26"
    )]
    let pieces = count as u32;
    (0..pieces).map(move |piece| {
        let at = |piece: u32| from.lerp(to, f64::from(piece) / count);
        let ends = [at(piece), at(piece + 1)];
        // One cell more than the sweep reaches, for the rounding of the ends.
        let low = ends[0].min(ends[1]).floor().as_ivec3() - 1;
        let high = ends[0].max(ends[1]).ceil().as_ivec3() + 1;
        CellBox::new(low, high + IVec3::ONE)
    })
}
