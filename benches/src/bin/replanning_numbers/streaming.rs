//! Chunks that come in ahead of an agent and are dropped behind it, while others search.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, ChunkCoord, Occupancy, OccupancyBuilder, Traversability};
use voxnav::replanning::SharedWorld;
use voxnav::search::Query;
use voxnav::{Limits, Outcome, UnknownPolicy, Workspace};

use super::{Options, tell};

/// Chunks of the window that is loaded, along each axis: what leaves at one end enters at the other.
const WINDOW: IVec3 = IVec3::new(13, 13, 4);
/// Planes of chunks that enter in a second, each of 52: 10^5 chunks a minute.
const PLANES: u32 = 32;
/// The planes of the world.
const LENGTH: i32 = 4000;

/// The rows of a chunk, y fastest, and what is unknown in it.
type Rows = Box<[u64; 4096]>;

static NOTHING: [u64; 4096] = [0; 4096];

pub(crate) fn measure(options: &Options, original: &Occupancy) -> Result<(), Box<dyn Error>> {
    let templates = templates(original);
    let size = WINDOW.with_x(LENGTH) * 64;
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size))?;
    builder.set_box(CellBox::from_size(size), CellState::Unknown)?;
    for x in 0..WINDOW.x {
        enter(&mut builder, x, &templates);
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary);
    let (shared, mut worker) = SharedWorld::new(&world.with_components());
    let planes = u32::try_from(options.ticks / 60)?.max(1) * PLANES;
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        scope.spawn(move || {
            while worker.wait() {
                while worker.work(4) {}
            }
        });
        let loader = shared.clone();
        let loading = scope.spawn({
            let (templates, is_over) = (&templates, &is_over);
            move || {
                let (start, mut edits, mut lags) = (Instant::now(), Vec::new(), Vec::new());
                for plane in 0..planes {
                    let due = Duration::from_secs(1) * plane / PLANES;
                    thread::sleep(due.saturating_sub(start.elapsed()));
                    let edit = Instant::now();
                    let x = plane.cast_signed();
                    loader.edit(|builder| {
                        enter(builder, x + WINDOW.x, templates);
                        let left = CellBox::new(IVec3::X * x, WINDOW.with_x(x + 1));
                        builder.set_box(
                            CellBox::new(left.min * 64, left.max * 64),
                            CellState::Unknown,
                        )
                    })?;
                    edits.push(edit.elapsed());
                    lags.push(loader.staleness(&loader.snapshot()));
                }
                is_over.store(true, Ordering::Relaxed);
                Ok::<_, voxnav::grid::OccupancyError>((start.elapsed(), edits, lags))
            }
        });
        let [pauses, queries] = searches(&shared, &is_over)?;
        drop(shared);
        let (time, edits, lags) = loading.join().map_err(|_| "the loader died")??;
        println!(
            "{} chunks in and as many out in {:.2} s; at most {} edits behind",
            planes * 52,
            time.as_secs_f64(),
            lags.into_iter().max().unwrap_or(0)
        );
        tell("taking a snapshot", &pauses);
        tell("a search of at most 2,000 expansions in it", &queries);
        tell("an edit of 104 chunks", &edits);
        Ok(())
    })
}

/// Searches in the middle of the window until it is over, and returns how long it took to get a
/// snapshot.
fn searches(
    shared: &SharedWorld,
    is_over: &AtomicBool,
) -> Result<[Vec<Duration>; 2], Box<dyn Error>> {
    let (mut pauses, mut queries) = (Vec::new(), Vec::new());
    let mut workspace = Workspace::new();
    while !is_over.load(Ordering::Relaxed) {
        let start = Instant::now();
        let snapshot = shared.snapshot();
        pauses.push(start.elapsed());
        let plane = i32::try_from(snapshot.edits)? + WINDOW.x / 2;
        let middle = CellBox::new(
            IVec3::new(plane, 6, 1) * 64,
            IVec3::new(plane + 1, 7, 2) * 64,
        );
        let free = |cell: &IVec3| snapshot.world.is_traversable(*cell);
        // Another cell each time: some are in pockets.
        let Some(from) = middle.cells().filter(free).nth(pauses.len() % 97 * 31) else {
            continue;
        };
        // Far ahead, where nothing is loaded.
        let to = from + IVec3::X * 3000;
        let query = Query::new(from, to).limits(Limits::none().expanded(2000));
        let start = Instant::now();
        let solution = query.solve(&snapshot.world, &mut workspace);
        let time = start.elapsed();
        // A pocket in the rock is known to be one, without a search.
        if !matches!(solution.outcome, Outcome::Unreachable) {
            assert!(solution.outcome.any_path().is_some(), "it gets somewhere");
            queries.push(time);
        }
        drop(snapshot);
        thread::sleep(Duration::from_millis(4));
    }
    Ok([pauses, queries])
}

fn templates(original: &Occupancy) -> Vec<Rows> {
    let chunks = original.bounds().chunks();
    let rows = |chunk: ChunkCoord| {
        let view = original.chunk(chunk);
        let mut rows: Rows = Box::new(NOTHING);
        for (index, row) in (0..).zip(rows.iter_mut()) {
            *row = view.row(CellState::Occupied, index % 64, index / 64);
        }
        rows
    };
    chunks.map(rows).collect()
}

/// Loads a plane of chunks.
fn enter(builder: &mut OccupancyBuilder, x: i32, templates: &[Rows]) {
    for (y, z) in (0..WINDOW.y).flat_map(|y| (0..WINDOW.z).map(move |z| (y, z))) {
        let index = (x * 31 + y * 7 + z).unsigned_abs() as usize % templates.len();
        builder.set_chunk(ChunkCoord(IVec3::new(x, y, z)), &templates[index], &NOTHING);
    }
}
