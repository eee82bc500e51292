"""What questions return: values with names, and arrays that nobody writes to."""

from __future__ import annotations

import html as escaping
from collections.abc import Iterator
from dataclasses import dataclass, fields
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ._voxnav import Table

    _Action = Literal["walk", "step up", "drop", "jump", "climb", "swim", "fly", "door", "link"]
    _Happened = Literal[
        "arrived",
        "route changed",
        "path blocked",
        "no path",
        "stops short",
        "action started",
        "waits for",
        "pushed aside",
        "stuck",
        "overlaps",
        "enclosed",
        "leads",
        "unknown",
    ]

__all__ = ["CrowdEvent", "RayHits", "Leg", "Motions", "NearestCells", "Paths", "Places", "Statistics", "View"]


class NearestCells(NamedTuple):
    """The nearest cells, as `World.nearest` finds them."""

    #: int32 of shape (N, 3); (-2**31, -2**31, -2**31) where there is none.
    cells: npt.NDArray[np.int32]
    #: float64 of shape (N,), in world units; infinite where there is none.
    distances: npt.NDArray[np.float64]
    #: bool of shape (N,): whether there is one.
    found: npt.NDArray[np.bool_]


class Motions(NamedTuple):
    """The states of an agent at times, as `Trajectory.at` finds them."""

    #: float64 of shape (N, 3), in world units.
    positions: npt.NDArray[np.float64]
    #: float64 of shape (N, 3), in world units a second.
    velocities: npt.NDArray[np.float64]
    #: float64 of shape (N, 3), in world units a second squared.
    accelerations: npt.NDArray[np.float64]
    #: uint64 of shape (N,): the stretches of one action, counted from 0.
    legs: npt.NDArray[np.uint64]


class RayHits(NamedTuple):
    """What rays meet first, as `World.raycast` finds it."""

    #: int32 of shape (N, 3); (-2**31, -2**31, -2**31) where nothing is met.
    cells: npt.NDArray[np.int32]
    #: float64 of shape (N,), in world units; infinite where nothing is met.
    distances: npt.NDArray[np.float64]
    #: int32 of shape (N, 3): unit vectors out of the faces that are met.
    normals: npt.NDArray[np.int32]
    #: bool of shape (N,): whether something is met.
    found: npt.NDArray[np.bool_]


class Places(NamedTuple):
    """The best places, best first, as `World.places` and `World.flee` find them."""

    #: float64 of shape (N, 3), in world units: of agents on the ground where the feet are.
    positions: npt.NDArray[np.float64]
    #: int32 of shape (N, 3).
    cells: npt.NDArray[np.int32]
    #: float64 of shape (N,): the sums of the measures times their weights.
    scores: npt.NDArray[np.float64]
    #: float64 of shape (N,): what the cheapest way there costs, in world units; NaN for queries that ask for no ways.
    ways: npt.NDArray[np.float64]
    #: The points of the route to each, float64 of shape (M, 3), in world units; without any for those queries.
    routes: list[npt.NDArray[np.float64]]
    #: Whether all of the area was judged, so that there are no better ones; of a place to flee to, whether it is no dead end.
    complete: bool
    #: The work: cells listed, expanded and judged, and rays.
    work: int


class Statistics(NamedTuple):
    """What a search took."""

    #: Cells popped from the open list whose successors were produced.
    expanded: int
    #: Successors produced.
    generated: int
    #: Cells that had been expanded and were queued again.
    reopened: int
    #: Queue entries dropped because a better one had taken their place.
    stale: int
    #: The most entries that were queued at once.
    peak_open: int
    #: No path costs less than this; `voxnav.STRAIGHT` is a straight move.
    lower_bound: int


class CrowdEvent(NamedTuple):
    """What happened to an agent of a crowd in an update."""

    #: The id of the agent.
    agent: int
    #: "arrived"; "route changed"; "path blocked": its way is blocked ahead; "no path"; "stops short": it is at the end
    #: of a route that ends before its destination; "action started" to walk, step, jump or climb; "waits for" another
    #: that is in its way; "pushed aside" at rest, and goes back; "stuck" for three seconds; "overlaps" another;
    #: "enclosed": something was put where it is; "leads" its formation from now on, since the leader was removed.
    kind: _Happened
    #: The id of the other agent that it waits for, that rests where it is to go, or that ran into it.
    other: int | None
    #: The row of the neighbor that does not cooperate, if it is one.
    character: int | None
    #: Why there is no way, or none to the end, such as "unreachable" or "goal blocked", or what the agent begins to do.
    #: "link from" and "link to": the agent cannot be at that end of ``link``; "taken": ``other`` rests where it is to go.
    detail: str | None
    #: Since when it is stuck, in seconds of all updates together.
    since: float | None
    #: The link at an end of which the agent cannot be.
    link: int | None = None
    #: The nearest place to that end at which the agent can be: there it would have a way.
    nearest: tuple[float, float, float] | None = None


class _Kept:
    """An answer that is made again of its fields, whose arrays nobody writes to."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for value in self._values():
            for array in value.values() if isinstance(value, dict) else [value]:
                if isinstance(array, np.ndarray):
                    array.flags.writeable = False

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._values()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False, repr=False)
class Leg(_Kept):
    """A stretch of a path under one action."""

    __slots__ = {
        "action": 'What is done: "walk", "step up", "drop", "jump", "climb", "swim", "fly", "door" or "link".',
        "cells": "The cells from first to last: int32 of shape (N, 3).",
        "cost": "What it costs; `voxnav.STRAIGHT` is a straight move.",
        "link": "The label of the link, if it is one.",
    }

    action: _Action
    cells: npt.NDArray[np.int32]
    cost: int
    link: int | None

    def __repr__(self) -> str:
        return f"<voxnav.Leg: {self.action}>"


@dataclass(frozen=True, eq=False, repr=False)
class Paths(_Kept):
    """The answers to many questions, in their order: arrays with a value for each.

    `paths[i]` are the cells of the path of row i, a view of `cells`; `paths[a:b]` are the answers of some rows, and
    iterating gives the cells of each. The arrays are not to be written to: copy them.
    """

    __slots__ = {
        "cells": "The cells of all paths, one after the other: int32 of shape (M, 3); (0, 3) unless paths were kept.",
        "offsets": "Where each path begins in `cells`, and the end of the last: int64 of shape (N + 1,).",
        "cost": "What each path costs, terrain included, `voxnav.STRAIGHT` a straight move: int64 of shape (N,), -1 without "
        "a path.",
        "length": "How far each path goes, terrain aside, in world units: float64 of shape (N,), NaN without a path.",
        "outcome": "How each search ended, its place in `voxnav.OUTCOMES`: uint8 of shape (N,).",
        "found": "Whether each path leads to its goal: bool of shape (N,).",
        "steps": 'The first moves, with `keep="step"`: int8 of shape (N, 3), zero without a path or a move.',
        "_statistics": "What each search took, by name.",
    }

    cells: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    cost: npt.NDArray[np.int64]
    length: npt.NDArray[np.float64]
    outcome: npt.NDArray[np.uint8]
    found: npt.NDArray[np.bool_]
    steps: npt.NDArray[np.int8]
    _statistics: dict[str, npt.NDArray[np.uint64]]

    @property
    def statistics(self) -> dict[str, npt.NDArray[np.uint64]]:
        """What each search took, by name, uint64 of shape (N,); of a search that answered several rows, all of it."""
        return dict(self._statistics)

    @property
    def proved(self) -> npt.NDArray[np.float64]:
        """How many times the optimum each path costs at most, as far as is proved: float64 of shape (N,).

        1.0 for the best, infinite where nothing is proved, NaN for a path that does not lead to its goal.
        """
        bounds = self._statistics["lower_bound"].astype(np.float64)
        costs = self.cost.astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(costs == 0, 1.0, costs / bounds)
        proved = np.where(self.found, ratios, np.nan)
        proved.flags.writeable = False
        return proved

    def __len__(self) -> int:
        return len(self.cost)

    @overload
    def __getitem__(self, row: SupportsIndex, /) -> npt.NDArray[np.int32]: ...
    @overload
    def __getitem__(self, row: slice, /) -> Paths: ...
    def __getitem__(self, row: SupportsIndex | slice, /) -> npt.NDArray[np.int32] | Paths:
        if isinstance(row, slice):
            return self._part(row)
        at = range(len(self))[row]
        return self.cells[self.offsets[at] : self.offsets[at + 1]]

    def _part(self, rows: slice) -> Paths:
        """The answers of some rows."""
        paths = [self[row] for row in range(len(self))[rows]]
        cells = np.concatenate([self.cells[:0], *paths])
        offsets = np.concatenate([self.offsets[:1], np.cumsum([len(path) for path in paths], dtype=np.int64)])
        for array in (cells, offsets):
            array.flags.writeable = False
        # Of views of what is not to be written to nobody can make arrays that are.
        return Paths(
            cells.view(),
            offsets.view(),
            self.cost[rows],
            self.length[rows],
            self.outcome[rows],
            self.found[rows],
            self.steps[rows],
            {name: column[rows] for name, column in self._statistics.items()},
        )

    def __iter__(self) -> Iterator[npt.NDArray[np.int32]]:
        return map(self.__getitem__, range(len(self)))

    def __repr__(self) -> str:
        return f"<voxnav.Paths: {self.found.sum()} of {len(self)} found>"


@dataclass(frozen=True, eq=False, repr=False)
class View(_Kept):
    """A page that shows a world, and a path or a search in it: one file that any browser with WebGL 2 opens, and that
    notebooks show.
    """

    __slots__ = {"html": "The page.", "_about": "The size of the world."}

    html: str
    _about: str

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the page; a file of this name is replaced."""
        from .errors import FileError

        try:
            with open(fspath(path), "w", encoding="utf-8", newline="") as file:
                file.write(self.html)
        except OSError as refused:
            raise FileError(refused.errno, refused.strerror, refused.filename) from None

    def _repr_html_(self) -> str:
        """What notebooks show: the page in a frame."""
        page = escaping.escape(self.html)
        style = 'width="100%" height="600" style="border: 0" title="voxnav view"'
        return f'<iframe srcdoc="{page}" {style}></iframe>'

    def __repr__(self) -> str:
        return f"<voxnav.View: {self._about}, {len(self.html.encode())} bytes>"


def rows(table: Table) -> Iterator[dict[str, Any]]:
    """The rows of a table, each a dictionary of its values by column."""
    try:
        import pyarrow  # type: ignore[import-untyped, unused-ignore]
    except ImportError as missing:
        raise ImportError("the rows of a table take pyarrow: pip install pyarrow") from missing
    for batch in pyarrow.table(table).to_batches(max_chunksize=4096):
        yield from batch.to_pylist()
