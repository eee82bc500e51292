//! A navigator answers as if everything were baked again for every question.

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::grid::{Axis, Baking, CellBox, CellState, ChunkCoord, Skin, Traversability};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Limits;
use voxnav::search::{EndFault, Query};
use voxnav::spatial::KeepAway;
use voxnav::{
    Agent, AgentId, CornerRule, Lattice, MoveSet, Navigator, NavigatorError, Outcome, RouteError,
    RouteOptions, SmoothPathOptions, Terrain, UnknownPolicy, View, Workspace,
};
use voxnav_testkit::{Draws, cases};

const GROUND: Layers = Layers::bit(0);
const DOORS: Layers = Layers::bit(1);

fn sample_position(draws: &mut Draws) -> DVec3 {
    draws.point(-22.0, 22.0)
}

fn sample_obstacle(draws: &mut Draws) -> Obstacle {
    let [a, b, c] = [(); 3].map(|()| draws.within(0.2, 4.0));
    let shape = match draws.below(4) {
        0 => SharedShape::ball(a),
        1 => SharedShape::cylinder(a, b),
        _ => SharedShape::cuboid(a, b, c),
    };
    let layers = draws.pick(&[GROUND, DOORS, GROUND | DOORS]);
    Obstacle::new(shape).at(sample_position(draws)).on(layers)
}

/// A world of 40 x 30 x 40 units around zero, in cells of half a unit: several chunks.
fn world() -> Navigator {
    Navigator::in_region(0.5, [-20.0, -15.0, -20.0], [20.0, 15.0, 20.0]).unwrap()
}

fn edit(navigator: &mut Navigator, ids: &mut Vec<ObstacleId>, draws: &mut Draws) {
    let kind = if ids.is_empty() { 0 } else { draws.below(6) };
    match kind {
        0 | 1 => ids.push(navigator.insert(sample_obstacle(draws)).unwrap()),
        2 => navigator
            .remove(ids.swap_remove(draws.below(ids.len())))
            .unwrap(),
        3 => {
            let layers = draws.pick(&[GROUND, DOORS]);
            navigator.set_layers(draws.pick(ids), layers).unwrap();
        }
        _ => navigator
            .move_to(draws.pick(ids), sample_position(draws))
            .unwrap(),
    }
}

fn assert_same_cells(one: &Traversability, other: &Traversability) {
    assert_eq!(one.bounds(), other.bounds());
    let differing = one.bounds().cells().find(|&cell| {
        one.is_traversable(cell) != other.is_traversable(cell)
            || one.is_known(cell) != other.is_known(cell)
    });
    assert_eq!(differing, None);
}

/// A navigator with the same obstacles that has never been asked anything.
fn anew(navigator: &Navigator, agent: AgentId) -> Traversability {
    let (obstacles, lattice) = (navigator.obstacles().clone(), *navigator.lattice());
    let mut fresh = Navigator::with_obstacles(obstacles, lattice, navigator.bounds()).unwrap();
    if let Some(cells) = navigator.cells() {
        fresh.replace_cells(cells.clone()).unwrap();
    }
    let agent = fresh.add_agent(*navigator.agent(agent).unwrap()).unwrap();
    fresh.traversability(agent).unwrap()
}

/// Sets the cells of a small box.
fn edit_cells(navigator: &mut Navigator, draws: &mut Draws) {
    let states = [CellState::Free, CellState::Occupied, CellState::Unknown];
    let state = draws.pick(&states);
    let bounds = navigator.bounds();
    let min = (sample_position(draws) * 2.0).as_ivec3();
    let cells = CellBox::new(min, min + IVec3::new(5, 9, 3)).intersection(&bounds);
    navigator.set_cells(cells, state).unwrap();
}

#[test]
fn after_any_edits_worlds_equal_a_bake_from_scratch_and_old_snapshots_stay() {
    for mut draws in cases(0x00ad_0be5, 2) {
        edit_and_compare(&mut draws);
    }
}

fn edit_and_compare(draws: &mut Draws) {
    let mut navigator = world();
    let agents = [
        Agent::new(Vec3::splat(0.2)),
        Agent::new(Vec3::new(1.1, 0.0, 0.7))
            .seeing(GROUND)
            .with_unknown(UnknownPolicy::StopAtBoundary),
        Agent::new(Vec3::splat(2.0)).seeing(DOORS),
    ]
    .map(|agent| navigator.add_agent(agent).unwrap());
    let mut ids = Vec::new();
    let mut kept = Vec::new();
    for round in 0..16 {
        for _ in 0..draws.below(7) {
            edit(&mut navigator, &mut ids, draws);
            if round > 8 && draws.below(3) == 0 {
                edit_cells(&mut navigator, draws);
            }
        }
        if draws.below(4) == 0 {
            navigator.refresh().unwrap();
        } else {
            // Edits pile up for the other agents.
            let agent = draws.pick(&agents);
            let world = navigator.traversability(agent).unwrap();
            let scratch = anew(&navigator, agent);
            assert_same_cells(&world, &scratch);
            kept.push((round, world, scratch));
        }
    }
    assert!(kept.len() > 5);
    for (_, world, scratch) in &kept {
        assert_same_cells(world, scratch);
    }
}

#[test]
fn nothing_is_baked_again_without_an_edit_that_concerns_the_agent() {
    let mut navigator = world();
    let walker = Agent::new(Vec3::splat(0.4)).seeing(GROUND);
    let walker = navigator.add_agent(walker).unwrap();
    let before = navigator.traversability(walker).unwrap();
    let ball = Obstacle::new(SharedShape::ball(2.0));
    let door = navigator.insert(ball.clone().on(DOORS)).unwrap();
    navigator.move_to(door, [3.0, 0.0, 0.0]).unwrap();
    let far = navigator.insert(ball.clone().at([500.0; 3])).unwrap();
    let brief = navigator.insert(ball).unwrap();
    navigator.remove(brief).unwrap();
    let same = navigator.traversability(walker).unwrap();
    assert!(same.is_same_snapshot(&before));
    navigator.move_to(far, [0.0; 3]).unwrap();
    let after = navigator.traversability(walker).unwrap();
    assert!(!after.is_same_snapshot(&before));
    assert!(before.is_traversable(IVec3::ZERO) && !after.is_traversable(IVec3::ZERO));

    // What the edit did not come near is shared between the snapshots.
    let pebble = Obstacle::new(SharedShape::ball(0.5)).at([18.0, 12.0, 18.0]);
    navigator.insert(pebble).unwrap();
    let third = navigator.traversability(walker).unwrap();
    let corner = ChunkCoord::of(IVec3::new(36, 24, 36));
    assert!(third.shares_chunk(&after, ChunkCoord(IVec3::splat(-1))));
    assert!(!third.shares_chunk(&after, corner));
}

#[test]
fn an_obstacle_that_goes_away_and_comes_back_leaves_no_trace() {
    let mut navigator = world();
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.4))).unwrap();
    let ball = Obstacle::new(SharedShape::ball(2.0));
    let ball = navigator.insert(ball).unwrap();
    let before = navigator.traversability(agent).unwrap();
    navigator.move_to(ball, [9.0, 0.0, 0.0]).unwrap();
    navigator.move_to(ball, [0.0; 3]).unwrap();
    assert!(
        navigator
            .traversability(agent)
            .unwrap()
            .is_same_snapshot(&before)
    );
}

#[test]
fn routes_are_in_world_units_and_obey_the_options() {
    let lattice = Lattice::new(DVec3::new(100.0, 0.25, -7.0), 5.0).unwrap();
    let bounds = CellBox::from_size(IVec3::new(5, 3, 5));
    let planar = RouteOptions::default().moves(MoveSet::Planar4(Axis::Y));
    let mut navigator = Navigator::new(lattice, bounds)
        .unwrap()
        .with_options(planar);
    assert_eq!(
        navigator.obstacles().skin(),
        Skin::for_cell_size(5.0).unwrap()
    );
    let agent = navigator.add_agent(Agent::new(Vec3::splat(2.5))).unwrap();
    let (from, to) = ([101.0, 0.0, -7.0], [104.0, 0.0, -3.0]);
    let route = navigator.find_route(agent, from, to).unwrap();
    // From the start straight to the cell after its own, over one more, and to the goal.
    assert_eq!(route.waypoints.len(), 4);
    assert_eq!(route.waypoints[0], DVec3::from(from));
    assert!((route.waypoints[1].distance(lattice.origin()) - 5.0).abs() < 1e-9);
    assert_eq!(route.waypoints[2], DVec3::new(105.0, 0.25, -2.0));
    assert_eq!(route.waypoints[3], DVec3::from(to));
    let aside = route.waypoints[1].distance(from.into()) + DVec3::new(1.0, 0.25, 1.0).length();
    assert!((route.length - 5.0 - aside).abs() < 1e-9);

    let free = RouteOptions::default().corners(CornerRule::Lenient);
    let route = navigator.find_route_with(agent, from, to, &free).unwrap();
    assert_eq!(route.waypoints.len(), 3);

    let options = *navigator.options();
    let view = navigator.view(agent, &options).unwrap();
    let there = view.find_route_in(from, [0.0; 3], &mut Workspace::new());
    let there = there.unwrap();
    assert_eq!(there.outcome, Outcome::InvalidEnd(EndFault::GoalOutside));
    assert!(!there.is_found() && there.waypoints.is_empty());
}

#[test]
fn a_limit_leaves_the_way_to_the_best_cell() {
    let mut navigator = world();
    let wall = Obstacle::new(SharedShape::cuboid(0.5, 14.0, 20.0));
    navigator.insert(wall).unwrap();
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.4))).unwrap();
    let hurried = RouteOptions::default().limits(Limits::none().expanded(3));
    let route = navigator
        .find_route_with(agent, [-9.0, 0.0, 0.0], [9.0, 0.0, 0.0], &hurried)
        .unwrap();
    assert!(matches!(route.outcome, Outcome::LimitReached { .. }));
    assert_eq!(route.waypoints.first(), Some(&DVec3::new(-9.0, 0.0, 0.0)));
    assert!(!route.is_found());
}

#[test]
fn routes_keep_away_from_what_is_there_now() {
    let mut navigator = Navigator::in_region(1.0, [-20.0, 0.0, -20.0], [20.0, 0.0, 20.0]).unwrap();
    let agent = navigator.add_agent(Agent::new(Vec3::splat(0.4))).unwrap();
    let wall = Obstacle::new(SharedShape::cuboid(9.0, 5.0, 0.4));
    let wall = navigator.insert(wall).unwrap();
    let wary = RouteOptions::default().keep_away(KeepAway::new(3.0, 5));
    let (from, to) = ([-15.0, 0.0, 1.0], [15.0, 0.0, 1.0]);
    for moved in [0.0, 1.0, 9.0, 0.0] {
        navigator.move_to(wall, [0.0, 0.0, moved]).unwrap();
        let route = navigator.find_route_with(agent, from, to, &wary).unwrap();
        // The same from scratch, and with terrain and snapshot taken elsewhere.
        let (obstacles, lattice) = (navigator.obstacles().clone(), *navigator.lattice());
        let mut fresh = Navigator::with_obstacles(obstacles, lattice, navigator.bounds()).unwrap();
        let again = fresh.add_agent(*navigator.agent(agent).unwrap()).unwrap();
        let expected = fresh.find_route_with(again, from, to, &wary).unwrap();
        assert_eq!(route, expected);
        let view = navigator.view(agent, &wary).unwrap();
        assert_eq!(view.find_route(from, to).unwrap(), route);
        // The room to keep is all in the terrain.
        let flight = view.flight().unwrap();
        let (lattice, world) = (*view.lattice(), flight.world().clone());
        let plain = View::flying(
            lattice,
            world.clone(),
            flight.terrain(),
            &RouteOptions::default(),
        );
        assert_eq!(plain.unwrap().find_route(from, to).unwrap(), route);
        let of_cells = View::flying(lattice, world, &Terrain::new(), &wary).unwrap();
        assert_eq!(of_cells.find_route(from, to).unwrap(), route);

        let room = |at: &DVec3| at.z.max(moved) - at.z.min(moved);
        let beside = route.waypoints.iter().filter(|at| at.x.abs() < 9.0);
        assert!(beside.map(room).fold(f64::INFINITY, f64::min) >= 3.0);
    }
}

/// The exact cell-by-cell meaning of the fit along a route.
#[test]
fn the_largest_agent_that_fits_along_a_route_can_go_it_and_no_larger_one() {
    let mut routes = 0;
    for mut draws in cases(0x0f17, 40) {
        let mut navigator = world();
        for _ in 0..60 {
            navigator.insert(sample_obstacle(&mut draws)).unwrap();
        }
        let thin = Agent::new(Vec3::splat(0.1)).seeing(GROUND);
        let agent = navigator.add_agent(thin).unwrap();
        let [from, to] = [
            sample_position(&mut draws) * 0.6,
            sample_position(&mut draws) * 0.6,
        ];
        let route = navigator.find_route(agent, from, to).unwrap();
        if !route.is_found() {
            continue;
        }
        routes += 1;
        let largest = Agent::new(Vec3::new(6.0, 3.0, 2.0)).seeing(GROUND);
        let fit = navigator.largest_fit_along(&largest, &route).unwrap();
        let fit = fit.unwrap();
        let goes = |navigator: &mut Navigator, half_extents| {
            let mut agent = fit.baked(Baking::Centers);
            agent.half_extents = half_extents;
            let sweeps = |ends: &[DVec3]| {
                let obstacles = navigator.obstacles();
                let hit = obstacles.sweep(ends[0], ends[1], half_extents, GROUND);
                hit.unwrap().is_none()
            };
            if !route.waypoints.windows(2).all(sweeps) {
                return false;
            }
            let agent = navigator.add_agent(agent).unwrap();
            let world = navigator.traversability(agent).unwrap();
            let path = route.outcome.path().unwrap();
            let cost = path.verify(&world, MoveSet::Vertex26, CornerRule::Strict, None);
            cost.is_ok()
        };
        assert!(goes(&mut navigator, fit.half_extents));
        assert!(fit == largest || !goes(&mut navigator, fit.half_extents * 1.001));
        // Of the cell that the route begins in, which need not be that of its start.
        let first = route.path().unwrap().start();
        let first = navigator.lattice().center(first);
        let at_start = navigator.largest_fit(&largest, first).unwrap().unwrap();
        assert!(at_start.half_extents.x >= fit.half_extents.x);
    }
    assert!(routes > 10, "{routes}");
}

#[test]
fn agents_explore_what_is_unknown_and_fit_between_cells() {
    let mut navigator = Navigator::in_region(1.0, [-20.0, 0.0, -20.0], [20.0, 0.0, 20.0]).unwrap();
    let explorer = Agent::new(Vec3::new(1.5, 0.5, 1.5)).with_unknown(UnknownPolicy::StopAtBoundary);
    let cautious = navigator
        .add_agent(explorer.with_unknown(UnknownPolicy::Blocked))
        .unwrap();
    let explorer = navigator.add_agent(explorer).unwrap();
    let bounds = navigator.bounds();
    let dark = CellBox::new(IVec3::new(5, 0, -20), bounds.max);
    navigator.set_cells(dark, CellState::Unknown).unwrap();
    let (from, to) = ([-9.0, 0.0, 0.0], [15.0, 0.0, 0.0]);
    let blocked = navigator.find_route(cautious, from, to).unwrap();
    assert_eq!(blocked.outcome, Outcome::InvalidEnd(EndFault::GoalBlocked));
    let mut from = DVec3::from(from);
    let mut looks = 0;
    // Looks around, two cells further than it reaches, and goes on.
    loop {
        let route = navigator.find_route(explorer, from, to).unwrap();
        if route.is_found() {
            break;
        }
        assert!(matches!(route.outcome, Outcome::StoppedAtUnknown { .. }));
        from = *route.waypoints.last().unwrap();
        let cell = navigator.lattice().cell_at(from).unwrap();
        let seen = CellBox::new(cell - IVec3::new(4, 0, 4), cell + IVec3::new(5, 1, 5));
        navigator
            .set_cells(seen.intersection(&bounds), CellState::Free)
            .unwrap();
        looks += 1;
        assert!(looks < 20);
    }
    assert!(looks >= 4, "{looks}");
    // A pillar of cells leaves room for half extents of four and a half.
    let pillar = CellBox::new(IVec3::new(-10, 0, 0), IVec3::new(-9, 1, 1));
    navigator.set_cells(pillar, CellState::Occupied).unwrap();
    let largest = Agent::new(Vec3::new(9.0, 0.1, 9.0));
    let fit = navigator
        .largest_fit(&largest, [-5.0, 0.0, 0.0])
        .unwrap()
        .unwrap();
    assert!((fit.half_extents.x - 4.5).abs() < 0.01, "{fit:?}");
    assert_eq!(
        navigator.largest_fit(&largest, [-10.0, 0.0, 0.0]).unwrap(),
        None
    );
    let small = voxnav::grid::OccupancyBuilder::new(dark).unwrap().commit();
    let refused = navigator.replace_cells(small);
    assert!(matches!(
        refused,
        Err(NavigatorError::Route(RouteError::CellBounds(_)))
    ));
    let huge = navigator.add_agent(Agent::new(Vec3::splat(100.0))).unwrap();
    let refused = navigator.traversability(huge).err();
    assert!(matches!(
        refused,
        Some(NavigatorError::Route(RouteError::Footprint(_)))
    ));
}

#[test]
fn trails_of_agents_baked_at_centers_pass_nothing_that_stands_between_cells() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [12.0, 0.0, 12.0]).unwrap();
    let pole = Obstacle::new(SharedShape::cuboid(0.05, 2.0, 0.05));
    navigator.insert(pole.at([5.0, 0.0, 2.5])).unwrap();
    let half = Vec3::splat(0.1);
    let thin = Agent::new(half).baked(Baking::Centers);
    let thin = navigator.add_agent(thin).unwrap();
    let world = navigator.traversability(thin).unwrap();
    // No cell knows of the pole, and the straight line leads through it.
    assert!(
        world
            .bounds()
            .cells()
            .all(|cell| world.is_traversable(cell))
    );
    let (from, to) = (DVec3::ZERO, DVec3::new(10.0, 0.0, 5.0));
    let through = navigator.obstacles().sweep(from, to, half, Layers::ALL);
    assert!(through.unwrap().is_some());

    let route = navigator.find_route(thin, from, to).unwrap();
    let smooth_path = navigator.smooth_path(thin, &route, &SmoothPathOptions::default());
    let smooth_path = smooth_path.unwrap().unwrap();
    assert!(smooth_path.length() < route.length);
    for ends in smooth_path.waypoints().windows(2) {
        let hit = navigator
            .obstacles()
            .sweep(ends[0], ends[1], half, Layers::ALL);
        assert_eq!(hit.unwrap(), None);
    }
}

#[test]
fn refreshed_on_another_thread_components_are_known_and_the_last_snapshot_answers_meanwhile() {
    let mut draws = Draws::new(0x0e_f4e5);
    let mut navigator = Navigator::in_region(1.0, [-30.0; 3], [30.0; 3]).unwrap();
    let agents = [0.3, 1.7].map(|half| {
        let agent = Agent::new(Vec3::splat(half));
        navigator.add_agent(agent).unwrap()
    });
    let mut workspace = Workspace::new();
    for _ in 0..20 {
        let last = agents.map(|agent| navigator.traversability(agent).unwrap());
        let query = Query::new(IVec3::splat(-25), IVec3::new(25, 20, 25));
        let answers = last
            .each_ref()
            .map(|world| query.solve(world, &mut Workspace::new()).outcome);
        for _ in 0..3 {
            let half = [(); 3].map(|()| draws.within(0.5, 12.0));
            let part = SharedShape::cuboid(half[0], half[1], half[2]);
            let obstacle = Obstacle::new(part).at(sample_position(&mut draws));
            navigator.insert(obstacle).unwrap();
        }
        std::thread::scope(|scope| {
            let refreshing = scope.spawn(|| navigator.refresh());
            for (world, answer) in last.iter().zip(&answers) {
                assert_eq!(&query.solve(world, &mut workspace).outcome, answer);
            }
            refreshing.join().unwrap().unwrap();
        });
        for agent in agents {
            let world = navigator.traversability(agent).unwrap();
            assert_eq!(world.chunks_to_label(), 0);
            assert_eq!(world.validate(), Ok(()));
        }
    }
}
