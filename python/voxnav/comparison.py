"""Searches compared on the same problems, as a `pandas.DataFrame`."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _voxnav
from .errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    import pandas

__all__ = ["compare"]

#: How many pairs of cells are drawn for each problem before giving up.
_TRIES = 20


def compare(
    worlds: _voxnav.World | Mapping[str, _voxnav.World],
    searches: Mapping[str, Mapping[str, Any]] | Iterable[str],
    *,
    problems: int | npt.ArrayLike = 20,
    seed: int = 0,
    repeat: int = 1,
    reference: str = "astar",
    limit_time: float | None = None,
    landmarks: int = 4,
) -> pandas.DataFrame:
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
    landmarks : int
        How many landmarks `heuristic="landmarks"` has, 1 to 16.

    Returns
    -------
    pandas.DataFrame
        A row for each search and problem: `search` and `map`, their names; the problem; the settings;
        `outcome`; `time_ms` and `cpu_ms`; `expanded`, `generated`, `reopened`, `stale`, `peak_open`; `cost`,
        `optimum` and `lower_bound` (`voxnav.STRAIGHT` a straight move); `ratio`, the cost by the optimum;
        `guarantee`; and `flaw`, what is wrong with the answer: empty if nothing is. A search that is another one
        under a different name does not run: a warning names it.
    """
    try:
        import pandas
    except ImportError as missing:
        raise ImportError("voxnav.compare returns a pandas.DataFrame: pip install pandas") from missing
    named = {"world": worlds} if isinstance(worlds, _voxnav.World) else worlds
    if not isinstance(named, Mapping):
        raise ArgumentTypeError(f"worlds: a World or a dict of them is needed, not {type(worlds).__name__}")
    tables = []
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
            landmarks=landmarks,
        )
        for label, same in merged:
            warnings.warn(f"{label} is the same search as {same}, and did not run", stacklevel=2)
        table = pandas.read_csv(io.BytesIO(rows), keep_default_na=False, na_values={"cost": "", **_NUMBERS})
        table.insert(0, "search", labels)
        tables.append(table)
    if not tables:
        raise ArgumentError("worlds: there is none")
    return pandas.concat(tables, ignore_index=True)


#: The columns in which nothing is no number.
_NUMBERS = {name: "" for name in ("cpu_ms", "optimum", "ratio", "listed")}


def _searches(searches: Any) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(searches, str) or not isinstance(searches, Iterable):
        raise ArgumentTypeError(f"searches: a dict of options by name is needed, not {searches!r}")
    if not isinstance(searches, Mapping):
        searches = {name: {"algorithm": name} for name in searches}
    found = []
    for name, options in searches.items():
        if not isinstance(name, str):
            raise ArgumentTypeError(f"searches: {name!r} is not a name")
        if not isinstance(options, Mapping):
            raise ArgumentTypeError(f"searches: {name!r} needs a dict of options, not {options!r}")
        found.append((name, dict(options)))
    if not found:
        raise ArgumentError("searches: there is none")
    return found


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
