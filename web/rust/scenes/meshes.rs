//! Meshes among the cells of a world.

use voxnav::colliders::{Obstacle, ObstacleId, Placement, Solidity};
use voxnav::glam::{DQuat, Vec3};

use crate::failure::{Answer, Blamed, Failure};
use crate::request::Numbers;
use crate::state::State;

/// A mesh under a handle, of a world.
#[derive(Debug)]
pub(crate) struct Mesh {
    pub(crate) world: u32,
    id: ObstacleId,
}

/// Reads a position, and a turn as a quaternion.
fn placement(numbers: &Numbers, place: usize) -> Answer<Placement> {
    let position = numbers.position("position", place)?;
    let mut turn = [0.0; 4];
    for (offset, part) in turn.iter_mut().enumerate() {
        *part = numbers.finite("quaternion", place + 3 + offset)?;
    }
    let turn = DQuat::from_array(turn);
    if turn.length_squared() == 0.0 {
        return Err(Failure::argument("quaternion", "it is zero"));
    }
    Ok(Placement::new(position, turn.normalize()))
}

/// Adds a mesh. Input: the positions as singles, three each, and then the indices of triangles. Numbers: how many
/// positions, whether the mesh is solid, the position and the quaternion.
pub(crate) fn add(state: &mut State, world: u32) -> Answer {
    let numbers = state.asked();
    let count = numbers.count("positions", 0)? as usize;
    let placement = placement(&numbers, 2)?;
    let solidity = if numbers.0[1] == 0.0 {
        Solidity::Hollow
    } else {
        Solidity::Solid
    };
    let split = count.checked_mul(12);
    let split = split.filter(|split| *split <= state.input.len());
    let split = split.ok_or_else(|| Failure::argument("positions", "their number is wrong"))?;
    let (positions, indices) = state.input.split_at(split);
    let vertex = |row: &[[u8; 4]; 3]| Vec3::from_array(row.map(f32::from_le_bytes));
    let rows = positions.as_chunks::<4>().0.as_chunks::<3>().0;
    let (triangles, over) = indices.as_chunks::<4>().0.as_chunks::<3>();
    if !over.is_empty() {
        return Err(Failure::argument("indices", "three for each triangle"));
    }
    let triangle = |row: &[[u8; 4]; 3]| row.map(u32::from_le_bytes);
    let (vertices, triangles) = (
        rows.iter().map(vertex).collect(),
        triangles.iter().map(triangle).collect(),
    );
    let obstacle = Obstacle::mesh(vertices, triangles)
        .with(solidity)
        .at(placement);
    let scene = &mut state.worlds.get(world)?.scene;
    let id = scene.edit_meshes(|navigator| navigator.insert(obstacle).blamed("mesh"))?;
    let handle = state.meshes.insert(Mesh { world, id });
    state.hand_out(handle)
}

/// Moves a mesh. Numbers: the position and the quaternion.
pub(crate) fn place(state: &mut State, mesh: u32) -> Answer {
    let placement = placement(&state.asked(), 0)?;
    let Mesh { world, id } = *state.meshes.get(mesh)?;
    let scene = &mut state.worlds.get(world)?.scene;
    scene.edit_meshes(|navigator| navigator.move_to(id, placement).blamed("mesh"))
}

/// Removes a mesh.
pub(crate) fn remove(state: &mut State, mesh: u32) -> Answer {
    let Mesh { world, id } = *state.meshes.get(mesh)?;
    if let Ok(world) = state.worlds.get(world) {
        let scene = &mut world.scene;
        scene.edit_meshes(|navigator| navigator.remove(id).blamed("mesh"))?;
    }
    state.meshes.remove(mesh).map(drop)
}
