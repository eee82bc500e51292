//! Requests with a common goal, and the field that may answer them.

use std::error::Error;
use std::time::Duration;

use voxnav::Algorithm;
use voxnav::batch::{PathDetail, Request, Sharing, Source};
use voxnav::fields::{CostField, FieldQuery};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Traversability};
use voxnav::search::Query;
use voxnav_benches::report::in_milliseconds;
use voxnav_benches::world::LoadedWorld;

use crate::{batch, check, plain, ratio, report, timed};

/// Goals that are tried: what a single query takes depends on where the goal lies.
const GOALS: usize = 5;
/// Queries by which the time of plain A* is judged.
const PLAIN_SAMPLE: usize = 200;

fn to_goal(starts: &[IVec3], goal: IVec3, count: usize) -> Vec<Request<'static>> {
    let starts = starts.iter().take(count);
    starts
        .map(|&start| Query::new(start, goal).into())
        .collect()
}

/// Measures agents from everywhere to one goal, for a few goals.
pub(crate) fn one_goal(
    world: &Traversability,
    cells: &[IVec3],
    count: usize,
) -> Result<(), Box<dyn Error>> {
    for &goal in cells.iter().take(GOALS) {
        let requests = to_goal(&cells[GOALS.min(cells.len())..], goal, count);
        println!("\n{} agents to {goal}", requests.len());
        plain(world, &requests[..requests.len() / 20]);
        let (expected, single) = timed(|| plain(world, &requests));
        report("single queries", requests.len(), single, single);
        let sample = requests.iter().take(PLAIN_SAMPLE).map(|request| {
            let query = request.query.algorithm(Algorithm::AStar);
            Request::from(query)
        });
        let sample = sample.collect::<Vec<_>>();
        let (_, by_a_star) = timed(|| plain(world, &sample));
        report("single queries, plain A*", sample.len(), by_a_star, single);
        for keep in [PathDetail::Cost, PathDetail::FirstStep, PathDetail::Path] {
            let batch = batch(world, 1, Sharing::WhereCheaper)?.detail(keep);
            let (answers, time) = timed(|| batch.solve(&requests));
            let answers = answers?;
            check(&answers, &expected)?;
            report(
                &format!("shared, 1 thread, {keep:?}"),
                requests.len(),
                time,
                single,
            );
            let by_field = answers
                .iter()
                .filter(|answer| answer.source == Source::Field);
            println!("{:28} {} by field", "", by_field.count());
        }
    }
    Ok(())
}

/// Measures from which group size on a field is cheaper, for agents all over the world and for
/// agents near the goal.
pub(crate) fn group_sizes(world: &Traversability, cells: &[IVec3]) -> Result<(), Box<dyn Error>> {
    println!("\ngroups: processor time of the batch with sharing over that of single queries");
    for reach in [32, i32::MAX] {
        for size in [16, 64, 256, 1024] {
            let goal = cells[0];
            let near = |cell: &&IVec3| (**cell - goal).abs().max_element() <= reach;
            let starts = cells[1..].iter().filter(near).copied().collect::<Vec<_>>();
            let requests = to_goal(&starts, goal, size);
            if requests.len() < size {
                continue;
            }
            let batch = batch(world, 1, Sharing::WhereCheaper)?;
            batch.solve(&requests)?;
            plain(world, &requests);
            let (expected, single) = timed(|| plain(world, &requests));
            let (answers, shared) = timed(|| batch.solve(&requests));
            let answers = answers?;
            check(&answers, &expected)?;
            let by_field = answers
                .iter()
                .filter(|answer| answer.source == Source::Field);
            println!(
                "within {reach:10}, {size:5} agents: {:7.3}  ({:9.1} us a single query, {} by field)",
                ratio(shared.processor, single.processor),
                single.processor.as_secs_f64() * 1e6 / f64::from(u32::try_from(size)?),
                by_field.count(),
            );
        }
    }
    Ok(())
}

/// Measures a field over the whole world: what making it takes, what its answers take, and what
/// repairs do.
pub(crate) fn fields(loaded: &LoadedWorld, cells: &[IVec3]) -> Result<(), Box<dyn Error>> {
    let world = &loaded.traversability;
    let goal = *cells.first().ok_or("no cells")?;
    let (field, taken) = timed(|| FieldQuery::to_nearest_of([goal]).solve(world));
    let field = field?;
    let expanded = field.statistics().expanded;
    println!(
        "\nfield to {goal}: {:.3} s, {expanded} expansions, {:.1} ns each, {} MiB",
        taken.processor.as_secs_f64(),
        nanoseconds(taken.processor, usize::try_from(expanded)?),
        field.memory_bytes() >> 20,
    );
    let asked = &cells[..cells.len().min(100_000)];
    let flow = field.flow(world)?;
    let (known, costs) = timed(|| asked.iter().filter_map(|&cell| flow.cost(cell)).count());
    let (moves, steps) = timed(|| {
        asked
            .iter()
            .filter_map(|&cell| flow.next_move(cell))
            .count()
    });
    let (paths, path_time) = timed(|| {
        let paths = asked.iter().filter_map(|&cell| flow.path(cell));
        paths.map(|path| path.move_count()).sum::<u64>()
    });
    println!(
        "reading it at {} cells: cost {:.1} ns ({known} have one), next move {:.1} ns ({moves} have one), \
         path {:.1} ns, {:.2} ns a move",
        asked.len(),
        nanoseconds(costs.processor, asked.len()),
        nanoseconds(steps.processor, asked.len()),
        nanoseconds(path_time.processor, asked.len()),
        nanoseconds(path_time.processor, usize::try_from(paths)?),
    );
    repairs(loaded, field, goal, &cells[1..cells.len().min(41)])
}

#[expect(clippy::cast_precision_loss, reason = "a time for people")]
fn nanoseconds(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e9 / count.max(1) as f64
}

/// Measures boxes set to occupied and back, each followed by a repair of the field.
fn repairs(
    loaded: &LoadedWorld,
    mut field: CostField,
    goal: IVec3,
    places: &[IVec3],
) -> Result<(), Box<dyn Error>> {
    let mut world = loaded.traversability.clone();
    let bounds = loaded.occupancy.bounds();
    for side in [1, 4, 16] {
        let (mut times, mut expanded) = (Vec::new(), 0);
        for &place in places {
            let cells = CellBox::new(place, place + side).intersection(&bounds);
            let mut edit = loaded.occupancy.edit();
            edit.set_box(cells, CellState::Occupied)?;
            edit.set(goal, CellState::Free)?;
            for occupancy in [edit.commit(), loaded.occupancy.clone()] {
                let edited = world.refreshed(&occupancy);
                let (repaired, taken) = timed(|| field.updated(&edited));
                field = repaired?;
                expanded += field.statistics().expanded;
                times.push(taken.processor);
                world = edited;
            }
        }
        let count = u64::try_from(times.len())?;
        let times = in_milliseconds(&times);
        println!(
            "repair after a box of {side}^3 came or went: median {:.3} ms, longest {:.3} ms, {} expansions in the mean",
            times.median(),
            times.max(),
            expanded / count.max(1),
        );
    }
    Ok(())
}
