//! Ranks: which of two bodies goes first.

use super::body::{Body, MotionGoal};

/// The rank of a body: the greater one goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// True for one on its way.
    goes: bool,
    /// True for one on a line that it may not leave.
    is_on_line: bool,
    priority: i32,
    /// The greater, the less is left to go.
    nearness: u64,
    /// The greater, the earlier in the order of bodies.
    earliness: u32,
    /// The greater, the fewer others handed it on.
    directness: u8,
}

impl Rank {
    /// The rank of characters, which never make way.
    pub(super) const CHARACTER: Self = Self {
        goes: true,
        priority: i32::MAX,
        is_on_line: true,
        nearness: u64::MAX,
        earliness: u32::MAX,
        directness: u8::MAX,
    };

    /// Returns the rank of a body by itself.
    pub(super) fn of(body: &Body, order: u32) -> Self {
        Self {
            goes: !matches!(body.goal, MotionGoal::Hold { .. }),
            priority: body.priority,
            is_on_line: matches!(body.goal, MotionGoal::MoveAlong { .. }),
            // The bits of numbers that are not negative are in the order of the numbers.
            nearness: !body.remaining.max(0.0).to_bits(),
            earliness: !order,
            directness: u8::MAX,
        }
    }

    /// Returns the rank as a pushed body takes it over.
    pub(super) fn handed_on(self) -> Self {
        Self {
            directness: self.directness.saturating_sub(1),
            ..self
        }
    }

    /// Returns whether the body stays where it is, and no body that goes somewhere pushes it.
    pub(super) const fn stays(&self) -> bool {
        !self.goes
    }

    /// Returns whether the body goes along a line that it may not leave.
    pub(super) const fn is_on_line(&self) -> bool {
        self.is_on_line
    }

    /// Returns what counts where two bodies merely meet.
    pub(super) const fn in_passing(&self) -> (bool, i32) {
        (self.goes, self.priority)
    }
}
