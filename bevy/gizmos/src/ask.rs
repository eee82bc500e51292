//! Questions that take longer than a frame has: asked when an agent is given a path or has none, and kept.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::GlobalTransform;
use bevy_voxnav::voxnav::experiment::{Observer, Side};
use bevy_voxnav::voxnav::glam::IVec3;
use bevy_voxnav::voxnav::grid::Traversability;
use bevy_voxnav::voxnav::search::{Cost, Query as CellQuery};
use bevy_voxnav::voxnav::{Lattice, Workspace};
use bevy_voxnav::{NavPath, NavReason, NavState, NoPath, PathFound};

/// The cells that a search from an agent to the end of its path expands. Insert it on a flying agent to have it
/// written whenever the path is another.
///
/// It is a search of its own, exact and in the cells alone: that of the plugin may expand fewer.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct NavExpanded {
    /// The centers of the cells, in the order in which they were expanded.
    pub cells: Vec<Vec3>,
    /// The side of a cell, in world units.
    pub cell_size: f32,
    /// The end of the path that the search was for; `None` without a path.
    pub end: Option<Vec3>,
}

/// The reason for which an agent has no way, and what would help. Written by the plugin on an event [`NoPath`], and removed
/// when there is a path.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Debug, PartialEq)]
pub struct NavObstruction {
    /// The reason.
    pub reason: NavReason,
    /// The half of the size of the largest body of the same shape that gets to the target; `None` for an agent that walks,
    /// and where not even a point does.
    pub largest: Option<Vec3>,
    /// The abilities that an agent that walks lacks, or the doors that it would have to open: each in words.
    pub remedies: Vec<String>,
}

/// Notes the cells that a search expands.
#[derive(Default)]
struct Expanded(Vec<IVec3>);

impl Observer for Expanded {
    fn expanded(&mut self, _: Side, cell: IVec3, _: Cost, _: Cost) {
        self.0.push(cell);
    }
}

/// Writes what searches expand, for agents whose paths have changed.
pub(crate) fn expand(
    mut agents: Query<(Entity, &NavPath, &GlobalTransform, &mut NavExpanded), Changed<NavPath>>,
    mut worlds: Query<&mut NavState>,
) {
    for (entity, path, place, mut expanded) in &mut agents {
        // The rest of the path changes in each tick, and its end seldom.
        let end = path.points.last().copied();
        if end == expanded.end {
            continue;
        }
        let searched = end.and_then(|end| {
            let seen = worlds.iter_mut().find_map(|state| seen_by(entity, state))?;
            search(&seen, place.translation(), end)
        });
        *expanded = NavExpanded {
            end,
            ..searched.unwrap_or_default()
        };
    }
}

/// Returns the lattice and the cells of a flying agent, if it is in this world.
pub(crate) fn seen_by(
    entity: Entity,
    mut state: Mut<NavState>,
) -> Option<(Lattice, Traversability)> {
    let id = state.agent_id(entity)?;
    let (navigator, crowd) = state.bypass_change_detection().both_mut()?;
    let cells = navigator.traversability(crowd.agent(id).ok()?.body).ok()?;
    Some((*navigator.lattice(), cells))
}

/// Returns the cells that an exact search expands.
fn search(
    (lattice, cells): &(Lattice, Traversability),
    from: Vec3,
    to: Vec3,
) -> Option<NavExpanded> {
    let [from, to] = [from, to].map(|it| lattice.cell_at_f32(it).ok());
    let mut expanded = Expanded::default();
    let query = CellQuery::new(from?, to?);
    let _ = query.solve_observed(cells, &mut Workspace::new(), &mut expanded);
    let centers = expanded.0.into_iter().map(|cell| lattice.center_f32(cell));
    #[expect(
        clippy::cast_possible_truncation,
        reason = "world units as Bevy has them"
    )]
    let cell_size = lattice.longest_side() as f32;
    Some(NavExpanded {
        cells: centers.collect(),
        cell_size,
        end: None,
    })
}

/// Asks why an agent has no way.
pub(crate) fn why(no_path: On<NoPath>, mut worlds: Query<&mut NavState>, mut commands: Commands) {
    let NoPath { entity, reason } = *no_path.event();
    let mut obstruction = NavObstruction {
        reason,
        largest: None,
        remedies: Vec::new(),
    };
    for mut state in &mut worlds {
        let Some(id) = state.agent_id(entity) else {
            continue;
        };
        if let Some((navigator, crowd)) = state.bypass_change_detection().both_mut() {
            let largest = crowd.largest_passable_agent(navigator, id).ok().flatten();
            obstruction.largest = largest.map(|agent| agent.half_extents);
            let remedies = crowd.remedies(id).unwrap_or_default();
            let remedies = remedies.iter().map(|remedy| format!("{remedy:?}"));
            obstruction.remedies = remedies.collect();
        }
    }
    if let Ok(mut agent) = commands.get_entity(entity) {
        agent.try_insert(obstruction);
    }
}

/// Forgets why there was no way.
pub(crate) fn forget(found: On<PathFound>, mut commands: Commands) {
    if let Ok(mut agent) = commands.get_entity(found.entity) {
        agent.try_remove::<NavObstruction>();
    }
}
