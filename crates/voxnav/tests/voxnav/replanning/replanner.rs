//! A replanner keeps routes free and as cheap as it promises, and an agent that obeys touches nothing.
//!
//! Routes cost no more than their stated bound, which `bounds.rs` holds for agents of both kinds, also pushed
//! ones. An agent that obeys touches no obstacle of the snapshot of its last update.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav::replanning::{ReplanPolicy, ReplanStatus, ReplanWorkspace, Replanner};
use voxnav::search::{Cost, SearchSettings, Weight};
use voxnav::{Lattice, Route, RouteOptions, Terrain, UnknownPolicy, View};
use voxnav_testkit::{Draws, Frame, hold, seeds};

use super::verdicts::{Counts, all_of, count};
use super::worlds::World;

/// An agent in a world, and the replanner of its route.
struct Game {
    world: World,
    terrain: Terrain,
    settings: SearchSettings,
    lattice: Lattice,
    replanner: Replanner,
    position: DVec3,
    goal: IVec3,
    /// The waypoint that the agent goes to.
    next: usize,
    /// The cell of a door that is shut.
    door: Option<IVec3>,
    max_suboptimality: Weight,
    /// What all agents share.
    workspace: ReplanWorkspace,
}

fn view_of(world: &World, lattice: Lattice, terrain: &Terrain) -> View {
    let options = RouteOptions::default();
    View::flying(lattice, world.seen.clone(), terrain, &options).unwrap()
}

impl Game {
    fn new(draws: &mut Draws) -> Option<Self> {
        let world = World::random(draws);
        let lattice = Frame::of_any_sides(draws).lattice();
        let terrain = if draws.percent(20) {
            world.terrain(draws)
        } else {
            Terrain::new()
        };
        let (start, goal) = (world.open_cell(draws)?, world.open_cell(draws)?);
        let detour = Weight::new(draws.pick(&[1.0, 1.0, 1.05, 1.5])).unwrap();
        let policy = ReplanPolicy::default().max_suboptimality(detour);
        let view = view_of(&world, lattice, &terrain);
        Some(Self {
            replanner: Replanner::new(&view, lattice.center(goal), policy),
            position: lattice.center(start),
            settings: view.options().settings,
            world,
            terrain,
            lattice,
            goal,
            next: 0,
            door: None,
            max_suboptimality: detour,
            workspace: ReplanWorkspace::default(),
        })
    }

    fn view(&self) -> View {
        view_of(&self.world, self.lattice, &self.terrain)
    }

    fn cell(&self) -> IVec3 {
        self.lattice.cell_at(self.position).unwrap()
    }

    /// Edits the world, but not where the agent stands or may be between cells.
    fn edit(&mut self, draws: &mut Draws) {
        let before = (self.world.occupancy.clone(), self.world.seen.clone());
        let door = self.door;
        if draws.percent(40) {
            self.use_door(draws);
        } else {
            self.world.edit(draws);
        }
        let at = self.lattice.coordinates_of(self.position).unwrap();
        if self.world.seen.is_clear(at, at) != Ok(true) {
            (self.world.occupancy, self.world.seen) = before;
            self.door = door;
        }
    }

    /// Opens the door that is shut, or shuts one on the way.
    fn use_door(&mut self, draws: &mut Draws) {
        if let Some(door) = self.door.take() {
            self.world.set_door(door, CellState::Free);
        } else if let Some(path) = self.replanner.route().and_then(Route::path) {
            let cells: Vec<_> = path.cells().collect();
            let door = draws.pick(&cells);
            self.world.set_door(door, CellState::Occupied);
            self.door = Some(door);
        }
    }

    fn move_goal(&mut self, draws: &mut Draws) {
        let step = draws.vector(IVec3::NEG_ONE, IVec3::ONE);
        let to = self.goal + step;
        let jump = draws
            .percent(10)
            .then(|| self.world.open_cell(draws))
            .flatten();
        let to = jump.unwrap_or(to);
        if self.world.seen.is_traversable(to) {
            self.goal = to;
            self.replanner.set_goal(self.lattice.center(to));
        }
    }

    fn update(&mut self) -> ReplanStatus {
        let view = self.view();
        let before = self.replanner.route_version();
        let (replanner, workspace) = (&mut self.replanner, &mut self.workspace);
        let status = replanner
            .update_in(&view, self.position, workspace)
            .unwrap();
        if self.replanner.route_version() != before {
            self.next = 1;
        }
        status
    }

    /// Goes on along the waypoints by a distance; an error where something is touched.
    fn walk(&mut self, mut left: f64) -> Result<(), String> {
        let Some(route) = self.replanner.route() else {
            return Ok(());
        };
        while let Some(&to) = route.waypoints.get(self.next)
            && left > 0.0
        {
            let from = self.position;
            let way = to - from;
            self.position = if way.length() <= left {
                self.next += 1;
                to
            } else {
                from + way.clamp_length_max(left)
            };
            left -= way.length();
            let [a, b] = [from, self.position].map(|at| self.lattice.coordinates_of(at).unwrap());
            // The rounding of a position between two centers is no touch.
            if self.world.seen.is_clear(a, b) != Ok(true) && !self.is_all_but_clear(a, b) {
                return Err(format!("touched something from {a} to {b}"));
            }
        }
        Ok(())
    }

    /// Whether the line is clear once both ends are put on a fine grid.
    fn is_all_but_clear(&self, a: DVec3, b: DVec3) -> bool {
        let on_grid = |at: DVec3| (at * 1024.0).round() / 1024.0;
        self.world.seen.is_clear(on_grid(a), on_grid(b)) == Ok(true)
    }

    fn least(&self) -> Option<Cost> {
        let ends = [self.cell(), self.goal];
        self.world.least(ends, &self.settings, &self.terrain)
    }

    /// Whether a status is right for an agent at the center of a cell and searches that are not cut short.
    fn check(&self, status: ReplanStatus) -> Result<(), String> {
        let least = self.least();
        let (cost, bound) = (self.replanner.cost(), self.replanner.bound());
        let state = || format!("{status:?}, cost {cost:?}, bound {bound:?}, best {least:?}");
        let Some(least) = least else {
            let is_blocked = matches!(status, ReplanStatus::Blocked { .. });
            return if is_blocked { Ok(()) } else { Err(state()) };
        };
        let (Some(cost), Some(bound)) = (cost, bound) else {
            return Err(state());
        };
        let path = self.replanner.route().and_then(Route::path).unwrap();
        let at = path.cells().position(|cell| cell == self.cell());
        let Some(at) = at else {
            return Err(format!("{}: the agent is off its path", state()));
        };
        let illegal = self
            .world
            .first_illegal(path, at as u64, self.settings.corners);
        let is_right = !matches!(status, ReplanStatus::Blocked { .. })
            && illegal.is_none()
            && path.goal() == self.goal
            && cost >= least
            && cost <= self.max_suboptimality.times(least)
            && bound * least.length() >= cost.length() * (1.0 - 1e-12)
            && bound <= self.max_suboptimality.factor();
        if is_right { Ok(()) } else { Err(state()) }
    }
}

fn exact(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let Some(mut game) = Game::new(&mut draws) else {
        return Ok(counts);
    };
    let [edits, goals, steps] = [draws.below(80), draws.below(40), draws.below(100)];
    for tick in 0..30 {
        if draws.percent(edits) {
            game.edit(&mut draws);
        }
        if draws.percent(goals) {
            game.move_goal(&mut draws);
        }
        let status = game.update();
        count(&mut counts, status);
        game.check(status)
            .map_err(|text| format!("tick {tick}: {text}"))?;
        if !matches!(status, ReplanStatus::Blocked { .. }) && draws.percent(steps) {
            // To the next cell.
            let route = game.replanner.route().unwrap();
            if let Some(to) = route.waypoints.get(game.next) {
                let way = to.distance(game.position);
                game.walk(way * (1.0 + 1e-12))
                    .map_err(|text| format!("tick {tick}: {text}"))?;
            }
        }
    }
    Ok(counts)
}

#[test]
fn costs_are_those_of_a_search_from_scratch_within_the_bound() {
    let counts = all_of(&hold(
        "replanner",
        seeds(0, 600),
        || (),
        |seed, ()| exact(seed),
    ));
    assert!(counts.iter().all(|&count| count > 25), "{counts:?}");
}

/// Budgets, look-ahead, patience and any speed: nothing is touched.
fn obeyed(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let Some(mut game) = Game::new(&mut draws) else {
        return Ok(counts);
    };
    let policy = ReplanPolicy::default()
        .max_suboptimality(game.max_suboptimality)
        .expansions(draws.pick(&[1, 7, 50, u64::MAX]))
        .look_ahead(game.lattice.longest_side() * draws.pick(&[2.0, 5.0, f64::INFINITY]))
        .min_replan_interval(draws.pick(&[0, 3]));
    game.replanner = Replanner::new(&game.view(), game.lattice.center(game.goal), policy);
    let step = draws.within(0.1, 2.0) * game.lattice.longest_side();
    let edits = draws.below(60);
    for tick in 0..60 {
        if draws.percent(edits) {
            game.edit(&mut draws);
        }
        if draws.percent(10) {
            game.move_goal(&mut draws);
        }
        let status = game.update();
        count(&mut counts, status);
        let distance = match status {
            ReplanStatus::Blocked { ahead } => step.min(ahead),
            _ => step.min(policy.look_ahead),
        };
        game.walk(distance)
            .map_err(|text| format!("tick {tick}, {status:?}: {text}"))?;
    }
    Ok(counts)
}

#[test]
fn an_agent_that_obeys_touches_nothing() {
    let counts = all_of(&hold(
        "obeyed",
        seeds(100_000, 750),
        || (),
        |seed, ()| obeyed(seed),
    ));
    assert!(counts.iter().all(|&count| count > 37), "{counts:?}");
}

/// With any budget the answer is that of a search from scratch, some updates later.
fn settled(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let Some(mut game) = Game::new(&mut draws) else {
        return Ok(counts);
    };
    let policy = ReplanPolicy::default().max_suboptimality(game.max_suboptimality);
    for edit in 0..8 {
        if edit > 0 {
            game.edit(&mut draws);
        }
        game.replanner.set_policy(policy.expansions(0));
        let before = (game.replanner.expanded(), game.replanner.route_version());
        game.update();
        if before != (game.replanner.expanded(), game.replanner.route_version()) {
            return Err("something was done with a budget of nothing".into());
        }
        let most = draws.pick(&[1, 2, 7, 50]);
        game.replanner.set_policy(policy.expansions(most));
        // Steps, edits and other goals while a search is under way.
        for _ in 0..draws.below(3) {
            for _ in 0..draws.below(8) {
                let is_blocked = matches!(game.update(), ReplanStatus::Blocked { .. });
                let route = game.replanner.route().filter(|_| !is_blocked);
                if let Some(&to) = route.and_then(|route| route.waypoints.get(game.next)) {
                    let way = to.distance(game.position);
                    game.walk(way * (1.0 + 1e-12))?;
                }
            }
            game.edit(&mut draws);
            if draws.percent(20) {
                game.move_goal(&mut draws);
            }
        }
        let mut quiet = 0;
        for _ in 0..20_000 {
            let status = game.update();
            count(&mut counts, status);
            let is_over = matches!(status, ReplanStatus::Kept | ReplanStatus::Blocked { .. });
            quiet = if is_over && !game.replanner.is_searching() {
                quiet + 1
            } else {
                0
            };
            if quiet == 3 {
                game.check(status)
                    .map_err(|text| format!("edit {edit}, {most} at a time: {text}"))?;
                break;
            }
        }
        if quiet < 3 {
            return Err(format!("edit {edit}, {most} at a time: no end"));
        }
    }
    Ok(counts)
}

#[test]
fn however_small_the_budget_the_answer_comes() {
    hold(
        "settled",
        seeds(200_000, 200),
        || (),
        |seed, ()| settled(seed),
    );
}

#[test]
fn what_was_proved_on_the_way_to_a_cell_is_not_searched_for_again() {
    let size = IVec3::new(30, 9, 1);
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    let wall = CellBox::new(IVec3::new(15, 0, 0), IVec3::new(17, 8, 1));
    builder.set_box(wall, CellState::Occupied).unwrap();
    let shut = builder.commit();
    let see = |occupancy: &Occupancy| {
        let world = Traversability::new(occupancy, UnknownPolicy::Blocked);
        let options = RouteOptions::default();
        View::flying(Lattice::default(), world, &Terrain::new(), &options).unwrap()
    };
    let view = see(&shut);
    let mut replanner = Replanner::new(&view, [27.0, 2.0, 0.0], ReplanPolicy::default());
    replanner.update(&view, [2.0, 2.0, 0.0]).unwrap();
    let to = replanner.route().unwrap().waypoints[1];
    let way = (to - DVec3::new(2.0, 2.0, 0.0)).normalize();
    let at = |tick: i32| DVec3::new(2.0, 2.0, 0.0) + way * 0.1 * f64::from(tick);
    replanner.update(&view, at(2)).unwrap();
    let before = replanner.expanded();
    // A door that leads half through the wall: whether that is a shorter way only a search can tell.
    let mut edit = shut.edit();
    edit.set(IVec3::new(15, 2, 0), CellState::Free).unwrap();
    let view = see(&edit.commit());
    assert_eq!(replanner.update(&view, at(3)), Ok(ReplanStatus::Kept));
    let once = replanner.expanded();
    assert!(once > before);
    for tick in 4..9 {
        assert_eq!(replanner.update(&view, at(tick)), Ok(ReplanStatus::Kept));
        assert_eq!(replanner.bound(), Some(1.0), "{tick}");
    }
    assert_eq!(replanner.expanded(), once);
}

/// A crate on a long way is passed by a detour of a few cells, and not by another search for the whole way.
#[test]
fn a_block_on_the_path_is_passed_by_a_short_detour() {
    let bounds = CellBox::from_size(IVec3::new(200, 20, 5));
    let hall = OccupancyBuilder::new(bounds).unwrap().commit();
    let world = Traversability::new(&hall, UnknownPolicy::Blocked);
    let see = |world: &Traversability| {
        let (lattice, options) = (Lattice::default(), RouteOptions::default());
        View::flying(lattice, world.clone(), &Terrain::new(), &options).unwrap()
    };
    let (start, goal) = (DVec3::new(0.0, 10.0, 2.0), DVec3::new(199.0, 10.0, 2.0));
    let policy = ReplanPolicy::default().max_suboptimality(Weight::new(1.05).unwrap());
    let mut replanner = Replanner::new(&see(&world), goal, policy);
    assert_eq!(
        replanner.update(&see(&world), start),
        Ok(ReplanStatus::Replanned)
    );
    let mut edit = hall.edit();
    edit.set(IVec3::new(100, 10, 2), CellState::Occupied)
        .unwrap();
    let blocked = see(&world.refreshed(&edit.commit()));
    let before = replanner.expanded();
    assert_eq!(
        replanner.update(&blocked, start),
        Ok(ReplanStatus::Repaired)
    );
    let spent = replanner.expanded() - before;
    assert!(spent < 50, "{spent} cells expanded for a detour");
}
