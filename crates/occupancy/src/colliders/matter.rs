//! The matter of obstacles.

use thiserror::Error;

use crate::materials::{MaterialId, MaterialKind, Palette};

/// The matter of an obstacle, by a material of the palette of the cells.
///
/// Agents in space know obstacles that block and others that do not; what they are made of is for agents
/// on the ground. Of several in one cell those that fill it count, and of these or else of volumes the one
/// of the material that was added last. What is [set](crate::OccupancyBuilder::set_material) for a cell
/// itself counts before any of them.
///
/// ```
/// use voxnav_occupancy::colliders::{Matter, Obstacle, Obstacles};
/// use voxnav_occupancy::glam::{DVec3, Vec3};
/// use voxnav_occupancy::parry3d::shape::SharedShape;
/// use voxnav_occupancy::{Layers, Material, MaterialKind, Palette};
///
/// let mut palette = Palette::new();
/// let water = palette.add(Material::new("water", MaterialKind::Liquid))?;
/// let mut obstacles = Obstacles::default();
/// let pond = Obstacle::new(SharedShape::cuboid(5.0, 5.0, 1.0)).of(Matter::Volume(water));
/// obstacles.insert(pond)?;
/// assert!(!obstacles.overlaps(DVec3::ZERO, Vec3::ONE, Layers::ALL)?, "it blocks nobody");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Matter {
    /// The obstacle fills the cells that it overlaps, and has no material.
    #[default]
    Plain,
    /// The obstacle fills the cells that it overlaps with a material that fills cells: stone, mud,
    /// ice, a door.
    Surface(MaterialId),
    /// The obstacle blocks no agent, and the cells that it overlaps are of a material that fills none: a liquid, a
    /// ladder, a hazard, tall grass; except cells that something fills, or that are unknown.
    Volume(MaterialId),
}

/// Error for a material that an obstacle cannot be made of.
///
/// ```
/// use voxnav_occupancy::colliders::{Matter, MatterError};
/// use voxnav_occupancy::{Material, MaterialKind, Palette};
///
/// let mut palette = Palette::new();
/// let water = palette.add(Material::new("water", MaterialKind::Liquid))?;
/// let refused = Matter::Surface(water).check(&palette).unwrap_err();
/// assert!(matches!(refused, MatterError::Surface { kind: MaterialKind::Liquid, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MatterError {
    /// The palette does not have the material.
    #[error("an obstacle is made of material {}, which is not in the palette", .id.number())]
    NoSuchMaterial {
        /// The material.
        id: MaterialId,
    },
    /// The material of a surface does not fill cells.
    #[error("the surface of an obstacle is of material {}, which is {kind:?} and fills no cell", .id.number())]
    Surface {
        /// The material.
        id: MaterialId,
        /// The kind of the material.
        kind: MaterialKind,
    },
    /// The material of a volume fills cells.
    #[error("a volume is of material {}, which is {kind:?} and fills its cells", .id.number())]
    Volume {
        /// The material.
        id: MaterialId,
        /// The kind of the material.
        kind: MaterialKind,
    },
}

impl Matter {
    /// Returns whether the obstacle fills cells, and so blocks.
    #[must_use]
    pub const fn fills_cells(self) -> bool {
        !matches!(self, Self::Volume(_))
    }

    /// Returns the material, if something is said of it.
    #[must_use]
    pub const fn material(self) -> Option<MaterialId> {
        match self {
            Self::Plain => None,
            Self::Surface(id) | Self::Volume(id) => Some(id),
        }
    }

    /// Checks that obstacles can be made of this matter where materials are those of a palette.
    ///
    /// # Errors
    ///
    /// [`MatterError`].
    pub fn check(self, palette: &Palette) -> Result<(), MatterError> {
        let Some(id) = self.material() else {
            return Ok(());
        };
        let material = palette.get(id);
        let kind = material.ok_or(MatterError::NoSuchMaterial { id })?.kind;
        match self {
            Self::Surface(_) if !kind.fills_the_cell() => Err(MatterError::Surface { id, kind }),
            Self::Volume(_) if kind.fills_the_cell() => Err(MatterError::Volume { id, kind }),
            _ => Ok(()),
        }
    }
}
