//! The input and the output of the choice of one velocity.

mod asleep;
mod choose;
mod neighbors;
mod passage;

use std::cmp::Ordering;

use glam::DVec3;

use crate::avoidance::body::Body;
use crate::avoidance::free_space::FreeSpace;
use crate::avoidance::grid::{Grid, Rows};
use crate::avoidance::planes::program::{self, HalfSpace};
use crate::avoidance::planes::separation::BrakingBody;
use crate::avoidance::rank::Rank;
use crate::avoidance::settings::Settings;

/// A body in sight: the square of its distance, its place in the order of all, and in the order of the grid.
pub(in crate::avoidance) type Near = (f64, u32, u32);

/// A body or a character, as others see it in a tick.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct NeighborState {
    pub(in crate::avoidance) reach: BrakingBody,
    pub(in crate::avoidance) velocity: DVec3,
    /// The velocity that it goes for in this tick.
    pub(in crate::avoidance) wanted: DVec3,
    /// The place in the list of bodies; `None` for a character.
    pub(in crate::avoidance) body: Option<u32>,
    /// The rank, be it of one that pushes it: a lower one takes more of the way out of an encounter.
    pub(in crate::avoidance) rank: Rank,
    /// True if it gets out of the way of another.
    pub(in crate::avoidance) is_pushed: bool,
    /// The place that it makes way to, where it is narrow.
    pub(in crate::avoidance) way_out: Option<DVec3>,
    /// True if it has been held for long.
    pub(in crate::avoidance) presses: bool,
}

impl NeighborState {
    /// Returns whether the body is where it stays.
    pub(in crate::avoidance) fn rests(&self) -> bool {
        self.rank.stays() && !self.is_pushed && self.wanted == DVec3::ZERO
    }

    /// Returns the part of the way out of an encounter with another body that this one takes.
    pub(in crate::avoidance) fn share(&self, other: &Self) -> f64 {
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
pub(in crate::avoidance) struct Tick<'a> {
    pub(in crate::avoidance) seen: &'a [NeighborState],
    pub(in crate::avoidance) grid: &'a Grid,
    pub(in crate::avoidance) rooms: &'a [FreeSpace],
    pub(in crate::avoidance) settings: &'a Settings,
    pub(in crate::avoidance) up: DVec3,
    pub(in crate::avoidance) seconds: f64,
    /// The greatest radius, the greatest reach and the longest way to rest of all.
    pub(in crate::avoidance) most_radius: f64,
    pub(in crate::avoidance) most_reach: f64,
    pub(in crate::avoidance) most_stopping: f64,
}

/// The velocity of a body in a tick, and what it met.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::avoidance) struct Choice {
    pub(in crate::avoidance) velocity: DVec3,
    /// The one that it would have met first, had it gone where it wanted, by its place among those seen.
    pub(in crate::avoidance) blocked_by: Option<u32>,
    /// The one at rest that it goes slower for than it does for any other, if it is held.
    pub(in crate::avoidance) slowed_by: Option<u32>,
    /// The one that it overlaps the most.
    pub(in crate::avoidance) overlaps: Option<u32>,
    pub(in crate::avoidance) is_enclosed: bool,
    /// True where a half-space that holds always was in the way of the wanted velocity.
    pub(in crate::avoidance) is_held: bool,
    /// True where no neighbor was in sight.
    pub(in crate::avoidance) is_alone: bool,
}

/// The memory of choices, kept from one to the next.
#[derive(Debug, Default)]
pub(in crate::avoidance) struct Scratch {
    /// The rows of cells as far as a body sees, half of the way there, and those of the cells that it gets to.
    pub(in crate::avoidance) rows: Rows,
    pub(in crate::avoidance) nearby: Rows,
    pub(in crate::avoidance) beside: Rows,
    /// The half-spaces of ways that hold always.
    pub(in crate::avoidance) hard: Vec<HalfSpace>,
    /// The half-spaces of velocities: first those, then the reciprocal ones.
    pub(in crate::avoidance) planes: Vec<HalfSpace>,
    /// The nearest bodies: squared distance, order, place.
    pub(in crate::avoidance) near: Vec<Near>,
    pub(in crate::avoidance) program: program::Scratch,
}

impl Scratch {
    /// Forgets what belongs to another tick.
    pub(in crate::avoidance) fn begin(&mut self) {
        self.rows.begin();
        self.nearby.begin();
        self.beside.begin();
    }

    /// Forgets what belongs to another body.
    pub(in crate::avoidance) fn begin_choice(&mut self) {
        self.hard.clear();
        self.planes.clear();
    }

    pub(in crate::avoidance) fn bytes(&self) -> usize {
        let planes = self.hard.capacity() + self.planes.capacity();
        planes * size_of::<HalfSpace>() + self.near.capacity() * size_of::<Near>()
    }
}

/// One body that chooses.
pub(in crate::avoidance) struct VelocitySolver<'a> {
    pub(in crate::avoidance) tick: &'a Tick<'a>,
    pub(in crate::avoidance) own: NeighborState,
    pub(in crate::avoidance) body: &'a Body,
    /// The time for which the fastest velocity that can be reached counts: the tick, and half of the time to rest.
    pub(in crate::avoidance) time: f64,
    /// The longest way to rest.
    pub(in crate::avoidance) far: f64,
}
