// Written by `VOXNAV_HEADER=write cargo test -p voxnav-capi --test header`; not to be changed by hand.
// Declares what voxnav.h declares: the functions, and the structs and enums that they take.
using System;
using System.Runtime.InteropServices;


namespace Voxnav
{
    internal static unsafe partial class Native
    {
        const string __DllName = "voxnav";

        /// <summary>
        ///  The version of the binary interface: a program that was compiled with a header of another one cannot use the
        ///  library. Structs that grow and functions that are added do not change it.
        /// </summary>
        internal const uint VOXNAV_ABI_VERSION = 1;
        /// <summary>
        ///  Added to the id of a material where a number describes what a cell is: numbers below are a <c>State</c>.
        /// </summary>
        internal const int VOXNAV_OF_MATERIAL = 256;


        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate double voxnav_view_guide_function_delegate(void* user, Cell from, Cell to);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate int voxnav_cells_each_function_delegate(void* user, Cell cell);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate int voxnav_cells_set_by_meaning_delegate(void* user, Cell cell);



        /// <summary>
        ///  Returns the version of the binary interface, to be compared with <c>VOXNAV_ABI_VERSION</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_abi_version", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint voxnav_abi_version();

        /// <summary>
        ///  Returns the version of the library as a text, such as "0.1.0".
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_version", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern byte* voxnav_version();

        /// <summary>
        ///  Returns the message of the last error of the calling thread, in English; empty where there was none. It is valid
        ///  until the next error of the thread.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_last_error", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern byte* voxnav_last_error();

        /// <summary>
        ///  Returns the name of a status, such as "found"; empty for a number that is none.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_status_name", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern byte* voxnav_status_name(int status);

        /// <summary>
        ///  Frees the object with an <c>id</c>, that of a handle of any type; the handle is stale from then on, and an error wherever it
        ///  is passed.
        ///
        ///  An agent is removed from its navigator. With a navigator its agents are freed; views, routes and what was made of
        ///  them live on. A call with the handle that is under way on another thread is waited for.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_free", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_free(ulong id);

        /// <summary>
        ///  Writes the number of objects that were made and not freed, in the whole process: 0 at the end of a program that
        ///  leaks none.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_live_objects", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_live_objects(ulong* count);

        /// <summary>
        ///  Frees the search memory that the calling thread keeps for its next search.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_release_memory", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_release_memory();

        /// <summary>
        ///  Adds an agent to a navigator and writes its handle into <c>agent</c>. Positions of a flying agent are those of its
        ///  center; positions of a ground agent are where its feet are.
        ///
        ///  Errors: half extents that are negative, not finite or too large; abilities that are contradictory or out of range;
        ///  a link that lies outside of the bounds for its feet.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_agent_add", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_agent_add(ulong navigator, RawAgentSettings* settings, ulong* agent);

        /// <summary>
        ///  Adds an agent that a text in JSON describes, and writes its handle into <c>agent</c>: an object with the fields of
        ///  <c>AgentSpec</c>, the form in which every binding of voxnav has agents, such as
        ///  <c>{ "size": [0.6, 1.8, 0.6], "ground": { "up": "y", "step_up": 1 } }</c>.
        ///
        ///  Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field. Those of
        ///  <c>voxnav_agent_add</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_agent_add_json", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_agent_add_json(ulong navigator, byte* json, ulong* agent);

        /// <summary>
        ///  Removes an agent from its navigator; its views and routes stay valid. <c>voxnav_free</c> does the same.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_agent_remove", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_agent_remove(ulong agent);

        /// <summary>
        ///  Writes the size of an agent and what else is known of it.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_agent_size", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_agent_size(ulong agent, AgentSize* size);

        /// <summary>
        ///  Writes the handle of the agent with a number in a navigator, such as one that was loaded from a file.
        ///
        ///  Errors: no agent has the number.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_agent_of_number", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_agent_of_number(ulong navigator, uint number, ulong* agent);

        /// <summary>
        ///  Sets the cells of a box to a state; obstacles are unaffected. All cells are free unless set.
        ///
        ///  Errors: a box that reaches beyond the bounds or has too many chunks.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cells_set", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cells_set(ulong navigator, Cells cells, CellState state);

        /// <summary>
        ///  Makes the cells of a box of a material.
        ///
        ///  Errors: as <c>voxnav_cells_set</c>; an unknown material.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cells_set_material", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cells_set_material(ulong navigator, Cells cells, uint material);

        /// <summary>
        ///  Sets the cells of a navigator from an array.
        ///
        ///  Errors: an array that reaches beyond the bounds, a value without a meaning. No cell is set then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cells_set_array", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cells_set_array(ulong navigator, RawArray* values);

        /// <summary>
        ///  Sets the cells of a box by a function, which returns a number of <c>State</c>, or <c>VOXNAV_OF_MATERIAL</c> plus the id
        ///  of a material. It is called once for each cell, x fastest. A negative number ends it: no cell is set then.
        ///
        ///  Errors: <c>VOXNAV_STATUS_ERROR_CALLBACK</c> for a negative number; as <c>voxnav_cells_set_array</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cells_set_by", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cells_set_by(ulong navigator, Cells cells, voxnav_cells_set_by_meaning_delegate meaning, void* user);

        /// <summary>
        ///  Calls a function with each occupied cell of a navigator, not counting obstacles, without a list of them: chunk by
        ///  chunk, and in a chunk x fastest. A negative answer of the function ends it, with <c>VOXNAV_STATUS_CANCELLED</c>. The
        ///  cells are those as of the call; edits of the navigator on other threads do not wait meanwhile.
        ///
        ///  Errors: no function.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cells_each", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cells_each(ulong navigator, voxnav_cells_each_function_delegate function, void* user);

        /// <summary>
        ///  Writes the state of a cell into <c>state</c>, and its material, or 0, into <c>material</c>; both may be null.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cell_state", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cell_state(ulong navigator, Cell cell, int* state, uint* material);

        /// <summary>
        ///  Adds a material under a name, and writes its id, 1 to 255, into <c>id</c>.
        ///
        ///  Errors: a name that is empty or taken, a cost out of range, a 256th material.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_material_add", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_material_add(ulong navigator, byte* name, CellMaterial* material, uint* id);

        /// <summary>
        ///  Sets the weight of moves into the cells of a box, for flying agents: 1 unless set. <c>voxnav_costs_set</c> takes floats.
        ///
        ///  Errors: a weight that is 0 or more than 65,535, a box that reaches beyond the bounds.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_terrain_set", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_terrain_set(ulong navigator, Cells cells, uint weight);

        /// <summary>
        ///  Takes the cells of a navigator into a world that can be edited apart, and writes its handle into <c>world</c>: for many
        ///  edits, or on another thread.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_world_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_world_new(ulong navigator, ulong* world);

        /// <summary>
        ///  Sets the cells of a box of a world as a number says: a <c>State</c>, or <c>VOXNAV_OF_MATERIAL</c> and the id of a
        ///  material.
        ///
        ///  Errors: as <c>voxnav_cells_set</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_world_set", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_world_set(ulong world, Cells cells, int meaning);

        /// <summary>
        ///  Sets the cells of a world from an array; where that is refused some of them may be set.
        ///
        ///  Errors: as <c>voxnav_cells_set_array</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_world_set_array", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_world_set_array(ulong world, RawArray* values);

        /// <summary>
        ///  Makes the cells of a world those of a navigator. The world stays, for further edits.
        ///
        ///  Errors: a world with other bounds, or without a material that an obstacle is made of.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_world_apply", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_world_apply(ulong world, ulong navigator);

        /// <summary>
        ///  Sets the costs of the cells of a box, for flying agents, from an array of floats: finite and above zero, 1 unless
        ///  set. Costs are kept in 16 bits: exactly if all are whole numbers up to 65,535, else rounded, see <c>voxnav_cost_scale</c>.
        ///
        ///  Errors: an array that reaches beyond the bounds; a cost that is not finite or not above zero; costs in the navigator of
        ///  which one is more than 65,535 times another. Nothing is set then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_costs_set", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_costs_set(ulong navigator, RawCosts* costs);

        /// <summary>
        ///  Writes the cost of a cell, as it is kept, into <c>cost</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cost", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cost(ulong navigator, Cell cell, double* cost);

        /// <summary>
        ///  Writes the scale of the costs of a navigator. A route costs <c>voxnav_route_cost</c> times its <c>unit</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cost_scale", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cost_scale(ulong navigator, CostScale* scale);

        /// <summary>
        ///  Writes the distance from the center of each cell to that of the nearest occupied or unknown one, in world units: 0 in
        ///  these, infinite where there is none. Obstacles are no part of it. Distances are those of all cells of the bounds, x
        ///  fastest, then y, then z: at most <c>capacity</c>, and into <c>count</c> how many cells there are, at once for a capacity of 0.
        ///  With <c>outside</c> 1 the cells outside the bounds count, too, by their state; with 0 they do not.
        ///
        ///  Errors: bounds with a side of more than 32,767 cells, or more cells than memory can hold.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cells_distances", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cells_distances(ulong navigator, uint outside, float* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Saves a navigator to the file at a path, which is UTF-8: cells with their materials, obstacles, agents and links,
        ///  each under its id.
        ///
        ///  Errors: the file cannot be written.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_save", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_save(ulong navigator, byte* path);

        /// <summary>
        ///  Loads the navigator in the file at a path, which is UTF-8, and writes its handle into <c>navigator</c>. Ids of obstacles
        ///  and links are those that were saved; <c>voxnav_navigator_agents</c> and <c>voxnav_agent_of_number</c> give its agents.
        ///
        ///  Errors: a file that cannot be read, is no <c>.voxnav</c> file, or is damaged.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_load", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_load(byte* path, ulong* navigator);

        /// <summary>
        ///  Writes a navigator to a file in memory, and its handle into <c>bytes</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_to_bytes", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_to_bytes(ulong navigator, ulong* bytes);

        /// <summary>
        ///  Writes the bytes of a file in memory: at most <c>capacity</c>, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_bytes_read", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_bytes_read(ulong bytes, byte* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Loads the navigator in a file in memory, <c>length</c> bytes long, and writes its handle into <c>navigator</c>: as
        ///  <c>voxnav_navigator_load</c> does.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_from_bytes", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_from_bytes(byte* bytes, System.UIntPtr length, ulong* navigator);

        /// <summary>
        ///  Inserts a link, which ground agents take and flying agents do not, and writes its id into <c>id</c>.
        ///
        ///  Errors: positions that are not finite, ends that are not in the bounds, a cost that is too large.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_link_insert", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_link_insert(ulong navigator, Link* link, uint* id);

        /// <summary>
        ///  Removes a link.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_link_remove", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_link_remove(ulong navigator, uint id);

        /// <summary>
        ///  Closes a link, or opens it where <c>closed</c> is 0.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_link_set_closed", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_link_set_closed(ulong navigator, uint id, uint closed);

        /// <summary>
        ///  Writes the ids of all links: at most <c>capacity</c>, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_link_ids", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_link_ids(ulong navigator, uint* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the abilities of a preset into a struct whose size is set. What <c>falls</c> leads to then is the library's, and
        ///  stays.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_locomotion_preset", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_locomotion_preset(Preset preset, Locomotion* locomotion);

        /// <summary>
        ///  Makes an empty world in a region, and writes its handle into <c>navigator</c>.
        ///
        ///  Errors: a cell size not between 1e-100 and 1e100, positions that are not finite or too far away for any cell.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_new(Region* region, ulong* navigator);

        /// <summary>
        ///  Makes an empty world in a region, of cells whose sides along x, y and z are <c>sizes</c> instead of the size of the region,
        ///  and writes its handle into <c>navigator</c>. Ground agents go among cells that are as long as wide and no higher, agents that
        ///  fly among cells of any sides.
        ///
        ///  Errors: sizes not between 1e-100 and 1e100 or more than 64 times another, positions that are not finite or too far away
        ///  for any cell.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_with_sizes", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_with_sizes(Region* region, Point sizes, ulong* navigator);

        /// <summary>
        ///  Writes the cells that agents of a navigator may be in.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_bounds", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_bounds(ulong navigator, Cells* bounds);

        /// <summary>
        ///  Writes the cell that owns a position: that with the nearest center.
        ///
        ///  Errors: a position that is not finite or too far away for any cell.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cell_at", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cell_at(ulong navigator, Point position, Cell* cell);

        /// <summary>
        ///  Writes the position of the center of a cell.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_cell_center", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_cell_center(ulong navigator, Cell cell, Point* position);

        /// <summary>
        ///  Brings the worlds of all agents up to date with every edit, so that the next questions need not.
        ///
        ///  Errors: too many chunks are near obstacles to be baked.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_refresh", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_refresh(ulong navigator);

        /// <summary>
        ///  Writes the handles of the agents of a navigator, those that fly first, each kind in the order in which they were
        ///  added. At most <c>capacity</c> handles are written; <c>count</c> is the number of all.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_navigator_agents", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_navigator_agents(ulong navigator, ulong* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Inserts an obstacle into a navigator and writes its id into <c>id</c>.
        ///
        ///  Errors: a shape or a placement that is refused, an obstacle near too many chunks of cells, an unknown material, a name
        ///  that is not UTF-8.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_insert", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_insert(ulong navigator, RawObstacle* obstacle, ulong* id);

        /// <summary>
        ///  Inserts a box without rotation from one corner to the opposite one, on all layers, and writes its id into <c>id</c>.
        ///
        ///  Errors: as <c>voxnav_obstacle_insert</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_insert_box", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_insert_box(ulong navigator, Point min, Point max, ulong* id);

        /// <summary>
        ///  Removes an obstacle.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_remove", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_remove(ulong navigator, ulong id);

        /// <summary>
        ///  Moves an obstacle to a position, under a rotation that is none where it is all zero.
        ///
        ///  Errors: an unknown id, a placement that is refused. The obstacle is where it was then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_move", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_move(ulong navigator, ulong id, Point position, Rotation rotation);

        /// <summary>
        ///  Returns <c>VOXNAV_STATUS_OK</c> where an obstacle that is moved there would not touch an agent at a position, else
        ///  <c>VOXNAV_STATUS_IN_THE_WAY</c>; the obstacle stays where it is. It touches a flying agent where it would overlap its box,
        ///  and a ground agent where it would fill a cell of its body. <c>voxnav_crowd_try_move_obstacle</c> asks this for all
        ///  agents of a crowd.
        ///
        ///  Errors: an unknown id, a placement that is refused, an agent of another navigator, a position that is not finite or
        ///  too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_preview_move", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_preview_move(ulong navigator, ulong id, Point position, Rotation rotation, ulong agent, Point at);

        /// <summary>
        ///  Writes the name of an obstacle, UTF-8 with a zero at its end: at most <c>capacity</c> bytes, and into <c>count</c> how many there
        ///  are, the zero among them. Returns <c>VOXNAV_STATUS_NOTHING</c> for one without a name.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_name", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_name(ulong navigator, ulong id, byte* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the id of the obstacle of a name into <c>id</c>: of several that have it, the smallest. Returns
        ///  <c>VOXNAV_STATUS_NOTHING</c> where there is none. It takes time in proportion to the number of obstacles.
        ///
        ///  Errors: a name that is not UTF-8.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_find", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_find(ulong navigator, byte* name, ulong* id);

        /// <summary>
        ///  Puts an obstacle on other layers, a bit each; 0 for all.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_set_layers", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_set_layers(ulong navigator, ulong id, uint layers);

        /// <summary>
        ///  Writes the position and the rotation of an obstacle.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_placement", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_placement(ulong navigator, ulong id, Point* position, Rotation* rotation);

        /// <summary>
        ///  Writes the ids of all obstacles: at most <c>capacity</c>, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacle_ids", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacle_ids(ulong navigator, ulong* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the ids of the obstacles on some layers (a bit each, 0 for all) that a box overlaps: at most <c>capacity</c>, and
        ///  into <c>count</c> how many there are. The box has a center and half extents.
        ///
        ///  Errors: a box that is not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacles_overlapping", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacles_overlapping(ulong navigator, Point center, Point half_extents, uint layers, ulong* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the facts about a route, and returns its outcome.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_info", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_info(ulong route, RouteInfo* info);

        /// <summary>
        ///  Writes the length of a route along its waypoints, in world units, whatever terrain adds to its cost.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_length", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_length(ulong route, double* length);

        /// <summary>
        ///  Writes the cost of a route's path: its length in cells if every cell has the smallest cost, 1 unless costs were set.
        ///  Times <c>unit</c> of <c>voxnav_cost_scale</c>, it is the cost in the unit in which costs were given. What lies between the ends
        ///  that were asked for and their cells costs nothing. <c>VOXNAV_STATUS_NOTHING</c> of a route without a path.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_cost", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_cost(ulong route, double* cost);

        /// <summary>
        ///  Writes the waypoints of a route, from one straight to the next: at most <c>capacity</c>, and into <c>count</c> how many there
        ///  are. On the ground they are where the feet are. From a joined start the second one can be reached straight, in one
        ///  move: an agent that goes toward it, and asks for another route in every frame, arrives.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_waypoints", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_waypoints(ulong route, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the action that leads to each waypoint after the first, as numbers of <c>Action</c>: at most <c>capacity</c>,
        ///  and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_actions", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_actions(ulong route, int* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the legs of a route: at most <c>capacity</c>, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_legs", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_legs(ulong route, RouteLeg* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the cells of the path of a route: at most <c>capacity</c>, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_cells", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_cells(ulong route, Cell* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes half of the size of the largest agent of the same shape that reaches the goal of a route, for a search with
        ///  <c>explain</c>; returns <c>VOXNAV_STATUS_NOTHING</c> where the goal was reached or not even a point reaches it.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_largest", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_largest(ulong route, Point* half_extents);

        /// <summary>
        ///  Finds the routes from each position in <c>from</c> to that in <c>to</c>, <c>count</c> of them, in the world of a view, on all
        ///  processors, and writes the handle of the answers into <c>batch</c>. Each is that of <c>voxnav_view_find_route</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_batch_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_batch_new(ulong view, Point* from, Point* to, System.UIntPtr count, ulong* batch);

        /// <summary>
        ///  Writes the outcome of each request as a number of <c>Status</c>, in their order, <c>VOXNAV_STATUS_NOTHING</c> where the route
        ///  was taken: at most <c>capacity</c>, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_batch_outcomes", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_batch_outcomes(ulong batch, int* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the length of each route along its waypoints, in world units, in the order of the requests; 0 without one. At
        ///  most <c>capacity</c> are
        ///  written, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_batch_lengths", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_batch_lengths(ulong batch, double* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Takes the route that answers the request with a number, from 0, out of a batch, as <c>voxnav_find_route</c> writes it,
        ///  and returns its outcome. It can be taken once.
        ///
        ///  Errors: that of the request; no request has the number, or its route was taken.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_batch_take", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_batch_take(ulong batch, System.UIntPtr number, ulong* route);

        /// <summary>
        ///  Writes the edges of what is in the way of an agent in a box of cells, as vertices: two for each line. For an agent
        ///  that flies, or a view of one, these are the cells at which its center cannot be; for a ground agent those
        ///  that are not free. Flat faces have no lines, and what goes on outside of the box is closed there. At most <c>capacity</c>
        ///  vertices are written; <c>count</c> is the number of all.
        ///
        ///  Errors: a box of more than 16,777,216 cells.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_debug_world", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_debug_world(ulong space, Cells cells, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the lines of a route as vertices, two for each line: at most <c>capacity</c>, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_debug_route", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_debug_route(ulong route, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the lines of a smooth path as vertices, two for each line: at most <c>capacity</c>, and into <c>count</c> how many there
        ///  are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_debug_path", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_debug_path(ulong path, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Finds the lengths, with what terrain adds, from all places within <c>most</c> world units to the nearest of some goals, in
        ///  the world of a view of a flying agent, and writes the handle of the field into <c>field</c>. 0 for <c>most</c> is any length.
        ///
        ///  Errors: no goal, or one at which the agent cannot be; positions that are not finite or too far away; more cells than
        ///  memory can hold.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_field_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_field_new(ulong view, Point* goals, System.UIntPtr goal_count, double most, ulong* field);

        /// <summary>
        ///  Brings a field up to date with a newer view of the same agent, where cells changed.
        ///
        ///  Errors: a view with other options or another lattice; a goal at which the agent cannot be any more; more cells than
        ///  memory can hold. After the last two the field can only be freed.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_field_update", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_field_update(ulong field, ulong view);

        /// <summary>
        ///  Writes the length of the best way from the cell of a position to the nearest goal, in world units, with what terrain
        ///  adds; returns <c>VOXNAV_STATUS_NOTHING</c> where there is no way.
        ///
        ///  Errors: a position that is not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_field_length", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_field_length(ulong field, Point from, double* length);

        /// <summary>
        ///  Writes the center of the cell that an agent in the cell of a position goes to next, on the best way to the nearest
        ///  goal; returns <c>VOXNAV_STATUS_NOTHING</c> at a goal, and where there is no way.
        ///
        ///  Errors: a position that is not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_field_next", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_field_next(ulong field, Point from, Point* next);

        /// <summary>
        ///  Finds the best route of an agent from a position to a destination, in the world as it is now, and writes its handle
        ///  into <c>route</c>: where that holds the handle of a route already, this takes its place, so a variable that is reused
        ///  needs no freeing; it has to be 0 at first.
        ///
        ///  Returns the outcome of the search, such as <c>VOXNAV_STATUS_FOUND</c>; there is a route with every outcome. Other calls
        ///  with the navigator wait meanwhile: searches on many threads take views.
        ///
        ///  Errors: positions that are not finite or too far away, refused options.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_find_route", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_find_route(ulong agent, Point from, RawDestination* to, RouteOptions* options, ulong* route);

        /// <summary>
        ///  Finds the best route of an agent from one position to another: <c>voxnav_find_route</c> with default options.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_find_route_to", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_find_route_to(ulong agent, Point from, Point to, ulong* route);

        /// <summary>
        ///  Makes the index of the world of a flying agent as it is now, for the moves and corners of <c>options</c>: in buildings,
        ///  ships, dungeons, mazes and mines routes go from doorway to doorway and from junction to junction, and are found several
        ///  to hundreds of times sooner. In other worlds, but for noise, it reports where straight runs lead, for corners that are not
        ///  cut. Routes cost the same. Returns <c>VOXNAV_STATUS_NOTHING</c> for a world that has none.
        ///
        ///  It takes 100 to 300 ns for each free cell of rooms and passages, as a rule, and the next edit that changes the agent's
        ///  world drops it: ask again when the world rests. Of other worlds it takes some 3 ns a cell, and edits keep it up. Views
        ///  keep that of their snapshot.
        ///
        ///  Errors: refused options, too many chunks near obstacles, a ground agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_prepare_index", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_prepare_index(ulong agent, RouteOptions* options);

        /// <summary>
        ///  Takes a snapshot of the world of an agent as it is now, with options for all its searches, and writes its handle
        ///  into <c>view</c>. Later edits do not change it, and any number of threads may search it at the same time.
        ///
        ///  Errors: refused options, too many chunks near obstacles.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_view_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_view_new(ulong agent, RouteOptions* options, ulong* view);

        /// <summary>
        ///  Finds the best route from a position to a destination in the world of a view, and writes its handle into <c>route</c>,
        ///  as <c>voxnav_find_route</c> does; with the options of the view.
        ///
        ///  Errors: positions that are not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_view_find_route", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_view_find_route(ulong view, Point from, RawDestination* to, ulong* route);

        /// <summary>
        ///  Guides all searches of a view by a function that estimates the length between two cells, in cells, instead of the
        ///  heuristic of its options. It obeys <c>law</c>, by which algorithms may run. No check finds a law that claims too much:
        ///  routes are then longer than they need be. The function is called with <c>user</c> on any thread that searches the view,
        ///  as long as the view lives or what was made of it.
        ///
        ///  Errors: a view of a ground agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_view_guide", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_view_guide(ulong view, voxnav_view_guide_function_delegate function, EstimatorGuarantee law, void* user);

        /// <summary>
        ///  Reads options from JSON and writes them into a struct whose size is set: an object with the fields of <c>RouteSpec</c>, the
        ///  form in which every binding of voxnav has them, such as <c>{ "moves": 18, "snap_goal": 2 }</c>. What is left out is as by
        ///  default.
        ///
        ///  Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_route_options_json", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_route_options_json(byte* json, RouteOptions* options);

        /// <summary>
        ///  Finds the best places for the agent of a view that is at a position, and writes at most <c>capacity</c>, best first, and into
        ///  <c>count</c> how many. <c>voxnav_view_find_route</c> finds the route to one. Returns <c>VOXNAV_STATUS_LIMIT_REACHED</c> where the limit
        ///  ended the search before all cells of the area were judged, <c>VOXNAV_STATUS_NOTHING</c> where there is no place.
        ///
        ///  Errors: numbers that are negative, too small or not finite; positions that are not finite or too far away, or from which
        ///  ways are asked for and where the agent cannot be; a clearance of a ground agent; more cells than memory can hold;
        ///  <c>capacity</c> zero.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_find_places", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_find_places(ulong view, Point from, RawPlaceQuery* query, Place* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Finds the place to flee to from dangers, for the agent of a view that is at a position: of those that it gets to before any
        ///  of them, the one that they get to last. Places from three quarters of <c>length</c> on are preferred. Writes 1 into
        ///  <c>is_dead_end</c> where there is none of these, else 0. Returns <c>VOXNAV_STATUS_NOTHING</c> where the dangers are there already.
        ///
        ///  Errors: as <c>voxnav_find_places</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_flee_from", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_flee_from(ulong view, Point from, Point* dangers, System.UIntPtr danger_count, double length, Place* place, byte* is_dead_end);

        /// <summary>
        ///  Finds places around a target by which its ways out are held: where a way leads first farther than <c>radius</c> world units from
        ///  it. Writes at most <c>capacity</c> positions, into <c>count</c> how many, and into <c>gap</c>, which may be null, how near every way out
        ///  passes to one of them. None where there is no way out.
        ///
        ///  Errors: a target where the agent cannot be, a radius that is negative, <c>capacity</c> zero, more cells than memory can hold.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_surround", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_surround(ulong view, Point target, double radius, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count, double* gap);

        /// <summary>
        ///  Moves a box with half extents from one position to another among the obstacles on some layers (a bit each, 0 for
        ///  all), and writes what it meets first into <c>hit</c>; returns <c>VOXNAV_STATUS_NOTHING</c> where it meets nothing. Half
        ///  extents of zero are those of a ray. A box of some size stops where it has sunk in by a 1,024th of a cell, so that
        ///  sliding along something is not meeting it.
        ///
        ///  Errors: positions that are not finite or too far away, half extents that are negative.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_obstacles_sweep", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_obstacles_sweep(ulong navigator, Point from, Point to, Point half_extents, uint layers, Hit* hit);

        /// <summary>
        ///  Casts a ray from one position to another through the cells at which a flying agent can be, or those that are free
        ///  for a ground agent; of a view, or of the agent as of now. Writes the first that stops it into <c>hit</c>, or
        ///  returns <c>VOXNAV_STATUS_NOTHING</c> where there is none. On the ground it takes some 50 microseconds for each chunk of
        ///  64 cells a side with something in it.
        ///
        ///  Errors: positions that are not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_ray", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_ray(ulong space, Point from, Point to, Hit* hit);

        /// <summary>
        ///  Returns <c>VOXNAV_STATUS_OK</c> where the agent's box meets nothing on the straight way from one position to another, in
        ///  the space of a view, of a flying agent as of now, or of a plane; else <c>VOXNAV_STATUS_WAY_BLOCKED</c>.
        ///
        ///  Errors: positions that are not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_is_clear", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_is_clear(ulong space, Point from, Point to);

        /// <summary>
        ///  Writes the nearest position to another one, within a radius in world units, at which an agent can be, of a view or of
        ///  the agent as of now: of a flying agent the center of a cell, of a ground agent a place where it rests. With
        ///  <c>reachable_from</c>, which may be null, only places that a flying agent gets to from there. Returns
        ///  <c>VOXNAV_STATUS_NOTHING</c> where there is none.
        ///
        ///  Errors: positions that are not finite or too far away, a radius that is negative, <c>reachable_from</c> of an agent on the
        ///  ground.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_nearest", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_nearest(ulong space, Point position, double radius, Point* reachable_from, Point* nearest);

        /// <summary>
        ///  Writes <c>count</c> random positions at which an agent can be, of a view or of the agent as of now, the same for the same
        ///  seed; into <c>found</c> how many there are: <c>count</c>, or 0 where there is no such place. Of a flying agent these are
        ///  centers of cells, each as likely as any other, and with <c>reachable_from</c>, which may be null, only such that it gets to
        ///  from there. Of a ground agent they are places where it rests, onto which it settled from a random cell; there
        ///  may be fewer than <c>count</c> where little of the bounds lies above ground.
        ///
        ///  Errors: a position that is not finite or too far away, <c>reachable_from</c> of a ground agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_random_places", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_random_places(ulong space, ulong seed, Point* reachable_from, Point* buffer, System.UIntPtr count, System.UIntPtr* found);

        /// <summary>
        ///  Writes the distance from the cell of a position to the nearest cell at which a flying agent cannot be, in world
        ///  units, at most <c>most</c>.
        ///
        ///  Errors: a position that is not finite or too far away, a distance that is negative.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_distance_to_blocked", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_distance_to_blocked(ulong agent, Point position, double most, double* distance);

        /// <summary>
        ///  Writes the point of the floor below a ground agent whose feet are at a position, where it is seen to stand: on the
        ///  obstacle there, which may end anywhere within a cell. Returns <c>VOXNAV_STATUS_NOTHING</c> where the agent does not stand.
        ///
        ///  Errors: a position that is not finite or too far away, a flying agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_floor_under", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_floor_under(ulong agent, Point position, Point* floor);

        /// <summary>
        ///  Writes the positions that a flying agent reaches from another one by routes no longer than <c>length</c> with what
        ///  terrain adds, nearest first, and the length of each, likewise, into <c>lengths</c>, which may be null: at most <c>capacity</c>,
        ///  and into <c>count</c> how many there are.
        ///
        ///  Errors: a position that is not finite or too far away, a length that is negative, more cells than memory can hold.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_positions_within", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_positions_within(ulong agent, Point from, double length, Point* buffer, double* lengths, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes what would have to change for a ground agent to get from a position to a destination, in the world of a
        ///  view or of the agent as of now: each change that would do alone. At most <c>capacity</c> are written, and into <c>count</c> how
        ///  many there are: none where no one change would do, and where there is a route. It takes dozens of searches: for a
        ///  message to a person. Of a flying agent, <c>voxnav_route_largest</c> tells.
        ///
        ///  Errors: positions that are not finite or too far away, a flying agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_remedies", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_remedies(ulong space, Point from, RawDestination* to, Remedy* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Makes a scheduler for agents that move as that of a view does, flying or on the ground, and writes its handle into
        ///  <c>scheduler</c>: <c>in_flight</c> searches take turns, 0 for 16, of <c>turn</c> expansions each, 0 for 256; others wait.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_scheduler_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_scheduler_new(ulong view, uint in_flight, ulong turn, ulong* scheduler);

        /// <summary>
        ///  Adds the question for a route from a position to a destination in the world of a view, and writes the number of its
        ///  search into <c>ticket</c>, from 1. A search gets <c>priority</c> turns at a time, 1 to 255, 0 for 1, and places first.
        ///
        ///  Errors: positions that are not finite or too far away, a view of an agent that moves another way.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_scheduler_add", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_scheduler_add(ulong scheduler, ulong view, Point from, RawDestination* to, uint priority, ulong* ticket);

        /// <summary>
        ///  Searches on for at most <c>most</c> expansions: once in a frame. Returns <c>VOXNAV_STATUS_PENDING</c> while there are searches
        ///  that have not ended, else <c>VOXNAV_STATUS_OK</c>; <c>voxnav_scheduler_take</c> has the routes of those that have.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_scheduler_step", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_scheduler_step(ulong scheduler, ulong most);

        /// <summary>
        ///  Takes the route of the next search that has ended, in the order in which they did: writes its number into <c>ticket</c>
        ///  and the route into <c>route</c>, as <c>voxnav_find_route</c> does, and returns the outcome. Returns <c>VOXNAV_STATUS_NOTHING</c>
        ///  where there is none.
        ///
        ///  Errors: a route that is too long to be listed; it is taken all the same, and <c>ticket</c> names it.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_scheduler_take", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_scheduler_take(ulong scheduler, ulong* ticket, ulong* route);

        /// <summary>
        ///  Ends a search without a route. Returns <c>VOXNAV_STATUS_NOTHING</c> where it has ended already, or never was.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_scheduler_cancel", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_scheduler_cancel(ulong scheduler, ulong ticket);

        /// <summary>
        ///  Begins a search from a position to a destination in the world of a view, and writes its handle into <c>search</c>:
        ///  <c>voxnav_search_step</c> does it in slices.
        ///
        ///  Errors: positions that are not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_search_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_search_new(ulong view, Point from, RawDestination* to, ulong* search);

        /// <summary>
        ///  Searches on for at most <c>most</c> expansions of 50 to 500 ns each, as a rule. Returns <c>VOXNAV_STATUS_PENDING</c>, or the
        ///  outcome once there is one.
        ///
        ///  Errors: a route that is too long to be listed.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_search_step", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_search_step(ulong search, ulong most);

        /// <summary>
        ///  Writes the best route known so far, as <c>voxnav_find_route</c> does, and returns its outcome. A search that has not
        ///  ended returns <c>VOXNAV_STATUS_CANCELLED</c>, with the way to the most promising cell; one that is being improved
        ///  returns the best route so far.
        ///
        ///  Errors: a route that is too long to be listed.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_search_route", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_search_route(ulong search, ulong* route);

        /// <summary>
        ///  Goes on from the route that was found to one that costs at most <c>within</c> times the optimum, 1 to 1000, in the next
        ///  steps. Returns <c>VOXNAV_STATUS_NOTHING</c> where there is nothing to do: no route was found, it is proved already, or
        ///  the search has not ended.
        ///
        ///  Errors: a factor out of range.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_search_improve", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_search_improve(ulong search, double within);

        /// <summary>
        ///  Goes on from the route that was found to the next better one, up to the optimum, in the next steps. Returns
        ///  <c>VOXNAV_STATUS_NOTHING</c> where there is nothing to do, as <c>voxnav_search_improve</c> does.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_search_improve_next", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_search_improve_next(ulong search);

        /// <summary>
        ///  Ends a search with the best route so far: the next step returns it.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_search_cancel", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_search_cancel(ulong search);

        /// <summary>
        ///  Writes the number of cells expanded so far into <c>expanded</c>, and the proved lower bound on the length of any path
        ///  between the cells of both ends, with what terrain adds and in world units, into <c>least</c>; both may be null.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_search_progress", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_search_progress(ulong search, ulong* expanded, double* least);

        /// <summary>
        ///  Makes a follower at the start of a smooth path, and writes its handle into <c>follower</c>. The path can be freed.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_new(ulong path, ulong* follower);

        /// <summary>
        ///  Has a follower follow another path, from its start.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_set_path", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_set_path(ulong follower, ulong path);

        /// <summary>
        ///  Takes note of the position of the agent, and writes its place on the path into <c>progress</c>, which may be null.
        ///
        ///  Errors: a position that is not finite or too far away; the place stays.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_update", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_update(ulong follower, Point position, Progress* progress);

        /// <summary>
        ///  Moves the place on along the path by a distance, for an agent that follows it exactly, and writes it into <c>progress</c>,
        ///  which may be null.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_advance", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_advance(ulong follower, double distance, Progress* progress);

        /// <summary>
        ///  Finds the place again on the whole path, for an agent that was put somewhere else, and writes it into <c>progress</c>,
        ///  which may be null.
        ///
        ///  Errors: as <c>voxnav_follower_update</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_relocate", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_relocate(ulong follower, Point position, Progress* progress);

        /// <summary>
        ///  Writes the place of the agent on the path, as of the last update.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_progress", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_progress(ulong follower, Progress* progress);

        /// <summary>
        ///  Writes the position a distance farther along the path than the agent's place, at most its end.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_look_ahead", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_look_ahead(ulong follower, double distance, Point* target);

        /// <summary>
        ///  Returns <c>VOXNAV_STATUS_OK</c> where the agent is within a distance of the end of its path, along it and straight; else
        ///  <c>VOXNAV_STATUS_PENDING</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_has_arrived", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_has_arrived(ulong follower, double distance);

        /// <summary>
        ///  Takes note of the position of the agent, and writes the point of its path that it can go straight to into <c>target</c>:
        ///  the farthest in sight up to <c>distance</c> ahead, in the space of a view, of a flying agent as of now, or of a
        ///  plane. An agent that goes there by any step, and asks again in every frame, arrives and touches nothing.
        ///
        ///  Returns <c>VOXNAV_STATUS_TOWARD</c>; or <c>VOXNAV_STATUS_WAY_BLOCKED</c> or <c>VOXNAV_STATUS_OUT_OF_SIGHT</c>, for an agent that
        ///  needs another route.
        ///
        ///  Errors: a position that is not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_steer", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_steer(ulong follower, ulong space, Point position, double distance, Point* target);

        /// <summary>
        ///  Looks for the first place ahead where the path is not free any more, in a space as <c>voxnav_follower_steer</c> takes it,
        ///  and writes it into <c>blockage</c>. Returns <c>VOXNAV_STATUS_BLOCKED</c>, or <c>VOXNAV_STATUS_NOTHING</c> where the path is free.
        ///  In every frame it costs next to nothing while the chunks that the path crosses are the same.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_follower_check", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_follower_check(ulong follower, ulong space, Blockage* blockage);

        /// <summary>
        ///  Makes a replanner of the route of an agent to a destination, in the world of a view, and writes its handle into
        ///  <c>replanner</c>. The first update finds the route.
        ///
        ///  Errors: a refused policy.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_replanner_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_replanner_new(ulong view, RawDestination* to, ReplanPolicy* policy, ulong* replanner);

        /// <summary>
        ///  Brings a route up to date with the world as a newer view of the agent shows it, and with the agent's position: once in
        ///  a frame, or after an edit. Returns <c>VOXNAV_STATUS_KEPT</c>, <c>REPAIRED</c>, <c>REPLANNED</c>, <c>SHORTER</c>, or <c>BLOCKED</c>, with the
        ///  distance that the agent can still go in <c>ahead</c>, which may be null.
        ///
        ///  Errors: a position that is not finite or too far away, a view of an agent that moves another way.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_replanner_update", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_replanner_update(ulong replanner, ulong view, Point position, double* ahead);

        /// <summary>
        ///  Sends the agent of a replanner to another destination, as of the next update.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_replanner_set_goal", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_replanner_set_goal(ulong replanner, RawDestination* to);

        /// <summary>
        ///  Writes the route of a replanner, as <c>voxnav_find_route</c> does, and returns its outcome; <c>VOXNAV_STATUS_NOTHING</c>, and
        ///  no handle, where there is none yet.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_replanner_route", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_replanner_route(ulong replanner, ulong* route);

        /// <summary>
        ///  Writes the number of routes that a replanner has had into <c>version</c>, by which a caller sees that there is another,
        ///  and the number of the waypoint that the agent is to go to next into <c>next</c>; both may be null. Returns
        ///  <c>VOXNAV_STATUS_NOTHING</c>, and writes no <c>next</c>, where the agent is at the last or has no route.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_replanner_next", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_replanner_next(ulong replanner, ulong* version, System.UIntPtr* next);

        /// <summary>
        ///  Writes the factor of the optimum that the rest of a route costs at most, by what is proved, into <c>factor</c>; returns
        ///  <c>VOXNAV_STATUS_NOTHING</c> where nothing is.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_replanner_bound", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_replanner_bound(ulong replanner, double* factor);

        /// <summary>
        ///  Makes the smooth path along a route of a flying agent, in the world of a view, and writes its handle into
        ///  <c>path</c>: where that holds the handle of a path already, this takes its place; it has to be 0 at first. Returns
        ///  <c>VOXNAV_STATUS_NOTHING</c>, and writes no handle, for a route without a path.
        ///
        ///  Errors: refused options, a start or an end with no clear way to the route.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_new(ulong view, ulong route, RawSmoothing* options, ulong* path);

        /// <summary>
        ///  Divides a route over the ground into legs to be followed, smoothed where they lead over even ground, in the world of
        ///  a view. Writes at most <c>capacity</c> of them, each with a path of its own, and into <c>count</c> how many there are; paths
        ///  of legs that there is no room for are not made.
        ///
        ///  Errors: refused options.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_legs", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_legs(ulong view, ulong route, RawSmoothing* options, RawSmoothLeg* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Makes a smooth path through caller-supplied waypoints, in the lattice of a view, and writes its handle into <c>path</c>,
        ///  as <c>voxnav_path_new</c> does. It does not check whether segments are clear.
        ///
        ///  Errors: no waypoint, or one that is not finite or too far away.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_through", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_through(ulong view, Point* waypoints, System.UIntPtr count, ulong* path);

        /// <summary>
        ///  Writes the waypoints of a smooth path: at most <c>capacity</c>, and into <c>count</c> how many there are.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_waypoints", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_waypoints(ulong path, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the length of a smooth path, in world units.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_length", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_length(ulong path, double* length);

        /// <summary>
        ///  Takes the even ground around a smooth path out of a view of a ground agent, for followers to steer in, and
        ///  writes its handle into <c>plane</c>. Returns <c>VOXNAV_STATUS_NOTHING</c>, and writes no handle, where there is none. It takes
        ///  far longer than to steer: keep it while the world around the path is the same.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_plane_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_plane_new(ulong view, ulong path, ulong* plane);

        /// <summary>
        ///  Makes the trajectory along a route in the world of a view, of an agent of any kind at a position: the route is smoothed
        ///  from there. Only the steps of <c>options</c> count; null for the usual smoothing. Corners become arcs in the air and on even
        ///  ground, all else leads from cell to cell; falls, jumps and links have a time of their own. Writes its handle into
        ///  <c>trajectory</c>: where that holds the handle of a trajectory already, this takes its place; it has to be 0 at first.
        ///  Returns <c>VOXNAV_STATUS_NOTHING</c>, and writes no handle, for a route without a path.
        ///
        ///  Errors: <c>VOXNAV_STATUS_ERROR_OPTIONS</c> for refused options and limits, <c>VOXNAV_STATUS_ERROR_PATH</c> where the way is
        ///  blocked, or a corner is too narrow for the turning radius.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_trajectory_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_trajectory_new(ulong view, ulong route, Point position, RawSmoothing* options, MotionLimits* limits, ulong* trajectory);

        /// <summary>
        ///  Makes the trajectory along a smooth path, in a space as <c>voxnav_follower_steer</c> takes it, and writes its handle into
        ///  <c>trajectory</c>, as <c>voxnav_trajectory_new</c> does.
        ///
        ///  Errors: as of <c>voxnav_trajectory_new</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_trajectory_along", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_trajectory_along(ulong space, ulong path, MotionLimits* limits, ulong* trajectory);

        /// <summary>
        ///  Writes the facts of a trajectory.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_trajectory_info", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_trajectory_info(ulong trajectory, TrajectoryInfo* info);

        /// <summary>
        ///  Writes the state of the agent at a time in seconds: before the start that at the start, after the end that at rest
        ///  there. Nothing is allocated.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_trajectory_at", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_trajectory_at(ulong trajectory, double seconds, Motion* motion);

        /// <summary>
        ///  Writes the time at which a trajectory is nearest to a position within a distance, in seconds: an agent that was pushed
        ///  off it gets on again there. Where it comes near more than once, the time nearest to <c>around</c> counts. Returns
        ///  <c>VOXNAV_STATUS_NOTHING</c> for an agent that is farther away, which needs another trajectory.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_trajectory_time_near", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_trajectory_time_near(ulong trajectory, Point position, double distance, double around, double* seconds);

        /// <summary>
        ///  Makes a watch without routes over the world of a view, and writes its handle into <c>watch</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_watcher_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_watcher_new(ulong view, ulong* watch);

        /// <summary>
        ///  Watches the path of a route, and writes a number for it into <c>path</c>, from 1. Returns <c>VOXNAV_STATUS_NOTHING</c>, and
        ///  watches nothing, for a route without a path.
        ///
        ///  Errors: a route of an agent that moves another way, or one that is too long.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_watcher_insert", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_watcher_insert(ulong watch, ulong route, ulong* path);

        /// <summary>
        ///  Ends the watch over a route.
        ///
        ///  Errors: an unknown number.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_watcher_remove", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_watcher_remove(ulong watch, ulong path);

        /// <summary>
        ///  Says that an agent has made so many moves along its route in all: those are not watched any more.
        ///
        ///  Errors: an unknown number.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_watcher_advance", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_watcher_advance(ulong watch, ulong path, ulong moves);

        /// <summary>
        ///  Returns <c>VOXNAV_STATUS_BLOCKED</c> where a route is not free, as of the last update; else <c>VOXNAV_STATUS_OK</c>.
        ///
        ///  Errors: an unknown number.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_watcher_is_blocked", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_watcher_is_blocked(ulong watch, ulong path);

        /// <summary>
        ///  Looks at the world of a newer view, and writes what its changes mean for the routes: at most <c>capacity</c> events, and
        ///  into <c>count</c> how many there are. Events that there is no room for are lost: each route has at most one of each kind.
        ///
        ///  Errors: a view of an agent that moves another way.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_path_watcher_update", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_path_watcher_update(ulong watch, ulong view, WatchEvent* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Sends an agent to a destination: a position, or the best to reach of many places. It goes on along what it has until
        ///  there is a better route; events tell how it fares. A pointer to a function of the destination's is kept until the
        ///  agent is sent elsewhere, or the crowd is freed.
        ///
        ///  Errors: an unknown id, positions that are not finite, distances that are negative.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_send", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_send(ulong crowd, ulong id, RawDestination* to);

        /// <summary>
        ///  Sends an agent to a position: <c>voxnav_crowd_send</c> without a struct.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_send_to", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_send_to(ulong crowd, ulong id, Point to);

        /// <summary>
        ///  Sends <c>count</c> agents to one point, where they settle next to each other: each has a place where its body touches nothing
        ///  and no other, with a way to the point, and they are assigned such that ways do not cross. Writes the place of each into
        ///  <c>places</c>, in the order of <c>ids</c>: as many as agents, unless it is null.
        ///
        ///  Each agent then has a target and an event of its arrival as if it were sent to its place.
        ///
        ///  Errors: an unknown id, <c>VOXNAV_STATUS_ERROR_OPTIONS</c> for one that is named twice; a position that is not finite;
        ///  <c>VOXNAV_STATUS_ERROR_NO_ROOM</c> for a point where a body cannot be, or with too few places. No agent is sent then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_send_group", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_send_group(ulong crowd, ulong* ids, System.UIntPtr count, Point point, Point* places);

        /// <summary>
        ///  Has an agent follow another one of the crowd up to a distance in world units; it has arrived whenever it is near
        ///  enough, and goes on when the other one does. What moves by itself is an agent that others move.
        ///
        ///  Errors: an unknown id, a distance that is negative.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_follow", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_follow(ulong crowd, ulong id, ulong leader, double within);

        /// <summary>
        ///  Has an agent move at a velocity, in world units a second, as far as walls and others let it, until it is sent elsewhere or
        ///  stopped: a longer one counts as its speed. It plans nothing and never arrives; a ground agent stays on the plane that
        ///  it stands on, and where agents pass through one another it stays where it is.
        ///
        ///  Errors: an unknown id, a velocity that is not finite.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_move", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_move(ulong crowd, ulong id, Point velocity);

        /// <summary>
        ///  Sets the neighbors that do not cooperate: only agents of the crowd avoid them. The list holds for all updates until
        ///  the next call, and may be empty.
        ///
        ///  Errors: a position or a velocity that is not finite, a radius or a height that is not above zero; those set before
        ///  stay then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_set_characters", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_set_characters(ulong crowd, Character* characters, System.UIntPtr count);

        /// <summary>
        ///  Makes <c>count</c> agents follow a joint plan in its order, in flight or over the legs of a ground agent. Each starts in
        ///  its first cell, where it has to be. No two of them collide, however fast or late they are. An agent that is sent
        ///  somewhere else, or is removed, leaves the plan.
        ///
        ///  Errors: another number of agents than the plan has, or one twice; an unknown id; <c>VOXNAV_STATUS_ERROR_NO_ROOM</c> for an
        ///  agent that is not in its first cell; <c>VOXNAV_STATUS_ERROR_ARGUMENT</c> for a search without a plan.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_follow_plan", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_follow_plan(ulong crowd, ulong* ids, System.UIntPtr count, ulong plan);

        /// <summary>
        ///  Has an agent stay where it is, at the next place where it can rest.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_stop", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_stop(ulong crowd, ulong id);

        /// <summary>
        ///  Writes the waypoints of the smooth route of an agent, from where it was when it was given the route to the end, on the
        ///  ground where its feet are: at most <c>capacity</c>, and into <c>count</c> how many there are, none if it has no route.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_waypoints", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_waypoints(ulong crowd, ulong id, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Tells a crowd where an agent is: as physics moved it, pushed it, or as a teleport did. If it is off its way, it gets
        ///  another.
        ///
        ///  Errors: an unknown id; a position that is not finite, or so far from zero that numbers are coarse there.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_set_position", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_set_position(ulong crowd, ulong id, Point position);

        /// <summary>
        ///  Tells a crowd where <c>count</c> agents are, each id with the position of the same number.
        ///
        ///  Errors: an unknown id; a position that is not finite, or so far from zero that numbers are coarse there; then all are
        ///  as before.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_move_all", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_move_all(ulong crowd, ulong* ids, Point* positions, System.UIntPtr count);

        /// <summary>
        ///  Writes the states of all agents of a crowd, in the order in which they were added. At most <c>capacity</c> states are
        ///  written; <c>count</c> is the number of all.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_states", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_states(ulong crowd, CrowdAgentState* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the state of an agent of a crowd.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_state", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_state(ulong crowd, ulong id, CrowdAgentState* state);

        /// <summary>
        ///  Writes half of the size of the largest agent of the shape of a flying one that would get to its destination.
        ///  Returns <c>VOXNAV_STATUS_NOTHING</c> if not even a point does, there is a way, or the agent is on the ground or has no
        ///  destination. It takes up to nine bakes of the world: for a message to a person.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_largest_passable_agent", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_largest_passable_agent(ulong crowd, ulong id, Point* half_extents);

        /// <summary>
        ///  Writes what would have to change in the world of the last update for a ground agent to get to its destination,
        ///  as <c>voxnav_remedies</c> does: at most <c>capacity</c>, and into <c>count</c> how many there are; none for a flying one, or that has
        ///  no destination.
        ///
        ///  Errors: an unknown id; a navigator that was freed.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_remedies", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_remedies(ulong crowd, ulong id, Remedy* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Moves an obstacle of the navigator of a crowd to a position, under a rotation that is none where it is all zero, unless
        ///  it would touch an agent of the crowd there: then it returns <c>VOXNAV_STATUS_IN_THE_WAY</c>, and writes the ids of those in its
        ///  way in the order in which they were added, at most <c>capacity</c>, and into <c>count</c> how many there are. The way there does
        ///  not count: move what moves far in small steps. It takes a box query for each agent.
        ///
        ///  Errors: an unknown id, a placement that is refused, a navigator that was freed, an agent that was removed from it. The
        ///  obstacle is where it was then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_try_move_obstacle", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_try_move_obstacle(ulong crowd, ulong obstacle, Point position, Rotation rotation, ulong* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Makes an empty crowd in the world of a navigator, and writes its handle into <c>crowd</c>. It lives on when the navigator
        ///  is freed, and then refuses its updates.
        ///
        ///  Errors: refused settings.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_new(ulong navigator, CrowdSettings* settings, ulong* crowd);

        /// <summary>
        ///  Makes an empty crowd whose settings are a text in JSON, and writes its handle into <c>crowd</c>: an object with the fields of
        ///  <c>CrowdSpec</c>, the form in which every binding of voxnav has them, such as
        ///  <c>{ "budget": 1500, "routes": { "keep_away": 0.5 } }</c>. What is left out is as by default.
        ///
        ///  Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_new_json", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_new_json(ulong navigator, byte* json, ulong* crowd);

        /// <summary>
        ///  Adds an agent to a crowd and writes its id into <c>id</c>: with the body of an agent of the navigator, flying or on the
        ///  ground, which any number of agents of the crowd share. It stays where it is until it is sent somewhere.
        ///
        ///  Errors: an agent of another navigator; a position that is not finite or too far away; a speed or a distance that is
        ///  negative or not finite, and one to keep away from what blocks a ground agent; <c>VOXNAV_STATUS_ERROR_NO_ROOM</c> where the body does not fit.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_add", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_add(ulong crowd, ulong body, CrowdAgent* agent, ulong* id);

        /// <summary>
        ///  Removes an agent from a crowd. Agents that follow it receive an event.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_remove", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_remove(ulong crowd, ulong id);

        /// <summary>
        ///  Writes the ids of the agents of a crowd, in the order in which they were added. At most <c>capacity</c> ids are written;
        ///  <c>count</c> is the number of all.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_ids", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_ids(ulong crowd, ulong* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Has <c>count</c> agents follow a leader in a formation that goes and turns with it: each keeps its place where it is wide, and
        ///  follows on the trail of the leader where it is narrow. When the leader rests, all come to rest. If it is removed, the
        ///  first of those left leads the others, and takes over where it was sent, with an event. A leader has one formation; an
        ///  agent leaves it when it is sent elsewhere or stopped.
        ///
        ///  Errors: an unknown id, <c>VOXNAV_STATUS_ERROR_OPTIONS</c> for one that is named twice, or as the leader, too; a distance that
        ///  is negative or not finite, a shape that is none. No agent follows then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_follow_in_formation", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_follow_in_formation(ulong crowd, ulong leader, ulong* ids, System.UIntPtr count, Formation* formation);

        /// <summary>
        ///  Makes a planner in the world of a view, or of an agent as of now: <c>count</c> agents at their starts, where they
        ///  stay until <c>voxnav_lifelong_send</c> sends them somewhere, and writes its handle into <c>planner</c>. Later edits do not change it.
        ///  Ground agents settle below positions, and their moves take steps by what they cost: see <c>voxnav_lifelong_leg</c>.
        ///
        ///  Errors: positions that are not finite or too far away; starts that are blocked, outside, or taken twice; a radius out
        ///  of range, or too large for cells as flat as these; <c>VOXNAV_STATUS_ERROR_TOO_MUCH</c> where the limit of memory is too low.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_lifelong_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_lifelong_new(ulong space, Point* starts, System.UIntPtr count, MapfOptions* options, ulong* planner);

        /// <summary>
        ///  Sends an agent of a planner, by its number from 0, to a goal. Several agents may be sent to one goal; the next comes when
        ///  the one before has been sent elsewhere.
        ///
        ///  Errors: a number of no agent; a goal that is blocked, outside, or cannot be reached. The agent keeps its goal then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_lifelong_send", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_lifelong_send(ulong planner, System.UIntPtr agent, Point goal);

        /// <summary>
        ///  Takes all agents of a planner on by one step: each stays, or makes one move, or a step of a ground agent. It takes
        ///  about a microsecond for each agent; more on the ground, and in a step in which an agent is rescued.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_lifelong_step", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_lifelong_step(ulong planner);

        /// <summary>
        ///  Returns <c>VOXNAV_STATUS_OK</c> where an agent of a planner is at its goal; else <c>VOXNAV_STATUS_PENDING</c>.
        ///
        ///  Errors: a number of no agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_lifelong_has_arrived", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_lifelong_has_arrived(ulong planner, System.UIntPtr agent);

        /// <summary>
        ///  Writes the move of several steps that an agent of a planner is on, by the steps since the planner began, of which
        ///  <c>voxnav_lifelong_info</c> counts those so far. Returns <c>VOXNAV_STATUS_NOTHING</c> for an agent that rests, flies, or moves from
        ///  cell to cell in one step.
        ///
        ///  Errors: a number of no agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_lifelong_leg", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_lifelong_leg(ulong planner, System.UIntPtr agent, PlannedLeg* leg);

        /// <summary>
        ///  Writes the positions of all agents of a planner in the order of their starts: at most <c>capacity</c>, and into <c>count</c> how many
        ///  there are. Of flying agents these are centers of cells; a ground agent is where it was until a move of several
        ///  steps has ended.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_lifelong_places", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_lifelong_places(ulong planner, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the cells of all agents of a planner, as <c>voxnav_lifelong_places</c> writes their positions.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_lifelong_cells", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_lifelong_cells(ulong planner, Cell* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the facts about a planner.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_lifelong_info", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_lifelong_info(ulong planner, LifelongInfo* info);

        /// <summary>
        ///  Begins a joint plan in the world of a view, or of an agent as of now, for <c>count</c> agents that go each from one position
        ///  to the goal of the same number, or with <c>any_goal</c> one to each goal, and writes its handle into <c>plan</c>:
        ///  <c>voxnav_mapf_step</c> makes it. Flying agents are in the cells of positions; walls are kept away from by the world
        ///  that they move in. Ground agents settle below positions, and their moves take steps by what they cost; of the
        ///  options the radius, limits and the seed count.
        ///
        ///  Errors: positions that are not finite or too far away; starts and goals that are blocked, outside, or taken twice,
        ///  all of which the message names; a radius out of range, or too large for cells as flat as these.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_new(ulong space, Point* starts, Point* goals, System.UIntPtr count, MapfOptions* options, ulong* plan);

        /// <summary>
        ///  Searches on for at most <c>most</c> configurations. Returns <c>VOXNAV_STATUS_PENDING</c>; <c>VOXNAV_STATUS_FOUND</c> once there is a
        ///  plan, <c>VOXNAV_STATUS_UNREACHABLE</c> with the proof that there is none, <c>VOXNAV_STATUS_LIMIT_REACHED</c> for a limit that
        ///  came first. On the ground, and of goals that any agent may take, the distances to each goal come first, and count as
        ///  one configuration. The plan is the same however the search is divided.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_step", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_step(ulong plan, ulong most);

        /// <summary>
        ///  Tries to shorten the plan that was found, by new paths for a few agents at a time: <c>tries</c> times, some milliseconds
        ///  each, or tens of them on the ground where agents are many. The plan never becomes worse, and agents keep the goals to
        ///  which it leads them; it stays as it is where the limit of memory is too low. Returns <c>VOXNAV_STATUS_NOTHING</c> where there
        ///  is no plan yet.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_improve", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_improve(ulong plan, ulong tries);

        /// <summary>
        ///  Writes the facts about a joint plan.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_info", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_info(ulong plan, MapfInfo* info);

        /// <summary>
        ///  Writes the positions of an agent after each step, from its start to where it stands permanently: at most <c>capacity</c>, and
        ///  into <c>count</c> how many there are. Of flying agents these are centers of cells; a ground agent is where it was
        ///  until a leg has ended. Returns <c>VOXNAV_STATUS_NOTHING</c> where there is no plan.
        ///
        ///  Errors: a number of no agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_path", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_path(ulong plan, System.UIntPtr agent, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the cells of an agent after each step, as <c>voxnav_mapf_path</c> writes its positions.
        ///
        ///  Errors: a number of no agent.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_cells", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_cells(ulong plan, System.UIntPtr agent, Cell* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the positions of all agents after so many steps, in the order of their starts, as <c>voxnav_mapf_path</c> has
        ///  them: at most <c>capacity</c>, and into <c>count</c> how many there are. Agents stand at their goals permanently at last. Returns
        ///  <c>VOXNAV_STATUS_NOTHING</c> where there is no plan.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_places", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_places(ulong plan, System.UIntPtr step, Point* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the legs of a ground agent in their order, each a move that takes some steps: at most <c>capacity</c>, and
        ///  into <c>count</c> how many there are. Returns <c>VOXNAV_STATUS_NOTHING</c> where there is no plan.
        ///
        ///  Errors: a number of no agent; <c>VOXNAV_STATUS_ERROR_UNSUPPORTED</c> for flying agents, whose moves take a step each.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_legs", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_legs(ulong plan, System.UIntPtr agent, PlannedLeg* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes for each agent the number of the goal that it goes to, from 0, in the list of goals: its own, or with <c>any_goal</c>
        ///  the one that it was given. At most <c>capacity</c> are written, and into <c>count</c> how many there are. Returns
        ///  <c>VOXNAV_STATUS_NOTHING</c> where there is no plan.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_mapf_goals", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_mapf_goals(ulong plan, uint* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Sets the speed of an agent, in world units a second. With 0 it stays where it is, and keeps where it is sent.
        ///
        ///  Errors: an unknown id, a speed that is negative or not finite.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_set_speed", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_set_speed(ulong crowd, ulong id, double speed);

        /// <summary>
        ///  Sets the priority of an agent: others make way for one of a higher one.
        ///
        ///  Errors: an unknown id.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_set_priority", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_set_priority(ulong crowd, ulong id, int priority);

        /// <summary>
        ///  Sets the radius of an agent for others, in world units; 0 for that of its body. An agent that now overlaps others
        ///  parts from them, and an event reports the overlap.
        ///
        ///  Errors: an unknown id, a radius that is negative or not finite.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_set_radius", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_set_radius(ulong crowd, ulong id, double radius);

        /// <summary>
        ///  Sets the distance that a flying agent keeps from what blocks it, in world units, where there is room, and the weight
        ///  of moves right next to that, from 1. A distance of 0 uses the options of the crowd. The agent keeps its destination
        ///  and is given another route.
        ///
        ///  Errors: an unknown id, a distance that is negative or not a number, a weight of zero or above 65,535, an agent on the
        ///  ground.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_set_keep_away", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_set_keep_away(ulong crowd, ulong id, double distance, uint weight);

        /// <summary>
        ///  Gives an agent of a crowd the body of another agent of the navigator, such as a larger one. It keeps its position and
        ///  where it is sent, and is given another route.
        ///
        ///  Errors: an unknown id; an agent of another navigator; <c>VOXNAV_STATUS_ERROR_NO_ROOM</c> where the body does not fit.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_set_body", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_set_body(ulong crowd, ulong id, ulong agent);

        /// <summary>
        ///  Writes a crowd to bytes, and their handle into <c>bytes</c>, for <c>voxnav_bytes_read</c>: all agents with their ids, where they
        ///  are and where they are sent, and neighbors that do not cooperate. The crowd forgets its routes and finds them again: from
        ///  here on it does the same as one that is loaded. An agent in the middle of a jump or a climb goes back to where it begins.
        ///
        ///  Errors: <c>VOXNAV_STATUS_ERROR_UNSUPPORTED</c> for an agent that follows a joint plan, or is sent to cells instead of
        ///  positions; nothing has changed then.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_to_bytes", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_to_bytes(ulong crowd, ulong* bytes);

        /// <summary>
        ///  Makes the crowd in bytes, <c>length</c> long, that <c>voxnav_crowd_to_bytes</c> wrote, in the world of a navigator, and writes its
        ///  handle into <c>crowd</c>. Agents have the ids that they had, and the bodies that the navigator has under the same numbers: save
        ///  and load it, too.
        ///
        ///  Errors: refused settings; <c>VOXNAV_STATUS_ERROR_FILE</c> for bytes that no crowd wrote.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_from_bytes", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_from_bytes(ulong navigator, byte* bytes, System.UIntPtr length, CrowdSettings* settings, ulong* crowd);

        /// <summary>
        ///  Advances a crowd by <c>dt</c> seconds in the current world of its navigator. Agents check for edits, keep, mend or find
        ///  routes within the work of the settings, steer, and move. The states of agents that others move contain their step.
        ///  <c>voxnav_crowd_events</c> has what happened. In an update of no time agents plan, and stay.
        ///  Errors: a time that is negative or not finite; a navigator that was freed, an agent that was removed from it. All
        ///  agents are as before.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_update", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_update(ulong crowd, double dt);

        /// <summary>
        ///  Does the first half of an update: agents check for edits, keep, mend or find routes, and steer. Their states have
        ///  the velocities that they would have if they were alone. <c>voxnav_crowd_update_positions</c> is the other half; a caller
        ///  that avoids others in another way calls <c>voxnav_crowd_set_position</c> instead. <c>voxnav_crowd_events</c> has what
        ///  happened.
        ///
        ///  Errors: as <c>voxnav_crowd_update</c>.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_update_plans", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_update_plans(ulong crowd, double dt);

        /// <summary>
        ///  Does the second half of an update: agents avoid each other, and move by the steps that they end up with.
        ///  <c>voxnav_crowd_events</c> has what happened in this half.
        ///
        ///  Errors: a time that is negative or not finite.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_update_positions", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_update_positions(ulong crowd, double dt);

        /// <summary>
        ///  Writes the events of the last update of a crowd, in the order of its agents: at most <c>capacity</c>, and into <c>count</c> how
        ///  many there are. They stay until the next update.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_events", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_events(ulong crowd, CrowdEvent* buffer, System.UIntPtr capacity, System.UIntPtr* count);

        /// <summary>
        ///  Writes the work of the last update of a crowd.
        /// </summary>
        [DllImport(__DllName, EntryPoint = "voxnav_crowd_work", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status voxnav_crowd_work(ulong crowd, PlanningStats* work);


    }

    /// <summary>
    ///  A position or a direction in world units.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Point
    {
        /// <summary>
        ///  The first coordinate.
        /// </summary>
        public double X;
        /// <summary>
        ///  The second coordinate.
        /// </summary>
        public double Y;
        /// <summary>
        ///  The third coordinate.
        /// </summary>
        public double Z;
    }

    /// <summary>
    ///  A cell of the lattice.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Cell
    {
        /// <summary>
        ///  The first coordinate.
        /// </summary>
        public int X;
        /// <summary>
        ///  The second coordinate.
        /// </summary>
        public int Y;
        /// <summary>
        ///  The third coordinate.
        /// </summary>
        public int Z;
    }

    /// <summary>
    ///  A box of cells, half-open: <c>max</c> lies beyond the last cell on each axis.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Cells
    {
        /// <summary>
        ///  The first cell.
        /// </summary>
        public Cell Min;
        /// <summary>
        ///  The end on each axis, excluded.
        /// </summary>
        public Cell Max;
    }

    /// <summary>
    ///  A rotation as a quaternion of length 1; all zero for none.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Rotation
    {
        /// <summary>
        ///  The imaginary parts.
        /// </summary>
        public double X;
        /// <summary>
        ///  The second imaginary part.
        /// </summary>
        public double Y;
        /// <summary>
        ///  The third imaginary part.
        /// </summary>
        public double Z;
        /// <summary>
        ///  The real part.
        /// </summary>
        public double W;
    }

    /// <summary>
    ///  The settings of an agent to be added.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawAgentSettings
    {
        /// <summary>
        ///  The size of the struct: <c>sizeof(AgentSettings)</c>.
        /// </summary>
        public System.UIntPtr size;
        /// <summary>
        ///  Half of the size of its box, in world units.
        /// </summary>
        public Point half_extents;
        /// <summary>
        ///  The abilities of a ground agent; null for a flying agent, or goes wherever cells are free.
        /// </summary>
        public Locomotion* locomotion;
        /// <summary>
        ///  The layers of obstacles that it minds, a bit each; 0 for all.
        /// </summary>
        public uint layers;
        /// <summary>
        ///  The policy for unknown cells.
        /// </summary>
        public Unknown unknown;
        /// <summary>
        ///  The part of a cell that it has to fit into; of flying agents.
        /// </summary>
        public Baking baking;
        /// <summary>
        ///  Zero.
        /// </summary>
        public uint reserved;
    }

    /// <summary>
    ///  The size of an agent, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AgentSize
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  Half of the size of its box, in world units.
        /// </summary>
        public Point HalfExtents;
        /// <summary>
        ///  The layers of obstacles that it minds, a bit each.
        /// </summary>
        public uint Layers;
        internal uint is_on_ground;
        /// <summary>
        ///  True for a ground agent, 0 for a flying one.
        /// </summary>
        public bool IsOnGround { get { return is_on_ground != 0; } set { is_on_ground = value ? 1u : 0u; } }
        /// <summary>
        ///  The number of the agent in its navigator, which files keep: see <c>voxnav_agent_of_number</c>.
        /// </summary>
        public uint Number;
        internal uint reserved;
    }

    /// <summary>
    ///  A material to be added.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CellMaterial
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The kind of the material.
        /// </summary>
        public MaterialKind Kind;
        internal uint standable;
        /// <summary>
        ///  True for a solid, a door or something to climb that agents can stand on; solids always bear.
        /// </summary>
        public bool Standable { get { return standable != 0; } set { standable = value ? 1u : 0u; } }
        internal uint forbidden;
        /// <summary>
        ///  True for a material that no agent enters.
        /// </summary>
        public bool Forbidden { get { return forbidden != 0; } set { forbidden = value ? 1u : 0u; } }
        internal uint reserved;
        /// <summary>
        ///  The factor on the cost of moves into its cells, 1/16 to 64; 0 for 1.
        /// </summary>
        public double Cost;
    }

    /// <summary>
    ///  An array of three dimensions that describes what cells are.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawArray
    {
        /// <summary>
        ///  The size of the struct: <c>sizeof(Array)</c>.
        /// </summary>
        public System.UIntPtr size;
        /// <summary>
        ///  The value of the first cell.
        /// </summary>
        public void* data;
        /// <summary>
        ///  The cell that the first value is of.
        /// </summary>
        public Cell first;
        /// <summary>
        ///  The number of values along x, y and z.
        /// </summary>
        public Cell extent;
        /// <summary>
        ///  The distance in bytes from a value to the next along x; it may be negative.
        /// </summary>
        public System.IntPtr stride_x;
        /// <summary>
        ///  The distance in bytes from a value to the next along y.
        /// </summary>
        public System.IntPtr stride_y;
        /// <summary>
        ///  The distance in bytes from a value to the next along z.
        /// </summary>
        public System.IntPtr stride_z;
        /// <summary>
        ///  The width of a value in bytes: 1, 2 or 4; values are unsigned.
        /// </summary>
        public uint width;
        /// <summary>
        ///  The number of entries in <c>meanings</c>.
        /// </summary>
        public uint meaning_count;
        /// <summary>
        ///  The cell by its value: a number of <c>State</c> or <c>VOXNAV_OF_MATERIAL</c> and the id of a material. Null for
        ///  free cells by 0 and occupied ones by anything else.
        /// </summary>
        public int* meanings;
    }

    /// <summary>
    ///  The costs of a box of cells, as an array of three dimensions.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawCosts
    {
        /// <summary>
        ///  The size of the struct: <c>sizeof(Costs)</c>.
        /// </summary>
        public System.UIntPtr size;
        /// <summary>
        ///  The cost of the first cell.
        /// </summary>
        public float* data;
        /// <summary>
        ///  The cell that the first cost is of.
        /// </summary>
        public Cell first;
        /// <summary>
        ///  The number of costs along x, y and z.
        /// </summary>
        public Cell extent;
        /// <summary>
        ///  The distance in bytes from a cost to the next along x; it may be negative.
        /// </summary>
        public System.IntPtr stride_x;
        /// <summary>
        ///  The distance in bytes from a cost to the next along y.
        /// </summary>
        public System.IntPtr stride_y;
        /// <summary>
        ///  The distance in bytes from a cost to the next along z.
        /// </summary>
        public System.IntPtr stride_z;
        /// <summary>
        ///  The cells of a move that count, from now on for all cells of the navigator.
        /// </summary>
        public CostConvention convention;
        /// <summary>
        ///  1 to make cells of infinite cost occupied; 0 to refuse them.
        /// </summary>
        public uint blocks_infinite;
    }

    /// <summary>
    ///  The scale of the costs of a navigator.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CostScale
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The smallest cost that a cell can have: that of cells whose cost was never set.
        /// </summary>
        public double Unit;
        /// <summary>
        ///  The most by which the cost of a route differs from what its costs as floats add up to, as a part of it.
        /// </summary>
        public double Rounding;
        /// <summary>
        ///  The cells of a move that count.
        /// </summary>
        public CostConvention Convention;
        internal uint reserved;
    }

    /// <summary>
    ///  A link to be inserted: a connection that is no move, such as an elevator, for ground agents. Its ends are
    ///  where the feet are.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Link
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  A corner of the box where it begins.
        /// </summary>
        public Point From;
        /// <summary>
        ///  The opposite corner; the same position for one cell.
        /// </summary>
        public Point FromEnd;
        /// <summary>
        ///  The position where it ends.
        /// </summary>
        public Point To;
        /// <summary>
        ///  The cost of using it, in straight moves over one cell; may be 0.
        /// </summary>
        public double Cost;
        /// <summary>
        ///  The groups of agents that may use it, a bit each; 0 for all.
        /// </summary>
        public ulong Groups;
        /// <summary>
        ///  The caller's name for it, which legs of routes state.
        /// </summary>
        public uint Label;
        internal uint both_ways;
        /// <summary>
        ///  True for a link that leads back, too.
        /// </summary>
        public bool BothWays { get { return both_ways != 0; } set { both_ways = value ? 1u : 0u; } }
        internal uint closed;
        /// <summary>
        ///  True for a link that cannot be used now.
        /// </summary>
        public bool Closed { get { return closed != 0; } set { closed = value ? 1u : 0u; } }
        internal uint reserved;
    }

    /// <summary>
    ///  The abilities of a ground agent. Take a preset by <c>voxnav_locomotion_preset</c> and change it.
    ///
    ///  Costs are in straight moves over one cell, from 2^-30 to 2^20; a negative cost says that the agent lacks the
    ///  ability. Heights and gaps are in cells.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Locomotion
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The cost of walking a cell. Steps, drops and jumps need it.
        /// </summary>
        public double Walk;
        /// <summary>
        ///  The cost of a step up for each cell of height, in addition to the walk.
        /// </summary>
        public double Step;
        /// <summary>
        ///  The cost of falling a cell, in addition to the walk.
        /// </summary>
        public double Fall;
        /// <summary>
        ///  The cost of a jump, in addition to the walk.
        /// </summary>
        public double Jump;
        /// <summary>
        ///  The cost of climbing a cell.
        /// </summary>
        public double Climb;
        /// <summary>
        ///  The cost of swimming a cell at the surface.
        /// </summary>
        public double Swim;
        /// <summary>
        ///  The cost of swimming a cell below the surface; of agents that swim.
        /// </summary>
        public double Dive;
        /// <summary>
        ///  The cost of flying a cell.
        /// </summary>
        public double Fly;
        /// <summary>
        ///  The cost that opening a door adds.
        /// </summary>
        public double OpenDoor;
        /// <summary>
        ///  The factor on the costs of moves to cells at which the agent has to crouch, 1/16 to 64; of agents that crouch.
        /// </summary>
        public double CrouchFactor;
        internal double* falls;
        internal System.UIntPtr fall_count;
        /// <summary>
        ///  The groups that the agent belongs to, a bit each: it uses links for one of them at least. 0 for all.
        /// </summary>
        public ulong Groups;
        /// <summary>
        ///  The direction of up.
        /// </summary>
        public Heading Up;
        /// <summary>
        ///  The cells below the body that have to bear it.
        /// </summary>
        public Support Support;
        /// <summary>
        ///  The directions of walking and swimming.
        /// </summary>
        public Compass Compass;
        /// <summary>
        ///  The directions of jumps.
        /// </summary>
        public Compass JumpCompass;
        /// <summary>
        ///  The rule for the cells next to a diagonal move.
        /// </summary>
        public Corners Corners;
        /// <summary>
        ///  The largest height of a step up, 0 to 63.
        /// </summary>
        public uint StepUp;
        /// <summary>
        ///  The largest drop onto ground, 0 to 63.
        /// </summary>
        public uint Drop;
        /// <summary>
        ///  The largest drop into liquid that the agent swims in, 0 to 63.
        /// </summary>
        public uint DropIntoLiquid;
        /// <summary>
        ///  The most cells that a jump leads over, 0 to 15; of agents that jump.
        /// </summary>
        public uint JumpGap;
        /// <summary>
        ///  The largest height of the landing of a jump, 0 to 15.
        /// </summary>
        public uint JumpRise;
        /// <summary>
        ///  The height of the crouched body; 0 for an agent that does not crouch.
        /// </summary>
        public uint CrouchHeight;
        internal uint wades;
        /// <summary>
        ///  True for an agent that walks on the ground of liquids that it does not swim in.
        /// </summary>
        public bool Wades { get { return wades != 0; } set { wades = value ? 1u : 0u; } }
        internal uint enters_hazards;
        /// <summary>
        ///  True for an agent that enters hazards, at their cost.
        /// </summary>
        public bool EntersHazards { get { return enters_hazards != 0; } set { enters_hazards = value ? 1u : 0u; } }
        /// <summary>
        ///  The least height of the arc of a jump, 0 to 15 cells: 1 for cells as high as a hop, more where cells are lower.
        /// </summary>
        public uint JumpArc;
        /// <summary>
        ///  The steepest ground that the agent stands on, 1 to 89 degrees, where obstacles are the ground; 0 for any.
        /// </summary>
        public uint Slope;
    }

    /// <summary>
    ///  The region of a world, and the size of its cells.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Region
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The side of a cell, in world units: half of the narrowest gap that matters.
        /// </summary>
        public double CellSize;
        /// <summary>
        ///  The center of cell (0, 0, 0). Half a cell on each axis puts the faces of cells on multiples of their size.
        /// </summary>
        public Point Origin;
        /// <summary>
        ///  A position in the first cell.
        /// </summary>
        public Point Min;
        /// <summary>
        ///  A position in the last cell, which is part of the region.
        /// </summary>
        public Point Max;
    }

    /// <summary>
    ///  An obstacle to be inserted.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawObstacle
    {
        /// <summary>
        ///  The size of the struct: <c>sizeof(Obstacle)</c>.
        /// </summary>
        public System.UIntPtr size;
        /// <summary>
        ///  The shapes that it consists of; they stay together.
        /// </summary>
        public RawShape* shapes;
        /// <summary>
        ///  The number of shapes, usually 1.
        /// </summary>
        public System.UIntPtr shape_count;
        /// <summary>
        ///  The position of the origin of its shapes.
        /// </summary>
        public Point position;
        /// <summary>
        ///  The rotation; all zero for none.
        /// </summary>
        public Rotation rotation;
        /// <summary>
        ///  The layers that it is on, a bit each; 0 for all. Agents that share none of them pass through it.
        /// </summary>
        public uint layers;
        /// <summary>
        ///  The id of the material that it is made of, 0 for none. A material that fills its cells is that of the surface;
        ///  any other, such as water or a ladder, fills its volume and blocks no flying agent.
        /// </summary>
        public uint material;
        /// <summary>
        ///  The name, UTF-8 with a zero at its end, which files keep; null for none.
        /// </summary>
        public byte* name;
    }

    /// <summary>
    ///  A shape, and its place in the obstacle that it is a part of. Lengths are in world units; all that the kind does not
    ///  take is zero.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawShape
    {
        /// <summary>
        ///  The size of the struct: <c>sizeof(Shape)</c>.
        /// </summary>
        public System.UIntPtr size;
        /// <summary>
        ///  The kind of the shape.
        /// </summary>
        public ShapeKind kind;
        /// <summary>
        ///  1 for a closed mesh that blocks its inside, too; 0 for one that blocks where its triangles are.
        /// </summary>
        public uint solid;
        /// <summary>
        ///  The first length, as the kind says.
        /// </summary>
        public double a;
        /// <summary>
        ///  The second length.
        /// </summary>
        public double b;
        /// <summary>
        ///  The third length.
        /// </summary>
        public double c;
        /// <summary>
        ///  The radius by which the edges are rounded.
        /// </summary>
        public double border;
        /// <summary>
        ///  The points, three numbers each.
        /// </summary>
        public float* points;
        /// <summary>
        ///  The number of points.
        /// </summary>
        public System.UIntPtr point_count;
        /// <summary>
        ///  The indexes of points: three for each triangle, two for each segment.
        /// </summary>
        public uint* indices;
        /// <summary>
        ///  The number of indexes.
        /// </summary>
        public System.UIntPtr index_count;
        /// <summary>
        ///  The heights of a height field.
        /// </summary>
        public float* heights;
        /// <summary>
        ///  The number of rows of a height field, along z.
        /// </summary>
        public System.UIntPtr rows;
        /// <summary>
        ///  The number of columns of a height field, along x.
        /// </summary>
        public System.UIntPtr columns;
        /// <summary>
        ///  The place of the shape in the obstacle.
        /// </summary>
        public Point position;
        /// <summary>
        ///  The rotation of the shape in the obstacle.
        /// </summary>
        public Rotation rotation;
    }

    /// <summary>
    ///  The facts about a route, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RouteInfo
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The outcome of the search.
        /// </summary>
        public Status Outcome;
        internal uint is_found;
        /// <summary>
        ///  True if the waypoints lead all the way.
        /// </summary>
        public bool IsFound { get { return is_found != 0; } set { is_found = value ? 1u : 0u; } }
        /// <summary>
        ///  The length along the waypoints, in world units, whatever terrain adds to the cost.
        /// </summary>
        public double Length;
        /// <summary>
        ///  The factor of the optimum that the route costs at most, by what is proved; 0 where nothing is.
        /// </summary>
        public double ProvedFactor;
        internal System.UIntPtr waypoints;
        /// <summary>
        ///  The number of waypoints.
        /// </summary>
        public int Waypoints => checked((int)(ulong)waypoints);
        internal System.UIntPtr legs;
        /// <summary>
        ///  The number of legs.
        /// </summary>
        public int Legs => checked((int)(ulong)legs);
        /// <summary>
        ///  The number of cells expanded.
        /// </summary>
        public ulong Expanded;
        /// <summary>
        ///  The relation to the start that was asked for.
        /// </summary>
        public RouteEnd Start;
        /// <summary>
        ///  The relation to the goal that was asked for.
        /// </summary>
        public RouteEnd Goal;
        /// <summary>
        ///  The distance from the start that was asked for, in world units, of a route that is snapped.
        /// </summary>
        public double StartDistance;
        /// <summary>
        ///  The distance from the goal that was asked for, in world units, of a route that is snapped.
        /// </summary>
        public double GoalDistance;
        internal uint is_on_ground;
        /// <summary>
        ///  True for a route of a ground agent, 0 for one of a flying agent.
        /// </summary>
        public bool IsOnGround { get { return is_on_ground != 0; } set { is_on_ground = value ? 1u : 0u; } }
        /// <summary>
        ///  The number of turns: changes of direction from one move of the path to the next, of a ground agent as seen
        ///  from above; 0 without a path.
        /// </summary>
        public uint Turns;
    }

    /// <summary>
    ///  A part of a route that is done by one action.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RouteLeg
    {
        /// <summary>
        ///  The action.
        /// </summary>
        public MoveAction Action;
        /// <summary>
        ///  The label of the link that is used, else 0.
        /// </summary>
        public uint Label;
        /// <summary>
        ///  The cell where the leg begins.
        /// </summary>
        public Cell Start;
        /// <summary>
        ///  The cell where it ends, from which the next begins.
        /// </summary>
        public Cell Goal;
        /// <summary>
        ///  The number of its moves.
        /// </summary>
        public ulong Moves;
        /// <summary>
        ///  The cost of its moves, in straight moves over one cell.
        /// </summary>
        public double Cost;
    }

    /// <summary>
    ///  A destination: one position, or the best to reach of many places. All that the kind does not take is zero.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawDestination
    {
        /// <summary>
        ///  The size of the struct: <c>sizeof(Destination)</c>.
        /// </summary>
        public System.UIntPtr size;
        /// <summary>
        ///  The kind of the destination.
        /// </summary>
        public DestinationKind kind;
        /// <summary>
        ///  Zero.
        /// </summary>
        public uint reserved;
        /// <summary>
        ///  A position: the destination, a center, or a corner.
        /// </summary>
        public Point at;
        /// <summary>
        ///  The opposite corner of a box.
        /// </summary>
        public Point to;
        /// <summary>
        ///  A radius, in world units.
        /// </summary>
        public double radius;
        /// <summary>
        ///  Positions.
        /// </summary>
        public Point* points;
        /// <summary>
        ///  The number of positions.
        /// </summary>
        public System.UIntPtr point_count;
        /// <summary>
        ///  A box of cells.
        /// </summary>
        public Cells cells;
        /// <summary>
        ///  The function that reports which cells are part of the goal: always the same for a cell.
        /// </summary>
        public void* accepts;
        /// <summary>
        ///  The function that estimates the length from a cell to the goal, in cells, never more than it is; null for 0.
        /// </summary>
        public void* estimate;
        /// <summary>
        ///  The pointer that both functions are called with. Searches on other threads call them there, and views, searches
        ///  and replanners as long as they live.
        /// </summary>
        public void* user;
    }

    /// <summary>
    ///  The options of a search for a route. All zero but the size, or a null pointer, is the best route by all moves, with
    ///  strict corners. Of ground agents the algorithm, limits, turns, partial routes and both snaps count.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RouteOptions
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The moves.
        /// </summary>
        public MoveSet Moves;
        /// <summary>
        ///  The rule for the cells next to a diagonal move.
        /// </summary>
        public Corners Corners;
        /// <summary>
        ///  The algorithm.
        /// </summary>
        public Algorithm Algorithm;
        /// <summary>
        ///  The estimate.
        /// </summary>
        public Heuristic Heuristic;
        /// <summary>
        ///  The weight of weighted A*, 1 to 1000; 0 for 1.
        /// </summary>
        public double Weight;
        /// <summary>
        ///  The factor of the optimum that a route may cost, 1 to 1000; 0 for 1.
        /// </summary>
        public double Within;
        /// <summary>
        ///  The most cells expanded; 0 for any number.
        /// </summary>
        public ulong MostExpanded;
        /// <summary>
        ///  The most bytes of search memory; 0 for 2^30.
        /// </summary>
        public ulong MostMemory;
        /// <summary>
        ///  The greatest cost, in straight moves over one cell; 0 for any.
        /// </summary>
        public double MostCost;
        /// <summary>
        ///  The distance to keep from what blocks a flying agent, in world units, where there is room; 0 for none. Routes of
        ///  other agents refuse it. A route is at most <c>keep_away_weight</c> times as long as the shortest.
        /// </summary>
        public double KeepAway;
        /// <summary>
        ///  The weight of moves right next to what blocks the agent, from 1; of searches that keep away.
        /// </summary>
        public uint KeepAwayWeight;
        internal uint partial;
        /// <summary>
        ///  True for a route to the best place that can be reached where the goal cannot.
        /// </summary>
        public bool Partial { get { return partial != 0; } set { partial = value ? 1u : 0u; } }
        /// <summary>
        ///  The distance that a blocked start may move, in world units; 0 for none.
        /// </summary>
        public double SnapStart;
        /// <summary>
        ///  The distance that a blocked goal may move, in world units; 0 for none.
        /// </summary>
        public double SnapGoal;
        internal uint explain;
        /// <summary>
        ///  True for the largest agent that reaches a goal which this one does not: see <c>voxnav_route_largest</c>.
        /// </summary>
        public bool Explain { get { return explain != 0; } set { explain = value ? 1u : 0u; } }
        internal uint fewest_turns;
        /// <summary>
        ///  True for a route whose path has, of the cheapest paths, the fewest turns: see <c>turns</c> of <c>RouteInfo</c>. Of algorithms
        ///  that find a cheapest path; a second search counts the turns.
        /// </summary>
        public bool FewestTurns { get { return fewest_turns != 0; } set { fewest_turns = value ? 1u : 0u; } }
        internal uint on_floor;
        /// <summary>
        ///  True for waypoints and places on the floor itself where a ground agent stands, and not at the lower faces of
        ///  cells, up to the height of a cell above: see <c>voxnav_floor_under</c>.
        /// </summary>
        public bool OnFloor { get { return on_floor != 0; } set { on_floor = value ? 1u : 0u; } }
        /// <summary>
        ///  The order of cells of equal estimates.
        /// </summary>
        public Ties Ties;
    }

    /// <summary>
    ///  A condition that a place has to meet. All that the kind does not take is zero.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawPlaceFilter
    {
        /// <summary>
        ///  The kind of the condition.
        /// </summary>
        public PlaceFilterKind kind;
        /// <summary>
        ///  The fewest eyes that see the place, 1 or more.
        /// </summary>
        public uint by;
        /// <summary>
        ///  Eyes, or other positions.
        /// </summary>
        public Point* points;
        /// <summary>
        ///  The number of positions.
        /// </summary>
        public System.UIntPtr point_count;
        /// <summary>
        ///  A distance in world units, or a speed.
        /// </summary>
        public double number;
    }

    /// <summary>
    ///  A measure of places and its weight. All that the measure does not take is zero.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawPlaceScore
    {
        /// <summary>
        ///  The measure.
        /// </summary>
        public PlaceMeasure measure;
        /// <summary>
        ///  Zero.
        /// </summary>
        public uint reserved;
        /// <summary>
        ///  Eyes, or other positions.
        /// </summary>
        public Point* points;
        /// <summary>
        ///  The number of positions.
        /// </summary>
        public System.UIntPtr point_count;
        /// <summary>
        ///  The most that a way counts, in world units.
        /// </summary>
        public double most;
        /// <summary>
        ///  The direction up.
        /// </summary>
        public Point up;
        /// <summary>
        ///  The factor of the measure in the score of a place: above zero if more is better, below if less is.
        /// </summary>
        public double weight;
    }

    /// <summary>
    ///  A query for the best places of an area. The score of a place is the sum of the measures times their weights; the highest is
    ///  the best, and of equal ones the first in the order of cells.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawPlaceQuery
    {
        /// <summary>
        ///  The size of the struct: <c>sizeof(PlaceQuery)</c>.
        /// </summary>
        public System.UIntPtr size;
        /// <summary>
        ///  The area.
        /// </summary>
        public PlaceArea area;
        /// <summary>
        ///  Zero.
        /// </summary>
        public uint reserved;
        /// <summary>
        ///  The center of a ring, or a corner of a box.
        /// </summary>
        public Point at;
        /// <summary>
        ///  The opposite corner of a box.
        /// </summary>
        public Point to;
        /// <summary>
        ///  The least length, in world units.
        /// </summary>
        public double least;
        /// <summary>
        ///  The largest length, in world units.
        /// </summary>
        public double most;
        /// <summary>
        ///  The conditions, all of which a place has to meet.
        /// </summary>
        public RawPlaceFilter* filters;
        /// <summary>
        ///  The number of conditions.
        /// </summary>
        public System.UIntPtr filter_count;
        /// <summary>
        ///  The measures.
        /// </summary>
        public RawPlaceScore* scores;
        /// <summary>
        ///  The number of measures.
        /// </summary>
        public System.UIntPtr score_count;
        /// <summary>
        ///  The points of the body that eyes look for, from its position; without any, the center of its cell.
        /// </summary>
        public Point* body;
        /// <summary>
        ///  The number of these points.
        /// </summary>
        public System.UIntPtr body_count;
        /// <summary>
        ///  The least distance between two places, in world units.
        /// </summary>
        public double apart;
        /// <summary>
        ///  The most work: cells listed, expanded and judged, and rays; 0 for any.
        /// </summary>
        public ulong limit;
    }

    /// <summary>
    ///  A place that was found.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Place
    {
        /// <summary>
        ///  The position of the agent there: its center, of a ground agent the feet.
        /// </summary>
        public Point Position;
        /// <summary>
        ///  The score.
        /// </summary>
        public double Score;
        /// <summary>
        ///  The cost of the cheapest way there, in world units; negative for queries that ask for no ways.
        /// </summary>
        public double Way;
        /// <summary>
        ///  The cell.
        /// </summary>
        public Cell Cell;
        internal uint reserved;
    }

    /// <summary>
    ///  The first thing that a ray or a box meets, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Hit
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The distance from the start, in world units.
        /// </summary>
        public double Distance;
        /// <summary>
        ///  The distance as a part of the way, 0 to 1.
        /// </summary>
        public double Fraction;
        /// <summary>
        ///  The position of the ray or of the center of the box then.
        /// </summary>
        public Point Position;
        /// <summary>
        ///  The direction of the face that was met, out of what blocks; zero for a start that is blocked.
        /// </summary>
        public Point Normal;
        /// <summary>
        ///  The id of the obstacle, of a sweep among obstacles.
        /// </summary>
        public ulong Obstacle;
        /// <summary>
        ///  The cell that blocks, of a ray through cells.
        /// </summary>
        public Cell Cell;
        internal uint reserved;
    }

    /// <summary>
    ///  A change that alone would give a ground agent a route where there is none.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Remedy
    {
        /// <summary>
        ///  The kind of the change.
        /// </summary>
        public RemedyKind Kind;
        /// <summary>
        ///  The number of cells that would do: the fewest, of <c>VOXNAV_REMEDY_KIND_CROUCH</c> the most.
        /// </summary>
        public uint Needed;
        /// <summary>
        ///  The number of cells that the agent has.
        /// </summary>
        public uint Has;
        /// <summary>
        ///  The id of the material in the way; 0 for one that the navigator does not know.
        /// </summary>
        public uint Material;
        /// <summary>
        ///  The label of the link.
        /// </summary>
        public uint Label;
        internal uint reserved;
    }

    /// <summary>
    ///  The place of an agent on its path, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Progress
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The distance along the path from its start, in world units.
        /// </summary>
        public double Along;
        /// <summary>
        ///  The distance along the path to its end.
        /// </summary>
        public double Remaining;
        /// <summary>
        ///  The distance of the agent from the path.
        /// </summary>
        public double OffPath;
        /// <summary>
        ///  The nearest point of the path.
        /// </summary>
        public Point Nearest;
        internal System.UIntPtr next;
        /// <summary>
        ///  The number of the waypoint that comes next.
        /// </summary>
        public int Next => checked((int)(ulong)next);
    }

    /// <summary>
    ///  A place on a path where it is not free any more, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Blockage
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The distance that the agent can still go along the path, in world units.
        /// </summary>
        public double Ahead;
        /// <summary>
        ///  The distance of the place along the path from its start.
        /// </summary>
        public double Along;
        /// <summary>
        ///  The position of the place.
        /// </summary>
        public Point Position;
        internal System.UIntPtr segment;
        /// <summary>
        ///  The number of the segment that it is on.
        /// </summary>
        public int Segment => checked((int)(ulong)segment);
        /// <summary>
        ///  The cell that blocks.
        /// </summary>
        public Cell Cell;
        internal uint reserved;
    }

    /// <summary>
    ///  The eagerness of a replanner. All zero but the size, or a null pointer, keeps to the optimum, looks at the whole way
    ///  and answers at once.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct ReplanPolicy
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The factor of the optimum that the rest of a route may cost, 1 to 1000; 0 for 1.
        /// </summary>
        public double MaxSuboptimality;
        /// <summary>
        ///  The distance ahead that a route has to be free, in world units; 0 for all of it.
        /// </summary>
        public double LookAhead;
        /// <summary>
        ///  The most cells expanded in one update; 0 for any number.
        /// </summary>
        public ulong Expansions;
        /// <summary>
        ///  The distance that an agent may be off its path, in cells; 0 for 1.
        /// </summary>
        public double MaxDeviation;
        /// <summary>
        ///  The least number of updates between two searches for something better.
        /// </summary>
        public uint MinReplanInterval;
        internal uint reserved;
    }

    /// <summary>
    ///  A step of smoothing.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct SmoothingStep
    {
        /// <summary>
        ///  The kind of the step.
        /// </summary>
        public SmoothingKind Kind;
        internal uint reserved;
        /// <summary>
        ///  The value, as the kind says.
        /// </summary>
        public double Value;
    }

    /// <summary>
    ///  The options for a smooth path. All zero but the size, or a null pointer, is the usual smoothing from the center of the
    ///  first cell, or the start of a route that begins there.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawSmoothing
    {
        /// <summary>
        ///  The size of the struct: <c>sizeof(Smoothing)</c>.
        /// </summary>
        public System.UIntPtr size;
        /// <summary>
        ///  The steps, in their order; null for the usual ones.
        /// </summary>
        public SmoothingStep* steps;
        /// <summary>
        ///  The number of steps.
        /// </summary>
        public System.UIntPtr step_count;
        /// <summary>
        ///  1 for a path that starts at <c>start</c>.
        /// </summary>
        public uint has_start;
        /// <summary>
        ///  1 for a path that ends at <c>end</c>.
        /// </summary>
        public uint has_end;
        /// <summary>
        ///  The position of the agent.
        /// </summary>
        public Point start;
        /// <summary>
        ///  The position at which the path ends.
        /// </summary>
        public Point end;
    }

    /// <summary>
    ///  A part of a route over the ground as an agent follows it.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct RawSmoothLeg
    {
        /// <summary>
        ///  The smooth path of the feet; free it when it is done.
        /// </summary>
        public ulong path;
        /// <summary>
        ///  The action along the leg.
        /// </summary>
        public MoveAction action;
        /// <summary>
        ///  The label of the link that is used, else 0.
        /// </summary>
        public uint label;
        /// <summary>
        ///  The ground below the leg.
        /// </summary>
        public Footing footing;
        /// <summary>
        ///  Zero.
        /// </summary>
        public uint reserved;
    }

    /// <summary>
    ///  The motions that an agent is able to make. All zero but the size and the speed is a speed alone, from rest to rest.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct MotionLimits
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The greatest speed, in world units a second.
        /// </summary>
        public double Speed;
        /// <summary>
        ///  The greatest acceleration along the way, in units a second squared; 0 for no limit.
        /// </summary>
        public double Acceleration;
        /// <summary>
        ///  The greatest deceleration along the way, in units a second squared; 0 for no limit.
        /// </summary>
        public double Braking;
        /// <summary>
        ///  The greatest acceleration across the way, in units a second squared; 0 for no limit.
        /// </summary>
        public double Lateral;
        /// <summary>
        ///  The greatest change a second of the acceleration along the way, in units a second cubed; 0 for no limit.
        /// </summary>
        public double Jerk;
        /// <summary>
        ///  The greatest change of direction, in radians a second; 0 for no limit.
        /// </summary>
        public double TurnRate;
        /// <summary>
        ///  The greatest speed up and down, in units a second; 0 for no limit.
        /// </summary>
        public double ClimbRate;
        /// <summary>
        ///  The least radius of a curve, in units; 0 for an agent that turns on the spot.
        /// </summary>
        public double TurningRadius;
        /// <summary>
        ///  The distance from walls within which <c>wall_speed</c> is the limit, in units; 0 for no distance.
        /// </summary>
        public double WallDistance;
        /// <summary>
        ///  The greatest speed near to walls, in units a second; 0 for no limit.
        /// </summary>
        public double WallSpeed;
        /// <summary>
        ///  The acceleration of falls and of jumps up, in units a second squared; 0 for 9.81.
        /// </summary>
        public double Gravity;
        /// <summary>
        ///  The speed at the start, along the way, in units a second.
        /// </summary>
        public double StartSpeed;
        /// <summary>
        ///  The greatest speed at the end, in units a second.
        /// </summary>
        public double EndSpeed;
        /// <summary>
        ///  The direction that is up for <c>climb_rate</c>; for ground agents it is that of the navigator.
        /// </summary>
        public Heading Up;
        internal uint reserved;
    }

    /// <summary>
    ///  The facts of a trajectory, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TrajectoryInfo
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The time of all of the way, in seconds.
        /// </summary>
        public double Duration;
        /// <summary>
        ///  The time below which no agent gets along the way within its limits, in seconds.
        /// </summary>
        public double LowerBound;
        /// <summary>
        ///  The length of the way, in world units.
        /// </summary>
        public double Length;
        internal uint has_excess;
        /// <summary>
        ///  True if the speed at the start cannot be lost in time: where it is farthest above the limit, <c>excess</c> is the speed.
        /// </summary>
        public bool HasExcess { get { return has_excess != 0; } set { has_excess = value ? 1u : 0u; } }
        internal uint reserved;
        /// <summary>
        ///  The place where the speed is farthest above the limit.
        /// </summary>
        public Point ExcessAt;
        /// <summary>
        ///  The speed there, in units a second.
        /// </summary>
        public double Excess;
        /// <summary>
        ///  The greatest speed that the limits allow there.
        /// </summary>
        public double ExcessLimit;
    }

    /// <summary>
    ///  The state of an agent at a moment of a trajectory, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Motion
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The position, in world units.
        /// </summary>
        public Point Position;
        /// <summary>
        ///  The velocity, in units a second.
        /// </summary>
        public Point Velocity;
        /// <summary>
        ///  The acceleration, in units a second squared.
        /// </summary>
        public Point Acceleration;
        internal System.UIntPtr leg;
        /// <summary>
        ///  The number of the leg of the route that the agent is on; 0 along a path.
        /// </summary>
        public int Leg => checked((int)(ulong)leg);
    }

    /// <summary>
    ///  An event of a watch.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct WatchEvent
    {
        /// <summary>
        ///  The number of the route, as <c>voxnav_path_watcher_insert</c> wrote it.
        /// </summary>
        public ulong Path;
        /// <summary>
        ///  The kind of the event.
        /// </summary>
        public WatchEventKind Kind;
        internal uint reserved;
        /// <summary>
        ///  The number of moves from the first cell on that are still legal, of a route that is blocked.
        /// </summary>
        public ulong After;
        /// <summary>
        ///  A lower bound on the cost of a route that might be cheaper, in straight moves over one cell.
        /// </summary>
        public double AtLeast;
    }

    /// <summary>
    ///  The state of an agent of a crowd, as of the last update.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CrowdAgentState
    {
        /// <summary>
        ///  The id of the agent.
        /// </summary>
        public ulong Id;
        /// <summary>
        ///  The position.
        /// </summary>
        public Point Position;
        /// <summary>
        ///  The velocity, in world units a second; in the time of the update the agent gets no farther than to <c>target</c>. Over a
        ///  step up, that of an agent that others move leads straight to the end of the step.
        /// </summary>
        public Point Velocity;
        /// <summary>
        ///  The point that the agent goes straight to, touching nothing on the way; its position if it stays.
        /// </summary>
        public Point Target;
        /// <summary>
        ///  The distance that the agent has still to go, in world units; 0 if it has no route.
        /// </summary>
        public double Remaining;
        /// <summary>
        ///  The action that is on its way: of flying agents <c>VOXNAV_ACTION_FLY</c>.
        /// </summary>
        public MoveAction Action;
        /// <summary>
        ///  The label of the link that is used, else 0.
        /// </summary>
        public uint Label;
        internal uint is_moving;
        /// <summary>
        ///  True if the agent goes for <c>target</c>.
        /// </summary>
        public bool IsMoving { get { return is_moving != 0; } set { is_moving = value ? 1u : 0u; } }
        internal uint has_target;
        /// <summary>
        ///  True if the agent has a destination, another agent to follow, or a velocity to move at.
        /// </summary>
        public bool HasTarget { get { return has_target != 0; } set { has_target = value ? 1u : 0u; } }
        internal uint has_route;
        /// <summary>
        ///  True if the agent has a route.
        /// </summary>
        public bool HasRoute { get { return has_route != 0; } set { has_route = value ? 1u : 0u; } }
        internal uint is_blocked;
        /// <summary>
        ///  True if the way of the agent is blocked ahead, as an event has told; there is none for when it is free again.
        /// </summary>
        public bool IsBlocked { get { return is_blocked != 0; } set { is_blocked = value ? 1u : 0u; } }
        /// <summary>
        ///  The reason why the route of the agent ends before its destination.
        /// </summary>
        public NoPathReason PartialReason;
        internal uint reserved;
    }

    /// <summary>
    ///  A neighbor of a crowd that does not cooperate, such as a player.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Character
    {
        /// <summary>
        ///  The position: of a ball its center, on the ground the middle of its lower face.
        /// </summary>
        public Point Position;
        /// <summary>
        ///  The velocity, in world units a second, which it is expected to keep.
        /// </summary>
        public Point Velocity;
        /// <summary>
        ///  The radius, in world units.
        /// </summary>
        public double Radius;
        /// <summary>
        ///  The height, in world units, of a ground agent; 0 for a ball that flies.
        /// </summary>
        public double Height;
    }

    /// <summary>
    ///  An agent to be added to a crowd.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CrowdAgent
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The position: of a ground agent, of its feet.
        /// </summary>
        public Point Position;
        /// <summary>
        ///  The speed, in world units a second; 0 for 1.
        /// </summary>
        public double Speed;
        /// <summary>
        ///  The distance from its destination at which the agent has arrived, in world units; 0 for 0.1.
        /// </summary>
        public double StoppingDistance;
        /// <summary>
        ///  The code that moves the agent.
        /// </summary>
        public MovedBy MovedBy;
        /// <summary>
        ///  The priority: others make way for an agent of a higher one.
        /// </summary>
        public int Priority;
        /// <summary>
        ///  The radius for others, in world units; 0 for half of the greatest width, on the ground of that across.
        /// </summary>
        public double Radius;
        /// <summary>
        ///  The number that decides ties, the smaller first; 0 for none. Agents without one come last, as they were added.
        /// </summary>
        public ulong Key;
        /// <summary>
        ///  The greatest change of the velocity, in world units a second squared, where agents avoid each other; 0 for an agent
        ///  that starts and stops at once.
        /// </summary>
        public double Acceleration;
        /// <summary>
        ///  The condition on which the agent has arrived, at the distance of <c>stopping_distance</c>.
        /// </summary>
        public Arrival Arrival;
        /// <summary>
        ///  The weight of moves right next to what blocks an agent that keeps away, from 1.
        /// </summary>
        public uint KeepAwayWeight;
        /// <summary>
        ///  The distance that a flying agent keeps from what blocks it, in world units, where there is room; 0 for that of
        ///  the options of the crowd. A weight of 1 is as if it kept none.
        /// </summary>
        public double KeepAway;
    }

    /// <summary>
    ///  A formation of agents that follow a leader.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Formation
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The shape.
        /// </summary>
        public FormationShape Shape;
        internal uint reserved;
        /// <summary>
        ///  The distance between an agent and the next one, in world units; 0 for three times the largest radius.
        /// </summary>
        public double Spacing;
        /// <summary>
        ///  The distance from its place at which an agent makes the leader halt, in world units; 0 for a leader that does not
        ///  wait.
        /// </summary>
        public double Wait;
    }

    /// <summary>
    ///  The facts about a planner, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct LifelongInfo
    {
        internal System.UIntPtr size;
        internal System.UIntPtr agents;
        /// <summary>
        ///  The number of agents.
        /// </summary>
        public int Agents => checked((int)(ulong)agents);
        /// <summary>
        ///  The number of steps so far.
        /// </summary>
        public ulong Steps;
        /// <summary>
        ///  The number of agents for which a way had to be searched, as they did not get to their goals by themselves.
        /// </summary>
        public ulong Rescues;
    }

    /// <summary>
    ///  The options of a joint plan. All zero but the size, or a null pointer, is 26 moves with strict corners for points,
    ///  without limits, on one thread.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct MapfOptions
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The moves from cell to cell, each of which takes one step.
        /// </summary>
        public MoveSet Moves;
        /// <summary>
        ///  The rule for the cells next to a diagonal move.
        /// </summary>
        public Corners Corners;
        /// <summary>
        ///  The numerator of the radius that agents keep from each other, in cells by their longest side; 0 for points, which
        ///  conflict where they meet in a cell or in the middle of moves that swap or cross.
        /// </summary>
        public uint RadiusNumerator;
        /// <summary>
        ///  The denominator of the radius, at most 65,536: the radius is at most 4 cells.
        /// </summary>
        public uint RadiusDenominator;
        /// <summary>
        ///  The most configurations expanded, each a step of all agents; 0 for any number.
        /// </summary>
        public ulong MostExpanded;
        /// <summary>
        ///  The most bytes in use; 0 for any number.
        /// </summary>
        public ulong MostMemory;
        /// <summary>
        ///  The seed of the draws that break ties. Equal seeds give equal plans.
        /// </summary>
        public ulong Seed;
        internal uint parallel;
        /// <summary>
        ///  True for distances that are worked out on all processors. The plan is the same.
        /// </summary>
        public bool Parallel { get { return parallel != 0; } set { parallel = value ? 1u : 0u; } }
        /// <summary>
        ///  The distances to goals.
        /// </summary>
        public Distances Distances;
        internal uint any_goal;
        /// <summary>
        ///  True for goals that any agent may take: see <c>voxnav_mapf_goals</c>.
        /// </summary>
        public bool AnyGoal { get { return any_goal != 0; } set { any_goal = value ? 1u : 0u; } }
        internal uint first;
        /// <summary>
        ///  True for any plan as soon as there is one: agents are not guided past each other. Plans are longer.
        /// </summary>
        public bool First { get { return first != 0; } set { first = value ? 1u : 0u; } }
        /// <summary>
        ///  The steps that agents take for each that a move takes at full speed, at most 255; 0 counts as 1.
        /// </summary>
        public uint StepsPerMove;
        /// <summary>
        ///  The steps of a turn by up to 90 degrees about the axis of <c>up</c>, at most 255; one by more takes twice as many. A move
        ///  of agents that are slow or turn holds all its cells from its turn on.
        /// </summary>
        public uint StepsPerTurn;
        /// <summary>
        ///  The direction of up, along which moves need no turn.
        /// </summary>
        public Heading Up;
        internal uint reserved;
    }

    /// <summary>
    ///  A leg of a ground agent in a joint plan: one move, with the steps that it takes.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PlannedLeg
    {
        /// <summary>
        ///  The number of steps before the leg begins.
        /// </summary>
        public uint Begins;
        /// <summary>
        ///  The number of steps after which it has ended.
        /// </summary>
        public uint Ends;
        /// <summary>
        ///  The position that it leads to.
        /// </summary>
        public Point To;
    }

    /// <summary>
    ///  The facts about a joint plan, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct MapfInfo
    {
        internal System.UIntPtr size;
        internal System.UIntPtr agents;
        /// <summary>
        ///  The number of agents of the plan; 0 where there is no plan yet.
        /// </summary>
        public int Agents => checked((int)(ulong)agents);
        internal System.UIntPtr steps;
        /// <summary>
        ///  The number of steps until all agents stand at their goals permanently.
        /// </summary>
        public int Steps => checked((int)(ulong)steps);
        /// <summary>
        ///  The sum of costs: for each agent the steps until it stands at its goal permanently.
        /// </summary>
        public ulong Cost;
        /// <summary>
        ///  The sum of the shortest paths of all agents, were each alone, or a lower bound of it: no plan costs less.
        /// </summary>
        public ulong Shortest;
        /// <summary>
        ///  The most that the plan may cost in parts of the cheapest one.
        /// </summary>
        public double Bound;
        /// <summary>
        ///  The number of configurations expanded.
        /// </summary>
        public ulong Expanded;
        /// <summary>
        ///  The limit that was reached.
        /// </summary>
        public MapfLimit Limit;
        internal uint reserved;
    }

    /// <summary>
    ///  The settings of a crowd. All zero but the size, or a null pointer, is the default: routes within a tenth of the
    ///  optimum, smoothed, within 4,000 units of work an update, and agents that avoid each other.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CrowdSettings
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The work of one update, in units of some 0.4 microseconds; 0 for 4,000.
        /// </summary>
        public ulong Budget;
        /// <summary>
        ///  The factor of the optimum that a route may cost, 1 to 1000; 0 for 1.1.
        /// </summary>
        public double MaxSuboptimality;
        /// <summary>
        ///  The distance ahead at which agents steer for points of their way, in cells; 0 for 4.
        /// </summary>
        public double LookAhead;
        /// <summary>
        ///  The distance that an agent may be off its way before it is given another, in cells; 0 for 4.
        /// </summary>
        public double MaxDeviation;
        /// <summary>
        ///  The least number of updates between two searches of an agent for something better than a free route; 0 for 30.
        /// </summary>
        public uint MinReplanInterval;
        /// <summary>
        ///  The most updates for which an agent without a way waits until it asks again; 0 for 64.
        /// </summary>
        public uint MaxRetryInterval;
        internal RawSmoothing* smoothing;
        internal RouteOptions* options;
        /// <summary>
        ///  The time for which agents look ahead to avoid each other, in seconds; 0 for 1.
        /// </summary>
        public double Horizon;
        /// <summary>
        ///  The number of nearest others that an agent turns for; 0 for 10. Agents never touch, whatever it is.
        /// </summary>
        public uint Neighbors;
        internal uint passes_through;
        /// <summary>
        ///  True for agents that pass through one another, 0 for agents that avoid each other.
        /// </summary>
        public bool PassesThrough { get { return passes_through != 0; } set { passes_through = value ? 1u : 0u; } }
        /// <summary>
        ///  The most searches that begin in one update; 0 for any number.
        /// </summary>
        public uint Searches;
        internal uint anytime;
        /// <summary>
        ///  True for agents that set out on first paths, which get better while they go, up to <c>max_suboptimality</c>: in large worlds of caves,
        ///  rooms and mazes many are under way at once that would wait for exact searches. It stands for the algorithm of
        ///  <c>options</c>.
        /// </summary>
        public bool Anytime { get { return anytime != 0; } set { anytime = value ? 1u : 0u; } }
    }

    /// <summary>
    ///  The work of an update of a crowd, as an answer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PlanningStats
    {
        internal System.UIntPtr size;
        /// <summary>
        ///  The work in all, in units.
        /// </summary>
        public ulong Total;
        /// <summary>
        ///  The cells expanded by flying agents.
        /// </summary>
        public ulong InFlight;
        /// <summary>
        ///  The cells expanded by ground agents.
        /// </summary>
        public ulong OnGround;
        /// <summary>
        ///  The searches begun.
        /// </summary>
        public ulong Begun;
        /// <summary>
        ///  The routes smoothed.
        /// </summary>
        public ulong Smoothed;
        /// <summary>
        ///  The units of the moves of these routes.
        /// </summary>
        public ulong Moves;
    }

    /// <summary>
    ///  An event of a crowd, for one agent.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct CrowdEvent
    {
        /// <summary>
        ///  The id of the agent.
        /// </summary>
        public ulong Id;
        /// <summary>
        ///  The kind of the event.
        /// </summary>
        public CrowdEventKind Kind;
        /// <summary>
        ///  The reason why there is no way.
        /// </summary>
        public NoPathReason Why;
        /// <summary>
        ///  The action that begins.
        /// </summary>
        public MoveAction Action;
        /// <summary>
        ///  The label of the link that is used, else 0.
        /// </summary>
        public uint Label;
        /// <summary>
        ///  The id of the other agent; 0 where there is none, or a character.
        /// </summary>
        public ulong Other;
        /// <summary>
        ///  The place of the other one in the list of characters, from 0; of an event with a character.
        /// </summary>
        public uint Character;
        internal uint is_character;
        /// <summary>
        ///  True if the other one is a character.
        /// </summary>
        public bool IsCharacter { get { return is_character != 0; } set { is_character = value ? 1u : 0u; } }
        /// <summary>
        ///  The time since when an agent is stuck, in seconds of all updates together.
        /// </summary>
        public double Since;
        /// <summary>
        ///  The link at an end of which the agent cannot be, where that is the reason in <c>why</c>; else 0.
        /// </summary>
        public uint Link;
        internal uint is_beginning;
        /// <summary>
        ///  True if that end is the beginning of the link.
        /// </summary>
        public bool IsBeginning { get { return is_beginning != 0; } set { is_beginning = value ? 1u : 0u; } }
        /// <summary>
        ///  The nearest place to that end at which the agent can be.
        /// </summary>
        public Point Nearest;
    }


    /// <summary>
    ///  The answer of every function: an outcome from 0 on, an error below 0. Of an error <c>voxnav_last_error</c> has a message.
    /// </summary>
    public enum Status : int
    {
        /// <summary>
        ///  The call did what it says.
        /// </summary>
        Ok = 0,
        /// <summary>
        ///  The answer is that there is nothing: no hit, no place, no route.
        /// </summary>
        Nothing = 1,
        /// <summary>
        ///  The search goes on: call again.
        /// </summary>
        Pending = 2,
        /// <summary>
        ///  The list is longer than the buffer; as much as there is room for was written.
        /// </summary>
        CutShort = 3,
        /// <summary>
        ///  The route leads all the way.
        /// </summary>
        Found = 10,
        /// <summary>
        ///  The goal cannot be reached, which is proved.
        /// </summary>
        Unreachable = 11,
        /// <summary>
        ///  A limit ended the search; the route leads to the best cell reached.
        /// </summary>
        LimitReached = 12,
        /// <summary>
        ///  The search was cancelled; the route leads to the best cell reached.
        /// </summary>
        Cancelled = 13,
        /// <summary>
        ///  The route leads to the boundary of known space.
        /// </summary>
        StoppedAtUnknown = 14,
        /// <summary>
        ///  The route leads to the best place that can be reached.
        /// </summary>
        Partial = 15,
        /// <summary>
        ///  The start lies outside the bounds.
        /// </summary>
        StartOutside = 16,
        /// <summary>
        ///  The goal lies outside the bounds.
        /// </summary>
        GoalOutside = 17,
        /// <summary>
        ///  The agent cannot be at the start.
        /// </summary>
        StartBlocked = 18,
        /// <summary>
        ///  The agent cannot be at the goal.
        /// </summary>
        GoalBlocked = 19,
        /// <summary>
        ///  The route is as it was.
        /// </summary>
        Kept = 20,
        /// <summary>
        ///  The route is another: the old one with a short detour, or on to where the goal moved.
        /// </summary>
        Repaired = 21,
        /// <summary>
        ///  The route is another, found by a search.
        /// </summary>
        Replanned = 22,
        /// <summary>
        ///  The route is another that is cheaper.
        /// </summary>
        Shorter = 23,
        /// <summary>
        ///  The route is not free, or there is none, and no other is known yet.
        /// </summary>
        Blocked = 24,
        /// <summary>
        ///  The agent can go straight to the target.
        /// </summary>
        Toward = 30,
        /// <summary>
        ///  The way ahead is blocked: the agent needs another route.
        /// </summary>
        WayBlocked = 31,
        /// <summary>
        ///  No point of the path is in sight: the agent needs another route.
        /// </summary>
        OutOfSight = 32,
        /// <summary>
        ///  An agent is where the obstacle would be, which stays where it is.
        /// </summary>
        InTheWay = 40,
        /// <summary>
        ///  The handle is null.
        /// </summary>
        ErrorNullHandle = -1,
        /// <summary>
        ///  The handle was freed.
        /// </summary>
        ErrorStaleHandle = -2,
        /// <summary>
        ///  The handle is of another type, or none that was given out.
        /// </summary>
        ErrorWrongHandle = -3,
        /// <summary>
        ///  A call panicked while it used the handle, which can only be freed.
        /// </summary>
        ErrorPoisoned = -4,
        /// <summary>
        ///  A pointer is null, or not aligned.
        /// </summary>
        ErrorPointer = -5,
        /// <summary>
        ///  The size in a struct is none of a version of it, or a field that this library does not know is not zero.
        /// </summary>
        ErrorStructSize = -6,
        /// <summary>
        ///  A number names no value of its enum, or another argument is out of range.
        /// </summary>
        ErrorArgument = -7,
        /// <summary>
        ///  The library panicked, which is a bug of it. The handles that the call used are poisoned.
        /// </summary>
        ErrorPanic = -8,
        /// <summary>
        ///  A callback called the function.
        /// </summary>
        ErrorInCallback = -9,
        /// <summary>
        ///  A callback answered with an error.
        /// </summary>
        ErrorCallback = -10,
        /// <summary>
        ///  A position is not finite, or too far away for any cell.
        /// </summary>
        ErrorPosition = -11,
        /// <summary>
        ///  An obstacle is refused: its shape, placement or material.
        /// </summary>
        ErrorObstacle = -12,
        /// <summary>
        ///  An agent is refused: its size or its abilities.
        /// </summary>
        ErrorAgent = -13,
        /// <summary>
        ///  Bounds or boxes of cells are refused.
        /// </summary>
        ErrorBounds = -14,
        /// <summary>
        ///  A material is refused.
        /// </summary>
        ErrorMaterial = -15,
        /// <summary>
        ///  A link is refused.
        /// </summary>
        ErrorLink = -16,
        /// <summary>
        ///  No obstacle, material, link or path has the id.
        /// </summary>
        ErrorUnknownId = -17,
        /// <summary>
        ///  Options are refused: a length, a weight or a tolerance.
        /// </summary>
        ErrorOptions = -18,
        /// <summary>
        ///  A smooth path is refused, for one whose start has no clear way to it.
        /// </summary>
        ErrorPath = -19,
        /// <summary>
        ///  A field is refused, or a query for places, for one that has a goal, a start or a danger at which the agent cannot be.
        /// </summary>
        ErrorField = -20,
        /// <summary>
        ///  A file cannot be read or written, or is malformed.
        /// </summary>
        ErrorFile = -21,
        /// <summary>
        ///  More than memory or ids can hold.
        /// </summary>
        ErrorTooMuch = -22,
        /// <summary>
        ///  A text is not UTF-8.
        /// </summary>
        ErrorText = -23,
        /// <summary>
        ///  The function is for agents that move another way, or for views of another kind.
        /// </summary>
        ErrorUnsupported = -24,
        /// <summary>
        ///  An agent of a crowd does not fit where it should be added, or one of a joint plan where it starts or ends; or an
        ///  agent is not where its joint plan begins.
        /// </summary>
        ErrorNoRoom = -25,
    }

    /// <summary>
    ///  A direction along an axis, such as that of up.
    /// </summary>
    public enum Heading : int
    {
        /// <summary>
        ///  Along z.
        /// </summary>
        PlusZ = 0,
        /// <summary>
        ///  Along y.
        /// </summary>
        PlusY = 1,
        /// <summary>
        ///  Along x.
        /// </summary>
        PlusX = 2,
        /// <summary>
        ///  Against z.
        /// </summary>
        MinusZ = 3,
        /// <summary>
        ///  Against y.
        /// </summary>
        MinusY = 4,
        /// <summary>
        ///  Against x.
        /// </summary>
        MinusX = 5,
    }

    /// <summary>
    ///  The policy of an agent for cells of which nothing is known.
    /// </summary>
    public enum Unknown : int
    {
        /// <summary>
        ///  Unknown cells block.
        /// </summary>
        Blocks = 0,
        /// <summary>
        ///  Unknown cells count as free.
        /// </summary>
        Free = 1,
        /// <summary>
        ///  Routes lead through unknown cells and stop before them.
        /// </summary>
        Stops = 2,
    }

    /// <summary>
    ///  The part of a cell that an agent in flight has to fit into.
    /// </summary>
    public enum Baking : int
    {
        /// <summary>
        ///  All that moves sweep over, between the centers of cells, too: no route passes through a collider.
        /// </summary>
        Swept = 0,
        /// <summary>
        ///  The centers of cells alone, which is faster and passes through what stands between them.
        /// </summary>
        Centers = 1,
    }

    /// <summary>
    ///  The state of a cell.
    /// </summary>
    public enum CellState : int
    {
        /// <summary>
        ///  The cell is empty.
        /// </summary>
        Free = 0,
        /// <summary>
        ///  The cell blocks.
        /// </summary>
        Occupied = 1,
        /// <summary>
        ///  The cell is not known yet.
        /// </summary>
        Unknown = 2,
    }

    /// <summary>
    ///  The kind of a material.
    /// </summary>
    public enum MaterialKind : int
    {
        /// <summary>
        ///  Fills its cell and bears.
        /// </summary>
        Solid = 0,
        /// <summary>
        ///  Is passed through, such as grass.
        /// </summary>
        Passable = 1,
        /// <summary>
        ///  Is swum in.
        /// </summary>
        Liquid = 2,
        /// <summary>
        ///  Is climbed.
        /// </summary>
        Climbable = 3,
        /// <summary>
        ///  Fills its cell, except for agents that can open it.
        /// </summary>
        Door = 4,
        /// <summary>
        ///  Is avoided, or entered at a cost.
        /// </summary>
        Hazard = 5,
    }

    /// <summary>
    ///  The cells of a move whose cost counts.
    /// </summary>
    public enum CostConvention : int
    {
        /// <summary>
        ///  The cost of the cell that it enters.
        /// </summary>
        Entered = 0,
        /// <summary>
        ///  The mean of the costs of both cells.
        /// </summary>
        Mean = 1,
        /// <summary>
        ///  The larger of the costs of both cells.
        /// </summary>
        Max = 2,
    }

    /// <summary>
    ///  Ready-made abilities.
    /// </summary>
    public enum Preset : int
    {
        /// <summary>
        ///  A person: walks, steps one cell up, drops three, climbs and swims; no jumps, no doors.
        /// </summary>
        Walker = 0,
        /// <summary>
        ///  A low body of 3 x 3 cells that steps three cells up and drops eight.
        /// </summary>
        Spider = 1,
        /// <summary>
        ///  A swimmer that neither walks nor climbs.
        /// </summary>
        Diver = 2,
        /// <summary>
        ///  A person that crouches.
        /// </summary>
        Crouching = 3,
        /// <summary>
        ///  A walker with costs in the ticks of a game of blocks.
        /// </summary>
        Ticks = 4,
        /// <summary>
        ///  A walker with the moves of mineflayer-pathfinder.
        /// </summary>
        Mineflayer = 5,
        /// <summary>
        ///  A walker with the moves of agents on Roblox.
        /// </summary>
        Roblox = 6,
    }

    /// <summary>
    ///  The cells below a body that have to bear it.
    /// </summary>
    public enum Support : int
    {
        /// <summary>
        ///  The cell below its middle.
        /// </summary>
        Center = 0,
        /// <summary>
        ///  All cells below it.
        /// </summary>
        Whole = 1,
        /// <summary>
        ///  Any cell below it.
        /// </summary>
        Any = 2,
        /// <summary>
        ///  Any cell below it, and one below its middle that is lower by at most a step for each cell by which it is wider on a
        ///  side: for wide bodies on slopes.
        /// </summary>
        Slope = 3,
    }

    /// <summary>
    ///  The horizontal directions.
    /// </summary>
    public enum Compass : int
    {
        /// <summary>
        ///  The diagonals, too.
        /// </summary>
        Eight = 0,
        /// <summary>
        ///  Along the two horizontal axes.
        /// </summary>
        Four = 1,
    }

    /// <summary>
    ///  The kind of a shape, and the fields of <c>Shape</c> that it takes: <c>a</c>, <c>b</c> and <c>c</c>, or points and indexes.
    /// </summary>
    public enum ShapeKind : int
    {
        /// <summary>
        ///  A box with the half extents <c>a</c>, <c>b</c> and <c>c</c> along x, y and z.
        /// </summary>
        Cuboid = 0,
        /// <summary>
        ///  A ball with the radius <c>a</c>.
        /// </summary>
        Ball = 1,
        /// <summary>
        ///  A capsule along y: half of the length of its axis <c>a</c>, the radius <c>b</c>.
        /// </summary>
        Capsule = 2,
        /// <summary>
        ///  A cylinder along y: half of its height <c>a</c>, the radius <c>b</c>.
        /// </summary>
        Cylinder = 3,
        /// <summary>
        ///  A cone along y with its tip up: half of its height <c>a</c>, the radius <c>b</c> of its base.
        /// </summary>
        Cone = 4,
        /// <summary>
        ///  A box with rounded edges: the half extents <c>a</c>, <c>b</c>, <c>c</c> of the box inside, grown by <c>border</c>.
        /// </summary>
        RoundCuboid = 5,
        /// <summary>
        ///  All that lies below a plane through the origin, whose normal is (<c>a</c>, <c>b</c>, <c>c</c>).
        /// </summary>
        HalfSpace = 6,
        /// <summary>
        ///  A segment between two points.
        /// </summary>
        Segment = 7,
        /// <summary>
        ///  A triangle between three points.
        /// </summary>
        Triangle = 8,
        /// <summary>
        ///  The convex hull of points.
        /// </summary>
        ConvexHull = 9,
        /// <summary>
        ///  A line through points in their order, or between those that pairs of indexes name.
        /// </summary>
        Polyline = 10,
        /// <summary>
        ///  A triangle mesh: points, and three indexes for each triangle.
        /// </summary>
        Mesh = 11,
        /// <summary>
        ///  A height field over x and z, as wide as <c>a</c> along x and <c>c</c> along z, its heights times <c>b</c>: <c>rows</c> rows along z,
        ///  each of <c>columns</c> heights along x, in <c>heights</c>.
        /// </summary>
        HeightField = 12,
    }

    /// <summary>
    ///  The relation of a route to an end that was asked for.
    /// </summary>
    public enum RouteEnd : int
    {
        /// <summary>
        ///  The route begins or ends at the position itself.
        /// </summary>
        Joined = 0,
        /// <summary>
        ///  The route begins or ends at a place nearby, at the distance stated.
        /// </summary>
        Snapped = 1,
        /// <summary>
        ///  The route does not get there.
        /// </summary>
        Unreached = 2,
        /// <summary>
        ///  The agent cannot be there.
        /// </summary>
        Blocked = 3,
        /// <summary>
        ///  The agent can be there, and has no clear way from there to any cell.
        /// </summary>
        CutOff = 4,
    }

    /// <summary>
    ///  The action of a move, or of a leg of moves.
    /// </summary>
    public enum MoveAction : int
    {
        /// <summary>
        ///  Walking over even ground.
        /// </summary>
        Walk = 0,
        /// <summary>
        ///  A step up.
        /// </summary>
        StepUp = 1,
        /// <summary>
        ///  A drop.
        /// </summary>
        Drop = 2,
        /// <summary>
        ///  A jump over a gap or onto a ledge.
        /// </summary>
        Jump = 3,
        /// <summary>
        ///  Climbing.
        /// </summary>
        Climb = 4,
        /// <summary>
        ///  Swimming.
        /// </summary>
        Swim = 5,
        /// <summary>
        ///  Flying: all moves of flying agents.
        /// </summary>
        Fly = 6,
        /// <summary>
        ///  A move that opens a door.
        /// </summary>
        Door = 7,
        /// <summary>
        ///  A link, whose label is stated.
        /// </summary>
        Link = 8,
    }

    /// <summary>
    ///  The kind of a destination, and the fields of <c>Destination</c> that it takes.
    /// </summary>
    public enum DestinationKind : int
    {
        /// <summary>
        ///  The position <c>at</c>.
        /// </summary>
        Position = 0,
        /// <summary>
        ///  Any place within <c>radius</c> of <c>at</c>.
        /// </summary>
        Within = 1,
        /// <summary>
        ///  Any place in the box from <c>at</c> to <c>to</c>.
        /// </summary>
        Inside = 2,
        /// <summary>
        ///  The nearest of the positions in <c>points</c>.
        /// </summary>
        AnyOf = 3,
        /// <summary>
        ///  Any of the cells in <c>cells</c>.
        /// </summary>
        Cells = 4,
        /// <summary>
        ///  The cells that <c>accepts</c> answers with a number other than 0, in search of which <c>estimate</c> leads.
        /// </summary>
        Matching = 5,
    }

    /// <summary>
    ///  The law that estimates of a caller obey. Apart from the first, each includes those before it.
    /// </summary>
    public enum EstimatorGuarantee : int
    {
        /// <summary>
        ///  No law: routes found have no guarantee.
        /// </summary>
        None = 0,
        /// <summary>
        ///  Estimates never exceed the true cost: routes found are optimal.
        /// </summary>
        Admissible = 1,
        /// <summary>
        ///  Estimates never drop by more than a move costs, and are zero between equal cells: moves may be pruned.
        /// </summary>
        Consistent = 2,
        /// <summary>
        ///  Estimates are the same both ways, too: searches from both ends may use them.
        /// </summary>
        Symmetric = 3,
    }

    /// <summary>
    ///  The moves of flying agents.
    /// </summary>
    public enum MoveSet : int
    {
        /// <summary>
        ///  Moves to all 26 cells around.
        /// </summary>
        Vertex26 = 0,
        /// <summary>
        ///  Moves to the 18 cells that share a face or an edge.
        /// </summary>
        Edge18 = 1,
        /// <summary>
        ///  Moves to the 6 cells that share a face.
        /// </summary>
        Face6 = 2,
        /// <summary>
        ///  Moves to 8 cells in a plane of constant x.
        /// </summary>
        Planar8X = 3,
        /// <summary>
        ///  Moves to 8 cells in a plane of constant y.
        /// </summary>
        Planar8Y = 4,
        /// <summary>
        ///  Moves to 8 cells in a plane of constant z.
        /// </summary>
        Planar8Z = 5,
        /// <summary>
        ///  Moves to 4 cells in a plane of constant x.
        /// </summary>
        Planar4X = 6,
        /// <summary>
        ///  Moves to 4 cells in a plane of constant y.
        /// </summary>
        Planar4Y = 7,
        /// <summary>
        ///  Moves to 4 cells in a plane of constant z.
        /// </summary>
        Planar4Z = 8,
    }

    /// <summary>
    ///  The rule for the cells next to a diagonal move.
    /// </summary>
    public enum Corners : int
    {
        /// <summary>
        ///  All cells of the box that a move spans have to be free.
        /// </summary>
        Strict = 0,
        /// <summary>
        ///  The cell that a move leads to has to be free: routes may cut corners.
        /// </summary>
        Lenient = 1,
        /// <summary>
        ///  The cell that a move leads to has to be free, and a chain of straight moves to it through cells of the box.
        /// </summary>
        OneSide = 2,
    }

    /// <summary>
    ///  The order of cells of equal estimates.
    /// </summary>
    public enum Ties : int
    {
        /// <summary>
        ///  The cell farthest from the start first.
        /// </summary>
        LargerG = 0,
        /// <summary>
        ///  The cell nearest to the start first.
        /// </summary>
        SmallerG = 1,
        /// <summary>
        ///  The cell that was found first.
        /// </summary>
        FirstIn = 2,
        /// <summary>
        ///  The cell that was found last.
        /// </summary>
        LastIn = 3,
        /// <summary>
        ///  The order of coordinates.
        /// </summary>
        CellOrder = 4,
    }

    /// <summary>
    ///  The algorithm of a search.
    /// </summary>
    public enum Algorithm : int
    {
        /// <summary>
        ///  The fastest exact one.
        /// </summary>
        Auto = 0,
        /// <summary>
        ///  A usable route in a fraction of a millisecond, with a proved bound; <c>voxnav_search_improve_next</c> goes on to
        ///  better ones.
        /// </summary>
        Hierarchical = 1,
        /// <summary>
        ///  Jump point search.
        /// </summary>
        Jump = 2,
        /// <summary>
        ///  A* with canonical moves.
        /// </summary>
        Canonical = 3,
        /// <summary>
        ///  A* by the book.
        /// </summary>
        AStar = 4,
        /// <summary>
        ///  Dijkstra's algorithm.
        /// </summary>
        Dijkstra = 5,
        /// <summary>
        ///  Weighted A*, with <c>weight</c>.
        /// </summary>
        WeightedAStar = 6,
        /// <summary>
        ///  A search from both ends.
        /// </summary>
        Bidirectional = 7,
        /// <summary>
        ///  Lines at any angle.
        /// </summary>
        LazyTheta = 8,
        /// <summary>
        ///  Greedy best first, without a bound.
        /// </summary>
        GreedyBestFirst = 9,
    }

    /// <summary>
    ///  The estimate of a search.
    /// </summary>
    public enum Heuristic : int
    {
        /// <summary>
        ///  The cost in free space.
        /// </summary>
        Octile = 0,
        /// <summary>
        ///  The straight length.
        /// </summary>
        Euclidean = 1,
        /// <summary>
        ///  The sum of the differences.
        /// </summary>
        Manhattan = 2,
        /// <summary>
        ///  The largest difference.
        /// </summary>
        Chebyshev = 3,
        /// <summary>
        ///  No estimate.
        /// </summary>
        Zero = 4,
    }

    /// <summary>
    ///  The area of a query for places.
    /// </summary>
    public enum PlaceArea : int
    {
        /// <summary>
        ///  Cells to which the cheapest way from the start costs from <c>least</c> to <c>most</c>.
        /// </summary>
        Way = 0,
        /// <summary>
        ///  Cells whose positions are from <c>least</c> to <c>most</c> away from <c>at</c>.
        /// </summary>
        Ring = 1,
        /// <summary>
        ///  Cells whose positions are in the box from <c>at</c> to <c>to</c>.
        /// </summary>
        Inside = 2,
    }

    /// <summary>
    ///  The kind of a condition that a place has to meet, and the fields of <c>PlaceFilter</c> that it takes.
    /// </summary>
    public enum PlaceFilterKind : int
    {
        /// <summary>
        ///  A way leads there from the start.
        /// </summary>
        Reachable = 0,
        /// <summary>
        ///  A way leads there from the start, and one back.
        /// </summary>
        Returnable = 1,
        /// <summary>
        ///  The nearest blocked cell is <c>number</c> world units away, for flying agents.
        /// </summary>
        Clear = 2,
        /// <summary>
        ///  The place is seen by as many as <c>by</c> of the eyes at <c>points</c>.
        /// </summary>
        Seen = 3,
        /// <summary>
        ///  The place is seen by none of the eyes at <c>points</c>.
        /// </summary>
        Hidden = 4,
        /// <summary>
        ///  The place is <c>number</c> world units away from all <c>points</c>, in a straight line.
        /// </summary>
        Away = 5,
        /// <summary>
        ///  The place is <c>number</c> world units away from all <c>points</c>, by the cheapest way from there.
        /// </summary>
        AwayByWay = 6,
        /// <summary>
        ///  The agent gets there before any other that sets out from <c>points</c> now, <c>number</c> times as fast, 1 or more.
        /// </summary>
        Ahead = 7,
    }

    /// <summary>
    ///  The kind of a number that places are compared by, and the fields of <c>PlaceScore</c> that it takes.
    /// </summary>
    public enum PlaceMeasure : int
    {
        /// <summary>
        ///  The cost of the cheapest way from the start.
        /// </summary>
        Way = 0,
        /// <summary>
        ///  The cost of the cheapest way from the nearest of <c>points</c>, at most <c>most</c>.
        /// </summary>
        WayFrom = 1,
        /// <summary>
        ///  The straight distance from the nearest of <c>points</c>.
        /// </summary>
        Distance = 2,
        /// <summary>
        ///  The number of the eyes at <c>points</c> that see it.
        /// </summary>
        Sight = 3,
        /// <summary>
        ///  The height along <c>up</c>.
        /// </summary>
        Height = 4,
    }

    /// <summary>
    ///  The kind of a remedy, and the fields of <c>Remedy</c> that it has.
    /// </summary>
    public enum RemedyKind : int
    {
        /// <summary>
        ///  Steps up of <c>needed</c> cells; the agent has <c>has</c>.
        /// </summary>
        StepUp = 0,
        /// <summary>
        ///  Drops of <c>needed</c> cells.
        /// </summary>
        Drop = 1,
        /// <summary>
        ///  Drops of <c>needed</c> cells into liquid.
        /// </summary>
        DropIntoLiquid = 2,
        /// <summary>
        ///  Jumps over <c>needed</c> cells.
        /// </summary>
        JumpGap = 3,
        /// <summary>
        ///  Jumps that rise by <c>needed</c> cells.
        /// </summary>
        JumpRise = 4,
        /// <summary>
        ///  Crouching to <c>needed</c> cells.
        /// </summary>
        Crouch = 5,
        /// <summary>
        ///  Being able to be in <c>material</c>: to swim in it, climb it, open it, or mind it less.
        /// </summary>
        Material = 6,
        /// <summary>
        ///  The closed link with <c>label</c>, opened.
        /// </summary>
        OpenLink = 7,
        /// <summary>
        ///  A change that this version of the interface has no name for.
        /// </summary>
        Other = 8,
    }

    /// <summary>
    ///  The kind of a step of smoothing, and what its value is.
    /// </summary>
    public enum SmoothingKind : int
    {
        /// <summary>
        ///  Leaves out waypoints on straight lines.
        /// </summary>
        DropCollinear = 0,
        /// <summary>
        ///  Leaves out waypoints that are off by at most the value, in cells.
        /// </summary>
        Simplify = 1,
        /// <summary>
        ///  Goes straight where one waypoint sees another.
        /// </summary>
        PullString = 2,
        /// <summary>
        ///  Draws the path tight, to the value in cells.
        /// </summary>
        Shorten = 3,
        /// <summary>
        ///  Rounds corners by a curve through the waypoints, within the value in cells.
        /// </summary>
        RoundThrough = 4,
        /// <summary>
        ///  Rounds corners by a curve inside of them, within the value in cells.
        /// </summary>
        RoundInside = 5,
        /// <summary>
        ///  Adds waypoints so that segments are no longer than the value in cells.
        /// </summary>
        Space = 6,
    }

    /// <summary>
    ///  The ground below a part of a route.
    /// </summary>
    public enum Footing : int
    {
        /// <summary>
        ///  Even ground: a follower may look ahead over it.
        /// </summary>
        Plane = 0,
        /// <summary>
        ///  The agent has to go from waypoint to waypoint.
        /// </summary>
        Cells = 1,
    }

    /// <summary>
    ///  The kind of an event of a watch.
    /// </summary>
    public enum WatchEventKind : int
    {
        /// <summary>
        ///  The route was free, and is not any more.
        /// </summary>
        Blocked = 0,
        /// <summary>
        ///  The route was not free, and is again.
        /// </summary>
        Unblocked = 1,
        /// <summary>
        ///  Cells became free through which the route might be cheaper.
        /// </summary>
        MayShorten = 2,
    }

    /// <summary>
    ///  The code that moves an agent of a crowd.
    /// </summary>
    public enum MovedBy : int
    {
        /// <summary>
        ///  The crowd, in each update.
        /// </summary>
        Crowd = 0,
        /// <summary>
        ///  Other code, such as physics, which reports positions by <c>voxnav_crowd_set_position</c>.
        /// </summary>
        Others = 1,
    }

    /// <summary>
    ///  The condition, besides the distance, on which an agent has arrived at a destination. An agent never arrives in the
    ///  middle of a jump or climb.
    /// </summary>
    public enum Arrival : int
    {
        /// <summary>
        ///  The agent is as near as that along its route, and straight.
        /// </summary>
        AlongRoute = 0,
        /// <summary>
        ///  The agent is as near as that straight, whatever stands between; also to a position that no way leads to.
        /// </summary>
        Near = 1,
        /// <summary>
        ///  The agent is as near as that straight, and nothing stands between.
        /// </summary>
        Seen = 2,
    }

    /// <summary>
    ///  The shape of a formation.
    /// </summary>
    public enum FormationShape : int
    {
        /// <summary>
        ///  Agents go abreast, by turns at both sides of the leader.
        /// </summary>
        Line = 0,
        /// <summary>
        ///  Agents go in two arms that trail off from the leader at right angles to each other.
        /// </summary>
        Wedge = 1,
        /// <summary>
        ///  Agents go one behind the other along the way that the leader went.
        /// </summary>
        Column = 2,
        /// <summary>
        ///  Agents go in a circle around the leader.
        /// </summary>
        Ring = 3,
    }

    /// <summary>
    ///  The distances to goals that agents of a joint plan follow. All plans are legal; with estimated distances they may be
    ///  longer.
    /// </summary>
    public enum Distances : int
    {
        /// <summary>
        ///  Exact where all tables fit into half of the memory limit, or into 512 MiB where there is none; else estimated.
        /// </summary>
        Auto = 0,
        /// <summary>
        ///  A table for each goal: two bits for every cell.
        /// </summary>
        Exact = 1,
        /// <summary>
        ///  A table for each piece of 16 x 16 x 16 cells with goals, and a kilobyte for each goal.
        /// </summary>
        Estimated = 2,
    }

    /// <summary>
    ///  The limit that a joint plan has reached.
    /// </summary>
    public enum MapfLimit : int
    {
        /// <summary>
        ///  No limit was reached.
        /// </summary>
        None = 0,
        /// <summary>
        ///  The search expanded as many configurations as it may.
        /// </summary>
        Expanded = 1,
        /// <summary>
        ///  The search needs more memory than it may have.
        /// </summary>
        Memory = 2,
    }

    /// <summary>
    ///  The kind of an event of a crowd.
    /// </summary>
    public enum CrowdEventKind : int
    {
        /// <summary>
        ///  The agent has arrived; one that follows another will go on when that does.
        /// </summary>
        Arrived = 0,
        /// <summary>
        ///  The agent was given another route: the first, a better one, or one around what is in its way.
        /// </summary>
        RouteChanged = 1,
        /// <summary>
        ///  The path of the agent is blocked ahead, and no other is known: it goes on up to there, and waits.
        /// </summary>
        PathBlocked = 2,
        /// <summary>
        ///  No way is known, for the reason in <c>why</c>. The agent stays, and asks again ever more seldom, and when it is sent.
        /// </summary>
        NoPath = 3,
        /// <summary>
        ///  The agent begins to do something else than walk, or walks again: see <c>action</c>.
        /// </summary>
        ActionStarted = 4,
        /// <summary>
        ///  The agent has been slow for half a second for <c>other</c>, which is in its way, or has the step, the jump or the ladder
        ///  that it is to take; once for each that it waits for.
        /// </summary>
        WaitsFor = 5,
        /// <summary>
        ///  The agent was at rest and others pushed it aside; it goes back.
        /// </summary>
        PushedAside = 6,
        /// <summary>
        ///  The agent wants to move and has not got on for 3 seconds, since <c>since</c>; once, until it has moved again.
        /// </summary>
        Stuck = 7,
        /// <summary>
        ///  The agent overlaps <c>other</c>, which no update leads to: it was put there, or a neighbor that does not cooperate
        ///  ran into it. Both part; once, until they have.
        /// </summary>
        Overlaps = 8,
        /// <summary>
        ///  The agent touches something that was put where it is. It leaves as soon as it can; once, until it has.
        /// </summary>
        Enclosed = 9,
        /// <summary>
        ///  An event that this version of the interface has no name for.
        /// </summary>
        Other = 10,
        /// <summary>
        ///  The agent has come to the end of a route that ends before its destination, for the reason in <c>why</c>. It keeps its
        ///  target, and goes on when a way leads on; once, until then.
        /// </summary>
        StopsShort = 11,
        /// <summary>
        ///  The agent leads its formation from now on: the leader was removed.
        /// </summary>
        Leads = 12,
    }

    /// <summary>
    ///  The reason why an agent of a crowd has no way.
    /// </summary>
    public enum NoPathReason : int
    {
        /// <summary>
        ///  A way is known, or was not looked for.
        /// </summary>
        None = 0,
        /// <summary>
        ///  The agent is outside the bounds.
        /// </summary>
        StartOutside = 1,
        /// <summary>
        ///  The destination is outside the bounds.
        /// </summary>
        GoalOutside = 2,
        /// <summary>
        ///  The agent does not fit where it is.
        /// </summary>
        StartBlocked = 3,
        /// <summary>
        ///  The agent does not fit where it is to go.
        /// </summary>
        GoalBlocked = 4,
        /// <summary>
        ///  The world is divided between the two.
        /// </summary>
        Unreachable = 5,
        /// <summary>
        ///  A limit of the options of the search was reached.
        /// </summary>
        Limit = 6,
        /// <summary>
        ///  A place is beyond the cells there can be, or a route too large to be searched or listed.
        /// </summary>
        OutOfRange = 7,
        /// <summary>
        ///  The agent to follow was removed.
        /// </summary>
        LeaderRemoved = 8,
        /// <summary>
        ///  The way leads into cells of which nothing is known, before which the agent stops.
        /// </summary>
        Unknown = 9,
        /// <summary>
        ///  A ground agent cannot be at an end of a link: it would have a way if that end were at the nearest place at
        ///  which the agent can be.
        /// </summary>
        LinkEnd = 10,
        /// <summary>
        ///  Another agent, in <c>other</c>, rests where the agent is to go: it waits as near as others let it come.
        /// </summary>
        Taken = 11,
    }


}
