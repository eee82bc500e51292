//! Materials of cells and of colliders.

use pyo3::prelude::*;
use voxnav::colliders::Matter;
use voxnav::grid::OccupancyBuilder;
use voxnav::ground::{CostFactor, Material, MaterialId, MaterialKind};

use crate::failure::{Answer, Failure};
use crate::numbers::{Number, one_of};
use crate::world::World;

/// The properties that a caller states of a material.
struct Said<'s> {
    name: &'s str,
    kind: Option<MaterialKind>,
    cost: Option<CostFactor>,
    standable: Option<bool>,
    forbidden: Option<bool>,
}

impl Said<'_> {
    /// Returns the material of the name: the one that there is, with which all that is said must agree, or a
    /// new one.
    fn id(&self, builder: &mut OccupancyBuilder) -> Answer<MaterialId> {
        let Some(id) = builder.palette().find(self.name) else {
            let added = builder.add_material(self.new_material()?);
            return added.map_err(|error| Failure::argument("name", error));
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
        fn differs<T: PartialEq>(said: Option<T>, is: T) -> bool {
            said.is_some_and(|said| said != is)
        }
        let name = self.name;
        let faults = [
            (
                "kind",
                differs(self.kind, known.kind),
                format!("{:?}", known.kind),
            ),
            (
                "cost",
                differs(self.cost, known.cost),
                format!("{:?}", known.cost.factor()),
            ),
            (
                "standable",
                differs(self.standable, known.standable),
                known.standable.to_string(),
            ),
            (
                "forbidden",
                differs(self.forbidden, known.forbidden),
                known.forbidden.to_string(),
            ),
        ];
        match faults.into_iter().find(|(_, differs, _)| *differs) {
            Some((argument, _, is)) => Err(Failure::argument(
                argument,
                format!("the world has `{name}`, where it is {is}"),
            )),
            None => Ok(()),
        }
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
    /// Makes the cells of boxes of a material, which says what it means to agents on the ground.
    ///
    /// Parameters
    /// ----------
    /// boxes : array of whole numbers, shape (N, 2, 3)
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
        boxes: &Bound<'_, PyAny>,
        name: &str,
        kind: Option<&str>,
        cost: Option<Number>,
        standable: Option<bool>,
        forbidden: Option<bool>,
    ) -> Answer<()> {
        let all = crate::cells::boxes("boxes", boxes)?;
        let cost = cost.map(|cost| {
            let factor = cost.named("cost")?;
            CostFactor::new(factor).map_err(|error| Failure::argument("cost", error))
        });
        let said = Said {
            name,
            kind: kind
                .map(|kind| one_of("kind", "no kind", kind, KINDS))
                .transpose()?,
            cost: cost.transpose()?,
            standable,
            forbidden,
        };
        py.detach(|| {
            self.edit(|builder| {
                let id = said.id(builder)?;
                for (row, &cells) in all.iter().enumerate() {
                    (builder.set_material_box(cells, id))
                        .map_err(|error| crate::cells::at_row("boxes", row, error))?;
                }
                Ok(())
            })
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
        (Some(_), Some(_)) => Err(Failure::argument(
            "volume",
            "a collider has a surface or is a volume, not both",
        )),
    }
}
