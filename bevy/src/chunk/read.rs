//! Chunks of a tick: those that are new, changed or gone, all in one edit of each world.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use bevy_ecs::event::EventPattern;
use bevy_ecs::prelude::*;
use bevy_math::{IVec3, UVec3};
use voxnav::NavigatorError;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};

use super::{ChunkSource, NavCell};
use crate::fault::{Faults, Kind};
use crate::matter::MaterialIds;
use crate::world::{Level, Levels, Touched};
use crate::{InNavWorld, NavError, NavMatter};

/// The chunks that were read, with the world and the cells of each, and those that have to be looked at again.
#[derive(Resource)]
pub(crate) struct ReadChunks<C> {
    chunks: BTreeMap<Entity, (Entity, CellBox)>,
    touched: BTreeSet<Entity>,
    source: PhantomData<fn() -> C>,
}

impl<C> Default for ReadChunks<C> {
    fn default() -> Self {
        Self {
            chunks: BTreeMap::new(),
            touched: BTreeSet::new(),
            source: PhantomData,
        }
    }
}

/// Queues a chunk that was removed, disabled or enabled.
pub(super) fn touch<C, E>(on: On<E>, mut read: ResMut<ReadChunks<C>>)
where
    C: ChunkSource,
    E: EventPattern<Event: EntityEvent>,
{
    let entity = on.event().event_target();
    read.touched.insert(entity);
}

/// Brings the cells of all worlds up to date.
pub(super) fn read_chunks<C: ChunkSource>(
    changed: Query<Entity, (With<C>, Or<(Changed<C>, Changed<InNavWorld>)>)>,
    everything: Query<Entity, With<C>>,
    chunks: Query<(&C, Option<&InNavWorld>)>,
    touched: Res<Touched>,
    mut read: ResMut<ReadChunks<C>>,
    mut levels: Levels,
    mut faults: Faults,
) {
    let mut concerned = std::mem::take(&mut read.touched);
    concerned.extend(&changed);
    if touched.everything {
        concerned.extend(&everything);
        // The cells went with the worlds that were loaded again; what is gone is cleared in vain in the others.
        concerned.extend(read.chunks.keys());
    }
    let mut edits = BTreeMap::new();
    for entity in concerned {
        if let Some((world, cells)) = read.chunks.remove(&entity)
            && let Some(level) = levels.level(world)
            && let Ok(edit) = edit_of(&mut edits, world, level)
        {
            let _ = edit.clear(cells);
        }
        let Ok((chunk, of)) = chunks.get(entity) else {
            faults.set(Kind::Chunk, entity, None);
            continue;
        };
        let filled = match levels.find(of) {
            None => Err(NavError::NoWorld),
            Some(world) => fill(&mut edits, world, &mut levels, chunk).map(|cells| {
                read.chunks.insert(entity, (world, cells));
            }),
        };
        faults.set(Kind::Chunk, entity, filled.err());
    }
    for (world, edit) in edits {
        if let Some(level) = levels.level(world) {
            level.edits += edit.chunks;
            let replaced = level.navigator.replace_cells(edit.builder.commit());
            faults.set(Kind::Cells, world, replaced.err().map(Into::into));
        }
    }
}

/// One edit of the cells of a world.
struct Edit {
    builder: OccupancyBuilder,
    materials: MaterialIds,
    bounds: CellBox,
    unloaded: CellState,
    chunks: usize,
}

/// Returns the edit of a world, which begins with its first chunk.
fn edit_of<'e>(
    edits: &'e mut BTreeMap<Entity, Edit>,
    world: Entity,
    level: &mut Level,
) -> Result<&'e mut Edit, NavigatorError> {
    use std::collections::btree_map::Entry;
    Ok(match edits.entry(world) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => {
            let materials = level.materials()?;
            let bounds = level.navigator.bounds();
            let builder = match level.navigator.cells() {
                Some(cells) => cells.edit(),
                None => OccupancyBuilder::new(bounds)?,
            };
            let unloaded = level.unloaded;
            entry.insert(Edit {
                builder,
                materials,
                bounds,
                unloaded,
                chunks: 0,
            })
        }
    })
}

/// Fills in the cells of a chunk, and returns their box.
fn fill<C: ChunkSource>(
    edits: &mut BTreeMap<Entity, Edit>,
    world: Entity,
    levels: &mut Levels,
    chunk: &C,
) -> Result<CellBox, NavError> {
    let level = levels.level(world).ok_or(NavError::NoWorld)?;
    let edit = edit_of(edits, world, level)?;
    let first = chunk.first_cell();
    let cells = CellBox::new(first, first.saturating_add_unsigned(chunk.size()));
    let inside = cells.intersection(&edit.bounds);
    edit.chunks += 1;
    for z in inside.min.z..inside.max.z {
        for y in inside.min.y..inside.max.y {
            edit.fill_row(chunk, first, &inside, y, z)?;
        }
    }
    Ok(inside)
}

impl Edit {
    /// Fills in a row of cells along x, run by run.
    fn fill_row<C: ChunkSource>(
        &mut self,
        chunk: &C,
        first: IVec3,
        inside: &CellBox,
        y: i32,
        z: i32,
    ) -> Result<(), NavigatorError> {
        let cell_at = |x: i32| chunk.cell(place(IVec3::new(x, y, z), first));
        let mut x = inside.min.x;
        while x < inside.max.x {
            let (begin, cell) = (x, cell_at(x));
            x += 1;
            while x < inside.max.x && cell_at(x) == cell {
                x += 1;
            }
            let run = CellBox::new(IVec3::new(begin, y, z), IVec3::new(x, y + 1, z + 1));
            self.set(run, cell)?;
        }
        Ok(())
    }

    /// Makes cells what cells without a chunk are.
    fn clear(&mut self, cells: CellBox) -> Result<(), NavigatorError> {
        self.chunks += 1;
        Ok(self.builder.set_box(cells, self.unloaded)?)
    }

    fn set(&mut self, cells: CellBox, cell: NavCell) -> Result<(), NavigatorError> {
        let state = match cell {
            NavCell::Free => CellState::Free,
            NavCell::Unknown => CellState::Unknown,
            NavCell::Of(matter) => match matter.id(self.materials) {
                Some(id) => return Ok(self.builder.set_material_box(cells, id)?),
                None => CellState::Occupied,
            },
        };
        debug_assert!(state != CellState::Occupied || cell == NavCell::Of(NavMatter::Solid));
        Ok(self.builder.set_box(cells, state)?)
    }
}

/// Returns the place of a cell in a chunk that contains it.
fn place(cell: IVec3, first: IVec3) -> UVec3 {
    cell.wrapping_sub(first).as_uvec3()
}
