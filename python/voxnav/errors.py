"""What voxnav refuses, as a hierarchy: every class is a `VoxnavError`, and one that Python code expects.

That there is no path is not among them: it is the `outcome` of an answer.
"""

from __future__ import annotations

import errno
from typing import Any

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "BatchError",
    "FileError",
    "FileMissingError",
    "FilePermissionError",
    "FolderError",
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
    """A file that cannot be read or written, or whose bytes are malformed; the message names file and place.

    Where the system refuses, `errno`, `strerror` and `filename` say what, and the error is of the class that Python
    has for it, too.
    """

    def __new__(cls, *details: Any) -> FileError:
        """The class of the number, if there is one."""
        if cls is FileError and len(details) > 1:
            cls = _BY_NUMBER.get(details[0], cls)
        return super().__new__(cls, *details)


class FileMissingError(FileError, FileNotFoundError):
    """A file that is not there."""


class FilePermissionError(FileError, PermissionError):
    """A file that one may not read or write."""


class FolderError(FileError, IsADirectoryError):
    """A folder in place of a file."""


_BY_NUMBER: dict[Any, type[FileError]] = {
    errno.ENOENT: FileMissingError,
    errno.EACCES: FilePermissionError,
    errno.EPERM: FilePermissionError,
    errno.EISDIR: FolderError,
}
