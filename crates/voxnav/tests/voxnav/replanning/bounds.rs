//! What a replanner states of the cost of its path is never too low, whatever happens to the agent and its world:
//! edits, steps, pushes, other goals, other terrain, and searches that are cut short.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellState;
use voxnav::replanning::{ReplanPolicy, ReplanStatus, ReplanWorkspace, Replanner};
use voxnav::search::{Cost, Weight};
use voxnav::{Path, Route, RouteOptions, Terrain, View};
use voxnav_testkit::{Draws, Frame, hold, seeds};

use super::worlds::World;
use crate::ground::worlds::World as Grounds;

/// Draws a policy in a world whose cells have a side.
fn policy(cell: f64, draws: &mut Draws) -> ReplanPolicy {
    let detour = draws.pick(&[1.0, 1.0, 1.1, 1.5, 3.0]);
    ReplanPolicy::default()
        .max_suboptimality(Weight::new(detour).unwrap())
        .expansions(draws.pick(&[1, 5, 30, u64::MAX]))
        .look_ahead(cell * draws.pick(&[1.0, 4.0, f64::INFINITY]))
        .min_replan_interval(draws.pick(&[0, 2]))
        .max_deviation(draws.pick(&[0.0, 1.0, 3.0]))
}

/// Every third agent sets off on a first path.
fn options(seed: u64) -> RouteOptions {
    match seed % 3 {
        0 => RouteOptions::default().anytime(),
        _ => RouteOptions::default(),
    }
}

/// How often a bound was stated, above one, and of a path that was kept or repaired.
type Stated = [usize; 3];

fn state(stated: &mut Stated, bound: f64, status: ReplanStatus) {
    stated[0] += 1;
    stated[1] += usize::from(bound > 1.0);
    stated[2] += usize::from(matches!(
        status,
        ReplanStatus::Kept | ReplanStatus::Repaired
    ));
}

/// Refuses a bound by which the best path would cost more than it does.
fn refuse(cost: Cost, bound: f64, least: Cost) -> Result<(), String> {
    let is_right = bound * least.length() >= cost.length() * (1.0 - 1e-12);
    let text = || format!("{bound} of {cost} is stated, and there is a path of {least}");
    is_right.then_some(()).ok_or_else(text)
}

/// In all worlds together.
fn all_of(stated: &[Stated]) -> Stated {
    std::array::from_fn(|index| stated.iter().map(|it| it[index]).sum())
}

fn flying(seed: u64) -> Result<Stated, String> {
    let mut draws = Draws::new(seed);
    let mut stated = Stated::default();
    let mut world = World::random(&mut draws);
    let is_even = draws.percent(70);
    let mut ground = Terrain::new();
    let (Some(mut at), Some(mut goal)) = (world.open_cell(&mut draws), world.open_cell(&mut draws))
    else {
        return Ok(stated);
    };
    let lattice = Frame::of_any_sides(&mut draws).lattice();
    let see = |world: &World, terrain: &Terrain| {
        let options = options(seed);
        View::flying(lattice, world.seen.clone(), terrain, &options).unwrap()
    };
    let policy = policy(lattice.longest_side(), &mut draws);
    let mut replanner = Replanner::new(&see(&world, &ground), lattice.center(goal), policy);
    let [edits, steps] = [draws.below(80), draws.between(40, 100)];
    for tick in 0..24 {
        if draws.percent(edits) {
            let cells: Vec<IVec3> = (replanner.route().and_then(Route::path))
                .map_or_else(Vec::new, |path| path.cells().collect());
            if draws.percent(50) && !cells.is_empty() {
                let state = draws.pick(&[CellState::Occupied, CellState::Free]);
                world.set_door(draws.pick(&cells), state);
            } else {
                world.edit(&mut draws);
            }
        }
        if !is_even && draws.percent(10) {
            ground = world.terrain(&mut draws);
        }
        if draws.percent(15) {
            let to = goal + draws.vector(IVec3::NEG_ONE, IVec3::ONE);
            if world.seen.is_traversable(to) {
                goal = to;
                replanner.set_goal(lattice.center(goal));
            }
        }
        let view = see(&world, &ground);
        let status = replanner
            .update_in(&view, lattice.center(at), &mut ReplanWorkspace::default())
            .unwrap();
        let path = replanner.route().and_then(Route::path);
        let place = path.and_then(|path| path.cells().position(|cell| cell == at));
        if let (Some(cost), Some(bound), Some(path), Some(place)) =
            (replanner.cost(), replanner.bound(), path, place)
        {
            let rest = path.part(place as u64..u64::MAX).unwrap();
            let least = world.least([at, goal], &view.options().settings, &ground);
            if let Some(least) = least.filter(|_| rest.cost() == cost && path.goal() == goal) {
                state(&mut stated, bound, status);
                refuse(cost, bound, least)
                    .map_err(|text| format!("tick {tick}, {status:?}: {text}"))?;
            }
        }
        at = moved(&world, at, path, steps, &mut draws);
    }
    Ok(stated)
}

/// Where an agent is next: along its path, whatever stands there, or pushed, or somewhere else.
fn moved(world: &World, at: IVec3, path: Option<&Path>, steps: u32, draws: &mut Draws) -> IVec3 {
    let along = path.and_then(|path| {
        let place = path.cells().position(|cell| cell == at)?;
        path.cells().nth(place + 1 + draws.below(2_usize))
    });
    let to = match along.filter(|_| draws.percent(steps)) {
        Some(to) => to,
        None if draws.percent(20) => at + draws.vector(IVec3::NEG_ONE, IVec3::ONE),
        None => at,
    };
    if world.seen.is_traversable(to) {
        to
    } else {
        at
    }
}

#[test]
fn no_bound_is_too_low() {
    let stated = hold(
        "bounds",
        seeds(300_000, 1000),
        || (),
        |seed, ()| flying(seed),
    );
    let [all, above, kept] = all_of(&stated);
    println!("{all} bounds, {above} above one, {kept} of paths kept or repaired");
    assert!(all > 1650 && above > 165 && kept > 650);
}

fn walking(seed: u64) -> Result<Stated, String> {
    let mut draws = Draws::new(seed);
    let mut stated = Stated::default();
    let mut world = Grounds::drawn(&mut draws);
    let exact = RouteOptions::default();
    let options = options(seed);
    let view = world.navigator.view(world.agent, &options).unwrap();
    let mut routes = (0..8).map(|_| (world.position(&mut draws), world.position(&mut draws)));
    let found = routes.find_map(|(from, to)| {
        let route = view.find_route(from, to).unwrap();
        let start = *route.waypoints.first()?;
        (route.legs().len() > 1).then_some((start, to))
    });
    let Some((mut at, mut goal)) = found else {
        return Ok(stated);
    };
    let mut replanner = Replanner::new(&view, goal, policy(world.frame.size, &mut draws));
    let [edits, steps] = [draws.below(80), draws.between(40, 100)];
    for tick in 0..14 {
        if draws.percent(edits) {
            world.edit(&mut draws);
        }
        if draws.percent(15) {
            goal += world.cells_long(1.0) * draws.point(-1.2, 1.2);
            replanner.set_goal(goal);
        }
        let view = world.navigator.view(world.agent, &options).unwrap();
        let status = replanner.update(&view, at).unwrap();
        let exact = world.navigator.view(world.agent, &exact).unwrap();
        let fresh = exact.find_route(at, goal).unwrap();
        if let (Some(cost), Some(bound), Some(best)) =
            (replanner.cost(), replanner.bound(), fresh.outcome.path())
        {
            let is_from_here = is_at(&replanner, at, best);
            if is_from_here {
                state(&mut stated, bound, status);
                refuse(cost, bound, best.cost())
                    .map_err(|text| format!("tick {tick}, {status:?}: {text}"))?;
            }
        }
        let Some(route) = replanner.route() else {
            continue;
        };
        let next = replanner.next().map(|next| route.waypoints[next]);
        at = match next.filter(|_| draws.percent(steps)) {
            Some(next) => next,
            None if draws.percent(20) => at + world.cells_long(1.0) * draws.point(-1.0, 1.0),
            None => at,
        };
    }
    Ok(stated)
}

/// Whether an agent at a position is in a cell of its path, and that and the best lead from it to one cell.
fn is_at(replanner: &Replanner, at: DVec3, best: &Path) -> bool {
    let Some(path) = replanner.route().and_then(voxnav::Route::path) else {
        return false;
    };
    let place = (replanner.next().unwrap_or_else(|| path.cells().count())).saturating_sub(1);
    let is_here = path.cells().nth(place) == Some(best.start());
    let route = replanner
        .route()
        .and_then(|route| route.waypoints.get(place));
    let is_on_it = route.is_some_and(|waypoint| *waypoint == at);
    is_here && is_on_it && path.goal() == best.goal()
}

#[test]
fn no_bound_on_the_ground_is_too_low() {
    let stated = hold(
        "on the ground",
        seeds(400_000, 300),
        || (),
        |seed, ()| walking(seed),
    );
    let [all, above, kept] = all_of(&stated);
    println!("{all} bounds, {above} above one, {kept} of paths kept or repaired");
    assert!(all > 330 && above > 33 && kept > 260);
}
