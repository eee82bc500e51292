//! An obstacle to be inserted: a shape with a placement and layers.

use std::fmt;
use std::sync::Arc;

use glam::{DVec3, Vec3};
use parry3d::shape::SharedShape;

use super::matter::Matter;
use super::placement::Placement;
use super::shapes::decompose::{LocalPart, Solidity, admit, admit_compound, admit_mesh};
use super::shapes::error::ShapeError;
use crate::agent::Layers;

/// A shape with a placement and layers, to be inserted. Nothing is checked before
/// [`Obstacles::insert`](super::Obstacles::insert).
///
/// ```
/// use voxnav_occupancy::Layers;
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
/// use voxnav_occupancy::glam::DVec3;
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let pillar = Obstacle::new(SharedShape::cylinder(4.0, 0.5));
/// let pillar = pillar.at(DVec3::new(3.0, 4.0, 0.0)).on(Layers::bit(2));
/// let mut obstacles = Obstacles::default();
/// let edit = obstacles.insert(pillar)?;
/// assert_eq!(obstacles.layers(edit.id), Some(Layers::bit(2)));
/// # Ok::<(), voxnav_occupancy::colliders::ObstacleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Obstacle {
    source: Source,
    pub(super) placement: Placement,
    pub(super) layers: Layers,
    pub(super) matter: Matter,
    pub(super) name: Option<Arc<str>>,
    solidity: Solidity,
}

#[derive(Clone)]
enum Source {
    Shape(SharedShape),
    Compound(Vec<(Placement, SharedShape)>),
    Mesh(Vec<Vec3>, Vec<[u32; 3]>),
}

impl Obstacle {
    /// Makes an obstacle of a parry3d shape: at the origin, on all layers, hollow if it is a mesh.
    #[must_use]
    pub fn new(shape: SharedShape) -> Self {
        Self::from_source(Source::Shape(shape))
    }

    /// Makes an obstacle of several shapes that stay together, each with its place in the whole.
    ///
    /// Unlike parry3d's `Compound` this takes meshes and nested compounds, and no parts at all is
    /// an error at insertion and not a panic.
    #[must_use]
    pub fn compound(parts: Vec<(Placement, SharedShape)>) -> Self {
        Self::from_source(Source::Compound(parts))
    }

    /// Makes an obstacle of a triangle mesh from raw lists.
    ///
    /// parry3d's `TriMesh::new` panics on an index past the vertices; this is an error at
    /// insertion.
    #[must_use]
    pub fn mesh(vertices: Vec<Vec3>, indices: Vec<[u32; 3]>) -> Self {
        Self::from_source(Source::Mesh(vertices, indices))
    }

    /// Makes a box from one corner to the opposite one, in world units, whichever they are.
    ///
    /// ```
    /// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
    /// use voxnav_occupancy::glam::DVec3;
    ///
    /// let mut obstacles = Obstacles::default();
    /// let door = Obstacle::between([4.0, 6.0, 0.0], [5.0, 2.0, 3.0]).named("door");
    /// let door = obstacles.insert(door)?.id;
    /// let bounds = obstacles.bounds(door).ok_or("it is there")?;
    /// assert_eq!([bounds.min, bounds.max], [[4.0, 2.0, 0.0].into(), DVec3::new(5.0, 6.0, 3.0)]);
    /// assert_eq!(obstacles.find("door"), Some(door));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn between(from: impl Into<DVec3>, to: impl Into<DVec3>) -> Self {
        let (from, to) = (from.into(), to.into());
        let half = ((to - from).abs() / 2.0).as_vec3();
        let shape = SharedShape::cuboid(half.x, half.y, half.z);
        Self::new(shape).at(from + (to - from) / 2.0)
    }

    fn from_source(source: Source) -> Self {
        Self {
            source,
            placement: Placement::IDENTITY,
            layers: Layers::ALL,
            matter: Matter::Plain,
            name: None,
            solidity: Solidity::Hollow,
        }
    }

    crate::setters! {
        /// Places the obstacle in the world.
        at(placement: impl Into<Placement>) => placement = placement.into();

        /// Puts the obstacle on these layers, instead of all.
        on(layers: Layers) => layers = layers;

        /// Sets what the obstacle is made of; [`Matter::Plain`] by default.
        of(matter: Matter) => matter = matter;

        /// Names the obstacle, for [`Obstacles::find`](super::Obstacles::find). Names are kept in files; several
        /// obstacles may have the same.
        named(name: impl Into<Arc<str>>) => name = Some(name.into());
        /// Sets whether meshes are hollow or solid.
        with(solidity: Solidity) => solidity = solidity;
    }

    /// Returns the matter of the obstacle.
    #[must_use]
    pub fn matter(&self) -> Matter {
        self.matter
    }

    /// Takes the obstacle apart, or returns the reason why its shape is refused.
    pub(super) fn parts(self) -> Result<Vec<LocalPart>, ShapeError> {
        let solidity = self.solidity;
        let mut parts = Vec::new();
        match self.source {
            Source::Shape(shape) => admit(&shape, &Placement::IDENTITY, solidity, &mut parts)?,
            Source::Compound(shapes) => {
                let shapes = shapes.iter().map(|(placement, shape)| (*placement, shape));
                admit_compound(shapes, solidity, &mut parts)?;
            }
            Source::Mesh(vertices, indices) => {
                let geometry = admit_mesh("mesh", vertices, indices, solidity)?;
                parts.push((geometry, Placement::IDENTITY.motion()?));
            }
        }
        Ok(parts)
    }
}

/// Writes the kind alone: a mesh has too many triangles to print.
impl fmt::Debug for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Shape(_) => "shape",
            Self::Compound(_) => "compound",
            Self::Mesh(..) => "mesh",
        })
    }
}
