//! The costs of `.voxnav` files: bytes, loading until a query can be answered, and saving after an
//! edit.
//!
//! Takes map files, or names such as `generated:caves:1024,1024,512:1`, which are written to a file slab
//! by slab first. Prints a few lines for each, and in the end the peak of memory: run a world that is to
//! be measured by that alone, with `--only-load FILE` once the file is there. `--write FILE NAME` makes such
//! a file; `--on-demand FILE MEGABYTES` and `--whole FILE` time the same searches over a world that is loaded
//! on demand and over the world held whole.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Footprint, Traversability};
use voxnav::search::{Query, SearchSettings, Solution};
use voxnav::{CornerRule, MoveSet, Outcome, UnknownPolicy, Workspace};
use voxnav_benches::memory::peak_resident_bytes;
use voxnav_benches::world::WorldSource;
use voxnav_formats::read_map;
use voxnav_store::{Reader, World, WorldFile, WorldOnDemand, Writer};
use voxnav_worlds::{GeneratedWorld, WorldStream, random_free_cells};

/// The number of times each is measured; the median is printed.
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
        if source == "--write" {
            let path = PathBuf::from(sources.next().unwrap_or_default());
            stream(&sources.next().unwrap_or_default().parse()?, &path)?;
            continue;
        }
        if source == "--on-demand" {
            let path = PathBuf::from(sources.next().unwrap_or_default());
            let megabytes: usize = sources.next().unwrap_or_default().parse()?;
            search_on_demand(&path, megabytes * 1_000_000, &mut out)?;
            continue;
        }
        if source == "--whole" {
            let path = PathBuf::from(sources.next().unwrap_or_default());
            search_whole(&path, &mut out)?;
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
        derive(&path, &mut out)?;
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

/// The number of searches timed over a world that is loaded on demand; those between blocked cells are
/// not counted.
const SEARCHES: usize = 40;

/// Draws pairs of cells of a world, free or not.
fn pairs(bounds: CellBox) -> impl Iterator<Item = [IVec3; 2]> {
    let size = (bounds.max - bounds.min).as_u64vec3();
    let mut state = 1_u64;
    let mut draw = move |below: u64| {
        // The generator of Knuth's MMIX.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((state >> 33) % below).unwrap_or_default()
    };
    std::iter::repeat_with(move || {
        [0, 1].map(|_| bounds.min + IVec3::new(draw(size.x), draw(size.y), draw(size.z)))
    })
}

/// Times searches, and tells what they found.
fn search(
    bounds: CellBox,
    mut solve: impl FnMut([IVec3; 2]) -> Result<Solution, Box<dyn Error>>,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let (mut times, mut found, mut cost, mut expanded) = (Vec::new(), 0, 0_u128, 0);
    for ends in pairs(bounds) {
        let begin = Instant::now();
        let solution = solve(ends)?;
        match solution.outcome {
            Outcome::InvalidEnd(_) => continue,
            Outcome::Found(path) => {
                found += 1;
                cost += u128::from(path.cost().raw());
            }
            _ => {}
        }
        times.push(begin.elapsed());
        expanded += solution.statistics.expanded;
        if times.len() == SEARCHES {
            break;
        }
    }
    let total: Duration = times.iter().sum();
    let most = times.iter().max().copied().unwrap_or_default();
    writeln!(
        out,
        "  {SEARCHES} searches in {total:?}, median {:?}, longest {most:?}; {expanded} expanded, {found} paths of {cost} together",
        median(times)
    )?;
    Ok(())
}

fn search_on_demand(path: &Path, most: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let begin = Instant::now();
    let reader = Reader::open(File::open(path)?)?;
    let bounds = reader.bounds();
    let mut world = WorldOnDemand::new(reader, Footprint::ONE, UnknownPolicy::Blocked, most)?;
    writeln!(out, "{}: opened in {:?}", path.display(), begin.elapsed())?;
    let mut workspace = Workspace::new();
    let solve = |ends| Ok(world.solve(ends, SearchSettings::default(), &mut workspace)?);
    search(bounds, solve, out)?;
    writeln!(
        out,
        "  {} chunks read, {} held in {} MB of {}",
        world.chunks_read(),
        world.chunks_loaded(),
        world.memory_bytes() / 1_000_000,
        most / 1_000_000
    )?;
    Ok(())
}

fn search_whole(path: &Path, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let begin = Instant::now();
    let world = World::load(path)?;
    let cells = Traversability::new(&world.occupancy, UnknownPolicy::Blocked);
    writeln!(
        out,
        "{}: loaded whole in {:?}",
        path.display(),
        begin.elapsed()
    )?;
    let mut workspace = Workspace::new();
    let solve =
        |[start, goal]: [IVec3; 2]| Ok(Query::new(start, goal).solve(&cells, &mut workspace));
    search(world.occupancy.bounds(), solve, out)
}

/// Times what is derived from the cells of a file, part by part, and what it takes to have it back from a
/// file that keeps components and jump index.
fn derive(path: &Path, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let bare = World::load(path)?;
    let bytes = bare.to_bytes()?.len();
    for side in [1, 3, 7] {
        let agent = Footprint::new(CellBox::from_size(IVec3::splat(side)))?;
        let mut kept = bare.clone();
        let mut times = [const { Vec::new() }; 5];
        let mut note = |which: usize, from: Instant| times[which].push(from.elapsed());
        for _ in 0..3 {
            let begin = Instant::now();
            let cells = Traversability::for_agent(&bare.occupancy, agent, UnknownPolicy::Blocked);
            note(0, begin);
            let begin = Instant::now();
            let cells = cells.with_components();
            note(1, begin);
            let begin = Instant::now();
            let cells = cells.with_jump_index();
            note(2, begin);
            kept.keep(&cells);
            let begin = Instant::now();
            drop(cells.with_corridors());
            note(3, begin);
        }
        let file = kept.to_bytes()?;
        for _ in 0..3 {
            let read = World::from_bytes(&file)?;
            let begin = Instant::now();
            let cells = read.traversability(agent, UnknownPolicy::Blocked)?;
            note(4, begin);
            if cells.chunks_to_label() > 0 {
                return Err("components were not kept".into());
            }
        }
        let [cells, components, index, corridors, back] = times.map(median);
        writeln!(
            out,
            "  an agent of {side}^3 cells: traversability {cells:?}, components {components:?}, jump index \
             {index:?}, corridors {corridors:?}; the first three from a file in {back:?}, {} bytes more",
            file.len() - bytes
        )?;
    }
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
