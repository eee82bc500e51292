//! Obstacles as they are written and read back: by [`serde`], with the feature of that name.
//!
//! What is written is what answers questions: the parts into which shapes were taken apart, with ids,
//! placements and layers, and which ids were given out. Trees, and what meshes enclose, are made again,
//! which changes no answer. Whatever is read is checked as shapes are at insertion.

use glam::{DMat3, DQuat, DVec3, Vec3};
use serde::ser::{Error, Serialize, Serializer};
use thiserror::Error;

use super::matter::Matter;
use super::narrow_phase::convex::{Core, Turned};
use super::placement::{Motion, Placement, PlacementError};
use super::set::{Obstacles, Resident};
use super::shapes::decompose::{
    LocalPart, Solidity, admit_convex, admit_cuboid, admit_mesh, boxes_geometry,
};
use super::shapes::error::{MAX_SHAPE_COORDINATE, ShapeError};
use super::shapes::part::Geometry;
use super::world_box::WorldBox;
use crate::agent::{Layers, Skin, SkinError};
use crate::arena::Arena;

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct StoredObstacles {
    version: u32,
    skin: f64,
    /// The number of times that each slot of ids was given out before, and the obstacle in it, by
    /// slot.
    slots: Vec<(u32, Option<StoredObstacle>)>,
    /// Slots that are free, the one that is used next last.
    free: Vec<u32>,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct StoredObstacle {
    translation: DVec3,
    rotation: DQuat,
    layers: Layers,
    #[serde(default)]
    matter: Matter,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    parts: Vec<StoredPart>,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct StoredPart {
    translation: DVec3,
    rotation: DMat3,
    geometry: StoredGeometry,
}

#[derive(serde::Serialize, serde::Deserialize)]
enum StoredGeometry {
    Cuboid(DVec3),
    HalfSpace(DVec3),
    Points(Vec<DVec3>, f64),
    RoundCuboid(DVec3, f64),
    /// Half height, radius, rounding.
    Cylinder(f64, f64, f64),
    Cone(f64, f64, f64),
    HollowMesh(Vec<Vec3>, Vec<[u32; 3]>),
    SolidMesh(Vec<Vec3>, Vec<[u32; 3]>),
    /// Centers and half sides.
    Boxes(Vec<(DVec3, DVec3)>),
}

/// Error for obstacles that cannot be stored, and for stored ones that make no sense.
#[derive(Debug, Error)]
pub(super) enum Flaw {
    #[error("an obstacle has a shape of the caller's own, which cannot be stored")]
    CustomShape,
    #[error("obstacles of version {0} are not read")]
    Version(u32),
    #[error(transparent)]
    Skin(#[from] SkinError),
    #[error("the slots of ids contradict each other")]
    Slots,
    #[error("an obstacle has no parts")]
    NoParts,
    #[error("a part is not placed by a rotation and a translation within range")]
    Motion,
    #[error(transparent)]
    Placement(#[from] PlacementError),
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

impl Serialize for Obstacles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (slots, free) = self.residents.slots();
        let slots = slots.iter().map(|(generation, resident)| {
            let stored = resident.as_ref().map(StoredObstacle::of).transpose()?;
            Ok((*generation, stored))
        });
        let stored = StoredObstacles {
            version: VERSION,
            skin: self.skin().depth(),
            slots: slots
                .collect::<Result<_, Flaw>>()
                .map_err(S::Error::custom)?,
            free: free.to_vec(),
        };
        stored.serialize(serializer)
    }
}

impl StoredObstacle {
    fn of(resident: &Resident) -> Result<Self, Flaw> {
        let Placement {
            translation,
            rotation,
        } = resident.placement;
        let parts = resident.parts.iter().map(StoredPart::of);
        Ok(Self {
            translation,
            rotation,
            layers: resident.layers,
            matter: resident.matter,
            name: resident.name.as_deref().map(str::to_owned),
            parts: parts.collect::<Result<_, _>>()?,
        })
    }

    fn resident(self) -> Result<Resident, Flaw> {
        let placement = Placement::new(self.translation, self.rotation);
        placement.motion()?;
        if self.parts.is_empty() {
            return Err(Flaw::NoParts);
        }
        let parts = self.parts.into_iter().map(StoredPart::part);
        Ok(Resident {
            parts: parts.collect::<Result<_, _>>()?,
            leaves: Vec::new(),
            placement,
            bounds: WorldBox::EMPTY,
            layers: self.layers,
            matter: self.matter,
            name: self.name.map(Into::into),
        })
    }
}

impl StoredPart {
    fn of((geometry, motion): &LocalPart) -> Result<Self, Flaw> {
        Ok(Self {
            translation: motion.translation,
            rotation: motion.rotation,
            geometry: StoredGeometry::of(geometry)?,
        })
    }

    fn part(self) -> Result<LocalPart, Flaw> {
        /// The error that many rotations in a row may add up to; a single one is exact to double
        /// precision.
        const TOLERANCE: f64 = 1e-9;
        let (translation, rotation) = (self.translation, self.rotation);
        let off = rotation * rotation.transpose() - DMat3::IDENTITY;
        let off = off.to_cols_array().map(f64::abs);
        let is_rotation = off.iter().all(|off| *off < TOLERANCE) && rotation.determinant() > 0.0;
        let in_range = |along: f64| along.abs() <= MAX_SHAPE_COORDINATE;
        if !is_rotation || !translation.to_array().into_iter().all(in_range) {
            return Err(Flaw::Motion);
        }
        let motion = Motion {
            translation,
            rotation,
        };
        Ok((self.geometry.geometry()?, motion))
    }
}

impl StoredGeometry {
    fn of(geometry: &Geometry) -> Result<Self, Flaw> {
        Ok(match geometry {
            Geometry::Cuboid(sides) => Self::Cuboid(*sides),
            Geometry::HalfSpace(normal) => Self::HalfSpace(*normal),
            Geometry::Boxes(boxes) => Self::Boxes(boxes.elements.clone()),
            Geometry::Mesh(mesh) => {
                let vertices = mesh.triangles.vertices().to_vec();
                let indices = mesh.triangles.indices().to_vec();
                match mesh.interior {
                    None => Self::HollowMesh(vertices, indices),
                    Some(_) => Self::SolidMesh(vertices, indices),
                }
            }
            Geometry::Convex(convex) => {
                let rounding = convex.rounding;
                match &convex.core {
                    Core::Points(points) => Self::Points(points.to_vec(), rounding),
                    Core::Cuboid(sides) => Self::RoundCuboid(*sides, rounding),
                    Core::Cylinder(it) => Self::Cylinder(it.half_height, it.radius, rounding),
                    Core::Cone(it) => Self::Cone(it.half_height, it.radius, rounding),
                    Core::Custom(_) => return Err(Flaw::CustomShape),
                }
            }
        })
    }

    fn geometry(self) -> Result<Geometry, Flaw> {
        let convex = |core, rounding| admit_convex("part", core, ("rounding", rounding));
        let turned = |half_height, radius| Turned {
            half_height,
            radius,
        };
        Ok(match self {
            Self::Cuboid(sides) => admit_cuboid("part", sides)?,
            Self::HalfSpace(normal) if (normal.length() - 1.0).abs() < 1e-9 => {
                Geometry::HalfSpace(normal)
            }
            Self::HalfSpace(normal) => {
                let normal = normal.as_vec3().to_array();
                return Err(ShapeError::Normal { normal }.into());
            }
            Self::Points(points, rounding) => convex(Core::Points(points.into()), rounding)?,
            Self::RoundCuboid(sides, rounding) => convex(Core::Cuboid(sides), rounding)?,
            Self::Cylinder(half_height, radius, rounding) => {
                convex(Core::Cylinder(turned(half_height, radius)), rounding)?
            }
            Self::Cone(half_height, radius, rounding) => {
                convex(Core::Cone(turned(half_height, radius)), rounding)?
            }
            Self::HollowMesh(vertices, indices) => {
                admit_mesh("mesh", vertices, indices, Solidity::Hollow)?
            }
            Self::SolidMesh(vertices, indices) => {
                admit_mesh("mesh", vertices, indices, Solidity::Solid)?
            }
            Self::Boxes(elements) => boxes_geometry(elements)?,
        })
    }
}

impl TryFrom<StoredObstacles> for Obstacles {
    type Error = Flaw;

    fn try_from(stored: StoredObstacles) -> Result<Self, Flaw> {
        if stored.version != VERSION {
            return Err(Flaw::Version(stored.version));
        }
        let mut obstacles = Self::new(Skin::new(stored.skin)?);
        let slots = stored.slots.into_iter().map(|(generation, obstacle)| {
            let resident = obstacle.map(StoredObstacle::resident).transpose()?;
            Ok((generation, resident))
        });
        let slots: Vec<_> = slots.collect::<Result<_, Flaw>>()?;
        obstacles.residents = Arena::restored(slots, stored.free).ok_or(Flaw::Slots)?;
        let ids: Vec<_> = obstacles.ids().collect();
        for id in ids {
            let placement = obstacles.placement(id).ok_or(Flaw::Slots)?;
            obstacles.place(id, &placement.motion()?);
        }
        obstacles.optimize();
        Ok(obstacles)
    }
}
