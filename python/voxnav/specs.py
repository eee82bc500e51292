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


class Jump(TypedDict, total=False):
    """Jumps over gaps and onto ledges."""

    # The most cells between the one that the agent leaves and the one that it lands on, to 15; 0 for jumps up
    # only.
    gap: int
    # The largest height of the landing above the takeoff, in cells, up to 15.
    rise: int
    # The least height of the arc above the takeoff, in cells, up to 15: the body is clear of everything at
    # that height from column to column, or at the height of the landing where that is more. 1 for cells as
    # high as a hop; more where cells are lower; 0 for leaps that pass level.
    arc: int
    # The cost of a jump, in addition to the walk over the same cells and the steps or the fall.
    cost: float
    # The directions of jumps.
    compass: Literal["eight", "four"]


class Swim(TypedDict):
    """The costs of swimming a cell."""

    # The cost to a cell where liquid covers the highest cell of the body.
    below: float
    # The cost to a cell where liquid does not cover the highest cell of the body.
    surface: float


class Crouch(TypedDict):
    """A second, lower stance."""

    # The height of the crouched body, in cells from its feet.
    height: int
    # The factor on the usual cost of moves to cells at which the agent has to crouch.
    factor: float


class LocomotionFields(TypedDict, total=False):
    """The abilities of a ground agent: those of a preset, "walker" unless it is named, with what differs from
    it.
    """

    # The direction of up; that of the navigator or the program if it is left out.
    up: Literal["x", "y", "z", "-x", "-y", "-z"]
    # Heights and distances in world units, instead of those in cells.
    reach: Reach
    # The cells that the body covers, as offsets from the cell where it is. Its feet are the lowest layer along
    # up.
    body: Mapping[str, Sequence[int]]
    # The cells below the body that have to bear it where it stands.
    support: Literal["center", "whole", "any", "slope"]
    # The steepest ground on which the agent stands, as an angle with a level plane in degrees, at most
    # Locomotion::MOST_SLOPE; None for any. What is no higher than a step above ground that is not too steep is
    # a curb, whatever its sides. It counts where obstacles are the ground of a Navigator: cells alone have no
    # slopes.
    slope: Union[int, bool, None]
    # The policy for unknown cells. Free ones are clear and do not bear. With StopAtBoundary each move of a
    # plan is one that it could make in some world which the unknown cells may turn out to be, at the least
    # that it costs in any of them; the path ends before the first move for which an unknown cell counts.
    unknown: Literal["blocked", "free", "stop at boundary"]
    # The directions of walking and swimming.
    compass: Literal["eight", "four"]
    # The rule for the cells next to a diagonal move.
    corners: Literal["strict", "one-side", "lenient"]
    # The cost of walking a cell, if the agent can walk. Steps, drops and jumps need it.
    walk: Union[float, bool, None]
    # The largest height of a step up, in cells, up to 63; more than the body's own height is allowed.
    step_up: int
    # The cost of a step up for each cell of height, in addition to the walk.
    step: float
    # The largest drop onto ground, in cells.
    drop: int
    # The largest drop into liquid that the agent swims in, in cells.
    drop_into_liquid: int
    # The cost of falling by height, in addition to the walk.
    fall: Union[float, Sequence[float]]
    # Jumps over gaps and onto ledges, if the agent can jump.
    jump: Union[Jump, bool, None]
    # The cost of climbing a cell up or down, if the agent can climb.
    climb: Union[float, bool, None]
    # The costs of swimming, if the agent can swim.
    swim: Union[Union[float, Swim], bool, None]
    # The rule for liquids of an agent that cannot swim.
    wading: Literal["refused", "allowed"]
    # The cost of flying a cell, if the agent can fly.
    fly: Union[float, bool, None]
    # The cost that opening a door adds to a move, if the agent can open doors.
    open_door: Union[float, bool, None]
    # The rule for hazards.
    hazards: Literal["avoided", "entered"]
    # The lower stance of the agent, if it can crouch.
    crouch: Union[Crouch, bool, None]
    # The cost factors that materials have for this agent, instead of Material::cost: a road for carts, mud for
    # boots. Materials that a palette does not have count for nothing.
    material_costs: Mapping[int, float]
    # The groups that the agent belongs to, a bit each: it uses links for one of them at least.
    groups: int


class LocomotionSpec(LocomotionFields, total=False):
    """The abilities of a ground agent: those of a preset, "walker" unless it is named, with what differs from
    it.
    """

    # The abilities that it begins with; "walker" unless it is named.
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
