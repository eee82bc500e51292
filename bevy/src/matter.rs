//! Matter: what obstacles and cells are made of.

use bevy_reflect::prelude::*;
use voxnav::NavigatorError;
use voxnav::colliders::Matter;
use voxnav::ground::{Material, MaterialId, MaterialKind};

use crate::world::Level;

/// The matter of an obstacle or of a cell. Flying agents mind only whether it blocks; those that walk mind all of it.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavMatter {
    /// Matter that blocks and bears.
    #[default]
    Solid,
    /// Water, which blocks no agent: agents swim in it, if they can.
    Water,
    /// A ladder, which blocks no agent: agents climb in it, if they can.
    Ladder,
    /// A door, which is open to agents that open doors and blocks all others.
    Door,
    /// Matter that hurts, such as lava: it blocks no agent, but walking agents keep out of it by default.
    Hazard,
}

/// The materials of a world. Which of two in a cell counts is decided by their order.
const MATERIALS: [(NavMatter, &str, MaterialKind); 4] = [
    (NavMatter::Water, "water", MaterialKind::Liquid),
    (NavMatter::Hazard, "hazard", MaterialKind::Hazard),
    (NavMatter::Ladder, "ladder", MaterialKind::Climbable),
    (NavMatter::Door, "door", MaterialKind::Door),
];

/// The ids of all materials, in the order of the list.
pub(crate) type MaterialIds = [Option<MaterialId>; 4];

impl Level {
    /// Returns the ids of all materials, which a world has from when it first needs one.
    pub(crate) fn materials(&mut self) -> Result<MaterialIds, NavigatorError> {
        if let Some(ids) = self.materials {
            return Ok(ids);
        }
        let mut ids = [None; 4];
        for (id, (_, name, kind)) in ids.iter_mut().zip(MATERIALS) {
            *id = Some(self.navigator.add_material(Material::new(name, kind))?);
        }
        self.materials = Some(ids);
        Ok(ids)
    }

    /// Returns the matter of an obstacle as the navigator has it.
    pub(crate) fn matter(&mut self, matter: NavMatter) -> Result<Matter, NavigatorError> {
        if matter == NavMatter::Solid {
            return Ok(Matter::Plain);
        }
        let id = matter.id(self.materials()?);
        Ok(match id {
            None => Matter::Plain,
            Some(id) if matter == NavMatter::Door => Matter::Surface(id),
            Some(id) => Matter::Volume(id),
        })
    }
}

impl NavMatter {
    /// Returns the id of the material; none for what is solid.
    pub(crate) fn id(self, ids: MaterialIds) -> Option<MaterialId> {
        let place = MATERIALS.iter().position(|it| it.0 == self)?;
        ids[place]
    }
}
