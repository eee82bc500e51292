//! Searches on the ground that go on from a path to a better one, and to the nearest of several goals.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder};
use voxnav_search::{
    Algorithm, Cost, Ground, Limits, Link, Locomotion, Path, Query, Search, Weight, Workspace,
    verify_legs,
};
use voxnav_testkit::{Draws, hold, seeds};
use voxnav_worlds::{WorldKind, generate};

use crate::engine::EveryMove;

/// A walker in hills or caves, and the cells where it can rest.
fn ground(draws: &mut Draws) -> (Ground, Vec<IVec3>) {
    let kind = draws.pick(&[WorldKind::Terrain, WorldKind::Caves]);
    let size = draws.vector(IVec3::new(16, 16, 12), IVec3::new(28, 28, 20));
    let world = generate(kind, size, draws.word()).unwrap();
    let ground = Ground::new(&world, &Locomotion::walker()).unwrap();
    let resting = world.bounds().cells().filter(|&cell| ground.can_rest(cell));
    let resting = resting.collect();
    (ground, resting)
}

fn improved(seed: u64, _: &mut ()) -> Result<u32, String> {
    let mut draws = Draws::new(seed);
    let (ground, resting) = ground(&mut draws);
    if resting.is_empty() {
        return Ok(0);
    }
    let mut improved = 0;
    for _ in 0..6 {
        let exact = Query::new(draws.pick(&resting), draws.pick(&resting));
        let optimum = exact.solve(&ground, &mut Workspace::new());
        let optimum = optimum.outcome.path().map(Path::cost);
        let weight = Weight::new(draws.within(1.1, 4.0)).unwrap();
        let greedy = [Algorithm::WeightedAStar(weight), Algorithm::GreedyBestFirst];
        let query = exact.algorithm(draws.pick(&greedy));
        let mut search = Search::new(&query, &ground);
        let budget = u64::from(draws.between(1_u32, 40));
        let run = |search: &mut Search<Ground>| {
            while search.step(budget).is_none() {}
            let solution = search.solution().unwrap();
            (
                solution.outcome.path().map(Path::cost),
                search.lower_bound(),
            )
        };
        let (first, bound) = run(&mut search);
        if first.is_some() != optimum.is_some() {
            return Err(format!("{first:?}, best {optimum:?}"));
        }
        let Some((first, optimum)) = first.zip(optimum) else {
            if search.improve(Weight::ONE) {
                return Err("improves where there is no path".into());
            }
            continue;
        };
        if bound > optimum || first < optimum {
            return Err(format!("{bound} <= {optimum} <= {first}"));
        }
        if search.improve(Weight::ONE) {
            let (last, bound) = run(&mut search);
            if [last, Some(bound)] != [Some(optimum); 2] {
                return Err(format!("{last:?} of {optimum}, proved {bound}"));
            }
            improved += u32::from(first > optimum);
        } else if first != optimum {
            return Err(format!("{first} of {optimum} is not improved"));
        }
    }
    Ok(improved)
}

#[test]
fn paths_on_the_ground_are_improved_to_the_best() {
    let found = hold("improved", seeds(3301, 40), || (), improved);
    let found: u32 = found.iter().sum();
    assert!(found > 20, "{found}");
}

/// Improves first paths on the ground, stage by stage, up to the answer of the exact search.
fn by_stages(seed: u64, workspace: &mut Workspace) -> Result<u32, String> {
    let mut draws = Draws::new(seed);
    let (mut ground, resting) = ground(&mut draws);
    if resting.is_empty() {
        return Ok(0);
    }
    if draws.below(2_u32) == 0 {
        let links = [(); 2].map(|()| {
            let [from, to] = [(); 2].map(|()| draws.pick(&resting));
            Link::new(CellBox::of_cell(from), to)
        });
        ground = ground
            .with_links(&links)
            .map_err(|error| error.to_string())?;
    }
    let mut improved = 0;
    for _ in 0..6 {
        let exact = Query::new(draws.pick(&resting), draws.pick(&resting));
        let every = exact.solve(&EveryMove(ground.moves()), workspace);
        let optimum = every.outcome.path().map(Path::cost);
        let mut search = Search::new(&exact.anytime(), &ground);
        let budget = u64::from(draws.between(1_u32, 40));
        let (mut before, mut proved, mut stages) = (Cost::MAX, Cost::ZERO, 0);
        let solution = loop {
            while search.step(budget).is_none() {
                if stages > 0 && search.best_so_far().cost() > before {
                    return Err(format!("stage {stages}: the best so far got dearer"));
                }
            }
            let solution = search.solution().unwrap();
            let again = solution.statistics.reopened;
            let most = exact.solve(&ground, workspace).statistics.reopened;
            if stages == 0 && again > most {
                return Err(format!("{again} cells are expanded again for a first path"));
            }
            let bound = search.lower_bound();
            let Some((path, optimum)) = solution.outcome.path().zip(optimum) else {
                break solution;
            };
            let cost = verify_legs(path, &ground).map_err(|error| error.to_string())?;
            if cost > optimum + optimum {
                return Err(format!("{cost} is no first path, best {optimum}"));
            }
            if !(proved..=optimum).contains(&bound) || !(optimum..=before).contains(&cost) {
                return Err(format!("stage {stages}: {bound} <= {optimum} <= {cost}"));
            }
            improved += u32::from(stages > 0 && cost < before);
            (before, proved) = (cost, bound);
            if !search.improve_next() {
                break search.solution().unwrap();
            }
            stages += 1;
        };
        let last = exact.solve(&ground, workspace);
        // A path that is proved to be optimal stays, also where another costs as much.
        let is_same = solution.outcome == last.outcome || optimum.is_some() && stages < 4;
        if !is_same || optimum.is_some() && [before, proved].map(Some) != [optimum; 2] {
            return Err(format!("{solution:?} in the end, {last:?} at once"));
        }
    }
    Ok(improved)
}

#[test]
fn first_paths_on_the_ground_are_improved_to_the_best() {
    let found = hold("first", seeds(3303, 40), Workspace::new, by_stages);
    let found: u32 = found.iter().sum();
    assert!(found > 5, "{found}");
}

fn nearest(seed: u64, workspace: &mut Workspace) -> Result<u32, String> {
    let mut draws = Draws::new(seed);
    let (ground, resting) = ground(&mut draws);
    if resting.is_empty() {
        return Ok(0);
    }
    let start = draws.pick(&resting);
    let goals = [(); 4].map(|()| draws.pick(&resting));
    let query = Query::new(start, start).limits(Limits::none());
    let costs = goals.map(|goal| {
        let solution = Query::new(start, goal).solve(&ground, workspace);
        solution.outcome.path().map_or(Cost::MAX, Path::cost)
    });
    let least = costs.into_iter().min().filter(|cost| *cost < Cost::MAX);
    let nearest = query.solve_nearest(&goals, &ground, workspace);
    let cost = nearest.solution.outcome.path().map(Path::cost);
    let goal = nearest.goal.map(|goal| costs[goal]);
    if [cost, goal] != [least; 2] {
        return Err(format!("{nearest:?}, costs {costs:?}"));
    }
    Ok(u32::from(cost.is_some_and(|cost| cost > Cost::ZERO)))
}

#[test]
fn the_nearest_goal_on_the_ground_is_the_cheapest() {
    let found = hold("nearest", seeds(3302, 40), Workspace::new, nearest);
    let found: u32 = found.iter().sum();
    assert!(found > 10, "{found}");
}

/// Draws a walker on a plane with walls that leave it doors at their ends, as the teeth of a comb; or in hills or caves.
fn comb(draws: &mut Draws) -> (Ground, Vec<IVec3>) {
    if draws.percent(40) {
        return ground(draws);
    }
    let size = draws.vector(IVec3::new(20, 20, 5), IVec3::new(70, 40, 6));
    let mut world = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    for x in (2..size.x - 1).step_by(3 + draws.below(4_usize)) {
        let any = draws.below(size.y - 1);
        let door = draws.pick(&[0, size.y - 2, any]);
        for y in (0..size.y).filter(|y| !(door..door + 2).contains(y)) {
            let wall = CellBox::new(IVec3::new(x, y, 0), IVec3::new(x + 1, y + 1, size.z));
            world.set_box(wall, CellState::Occupied).unwrap();
        }
    }
    let world = world.commit();
    let ground = Ground::new(&world, &Locomotion::walker()).unwrap();
    let resting = world.bounds().cells().filter(|&cell| ground.can_rest(cell));
    let resting = resting.collect();
    (ground, resting)
}

/// A first path takes at most one and a half times the expansions of the exact one, whatever the slices, and the same as in
/// one; it costs at most twice as much, and is improved to the best.
fn first(seed: u64, workspace: &mut Workspace) -> Result<[u64; 2], String> {
    let mut draws = Draws::new(seed);
    let (ground, resting) = comb(&mut draws);
    let mut efforts = [0; 2];
    for _ in 0..4 {
        let exact = Query::new(draws.pick(&resting), draws.pick(&resting));
        let query = exact.anytime();
        let [best, found] = [exact, query].map(|query| query.solve(&ground, workspace));
        let [most, taken] = [&best, &found].map(|it| it.statistics.expanded);
        if 2 * taken > 3 * most {
            return Err(format!(
                "{query:?}: {taken} expansions, {most} for the best"
            ));
        }
        efforts = [efforts[0] + most, efforts[1] + taken];
        let [optimum, cost] = [&best, &found].map(|it| it.outcome.path().map(Path::cost));
        if optimum.is_some() != cost.is_some() || cost > optimum.map(|it| it * 2) {
            return Err(format!("{query:?}: {cost:?}, best {optimum:?}"));
        }
        let mut search = Search::new(&query, &ground);
        let budget = u64::from(draws.between(1_u32, 60));
        while search.step(budget).is_none() {}
        if search.solution() != Some(&found) {
            return Err(format!("{query:?}: slices of {budget} change the answer"));
        }
        if let (true, Some(optimum)) = (search.improve(Weight::ONE), optimum) {
            while search.step(budget).is_none() {}
            let costs = [search.best_so_far().cost(), search.lower_bound()];
            if costs != [optimum; 2] {
                return Err(format!("{query:?}: {costs:?} of {optimum}"));
            }
        } else if cost != optimum {
            return Err(format!(
                "{query:?}: {cost:?} of {optimum:?} is not improved"
            ));
        }
    }
    Ok(efforts)
}

#[test]
fn first_paths_on_the_ground_take_no_more_than_half_as_much_again_as_exact_ones() {
    let told = hold("first", seeds(3401, 60), Workspace::new, first);
    let [exact, first] = [0, 1].map(|which| told.iter().map(|it| it[which]).sum::<u64>());
    println!("{first} expanded for first paths, {exact} for exact ones");
}
