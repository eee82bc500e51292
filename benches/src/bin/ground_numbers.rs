//! The costs of agents on the ground: mean and median query against `astar` of the `pathfinding` crate,
//! given the same moves, in a walled city or on generated terrain; standing cells of the whole world; a
//! door; and 200 walkers that ask in every frame.
//!
//! `cargo run --release -p voxnav-benches --bin ground_numbers [-- SIDE [QUERIES [city|terrain [alone]]]]`

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints what it measured, and must not run where it cannot be set up"
)]

use std::cell::RefCell;
use std::time::{Duration, Instant};

use pathfinding::directed::astar::astar;
use voxnav::Limits;
use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav::ground::{Ground, LegField, Locomotion, Material, MaterialKind, Successors};
use voxnav::search::{Cost, Query, Scheduler};
use voxnav_testkit::Draws;
use voxnav_worlds::GeneratedWorld;

/// The number of times a query is asked again.
const ROUNDS: u32 = 3;
/// Cells of height.
const HEIGHT: i32 = 64;
/// The same of generated terrain.
const TERRAIN: i32 = 128;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: i32| arguments.next().map_or(usual, |text| text.parse().unwrap());
    let (side, queries) = (number(512), number(100));
    let (name, world) = match arguments.next() {
        None => ("city", city(side, &mut Draws::new(1))),
        Some(name) if name == "city" => ("city", city(side, &mut Draws::new(1))),
        Some(name) => {
            let terrain = format!("generated:{name}:{side},{side},{TERRAIN}:1");
            let terrain: GeneratedWorld = terrain.parse().unwrap();
            ("terrain", terrain.world().unwrap())
        }
    };
    let height = world.bounds().size().z;
    let walker = Locomotion::walker();
    let started = Instant::now();
    let ground = Ground::new(&world, &walker).unwrap();
    ground.stances().derive_all();
    println!(
        "{name} of {side} x {side} x {height}: standing cells of {:.1} million cells in {:.1} ms",
        f64::from(side) * f64::from(side) * f64::from(height) / 1e6,
        started.elapsed().as_secs_f64() * 1e3
    );
    // Where the agent stands is known by now, where its moves lead is not.
    let fresh = ground.clone();
    if arguments.next().is_some_and(|argument| argument == "alone") {
        queried(&fresh, None, queries, side);
        return;
    }
    let started = Instant::now();
    let apart = Ground::new(&world, &walker).unwrap();
    let marked = with_landmarks(&apart, side);
    println!(
        "{} landmarks: {:.1} ms, {:.1} MB",
        marked.landmarks().len(),
        started.elapsed().as_secs_f64() * 1e3,
        f64::from(u32::try_from(marked.landmark_bytes()).unwrap()) / 1e6
    );
    queried(&fresh, Some(&marked), queries, side);
    door(&world, &ground);
    for ground in [&ground, &marked] {
        frames(ground, side, None);
        frames(ground, side, Some(2000));
    }
}

/// Makes houses with flat roofs and stairs on terraces, walls with gates, ponds and mud.
fn city(side: i32, draws: &mut Draws) -> Occupancy {
    let bounds = CellBox::from_size(IVec3::new(side, side, HEIGHT));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let water = builder
        .add_material(Material::new("water", MaterialKind::Liquid))
        .unwrap();
    let solid = |builder: &mut OccupancyBuilder, min: IVec3, max: IVec3, state| {
        let cells = CellBox::new(min, max).intersection(&bounds);
        builder.set_box(cells, state).unwrap();
    };
    let height = |at: i32| 4 + at * 8 / side;
    // Terraces, one cell higher each.
    for x in 0..side {
        solid(
            &mut builder,
            IVec3::new(x, 0, 0),
            IVec3::new(x + 1, side, height(x)),
            CellState::Occupied,
        );
    }
    for _ in 0..side / 2 {
        let [x, y] = [0, 1].map(|_| draws.below(side - 30));
        let [wide, deep] = [0, 1].map(|_| draws.between(6, 26));
        let base = height(x);
        match draws.below(6) {
            0 => {
                let pond = CellBox::new(
                    IVec3::new(x, y, base - 3),
                    IVec3::new(x + wide, y + deep, base),
                );
                builder
                    .set_material_box(pond.intersection(&bounds), water)
                    .unwrap();
            }
            1 => {
                // A wall with a gate.
                let end = x + draws.between(30, 120);
                solid(
                    &mut builder,
                    IVec3::new(x, y, 0),
                    IVec3::new(end, y + 2, base + 6),
                    CellState::Occupied,
                );
                solid(
                    &mut builder,
                    IVec3::new(x + 9, y, height(x + 9)),
                    IVec3::new(x + 12, y + 2, height(x + 12) + 3),
                    CellState::Free,
                );
            }
            _ => {
                let high = draws.between(3, 30);
                solid(
                    &mut builder,
                    IVec3::new(x, y, 0),
                    IVec3::new(x + wide, y + deep, base + high),
                    CellState::Occupied,
                );
                for step in 0..high.min(wide) {
                    let at = IVec3::new(x + step, y - 2, 0);
                    let top = IVec3::new(x + step + 1, y, base + step + 1);
                    solid(&mut builder, at.max(IVec3::ZERO), top, CellState::Occupied);
                }
            }
        }
    }
    builder.commit()
}

fn rest(ground: &Ground, side: i32, draws: &mut Draws) -> IVec3 {
    loop {
        let top = ground.stances().occupancy().bounds().max.z - 3;
        let above = IVec3::new(draws.below(side), draws.below(side), top);
        if let Some(cell) = ground.settled(above, u32::MAX) {
            return cell;
        }
    }
}

/// Adds landmarks among the cells that can be reached from the first place that has some way to go.
fn with_landmarks(ground: &Ground, side: i32) -> Ground {
    let mut draws = Draws::new(4);
    let mut seed = rest(ground, side, &mut draws);
    let roams = |seed: IVec3| {
        let far = LegField::to_nearest_of(&ground.moves(), [seed], Limits::none().expanded(5000));
        far.is_err()
    };
    while !roams(seed) {
        seed = rest(ground, side, &mut draws);
    }
    ground.clone().with_landmarks(seed, 8).unwrap()
}

/// Measures queries by voxnav over ground that no query came to before, again, and over the same with
/// landmarks; and the same given to a peer. But for the first, the fastest of some rounds counts, so that all
/// moves are worked out by then and what else the machine does counts little.
fn queried(fresh: &Ground, marked: Option<&Ground>, queries: i32, side: i32) {
    let mut draws = Draws::new(2);
    let ends: Vec<_> = (0..queries)
        .map(|_| [(); 2].map(|()| rest(fresh, side, &mut draws)))
        .collect();
    let mut workspace = Workspace::new();
    let mut costs = Vec::new();
    let grounds = [
        ("voxnav, first", Some(fresh), 1),
        ("voxnav, again", Some(fresh), ROUNDS),
        ("voxnav, landmarks", marked, 1 + ROUNDS),
    ];
    for (name, ground, rounds) in grounds {
        let Some(ground) = ground else { continue };
        let (mut times, mut expanded) = (Vec::new(), 0);
        for (number, &[start, goal]) in ends.iter().enumerate() {
            let moves = ground.moves();
            let query = Query::new(start, goal);
            let ask = || query.solve(&moves, &mut workspace);
            let (time, solution) = fastest(rounds, ask);
            times.push(time);
            expanded += solution.statistics.expanded;
            let cost = solution.outcome.path().map(voxnav::Path::cost);
            if number == costs.len() {
                costs.push(cost);
            }
            assert_eq!(cost, costs[number], "{start} to {goal}");
        }
        report(name, &mut times, expanded);
    }
    println!("{} of them have a way", costs.iter().flatten().count());
    if marked.is_none() {
        return;
    }
    let (mut times, mut asked) = (Vec::new(), 0);
    for (&ends, cost) in ends.iter().zip(costs) {
        let (time, (found, cells)) = fastest(1 + ROUNDS, || by_pathfinding(fresh, ends));
        times.push(time);
        asked += cells;
        assert_eq!(found, cost, "{ends:?}");
    }
    report("pathfinding", &mut times, asked);
}

/// Returns the shortest time that something took in some rounds, and what came of it.
fn fastest<T>(rounds: u32, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let started = Instant::now();
        let answer = run();
        (started.elapsed(), answer)
    };
    let first = timed();
    let others = (1..rounds).map(|_| timed());
    others.fold(
        first,
        |best, other| if other.0 < best.0 { other } else { best },
    )
}

/// Returns the cost of the path by `astar` of the `pathfinding` crate, and the number of cells that it
/// asked for moves.
fn by_pathfinding(ground: &Ground, [start, end]: [IVec3; 2]) -> (Option<Cost>, u64) {
    let (moves, listed) = (ground.moves(), RefCell::new(Vec::new()));
    let goal = CellBox::of_cell(end);
    let mut asked = 0;
    let answer = astar(
        &start,
        |&cell| {
            asked += 1;
            let mut listed = listed.borrow_mut();
            listed.clear();
            moves.moves_from(cell, &mut listed);
            listed
                .iter()
                .map(|listed| (listed.to, listed.cost.raw()))
                .collect::<Vec<_>>()
        },
        |&cell| moves.estimate(cell, &goal).raw(),
        |&cell| cell == end,
    );
    (answer.map(|(_, cost)| Cost::from_raw(cost)), asked)
}

fn report(name: &str, times: &mut [Duration], expanded: u64) {
    times.sort();
    let mean = times.iter().sum::<Duration>() / u32::try_from(times.len()).unwrap();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{name}: {} queries: mean {:.3} ms, median {:.3}, worst {:.3}, {expanded} expanded",
        times.len(),
        ms(mean),
        ms(times[times.len() / 2]),
        ms(times[times.len() - 1]),
    );
}

/// Measures a door closed and opened in the middle of the world, and the first question there.
fn door(world: &Occupancy, ground: &Ground) {
    let at = IVec3::new(world.bounds().max.x / 2, world.bounds().max.y / 2, 20);
    let (mut world, mut ground) = (world.clone(), ground.clone());
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..40 {
        let state = if round % 2 == 0 {
            CellState::Occupied
        } else {
            CellState::Free
        };
        let mut edit = world.edit();
        edit.set_box(CellBox::new(at, at + IVec3::new(1, 2, 2)), state)
            .unwrap();
        let started = Instant::now();
        world = edit.commit();
        ground = ground.updated(&world).unwrap();
        times[0].push(started.elapsed());
        let started = Instant::now();
        std::hint::black_box(ground.can_rest(at + IVec3::Z * 2));
        times[1].push(started.elapsed());
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1e3
    };
    let [edit, first] = &mut times;
    println!(
        "a door: {:.3} ms, the first question there {:.3} ms",
        median(edit),
        median(first)
    );
}

/// Measures 200 walkers, of whom each asks anew every tenth frame for a way to somewhere within 40 cells: each
/// answered at once, or all within a budget of expansions a frame.
fn frames(ground: &Ground, side: i32, budget: Option<u64>) {
    let mut draws = Draws::new(3);
    let walkers: Vec<_> = (0..200).map(|_| rest(ground, side, &mut draws)).collect();
    let mut goals = Vec::new();
    for walker in &walkers {
        let near = draws.vector(IVec3::new(-40, -40, 0), IVec3::new(40, 40, 0));
        let above = (walker + near)
            .clamp(IVec3::ZERO, IVec3::splat(side - 1))
            .with_z(ground.stances().occupancy().bounds().max.z - 3);
        goals.push(ground.settled(above, u32::MAX).unwrap_or(*walker));
    }
    let (mut workspace, mut times) = (Workspace::new(), Vec::new());
    let mut scheduler = Scheduler::new();
    // In which frame each walker asked for the way that it waits for.
    let mut asked = vec![None; walkers.len()];
    let mut waits = Vec::new();
    for frame in 0..300 {
        let started = Instant::now();
        for number in (frame % 10..walkers.len()).step_by(10) {
            let query = Query::new(walkers[number], goals[number]);
            let query = query.limits(Limits::none().expanded(2000));
            if budget.is_none() {
                std::hint::black_box(query.solve(ground, &mut workspace));
            } else if asked[number].is_none() {
                asked[number] = Some((scheduler.add(&query, ground), frame));
            }
        }
        for (ticket, _) in scheduler.step(budget.unwrap_or(0)) {
            let waiting = asked
                .iter_mut()
                .find(|asked| asked.is_some_and(|(other, _)| other == ticket));
            let (_, since) = waiting.unwrap().take().unwrap();
            waits.push(frame - since);
        }
        times.push(started.elapsed());
    }
    times.sort();
    waits.sort_unstable();
    let ms = |place: usize| times[place].as_secs_f64() * 1e3;
    let how = match budget {
        None => "20 answered in each frame".to_owned(),
        Some(budget) => format!(
            "{budget} expansions a frame, {} answers after {} frames (median) and {} (p99)",
            waits.len(),
            waits[waits.len() / 2],
            waits[waits.len() * 99 / 100]
        ),
    };
    println!(
        "200 walkers, {how}: median {:.2} ms, p99 {:.2} ms",
        ms(150),
        ms(297)
    );
}
