//! Colliders: boxes, balls, capsules and meshes among the cells.

use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use voxnav::colliders::{Obstacle, ObstacleId, Placement, Solidity};
use voxnav::glam::{DQuat, DVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::parry3d::shape::SharedShape;

use crate::failure::{Answer, Failure, refuse};
use crate::values::answers::pickled;
use crate::values::cells::{each_row, shown};
use crate::values::numbers::{Cells, Count, Number, Position, Positions};
use crate::worlds::world::World;

/// A shape that blocks the agents whose box it overlaps.
///
/// Made by `Collider.box`, `Collider.ball`, `Collider.capsule` and `Collider.mesh`; `World.insert` puts
/// it into a world.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct Collider {
    form: Form,
    obstacle: Obstacle,
}

/// A shape in the numbers that it is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Form {
    /// Half its sides.
    Box([f32; 3]),
    Ball(f32),
    Capsule(Vec3, Vec3, f32),
    Mesh(Vec<Vec3>, Vec<[u32; 3]>, bool),
}

impl Form {
    fn name(&self) -> &'static str {
        match self {
            Self::Box(_) => "box",
            Self::Ball(_) => "ball",
            Self::Capsule(..) => "capsule",
            Self::Mesh(..) => "mesh",
        }
    }
}

impl From<Form> for Collider {
    fn from(form: Form) -> Self {
        let obstacle = match &form {
            &Form::Box([x, y, z]) => Obstacle::new(SharedShape::cuboid(x, y, z)),
            &Form::Ball(radius) => Obstacle::new(SharedShape::ball(radius)),
            &Form::Capsule(from, to, radius) => {
                Obstacle::new(SharedShape::capsule(from, to, radius))
            }
            Form::Mesh(vertices, triangles, is_solid) => {
                let solidity = if *is_solid {
                    Solidity::Solid
                } else {
                    Solidity::Hollow
                };
                Obstacle::mesh(vertices.clone(), triangles.clone()).with(solidity)
            }
        };
        Self { form, obstacle }
    }
}

/// Checks that a length is not negative.
fn length(argument: &str, length: f64) -> Answer<f32> {
    #[expect(clippy::cast_possible_truncation, reason = "shapes are of f32")]
    let narrow = length as f32;
    if narrow.is_finite() && length >= 0.0 {
        return Ok(narrow);
    }
    refuse(argument, format!("{length} is not a length"))
}

pickled!(Collider, |this| &this.form, |form| Ok(Form::into(form)));

#[pymethods]
impl Collider {
    /// A box of a size along x, y and z, in world units.
    #[staticmethod]
    fn r#box(size: Position) -> Answer<Self> {
        let [x, y, z] = size
            .named("size")?
            .to_array()
            .map(|side| length("size", side / 2.0));
        Ok(Form::Box([x?, y?, z?]).into())
    }

    /// A ball of a radius, in world units.
    #[staticmethod]
    fn ball(radius: Number) -> Answer<Self> {
        let radius = length("radius", radius.named("radius")?)?;
        Ok(Form::Ball(radius).into())
    }

    /// All points within a radius of the line from one position to another, in world units.
    #[staticmethod]
    fn capsule(from_: Position, to: Position, radius: Number) -> Answer<Self> {
        let (from, to) = (from_.named("from_")?, to.named("to")?);
        let radius = length("radius", radius.named("radius")?)?;
        Ok(Form::Capsule(from.as_vec3(), to.as_vec3(), radius).into())
    }

    /// A mesh of triangles.
    ///
    /// Parameters
    /// ----------
    /// vertices : array of numbers, shape (N, 3)
    ///     In world units.
    /// triangles : array of whole numbers, shape (M, 3)
    ///     The rows of `vertices` at the corners of each triangle.
    /// solid : bool
    ///     Whether what is inside of a closed mesh is blocked, too.
    #[staticmethod]
    #[pyo3(signature = (vertices, triangles, *, solid = false))]
    fn mesh(vertices: Positions, triangles: Cells, solid: bool) -> Answer<Self> {
        let vertices = vertices.named("vertices")?;
        let vertices: Vec<Vec3> = vertices.into_iter().map(DVec3::as_vec3).collect();
        let triangles = triangles.named("triangles")?;
        let count = vertices.len();
        each_row("triangles", &triangles, |triangle| {
            let is_there = |corner: &i32| usize::try_from(*corner).is_ok_and(|it| it < count);
            match triangle.to_array().iter().find(|corner| !is_there(corner)) {
                Some(corner) => Err(format!("there is no vertex {corner} among {count}")),
                None => Ok(()),
            }
        })?;
        let indices = triangles
            .iter()
            .map(|corners| corners.as_uvec3().to_array());
        Ok(Form::Mesh(vertices, indices.collect(), solid).into())
    }

    fn __repr__(&self) -> String {
        format!("<voxnav.Collider: {}>", self.form.name())
    }
}

/// Reads a position, and a rotation as a unit quaternion.
fn placement(at: Position, rotation: Option<&Bound<'_, PyAny>>) -> Answer<Placement> {
    let at = at.named("at")?;
    let Some(rotation) = rotation else {
        return Ok(Placement::at(at));
    };
    let parts = rotation.extract::<[f64; 4]>().or_else(|_| {
        let listed = rotation.call_method0("tolist")?;
        listed.extract::<[f64; 4]>()
    });
    let [x, y, z, w] = parts.map_err(|_| {
        let found = shown(rotation);
        Failure::argument_type(
            "rotation",
            format!("four numbers x, y, z, w are needed, not {found}"),
        )
    })?;
    Ok(Placement::new(at, DQuat::from_xyzw(x, y, z, w)))
}

#[pymethods]
impl World {
    /// Puts a collider into the world; the next question knows of it.
    ///
    /// Parameters
    /// ----------
    /// collider : Collider
    /// at : three floats
    ///     Its position, in world units.
    /// rotation : four floats, optional
    ///     A unit quaternion x, y, z, w.
    /// layers : int
    ///     32 bits; it blocks the agents that share one of them.
    /// surface : str, optional
    ///     The material that it fills cells with, one that fills cells: `set_material` adds it to the world.
    /// volume : str, optional
    ///     The material of the cells that it overlaps, one that fills none: a liquid, a ladder, a hazard.
    ///     The collider then blocks no agent.
    ///
    /// Returns
    /// -------
    /// int
    ///     Its id, for `remove` and `move_to`.
    #[pyo3(
        signature = (
            collider, at, *, rotation = None, layers = Count::of(0xFFFF_FFFF), surface = None, volume = None
        ),
        text_signature = "($self, collider, at, *, rotation=None, layers=4294967295, surface=None, volume=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "all but two by keyword")]
    fn insert(
        &self,
        py: Python<'_>,
        collider: &Bound<'_, Collider>,
        at: Position,
        rotation: Option<&Bound<'_, PyAny>>,
        layers: Count,
        surface: Option<&str>,
        volume: Option<&str>,
    ) -> Answer<u64> {
        let placement = placement(at, rotation)?;
        let layers = Layers(layers.narrow("layers")?);
        let matter = py.detach(|| crate::worlds::materials::matter(self, surface, volume))?;
        let obstacle = collider.get().obstacle.clone().at(placement);
        let obstacle = obstacle.on(layers).of(matter);
        let id = self.ask(py, |state| Ok(state.navigator.insert(obstacle)?))?;
        Ok(id.to_bits())
    }

    /// Takes a collider out of the world.
    fn remove(&self, py: Python<'_>, id: Count) -> Answer<()> {
        let id = ObstacleId::from_bits(id.named("id")?);
        self.ask(py, |state| Ok(state.navigator.remove(id)?))
    }

    /// Moves a collider to a position in world units, with a rotation as a unit quaternion x, y, z, w.
    #[pyo3(signature = (id, at, *, rotation = None))]
    fn move_to(
        &self,
        py: Python<'_>,
        id: Count,
        at: Position,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> Answer<()> {
        let id = ObstacleId::from_bits(id.named("id")?);
        let placement = placement(at, rotation)?;
        self.ask(py, |state| Ok(state.navigator.move_to(id, placement)?))
    }
}
