"""The recipes for Dask and Spark give the answers of one machine."""

import importlib.util
import os
import pathlib
import shutil
import sys

import numpy as np
import pytest

import voxnav

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.parquet  # noqa: E402

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "python"
ROWS, PARTS = 600, 6

if not EXAMPLES.exists():
    pytest.skip("the examples lie elsewhere", allow_module_level=True)


def program(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    # Workers find it under its name.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def work(tmp_path):
    world = voxnav.World.generate("caves", (32, 32, 32), seed=7)
    world.save(tmp_path / "cave.voxnav")
    ends = world.random_cells(2 * ROWS, seed=1).reshape(ROWS, 6)
    columns = dict(zip(["sx", "sy", "sz", "gx", "gy", "gz"], ends.T))
    table = pyarrow.table({"id": np.arange(ROWS), **columns})
    pyarrow.parquet.write_table(table, tmp_path / "requests.parquet", row_group_size=ROWS // PARTS)
    return tmp_path, world, table


def test_dask_gives_the_answers_of_one_machine(work):
    pytest.importorskip("dask")
    folder, world, table = work
    dask_routes = program("dask_routes")
    inputs = folder / "cave.voxnav", folder / "requests.parquet"
    for _ in range(2):
        # The second time all parts are there.
        assert dask_routes.route(*inputs, folder / "routes", scheduler="threads") == ROWS
    routes = pyarrow.parquet.read_table(folder / "routes")
    assert routes.sort_by("id").equals(pyarrow.table(world.solve(table, threads=1)).sort_by("id"))
    assert len(list((folder / "routes").iterdir())) == PARTS


def test_spark_gives_the_answers_of_one_machine(work):
    pyspark = pytest.importorskip("pyspark.sql")
    if not shutil.which("java") and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java")
    folder, world, table = work
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = f"{EXAMPLES}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    spark_routes = program("spark_routes")
    spark = pyspark.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        names = [str(folder / name) for name in ("cave.voxnav", "requests.parquet", "routes")]
        spark_routes.route(spark, *names)
    finally:
        spark.stop()
    routes = pyarrow.parquet.read_table(folder / "routes").sort_by("id")
    expected = pyarrow.table(world.solve(table, keep="cost", threads=1)).sort_by("id")
    assert routes.column_names == expected.column_names
    for name in routes.column_names:
        assert routes[name].to_pylist() == expected[name].to_pylist(), name
