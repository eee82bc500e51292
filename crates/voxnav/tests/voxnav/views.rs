//! Views of a navigator answer as it did when they were taken, whatever the caller and whatever is edited.
//!
//! Answers are equal at once, in slices, in batches and by a scheduler of routes.

use std::num::NonZeroU8;
use std::sync::Arc;

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::experiment::{Estimator, EstimatorGuarantee};
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::ground::{Locomotion, WorldLink};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Goal;
use voxnav::search::{Cost, Explain, Limits, Partial, Priority, Scheduler, Ticket};
use voxnav::spatial::KeepAway;
use voxnav::{
    Agent, AgentId, Destination, Lattice, Navigator, Outcome, Path, Route, RouteEnd, RouteError,
    RouteOptions, SmoothPathOptions, Terrain, UnknownPolicy, View, Workspace,
};
use voxnav_testkit::{Draws, cases};

/// A length below `end` tenths.
fn tenths(end: u32, draws: &mut Draws) -> f64 {
    f64::from(draws.below(end)) / 10.0
}

/// Off the centers of cells as a rule.
fn sample_position(draws: &mut Draws) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| f64::from(draws.below(1000)) / 100.0 - 5.0))
}

fn sample_obstacle(draws: &mut Draws) -> Obstacle {
    let half = DVec3::from_array([(); 3].map(|()| tenths(20, draws) + 0.05)).as_vec3();
    Obstacle::new(SharedShape::cuboid(half.x, half.y, half.z)).at(sample_position(draws))
}

fn sample_destination(draws: &mut Draws) -> Destination {
    let at = sample_position(draws);
    match draws.below(5) {
        0 => Destination::within(at, tenths(30, draws)),
        1 => Destination::inside(at, at + DVec3::splat(tenths(30, draws))),
        2 => Destination::any_of((0..3).map(|_| sample_position(draws)).collect::<Vec<_>>()),
        _ => at.into(),
    }
}

fn sample_options(draws: &mut Draws) -> RouteOptions {
    let options = RouteOptions::default();
    match draws.below(6) {
        0 => options.keep_away(KeepAway::new(1.0, 3)),
        1 => options.partial(Partial::Allowed),
        2 => options.snap_start(1.5).snap_goal(1.5),
        3 => options.limits(Limits::none().expanded(40)),
        4 => options.explain(Explain::LargestAgent),
        _ => options,
    }
}

struct World {
    navigator: Navigator,
    agent: AgentId,
    obstacles: Vec<ObstacleId>,
}

impl World {
    fn new(draws: &mut Draws) -> Self {
        let mut navigator = Navigator::in_region(0.5, [-5.0; 3], [5.0; 3]).unwrap();
        let half = DVec3::splat(tenths(8, draws)).as_vec3();
        let agent = navigator.add_agent(Agent::new(half)).unwrap();
        let count = draws.below(25);
        let obstacles = (0..count).map(|_| navigator.insert(sample_obstacle(draws)).unwrap());
        let obstacles = obstacles.collect();
        if draws.below(3) == 0 {
            let low = sample_position(draws).as_ivec3();
            let cells = CellBox::new(low, low + 4).intersection(&navigator.bounds());
            navigator.set_cells(cells, CellState::Occupied).unwrap();
        }
        Self {
            navigator,
            agent,
            obstacles,
        }
    }

    /// Something else in the world.
    fn edit(&mut self, draws: &mut Draws) {
        match (draws.below(4), self.obstacles.pop()) {
            (0, Some(id)) => self.navigator.remove(id).unwrap(),
            (1, Some(id)) => {
                self.navigator.move_to(id, sample_position(draws)).unwrap();
                self.obstacles.push(id);
            }
            (2, id) => {
                self.obstacles.extend(id);
                let at = self
                    .navigator
                    .lattice()
                    .cell_at(sample_position(draws))
                    .unwrap();
                self.navigator.terrain_mut().set(at, 9).unwrap();
                let cells = CellBox::of_cell(at).intersection(&self.navigator.bounds());
                self.navigator
                    .set_cells(cells, CellState::Occupied)
                    .unwrap();
            }
            (_, id) => {
                self.obstacles.extend(id);
                self.obstacles
                    .push(self.navigator.insert(sample_obstacle(draws)).unwrap());
            }
        }
    }
}

/// In slices of a few expansions each.
fn in_slices(view: &View, from: DVec3, to: &Destination, budget: u64) -> Route {
    let mut search = view.search(from, to.clone()).unwrap();
    loop {
        let best = search.best_so_far().unwrap();
        if let Some(route) = search.step(budget).unwrap() {
            let route = route.clone();
            assert_eq!(search.best_so_far().as_ref(), Ok(&route));
            return route;
        }
        let start = best.waypoints.first().copied();
        assert!(
            best.start != RouteEnd::Joined || start == Some(from),
            "{best:?}"
        );
        assert!(!best.is_found() && best.path().is_some());
    }
}

#[test]
fn a_view_answers_as_the_navigator_did_whatever_is_edited_after() {
    let (mut found, mut not_found, mut moved_on) = (0, 0, 0);
    for mut draws in cases(0x5eed_0001, 60) {
        let mut world = World::new(&mut draws);
        let options = sample_options(&mut draws);
        let requests: Vec<_> = (0..5)
            .map(|_| (sample_position(&mut draws), sample_destination(&mut draws)))
            .collect();
        let view = world.navigator.view(world.agent, &options).unwrap();
        let expected = requests.iter().map(|(from, to)| {
            let (navigator, agent) = (&mut world.navigator, world.agent);
            navigator
                .find_route_with(agent, *from, to.clone(), &options)
                .unwrap()
        });
        let expected: Vec<Route> = expected.collect();
        for _ in 0..6 {
            world.edit(&mut draws);
        }
        let batch = view.find_routes(requests.clone());
        let mut workspace = Workspace::new();
        for ((from, to), (route, in_batch)) in requests.iter().zip(expected.iter().zip(batch)) {
            let again = view
                .find_route_in(*from, to.clone(), &mut workspace)
                .unwrap();
            assert_eq!(&again, route);
            assert_eq!(&in_batch.unwrap(), route);
            assert_eq!(&in_slices(&view, *from, to, 1 + draws.below(7_u64)), route);
            if route.is_found() {
                found += 1;
            } else {
                not_found += 1;
            }
            let (navigator, agent) = (&mut world.navigator, world.agent);
            let now = navigator
                .find_route_with(agent, *from, to.clone(), &options)
                .unwrap();
            moved_on += u32::from(&now != route);
        }
    }
    assert!(
        found > 60 && not_found > 40 && moved_on > 40,
        "{found} {not_found} {moved_on}"
    );
}

/// Returns the routes of a scheduler by their tickets, in slices of so many expansions.
fn scheduled(
    view: &View,
    requests: &[(DVec3, Destination)],
    budget: u64,
    draws: &mut Draws,
) -> Vec<(Ticket, Route)> {
    let in_flight = 1 + draws.below(4);
    let mut scheduler = Scheduler::new().taking_turns(in_flight, 1 + draws.below(30_u64));
    let mut routes = Vec::new();
    for (number, (from, to)) in (1..).zip(requests) {
        let turns = NonZeroU8::new(1 + draws.below(3_u8)).unwrap();
        let ticket = scheduler.add(view, *from, to.clone(), Priority::new(turns));
        assert_eq!(ticket.map(Ticket::number), Ok(number));
        assert!(!scheduler.is_empty());
        if draws.below(2) == 0 {
            routes.extend(scheduler.step(budget));
        }
    }
    while !scheduler.is_empty() {
        routes.extend(scheduler.step(budget));
    }
    let mut routes: Vec<_> = routes.into_iter().map(|it| (it.0, it.1.unwrap())).collect();
    routes.sort_by_key(|it| it.0);
    routes
}

#[test]
fn a_scheduler_answers_as_the_view_does() {
    let mut found = 0;
    for mut draws in cases(0x5eed_0011, 60) {
        let mut world = World::new(&mut draws);
        let options = sample_options(&mut draws);
        let view = world.navigator.view(world.agent, &options).unwrap();
        let requests =
            (0..6).map(|_| (sample_position(&mut draws), sample_destination(&mut draws)));
        let requests: Vec<_> = requests.collect();
        let budget = 1 + draws.below(200_u64);
        let routes = scheduled(&view, &requests, budget, &mut draws);
        assert_eq!(routes.len(), requests.len());
        for ((number, route), (from, to)) in routes.iter().zip(&requests) {
            assert_eq!(
                route,
                &view.find_route(*from, to.clone()).unwrap(),
                "{number:?}"
            );
            found += u32::from(route.is_found());
        }
    }
    assert!(found > 60, "{found}");
}

#[test]
fn a_cancelled_search_has_no_route() {
    let mut world = World::new(&mut Draws::new(3));
    let view = world.navigator.view(world.agent, &RouteOptions::default());
    let view = view.unwrap();
    let mut scheduler = Scheduler::new();
    let [first, second] = [(); 2].map(|()| {
        let ticket = scheduler.add(&view, [-4.0; 3], [4.0; 3], Priority::NORMAL);
        ticket.unwrap()
    });
    assert!(
        scheduler.cancel(first)
            && !scheduler.cancel(first)
            && !scheduler.cancel(Ticket::from_number(99))
    );
    let ended: Vec<_> = scheduler
        .step(u64::MAX)
        .into_iter()
        .map(|it| it.0)
        .collect();
    assert_eq!((ended, scheduler.len()), (vec![second], 0));
}

/// The octile estimate of the library, as a caller may write it.
#[derive(Debug)]
struct Own(EstimatorGuarantee);

impl Estimator for Own {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        let mut delta = (to - from).abs().to_array();
        delta.sort_unstable();
        let [least, middle, most] = delta.map(i32::unsigned_abs);
        Cost::BODY_DIAGONAL * least
            + Cost::FACE_DIAGONAL * (middle - least)
            + Cost::STRAIGHT * (most - middle)
    }

    fn law(&self) -> EstimatorGuarantee {
        self.0
    }
}

#[test]
fn routes_by_an_estimate_of_ones_own_are_as_short() {
    let mut found = 0;
    for mut draws in cases(0x5eed_0012, 40) {
        let mut world = World::new(&mut draws);
        let view = world.navigator.view(world.agent, &RouteOptions::default());
        let view = view.unwrap();
        let law = [
            EstimatorGuarantee::Admissible,
            EstimatorGuarantee::Consistent,
            EstimatorGuarantee::Symmetric,
        ];
        let guided = view
            .flight()
            .unwrap()
            .guided_by(Arc::new(Own(law[draws.below(3_usize)])));
        for _ in 0..4 {
            let (from, to) = (sample_position(&mut draws), sample_position(&mut draws));
            let [ours, own] = [&view, &guided].map(|view| view.find_route(from, to).unwrap());
            let [cost, own_cost] = [&ours, &own].map(|route| route.path().map(Path::cost));
            assert_eq!((cost, own.outcome.name()), (own_cost, ours.outcome.name()));
            found += u32::from(ours.is_found());
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn threads_search_views_while_the_world_is_edited() {
    for mut draws in cases(0x5eed_0002, 12) {
        let mut world = World::new(&mut draws);
        let options = RouteOptions::default();
        let requests: Vec<_> = (0..20)
            .map(|_| (sample_position(&mut draws), sample_destination(&mut draws)))
            .collect();
        std::thread::scope(|scope| {
            for _ in 0..5 {
                let view = world.navigator.view(world.agent, &options).unwrap();
                let expected = requests.iter().map(|(from, to)| {
                    let (navigator, agent) = (&mut world.navigator, world.agent);
                    navigator.find_route(agent, *from, to.clone()).unwrap()
                });
                let expected: Vec<Route> = expected.collect();
                let requests = &requests;
                scope.spawn(move || {
                    let mut workspace = Workspace::new();
                    for ((from, to), route) in requests.iter().zip(&expected) {
                        let answer = view.find_route_in(*from, to.clone(), &mut workspace);
                        assert_eq!(&answer.unwrap(), route);
                    }
                });
                world.edit(&mut draws);
            }
        });
    }
}

#[test]
fn a_destination_is_the_nearest_of_what_it_allows() {
    let mut compared = 0;
    for mut draws in cases(0x5eed_0003, 80) {
        let mut world = World::new(&mut draws);
        let (navigator, agent) = (&mut world.navigator, world.agent);
        let lattice = *navigator.lattice();
        let positions: Vec<DVec3> = (0..4).map(|_| sample_position(&mut draws)).collect();
        let centers = positions
            .iter()
            .map(|&at| lattice.center(lattice.cell_at(at).unwrap()));
        let centers: Vec<DVec3> = centers.collect();
        let from = sample_position(&mut draws);
        let single = |navigator: &mut Navigator, to: DVec3| {
            let route = navigator.find_route(agent, from, to).unwrap();
            let is_there = route.is_found() && route.goal == RouteEnd::Joined;
            is_there
                .then(|| route.path().map(voxnav::Path::cost))
                .flatten()
        };
        let cheapest = centers.iter().filter_map(|&to| single(navigator, to)).min();
        let any = Destination::any_of(centers.iter().copied());
        let route = navigator.find_route(agent, from, any).unwrap();
        if let Some(cheapest) = cheapest {
            compared += 1;
            assert_eq!(route.path().map(voxnav::Path::cost), Some(cheapest));
            assert_eq!(route.goal, RouteEnd::Joined);
            let end = route.waypoints.last().copied().unwrap();
            assert!(centers.contains(&end));
        }
        // Off center, the route ends at one of the positions themselves.
        let any = Destination::any_of(positions.iter().copied());
        let route = navigator.find_route(agent, from, any).unwrap();
        if route.goal == RouteEnd::Joined {
            assert!(positions.contains(route.waypoints.last().unwrap()));
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn views_of_cells_alone_join_positions_off_center() {
    let mut room =
        OccupancyBuilder::new(CellBox::from_size(voxnav::glam::IVec3::splat(12))).unwrap();
    let wall = CellBox::new([5, 0, 0].into(), [6, 12, 11].into());
    room.set_box(wall, CellState::Occupied).unwrap();
    let world = Traversability::new(&room.commit(), UnknownPolicy::Blocked);
    let lattice = Lattice::new(DVec3::ZERO, 1.0).unwrap();
    let options = RouteOptions::default();
    let view = View::flying(lattice, world, &Terrain::new(), &options).unwrap();
    let (from, to) = (DVec3::new(1.2, 2.3, 0.4), DVec3::new(9.7, 2.0, 0.1));
    let route = view.find_route(from, to).unwrap();
    assert!(route.is_found() && route.length > 20.0);
    assert_eq!(route.waypoints.first(), Some(&from));
    assert_eq!(route.waypoints.last(), Some(&to));
    let smooth = view
        .flight()
        .unwrap()
        .smooth_path(&route, &SmoothPathOptions::default())
        .unwrap()
        .unwrap();
    assert!(smooth.length() < route.length);

    let goal = Goal::any_of([[9, 0, 0].into()]);
    let route = view.find_route(from, &goal).unwrap();
    assert_eq!(route.waypoints.last(), Some(&DVec3::X.with_x(9.0)));
    let nowhere = view.find_route(from, Destination::any_of([])).unwrap();
    assert!(!nowhere.is_found());
    let refused = view.find_route(from, [f64::NAN; 3]);
    assert!(refused.is_err());
    assert!(
        view.find_route(from, Destination::inside(to, [f64::NAN; 3]))
            .is_err()
    );
    let far = view
        .find_route(from, Destination::inside([-1e300; 3], [1e300; 3]))
        .unwrap();
    assert!(far.is_found());
}

#[test]
fn goals_of_many_cells_are_explained_too() {
    let mut navigator = Navigator::in_region(0.5, [-8.0, 0.0, -8.0], [8.0, 4.0, 8.0]).unwrap();
    for z in [-5.5, 5.5] {
        let half = SharedShape::cuboid(0.5, 5.0, 4.5);
        navigator
            .insert(Obstacle::new(half).at([0.0, 2.0, z]))
            .unwrap();
    }
    let truck = navigator
        .add_agent(Agent::new(Vec3::new(1.5, 0.5, 1.5)))
        .unwrap();
    let options = RouteOptions::default().explain(Explain::LargestAgent);
    let view = navigator.view(truck, &options).unwrap();
    let (from, to) = ([-5.0, 2.0, 0.0], [5.0, 2.0, 0.0]);
    for to in [
        to.into(),
        Destination::within(to, 0.6),
        Destination::any_of([to.into()]),
    ] {
        let route = view.find_route(from, to.clone()).unwrap();
        assert_eq!(route.outcome, Outcome::Unreachable);
        let largest = route.enclosure.unwrap().largest.unwrap();
        assert!((1.95..2.0).contains(&(2.0 * largest.half_extents.z)));
        assert_eq!(in_slices(&view, from.into(), &to, 5), route);
    }
}

#[test]
fn a_cancelled_search_keeps_what_it_found() {
    let mut draws = Draws::new(0x5eed_0004);
    let mut world = World::new(&mut draws);
    let view = world
        .navigator
        .view(world.agent, &RouteOptions::default())
        .unwrap();
    let mut search = view.search([-4.5; 3], [4.5; 3]).unwrap();
    let _ = search.step(0).unwrap();
    search.cancel();
    let route = search.step(0).unwrap().unwrap().clone();
    assert!(route.is_found() || matches!(route.outcome, Outcome::Cancelled { .. }));
    assert_eq!(search.finish().0, Some(route));
}

#[test]
fn views_go_to_other_threads() {
    fn is_shared<T: Send + Sync + Clone + std::fmt::Debug + 'static>() {}
    is_shared::<View>();
    is_shared::<Destination>();
}

/// A path through a vast, empty world takes no memory, and its waypoints would take all there is.
#[test]
fn routes_of_more_cells_than_can_be_listed_are_refused() {
    let tunnel = CellBox::from_size(IVec3::new(1 << 28, 1, 1));
    let world = OccupancyBuilder::new(tunnel).unwrap().commit();
    let world = Traversability::new(&world, UnknownPolicy::Blocked);
    let view = View::flying(
        Lattice::default(),
        world,
        &Terrain::new(),
        &RouteOptions::default(),
    )
    .unwrap();
    let far = f64::from(1 << 27);
    let moves = 1 << 27;
    let refused = Err(RouteError::TooLong { moves });
    assert_eq!(view.find_route([0.0; 3], [far, 0.0, 0.0]), refused);
    let mut search = view.search([0.0; 3], [far, 0.0, 0.0]).unwrap();
    assert_eq!(
        search.step(u64::MAX).map(Option::<&Route>::cloned),
        refused.map(Some)
    );
    let near = view.find_route([0.0; 3], [1000.0, 0.0, 0.0]).unwrap();
    assert_eq!(near.waypoints.len(), 1001);
}

/// An edit by its name, with whether the views of a drone and of a walker are the same after it.
type Edit = (&'static str, [bool; 2], fn(&mut Navigator));

#[test]
fn a_view_is_the_same_until_something_is_edited() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3]).unwrap();
    let drone = navigator.add_agent(Agent::new(Vec3::splat(0.4))).unwrap();
    let body = Agent::new([0.4, 0.4, 0.9].into());
    let walker = navigator.add_agent((body, Locomotion::walker())).unwrap();
    let options = RouteOptions::default();
    let edits: [Edit; 5] = [
        ("nothing", [true, true], |_| ()),
        ("cells", [false, false], |it| {
            let cell = CellBox::of_cell(IVec3::ONE);
            it.set_cells(cell, CellState::Occupied).unwrap();
        }),
        ("an obstacle", [false, false], |it| {
            let ball = Obstacle::new(SharedShape::ball(1.0));
            it.insert(ball.at([5.0; 3])).unwrap();
        }),
        ("a weight", [false, true], |it| {
            it.terrain_mut().set(IVec3::ONE * 7, 3).unwrap();
        }),
        ("a link", [true, false], |it| {
            let link = WorldLink::new([1.0, 7.0, -0.5], [7.0, 7.0, -0.5]);
            it.insert_link(link).unwrap();
        }),
    ];
    for (name, same, edit) in edits {
        let flying = navigator.view(drone, &options).unwrap();
        let on_ground = navigator.view(walker, &options).unwrap();
        edit(&mut navigator);
        let [flies, walks] = [
            navigator.view(drone, &options).unwrap().is_same_as(&flying),
            navigator
                .view(walker, &options)
                .unwrap()
                .is_same_as(&on_ground),
        ];
        assert_eq!([flies, walks], same, "{name}");
    }
    let plain = navigator.view(drone, &options).unwrap();
    // An index belongs to the snapshot, and so to all views of it.
    navigator.prepare_index(drone, &options.settings).unwrap();
    assert!(navigator.view(drone, &options).unwrap().is_same_as(&plain));
}
