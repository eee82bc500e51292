"""Routes by Spark: Parquet requests in, Parquet routes out, by `mapInArrow`.

    pip install pyspark pyarrow
    spark-submit spark_routes.py WORLD.voxnav REQUESTS.parquet OUTPUT

Every machine needs the world at the same path, or `--files WORLD.voxnav` and its bare name. Each Python worker loads
it once. Spark asks for the columns of results beforehand: an id of 64 bits, and costs alone. With `keep="path"` the
schema gets `path array<array<int>>`.
"""

import argparse
import functools

import pyarrow

import voxnav

SCHEMA = """
    id bigint, outcome string, cost decimal(20, 0), length double, expanded decimal(20, 0),
    generated decimal(20, 0), reopened decimal(20, 0), stale decimal(20, 0), peak_open decimal(20, 0),
    lower_bound decimal(20, 0), source string, error string
"""


@functools.cache
def world_of(path):
    """The world of a file, once a worker."""
    return voxnav.World.load(path)


def answer(batches, world):
    """Answers batches of requests."""
    for batch in batches:
        routes = pyarrow.table(world_of(world).solve(batch, keep="cost", threads=1))
        # Spark has no numbers without a sign.
        for place, field in enumerate(routes.schema):
            if field.type == pyarrow.uint64():
                wide = routes.column(place).cast(pyarrow.decimal128(20, 0))
                routes = routes.set_column(place, field.name, wide)
        yield from routes.to_batches()


def route(spark, world, requests, output):
    """Answers all requests of Parquet files."""
    rows = spark.read.parquet(requests)
    routes = rows.mapInArrow(functools.partial(answer, world=world), SCHEMA)
    routes.write.parquet(output)


def main():
    """The program."""
    from pyspark.sql import SparkSession

    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("world", "requests", "output"):
        arguments.add_argument(name)
    given = arguments.parse_args()
    route(SparkSession.builder.appName("voxnav").getOrCreate(), given.world, given.requests, given.output)


if __name__ == "__main__":
    main()
