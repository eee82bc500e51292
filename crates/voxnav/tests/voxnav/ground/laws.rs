//! What holds of every route in every world.
//!
//! A navigator gives a ground agent the same answers as a fresh navigator, whatever was edited.

use voxnav::Route;
use voxnav::glam::{DVec3, IVec3};
use voxnav::ground::{Ground, verify_legs};
use voxnav::{Outcome, RouteEnd, RouteOptions, View};
use voxnav_testkit::{Draws, hold, seeds};

use super::worlds::{World, grain, kind};

/// Holds what a route says against the rules of movement and against itself.
fn check(route: &Route, view: &View, from: DVec3) -> Result<(), String> {
    let ground = view.ground().unwrap().moves();
    let agent = ground.locomotion();
    let anew = Ground::new(ground.stances().occupancy(), agent)
        .map_err(|error| error.to_string())?
        .with_links(ground.links())
        .map_err(|error| error.to_string())?;
    let Some(path) = route.path() else {
        let is_empty = route.waypoints.is_empty() && route.legs().is_empty();
        return is_empty.then_some(()).ok_or("waypoints of no path".into());
    };
    let cost = verify_legs(path, &anew).map_err(|error| error.to_string())?;
    let begins = route.waypoints.len().checked_sub(path.cells().count());
    let Some(before) = begins.filter(|&before| cost == path.cost() && before <= 2) else {
        return Err(format!("{cost} in {route:?}"));
    };
    let below = match agent.up.step() {
        up if up.max_element() > 0 => -agent.up.axis.of(agent.body.offsets().min),
        _ => agent.up.axis.of(agent.body.offsets().max) - 1,
    };
    let feet = agent.up.step().as_dvec3() * (f64::from(below) + 0.5) * view.lattice().sizes();
    let legs = route.legs();
    let first = legs.iter().take(1);
    let first = first.flat_map(|leg| vec![leg.action; before]);
    let actions = legs
        .iter()
        .flat_map(|leg| vec![leg.action; leg.cells().count() - 1]);
    let actions = first.chain(actions);
    if !route.actions().eq(actions) {
        return Err(format!(
            "{:?} in {route:?}",
            route.actions().collect::<Vec<_>>()
        ));
    }
    for (&waypoint, cell) in route.waypoints[before..].iter().zip(path.cells()) {
        let position = view.lattice().center(cell) - feet;
        let begins = cell == path.start() && before == 0 && waypoint == from;
        if waypoint != position && !begins && (before == 0 || cell != path.start()) {
            return Err(format!("{waypoint} at {cell}, not {position}"));
        }
    }
    if before > 0 && route.waypoints[0] != from {
        return Err(format!("{from} is left out of {route:?}"));
    }
    let grain = grain(view.lattice());
    // Without leave to move, the agent begins in a column that it touches.
    let start = view.position_at(path.start());
    let across = (start - from) * (DVec3::ONE - agent.up.step().as_dvec3().abs());
    let is_touched = across.abs().max_element() <= view.lattice().longest_side() + grain;
    let may_move = view.options().start != voxnav::search::SnapPolicy::Exact;
    if !may_move && !is_touched {
        return Err(format!("begins at {start}, asked for {from}"));
    }
    // A floor's top lies anywhere in the layer at which the agent does not fit, and feet up to half a cell below that layer;
    // on a ramp among low cells they are as deep as a step, and on a slope the ground below the middle of a wide body lies as
    // much lower as it leans.
    let is_cubic = view.lattice().cubic_size().is_some();
    let step = if is_cubic { 1 } else { agent.step_up.max(1) };
    let rise = (start - from).dot(agent.up.step().as_dvec3());
    let depth = if rise > 0.0 {
        i32::from(step).max(1 + ground.uphill())
    } else {
        1
    };
    let layers = 0.5 + f64::from(depth);
    let is_at_start = across.abs().max_element() <= view.lattice().longest_side() / 2.0 + grain
        && rise.abs() <= view.lattice().sizes()[agent.up.axis.index()] * layers + grain;
    match route.start {
        RouteEnd::Joined if !is_at_start => Err("joined".into()),
        RouteEnd::Joined | RouteEnd::Snapped { .. } => Ok(()),
        end => Err(format!("a path from nowhere: {end:?}")),
    }
}

/// Every leg is made of moves of the agent, whatever was asked; slices and batches change nothing.
#[test]
fn every_leg_of_every_route_obeys_the_rules() {
    let answers = hold(
        "routes over the ground",
        seeds(0, 360),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut world = World::drawn(&mut draws);
            let options = world.options(&mut draws);
            let view = world.navigator.view(world.agent, &options).unwrap();
            let questions: Vec<_> = (0..4)
                .map(|_| (world.position(&mut draws), world.destination(&mut draws)))
                .collect();
            let batch = view.find_routes(questions.clone());
            let mut found = Vec::new();
            for ((from, to), together) in questions.into_iter().zip(batch) {
                let route = view.find_route(from, to.clone()).unwrap();
                check(&route, &view, from)?;
                if together.as_ref() != Ok(&route) {
                    return Err(format!("in a batch {together:?}, alone {route:?}"));
                }
                let mut search = view.search(from, to).unwrap();
                let slice = u64::from(draws.between(1, 40_u32));
                while search.step(slice).unwrap().is_none() {
                    check(&search.best_so_far().unwrap(), &view, from)?;
                }
                if search.route() != Some(&route) {
                    return Err(format!("in slices {:?}, at once {route:?}", search.route()));
                }
                found.push(route);
            }
            Ok(found)
        },
    );
    let routes: Vec<_> = answers.into_iter().flatten().collect();
    let count = |test: &dyn Fn(&Route) -> bool| routes.iter().filter(|route| test(route)).count();
    let tallies = [
        count(&|route| route.is_found()),
        count(&|route| matches!(route.outcome, Outcome::Unreachable)),
        count(&|route| matches!(route.outcome, Outcome::Partial { .. })),
        count(&|route| route.legs().len() > 2),
    ];
    assert!(tallies.iter().all(|&tally| tally > 30), "{tallies:?}");
}

/// Whatever was edited and asked in between, a route is that of a navigator which was given the world
/// as it is now.
#[test]
fn edits_leave_no_trace_but_the_world() {
    let answers = hold(
        "edits",
        seeds(10_000, 80),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut world = World::drawn(&mut draws);
            let mut found = 0;
            for round in 0..4 {
                for _ in 0..draws.below(4) {
                    world.edit(&mut draws);
                }
                let (mut fresh, twin) = world.fresh();
                let options = RouteOptions::default();
                let view = world.navigator.view(world.agent, &options).unwrap();
                let other = fresh.view(twin, &options).unwrap();
                for _ in 0..3 {
                    let (from, to) = (world.position(&mut draws), world.destination(&mut draws));
                    let route = view.find_route(from, to.clone()).unwrap();
                    let expected = other.find_route(from, to).unwrap();
                    if route != expected {
                        return Err(format!("round {round}: {route:?}, not {expected:?}"));
                    }
                    found += usize::from(route.legs().len() > 1);
                }
            }
            Ok(found)
        },
    );
    assert!(answers.into_iter().sum::<usize>() > 60);
}

/// The cells and routes of an agent are those that it has alone, whatever other ground agents come, go or plan in
/// between.
#[test]
fn agents_on_the_ground_do_not_feel_each_other() {
    let answers = hold(
        "several agents on the ground",
        seeds(30_000, 60),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut world = World::drawn(&mut draws);
            let mut others = Vec::new();
            let mut asked = 0;
            for round in 0..6 {
                for _ in 0..draws.below(4) {
                    world.edit(&mut draws);
                }
                if others.is_empty() || draws.percent(60) {
                    let kind = kind(&world.frame, &mut draws);
                    let id = world.navigator.add_agent((kind.0, &kind.1)).unwrap();
                    others.push((id, kind));
                }
                if draws.percent(25) {
                    let (id, _) = others.remove(draws.below(others.len()));
                    world.navigator.remove_agent(id).unwrap();
                }
                for (id, kind) in &others {
                    if draws.percent(50) {
                        continue;
                    }
                    let (mut fresh, twin) = world.fresh_for(kind);
                    let options = RouteOptions::default();
                    let view = world.navigator.view(*id, &options).unwrap();
                    let alone = fresh.view(twin, &options).unwrap();
                    let [cells, expected] = [&view, &alone]
                        .map(|view| view.ground().unwrap().moves().stances().occupancy());
                    let differs = |&cell: &IVec3| {
                        cells.state(cell) != expected.state(cell)
                            || cells.material(cell) != expected.material(cell)
                    };
                    if let Some(cell) = fresh.bounds().cells().find(differs) {
                        return Err(format!("round {round}: another {cell} for {kind:?}"));
                    }
                    let (from, to) = (world.position(&mut draws), world.destination(&mut draws));
                    let route = view.find_route(from, to.clone()).unwrap();
                    let expected = alone.find_route(from, to).unwrap();
                    if route != expected {
                        return Err(format!("round {round}: {route:?}, not {expected:?}"));
                    }
                    asked += 1;
                }
            }
            Ok(asked)
        },
    );
    assert!(answers.into_iter().sum::<usize>() > 200);
}

#[test]
fn places_to_rest_are_where_routes_begin() {
    let places = hold(
        "places on the ground",
        seeds(20_000, 60),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut world = World::drawn(&mut draws);
            let options = RouteOptions::default();
            let view = world.navigator.view(world.agent, &options).unwrap();
            let random: Vec<DVec3> = view.random_places(seed).take(5).collect();
            if !view.random_places(seed).take(5).eq(random.iter().copied()) {
                return Err("another place for the same seed".into());
            }
            let radius = world.cells_long(4.0);
            let asked = world.position(&mut draws);
            let near = view.nearest_place(asked, radius);
            let near = near.map_err(|error| error.to_string())?;
            let snapping = RouteOptions::default().snap_start(radius).snap_goal(radius);
            let snapped = world
                .navigator
                .find_route_with(world.agent, asked, asked, &snapping);
            let snapped = snapped.map_err(|error| error.to_string())?;
            if near != snapped.waypoints.first().copied() {
                return Err(format!(
                    "{near:?} is near {asked}, but routes begin at {snapped:?}"
                ));
            }
            let mut count = 0;
            for place in random.into_iter().chain(near) {
                let route = view
                    .find_route(place, place)
                    .map_err(|error| error.to_string())?;
                if !route.is_found() || route.start != RouteEnd::Joined {
                    return Err(format!("{place}: {route:?}"));
                }
                count += 1;
            }
            Ok(count)
        },
    );
    assert!(places.iter().sum::<u32>() > 150, "{places:?}");
}
