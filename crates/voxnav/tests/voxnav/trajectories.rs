//! Trajectories: limits hold at every moment, nothing is touched, the end is reached, and no time is lost.

use voxnav::colliders::Obstacle;
use voxnav::following::Anchor;
use voxnav::glam::DVec3;
use voxnav::grid::{Axis, Layers};
use voxnav::guidance::{Motion, MotionLimits, TimedFollower, Trajectory, TrajectoryError};
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, AgentId, Lattice, Navigator, SmoothPath, SmoothPathOptions};
use voxnav_testkit::{Draws, Frame, hold, seeds};

/// The share by which rounding may exceed a limit.
const ROUNDING: f64 = 1e-6;

/// A room among boxes, anywhere and of any size of cells, and a way through it.
struct Room {
    navigator: Navigator,
    agent: AgentId,
    path: SmoothPath,
    frame: Frame,
}

impl Room {
    fn drawn(draws: &mut Draws) -> Option<Self> {
        let frame = Frame::drawn(draws);
        let lattice = frame.lattice();
        let cells = frame.cells(voxnav::grid::CellBox::from_size([14, 12, 6].into()));
        let mut navigator = Navigator::new(lattice, cells).unwrap();
        for _ in 0..draws.below(12) {
            let from = DVec3::new(draws.within(0.0, 12.0), draws.within(0.0, 10.0), 0.0);
            let size = DVec3::new(
                draws.within(0.2, 3.0),
                draws.within(0.2, 3.0),
                draws.within(1.0, 5.0),
            );
            let [from, to] = [from, from + size].map(|it| frame.position(it));
            navigator
                .insert(Obstacle::between(from.min(to), from.max(to)))
                .unwrap();
        }
        let half = frame.half(DVec3::splat(draws.pick(&[0.2, 0.5, 0.45])));
        let agent = navigator.add_agent(Agent::new(half)).unwrap();
        let ends = [(); 2].map(|()| navigator.random_place(agent, draws.word()).unwrap());
        let [Some(from), Some(to)] = ends else {
            return None;
        };
        let route = navigator.find_route(agent, from, to).unwrap();
        let smoothing = match draws.below(3) {
            0 => Smoothing::new(),
            1 => Smoothing::new().pull_string(),
            _ => Smoothing::default(),
        };
        let options = SmoothPathOptions::default().smoothing(smoothing);
        let path = navigator.smooth_path(agent, &route, &options).unwrap()?;
        Some(Self {
            navigator,
            agent,
            path,
            frame,
        })
    }

    fn trajectory(&mut self, limits: &MotionLimits) -> Result<Trajectory, TrajectoryError> {
        let space = self.navigator.space(self.agent).unwrap();
        self.path.trajectory(limits, &space)
    }
}

/// Limits of any kind, each of which may be none.
fn limits(draws: &mut Draws, scale: f64) -> MotionLimits {
    let mut any = |low: f64, high: f64| {
        let is_set = draws.below(3) > 0;
        let value = draws.within(low, high);
        if is_set { value } else { f64::INFINITY }
    };
    let (acceleration, braking) = (any(0.5, 5.0) * scale, any(0.5, 5.0) * scale);
    let (lateral, jerk) = (any(0.2, 5.0) * scale, any(1.0, 20.0) * scale);
    let (turn_rate, climb_rate) = (any(0.5, 4.0), any(0.2, 2.0) * scale);
    let wall_speed = any(0.2, 1.0) * scale;
    let wall_distance = draws.pick(&[0.0, 0.3, 1.5]) * scale;
    MotionLimits::new(draws.within(0.5, 4.0) * scale)
        .acceleration(acceleration)
        .braking(braking)
        .lateral(lateral)
        .jerk(jerk)
        .turn_rate(turn_rate)
        .climb_rate(climb_rate)
        .near_walls(wall_distance, wall_speed)
        .up(draws.pick(&[Axis::X, Axis::Y, Axis::Z]))
}

fn unless(is_so: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(what()) }
}

/// Reports the limit that a state breaks.
fn check_state(it: &Motion, limits: &MotionLimits) -> Result<(), String> {
    let speed = it.velocity.length();
    let ahead = it.velocity.normalize_or_zero();
    let along = it.acceleration.dot(ahead);
    let across = (it.acceleration - ahead * along).length();
    let holds = |value: f64, limit: f64| value <= limit + ROUNDING * limit.min(1e9);
    unless(holds(speed, limits.speed), || format!("speed {speed}"))?;
    if speed > 1e-6 * limits.speed {
        unless(holds(along, limits.acceleration), || {
            format!("acceleration {along}")
        })?;
        unless(holds(-along, limits.braking), || format!("braking {along}"))?;
        unless(holds(across, limits.lateral), || {
            format!("lateral {across}")
        })?;
        unless(holds(across / speed, limits.turn_rate), || {
            format!("turns by {}", across / speed)
        })?;
    }
    let climb = it.velocity.dot(limits.up.unit().as_dvec3()).abs();
    unless(holds(climb, limits.climb_rate), || {
        format!("climbs by {climb}")
    })
}

fn holds(seed: u64) -> Result<bool, String> {
    let mut draws = Draws::new(seed);
    let Some(mut room) = Room::drawn(&mut draws) else {
        return Ok(false);
    };
    let scale = room.frame.lattice().longest_side();
    let limits = limits(&mut draws, scale);
    let trajectory = room.trajectory(&limits).map_err(|it| it.to_string())?;
    unless(trajectory.excess().is_none(), || {
        format!("{:?}", trajectory.excess())
    })?;
    let (duration, bound) = (trajectory.duration(), trajectory.lower_bound());
    unless(bound <= duration * (1.0 + 1e-9), || {
        format!("{bound} above {duration}")
    })?;
    let ends = [0.0, duration].map(|it| trajectory.at(it).position);
    let points = room.path.waypoints();
    let near = 1e-6 * scale;
    let is_at_ends =
        ends[0].distance(points[0]) <= near && ends[1].distance(points[points.len() - 1]) <= near;
    unless(is_at_ends, || format!("from {} to {}", ends[0], ends[1]))?;
    let agent = *room.navigator.agent(room.agent).unwrap();
    let step = duration / 500.0;
    let mut before: Option<Motion> = None;
    for number in 0..=500 {
        let now = trajectory.at(step * f64::from(number));
        check_state(&now, &limits).map_err(|it| format!("{it} at step {number}: {limits:?}"))?;
        let half = agent.half_extents * (1.0 - 2e-3);
        let obstacles = room.navigator.obstacles();
        let touches = obstacles.overlaps(now.position, half, Layers::ALL).unwrap();
        unless(!touches, || {
            format!("touches something at {}", now.position)
        })?;
        if now.velocity.length() > limits.wall_speed * (1.0 + ROUNDING) {
            #[expect(clippy::cast_possible_truncation, reason = "a box of an agent")]
            let far = agent.half_extents + (limits.wall_distance * (1.0 - 2e-3)) as f32;
            let near = obstacles.overlaps(now.position, far * (1.0 - 2e-3), Layers::ALL);
            unless(!near.unwrap(), || {
                format!("fast near a wall at {}", now.position)
            })?;
        }
        // The time of where the agent is, found along the way, is that at which it is there.
        let time = step * f64::from(number);
        let found = trajectory.time_near(now.position, near, time);
        let found = found.ok_or_else(|| format!("no time at {}", now.position))?;
        let there = trajectory.at(found).position.distance(now.position);
        let apart = (found - time).abs() * now.velocity.length();
        unless(there <= near && apart <= near, || {
            format!("{found} is the time of {time}: {there} off")
        })?;
        if let Some(before) = before.replace(now) {
            let moved = before.position.distance(now.position);
            let most = limits.speed * step * (1.0 + ROUNDING) + near;
            unless(moved <= most, || {
                format!("moves {moved} in a step {number}")
            })?;
        }
    }
    Ok(true)
}

#[test]
fn limits_hold_and_nothing_is_touched() {
    let told = hold("trajectories", seeds(0, 150), || (), |seed, ()| holds(seed));
    assert!(told.iter().filter(|it| **it).count() > 100, "{told:?}");
}

/// The least time over lengths in short parts, by squares of speeds in small steps, for a greatest speed on each length.
fn by_steps(lengths: &[(f64, f64)], acceleration: f64, braking: f64) -> f64 {
    const SQUARES: usize = 1000;
    const PARTS: usize = 60;
    let top = lengths.iter().fold(0.0, |top: f64, it| top.max(it.1));
    let one = top * top / 1000.0;
    let speeds: Vec<f64> = (0..=1000).map(|it| (f64::from(it) * one).sqrt()).collect();
    let mut times = vec![f64::INFINITY; SQUARES + 1];
    times[0] = 0.0;
    for &(length, most) in lengths {
        let part = length / 60.0;
        let [gain, loss] = [acceleration, braking].map(|it| it * 2.0 * part / one);
        let is_in_reach = |from: usize, to: usize| {
            let change = |it: usize| f64::from(u32::try_from(it).unwrap());
            change(to) - change(from) <= gain && change(from) - change(to) <= loss
        };
        for _ in 0..PARTS {
            let mut next = vec![f64::INFINITY; SQUARES + 1];
            for (from, time) in times.iter().enumerate().filter(|it| it.1.is_finite()) {
                let after = (from..=SQUARES).take_while(|&to| is_in_reach(from, to));
                let before = (0..from).rev().take_while(|&to| is_in_reach(from, to));
                for to in after.chain(before) {
                    let (at_first, at_last) = (speeds[from], speeds[to]);
                    if at_first.max(at_last) <= most && at_first + at_last > 0.0 {
                        next[to] = next[to].min(time + 2.0 * part / (at_first + at_last));
                    }
                }
            }
            times = next;
        }
    }
    times[0]
}

#[test]
fn no_time_is_lost() {
    for seed in seeds(0, 6) {
        let mut draws = Draws::new(seed);
        // Climbs of any slope, on which the limit of the climb rate is another speed each.
        let (mut points, mut lengths) = (vec![DVec3::ZERO], Vec::new());
        let limits = MotionLimits::new(3.0)
            .acceleration(draws.within(0.5, 3.0))
            .braking(draws.within(0.5, 3.0))
            .climb_rate(1.0);
        for _ in 0..3 {
            let offset = DVec3::new(draws.within(1.0, 6.0), 0.0, draws.within(0.0, 4.0));
            points.push(points[points.len() - 1] + offset);
            let most = offset.length() / offset.z;
            lengths.push((offset.length(), most.min(3.0)));
        }
        let mut navigator = Navigator::in_region(1.0, [-2.0; 3], [30.0; 3]).unwrap();
        let agent = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
        let path = SmoothPath::new(points, &Lattice::default(), Anchor::CENTER).unwrap();
        let space = navigator.space(agent).unwrap();
        let least = by_steps(&lengths, limits.acceleration, limits.braking);
        let time = path.trajectory(&limits, &space).unwrap().duration();
        assert!(
            time <= 1.01 * least && time >= 0.93 * least,
            "{seed}: {time}, {least}"
        );
        let smooth = path.trajectory(&limits.jerk(4.0), &space).unwrap();
        assert!((smooth.lower_bound() - time).abs() < 1e-9 && smooth.duration() >= time);
    }
}

/// A room with a wall along all of it, and a straight way that leads past the wall after eight units.
#[test]
fn agents_are_slow_near_walls_alone() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [40.0, 20.0, 20.0]).unwrap();
    let agent = navigator.add_agent(Agent::new([0.4; 3].into())).unwrap();
    let wall = Obstacle::between([18.0, 11.0, 0.0], [22.0, 12.0, 20.0]);
    navigator.insert(wall).unwrap();
    let straight = [[10.0; 3], [30.0, 10.0, 10.0]];
    let path = SmoothPath::new(straight, &Lattice::default(), Anchor::CENTER).unwrap();
    let limits = MotionLimits::new(2.0).near_walls(1.5, 0.5);
    let space = navigator.space(agent).unwrap();
    let seconds = path.trajectory(&limits, &space).unwrap().duration();
    // The box is beside the wall for 1.5 + 0.4 units on both sides of its four units, and looked at in parts of 3/4.
    let [least, most] = [0.0, 1.5].map(|more| (7.8 + more) / 0.5 + (12.2 - more) / 2.0);
    assert!((least..=most).contains(&seconds), "{seconds}");
    let far = path
        .trajectory(&limits.near_walls(0.5, 0.5), &space)
        .unwrap();
    assert!((far.duration() - 10.0).abs() < 1e-9);
}

/// An agent that is pushed, by less than it may be off, arrives; one that is pushed farther is given up.
fn follows(seed: u64) -> Result<bool, String> {
    let mut draws = Draws::new(seed);
    let Some(mut room) = Room::drawn(&mut draws) else {
        return Ok(false);
    };
    let scale = room.frame.lattice().longest_side();
    let limits = limits(&mut draws, scale);
    let trajectory = room.trajectory(&limits).map_err(|it| it.to_string())?;
    let off = draws.within(0.05, 1.0) * scale;
    let mut follower = TimedFollower::new(trajectory.clone(), off);
    let (duration, end) = (trajectory.duration(), trajectory.at(f64::INFINITY).position);
    let frame = duration / 60.0;
    let (mut position, mut frames) = (trajectory.at(0.0).position, 0);
    while !follower.has_ended() {
        frames += 1;
        unless(frames < 5000, || format!("stuck at {position}"))?;
        let before = follower.seconds();
        let next = follower.update(position, frame);
        let now = follower.seconds() - frame;
        let next = next.ok_or_else(|| format!("lost at {position}"))?.position;
        let apart = trajectory.at(now).position.distance(position);
        unless(apart <= off + 1e-6 * scale, || format!("{apart} off"))?;
        let nearest = (0..=600).map(|it| trajectory.at(duration / 600.0 * f64::from(it)));
        let nearest = nearest.map(|it| it.position.distance(position));
        if (now - before).abs() > frame / 100.0 && now < duration {
            // No nearer where it gets on than just before and behind.
            let around = [now - frame / 50.0, now + frame / 50.0].map(|it| trajectory.at(it));
            let is_least = around
                .iter()
                .all(|it| it.position.distance(position) >= apart - 1e-6 * scale);
            unless(is_least, || {
                format!("gets on where it is not nearest: {now}")
            })?;
        }
        let far = position + DVec3::splat(3.0 * off);
        let is_near = nearest.fold(f64::INFINITY, f64::min) <= off;
        unless(is_near, || format!("{position} is not near"))?;
        let is_far = (0..=600).all(|it| {
            let there = trajectory.at(duration / 600.0 * f64::from(it)).position;
            there.distance(far) > off + limits.speed * duration / 600.0
        });
        unless(
            !is_far || trajectory.time_near(far, off, now).is_none(),
            || format!("{far} is near"),
        )?;
        // By at most the distance off a place on the way.
        let push = draws.point(-0.5, 0.5) * off * draws.pick(&[0.0, 1.0]);
        position = if draws.percent(5) {
            trajectory.at(draws.within(0.0, duration)).position + push
        } else {
            next + push
        };
    }
    let last = follower.update(end, 0.0).ok_or("lost at the end")?;
    unless(last.position == end && last.velocity == DVec3::ZERO, || {
        format!("ends at {}", last.position)
    })?;
    Ok(true)
}

#[test]
fn agents_that_are_pushed_get_on_again() {
    let told = hold(
        "timed followers",
        seeds(7_000, 60),
        || (),
        |seed, ()| follows(seed),
    );
    assert!(told.iter().filter(|it| **it).count() > 40, "{told:?}");
}

#[test]
fn corners_are_as_wide_as_turning_takes_or_are_named() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [20.0, 20.0, 4.0]).unwrap();
    let agent = navigator.add_agent(Agent::new([0.4; 3].into())).unwrap();
    let corner = [[2.0, 2.0, 2.0], [12.0, 2.0, 2.0], [12.0, 12.0, 2.0]];
    let path = SmoothPath::new(corner, &Lattice::default(), Anchor::CENTER).unwrap();
    let car = MotionLimits::new(4.0).turning_radius(3.0);
    let space = navigator.space(agent).unwrap();
    let trajectory = path.trajectory(&car, &space).unwrap();
    let arc = 3.0 * std::f64::consts::FRAC_PI_2;
    assert!((trajectory.length() - (14.0 + arc)).abs() < 1e-9);
    let wide = path.trajectory(&car.turning_radius(12.0), &space);
    let at = DVec3::new(12.0, 2.0, 2.0);
    assert_eq!(wide, Err(TrajectoryError::TooNarrow { at, radius: 12.0 }));
    // A pillar inside of the corner leaves no room for a curve: an agent that turns on the spot rests there.
    navigator
        .insert(Obstacle::between([9.0, 2.4, 0.0], [11.6, 5.0, 4.0]))
        .unwrap();
    let space = navigator.space(agent).unwrap();
    let lateral = MotionLimits::new(4.0).lateral(2.0).turn_rate(1.0);
    let rests = path.trajectory(&lateral, &space).unwrap();
    assert!(rests.duration() > 5.0 + 1.5, "{}", rests.duration());
    let narrow = path.trajectory(&car, &space);
    assert_eq!(narrow, Err(TrajectoryError::TooNarrow { at, radius: 3.0 }));
    navigator
        .insert(Obstacle::between([6.0, 1.0, 0.0], [7.0, 3.0, 4.0]))
        .unwrap();
    let space = navigator.space(agent).unwrap();
    let blocked = path.trajectory(&car, &space);
    assert!(
        matches!(blocked, Err(TrajectoryError::Blocked { .. })),
        "{blocked:?}"
    );
}

#[test]
fn a_start_that_is_too_fast_is_told() {
    for seed in seeds(0, 60) {
        let mut draws = Draws::new(seed);
        let length = draws.within(1.0, 10.0);
        let (braking, start) = (draws.within(0.2, 3.0), draws.within(0.0, 6.0));
        let limits = MotionLimits::new(8.0).braking(braking).acceleration(1.0);
        let mut navigator = Navigator::in_region(1.0, [-2.0; 3], [20.0; 3]).unwrap();
        let agent = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
        let straight = [[0.0; 3], [length, 0.0, 0.0]];
        let path = SmoothPath::new(straight, &Lattice::default(), Anchor::CENTER).unwrap();
        let space = navigator.space(agent).unwrap();
        let trajectory = path.trajectory(&limits.start_speed(start), &space).unwrap();
        let left = start * start - 2.0 * braking * path.length();
        match trajectory.excess() {
            None => assert!(left <= 1e-9, "{seed}"),
            Some(excess) => {
                assert!(
                    (excess.speed - left.sqrt()).abs() < 1e-6,
                    "{seed}: {excess:?}"
                );
                assert!(excess.limit.abs() < 1e-12, "{seed}");
            }
        }
        let first = trajectory.at(0.0).velocity;
        assert!(
            (first - DVec3::X * start).length() < 1e-9,
            "{seed}: {first}"
        );
    }
}
