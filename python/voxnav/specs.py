"""Agents, searches and crowds as data: the forms that every binding and file of voxnav reads.

Written by a test from the sources in Rust: `VOXNAV_SPECS=write cargo test -p voxnav --all-features --test voxnav
spec_types`.
"""

from __future__ import annotations

from typing import Literal, Mapping, Sequence, TypedDict, Union


class JumpReach(TypedDict):
    """The lengths of jumps, in world units."""

    # The widest gap between the cells that the agent leaves and lands on.
    gap: float
    # The largest height of the landing above the takeoff.
    rise: float


class Reach(TypedDict, total=False):
    """The heights and distances of an agent's abilities, in world units."""

    # The largest height of a step up.
    step: float
    # The largest drop onto ground.
    drop: float
    # The largest drop into liquid that the agent swims in.
    drop_into_liquid: float
    # Jumps, if the agent can jump.
    jump: JumpReach
    # The steepest ground on which the agent stands, in degrees; None for any. With a limit, a body that stands
    # on what is below its center also stands on slopes on its uphill edge: see Support::Slope.
    slope: int


class JumpSpec(TypedDict, total=False):
    """Jumps: what differs from those of the preset, or else from jumps over one cell."""

    # The most cells that a jump leads over, 0 to 15.
    gap: int
    # The largest height of the landing above the takeoff, in cells, 0 to 15.
    rise: int
    # The least height of the arc above the takeoff, in cells, 0 to 15.
    arc: int
    # The cost of a jump, in addition to the walk.
    cost: float
    # The directions of jumps: "four" or "eight".
    compass: Literal["eight", "four"]


class SwimSpec(TypedDict):
    """The costs of swimming a cell."""

    # The cost to a cell where liquid covers the highest cell of the body.
    below: float
    # The cost to a cell where it does not.
    surface: float


class CrouchSpec(TypedDict):
    """The lower stance of an agent."""

    # The height of the crouched body, in cells.
    height: int
    # The factor on the costs of moves to cells at which it has to crouch, 1/16 to 64.
    factor: float


class LocomotionFields(TypedDict, total=False):
    """The abilities of a ground agent: a preset, and what differs from it. What is left out is as in the
    preset.
    """

    # The direction of up: "x", "y", "z", "-x", "-y" or "-z"; that of the navigator or the program if it is
    # left out.
    up: Literal["x", "y", "z", "-x", "-y", "-z"]
    # The cells below the body that have to bear it: "center", "whole", "any" or "slope".
    support: Literal["center", "whole", "any", "slope"]
    # The steepest ground on which the agent stands, in degrees, 1 to 89; null for any. Obstacles have slopes,
    # cells none.
    slope: Union[int, bool, None]
    # The directions of walking and swimming: "eight" or "four".
    compass: Literal["eight", "four"]
    # The cells next to a diagonal move that have to be free: "strict", "one-side" or "lenient".
    corners: Literal["strict", "one-side", "lenient"]
    # The policy for unknown cells, of agents among cells: "blocked", "free" or "stop at boundary". A navigator
    # takes that of the agent.
    unknown: Literal["blocked", "free", "stop at boundary"]
    # The cells of the body, of agents among cells, as offsets min and max. A navigator takes the size of the
    # agent.
    body: Mapping[str, Sequence[int]]
    # The cost of walking a cell. Steps, drops and jumps need it.
    walk: Union[float, bool, None]
    # The largest height of a step up, in cells, 0 to 63.
    step_up: int
    # The cost of a step up for each cell of height, in addition to the walk.
    step: float
    # The largest drop onto ground, in cells, 0 to 63.
    drop: int
    # The largest drop into liquid that the agent swims in, in cells, 0 to 63.
    drop_into_liquid: int
    # The cost of falling a cell, in addition to the walk; or a list with that of falling 1, 2, 3, ... cells.
    fall: Union[float, Sequence[float]]
    # Jumps over gaps and onto ledges.
    jump: Union[JumpSpec, bool, None]
    # The cost of climbing a cell up or down.
    climb: Union[float, bool, None]
    # The cost of swimming a cell; or two, below the surface and at it.
    swim: Union[Union[float, SwimSpec], bool, None]
    # The rule for liquids that the agent does not swim in: "refused" or "allowed", to walk on their ground.
    wading: Literal["refused", "allowed"]
    # The cost of flying a cell.
    fly: Union[float, bool, None]
    # The cost that opening a door adds to a move.
    open_door: Union[float, bool, None]
    # The rule for hazards: "avoided" or "entered", at their cost.
    hazards: Literal["avoided", "entered"]
    # The lower stance of an agent that crouches.
    crouch: Union[CrouchSpec, bool, None]
    # The factors on the costs of cells of materials, by the number of the material.
    material_costs: Mapping[int, float]
    # The groups that the agent belongs to, a bit each: it uses links for one of them at least.
    groups: int
    # Heights and distances in world units, instead of those in cells.
    reach: Reach


class LocomotionSpec(LocomotionFields, total=False):
    """The abilities of a ground agent: a preset, and what differs from it. What is left out is as in the
    preset.
    """

    # The abilities that it begins with: "walker", "spider", "diver", "crouching", "ticks", "mineflayer" or
    # "roblox".
    preset: Literal["walker", "spider", "diver", "crouching", "ticks", "mineflayer", "roblox"]


class AgentSpec(TypedDict, total=False):
    """An agent: a flying box, or with ground a ground agent."""

    # The sides of the box along x, y and z in world units, or the one side of a cube.
    size: Union[float, Sequence[float]]
    # The policy for unknown cells: "blocked", "free" or "stop at boundary", where routes end before the first
    # of them.
    unknown: Literal["blocked", "free", "stop at boundary"]
    # The obstacles that block it: those that share one of these 32 bits.
    layers: int
    # The places where it looks for obstacles: "swept", between the centers of cells, too, or "centers".
    baking: Literal["swept", "centers"]
    # The abilities of a ground agent: a preset by name, or what differs from one. It flies if this is left
    # out.
    ground: Union[LocomotionSpec, str, bool]


class RouteSpec(TypedDict, total=False):
    """The options of searches for routes: RouteOptions as data. What is left out is as by default."""

    # The algorithm: "auto", the fastest exact one, "jump", "canonical", "astar", "dijkstra", "weighted:W" with
    # a factor W from 1 to 1000, "bidirectional", "lazy-theta", "greedy", or "clusters", a first path at once.
    algorithm: str
    # The neighbors of a cell: 26, 18, 6, or in a plane "planar8-x", "planar4-z" and so on.
    moves: Literal[26, 18, 6, "planar8-x", "planar8-y", "planar8-z", "planar4-x", "planar4-y", "planar4-z"]
    # The cells next to a diagonal move that have to be free: "strict", all, "one-side" or "lenient".
    corners: Literal["strict", "one-side", "lenient"]
    # The estimate: "octile", "euclidean", "manhattan", "chebyshev" or "zero".
    heuristic: Literal["octile", "euclidean", "manhattan", "chebyshev", "zero"]
    # The order of equal estimates: "larger-g", "smaller-g", "first-in", "last-in" or "cell-order".
    ties: Literal["larger-g", "smaller-g", "first-in", "last-in", "cell-order"]
    # The factor of the optimum that a path may cost, 1 to 1000.
    within: float
    # True for a path that has, of the cheapest, the fewest turns. A second search counts them.
    fewest_turns: bool
    # The most cells to expand.
    max_expanded: int
    # The most bytes of search memory; a gigabyte by default.
    max_memory: int
    # The most that a path may cost, as a length in cells.
    max_cost: float
    # The distance that a blocked start may move, in world units.
    snap_start: float
    # The distance that a blocked goal may move, in world units.
    snap_goal: float
    # True for a route to the best place that can be reached where the goal cannot.
    partial: bool
    # The distance in world units to keep from what blocks a flying agent, where there is room.
    keep_away: float
    # The factor on the cost of moves that come nearer, from 1; of searches that keep away.
    keep_away_weight: int
    # True to explain a goal that cannot be reached by the largest agent that reaches it.
    explain: bool
    # True for positions on the floor itself where ground agents stand, up to the height of a cell below those
    # of cells.
    on_floor: bool


class CrowdSpec(TypedDict, total=False):
    """The settings of a crowd: CrowdSettings as data. What is left out is as by default."""

    # The most work of one update, in units of some 0.4 microseconds.
    budget: int
    # The most searches that begin in one update.
    searches: int
    # The factor of the optimum that a route may cost, 1 to 1000.
    max_suboptimality: float
    # The distance ahead at which agents steer for points of their way, in cells.
    look_ahead: float
    # The distance that an agent may be off its way before it gets another, in cells.
    max_deviation: float
    # The least number of updates between two searches of an agent for something better than a free route.
    min_replan_interval: int
    # The most updates for which an agent without a way waits until it asks again.
    max_retry_interval: int
    # True for routes that are smoothed.
    smooth: bool
    # True for agents that set out on first paths, which get better while they go. It stands for the algorithm
    # of routes.
    anytime: bool
    # True for agents that avoid each other, so that they never overlap; else they pass through one another.
    avoid: bool
    # The time for which agents look ahead to avoid each other, in seconds.
    horizon: float
    # The number of nearest others that an agent turns for. Agents never touch, whatever it is.
    neighbors: int
    # The options of all searches.
    routes: RouteSpec
