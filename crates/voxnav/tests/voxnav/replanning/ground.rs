//! Ground agents in worlds that change: watches report what is so, routes cost what they promise, and agents that obey
//! make moves only.
//!
//! `PathWatcher::update` over a `Ground` reports exactly the paths whose moves an edit removed or restored. Routes of
//! legs cost no more than their stated bound. `src/replanning/ground/changes.rs` has the proof.

use voxnav::Path;
use voxnav::Route;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Action, LegError, Move, verify_legs};
use voxnav::replanning::{PathEvent, PathId, PathWatcher, ReplanPolicy, ReplanStatus, Replanner};
use voxnav::search::{Cost, Weight};
use voxnav::{Destination, RouteOptions, View};
use voxnav_testkit::{Draws, hold, seeds};

use super::verdicts::{Counts, all_of, count};
use crate::ground::worlds::{World, grain};

/// What a move costs by the written rules, if there is one of that name.
fn cost_of(view: &View, [from, to]: [IVec3; 2], action: Action) -> Option<Cost> {
    let cost = Cost::ZERO;
    let path = Path::of_moves(from, [Move { to, cost, action }]);
    match verify_legs(&path, view.ground().unwrap().moves()) {
        Ok(cost) | Err(LegError::OtherCost { found: cost, .. }) => Some(cost),
        Err(_) => None,
    }
}

/// The cells and actions of a path, one move after the other.
fn moves_of(path: &Path) -> Vec<([IVec3; 2], Action)> {
    let from = path.cells();
    let made = from.zip(path.moves());
    made.map(|(from, made)| ([from, made.to], made.action))
        .collect()
}

/// How many of the moves of a path there are, of those from `passed` on, if not all; and what they cost.
fn walked(view: &View, path: &Path, passed: usize) -> Result<Cost, usize> {
    let mut sum = Cost::ZERO;
    for (index, (ends, action)) in moves_of(path).into_iter().enumerate().skip(passed) {
        sum = sum + cost_of(view, ends, action).ok_or(index)?;
    }
    let ends_well = view.ground().unwrap().moves().can_rest(path.goal());
    ends_well.then_some(sum).ok_or(path.cells().count() - 1)
}

struct Game {
    world: World,
    options: RouteOptions,
    max_suboptimality: Weight,
    replanner: Replanner,
    position: DVec3,
    goal: Destination,
    /// The move that was begun and not ended, and where it ends.
    under_way: Option<([IVec3; 2], Action, DVec3)>,
}

impl Game {
    /// The policy looks ahead by so many cells.
    fn new(draws: &mut Draws, policy: ReplanPolicy) -> Option<Self> {
        let mut world = World::drawn(draws);
        let policy = policy.look_ahead(world.cells_long(policy.look_ahead));
        let radius = world.cells_long(3.0);
        let options = match draws.below(4) {
            0 => RouteOptions::default().snap_start(radius).snap_goal(radius),
            _ => RouteOptions::default(),
        };
        let view = world.navigator.view(world.agent, &options).unwrap();
        let mut routes = (0..8).map(|_| {
            let (from, goal) = (world.position(draws), world.destination(draws));
            (view.find_route(from, goal.clone()).unwrap(), goal)
        });
        let (route, goal) = routes.find(|(route, _)| route.legs().len() > 1)?;
        let detour = Weight::new(draws.pick(&[1.0, 1.0, 1.2, 3.0])).unwrap();
        Some(Self {
            replanner: Replanner::new(&view, goal.clone(), policy.max_suboptimality(detour)),
            position: route.waypoints[0],
            world,
            options,
            max_suboptimality: detour,
            goal,
            under_way: None,
        })
    }

    fn view(&mut self) -> View {
        let agent = self.world.agent;
        self.world.navigator.view(agent, &self.options).unwrap()
    }

    /// Edits the world, often on the way.
    fn edit(&mut self, draws: &mut Draws) {
        let path = self.replanner.route().and_then(Route::path);
        match path.filter(|_| draws.percent(40)) {
            Some(path) => {
                let cell = draws.pick(&path.cells().collect::<Vec<_>>());
                let state = draws.pick(&[CellState::Occupied, CellState::Free]);
                let cells = CellBox::new(cell, cell + 1);
                self.world.navigator.set_cells(cells, state).unwrap();
            }
            None => self.world.edit(draws),
        }
    }

    fn move_goal(&mut self, draws: &mut Draws) {
        self.goal = self.world.destination(draws);
        self.replanner.set_goal(self.goal.clone());
    }

    /// Whether a status is right for an agent at a cell and searches that are not cut short.
    fn check(&self, view: &View, status: ReplanStatus) -> Result<(), String> {
        let fresh = view.find_route(self.position, self.goal.clone()).unwrap();
        let (cost, bound) = (self.replanner.cost(), self.replanner.bound());
        let least = fresh.outcome.path().map(Path::cost);
        let state = || format!("{status:?}, cost {cost:?}, bound {bound:?}, best {least:?}");
        let is_blocked = matches!(status, ReplanStatus::Blocked { .. });
        let Some(least) = least else {
            return if is_blocked { Ok(()) } else { Err(state()) };
        };
        let (Some(cost), Some(bound)) = (cost, bound) else {
            return Err(state());
        };
        let route = self.replanner.route().ok_or_else(state)?;
        let path = route.path().ok_or_else(state)?;
        let all = path.cells().count() - 1;
        let passed = self
            .replanner
            .next()
            .map_or(all, |next| next.saturating_sub(1));
        let real = walked(view, path, passed);
        let is_right = !is_blocked
            && real == Ok(cost)
            && cost >= least
            && cost <= self.max_suboptimality.times(least)
            && bound * least.length() >= cost.length() * (1.0 - 1e-12)
            && bound <= self.max_suboptimality.factor();
        let is_there = match self.goal {
            Destination::Position(_) => Some(path.goal()) == fresh.outcome.path().map(Path::goal),
            _ => true,
        };
        if is_right && is_there {
            Ok(())
        } else {
            Err(format!("{}, really {real:?}, there {is_there}", state()))
        }
    }
}

fn exact(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let Some(mut game) = Game::new(&mut draws, ReplanPolicy::default()) else {
        return Ok(counts);
    };
    let edits = draws.below(90);
    for tick in 0..16 {
        if draws.percent(edits) {
            game.edit(&mut draws);
        }
        if draws.percent(8) {
            game.move_goal(&mut draws);
        }
        let view = game.view();
        let status = game.replanner.update(&view, game.position).unwrap();
        count(&mut counts, status);
        game.check(&view, status)
            .map_err(|text| format!("tick {tick}: {text}"))?;
        let next = game.replanner.next().filter(|_| draws.percent(50));
        if let (Some(next), Some(route)) = (next, game.replanner.route()) {
            game.position = route.waypoints[next];
        }
    }
    Ok(counts)
}

#[test]
fn costs_are_those_of_a_search_from_scratch_within_the_bound() {
    let counts = all_of(&hold(
        "on the ground",
        seeds(0, 600),
        || (),
        |seed, ()| exact(seed),
    ));
    let [kept, repaired, replanned, shorter, blocked] = counts;
    assert!(kept > 500 && replanned > 200 && blocked > 200, "{counts:?}");
    assert!(repaired > 0 && shorter > 0, "{counts:?}");
}

/// How an agent goes from one waypoint to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gait {
    Straight,
    /// Up before it goes over a step, and down after it has gone over a ledge.
    Around,
}

impl Gait {
    /// The point to go to first on the way from one position to another.
    fn point(self, [from, to]: [DVec3; 2], up: DVec3, grain: f64) -> DVec3 {
        let rise = (to - from).dot(up);
        let (above, over) = (from + up * rise, to - up * rise);
        match self {
            Self::Around if rise > grain => above,
            Self::Around if rise < -grain && from.distance(over) > grain => over,
            _ => to,
        }
    }
}

/// Whether a position is on the way of a move from one waypoint to another, or in the room of one that leaves the level.
fn is_on(action: Action, [from, to]: [DVec3; 2], cell_up: DVec3, position: DVec3) -> bool {
    let near = 2e-6 * cell_up.length();
    let nearest = if let Action::StepUp | Action::Drop | Action::Jump = action {
        let corners = [from, to, from + cell_up, to + cell_up];
        let low = corners.iter().fold(to, |low, &it| low.min(it));
        let high = corners.iter().fold(to, |high, &it| high.max(it));
        position.clamp(low, high)
    } else {
        let along = to - from;
        from + along * ((position - from).dot(along) / along.length_squared()).clamp(0.0, 1.0)
    };
    position.distance(nearest) <= near
}

/// Goes on by so many world units, in moves that there have to be.
fn go(game: &mut Game, view: &View, gait: Gait, mut left: f64) -> Result<(), String> {
    let begun = game.under_way.take();
    let before = game.position;
    let Some(first) = game.replanner.next() else {
        return Ok(());
    };
    let route: &Route = game.replanner.route().ok_or("no route")?;
    let moves = moves_of(route.path().ok_or("no path")?);
    let up = view
        .ground()
        .unwrap()
        .moves()
        .locomotion()
        .up
        .step()
        .as_dvec3();
    let begun = begun.filter(|&(ends, action, _)| cost_of(view, ends, action).is_some());
    // A position on the ways of two moves, as where the path turns round, may be on the way of either.
    let (arc, grain) = (up * view.lattice().sizes(), grain(view.lattice()));
    let is_on_told = || {
        let told = first.checked_sub(1).map(|told| {
            let way = [told, first].map(|end| route.waypoints[end]);
            is_on(moves[told].1, way, arc, game.position)
        });
        told == Some(true)
    };
    if let Some((ends, action, end)) = begun
        && route.waypoints[first] != end
        && !is_on_told()
    {
        return Err(format!(
            "{action:?} from {} to {} is not ended: the next waypoint is {}",
            ends[0], ends[1], route.waypoints[first]
        ));
    }
    for next in first..route.waypoints.len() {
        if left < grain {
            break;
        }
        let Some((ends, action)) = next.checked_sub(1).map(|its| moves[its]) else {
            // Where it comes to rest.
            left -= game.position.distance(route.waypoints[0]);
            game.position = route.waypoints[0];
            continue;
        };
        if cost_of(view, ends, action).is_none() {
            return Err(format!(
                "there is no {action:?} from {} to {}",
                ends[0], ends[1]
            ));
        }
        let to = route.waypoints[next];
        while game.position != to && left >= grain {
            let gait = match action {
                Action::StepUp | Action::Drop | Action::Jump => gait,
                _ => Gait::Straight,
            };
            let point = gait.point([game.position, to], up, grain);
            let way = point - game.position;
            // Half a cell's rounding of distances told is no move more.
            game.position = if way.length() <= left + grain {
                point
            } else {
                game.position + way.clamp_length_max(left)
            };
            left -= way.length();
        }
        // An agent that is back where it was has begun nothing that anybody could see.
        if game.position != to {
            game.under_way = (game.position != before).then_some((ends, action, to));
            break;
        }
    }
    Ok(())
}

fn obeyed(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut counts = Counts::default();
    let policy = ReplanPolicy::default()
        .expansions(draws.pick(&[1, 7, 50, u64::MAX]))
        .look_ahead(draws.pick(&[2.0, 6.0, f64::INFINITY]))
        .min_replan_interval(draws.pick(&[0, 3]));
    let Some(mut game) = Game::new(&mut draws, policy) else {
        return Ok(counts);
    };
    let look_ahead = game.world.cells_long(policy.look_ahead);
    let step: f64 = game.world.cells_long(draws.within(0.2, 3.0));
    let gait = draws.pick(&[Gait::Straight, Gait::Around]);
    let edits = draws.below(60);
    for tick in 0..40 {
        if draws.percent(edits) {
            game.edit(&mut draws);
        }
        if draws.percent(5) {
            game.move_goal(&mut draws);
        }
        let view = game.view();
        let status = game.replanner.update(&view, game.position).unwrap();
        count(&mut counts, status);
        let distance = match status {
            ReplanStatus::Blocked { ahead } => step.min(ahead),
            _ => step.min(look_ahead),
        };
        go(&mut game, &view, gait, distance)
            .map_err(|text| format!("tick {tick}, {status:?}: {text}"))?;
    }
    Ok(counts)
}

#[test]
fn an_agent_that_obeys_makes_moves_only() {
    let counts = all_of(&hold(
        "obeyed",
        seeds(100_000, 250),
        || (),
        |seed, ()| obeyed(seed),
    ));
    let [kept, _, replanned, _, blocked] = counts;
    assert!(kept > 208 && replanned > 83 && blocked > 83, "{counts:?}");
}

/// A path as the test knows it.
struct Known {
    id: PathId,
    path: Path,
    passed: usize,
    is_whole: bool,
    /// It is known that it may be shortened.
    is_told: bool,
}

impl Known {
    fn here(&self) -> IVec3 {
        self.path.cells().nth(self.passed).unwrap()
    }
}

/// What the best path costs that is left of one.
fn least(view: &View, known: &Known) -> Option<Cost> {
    let query = voxnav::search::Query::new(known.here(), known.path.goal());
    let solution = query.solve(
        &view.ground().unwrap().moves().moves(),
        &mut voxnav::Workspace::new(),
    );
    solution.outcome.path().map(Path::cost)
}

fn watched(seed: u64) -> Result<[usize; 2], String> {
    let mut draws = Draws::new(seed);
    let mut world = World::drawn(&mut draws);
    let options = RouteOptions::default();
    let mut view = world.navigator.view(world.agent, &options).unwrap();
    let mut watch = PathWatcher::new(view.moves());
    let mut known: Vec<Known> = Vec::new();
    let mut counts = [0; 2];
    for _ in 0..10 {
        let route = view.find_route(world.position(&mut draws), world.position(&mut draws));
        if let Some(path) = route
            .unwrap()
            .outcome
            .path()
            .filter(|path| !path.legs().is_empty())
        {
            known.push(Known {
                id: watch.insert(path).unwrap(),
                path: path.clone(),
                passed: 0,
                is_whole: true,
                is_told: false,
            });
        }
        if draws.percent(30) && !known.is_empty() {
            let index = draws.below(known.len());
            let it = &mut known[index];
            it.passed += draws.below(it.path.cells().count() - it.passed);
            assert!(watch.advance(it.id, it.passed as u64));
            it.is_whole = walked(&view, &it.path, it.passed).is_ok();
        }
        if draws.percent(10) && !known.is_empty() {
            let gone = known.swap_remove(draws.below(known.len()));
            assert!(watch.remove(gone.id) && !watch.remove(gone.id));
        }
        for _ in 0..draws.between(1, 2) {
            world.edit(&mut draws);
        }
        view = world.navigator.view(world.agent, &options).unwrap();
        let events = watch.update(view.moves());
        for it in &mut known {
            let of_it = || events.iter().filter(|event| event.path() == it.id);
            let turned = of_it().find(|event| !matches!(event, PathEvent::MayShorten { .. }));
            it.is_told |= of_it().any(|event| matches!(event, PathEvent::MayShorten { .. }));
            let real = walked(&view, &it.path, it.passed);
            let (path, was_whole) = (it.id, std::mem::replace(&mut it.is_whole, real.is_ok()));
            let wanted = match (was_whole, real) {
                (true, Err(after)) => Some(PathEvent::Blocked {
                    path,
                    after: after as u64,
                }),
                (false, Ok(_)) => Some(PathEvent::Unblocked { path }),
                _ => None,
            };
            if turned != wanted.as_ref() {
                return Err(format!("{turned:?} instead of {wanted:?}"));
            }
            counts[0] += usize::from(wanted.is_some());
            assert_eq!(watch.is_blocked(it.id), Some(real.is_err()));
            if let Ok(cost) = real
                && least(&view, it).is_some_and(|least| least < cost)
            {
                counts[1] += 1;
                if !it.is_told {
                    return Err(format!("{:?} of {cost} may be less: untold", it.id));
                }
            }
        }
    }
    Ok(counts)
}

#[test]
fn events_are_of_exactly_the_paths_concerned() {
    let counts = hold(
        "watch",
        seeds(200_000, 150),
        || (),
        |seed, ()| watched(seed),
    );
    let [turned, shorter] = [0, 1].map(|index| counts.iter().map(|it| it[index]).sum::<usize>());
    println!("{turned} turned, {shorter} times one was shorter");
    assert!(turned > 50 && shorter > 25, "{turned} {shorter}");
}
