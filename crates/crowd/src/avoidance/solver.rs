//! The input and the output of the choice of one velocity.

use std::cmp::Ordering;

use glam::DVec3;

use super::body::Body;
use super::free_space::FreeSpace;
use super::grid::{Grid, Rows};
use super::planes::program::{self, HalfSpace};
use super::planes::separation::BrakingBody;
use super::rank::Rank;
use super::settings::Settings;

/// A body in sight: the square of its distance, its place in the order of all, and in the order of the grid.
pub(super) type Near = (f64, u32, u32);

/// A body or a character, as others see it in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct NeighborState {
    pub(super) reach: BrakingBody,
    pub(super) velocity: DVec3,
    /// The velocity that it goes for in this tick.
    pub(super) wanted: DVec3,
    /// The place in the list of bodies; `None` for a character.
    pub(super) body: Option<u32>,
    /// The rank, be it of one that pushes it: a lower one takes more of the way out of an encounter.
    pub(super) rank: Rank,
    /// True if it gets out of the way of another.
    pub(super) is_pushed: bool,
    /// The place that it makes way to, where it is narrow.
    pub(super) way_out: Option<DVec3>,
    /// True if it has been held for long.
    pub(super) presses: bool,
}

impl NeighborState {
    /// Returns the part of the way out of an encounter with another body that this one takes.
    pub(super) fn share(&self, other: &Self) -> f64 {
        let is_told = self.is_pushed || other.is_pushed;
        let order = if is_told {
            self.rank.cmp(&other.rank)
        } else {
            self.rank.in_passing().cmp(&other.rank.in_passing())
        };
        match order {
            Ordering::Less => 0.75,
            Ordering::Greater => 0.25,
            Ordering::Equal => 0.5,
        }
    }
}

/// Everything in one tick that is the same for all bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tick<'a> {
    pub(super) seen: &'a [NeighborState],
    pub(super) grid: &'a Grid,
    pub(super) rooms: &'a [FreeSpace],
    pub(super) settings: &'a Settings,
    pub(super) up: DVec3,
    pub(super) seconds: f64,
    /// The greatest radius, the greatest reach and the longest way to rest of all.
    pub(super) most_radius: f64,
    pub(super) most_reach: f64,
    pub(super) most_stopping: f64,
}

/// The velocity of a body in a tick, and what it met.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    pub(super) velocity: DVec3,
    /// The one that it would have met first, had it gone where it wanted, by its place among those seen.
    pub(super) blocked_by: Option<u32>,
    /// The one at rest that it goes slower for than it does for any other, if it is held.
    pub(super) slowed_by: Option<u32>,
    /// The one that it overlaps the most.
    pub(super) overlaps: Option<u32>,
    pub(super) is_enclosed: bool,
    /// True where a half-space that holds always was in the way of the wanted velocity.
    pub(super) is_held: bool,
    /// True where no neighbor was in sight.
    pub(super) is_alone: bool,
}

/// The memory of choices, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The rows of cells as far as a body sees, half of the way there, and those of the cells that it gets to.
    pub(super) rows: Rows,
    pub(super) nearby: Rows,
    pub(super) beside: Rows,
    /// The half-spaces of ways that hold always.
    pub(super) hard: Vec<HalfSpace>,
    /// The half-spaces of velocities: first those, then the reciprocal ones.
    pub(super) planes: Vec<HalfSpace>,
    /// The nearest bodies: squared distance, order, place.
    pub(super) near: Vec<Near>,
    pub(super) program: program::Scratch,
}

impl Scratch {
    /// Forgets what belongs to another tick.
    pub(super) fn begin(&mut self) {
        self.rows.begin();
        self.nearby.begin();
        self.beside.begin();
    }

    /// Forgets what belongs to another body.
    pub(super) fn begin_choice(&mut self) {
        self.hard.clear();
        self.planes.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        let planes = self.hard.capacity() + self.planes.capacity();
        planes * size_of::<HalfSpace>() + self.near.capacity() * size_of::<Near>()
    }
}

/// One body that chooses.
pub(super) struct VelocitySolver<'a> {
    pub(super) tick: &'a Tick<'a>,
    pub(super) own: NeighborState,
    pub(super) body: &'a Body,
    /// The time for which the fastest velocity that can be reached counts: the tick, and half of the time to rest.
    pub(super) time: f64,
    /// The longest way to rest.
    pub(super) far: f64,
}
