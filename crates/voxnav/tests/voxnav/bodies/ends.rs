//! An agent that stands clear gets a route from where it stands to where it can stand, or a proved
//! reason.

use voxnav::colliders::Obstacle;
use voxnav::following::SmoothPathError;
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::{CellBox, CellState, Traversability};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::EndFault;
use voxnav::{
    Agent, Navigator, NavigatorError, Outcome, RouteEnd, RouteOptions, SmoothPathOptions,
};

use voxnav_testkit::cases;

use super::worlds::World;

/// The traversable cells near a position that the body gets to straight.
fn near(world: &World, cells: &Traversability, position: DVec3) -> Vec<IVec3> {
    let lattice = world.navigator.lattice();
    let own = lattice.cell_at(position).unwrap();
    let around = CellBox::new(own - 2, own + 3).intersection(&cells.bounds());
    let is_near = |cell: &IVec3| {
        cells.is_traversable(*cell) && world.sweeps(&[position, lattice.center(*cell)])
    };
    around.cells().filter(is_near).collect()
}

#[test]
fn an_agent_that_stands_clear_gets_a_route_or_a_proved_reason() {
    let (mut asked, mut found, mut cut_off, mut off_center) = (0, 0, 0, 0);
    for (index, mut draws) in cases(0x0e4d_5000, 60).enumerate() {
        let colliders = 5 + draws.below(40);
        let mut world = World::new(&mut draws, colliders);
        let (agent, body) = (world.agent, world.body);
        let cells = world.navigator.traversability(agent).unwrap();
        for _ in 0..6 {
            let ends = [world.position(&mut draws), world.position(&mut draws)];
            if !ends.iter().all(|&end| world.is_legal(end)) {
                continue;
            }
            asked += 1;
            let [from, to] = ends;
            let lattice = *world.navigator.lattice();
            let is_off = |end| !cells.is_traversable(lattice.cell_at(end).unwrap());
            off_center += u32::from(ends.into_iter().any(is_off));
            let route = world.navigator.find_route(agent, from, to).unwrap();
            let [starts, goals] = ends.map(|end| near(&world, &cells, end));
            let at = format!(
                "world {index}, {body:?} from {from} to {to}: {:?}",
                route.outcome
            );
            if starts.is_empty() {
                cut_off += 1;
                assert_eq!(route.start, RouteEnd::CutOff, "{at}");
                assert_eq!(
                    route.outcome,
                    Outcome::InvalidEnd(EndFault::StartBlocked),
                    "{at}"
                );
                continue;
            }
            assert_eq!(route.start, RouteEnd::Joined, "{at}");
            if goals.is_empty() {
                cut_off += 1;
                assert_eq!(route.goal, RouteEnd::CutOff, "{at}");
                assert_eq!(
                    route.outcome,
                    Outcome::InvalidEnd(EndFault::GoalBlocked),
                    "{at}"
                );
                continue;
            }
            if !route.is_found() {
                assert_eq!(route.outcome, Outcome::Unreachable, "{at}");
                let pairs = starts
                    .iter()
                    .flat_map(|s| goals.iter().map(move |g| [*s, *g]));
                let mut connected = pairs.map(|[s, g]| cells.is_connected(s, g));
                assert!(connected.all(|answer| answer == Ok(false)), "{at}");
                continue;
            }
            found += 1;
            assert_eq!(route.goal, RouteEnd::Joined, "{at}");
            assert_eq!(
                [route.waypoints[0], *route.waypoints.last().unwrap()],
                ends,
                "{at}"
            );
            assert!(world.sweeps(&route.waypoints), "{at}");
            let steps = route.waypoints.windows(2);
            let length: f64 = steps.map(|ends| ends[0].distance(ends[1])).sum();
            assert!((route.length - length).abs() <= 1e-6 * length, "{at}");

            let smooth_path =
                world
                    .navigator
                    .smooth_path(agent, &route, &SmoothPathOptions::default());
            let smooth_path = smooth_path.unwrap().unwrap();
            assert!(world.sweeps(smooth_path.waypoints()), "{at}");
            let grain = lattice.longest_side() / 1e6 + from.abs().max_element() * 1e-15;
            assert!(smooth_path.waypoints()[0].distance(from) < grain, "{at}");
            assert!(
                smooth_path.waypoints().last().unwrap().distance(to) < grain,
                "{at}"
            );
        }
    }
    let counts =
        format!("{asked} asked, {found} found, {cut_off} cut off, {off_center} off center");
    assert!(asked > 140 && off_center > 10, "{counts}");
    assert!(
        found * 100 > asked * 90 && cut_off * 100 < asked * 3,
        "{counts}"
    );
}

/// A drone hugs a wall that blocks the cell it is in.
fn beside_a_wall() -> (Navigator, voxnav::AgentId) {
    let mut navigator = Navigator::in_region(1.0, [-8.0, 0.0, -8.0], [8.0, 2.0, 8.0]).unwrap();
    let wall = Obstacle::new(SharedShape::cuboid(0.4, 9.0, 4.0));
    navigator.insert(wall).unwrap();
    let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3))).unwrap();
    (navigator, drone)
}

#[test]
fn routes_begin_and_end_at_positions_whose_cells_are_blocked() {
    let (mut navigator, drone) = beside_a_wall();
    let world = navigator.traversability(drone).unwrap();
    assert!(!world.is_traversable(IVec3::new(0, 1, 1)));
    // The box touches the wall here, in a cell whose center is inside of it.
    let [from, to] = [[-0.7, 1.0, 1.0], [0.7, 1.0, 1.0]];
    assert!(
        !world.is_traversable(
            navigator
                .lattice()
                .cell_at([-0.49, 1.0, 1.0].into())
                .unwrap()
        )
    );
    let route = navigator.find_route(drone, from, to).unwrap();
    assert!(route.is_found() && route.length > 8.0);
    assert_eq!(route.waypoints[0], DVec3::from(from));

    // Where it overlaps the wall, it is moved to its cell, or it is told that it cannot.
    let inside = navigator.find_route(drone, [-0.6, 1.0, 1.0], to).unwrap();
    assert!(inside.is_found());
    assert!(
        matches!(inside.start, RouteEnd::Snapped { distance } if (distance - 0.4).abs() < 1e-9)
    );
    let deep = navigator.find_route(drone, [0.2, 1.0, 1.0], to).unwrap();
    assert_eq!(
        (deep.outcome, deep.start),
        (
            Outcome::InvalidEnd(EndFault::StartBlocked),
            RouteEnd::Blocked
        )
    );
    let snapped = RouteOptions::default().snap_start(2.0);
    let deep = navigator
        .find_route_with(drone, [0.2, 1.0, 1.0], to, &snapped)
        .unwrap();
    assert!(deep.is_found() && matches!(deep.start, RouteEnd::Snapped { .. }));
}

#[test]
fn a_start_is_never_dropped_from_a_trail() {
    let (mut navigator, drone) = beside_a_wall();
    let [from, to] = [[-0.7, 1.0, 1.0], [-6.0, 1.0, 1.0]];
    let route = navigator.find_route(drone, from, to).unwrap();
    // On the other side of the wall.
    let across = SmoothPathOptions::default().starting_at([0.75, 1.0, 1.0]);
    let refused = navigator.smooth_path(drone, &route, &across);
    let Err(NavigatorError::SmoothPath(SmoothPathError::StartCutOff { position, .. })) = refused
    else {
        panic!("{refused:?}");
    };
    assert_eq!(position, DVec3::new(0.75, 1.0, 1.0));
    let beside = SmoothPathOptions::default().starting_at([-0.8, 1.0, 0.9]);
    let smooth_path = navigator
        .smooth_path(drone, &route, &beside)
        .unwrap()
        .unwrap();
    assert!(smooth_path.waypoints()[0].distance(DVec3::new(-0.8, 1.0, 0.9)) < 1e-5);
}

/// The same among cells of a map, which are no obstacles.
#[test]
fn cells_are_in_the_way_of_ends_too() {
    let mut navigator = Navigator::in_region(1.0, [-8.0, 0.0, -8.0], [8.0, 2.0, 8.0]).unwrap();
    let drone = navigator.add_agent(Agent::new(Vec3::splat(0.8))).unwrap();
    let wall = CellBox::new(IVec3::new(0, 0, -4), IVec3::new(1, 3, 5));
    navigator.set_cells(wall, CellState::Occupied).unwrap();
    // Its box covers three cells in a row at centers, two here.
    let route = navigator
        .find_route(drone, [-1.35, 1.0, 0.0], [1.35, 1.0, 0.0])
        .unwrap();
    assert!(route.is_found() && route.length > 10.0, "{route:?}");
    assert_eq!(route.waypoints[0], DVec3::new(-1.35, 1.0, 0.0));
    let overlapping = navigator
        .find_route(drone, [-1.25, 1.0, 0.0], [5.0, 1.0, 0.0])
        .unwrap();
    assert_eq!(overlapping.start, RouteEnd::Blocked);
}

/// Routes within one cell do not lead through the cell's center.
#[test]
fn two_positions_in_one_cell_are_joined_straight() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3]).unwrap();
    let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2))).unwrap();
    let (from, to) = (DVec3::new(3.2, 3.3, 3.4), DVec3::new(3.4, 2.7, 3.1));
    let route = navigator.find_route(drone, from, to).unwrap();
    assert_eq!(route.waypoints, [from, to]);
    assert!((route.length - from.distance(to)).abs() < 1e-12);
    // Not where something stands between the two.
    let wall = Obstacle::new(SharedShape::cuboid(0.4, 0.01, 0.4)).at([3.3, 3.0, 3.4]);
    navigator.insert(wall).unwrap();
    let around = navigator.find_route(drone, from, to).unwrap();
    assert!(
        around.waypoints.len() != 2 || !around.is_found(),
        "{around:?}"
    );
}
