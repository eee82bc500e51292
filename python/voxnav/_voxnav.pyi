import os
from collections.abc import Callable, Iterator, Sequence
from typing import (
    Any,
    Final,
    Literal,
    Protocol,
    SupportsFloat,
    SupportsIndex,
    TypedDict,
    final,
    overload,
)

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, Unpack, disjoint_base

from .answers import CrowdEvent, RayHits, Leg, Motions, NearestCells, Paths, Places, Statistics, View
from .specs import AgentSpec, CrowdSpec, LocomotionFields

__all__ = [
    "OUTCOMES",
    "STRAIGHT",
    "Agent",
    "Collider",
    "CostField",
    "Crowd",
    "LifelongPlanner",
    "Locomotion",
    "MotionLimits",
    "Path",
    "Replanner",
    "Table",
    "Trajectory",
    "World",
    "__version__",
    "compare",
    "read_agent",
]

__version__: Final[str]
STRAIGHT: Final[int]
OUTCOMES: Final[list[str]]

_State = Literal["free", "occupied", "unknown"]
_Keep = Literal["path", "cost", "step"]
_Axes = Literal["xyz", "zyx"]
_Axis = Literal["x", "y", "z"]
_Up = Literal["z", "y"]
_Ints = npt.NDArray[np.int32]
_Floats = npt.NDArray[np.float64]
_Bools = npt.NDArray[np.bool_]
_File = str | os.PathLike[str]

_Whole = np.integer[Any]
_Number = np.integer[Any] | np.floating[Any]

# Columns and tables of other libraries.
class _OfWhole(Protocol):
    def __array__(self) -> npt.NDArray[_Whole]: ...

class _OfNumbers(Protocol):
    def __array__(self) -> npt.NDArray[_Number]: ...

# A cell, or whatever has three whole numbers; and many of them, or one.
_Cell = Sequence[SupportsIndex] | npt.NDArray[_Whole]
_Cells = npt.NDArray[_Whole] | Sequence[_Cell] | _OfWhole | _Cell
_Box = Sequence[_Cell] | npt.NDArray[_Whole]
_Boxes = npt.NDArray[_Whole] | Sequence[_Box] | _Box
_Column = npt.NDArray[_Whole] | Sequence[SupportsIndex] | _OfWhole
_Ids = SupportsIndex | _Column
# A number, or one for each row.
_Numbers = SupportsFloat | Sequence[SupportsFloat] | npt.NDArray[_Number]
# A position; and many of them, or one.
_Position = Sequence[SupportsFloat] | npt.NDArray[_Number]
_Positions = npt.NDArray[_Number] | Sequence[_Position] | _OfNumbers | _Position

_AnyAgent = Agent | float | _Position | None
_Place = tuple[int, int, int]
_Estimate = Callable[[_Place, _Place], float]
_Heuristic = (
    Literal["octile", "euclidean", "manhattan", "chebyshev", "zero"]
    | _Estimate
    | npt.NDArray[_Number]
)
_Algorithm = (
    Literal["auto", "jump", "canonical", "astar", "dijkstra", "bidirectional", "lazy-theta", "clusters", "greedy"]
    | tuple[Literal["weighted"], float]
)
_Law = Literal["none", "admissible", "consistent", "symmetric"] | float
_Moves = (
    Literal[26, 18, 6]
    | Literal["26", "18", "6", "planar8-x", "planar8-y", "planar8-z", "planar4-x", "planar4-y", "planar4-z"]
)
_Corners = Literal["strict", "one-side", "lenient"]
_Ties = Literal["larger-g", "smaller-g", "first-in", "last-in", "cell-order"]
_Kind = Literal["solid", "passable", "liquid", "climbable", "door", "hazard"]
_NotFound = Literal[
    "unreachable",
    "limit reached",
    "cancelled",
    "stopped at unknown",
    "partial",
    "start blocked",
    "goal blocked",
    "start outside",
    "goal outside",
]
_Outcome = Literal["found"] | _NotFound
_Limit = Literal["limit_time", "limit_expanded", "limit_memory", "limit_cost"]
_Preset = Literal["walker", "spider", "diver", "crouching", "ticks", "mineflayer", "roblox"]

# A distance in world units, and a weight.
_KeepAway = tuple[float, SupportsIndex]
_KeepAways = tuple[_Numbers, _Column | SupportsIndex]

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

# The options of a search, as `compare` takes them.
class _Options(TypedDict, total=False):
    algorithm: _Algorithm
    heuristic: _Heuristic
    law: _Law | None
    moves: _Moves
    corners: _Corners
    ties: _Ties
    within: float
    fewest_turns: bool
    limit_expanded: int | None
    limit_memory: int | None
    limit_cost: int | None
    snap_start: float | None
    snap_goal: float | None
    partial: bool
    first: bool

@final
class Agent:
    def __new__(
        cls,
        size: float | _Position,
        *,
        unknown: Literal["blocked", "free", "stop at boundary"] = "blocked",
        layers: int = 0xFFFFFFFF,
        baking: Literal["swept", "centers"] = "swept",
    ) -> Self: ...
    @property
    def size(self) -> tuple[float, float, float]: ...
    @property
    def unknown(self) -> Literal["blocked", "free", "stop at boundary"]: ...
    @property
    def layers(self) -> int: ...
    @property
    def baking(self) -> Literal["swept", "centers"]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@disjoint_base
class Path:
    @property
    def cells(self) -> _Ints: ...
    @property
    def points(self) -> _Floats: ...
    @property
    def corners(self) -> _Ints: ...
    @property
    def legs(self) -> list[Leg]: ...
    @property
    def cost(self) -> int | None: ...
    @property
    def length(self) -> float | None: ...
    @property
    def turns(self) -> int | None: ...
    @property
    def outcome(self) -> _Outcome: ...
    @property
    def limit(self) -> _Limit | None: ...
    @property
    def is_found(self) -> bool: ...
    @property
    def proved(self) -> float | None: ...
    @property
    def statistics(self) -> Statistics: ...
    @property
    def unknown(self) -> tuple[int, int, int] | None: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

# What type checkers know of a path that is true, and of one that is not.
class _FoundPath(Path):
    @property
    def cost(self) -> int: ...
    @property
    def length(self) -> float: ...
    @property
    def turns(self) -> int: ...
    @property
    def outcome(self) -> Literal["found"]: ...
    @property
    def limit(self) -> None: ...
    @property
    def is_found(self) -> Literal[True]: ...
    def __bool__(self) -> Literal[True]: ...

class _OtherPath(Path):
    @property
    def outcome(self) -> _NotFound: ...
    @property
    def is_found(self) -> Literal[False]: ...
    def __bool__(self) -> Literal[False]: ...

@final
class Table:
    @property
    def column_names(self) -> list[str]: ...
    @property
    def num_rows(self) -> int: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Collider:
    @staticmethod
    def box(size: _Position) -> Collider: ...
    @staticmethod
    def ball(radius: float) -> Collider: ...
    @staticmethod
    def capsule(from_: _Position, to: _Position, radius: float) -> Collider: ...
    @staticmethod
    def mesh(
        vertices: _Positions, triangles: _Cells, *, solid: bool = False
    ) -> Collider: ...

@final
class CostField:
    @property
    def costs(self) -> _Floats: ...
    @property
    def statistics(self) -> Statistics: ...
    def cost(self, cells: _Cells) -> npt.NDArray[np.int64]: ...
    def path(self, start: _Cell) -> _Ints: ...
    def next_moves(self, cells: _Cells) -> _Ints: ...

@final
class Crowd:
    def __new__(cls, world: World, **settings: Unpack[CrowdSpec]) -> Self: ...
    def add(
        self,
        positions: _Positions,
        *,
        agent: _AnyAgent = None,
        locomotion: Locomotion | None = None,
        speed: _Numbers = 1.0,
        stopping_distance: _Numbers = 0.1,
        radius: _Numbers | None = None,
        priority: _Column | SupportsIndex = 0,
        keys: _Column | SupportsIndex | None = None,
        moved_by: Literal["crowd", "others"] = "crowd",
        keep_away: _KeepAways | None = None,
    ) -> npt.NDArray[np.uint32]: ...
    def remove(self, ids: _Ids) -> None: ...
    def send(self, ids: _Ids, goals: _Positions, *, within: float = 0.0) -> None: ...
    def send_group(self, ids: _Ids, point: _Positions) -> npt.NDArray[np.float64]: ...
    def send_to_nearest(self, ids: _Ids, goals: _Positions) -> None: ...
    def follow(self, ids: _Ids, leaders: _Ids, *, within: float = 1.0) -> None: ...
    def follow_in_formation(
        self,
        leader: int,
        ids: _Ids,
        shape: Literal["line", "wedge", "column", "ring"],
        *,
        spacing: float | None = None,
        wait: float | None = None,
    ) -> None: ...
    def follow_plan(self, ids: _Ids, plan: npt.NDArray[_Whole], *, radius: float | None = None) -> None: ...
    def follow_legs(
        self, ids: _Ids, starts: _Cells, legs: npt.NDArray[_Whole], *, radius: float | None = None
    ) -> None: ...
    def stop(self, ids: _Ids) -> None: ...
    def set_positions(self, ids: _Ids, positions: _Positions) -> None: ...
    def set_speed(self, ids: _Ids, speed: _Numbers) -> None: ...
    def set_keep_away(self, ids: _Ids, keep_away: _KeepAways | None) -> None: ...
    def set_characters(
        self,
        positions: _Positions,
        velocities: _Positions,
        radius: _Numbers,
        *,
        height: _Numbers | None = None,
    ) -> None: ...
    def update(self, dt: float) -> list[CrowdEvent]: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(world: World, data: bytes, **settings: Unpack[CrowdSpec]) -> Crowd: ...
    @property
    def world(self) -> World: ...
    @property
    def ids(self) -> npt.NDArray[np.uint32]: ...
    @property
    def positions(self) -> _Floats: ...
    @property
    def velocities(self) -> _Floats: ...
    @property
    def remaining(self) -> _Floats: ...
    @property
    def work(self) -> int: ...
    def waypoints(self, id: int) -> _Floats: ...
    def __len__(self) -> int: ...

@final
class LifelongPlanner:
    def __new__(
        cls,
        world: World,
        starts: _Cells,
        *,
        locomotion: Locomotion | None = None,
        radius: float | None = None,
        seed: int = 0,
        steps_per_move: _Column | SupportsIndex = 1,
        steps_per_turn: _Column | SupportsIndex = 0,
        up: Literal["x", "y", "z"] = "z",
        agent: _AnyAgent = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        first: bool = False,
    ) -> Self: ...
    def set_goals(self, agents: _Ids, goals: _Cells) -> None: ...
    def next_step(self) -> npt.NDArray[np.int32]: ...
    @property
    def cells(self) -> npt.NDArray[np.int32]: ...
    @property
    def legs(self) -> npt.NDArray[np.int32]: ...
    @property
    def reached(self) -> npt.NDArray[np.bool_]: ...
    @property
    def steps(self) -> int: ...
    @property
    def rescues(self) -> int: ...
    def __len__(self) -> int: ...

@final
class Locomotion:
    def __new__(cls, preset: _Preset = "walker", **fields: Unpack[LocomotionFields]) -> Self: ...
    def in_units(
        self,
        world: World,
        *,
        step: float = 0.0,
        drop: float = 0.0,
        drop_into_liquid: float = 0.0,
        jump: tuple[float, float] | None = None,
        slope: int | None = None,
    ) -> Locomotion: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class MotionLimits:
    def __new__(
        cls,
        speed: float,
        *,
        acceleration: float = ...,
        braking: float = ...,
        lateral: float = ...,
        jerk: float = ...,
        turn_rate: float = ...,
        climb_rate: float = ...,
        up: _Axis = "z",
        turning_radius: float = 0.0,
        wall_distance: float = 0.0,
        wall_speed: float = ...,
        gravity: float = 9.81,
        start_speed: float = 0.0,
        end_speed: float = 0.0,
    ) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Trajectory:
    @property
    def duration(self) -> float: ...
    @property
    def lower_bound(self) -> float: ...
    @property
    def length(self) -> float: ...
    @property
    def excess(self) -> tuple[tuple[float, float, float], float, float] | None: ...
    def at(self, seconds: float | Sequence[float] | npt.NDArray[_Number]) -> Motions: ...
    def time_near(self, position: _Position, distance: float, around: float) -> float | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Replanner:
    def __new__(
        cls,
        world: World,
        goal: _Position,
        *,
        locomotion: Locomotion | None = None,
        within: float = 1.0,
        look_ahead: float = ...,
        expansions: int | None = None,
        min_replan_interval: int = 0,
        max_deviation: float = 1.0,
        agent: _AnyAgent = None,
        algorithm: _Algorithm = "auto",
        heuristic: Literal["octile", "euclidean", "manhattan", "chebyshev", "zero"] = "octile",
        moves: _Moves = 26,
        corners: _Corners = "strict",
        ties: _Ties = "larger-g",
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        limit_cost: int | None = None,
        keep_away: _KeepAway | None = None,
        snap_start: float | None = None,
        snap_goal: float | None = None,
        partial: bool = False,
    ) -> Self: ...
    def update(
        self, position: _Position
    ) -> Literal["kept", "repaired", "replanned", "shorter", "blocked"]: ...
    def steer(self, distance: float) -> tuple[float, float, float] | None: ...
    def set_goal(self, goal: _Position) -> None: ...
    def has_arrived(self, distance: float) -> bool: ...
    def trajectory(self, limits: MotionLimits) -> Trajectory | None: ...
    @property
    def waypoints(self) -> _Floats: ...
    @property
    def action(self) -> str | None: ...
    @property
    def remaining(self) -> float | None: ...
    @property
    def cost(self) -> int | None: ...
    @property
    def bound(self) -> float | None: ...
    @property
    def outcome(self) -> _Outcome | None: ...
    @property
    def route_version(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def is_searching(self) -> bool: ...

@final
class World:
    @staticmethod
    def from_numpy(
        array: npt.ArrayLike | None = None,
        *,
        size: float | _Position = 1.0,
        origin: _Position | None = None,
        axes: _Axes = "xyz",
        threshold: float | None = None,
        unknown: float | None = None,
        costs: npt.ArrayLike | None = None,
        convention: Literal["entered", "mean", "max"] = "entered",
        infinite: Literal["error", "blocks"] = "error",
    ) -> World: ...
    @staticmethod
    def load(
        path: _File,
        *,
        size: float | _Position | None = None,
        origin: _Position | None = None,
        up: _Up = "z",
        file_up: _Up | None = None,
        axes: _Axes = "xyz",
        array: str | None = None,
        dtype: str | None = None,
        shape: _Cell | None = None,
        threshold: float | None = None,
        unknown: _State = "unknown",
        filled: bool = False,
        points: int = 1,
        height: float = 255.0,
        margin: int = 0,
        blocks: _File | None = None,
    ) -> World: ...
    @staticmethod
    def generate(
        kind: str,
        shape: _Cell,
        *,
        seed: int = 0,
        size: float | _Position = 1.0,
        origin: _Position | None = None,
    ) -> World: ...
    @staticmethod
    def from_bytes(data: bytes) -> World: ...
    def save(self, path: _File, *, up: _Up = "z") -> None: ...
    def to_bytes(self) -> bytes: ...
    def copy(self) -> World: ...
    def __copy__(self) -> World: ...
    def __deepcopy__(self, _memo: object) -> World: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @property
    def bounds(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]: ...
    @property
    def size(self) -> float: ...
    @property
    def sizes(self) -> tuple[float, float, float]: ...
    @property
    def origin(self) -> tuple[float, float, float]: ...
    def to_numpy(self, *, axes: _Axes = "xyz") -> npt.NDArray[np.int8]: ...
    def states(self, cells: _Cells) -> npt.NDArray[np.int8]: ...
    def set_cells(self, cells: _Cells, state: _State) -> None: ...
    def set_boxes(self, boxes: _Boxes, state: _State) -> None: ...
    def set_terrain(self, cells: _Cells, weights: _Column | SupportsIndex) -> None: ...
    def set_costs(
        self, costs: npt.ArrayLike, *, first: _Cell = (0, 0, 0), axes: _Axes = "xyz"
    ) -> None: ...
    def costs(self, *, axes: _Axes = "xyz") -> npt.NDArray[np.float64]: ...
    def distance_field(
        self, *, units: Literal["world", "cells"] = "world", outside: bool = False, axes: _Axes = "xyz"
    ) -> npt.NDArray[np.float64]: ...
    @property
    def cost_unit(self) -> float: ...
    @property
    def cost_rounding(self) -> float: ...
    def insert(
        self,
        collider: Collider,
        at: _Position,
        *,
        rotation: Sequence[SupportsFloat] | npt.NDArray[_Number] | None = None,
        layers: int = 0xFFFFFFFF,
        surface: str | None = None,
        volume: str | None = None,
    ) -> int: ...
    def remove(self, id: int) -> None: ...
    def move_to(
        self,
        id: int,
        at: _Position,
        *,
        rotation: Sequence[SupportsFloat] | npt.NDArray[_Number] | None = None,
    ) -> None: ...
    def prepare(
        self,
        *,
        agent: _AnyAgent = None,
        index: Literal["strict", "one-side", "lenient"] | None = None,
    ) -> None: ...
    def path(
        self,
        start: _Cell,
        goal: _Cells,
        *,
        agent: _AnyAgent = None,
        algorithm: _Algorithm = "auto",
        heuristic: _Heuristic = "octile",
        law: _Law | None = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        ties: _Ties = "larger-g",
        within: float = 1.0,
        keep_away: _KeepAway | None = None,
        fewest_turns: bool = False,
        limit_time: float | None = None,
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        limit_cost: int | None = None,
        snap_start: float | None = None,
        snap_goal: float | None = None,
        partial: bool = False,
        first: bool = False,
    ) -> _FoundPath | _OtherPath: ...
    def smooth(self, path: Path, *, agent: _AnyAgent = None) -> _Floats: ...
    def trajectory(
        self, waypoints: _Positions, limits: MotionLimits, *, agent: _AnyAgent = None
    ) -> Trajectory: ...
    def paths(
        self,
        starts: _Cells,
        goals: _Cells,
        *,
        threads: int | None = None,
        keep: _Keep = "path",
        progress: bool = False,
        agent: _AnyAgent = None,
        algorithm: _Algorithm = "auto",
        heuristic: _Heuristic = "octile",
        law: _Law | None = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        ties: _Ties = "larger-g",
        within: float = 1.0,
        keep_away: _KeepAway | None = None,
        fewest_turns: bool = False,
        limit_time: float | None = None,
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        limit_cost: int | None = None,
        snap_start: float | None = None,
        snap_goal: float | None = None,
        partial: bool = False,
        first: bool = False,
    ) -> Paths: ...
    def solve(
        self,
        table: _ArrowStream | _ArrowArray,
        *,
        keep: _Keep = "path",
        threads: int | None = None,
        progress: bool = False,
        agent: _AnyAgent = None,
        algorithm: _Algorithm = "auto",
        heuristic: _Heuristic = "octile",
        law: _Law | None = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        ties: _Ties = "larger-g",
        within: float = 1.0,
        keep_away: _KeepAway | None = None,
        fewest_turns: bool = False,
        limit_time: float | None = None,
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        limit_cost: int | None = None,
        snap_start: float | None = None,
        snap_goal: float | None = None,
        partial: bool = False,
        first: bool = False,
    ) -> Table: ...
    def plan_joint(
        self,
        starts: _Cells,
        goals: _Cells,
        *,
        any_goal: bool = False,
        radius: float | None = None,
        improve: float | None = None,
        seed: int = 0,
        steps_per_move: _Column | SupportsIndex = 1,
        steps_per_turn: _Column | SupportsIndex = 0,
        up: Literal["x", "y", "z"] = "z",
        agent: _AnyAgent = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        limit_time: float | None = None,
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        first: bool = False,
    ) -> npt.NDArray[np.int32] | None: ...
    def plan_legs(
        self,
        starts: _Cells,
        goals: _Cells,
        *,
        locomotion: Locomotion | None = None,
        any_goal: bool = False,
        radius: float | None = None,
        improve: float | None = None,
        seed: int = 0,
        agent: _AnyAgent = None,
        limit_time: float | None = None,
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
    ) -> npt.NDArray[np.int32] | None: ...
    def places(
        self,
        start: _Position,
        query: dict[str, Any],
        *,
        locomotion: Locomotion | None = None,
        sight: _AnyAgent = None,
        agent: _AnyAgent = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        keep_away: _KeepAway | None = None,
        limit_memory: int | None = 1073741824,
        snap_start: float | None = None,
    ) -> Places: ...
    def flee(
        self,
        start: _Position,
        dangers: _Positions,
        length: float,
        *,
        locomotion: Locomotion | None = None,
        agent: _AnyAgent = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        keep_away: _KeepAway | None = None,
        limit_memory: int | None = 1073741824,
        snap_start: float | None = None,
    ) -> Places: ...
    def surround(
        self,
        target: _Position,
        radius: float,
        count: int,
        *,
        locomotion: Locomotion | None = None,
        agent: _AnyAgent = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        keep_away: _KeepAway | None = None,
        limit_memory: int | None = 1073741824,
        snap_start: float | None = None,
    ) -> tuple[_Floats, float]: ...
    def view(
        self,
        what: Path | tuple[_Cell, _Cell] | None = None,
        *,
        keep: int = 250000,
        up: _Axis | None = None,
        name: str = "world",
        agent: _AnyAgent = None,
        algorithm: _Algorithm = "auto",
        heuristic: _Heuristic = "octile",
        law: _Law | None = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        ties: _Ties = "larger-g",
        within: float = 1.0,
        keep_away: _KeepAway | None = None,
        fewest_turns: bool = False,
        limit_time: float | None = None,
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        limit_cost: int | None = None,
        snap_start: float | None = None,
        snap_goal: float | None = None,
        partial: bool = False,
        first: bool = False,
    ) -> View: ...
    def cost_field(
        self,
        goals: _Cells,
        *,
        axes: _Axes = "xyz",
        agent: _AnyAgent = None,
        moves: _Moves = 26,
        corners: _Corners = "strict",
        limit_time: float | None = None,
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        limit_cost: int | None = None,
    ) -> CostField: ...
    def ground_path(
        self,
        start: _Cell,
        goal: _Cell,
        *,
        locomotion: Locomotion | None = None,
        agent: _AnyAgent = None,
        algorithm: _Algorithm = "auto",
        ties: _Ties = "larger-g",
        fewest_turns: bool = False,
        limit_time: float | None = None,
        limit_expanded: int | None = None,
        limit_memory: int | None = 1073741824,
        limit_cost: int | None = None,
        snap_start: float | None = None,
        snap_goal: float | None = None,
        partial: bool = False,
        first: bool = False,
    ) -> _FoundPath | _OtherPath: ...
    def insert_link(
        self,
        start: _Position,
        end: _Position,
        *,
        cost: float = 1.0,
        both_ways: bool = False,
        label: int = 0,
    ) -> None: ...
    def set_material(
        self,
        boxes: _Boxes,
        name: str,
        kind: _Kind | None = None,
        *,
        cost: float | None = None,
        standable: bool | None = None,
        forbidden: bool | None = None,
    ) -> None: ...
    def cell_at(self, position: _Position) -> tuple[int, int, int]: ...
    def cells_at(self, positions: _Positions) -> _Ints: ...
    def centers(self, cells: _Cells) -> _Floats: ...
    def is_traversable(
        self, cells: _Cells, *, agent: _AnyAgent = None
    ) -> npt.NDArray[np.bool_]: ...
    def reachable(
        self, starts: _Cells, goals: _Cells, *, agent: _AnyAgent = None
    ) -> npt.NDArray[np.bool_]: ...
    def nearest(
        self, positions: _Positions, radius: float, *, agent: _AnyAgent = None
    ) -> NearestCells: ...
    def raycast(
        self, origins: _Positions, targets: _Positions, *, agent: _AnyAgent = None
    ) -> RayHits: ...
    def random_cells(
        self, count: int, *, seed: int = 0, agent: _AnyAgent = None
    ) -> _Ints: ...

def read_agent(spec: AgentSpec | str, world: World) -> tuple[Agent, Locomotion | None]: ...
def compare(
    world: World,
    name: str,
    problems: npt.NDArray[Any],
    searches: list[tuple[str, _Options]],
    *,
    repeat: int,
    reference: str,
    limit_time: float | None,
) -> tuple[bytes, list[str], list[tuple[str, str]]]: ...
