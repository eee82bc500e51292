//! Smoothing over cells that cost differently: it makes no path more expensive, nor leads it over a cell that costs more than
//! all that it replaces. Against weights worked out piece by piece, between the sorted crossings of faces.

use std::num::NonZeroU8;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::smoothing::{Curve, Smoothing};
use voxnav::spatial::{EuclideanClearance, KeepAway};
use voxnav::{Lattice, RouteOptions, SmoothPath, SmoothPathOptions, Terrain, UnknownPolicy, View};
use voxnav_testkit::{Draws, cases};

/// The cost of a polyline in cells, its length, and the greatest weight of the cells that it is in.
fn sums(points: &[DVec3], terrain: &Terrain) -> [f64; 3] {
    let mut sums = [0.0, 0.0, 0.0_f64];
    for ends in points.windows(2) {
        let (from, along) = (ends[0], ends[1] - ends[0]);
        let mut crossings = vec![0.0, 1.0];
        for axis in 0..3 {
            let mut face = from[axis].min(ends[1][axis]).floor() - 0.5;
            while face < from[axis].max(ends[1][axis]) {
                crossings.push((face - from[axis]) / along[axis]);
                face += 1.0;
            }
        }
        crossings.retain(|share| (0.0..=1.0).contains(share));
        crossings.sort_by(f64::total_cmp);
        for pair in crossings.windows(2) {
            let length = (pair[1] - pair[0]) * along.length();
            let middle = from + along * f64::midpoint(pair[0], pair[1]);
            let weight = terrain.weight((middle + 0.5).floor().as_ivec3());
            sums[0] += length * f64::from(weight);
            sums[1] += length;
            // Shorter pieces are not told from touches.
            if length > 2e-6 {
                sums[2] = sums[2].max(weight.into());
            }
        }
    }
    sums
}

/// A world of cells with costs, and a view of it off the grid.
fn drawn(draws: &mut Draws) -> (View, Terrain) {
    let bounds = CellBox::from_size(draws.vector(IVec3::splat(4), IVec3::new(20, 18, 6)));
    let mut cells = OccupancyBuilder::new(bounds).unwrap();
    let percent = draws.pick(&[0, 5, 20]);
    for cell in bounds.cells().filter(|_| draws.percent(percent)) {
        cells.set(cell, CellState::Occupied).unwrap();
    }
    let world = Traversability::new(&cells.commit(), UnknownPolicy::Blocked);
    let mut terrain = Terrain::new();
    match draws.below(3) {
        // Every cell has a weight of its own.
        0 => {
            let most = draws.pick(&[2, 9, 1000]);
            for cell in bounds.cells() {
                terrain.set(cell, 1 + draws.below(most)).unwrap();
            }
        }
        // Boxes of one weight.
        1 => {
            for _ in 0..=draws.below(5) {
                let [one, other] = [(); 2].map(|()| draws.cell(&bounds));
                let weight = 1 + draws.below(12);
                for cell in CellBox::new(one.min(other), one.max(other) + 1).cells() {
                    terrain.set(cell, weight).unwrap();
                }
            }
        }
        // Weights by distance.
        _ => {
            let reach = NonZeroU8::new(draws.between(1, 5)).unwrap();
            let clearance =
                EuclideanClearance::new(world.occupancy(), UnknownPolicy::Blocked, reach);
            terrain = terrain.weighed_by(&clearance, |squared| 30 - squared.min(29));
        }
    }
    let lattice = Lattice::new(draws.point(-50.0, 50.0), draws.magnitude(0.2, 3.0)).unwrap();
    let view = View::flying(lattice, world, &terrain, &RouteOptions::default()).unwrap();
    (view, terrain)
}

/// A cell that the agent can be at, and a position in it from which its center is in sight.
fn end(view: &View, draws: &mut Draws) -> Option<DVec3> {
    let world = view.flight()?.world().clone();
    let bounds = world.occupancy().bounds();
    let cell = (0..20)
        .map(|_| draws.cell(&bounds))
        .find(|&it| world.is_traversable(it))?;
    let aside = if draws.percent(50) {
        draws.point(-0.49, 0.49)
    } else {
        DVec3::ZERO
    };
    Some(view.lattice().position_of(cell.as_dvec3() + aside))
}

/// The points of a path, in cells.
fn points(path: &SmoothPath, lattice: &Lattice) -> Vec<DVec3> {
    let cells = |at: &DVec3| lattice.coordinates_of(*at).unwrap();
    path.waypoints().iter().map(cells).collect()
}

/// Steps that leave a path for a shorter one.
fn straight(draws: &mut Draws) -> Smoothing {
    let mut smoothing = Smoothing::new();
    for _ in 0..=draws.below(3) {
        let amount = draws.within(0.01, 2.0);
        smoothing = match draws.below(4) {
            0 => smoothing.drop_collinear(),
            1 => smoothing.simplify(amount).unwrap(),
            2 => smoothing.pull_string(),
            _ => smoothing.shorten(amount / 10.0).unwrap(),
        };
    }
    smoothing
}

#[test]
fn no_step_makes_a_path_more_expensive() {
    let (mut ways, mut fewer, mut refused) = (0, 0, 0);
    for mut draws in cases(0xc057_0001, 400) {
        let (view, terrain) = drawn(&mut draws);
        let (Some(from), Some(to)) = (end(&view, &mut draws), end(&view, &mut draws)) else {
            continue;
        };
        let flight = view.flight().unwrap();
        let route = view.find_route(from, to).unwrap();
        let smooth = |view: &View, smoothing: &Smoothing| {
            let options = SmoothPathOptions::default().smoothing(smoothing.clone());
            let path = view
                .flight()
                .unwrap()
                .smooth_path(&route, &options)
                .unwrap();
            path.map(|path| points(&path, view.lattice()))
        };
        let Some(plain) = smooth(&view, &Smoothing::new()) else {
            continue;
        };
        let [cost, _, most] = sums(&plain, &terrain);
        let smoothing = straight(&mut draws);
        let taut = smooth(&view, &smoothing).unwrap();
        let [lower, _, heaviest] = sums(&taut, &terrain);
        let slack = 1e-5 * (1.0 + cost);
        assert!(
            lower <= cost + slack,
            "{lower} from {cost} by {smoothing:?}"
        );
        assert!(heaviest <= most, "{heaviest} from {most} by {smoothing:?}");
        // Each piece of a pulled string takes the place of a part of the path between two of its points.
        let pulled = smooth(&view, &Smoothing::new().pull_string()).unwrap();
        let mut rest = &plain[..];
        for ends in pulled.windows(2) {
            let last = rest
                .iter()
                .position(|at| at.distance(ends[1]) < 1e-6)
                .unwrap();
            let [[old, _, before], [new, _, after]] =
                [&rest[..=last], ends].map(|way| sums(way, &terrain));
            assert!(
                new <= old + 1e-5 * (1.0 + old) && after <= before,
                "{ends:?}"
            );
            rest = &rest[last..];
        }
        // Curves are longer than corners, and cross no heavier cell.
        let round = Smoothing::default()
            .round(Curve::BSpline, draws.within(0.1, 3.0))
            .unwrap();
        let round = smooth(&view, &round).unwrap();
        assert!(sums(&round, &terrain)[2] <= most);
        let blind = smooth(
            &flight.with_terrain(Terrain::new()),
            &Smoothing::new().pull_string(),
        );
        ways += 1;
        fewer += usize::from(pulled.len() < plain.len());
        refused += usize::from(sums(&blind.unwrap(), &terrain)[0] > cost + slack);
    }
    assert!(
        ways > 200 && fewer > 100 && refused > 50,
        "{ways} {fewer} {refused}"
    );
}

#[test]
fn among_equal_costs_paths_are_as_without() {
    let bounds = CellBox::from_size(IVec3::new(30, 20, 3));
    let mut cells = OccupancyBuilder::new(bounds).unwrap();
    cells
        .set_box(
            CellBox::new([14, 0, 0].into(), [16, 15, 3].into()),
            CellState::Occupied,
        )
        .unwrap();
    let world = Traversability::new(&cells.commit(), UnknownPolicy::Blocked);
    let mut sevens = Terrain::new();
    for cell in bounds.cells() {
        sevens.set(cell, 7).unwrap();
    }
    let seen = |terrain: &Terrain| {
        let options = RouteOptions::default();
        View::flying(Lattice::default(), world.clone(), terrain, &options).unwrap()
    };
    let [plain, sevens] = [Terrain::new(), sevens].map(|terrain| seen(&terrain));
    let route = plain.find_route([1.0, 1.0, 1.0], [28.0, 4.0, 2.0]);
    let route = route.unwrap();
    let smooth = |view: &View| {
        let options = SmoothPathOptions::default();
        let path = view.flight().unwrap().smooth_path(&route, &options);
        path.unwrap().unwrap()
    };
    let [plain, sevens] = [plain, sevens].map(|view| smooth(&view));
    assert_eq!(plain.waypoints(), sevens.waypoints());
}

#[test]
fn a_string_is_pulled_past_an_expensive_patch_and_not_through() {
    let bounds = CellBox::from_size(IVec3::new(21, 21, 1));
    let world = Traversability::new(
        &OccupancyBuilder::new(bounds).unwrap().commit(),
        UnknownPolicy::Blocked,
    );
    let mut terrain = Terrain::new();
    for cell in CellBox::new([7, 0, 0].into(), [14, 15, 1].into()).cells() {
        terrain.set(cell, 50).unwrap();
    }
    let options = RouteOptions::default();
    let view = View::flying(Lattice::default(), world.clone(), &terrain, &options).unwrap();
    let route = view.find_route([0.0, 3.0, 0.0], [20.0, 2.0, 0.0]).unwrap();
    let flight = view.flight().unwrap();
    let path = flight
        .smooth_path(&route, &SmoothPathOptions::default())
        .unwrap()
        .unwrap();
    let at = points(&path, view.lattice());
    let [_, length, most] = sums(&at, &terrain);
    assert!(
        most <= 1.0 && length < route.length && at.len() < 20,
        "{at:?}"
    );
    // The distance to keep is terrain, too.
    let mut cells = OccupancyBuilder::new(bounds).unwrap();
    let floor = CellBox::new([0, 0, 0].into(), [21, 1, 1].into());
    cells.set_box(floor, CellState::Occupied).unwrap();
    let world = Traversability::new(&cells.commit(), UnknownPolicy::Blocked);
    let wary = options.keep_away(KeepAway::new(4.0, 9));
    let view = View::flying(Lattice::default(), world, &Terrain::new(), &wary).unwrap();
    let route = view.find_route([0.0, 1.0, 0.0], [20.0, 1.0, 0.0]).unwrap();
    let path = view
        .flight()
        .unwrap()
        .smooth_path(&route, &SmoothPathOptions::default());
    let path = path.unwrap().unwrap();
    let highest = path.waypoints().iter().map(|at| at.y).fold(0.0, f64::max);
    assert!(highest >= 3.0 && path.length() < route.length, "{highest}");
}
