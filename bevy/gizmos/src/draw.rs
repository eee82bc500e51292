//! Drawing, in each frame.

use bevy_camera::Camera;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::*;
use bevy_math::{Isometry3d, Vec2, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_voxnav::voxnav::glam::IVec3;
use bevy_voxnav::voxnav::grid::CellBox;
use bevy_voxnav::{NavAgent, NavAnchor, NavPath, NavState, NavTarget};

use crate::ask::seen_by;
use crate::{NavExpanded, NavGizmos, NavObstruction};

/// The half of the size of crosses, in world units.
const CROSS: f32 = 0.25;

/// Draws a box around its center.
fn cuboid(gizmos: &mut Gizmos<NavGizmos>, center: Vec3, size: Vec3, color: Color) {
    gizmos.cube(Transform::from_translation(center).with_scale(size), color);
}

/// Returns the center of the body of an agent.
fn center(agent: &NavAgent, place: &GlobalTransform) -> Vec3 {
    let up = match agent.anchor {
        NavAnchor::Center => 0.0,
        NavAnchor::Feet => agent.half_size.y,
    };
    place.translation() + Vec3::Y * up
}

/// Draws the boxes of agents.
pub(crate) fn bodies(agents: Query<(&NavAgent, &GlobalTransform)>, mut gizmos: Gizmos<NavGizmos>) {
    let Some(color) = gizmos.config_ext.bodies else {
        return;
    };
    for (agent, place) in &agents {
        cuboid(
            &mut gizmos,
            center(agent, place),
            agent.half_size * 2.0,
            color,
        );
    }
}

/// Draws the paths of agents.
pub(crate) fn paths(paths: Query<&NavPath>, mut gizmos: Gizmos<NavGizmos>) {
    let Some(color) = gizmos.config_ext.paths else {
        return;
    };
    for path in &paths {
        gizmos.linestrip(path.points.iter().copied(), color);
        if let Some(end) = path.points.last() {
            gizmos.cross(Isometry3d::from_translation(*end), CROSS, color);
        }
    }
}

/// Draws the points that agents steer for.
pub(crate) fn look_ahead(
    agents: Query<Entity, With<NavAgent>>,
    worlds: Query<&NavState>,
    mut gizmos: Gizmos<NavGizmos>,
) {
    let Some(color) = gizmos.config_ext.look_ahead else {
        return;
    };
    for state in &worlds {
        let Some(crowd) = state.crowd() else {
            continue;
        };
        for id in agents.iter().filter_map(|entity| state.agent_id(entity)) {
            let (from, to) = (crowd.position(id).ok(), crowd.motion(id).ok());
            if let (Some(from), Some(to)) = (from, to.and_then(|step| step.to)) {
                gizmos.arrow(from.as_vec3(), to.as_vec3(), color);
            }
        }
    }
}

/// Draws the blocked cells near the cameras that are adjacent to cells where an agent can be.
pub(crate) fn cells(
    cameras: Query<&GlobalTransform, With<Camera>>,
    agents: Query<Entity, With<NavAgent>>,
    mut worlds: Query<&mut NavState>,
    mut gizmos: Gizmos<NavGizmos>,
) {
    let (Some(color), within) = (gizmos.config_ext.cells, gizmos.config_ext.cells_within) else {
        return;
    };
    let mut agents: Vec<Entity> = agents.iter().collect();
    agents.sort_by_key(|entity| entity.index_u32());
    for mut state in &mut worlds {
        let seen = agents.iter().find_map(|it| seen_by(*it, state.reborrow()));
        let Some((lattice, world)) = seen else {
            continue;
        };
        for camera in &cameras {
            let at = camera.translation();
            let [low, high] = [-within, within].map(|by| lattice.cell_at_f32(at + by).ok());
            let (Some(low), Some(high)) = (low, high) else {
                continue;
            };
            let size = lattice.sizes().as_vec3();
            let near = CellBox::new(low, high).intersection(&world.bounds());
            for cell in near.cells() {
                let is_open = |by: IVec3| world.is_traversable(cell + by);
                let beside = IVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
                if !is_open(IVec3::ZERO) && beside.into_iter().any(is_open) {
                    cuboid(&mut gizmos, lattice.center_f32(cell), size, color);
                }
            }
        }
    }
}

/// Draws the cells that searches expanded.
pub(crate) fn expanded(searches: Query<&NavExpanded>, mut gizmos: Gizmos<NavGizmos>) {
    let Some(color) = gizmos.config_ext.expanded else {
        return;
    };
    for search in &searches {
        let size = Vec3::splat(search.cell_size * 0.5);
        for cell in &search.cells {
            cuboid(&mut gizmos, *cell, size, color);
        }
    }
}

/// Draws why agents have no way.
pub(crate) fn obstructions(
    agents: Query<(
        &NavObstruction,
        &NavAgent,
        &GlobalTransform,
        Option<&NavTarget>,
    )>,
    mut gizmos: Gizmos<NavGizmos>,
) {
    let Some(color) = gizmos.config_ext.obstructions else {
        return;
    };
    for (obstruction, agent, place, target) in &agents {
        let at = center(agent, place);
        if let Some(NavTarget::Position(to)) = target
            && to.is_finite()
        {
            gizmos.line(at, *to, color);
            gizmos.cross(Isometry3d::from_translation(*to), 2.0 * CROSS, color);
        }
        if let Some(half) = obstruction.largest {
            cuboid(&mut gizmos, at, 2.0 * half, color);
        }
        let mut words = format!("{:?}", obstruction.reason);
        for remedy in &obstruction.remedies {
            words.push('\n');
            words.push_str(remedy);
        }
        let above = at + Vec3::Y * (agent.half_size.y + CROSS);
        let above = Isometry3d::from_translation(above);
        gizmos.text(above, &words, CROSS, Vec2::new(0.0, -0.5), color);
    }
}
