//! Entities that are each in one world: obstacles, links and agents.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;
use bevy_ecs::system::SystemParam;

use super::{Level, Levels, Touched};
use crate::fault::{Faults, Kind};
use crate::{InNavWorld, NavError};

/// The worlds that entities are in, one each.
#[derive(SystemParam)]
pub(crate) struct Residents<'w, 's> {
    touched: Res<'w, Touched>,
    pub(crate) levels: Levels<'w, 's>,
    pub(crate) faults: Faults<'w, 's>,
}

impl Residents<'_, '_> {
    /// Brings entities up to date, in their order: removes each from all worlds but that which it is in, puts it there,
    /// and notes its fault. Returns those that have one.
    ///
    /// `parts` returns the components of an entity that counts, with its world; `put` inserts it, or changes what it has
    /// in that world.
    pub(crate) fn settle<'w, P>(
        &mut self,
        kind: Kind,
        entities: BTreeSet<Entity>,
        parts: impl Fn(Entity) -> Option<(P, Option<&'w InNavWorld>)>,
        remove: impl Fn(&mut Level, Entity),
        put: impl Fn(&mut Level, Entity, &P) -> Result<(), NavError>,
    ) -> Vec<Entity> {
        let mut refused = Vec::new();
        for entity in entities {
            let wanted = parts(entity);
            let home = wanted.as_ref().and_then(|it| self.levels.find(it.1));
            // It may have been in another world before.
            for other in self.levels.all() {
                if Some(other) != home
                    && let Some(level) = self.levels.level(other)
                {
                    remove(level, entity);
                }
            }
            let fault = wanted.and_then(|(parts, _)| {
                let level = home.and_then(|home| self.levels.level(home));
                let level = level.ok_or(NavError::NoWorld);
                level.and_then(|level| put(level, entity, &parts)).err()
            });
            refused.extend(fault.as_ref().map(|_| entity));
            self.faults.set(kind, entity, fault);
        }
        refused
    }

    /// Returns the entities that have to be looked at: those that were changed or touched, or all.
    pub(crate) fn concerned<C: QueryFilter, E: QueryFilter>(
        &self,
        changed: &Query<Entity, C>,
        everything: &Query<Entity, E>,
    ) -> BTreeSet<Entity> {
        let mut concerned: BTreeSet<Entity> = changed
            .iter()
            .chain(self.touched.entities.iter().copied())
            .collect();
        if self.touched.everything {
            concerned.extend(everything);
        }
        concerned
    }
}
