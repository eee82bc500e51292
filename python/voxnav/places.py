"""What questions about places return: tuples of arrays with names, a row for each question."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Hits", "Nearest"]


class Nearest(NamedTuple):
    """The nearest cells, as `World.nearest` finds them."""

    #: int32 of shape (N, 3); (-2**31, -2**31, -2**31) where there is none.
    cells: npt.NDArray[np.int32]
    #: float64 of shape (N,), in world units; infinite where there is none.
    distances: npt.NDArray[np.float64]
    #: bool of shape (N,): whether there is one.
    found: npt.NDArray[np.bool_]


class Hits(NamedTuple):
    """What rays meet first, as `World.raycast` finds it."""

    #: int32 of shape (N, 3); (-2**31, -2**31, -2**31) where nothing is met.
    cells: npt.NDArray[np.int32]
    #: float64 of shape (N,), in world units; infinite where nothing is met.
    distances: npt.NDArray[np.float64]
    #: int32 of shape (N, 3): unit vectors out of the faces that are met.
    normals: npt.NDArray[np.int32]
    #: bool of shape (N,): whether something is met.
    found: npt.NDArray[np.bool_]
