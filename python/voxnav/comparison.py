"""Searches compared on the same problems."""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, cast, overload

import numpy as np
import numpy.typing as npt

from . import _voxnav
from .errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    import pandas

    from ._voxnav import _Algorithm, _Options

    _Reference = Literal["astar", "auto", "none"]

__all__ = ["ComparedSearch", "Comparison", "compare"]

#: How many pairs of cells are drawn for each problem before giving up.
_TRIES = 20


@dataclass(frozen=True)
class ComparedSearch:
    """The answer of one search to one problem."""

    #: What the search and the world were called.
    search: str
    map: str
    #: The number of the problem, from 1, and its ends.
    row: int
    sx: int
    sy: int
    sz: int
    gx: int
    gy: int
    gz: int
    algorithm: str
    heuristic: str
    moves: str
    corners: str
    ties: str
    outcome: str
    #: The median of the times, on the clock and of the processor, where the system tells the latter.
    time_ms: float
    cpu_ms: float | None
    expanded: int
    generated: int
    reopened: int
    stale: int
    peak_open: int
    #: `voxnav.STRAIGHT` is a straight move; None without a path.
    cost: int | None
    optimum: int | None
    lower_bound: int
    #: The cost by the optimum.
    ratio: float | None
    listed: float | None
    guarantee: str
    #: What is wrong with the answer: empty if nothing is.
    flaw: str


class Comparison(Sequence[ComparedSearch]):
    """The answers of searches to problems: a `ComparedSearch` for each, problem by problem.

    `to_pandas` and `pandas.DataFrame(comparison)` make a table of them.
    """

    def __init__(self, rows: Iterable[ComparedSearch]) -> None:
        """Of rows."""
        self._rows = tuple(rows)

    def __len__(self) -> int:
        """How many answers there are."""
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> ComparedSearch: ...
    @overload
    def __getitem__(self, index: slice) -> Comparison: ...
    def __getitem__(self, index: int | slice) -> ComparedSearch | Comparison:
        """An answer, or a comparison of some."""
        if isinstance(index, slice):
            return Comparison(self._rows[index])
        return self._rows[index]

    def __eq__(self, other: object) -> bool:
        """Whether the answers are the same, times included."""
        return isinstance(other, Comparison) and self._rows == other._rows

    def __hash__(self) -> int:
        """Of the answers."""
        return hash(self._rows)

    def __repr__(self) -> str:
        """How many answers of how many searches."""
        searches = len({row.search for row in self._rows})
        return f"<voxnav.Comparison: {len(self)} answers of {searches} searches>"

    def to_pandas(self) -> pandas.DataFrame:
        """The answers as a `pandas.DataFrame`, with a column for each field of `ComparedSearch`."""
        try:
            import pandas
        except ImportError as missing:
            raise ImportError("a DataFrame takes pandas: pip install pandas") from missing
        names = [field.name for field in fields(ComparedSearch)]
        return pandas.DataFrame({name: [getattr(row, name) for row in self._rows] for name in names})


@overload
def compare(
    worlds: _voxnav.World | Mapping[str, _voxnav.World],
    searches: Mapping[str, _Options],
    *,
    problems: int | npt.ArrayLike = 20,
    seed: int = 0,
    repeat: int = 1,
    reference: _Reference = "astar",
    limit_time: float | None = None,
) -> Comparison: ...
@overload
def compare(
    worlds: _voxnav.World | Mapping[str, _voxnav.World],
    searches: Iterable[_Algorithm],
    *,
    problems: int | npt.ArrayLike = 20,
    seed: int = 0,
    repeat: int = 1,
    reference: _Reference = "astar",
    limit_time: float | None = None,
) -> Comparison: ...
def compare(
    worlds: _voxnav.World | Mapping[str, _voxnav.World],
    searches: Mapping[str, _Options] | Iterable[_Algorithm],
    *,
    problems: int | npt.ArrayLike = 20,
    seed: int = 0,
    repeat: int = 1,
    reference: _Reference = "astar",
    limit_time: float | None = None,
) -> Comparison:
    """Compares searches: each answers a problem before the next one is asked, and every path is checked.

    What `voxnav compare` does, with heuristics of your own. For an agent of one cell.

    Parameters
    ----------
    worlds : World, or dict of str to World
    searches : dict of str to dict, or names of algorithms
        The options of each search, as for `World.path`: `algorithm`, `heuristic`, `law`, `moves`, `corners`,
        `ties`, `within` and limits. A function of your own as `heuristic` is called from Python for every cell
        that is reached, which is slow: compare what is expanded, not times.
    problems : int, or array of whole numbers, shape (N, 2, 3)
        The starts and goals, or how many random pairs of cells with a way between them.
    seed : int
        Which pairs.
    repeat : int
        How often each problem is asked; the median of the times counts.
    reference : {"astar", "auto", "none"}
        What the optimum is taken from.
    limit_time : float, optional
        How many seconds each search may take.

    Returns
    -------
    Comparison
        A `ComparedSearch` for each search and problem: names, settings, outcome, times, what it took, cost, and what
        is wrong with the answer; `to_pandas` makes a table of it. A search that is another one under a different name
        does not run: a warning names it.
    """
    named = {"world": worlds} if isinstance(worlds, _voxnav.World) else worlds
    if not isinstance(named, Mapping):
        raise ArgumentTypeError(f"worlds: a World or a dict of them is needed, not {type(worlds).__name__}")
    if not named:
        raise ArgumentError("worlds: there is none")
    answers: list[ComparedSearch] = []
    for name, world in named.items():
        if not isinstance(world, _voxnav.World):
            raise ArgumentTypeError(f"worlds: {name!r} is no World but {type(world).__name__}")
        rows, labels, merged = _voxnav.compare(
            world,
            str(name),
            _problems(world, str(name), problems, seed),
            _searches(searches),
            repeat=repeat,
            reference=reference,
            limit_time=limit_time,
        )
        for label, same in merged:
            warnings.warn(f"{label} is the same search as {same}, and did not run", stacklevel=2)
        table = csv.DictReader(io.StringIO(rows.decode()))
        answers.extend(_row(label, row) for label, row in zip(labels, table))
    return Comparison(answers)


def _row(search: str, row: Mapping[str, str]) -> ComparedSearch:
    def read(name: str, kind: str) -> Any:
        text = row[name]
        if kind.startswith("str"):
            return text
        if not text:
            return None
        return int(text) if kind.startswith("int") else float(text)

    kinds = {field.name: str(field.type) for field in fields(ComparedSearch) if field.name != "search"}
    return ComparedSearch(search=search, **{name: read(name, kind) for name, kind in kinds.items()})


def _searches(searches: Any) -> list[tuple[str, _Options]]:
    if isinstance(searches, str) or not isinstance(searches, Iterable):
        raise ArgumentTypeError(f"searches: a dict of options by name is needed, not {searches!r}")
    if not isinstance(searches, Mapping):
        searches = {_name(one): {"algorithm": one} for one in searches}
    found: list[tuple[str, _Options]] = []
    for name, options in searches.items():
        if not isinstance(name, str):
            raise ArgumentTypeError(f"searches: {name!r} is not a name")
        if not isinstance(options, Mapping):
            raise ArgumentTypeError(f"searches: {name!r} needs a dict of options, not {options!r}")
        found.append((name, cast("_Options", dict(options))))
    if not found:
        raise ArgumentError("searches: there is none")
    return found


def _name(algorithm: Any) -> Any:
    """What a search is called by its algorithm alone."""
    return ":".join(map(str, algorithm)) if isinstance(algorithm, tuple) else algorithm


def _problems(world: _voxnav.World, name: str, problems: Any, seed: int) -> npt.NDArray[Any]:
    if isinstance(problems, (int, np.integer)) and not isinstance(problems, bool):
        if not 0 < problems <= 10**6:
            raise ArgumentError(f"problems: {problems} is not from 1 to 1000000")
        ends = world.random_cells(2 * _TRIES * int(problems), seed=seed).reshape(-1, 2, 3)
        if len(ends) > 0:
            ends = ends[world.reachable(ends[:, 0], ends[:, 1]) & (ends[:, 0] != ends[:, 1]).any(1)]
        if len(ends) == 0:
            raise ArgumentError(f"problems: no two cells of {name} drawn have a way between them")
        return ends[: int(problems)]
    return np.asarray(problems)
