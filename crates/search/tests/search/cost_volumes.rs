//! Volumes of costs as floats, against Dijkstra's algorithm over the same floats.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::num::NonZeroU8;

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, EuclideanClearance, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_search::{
    Algorithm, CornerRule, Cost, CostConvention, CostError, CostVolume, Query, Terrain, Workspace,
};
use voxnav_testkit::grid::{Cell, Grid, sample_cell, sample_grid};
use voxnav_testkit::{Draws, hold, seeds};

use crate::engine::{corner_rule, move_set};
use crate::oracle::{Corners, Moves, Rules, around, length};

/// Costs of the cells of a grid, of a kind that authors have.
fn costs(grid: &Grid, draws: &mut Draws) -> Vec<f64> {
    let kind = draws.below(5_u32);
    let (low, ratio) = (
        draws.share() * 10.0 + 1e-3,
        draws.pick(&[1.0, 2.0, 255.0, 5e4]),
    );
    let cost = |draws: &mut Draws| match kind {
        0 => f64::from(1 + draws.below(255_u32)),
        1 => f64::from(3 + draws.below(9_u32)) / 4.0,
        2 => 7.0,
        3 => low * (1.0 + draws.share() * (ratio - 1.0)),
        _ => low * ratio.powf(draws.share()),
    };
    grid.cells().map(|_| cost(draws)).collect()
}

/// An entry of the heap: the least cost first.
#[derive(PartialEq)]
struct Entry(f64, Cell);

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.total_cmp(&self.0)
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The cost of a move, by floats.
fn cost_of_move(convention: CostConvention, axes: u64, from: f64, to: f64) -> f64 {
    let cost = match convention {
        CostConvention::Entered => to,
        CostConvention::Mean => f64::midpoint(from, to),
        CostConvention::Max => from.max(to),
    };
    #[expect(clippy::cast_precision_loss, reason = "at most three")]
    let axes = axes as f64;
    cost * axes.sqrt()
}

/// The least sum of floats from one cell to another.
fn least(
    grid: &Grid,
    rules: Rules,
    convention: CostConvention,
    costs: &[f64],
    ends: [Cell; 2],
) -> Option<f64> {
    let at = |cell: Cell| costs[grid.index(cell).unwrap()];
    let mut known = vec![f64::INFINITY; grid.count()];
    let mut queue = BinaryHeap::from([Entry(0.0, ends[0])]);
    while let Some(Entry(cost, cell)) = queue.pop() {
        let best = &mut known[grid.index(cell).unwrap()];
        if *best <= cost {
            continue;
        }
        *best = cost;
        if cell == ends[1] {
            return Some(cost);
        }
        for step in around() {
            let to: Cell = std::array::from_fn(|axis| cell[axis] + step[axis]);
            // The written rules report whether it is a move.
            if rules.cost(grid, cell, to).is_some() {
                let axes = step.iter().map(|along| u64::from(*along != 0)).sum();
                let each = cost_of_move(convention, axes, at(cell), at(to));
                queue.push(Entry(cost + each, to));
            }
        }
    }
    None
}

/// The sum of floats along a path.
fn along(terrain_of: impl Fn(Cell) -> f64, convention: CostConvention, cells: &[IVec3]) -> f64 {
    let moves = cells.windows(2).map(|ends| {
        let axes = (ends[1] - ends[0])
            .abs()
            .element_sum()
            .unsigned_abs()
            .into();
        let [from, to] = [ends[0], ends[1]].map(|cell| terrain_of(cell.to_array()));
        cost_of_move(convention, axes, from, to)
    });
    moves.sum()
}

/// The costs that searches find are the least sums of floats, but for the rounding that the scale states.
#[test]
fn paths_cost_the_least_sum_of_the_floats() {
    let law = |seed: u64, workspace: &mut Workspace| {
        let mut draws = Draws::new(seed);
        let grid = sample_grid(&mut draws);
        let costs = costs(&grid, &mut draws);
        let rules = Rules::sample(&mut draws);
        let convention = draws.pick(&[
            CostConvention::Entered,
            CostConvention::Mean,
            CostConvention::Max,
        ]);
        let cells = CellBox::new(grid.min().into(), grid.max().into());
        let at = |cell: Cell| costs[grid.index(cell).unwrap()];
        let cost = |cell: IVec3| grid.is_open(cell.to_array()).then(|| at(cell.to_array()));
        let volume = CostVolume::new(cells, cost).convention(convention);
        let terrain = volume.terrain().map_err(|error| error.to_string())?;
        let scale = terrain.scale();
        let mut builder = OccupancyBuilder::new(cells).map_err(|error| error.to_string())?;
        for cell in grid.cells().filter(|cell| !grid.is_open(*cell)) {
            builder.set(cell.into(), CellState::Occupied).unwrap();
        }
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        let ends = [(); 2].map(|()| sample_cell(&grid, &mut draws));
        if ends.iter().any(|end| !grid.is_open(*end)) {
            return Ok(false);
        }
        let query = Query::new(ends[0].into(), ends[1].into())
            .moves(move_set(rules.moves))
            .corners(corner_rule(rules.corners))
            .terrain(&terrain);
        let solution = query.solve(&world, workspace);
        let expected = least(&grid, rules, convention, &costs, ends);
        let (path, expected) = match (solution.outcome.path(), expected) {
            (Some(path), Some(expected)) => (path, expected),
            (None, None) => return Ok(false),
            (path, expected) => {
                return Err(format!("{path:?}, where the oracle says {expected:?}"));
            }
        };
        // The lengths of moves have 30 bits behind the point.
        let rounding = scale.rounding() + 1e-9;
        let found = path.cost().length() * scale.unit();
        if (found - expected).abs() > expected * rounding {
            return Err(format!("{found} and not {expected}, by {scale:?}"));
        }
        let passed: Vec<IVec3> = path.cells().collect();
        let sum = along(at, convention, &passed);
        (sum <= expected * (1.0 + rounding) / (1.0 - rounding))
            .then_some(true)
            .ok_or_else(|| format!("the floats along the path add up to {sum}, not {expected}"))
    };
    let found = hold("cost volumes", seeds(1, 400), Workspace::new, law);
    assert!(found.iter().filter(|it| **it).count() > found.len() / 3);
}

/// Whole numbers up to 65,535 and multiples of the smallest cost by powers of two are exact.
#[test]
fn costs_that_fit_are_stored_exactly() {
    let cells = CellBox::from_size(IVec3::new(100, 3, 2));
    let number = |cell: IVec3| f64::from(cell.x);
    for (least, each) in [
        (1.0, 1.0),
        (3.0, 655.0),
        (0.375, 0.125),
        (1e-3, 0.0),
        (1e6, 1e6),
    ] {
        let cost = |cell: IVec3| Some(least + each * number(cell));
        let terrain = CostVolume::new(cells, cost).terrain().unwrap();
        assert!(
            terrain.scale().is_exact(),
            "{least} {each}: {:?}",
            terrain.scale()
        );
        for cell in cells.cells() {
            let stored = terrain.cost(cell);
            assert!(
                (stored / cost(cell).unwrap() - 1.0).abs() < 1e-12,
                "{stored}"
            );
        }
    }
}

#[test]
fn what_is_no_cost_is_refused_with_its_cell() {
    let cells = CellBox::from_size(IVec3::splat(3));
    let bad = IVec3::new(1, 2, 0);
    for cost in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let volume = CostVolume::new(cells, |cell| Some(if cell == bad { cost } else { 1.0 }));
        let Err(CostError::NotACost { cell, cost: found }) = volume.terrain() else {
            panic!("{cost} is a cost");
        };
        assert_eq!((cell, found.to_bits()), (bad, cost.to_bits()));
    }
    let volume = |least: f64| CostVolume::new(cells, move |cell| Some(least + f64::from(cell.x)));
    let wide = volume(1e-6).terrain();
    assert!(matches!(wide, Err(CostError::Range { .. })));
    for (smallest, largest) in [
        (0.0, 1.0),
        (f64::NAN, 1.0),
        (1.0, f64::INFINITY),
        (1e-307, 1.0e-304),
        (-1.0, 2.0),
    ] {
        let terrain = volume(1.0).covering(smallest, largest).terrain();
        assert!(
            matches!(terrain, Err(CostError::Range { .. })),
            "{smallest} {largest}"
        );
    }
    // Nothing is kept of an edit that is refused.
    let mut terrain = volume(1.0).covering(0.5, 20.0).terrain().unwrap();
    let before: Vec<f64> = cells.cells().map(|cell| terrain.cost(cell)).collect();
    for cost in [0.1, 1e9, f64::NAN] {
        let last = cells.max - 1;
        let edit = CostVolume::new(cells, |cell| Some(if cell == last { cost } else { 2.0 }));
        assert!(terrain.set_costs(&edit).is_err());
        let after: Vec<f64> = cells.cells().map(|cell| terrain.cost(cell)).collect();
        assert_eq!(before, after);
    }
}

/// A volume without a cost, or of one for all, costs what the moves are long.
#[test]
fn a_volume_of_one_cost_is_even() {
    let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(6)))
        .unwrap()
        .commit();
    let world = Traversability::new(&world, UnknownPolicy::Blocked);
    let bounds = world.bounds();
    let nothing = CostVolume::new(bounds, |_| None).terrain().unwrap();
    let even = CostVolume::new(bounds, |_| Some(2.5)).terrain().unwrap();
    let ends = [IVec3::ZERO, IVec3::new(5, 4, 2)];
    let ask = |terrain: &Terrain| {
        let query = Query::new(ends[0], ends[1]).terrain(terrain);
        let solution = query.solve(&world, &mut Workspace::new());
        let cost = solution.outcome.path().unwrap().cost().length();
        cost * terrain.scale().unit()
    };
    let plain = Rules::of_cubes(Moves::Vertex26, Corners::Strict);
    assert_eq!(corner_rule(plain.corners), CornerRule::Strict);
    let cells = Cost::from_raw(2 * length(3) + 2 * length(2) + length(1)).length();
    assert!((ask(&nothing) - cells).abs() < 1e-6);
    assert!((ask(&even) - 2.5 * cells).abs() < 1e-3);
}

/// Where cells weigh more than the least, `Auto` searches from both ends, where they weigh far more, in arrays; where few
/// do, it prunes.
#[test]
fn the_engine_is_chosen_by_the_weights() {
    let bounds = CellBox::new(IVec3::splat(-7), IVec3::splat(17));
    let open = OccupancyBuilder::new(bounds).unwrap().commit();
    let world = Traversability::new(&open, UnknownPolicy::Blocked);
    let mut draws = Draws::new(1);
    let numbers: Vec<u32> = bounds.cells().map(|_| draws.below(100)).collect();
    let at = |cell: IVec3| {
        let [x, y, z] = (cell - bounds.min).to_array().map(i32::unsigned_abs);
        numbers[((z * 24 + y) * 24 + x) as usize]
    };
    for (share, most, end, chosen) in [
        (3, 100, Some(1), Some(Algorithm::Canonical)),
        (3, 100, Some(2), Some(Algorithm::Bidirectional)),
        (60, 5, None, Some(Algorithm::Bidirectional)),
        (100, 5, None, Some(Algorithm::Bidirectional)),
        (100, 100, None, None),
    ] {
        let more = |cell| (at(cell) + 1).min(most);
        let goal = bounds.max - 1;
        let number = |cell| 1 + if at(cell) < share { more(cell) } else { 0 };
        let cost = |cell| f64::from(end.filter(|_| cell == goal).unwrap_or_else(|| number(cell)));
        let terrain = CostVolume::new(bounds, |cell| Some(cost(cell)))
            .terrain()
            .unwrap();
        let query = Query::new(bounds.min, goal).terrain(&terrain);
        let ask = |algorithm| {
            let query = query.algorithm(algorithm);
            query.solve(&world, &mut Workspace::new()).statistics
        };
        let [pruned, from_both_ends] = [Algorithm::Canonical, Algorithm::Bidirectional].map(ask);
        assert_ne!(pruned, from_both_ends);
        let chosen = chosen.map(ask);
        let auto = ask(Algorithm::Auto);
        assert_eq!(
            chosen.unwrap_or(auto),
            auto,
            "{share} % weigh up to {most} more, the goal {end:?}"
        );
        let is_known = auto == pruned || auto == from_both_ends;
        assert_eq!(is_known, chosen.is_some());
    }
}

/// The same weights on another scale, or counted otherwise, are other costs.
#[test]
fn terrain_is_shared_with_what_costs_the_same() {
    let cells = CellBox::from_size(IVec3::splat(3));
    let terrain = CostVolume::new(cells, |cell| Some(f64::from(2 + cell.x)))
        .terrain()
        .unwrap();
    assert!(terrain.is_shared_with(&terrain.clone()));
    let mean = terrain.clone().with_convention(CostConvention::Mean);
    let scaled = terrain.clone().with_scale(Terrain::new().scale());
    assert!(!terrain.is_shared_with(&mean) && !terrain.is_shared_with(&scaled));
}

/// Weights by distance are those of one call, whatever else was set.
#[test]
fn terrain_is_shared_with_what_is_weighed_by_the_same_distances() {
    let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9))).unwrap();
    let three = NonZeroU8::new(3).unwrap();
    let clearance = EuclideanClearance::new(&world.commit(), UnknownPolicy::Blocked, three);
    let weighed = || Terrain::new().weighed_by(&clearance, |squared| 10 - squared);
    let wary = weighed();
    assert!(wary.is_shared_with(&Terrain::new().weighed_as(&wary)));
    let max = wary.clone().with_convention(CostConvention::Max);
    let mut set = wary.clone();
    set.set(IVec3::ONE, 2).unwrap();
    for other in [Terrain::new(), weighed(), max, set] {
        assert!(!wary.is_shared_with(&other), "{other:?}");
    }
}

/// Costs that the scale does not take are set by another one, and every other cell keeps what it costs.
#[test]
fn costs_of_any_size_are_set_and_others_stay() {
    for seed in seeds(1, 40) {
        let draws = &mut Draws::new(seed);
        let corner = draws.below(80_i32) - 40;
        let world = CellBox::new(
            IVec3::splat(corner),
            IVec3::splat(corner) + IVec3::new(70, 3, 2),
        );
        let mut terrain = Terrain::new().with_convention(CostConvention::Max);
        let mut expected: Vec<f64> = world.cells().map(|_| 1.0).collect();
        for _ in 0..3 {
            let side = 1 + draws.below(70_i32);
            let part = CellBox::new(world.min, world.min + IVec3::new(side, 2, 2));
            let base = draws.pick(&[1e-4, 0.3, 1.0, 17.0]);
            let new: Vec<f64> = part
                .cells()
                .map(|_| base * (1.0 + 9.0 * draws.share()))
                .collect();
            let number = |cell: IVec3| {
                let [x, y, z] = (cell - part.min).to_array();
                usize::try_from((z * 2 + y) * side + x).unwrap()
            };
            let volume = CostVolume::new(part, |cell| Some(new[number(cell)]));
            let before = terrain.clone();
            let set = terrain.set_costs_in(world, &volume);
            let after = world.cells().zip(&expected).map(|(cell, old)| {
                if part.contains(cell) {
                    new[number(cell)]
                } else {
                    *old
                }
            });
            let after: Vec<f64> = after.collect();
            let least = after.iter().copied().reduce(f64::min).unwrap();
            let most = after.iter().copied().reduce(f64::max).unwrap();
            if let Err(refused) = set {
                assert!(matches!(refused, CostError::Range { .. }), "{refused}");
                // What was rounded before may be a little further apart.
                assert!(most / least > 60_000.0, "{least} to {most}: {refused}");
                assert!(
                    world
                        .cells()
                        .all(|cell| terrain.weight(cell) == before.weight(cell))
                );
                continue;
            }
            expected = after;
            let rounding = terrain.scale().weight_rounding() + 1e-12;
            for (cell, cost) in world.cells().zip(&expected) {
                let off = (terrain.cost(cell) - cost).abs();
                assert!(
                    off <= rounding * cost,
                    "{seed}: {cell} costs {cost}, off by {off}"
                );
            }
            assert_eq!(terrain.convention(), CostConvention::Max);
        }
    }
}
