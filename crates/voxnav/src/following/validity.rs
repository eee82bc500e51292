//! Knowledge of whether the path ahead is free, by stretch, and of the chunks that it rests on.
//!
//! INVARIANT: a stretch that is known to be clear or blocked is so in the snapshot of the stamps. A
//! sweep reads the cells near its stretch only, and every chunk of these is stamped. What colliders say
//! is never remembered: they may move though no cell changes.

use std::collections::BTreeMap;
use std::ops::Range;

use glam::{DVec3, IVec3};
use voxnav_occupancy::bits::ChunkStamps;
use voxnav_occupancy::{ChunkCoord, Traversability};

use super::SmoothPath;
use super::stretch::{FARTHEST, Stretch};
use crate::smoothing::Space;

/// The place where a path is no longer free.
///
/// ```
/// use voxnav::following::Anchor;
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::{Follower, Lattice, SmoothPath, UnknownPolicy};
///
/// let mut room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(12)))?;
/// room.set(IVec3::new(6, 1, 1), CellState::Occupied)?;
/// let world = Traversability::new(&room.commit(), UnknownPolicy::Blocked);
/// let straight = SmoothPath::new([[1.0; 3], [9.0, 1.0, 1.0]], &Lattice::default(), Anchor::CENTER)?;
/// let blockage = Follower::new(straight).check(&world).ok_or("nothing is in the way")?;
/// assert_eq!((blockage.cell, blockage.ahead), (IVec3::new(6, 1, 1), 4.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Blockage {
    /// The distance that the agent can go from its place before its box touches what is in the way,
    /// along the path, in world units.
    pub ahead: f64,
    /// The distance from the start of the path.
    pub along: f64,
    /// The position there.
    pub position: DVec3,
    /// The segment, from the waypoint of the same number to the next.
    pub segment: usize,
    /// The cell that is not traversable.
    pub cell: IVec3,
}

/// The knowledge of one stretch.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Unknown,
    Clear,
    Blocked,
}

/// The knowledge of the path ahead: see the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Validity {
    window: Option<Window>,
    /// The last answer that rests on cells alone, with how far along it was asked, while it holds.
    answer: Option<(f64, Option<Blockage>)>,
}

/// A part of the path, up to twice as long as is looked ahead, so that it serves for long.
#[derive(Clone, Debug)]
struct Window {
    /// The range of the part, in world units along the path.
    along: Range<f64>,
    stretches: Vec<(Stretch, State)>,
    /// The chunks that the sweeps of stretches may read, ascending, with these stretches.
    crossings: Vec<(ChunkCoord, Vec<usize>)>,
    /// The state of these chunks, in the same order.
    stamps: ChunkStamps,
}

impl Validity {
    /// Returns the first break from `along` on, as far as is looked ahead.
    pub(super) fn check(
        &mut self,
        path: &SmoothPath,
        along: f64,
        space: &Space<'_>,
    ) -> Option<Blockage> {
        let world = space.world();
        let horizon = |along: f64| path.length().min(along + FARTHEST * path.cell_size());
        let serves =
            |window: &Window| window.along.start <= along && horizon(along) <= window.along.end;
        let window = match self.window.take_if(|window| serves(window)) {
            Some(window) => window,
            None => Window::new(path, along, world),
        };
        let window = self.window.insert(window);
        if window.forgets_changed(world) {
            self.answer = None;
        }
        if let Some((from, answer)) = self.answer
            && from <= along
        {
            match answer {
                // Where cells are blocked, colliders may be clear, and move though no cell changes.
                Some(found) if along <= found.along && space.is_told_by_cells() => {
                    let ahead = found.along - along;
                    return Some(Blockage { ahead, ..found });
                }
                None if horizon(along) <= horizon(from) => return None,
                _ => {}
            }
        }
        let (answer, cells_are_clear) = window.first_blockage(path, along..horizon(along), space);
        let is_told = cells_are_clear || space.is_told_by_cells();
        self.answer = is_told.then_some((along, answer));
        answer
    }
}

impl Window {
    fn new(path: &SmoothPath, along: f64, world: &Traversability) -> Self {
        let end = along + 2.0 * FARTHEST * path.cell_size();
        let first = path.stretch_at(along);
        let start = first.along(path).start;
        let stretches: Vec<Stretch> =
            std::iter::successors(Some(first), |stretch| path.stretch_after(stretch))
                .take_while(|stretch| stretch.along(path).start <= end)
                .collect();
        let mut crossings = BTreeMap::<ChunkCoord, Vec<usize>>::new();
        for (index, stretch) in stretches.iter().enumerate() {
            for chunk in stretch.cells_near(path).flat_map(|cells| cells.chunks()) {
                let crossed = crossings.entry(chunk).or_default();
                if crossed.last() != Some(&index) {
                    crossed.push(index);
                }
            }
        }
        let last = stretches.last().map_or(start, |last| last.along(path).end);
        Self {
            along: start..last,
            stamps: world.stamps(crossings.keys().copied()),
            stretches: stretches
                .into_iter()
                .map(|stretch| (stretch, State::Unknown))
                .collect(),
            crossings: crossings.into_iter().collect(),
        }
    }

    /// Forgets what was known of stretches that cross chunks which are not as they were, and says
    /// whether there are any.
    fn forgets_changed(&mut self, world: &Traversability) -> bool {
        let changed = self.stamps.renew(world);
        for &place in &changed {
            for &stretch in &self.crossings[place].1 {
                self.stretches[stretch].1 = State::Unknown;
            }
        }
        !changed.is_empty()
    }

    /// Returns the first blockage, with whether all cells on the way are clear.
    fn first_blockage(
        &mut self,
        path: &SmoothPath,
        along: Range<f64>,
        space: &Space<'_>,
    ) -> (Option<Blockage>, bool) {
        let cells = Space::planned(space.world());
        let mut cells_are_clear = true;
        let (segment, done) = path.segment_at(along.start);
        for (stretch, state) in &mut self.stretches {
            if (stretch.segment, stretch.shares.end) < (segment, done) {
                continue;
            }
            if stretch.along(path).start > along.end {
                break;
            }
            if *state == State::Unknown {
                *state = match stretch.first_hit(path, &cells) {
                    None => State::Clear,
                    Some(_) => State::Blocked,
                };
            }
            if *state == State::Clear {
                continue;
            }
            // What is in the way may lie behind.
            let share = if stretch.segment == segment {
                done
            } else {
                0.0
            };
            let rest = stretch.rest(share);
            let Some(hit) = rest.first_hit(path, &cells) else {
                continue;
            };
            cells_are_clear = false;
            if rest.first_hit(path, space).is_none() {
                continue;
            }
            let there = path.along_of_share(stretch.segment, hit.share);
            let there = there.max(along.start);
            if there > along.end {
                break;
            }
            let found = Blockage {
                ahead: there - along.start,
                along: there,
                position: path.position_at(there),
                segment: stretch.segment,
                cell: hit.cell,
            };
            return (Some(found), false);
        }
        (None, cells_are_clear)
    }
}
