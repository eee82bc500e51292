"""Routes by Dask: Parquet requests in, Parquet routes out.

    pip install dask pyarrow
    python dask_routes.py WORLD.voxnav REQUESTS.parquet OUTPUT

A task answers one row group of the requests and gives its file the name when it is whole; run it again and it goes
on with the parts that are missing. Each worker process loads the world once. Under `dask.distributed` the same
tasks run on a cluster: make a `Client` before `route`.
"""

import argparse
import functools
import os
import pathlib

import dask
import pyarrow
import pyarrow.parquet

import voxnav


@functools.cache
def world_of(path):
    """The world of a file, once a process."""
    return voxnav.World.load(path)


def answer(world, requests, output, part):
    """Answers a row group, unless that was done already; returns how many rows it has."""
    done = pathlib.Path(output) / f"part-{part:06}.parquet"
    if done.exists():
        return pyarrow.parquet.read_metadata(done).num_rows
    table = pyarrow.parquet.ParquetFile(requests).read_row_group(part)
    # As much in one thread as Dask counts for a task.
    routes = world_of(world).solve(table, threads=1)
    unfinished = done.with_suffix(f".{os.getpid()}.tmp")
    pyarrow.parquet.write_table(pyarrow.table(routes), unfinished)
    os.replace(unfinished, done)
    return len(routes)


def route(world, requests, output, **how):
    """Answers all requests of a Parquet file; returns how many there are. `how` is for `dask.compute`."""
    pathlib.Path(output).mkdir(parents=True, exist_ok=True)
    groups = pyarrow.parquet.ParquetFile(requests).num_row_groups
    task = dask.delayed(answer)
    paths = [str(pathlib.Path(path).absolute()) for path in (world, requests, output)]
    return sum(dask.compute(*[task(*paths, part) for part in range(groups)], **how))


def main():
    """The program."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("world", "requests", "output"):
        arguments.add_argument(name)
    given = arguments.parse_args()
    print(route(given.world, given.requests, given.output, scheduler="processes"), "requests answered")


if __name__ == "__main__":
    main()
