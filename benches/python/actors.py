"""Ray Data on one machine: one actor, two, and two of which one is killed in the middle.

    pip install ./python pyarrow 'ray[data]'
    python benches/python/actors.py [--requests N]

Every output is compared with the answers of one process. Times include starting the actors, which parts that ask
for nothing tell apart: what those take is Ray's. Ray gives its workers a niceness of 15: on a machine that does other
work they wait for that, so measure on one that does not.
"""

import argparse
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time

import numpy as np
import pyarrow
import pyarrow.parquet

import voxnav

EXAMPLES = str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "python")
sys.path.insert(0, EXAMPLES)
# For the actors.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [EXAMPLES, os.environ.get("PYTHONPATH")]))
import ray_routes  # noqa: E402

PARTS = 40
NAMES = ["sx", "sy", "sz", "gx", "gy", "gz"]


def requests(folder, count):
    """A world and random requests in it; the answers of one process, and its seconds."""
    world = voxnav.World.generate("caves", (64, 64, 64), seed=7)
    world.save(folder / "cave.voxnav")
    ends = world.random_cells(2 * count, seed=1).reshape(count, 6)
    table = pyarrow.table({"id": np.arange(count), **dict(zip(NAMES, ends.T))})
    pyarrow.parquet.write_table(table, folder / "requests.parquet", row_group_size=-(-count // PARTS))
    begin = time.perf_counter()
    expected = pyarrow.table(world.solve(table, threads=1))
    return expected, time.perf_counter() - begin


def kill_one(output):
    """Kills an actor when a third of the parts is there."""
    while len(list(output.glob("part-*.parquet"))) < PARTS // 3:
        time.sleep(0.01)
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            title = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if b"ray::" in title and b"Router" in title:
            os.kill(int(process.name), signal.SIGKILL)
            return


class Idle:
    """An actor that answers nothing, and says when."""

    def __init__(self):
        self.began = time.time()

    def __call__(self, parts):
        count = len(parts["part"])
        return {"began": [self.began] * count, "at": [time.time()] * count, "niceness": [os.nice(0)] * count}


def overhead(ray, parts, actors):
    """What Ray takes for so many parts without a request."""
    begin = time.time()
    table = ray.data.from_arrow(pyarrow.table({"part": range(parts)})).repartition(parts)
    idle = table.map_batches(Idle, batch_size=1, num_cpus=0.5, compute=ray.data.ActorPoolStrategy(size=actors))
    rows = idle.take_all()
    started = min(row["began"] for row in rows) - begin
    spent = time.time() - begin - started
    print(
        f"{parts} parts of nothing, {actors} actors: {started:.2f} s to start, then {spent / parts * 1e3:.1f} ms a part;"
        f" niceness {rows[0]['niceness']}",
        flush=True,
    )


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--requests", type=int, default=100_000)
    given = arguments.parse_args()
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=10**8)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        overhead(ray, PARTS, 1)  # The first actors of a session take longer.
        for parts in (PARTS, 10 * PARTS):
            overhead(ray, parts, 2)
        expected, alone = requests(folder, given.requests)
        print(f"{given.requests} requests, one thread of one process: {alone:.2f} s", flush=True)
        for what, actors, kill in (("one actor", 1, False), ("two actors", 2, False), ("two, one killed", 2, True)):
            output = folder / what.replace(" ", "-")
            output.mkdir()
            killer = threading.Thread(target=kill_one, args=(output,))
            if kill:
                killer.start()
            begin = time.perf_counter()
            ray_routes.route(folder / "cave.voxnav", folder / "requests.parquet", output, actors)
            spent = time.perf_counter() - begin
            routes = pyarrow.parquet.read_table(output).sort_by("id")
            is_same = routes.equals(expected.sort_by("id"))
            print(f"{what}: {spent:.2f} s, {'the same answers' if is_same else 'OTHER ANSWERS'}", flush=True)
    ray.shutdown()


if __name__ == "__main__":
    main()
