//! Agents that set off on a first path: within the budget of the first update, and on ever better ones up to the best.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::replanning::{ReplanPolicy, ReplanStatus, Replanner};
use voxnav::search::Cost;
use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
use voxnav_testkit::{Draws, Frame, hold, seeds};

use super::worlds::World;
use crate::ground::worlds::World as Grounds;

/// The number of updates in which a path is to become the best.
const UPDATES: u32 = 30_000;

/// The number of paths that were found, that got better while the agent stood, and that got better while it went.
type Counts = [usize; 3];

/// Takes an agent that stands where it is to the best path, and returns how often its path got better.
macro_rules! stood {
    ($replanner:expr, $view:expr, $at:expr, $best:expr) => {{
        let (mut last, mut better) = (Cost::MAX, 0);
        let mut update = 0;
        loop {
            update += 1;
            let status = $replanner.update($view, $at).unwrap();
            let cost = $replanner.cost();
            let told = || {
                format!(
                    "update {update}: {status:?} at {cost:?} after {last}, best {}",
                    $best
                )
            };
            let cost = match cost {
                Some(cost) if cost <= last && update < UPDATES => cost,
                None if last == Cost::MAX && $replanner.is_searching() => continue,
                _ => return Err(told()),
            };
            if !$replanner.is_searching() && status == ReplanStatus::Kept {
                let is_best = cost == $best && $replanner.bound() == Some(1.0);
                break is_best.then_some(better).ok_or_else(told)?;
            }
            better += usize::from(cost < last && last != Cost::MAX);
            last = cost;
        }
    }};
}

/// Goes along the path by some moves, straight from waypoint to waypoint.
fn gone(mut at: DVec3, step: f64, waypoints: &[DVec3]) -> DVec3 {
    let mut left = step;
    for &waypoint in waypoints {
        let way = waypoint - at;
        at = if way.length() <= left {
            waypoint
        } else {
            at + way.clamp_length_max(left)
        };
        left -= way.length();
        if left <= 0.0 {
            break;
        }
    }
    at
}

/// Takes an agent along its path while that gets better, and returns how often it did.
macro_rules! went {
    ($replanner:expr, $view:expr, $at:expr, $step:expr, $is_clear:expr) => {{
        let (mut at, mut last, mut better) = ($at, Cost::MAX, 0);
        let mut update = 0;
        loop {
            update += 1;
            let status = $replanner.update($view, at).unwrap();
            let told = |what: &str| format!("{what}: update {update} at {at}: {status:?}");
            if let Some(cost) = $replanner.cost() {
                if cost > last {
                    return Err(told("the rest got dearer"));
                }
                last = cost;
                better += usize::from(status == ReplanStatus::Shorter);
            }
            let next = $replanner.next();
            if next.is_none() && $replanner.cost() == Some(Cost::ZERO) {
                break better;
            }
            if update == UPDATES {
                return Err(told("never there"));
            }
            let Some(next) = next else {
                continue;
            };
            let waypoints = &$replanner.route().unwrap().waypoints[next..];
            let to = gone(at, $step, &waypoints[..1]);
            if !$is_clear(at, to) {
                return Err(told("touched something"));
            }
            at = to;
        }
    }};
}

fn policy(draws: &mut Draws) -> ReplanPolicy {
    let stray = draws.pick(&[0.0, 1.0, 3.0]);
    let expansions = draws.pick(&[1, 10, 60, 400, u64::MAX]);
    ReplanPolicy::default()
        .max_deviation(stray)
        .expansions(expansions)
}

/// Draws a position where an agent can be: the center of a cell, or anywhere near.
fn place(
    world: &World,
    lattice: &Lattice,
    is_clear: &impl Fn(DVec3, DVec3) -> bool,
    draws: &mut Draws,
) -> Option<DVec3> {
    let cell = world.open_cell(draws)?;
    let aside = (draws.point(-0.5, 0.5) * 64.0).round() / 64.0;
    let aside = lattice.position_of(cell.as_dvec3() + aside);
    let is_aside = draws.percent(50) && is_clear(aside, aside);
    Some(if is_aside {
        aside
    } else {
        lattice.center(cell)
    })
}

fn flying(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let world = World::random(&mut draws);
    let terrain = if draws.percent(30) {
        world.terrain(&mut draws)
    } else {
        Terrain::new()
    };
    let lattice = Frame::of_any_sides(&mut draws).lattice();
    let is_clear = |from: DVec3, to: DVec3| {
        // The rounding of a position between two centers is no touch.
        let on_grid = |at: DVec3| (lattice.coordinates_of(at).unwrap() * 1024.0).round() / 1024.0;
        world.seen.is_clear(on_grid(from), on_grid(to)) == Ok(true)
    };
    let ends = [(); 2].map(|()| place(&world, &lattice, &is_clear, &mut draws));
    let [Some(from), Some(to)] = ends else {
        return Ok([0; 3]);
    };
    let see = |options: RouteOptions| {
        View::flying(lattice, world.seen.clone(), &terrain, &options).unwrap()
    };
    let exact = see(RouteOptions::default()).find_route(from, to).unwrap();
    let Some(best) = exact.path().filter(|_| exact.is_found()) else {
        return Ok([0; 3]);
    };
    let view = see(RouteOptions::default().anytime());
    let policy = policy(&mut draws);
    let mut replanner = Replanner::new(&view, to, policy);
    let stood = stood!(replanner, &view, from, best.cost());
    let step = lattice.longest_side() * draws.within(0.1, 1.5);
    let mut replanner = Replanner::new(&view, to, policy);
    let went = went!(replanner, &view, from, step, is_clear);
    Ok([1, stood, went])
}

fn walking(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut world = Grounds::drawn(&mut draws);
    let exact = (world.navigator)
        .view(world.agent, &RouteOptions::default())
        .unwrap();
    let found = (0..8).find_map(|_| {
        let (from, to) = (world.position(&mut draws), world.position(&mut draws));
        let route = exact.find_route(from, to).unwrap();
        let path = route.path().filter(|_| route.is_found())?;
        // In the middle of its cell, or where it is asked for.
        let start = if draws.percent(50) {
            exact.position_at(path.start())
        } else {
            from
        };
        Some((start, to, path.cost()))
    });
    let Some((from, to, best)) = found else {
        return Ok([0; 3]);
    };
    let options = RouteOptions::default().anytime();
    let view = world.navigator.view(world.agent, &options).unwrap();
    let policy = policy(&mut draws);
    let mut replanner = Replanner::new(&view, to, policy);
    let stood = stood!(replanner, &view, from, best);
    let step = world.cells_long(draws.within(0.2, 3.0));
    let mut replanner = Replanner::new(&view, to, policy);
    // On the ground a move is legal or not as a whole: the routes are those of the view.
    let went = went!(replanner, &view, from, step, |_, _| true);
    Ok([1, stood, went])
}

fn all_of(counts: &[Counts]) -> Counts {
    std::array::from_fn(|index| counts.iter().map(|it| it[index]).sum())
}

#[test]
fn a_first_path_gets_better_up_to_the_best() {
    let counts = hold(
        "first",
        seeds(1_400_000, 500),
        || (),
        |seed, ()| flying(seed),
    );
    let [found, stood, went] = all_of(&counts);
    println!("{found} paths, {stood} better ones while standing, {went} on the way");
    assert!(found > 300 && stood > 50 && went > 30);
}

#[test]
fn a_first_path_on_the_ground_gets_better_up_to_the_best() {
    let counts = hold(
        "first, on the ground",
        seeds(1_500_000, 750),
        || (),
        |seed, ()| walking(seed),
    );
    let [found, stood, went] = all_of(&counts);
    println!("{found} paths, {stood} better ones while standing, {went} on the way");
    assert!(found > 100 && stood > 5 && went > 2);
}

/// A hall of 64^3 cells with 20 walls across, each with one door of 4 cells, from one corner to the opposite one.
fn hall() -> Traversability {
    let mut hall = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(64))).unwrap();
    for wall in 0..20 {
        let x = 3 * wall + 2;
        let cells = CellBox::new(IVec3::new(x, 0, 0), IVec3::new(x + 1, 64, 64));
        hall.set_box(cells, CellState::Occupied).unwrap();
        let [y, z] = [wall * 17 % 60, wall * 41 % 60];
        let door = CellBox::new(IVec3::new(x, y, z), IVec3::new(x + 1, y + 4, z + 4));
        hall.set_box(door, CellState::Free).unwrap();
    }
    Traversability::new(&hall.commit(), UnknownPolicy::Blocked)
}

#[test]
fn an_agent_sets_off_in_the_update_in_which_it_is_sent() {
    let world = hall();
    let (from, to) = (DVec3::ZERO, DVec3::splat(63.0));
    let see = |options: &RouteOptions| {
        View::flying(Lattice::default(), world.clone(), &Terrain::new(), options).unwrap()
    };
    let (exact, first) = (RouteOptions::default(), RouteOptions::default().anytime());
    let best = see(&exact).find_route(from, to).unwrap();
    let budget = 2_000;
    assert!(
        best.statistics.expanded > 3 * budget,
        "{}",
        best.statistics.expanded
    );
    let policy = ReplanPolicy::default().expansions(budget);
    let verdicts = [&exact, &first].map(|options| {
        let view = see(options);
        let mut replanner = Replanner::new(&view, to, policy);
        let status = replanner.update(&view, from).unwrap();
        let is_under_way = replanner.cost().is_some();
        (status, is_under_way, replanner.expanded() <= budget)
    });
    assert_eq!(
        verdicts[0],
        (ReplanStatus::Blocked { ahead: 0.0 }, false, true)
    );
    assert_eq!(verdicts[1], (ReplanStatus::Replanned, true, true));
}
