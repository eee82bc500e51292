//! Routes whose ends are moved, that go part of the way, and that tell what is in the way.

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, Vec3};
use voxnav::grid::{Axis, CellBox};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::{Contact, Goal, PartialReason, Priority, Scheduler, Search};
use voxnav::search::{Explain, Partial};
use voxnav::{Agent, AgentId, Navigator, Outcome, Route, RouteEnd, RouteOptions};

/// A hall of 20 by 4 by 20 with a crate of side 4 in the middle, closed all around and hollow.
fn hall() -> (Navigator, AgentId) {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 4.0, 20.0]).unwrap();
    let wall = |half: [f32; 3], at: [f64; 3]| {
        Obstacle::new(SharedShape::cuboid(half[0], half[1], half[2])).at(at)
    };
    for (half, at) in [
        ([2.0, 9.0, 0.2], [10.0, 2.0, 8.0]),
        ([2.0, 9.0, 0.2], [10.0, 2.0, 12.0]),
        ([0.2, 9.0, 2.0], [8.0, 2.0, 10.0]),
        ([0.2, 9.0, 2.0], [12.0, 2.0, 10.0]),
    ] {
        navigator.insert(wall(half, at)).unwrap();
    }
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.2))).unwrap();
    (navigator, agent)
}

const INSIDE: [f64; 3] = [10.0, 1.0, 10.0];
const FROM: [f64; 3] = [2.0, 1.0, 10.0];

/// How far an end was snapped, in world units; NaN, which equals nothing, if it was not.
fn snapped_by(end: RouteEnd) -> f64 {
    match end {
        RouteEnd::Snapped { distance } => distance,
        _ => f64::NAN,
    }
}

#[test]
fn a_route_ends_beside_what_is_closed_or_is_moved_there() {
    let (mut navigator, agent) = hall();
    let ask = |navigator: &mut Navigator, options: RouteOptions| {
        navigator
            .find_route_with(agent, FROM, INSIDE, &options)
            .unwrap()
    };
    let closed = ask(&mut navigator, RouteOptions::default());
    assert_eq!(closed.outcome, Outcome::Unreachable);
    assert!(closed.waypoints.is_empty());

    let part = ask(
        &mut navigator,
        RouteOptions::default().partial(Partial::Allowed),
    );
    assert!(matches!(
        part.outcome,
        Outcome::Partial {
            reason: PartialReason::Unreachable,
            ..
        }
    ));
    // It ends on the side of the walls that is the nearest by way.
    assert_eq!(part.waypoints.last(), Some(&DVec3::new(7.5, 1.0, 10.0)));
    assert!((part.length - 5.5).abs() < 1e-9);

    let near = ask(&mut navigator, RouteOptions::default().snap_goal(1.0));
    assert_eq!(near.outcome, Outcome::Unreachable);
    let moved = ask(&mut navigator, RouteOptions::default().snap_goal(3.0));
    assert!(moved.is_found());
    assert_eq!(moved.start, RouteEnd::Joined);
    assert!((snapped_by(moved.goal) - 2.5).abs() < 1e-9);

    let out_of_the_wall = RouteOptions::default().snap_start(2.0);
    let route = navigator.find_route_with(agent, [8.0, 1.0, 10.0], FROM, &out_of_the_wall);
    let route = route.unwrap();
    assert!(route.is_found());
    assert!((snapped_by(route.start) - 0.5).abs() < 1e-9);
}

#[test]
fn what_no_agent_can_reach_is_told_from_what_is_too_narrow() {
    let (navigator, agent) = hall();
    let small = *navigator.agent(agent).unwrap();
    let largest = navigator
        .largest_agent_between(&small, FROM, INSIDE)
        .unwrap();
    assert_eq!(largest, None);
    let past = [18.0, 1.0, 10.0];
    let largest = navigator.largest_agent_between(&small, FROM, past).unwrap();
    assert_eq!(largest, Some(small));
    let mut navigator = navigator;
    let options = RouteOptions::default().explain(Explain::LargestAgent);
    let route = navigator
        .find_route_with(agent, FROM, INSIDE, &options)
        .unwrap();
    assert_eq!(route.enclosure.unwrap().largest, None);
    let route = navigator
        .find_route_with(agent, FROM, past, &options)
        .unwrap();
    assert_eq!(route.enclosure, None);
}

#[test]
fn goals_of_many_cells_and_searches_in_slices_work_in_world_space() {
    let (mut navigator, agent) = hall();
    let options = RouteOptions::default();
    let lattice = *navigator.lattice();
    let [from, inside] = [FROM, INSIDE].map(|at| lattice.cell_at(at.into()).unwrap());
    // Beside the crate, whose cells are those where the agent's center would touch it.
    let crate_cells = CellBox::new(inside - 4, inside + 5);
    for goal in [
        Goal::beside(crate_cells, Contact::Face),
        Goal::column(inside - 6, Axis::Y),
    ] {
        let route = navigator
            .find_route_with(agent, FROM, &goal, &options)
            .unwrap();
        let path = route.path().unwrap();
        assert!(route.is_found() && goal.contains(path.goal()));

        let world = navigator.traversability(agent).unwrap();
        let query = options.query(&lattice, from, from).to(&goal);
        let mut search = Search::new(&query, &world);
        while search.step(3).is_none() {}
        let solution = search.finish().0.unwrap();
        assert_eq!(
            Route::from_solution(solution, &lattice).as_ref(),
            Ok(&route)
        );

        let mut scheduler = Scheduler::new();
        let view = navigator.view(agent, &options).unwrap();
        let ticket = scheduler.add(&view, FROM, &goal, Priority::NORMAL);
        let ended = scheduler.step(u64::MAX);
        assert_eq!(ended, [(ticket.unwrap(), Ok(route))]);
    }
}

#[test]
fn positions_within_reach_are_as_far_as_their_routes() {
    let (mut navigator, agent) = hall();
    let options = RouteOptions::default();
    let at = [7.0, 1.0, 10.0];
    let reached = navigator
        .positions_within(agent, at, 3.0, &options)
        .unwrap();
    assert!(reached.len() > 100);
    for &(to, length) in reached.iter().step_by(17) {
        let route = navigator.find_route(agent, at, to).unwrap();
        assert!((route.length - length).abs() < 1e-9 && length <= 3.0);
    }
    let blocked = navigator.positions_within(agent, [8.0, 1.0, 10.0], 3.0, &options);
    assert_eq!(blocked.unwrap(), []);
}
