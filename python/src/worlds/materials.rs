//! Materials of cells and of colliders.

use pyo3::prelude::*;
use voxnav::colliders::Matter;
use voxnav::grid::OccupancyBuilder;
use voxnav::ground::{CostFactor, Material, MaterialId, MaterialKind};

use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::values::cells::each_row;
use crate::values::numbers::{Boxes, Number, one_of};
use crate::worlds::world::World;

/// The properties that a caller states of a material.
struct MaterialFields<'s> {
    name: &'s str,
    kind: Option<MaterialKind>,
    cost: Option<CostFactor>,
    standable: Option<bool>,
    forbidden: Option<bool>,
}

impl MaterialFields<'_> {
    /// Returns the material of the name: the one that there is, with which all that is said must agree, or a
    /// new one.
    fn id(&self, builder: &mut OccupancyBuilder) -> Answer<MaterialId> {
        let Some(id) = builder.palette().find(self.name) else {
            let added = builder.add_material(self.new_material()?);
            return added.blamed("name");
        };
        match builder.palette().get(id) {
            Some(known) => self.agree_with(known).map(|()| id),
            None => Ok(id),
        }
    }

    fn new_material(&self) -> Answer<Material> {
        let kind = self.kind.ok_or_else(|| {
            Failure::argument("kind", format!("`{}` is new, and needs one", self.name))
        })?;
        let mut material = Material::new(self.name, kind);
        material.cost = self.cost.unwrap_or(material.cost);
        material.standable = self.standable.unwrap_or(material.standable);
        material.forbidden = self.forbidden.unwrap_or(material.forbidden);
        Ok(material)
    }

    fn agree_with(&self, known: &Material) -> Answer<()> {
        self.agree("kind", self.kind, known.kind, known.kind)?;
        self.agree("cost", self.cost, known.cost, known.cost.factor())?;
        let (standable, forbidden) = (known.standable, known.forbidden);
        self.agree("standable", self.standable, standable, standable)?;
        self.agree("forbidden", self.forbidden, forbidden, forbidden)
    }

    fn agree<T: PartialEq>(
        &self,
        argument: &str,
        said: Option<T>,
        is: T,
        shown: impl std::fmt::Debug,
    ) -> Answer<()> {
        if said.is_none_or(|said| said == is) {
            return Ok(());
        }
        let name = self.name;
        refuse(
            argument,
            format!("the world has `{name}`, where it is {shown:?}"),
        )
    }
}

const KINDS: &[(&str, MaterialKind)] = &[
    ("solid", MaterialKind::Solid),
    ("passable", MaterialKind::Passable),
    ("liquid", MaterialKind::Liquid),
    ("climbable", MaterialKind::Climbable),
    ("door", MaterialKind::Door),
    ("hazard", MaterialKind::Hazard),
];

#[pymethods]
impl World {
    /// Sets the material of the cells of boxes, which determines what ground agents do there. For flying agents such
    /// cells are occupied or free, and no more: `set_terrain` sets what their moves cost.
    ///
    /// Parameters
    /// ----------
    /// boxes : array of whole numbers, shape (N, 2, 3), or (2, 3) for one box
    ///     The smallest cell of each box, and one past the largest. Without any the world knows the material
    ///     all the same, so that colliders can be made of it.
    /// name : str
    ///     The material; cells of the same name are of the same. What else is said of one that the world has
    ///     must agree with it.
    /// kind : {"solid", "passable", "liquid", "climbable", "door", "hazard"}
    ///     Needed where the name is new.
    /// cost : float
    ///     What moves into it or onto it cost, times their own cost: from 1 / 1024 up. 1 if it is not said.
    /// standable : bool
    ///     Whether an agent may stand on it. What fills cells may be stood on if it is not said.
    /// forbidden : bool
    ///     Whether no agent may be in it, whatever it can do. False if it is not said.
    #[pyo3(signature = (boxes, name, kind = None, *, cost = None, standable = None, forbidden = None))]
    #[expect(clippy::too_many_arguments, reason = "all but three by keyword")]
    fn set_material(
        &self,
        py: Python<'_>,
        boxes: Boxes,
        name: &str,
        kind: Option<&str>,
        cost: Option<Number>,
        standable: Option<bool>,
        forbidden: Option<bool>,
    ) -> Answer<()> {
        let all = boxes.named("boxes")?;
        let cost = cost.map(|cost| {
            let factor = cost.named("cost")?;
            CostFactor::new(factor).blamed("cost")
        });
        let said = MaterialFields {
            name,
            kind: kind
                .map(|kind| one_of("kind", "no kind", kind, KINDS))
                .transpose()?,
            cost: cost.transpose()?,
            standable,
            forbidden,
        };
        self.edit(py, |builder| {
            let id = said.id(builder)?;
            each_row("boxes", &all, |cells| builder.set_material_box(cells, id))
        })
    }
}

/// Returns what a collider is made of, by the name of a material of the world: its surface or all of it, not
/// both.
pub(crate) fn matter(world: &World, surface: Option<&str>, volume: Option<&str>) -> Answer<Matter> {
    let of = |argument: &str, name: &str| {
        let found = world.with(|state| {
            let cells = state.navigator.cells();
            Ok(cells.and_then(|cells| cells.palette().find(name)))
        })?;
        found.ok_or_else(|| {
            Failure::argument(
                argument,
                format!("the world has no material called `{name}`; set_material adds it"),
            )
        })
    };
    match (surface, volume) {
        (None, None) => Ok(Matter::Plain),
        (Some(surface), None) => Ok(Matter::Surface(of("surface", surface)?)),
        (None, Some(volume)) => Ok(Matter::Volume(of("volume", volume)?)),
        (Some(_), Some(_)) => refuse(
            "volume",
            "a collider has a surface or is a volume, not both",
        ),
    }
}
