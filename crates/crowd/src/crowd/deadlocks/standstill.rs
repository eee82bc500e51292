//! The time for which an agent has come no nearer to where it goes.

use voxnav::glam::DVec3;

use crate::crowd::others::jams::LONGEST;

/// The time after which an agent that comes no nearer asks for an order, in seconds; and the most between two times.
const FIRST: f64 = 10.0;
const SELDOM: f64 = 80.0;

/// The most agents for which that time suffices: dense crowds part by themselves, and sooner than by an order.
const FEW: f64 = 8.0;

/// The time after which it stands, and may be a member of a deadlock, in seconds.
const STANDS: f64 = 1.0;

/// The time after which it is in a deadlock, even if agents near it get on, in seconds.
const LONG: f64 = 120.0;

/// The distance from where it came nearer last beyond which an agent is on another way, in cells and diameters; twice as far
/// each time.
const FAR: f64 = 4.0;

/// The time for which an agent has come no nearer.
#[derive(Clone, Copy, Debug)]
pub(in crate::crowd) struct Standstill {
    /// The least distance that it had left, and where it was then.
    least: f64,
    from: DVec3,
    since: f64,
    /// The time after which it asks for an order, and how often it has asked.
    due: f64,
    asked: u32,
    /// The distance from there beyond which it is on another way, as a factor.
    far: f64,
}

impl Default for Standstill {
    fn default() -> Self {
        Self {
            least: f64::INFINITY,
            from: DVec3::ZERO,
            since: 0.0,
            due: FIRST,
            asked: 0,
            far: FAR,
        }
    }
}

impl Standstill {
    /// Lets some seconds pass for an agent of a radius among cells of a size that has a distance left to go, if it goes
    /// somewhere.
    pub(super) fn pass(&mut self, left: Option<f64>, at: DVec3, [radius, cell]: [f64; 2], dt: f64) {
        let Some(left) = left else {
            *self = Self::default();
            return;
        };
        let is_nearer = left + radius < self.least;
        let is_far = at.distance(self.from) > self.far * (cell + 2.0 * radius);
        if !(is_nearer || is_far) {
            self.since += dt.min(LONGEST);
            return;
        }
        // One that goes around in circles is found out as they are not ever larger.
        let far = if is_nearer { self.far } else { 2.0 * self.far };
        *self = Self {
            least: left,
            from: at,
            far,
            ..Self::default()
        };
    }

    pub(super) fn is_due(&self) -> bool {
        self.since >= self.due
    }

    pub(super) fn is_long_enough(&self) -> bool {
        self.since >= STANDS
    }

    /// Returns whether the agent has come no nearer for as long as those of a deadlock.
    pub(super) fn has_lasted(&self) -> bool {
        self.since >= FIRST
    }

    /// Returns whether the agent has come no nearer for so long that so many agents would have parted by themselves.
    pub(super) fn has_lasted_for(&self, agents: usize) -> bool {
        #[expect(clippy::cast_precision_loss, reason = "few agents")]
        let many = (agents as f64 / FEW).max(1.0);
        self.since >= FIRST * many
    }

    pub(super) fn is_long(&self) -> bool {
        self.since >= LONG
    }

    /// Returns the time as a number that is the greater, the longer it is.
    pub(super) fn waited(&self) -> u64 {
        self.since.to_bits()
    }

    /// Returns how often the agent has asked in vain.
    pub(super) fn asked(&self) -> u32 {
        self.asked
    }

    /// Sets the agent to ask again after a while, since another one next to it gets on, or it is alone.
    pub(super) fn ask_soon(&mut self) {
        self.due = self.since + STANDS;
    }

    /// Has the agent ask again after twice the time.
    pub(super) fn ask_later(&mut self) {
        self.due = self.since + self.since.clamp(FIRST, SELDOM);
        self.asked += 1;
    }
}
