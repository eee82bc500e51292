//! An agent with an acceleration, alone on a route with corners: its velocity never changes faster, it touches nothing, and
//! it stops at the end.

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::ground::Locomotion;
use voxnav::parry3d::shape::SharedShape;
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, Navigator};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event};
use voxnav_testkit::{Draws, Frame, hold, seeds};

/// The plan, in cells.
const CELLS: IVec3 = IVec3::new(24, 20, 6);

/// The depth in cells to which a body may be in a pillar: the touching rule and the roundings of `f32`.
const SKIN: f64 = 1.0 / 512.0;

/// The part of the greatest speed by which a velocity is rounded: also an agent that is nearer to a point than that counts as
/// at it.
const ROUNDING: f64 = 1e-9;

/// The steps between positions by which an agent may be off where it is counted to be: those of the lattice, of the plan and
/// of the way.
const STEPS: f64 = 16.0;

/// The time for which the law is played, in seconds.
const LONG: f64 = 120.0;

/// The speed, and the distance, that count as none: an agent next to a wall moves away from it until it touches it by
/// nothing.
const NEARLY: f64 = 1e-6;

/// The time after which an agent that has arrived does not move at all, in seconds.
const SETTLED: f64 = 1.0;

/// The look-ahead, in cells, from which on an agent cuts corners by far.
const FAR: f64 = 5.0;

/// The distance from its route, in cells, that counts as past a corner. One agent in forty may be that far: it goes on past a
/// corner where its way to rest has no room in the new direction.
const WIDE: f64 = 1.0;

/// The distance from its route, in cells, that counts as far past a corner. One agent in a hundred may be that far.
const LOST: f64 = 1.5;

/// The times of updates, in seconds.
const TICKS: [f64; 4] = [1.0 / 144.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 10.0];

/// A hall of pillars and one agent in it. All numbers are in cells.
struct Hall {
    navigator: Navigator,
    crowd: Crowd,
    frame: Frame,
    id: CrowdAgentId,
    half: DVec3,
    /// The height of the center of the body above its position.
    lift: f64,
    pillars: Vec<[DVec3; 2]>,
    speed: f64,
    acceleration: f64,
    within: f64,
}

impl Hall {
    /// Draws a hall that lies anywhere; none where the agent has no way to go.
    fn drawn(draws: &mut Draws) -> Option<Self> {
        let frame = Frame::drawn(draws);
        let bounds = frame.cells(CellBox::from_size(CELLS));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        let mut insert = |[low, high]: [DVec3; 2]| {
            let half = frame.half((high - low) / 2.0);
            let shape = SharedShape::cuboid(half.x, half.y, half.z);
            let at = frame.position((low + high) / 2.0);
            navigator.insert(Obstacle::new(shape).at(at)).unwrap();
        };
        let walks = draws.percent(40);
        let floor = 0.5 + frame.floor;
        if walks {
            insert([
                DVec3::new(-9.0, -9.0, floor - 0.7),
                DVec3::new(40.0, 40.0, floor),
            ]);
        }
        let pillar = |draws: &mut Draws| {
            let low = DVec3::new(draws.within(-1.0, 22.0), draws.within(-1.0, 18.0), -3.0);
            let size = [draws.within(0.2, 4.0), draws.within(0.2, 7.0), 14.0];
            [low, low + DVec3::from_array(size)]
        };
        let pillars: Vec<_> = (0..draws.below(12)).map(|_| pillar(draws)).collect();
        for pillar in &pillars {
            insert(*pillar);
        }
        let across = draws.pick(&[0.2, 0.45, 0.7]);
        let (half, lift, body) = if walks {
            let half = DVec3::new(across, across, 0.9);
            let agent = Agent::new(frame.half(half));
            let walker = Locomotion::walker().with_up(frame.up());
            (half, half.z, navigator.add_agent((agent, walker)).unwrap())
        } else {
            let half = DVec3::splat(across);
            let agent = Agent::new(frame.half(half));
            (half, 0.0, navigator.add_agent(agent).unwrap())
        };
        let ends = [(); 2].map(|()| navigator.random_place(body, draws.word()).unwrap());
        let (from, to) = (ends[0]?, ends[1]?);
        navigator.find_route(body, from, to).unwrap().path()?;
        let (acceleration, within) = (draws.magnitude(0.3, 20.0), draws.pick(&[0.02, 0.1, 0.3]));
        let speed = draws.within(1.0, 8.0);
        let smoothing = match draws.below(4) {
            0 => Smoothing::new(),
            1 => Smoothing::new().pull_string(),
            _ => Smoothing::default(),
        };
        let settings = CrowdSettings::default().smoothing(smoothing);
        let mut crowd = Crowd::new(settings.look_ahead(draws.pick(&[0.0, 1.0, 4.0, 9.0])));
        let size = frame.size;
        let agent = CrowdAgent::new(body, from)
            .speed(speed * size)
            .acceleration(acceleration * size)
            .stopping_distance(within * size);
        let id = crowd.add(&mut navigator, agent).unwrap();
        crowd.send(id, to).unwrap();
        Some(Self {
            navigator,
            crowd,
            frame,
            id,
            half,
            lift,
            pillars,
            speed,
            acceleration,
            within,
        })
    }

    fn at(&self) -> DVec3 {
        self.frame.plan(self.crowd.position(self.id).unwrap())
    }

    /// Returns the distance across from the route; none without one.
    fn off(&self) -> f64 {
        let at = self.at();
        let way = self.crowd.waypoints(self.id).unwrap();
        let way: Vec<DVec3> = way.iter().map(|it| self.frame.plan(*it)).collect();
        let legs = way.windows(2).map(|ends| {
            let along = ends[1] - ends[0];
            let share = (at - ends[0]).dot(along) / along.length_squared();
            at.distance(ends[0] + along * share.clamp(0.0, 1.0))
        });
        let least = legs.fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { 0.0 }
    }

    /// Returns the depth to which the body is in a pillar; below zero in none.
    fn depth(&self) -> f64 {
        let center = self.at() + DVec3::Z * self.lift;
        let depths = self.pillars.iter().map(|[low, high]| {
            let over = (center + self.half - low).min(high - (center - self.half));
            over.min_element()
        });
        depths.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Plays the law. Returns the greatest distance from the route of an agent that looks no farther ahead than it is to keep to
/// that.
fn turns_and_rests(seed: u64) -> Result<Option<f64>, String> {
    let mut draws = Draws::new(seed);
    let Some(mut hall) = Hall::drawn(&mut draws) else {
        return Ok(None);
    };
    let dt = draws.pick(&TICKS);
    let (mut velocity, mut arrived, mut ticks) = (DVec3::ZERO, None, 0);
    let mut before = hall.at();
    let rounded = STEPS * hall.frame.grain();
    let (mut now, mut worst) = (0.0, 0.0_f64);
    while now < LONG {
        let events = hall.crowd.update(&mut hall.navigator, dt).unwrap();
        (now, ticks) = (now + dt, ticks + 1);
        let step = hall.crowd.motion(hall.id).unwrap();
        let last = std::mem::replace(&mut velocity, hall.frame.plan_vector(step.velocity));
        let at = hall.at();
        let wrong = |text: String| {
            let told = format!(
                "{velocity} after {last}, {dt}, {ticks}, by {}",
                hall.acceleration
            );
            Err(format!("{text} at {at}: {told}, {:?}", hall.frame))
        };
        let change = velocity.distance(last) - hall.acceleration * dt;
        if change > ROUNDING * hall.speed + rounded / dt {
            return wrong(format!("changes too fast by {change}"));
        }
        let moved = at - std::mem::replace(&mut before, at);
        if moved.distance(velocity * dt) > rounded + ROUNDING * hall.speed * dt {
            return wrong(format!("moves by {moved}"));
        }
        worst = worst.max(hall.off());
        let depth = hall.depth();
        if depth > SKIN + rounded {
            return wrong(format!("is {depth} in a pillar"));
        }
        if events.contains(&Event::Arrived(hall.id)) {
            arrived = arrived.or(Some((now, at)));
        }
        let fast = velocity.length();
        if let Some((_, place)) = arrived {
            let off = place.distance(at);
            if fast > NEARLY + rounded / dt || off > NEARLY + rounded {
                return wrong(format!("goes on, {off} from where it arrived"));
            }
        }
        if let Some((since, place)) = arrived.filter(|(since, _)| now - since > SETTLED) {
            let end = hall.crowd.waypoints(hall.id).unwrap();
            let end = hall.frame.plan(end.last().copied().unwrap());
            if fast > 0.0 || end.distance(at) > hall.within + rounded {
                return wrong(format!("{since}: is not at rest at {end}, but at {place}"));
            }
            let look_ahead = hall.crowd.settings().look_ahead;
            return Ok((look_ahead < FAR).then_some(worst));
        }
    }
    Err(format!("never arrives: {:?} {:?}", hall.at(), hall.frame))
}

#[test]
fn an_agent_slows_down_for_corners_and_for_the_end() {
    let law = |seed, (): &mut ()| turns_and_rests(seed);
    let played = hold("corners", seeds(1, 300), || (), law);
    let near: Vec<f64> = played.into_iter().flatten().collect();
    let beyond = |far: f64| near.iter().filter(|off| **off > far).count();
    let (wide, lost) = (beyond(WIDE), beyond(LOST));
    let count = near.len().max(200);
    // Without a lower speed at corners one in eight is; where agents brake with all of their acceleration, one in 35.
    assert!(wide * 40 < count, "{wide} of {}", near.len());
    assert!(lost * 100 < count, "{lost} of {}", near.len());
}
