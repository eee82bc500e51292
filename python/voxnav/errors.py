"""What voxnav refuses, as a hierarchy: every class is a `VoxnavError`, and one that Python code expects.

That there is no path is not among them: it is the `outcome` of an answer.
"""

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "BatchError",
    "FileError",
    "VoxnavError",
    "WorldError",
]


class VoxnavError(Exception):
    """Anything that voxnav refuses."""


class ArgumentError(VoxnavError, ValueError):
    """A value that an argument cannot have; the message begins with its name, and names the row."""


class ArgumentTypeError(VoxnavError, TypeError):
    """A type that an argument cannot have; the message begins with its name."""


class WorldError(VoxnavError, ValueError):
    """What a world refuses: cells out of its bounds, colliders without a shape, agents that reach too far."""


class BatchError(VoxnavError, RuntimeError):
    """A batch that cannot be run, for want of threads for instance."""


class FileError(VoxnavError, OSError):
    """A file that cannot be read or written, or that makes no sense; the message names file and place."""
