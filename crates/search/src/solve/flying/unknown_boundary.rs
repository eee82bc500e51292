//! The end of known space: paths of agents that stop there are cut after the search.
//!
//! Searches see unknown cells as traversable where the agent's policy is to stop before them, so a
//! path is the best plan if all of them are free. INVARIANT: every path that a query returns of
//! such a plan lies in known space.

use glam::IVec3;
use voxnav_occupancy::{Traversability, UnknownPolicy};

use crate::movement::CornerRule;
use crate::path::{Path, is_joined, spanned};

/// The rules that decide whether a path lies in known space.
#[derive(Clone, Copy)]
pub(crate) struct Boundary<'a> {
    pub(crate) world: &'a Traversability,
    pub(crate) corners: CornerRule,
}

impl Boundary<'_> {
    /// Returns whether the agent stops before unknown cells at all.
    pub(crate) fn cuts(&self) -> bool {
        self.world.unknown_policy() == UnknownPolicy::StopAtBoundary
    }

    /// Ends a path before the first unknown cell if the agent stops there. Returns that cell.
    pub(crate) fn cut(&self, path: &mut Path) -> Option<IVec3> {
        if !self.cuts() {
            return None;
        }
        let mut from = path.start();
        if !self.world.is_known(from) {
            path.restart(from);
            return Some(from);
        }
        let mut found = None;
        for (moves, to) in (0..).zip(path.cells().skip(1)) {
            if let Some(unknown) = self.first_unknown(from, to) {
                found = Some((moves, unknown));
                break;
            }
            from = to;
        }
        let (moves, unknown) = found?;
        path.shorten(moves);
        Some(unknown)
    }

    /// Returns whether the agent makes a move between traversable cells, of which the first is known.
    pub(crate) fn lets_pass(&self, from: IVec3, to: IVec3) -> bool {
        !self.cuts() || self.first_unknown(from, to).is_none()
    }

    /// Returns the number of moves of a path that lead into unknown cells, or sweep over any where
    /// they must not.
    pub(crate) fn unknown_moves(&self, path: &Path) -> u64 {
        let mut from = path.start();
        let leads_into = |to: IVec3| {
            let before = std::mem::replace(&mut from, to);
            match self.corners {
                CornerRule::Strict => {
                    spanned(before, to).any(|cell| cell != before && !self.world.is_known(cell))
                }
                CornerRule::OneSide => !self.is_in_known_space(before, to),
                CornerRule::Lenient => !self.world.is_known(to),
            }
        };
        path.cells().skip(1).map(leads_into).map(u64::from).sum()
    }

    /// Returns the first unknown cell of a move from a known one.
    fn first_unknown(&self, from: IVec3, to: IVec3) -> Option<IVec3> {
        let unknown = |cell: &IVec3| !self.world.is_known(*cell);
        match self.corners {
            CornerRule::Strict => spanned(from, to).find(unknown),
            CornerRule::OneSide if self.is_in_known_space(from, to) => None,
            // The target, or what is unknown beside the way to it.
            CornerRule::OneSide => Some(to)
                .filter(unknown)
                .or_else(|| spanned(from, to).find(unknown)),
            CornerRule::Lenient => Some(to).filter(unknown),
        }
    }

    /// Returns whether straight moves lead through known and traversable cells of the box of a
    /// move.
    fn is_in_known_space(&self, from: IVec3, to: IVec3) -> bool {
        is_joined(from, to, &|cell| {
            self.world.is_traversable(*cell) && self.world.is_known(*cell)
        })
    }
}
