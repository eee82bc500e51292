//! A smooth path may begin and end where its route does, whatever is near.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{Baking, CellBox, CellState, Footprint, OccupancyBuilder, Traversability};
use voxnav::search::FlightView;
use voxnav::search::Partial;
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, Route, RouteOptions, SmoothPathOptions, Terrain, UnknownPolicy, View};
use voxnav_testkit::{Draws, Frame, hold, seeds};

use super::worlds::World;

/// How many routes there were, off the centers of their cells, and with ends beyond the outermost centers.
type Counts = [u32; 3];

fn options(draws: &mut Draws) -> RouteOptions {
    let options = RouteOptions::default();
    match draws.below(4) {
        0 => options.snap_start(1.5).snap_goal(1.5),
        1 => options.partial(Partial::Allowed),
        _ => options,
    }
}

/// Smooths the path of a route between its own ends.
fn between_own_ends(view: FlightView, route: &Route, counts: &mut Counts) -> Result<(), String> {
    let [Some(&first), Some(&last)] = [route.waypoints.first(), route.waypoints.last()] else {
        return Ok(());
    };
    let lattice = view.lattice();
    let is_center = |end: DVec3| lattice.center(lattice.cell_at(end).unwrap()) == end;
    let outermost = [view.world().bounds().min, view.world().bounds().max - 1];
    let [low, high] = outermost.map(|cell| lattice.center(cell));
    let is_beyond = |end: DVec3| end.cmplt(low).any() || end.cmpgt(high).any();
    counts[0] += 1;
    counts[1] += u32::from(!is_center(last));
    counts[2] += u32::from(is_beyond(first) || is_beyond(last));
    for smoothing in [Smoothing::new(), Smoothing::default()] {
        let asked = SmoothPathOptions::default().smoothing(smoothing);
        let asked = [
            asked.clone().starting_at(first),
            asked.clone().ending_at(last),
            asked.starting_at(first).ending_at(last),
        ];
        for asked in asked {
            let smooth_path = view.smooth_path(route, &asked);
            let smooth_path = smooth_path
                .map_err(|error| format!("{error}: {:?} {:?} {route:?}", asked.start, asked.end))?;
            let waypoints = smooth_path.ok_or("no path")?.waypoints().to_vec();
            // No farther along an axis than points are moved out of what they touch, and rounded.
            let near = lattice.longest_side() * (1.0 / 256.0 + 1.0 / 65_536.0);
            let ends = [(first, waypoints.first()), (last, waypoints.last())];
            if ends
                .iter()
                .any(|(end, met)| met.is_none_or(|met| (met - end).abs().max_element() > near))
            {
                return Err(format!("{waypoints:?} is not from {first} to {last}"));
            }
        }
    }
    Ok(())
}

fn among_colliders(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let colliders = 5 + draws.below(40);
    let mut world = World::new(&mut draws, colliders);
    world.navigator.remove_agent(world.agent).unwrap();
    world.body.baking = draws.pick(&[Baking::Swept, Baking::Centers]);
    world.body.unknown = draws.pick(&[
        UnknownPolicy::Blocked,
        UnknownPolicy::Free,
        UnknownPolicy::StopAtBoundary,
    ]);
    world.agent = world.navigator.add_agent(world.body).unwrap();
    for _ in 0..draws.below(6) {
        let min = draws.cell(&world.navigator.bounds());
        let cells = CellBox::new(min, min + draws.vector(IVec3::ONE, IVec3::splat(4)));
        let state = draws.pick(&[CellState::Occupied, CellState::Unknown]);
        let cells = cells.intersection(&world.navigator.bounds());
        world.navigator.set_cells(cells, state).unwrap();
    }
    let bounds = world.navigator.bounds();
    let lattice = *world.navigator.lattice();
    for _ in 0..10 {
        // Up to the faces of the outermost cells, and often where the body touches something.
        let mut end = || {
            let anywhere = draws.cell(&bounds).as_dvec3() + draws.point(-0.5, 0.5);
            let at = world.frame.rounded(lattice.position_of(anywhere));
            let to = lattice.position_of(draws.cell(&bounds).as_dvec3());
            let Agent {
                half_extents,
                layers,
                ..
            } = world.body;
            let hit = world
                .navigator
                .obstacles()
                .sweep(at, to, half_extents, layers);
            let hit = hit.unwrap().filter(|_| draws.percent(50));
            let at = hit.map_or(at, |hit| at.lerp(to, hit.fraction));
            world.frame.rounded(at)
        };
        let [from, to] = [end(), end()];
        let options = options(&mut draws);
        let view = world.navigator.view(world.agent, &options).unwrap();
        let route = view.find_route(from, to).unwrap();
        between_own_ends(view.flight().unwrap(), &route, &mut counts)?;
    }
    Ok(counts)
}

fn among_cells(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let frame = Frame::drawn(&mut draws);
    let min = draws.vector(IVec3::splat(-9), IVec3::splat(9));
    let bounds = CellBox::new(min, min + draws.vector(IVec3::ONE, IVec3::splat(12)));
    let bounds = frame.cells(bounds);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for _ in 0..draws.below(150) {
        let state = draws.pick(&[CellState::Occupied, CellState::Unknown]);
        builder.set(draws.cell(&bounds), state).unwrap();
    }
    let low = draws.vector(IVec3::NEG_ONE, IVec3::ZERO);
    let body = CellBox::new(low, draws.vector(IVec3::ONE, IVec3::ONE));
    let unknown = draws.pick(&[
        UnknownPolicy::Blocked,
        UnknownPolicy::Free,
        UnknownPolicy::StopAtBoundary,
    ]);
    let body = Footprint::new(body).unwrap();
    let world = Traversability::for_agent(&builder.commit(), body, unknown);
    let lattice = frame.lattice();
    for _ in 0..10 {
        let finest = draws.pick(&[0.5, 1e-3, 1e-7]);
        let mut end = || {
            let aside = (draws.point(-0.5, 0.5) / finest).round() * finest;
            let aside = draws.pick(&[aside, frame.shift]);
            frame.rounded(lattice.position_of(draws.cell(&bounds).as_dvec3() + aside))
        };
        let [from, to] = [end(), end()];
        let options = options(&mut draws);
        let view = View::flying(lattice, world.clone(), &Terrain::new(), &options).unwrap();
        let route = view.find_route(from, to).unwrap();
        between_own_ends(view.flight().unwrap(), &route, &mut counts)?;
    }
    Ok(counts)
}

fn all_of(counts: &[Counts]) -> Counts {
    std::array::from_fn(|index| counts.iter().map(|it| it[index]).sum())
}

/// A draw in which an end was moved out along two axes, and farther than along one.
const OUT_ALONG_TWO: u64 = 189;

#[test]
fn smooth_paths_begin_and_end_where_their_routes_do() {
    among_colliders(OUT_ALONG_TWO).unwrap();
    let among_colliders = hold(
        "colliders",
        seeds(0, 40),
        || (),
        |seed, ()| among_colliders(seed),
    );
    let among_cells = hold("cells", seeds(0, 130), || (), |seed, ()| among_cells(seed));
    let [routes, off_center, beyond] = all_of(&among_colliders);
    let [routes_of_cells, off_center_of_cells, _] = all_of(&among_cells);
    println!(
        "{routes} and {routes_of_cells} routes, {off_center} and {off_center_of_cells} off centers, {beyond} beyond"
    );
    assert!(routes > 230 && off_center > 160 && beyond > 33);
    assert!(routes_of_cells > 500 && off_center_of_cells > 65);
}
