//! Obstacles of a navigator.

use std::ffi::c_char;

use voxnav::Navigator;
use voxnav::colliders::{Matter, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::grid::Layers;
use voxnav::ground::MaterialId;

use super::shapes::{VoxnavShape, placement};
use crate::border::{call, changing, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, read};
use crate::ids::{VoxnavAgent, VoxnavNavigator};
use crate::memory::{In, Out};
use crate::values::{VoxnavPoint, VoxnavRotation};

/// The id of an obstacle in its navigator, as files keep it. Ids of obstacles that were removed are not given out
/// again.
pub type VoxnavObstacleId = u64;

/// An obstacle to be inserted.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavObstacle {
    /// The size of the struct: `sizeof(VoxnavObstacle)`.
    pub size: usize,
    /// The shapes that it consists of; they stay together.
    pub shapes: In<VoxnavShape>,
    /// The number of shapes, usually 1.
    pub shape_count: usize,
    /// The position of the origin of its shapes.
    pub position: VoxnavPoint,
    /// The rotation; all zero for none.
    pub rotation: VoxnavRotation,
    /// The layers that it is on, a bit each; 0 for all. Agents that share none of them pass through it.
    pub layers: u32,
    /// The id of the material that it is made of, 0 for none. A material that fills its cells is that of the surface;
    /// any other, such as water or a ladder, fills its volume and blocks no flying agent.
    pub material: u32,
    /// The name, UTF-8 with a zero at its end, which files keep; null for none.
    pub name: In<c_char>,
}

/// Inserts an obstacle into a navigator and writes its id into `id`.
///
/// Errors: a shape or a placement that is refused, an obstacle near too many chunks of cells, an unknown material, a name
/// that is not UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_insert(
    navigator: VoxnavNavigator,
    obstacle: In<VoxnavObstacle>,
    id: Out<VoxnavObstacleId>,
) -> VoxnavStatus {
    call(|| {
        let wanted = obstacle.needed("obstacle")?;
        id.check("id")?;
        let shapes: Result<Vec<_>, _> = (0..wanted.shape_count)
            .map(|number| wanted.shapes.record_at(number, "shapes"))
            .collect();
        let made = super::shapes::obstacle(&shapes?)?;
        let mut made = made
            .at(placement(wanted.position, wanted.rotation))
            .on(layers(wanted.layers));
        if !wanted.name.is_null() {
            made = made.named(wanted.name.text("name")?);
        }
        let inserted = change(navigator, |held| {
            let matter = matter(&held.navigator, wanted.material)?;
            Ok(held.navigator.insert(made.of(matter))?)
        })?;
        id.put(inserted.to_bits(), "id")
    })
}

/// Inserts a box without rotation from one corner to the opposite one, on all layers, and writes its id into `id`.
///
/// Errors: as `voxnav_obstacle_insert`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_insert_box(
    navigator: VoxnavNavigator,
    min: VoxnavPoint,
    max: VoxnavPoint,
    id: Out<VoxnavObstacleId>,
) -> VoxnavStatus {
    use voxnav::colliders::Obstacle;
    use voxnav::parry3d::shape::SharedShape;

    call(|| {
        id.check("id")?;
        let (min, max) = (DVec3::from(min), DVec3::from(max));
        let half = ((max - min) / 2.0).as_vec3();
        let made = Obstacle::new(SharedShape::cuboid(half.x, half.y, half.z));
        let made = made.at((min + max) / 2.0);
        let inserted = change(navigator, |held| Ok(held.navigator.insert(made)?))?;
        id.put(inserted.to_bits(), "id")
    })
}

/// Returns layers as callers write them.
pub(crate) fn layers(bits: u32) -> Layers {
    if bits == 0 { Layers::ALL } else { Layers(bits) }
}

/// Returns a material as obstacles are made of it.
fn matter(navigator: &Navigator, material: u32) -> Result<Matter, Refusal> {
    if material == 0 {
        return Ok(Matter::Plain);
    }
    let id = material_id(material)?;
    let cells = navigator.cells();
    let known = cells.and_then(|cells| cells.palette().get(id));
    Ok(match known {
        Some(known) if !known.kind.fills_the_cell() => Matter::Volume(id),
        _ => Matter::Surface(id),
    })
}

/// Returns the id of a material of the library.
pub(crate) fn material_id(material: u32) -> Result<MaterialId, Refusal> {
    let number = u8::try_from(material).ok().and_then(MaterialId::new);
    number.ok_or_else(|| {
        let message = format!("no material has the id {material}");
        Refusal::new(VoxnavStatus::ErrorUnknownId, message)
    })
}

/// Removes an obstacle.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_remove(
    navigator: VoxnavNavigator,
    id: VoxnavObstacleId,
) -> VoxnavStatus {
    changing(navigator, |held| {
        Ok(held.navigator.remove(ObstacleId::from_bits(id))?)
    })
}

/// Moves an obstacle to a position, under a rotation that is none where it is all zero.
///
/// Errors: an unknown id, a placement that is refused. The obstacle is where it was then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_move(
    navigator: VoxnavNavigator,
    id: VoxnavObstacleId,
    position: VoxnavPoint,
    rotation: VoxnavRotation,
) -> VoxnavStatus {
    changing(navigator, |held| {
        let to = placement(position, rotation);
        Ok(held.navigator.move_to(ObstacleId::from_bits(id), to)?)
    })
}

/// Returns `VOXNAV_STATUS_OK` where an obstacle that is moved there would not touch an agent at a position, else
/// `VOXNAV_STATUS_IN_THE_WAY`; the obstacle stays where it is. It touches a flying agent where it would overlap its box,
/// and a ground agent where it would fill a cell of its body. `voxnav_crowd_try_move_obstacle` asks this for all
/// agents of a crowd.
///
/// Errors: an unknown id, a placement that is refused, an agent of another navigator, a position that is not finite or
/// too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_preview_move(
    navigator: VoxnavNavigator,
    id: VoxnavObstacleId,
    position: VoxnavPoint,
    rotation: VoxnavRotation,
    agent: VoxnavAgent,
    at: VoxnavPoint,
) -> VoxnavStatus {
    call(|| {
        read(navigator, |_| Ok(()))?;
        let agent = read(agent, |agent| Ok(*agent))?;
        if agent.navigator != navigator {
            let message = "the agent is of another navigator than the obstacle";
            return Err(Refusal::unsupported(message));
        }
        let to = placement(position, rotation);
        let is_touched = read(navigator, |held| {
            let there = held.navigator.preview_move(ObstacleId::from_bits(id), to)?;
            Ok(there.touches(agent.id, at)?)
        })?;
        Ok(VoxnavStatus::ok_if(!is_touched, VoxnavStatus::InTheWay))
    })
}

/// Writes the name of an obstacle, UTF-8 with a zero at its end: at most `capacity` bytes, and into `count` how many there
/// are, the zero among them. Returns `VOXNAV_STATUS_NOTHING` for one without a name.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_name(
    navigator: VoxnavNavigator,
    id: VoxnavObstacleId,
    buffer: Out<c_char>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let (obstacles, id) = (held.navigator.obstacles(), ObstacleId::from_bits(id));
        if obstacles.placement(id).is_none() {
            return Err(unknown(id.to_bits()));
        }
        VoxnavStatus::found(obstacles.name(id), |name| {
            buffer.fill_text(capacity, count, name)
        })
    })
}

/// Writes the id of the obstacle of a name into `id`: of several that have it, the smallest. Returns
/// `VOXNAV_STATUS_NOTHING` where there is none. It takes time in proportion to the number of obstacles.
///
/// Errors: a name that is not UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_find(
    navigator: VoxnavNavigator,
    name: In<c_char>,
    id: Out<VoxnavObstacleId>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let found = held.navigator.obstacles().find(&name.text("name")?);
        id.put_found(found.map(ObstacleId::to_bits), "id")
    })
}

/// Puts an obstacle on other layers, a bit each; 0 for all.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_set_layers(
    navigator: VoxnavNavigator,
    id: VoxnavObstacleId,
    layers: u32,
) -> VoxnavStatus {
    changing(navigator, |held| {
        let (id, layers) = (ObstacleId::from_bits(id), self::layers(layers));
        Ok(held.navigator.set_layers(id, layers)?)
    })
}

/// Writes the position and the rotation of an obstacle.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_placement(
    navigator: VoxnavNavigator,
    id: VoxnavObstacleId,
    position: Out<VoxnavPoint>,
    rotation: Out<VoxnavRotation>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let obstacles = held.navigator.obstacles();
        let found = obstacles.placement(ObstacleId::from_bits(id));
        let found = found.ok_or_else(|| unknown(id))?;
        let [x, y, z, w] = found.rotation.to_array();
        rotation.put_if_asked(VoxnavRotation { x, y, z, w }, "rotation")?;
        position.put_if_asked(found.translation.into(), "position")
    })
}

fn unknown(id: VoxnavObstacleId) -> Refusal {
    let message = format!("no obstacle has the id {id}");
    Refusal::new(VoxnavStatus::ErrorUnknownId, message)
}

/// Writes the ids of all obstacles: at most `capacity`, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacle_ids(
    navigator: VoxnavNavigator,
    buffer: Out<VoxnavObstacleId>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let ids = held.navigator.obstacles().ids().map(ObstacleId::to_bits);
        buffer.fill(capacity, count, ids)
    })
}

/// Writes the ids of the obstacles on some layers (a bit each, 0 for all) that a box overlaps: at most `capacity`, and
/// into `count` how many there are. The box has a center and half extents.
///
/// Errors: a box that is not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_obstacles_overlapping(
    navigator: VoxnavNavigator,
    center: VoxnavPoint,
    half_extents: VoxnavPoint,
    layers: u32,
    buffer: Out<VoxnavObstacleId>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let (center, half) = (DVec3::from(center), DVec3::from(half_extents).as_vec3());
        let obstacles = held.navigator.obstacles();
        let found = obstacles.overlapping(center, half, self::layers(layers))?;
        buffer.fill(capacity, count, found.into_iter().map(ObstacleId::to_bits))
    })
}
