//! An agent that moves as an engine would move it: straight for the point that it is given, up to its speed each frame,
//! pushed now and then.

use voxnav::Follower;
use voxnav::following::Steering;
use voxnav::glam::DVec3;
use voxnav::smoothing::Space;
use voxnav_testkit::{Draws, Frame};

/// In which numbers an engine keeps positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    Double,
    Single,
}

/// The cells from zero within which an engine may count in single precision: half a thousandth of a cell.
const SINGLE_WITHIN: f64 = 12_000.0;

impl Numbers {
    /// The numbers of a world, or the drawn ones where positions are not too coarse for them.
    pub(crate) fn within(self, frame: &Frame) -> Self {
        let farthest = frame.origin.abs().max_element() / frame.size + 64.0;
        match self {
            _ if frame.is_single => Self::Single,
            Self::Single if farthest <= SINGLE_WITHIN => Self::Single,
            _ => Self::Double,
        }
    }

    /// The distance by which the arithmetic of a step may be off, from a position. One that is a number in single precision
    /// by chance is taken for such a number.
    pub(crate) fn rounding(self, position: DVec3) -> f64 {
        let is_single = Self::Single.round(position) == position;
        let digits = match self {
            Self::Double if !is_single => f64::EPSILON,
            _ => f64::from(f32::EPSILON),
        };
        4.0 * digits * position.abs().max_element()
    }

    pub(crate) fn round(self, position: DVec3) -> DVec3 {
        match self {
            Self::Double => position,
            Self::Single => position.as_vec3().as_dvec3(),
        }
    }

    /// The position moved toward a target by a step, in these numbers.
    pub(crate) fn moved(self, position: DVec3, target: DVec3, step: f64) -> DVec3 {
        match self {
            Self::Double => position + (target - position).clamp_length_max(step),
            Self::Single => {
                let (position, target) = (position.as_vec3(), target.as_vec3());
                #[expect(clippy::cast_possible_truncation, reason = "what an engine does")]
                let way = (target - position).clamp_length_max(step as f32);
                (position + way).as_dvec3()
            }
        }
    }
}

/// How an agent moves, in world units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) numbers: Numbers,
    pub(crate) speed: f64,
    pub(crate) look_ahead: f64,
    /// One frame in so many ends with a push.
    pub(crate) push_every: u32,
    pub(crate) push_reach: f64,
    pub(crate) pushes_at_most: u32,
    /// How near the end counts as there: an agent that is pushed in every frame never rests.
    pub(crate) arrives_within: f64,
    pub(crate) pause_after: u32,
}

/// How far ahead agents look, in cells: nothing, and all but nothing, too.
const LOOK_AHEADS: [f64; 12] = [
    0.0,
    -1.0,
    f64::NAN,
    1e-9,
    0.01,
    0.3,
    1.0,
    2.0,
    5.0,
    20.0,
    1e300,
    f64::INFINITY,
];
const SHORT_LOOK_AHEADS: [f64; 6] = [0.0, -0.0, f64::NEG_INFINITY, f64::from_bits(1), 1e-300, 0.1];

impl Manner {
    pub(crate) fn random(draws: &mut Draws, frame: &Frame) -> Self {
        let cell = frame.size;
        let numbers = draws.pick(&[Numbers::Double, Numbers::Double, Numbers::Single]);
        Self {
            numbers: numbers.within(frame),
            speed: draws.magnitude(0.02, 4.0) * cell,
            look_ahead: draws.pick(&LOOK_AHEADS) * cell,
            push_every: draws.pick(&[4, 15, 60, u32::MAX]),
            push_reach: draws.pick(&[0.01, 0.3, 1.5]) * cell,
            pushes_at_most: 8,
            arrives_within: 0.0,
            pause_after: u32::MAX,
        }
    }

    /// Pushed in every frame, along each axis by no more than half as far as the agent can go.
    pub(crate) fn shaken(draws: &mut Draws, frame: &Frame) -> Self {
        let (manner, cell) = (Self::random(draws, frame), frame.size);
        let push_reach = manner.speed * draws.magnitude(1e-6, 0.5);
        let short = draws.pick(&SHORT_LOOK_AHEADS) * cell;
        Self {
            look_ahead: draws.pick(&[manner.look_ahead, short]),
            push_every: 1,
            push_reach,
            pushes_at_most: u32::MAX,
            arrives_within: 2.0 * push_reach,
            ..manner
        }
    }

    /// Pushed a little in every frame, as physics does.
    pub(crate) fn jittering(draws: &mut Draws, frame: &Frame) -> Self {
        let manner = Self::shaken(draws, frame);
        let push_reach = manner.push_reach.min(0.1 * frame.size);
        Self {
            numbers: Numbers::Double.within(frame),
            push_reach,
            arrives_within: 2.0 * push_reach,
            ..manner
        }
    }

    /// How many frames a walk of some length may take, with steps of half the speed and more: a frame lost at
    /// each waypoint. One that is pushed goes no farther than a cell at a time.
    fn frames(&self, length: f64, waypoints: f64, cell: f64) -> f64 {
        let length = length + 40.0 * self.push_reach.max(0.1 * cell);
        if self.push_every == 1 {
            1000.0 + 8.0 * length / self.speed.min(cell) + 4.0 * waypoints
        } else {
            100.0 + 4.0 * length / self.speed + 4.0 * waypoints
        }
    }
}

/// What a walk is checked by.
pub(crate) trait Surroundings {
    /// Panics if the agent touches something on a straight way.
    fn assert_untouched(&self, from: DVec3, to: DVec3, numbers: Numbers);
    /// Whether the agent may be put there.
    fn stands(&self, position: DVec3) -> bool;
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    Arrived {
        pushes: u32,
    },
    /// After a push to this position.
    OutOfSight(DVec3),
    /// On its path at this position.
    Blocked(DVec3),
    /// After as many frames as were asked for.
    Paused(DVec3),
}

/// Walks until the end, for so many frames at most. Panics where the agent is stuck or touches
/// anything, or where it sees nothing of its path though it was not pushed.
pub(crate) fn walk(
    follower: &mut Follower,
    start: DVec3,
    manner: &Manner,
    space: &Space<'_>,
    surroundings: &impl Surroundings,
    draws: &mut Draws,
) -> End {
    let mut position = manner.numbers.round(start);
    let mut pushes = 0;
    let mut frame = 0;
    let smooth_path = follower.path();
    let waypoints = f64::from(u32::try_from(smooth_path.waypoints().len()).unwrap());
    let cell = smooth_path.lattice().longest_side();
    let of_length = manner.frames(smooth_path.length(), waypoints, cell);
    let mut frames = of_length;
    loop {
        let told = follower.clear_look_ahead(position, manner.look_ahead, space.clone());
        let target = match told.unwrap() {
            Steering::Toward(target) => target,
            Steering::OutOfSight => return End::OutOfSight(position),
            Steering::Blocked => return End::Blocked(position),
        };
        if follower.has_arrived(manner.arrives_within) {
            let end = follower.path().waypoints().last().unwrap();
            // Waypoints lie on a grid of 2^-20 of a cell.
            let exact = 2e-6 * cell + 2.0 * manner.numbers.rounding(*end);
            let off = position.distance(*end);
            assert!(off <= 2.0 * manner.arrives_within + exact, "{off}, {exact}");
            return End::Arrived { pushes };
        }
        let last = (follower.progress(), target);
        frames -= 1.0;
        if frame == manner.pause_after {
            return End::Paused(position);
        }
        frame += 1;
        assert!(
            frames > 0.0,
            "stuck at {position}, {last:?}, {manner:?} {:?}",
            follower.path().waypoints()
        );
        let step = manner.speed * draws.within(0.5, 1.0);
        let next = manner.numbers.moved(position, target, step);
        surroundings.assert_untouched(position, next, manner.numbers);
        position = next;
        if pushes < manner.pushes_at_most && draws.below(manner.push_every) == 0 {
            let aside = manner
                .numbers
                .round(position + draws.point(-manner.push_reach, manner.push_reach));
            if surroundings.stands(aside) {
                position = aside;
                pushes += 1;
                if manner.push_every > 1 {
                    frames += of_length;
                }
            }
        }
        if draws.below(3) == 0 {
            follower.update(position).unwrap();
        }
    }
}
