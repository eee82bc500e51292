//! `voxnav info`: what is in a file.

use std::fmt;
use std::fs::{self, File};
use std::io::Write;

use clap::Args;
use serde::Serialize;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, Traversability};
use voxnav::ground::{Material, MaterialId};
use voxnav::{Lattice, UnknownPolicy};
use voxnav_files::uncompressed_name;
use voxnav_store::{Derived, FORMAT_VERSION, Reader};

use crate::error::{CliError, Context};
use crate::report::output::{WrappedText, columns, write_json};
use crate::search::agent;
use crate::values::triple;
use crate::world_source::cost_options::CostFacts;
use crate::world_source::import_options::WorldOptions;
use crate::world_source::map_file::{DERIVE_AGAIN, MapSource, World};
use voxnav_lab::figures::{bytes, grouped};

/// Print the contents of a file: bounds, lattice, cells, materials, components
///
/// Reads every kind of file that any command reads. Components are parts of the world
/// with no path between them for an agent; without --agent the agent has one cell. Unknown
/// cells block it. Parts of a file that are not read are listed on standard error.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  voxnav info cave.3dmap
  voxnav info castle.vox --agent 3,3,5
  voxnav info scan.ply --cell-size 0.1 --json
  voxnav info generated:caves:64,64,64:7")]
pub(crate) struct InfoOptions {
    /// The world to look at
    map: MapSource,

    /// The size of the agent in cells, each from 1 to 127
    #[arg(long, value_name = "X,Y,Z", default_value = "1,1,1", value_parser = triple)]
    agent: IVec3,

    #[command(flatten)]
    read: WorldOptions,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &InfoOptions, out: &mut dyn Write) -> Result<(), CliError> {
    let agent = agent::stated_cells(options.agent)?;
    let world = World::load(&options.map, &options.read.import())?;
    let traversable = world.traversability(agent).or_advise(DERIVE_AGAIN)?;
    let info = Info {
        file: options.map.to_string(),
        kind: kind(&options.map),
        bytes: options.map.file().and_then(|path| {
            let data = fs::metadata(path).ok()?;
            data.is_file().then_some(data.len())
        }),
        bounds: Bounds::of(&world.occupancy.bounds()),
        outside: format!("{:?}", world.occupancy.outside()).to_lowercase(),
        lattice: WorldPlacement::of(&world.lattice, &world.occupancy.bounds()),
        cells: Cells::of(&world.occupancy),
        cells_for_water: world.water.as_ref().map(Cells::of),
        memory_bytes: world.occupancy.memory_bytes(),
        materials: materials(&world.occupancy),
        agent: options.agent.to_array(),
        costs: Costs::of(&world),
        components: Components::of(&traversable),
        kept: kept(&options.map, &world.derived),
    };
    if options.json {
        write_json(&info, out)
    } else {
        info.write(&mut WrappedText::new(out))
    }
}

/// The report, in the form of the JSON object.
#[derive(Serialize)]
struct Info {
    file: String,
    kind: &'static str,
    /// The size of the file; absent for worlds that are none.
    bytes: Option<u64>,
    bounds: Bounds,
    outside: String,
    lattice: WorldPlacement,
    cells: Cells,
    /// The world as agents see it that start on water, where there is any.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells_for_water: Option<Cells>,
    /// The memory of the cells, in bytes.
    memory_bytes: usize,
    materials: Vec<MaterialInfo>,
    /// The size of the agent that components are for, in cells.
    agent: [i32; 3],
    /// The costs of cells; absent where all cost the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Costs>,
    /// Absent where there are too many chunks to be labeled.
    components: Option<Components>,
    /// The contents of a .voxnav file in addition to the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<FileContents>,
}

#[derive(Serialize)]
struct Bounds {
    min: [i32; 3],
    /// Not included.
    max: [i32; 3],
    size: [u32; 3],
}

impl Bounds {
    fn of(bounds: &CellBox) -> Self {
        Self {
            min: bounds.min.to_array(),
            max: bounds.max.to_array(),
            size: bounds.size().to_array(),
        }
    }
}

/// The side of a cell, or those along x, y and z.
#[derive(Serialize)]
#[serde(untagged)]
enum Sides {
    Cubic(f64),
    Uneven([f64; 3]),
}

impl Sides {
    fn of(lattice: &Lattice) -> Self {
        let uneven = Self::Uneven(lattice.sizes().to_array());
        lattice.cubic_size().map_or(uneven, Self::Cubic)
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cubic(size) => size.fmt(f),
            Self::Uneven([x, y, z]) => write!(f, "{x} x {y} x {z}"),
        }
    }
}

/// The place of the cells in world space.
#[derive(Serialize)]
struct WorldPlacement {
    /// The side of a cell, or all three where they differ.
    size: Sides,
    /// The center of cell (0, 0, 0).
    origin: [f64; 3],
    /// The corners of the world.
    from: [f64; 3],
    to: [f64; 3],
}

impl WorldPlacement {
    fn of(lattice: &Lattice, bounds: &CellBox) -> Self {
        let corner = |cell: IVec3| lattice.position_of(cell.as_dvec3() - 0.5).to_array();
        Self {
            size: Sides::of(lattice),
            origin: lattice.origin().to_array(),
            from: corner(bounds.min),
            to: corner(bounds.max),
        }
    }
}

#[derive(Serialize)]
struct Cells {
    free: u64,
    occupied: u64,
    unknown: u64,
}

impl Cells {
    fn of(world: &Occupancy) -> Self {
        let [free, occupied, unknown] =
            [CellState::Free, CellState::Occupied, CellState::Unknown].map(|it| world.count(it));
        Self {
            free,
            occupied,
            unknown,
        }
    }
}

#[derive(Serialize)]
struct MaterialInfo {
    name: String,
    kind: String,
    /// The factor on the cost of moves into it or onto it.
    cost: f64,
    standable: bool,
    forbidden: bool,
    cells: u64,
}

/// The materials of the palette, the most usual one first.
fn materials(world: &Occupancy) -> Vec<MaterialInfo> {
    let palette = world.palette();
    let mut counts = [0_u64; 256];
    for chunk in world.stored_chunks() {
        for id in world.materials_in(chunk) {
            let name = palette.get(id).map(|material| &material.name);
            let only = palette.select(|material| Some(&material.name) == name);
            let rows = (0..64).flat_map(|z| (0..64).map(move |y| (y, z)));
            counts[usize::from(id.number())] += rows
                .map(|(y, z)| u64::from(world.material_row(chunk, &only, y, z).count_ones()))
                .sum::<u64>();
        }
    }
    let info = |(id, material): (MaterialId, &Material)| MaterialInfo {
        name: material.name.clone(),
        kind: format!("{:?}", material.kind).to_lowercase(),
        cost: material.cost.factor(),
        standable: material.standable,
        forbidden: material.forbidden,
        cells: counts[usize::from(id.number())],
    };
    let mut all: Vec<_> = palette.iter().map(info).collect();
    all.sort_by_key(|material| std::cmp::Reverse(material.cells));
    all
}

/// The costs of the cells that are not occupied.
#[derive(Serialize)]
struct Costs {
    least: f64,
    largest: f64,
    #[serde(flatten)]
    scale: CostFacts,
}

impl Costs {
    fn of(world: &World) -> Option<Self> {
        let scale = CostFacts::of(&world.terrain)?;
        let (cells, costs) = (&world.occupancy, world.terrain.scale());
        let mut open = cells.count(CellState::Free) + cells.count(CellState::Unknown);
        let (mut least, mut largest) = (u16::MAX, costs.base());
        for (chunk, weights) in world.terrain.chunks() {
            let bounds = cells.bounds();
            let cells_of_chunk = chunk.cells().cells().zip(weights);
            let of_world = cells_of_chunk.filter(|(cell, _)| bounds.contains(*cell));
            for (_, &weight) in
                of_world.filter(|(cell, _)| cells.state(*cell) != CellState::Occupied)
            {
                (least, largest) = (least.min(weight), largest.max(weight));
                open -= 1;
            }
        }
        // Cells of other chunks have the smallest.
        if open > 0 {
            least = costs.base();
        }
        let [least, largest] = [least, largest].map(|weight| costs.cost(weight));
        Some(Self {
            least,
            largest,
            scale,
        })
    }
}

/// The parts of the world between which there is no way.
#[derive(Serialize)]
struct Components {
    count: usize,
    /// The places where the agent can be.
    cells: u64,
    /// The numbers of cells of the largest, the largest first.
    largest: Vec<u64>,
}

impl Components {
    /// The number of the largest that are listed.
    const LISTED: usize = 10;

    fn of(world: &Traversability) -> Option<Self> {
        let sizes = world.component_sizes().ok()?;
        let cells = || sizes.iter().map(|(_, cells)| *cells);
        Some(Self {
            count: sizes.len(),
            cells: cells().sum(),
            largest: cells().take(Self::LISTED).collect(),
        })
    }
}

/// The contents of a .voxnav file in addition to the cells.
#[derive(Serialize)]
struct FileContents {
    /// The version of the format.
    version: u32,
    /// The number of times it was saved to since it was written whole, that included.
    saves: u64,
    /// The number of chunks with terrain weights.
    terrain_chunks: usize,
    extras: Vec<Extra>,
    derived: Vec<DerivedInfo>,
}

/// Data derived for an agent.
#[derive(Serialize)]
struct DerivedInfo {
    /// The cells that the agent covers, relative to its own: the least, and one past the greatest.
    agent: [[i32; 3]; 2],
    /// The treatment of unknown cells: blocked, free or stop.
    unknown: &'static str,
    components: bool,
    bytes: usize,
}

impl DerivedInfo {
    fn of(derived: &Derived) -> Self {
        let offsets = derived.agent().offsets();
        Self {
            agent: [offsets.min, offsets.max].map(IVec3::into),
            unknown: match derived.unknown() {
                UnknownPolicy::Blocked => "blocked",
                UnknownPolicy::Free => "free",
                UnknownPolicy::StopAtBoundary => "stop",
                _ => "other",
            },
            components: derived.has_components(),
            bytes: derived.len_in_file(),
        }
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let [min, max] = self.agent;
        let [x, y, z] = [0, 1, 2].map(|axis| max[axis] - min[axis]);
        let size = bytes(self.bytes);
        writeln!(out, "derived     for {x} x {y} x {z} cells, {size}")?;
        writeln!(out, "            unknown cells: {}", self.unknown)?;
        if self.components {
            writeln!(out, "            components")?;
        }
        Ok(())
    }
}

/// A block that a program stored with the world.
#[derive(Serialize)]
struct Extra {
    name: String,
    bytes: u32,
}

/// Returns what a .voxnav file says without its cells; nothing for others, and for compressed ones.
fn kept(source: &MapSource, derived: &[Derived]) -> Option<FileContents> {
    let path = source.file()?;
    let extension = path.extension()?;
    if !extension.eq_ignore_ascii_case(voxnav_store::EXTENSION) {
        return None;
    }
    // It was read as a whole just now.
    let reader = Reader::open(File::open(path).ok()?).ok()?;
    let extra = |(name, bytes): (&str, u32)| Extra {
        name: name.to_owned(),
        bytes,
    };
    Some(FileContents {
        version: FORMAT_VERSION,
        saves: reader.saves(),
        terrain_chunks: reader.terrain_chunks(),
        extras: reader.extras().map(extra).collect(),
        derived: derived.iter().map(DerivedInfo::of).collect(),
    })
}

/// Returns the kind of a file, in a few words.
fn kind(source: &MapSource) -> &'static str {
    let Some(path) = source.file() else {
        return "generated world";
    };
    if let Some(kind) = voxnav_files::description(path) {
        return kind;
    }
    let name = uncompressed_name(path);
    match name.extension().and_then(|extension| extension.to_str()) {
        Some(map) if map.eq_ignore_ascii_case("map") => "grid",
        Some(own) if own.eq_ignore_ascii_case(voxnav_store::EXTENSION) => "voxnav world",
        _ => "voxel map",
    }
}

impl Info {
    /// The most materials that the text lists.
    const SHOWN: usize = 20;

    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(out, "file        {}", self.file)?;
        match self.bytes {
            Some(count) => {
                let count = bytes(usize::try_from(count).unwrap_or(usize::MAX));
                writeln!(out, "            {}, {count}", self.kind)?;
            }
            None => writeln!(out, "            {}", self.kind)?,
        }
        let [x, y, z] = self.bounds.size;
        writeln!(out, "size        {x} x {y} x {z} cells")?;
        writeln!(out, "from        {}", cell(self.bounds.min))?;
        writeln!(out, "to before   {}", cell(self.bounds.max))?;
        writeln!(out, "outside     {}", self.outside)?;
        writeln!(out, "cell size   {}", self.lattice.size)?;
        writeln!(out, "in space    {}", position(self.lattice.from))?;
        writeln!(out, "        to  {}", position(self.lattice.to))?;
        self.cells.write("", out)?;
        if let Some(water) = &self.cells_for_water {
            writeln!(out, "on water (for agents that start on water)")?;
            water.write("  ", out)?;
        }
        writeln!(out, "memory      {}", bytes(self.memory_bytes))?;
        self.write_materials(out)?;
        if let Some(costs) = &self.costs {
            writeln!(out, "costs       {} to {}", costs.least, costs.largest)?;
            writeln!(out, "            {}", costs.scale)?;
        }
        let [x, y, z] = self.agent;
        writeln!(out, "agent       {x} x {y} x {z} cells")?;
        match &self.components {
            None => writeln!(
                out,
                "components  unknown: too large and too empty to be listed"
            )?,
            Some(components) => components.write(out)?,
        }
        match &self.kept {
            None => {}
            Some(kept) => kept.write(out)?,
        }
        Ok(())
    }

    fn write_materials(&self, out: &mut dyn Write) -> Result<(), CliError> {
        if self.materials.is_empty() {
            return Ok(());
        }
        writeln!(out, "materials   {}", self.materials.len())?;
        let shown = self.materials.iter().take(Self::SHOWN).map(|material| {
            // Names come from files, and may be anything.
            let name: String = material.name.chars().take(40).collect();
            let name = name.escape_debug().to_string();
            let name = name.chars().take(40).collect::<String>();
            let cells = grouped(material.cells);
            vec![format!("  {name}"), material.kind.clone(), cells]
        });
        voxnav_lab::write_columns(&shown.collect::<Vec<_>>(), columns(), out)?;
        let rest = self.materials.len().saturating_sub(Self::SHOWN);
        if rest > 0 {
            writeln!(out, "  and {rest} more, which --json lists")?;
        }
        Ok(())
    }
}

impl Cells {
    fn write(&self, indent: &str, out: &mut dyn Write) -> Result<(), CliError> {
        let width = 12 - indent.len();
        for (name, count) in [
            ("free", self.free),
            ("occupied", self.occupied),
            ("unknown", self.unknown),
        ] {
            writeln!(out, "{indent}{name:<width$}{}", grouped(count))?;
        }
        Ok(())
    }
}

impl Components {
    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let count = grouped(self.count as u64);
        writeln!(out, "components  {count} of {} cells", grouped(self.cells))?;
        if self.count > 1 {
            let largest: Vec<_> = self.largest.iter().take(4).copied().map(grouped).collect();
            writeln!(out, "  largest   {}", largest.join(", "))?;
        }
        Ok(())
    }
}

impl FileContents {
    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(out, "format      version {}", self.version)?;
        writeln!(out, "saves       {}", grouped(self.saves))?;
        writeln!(out, "terrain     {} chunks", self.terrain_chunks)?;
        for Extra { name, bytes: count } in &self.extras {
            let name: String = name.chars().take(48).collect();
            let count = bytes(usize::try_from(*count).unwrap_or(usize::MAX));
            writeln!(out, "extra       {}, {count}", name.escape_debug())?;
        }
        for derived in &self.derived {
            derived.write(out)?;
        }
        Ok(())
    }
}

fn cell([x, y, z]: [i32; 3]) -> String {
    format!("{x}, {y}, {z}")
}

fn position(at: [f64; 3]) -> String {
    // What is left of a sum of decimals says nothing.
    let shown = |along: f64| format!("{}", (along * 1e9).round() / 1e9);
    at.map(shown).join(", ")
}
