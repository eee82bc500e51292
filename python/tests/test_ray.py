"""The cluster example: nothing lost, nothing repeated, also where an actor is killed."""

import importlib.util
import os
import pathlib
import signal
import threading
import time

import numpy as np
import pytest

import voxnav

pyarrow = pytest.importorskip("pyarrow")
ray = pytest.importorskip("ray")
import pyarrow.parquet  # noqa: E402

PROGRAM = pathlib.Path(__file__).parents[2] / "examples" / "python" / "ray_routes.py"

if not PROGRAM.exists():
    pytest.skip("the examples lie elsewhere", allow_module_level=True)

spec = importlib.util.spec_from_file_location("ray_routes", PROGRAM)
ray_routes = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ray_routes)

ROWS, PARTS = 4000, 20


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ray")
    world = voxnav.World.generate("caves", (64, 64, 64), seed=7)
    world.save(folder / "cave.voxnav")
    ends = world.random_cells(2 * ROWS, seed=1).reshape(ROWS, 6)
    columns = dict(zip(["sx", "sy", "sz", "gx", "gy", "gz"], ends.T))
    table = pyarrow.table({"id": np.arange(ROWS), **columns})
    pyarrow.parquet.write_table(table, folder / "requests.parquet", row_group_size=ROWS // PARTS)
    pieces = [world.solve(piece) for piece in table.to_batches(max_chunksize=ROWS // PARTS)]
    expected = pyarrow.concat_tables([pyarrow.table(piece) for piece in pieces])
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=10**8)
    yield folder, expected
    ray.shutdown()


def answers(folder):
    parts = sorted(folder.glob("*"))
    assert [part.name for part in parts] == [f"part-{part:06}.parquet" for part in range(PARTS)]
    return pyarrow.concat_tables([pyarrow.parquet.read_table(part) for part in parts])


@pytest.mark.parametrize("actors", [1, 2])
def test_a_cluster_gives_the_answers_of_one_machine(work, actors):
    folder, expected = work
    output = folder / f"by-{actors}"
    inputs = folder / "cave.voxnav", folder / "requests.parquet"
    assert ray_routes.route(*inputs, output, actors) == ROWS
    assert answers(output).sort_by("id").equals(expected.sort_by("id"))


def test_an_actor_that_is_killed_loses_and_repeats_nothing(work):
    folder, expected = work
    output = folder / "killed"
    killed = []

    def kill():
        """Kills the process that wrote a part, while others are to be written."""
        while not list(output.glob("part-*")):
            time.sleep(0.005)
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                title = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if b"ray::" in title and b"Router" in title:
                os.kill(int(process.name), signal.SIGKILL)
                killed.append(process.name)
                return

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    inputs = folder / "cave.voxnav", folder / "requests.parquet"
    assert ray_routes.route(*inputs, output, 2) == ROWS
    killer.join(timeout=60)
    if not killed:
        pytest.skip("no process of an actor was found to be killed")
    assert answers(output).sort_by("id").equals(expected.sort_by("id"))
