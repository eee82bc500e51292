//! Routes that keep away from what blocks, against Dijkstra's algorithm over costs worked out cell by cell, and the bounds
//! that follow.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder, Traversability};
use voxnav::ground::{Ground, Locomotion};
use voxnav::parry3d::shape::SharedShape;
use voxnav::replanning::{ReplanPolicy, Replanner};
use voxnav::search::Weight;
use voxnav::spatial::KeepAway;
use voxnav::{
    Agent, AgentId, Lattice, Navigator, NavigatorError, RouteError, RouteOptions, Terrain,
    UnknownPolicy, View,
};
use voxnav_testkit::{Draws, hold, seeds};

/// The nearest whole number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "neither negative nor large"
)]
fn rounded(number: f64) -> u64 {
    number.round() as u64
}

/// The world of a view as it is worked out here.
struct Plain<'v> {
    view: &'v View,
    blocked: Vec<IVec3>,
    /// The sides of cells, in whole parts of the longest.
    sides: DVec3,
}

impl<'v> Plain<'v> {
    /// Blocked are the cells where the agent covers something: what is outside does not count.
    fn of(view: &'v View) -> Self {
        let world = view.flight().unwrap().world();
        let (cells, covered) = (world.occupancy(), world.footprint().offsets());
        let is_occupied =
            |at: IVec3| cells.bounds().contains(at) && cells.state(at) == CellState::Occupied;
        let is_blocked = |at: &IVec3| covered.cells().any(|offset| is_occupied(*at + offset));
        Self {
            blocked: cells.bounds().cells().filter(is_blocked).collect(),
            sides: (view.lattice().sizes() / view.lattice().longest_side() * 2_f64.powi(30))
                .round(),
            view,
        }
    }

    fn is_free(&self, cell: IVec3) -> bool {
        self.view.flight().unwrap().world().is_traversable(cell)
    }

    /// The cost of a move in raw units, of which the longest side has 2^30.
    fn raw(&self, offset: IVec3) -> u64 {
        rounded((offset.as_dvec3() * self.sides).length())
    }

    /// The factor of moves into a cell, by its distance to the nearest blocked one: the most within the longest side, and
    /// one from so much further on as was asked for, in whole shortest sides.
    fn factor(&self, cell: IVec3, keep_away: KeepAway) -> u64 {
        let lattice = self.view.lattice();
        // In shortest sides, rounded as it is there, as halves are frequent.
        let shortest = lattice.shortest_side();
        let sides = lattice.sizes() / shortest;
        let longest = sides.max_element();
        let most = 254.0 - longest.ceil();
        let reach = (keep_away.distance / shortest).ceil().clamp(1.0, most);
        let squared = |it: &IVec3| {
            let way = (*it - cell).as_dvec3();
            (way * way * (sides * sides)).element_sum()
        };
        let apart = self.blocked.iter().map(squared);
        let apart = apart.fold(f64::INFINITY, f64::min).sqrt();
        let beyond = (apart.min(longest + reach) - longest).max(0.0);
        let excess = f64::from(keep_away.weight - 1) * (1.0 - beyond / reach);
        rounded(1.0 + excess)
    }

    /// The least costs from a cell, by 26 moves that cut no corners.
    fn costs(&self, from: IVec3, factors: &BTreeMap<[i32; 3], u64>) -> BTreeMap<[i32; 3], u64> {
        let steps = CellBox::new(IVec3::splat(-1), IVec3::splat(2));
        let mut least = BTreeMap::from([(from.to_array(), 0)]);
        let mut queue = BinaryHeap::from([Reverse((0, from.to_array()))]);
        while let Some(Reverse((cost, at))) = queue.pop() {
            if least[&at] < cost {
                continue;
            }
            let at = IVec3::from_array(at);
            for step in steps.cells().filter(|step| *step != IVec3::ZERO) {
                let to = at + step;
                let spanned = CellBox::new(at.min(to), at.max(to) + 1);
                if !spanned.cells().all(|cell| self.is_free(cell)) {
                    continue;
                }
                let next = cost + self.raw(step) * factors[&to.to_array()];
                let known = least.entry(to.to_array()).or_insert(u64::MAX);
                if next < *known {
                    *known = next;
                    queue.push(Reverse((next, to.to_array())));
                }
            }
        }
        least
    }

    /// The length of a path, and its nearness: the sum of lengths times the factors less one.
    fn sums(&self, cells: &[IVec3], keep_away: KeepAway) -> [u64; 2] {
        let moves = cells.windows(2).map(|ends| {
            let length = self.raw(ends[1] - ends[0]);
            [length, length * (self.factor(ends[1], keep_away) - 1)]
        });
        moves.fold([0; 2], |sum, it| [sum[0] + it[0], sum[1] + it[1]])
    }
}

/// A world of obstacles off the grid, or of cells for a wide agent, with what gives views of it.
enum World {
    Navigator(Box<Navigator>, AgentId),
    Cells(Lattice, Traversability),
}

impl World {
    fn drawn(draws: &mut Draws) -> Self {
        let size = draws.magnitude(0.2, 3.0);
        let sizes = draws.sides(size);
        let origin = draws.point(-1e4, 1e4);
        let lattice = Lattice::with_sizes(origin, sizes).unwrap();
        let low = draws.vector(IVec3::splat(-20), IVec3::splat(20));
        let flat = draws.percent(30);
        let extent = IVec3::new(10, 9, if flat { 1 } else { 6 });
        let bounds = CellBox::new(low, low + extent);
        if draws.percent(30) {
            let mut cells = OccupancyBuilder::new(bounds).unwrap();
            for _ in 0..draws.below(8) {
                cells.set(draws.cell(&bounds), CellState::Occupied).unwrap();
            }
            let covered = CellBox::new(IVec3::ZERO, IVec3::new(2, 1 + draws.below(2), 1));
            let agent = Footprint::new(covered).unwrap();
            let cells = cells.with_outside(CellState::Free).commit();
            let world = Traversability::for_agent(&cells, agent, UnknownPolicy::Blocked);
            return Self::Cells(lattice, world);
        }
        let mut navigator = Navigator::new(lattice, bounds).unwrap();
        let half = (sizes * draws.within(0.1, 0.7)).as_vec3();
        let agent = navigator.add_agent(Agent::new(half)).unwrap();
        let mut world = Self::Navigator(Box::new(navigator), agent);
        for _ in 0..draws.below(6) {
            world.edit(draws);
        }
        world
    }

    /// Inserts an obstacle somewhere, or occupies a cell.
    fn edit(&mut self, draws: &mut Draws) {
        let Self::Navigator(navigator, _) = self else {
            return;
        };
        let (lattice, bounds) = (*navigator.lattice(), navigator.bounds());
        let cell = draws.cell(&bounds);
        if draws.percent(30) {
            navigator
                .set_cells(CellBox::of_cell(cell), CellState::Occupied)
                .unwrap();
            return;
        }
        let half = (draws.point(0.05, 1.2) * lattice.sizes()).as_vec3();
        let shape = SharedShape::cuboid(half.x, half.y, half.z);
        let at = lattice.center(cell) + draws.point(-0.5, 0.5) * lattice.sizes();
        navigator.insert(Obstacle::new(shape).at(at)).unwrap();
    }

    fn view(&mut self, options: &RouteOptions) -> View {
        match self {
            Self::Navigator(navigator, agent) => navigator.view(*agent, options).unwrap(),
            Self::Cells(lattice, world) => {
                View::flying(*lattice, world.clone(), &Terrain::new(), options).unwrap()
            }
        }
    }
}

fn drawn(draws: &mut Draws, size: f64) -> KeepAway {
    let distance = size * draws.within(0.0, 5.0);
    KeepAway::new(distance, draws.pick(&[1, 2, 3, 5, 40, 1000]))
}

#[test]
fn routes_that_keep_away_cost_least_and_no_more_than_their_bounds() {
    let law = |seed, (): &mut ()| {
        let draws = &mut Draws::new(seed);
        let mut world = World::drawn(draws);
        let plain = world.view(&RouteOptions::default());
        let size = plain.lattice().longest_side();
        let keep_away = drawn(draws, size);
        let wary = world.view(&RouteOptions::default().keep_away(keep_away));
        let own = Plain::of(&wary);
        let bounds = wary.flight().unwrap().world().bounds();
        let free: Vec<IVec3> = bounds.cells().filter(|cell| own.is_free(*cell)).collect();
        if free.is_empty() {
            return Ok(0);
        }
        let factor = |cell: &IVec3| (cell.to_array(), own.factor(*cell, keep_away));
        let factors: BTreeMap<[i32; 3], u64> = free.iter().map(factor).collect();
        let even = free.iter().map(|cell| (cell.to_array(), 1)).collect();
        let weight = u64::from(keep_away.weight);
        if factors.values().any(|it| !(1..=weight).contains(it)) {
            return Err(format!("a factor is not from 1 to {weight}: {factors:?}"));
        }
        let from = draws.pick(&free);
        let (weighed, lengths) = (own.costs(from, &factors), own.costs(from, &even));
        let goals: Vec<IVec3> = (0..4).map(|_| draws.pick(&free)).collect();
        let place = |cell: IVec3| wary.position_at(cell);
        let batch = wary.find_routes(goals.iter().map(|&to| (place(from), place(to))));
        let mut longer = 0;
        for (&to, in_batch) in goals.iter().zip(batch) {
            let route = wary.find_route(place(from), place(to)).unwrap();
            if in_batch.as_ref() != Ok(&route) {
                return Err(format!("{to}: {in_batch:?} in a batch, else {route:?}"));
            }
            let (Some(path), Some(least)) = (route.path(), weighed.get(&to.to_array())) else {
                if route.is_found() || weighed.contains_key(&to.to_array()) {
                    return Err(format!(
                        "{to}: {route:?}, {:?}",
                        weighed.get(&to.to_array())
                    ));
                }
                continue;
            };
            let shortest = plain.find_route(place(from), place(to)).unwrap();
            let shortest: Vec<IVec3> = shortest.path().unwrap().cells().collect();
            let cells: Vec<IVec3> = path.cells().collect();
            if (cells[0], path.goal()) != (from, to) {
                return Err(format!("{from} to {to} by {cells:?}"));
            }
            let [length, nearness] = own.sums(&cells, keep_away);
            let [least_length, most_nearness] = own.sums(&shortest, keep_away);
            if path.cost().raw() != *least || length + nearness != *least {
                return Err(format!(
                    "{} and {length} + {nearness}, not {least}",
                    path.cost()
                ));
            }
            if least_length != lengths[&to.to_array()]
                || length < least_length
                || length > weight * least_length
                || nearness > most_nearness
                || length - least_length > most_nearness - nearness
            {
                let others = format!("{least_length} with {most_nearness}");
                return Err(format!("{keep_away:?}: {length} with {nearness}, {others}"));
            }
            longer += usize::from(length > least_length);
            let exact = ReplanPolicy::default().max_suboptimality(Weight::ONE);
            let mut replanner = Replanner::new(&wary, place(to), exact);
            replanner.update(&wary, place(from)).unwrap();
            if replanner.cost() != Some(path.cost()) {
                return Err(format!("{:?} with a replanner", replanner.cost()));
            }
        }
        Ok(longer)
    };
    let told = hold("keeping away", seeds(0xa3a1, 40), || (), law);
    assert!(told.iter().sum::<usize>() > 10, "{told:?}");
}

/// Views that keep away by different distances and weights, asked for in turn between edits.
#[test]
fn costs_of_nearness_follow_edits_whatever_was_asked_before() {
    let law = |seed, (): &mut ()| {
        let draws = &mut Draws::new(seed);
        let mut world = World::drawn(draws);
        let size = world
            .view(&RouteOptions::default())
            .lattice()
            .longest_side();
        let all = [(); 3].map(|()| drawn(draws, size));
        for _ in 0..6 {
            let keep_away = draws.pick(&all);
            let options = RouteOptions::default().keep_away(keep_away);
            let view = world.view(&options);
            let own = Plain::of(&view);
            let terrain = view.flight().unwrap().terrain();
            for cell in view.flight().unwrap().world().bounds().cells() {
                let (weight, expected) = (terrain.weight(cell), own.factor(cell, keep_away));
                if u64::from(weight) != expected {
                    return Err(format!("{keep_away:?} at {cell}: {weight}, not {expected}"));
                }
            }
            if matches!(world, World::Navigator(..)) {
                world.view(&RouteOptions::default().keep_away(draws.pick(&all)));
                if !world.view(&options).is_same_as(&view) {
                    return Err("another view without an edit".to_owned());
                }
            }
            world.edit(draws);
        }
        Ok(())
    };
    hold("keeping away after edits", seeds(0xa3a2, 20), || (), law);
}

#[test]
fn on_the_ground_no_distance_is_kept() {
    let wary = RouteOptions::default().keep_away(KeepAway::new(1.0, 3));
    let lattice = Lattice::new(DVec3::new(3.3, -2.0, 7.1), 0.7).unwrap();
    let bounds = CellBox::from_size(IVec3::splat(9));
    let mut navigator = Navigator::new(lattice, bounds).unwrap();
    let body = Agent::new([0.2, 0.2, 0.9].into());
    let walker = navigator.add_agent((body, &Locomotion::walker())).unwrap();
    let [from, to] = [2, 6].map(|side| lattice.center(IVec3::splat(side)));
    let refused = navigator.find_route_with(walker, from, to, &wary);
    let expected = NavigatorError::Route(RouteError::KeepAwayOnGround);
    assert_eq!(refused, Err(expected));
    let room = OccupancyBuilder::new(bounds).unwrap().commit();
    let ground = Ground::new(&room, &Locomotion::walker()).unwrap();
    let refused = View::on_ground(lattice, ground, &wary);
    assert_eq!(refused.err(), Some(RouteError::KeepAwayOnGround));
}
