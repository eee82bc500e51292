//! Agents on smooth ways, wherever their worlds lie: one route is enough in a world that rests, and they touch nothing, by
//! boxes against boxes.
//!
//! An agent gets to its goal also where a cell of its path is blocked and it stands next to that.

use voxnav::colliders::Obstacle;
use voxnav::following::Steering;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Layers};
use voxnav::ground::{Jump, Locomotion};
use voxnav::parry3d::shape::SharedShape;
use voxnav::replanning::{ReplanPolicy, ReplanStatus, Replanner};
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, AgentId, Follower, Navigator, RouteEnd, RouteOptions, View};
use voxnav_testkit::{Draws, Frame, drawn_support, hold, seeds};

const SIZE: i32 = 24;
/// Half of the size of a walker, in cells.
const HALF: DVec3 = DVec3::new(0.4, 0.4, 0.9);

fn policy(draws: &mut Draws) -> ReplanPolicy {
    let policy = ReplanPolicy::default().max_deviation(draws.pick(&[0.0, 1.0, 3.0, 10.0, 100.0]));
    let expansions = draws.pick(&[50, 1000, u64::MAX]);
    policy.expansions(expansions)
}

fn smoothing(draws: &mut Draws) -> Smoothing {
    let taut = Smoothing::new().pull_string().shorten(0.01).unwrap();
    match draws.below(3) {
        0 => Smoothing::default(),
        1 => Smoothing::new().pull_string(),
        _ => taut,
    }
}

/// A navigator for a plan of some cells.
fn empty_of(frame: &Frame, size: IVec3) -> Navigator {
    Navigator::new(frame.lattice(), frame.cells(CellBox::from_size(size))).unwrap()
}

/// The distance that is none: positions far away are rounded.
fn near(frame: &Frame) -> f64 {
    1e-6 * frame.size + 8.0 * f64::EPSILON * frame.origin.abs().max_element()
}

/// A hall with boxes in it, for a drone; as many times as one route is left, and how many steps it took.
fn flying(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let (frame, high) = (Frame::of_any_sides(&mut draws), f64::from(SIZE));
    let mut navigator = empty_of(&frame, IVec3::splat(SIZE + 1));
    for _ in 0..draws.below(14) {
        let half = frame.half(draws.point(0.4, 4.0));
        let shape = SharedShape::cuboid(half.x, half.y, half.z);
        let at = frame.position(draws.point(0.0, high));
        navigator.insert(Obstacle::new(shape).at(at)).unwrap();
    }
    let half = DVec3::splat(draws.pick(&[0.4, 0.6, 1.2]));
    let drone = navigator.add_agent(Agent::new(frame.half(half))).unwrap();
    let view = navigator.view(drone, &RouteOptions::default()).unwrap();
    let [mut at, goal] = [(); 2].map(|()| frame.position(draws.point(0.0, high)));
    let route = view.find_route(at, goal).unwrap();
    if !route.is_found() || [route.start, route.goal] != [RouteEnd::Joined; 2] {
        return Ok(0);
    }
    let replanner = Replanner::new(&view, goal, policy(&mut draws));
    let mut replanner = replanner.smoothed(smoothing(&mut draws));
    let step = frame.size * draws.within(0.04, 1.0);
    let (ahead, near) = (frame.size * draws.pick(&[0.0, 2.0, 10.0]), near(&frame));
    for tick in 1..5000 {
        let status = replanner.update(&view, at).unwrap();
        if replanner.follower().is_some_and(|it| it.has_arrived(0.0)) {
            let is_near = at.distance(goal) < near;
            let is_one = replanner.route_version() == 1;
            let told = || format!("{} routes, at {at} for {goal}", replanner.route_version());
            return (is_near && is_one).then_some(tick).ok_or_else(told);
        }
        if replanner.is_searching() {
            continue;
        }
        let Steering::Toward(to) = replanner.steer(ahead).unwrap() else {
            return Err(format!("stuck at {at} for {goal}: {status:?}"));
        };
        at += (to - at).clamp_length_max(step);
        // A grain of the sweeps' rounding, and the touching rule.
        let thinner = frame.half(half - 4e-3);
        if navigator.obstacles().overlaps(at, thinner, Layers::ALL) != Ok(false) {
            return Err(format!("inside of something at {at} for {goal}"));
        }
    }
    Err(format!("at {at}, never at {goal}"))
}

#[test]
fn a_drone_on_its_smooth_way_keeps_its_one_route() {
    let ticks = hold(
        "smooth, flying",
        seeds(910_000, 200),
        || (),
        |seed, ()| flying(seed),
    );
    let long = ticks.iter().filter(|&&ticks| ticks > 20).count();
    assert!(long > 60, "only {long} of some length");
}

/// A world of columns and gaps, for a walker.
struct Steps {
    frame: Frame,
    navigator: Navigator,
    walker: AgentId,
}

impl Steps {
    fn drawn(draws: &mut Draws) -> Self {
        // Cells lie on the lattice, wherever that is.
        let shift = DVec3::ZERO;
        let frame = Frame {
            shift,
            ..Frame::drawn(draws)
        };
        let mut navigator = empty_of(&frame, IVec3::new(SIZE + 1, SIZE + 1, 10));
        let all = CellBox::from_size(IVec3::new(SIZE, SIZE, 2));
        let all = frame.cells(all);
        navigator.set_cells(all, CellState::Occupied).unwrap();
        for _ in 0..draws.below(30) {
            let low = draws
                .vector(IVec3::ZERO, IVec3::new(SIZE, SIZE, 1))
                .with_z(0);
            let size = draws.vector(IVec3::ONE, IVec3::new(7, 7, 5));
            let (cells, state) = if draws.percent(70) {
                (CellBox::new(low, low + size), CellState::Occupied)
            } else {
                (CellBox::new(low, low + size.with_z(4)), CellState::Free)
            };
            let cells = frame.cells(cells).intersection(&navigator.bounds());
            navigator.set_cells(cells, state).unwrap();
        }
        let jump = draws.percent(60).then_some(Jump {
            gap: 2,
            ..Jump::over_one()
        });
        let locomotion = Locomotion {
            jump,
            support: drawn_support(draws),
            ..Locomotion::walker()
        };
        let locomotion = locomotion.with_up(frame.up());
        let body = Agent::new(frame.half(HALF));
        let walker = navigator.add_agent((body, locomotion)).unwrap();
        Self {
            frame,
            navigator,
            walker,
        }
    }

    /// Whether the body of a walker with its feet somewhere is inside of a filled cell, deeper than rounding.
    fn is_inside(&self, feet: DVec3) -> bool {
        let half = HALF - 1e-3;
        let center = self.frame.plan(feet) + DVec3::Z * HALF.z;
        let [low, high] = [center - half, center + half].map(|it| it.round().as_ivec3());
        let cells = self.navigator.cells().unwrap();
        let covered = self.frame.cells(CellBox::new(low, high + 1));
        let mut covered = covered.cells();
        covered.any(|cell| cells.state(cell) == CellState::Occupied)
    }
}

fn settled(view: &View, at: DVec3) -> Option<DVec3> {
    let route = view.find_route(at, at).unwrap();
    route.waypoints.first().copied()
}

/// Two places where a walker settles, if it does.
fn ends_on_ground(frame: &Frame, view: &View, draws: &mut Draws) -> [Option<DVec3>; 2] {
    let mut place = || frame.position(draws.point(0.0, f64::from(SIZE)).with_z(7.0));
    [place(), place()].map(|it| settled(view, it))
}

fn walking(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let mut world = Steps::drawn(&mut draws);
    let view = world
        .navigator
        .view(world.walker, &RouteOptions::default())
        .unwrap();
    let [Some(mut at), Some(goal)] = ends_on_ground(&world.frame, &view, &mut draws) else {
        return Ok(0);
    };
    if !view.find_route(at, goal).unwrap().is_found() {
        return Ok(0);
    }
    // Not always in the middle of its cell.
    let frame = world.frame;
    let aside = draws.point(-0.4, 0.4).with_z(frame.feet.max(0.0));
    let beside = frame.position(frame.plan(at) + aside);
    if !world.is_inside(beside) {
        at = beside;
    }
    let replanner = Replanner::new(&view, goal, policy(&mut draws));
    let mut replanner = replanner.smoothed(smoothing(&mut draws));
    let step = frame.size * draws.within(0.02, 0.5);
    let (ahead, near) = (frame.size * draws.pick(&[0.0, 1.0, 5.0]), near(&frame));
    for tick in 1..8000 {
        let status = replanner.update(&view, at).unwrap();
        if replanner.follower().is_some_and(|it| it.has_arrived(0.0)) {
            let is_near = at.distance(goal) < near;
            let is_one = replanner.route_version() == 1;
            let told = || format!("{} routes, at {at} for {goal}", replanner.route_version());
            return (is_near && is_one).then_some(tick).ok_or_else(told);
        }
        if replanner.is_searching() {
            continue;
        }
        let Steering::Toward(to) = replanner.steer(ahead).unwrap() else {
            return Err(format!("stuck at {at} for {goal}: {status:?}"));
        };
        at += (to - at).clamp_length_max(step);
        if world.is_inside(at) {
            let action = replanner.follower().map(|it| it.leg().action());
            return Err(format!(
                "inside of something at {at} for {goal}: {action:?}"
            ));
        }
    }
    Err(format!("at {at}, never at {goal}"))
}

#[test]
fn a_walker_on_its_smooth_way_keeps_its_one_route() {
    let ticks = hold(
        "smooth, walking",
        seeds(920_000, 200),
        || (),
        |seed, ()| walking(seed),
    );
    let long = ticks.iter().filter(|&&ticks| ticks > 20).count();
    assert!(long > 60, "only {long} of some length");
}

/// Moves an agent some steps on its smooth way, pushes it off the way, and fills the cells where it was. Returns
/// whether it was pushed off where a cell of its way is blocked, and from where there is another way: which it is to
/// take at once.
fn pushed_beside(
    draws: &mut Draws,
    navigator: &mut Navigator,
    id: AgentId,
    [mut at, goal]: [DVec3; 2],
    over: (DVec3, DVec3),
) -> Result<Option<bool>, String> {
    let size = navigator.lattice().longest_side();
    let view = navigator.view(id, &RouteOptions::default()).unwrap();
    let policy = ReplanPolicy::default().max_deviation(4.0);
    let mut replanner = Replanner::new(&view, goal, policy).smoothed(smoothing(draws));
    for _ in 0..=draws.below(40) {
        replanner.update(&view, at).unwrap();
        if let Steering::Toward(to) = replanner.steer(size).unwrap() {
            at += (to - at).clamp_length_max(0.4 * size);
        }
    }
    let before = navigator.lattice().cell_at(at + over.1).unwrap();
    let at = at + draws.point(-3.0 * size, 3.0 * size) * over.0;
    let reach = IVec3::splat(draws.below(3));
    let filled = CellBox::new(before - reach, before + reach + 1);
    let filled = filled.intersection(&navigator.bounds());
    navigator.set_cells(filled, CellState::Occupied).unwrap();
    let now = navigator.view(id, &RouteOptions::default()).unwrap();
    let route = now.find_route(at, goal).unwrap();
    let is_at_rest = replanner.follower().is_some_and(Follower::is_at_rest);
    if !route.is_found() || route.start != RouteEnd::Joined || !is_at_rest {
        return Ok(None);
    }
    let status = replanner.update(&now, at).unwrap();
    let mut steering = replanner.steer(size).unwrap();
    if steering.target().is_none() {
        // It is given another route in the next update.
        replanner.update(&now, at).unwrap();
        steering = replanner.steer(size).unwrap();
    }
    let goes = steering.target().is_some() && !matches!(status, ReplanStatus::Blocked { .. });
    let told = || format!("{status:?}, {steering:?} at {at} for {goal}");
    let is_walker = over.0 != DVec3::ONE;
    let takes_another = (status != ReplanStatus::Kept).then_some(is_walker);
    goes.then_some(takes_another).ok_or_else(told)
}

/// Returns whether it is a walker, if one took another way.
fn blocked_beside(seed: u64) -> Result<Option<bool>, String> {
    let draws = &mut Draws::new(seed);
    if draws.percent(50) {
        let (frame, high) = (Frame::drawn(draws), f64::from(SIZE));
        let mut navigator = empty_of(&frame, IVec3::splat(SIZE + 1));
        let body = Agent::new(frame.half(DVec3::splat(0.4)));
        let drone = navigator.add_agent(body).unwrap();
        let ends = [(); 2].map(|()| frame.position(draws.point(0.0, high)));
        let over = (DVec3::ONE, DVec3::ZERO);
        return pushed_beside(draws, &mut navigator, drone, ends, over);
    }
    let mut world = Steps::drawn(draws);
    let view = world
        .navigator
        .view(world.walker, &RouteOptions::default())
        .unwrap();
    let [Some(at), Some(goal)] = ends_on_ground(&world.frame, &view, draws) else {
        return Ok(None);
    };
    // Its feet are on the lower face of its cell.
    let up = world.frame.up().step().as_dvec3();
    let over = (DVec3::ONE - up.abs(), up * 0.25 * world.frame.size);
    let (navigator, walker) = (&mut world.navigator, world.walker);
    pushed_beside(draws, navigator, walker, [at, goal], over)
}

#[test]
fn an_agent_beside_a_blocked_cell_of_its_way_takes_another_from_where_it_is() {
    let pushed = hold(
        "smooth, blocked beside",
        seeds(930_000, 1000),
        || (),
        |seed, ()| blocked_beside(seed),
    );
    for is_walker in [false, true] {
        let many = pushed.iter().filter(|&&it| it == Some(is_walker)).count();
        assert!(many > 50, "only {many} took another: {is_walker}");
    }
}
