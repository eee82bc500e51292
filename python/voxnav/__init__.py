"""3D navigation in voxel worlds: exact, fast, for agents of any size.

>>> import numpy, voxnav
>>> blocks = numpy.zeros((20, 20, 4), dtype=bool)
>>> blocks[10, 0:19, :] = True
>>> world = voxnav.World.from_numpy(blocks)
>>> path = world.path((1, 1, 0), (18, 1, 0))
>>> path.outcome, path.cells[0].tolist(), path.cells[-1].tolist()
('found', [1, 1, 0], [18, 1, 0])
"""

from . import errors, specs
from ._voxnav import (
    OUTCOMES,
    STRAIGHT,
    Agent,
    Collider,
    CostField,
    Crowd,
    LifelongPlanner,
    Locomotion,
    MotionLimits,
    Path,
    Replanner,
    Table,
    Trajectory,
    World,
    __version__,
    read_agent,
)
from .answers import CrowdEvent, RayHits, Leg, Motions, NearestCells, Paths, Places, Statistics, View
from .comparison import ComparedSearch, Comparison, compare
from .errors import (
    ArgumentError,
    ArgumentTypeError,
    BatchError,
    FileError,
    FileMissingError,
    FilePermissionError,
    FolderError,
    VoxnavError,
    WorldError,
)

__all__ = [
    "OUTCOMES",
    "STRAIGHT",
    "Agent",
    "ArgumentError",
    "ArgumentTypeError",
    "BatchError",
    "Collider",
    "ComparedSearch",
    "Comparison",
    "CostField",
    "Crowd",
    "CrowdEvent",
    "FileError",
    "FileMissingError",
    "FilePermissionError",
    "FolderError",
    "RayHits",
    "Leg",
    "LifelongPlanner",
    "Locomotion",
    "MotionLimits",
    "Motions",
    "NearestCells",
    "Path",
    "Paths",
    "Places",
    "Replanner",
    "Statistics",
    "Table",
    "Trajectory",
    "View",
    "VoxnavError",
    "World",
    "WorldError",
    "__version__",
    "compare",
    "errors",
    "read_agent",
    "specs",
]


def __getattr__(name: str) -> object:
    """Refuses what was removed with what to write in its place."""
    if name == "Landmarks":
        raise AttributeError(
            "Landmarks was removed: leave heuristic out, and make an index by World.prepare where many paths lead "
            "through mazes or rooms"
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
