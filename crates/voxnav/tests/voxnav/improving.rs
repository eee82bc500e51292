//! Routes that are improved while an agent may already follow them: what is stated of them is true at
//! every moment, and in the end they are optimal. The seeds are fixed.

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::RouteSearch;
use voxnav::search::{Limits, Priority, Scheduler, Weight};
use voxnav::spatial::KeepAway;
use voxnav::{
    Agent, AgentId, Destination, Navigator, Outcome, Route, RouteEnd, RouteOptions, UnknownPolicy,
};
use voxnav_testkit::{Draws, cases};

fn weight(factor: f64) -> Weight {
    Weight::new(factor).unwrap()
}

fn sample_position(draws: &mut Draws) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| f64::from(draws.below(1000_u32)) / 100.0 - 5.0))
}

fn sample_destination(draws: &mut Draws) -> Destination {
    let at = sample_position(draws);
    match draws.below(5_u32) {
        0 => Destination::within(at, 1.5),
        1 => Destination::any_of((0..3).map(|_| sample_position(draws)).collect::<Vec<_>>()),
        _ => at.into(),
    }
}

/// Walls with gaps, so that detours are the rule, and some unknown cells.
fn sample_world(draws: &mut Draws) -> (Navigator, AgentId) {
    let mut navigator = Navigator::in_region(0.5, [-5.0; 3], [5.0; 3]).unwrap();
    let agent = Agent::new(Vec3::splat(0.2));
    let agent = match draws.below(4_u32) {
        0 => agent.with_unknown(UnknownPolicy::StopAtBoundary),
        _ => agent,
    };
    let agent = navigator.add_agent(agent).unwrap();
    for _ in 0..draws.below(14_u32) {
        let mut half = [0.3, 2.5, 3.5];
        let turn = draws.below(3_usize);
        half.rotate_right(turn);
        let wall = Obstacle::new(SharedShape::cuboid(half[0], half[1], half[2]));
        navigator.insert(wall.at(sample_position(draws))).unwrap();
    }
    let low = sample_position(draws).as_ivec3();
    let cells = CellBox::new(low, low + 4).intersection(&navigator.bounds());
    navigator.set_cells(cells, CellState::Unknown).unwrap();
    (navigator, agent)
}

/// The cost of the way over the cells, be it that the agent stops on it.
fn cost(route: &Route) -> Option<u64> {
    match &route.outcome {
        Outcome::Found(path) => Some(path.cost().raw()),
        Outcome::StoppedAtUnknown { path, rest, .. } => Some((path.cost() + *rest).raw()),
        _ => None,
    }
}

/// What is known of a search while it runs.
struct Watched {
    search: RouteSearch,
    optimum: Option<u64>,
    cost: u64,
    bound: f64,
}

impl Watched {
    /// What is stated is true and never gets worse.
    fn check(&mut self) {
        let bound = self.search.lower_bound();
        // Before a way is known, other cells at the ends may take the place of those that are apart.
        let is_known = self.cost != u64::MAX;
        assert!(!is_known || bound >= self.bound, "the bound falls");
        self.bound = bound;
        let best = self.search.best_so_far().unwrap();
        let Some(now) = cost(&best) else {
            assert_eq!(self.cost, u64::MAX, "the path is lost");
            assert_eq!(best.proved_factor(), None);
            return;
        };
        assert!(now <= self.cost, "the path gets dearer");
        self.cost = now;
        #[expect(
            clippy::cast_precision_loss,
            reason = "ratios are compared with room for it"
        )]
        if let (Some(optimum), Some(factor)) = (self.optimum, best.proved_factor()) {
            // A route that is nowhere costs nothing, and so does the best.
            let ratio = if now == optimum {
                1.0
            } else {
                now as f64 / optimum as f64
            };
            assert!(factor >= ratio - 1e-9, "{factor} stated, {ratio} true");
            let size = self.search.view().lattice().longest_side();
            let most = optimum as f64 / f64::from(1 << 30) * size;
            assert!(bound <= most + 1e-6, "{bound} above {most}");
        }
    }

    /// Runs the search to its end.
    fn finish(&mut self, draws: &mut Draws) -> Route {
        loop {
            let route = self.search.step(1 + draws.below(60_u64)).unwrap().cloned();
            self.check();
            if let Some(route) = route {
                assert_eq!(self.search.best_so_far().as_ref(), Ok(&route));
                return route;
            }
        }
    }
}

#[test]
fn whatever_bound_was_asked_first_the_route_ends_optimal() {
    let (mut improved, mut proved, mut stopped) = (0, 0, 0);
    for mut draws in cases(0x1e55, 80) {
        let (mut navigator, agent) = sample_world(&mut draws);
        for _ in 0..4 {
            let (from, to) = (sample_position(&mut draws), sample_destination(&mut draws));
            let exact = match draws.below(5_u32) {
                0 => RouteOptions::default().keep_away(KeepAway::new(1.0, 3)),
                _ => RouteOptions::default(),
            };
            let expected = navigator.find_route_with(agent, from, to.clone(), &exact);
            let optimum = cost(&expected.unwrap());
            let options = exact.within(weight(draws.pick(&[1.01, 1.1, 1.5, 3.0])));
            let view = navigator.view(agent, &options).unwrap();
            let mut watched = Watched {
                search: view.search(from, to.clone()).unwrap(),
                optimum,
                cost: u64::MAX,
                bound: 0.0,
            };
            assert!(
                !watched.search.improve(Weight::ONE),
                "nothing to improve yet"
            );
            let first = watched.finish(&mut draws);
            assert_eq!(cost(&first).is_some(), optimum.is_some());
            for factor in [draws.pick(&[1.2, 1.02, 1.001]), 1.0] {
                let before = watched.cost;
                if !watched.search.improve(weight(factor)) {
                    continue;
                }
                assert!(watched.search.route().is_none());
                let route = watched.finish(&mut draws);
                assert!(route.proved_factor().is_some_and(|it| it <= factor + 1e-9));
                assert_eq!(route.start, first.start);
                // A better way may lead to another of several positions, or through unknown cells, where the route
                // stops.
                let is_met =
                    |it: &Route| matches!(it.goal, RouteEnd::Joined | RouteEnd::Snapped { .. });
                let is_one_of_several = matches!(to, Destination::AnyOf(_));
                let has_moved = is_one_of_several && is_met(&route) && is_met(&first);
                if route.goal != first.goal && !has_moved {
                    let stops = |it: &&Route| it.outcome.path().is_none();
                    let stopped: Vec<_> = [&route, &first].into_iter().filter(stops).collect();
                    assert!(stopped.len() == 1 && !is_met(stopped[0]), "{stopped:?}");
                }
                improved += u32::from(watched.cost < before);
                proved += 1;
            }
            if let Some(optimum) = optimum {
                assert_eq!(watched.cost, optimum);
                let last = watched.search.route().unwrap();
                assert_eq!(last.proved_factor(), Some(1.0));
                stopped += u32::from(last.outcome.path().is_none());
                assert!(
                    !watched.search.improve(Weight::ONE),
                    "nothing is left to do"
                );
            }
        }
    }
    println!(
        "{proved} stages, {improved} of them found better routes; {stopped} end at unknown cells"
    );
    assert!(
        proved > 106 && improved > 10 && stopped > 2,
        "{proved} {improved} {stopped}"
    );
}

/// Limits and cancellation leave the route that is known, with what is proved of it.
#[test]
fn a_stage_that_is_ended_early_leaves_the_route_that_is_known() {
    let mut ended = 0;
    for (round, mut draws) in cases(0x1e56, 100).enumerate() {
        let (mut navigator, agent) = sample_world(&mut draws);
        let limits = Limits::none().expanded(3000);
        let options = RouteOptions::default().limits(limits).within(weight(3.0));
        let view = navigator.view(agent, &options).unwrap();
        let (from, to) = (sample_position(&mut draws), sample_position(&mut draws));
        let mut search = view.search(from, to).unwrap();
        while search.step(50).unwrap().is_none() {}
        let first = search.best_so_far().unwrap();
        if !search.improve(Weight::ONE) {
            continue;
        }
        if round % 2 == 0 {
            search.step(3).unwrap();
            search.cancel();
        }
        while search.step(50).unwrap().is_none() {}
        let route = search.route().unwrap();
        assert!(cost(route) <= cost(&first) && cost(route).is_some());
        assert!(route.proved_factor() <= first.proved_factor());
        ended += u32::from(route.proved_factor() > Some(1.0));
    }
    assert!(ended > 5, "{ended} stages were ended early");
}

#[test]
fn a_scheduler_improves_routes_as_a_search_does() {
    let (mut improved, mut stages) = (0, 0);
    for mut draws in cases(0x5eed_0034, 60) {
        let (mut navigator, agent) = sample_world(&mut draws);
        let options = match draws.below(5_u32) {
            0 => RouteOptions::default().keep_away(KeepAway::new(1.0, 3)),
            _ => RouteOptions::default(),
        };
        let view = navigator.view(agent, &options.anytime()).unwrap();
        let exact = navigator.view(agent, &options).unwrap();
        let mut scheduler =
            Scheduler::new().taking_turns(1 + draws.below(4), 1 + draws.below(30_u64));
        let requests: Vec<_> = (0..6)
            .map(|_| (sample_position(&mut draws), sample_destination(&mut draws)))
            .collect();
        let wanted = draws.below(7);
        for (at, (from, to)) in requests.iter().enumerate() {
            let ticket = scheduler.add(&view, *from, to.clone(), Priority::NORMAL);
            if at < wanted {
                scheduler.improve_to_best(ticket.unwrap());
            }
        }
        let budget = 1 + draws.below(200_u64);
        let mut routes = vec![vec![]; requests.len()];
        while !scheduler.is_empty() {
            for (ticket, route) in scheduler.step(budget) {
                routes[usize::try_from(ticket.number()).unwrap() - 1].push(route.unwrap());
            }
        }
        for (at, ((from, to), routes)) in requests.iter().zip(&routes).enumerate() {
            let first = view.find_route(*from, to.clone()).unwrap();
            let best = cost(&exact.find_route(*from, to.clone()).unwrap());
            assert_eq!(routes[0], first);
            assert!(routes.windows(2).all(|it| cost(&it[1]) <= cost(&it[0])));
            let is_snapped = matches!(first.goal, RouteEnd::Snapped { .. });
            if at < wanted && !is_snapped {
                assert_eq!(cost(routes.last().unwrap()), best);
                improved += u32::from(cost(&first) > best);
                stages += routes.len();
            }
        }
    }
    println!("{improved} routes got better, in {stages} stages");
    assert!(improved > 10 && stages > 100);
}

/// Two diagonally adjacent cells are joined from a place between them, no move leads from the one that is nearer
/// to anywhere, and the improvement asked for while it was tried is that of the other.
#[test]
fn a_scheduler_improves_a_route_from_the_second_cell_of_its_start() {
    let (mut improved, mut found) = (0, 0);
    for mut draws in cases(0x5eed_0035, 60) {
        let (mut navigator, agent) = sample_world(&mut draws);
        let cell = IVec3::from_array([(); 3].map(|()| draws.below(16_i32) - 8));
        let center = cell.as_dvec3() * 0.5;
        let pole = Obstacle::new(SharedShape::cuboid(0.02, 0.02, 0.2));
        for side in [DVec3::X, DVec3::Y] {
            let pole = pole.clone().at(center + side * 0.5);
            navigator.insert(pole).unwrap();
        }
        for side in [IVec3::NEG_X, IVec3::NEG_Y, IVec3::NEG_Z, IVec3::Z] {
            let side = CellBox::new(cell + side, cell + side + 1);
            navigator.set_cells(side, CellState::Occupied).unwrap();
        }
        let start = center + DVec3::new(0.2, 0.2, 0.0);
        let options = RouteOptions::default();
        let view = navigator.view(agent, &options.anytime()).unwrap();
        let to = sample_position(&mut draws);
        let best = navigator.find_route_with(agent, start, to, &options);
        let best = cost(&best.unwrap());
        let mut scheduler = Scheduler::new();
        let ticket = scheduler.add(&view, start, to, Priority::NORMAL).unwrap();
        scheduler.improve_to_best(ticket);
        let mut routes = vec![];
        while !scheduler.is_empty() {
            routes.extend(scheduler.step(1 + draws.below(200_u64)));
        }
        let first = cost(routes[0].1.as_ref().unwrap());
        let last = routes.last().unwrap().1.as_ref().unwrap();
        if !matches!(last.goal, RouteEnd::Snapped { .. }) {
            assert_eq!(cost(last), best);
        }
        found += u32::from(first.is_some());
        improved += u32::from(first > best);
    }
    println!("{found} routes, {improved} of them got better");
    assert!(improved > 5, "{found} routes, {improved} got better");
}
