import os
from collections.abc import Callable
from typing import Any, Final, Literal, Protocol, SupportsIndex, TypedDict, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, Unpack

__all__ = [
    "OUTCOMES",
    "STRAIGHT",
    "Agent",
    "Collider",
    "CostField",
    "GroundPath",
    "Landmarks",
    "Leg",
    "Locomotion",
    "Path",
    "Paths",
    "Statistics",
    "Table",
    "View",
    "World",
    "__version__",
    "compare",
]

__version__: Final[str]
STRAIGHT: Final[int]
OUTCOMES: Final[list[str]]

_Triple = npt.ArrayLike
_State = Literal["free", "occupied", "unknown"]
_Keep = Literal["path", "cost", "step"]
_Axes = Literal["xyz", "zyx"]
_Ints = npt.NDArray[np.int32]
_Floats = npt.NDArray[np.float64]
_Cell = tuple[int, int, int]
_Estimate = Callable[[_Cell, _Cell], float]
_AnyAgent = Agent | float | _Triple | None

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class _Options(TypedDict, total=False):
    agent: _AnyAgent
    algorithm: str
    heuristic: str | Landmarks | _Estimate | npt.ArrayLike
    law: Literal["none", "admissible", "consistent", "symmetric"] | float
    moves: str | int
    corners: Literal["strict", "one-side", "lenient"]
    ties: str
    within: float
    limit_time: float | None
    limit_expanded: int | None
    limit_memory: int | None
    limit_cost: int | None
    snap_start: float | None
    snap_goal: float | None
    partial: bool

@final
class Agent:
    def __new__(
        cls,
        size: float | _Triple,
        *,
        unknown: Literal["blocked", "free", "stop at boundary"] = "blocked",
        layers: int = 0xFFFFFFFF,
        baking: Literal["swept", "centers"] = "swept",
    ) -> Self: ...
    @property
    def size(self) -> tuple[float, float, float]: ...
    @property
    def unknown(self) -> str: ...
    @property
    def layers(self) -> int: ...
    @property
    def baking(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]: ...

@final
class Statistics:
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def reopened(self) -> int: ...
    @property
    def stale(self) -> int: ...
    @property
    def peak_open(self) -> int: ...
    @property
    def lower_bound(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Path:
    @property
    def cells(self) -> _Ints: ...
    @property
    def points(self) -> _Floats: ...
    @property
    def corners(self) -> _Ints: ...
    @property
    def cost(self) -> int | None: ...
    @property
    def length(self) -> float | None: ...
    @property
    def outcome(self) -> str: ...
    @property
    def is_found(self) -> bool: ...
    @property
    def statistics(self) -> Statistics: ...
    @property
    def unknown(self) -> tuple[int, int, int] | None: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class Paths:
    @property
    def cells(self) -> _Ints: ...
    @property
    def offsets(self) -> npt.NDArray[np.int64]: ...
    @property
    def cost(self) -> npt.NDArray[np.int64]: ...
    @property
    def length(self) -> _Floats: ...
    @property
    def outcome(self) -> npt.NDArray[np.uint8]: ...
    @property
    def found(self) -> npt.NDArray[np.bool_]: ...
    @property
    def steps(self) -> npt.NDArray[np.int8]: ...
    @property
    def statistics(self) -> dict[str, npt.NDArray[np.uint64]]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, row: SupportsIndex, /) -> _Ints: ...

@final
class Table:
    @property
    def column_names(self) -> list[str]: ...
    @property
    def num_rows(self) -> int: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class Collider:
    @staticmethod
    def box(size: _Triple) -> Collider: ...
    @staticmethod
    def ball(radius: float) -> Collider: ...
    @staticmethod
    def capsule(from_: _Triple, to: _Triple, radius: float) -> Collider: ...
    @staticmethod
    def mesh(
        vertices: npt.ArrayLike, triangles: npt.ArrayLike, *, solid: bool = False
    ) -> Collider: ...

@final
class CostField:
    @property
    def costs(self) -> _Floats: ...
    @property
    def statistics(self) -> Statistics: ...
    def cost(self, cells: npt.ArrayLike) -> npt.NDArray[np.int64]: ...
    def path(self, start: _Triple) -> _Ints: ...
    def next_moves(self, cells: npt.ArrayLike) -> _Ints: ...

@final
class Landmarks:
    @property
    def count(self) -> int: ...

@final
class View:
    @property
    def html(self) -> str: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def _repr_html_(self) -> str: ...

@final
class Locomotion:
    def __new__(cls, preset: str = "walker", **fields: Any) -> Self: ...

@final
class Leg:
    @property
    def action(self) -> str: ...
    @property
    def cells(self) -> _Ints: ...
    @property
    def cost(self) -> int: ...
    @property
    def link(self) -> int | None: ...

@final
class GroundPath:
    @property
    def cells(self) -> _Ints: ...
    @property
    def points(self) -> _Floats: ...
    @property
    def legs(self) -> list[Leg]: ...
    @property
    def cost(self) -> int | None: ...
    @property
    def outcome(self) -> str: ...
    @property
    def is_found(self) -> bool: ...
    @property
    def statistics(self) -> Statistics: ...
    def __bool__(self) -> bool: ...

@final
class World:
    @staticmethod
    def from_numpy(
        array: npt.ArrayLike,
        *,
        size: float = 1.0,
        origin: _Triple | None = None,
        axes: _Axes = "xyz",
        unknown: int | None = None,
    ) -> World: ...
    @staticmethod
    def load(
        path: str | os.PathLike[str],
        *,
        size: float | None = None,
        up: Literal["z", "y"] = "z",
        file_up: Literal["z", "y"] | None = None,
        axes: _Axes = "xyz",
        array: str | None = None,
        threshold: float = 0.5,
        unknown: _State = "unknown",
        filled: bool = False,
        points: int = 1,
        height: float = 255.0,
        margin: int = 0,
        blocks: str | os.PathLike[str] | None = None,
    ) -> World: ...
    @staticmethod
    def generate(
        kind: str,
        shape: _Triple,
        *,
        seed: int = 0,
        size: float = 1.0,
        origin: _Triple | None = None,
    ) -> World: ...
    @staticmethod
    def from_bytes(data: bytes) -> World: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
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
    def origin(self) -> tuple[float, float, float]: ...
    def to_numpy(self, *, axes: _Axes = "xyz") -> npt.NDArray[np.uint8]: ...
    def states(self, cells: npt.ArrayLike) -> npt.NDArray[np.uint8]: ...
    def set_cells(self, cells: npt.ArrayLike, state: _State) -> None: ...
    def set_boxes(self, boxes: npt.ArrayLike, state: _State) -> None: ...
    def set_terrain(self, cells: npt.ArrayLike, weights: npt.ArrayLike) -> None: ...
    def insert(
        self,
        collider: Collider,
        at: _Triple,
        *,
        rotation: npt.ArrayLike | None = None,
        layers: int = 0xFFFFFFFF,
        surface: str | None = None,
        volume: str | None = None,
    ) -> int: ...
    def remove(self, id: int) -> None: ...
    def move_to(
        self, id: int, at: _Triple, *, rotation: npt.ArrayLike | None = None
    ) -> None: ...
    def prepare(
        self,
        *,
        agent: _AnyAgent = None,
        jump_index: bool = False,
        portals: Literal["strict", "lenient"] | None = None,
    ) -> None: ...
    def path(self, start: _Triple, goal: npt.ArrayLike, **options: Unpack[_Options]) -> Path: ...
    def paths(
        self,
        starts: npt.ArrayLike,
        goals: npt.ArrayLike,
        *,
        threads: int | None = None,
        keep: _Keep = "path",
        progress: bool = False,
        **options: Unpack[_Options],
    ) -> Paths: ...
    def solve(
        self,
        table: _ArrowStream | _ArrowArray,
        *,
        keep: _Keep = "path",
        threads: int | None = None,
        progress: bool = False,
        **options: Unpack[_Options],
    ) -> Table: ...
    def landmarks(self, cells: npt.ArrayLike, **options: Unpack[_Options]) -> Landmarks: ...
    def view(
        self,
        what: Path | tuple[_Triple, _Triple] | None = None,
        *,
        keep: int = 250000,
        up: Literal["x", "y", "z"] | None = None,
        name: str = "world",
        **options: Unpack[_Options],
    ) -> View: ...
    def cost_field(self, goals: npt.ArrayLike, **options: Unpack[_Options]) -> CostField: ...
    def ground_path(
        self,
        start: _Triple,
        goal: _Triple,
        *,
        locomotion: Locomotion | None = None,
        **options: Unpack[_Options],
    ) -> GroundPath: ...
    def insert_link(
        self,
        start: _Triple,
        end: _Triple,
        *,
        cost: float = 1.0,
        both_ways: bool = False,
        label: int = 0,
    ) -> None: ...
    def set_material(
        self,
        boxes: npt.ArrayLike,
        name: str,
        kind: Literal["solid", "passable", "liquid", "climbable", "door", "hazard"] | None = None,
        *,
        cost: float | None = None,
        standable: bool | None = None,
        forbidden: bool | None = None,
    ) -> None: ...
    def cell_at(self, position: _Triple) -> tuple[int, int, int]: ...
    def cells_at(self, positions: npt.ArrayLike) -> _Ints: ...
    def centers(self, cells: npt.ArrayLike) -> _Floats: ...
    def is_traversable(
        self, cells: npt.ArrayLike, *, agent: _AnyAgent = None
    ) -> npt.NDArray[np.bool_]: ...
    def reachable(
        self, starts: npt.ArrayLike, goals: npt.ArrayLike, *, agent: _AnyAgent = None
    ) -> npt.NDArray[np.bool_]: ...
    def nearest(
        self, positions: npt.ArrayLike, radius: float, *, agent: _AnyAgent = None
    ) -> tuple[_Ints, _Floats]: ...
    def raycast(
        self, origins: npt.ArrayLike, targets: npt.ArrayLike, *, agent: _AnyAgent = None
    ) -> tuple[_Ints, _Floats, _Ints]: ...
    def random_cells(
        self, count: int, *, seed: int = 0, agent: _AnyAgent = None
    ) -> _Ints: ...

def compare(
    world: World,
    name: str,
    problems: npt.ArrayLike,
    searches: list[tuple[str, dict[str, Any]]],
    *,
    repeat: int,
    reference: str,
    limit_time: float | None,
    landmarks: int,
) -> tuple[bytes, list[str], list[tuple[str, str]]]: ...
