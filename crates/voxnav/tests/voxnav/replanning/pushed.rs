//! An agent that obeys its replanner gets to its goal, wherever it is pushed.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
use voxnav::replanning::{ReplanPolicy, ReplanStatus, Replanner};
use voxnav::search::{Cost, Weight};
use voxnav::{Lattice, RouteEnd, RouteOptions, Terrain, UnknownPolicy, View};
use voxnav_testkit::{Draws, Frame, hold, seeds};

use super::worlds::World;
use crate::ground::worlds::World as Grounds;

/// The ticks in which agents are pushed, and those in which they are to arrive after that.
const PUSHES: u32 = 40;
const TICKS: u32 = 4000;

/// How often agents were pushed, how often off their goals, and how often they arrived in the end.
type Counts = [usize; 3];

fn policy(draws: &mut Draws) -> ReplanPolicy {
    let detour = draws.pick(&[1.0, 1.0, 1.5]);
    ReplanPolicy::default()
        .max_suboptimality(Weight::new(detour).unwrap())
        .expansions(draws.pick(&[50, u64::MAX, u64::MAX]))
        .min_replan_interval(draws.pick(&[0, 2]))
        .max_deviation(draws.pick(&[0.0, 1.0, 1.0, 3.0]))
}

/// Every third agent sets off on a first path.
fn options(seed: u64) -> RouteOptions {
    match seed % 3 {
        0 => RouteOptions::default().anytime(),
        _ => RouteOptions::default(),
    }
}

fn is_blocked(status: ReplanStatus) -> bool {
    matches!(status, ReplanStatus::Blocked { .. })
}

/// Whether an agent stands clear at a position, to the last bit.
fn stands(world: &World, lattice: &Lattice, at: DVec3) -> bool {
    let at = lattice.coordinates_of(at).unwrap();
    world.seen.is_clear(at, at) == Ok(true)
}

fn flying(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let world = World::random(&mut draws);
    let frame = Frame::of_any_sides(&mut draws);
    let lattice = frame.lattice();
    let is_clear = |from: DVec3, to: DVec3| {
        // The rounding of a position between two centers is no touch.
        let on_grid = |at: DVec3| (lattice.coordinates_of(at).unwrap() * 1024.0).round() / 1024.0;
        world.seen.is_clear(on_grid(from), on_grid(to)) == Ok(true)
    };
    // At the center of a cell, or anywhere near.
    let place = |draws: &mut Draws| {
        let cell = world.open_cell(draws)?;
        let aside = (draws.point(-0.5, 0.5) * 64.0).round() / 64.0;
        let aside = frame.rounded(lattice.position_of(cell.as_dvec3() + aside));
        // To the last bit: far away, rounding alone may put a body into what it is next to.
        let is_aside = draws.percent(50) && stands(&world, &lattice, aside);
        Some(if is_aside {
            aside
        } else {
            lattice.center(cell)
        })
    };
    let (Some(mut at), Some(goal)) = (place(&mut draws), place(&mut draws)) else {
        return Ok(counts);
    };
    let view = View::flying(lattice, world.seen.clone(), &Terrain::new(), &options(seed));
    let view = view.unwrap();
    let mut replanner = Replanner::new(&view, goal, policy(&mut draws));
    let step = draws.within(0.1, 2.0) * lattice.longest_side();
    let mut quiet = 0;
    let near = 1e-6 * lattice.longest_side();
    for tick in 0..TICKS {
        let is_there = at.distance(goal) <= near;
        if tick < PUSHES && (is_there || draws.percent(20)) {
            let reach = draws.pick(&[0.1, 1.0, 2.0]);
            let pushed = at + lattice.sizes() * (draws.point(-reach, reach) * 64.0).round() / 64.0;
            let pushed = if draws.percent(80) {
                pushed
            } else {
                place(&mut draws).unwrap_or(at)
            };
            let cell = lattice.cell_at(pushed).unwrap();
            if world.bounds.contains(cell) && is_clear(pushed, pushed) {
                at = pushed;
                counts[0] += 1;
                counts[1] += usize::from(is_there);
            }
        }
        let status = replanner.update(&view, at).unwrap();
        let before = at;
        let state = |at: DVec3| {
            let (next, cost) = (replanner.next(), replanner.cost());
            let waypoints = replanner.route().map(|route| &route.waypoints);
            format!("tick {tick} at {at} for {goal}: {status:?} {next:?} {cost:?} {waypoints:?}")
        };
        let mut left = match status {
            ReplanStatus::Blocked { ahead } => step.min(ahead),
            _ => step,
        };
        let next = replanner.next().unwrap_or(usize::MAX);
        let waypoints = replanner.route().map(|route| &route.waypoints[..]);
        for &waypoint in waypoints.into_iter().flatten().skip(next) {
            if left <= 0.0 {
                break;
            }
            let way = waypoint - at;
            let to = if way.length() <= left {
                waypoint
            } else {
                at + way.clamp_length_max(left)
            };
            left -= way.length();
            if !is_clear(at, to) {
                return Err(format!("touched something: {}", state(at)));
            }
            at = to;
        }
        let is_quiet = tick >= PUSHES && at == before && !replanner.is_searching();
        quiet = if is_quiet { quiet + 1 } else { 0 };
        if quiet < 3 {
            continue;
        }
        let fresh = view.find_route(at, goal).unwrap();
        let is_right = if at.distance(goal) <= near {
            counts[2] += 1;
            status == ReplanStatus::Kept && replanner.cost() == Some(Cost::ZERO)
        } else {
            is_blocked(status) && (!fresh.is_found() || fresh.goal != RouteEnd::Joined)
        };
        return is_right.then_some(counts).ok_or_else(|| state(at));
    }
    Err(format!("at {at} after all, never at {goal}"))
}

fn all_of(counts: &[Counts]) -> Counts {
    std::array::from_fn(|index| counts.iter().map(|it| it[index]).sum())
}

#[test]
fn an_agent_that_obeys_gets_to_its_goal_wherever_it_is_pushed() {
    let counts = hold(
        "pushed",
        seeds(500_000, 600),
        || (),
        |seed, ()| flying(seed),
    );
    let [pushes, off_goals, arrivals] = all_of(&counts);
    println!("{pushes} pushes, {off_goals} off goals, {arrivals} arrivals");
    assert!(pushes > 3000 && off_goals > 300 && arrivals > 300);
}

fn walking(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let mut world = Grounds::drawn(&mut draws);
    let options = options(seed);
    let view = world.navigator.view(world.agent, &options).unwrap();
    let mut routes = (0..8).map(|_| (world.position(&mut draws), world.position(&mut draws)));
    let found = routes.find_map(|(from, to)| {
        let route = view.find_route(from, to).unwrap();
        let end = *route.waypoints.last()?;
        route.is_found().then_some((from, to, end))
    });
    let Some((mut at, goal, end)) = found else {
        return Ok(counts);
    };
    let mut replanner = Replanner::new(&view, goal, policy(&mut draws));
    let step = world.cells_long(draws.within(0.2, 4.0));
    let mut quiet = 0;
    let rests_at = |view: &View, at: DVec3| {
        view.find_route(at, end)
            .unwrap()
            .path()
            .is_some_and(|path| path.cells().count() == 1)
    };
    for tick in 0..TICKS {
        let is_there = rests_at(&view, at);
        if tick < PUSHES && (is_there || draws.percent(20)) {
            let reach = world.cells_long(draws.pick(&[0.2, 2.0, 4.0]));
            at = if draws.percent(80) {
                at + draws.point(-reach, reach)
            } else {
                world.position(&mut draws)
            };
            counts[0] += 1;
            counts[1] += usize::from(is_there);
        }
        let status = replanner.update(&view, at).unwrap();
        let before = at;
        let mut left = step;
        let next = replanner.next().unwrap_or(usize::MAX);
        let waypoints = replanner.route().map(|route| &route.waypoints[..]);
        for &waypoint in waypoints.into_iter().flatten().skip(next) {
            if left <= 0.0 {
                break;
            }
            let way = waypoint - at;
            let is_short = way.length() <= left;
            at = if is_short {
                waypoint
            } else {
                at + way.clamp_length_max(left)
            };
            left -= way.length();
        }
        let is_quiet = tick >= PUSHES && at == before && !replanner.is_searching();
        quiet = if is_quiet { quiet + 1 } else { 0 };
        if quiet < 3 {
            continue;
        }
        let is_right = if rests_at(&view, at) {
            counts[2] += 1;
            status == ReplanStatus::Kept && replanner.cost() == Some(Cost::ZERO)
        } else {
            is_blocked(status) && !view.find_route(at, goal).unwrap().is_found()
        };
        let (next, cost) = (replanner.next(), replanner.cost());
        let state = || format!("tick {tick} at {at} for {end}: {status:?} {next:?} {cost:?}");
        return is_right.then_some(counts).ok_or_else(state);
    }
    Err(format!("at {at} after all, never at {end}"))
}

#[test]
fn an_agent_on_the_ground_that_obeys_gets_to_its_goal_wherever_it_is_pushed() {
    let counts = hold(
        "on the ground",
        seeds(600_000, 250),
        || (),
        |seed, ()| walking(seed),
    );
    let [pushes, off_goals, arrivals] = all_of(&counts);
    println!("{pushes} pushes, {off_goals} off goals, {arrivals} arrivals");
    assert!(pushes > 500 && off_goals > 100 && arrivals > 50);
}

#[test]
fn an_agent_that_is_pushed_off_its_goal_gets_another_route_to_it() {
    let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9))).unwrap();
    let world = Traversability::new(&room.commit(), UnknownPolicy::Blocked);
    let options = RouteOptions::default();
    let view = View::flying(Lattice::default(), world, &Terrain::new(), &options).unwrap();
    let goal = DVec3::splat(4.0);
    let mut replanner = Replanner::new(&view, goal, ReplanPolicy::default());
    replanner.update(&view, goal - DVec3::X * 3.0).unwrap();
    assert_eq!(replanner.update(&view, goal), Ok(ReplanStatus::Kept));
    assert_eq!(
        (replanner.next(), replanner.cost()),
        (None, Some(Cost::ZERO))
    );
    // Within its cell it is told to go back, beyond it gets a route.
    assert_eq!(
        replanner.update(&view, goal - DVec3::X * 0.4),
        Ok(ReplanStatus::Kept)
    );
    let next = replanner
        .next()
        .map(|next| replanner.route().unwrap().waypoints[next]);
    assert_eq!(next, Some(goal));
    assert_eq!(
        replanner.update(&view, goal - DVec3::X),
        Ok(ReplanStatus::Replanned)
    );
    assert_eq!(
        (replanner.next(), replanner.cost().map(Cost::length)),
        (Some(1), Some(1.0))
    );
    assert_eq!(
        replanner.route().unwrap().waypoints,
        [goal - DVec3::X, goal]
    );
    assert_eq!(replanner.update(&view, goal), Ok(ReplanStatus::Kept));
    assert_eq!(replanner.next(), None);
}
