"""Routes on a cluster: Parquet requests in, Parquet routes out, by Ray Data.

    python ray_routes.py WORLD.voxnav REQUESTS.parquet OUTPUT [--actors N]

Each actor loads the world once and answers batches of requests with all that `World.solve` does. A part of
the output is a file that gets its name when it is whole, and its name says which requests it answers: what
a lost actor had begun is done again by another, what was finished is kept, nothing is there twice. Run it
again after a failure and it goes on with the parts that are missing.

Actors ask for half a processor each (`num_cpus=0.5`): actors that take all processors of a machine leave
none for reading, and Ray waits forever.
"""

import argparse
import os
import pathlib

import pyarrow
import pyarrow.parquet

import voxnav


class Router:
    """An actor: holds the world, answers parts."""

    def __init__(self, world, requests, output):
        self.world = voxnav.World.load(world)
        self.requests = pyarrow.parquet.ParquetFile(requests)
        self.output = pathlib.Path(output)

    def __call__(self, parts):
        """Answers the row groups that a batch names; returns how many rows each has."""
        counts = [self.part(int(part)) for part in parts["part"]]
        return {"part": parts["part"], "rows": counts}

    def part(self, part):
        """Answers one row group, unless that was done already."""
        done = self.output / f"part-{part:06}.parquet"
        if done.exists():
            return pyarrow.parquet.read_metadata(done).num_rows
        # As much in one thread as Ray counts for an actor.
        routes = self.world.solve(self.requests.read_row_group(part), threads=1)
        unfinished = done.with_suffix(f".{os.getpid()}.tmp")
        pyarrow.parquet.write_table(pyarrow.table(routes), unfinished)
        os.replace(unfinished, done)
        return len(routes)


def route(world, requests, output, actors=1):
    """Answers all requests of a Parquet file; returns how many there are."""
    import ray

    output = pathlib.Path(output).absolute()
    output.mkdir(parents=True, exist_ok=True)
    sweep(output)
    arguments = [str(pathlib.Path(path).absolute()) for path in (world, requests)]
    groups = pyarrow.parquet.ParquetFile(requests).num_row_groups
    parts = ray.data.from_arrow(pyarrow.table({"part": range(groups)}))
    answered = parts.repartition(groups).map_batches(
        Router,
        fn_constructor_args=[*arguments, str(output)],
        batch_size=1,
        num_cpus=0.5,
        # An actor that dies is started again, and what it had begun is done again.
        compute=ray.data.ActorPoolStrategy(size=actors),
    )
    rows = sum(row["rows"] for row in answered.take_all())
    sweep(output)
    return rows


def sweep(output):
    """Removes what actors left behind that died while they wrote."""
    for left in output.glob("*.tmp"):
        left.unlink()


def main():
    """The program."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("world")
    arguments.add_argument("requests")
    arguments.add_argument("output")
    arguments.add_argument("--actors", type=int, default=1)
    given = arguments.parse_args()
    print(route(given.world, given.requests, given.output, given.actors), "requests answered")


if __name__ == "__main__":
    main()
