//! A body with what its crowd remembers of it.

use glam::DVec3;

use super::body::{Body, MotionGoal};
use super::event::{Event, Neighbor};
use super::id::BodyId;
use super::planes::program::shortened;
use super::planes::separation::BrakingBody;
use super::rank::Rank;
use super::solver::{Choice, NeighborState};
use super::yielding::aside::Aside;
use super::yielding::pace::Pace;
use super::yielding::push::{HELD, PUSHES, Push};

/// A body with what the crowd remembers of it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) id: BodyId,
    pub(super) body: Body,
    /// The number that orders all bodies: by key, then by id.
    pub(super) order: u32,
    pub(super) aside: Aside,
    /// The push that it gives way to.
    pub(super) push: Option<Push>,
    /// The time for which it has been held, in seconds.
    pub(super) held: f64,
    /// The time for which it has been slow, in seconds.
    pub(super) slow: f64,
    /// The neighbor last reported to be in its way.
    pub(super) behind: Option<Neighbor>,
    pub(super) is_told_stuck: bool,
}

/// The share of the speed that it would reach below which a body is slow.
const SLOW: f64 = 0.1;

/// The rate at which a body that sways forgets for how long it was held, in seconds a second.
const FORGETS: f64 = 0.5;

/// The times after which a slow body counts as waiting and as stuck, in seconds.
const WAITS: f64 = 0.5;
const STUCK: f64 = 3.0;

impl Member {
    pub(super) fn new(id: BodyId, body: Body) -> Self {
        Self {
            id,
            body,
            order: 0,
            aside: Aside::default(),
            push: None,
            held: 0.0,
            slow: 0.0,
            behind: None,
            is_told_stuck: false,
        }
    }

    /// Returns the body as others see it.
    pub(super) fn seen(&self, seconds: f64, up: DVec3) -> NeighborState {
        let body = &self.body;
        let own = Rank::of(body, self.order);
        NeighborState {
            reach: BrakingBody {
                position: body.position,
                stopping: body.stopping(body.velocity),
                shape: body.shape,
                order: self.order,
            },
            velocity: body.velocity,
            wanted: match self.push {
                Some(push) => push.velocity(body, self.held, seconds),
                None if body.is_at_end(seconds) || body.is_at_turn() || own.is_on_line() => {
                    body.wanted(seconds)
                }
                None => {
                    let wanted = body.wanted(seconds);
                    (self.aside).turned(wanted, self.order, up, body.shape)
                }
            },
            body: Some(self.order),
            rank: self.push.map_or(own, |push| push.rank.max(own)),
            is_pushed: self.push.is_some(),
            way_out: self.push.and_then(|push| push.place(self.held)),
            presses: self.held >= PUSHES,
        }
    }

    /// Takes note of how a tick went, and tells it.
    pub(super) fn tell(
        &mut self,
        choice: &Choice,
        [overlaps, behind]: [Option<Neighbor>; 2],
        [seconds, now]: [f64; 2],
        events: &mut Vec<Event>,
    ) {
        let body = self.id;
        events.extend(overlaps.map(|with| Event::Overlaps { body, with }));
        if choice.is_enclosed {
            events.push(Event::Enclosed { body });
        }
        let wanted = shortened(self.body.wanted(seconds), self.body.max_speed);
        let pace = Pace {
            wanted,
            reached: self.body.reached(wanted, seconds),
            velocity: choice.velocity,
        };
        let is_aside = self.push.is_some() && !self.goes();
        let is_slow = !is_aside && pace.is_below(SLOW);
        self.aside.update(&pace, seconds);
        if choice.is_alone && (!choice.is_held || self.body.goal.goes_to().is_some()) {
            // Nobody to turn or to make way for; walls do not stand on the straight way to a point.
            self.aside = Aside::default();
            self.push = self.push.filter(|push| push.to.is_some());
        }
        if !is_slow {
            (self.slow, self.behind, self.is_told_stuck) = (0.0, None, false);
            return;
        }
        self.slow += seconds;
        if let Some(behind) = behind
            && self.slow >= WAITS
            && self.behind != Some(behind)
        {
            self.behind = Some(behind);
            events.push(Event::Waits { body, behind });
        }
        if self.slow >= STUCK && !self.is_told_stuck {
            self.is_told_stuck = true;
            let since = now - self.slow;
            events.push(Event::Stuck { body, since });
        }
    }

    /// Takes note of whether something holds the body, and returns whether it pushes what is in its way.
    pub(super) fn is_held(&mut self, seen: &NeighborState, choice: &Choice, seconds: f64) -> bool {
        let wanted = shortened(seen.wanted, self.body.max_speed);
        let pace = Pace {
            wanted,
            reached: self.body.reached(wanted, seconds),
            velocity: choice.velocity,
        };
        let is_held = pace.is_below(HELD);
        // One that sways before another at rest, or about a turn of its way, would forever.
        let sways = choice.slowed_by.is_some() || self.body.is_at_turn();
        self.held = match is_held {
            true => self.held + seconds,
            false if sways => (self.held - seconds * FORGETS).max(0.0),
            false => 0.0,
        };
        is_held && (seen.is_pushed || self.held >= PUSHES)
    }

    /// Returns whether the body moves on in this tick, and not slowly.
    pub(super) fn gets_on(&self) -> bool {
        let least = HELD * self.body.max_speed;
        self.body.velocity.length_squared() > least * least
    }

    /// Returns whether the body is on its way somewhere.
    pub(super) fn goes(&self) -> bool {
        !matches!(self.body.goal, MotionGoal::Hold { .. })
    }
}
