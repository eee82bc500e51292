//! Terrain for agents that walk, climb and swim: hills and lakes, caves, trees, towers with stairs and
//! ladders, bridges. Up is +z.
//!
//! Heights come from noise and so does the shore: every column is ground below its height, and water
//! from there up to one level. All else is a list of boxes laid over that, the later over the earlier:
//!
//! ```text
//!            leaves                 tower
//!             ####                 #######
//!              |         bridge    #   H #  ladder
//!    grass ____|_   _===========___D   H #  door
//!   ______/      \_/~~~~~~~~~~~/         #
//!    ____________     water     stone
//!   (  cave      )  sand
//! ```
//!
//! A world one cell high is all ground below and would have no free cell, so it has no ground.

mod caves;
mod ground;
mod nature;
mod towers;
mod waters;

use glam::{IVec2, IVec3};
use voxnav_occupancy::{
    CellBox, CellState, CostFactor, Material, MaterialError, MaterialId, MaterialKind,
    OccupancyBuilder,
};

use crate::WorldError;
use crate::draws::Stream;
use crate::until::Until;
use ground::Ground;

/// The matter that a cell is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Matter {
    Air,
    /// Occupied, without a material: most cells are.
    Stone,
    Grass,
    Sand,
    Water,
    Lava,
    Wood,
    Leaves,
    Bush,
    Planks,
    Ladder,
    Door,
}

/// The materials in the order of their ids: what it is, its name, its kind, its cost in 1024ths.
const MATERIALS: [(Matter, &str, MaterialKind, f64); 10] = [
    (Matter::Grass, "grass", MaterialKind::Solid, 1.0),
    (Matter::Sand, "sand", MaterialKind::Solid, 1.5),
    (Matter::Water, "water", MaterialKind::Liquid, 1.0),
    (Matter::Lava, "lava", MaterialKind::Hazard, 16.0),
    (Matter::Wood, "wood", MaterialKind::Solid, 1.0),
    (Matter::Leaves, "leaves", MaterialKind::Solid, 1.0),
    (Matter::Bush, "bush", MaterialKind::Passable, 2.0),
    (Matter::Planks, "planks", MaterialKind::Solid, 1.0),
    (Matter::Ladder, "ladder", MaterialKind::Climbable, 1.0),
    (Matter::Door, "door", MaterialKind::Door, 1.0),
];

/// Some cells made of something.
#[derive(Clone, Copy, Debug)]
struct Thing {
    cells: CellBox,
    matter: Matter,
}

/// The ground, and what is on it and in it, from which the layers of terrain are made.
#[derive(Debug)]
pub(crate) struct Terrain(Ground);

impl Terrain {
    /// Draws everything.
    pub(crate) fn new(size: IVec3, seed: u64, until: Until<'_>) -> Result<Self, WorldError> {
        let mut draws = Stream::Terrain.draws(seed);
        let mut ground = Ground::new(size, &mut draws, until)?;
        towers::build(&mut ground, &mut draws, until)?;
        waters::bridge(&mut ground, &mut draws, until)?;
        caves::dig(&mut ground, &mut draws, until)?;
        nature::grow(&mut ground, &mut draws, until)?;
        Ok(Self(ground))
    }

    /// Returns an upper bound on the bytes that drawing takes.
    pub(crate) fn memory(width: u128, height: u128) -> u128 {
        // A height and a mark a column; of trees, the densest of things, 30 boxes of 28 bytes for every
        // 64 columns, and room to grow.
        width * height * 32
    }

    /// Writes the cells within the bounds of a builder, which are free so far.
    pub(crate) fn write(
        &self,
        builder: &mut OccupancyBuilder,
        until: Until<'_>,
    ) -> Result<(), WorldError> {
        let palette = add_materials(builder)?;
        let slab = builder.bounds();
        self.0.all().try_for_each(|thing| {
            until.check()?;
            let cells = thing.cells.intersection(&slab);
            match palette.iter().find(|(matter, _)| *matter == thing.matter) {
                Some((_, id)) => builder.set_material_box(cells, *id)?,
                None if thing.matter == Matter::Air => builder.set_box(cells, CellState::Free)?,
                None => builder.set_box(cells, CellState::Occupied)?,
            }
            Ok(())
        })
    }
}

/// Puts the materials into the palette of a world.
fn add_materials(builder: &mut OccupancyBuilder) -> Result<Vec<(Matter, MaterialId)>, WorldError> {
    let add = |(matter, name, kind, cost): (Matter, &str, MaterialKind, f64)| {
        let material = Material {
            cost: CostFactor::new(cost)?,
            standable: kind.can_bear(),
            ..Material::new(name, kind)
        };
        Ok((matter, builder.add_material(material)?))
    };
    let added: Result<_, MaterialError> = MATERIALS.into_iter().map(add).collect();
    Ok(added?)
}

/// Returns the columns of a rectangle, the second corner excluded.
fn columns(min: IVec2, max: IVec2) -> impl Iterator<Item = (i32, i32)> {
    (min.y..max.y).flat_map(move |y| (min.x..max.x).map(move |x| (x, y)))
}

/// Returns the low corners of square lots, row by row.
fn lots(size: IVec3, edge: i32) -> impl Iterator<Item = IVec2> {
    let lots = (size.truncate() + (edge - 1)) / edge;
    columns(IVec2::ZERO, lots).map(move |(x, y)| IVec2::new(x, y) * edge)
}
