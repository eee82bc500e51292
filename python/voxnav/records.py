"""Arrow tables as rows of Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import _voxnav

__all__ = ["rows"]


def rows(table: _voxnav.Table) -> Iterator[dict[str, Any]]:
    """The rows of a table, each a dictionary of its values by column."""
    try:
        import pyarrow  # type: ignore[import-untyped, unused-ignore]
    except ImportError as missing:
        raise ImportError("the rows of a table take pyarrow: pip install pyarrow") from missing
    for batch in pyarrow.table(table).to_batches(max_chunksize=4096):
        yield from batch.to_pylist()
