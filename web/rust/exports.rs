//! The exports: the one place where names leave the module.
#![expect(
    unsafe_code,
    reason = "a name that is exported as it is might meet another one; these begin with `voxnav_`"
)]

use crate::scenes::worlds;
use crate::searching::{batches, followers, routes, searches};
use crate::state::call;
use crate::{agents, state};

/// Returns the address of the numbers that go in.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_numbers_in() -> *mut f64 {
    state::numbers_in()
}

/// Returns the address of the numbers that come out.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_numbers_out() -> *const f64 {
    state::numbers_out()
}

/// Makes room for the bytes that go in; null if there is none. The next call takes them.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_input(length: usize) -> *mut u8 {
    state::input(length)
}

/// Returns whether meshes are built in: 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_has_meshes() -> u32 {
    u32::from(cfg!(feature = "whole"))
}

/// Exports calls under their names, with their handles and formats as arguments.
macro_rules! exports {
    ($($name:ident($($argument:ident),*) = $call:path, $doc:literal;)*) => {
        $(
            #[doc = $doc]
            #[unsafe(no_mangle)]
            pub extern "C" fn $name($($argument: u32),*) -> u32 {
                call(|state| $call(state $(, $argument)*))
            }
        )*
    };
}

exports! {
    voxnav_world_from_cells(costs) = worlds::from_cells, "Makes a world of arrays.";
    voxnav_world_empty() = worlds::empty, "Makes a world of free cells.";
    voxnav_world_from_file(format) = worlds::from_file, "Makes a world of a file.";
    voxnav_world_to_file(world) = worlds::to_file, "Writes a world as a file.";
    voxnav_world_to_cells(world) = worlds::to_cells, "Writes a world as an array.";
    voxnav_world_describe(world) = worlds::describe, "Describes a world.";
    voxnav_world_set_box(world) = worlds::set_box, "Sets a box of cells.";
    voxnav_world_set_cells(world) = worlds::set_cells, "Sets cells.";
    voxnav_world_cell_state(world) = worlds::cell_state, "Returns the state of a cell.";
    voxnav_world_set_costs(world, costs) = worlds::set_costs, "Sets the costs of a box of cells.";
    voxnav_world_cost(world) = worlds::cost, "Returns the cost of a cell.";
    voxnav_world_to_costs(world) = worlds::to_costs, "Writes costs as an array.";
    voxnav_world_distances(world) = worlds::distances, "Writes distances as an array.";
    voxnav_agent_add(world) = agents::add, "Adds an agent.";
    voxnav_agent_options(agent) = agents::set_options, "Sets the options of an agent's routes.";
    voxnav_route(agent) = routes::find, "Finds a route.";
    voxnav_routes(agent) = batches::find, "Finds many routes.";
    voxnav_search_begin(agent) = searches::begin, "Begins a search.";
    voxnav_search_step(search) = searches::step, "Searches on.";
    voxnav_search_best(search) = searches::best, "Returns the best route so far.";
    voxnav_search_improve(search) = searches::improve, "Goes on from a route to a better one.";
    voxnav_follower_make(agent) = followers::make, "Makes a follower.";
    voxnav_follower_update(follower) = followers::update, "Updates a follower.";
    voxnav_free(handle) = worlds::free, "Frees a thing.";
}

#[cfg(feature = "whole")]
mod whole {
    use super::call;
    use crate::scenes::meshes;
    use crate::searching::{fields, places, recordings, trajectories};
    use crate::{crowds, joint};

    exports! {
        voxnav_record(agent) = recordings::record, "Records a search.";
        voxnav_field_make(agent) = fields::make, "Makes a cost field.";
        voxnav_field_cost(field) = fields::cost, "Returns a cost of a field.";
        voxnav_field_costs(field) = fields::costs, "Returns all costs of a field.";
        voxnav_field_path(field) = fields::path, "Returns a path of a field.";
        voxnav_mesh_add(world) = meshes::add, "Adds a mesh.";
        voxnav_mesh_place(mesh) = meshes::place, "Moves a mesh.";
        voxnav_mesh_remove(mesh) = meshes::remove, "Removes a mesh.";
        voxnav_crowd_make(world) = crowds::make, "Makes a crowd.";
        voxnav_crowd_add(crowd, agent) = crowds::add, "Adds agents to a crowd.";
        voxnav_crowd_send(crowd) = crowds::send, "Sends agents to places.";
        voxnav_crowd_send_group(crowd) = crowds::send_group, "Sends agents to one point.";
        voxnav_crowd_follow(crowd) = crowds::follow, "Has agents follow another.";
        voxnav_crowd_follow_in_formation(crowd) = crowds::follow_in_formation, "Has agents form up.";
        voxnav_crowd_stop(crowd) = crowds::stop, "Has agents stay.";
        voxnav_crowd_remove(crowd) = crowds::remove, "Removes agents.";
        voxnav_crowd_place(crowd) = crowds::place, "Puts agents elsewhere.";
        voxnav_crowd_set_keep_away(crowd) = crowds::set_keep_away, "Sets distances to keep.";
        voxnav_crowd_update(crowd) = crowds::update, "Takes a crowd on.";
        voxnav_crowd_to_bytes(crowd) = crowds::to_bytes, "Writes a crowd as bytes.";
        voxnav_crowd_from_bytes(world) = crowds::from_bytes, "Makes a crowd of bytes.";
        voxnav_crowd_free(crowd) = crowds::free, "Frees a crowd.";
        voxnav_trajectory(agent) = trajectories::make, "Times a smooth path.";
        voxnav_places_begin(agent, eyes) = places::begin, "Begins a search for the best places.";
        voxnav_flee_begin(agent) = places::begin_escape, "Begins a search for the place to flee to.";
        voxnav_places_step(search) = places::step, "Searches on for places.";
        voxnav_surround(agent) = places::surround, "Finds places around a target.";
        voxnav_joint_plan(agent) = joint::plan, "Plans for many agents together.";
    }
}
#[cfg(feature = "whole")]
pub use whole::*;
