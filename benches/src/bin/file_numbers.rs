//! What `.voxnav` files cost: bytes, loading until a query can be answered, and saving after an edit.
//!
//! Takes map files, or names such as `generated:caves:1024,1024,512:1`, which are written to a file slab
//! by slab first. Prints a few lines for each, and in the end the peak of memory: run a world that is to
//! be measured by that alone, with `--only-load FILE` once the file is there.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use voxnav::grid::{CellBox, CellState, Traversability};
use voxnav::search::Query;
use voxnav::{CornerRule, MoveSet, Outcome, UnknownPolicy, Workspace};
use voxnav_benches::memory::peak_resident_bytes;
use voxnav_benches::world::WorldSource;
use voxnav_formats::read_map;
use voxnav_store::{World, WorldFile, Writer};
use voxnav_worlds::{GeneratedWorld, WorldStream, random_free_cells};

/// How often each is measured; the median is told.
const TIMES: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let mut sources = std::env::args().skip(1);
    while let Some(source) = sources.next() {
        if source == "--only-load" {
            let path = PathBuf::from(sources.next().unwrap_or_default());
            load(&path, 1, &mut out)?;
            continue;
        }
        let name = format!("voxnav-file-numbers-{}.voxnav", std::process::id());
        let path = std::env::temp_dir().join(name);
        let begin = Instant::now();
        match source.parse()? {
            WorldSource::File(map) => World::new(read_map(map)?).save(&path)?,
            WorldSource::Generated(named) => stream(&named, &path)?,
        }
        writeln!(
            out,
            "{source}: read or made, and written in {:?}",
            begin.elapsed()
        )?;
        load(&path, TIMES, &mut out)?;
        save(&path, &mut out)?;
        fs::remove_file(&path)?;
    }
    if let Some(peak) = peak_resident_bytes() {
        writeln!(out, "peak of memory: {} MB", peak / 1_000_000)?;
    }
    Ok(())
}

/// Writes a world that need not fit in memory.
fn stream(named: &GeneratedWorld, path: &Path) -> Result<(), Box<dyn Error>> {
    let bounds = CellBox::from_size(named.size);
    let file = BufWriter::new(File::create(path)?);
    let mut writer = Writer::new(file, bounds, CellState::Occupied)?;
    for slab in WorldStream::new(named.kind, named.size, named.seed)? {
        writer.part(&slab?)?;
    }
    writer.finish()?.flush()?;
    Ok(())
}

fn load(path: &Path, times: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (mut loading, mut deriving, mut answering) = (Vec::new(), Vec::new(), Vec::new());
    let mut told = String::new();
    for _ in 0..times {
        let begin = Instant::now();
        let world = World::load(path)?;
        loading.push(begin.elapsed());
        let begin = Instant::now();
        let cells = Traversability::new(&world.occupancy, UnknownPolicy::Blocked);
        deriving.push(begin.elapsed());
        let ends = random_free_cells(&world.occupancy, 1, 2);
        let [start, goal] = <[_; 2]>::try_from(ends).map_err(|_| "no two free cells")?;
        let begin = Instant::now();
        let solution = Query::new(start, goal).solve(&cells, &mut Workspace::new());
        answering.push(begin.elapsed());
        let answer = match solution.outcome {
            Outcome::Found(path) => {
                path.verify(&cells, MoveSet::default(), CornerRule::default(), None)?;
                format!("a path of length {:.1}", path.cost().length())
            }
            _ => "no path".to_owned(),
        };
        told = format!(
            "{} cells, {} bytes of occupancy, {} bytes of traversability; {start} to {goal}: {answer}",
            world.occupancy.bounds().volume(),
            world.occupancy.memory_bytes(),
            cells.memory_bytes(),
        );
    }
    let size = fs::metadata(path)?.len();
    writeln!(out, "  {size} bytes; {told}")?;
    let [loading, deriving, answering] = [loading, deriving, answering].map(median);
    writeln!(
        out,
        "  loaded in {loading:?}, ready for queries in {:?}, first query {answering:?}",
        loading + deriving
    )?;
    Ok(())
}

/// Saves the world after an edit of one cell in the middle.
fn save(path: &Path, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut file = WorldFile::open(path)?;
    let mut world = file.load()?;
    let bounds = world.occupancy.bounds();
    let middle = bounds.min + (bounds.max - bounds.min) / 2;
    let mut times = Vec::new();
    let mut last = None;
    for _ in 0..TIMES {
        let other = match world.occupancy.state(middle) {
            CellState::Free => CellState::Occupied,
            _ => CellState::Free,
        };
        let mut edit = world.occupancy.edit();
        edit.set(middle, other)?;
        world.occupancy = edit.commit();
        let begin = Instant::now();
        last = Some(file.save(&world)?);
        times.push(begin.elapsed());
    }
    writeln!(
        out,
        "  after an edit saved in {:?}: {last:?}",
        median(times)
    )?;
    if World::load(path)?.to_bytes()? != world.to_bytes()? {
        return Err("the world that was saved is another one".into());
    }
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
