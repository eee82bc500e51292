//! Worlds from files and generators, as files, as bytes, and as copies.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use voxnav::glam::DVec3;
use voxnav::grid::{CellSizes, store};
use voxnav::{Lattice, Navigator};
use voxnav_files::{Ending, map_extensions, read_map_through, uncompressed_name};
use voxnav_worlds::WorldKind;

use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::threads::interrupt::{abandonable, interruptible};
use crate::values::answers::Reduced;
use crate::values::numbers::{Cell, Count, Position, Size, one_of};
use crate::worlds::export;
use crate::worlds::import;
use crate::worlds::world::{State, World, lattice};

/// The note on a file that does not end as whole files do.
const CUT: &str = "the file does not end in a line break, so its end may be missing";

impl State {
    /// Returns the world without the agents that were asked for, whatever is derived for them, and colliders.
    fn without_agents(&self) -> Answer<Navigator> {
        let navigator = &self.navigator;
        let obstacles = voxnav::colliders::Obstacles::clone(navigator.obstacles());
        let mut copy =
            Navigator::with_obstacles(obstacles, *navigator.lattice(), navigator.bounds())?;
        if let Some(cells) = navigator.cells() {
            copy.replace_cells(cells.clone())?;
        }
        *copy.terrain_mut() = navigator.terrain().clone();
        for (_, link) in navigator.links() {
            copy.insert_link(*link)?;
        }
        Ok(copy)
    }
}

#[pymethods]
impl World {
    /// The world in a file, whose format its extension tells.
    ///
    /// Reads `.voxnav`, `.3dmap` and `.map` (also with `.gz` or `.zst`), and the files of other programs:
    /// `.npy`, `.npz`, `.nrrd`, `.raw`, `.binvox`, `.yaml`, `.yml`, `.pgm`, `.nbt`, `.schematic`, `.vox`, `.bt`, `.ot`, `.obj`, `.stl`, `.gltf`, `.glb`, `.png`, `.ply`, `.pcd`,
    /// `.las`, `.laz`, `.e57`, `.litematic`, `.schem`, `.mca`, and folders of Minecraft. Arrays are read as by
    /// `World.from_numpy`.
    ///
    /// Parameters
    /// ----------
    /// path : str or os.PathLike
    /// size : float or three floats, optional
    ///     The side of a cell, or those along x, y and z, for formats without cells of their own, and for maps and arrays, where it is 1 by default.
    /// up : {"z", "y"}
    ///     The axis that points up in the world, for formats that have one.
    /// file_up : {"z", "y"}, optional
    ///     The axis that points up in the file; what is usual for its format by default.
    /// axes : {"xyz", "zyx"}
    ///     What the indices of an array in a file are; of two axes, "xyz" is `array[x, y]` and "zyx" `array[y, x]`.
    /// array : str, optional
    ///     Which array of a file of many.
    /// dtype : str, optional
    ///     The type of the numbers of a `.raw` file, which needs it: "i8", "u8" to "u64", "f16", "f32" or "f64", or their
    ///     names in NumPy; "be" at the end says that they are big-endian.
    /// shape : three ints, optional
    ///     How many cells there are along x, y and z in a `.raw` file, which needs it.
    /// threshold : float, optional
    ///     Numbers of an array above this are occupied and others free, and of an octree cells that are at least as
    ///     probable. By default 0.5 for floats and probabilities, while any whole number but 0 and -1 is occupied.
    /// unknown : {"unknown", "free", "occupied"}
    ///     What cells are of which the file knows nothing. In arrays these are NaN and, of whole numbers with signs, -1.
    /// filled : bool
    ///     Whether what is inside a closed mesh is occupied, too.
    /// points : int
    ///     How many points make a cell occupied.
    /// height : float
    ///     How high white is above black in a height map, in the units of the file.
    /// margin : int
    ///     How many cells of room are added around the content, on all sides.
    /// blocks : str or os.PathLike, optional
    ///     A table in TOML of what Minecraft's blocks are, over the one that is built in.
    /// origin : three floats, optional
    ///     The position of the center of cell (0, 0, 0), in the coordinates of the file. Where neither you nor the file
    ///     say it, cells have their centers at multiples of their size; those that meshes, points and height maps are
    ///     divided into have their corners there.
    #[staticmethod]
    #[pyo3(signature = (path, **options))]
    #[pyo3(
        text_signature = "(path, *, size=None, origin=None, up='z', file_up=None, axes='xyz', array=None, dtype=None, shape=None, threshold=None, unknown='unknown', filled=False, points=1, height=255.0, margin=0, blocks=None)"
    )]
    fn load(py: Python<'_>, path: PathBuf, options: Option<&Bound<'_, PyDict>>) -> Answer<Self> {
        let import = import::options(options)?;
        let file = path.clone();
        let (world, notes) = abandonable(py, move || -> Answer<(Self, Vec<String>)> {
            if voxnav_files::is_known(&path) {
                let read = voxnav_files::read(&path, &import)?;
                if read.occupancy.bounds().is_empty() {
                    return Err(Failure::file(&path, "there is no cell in it"));
                }
                let notes = read.notes.iter().map(ToString::to_string).collect();
                return Ok((Self::of_cells(read.occupancy, read.lattice)?, notes));
            }
            let extension = path.extension().unwrap_or_default();
            if extension.eq_ignore_ascii_case(store::EXTENSION) {
                refuse_place(import.origin, import.size)?;
                let navigator = Navigator::load(&path)?;
                return Ok((Self::of(navigator), Vec::new()));
            }
            check_name(&path)?;
            let map = read_map_through(&path, |file| file)?;
            let mut notes = Vec::new();
            match map.ending {
                Ending::Abrupt => notes.push(CUT.to_owned()),
                Ending::Checked => refuse_place(import.origin, import.size)?,
                _ => {}
            }
            // Cells are where the file says, unless the caller says otherwise.
            let origin = import.origin.unwrap_or(map.lattice.origin());
            let sizes = import.size.map_or(map.lattice.sizes(), DVec3::from);
            let lattice = Lattice::with_sizes(origin, sizes).blamed("size")?;
            Ok((Self::of_cells(map.occupancy, lattice)?, notes))
        })?;
        warn(py, &file, notes)?;
        Ok(world)
    }

    /// Saves the world as a file of the kind that the extension names; a file of this name is replaced.
    ///
    /// - `.voxnav` holds all of it, and loads at once: cells, materials, size and origin, terrain, links and
    ///   colliders, which keep their ids.
    /// - `.npy` is what `to_numpy` gives: -1 for unknown, 0 for free, 1 for occupied cells.
    /// - `.nrrd` holds the same with the position and the size of cells, `.raw` the bytes alone, `.binvox` what is occupied.
    /// - `.yaml` holds one layer as a map of ROS, whose image is written as `.pgm` next to it.
    /// - `.vox` and `.gltf` hold what is occupied, and its surface, in the colors of materials.
    /// - `.3dmap`, and `.map` of one layer, hold occupied cells; worlds with unknown ones are refused. `.gz` or
    ///   `.zst` may follow.
    ///
    /// A warning tells what of the world is not in the file.
    ///
    /// Parameters
    /// ----------
    /// path : str or os.PathLike
    /// up : {"z", "y"}
    ///     The axis that points up in the world, for formats that have one.
    #[pyo3(signature = (path, *, up = "z"))]
    fn save(&self, py: Python<'_>, path: PathBuf, up: &str) -> Answer<()> {
        let (format, up) = (
            export::format_of(&path)?,
            one_of("up", "no axis", up, import::UP)?,
        );
        let notes = py.detach(|| {
            let (world, cells) =
                self.with(|state| Ok((state.without_agents()?, state.cells()?)))?;
            export::save(&world, &cells, format, &path, up)
        })?;
        Ok(warn(py, &path, notes)?)
    }

    /// Returns what `save` writes, as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| -> Answer<Vec<u8>> {
            let world = self.with(|state| Ok(state.without_agents()?.to_world()?))?;
            Ok(world.to_bytes()?)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The world of the bytes of a `.voxnav` file.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> Answer<Self> {
        py.detach(|| {
            let world = store::World::from_bytes(data)?;
            Ok(Self::of(Navigator::from_world(world)?))
        })
    }

    /// What `pickle` needs: the bytes of the binary file.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Answer<Reduced<'py>> {
        let bytes = slf.get().to_bytes(slf.py())?;
        let arguments = PyTuple::new(slf.py(), [bytes])?;
        Ok((slf.get_type().getattr("from_bytes")?, arguments))
    }

    /// The same world with a life of its own: a snapshot, which later edits do not change. It costs no
    /// more than what is edited afterwards.
    fn copy(&self, py: Python<'_>) -> Answer<Self> {
        py.detach(|| {
            self.with(|state| {
                let copy = Self::of(state.without_agents()?);
                copy.copy_idle_links(state);
                Ok(copy)
            })
        })
    }

    /// What `copy.copy` needs.
    fn __copy__(&self, py: Python<'_>) -> Answer<Self> {
        self.copy(py)
    }

    /// What `copy.deepcopy` needs.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Answer<Self> {
        self.copy(py)
    }

    /// A world that everybody can rebuild from a kind, a shape and a seed.
    ///
    /// Parameters
    /// ----------
    /// kind : str
    ///     "caves", "random:N" (N percent occupied), "maze", "rooms", "towers", "terrain" or "empty".
    /// shape : three ints
    ///     How many cells along x, y and z.
    /// seed : int
    ///     Which world of this kind.
    /// size : float or three floats
    ///     The side of a cell, or those along x, y and z, in world units.
    /// origin : three floats
    ///     The position of the center of cell (0, 0, 0), in world units.
    #[staticmethod]
    #[pyo3(
        signature = (kind, shape, *, seed = Count::of(0), size = Size::of_cubes(1.0), origin = None),
        text_signature = "(kind, shape, *, seed=0, size=1.0, origin=None)"
    )]
    fn generate(
        py: Python<'_>,
        kind: &str,
        shape: Cell,
        seed: Count,
        size: Size,
        origin: Option<Position>,
    ) -> Answer<Self> {
        let kind: WorldKind = kind.parse().blamed("kind")?;
        let shape = shape.named("shape")?;
        let seed = seed.named("seed")?;
        let lattice = lattice(size, origin)?;
        interruptible(py, |cancel| {
            let cells = voxnav_worlds::generate_until(kind, shape, seed, cancel).blamed("shape")?;
            Self::of_cells(cells, lattice)
        })?
    }
}

/// Refuses a path that has not the name of a map, in words about all files that are read.
fn check_name(path: &Path) -> Answer<()> {
    let name = uncompressed_name(path);
    let extension = name.extension().unwrap_or_default();
    if map_extensions().any(|map| extension.eq_ignore_ascii_case(map)) {
        return Ok(());
    }
    // A folder that is not there, for instance.
    if extension.is_empty()
        && let Err(error) = path.metadata()
    {
        return Err(Failure::system(path, error));
    }
    let names = voxnav_files::world_names();
    let reason = format!("no world is read from a file of that name; give {names}");
    Err(Failure::file(path, reason))
}

/// Refuses a place for a `.voxnav` file: its colliders, terrain and links are where they are by its own lattice.
fn refuse_place(origin: Option<DVec3>, size: Option<CellSizes>) -> Answer<()> {
    let own = "a .voxnav file has its own: no other can be given";
    match (origin, size) {
        (Some(_), _) => refuse("origin", own),
        (_, Some(_)) => refuse("size", own),
        _ => Ok(()),
    }
}

/// Warns of each.
fn warn(py: Python<'_>, path: &Path, notes: Vec<String>) -> PyResult<()> {
    let warnings = py.import("warnings")?;
    notes.into_iter().try_for_each(|note| {
        let text = format!("{}: {note}", path.display());
        warnings.call_method1("warn", (text,)).map(drop)
    })
}
