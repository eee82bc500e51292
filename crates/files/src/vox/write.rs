//! The occupied cells of a world as a scene.

use std::collections::BTreeMap;
use std::io::{self, Write};

use dot_vox::{Color, Dict, DotVoxData, Frame, Model, SceneNode, ShapeModel, Size, Voxel};
use voxnav_occupancy::glam::{I64Vec3, IVec3, UVec3};
use voxnav_occupancy::{CellBox, CellState, MaterialId, Occupancy};

use super::{EDGE, pivot};
use crate::frame::Frame as Axes;
use crate::import::Up;
use voxnav_occupancy::color_of;

/// The most colors: cells of more different ones share the nearest, since an index of 0 means nothing in
/// these files.
const COLORS: usize = 255;

/// The most voxels: more are more bytes than the file can count.
const MOST: u64 = 1 << 29;

/// Writes the occupied cells of a world.
///
/// ```
/// use voxnav_files::{Import, Up, export, read_bytes};
/// use voxnav_occupancy::{CellBox, Material, MaterialKind, OccupancyBuilder, glam::IVec3};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(300)))?;
/// let red = builder.add_material(Material::new("#ff0000", MaterialKind::Solid))?;
/// builder.set_material(IVec3::new(7, 8, 299), red)?;
/// let mut file = Vec::new();
/// export::vox::write(&builder.commit(), Up::Z, &mut file)?;
///
/// let read = read_bytes(&file, "red.vox", &Import::default())?.occupancy;
/// assert_eq!(read.occupied_cells().collect::<Vec<_>>(), [IVec3::new(7, 8, 299)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the destination; [`io::ErrorKind::InvalidInput`] for more than 2^29 occupied cells.
pub fn write(world: &Occupancy, up: Up, mut destination: impl Write) -> io::Result<()> {
    if world.count(CellState::Occupied) > MOST {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let axes = Axes::between(up, Up::Z);
    let bounds = axes.cells(&world.bounds());
    let mut palette = Palette::default();
    let mut tiles = Tiles::new();
    for cell in world.occupied_cells() {
        let i = palette.index(world, world.material(cell));
        let at = axes.cell(cell);
        let tile = tile_of(&mut tiles, &bounds, at);
        let [x, y, z] = (at - tile.cells.min).to_array().map(|local| {
            // INVARIANT: less than the edge of a model.
            u8::try_from(local).unwrap_or(u8::MAX)
        });
        tile.voxels.push(Voxel { x, y, z, i });
    }
    // The world is the box of all models, and its ends may be empty.
    if !bounds.is_empty() {
        tile_of(&mut tiles, &bounds, bounds.min);
        tile_of(&mut tiles, &bounds, bounds.max - IVec3::ONE);
    }
    scene(tiles.into_values(), palette).write_vox(&mut destination)?;
    destination.flush()
}

/// The tiles by their place, z first.
type Tiles = BTreeMap<[i32; 3], Tile>;

/// Returns the tile that has a cell of the bounds.
fn tile_of<'t>(tiles: &'t mut Tiles, bounds: &CellBox, cell: IVec3) -> &'t mut Tile {
    let tile = cell.div_euclid(IVec3::splat(EDGE));
    tiles.entry([tile.z, tile.y, tile.x]).or_insert_with(|| {
        let all = CellBox::new(tile * EDGE, (tile + 1) * EDGE);
        Tile {
            cells: all.intersection(bounds),
            voxels: Vec::new(),
        }
    })
}

/// A part of the world that is a model.
struct Tile {
    /// The voxels of the model, as cells turned so that z is up.
    cells: CellBox,
    voxels: Vec<Voxel>,
}

/// The colors that occur.
#[derive(Default)]
struct Palette {
    colors: Vec<[u8; 3]>,
    by_material: BTreeMap<Option<MaterialId>, u8>,
}

impl Palette {
    fn index(&mut self, world: &Occupancy, material: Option<MaterialId>) -> u8 {
        if let Some(index) = self.by_material.get(&material) {
            return *index;
        }
        let name = material.and_then(|id| world.palette().get(id));
        let color = name.map_or([0xb0; 3], |material| color_of(&material.name));
        let place = match self.colors.iter().position(|known| *known == color) {
            Some(place) => place,
            None if self.colors.len() < COLORS => {
                self.colors.push(color);
                self.colors.len() - 1
            }
            None => {
                let distance = |other: &[u8; 3]| -> u32 {
                    let parts = other.iter().zip(color);
                    parts.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
                };
                let all = self.colors.iter().enumerate();
                let nearest = all.min_by_key(|(_, other)| distance(other));
                nearest.map_or(0, |(place, _)| place)
            }
        };
        // INVARIANT: less than `COLORS`.
        let index = u8::try_from(place).unwrap_or_default();
        self.by_material.insert(material, index);
        index
    }
}

/// Returns a scene of models, each a tile of the world: a root, a group, and a place and a shape for each.
fn scene(tiles: impl ExactSizeIterator<Item = Tile>, palette: Palette) -> DotVoxData {
    let place = |attributes: Dict, child| SceneNode::Transform {
        attributes: Dict::new(),
        frames: vec![Frame::new(attributes)],
        child,
        layer_id: 0,
    };
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let mut file = DotVoxData {
        version: 150,
        index_map: dot_vox::DEFAULT_INDEX_MAP.to_vec(),
        models: Vec::new(),
        palette: Vec::new(),
        materials: Vec::new(),
        scenes: Vec::new(),
        layers: Vec::new(),
    };
    let color = |[r, g, b]: [u8; 3]| Color { r, g, b, a: 255 };
    file.palette = palette.colors.into_iter().map(color).collect();
    file.palette.resize(256, color([0; 3]));
    file.scenes.push(place(Dict::new(), 1));
    file.scenes.push(SceneNode::Group {
        attributes: Dict::new(),
        children: (0..tiles.len())
            .map(|index| number(2 + 2 * index))
            .collect(),
    });
    for (index, Tile { cells, voxels }) in tiles.enumerate() {
        let UVec3 { x, y, z } = cells.size();
        let size = Size { x, y, z };
        let I64Vec3 { x, y, z } = cells.min.as_i64vec3() + pivot(&size);
        let shift = Dict::from_iter([("_t".to_owned(), format!("{x} {y} {z}"))]);
        file.scenes.push(place(shift, number(3 + 2 * index)));
        file.scenes.push(SceneNode::Shape {
            attributes: Dict::new(),
            models: vec![ShapeModel {
                model_id: number(index),
                attributes: Dict::new(),
            }],
        });
        file.models.push(Model { size, voxels });
    }
    file
}
