//! The costs of ground agents: queries against `astar` of the `pathfinding` crate, given the same
//! moves; a door; and 200 walkers with queries in every frame.

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::hint::black_box;

use clap::Parser;
use pathfinding::directed::astar::astar;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav::ground::{Ground, LegField, Locomotion, Material, MaterialKind, Successors};
use voxnav::search::Limits;
use voxnav::search::{Cost, Query};
use voxnav::{Path, Workspace};
use voxnav_benches::{Clock, Numbers};
use voxnav_search::Scheduler;
use voxnav_testkit::Draws;
use voxnav_worlds::{Distribution, GeneratedWorld};

/// Measures walkers on a world.
#[derive(Debug, Parser)]
struct Arguments {
    /// `city`, or `generated:KIND:X,Y,Z:SEED`
    #[arg(default_value = "generated:terrain:512,512,128:1")]
    world: String,
    /// The cells along a side of the city
    #[arg(long, default_value_t = 256)]
    side: i32,
    /// Queries
    #[arg(long, default_value_t = 24)]
    queries: usize,
    /// The number of times that queries are asked again
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Frames of the walkers
    #[arg(long, default_value_t = 300)]
    frames: usize,
    /// The time to measure
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let world = match arguments.world.as_str() {
        "city" => city(arguments.side, &mut Draws::new(1))?,
        name => name.parse::<GeneratedWorld>()?.world()?,
    };
    let mut numbers = Numbers::new(&arguments.world, arguments.clock);
    let ground = Ground::new(&world, &Locomotion::walker())?;
    numbers.time("all standing cells", || ground.stances().derive_all());
    let (apart, seed) = (
        Ground::new(&world, &Locomotion::walker())?,
        roaming(&ground),
    );
    let mark = || apart.with_landmarks(seed, 8);
    let marked = numbers.time("8 landmarks", mark)?;
    let bytes = marked.landmark_bytes();
    numbers.note("8 landmarks", format!("{bytes} bytes"));
    queries(&ground, &marked, &arguments, &mut numbers)?;
    door(&world, &ground, &mut numbers)?;
    for (name, ground) in [("", &ground), (" with landmarks", &marked)] {
        for budget in [None, Some(2000)] {
            frames(name, ground, budget, arguments.frames, &mut numbers);
        }
    }
    numbers.print();
    Ok(())
}

fn bounds_of(ground: &Ground) -> CellBox {
    ground.stances().occupancy().bounds()
}

/// Draws a cell to stand on.
fn rest(ground: &Ground, draws: &mut Draws) -> IVec3 {
    let most = bounds_of(ground).max;
    let mut settled = || {
        let above = IVec3::new(draws.below(most.x), draws.below(most.y), most.z - 3);
        ground.settled(above, u32::MAX)
    };
    std::iter::repeat_with(&mut settled)
        .find_map(|cell| cell)
        .unwrap_or_default()
}

/// Draws a cell from which there is some way to go.
fn roaming(ground: &Ground) -> IVec3 {
    let (mut draws, few) = (Draws::new(4), Limits::none().expanded(5000));
    let roams = |seed: &IVec3| LegField::to_nearest_of(&ground.moves(), [*seed], few).is_err();
    let mut cells = std::iter::repeat_with(|| rest(ground, &mut draws));
    cells.find(roams).unwrap_or_default()
}

/// Measures queries over ground that no query came to before, again, and over the same with landmarks; and
/// the same given to a peer.
fn queries(
    ground: &Ground,
    marked: &Ground,
    arguments: &Arguments,
    numbers: &mut Numbers,
) -> Result<(), Box<dyn Error>> {
    let mut draws = Draws::new(2);
    let mut workspace = Workspace::new();
    for _ in 0..arguments.queries {
        let ends @ [start, goal] = [(); 2].map(|()| rest(ground, &mut draws));
        let mut ask = |case: &str, ground: &Ground, numbers: &mut Numbers| {
            let (moves, query) = (ground.moves(), Query::new(start, goal));
            let solution = numbers.time(case, || query.solve(&moves, &mut workspace));
            solution.outcome.path().map(Path::cost)
        };
        let cost = ask("a query, first", ground, numbers);
        let _ = ask("with landmarks, first", marked, numbers);
        for _ in 0..arguments.rounds {
            let again = ask("a query, again", ground, numbers);
            let by_landmarks = ask("with landmarks, again", marked, numbers);
            let peer = numbers.time("pathfinding, again", || by_pathfinding(ground, ends));
            if [again, by_landmarks, peer] != [cost; 3] {
                return Err(format!("{start} to {goal}: costs differ").into());
            }
        }
    }
    Ok(())
}

/// Returns the cost of the path by `astar` of the `pathfinding` crate.
fn by_pathfinding(ground: &Ground, [start, end]: [IVec3; 2]) -> Option<Cost> {
    let (moves, listed) = (ground.moves(), RefCell::new(Vec::new()));
    let goal = CellBox::of_cell(end);
    let answer = astar(
        &start,
        |&cell| {
            let mut listed = listed.borrow_mut();
            listed.clear();
            moves.moves_from(cell, &mut listed);
            let successors = listed.iter().map(|it| (it.to, it.cost.raw()));
            successors.collect::<Vec<_>>()
        },
        |&cell| moves.estimate(cell, &goal).raw(),
        |&cell| cell == end,
    );
    answer.map(|(_, cost)| Cost::from_raw(cost))
}

/// Measures a door closed and opened in the middle of the world, and the first question there.
fn door(world: &Occupancy, ground: &Ground, numbers: &mut Numbers) -> Result<(), Box<dyn Error>> {
    let at = (world.bounds().max / 2).with_z(20);
    let (mut world, mut ground) = (world.clone(), ground.clone());
    for state in [CellState::Occupied, CellState::Free].repeat(20) {
        let mut edit = world.edit();
        edit.set_box(CellBox::new(at, at + IVec3::new(1, 2, 2)), state)?;
        ground = numbers.time("a door", || {
            world = edit.commit();
            ground.updated(&world)
        })?;
        let ask = || ground.can_rest(at + IVec3::Z * 2);
        numbers.time("the first question at the door", ask);
    }
    Ok(())
}

/// Measures 200 walkers, each of which requests a route to a goal within 40 cells every tenth frame:
/// each answered at once, or all within a budget of expansions a frame.
fn frames(name: &str, ground: &Ground, budget: Option<u64>, count: usize, numbers: &mut Numbers) {
    let (mut draws, bounds) = (Draws::new(3), bounds_of(ground));
    let walkers = [(); 200].map(|()| rest(ground, &mut draws));
    let mut queries = Vec::new();
    for walker in walkers {
        let near = draws.vector(IVec3::new(-40, -40, 0), IVec3::new(40, 40, 0));
        let above = (walker + near).clamp(bounds.min, bounds.max - 1);
        let goal = ground.settled(above.with_z(bounds.max.z - 3), u32::MAX);
        let query = Query::new(walker, goal.unwrap_or(walker));
        queries.push(query.limits(Limits::none().expanded(2000)));
    }
    let how = budget.map_or("at once".to_owned(), |most| format!("within {most}"));
    let case = format!("a frame of 200 walkers{name}, {how}");
    let (mut workspace, mut scheduler) = (Workspace::new(), Scheduler::new());
    // Which walker waits for which answer since which frame.
    let (mut asked, mut waits) = (HashMap::new(), Vec::new());
    let mut is_waiting = [false; 200];
    for frame in 0..count {
        numbers.time(&case, || {
            for number in (frame % 10..queries.len()).step_by(10) {
                if budget.is_none() {
                    black_box(queries[number].solve(ground, &mut workspace));
                } else if !std::mem::replace(&mut is_waiting[number], true) {
                    asked.insert(scheduler.add(&queries[number], ground), (number, frame));
                }
            }
            for (ticket, _) in scheduler.step(budget.unwrap_or(0)) {
                if let Some((number, since)) = asked.remove(&ticket) {
                    is_waiting[number] = false;
                    waits.push((frame - since) as u64);
                }
            }
        });
    }
    if budget.is_some() {
        let waits = Distribution::of_counts(&waits);
        let [median, p99] = [waits.median(), waits.quantile(0.99)];
        numbers.note(
            &case,
            format!("answers after {median:.0} frames, p99 {p99:.0}"),
        );
    }
}

/// Makes houses with flat roofs and stairs on terraces, walls with gates, ponds and mud.
fn city(side: i32, draws: &mut Draws) -> Result<Occupancy, Box<dyn Error>> {
    let bounds = CellBox::from_size(IVec3::new(side, side, 64));
    let mut builder = OccupancyBuilder::new(bounds)?;
    let water = builder.add_material(Material::new("water", MaterialKind::Liquid))?;
    let within = |min: [i32; 3], max: [i32; 3]| {
        CellBox::new(IVec3::from(min), IVec3::from(max)).intersection(&bounds)
    };
    let height = |at: i32| 4 + at * 8 / side;
    // Terraces, one cell higher each.
    for x in 0..side {
        builder.set_box(
            within([x, 0, 0], [x + 1, side, height(x)]),
            CellState::Occupied,
        )?;
    }
    for _ in 0..side / 2 {
        let [x, y] = [0, 1].map(|_| draws.below(side - 30));
        let [wide, deep] = [0, 1].map(|_| draws.between(6, 26));
        let base = height(x);
        match draws.below(6) {
            0 => {
                let pond = within([x, y, base - 3], [x + wide, y + deep, base]);
                builder.set_material_box(pond, water)?;
            }
            1 => {
                let wall = within([x, y, 0], [x + draws.between(30, 120), y + 2, base + 6]);
                builder.set_box(wall, CellState::Occupied)?;
                let [left, right] = [x + 9, x + 12];
                let gate = within([left, y, height(left)], [right, y + 2, height(right) + 3]);
                builder.set_box(gate, CellState::Free)?;
            }
            _ => {
                let high = draws.between(3, 30);
                let house = within([x, y, 0], [x + wide, y + deep, base + high]);
                builder.set_box(house, CellState::Occupied)?;
                for step in 0..high.min(wide) {
                    let top = [x + step + 1, y, base + step + 1];
                    builder.set_box(within([x + step, y - 2, 0], top), CellState::Occupied)?;
                }
            }
        }
    }
    Ok(builder.commit())
}
