/*
 * voxnav: 3D navigation in voxel worlds. The C interface.
 *
 * A handle is a struct with a number, its `id`, never an address: 0 is none, and one that was freed is an error from any
 * thread. Each type of objects has a struct of its own, so a compiler refuses a route where an agent is asked for; a
 * `VoxnavSpace` takes the `id` of a view, an agent or a plane.
 *
 * Every function returns a status: an outcome from 0 on, or an error below 0, of which voxnav_last_error has a message
 * for the calling thread. Functions may be called from any thread; calls with the same handle take turns, but for those
 * that only read.
 *
 * Callers own all buffers. A list is written as far as there is room, and its length into `count`: ask for it with a
 * capacity of 0. Structs begin with their size, which a caller sets to sizeof; all other fields are zero unless set.
 * Pointers that a function writes to may be null only where it says so; `count` always may.
 *
 * Lengths and positions are in world units unless a comment says cells.
 */

#ifndef VOXNAV_H
#define VOXNAV_H

/* Written by `VOXNAV_HEADER=write cargo test -p voxnav-capi --test header`; not to be changed by hand. */

#include <stddef.h>
#include <stdint.h>

/**
 * The version of the binary interface: a program that was compiled with a header of another one cannot use the
 * library. Structs that grow and functions that are added do not change it.
 */
#define VOXNAV_ABI_VERSION 1

/**
 * Added to the id of a material where a number describes what a cell is: numbers below are a `VoxnavState`.
 */
#define VOXNAV_OF_MATERIAL 256

/**
 * The answer of every function: an outcome from 0 on, an error below 0. Of an error `voxnav_last_error` has a message.
 */
enum VoxnavStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The call did what it says.
     */
    VOXNAV_STATUS_OK = 0,
    /**
     * The answer is that there is nothing: no hit, no place, no route.
     */
    VOXNAV_STATUS_NOTHING = 1,
    /**
     * The search goes on: call again.
     */
    VOXNAV_STATUS_PENDING = 2,
    /**
     * The list is longer than the buffer; as much as there is room for was written.
     */
    VOXNAV_STATUS_CUT_SHORT = 3,
    /**
     * The route leads all the way.
     */
    VOXNAV_STATUS_FOUND = 10,
    /**
     * The goal cannot be reached, which is proved.
     */
    VOXNAV_STATUS_UNREACHABLE = 11,
    /**
     * A limit ended the search; the route leads to the best cell reached.
     */
    VOXNAV_STATUS_LIMIT_REACHED = 12,
    /**
     * The search was cancelled; the route leads to the best cell reached.
     */
    VOXNAV_STATUS_CANCELLED = 13,
    /**
     * The route leads to the boundary of known space.
     */
    VOXNAV_STATUS_STOPPED_AT_UNKNOWN = 14,
    /**
     * The route leads to the best place that can be reached.
     */
    VOXNAV_STATUS_PARTIAL = 15,
    /**
     * The start lies outside the bounds.
     */
    VOXNAV_STATUS_START_OUTSIDE = 16,
    /**
     * The goal lies outside the bounds.
     */
    VOXNAV_STATUS_GOAL_OUTSIDE = 17,
    /**
     * The agent cannot be at the start.
     */
    VOXNAV_STATUS_START_BLOCKED = 18,
    /**
     * The agent cannot be at the goal.
     */
    VOXNAV_STATUS_GOAL_BLOCKED = 19,
    /**
     * The route is as it was.
     */
    VOXNAV_STATUS_KEPT = 20,
    /**
     * The route is another: the old one with a short detour, or on to where the goal moved.
     */
    VOXNAV_STATUS_REPAIRED = 21,
    /**
     * The route is another, found by a search.
     */
    VOXNAV_STATUS_REPLANNED = 22,
    /**
     * The route is another that is cheaper.
     */
    VOXNAV_STATUS_SHORTER = 23,
    /**
     * The route is not free, or there is none, and no other is known yet.
     */
    VOXNAV_STATUS_BLOCKED = 24,
    /**
     * The agent can go straight to the target.
     */
    VOXNAV_STATUS_TOWARD = 30,
    /**
     * The way ahead is blocked: the agent needs another route.
     */
    VOXNAV_STATUS_WAY_BLOCKED = 31,
    /**
     * No point of the path is in sight: the agent needs another route.
     */
    VOXNAV_STATUS_OUT_OF_SIGHT = 32,
    /**
     * An agent is where the obstacle would be, which stays where it is.
     */
    VOXNAV_STATUS_IN_THE_WAY = 40,
    /**
     * The handle is null.
     */
    VOXNAV_STATUS_ERROR_NULL_HANDLE = -1,
    /**
     * The handle was freed.
     */
    VOXNAV_STATUS_ERROR_STALE_HANDLE = -2,
    /**
     * The handle is of another type, or none that was given out.
     */
    VOXNAV_STATUS_ERROR_WRONG_HANDLE = -3,
    /**
     * A call panicked while it used the handle, which can only be freed.
     */
    VOXNAV_STATUS_ERROR_POISONED = -4,
    /**
     * A pointer is null, or not aligned.
     */
    VOXNAV_STATUS_ERROR_POINTER = -5,
    /**
     * The size in a struct is none of a version of it, or a field that this library does not know is not zero.
     */
    VOXNAV_STATUS_ERROR_STRUCT_SIZE = -6,
    /**
     * A number names no value of its enum, or another argument is out of range.
     */
    VOXNAV_STATUS_ERROR_ARGUMENT = -7,
    /**
     * The library panicked, which is a bug of it. The handles that the call used are poisoned.
     */
    VOXNAV_STATUS_ERROR_PANIC = -8,
    /**
     * A callback called the function.
     */
    VOXNAV_STATUS_ERROR_IN_CALLBACK = -9,
    /**
     * A callback answered with an error.
     */
    VOXNAV_STATUS_ERROR_CALLBACK = -10,
    /**
     * A position is not finite, or too far away for any cell.
     */
    VOXNAV_STATUS_ERROR_POSITION = -11,
    /**
     * An obstacle is refused: its shape, placement or material.
     */
    VOXNAV_STATUS_ERROR_OBSTACLE = -12,
    /**
     * An agent is refused: its size or its abilities.
     */
    VOXNAV_STATUS_ERROR_AGENT = -13,
    /**
     * Bounds or boxes of cells are refused.
     */
    VOXNAV_STATUS_ERROR_BOUNDS = -14,
    /**
     * A material is refused.
     */
    VOXNAV_STATUS_ERROR_MATERIAL = -15,
    /**
     * A link is refused.
     */
    VOXNAV_STATUS_ERROR_LINK = -16,
    /**
     * No obstacle, material, link or path has the id.
     */
    VOXNAV_STATUS_ERROR_UNKNOWN_ID = -17,
    /**
     * Options are refused: a length, a weight or a tolerance.
     */
    VOXNAV_STATUS_ERROR_OPTIONS = -18,
    /**
     * A smooth path is refused, for one whose start has no clear way to it.
     */
    VOXNAV_STATUS_ERROR_PATH = -19,
    /**
     * A field is refused, or a query for places, for one that has a goal, a start or a danger at which the agent cannot be.
     */
    VOXNAV_STATUS_ERROR_FIELD = -20,
    /**
     * A file cannot be read or written, or is malformed.
     */
    VOXNAV_STATUS_ERROR_FILE = -21,
    /**
     * More than memory or ids can hold.
     */
    VOXNAV_STATUS_ERROR_TOO_MUCH = -22,
    /**
     * A text is not UTF-8.
     */
    VOXNAV_STATUS_ERROR_TEXT = -23,
    /**
     * The function is for agents that move another way, or for views of another kind.
     */
    VOXNAV_STATUS_ERROR_UNSUPPORTED = -24,
    /**
     * An agent of a crowd does not fit where it should be added, or one of a joint plan where it starts or ends; or an
     * agent is not where its joint plan begins.
     */
    VOXNAV_STATUS_ERROR_NO_ROOM = -25,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavStatus VoxnavStatus;
#else
typedef int32_t VoxnavStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A direction along an axis, such as that of up.
 */
enum VoxnavHeading
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Along z.
     */
    VOXNAV_HEADING_PLUS_Z = 0,
    /**
     * Along y.
     */
    VOXNAV_HEADING_PLUS_Y = 1,
    /**
     * Along x.
     */
    VOXNAV_HEADING_PLUS_X = 2,
    /**
     * Against z.
     */
    VOXNAV_HEADING_MINUS_Z = 3,
    /**
     * Against y.
     */
    VOXNAV_HEADING_MINUS_Y = 4,
    /**
     * Against x.
     */
    VOXNAV_HEADING_MINUS_X = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavHeading VoxnavHeading;
#else
typedef int32_t VoxnavHeading;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The cells below a body that have to bear it.
 */
enum VoxnavSupport
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The cell below its middle.
     */
    VOXNAV_SUPPORT_CENTER = 0,
    /**
     * All cells below it.
     */
    VOXNAV_SUPPORT_WHOLE = 1,
    /**
     * Any cell below it.
     */
    VOXNAV_SUPPORT_ANY = 2,
    /**
     * Any cell below it, and one below its middle that is lower by at most a step for each cell by which it is wider on a
     * side: for wide bodies on slopes.
     */
    VOXNAV_SUPPORT_SLOPE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavSupport VoxnavSupport;
#else
typedef int32_t VoxnavSupport;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The horizontal directions.
 */
enum VoxnavCompass
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The diagonals, too.
     */
    VOXNAV_COMPASS_EIGHT = 0,
    /**
     * Along the two horizontal axes.
     */
    VOXNAV_COMPASS_FOUR = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavCompass VoxnavCompass;
#else
typedef int32_t VoxnavCompass;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The rule for the cells next to a diagonal move.
 */
enum VoxnavCorners
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * All cells of the box that a move spans have to be free.
     */
    VOXNAV_CORNERS_STRICT = 0,
    /**
     * The cell that a move leads to has to be free: routes may cut corners.
     */
    VOXNAV_CORNERS_LENIENT = 1,
    /**
     * The cell that a move leads to has to be free, and a chain of straight moves to it through cells of the box.
     */
    VOXNAV_CORNERS_ONE_SIDE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavCorners VoxnavCorners;
#else
typedef int32_t VoxnavCorners;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The policy of an agent for cells of which nothing is known.
 */
enum VoxnavUnknown
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Unknown cells block.
     */
    VOXNAV_UNKNOWN_BLOCKS = 0,
    /**
     * Unknown cells count as free.
     */
    VOXNAV_UNKNOWN_FREE = 1,
    /**
     * Routes lead through unknown cells and stop before them.
     */
    VOXNAV_UNKNOWN_STOPS = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavUnknown VoxnavUnknown;
#else
typedef int32_t VoxnavUnknown;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The part of a cell that an agent in flight has to fit into.
 */
enum VoxnavBaking
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * All that moves sweep over, between the centers of cells, too: no route passes through a collider.
     */
    VOXNAV_BAKING_SWEPT = 0,
    /**
     * The centers of cells alone, which is faster and passes through what stands between them.
     */
    VOXNAV_BAKING_CENTERS = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavBaking VoxnavBaking;
#else
typedef int32_t VoxnavBaking;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The state of a cell.
 */
enum VoxnavState
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The cell is empty.
     */
    VOXNAV_STATE_FREE = 0,
    /**
     * The cell blocks.
     */
    VOXNAV_STATE_OCCUPIED = 1,
    /**
     * The cell is not known yet.
     */
    VOXNAV_STATE_UNKNOWN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavState VoxnavState;
#else
typedef int32_t VoxnavState;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of a material.
 */
enum VoxnavMaterialKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Fills its cell and bears.
     */
    VOXNAV_MATERIAL_KIND_SOLID = 0,
    /**
     * Is passed through, such as grass.
     */
    VOXNAV_MATERIAL_KIND_PASSABLE = 1,
    /**
     * Is swum in.
     */
    VOXNAV_MATERIAL_KIND_LIQUID = 2,
    /**
     * Is climbed.
     */
    VOXNAV_MATERIAL_KIND_CLIMBABLE = 3,
    /**
     * Fills its cell, except for agents that can open it.
     */
    VOXNAV_MATERIAL_KIND_DOOR = 4,
    /**
     * Is avoided, or entered at a cost.
     */
    VOXNAV_MATERIAL_KIND_HAZARD = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavMaterialKind VoxnavMaterialKind;
#else
typedef int32_t VoxnavMaterialKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The cells of a move whose cost counts.
 */
enum VoxnavCostConvention
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The cost of the cell that it enters.
     */
    VOXNAV_COST_CONVENTION_ENTERED = 0,
    /**
     * The mean of the costs of both cells.
     */
    VOXNAV_COST_CONVENTION_MEAN = 1,
    /**
     * The larger of the costs of both cells.
     */
    VOXNAV_COST_CONVENTION_MAX = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavCostConvention VoxnavCostConvention;
#else
typedef int32_t VoxnavCostConvention;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Ready-made abilities.
 */
enum VoxnavPreset
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A person: walks, steps one cell up, drops three, climbs and swims; no jumps, no doors.
     */
    VOXNAV_PRESET_WALKER = 0,
    /**
     * A low body of 3 x 3 cells that steps three cells up and drops eight.
     */
    VOXNAV_PRESET_SPIDER = 1,
    /**
     * A swimmer that neither walks nor climbs.
     */
    VOXNAV_PRESET_DIVER = 2,
    /**
     * A person that crouches.
     */
    VOXNAV_PRESET_CROUCHING = 3,
    /**
     * A walker with costs in the ticks of a game of blocks.
     */
    VOXNAV_PRESET_TICKS = 4,
    /**
     * A walker with the moves of mineflayer-pathfinder.
     */
    VOXNAV_PRESET_MINEFLAYER = 5,
    /**
     * A walker with the moves of agents on Roblox.
     */
    VOXNAV_PRESET_ROBLOX = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavPreset VoxnavPreset;
#else
typedef int32_t VoxnavPreset;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of a shape, and the fields of `VoxnavShape` that it takes: `a`, `b` and `c`, or points and indexes.
 */
enum VoxnavShapeKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A box with the half extents `a`, `b` and `c` along x, y and z.
     */
    VOXNAV_SHAPE_KIND_CUBOID = 0,
    /**
     * A ball with the radius `a`.
     */
    VOXNAV_SHAPE_KIND_BALL = 1,
    /**
     * A capsule along y: half of the length of its axis `a`, the radius `b`.
     */
    VOXNAV_SHAPE_KIND_CAPSULE = 2,
    /**
     * A cylinder along y: half of its height `a`, the radius `b`.
     */
    VOXNAV_SHAPE_KIND_CYLINDER = 3,
    /**
     * A cone along y with its tip up: half of its height `a`, the radius `b` of its base.
     */
    VOXNAV_SHAPE_KIND_CONE = 4,
    /**
     * A box with rounded edges: the half extents `a`, `b`, `c` of the box inside, grown by `border`.
     */
    VOXNAV_SHAPE_KIND_ROUND_CUBOID = 5,
    /**
     * All that lies below a plane through the origin, whose normal is (`a`, `b`, `c`).
     */
    VOXNAV_SHAPE_KIND_HALF_SPACE = 6,
    /**
     * A segment between two points.
     */
    VOXNAV_SHAPE_KIND_SEGMENT = 7,
    /**
     * A triangle between three points.
     */
    VOXNAV_SHAPE_KIND_TRIANGLE = 8,
    /**
     * The convex hull of points.
     */
    VOXNAV_SHAPE_KIND_CONVEX_HULL = 9,
    /**
     * A line through points in their order, or between those that pairs of indexes name.
     */
    VOXNAV_SHAPE_KIND_POLYLINE = 10,
    /**
     * A triangle mesh: points, and three indexes for each triangle.
     */
    VOXNAV_SHAPE_KIND_MESH = 11,
    /**
     * A height field over x and z, as wide as `a` along x and `c` along z, its heights times `b`: `rows` rows along z,
     * each of `columns` heights along x, in `heights`.
     */
    VOXNAV_SHAPE_KIND_HEIGHT_FIELD = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavShapeKind VoxnavShapeKind;
#else
typedef int32_t VoxnavShapeKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The relation of a route to an end that was asked for.
 */
enum VoxnavEnd
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The route begins or ends at the position itself.
     */
    VOXNAV_END_JOINED = 0,
    /**
     * The route begins or ends at a place nearby, at the distance stated.
     */
    VOXNAV_END_SNAPPED = 1,
    /**
     * The route does not get there.
     */
    VOXNAV_END_UNREACHED = 2,
    /**
     * The agent cannot be there.
     */
    VOXNAV_END_BLOCKED = 3,
    /**
     * The agent can be there, and has no clear way from there to any cell.
     */
    VOXNAV_END_CUT_OFF = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavEnd VoxnavEnd;
#else
typedef int32_t VoxnavEnd;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The action of a move, or of a leg of moves.
 */
enum VoxnavAction
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Walking over even ground.
     */
    VOXNAV_ACTION_WALK = 0,
    /**
     * A step up.
     */
    VOXNAV_ACTION_STEP_UP = 1,
    /**
     * A drop.
     */
    VOXNAV_ACTION_DROP = 2,
    /**
     * A jump over a gap or onto a ledge.
     */
    VOXNAV_ACTION_JUMP = 3,
    /**
     * Climbing.
     */
    VOXNAV_ACTION_CLIMB = 4,
    /**
     * Swimming.
     */
    VOXNAV_ACTION_SWIM = 5,
    /**
     * Flying: all moves of flying agents.
     */
    VOXNAV_ACTION_FLY = 6,
    /**
     * A move that opens a door.
     */
    VOXNAV_ACTION_DOOR = 7,
    /**
     * A link, whose label is stated.
     */
    VOXNAV_ACTION_LINK = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavAction VoxnavAction;
#else
typedef int32_t VoxnavAction;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of a destination, and the fields of `VoxnavDestination` that it takes.
 */
enum VoxnavDestinationKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The position `at`.
     */
    VOXNAV_DESTINATION_KIND_POSITION = 0,
    /**
     * Any place within `radius` of `at`.
     */
    VOXNAV_DESTINATION_KIND_WITHIN = 1,
    /**
     * Any place in the box from `at` to `to`.
     */
    VOXNAV_DESTINATION_KIND_INSIDE = 2,
    /**
     * The nearest of the positions in `points`.
     */
    VOXNAV_DESTINATION_KIND_ANY_OF = 3,
    /**
     * Any of the cells in `cells`.
     */
    VOXNAV_DESTINATION_KIND_CELLS = 4,
    /**
     * The cells that `accepts` answers with a number other than 0, in search of which `estimate` leads.
     */
    VOXNAV_DESTINATION_KIND_MATCHING = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavDestinationKind VoxnavDestinationKind;
#else
typedef int32_t VoxnavDestinationKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The moves of flying agents.
 */
enum VoxnavMoves
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Moves to all 26 cells around.
     */
    VOXNAV_MOVES_VERTEX26 = 0,
    /**
     * Moves to the 18 cells that share a face or an edge.
     */
    VOXNAV_MOVES_EDGE18 = 1,
    /**
     * Moves to the 6 cells that share a face.
     */
    VOXNAV_MOVES_FACE6 = 2,
    /**
     * Moves to 8 cells in a plane of constant x.
     */
    VOXNAV_MOVES_PLANAR8_X = 3,
    /**
     * Moves to 8 cells in a plane of constant y.
     */
    VOXNAV_MOVES_PLANAR8_Y = 4,
    /**
     * Moves to 8 cells in a plane of constant z.
     */
    VOXNAV_MOVES_PLANAR8_Z = 5,
    /**
     * Moves to 4 cells in a plane of constant x.
     */
    VOXNAV_MOVES_PLANAR4_X = 6,
    /**
     * Moves to 4 cells in a plane of constant y.
     */
    VOXNAV_MOVES_PLANAR4_Y = 7,
    /**
     * Moves to 4 cells in a plane of constant z.
     */
    VOXNAV_MOVES_PLANAR4_Z = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavMoves VoxnavMoves;
#else
typedef int32_t VoxnavMoves;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The algorithm of a search.
 */
enum VoxnavAlgorithm
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The fastest exact one.
     */
    VOXNAV_ALGORITHM_AUTO = 0,
    /**
     * A usable route in a fraction of a millisecond, with a proved bound; `voxnav_search_improve_next` goes on to
     * better ones.
     */
    VOXNAV_ALGORITHM_HIERARCHICAL = 1,
    /**
     * Jump point search.
     */
    VOXNAV_ALGORITHM_JUMP = 2,
    /**
     * A* with canonical moves.
     */
    VOXNAV_ALGORITHM_CANONICAL = 3,
    /**
     * A* by the book.
     */
    VOXNAV_ALGORITHM_A_STAR = 4,
    /**
     * Dijkstra's algorithm.
     */
    VOXNAV_ALGORITHM_DIJKSTRA = 5,
    /**
     * Weighted A*, with `weight`.
     */
    VOXNAV_ALGORITHM_WEIGHTED_A_STAR = 6,
    /**
     * A search from both ends.
     */
    VOXNAV_ALGORITHM_BIDIRECTIONAL = 7,
    /**
     * Lines at any angle.
     */
    VOXNAV_ALGORITHM_LAZY_THETA = 8,
    /**
     * Greedy best first, without a bound.
     */
    VOXNAV_ALGORITHM_GREEDY_BEST_FIRST = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavAlgorithm VoxnavAlgorithm;
#else
typedef int32_t VoxnavAlgorithm;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The estimate of a search.
 */
enum VoxnavHeuristic
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The cost in free space.
     */
    VOXNAV_HEURISTIC_OCTILE = 0,
    /**
     * The straight length.
     */
    VOXNAV_HEURISTIC_EUCLIDEAN = 1,
    /**
     * The sum of the differences.
     */
    VOXNAV_HEURISTIC_MANHATTAN = 2,
    /**
     * The largest difference.
     */
    VOXNAV_HEURISTIC_CHEBYSHEV = 3,
    /**
     * No estimate.
     */
    VOXNAV_HEURISTIC_ZERO = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavHeuristic VoxnavHeuristic;
#else
typedef int32_t VoxnavHeuristic;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The order of cells of equal estimates.
 */
enum VoxnavTies
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The cell farthest from the start first.
     */
    VOXNAV_TIES_LARGER_G = 0,
    /**
     * The cell nearest to the start first.
     */
    VOXNAV_TIES_SMALLER_G = 1,
    /**
     * The cell that was found first.
     */
    VOXNAV_TIES_FIRST_IN = 2,
    /**
     * The cell that was found last.
     */
    VOXNAV_TIES_LAST_IN = 3,
    /**
     * The order of coordinates.
     */
    VOXNAV_TIES_CELL_ORDER = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavTies VoxnavTies;
#else
typedef int32_t VoxnavTies;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The law that estimates of a caller obey. Apart from the first, each includes those before it.
 */
enum VoxnavEstimatorGuarantee
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * No law: routes found have no guarantee.
     */
    VOXNAV_ESTIMATOR_GUARANTEE_NONE = 0,
    /**
     * Estimates never exceed the true cost: routes found are optimal.
     */
    VOXNAV_ESTIMATOR_GUARANTEE_ADMISSIBLE = 1,
    /**
     * Estimates never drop by more than a move costs, and are zero between equal cells: moves may be pruned.
     */
    VOXNAV_ESTIMATOR_GUARANTEE_CONSISTENT = 2,
    /**
     * Estimates are the same both ways, too: searches from both ends may use them.
     */
    VOXNAV_ESTIMATOR_GUARANTEE_SYMMETRIC = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavEstimatorGuarantee VoxnavEstimatorGuarantee;
#else
typedef int32_t VoxnavEstimatorGuarantee;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The area of a query for places.
 */
enum VoxnavArea
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Cells to which the cheapest way from the start costs from `least` to `most`.
     */
    VOXNAV_AREA_WAY = 0,
    /**
     * Cells whose positions are from `least` to `most` away from `at`.
     */
    VOXNAV_AREA_RING = 1,
    /**
     * Cells whose positions are in the box from `at` to `to`.
     */
    VOXNAV_AREA_INSIDE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavArea VoxnavArea;
#else
typedef int32_t VoxnavArea;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of a condition that a place has to meet, and the fields of `VoxnavPlaceFilter` that it takes.
 */
enum VoxnavPlaceFilterKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A way leads there from the start.
     */
    VOXNAV_PLACE_FILTER_KIND_REACHABLE = 0,
    /**
     * A way leads there from the start, and one back.
     */
    VOXNAV_PLACE_FILTER_KIND_RETURNABLE = 1,
    /**
     * The nearest blocked cell is `number` world units away, for flying agents.
     */
    VOXNAV_PLACE_FILTER_KIND_CLEAR = 2,
    /**
     * The place is seen by as many as `by` of the eyes at `points`.
     */
    VOXNAV_PLACE_FILTER_KIND_SEEN = 3,
    /**
     * The place is seen by none of the eyes at `points`.
     */
    VOXNAV_PLACE_FILTER_KIND_HIDDEN = 4,
    /**
     * The place is `number` world units away from all `points`, in a straight line.
     */
    VOXNAV_PLACE_FILTER_KIND_AWAY = 5,
    /**
     * The place is `number` world units away from all `points`, by the cheapest way from there.
     */
    VOXNAV_PLACE_FILTER_KIND_AWAY_BY_WAY = 6,
    /**
     * The agent gets there before any other that sets out from `points` now, `number` times as fast, 1 or more.
     */
    VOXNAV_PLACE_FILTER_KIND_AHEAD = 7,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavPlaceFilterKind VoxnavPlaceFilterKind;
#else
typedef int32_t VoxnavPlaceFilterKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of a number that places are compared by, and the fields of `VoxnavPlaceScore` that it takes.
 */
enum VoxnavPlaceMeasure
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The cost of the cheapest way from the start.
     */
    VOXNAV_PLACE_MEASURE_WAY = 0,
    /**
     * The cost of the cheapest way from the nearest of `points`, at most `most`.
     */
    VOXNAV_PLACE_MEASURE_WAY_FROM = 1,
    /**
     * The straight distance from the nearest of `points`.
     */
    VOXNAV_PLACE_MEASURE_DISTANCE = 2,
    /**
     * The number of the eyes at `points` that see it.
     */
    VOXNAV_PLACE_MEASURE_SIGHT = 3,
    /**
     * The height along `up`.
     */
    VOXNAV_PLACE_MEASURE_HEIGHT = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavPlaceMeasure VoxnavPlaceMeasure;
#else
typedef int32_t VoxnavPlaceMeasure;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of a remedy, and the fields of `VoxnavRemedy` that it has.
 */
enum VoxnavRemedyKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Steps up of `needed` cells; the agent has `has`.
     */
    VOXNAV_REMEDY_KIND_STEP_UP = 0,
    /**
     * Drops of `needed` cells.
     */
    VOXNAV_REMEDY_KIND_DROP = 1,
    /**
     * Drops of `needed` cells into liquid.
     */
    VOXNAV_REMEDY_KIND_DROP_INTO_LIQUID = 2,
    /**
     * Jumps over `needed` cells.
     */
    VOXNAV_REMEDY_KIND_JUMP_GAP = 3,
    /**
     * Jumps that rise by `needed` cells.
     */
    VOXNAV_REMEDY_KIND_JUMP_RISE = 4,
    /**
     * Crouching to `needed` cells.
     */
    VOXNAV_REMEDY_KIND_CROUCH = 5,
    /**
     * Being able to be in `material`: to swim in it, climb it, open it, or mind it less.
     */
    VOXNAV_REMEDY_KIND_MATERIAL = 6,
    /**
     * The closed link with `label`, opened.
     */
    VOXNAV_REMEDY_KIND_OPEN_LINK = 7,
    /**
     * A change that this version of the interface has no name for.
     */
    VOXNAV_REMEDY_KIND_OTHER = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavRemedyKind VoxnavRemedyKind;
#else
typedef int32_t VoxnavRemedyKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of a step of smoothing, and what its value is.
 */
enum VoxnavSmoothingKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Leaves out waypoints on straight lines.
     */
    VOXNAV_SMOOTHING_KIND_DROP_COLLINEAR = 0,
    /**
     * Leaves out waypoints that are off by at most the value, in cells.
     */
    VOXNAV_SMOOTHING_KIND_SIMPLIFY = 1,
    /**
     * Goes straight where one waypoint sees another.
     */
    VOXNAV_SMOOTHING_KIND_PULL_STRING = 2,
    /**
     * Draws the path tight, to the value in cells.
     */
    VOXNAV_SMOOTHING_KIND_SHORTEN = 3,
    /**
     * Rounds corners by a curve through the waypoints, within the value in cells.
     */
    VOXNAV_SMOOTHING_KIND_ROUND_THROUGH = 4,
    /**
     * Rounds corners by a curve inside of them, within the value in cells.
     */
    VOXNAV_SMOOTHING_KIND_ROUND_INSIDE = 5,
    /**
     * Adds waypoints so that segments are no longer than the value in cells.
     */
    VOXNAV_SMOOTHING_KIND_SPACE = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavSmoothingKind VoxnavSmoothingKind;
#else
typedef int32_t VoxnavSmoothingKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The ground below a part of a route.
 */
enum VoxnavFooting
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Even ground: a follower may look ahead over it.
     */
    VOXNAV_FOOTING_PLANE = 0,
    /**
     * The agent has to go from waypoint to waypoint.
     */
    VOXNAV_FOOTING_CELLS = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavFooting VoxnavFooting;
#else
typedef int32_t VoxnavFooting;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of an event of a watch.
 */
enum VoxnavEventKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The route was free, and is not any more.
     */
    VOXNAV_EVENT_KIND_BLOCKED = 0,
    /**
     * The route was not free, and is again.
     */
    VOXNAV_EVENT_KIND_UNBLOCKED = 1,
    /**
     * Cells became free through which the route might be cheaper.
     */
    VOXNAV_EVENT_KIND_MAY_SHORTEN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavEventKind VoxnavEventKind;
#else
typedef int32_t VoxnavEventKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The reason why an agent of a crowd has no way.
 */
enum VoxnavNoPathReason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A way is known, or was not looked for.
     */
    VOXNAV_NO_PATH_REASON_NONE = 0,
    /**
     * The agent is outside the bounds.
     */
    VOXNAV_NO_PATH_REASON_START_OUTSIDE = 1,
    /**
     * The destination is outside the bounds.
     */
    VOXNAV_NO_PATH_REASON_GOAL_OUTSIDE = 2,
    /**
     * The agent does not fit where it is.
     */
    VOXNAV_NO_PATH_REASON_START_BLOCKED = 3,
    /**
     * The agent does not fit where it is to go.
     */
    VOXNAV_NO_PATH_REASON_GOAL_BLOCKED = 4,
    /**
     * The world is divided between the two.
     */
    VOXNAV_NO_PATH_REASON_UNREACHABLE = 5,
    /**
     * A limit of the options of the search was reached.
     */
    VOXNAV_NO_PATH_REASON_LIMIT = 6,
    /**
     * A place is beyond the cells there can be, or a route too large to be searched or listed.
     */
    VOXNAV_NO_PATH_REASON_OUT_OF_RANGE = 7,
    /**
     * The agent to follow was removed.
     */
    VOXNAV_NO_PATH_REASON_LEADER_REMOVED = 8,
    /**
     * The way leads into cells of which nothing is known, before which the agent stops.
     */
    VOXNAV_NO_PATH_REASON_UNKNOWN = 9,
    /**
     * A ground agent cannot be at an end of a link: it would have a way if that end were at the nearest place at
     * which the agent can be.
     */
    VOXNAV_NO_PATH_REASON_LINK_END = 10,
    /**
     * Another agent, in `other`, rests where the agent is to go: it waits as near as others let it come.
     */
    VOXNAV_NO_PATH_REASON_TAKEN = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavNoPathReason VoxnavNoPathReason;
#else
typedef int32_t VoxnavNoPathReason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The code that moves an agent of a crowd.
 */
enum VoxnavMovedBy
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The crowd, in each update.
     */
    VOXNAV_MOVED_BY_CROWD = 0,
    /**
     * Other code, such as physics, which reports positions by `voxnav_crowd_set_position`.
     */
    VOXNAV_MOVED_BY_OTHERS = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavMovedBy VoxnavMovedBy;
#else
typedef int32_t VoxnavMovedBy;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The condition, besides the distance, on which an agent has arrived at a destination. An agent never arrives in the
 * middle of a jump or climb.
 */
enum VoxnavArrival
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The agent is as near as that along its route, and straight.
     */
    VOXNAV_ARRIVAL_ALONG_ROUTE = 0,
    /**
     * The agent is as near as that straight, whatever stands between; also to a position that no way leads to.
     */
    VOXNAV_ARRIVAL_NEAR = 1,
    /**
     * The agent is as near as that straight, and nothing stands between.
     */
    VOXNAV_ARRIVAL_SEEN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavArrival VoxnavArrival;
#else
typedef int32_t VoxnavArrival;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The shape of a formation.
 */
enum VoxnavFormationShape
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Agents go abreast, by turns at both sides of the leader.
     */
    VOXNAV_FORMATION_SHAPE_LINE = 0,
    /**
     * Agents go in two arms that trail off from the leader at right angles to each other.
     */
    VOXNAV_FORMATION_SHAPE_WEDGE = 1,
    /**
     * Agents go one behind the other along the way that the leader went.
     */
    VOXNAV_FORMATION_SHAPE_COLUMN = 2,
    /**
     * Agents go in a circle around the leader.
     */
    VOXNAV_FORMATION_SHAPE_RING = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavFormationShape VoxnavFormationShape;
#else
typedef int32_t VoxnavFormationShape;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The distances to goals that agents of a joint plan follow. All plans are legal; with estimated distances they may be
 * longer.
 */
enum VoxnavDistances
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Exact where all tables fit into half of the memory limit, or into 512 MiB where there is none; else estimated.
     */
    VOXNAV_DISTANCES_AUTO = 0,
    /**
     * A table for each goal: two bits for every cell.
     */
    VOXNAV_DISTANCES_EXACT = 1,
    /**
     * A table for each piece of 16 x 16 x 16 cells with goals, and a kilobyte for each goal.
     */
    VOXNAV_DISTANCES_ESTIMATED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavDistances VoxnavDistances;
#else
typedef int32_t VoxnavDistances;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The limit that a joint plan has reached.
 */
enum VoxnavMapfLimit
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * No limit was reached.
     */
    VOXNAV_MAPF_LIMIT_NONE = 0,
    /**
     * The search expanded as many configurations as it may.
     */
    VOXNAV_MAPF_LIMIT_EXPANDED = 1,
    /**
     * The search needs more memory than it may have.
     */
    VOXNAV_MAPF_LIMIT_MEMORY = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavMapfLimit VoxnavMapfLimit;
#else
typedef int32_t VoxnavMapfLimit;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kind of an event of a crowd.
 */
enum VoxnavCrowdEventKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The agent has arrived; one that follows another will go on when that does.
     */
    VOXNAV_CROWD_EVENT_KIND_ARRIVED = 0,
    /**
     * The agent was given another route: the first, a better one, or one around what is in its way.
     */
    VOXNAV_CROWD_EVENT_KIND_ROUTE_CHANGED = 1,
    /**
     * The path of the agent is blocked ahead, and no other is known: it goes on up to there, and waits.
     */
    VOXNAV_CROWD_EVENT_KIND_PATH_BLOCKED = 2,
    /**
     * No way is known, for the reason in `why`. The agent stays, and asks again ever more seldom, and when it is sent.
     */
    VOXNAV_CROWD_EVENT_KIND_NO_PATH = 3,
    /**
     * The agent begins to do something else than walk, or walks again: see `action`.
     */
    VOXNAV_CROWD_EVENT_KIND_ACTION_STARTED = 4,
    /**
     * The agent has been slow for half a second for `other`, which is in its way, or has the step, the jump or the ladder
     * that it is to take; once for each that it waits for.
     */
    VOXNAV_CROWD_EVENT_KIND_WAITS_FOR = 5,
    /**
     * The agent was at rest and others pushed it aside; it goes back.
     */
    VOXNAV_CROWD_EVENT_KIND_PUSHED_ASIDE = 6,
    /**
     * The agent wants to move and has not got on for 3 seconds, since `since`; once, until it has moved again.
     */
    VOXNAV_CROWD_EVENT_KIND_STUCK = 7,
    /**
     * The agent overlaps `other`, which no update leads to: it was put there, or a neighbor that does not cooperate
     * ran into it. Both part; once, until they have.
     */
    VOXNAV_CROWD_EVENT_KIND_OVERLAPS = 8,
    /**
     * The agent touches something that was put where it is. It leaves as soon as it can; once, until it has.
     */
    VOXNAV_CROWD_EVENT_KIND_ENCLOSED = 9,
    /**
     * An event that this version of the interface has no name for.
     */
    VOXNAV_CROWD_EVENT_KIND_OTHER = 10,
    /**
     * The agent has come to the end of a route that ends before its destination, for the reason in `why`. It keeps its
     * target, and goes on when a way leads on; once, until then.
     */
    VOXNAV_CROWD_EVENT_KIND_STOPS_SHORT = 11,
    /**
     * The agent leads its formation from now on: the leader was removed.
     */
    VOXNAV_CROWD_EVENT_KIND_LEADS = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VoxnavCrowdEventKind VoxnavCrowdEventKind;
#else
typedef int32_t VoxnavCrowdEventKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The handle of a navigator: obstacles, cells, links and agents in one world.
 */
typedef struct VoxnavNavigator {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavNavigator;

/**
 * A position or a direction in world units.
 */
typedef struct VoxnavPoint {
    /**
     * The first coordinate.
     */
    double x;
    /**
     * The second coordinate.
     */
    double y;
    /**
     * The third coordinate.
     */
    double z;
} VoxnavPoint;

/**
 * The abilities of a ground agent. Take a preset by `voxnav_locomotion_preset` and change it.
 *
 * Costs are in straight moves over one cell, from 2^-30 to 2^20; a negative cost says that the agent lacks the
 * ability. Heights and gaps are in cells.
 */
typedef struct VoxnavLocomotion {
    /**
     * The size of the struct: `sizeof(VoxnavLocomotion)`.
     */
    size_t size;
    /**
     * The cost of walking a cell. Steps, drops and jumps need it.
     */
    double walk;
    /**
     * The cost of a step up for each cell of height, in addition to the walk.
     */
    double step;
    /**
     * The cost of falling a cell, in addition to the walk.
     */
    double fall;
    /**
     * The cost of a jump, in addition to the walk.
     */
    double jump;
    /**
     * The cost of climbing a cell.
     */
    double climb;
    /**
     * The cost of swimming a cell at the surface.
     */
    double swim;
    /**
     * The cost of swimming a cell below the surface; of agents that swim.
     */
    double dive;
    /**
     * The cost of flying a cell.
     */
    double fly;
    /**
     * The cost that opening a door adds.
     */
    double open_door;
    /**
     * The factor on the costs of moves to cells at which the agent has to crouch, 1/16 to 64; of agents that crouch.
     */
    double crouch_factor;
    /**
     * The costs of falls of 1, 2, 3, ... cells, instead of `fall`; null for none.
     */
    const double *falls;
    /**
     * The number of costs in `falls`, at least as many as the agent drops.
     */
    size_t fall_count;
    /**
     * The groups that the agent belongs to, a bit each: it uses links for one of them at least. 0 for all.
     */
    uint64_t groups;
    /**
     * The direction of up.
     */
    VoxnavHeading up;
    /**
     * The cells below the body that have to bear it.
     */
    VoxnavSupport support;
    /**
     * The directions of walking and swimming.
     */
    VoxnavCompass compass;
    /**
     * The directions of jumps.
     */
    VoxnavCompass jump_compass;
    /**
     * The rule for the cells next to a diagonal move.
     */
    VoxnavCorners corners;
    /**
     * The largest height of a step up, 0 to 63.
     */
    uint32_t step_up;
    /**
     * The largest drop onto ground, 0 to 63.
     */
    uint32_t drop;
    /**
     * The largest drop into liquid that the agent swims in, 0 to 63.
     */
    uint32_t drop_into_liquid;
    /**
     * The most cells that a jump leads over, 0 to 15; of agents that jump.
     */
    uint32_t jump_gap;
    /**
     * The largest height of the landing of a jump, 0 to 15.
     */
    uint32_t jump_rise;
    /**
     * The height of the crouched body; 0 for an agent that does not crouch.
     */
    uint32_t crouch_height;
    /**
     * 1 for an agent that walks on the ground of liquids that it does not swim in.
     */
    uint32_t wades;
    /**
     * 1 for an agent that enters hazards, at their cost.
     */
    uint32_t enters_hazards;
    /**
     * The least height of the arc of a jump, 0 to 15 cells: 1 for cells as high as a hop, more where cells are lower.
     */
    uint32_t jump_arc;
    /**
     * The steepest ground that the agent stands on, 1 to 89 degrees, where obstacles are the ground; 0 for any.
     */
    uint32_t slope;
} VoxnavLocomotion;

/**
 * The settings of an agent to be added.
 */
typedef struct VoxnavAgentSettings {
    /**
     * The size of the struct: `sizeof(VoxnavAgentSettings)`.
     */
    size_t size;
    /**
     * Half of the size of its box, in world units.
     */
    struct VoxnavPoint half_extents;
    /**
     * The abilities of a ground agent; null for a flying agent, or goes wherever cells are free.
     */
    const struct VoxnavLocomotion *locomotion;
    /**
     * The layers of obstacles that it minds, a bit each; 0 for all.
     */
    uint32_t layers;
    /**
     * The policy for unknown cells.
     */
    VoxnavUnknown unknown;
    /**
     * The part of a cell that it has to fit into; of flying agents.
     */
    VoxnavBaking baking;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavAgentSettings;

/**
 * The handle of an agent of a navigator, flying or on the ground.
 */
typedef struct VoxnavAgent {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavAgent;

/**
 * The size of an agent, as an answer.
 */
typedef struct VoxnavAgentSize {
    /**
     * The size of the struct: `sizeof(VoxnavAgentSize)`.
     */
    size_t size;
    /**
     * Half of the size of its box, in world units.
     */
    struct VoxnavPoint half_extents;
    /**
     * The layers of obstacles that it minds, a bit each.
     */
    uint32_t layers;
    /**
     * 1 for a ground agent, 0 for a flying one.
     */
    uint32_t is_on_ground;
    /**
     * The number of the agent in its navigator, which files keep: see `voxnav_agent_of_number`.
     */
    uint32_t number;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavAgentSize;

/**
 * A cell of the lattice.
 */
typedef struct VoxnavCell {
    /**
     * The first coordinate.
     */
    int32_t x;
    /**
     * The second coordinate.
     */
    int32_t y;
    /**
     * The third coordinate.
     */
    int32_t z;
} VoxnavCell;

/**
 * A box of cells, half-open: `max` lies beyond the last cell on each axis.
 */
typedef struct VoxnavCells {
    /**
     * The first cell.
     */
    struct VoxnavCell min;
    /**
     * The end on each axis, excluded.
     */
    struct VoxnavCell max;
} VoxnavCells;

/**
 * An array of three dimensions that describes what cells are.
 */
typedef struct VoxnavArray {
    /**
     * The size of the struct: `sizeof(VoxnavArray)`.
     */
    size_t size;
    /**
     * The value of the first cell.
     */
    const void *data;
    /**
     * The cell that the first value is of.
     */
    struct VoxnavCell first;
    /**
     * The number of values along x, y and z.
     */
    struct VoxnavCell extent;
    /**
     * The distance in bytes from a value to the next along x; it may be negative.
     */
    ptrdiff_t stride_x;
    /**
     * The distance in bytes from a value to the next along y.
     */
    ptrdiff_t stride_y;
    /**
     * The distance in bytes from a value to the next along z.
     */
    ptrdiff_t stride_z;
    /**
     * The width of a value in bytes: 1, 2 or 4; values are unsigned.
     */
    uint32_t width;
    /**
     * The number of entries in `meanings`.
     */
    uint32_t meaning_count;
    /**
     * The cell by its value: a number of `VoxnavState` or `VOXNAV_OF_MATERIAL` and the id of a material. Null for
     * free cells by 0 and occupied ones by anything else.
     */
    const int32_t *meanings;
} VoxnavArray;

/**
 * A caller-supplied function that describes what a cell is, as a number; see the function that it is passed to. It
 * must not throw, nor call a function of the library.
 */
typedef int32_t (*VoxnavCellFunction)(void *user, struct VoxnavCell cell);

/**
 * A material to be added.
 */
typedef struct VoxnavMaterial {
    /**
     * The size of the struct: `sizeof(VoxnavMaterial)`.
     */
    size_t size;
    /**
     * The kind of the material.
     */
    VoxnavMaterialKind kind;
    /**
     * 1 for a solid, a door or something to climb that agents can stand on; solids always bear.
     */
    uint32_t standable;
    /**
     * 1 for a material that no agent enters.
     */
    uint32_t forbidden;
    /**
     * Zero.
     */
    uint32_t reserved;
    /**
     * The factor on the cost of moves into its cells, 1/16 to 64; 0 for 1.
     */
    double cost;
} VoxnavMaterial;

/**
 * The handle of a world of cells that is being edited.
 */
typedef struct VoxnavWorld {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavWorld;

/**
 * The costs of a box of cells, as an array of three dimensions.
 */
typedef struct VoxnavCosts {
    /**
     * The size of the struct: `sizeof(VoxnavCosts)`.
     */
    size_t size;
    /**
     * The cost of the first cell.
     */
    const float *data;
    /**
     * The cell that the first cost is of.
     */
    struct VoxnavCell first;
    /**
     * The number of costs along x, y and z.
     */
    struct VoxnavCell extent;
    /**
     * The distance in bytes from a cost to the next along x; it may be negative.
     */
    ptrdiff_t stride_x;
    /**
     * The distance in bytes from a cost to the next along y.
     */
    ptrdiff_t stride_y;
    /**
     * The distance in bytes from a cost to the next along z.
     */
    ptrdiff_t stride_z;
    /**
     * The cells of a move that count, from now on for all cells of the navigator.
     */
    VoxnavCostConvention convention;
    /**
     * 1 to make cells of infinite cost occupied; 0 to refuse them.
     */
    uint32_t blocks_infinite;
} VoxnavCosts;

/**
 * The scale of the costs of a navigator.
 */
typedef struct VoxnavCostScale {
    /**
     * The size of the struct: `sizeof(VoxnavCostScale)`.
     */
    size_t size;
    /**
     * The smallest cost that a cell can have: that of cells whose cost was never set.
     */
    double unit;
    /**
     * The most by which the cost of a route differs from what its costs as floats add up to, as a part of it.
     */
    double rounding;
    /**
     * The cells of a move that count.
     */
    VoxnavCostConvention convention;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavCostScale;

/**
 * The handle of a file in memory.
 */
typedef struct VoxnavBytes {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavBytes;

/**
 * A link to be inserted: a connection that is no move, such as an elevator, for ground agents. Its ends are
 * where the feet are.
 */
typedef struct VoxnavLink {
    /**
     * The size of the struct: `sizeof(VoxnavLink)`.
     */
    size_t size;
    /**
     * A corner of the box where it begins.
     */
    struct VoxnavPoint from;
    /**
     * The opposite corner; the same position for one cell.
     */
    struct VoxnavPoint from_end;
    /**
     * The position where it ends.
     */
    struct VoxnavPoint to;
    /**
     * The cost of using it, in straight moves over one cell; may be 0.
     */
    double cost;
    /**
     * The groups of agents that may use it, a bit each; 0 for all.
     */
    uint64_t groups;
    /**
     * The caller's name for it, which legs of routes state.
     */
    uint32_t label;
    /**
     * 1 for a link that leads back, too.
     */
    uint32_t both_ways;
    /**
     * 1 for a link that cannot be used now.
     */
    uint32_t closed;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavLink;

/**
 * The id of a link in its navigator, as files keep it. An id is not given out again.
 */
typedef uint32_t VoxnavLinkId;

/**
 * The region of a world, and the size of its cells.
 */
typedef struct VoxnavRegion {
    /**
     * The size of the struct: `sizeof(VoxnavRegion)`.
     */
    size_t size;
    /**
     * The side of a cell, in world units: half of the narrowest gap that matters.
     */
    double cell_size;
    /**
     * The center of cell (0, 0, 0). Half a cell on each axis puts the faces of cells on multiples of their size.
     */
    struct VoxnavPoint origin;
    /**
     * A position in the first cell.
     */
    struct VoxnavPoint min;
    /**
     * A position in the last cell, which is part of the region.
     */
    struct VoxnavPoint max;
} VoxnavRegion;

/**
 * A rotation as a quaternion of length 1; all zero for none.
 */
typedef struct VoxnavRotation {
    /**
     * The imaginary parts.
     */
    double x;
    /**
     * The second imaginary part.
     */
    double y;
    /**
     * The third imaginary part.
     */
    double z;
    /**
     * The real part.
     */
    double w;
} VoxnavRotation;

/**
 * A shape, and its place in the obstacle that it is a part of. Lengths are in world units; all that the kind does not
 * take is zero.
 */
typedef struct VoxnavShape {
    /**
     * The size of the struct: `sizeof(VoxnavShape)`.
     */
    size_t size;
    /**
     * The kind of the shape.
     */
    VoxnavShapeKind kind;
    /**
     * 1 for a closed mesh that blocks its inside, too; 0 for one that blocks where its triangles are.
     */
    uint32_t solid;
    /**
     * The first length, as the kind says.
     */
    double a;
    /**
     * The second length.
     */
    double b;
    /**
     * The third length.
     */
    double c;
    /**
     * The radius by which the edges are rounded.
     */
    double border;
    /**
     * The points, three numbers each.
     */
    const float *points;
    /**
     * The number of points.
     */
    size_t point_count;
    /**
     * The indexes of points: three for each triangle, two for each segment.
     */
    const uint32_t *indices;
    /**
     * The number of indexes.
     */
    size_t index_count;
    /**
     * The heights of a height field.
     */
    const float *heights;
    /**
     * The number of rows of a height field, along z.
     */
    size_t rows;
    /**
     * The number of columns of a height field, along x.
     */
    size_t columns;
    /**
     * The place of the shape in the obstacle.
     */
    struct VoxnavPoint position;
    /**
     * The rotation of the shape in the obstacle.
     */
    struct VoxnavRotation rotation;
} VoxnavShape;

/**
 * An obstacle to be inserted.
 */
typedef struct VoxnavObstacle {
    /**
     * The size of the struct: `sizeof(VoxnavObstacle)`.
     */
    size_t size;
    /**
     * The shapes that it consists of; they stay together.
     */
    const struct VoxnavShape *shapes;
    /**
     * The number of shapes, usually 1.
     */
    size_t shape_count;
    /**
     * The position of the origin of its shapes.
     */
    struct VoxnavPoint position;
    /**
     * The rotation; all zero for none.
     */
    struct VoxnavRotation rotation;
    /**
     * The layers that it is on, a bit each; 0 for all. Agents that share none of them pass through it.
     */
    uint32_t layers;
    /**
     * The id of the material that it is made of, 0 for none. A material that fills its cells is that of the surface;
     * any other, such as water or a ladder, fills its volume and blocks no flying agent.
     */
    uint32_t material;
    /**
     * The name, UTF-8 with a zero at its end, which files keep; null for none.
     */
    const char *name;
} VoxnavObstacle;

/**
 * The id of an obstacle in its navigator, as files keep it. Ids of obstacles that were removed are not given out
 * again.
 */
typedef uint64_t VoxnavObstacleId;

/**
 * The handle of a route.
 */
typedef struct VoxnavRoute {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavRoute;

/**
 * The facts about a route, as an answer.
 */
typedef struct VoxnavRouteInfo {
    /**
     * The size of the struct: `sizeof(VoxnavRouteInfo)`.
     */
    size_t size;
    /**
     * The outcome of the search.
     */
    VoxnavStatus outcome;
    /**
     * 1 if the waypoints lead all the way.
     */
    uint32_t is_found;
    /**
     * The length along the waypoints, in world units, whatever terrain adds to the cost.
     */
    double length;
    /**
     * The factor of the optimum that the route costs at most, by what is proved; 0 where nothing is.
     */
    double proved_factor;
    /**
     * The number of waypoints.
     */
    size_t waypoints;
    /**
     * The number of legs.
     */
    size_t legs;
    /**
     * The number of cells expanded.
     */
    uint64_t expanded;
    /**
     * The relation to the start that was asked for.
     */
    VoxnavEnd start;
    /**
     * The relation to the goal that was asked for.
     */
    VoxnavEnd goal;
    /**
     * The distance from the start that was asked for, in world units, of a route that is snapped.
     */
    double start_distance;
    /**
     * The distance from the goal that was asked for, in world units, of a route that is snapped.
     */
    double goal_distance;
    /**
     * 1 for a route of a ground agent, 0 for one of a flying agent.
     */
    uint32_t is_on_ground;
    /**
     * The number of turns: changes of direction from one move of the path to the next, of a ground agent as seen
     * from above; 0 without a path.
     */
    uint32_t turns;
} VoxnavRouteInfo;

/**
 * A part of a route that is done by one action.
 */
typedef struct VoxnavLeg {
    /**
     * The action.
     */
    VoxnavAction action;
    /**
     * The label of the link that is used, else 0.
     */
    uint32_t label;
    /**
     * The cell where the leg begins.
     */
    struct VoxnavCell start;
    /**
     * The cell where it ends, from which the next begins.
     */
    struct VoxnavCell goal;
    /**
     * The number of its moves.
     */
    uint64_t moves;
    /**
     * The cost of its moves, in straight moves over one cell.
     */
    double cost;
} VoxnavLeg;

/**
 * The handle of a view: a snapshot of the world of one agent, with options, which any number of threads may search
 * at the same time.
 */
typedef struct VoxnavView {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavView;

/**
 * The handle of a batch: the answers to many questions.
 */
typedef struct VoxnavBatch {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavBatch;

/**
 * A view, an agent, or a plane, by the `id` of its handle: the space that straight ways are checked against, and
 * the world that agents are in.
 */
typedef struct VoxnavSpace {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavSpace;

/**
 * The handle of a smooth path.
 */
typedef struct VoxnavPath {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavPath;

/**
 * The handle of a field: the lengths from every place to the nearest of some goals.
 */
typedef struct VoxnavField {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavField;

/**
 * A caller-supplied function that estimates a length from a cell, in cells. It must not throw, nor call a function of
 * the library.
 */
typedef double (*VoxnavEstimateFunction)(void *user, struct VoxnavCell cell);

/**
 * A destination: one position, or the best to reach of many places. All that the kind does not take is zero.
 */
typedef struct VoxnavDestination {
    /**
     * The size of the struct: `sizeof(VoxnavDestination)`.
     */
    size_t size;
    /**
     * The kind of the destination.
     */
    VoxnavDestinationKind kind;
    /**
     * Zero.
     */
    uint32_t reserved;
    /**
     * A position: the destination, a center, or a corner.
     */
    struct VoxnavPoint at;
    /**
     * The opposite corner of a box.
     */
    struct VoxnavPoint to;
    /**
     * A radius, in world units.
     */
    double radius;
    /**
     * Positions.
     */
    const struct VoxnavPoint *points;
    /**
     * The number of positions.
     */
    size_t point_count;
    /**
     * A box of cells.
     */
    struct VoxnavCells cells;
    /**
     * The function that reports which cells are part of the goal: always the same for a cell.
     */
    VoxnavCellFunction accepts;
    /**
     * The function that estimates the length from a cell to the goal, in cells, never more than it is; null for 0.
     */
    VoxnavEstimateFunction estimate;
    /**
     * The pointer that both functions are called with. Searches on other threads call them there, and views, searches
     * and replanners as long as they live.
     */
    void *user;
} VoxnavDestination;

/**
 * The options of a search for a route. All zero but the size, or a null pointer, is the best route by all moves, with
 * strict corners. Of ground agents the algorithm, limits, turns, partial routes and both snaps count.
 */
typedef struct VoxnavRouteOptions {
    /**
     * The size of the struct: `sizeof(VoxnavRouteOptions)`.
     */
    size_t size;
    /**
     * The moves.
     */
    VoxnavMoves moves;
    /**
     * The rule for the cells next to a diagonal move.
     */
    VoxnavCorners corners;
    /**
     * The algorithm.
     */
    VoxnavAlgorithm algorithm;
    /**
     * The estimate.
     */
    VoxnavHeuristic heuristic;
    /**
     * The weight of weighted A*, 1 to 1000; 0 for 1.
     */
    double weight;
    /**
     * The factor of the optimum that a route may cost, 1 to 1000; 0 for 1.
     */
    double within;
    /**
     * The most cells expanded; 0 for any number.
     */
    uint64_t most_expanded;
    /**
     * The most bytes of search memory; 0 for 2^30.
     */
    uint64_t most_memory;
    /**
     * The greatest cost, in straight moves over one cell; 0 for any.
     */
    double most_cost;
    /**
     * The distance to keep from what blocks a flying agent, in world units, where there is room; 0 for none. Routes of
     * other agents refuse it. A route is at most `keep_away_weight` times as long as the shortest.
     */
    double keep_away;
    /**
     * The weight of moves right next to what blocks the agent, from 1; of searches that keep away.
     */
    uint32_t keep_away_weight;
    /**
     * 1 for a route to the best place that can be reached where the goal cannot.
     */
    uint32_t partial;
    /**
     * The distance that a blocked start may move, in world units; 0 for none.
     */
    double snap_start;
    /**
     * The distance that a blocked goal may move, in world units; 0 for none.
     */
    double snap_goal;
    /**
     * 1 for the largest agent that reaches a goal which this one does not: see `voxnav_route_largest`.
     */
    uint32_t explain;
    /**
     * 1 for a route whose path has, of the cheapest paths, the fewest turns: see `turns` of `VoxnavRouteInfo`. Of algorithms
     * that find a cheapest path; a second search counts the turns.
     */
    uint32_t fewest_turns;
    /**
     * 1 for waypoints and places on the floor itself where a ground agent stands, and not at the lower faces of
     * cells, up to the height of a cell above: see `voxnav_floor_under`.
     */
    uint32_t on_floor;
    /**
     * The order of cells of equal estimates.
     */
    VoxnavTies ties;
} VoxnavRouteOptions;

/**
 * A caller-supplied function that estimates the length between two cells, in cells. It must not throw, nor call a
 * function of the library.
 */
typedef double (*VoxnavGuideFunction)(void *user, struct VoxnavCell from, struct VoxnavCell to);

/**
 * A condition that a place has to meet. All that the kind does not take is zero.
 */
typedef struct VoxnavPlaceFilter {
    /**
     * The kind of the condition.
     */
    VoxnavPlaceFilterKind kind;
    /**
     * The fewest eyes that see the place, 1 or more.
     */
    uint32_t by;
    /**
     * Eyes, or other positions.
     */
    const struct VoxnavPoint *points;
    /**
     * The number of positions.
     */
    size_t point_count;
    /**
     * A distance in world units, or a speed.
     */
    double number;
} VoxnavPlaceFilter;

/**
 * A measure of places and its weight. All that the measure does not take is zero.
 */
typedef struct VoxnavPlaceScore {
    /**
     * The measure.
     */
    VoxnavPlaceMeasure measure;
    /**
     * Zero.
     */
    uint32_t reserved;
    /**
     * Eyes, or other positions.
     */
    const struct VoxnavPoint *points;
    /**
     * The number of positions.
     */
    size_t point_count;
    /**
     * The most that a way counts, in world units.
     */
    double most;
    /**
     * The direction up.
     */
    struct VoxnavPoint up;
    /**
     * The factor of the measure in the score of a place: above zero if more is better, below if less is.
     */
    double weight;
} VoxnavPlaceScore;

/**
 * A query for the best places of an area. The score of a place is the sum of the measures times their weights; the highest is
 * the best, and of equal ones the first in the order of cells.
 */
typedef struct VoxnavPlaceQuery {
    /**
     * The size of the struct: `sizeof(VoxnavPlaceQuery)`.
     */
    size_t size;
    /**
     * The area.
     */
    VoxnavArea area;
    /**
     * Zero.
     */
    uint32_t reserved;
    /**
     * The center of a ring, or a corner of a box.
     */
    struct VoxnavPoint at;
    /**
     * The opposite corner of a box.
     */
    struct VoxnavPoint to;
    /**
     * The least length, in world units.
     */
    double least;
    /**
     * The largest length, in world units.
     */
    double most;
    /**
     * The conditions, all of which a place has to meet.
     */
    const struct VoxnavPlaceFilter *filters;
    /**
     * The number of conditions.
     */
    size_t filter_count;
    /**
     * The measures.
     */
    const struct VoxnavPlaceScore *scores;
    /**
     * The number of measures.
     */
    size_t score_count;
    /**
     * The points of the body that eyes look for, from its position; without any, the center of its cell.
     */
    const struct VoxnavPoint *body;
    /**
     * The number of these points.
     */
    size_t body_count;
    /**
     * The least distance between two places, in world units.
     */
    double apart;
    /**
     * The most work: cells listed, expanded and judged, and rays; 0 for any.
     */
    uint64_t limit;
} VoxnavPlaceQuery;

/**
 * A place that was found.
 */
typedef struct VoxnavPlace {
    /**
     * The position of the agent there: its center, of a ground agent the feet.
     */
    struct VoxnavPoint position;
    /**
     * The score.
     */
    double score;
    /**
     * The cost of the cheapest way there, in world units; negative for queries that ask for no ways.
     */
    double way;
    /**
     * The cell.
     */
    struct VoxnavCell cell;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavPlace;

/**
 * The first thing that a ray or a box meets, as an answer.
 */
typedef struct VoxnavHit {
    /**
     * The size of the struct: `sizeof(VoxnavHit)`.
     */
    size_t size;
    /**
     * The distance from the start, in world units.
     */
    double distance;
    /**
     * The distance as a part of the way, 0 to 1.
     */
    double fraction;
    /**
     * The position of the ray or of the center of the box then.
     */
    struct VoxnavPoint position;
    /**
     * The direction of the face that was met, out of what blocks; zero for a start that is blocked.
     */
    struct VoxnavPoint normal;
    /**
     * The id of the obstacle, of a sweep among obstacles.
     */
    uint64_t obstacle;
    /**
     * The cell that blocks, of a ray through cells.
     */
    struct VoxnavCell cell;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavHit;

/**
 * A change that alone would give a ground agent a route where there is none.
 */
typedef struct VoxnavRemedy {
    /**
     * The kind of the change.
     */
    VoxnavRemedyKind kind;
    /**
     * The number of cells that would do: the fewest, of `VOXNAV_REMEDY_KIND_CROUCH` the most.
     */
    uint32_t needed;
    /**
     * The number of cells that the agent has.
     */
    uint32_t has;
    /**
     * The id of the material in the way; 0 for one that the navigator does not know.
     */
    uint32_t material;
    /**
     * The label of the link.
     */
    uint32_t label;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavRemedy;

/**
 * The handle of a scheduler: many searches that share a budget of expansions a frame.
 */
typedef struct VoxnavScheduler {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavScheduler;

/**
 * The handle of a search in slices.
 */
typedef struct VoxnavSearch {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavSearch;

/**
 * The handle of a follower: an agent's place on its smooth path.
 */
typedef struct VoxnavFollower {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavFollower;

/**
 * The place of an agent on its path, as an answer.
 */
typedef struct VoxnavProgress {
    /**
     * The size of the struct: `sizeof(VoxnavProgress)`.
     */
    size_t size;
    /**
     * The distance along the path from its start, in world units.
     */
    double along;
    /**
     * The distance along the path to its end.
     */
    double remaining;
    /**
     * The distance of the agent from the path.
     */
    double off_path;
    /**
     * The nearest point of the path.
     */
    struct VoxnavPoint nearest;
    /**
     * The number of the waypoint that comes next.
     */
    size_t next;
} VoxnavProgress;

/**
 * A place on a path where it is not free any more, as an answer.
 */
typedef struct VoxnavBlockage {
    /**
     * The size of the struct: `sizeof(VoxnavBlockage)`.
     */
    size_t size;
    /**
     * The distance that the agent can still go along the path, in world units.
     */
    double ahead;
    /**
     * The distance of the place along the path from its start.
     */
    double along;
    /**
     * The position of the place.
     */
    struct VoxnavPoint position;
    /**
     * The number of the segment that it is on.
     */
    size_t segment;
    /**
     * The cell that blocks.
     */
    struct VoxnavCell cell;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavBlockage;

/**
 * The eagerness of a replanner. All zero but the size, or a null pointer, keeps to the optimum, looks at the whole way
 * and answers at once.
 */
typedef struct VoxnavReplanPolicy {
    /**
     * The size of the struct: `sizeof(VoxnavReplanPolicy)`.
     */
    size_t size;
    /**
     * The factor of the optimum that the rest of a route may cost, 1 to 1000; 0 for 1.
     */
    double max_suboptimality;
    /**
     * The distance ahead that a route has to be free, in world units; 0 for all of it.
     */
    double look_ahead;
    /**
     * The most cells expanded in one update; 0 for any number.
     */
    uint64_t expansions;
    /**
     * The distance that an agent may be off its path, in cells; 0 for 1.
     */
    double max_deviation;
    /**
     * The least number of updates between two searches for something better.
     */
    uint32_t min_replan_interval;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavReplanPolicy;

/**
 * The handle of a replanner: the keeper of the route of one agent while the world changes.
 */
typedef struct VoxnavReplanner {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavReplanner;

/**
 * A step of smoothing.
 */
typedef struct VoxnavSmoothingStep {
    /**
     * The kind of the step.
     */
    VoxnavSmoothingKind kind;
    /**
     * Zero.
     */
    uint32_t reserved;
    /**
     * The value, as the kind says.
     */
    double value;
} VoxnavSmoothingStep;

/**
 * The options for a smooth path. All zero but the size, or a null pointer, is the usual smoothing from the center of the
 * first cell, or the start of a route that begins there.
 */
typedef struct VoxnavSmoothing {
    /**
     * The size of the struct: `sizeof(VoxnavSmoothing)`.
     */
    size_t size;
    /**
     * The steps, in their order; null for the usual ones.
     */
    const struct VoxnavSmoothingStep *steps;
    /**
     * The number of steps.
     */
    size_t step_count;
    /**
     * 1 for a path that starts at `start`.
     */
    uint32_t has_start;
    /**
     * 1 for a path that ends at `end`.
     */
    uint32_t has_end;
    /**
     * The position of the agent.
     */
    struct VoxnavPoint start;
    /**
     * The position at which the path ends.
     */
    struct VoxnavPoint end;
} VoxnavSmoothing;

/**
 * A part of a route over the ground as an agent follows it.
 */
typedef struct VoxnavSmoothLeg {
    /**
     * The smooth path of the feet; free it when it is done.
     */
    struct VoxnavPath path;
    /**
     * The action along the leg.
     */
    VoxnavAction action;
    /**
     * The label of the link that is used, else 0.
     */
    uint32_t label;
    /**
     * The ground below the leg.
     */
    VoxnavFooting footing;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavSmoothLeg;

/**
 * The handle of the ground around a smooth path.
 */
typedef struct VoxnavPlane {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavPlane;

/**
 * The motions that an agent is able to make. All zero but the size and the speed is a speed alone, from rest to rest.
 */
typedef struct VoxnavMotionLimits {
    /**
     * The size of the struct: `sizeof(VoxnavMotionLimits)`.
     */
    size_t size;
    /**
     * The greatest speed, in world units a second.
     */
    double speed;
    /**
     * The greatest acceleration along the way, in units a second squared; 0 for no limit.
     */
    double acceleration;
    /**
     * The greatest deceleration along the way, in units a second squared; 0 for no limit.
     */
    double braking;
    /**
     * The greatest acceleration across the way, in units a second squared; 0 for no limit.
     */
    double lateral;
    /**
     * The greatest change a second of the acceleration along the way, in units a second cubed; 0 for no limit.
     */
    double jerk;
    /**
     * The greatest change of direction, in radians a second; 0 for no limit.
     */
    double turn_rate;
    /**
     * The greatest speed up and down, in units a second; 0 for no limit.
     */
    double climb_rate;
    /**
     * The least radius of a curve, in units; 0 for an agent that turns on the spot.
     */
    double turning_radius;
    /**
     * The distance from walls within which `wall_speed` is the limit, in units; 0 for no distance.
     */
    double wall_distance;
    /**
     * The greatest speed near to walls, in units a second; 0 for no limit.
     */
    double wall_speed;
    /**
     * The acceleration of falls and of jumps up, in units a second squared; 0 for 9.81.
     */
    double gravity;
    /**
     * The speed at the start, along the way, in units a second.
     */
    double start_speed;
    /**
     * The greatest speed at the end, in units a second.
     */
    double end_speed;
    /**
     * The direction that is up for `climb_rate`; for ground agents it is that of the navigator.
     */
    VoxnavHeading up;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavMotionLimits;

/**
 * The handle of a trajectory: where an agent is at each moment of its way.
 */
typedef struct VoxnavTrajectory {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavTrajectory;

/**
 * The facts of a trajectory, as an answer.
 */
typedef struct VoxnavTrajectoryInfo {
    /**
     * The size of the struct: `sizeof(VoxnavTrajectoryInfo)`.
     */
    size_t size;
    /**
     * The time of all of the way, in seconds.
     */
    double duration;
    /**
     * The time below which no agent gets along the way within its limits, in seconds.
     */
    double lower_bound;
    /**
     * The length of the way, in world units.
     */
    double length;
    /**
     * 1 if the speed at the start cannot be lost in time: where it is farthest above the limit, `excess` is the speed.
     */
    uint32_t has_excess;
    /**
     * Zero.
     */
    uint32_t reserved;
    /**
     * The place where the speed is farthest above the limit.
     */
    struct VoxnavPoint excess_at;
    /**
     * The speed there, in units a second.
     */
    double excess;
    /**
     * The greatest speed that the limits allow there.
     */
    double excess_limit;
} VoxnavTrajectoryInfo;

/**
 * The state of an agent at a moment of a trajectory, as an answer.
 */
typedef struct VoxnavMotion {
    /**
     * The size of the struct: `sizeof(VoxnavMotion)`.
     */
    size_t size;
    /**
     * The position, in world units.
     */
    struct VoxnavPoint position;
    /**
     * The velocity, in units a second.
     */
    struct VoxnavPoint velocity;
    /**
     * The acceleration, in units a second squared.
     */
    struct VoxnavPoint acceleration;
    /**
     * The number of the leg of the route that the agent is on; 0 along a path.
     */
    size_t leg;
} VoxnavMotion;

/**
 * The handle of a path watcher.
 */
typedef struct VoxnavPathWatcher {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavPathWatcher;

/**
 * An event of a watch.
 */
typedef struct VoxnavEvent {
    /**
     * The number of the route, as `voxnav_path_watcher_insert` wrote it.
     */
    uint64_t path;
    /**
     * The kind of the event.
     */
    VoxnavEventKind kind;
    /**
     * Zero.
     */
    uint32_t reserved;
    /**
     * The number of moves from the first cell on that are still legal, of a route that is blocked.
     */
    uint64_t after;
    /**
     * A lower bound on the cost of a route that might be cheaper, in straight moves over one cell.
     */
    double at_least;
} VoxnavEvent;

/**
 * The handle of a crowd: agents that are sent somewhere and get there by themselves.
 */
typedef struct VoxnavCrowd {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavCrowd;

/**
 * The id of an agent of a crowd, from 1 on; 0 is none. Ids are not given again.
 */
typedef uint64_t VoxnavCrowdAgentId;

/**
 * A neighbor of a crowd that does not cooperate, such as a player.
 */
typedef struct VoxnavCharacter {
    /**
     * The position: of a ball its center, on the ground the middle of its lower face.
     */
    struct VoxnavPoint position;
    /**
     * The velocity, in world units a second, which it is expected to keep.
     */
    struct VoxnavPoint velocity;
    /**
     * The radius, in world units.
     */
    double radius;
    /**
     * The height, in world units, of a ground agent; 0 for a ball that flies.
     */
    double height;
} VoxnavCharacter;

/**
 * The handle of a joint plan: collision-free paths of many agents in discrete time.
 */
typedef struct VoxnavMapf {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavMapf;

/**
 * The state of an agent of a crowd, as of the last update.
 */
typedef struct VoxnavCrowdAgentState {
    /**
     * The id of the agent.
     */
    VoxnavCrowdAgentId id;
    /**
     * The position.
     */
    struct VoxnavPoint position;
    /**
     * The velocity, in world units a second; in the time of the update the agent gets no farther than to `target`. Over a
     * step up, that of an agent that others move leads straight to the end of the step.
     */
    struct VoxnavPoint velocity;
    /**
     * The point that the agent goes straight to, touching nothing on the way; its position if it stays.
     */
    struct VoxnavPoint target;
    /**
     * The distance that the agent has still to go, in world units; 0 if it has no route.
     */
    double remaining;
    /**
     * The action that is on its way: of flying agents `VOXNAV_ACTION_FLY`.
     */
    VoxnavAction action;
    /**
     * The label of the link that is used, else 0.
     */
    uint32_t label;
    /**
     * 1 if the agent goes for `target`.
     */
    uint32_t is_moving;
    /**
     * 1 if the agent has a destination, another agent to follow, or a velocity to move at.
     */
    uint32_t has_target;
    /**
     * 1 if the agent has a route.
     */
    uint32_t has_route;
    /**
     * 1 if the way of the agent is blocked ahead, as an event has told; there is none for when it is free again.
     */
    uint32_t is_blocked;
    /**
     * The reason why the route of the agent ends before its destination.
     */
    VoxnavNoPathReason partial_reason;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavCrowdAgentState;

/**
 * The settings of a crowd. All zero but the size, or a null pointer, is the default: routes within a tenth of the
 * optimum, smoothed, within 4,000 units of work an update, and agents that avoid each other.
 */
typedef struct VoxnavCrowdSettings {
    /**
     * The size of the struct: `sizeof(VoxnavCrowdSettings)`.
     */
    size_t size;
    /**
     * The work of one update, in units of some 0.4 microseconds; 0 for 4,000.
     */
    uint64_t budget;
    /**
     * The factor of the optimum that a route may cost, 1 to 1000; 0 for 1.1.
     */
    double max_suboptimality;
    /**
     * The distance ahead at which agents steer for points of their way, in cells; 0 for 4.
     */
    double look_ahead;
    /**
     * The distance that an agent may be off its way before it is given another, in cells; 0 for 4.
     */
    double max_deviation;
    /**
     * The least number of updates between two searches of an agent for something better than a free route; 0 for 30.
     */
    uint32_t min_replan_interval;
    /**
     * The most updates for which an agent without a way waits until it asks again; 0 for 64.
     */
    uint32_t max_retry_interval;
    /**
     * The smoothing of routes, of which the steps count; null for the usual one.
     */
    const struct VoxnavSmoothing *smoothing;
    /**
     * The options of all searches; null for the default ones.
     */
    const struct VoxnavRouteOptions *options;
    /**
     * The time for which agents look ahead to avoid each other, in seconds; 0 for 1.
     */
    double horizon;
    /**
     * The number of nearest others that an agent turns for; 0 for 10. Agents never touch, whatever it is.
     */
    uint32_t neighbors;
    /**
     * 1 for agents that pass through one another, 0 for agents that avoid each other.
     */
    uint32_t passes_through;
    /**
     * The most searches that begin in one update; 0 for any number.
     */
    uint32_t searches;
    /**
     * 1 for agents that set out on first paths, which get better while they go, up to `max_suboptimality`: in large worlds of caves,
     * rooms and mazes many are under way at once that would wait for exact searches. It stands for the algorithm of
     * `options`.
     */
    uint32_t anytime;
} VoxnavCrowdSettings;

/**
 * An agent to be added to a crowd.
 */
typedef struct VoxnavCrowdAgent {
    /**
     * The size of the struct: `sizeof(VoxnavCrowdAgent)`.
     */
    size_t size;
    /**
     * The position: of a ground agent, of its feet.
     */
    struct VoxnavPoint position;
    /**
     * The speed, in world units a second; 0 for 1.
     */
    double speed;
    /**
     * The distance from its destination at which the agent has arrived, in world units; 0 for 0.1.
     */
    double stopping_distance;
    /**
     * The code that moves the agent.
     */
    VoxnavMovedBy moved_by;
    /**
     * The priority: others make way for an agent of a higher one.
     */
    int32_t priority;
    /**
     * The radius for others, in world units; 0 for half of the greatest width, on the ground of that across.
     */
    double radius;
    /**
     * The number that decides ties, the smaller first; 0 for none. Agents without one come last, as they were added.
     */
    uint64_t key;
    /**
     * The greatest change of the velocity, in world units a second squared, where agents avoid each other; 0 for an agent
     * that starts and stops at once.
     */
    double acceleration;
    /**
     * The condition on which the agent has arrived, at the distance of `stopping_distance`.
     */
    VoxnavArrival arrival;
    /**
     * The weight of moves right next to what blocks an agent that keeps away, from 1.
     */
    uint32_t keep_away_weight;
    /**
     * The distance that a flying agent keeps from what blocks it, in world units, where there is room; 0 for that of
     * the options of the crowd. A weight of 1 is as if it kept none.
     */
    double keep_away;
} VoxnavCrowdAgent;

/**
 * A formation of agents that follow a leader.
 */
typedef struct VoxnavFormation {
    /**
     * The size of the struct: `sizeof(VoxnavFormation)`.
     */
    size_t size;
    /**
     * The shape.
     */
    VoxnavFormationShape shape;
    /**
     * Zero.
     */
    uint32_t reserved;
    /**
     * The distance between an agent and the next one, in world units; 0 for three times the largest radius.
     */
    double spacing;
    /**
     * The distance from its place at which an agent makes the leader halt, in world units; 0 for a leader that does not
     * wait.
     */
    double wait;
} VoxnavFormation;

/**
 * The options of a joint plan. All zero but the size, or a null pointer, is 26 moves with strict corners for points,
 * without limits, on one thread.
 */
typedef struct VoxnavMapfOptions {
    /**
     * The size of the struct: `sizeof(VoxnavMapfOptions)`.
     */
    size_t size;
    /**
     * The moves from cell to cell, each of which takes one step.
     */
    VoxnavMoves moves;
    /**
     * The rule for the cells next to a diagonal move.
     */
    VoxnavCorners corners;
    /**
     * The numerator of the radius that agents keep from each other, in cells by their longest side; 0 for points, which
     * conflict where they meet in a cell or in the middle of moves that swap or cross.
     */
    uint32_t radius_numerator;
    /**
     * The denominator of the radius, at most 65,536: the radius is at most 4 cells.
     */
    uint32_t radius_denominator;
    /**
     * The most configurations expanded, each a step of all agents; 0 for any number.
     */
    uint64_t most_expanded;
    /**
     * The most bytes in use; 0 for any number.
     */
    uint64_t most_memory;
    /**
     * The seed of the draws that break ties. Equal seeds give equal plans.
     */
    uint64_t seed;
    /**
     * 1 for distances that are worked out on all processors. The plan is the same.
     */
    uint32_t parallel;
    /**
     * The distances to goals.
     */
    VoxnavDistances distances;
    /**
     * 1 for goals that any agent may take: see `voxnav_mapf_goals`.
     */
    uint32_t any_goal;
    /**
     * 1 for any plan as soon as there is one: agents are not guided past each other. Plans are longer.
     */
    uint32_t first;
    /**
     * The steps that agents take for each that a move takes at full speed, at most 255; 0 counts as 1.
     */
    uint32_t steps_per_move;
    /**
     * The steps of a turn by up to 90 degrees about the axis of `up`, at most 255; one by more takes twice as many. A move
     * of agents that are slow or turn holds all its cells from its turn on.
     */
    uint32_t steps_per_turn;
    /**
     * The direction of up, along which moves need no turn.
     */
    VoxnavHeading up;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavMapfOptions;

/**
 * The handle of a lifelong planner: agents in discrete time that are sent on and on.
 */
typedef struct VoxnavLifelongPlanner {
    /**
     * The number of the object, for `voxnav_free`; 0 is none.
     */
    uint64_t id;
} VoxnavLifelongPlanner;

/**
 * A leg of a ground agent in a joint plan: one move, with the steps that it takes.
 */
typedef struct VoxnavPlannedLeg {
    /**
     * The number of steps before the leg begins.
     */
    uint32_t begins;
    /**
     * The number of steps after which it has ended.
     */
    uint32_t ends;
    /**
     * The position that it leads to.
     */
    struct VoxnavPoint to;
} VoxnavPlannedLeg;

/**
 * The facts about a planner, as an answer.
 */
typedef struct VoxnavLifelongInfo {
    /**
     * The size of the struct: `sizeof(VoxnavLifelongInfo)`.
     */
    size_t size;
    /**
     * The number of agents.
     */
    size_t agents;
    /**
     * The number of steps so far.
     */
    uint64_t steps;
    /**
     * The number of agents for which a way had to be searched, as they did not get to their goals by themselves.
     */
    uint64_t rescues;
} VoxnavLifelongInfo;

/**
 * The facts about a joint plan, as an answer.
 */
typedef struct VoxnavMapfInfo {
    /**
     * The size of the struct: `sizeof(VoxnavMapfInfo)`.
     */
    size_t size;
    /**
     * The number of agents of the plan; 0 where there is no plan yet.
     */
    size_t agents;
    /**
     * The number of steps until all agents stand at their goals permanently.
     */
    size_t steps;
    /**
     * The sum of costs: for each agent the steps until it stands at its goal permanently.
     */
    uint64_t cost;
    /**
     * The sum of the shortest paths of all agents, were each alone, or a lower bound of it: no plan costs less.
     */
    uint64_t shortest;
    /**
     * The most that the plan may cost in parts of the cheapest one.
     */
    double bound;
    /**
     * The number of configurations expanded.
     */
    uint64_t expanded;
    /**
     * The limit that was reached.
     */
    VoxnavMapfLimit limit;
    /**
     * Zero.
     */
    uint32_t reserved;
} VoxnavMapfInfo;

/**
 * An event of a crowd, for one agent.
 */
typedef struct VoxnavCrowdEvent {
    /**
     * The id of the agent.
     */
    VoxnavCrowdAgentId id;
    /**
     * The kind of the event.
     */
    VoxnavCrowdEventKind kind;
    /**
     * The reason why there is no way.
     */
    VoxnavNoPathReason why;
    /**
     * The action that begins.
     */
    VoxnavAction action;
    /**
     * The label of the link that is used, else 0.
     */
    uint32_t label;
    /**
     * The id of the other agent; 0 where there is none, or a character.
     */
    VoxnavCrowdAgentId other;
    /**
     * The place of the other one in the list of characters, from 0; of an event with a character.
     */
    uint32_t character;
    /**
     * 1 if the other one is a character.
     */
    uint32_t is_character;
    /**
     * The time since when an agent is stuck, in seconds of all updates together.
     */
    double since;
    /**
     * The link at an end of which the agent cannot be, where that is the reason in `why`; else 0.
     */
    VoxnavLinkId link;
    /**
     * 1 if that end is the beginning of the link.
     */
    uint32_t is_beginning;
    /**
     * The nearest place to that end at which the agent can be.
     */
    struct VoxnavPoint nearest;
} VoxnavCrowdEvent;

/**
 * The work of an update of a crowd, as an answer.
 */
typedef struct VoxnavPlanningStats {
    /**
     * The size of the struct: `sizeof(VoxnavPlanningStats)`.
     */
    size_t size;
    /**
     * The work in all, in units.
     */
    uint64_t total;
    /**
     * The cells expanded by flying agents.
     */
    uint64_t in_flight;
    /**
     * The cells expanded by ground agents.
     */
    uint64_t on_ground;
    /**
     * The searches begun.
     */
    uint64_t begun;
    /**
     * The routes smoothed.
     */
    uint64_t smoothed;
    /**
     * The units of the moves of these routes.
     */
    uint64_t moves;
} VoxnavPlanningStats;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the version of the binary interface, to be compared with `VOXNAV_ABI_VERSION`.
 */
uint32_t voxnav_abi_version(void);

/**
 * Returns the version of the library as a text, such as "0.1.0".
 */
const char *voxnav_version(void);

/**
 * Returns the message of the last error of the calling thread, in English; empty where there was none. It is valid
 * until the next error of the thread.
 */
const char *voxnav_last_error(void);

/**
 * Returns the name of a status, such as "found"; empty for a number that is none.
 */
const char *voxnav_status_name(int32_t status);

/**
 * Frees the object with an `id`, that of a handle of any type; the handle is stale from then on, and an error wherever it
 * is passed.
 *
 * An agent is removed from its navigator. With a navigator its agents are freed; views, routes and what was made of
 * them live on. A call with the handle that is under way on another thread is waited for.
 */
VoxnavStatus voxnav_free(uint64_t id);

/**
 * Writes the number of objects that were made and not freed, in the whole process: 0 at the end of a program that
 * leaks none.
 */
VoxnavStatus voxnav_live_objects(uint64_t *count);

/**
 * Frees the search memory that the calling thread keeps for its next search.
 */
VoxnavStatus voxnav_release_memory(void);

/**
 * Adds an agent to a navigator and writes its handle into `agent`. Positions of a flying agent are those of its
 * center; positions of a ground agent are where its feet are.
 *
 * Errors: half extents that are negative, not finite or too large; abilities that are contradictory or out of range;
 * a link that lies outside of the bounds for its feet.
 */
VoxnavStatus voxnav_agent_add(struct VoxnavNavigator navigator,
                              const struct VoxnavAgentSettings *settings,
                              struct VoxnavAgent *agent);

/**
 * Adds an agent that a text in JSON describes, and writes its handle into `agent`: an object with the fields of
 * `AgentSpec`, the form in which every binding of voxnav has agents, such as
 * `{ "size": [0.6, 1.8, 0.6], "ground": { "up": "y", "step_up": 1 } }`.
 *
 * Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field. Those of
 * `voxnav_agent_add`.
 */
VoxnavStatus voxnav_agent_add_json(struct VoxnavNavigator navigator,
                                   const char *json,
                                   struct VoxnavAgent *agent);

/**
 * Removes an agent from its navigator; its views and routes stay valid. `voxnav_free` does the same.
 */
VoxnavStatus voxnav_agent_remove(struct VoxnavAgent agent);

/**
 * Writes the size of an agent and what else is known of it.
 */
VoxnavStatus voxnav_agent_size(struct VoxnavAgent agent, struct VoxnavAgentSize *size);

/**
 * Writes the handle of the agent with a number in a navigator, such as one that was loaded from a file.
 *
 * Errors: no agent has the number.
 */
VoxnavStatus voxnav_agent_of_number(struct VoxnavNavigator navigator, uint32_t number, struct VoxnavAgent *agent);

/**
 * Sets the cells of a box to a state; obstacles are unaffected. All cells are free unless set.
 *
 * Errors: a box that reaches beyond the bounds or has too many chunks.
 */
VoxnavStatus voxnav_cells_set(struct VoxnavNavigator navigator, struct VoxnavCells cells, VoxnavState state);

/**
 * Makes the cells of a box of a material.
 *
 * Errors: as `voxnav_cells_set`; an unknown material.
 */
VoxnavStatus voxnav_cells_set_material(struct VoxnavNavigator navigator, struct VoxnavCells cells, uint32_t material);

/**
 * Sets the cells of a navigator from an array.
 *
 * Errors: an array that reaches beyond the bounds, a value without a meaning. No cell is set then.
 */
VoxnavStatus voxnav_cells_set_array(struct VoxnavNavigator navigator, const struct VoxnavArray *values);

/**
 * Sets the cells of a box by a function, which returns a number of `VoxnavState`, or `VOXNAV_OF_MATERIAL` plus the id
 * of a material. It is called once for each cell, x fastest. A negative number ends it: no cell is set then.
 *
 * Errors: `VOXNAV_STATUS_ERROR_CALLBACK` for a negative number; as `voxnav_cells_set_array`.
 */
VoxnavStatus voxnav_cells_set_by(struct VoxnavNavigator navigator,
                                 struct VoxnavCells cells,
                                 VoxnavCellFunction meaning,
                                 void *user);

/**
 * Calls a function with each occupied cell of a navigator, not counting obstacles, without a list of them: chunk by
 * chunk, and in a chunk x fastest. A negative answer of the function ends it, with `VOXNAV_STATUS_CANCELLED`. The
 * cells are those as of the call; edits of the navigator on other threads do not wait meanwhile.
 *
 * Errors: no function.
 */
VoxnavStatus voxnav_cells_each(struct VoxnavNavigator navigator, VoxnavCellFunction function, void *user);

/**
 * Writes the state of a cell into `state`, and its material, or 0, into `material`; both may be null.
 */
VoxnavStatus voxnav_cell_state(struct VoxnavNavigator navigator,
                               struct VoxnavCell cell,
                               int32_t *state,
                               uint32_t *material);

/**
 * Adds a material under a name, and writes its id, 1 to 255, into `id`.
 *
 * Errors: a name that is empty or taken, a cost out of range, a 256th material.
 */
VoxnavStatus voxnav_material_add(struct VoxnavNavigator navigator,
                                 const char *name,
                                 const struct VoxnavMaterial *material,
                                 uint32_t *id);

/**
 * Sets the weight of moves into the cells of a box, for flying agents: 1 unless set. `voxnav_costs_set` takes floats.
 *
 * Errors: a weight that is 0 or more than 65,535, a box that reaches beyond the bounds.
 */
VoxnavStatus voxnav_terrain_set(struct VoxnavNavigator navigator, struct VoxnavCells cells, uint32_t weight);

/**
 * Takes the cells of a navigator into a world that can be edited apart, and writes its handle into `world`: for many
 * edits, or on another thread.
 */
VoxnavStatus voxnav_world_new(struct VoxnavNavigator navigator, struct VoxnavWorld *world);

/**
 * Sets the cells of a box of a world as a number says: a `VoxnavState`, or `VOXNAV_OF_MATERIAL` and the id of a
 * material.
 *
 * Errors: as `voxnav_cells_set`.
 */
VoxnavStatus voxnav_world_set(struct VoxnavWorld world, struct VoxnavCells cells, int32_t meaning);

/**
 * Sets the cells of a world from an array; where that is refused some of them may be set.
 *
 * Errors: as `voxnav_cells_set_array`.
 */
VoxnavStatus voxnav_world_set_array(struct VoxnavWorld world, const struct VoxnavArray *values);

/**
 * Makes the cells of a world those of a navigator. The world stays, for further edits.
 *
 * Errors: a world with other bounds, or without a material that an obstacle is made of.
 */
VoxnavStatus voxnav_world_apply(struct VoxnavWorld world, struct VoxnavNavigator navigator);

/**
 * Sets the costs of the cells of a box, for flying agents, from an array of floats: finite and above zero, 1 unless
 * set. Costs are kept in 16 bits: exactly if all are whole numbers up to 65,535, else rounded, see `voxnav_cost_scale`.
 *
 * Errors: an array that reaches beyond the bounds; a cost that is not finite or not above zero; costs in the navigator of
 * which one is more than 65,535 times another. Nothing is set then.
 */
VoxnavStatus voxnav_costs_set(struct VoxnavNavigator navigator,
                              const struct VoxnavCosts *costs);

/**
 * Writes the cost of a cell, as it is kept, into `cost`.
 */
VoxnavStatus voxnav_cost(struct VoxnavNavigator navigator, struct VoxnavCell cell, double *cost);

/**
 * Writes the scale of the costs of a navigator. A route costs `voxnav_route_cost` times its `unit`.
 */
VoxnavStatus voxnav_cost_scale(struct VoxnavNavigator navigator, struct VoxnavCostScale *scale);

/**
 * Writes the distance from the center of each cell to that of the nearest occupied or unknown one, in world units: 0 in
 * these, infinite where there is none. Obstacles are no part of it. Distances are those of all cells of the bounds, x
 * fastest, then y, then z: at most `capacity`, and into `count` how many cells there are, at once for a capacity of 0.
 * With `outside` 1 the cells outside the bounds count, too, by their state; with 0 they do not.
 *
 * Errors: bounds with a side of more than 32,767 cells, or more cells than memory can hold.
 */
VoxnavStatus voxnav_cells_distances(struct VoxnavNavigator navigator,
                                    uint32_t outside,
                                    float *buffer,
                                    size_t capacity,
                                    size_t *count);

/**
 * Saves a navigator to the file at a path, which is UTF-8: cells with their materials, obstacles, agents and links,
 * each under its id.
 *
 * Errors: the file cannot be written.
 */
VoxnavStatus voxnav_navigator_save(struct VoxnavNavigator navigator, const char *path);

/**
 * Loads the navigator in the file at a path, which is UTF-8, and writes its handle into `navigator`. Ids of obstacles
 * and links are those that were saved; `voxnav_navigator_agents` and `voxnav_agent_of_number` give its agents.
 *
 * Errors: a file that cannot be read, is no `.voxnav` file, or is damaged.
 */
VoxnavStatus voxnav_navigator_load(const char *path, struct VoxnavNavigator *navigator);

/**
 * Writes a navigator to a file in memory, and its handle into `bytes`.
 */
VoxnavStatus voxnav_navigator_to_bytes(struct VoxnavNavigator navigator, struct VoxnavBytes *bytes);

/**
 * Writes the bytes of a file in memory: at most `capacity`, and into `count` how many there are.
 */
VoxnavStatus voxnav_bytes_read(struct VoxnavBytes bytes, uint8_t *buffer, size_t capacity, size_t *count);

/**
 * Loads the navigator in a file in memory, `length` bytes long, and writes its handle into `navigator`: as
 * `voxnav_navigator_load` does.
 */
VoxnavStatus voxnav_navigator_from_bytes(const uint8_t *bytes, size_t length, struct VoxnavNavigator *navigator);

/**
 * Inserts a link, which ground agents take and flying agents do not, and writes its id into `id`.
 *
 * Errors: positions that are not finite, ends that are not in the bounds, a cost that is too large.
 */
VoxnavStatus voxnav_link_insert(struct VoxnavNavigator navigator, const struct VoxnavLink *link, VoxnavLinkId *id);

/**
 * Removes a link.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_link_remove(struct VoxnavNavigator navigator, VoxnavLinkId id);

/**
 * Closes a link, or opens it where `closed` is 0.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_link_set_closed(struct VoxnavNavigator navigator, VoxnavLinkId id, uint32_t closed);

/**
 * Writes the ids of all links: at most `capacity`, and into `count` how many there are.
 */
VoxnavStatus voxnav_link_ids(struct VoxnavNavigator navigator, VoxnavLinkId *buffer, size_t capacity, size_t *count);

/**
 * Writes the abilities of a preset into a struct whose size is set. What `falls` leads to then is the library's, and
 * stays.
 */
VoxnavStatus voxnav_locomotion_preset(VoxnavPreset preset, struct VoxnavLocomotion *locomotion);

/**
 * Makes an empty world in a region, and writes its handle into `navigator`.
 *
 * Errors: a cell size not between 1e-100 and 1e100, positions that are not finite or too far away for any cell.
 */
VoxnavStatus voxnav_navigator_new(const struct VoxnavRegion *region, struct VoxnavNavigator *navigator);

/**
 * Makes an empty world in a region, of cells whose sides along x, y and z are `sizes` instead of the size of the region,
 * and writes its handle into `navigator`. Ground agents go among cells that are as long as wide and no higher, agents that
 * fly among cells of any sides.
 *
 * Errors: sizes not between 1e-100 and 1e100 or more than 64 times another, positions that are not finite or too far away
 * for any cell.
 */
VoxnavStatus voxnav_navigator_with_sizes(const struct VoxnavRegion *region,
                                         struct VoxnavPoint sizes,
                                         struct VoxnavNavigator *navigator);

/**
 * Writes the cells that agents of a navigator may be in.
 */
VoxnavStatus voxnav_navigator_bounds(struct VoxnavNavigator navigator, struct VoxnavCells *bounds);

/**
 * Writes the cell that owns a position: that with the nearest center.
 *
 * Errors: a position that is not finite or too far away for any cell.
 */
VoxnavStatus voxnav_cell_at(struct VoxnavNavigator navigator, struct VoxnavPoint position, struct VoxnavCell *cell);

/**
 * Writes the position of the center of a cell.
 */
VoxnavStatus voxnav_cell_center(struct VoxnavNavigator navigator, struct VoxnavCell cell, struct VoxnavPoint *position);

/**
 * Brings the worlds of all agents up to date with every edit, so that the next questions need not.
 *
 * Errors: too many chunks are near obstacles to be baked.
 */
VoxnavStatus voxnav_navigator_refresh(struct VoxnavNavigator navigator);

/**
 * Writes the handles of the agents of a navigator, those that fly first, each kind in the order in which they were
 * added. At most `capacity` handles are written; `count` is the number of all.
 */
VoxnavStatus voxnav_navigator_agents(struct VoxnavNavigator navigator,
                                     struct VoxnavAgent *buffer,
                                     size_t capacity,
                                     size_t *count);

/**
 * Inserts an obstacle into a navigator and writes its id into `id`.
 *
 * Errors: a shape or a placement that is refused, an obstacle near too many chunks of cells, an unknown material, a name
 * that is not UTF-8.
 */
VoxnavStatus voxnav_obstacle_insert(struct VoxnavNavigator navigator,
                                    const struct VoxnavObstacle *obstacle,
                                    VoxnavObstacleId *id);

/**
 * Inserts a box without rotation from one corner to the opposite one, on all layers, and writes its id into `id`.
 *
 * Errors: as `voxnav_obstacle_insert`.
 */
VoxnavStatus voxnav_obstacle_insert_box(struct VoxnavNavigator navigator,
                                        struct VoxnavPoint min,
                                        struct VoxnavPoint max,
                                        VoxnavObstacleId *id);

/**
 * Removes an obstacle.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_obstacle_remove(struct VoxnavNavigator navigator, VoxnavObstacleId id);

/**
 * Moves an obstacle to a position, under a rotation that is none where it is all zero.
 *
 * Errors: an unknown id, a placement that is refused. The obstacle is where it was then.
 */
VoxnavStatus voxnav_obstacle_move(struct VoxnavNavigator navigator,
                                  VoxnavObstacleId id,
                                  struct VoxnavPoint position,
                                  struct VoxnavRotation rotation);

/**
 * Returns `VOXNAV_STATUS_OK` where an obstacle that is moved there would not touch an agent at a position, else
 * `VOXNAV_STATUS_IN_THE_WAY`; the obstacle stays where it is. It touches a flying agent where it would overlap its box,
 * and a ground agent where it would fill a cell of its body. `voxnav_crowd_try_move_obstacle` asks this for all
 * agents of a crowd.
 *
 * Errors: an unknown id, a placement that is refused, an agent of another navigator, a position that is not finite or
 * too far away.
 */
VoxnavStatus voxnav_obstacle_preview_move(struct VoxnavNavigator navigator,
                                          VoxnavObstacleId id,
                                          struct VoxnavPoint position,
                                          struct VoxnavRotation rotation,
                                          struct VoxnavAgent agent,
                                          struct VoxnavPoint at);

/**
 * Writes the name of an obstacle, UTF-8 with a zero at its end: at most `capacity` bytes, and into `count` how many there
 * are, the zero among them. Returns `VOXNAV_STATUS_NOTHING` for one without a name.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_obstacle_name(struct VoxnavNavigator navigator,
                                  VoxnavObstacleId id,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *count);

/**
 * Writes the id of the obstacle of a name into `id`: of several that have it, the smallest. Returns
 * `VOXNAV_STATUS_NOTHING` where there is none. It takes time in proportion to the number of obstacles.
 *
 * Errors: a name that is not UTF-8.
 */
VoxnavStatus voxnav_obstacle_find(struct VoxnavNavigator navigator, const char *name, VoxnavObstacleId *id);

/**
 * Puts an obstacle on other layers, a bit each; 0 for all.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_obstacle_set_layers(struct VoxnavNavigator navigator, VoxnavObstacleId id, uint32_t layers);

/**
 * Writes the position and the rotation of an obstacle.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_obstacle_placement(struct VoxnavNavigator navigator,
                                       VoxnavObstacleId id,
                                       struct VoxnavPoint *position,
                                       struct VoxnavRotation *rotation);

/**
 * Writes the ids of all obstacles: at most `capacity`, and into `count` how many there are.
 */
VoxnavStatus voxnav_obstacle_ids(struct VoxnavNavigator navigator,
                                 VoxnavObstacleId *buffer,
                                 size_t capacity,
                                 size_t *count);

/**
 * Writes the ids of the obstacles on some layers (a bit each, 0 for all) that a box overlaps: at most `capacity`, and
 * into `count` how many there are. The box has a center and half extents.
 *
 * Errors: a box that is not finite or too far away.
 */
VoxnavStatus voxnav_obstacles_overlapping(struct VoxnavNavigator navigator,
                                          struct VoxnavPoint center,
                                          struct VoxnavPoint half_extents,
                                          uint32_t layers,
                                          VoxnavObstacleId *buffer,
                                          size_t capacity,
                                          size_t *count);

/**
 * Writes the facts about a route, and returns its outcome.
 */
VoxnavStatus voxnav_route_info(struct VoxnavRoute route, struct VoxnavRouteInfo *info);

/**
 * Writes the length of a route along its waypoints, in world units, whatever terrain adds to its cost.
 */
VoxnavStatus voxnav_route_length(struct VoxnavRoute route, double *length);

/**
 * Writes the cost of a route's path: its length in cells if every cell has the smallest cost, 1 unless costs were set.
 * Times `unit` of `voxnav_cost_scale`, it is the cost in the unit in which costs were given. What lies between the ends
 * that were asked for and their cells costs nothing. `VOXNAV_STATUS_NOTHING` of a route without a path.
 */
VoxnavStatus voxnav_route_cost(struct VoxnavRoute route, double *cost);

/**
 * Writes the waypoints of a route, from one straight to the next: at most `capacity`, and into `count` how many there
 * are. On the ground they are where the feet are. From a joined start the second one can be reached straight, in one
 * move: an agent that goes toward it, and asks for another route in every frame, arrives.
 */
VoxnavStatus voxnav_route_waypoints(struct VoxnavRoute route,
                                    struct VoxnavPoint *buffer,
                                    size_t capacity,
                                    size_t *count);

/**
 * Writes the action that leads to each waypoint after the first, as numbers of `VoxnavAction`: at most `capacity`,
 * and into `count` how many there are.
 */
VoxnavStatus voxnav_route_actions(struct VoxnavRoute route, int32_t *buffer, size_t capacity, size_t *count);

/**
 * Writes the legs of a route: at most `capacity`, and into `count` how many there are.
 */
VoxnavStatus voxnav_route_legs(struct VoxnavRoute route, struct VoxnavLeg *buffer, size_t capacity, size_t *count);

/**
 * Writes the cells of the path of a route: at most `capacity`, and into `count` how many there are.
 */
VoxnavStatus voxnav_route_cells(struct VoxnavRoute route, struct VoxnavCell *buffer, size_t capacity, size_t *count);

/**
 * Writes half of the size of the largest agent of the same shape that reaches the goal of a route, for a search with
 * `explain`; returns `VOXNAV_STATUS_NOTHING` where the goal was reached or not even a point reaches it.
 */
VoxnavStatus voxnav_route_largest(struct VoxnavRoute route, struct VoxnavPoint *half_extents);

/**
 * Finds the routes from each position in `from` to that in `to`, `count` of them, in the world of a view, on all
 * processors, and writes the handle of the answers into `batch`. Each is that of `voxnav_view_find_route`.
 */
VoxnavStatus voxnav_batch_new(struct VoxnavView view,
                              const struct VoxnavPoint *from,
                              const struct VoxnavPoint *to,
                              size_t count,
                              struct VoxnavBatch *batch);

/**
 * Writes the outcome of each request as a number of `VoxnavStatus`, in their order, `VOXNAV_STATUS_NOTHING` where the route
 * was taken: at most `capacity`, and into `count` how many there are.
 */
VoxnavStatus voxnav_batch_outcomes(struct VoxnavBatch batch,
                                   int32_t *buffer,
                                   size_t capacity,
                                   size_t *count);

/**
 * Writes the length of each route along its waypoints, in world units, in the order of the requests; 0 without one. At
 * most `capacity` are
 * written, and into `count` how many there are.
 */
VoxnavStatus voxnav_batch_lengths(struct VoxnavBatch batch, double *buffer, size_t capacity, size_t *count);

/**
 * Takes the route that answers the request with a number, from 0, out of a batch, as `voxnav_find_route` writes it,
 * and returns its outcome. It can be taken once.
 *
 * Errors: that of the request; no request has the number, or its route was taken.
 */
VoxnavStatus voxnav_batch_take(struct VoxnavBatch batch, size_t number, struct VoxnavRoute *route);

/**
 * Writes the edges of what is in the way of an agent in a box of cells, as vertices: two for each line. For an agent
 * that flies, or a view of one, these are the cells at which its center cannot be; for a ground agent those
 * that are not free. Flat faces have no lines, and what goes on outside of the box is closed there. At most `capacity`
 * vertices are written; `count` is the number of all.
 *
 * Errors: a box of more than 16,777,216 cells.
 */
VoxnavStatus voxnav_debug_world(struct VoxnavSpace space,
                                struct VoxnavCells cells,
                                struct VoxnavPoint *buffer,
                                size_t capacity,
                                size_t *count);

/**
 * Writes the lines of a route as vertices, two for each line: at most `capacity`, and into `count` how many there are.
 */
VoxnavStatus voxnav_debug_route(struct VoxnavRoute route, struct VoxnavPoint *buffer, size_t capacity, size_t *count);

/**
 * Writes the lines of a smooth path as vertices, two for each line: at most `capacity`, and into `count` how many there
 * are.
 */
VoxnavStatus voxnav_debug_path(struct VoxnavPath path, struct VoxnavPoint *buffer, size_t capacity, size_t *count);

/**
 * Finds the lengths, with what terrain adds, from all places within `most` world units to the nearest of some goals, in
 * the world of a view of a flying agent, and writes the handle of the field into `field`. 0 for `most` is any length.
 *
 * Errors: no goal, or one at which the agent cannot be; positions that are not finite or too far away; more cells than
 * memory can hold.
 */
VoxnavStatus voxnav_field_new(struct VoxnavView view,
                              const struct VoxnavPoint *goals,
                              size_t goal_count,
                              double most,
                              struct VoxnavField *field);

/**
 * Brings a field up to date with a newer view of the same agent, where cells changed.
 *
 * Errors: a view with other options or another lattice; a goal at which the agent cannot be any more; more cells than
 * memory can hold. After the last two the field can only be freed.
 */
VoxnavStatus voxnav_field_update(struct VoxnavField field, struct VoxnavView view);

/**
 * Writes the length of the best way from the cell of a position to the nearest goal, in world units, with what terrain
 * adds; returns `VOXNAV_STATUS_NOTHING` where there is no way.
 *
 * Errors: a position that is not finite or too far away.
 */
VoxnavStatus voxnav_field_length(struct VoxnavField field, struct VoxnavPoint from, double *length);

/**
 * Writes the center of the cell that an agent in the cell of a position goes to next, on the best way to the nearest
 * goal; returns `VOXNAV_STATUS_NOTHING` at a goal, and where there is no way.
 *
 * Errors: a position that is not finite or too far away.
 */
VoxnavStatus voxnav_field_next(struct VoxnavField field, struct VoxnavPoint from, struct VoxnavPoint *next);

/**
 * Finds the best route of an agent from a position to a destination, in the world as it is now, and writes its handle
 * into `route`: where that holds the handle of a route already, this takes its place, so a variable that is reused
 * needs no freeing; it has to be 0 at first.
 *
 * Returns the outcome of the search, such as `VOXNAV_STATUS_FOUND`; there is a route with every outcome. Other calls
 * with the navigator wait meanwhile: searches on many threads take views.
 *
 * Errors: positions that are not finite or too far away, refused options.
 */
VoxnavStatus voxnav_find_route(struct VoxnavAgent agent,
                               struct VoxnavPoint from,
                               const struct VoxnavDestination *to,
                               const struct VoxnavRouteOptions *options,
                               struct VoxnavRoute *route);

/**
 * Finds the best route of an agent from one position to another: `voxnav_find_route` with default options.
 */
VoxnavStatus voxnav_find_route_to(struct VoxnavAgent agent,
                                  struct VoxnavPoint from,
                                  struct VoxnavPoint to,
                                  struct VoxnavRoute *route);

/**
 * Makes the index of the world of a flying agent as it is now, for the moves and corners of `options`: in buildings,
 * ships, dungeons, mazes and mines routes go from doorway to doorway and from junction to junction, and are found several
 * to hundreds of times sooner. In other worlds, but for noise, it reports where straight runs lead, for corners that are not
 * cut. Routes cost the same. Returns `VOXNAV_STATUS_NOTHING` for a world that has none.
 *
 * It takes 100 to 300 ns for each free cell of rooms and passages, as a rule, and the next edit that changes the agent's
 * world drops it: ask again when the world rests. Of other worlds it takes some 3 ns a cell, and edits keep it up. Views
 * keep that of their snapshot.
 *
 * Errors: refused options, too many chunks near obstacles, a ground agent.
 */
VoxnavStatus voxnav_prepare_index(struct VoxnavAgent agent,
                                  const struct VoxnavRouteOptions *options);

/**
 * Takes a snapshot of the world of an agent as it is now, with options for all its searches, and writes its handle
 * into `view`. Later edits do not change it, and any number of threads may search it at the same time.
 *
 * Errors: refused options, too many chunks near obstacles.
 */
VoxnavStatus voxnav_view_new(struct VoxnavAgent agent,
                             const struct VoxnavRouteOptions *options,
                             struct VoxnavView *view);

/**
 * Finds the best route from a position to a destination in the world of a view, and writes its handle into `route`,
 * as `voxnav_find_route` does; with the options of the view.
 *
 * Errors: positions that are not finite or too far away.
 */
VoxnavStatus voxnav_view_find_route(struct VoxnavView view,
                                    struct VoxnavPoint from,
                                    const struct VoxnavDestination *to,
                                    struct VoxnavRoute *route);

/**
 * Guides all searches of a view by a function that estimates the length between two cells, in cells, instead of the
 * heuristic of its options. It obeys `law`, by which algorithms may run. No check finds a law that claims too much:
 * routes are then longer than they need be. The function is called with `user` on any thread that searches the view,
 * as long as the view lives or what was made of it.
 *
 * Errors: a view of a ground agent.
 */
VoxnavStatus voxnav_view_guide(struct VoxnavView view,
                               VoxnavGuideFunction function,
                               VoxnavEstimatorGuarantee law,
                               void *user);

/**
 * Reads options from JSON and writes them into a struct whose size is set: an object with the fields of `RouteSpec`, the
 * form in which every binding of voxnav has them, such as `{ "moves": 18, "snap_goal": 2 }`. What is left out is as by
 * default.
 *
 * Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field.
 */
VoxnavStatus voxnav_route_options_json(const char *json,
                                       struct VoxnavRouteOptions *options);

/**
 * Finds the best places for the agent of a view that is at a position, and writes at most `capacity`, best first, and into
 * `count` how many. `voxnav_view_find_route` finds the route to one. Returns `VOXNAV_STATUS_LIMIT_REACHED` where the limit
 * ended the search before all cells of the area were judged, `VOXNAV_STATUS_NOTHING` where there is no place.
 *
 * Errors: numbers that are negative, too small or not finite; positions that are not finite or too far away, or from which
 * ways are asked for and where the agent cannot be; a clearance of a ground agent; more cells than memory can hold;
 * `capacity` zero.
 */
VoxnavStatus voxnav_find_places(struct VoxnavView view,
                                struct VoxnavPoint from,
                                const struct VoxnavPlaceQuery *query,
                                struct VoxnavPlace *buffer,
                                size_t capacity,
                                size_t *count);

/**
 * Finds the place to flee to from dangers, for the agent of a view that is at a position: of those that it gets to before any
 * of them, the one that they get to last. Places from three quarters of `length` on are preferred. Writes 1 into
 * `is_dead_end` where there is none of these, else 0. Returns `VOXNAV_STATUS_NOTHING` where the dangers are there already.
 *
 * Errors: as `voxnav_find_places`.
 */
VoxnavStatus voxnav_flee_from(struct VoxnavView view,
                              struct VoxnavPoint from,
                              const struct VoxnavPoint *dangers,
                              size_t danger_count,
                              double length,
                              struct VoxnavPlace *place,
                              uint8_t *is_dead_end);

/**
 * Finds places around a target by which its ways out are held: where a way leads first farther than `radius` world units from
 * it. Writes at most `capacity` positions, into `count` how many, and into `gap`, which may be null, how near every way out
 * passes to one of them. None where there is no way out.
 *
 * Errors: a target where the agent cannot be, a radius that is negative, `capacity` zero, more cells than memory can hold.
 */
VoxnavStatus voxnav_surround(struct VoxnavView view,
                             struct VoxnavPoint target,
                             double radius,
                             struct VoxnavPoint *buffer,
                             size_t capacity,
                             size_t *count,
                             double *gap);

/**
 * Moves a box with half extents from one position to another among the obstacles on some layers (a bit each, 0 for
 * all), and writes what it meets first into `hit`; returns `VOXNAV_STATUS_NOTHING` where it meets nothing. Half
 * extents of zero are those of a ray. A box of some size stops where it has sunk in by a 1,024th of a cell, so that
 * sliding along something is not meeting it.
 *
 * Errors: positions that are not finite or too far away, half extents that are negative.
 */
VoxnavStatus voxnav_obstacles_sweep(struct VoxnavNavigator navigator,
                                    struct VoxnavPoint from,
                                    struct VoxnavPoint to,
                                    struct VoxnavPoint half_extents,
                                    uint32_t layers,
                                    struct VoxnavHit *hit);

/**
 * Casts a ray from one position to another through the cells at which a flying agent can be, or those that are free
 * for a ground agent; of a view, or of the agent as of now. Writes the first that stops it into `hit`, or
 * returns `VOXNAV_STATUS_NOTHING` where there is none. On the ground it takes some 50 microseconds for each chunk of
 * 64 cells a side with something in it.
 *
 * Errors: positions that are not finite or too far away.
 */
VoxnavStatus voxnav_ray(struct VoxnavSpace space,
                        struct VoxnavPoint from,
                        struct VoxnavPoint to,
                        struct VoxnavHit *hit);

/**
 * Returns `VOXNAV_STATUS_OK` where the agent's box meets nothing on the straight way from one position to another, in
 * the space of a view, of a flying agent as of now, or of a plane; else `VOXNAV_STATUS_WAY_BLOCKED`.
 *
 * Errors: positions that are not finite or too far away.
 */
VoxnavStatus voxnav_is_clear(struct VoxnavSpace space, struct VoxnavPoint from, struct VoxnavPoint to);

/**
 * Writes the nearest position to another one, within a radius in world units, at which an agent can be, of a view or of
 * the agent as of now: of a flying agent the center of a cell, of a ground agent a place where it rests. With
 * `reachable_from`, which may be null, only places that a flying agent gets to from there. Returns
 * `VOXNAV_STATUS_NOTHING` where there is none.
 *
 * Errors: positions that are not finite or too far away, a radius that is negative, `reachable_from` of an agent on the
 * ground.
 */
VoxnavStatus voxnav_nearest(struct VoxnavSpace space,
                            struct VoxnavPoint position,
                            double radius,
                            const struct VoxnavPoint *reachable_from,
                            struct VoxnavPoint *nearest);

/**
 * Writes `count` random positions at which an agent can be, of a view or of the agent as of now, the same for the same
 * seed; into `found` how many there are: `count`, or 0 where there is no such place. Of a flying agent these are
 * centers of cells, each as likely as any other, and with `reachable_from`, which may be null, only such that it gets to
 * from there. Of a ground agent they are places where it rests, onto which it settled from a random cell; there
 * may be fewer than `count` where little of the bounds lies above ground.
 *
 * Errors: a position that is not finite or too far away, `reachable_from` of a ground agent.
 */
VoxnavStatus voxnav_random_places(struct VoxnavSpace space,
                                  uint64_t seed,
                                  const struct VoxnavPoint *reachable_from,
                                  struct VoxnavPoint *buffer,
                                  size_t count,
                                  size_t *found);

/**
 * Writes the distance from the cell of a position to the nearest cell at which a flying agent cannot be, in world
 * units, at most `most`.
 *
 * Errors: a position that is not finite or too far away, a distance that is negative.
 */
VoxnavStatus voxnav_distance_to_blocked(struct VoxnavAgent agent,
                                        struct VoxnavPoint position,
                                        double most,
                                        double *distance);

/**
 * Writes the point of the floor below a ground agent whose feet are at a position, where it is seen to stand: on the
 * obstacle there, which may end anywhere within a cell. Returns `VOXNAV_STATUS_NOTHING` where the agent does not stand.
 *
 * Errors: a position that is not finite or too far away, a flying agent.
 */
VoxnavStatus voxnav_floor_under(struct VoxnavAgent agent, struct VoxnavPoint position, struct VoxnavPoint *floor);

/**
 * Writes the positions that a flying agent reaches from another one by routes no longer than `length` with what
 * terrain adds, nearest first, and the length of each, likewise, into `lengths`, which may be null: at most `capacity`,
 * and into `count` how many there are.
 *
 * Errors: a position that is not finite or too far away, a length that is negative, more cells than memory can hold.
 */
VoxnavStatus voxnav_positions_within(struct VoxnavAgent agent,
                                     struct VoxnavPoint from,
                                     double length,
                                     struct VoxnavPoint *buffer,
                                     double *lengths,
                                     size_t capacity,
                                     size_t *count);

/**
 * Writes what would have to change for a ground agent to get from a position to a destination, in the world of a
 * view or of the agent as of now: each change that would do alone. At most `capacity` are written, and into `count` how
 * many there are: none where no one change would do, and where there is a route. It takes dozens of searches: for a
 * message to a person. Of a flying agent, `voxnav_route_largest` tells.
 *
 * Errors: positions that are not finite or too far away, a flying agent.
 */
VoxnavStatus voxnav_remedies(struct VoxnavSpace space,
                             struct VoxnavPoint from,
                             const struct VoxnavDestination *to,
                             struct VoxnavRemedy *buffer,
                             size_t capacity,
                             size_t *count);

/**
 * Makes a scheduler for agents that move as that of a view does, flying or on the ground, and writes its handle into
 * `scheduler`: `in_flight` searches take turns, 0 for 16, of `turn` expansions each, 0 for 256; others wait.
 */
VoxnavStatus voxnav_scheduler_new(struct VoxnavView view,
                                  uint32_t in_flight,
                                  uint64_t turn,
                                  struct VoxnavScheduler *scheduler);

/**
 * Adds the question for a route from a position to a destination in the world of a view, and writes the number of its
 * search into `ticket`, from 1. A search gets `priority` turns at a time, 1 to 255, 0 for 1, and places first.
 *
 * Errors: positions that are not finite or too far away, a view of an agent that moves another way.
 */
VoxnavStatus voxnav_scheduler_add(struct VoxnavScheduler scheduler,
                                  struct VoxnavView view,
                                  struct VoxnavPoint from,
                                  const struct VoxnavDestination *to,
                                  uint32_t priority,
                                  uint64_t *ticket);

/**
 * Searches on for at most `most` expansions: once in a frame. Returns `VOXNAV_STATUS_PENDING` while there are searches
 * that have not ended, else `VOXNAV_STATUS_OK`; `voxnav_scheduler_take` has the routes of those that have.
 */
VoxnavStatus voxnav_scheduler_step(struct VoxnavScheduler scheduler, uint64_t most);

/**
 * Takes the route of the next search that has ended, in the order in which they did: writes its number into `ticket`
 * and the route into `route`, as `voxnav_find_route` does, and returns the outcome. Returns `VOXNAV_STATUS_NOTHING`
 * where there is none.
 *
 * Errors: a route that is too long to be listed; it is taken all the same, and `ticket` names it.
 */
VoxnavStatus voxnav_scheduler_take(struct VoxnavScheduler scheduler, uint64_t *ticket, struct VoxnavRoute *route);

/**
 * Ends a search without a route. Returns `VOXNAV_STATUS_NOTHING` where it has ended already, or never was.
 */
VoxnavStatus voxnav_scheduler_cancel(struct VoxnavScheduler scheduler, uint64_t ticket);

/**
 * Begins a search from a position to a destination in the world of a view, and writes its handle into `search`:
 * `voxnav_search_step` does it in slices.
 *
 * Errors: positions that are not finite or too far away.
 */
VoxnavStatus voxnav_search_new(struct VoxnavView view,
                               struct VoxnavPoint from,
                               const struct VoxnavDestination *to,
                               struct VoxnavSearch *search);

/**
 * Searches on for at most `most` expansions of 50 to 500 ns each, as a rule. Returns `VOXNAV_STATUS_PENDING`, or the
 * outcome once there is one.
 *
 * Errors: a route that is too long to be listed.
 */
VoxnavStatus voxnav_search_step(struct VoxnavSearch search, uint64_t most);

/**
 * Writes the best route known so far, as `voxnav_find_route` does, and returns its outcome. A search that has not
 * ended returns `VOXNAV_STATUS_CANCELLED`, with the way to the most promising cell; one that is being improved
 * returns the best route so far.
 *
 * Errors: a route that is too long to be listed.
 */
VoxnavStatus voxnav_search_route(struct VoxnavSearch search, struct VoxnavRoute *route);

/**
 * Goes on from the route that was found to one that costs at most `within` times the optimum, 1 to 1000, in the next
 * steps. Returns `VOXNAV_STATUS_NOTHING` where there is nothing to do: no route was found, it is proved already, or
 * the search has not ended.
 *
 * Errors: a factor out of range.
 */
VoxnavStatus voxnav_search_improve(struct VoxnavSearch search, double within);

/**
 * Goes on from the route that was found to the next better one, up to the optimum, in the next steps. Returns
 * `VOXNAV_STATUS_NOTHING` where there is nothing to do, as `voxnav_search_improve` does.
 */
VoxnavStatus voxnav_search_improve_next(struct VoxnavSearch search);

/**
 * Ends a search with the best route so far: the next step returns it.
 */
VoxnavStatus voxnav_search_cancel(struct VoxnavSearch search);

/**
 * Writes the number of cells expanded so far into `expanded`, and the proved lower bound on the length of any path
 * between the cells of both ends, with what terrain adds and in world units, into `least`; both may be null.
 */
VoxnavStatus voxnav_search_progress(struct VoxnavSearch search, uint64_t *expanded, double *least);

/**
 * Makes a follower at the start of a smooth path, and writes its handle into `follower`. The path can be freed.
 */
VoxnavStatus voxnav_follower_new(struct VoxnavPath path, struct VoxnavFollower *follower);

/**
 * Has a follower follow another path, from its start.
 */
VoxnavStatus voxnav_follower_set_path(struct VoxnavFollower follower, struct VoxnavPath path);

/**
 * Takes note of the position of the agent, and writes its place on the path into `progress`, which may be null.
 *
 * Errors: a position that is not finite or too far away; the place stays.
 */
VoxnavStatus voxnav_follower_update(struct VoxnavFollower follower,
                                    struct VoxnavPoint position,
                                    struct VoxnavProgress *progress);

/**
 * Moves the place on along the path by a distance, for an agent that follows it exactly, and writes it into `progress`,
 * which may be null.
 */
VoxnavStatus voxnav_follower_advance(struct VoxnavFollower follower, double distance, struct VoxnavProgress *progress);

/**
 * Finds the place again on the whole path, for an agent that was put somewhere else, and writes it into `progress`,
 * which may be null.
 *
 * Errors: as `voxnav_follower_update`.
 */
VoxnavStatus voxnav_follower_relocate(struct VoxnavFollower follower,
                                      struct VoxnavPoint position,
                                      struct VoxnavProgress *progress);

/**
 * Writes the place of the agent on the path, as of the last update.
 */
VoxnavStatus voxnav_follower_progress(struct VoxnavFollower follower, struct VoxnavProgress *progress);

/**
 * Writes the position a distance farther along the path than the agent's place, at most its end.
 */
VoxnavStatus voxnav_follower_look_ahead(struct VoxnavFollower follower, double distance, struct VoxnavPoint *target);

/**
 * Returns `VOXNAV_STATUS_OK` where the agent is within a distance of the end of its path, along it and straight; else
 * `VOXNAV_STATUS_PENDING`.
 */
VoxnavStatus voxnav_follower_has_arrived(struct VoxnavFollower follower, double distance);

/**
 * Takes note of the position of the agent, and writes the point of its path that it can go straight to into `target`:
 * the farthest in sight up to `distance` ahead, in the space of a view, of a flying agent as of now, or of a
 * plane. An agent that goes there by any step, and asks again in every frame, arrives and touches nothing.
 *
 * Returns `VOXNAV_STATUS_TOWARD`; or `VOXNAV_STATUS_WAY_BLOCKED` or `VOXNAV_STATUS_OUT_OF_SIGHT`, for an agent that
 * needs another route.
 *
 * Errors: a position that is not finite or too far away.
 */
VoxnavStatus voxnav_follower_steer(struct VoxnavFollower follower,
                                   struct VoxnavSpace space,
                                   struct VoxnavPoint position,
                                   double distance,
                                   struct VoxnavPoint *target);

/**
 * Looks for the first place ahead where the path is not free any more, in a space as `voxnav_follower_steer` takes it,
 * and writes it into `blockage`. Returns `VOXNAV_STATUS_BLOCKED`, or `VOXNAV_STATUS_NOTHING` where the path is free.
 * In every frame it costs next to nothing while the chunks that the path crosses are the same.
 */
VoxnavStatus voxnav_follower_check(struct VoxnavFollower follower,
                                   struct VoxnavSpace space,
                                   struct VoxnavBlockage *blockage);

/**
 * Makes a replanner of the route of an agent to a destination, in the world of a view, and writes its handle into
 * `replanner`. The first update finds the route.
 *
 * Errors: a refused policy.
 */
VoxnavStatus voxnav_replanner_new(struct VoxnavView view,
                                  const struct VoxnavDestination *to,
                                  const struct VoxnavReplanPolicy *policy,
                                  struct VoxnavReplanner *replanner);

/**
 * Brings a route up to date with the world as a newer view of the agent shows it, and with the agent's position: once in
 * a frame, or after an edit. Returns `VOXNAV_STATUS_KEPT`, `REPAIRED`, `REPLANNED`, `SHORTER`, or `BLOCKED`, with the
 * distance that the agent can still go in `ahead`, which may be null.
 *
 * Errors: a position that is not finite or too far away, a view of an agent that moves another way.
 */
VoxnavStatus voxnav_replanner_update(struct VoxnavReplanner replanner,
                                     struct VoxnavView view,
                                     struct VoxnavPoint position,
                                     double *ahead);

/**
 * Sends the agent of a replanner to another destination, as of the next update.
 */
VoxnavStatus voxnav_replanner_set_goal(struct VoxnavReplanner replanner, const struct VoxnavDestination *to);

/**
 * Writes the route of a replanner, as `voxnav_find_route` does, and returns its outcome; `VOXNAV_STATUS_NOTHING`, and
 * no handle, where there is none yet.
 */
VoxnavStatus voxnav_replanner_route(struct VoxnavReplanner replanner, struct VoxnavRoute *route);

/**
 * Writes the number of routes that a replanner has had into `version`, by which a caller sees that there is another,
 * and the number of the waypoint that the agent is to go to next into `next`; both may be null. Returns
 * `VOXNAV_STATUS_NOTHING`, and writes no `next`, where the agent is at the last or has no route.
 */
VoxnavStatus voxnav_replanner_next(struct VoxnavReplanner replanner, uint64_t *version, size_t *next);

/**
 * Writes the factor of the optimum that the rest of a route costs at most, by what is proved, into `factor`; returns
 * `VOXNAV_STATUS_NOTHING` where nothing is.
 */
VoxnavStatus voxnav_replanner_bound(struct VoxnavReplanner replanner, double *factor);

/**
 * Makes the smooth path along a route of a flying agent, in the world of a view, and writes its handle into
 * `path`: where that holds the handle of a path already, this takes its place; it has to be 0 at first. Returns
 * `VOXNAV_STATUS_NOTHING`, and writes no handle, for a route without a path.
 *
 * Errors: refused options, a start or an end with no clear way to the route.
 */
VoxnavStatus voxnav_path_new(struct VoxnavView view,
                             struct VoxnavRoute route,
                             const struct VoxnavSmoothing *options,
                             struct VoxnavPath *path);

/**
 * Divides a route over the ground into legs to be followed, smoothed where they lead over even ground, in the world of
 * a view. Writes at most `capacity` of them, each with a path of its own, and into `count` how many there are; paths
 * of legs that there is no room for are not made.
 *
 * Errors: refused options.
 */
VoxnavStatus voxnav_path_legs(struct VoxnavView view,
                              struct VoxnavRoute route,
                              const struct VoxnavSmoothing *options,
                              struct VoxnavSmoothLeg *buffer,
                              size_t capacity,
                              size_t *count);

/**
 * Makes a smooth path through caller-supplied waypoints, in the lattice of a view, and writes its handle into `path`,
 * as `voxnav_path_new` does. It does not check whether segments are clear.
 *
 * Errors: no waypoint, or one that is not finite or too far away.
 */
VoxnavStatus voxnav_path_through(struct VoxnavView view,
                                 const struct VoxnavPoint *waypoints,
                                 size_t count,
                                 struct VoxnavPath *path);

/**
 * Writes the waypoints of a smooth path: at most `capacity`, and into `count` how many there are.
 */
VoxnavStatus voxnav_path_waypoints(struct VoxnavPath path, struct VoxnavPoint *buffer, size_t capacity, size_t *count);

/**
 * Writes the length of a smooth path, in world units.
 */
VoxnavStatus voxnav_path_length(struct VoxnavPath path, double *length);

/**
 * Takes the even ground around a smooth path out of a view of a ground agent, for followers to steer in, and
 * writes its handle into `plane`. Returns `VOXNAV_STATUS_NOTHING`, and writes no handle, where there is none. It takes
 * far longer than to steer: keep it while the world around the path is the same.
 */
VoxnavStatus voxnav_plane_new(struct VoxnavView view, struct VoxnavPath path, struct VoxnavPlane *plane);

/**
 * Makes the trajectory along a route in the world of a view, of an agent of any kind at a position: the route is smoothed
 * from there. Only the steps of `options` count; null for the usual smoothing. Corners become arcs in the air and on even
 * ground, all else leads from cell to cell; falls, jumps and links have a time of their own. Writes its handle into
 * `trajectory`: where that holds the handle of a trajectory already, this takes its place; it has to be 0 at first.
 * Returns `VOXNAV_STATUS_NOTHING`, and writes no handle, for a route without a path.
 *
 * Errors: `VOXNAV_STATUS_ERROR_OPTIONS` for refused options and limits, `VOXNAV_STATUS_ERROR_PATH` where the way is
 * blocked, or a corner is too narrow for the turning radius.
 */
VoxnavStatus voxnav_trajectory_new(struct VoxnavView view,
                                   struct VoxnavRoute route,
                                   struct VoxnavPoint position,
                                   const struct VoxnavSmoothing *options,
                                   const struct VoxnavMotionLimits *limits,
                                   struct VoxnavTrajectory *trajectory);

/**
 * Makes the trajectory along a smooth path, in a space as `voxnav_follower_steer` takes it, and writes its handle into
 * `trajectory`, as `voxnav_trajectory_new` does.
 *
 * Errors: as of `voxnav_trajectory_new`.
 */
VoxnavStatus voxnav_trajectory_along(struct VoxnavSpace space,
                                     struct VoxnavPath path,
                                     const struct VoxnavMotionLimits *limits,
                                     struct VoxnavTrajectory *trajectory);

/**
 * Writes the facts of a trajectory.
 */
VoxnavStatus voxnav_trajectory_info(struct VoxnavTrajectory trajectory, struct VoxnavTrajectoryInfo *info);

/**
 * Writes the state of the agent at a time in seconds: before the start that at the start, after the end that at rest
 * there. Nothing is allocated.
 */
VoxnavStatus voxnav_trajectory_at(struct VoxnavTrajectory trajectory, double seconds, struct VoxnavMotion *motion);

/**
 * Writes the time at which a trajectory is nearest to a position within a distance, in seconds: an agent that was pushed
 * off it gets on again there. Where it comes near more than once, the time nearest to `around` counts. Returns
 * `VOXNAV_STATUS_NOTHING` for an agent that is farther away, which needs another trajectory.
 */
VoxnavStatus voxnav_trajectory_time_near(struct VoxnavTrajectory trajectory,
                                         struct VoxnavPoint position,
                                         double distance,
                                         double around,
                                         double *seconds);

/**
 * Makes a watch without routes over the world of a view, and writes its handle into `watch`.
 */
VoxnavStatus voxnav_path_watcher_new(struct VoxnavView view, struct VoxnavPathWatcher *watch);

/**
 * Watches the path of a route, and writes a number for it into `path`, from 1. Returns `VOXNAV_STATUS_NOTHING`, and
 * watches nothing, for a route without a path.
 *
 * Errors: a route of an agent that moves another way, or one that is too long.
 */
VoxnavStatus voxnav_path_watcher_insert(struct VoxnavPathWatcher watch, struct VoxnavRoute route, uint64_t *path);

/**
 * Ends the watch over a route.
 *
 * Errors: an unknown number.
 */
VoxnavStatus voxnav_path_watcher_remove(struct VoxnavPathWatcher watch, uint64_t path);

/**
 * Says that an agent has made so many moves along its route in all: those are not watched any more.
 *
 * Errors: an unknown number.
 */
VoxnavStatus voxnav_path_watcher_advance(struct VoxnavPathWatcher watch, uint64_t path, uint64_t moves);

/**
 * Returns `VOXNAV_STATUS_BLOCKED` where a route is not free, as of the last update; else `VOXNAV_STATUS_OK`.
 *
 * Errors: an unknown number.
 */
VoxnavStatus voxnav_path_watcher_is_blocked(struct VoxnavPathWatcher watch, uint64_t path);

/**
 * Looks at the world of a newer view, and writes what its changes mean for the routes: at most `capacity` events, and
 * into `count` how many there are. Events that there is no room for are lost: each route has at most one of each kind.
 *
 * Errors: a view of an agent that moves another way.
 */
VoxnavStatus voxnav_path_watcher_update(struct VoxnavPathWatcher watch,
                                        struct VoxnavView view,
                                        struct VoxnavEvent *buffer,
                                        size_t capacity,
                                        size_t *count);

/**
 * Sends an agent to a destination: a position, or the best to reach of many places. It goes on along what it has until
 * there is a better route; events tell how it fares. A pointer to a function of the destination's is kept until the
 * agent is sent elsewhere, or the crowd is freed.
 *
 * Errors: an unknown id, positions that are not finite, distances that are negative.
 */
VoxnavStatus voxnav_crowd_send(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id, const struct VoxnavDestination *to);

/**
 * Sends an agent to a position: `voxnav_crowd_send` without a struct.
 */
VoxnavStatus voxnav_crowd_send_to(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id, struct VoxnavPoint to);

/**
 * Sends `count` agents to one point, where they settle next to each other: each has a place where its body touches nothing
 * and no other, with a way to the point, and they are assigned such that ways do not cross. Writes the place of each into
 * `places`, in the order of `ids`: as many as agents, unless it is null.
 *
 * Each agent then has a target and an event of its arrival as if it were sent to its place.
 *
 * Errors: an unknown id, `VOXNAV_STATUS_ERROR_OPTIONS` for one that is named twice; a position that is not finite;
 * `VOXNAV_STATUS_ERROR_NO_ROOM` for a point where a body cannot be, or with too few places. No agent is sent then.
 */
VoxnavStatus voxnav_crowd_send_group(struct VoxnavCrowd crowd,
                                     const VoxnavCrowdAgentId *ids,
                                     size_t count,
                                     struct VoxnavPoint point,
                                     struct VoxnavPoint *places);

/**
 * Has an agent follow another one of the crowd up to a distance in world units; it has arrived whenever it is near
 * enough, and goes on when the other one does. What moves by itself is an agent that others move.
 *
 * Errors: an unknown id, a distance that is negative.
 */
VoxnavStatus voxnav_crowd_follow(struct VoxnavCrowd crowd,
                                 VoxnavCrowdAgentId id,
                                 VoxnavCrowdAgentId leader,
                                 double within);

/**
 * Has an agent move at a velocity, in world units a second, as far as walls and others let it, until it is sent elsewhere or
 * stopped: a longer one counts as its speed. It plans nothing and never arrives; a ground agent stays on the plane that
 * it stands on, and where agents pass through one another it stays where it is.
 *
 * Errors: an unknown id, a velocity that is not finite.
 */
VoxnavStatus voxnav_crowd_move(struct VoxnavCrowd crowd,
                               VoxnavCrowdAgentId id,
                               struct VoxnavPoint velocity);

/**
 * Sets the neighbors that do not cooperate: only agents of the crowd avoid them. The list holds for all updates until
 * the next call, and may be empty.
 *
 * Errors: a position or a velocity that is not finite, a radius or a height that is not above zero; those set before
 * stay then.
 */
VoxnavStatus voxnav_crowd_set_characters(struct VoxnavCrowd crowd,
                                         const struct VoxnavCharacter *characters,
                                         size_t count);

/**
 * Makes `count` agents follow a joint plan in its order, in flight or over the legs of a ground agent. Each starts in
 * its first cell, where it has to be. No two of them collide, however fast or late they are. An agent that is sent
 * somewhere else, or is removed, leaves the plan.
 *
 * Errors: another number of agents than the plan has, or one twice; an unknown id; `VOXNAV_STATUS_ERROR_NO_ROOM` for an
 * agent that is not in its first cell; `VOXNAV_STATUS_ERROR_ARGUMENT` for a search without a plan.
 */
VoxnavStatus voxnav_crowd_follow_plan(struct VoxnavCrowd crowd,
                                      const VoxnavCrowdAgentId *ids,
                                      size_t count,
                                      struct VoxnavMapf plan);

/**
 * Has an agent stay where it is, at the next place where it can rest.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_crowd_stop(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id);

/**
 * Writes the waypoints of the smooth route of an agent, from where it was when it was given the route to the end, on the
 * ground where its feet are: at most `capacity`, and into `count` how many there are, none if it has no route.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_crowd_waypoints(struct VoxnavCrowd crowd,
                                    VoxnavCrowdAgentId id,
                                    struct VoxnavPoint *buffer,
                                    size_t capacity,
                                    size_t *count);

/**
 * Tells a crowd where an agent is: as physics moved it, pushed it, or as a teleport did. If it is off its way, it gets
 * another.
 *
 * Errors: an unknown id; a position that is not finite, or so far from zero that numbers are coarse there.
 */
VoxnavStatus voxnav_crowd_set_position(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id, struct VoxnavPoint position);

/**
 * Tells a crowd where `count` agents are, each id with the position of the same number.
 *
 * Errors: an unknown id; a position that is not finite, or so far from zero that numbers are coarse there; then all are
 * as before.
 */
VoxnavStatus voxnav_crowd_move_all(struct VoxnavCrowd crowd,
                                   const VoxnavCrowdAgentId *ids,
                                   const struct VoxnavPoint *positions,
                                   size_t count);

/**
 * Writes the states of all agents of a crowd, in the order in which they were added. At most `capacity` states are
 * written; `count` is the number of all.
 */
VoxnavStatus voxnav_crowd_states(struct VoxnavCrowd crowd,
                                 struct VoxnavCrowdAgentState *buffer,
                                 size_t capacity,
                                 size_t *count);

/**
 * Writes the state of an agent of a crowd.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_crowd_state(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id, struct VoxnavCrowdAgentState *state);

/**
 * Writes half of the size of the largest agent of the shape of a flying one that would get to its destination.
 * Returns `VOXNAV_STATUS_NOTHING` if not even a point does, there is a way, or the agent is on the ground or has no
 * destination. It takes up to nine bakes of the world: for a message to a person.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_crowd_largest_passable_agent(struct VoxnavCrowd crowd,
                                                 VoxnavCrowdAgentId id,
                                                 struct VoxnavPoint *half_extents);

/**
 * Writes what would have to change in the world of the last update for a ground agent to get to its destination,
 * as `voxnav_remedies` does: at most `capacity`, and into `count` how many there are; none for a flying one, or that has
 * no destination.
 *
 * Errors: an unknown id; a navigator that was freed.
 */
VoxnavStatus voxnav_crowd_remedies(struct VoxnavCrowd crowd,
                                   VoxnavCrowdAgentId id,
                                   struct VoxnavRemedy *buffer,
                                   size_t capacity,
                                   size_t *count);

/**
 * Moves an obstacle of the navigator of a crowd to a position, under a rotation that is none where it is all zero, unless
 * it would touch an agent of the crowd there: then it returns `VOXNAV_STATUS_IN_THE_WAY`, and writes the ids of those in its
 * way in the order in which they were added, at most `capacity`, and into `count` how many there are. The way there does
 * not count: move what moves far in small steps. It takes a box query for each agent.
 *
 * Errors: an unknown id, a placement that is refused, a navigator that was freed, an agent that was removed from it. The
 * obstacle is where it was then.
 */
VoxnavStatus voxnav_crowd_try_move_obstacle(struct VoxnavCrowd crowd,
                                            VoxnavObstacleId obstacle,
                                            struct VoxnavPoint position,
                                            struct VoxnavRotation rotation,
                                            VoxnavCrowdAgentId *buffer,
                                            size_t capacity,
                                            size_t *count);

/**
 * Makes an empty crowd in the world of a navigator, and writes its handle into `crowd`. It lives on when the navigator
 * is freed, and then refuses its updates.
 *
 * Errors: refused settings.
 */
VoxnavStatus voxnav_crowd_new(struct VoxnavNavigator navigator,
                              const struct VoxnavCrowdSettings *settings,
                              struct VoxnavCrowd *crowd);

/**
 * Makes an empty crowd whose settings are a text in JSON, and writes its handle into `crowd`: an object with the fields of
 * `CrowdSpec`, the form in which every binding of voxnav has them, such as
 * `{ "budget": 1500, "routes": { "keep_away": 0.5 } }`. What is left out is as by default.
 *
 * Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field.
 */
VoxnavStatus voxnav_crowd_new_json(struct VoxnavNavigator navigator,
                                   const char *json,
                                   struct VoxnavCrowd *crowd);

/**
 * Adds an agent to a crowd and writes its id into `id`: with the body of an agent of the navigator, flying or on the
 * ground, which any number of agents of the crowd share. It stays where it is until it is sent somewhere.
 *
 * Errors: an agent of another navigator; a position that is not finite or too far away; a speed or a distance that is
 * negative or not finite, and one to keep away from what blocks a ground agent; `VOXNAV_STATUS_ERROR_NO_ROOM` where the body does not fit.
 */
VoxnavStatus voxnav_crowd_add(struct VoxnavCrowd crowd,
                              struct VoxnavAgent body,
                              const struct VoxnavCrowdAgent *agent,
                              VoxnavCrowdAgentId *id);

/**
 * Removes an agent from a crowd. Agents that follow it receive an event.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_crowd_remove(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id);

/**
 * Writes the ids of the agents of a crowd, in the order in which they were added. At most `capacity` ids are written;
 * `count` is the number of all.
 */
VoxnavStatus voxnav_crowd_ids(struct VoxnavCrowd crowd, VoxnavCrowdAgentId *buffer, size_t capacity, size_t *count);

/**
 * Has `count` agents follow a leader in a formation that goes and turns with it: each keeps its place where it is wide, and
 * follows on the trail of the leader where it is narrow. When the leader rests, all come to rest. If it is removed, the
 * first of those left leads the others, and takes over where it was sent, with an event. A leader has one formation; an
 * agent leaves it when it is sent elsewhere or stopped.
 *
 * Errors: an unknown id, `VOXNAV_STATUS_ERROR_OPTIONS` for one that is named twice, or as the leader, too; a distance that
 * is negative or not finite, a shape that is none. No agent follows then.
 */
VoxnavStatus voxnav_crowd_follow_in_formation(struct VoxnavCrowd crowd,
                                              VoxnavCrowdAgentId leader,
                                              const VoxnavCrowdAgentId *ids,
                                              size_t count,
                                              const struct VoxnavFormation *formation);

/**
 * Makes a planner in the world of a view, or of an agent as of now: `count` agents at their starts, where they
 * stay until `voxnav_lifelong_send` sends them somewhere, and writes its handle into `planner`. Later edits do not change it.
 * Ground agents settle below positions, and their moves take steps by what they cost: see `voxnav_lifelong_leg`.
 *
 * Errors: positions that are not finite or too far away; starts that are blocked, outside, or taken twice; a radius out
 * of range, or too large for cells as flat as these; `VOXNAV_STATUS_ERROR_TOO_MUCH` where the limit of memory is too low.
 */
VoxnavStatus voxnav_lifelong_new(struct VoxnavSpace space,
                                 const struct VoxnavPoint *starts,
                                 size_t count,
                                 const struct VoxnavMapfOptions *options,
                                 struct VoxnavLifelongPlanner *planner);

/**
 * Sends an agent of a planner, by its number from 0, to a goal. Several agents may be sent to one goal; the next comes when
 * the one before has been sent elsewhere.
 *
 * Errors: a number of no agent; a goal that is blocked, outside, or cannot be reached. The agent keeps its goal then.
 */
VoxnavStatus voxnav_lifelong_send(struct VoxnavLifelongPlanner planner,
                                  size_t agent,
                                  struct VoxnavPoint goal);

/**
 * Takes all agents of a planner on by one step: each stays, or makes one move, or a step of a ground agent. It takes
 * about a microsecond for each agent; more on the ground, and in a step in which an agent is rescued.
 */
VoxnavStatus voxnav_lifelong_step(struct VoxnavLifelongPlanner planner);

/**
 * Returns `VOXNAV_STATUS_OK` where an agent of a planner is at its goal; else `VOXNAV_STATUS_PENDING`.
 *
 * Errors: a number of no agent.
 */
VoxnavStatus voxnav_lifelong_has_arrived(struct VoxnavLifelongPlanner planner, size_t agent);

/**
 * Writes the move of several steps that an agent of a planner is on, by the steps since the planner began, of which
 * `voxnav_lifelong_info` counts those so far. Returns `VOXNAV_STATUS_NOTHING` for an agent that rests, flies, or moves from
 * cell to cell in one step.
 *
 * Errors: a number of no agent.
 */
VoxnavStatus voxnav_lifelong_leg(struct VoxnavLifelongPlanner planner,
                                 size_t agent,
                                 struct VoxnavPlannedLeg *leg);

/**
 * Writes the positions of all agents of a planner in the order of their starts: at most `capacity`, and into `count` how many
 * there are. Of flying agents these are centers of cells; a ground agent is where it was until a move of several
 * steps has ended.
 */
VoxnavStatus voxnav_lifelong_places(struct VoxnavLifelongPlanner planner,
                                    struct VoxnavPoint *buffer,
                                    size_t capacity,
                                    size_t *count);

/**
 * Writes the cells of all agents of a planner, as `voxnav_lifelong_places` writes their positions.
 */
VoxnavStatus voxnav_lifelong_cells(struct VoxnavLifelongPlanner planner,
                                   struct VoxnavCell *buffer,
                                   size_t capacity,
                                   size_t *count);

/**
 * Writes the facts about a planner.
 */
VoxnavStatus voxnav_lifelong_info(struct VoxnavLifelongPlanner planner, struct VoxnavLifelongInfo *info);

/**
 * Begins a joint plan in the world of a view, or of an agent as of now, for `count` agents that go each from one position
 * to the goal of the same number, or with `any_goal` one to each goal, and writes its handle into `plan`:
 * `voxnav_mapf_step` makes it. Flying agents are in the cells of positions; walls are kept away from by the world
 * that they move in. Ground agents settle below positions, and their moves take steps by what they cost; of the
 * options the radius, limits and the seed count.
 *
 * Errors: positions that are not finite or too far away; starts and goals that are blocked, outside, or taken twice,
 * all of which the message names; a radius out of range, or too large for cells as flat as these.
 */
VoxnavStatus voxnav_mapf_new(struct VoxnavSpace space,
                             const struct VoxnavPoint *starts,
                             const struct VoxnavPoint *goals,
                             size_t count,
                             const struct VoxnavMapfOptions *options,
                             struct VoxnavMapf *plan);

/**
 * Searches on for at most `most` configurations. Returns `VOXNAV_STATUS_PENDING`; `VOXNAV_STATUS_FOUND` once there is a
 * plan, `VOXNAV_STATUS_UNREACHABLE` with the proof that there is none, `VOXNAV_STATUS_LIMIT_REACHED` for a limit that
 * came first. On the ground, and of goals that any agent may take, the distances to each goal come first, and count as
 * one configuration. The plan is the same however the search is divided.
 */
VoxnavStatus voxnav_mapf_step(struct VoxnavMapf plan, uint64_t most);

/**
 * Tries to shorten the plan that was found, by new paths for a few agents at a time: `tries` times, some milliseconds
 * each, or tens of them on the ground where agents are many. The plan never becomes worse, and agents keep the goals to
 * which it leads them; it stays as it is where the limit of memory is too low. Returns `VOXNAV_STATUS_NOTHING` where there
 * is no plan yet.
 */
VoxnavStatus voxnav_mapf_improve(struct VoxnavMapf plan,
                                 uint64_t tries);

/**
 * Writes the facts about a joint plan.
 */
VoxnavStatus voxnav_mapf_info(struct VoxnavMapf plan, struct VoxnavMapfInfo *info);

/**
 * Writes the positions of an agent after each step, from its start to where it stands permanently: at most `capacity`, and
 * into `count` how many there are. Of flying agents these are centers of cells; a ground agent is where it was
 * until a leg has ended. Returns `VOXNAV_STATUS_NOTHING` where there is no plan.
 *
 * Errors: a number of no agent.
 */
VoxnavStatus voxnav_mapf_path(struct VoxnavMapf plan,
                              size_t agent,
                              struct VoxnavPoint *buffer,
                              size_t capacity,
                              size_t *count);

/**
 * Writes the cells of an agent after each step, as `voxnav_mapf_path` writes its positions.
 *
 * Errors: a number of no agent.
 */
VoxnavStatus voxnav_mapf_cells(struct VoxnavMapf plan,
                               size_t agent,
                               struct VoxnavCell *buffer,
                               size_t capacity,
                               size_t *count);

/**
 * Writes the positions of all agents after so many steps, in the order of their starts, as `voxnav_mapf_path` has
 * them: at most `capacity`, and into `count` how many there are. Agents stand at their goals permanently at last. Returns
 * `VOXNAV_STATUS_NOTHING` where there is no plan.
 */
VoxnavStatus voxnav_mapf_places(struct VoxnavMapf plan,
                                size_t step,
                                struct VoxnavPoint *buffer,
                                size_t capacity,
                                size_t *count);

/**
 * Writes the legs of a ground agent in their order, each a move that takes some steps: at most `capacity`, and
 * into `count` how many there are. Returns `VOXNAV_STATUS_NOTHING` where there is no plan.
 *
 * Errors: a number of no agent; `VOXNAV_STATUS_ERROR_UNSUPPORTED` for flying agents, whose moves take a step each.
 */
VoxnavStatus voxnav_mapf_legs(struct VoxnavMapf plan,
                              size_t agent,
                              struct VoxnavPlannedLeg *buffer,
                              size_t capacity,
                              size_t *count);

/**
 * Writes for each agent the number of the goal that it goes to, from 0, in the list of goals: its own, or with `any_goal`
 * the one that it was given. At most `capacity` are written, and into `count` how many there are. Returns
 * `VOXNAV_STATUS_NOTHING` where there is no plan.
 */
VoxnavStatus voxnav_mapf_goals(struct VoxnavMapf plan,
                               uint32_t *buffer,
                               size_t capacity,
                               size_t *count);

/**
 * Sets the speed of an agent, in world units a second. With 0 it stays where it is, and keeps where it is sent.
 *
 * Errors: an unknown id, a speed that is negative or not finite.
 */
VoxnavStatus voxnav_crowd_set_speed(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id, double speed);

/**
 * Sets the priority of an agent: others make way for one of a higher one.
 *
 * Errors: an unknown id.
 */
VoxnavStatus voxnav_crowd_set_priority(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id, int32_t priority);

/**
 * Sets the radius of an agent for others, in world units; 0 for that of its body. An agent that now overlaps others
 * parts from them, and an event reports the overlap.
 *
 * Errors: an unknown id, a radius that is negative or not finite.
 */
VoxnavStatus voxnav_crowd_set_radius(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id, double radius);

/**
 * Sets the distance that a flying agent keeps from what blocks it, in world units, where there is room, and the weight
 * of moves right next to that, from 1. A distance of 0 uses the options of the crowd. The agent keeps its destination
 * and is given another route.
 *
 * Errors: an unknown id, a distance that is negative or not a number, a weight of zero or above 65,535, an agent on the
 * ground.
 */
VoxnavStatus voxnav_crowd_set_keep_away(struct VoxnavCrowd crowd,
                                        VoxnavCrowdAgentId id,
                                        double distance,
                                        uint32_t weight);

/**
 * Gives an agent of a crowd the body of another agent of the navigator, such as a larger one. It keeps its position and
 * where it is sent, and is given another route.
 *
 * Errors: an unknown id; an agent of another navigator; `VOXNAV_STATUS_ERROR_NO_ROOM` where the body does not fit.
 */
VoxnavStatus voxnav_crowd_set_body(struct VoxnavCrowd crowd, VoxnavCrowdAgentId id, struct VoxnavAgent agent);

/**
 * Writes a crowd to bytes, and their handle into `bytes`, for `voxnav_bytes_read`: all agents with their ids, where they
 * are and where they are sent, and neighbors that do not cooperate. The crowd forgets its routes and finds them again: from
 * here on it does the same as one that is loaded. An agent in the middle of a jump or a climb goes back to where it begins.
 *
 * Errors: `VOXNAV_STATUS_ERROR_UNSUPPORTED` for an agent that follows a joint plan, or is sent to cells instead of
 * positions; nothing has changed then.
 */
VoxnavStatus voxnav_crowd_to_bytes(struct VoxnavCrowd crowd,
                                   struct VoxnavBytes *bytes);

/**
 * Makes the crowd in bytes, `length` long, that `voxnav_crowd_to_bytes` wrote, in the world of a navigator, and writes its
 * handle into `crowd`. Agents have the ids that they had, and the bodies that the navigator has under the same numbers: save
 * and load it, too.
 *
 * Errors: refused settings; `VOXNAV_STATUS_ERROR_FILE` for bytes that no crowd wrote.
 */
VoxnavStatus voxnav_crowd_from_bytes(struct VoxnavNavigator navigator,
                                     const uint8_t *bytes,
                                     size_t length,
                                     const struct VoxnavCrowdSettings *settings,
                                     struct VoxnavCrowd *crowd);

/**
 * Advances a crowd by `dt` seconds in the current world of its navigator. Agents check for edits, keep, mend or find
 * routes within the work of the settings, steer, and move. The states of agents that others move contain their step.
 * `voxnav_crowd_events` has what happened. In an update of no time agents plan, and stay.
 * Errors: a time that is negative or not finite; a navigator that was freed, an agent that was removed from it. All
 * agents are as before.
 */
VoxnavStatus voxnav_crowd_update(struct VoxnavCrowd crowd, double dt);

/**
 * Does the first half of an update: agents check for edits, keep, mend or find routes, and steer. Their states have
 * the velocities that they would have if they were alone. `voxnav_crowd_update_positions` is the other half; a caller
 * that avoids others in another way calls `voxnav_crowd_set_position` instead. `voxnav_crowd_events` has what
 * happened.
 *
 * Errors: as `voxnav_crowd_update`.
 */
VoxnavStatus voxnav_crowd_update_plans(struct VoxnavCrowd crowd, double dt);

/**
 * Does the second half of an update: agents avoid each other, and move by the steps that they end up with.
 * `voxnav_crowd_events` has what happened in this half.
 *
 * Errors: a time that is negative or not finite.
 */
VoxnavStatus voxnav_crowd_update_positions(struct VoxnavCrowd crowd, double dt);

/**
 * Writes the events of the last update of a crowd, in the order of its agents: at most `capacity`, and into `count` how
 * many there are. They stay until the next update.
 */
VoxnavStatus voxnav_crowd_events(struct VoxnavCrowd crowd,
                                 struct VoxnavCrowdEvent *buffer,
                                 size_t capacity,
                                 size_t *count);

/**
 * Writes the work of the last update of a crowd.
 */
VoxnavStatus voxnav_crowd_work(struct VoxnavCrowd crowd, struct VoxnavPlanningStats *work);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VOXNAV_H */
