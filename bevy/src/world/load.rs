//! Loading of worlds, and the entities that have to be looked at.

use std::collections::BTreeSet;

use bevy_ecs::event::EventPattern;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use super::{Level, NavSettings, NavState, NavWorld};
use crate::fault::{Faults, Kind};
use crate::{InNavWorld, WorldChanged};

/// The worlds in the order in which they were first seen. Entities without an [`InNavWorld`] are in the first.
#[derive(Resource, Debug, Default)]
pub(crate) struct CommonWorld(Vec<Entity>);

/// The entities that have to be looked at in the next tick, whatever change detection says: they lost a component, were
/// disabled, or their world was loaded again.
///
/// Removals are queued by observers, and not read from `RemovedComponents`, which forget them after two frames: there may
/// be many frames between two fixed ticks.
#[derive(Resource, Debug, Default)]
pub(crate) struct Touched {
    pub(crate) entities: BTreeSet<Entity>,
    /// True where all entities have to be looked at.
    pub(crate) everything: bool,
}

/// Queues the entity that a component is inserted into or removed from.
pub(crate) fn touch<E>(on: On<E>, mut touched: ResMut<Touched>)
where
    E: EventPattern<Event: EntityEvent>,
{
    let entity = on.event().event_target();
    touched.entities.insert(entity);
}

/// The worlds that entities are in.
#[derive(SystemParam)]
pub(crate) struct Levels<'w, 's> {
    states: Query<'w, 's, &'static mut NavState>,
    common: Res<'w, CommonWorld>,
}

impl Levels<'_, '_> {
    /// Returns the entity of the world that an entity is in, if it is loaded.
    pub(crate) fn find(&mut self, of: Option<&InNavWorld>) -> Option<Entity> {
        let entity = of.map(|of| of.0).or(self.common.0.first().copied())?;
        self.level(entity).map(|_| entity)
    }

    /// Returns a loaded world.
    pub(crate) fn level(&mut self, entity: Entity) -> Option<&mut Level> {
        self.state(entity)?.level()
    }

    /// Returns the state of a world.
    pub(crate) fn state(&mut self, entity: Entity) -> Option<&mut NavState> {
        Some(self.states.get_mut(entity).ok()?.into_inner())
    }

    /// Returns whether a world was edited since the last tick.
    pub(crate) fn are_edited(&mut self) -> bool {
        let mut levels = self
            .states
            .iter_mut()
            .filter_map(|it| it.into_inner().level());
        levels.any(|level| level.edits > 0)
    }

    /// Does something with each world that is here, in their order.
    pub(crate) fn each(&mut self, mut act: impl FnMut(Entity, &mut Level)) {
        for world in self.all() {
            if let Some(level) = self.level(world) {
                act(world, level);
            }
        }
    }

    /// Returns all worlds, in the order in which they were first seen.
    pub(crate) fn all(&self) -> Vec<Entity> {
        self.common.0.clone()
    }
}

/// Loads worlds that are new or were changed, and forgets those that are gone.
pub(crate) fn load_worlds(
    mut worlds: Query<(Entity, Ref<NavWorld>, Ref<NavSettings>, &mut NavState)>,
    mut common: ResMut<CommonWorld>,
    mut touched: ResMut<Touched>,
    mut faults: Faults,
) {
    let before = common.0.len();
    common.0.retain(|entity| worlds.contains(*entity));
    touched.everything |= common.0.len() != before;
    let mut all: Vec<_> = worlds.iter_mut().collect();
    all.sort_by_key(|(entity, ..)| entity.index_u32());
    for (entity, world, settings, mut state) in all {
        state.fetch();
        let is_new = !common.0.contains(&entity);
        if is_new {
            common.0.push(entity);
        }
        if is_new || world.is_changed() || settings.is_changed() {
            let level = Level::new(&world, &settings);
            faults.set(
                Kind::World,
                entity,
                level.as_ref().err().cloned().map(Into::into),
            );
            state.set(level.ok());
            touched.everything = true;
        }
    }
}

/// Tells of worlds that were edited, and forgets what had to be looked at.
pub(crate) fn tell_of_changes(
    mut worlds: Query<(Entity, &mut NavState)>,
    mut touched: ResMut<Touched>,
    mut commands: Commands,
) {
    *touched = Touched::default();
    for (entity, mut state) in &mut worlds {
        let edits = state
            .level()
            .map_or(0, |level| std::mem::take(&mut level.edits));
        if edits > 0 {
            commands.trigger(WorldChanged { entity, edits });
        }
    }
}
