"""What the Python package costs on top of the library: calls, batches, and worlds of arrays.

    pip install ./python
    cargo build --release -p voxnav-benches --bin batch_numbers
    python benches/python/costs.py --rust target/release/batch_numbers

Without `--rust` batches are timed, but not against the library's own. The Rust program and Python answer the same
file of requests in turns, in a new process each, and must find the same sum of costs.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

import voxnav

CAVES = ("caves", (128, 128, 128), 7)


def caves():
    kind, shape, seed = CAVES
    world = voxnav.World.generate(kind, shape, seed=seed)
    # As the Rust program does.
    world.prepare()
    return world


def best(times, ask):
    """The least of so many times, in seconds."""
    spent = []
    for _ in range(times):
        begin = time.perf_counter()
        ask()
        spent.append(time.perf_counter() - begin)
    return min(spent)


def calls():
    """A call of `path` whose search is nothing, by what it is given, and short ones."""
    world = voxnav.World.generate("empty", (64, 64, 64))
    agent = voxnav.Agent(1.0)
    array = np.array([1, 1, 1])
    count = 2_000

    def each(what, ask):
        ask()
        spent = best(50, lambda: [ask() for _ in range(count)]) / count
        print(f"{spent * 1e6:6.2f} us  {what}")

    each("a Python function that does nothing", lambda: None)
    each("path, start and goal are one cell: tuples", lambda: world.path((1, 1, 1), (1, 1, 1)))
    each("the same: lists", lambda: world.path([1, 1, 1], [1, 1, 1]))
    each("the same: arrays", lambda: world.path(array, array))
    each("the same with an agent", lambda: world.path((1, 1, 1), (1, 1, 1), agent=agent))
    each(
        "the same with agent, algorithm and corners",
        lambda: world.path((1, 1, 1), (1, 1, 1), agent=agent, algorithm="jump", corners="strict"),
    )
    each("path of 6 cells", lambda: world.path((1, 1, 1), (6, 3, 1)))
    each("path of 6 cells and its array", lambda: world.path((1, 1, 1), (6, 3, 1)).cells)
    starts = np.repeat([[1, 1, 1]], 10_000, 0)
    spent = best(20, lambda: world.paths(starts, [(6, 3, 1)], threads=1, keep="cost")) / len(starts)
    print(f"{spent * 1e6:6.2f} us  the same by `paths` on one thread, for each row")


def resident():
    """Bytes of memory that this process has now."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def arrays(side):
    """Worlds of arrays of every order."""
    blocks = np.zeros((side,) * 3, bool)
    blocks[::3, ::2, ::5] = True
    noise = np.random.default_rng(1).random((side,) * 3, np.float32) < 0.25
    for content, array in (("posts", blocks), ("noise", noise)):
        for order, ordered in (("C", array), ("Fortran", np.asfortranarray(array))):
            before = resident()
            world = voxnav.World.from_numpy(ordered)
            left = resident() - before
            spent = best(3, lambda ordered=ordered: voxnav.World.from_numpy(ordered))
            print(
                f"a world of {side}^3 cells, {content}, {order} order: {spent:.3f} s,"
                f" {left / 2**20:.0f} MiB more than before ({ordered.nbytes / 2**20:.0f} MiB are the array)"
            )
            del world
        del array, ordered
    print(f"most memory at any time: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10:.0f} MiB")


def requests(count, file):
    """Short requests in caves: both ends within some ten cells."""
    world = caves()
    starts = world.random_cells(count, seed=1)
    moved = starts + np.random.default_rng(1).integers(-8, 9, starts.shape)
    goals = world.nearest(moved, 9.0).cells
    np.hstack([starts, goals]).astype("<i4").tofile(file)


def answer(file, keep):
    """Answers the file; prints the seconds of `paths` and the sum of costs. What a new process does."""
    world = caves()
    rows = np.fromfile(file, "<i4").reshape(-1, 6)
    starts, goals = np.ascontiguousarray(rows[:, :3]), np.ascontiguousarray(rows[:, 3:])
    world.paths(starts[:1000], goals[:1000], keep=keep)
    begin = time.perf_counter()
    paths = world.paths(starts, goals, keep=keep)
    spent = time.perf_counter() - begin
    print(spent, int(paths.cost[paths.cost >= 0].sum()))


def nothing(count):
    """Rows that need no search: all that `paths` adds to the searches, and some of the library's own."""
    world = caves()
    cells = world.random_cells(count, seed=1)
    for keep in ("cost", "path"):
        spent = best(5, lambda: world.paths(cells, cells, keep=keep))
        print(f"{count} rows whose start is their goal, {keep} kept: {spent:.3f} s")


def run(command):
    """The seconds that a program says, the sum of costs, and the seconds of processors that it took in all."""

    def spent():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = spent()
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, costs = said.split()[-2:]
    return float(seconds), int(costs), spent() - before


def batch(count, rounds, rust):
    """Many short requests at once, by Python and by the Rust program in turns.

    On a busy machine the time of processors counts, less what each program takes for a thousand requests.
    """
    nothing(count)
    with tempfile.TemporaryDirectory() as folder:
        all_of_them, few = (str(pathlib.Path(folder) / name) for name in ("all", "few"))
        requests(count, all_of_them)
        requests(1_000, few)
        world = f"generated:{CAVES[0]}:{','.join(map(str, CAVES[1]))}:{CAVES[2]}"
        for keep in ("cost", "path"):
            programs = {"paths": lambda file: [sys.executable, __file__, "--answer", file, keep]}
            if rust:
                programs["Rust"] = lambda file: [rust, world, "--given", file, "--keep", keep]
            walls, processors, sums = {}, {}, set()
            for _ in range(rounds):
                for name, program in programs.items():
                    seconds, costs, processor = run(program(all_of_them))
                    processor -= run(program(few))[2]
                    walls.setdefault(name, []).append(seconds)
                    processors.setdefault(name, []).append(processor)
                    sums.add(costs)
            assert len(sums) == 1, sums
            print(f"{count} short requests, {keep} kept:")
            for name in programs:
                wall, processor = min(walls[name]), min(processors[name])
                print(f"    {name}: {wall:.3f} s, {processor:.3f} s of processors")


def cluster(count):
    """What a row costs an actor of a cluster, on one thread: read from Parquet, answered, written."""
    import pyarrow
    import pyarrow.parquet

    world = caves()
    names = ["sx", "sy", "sz", "gx", "gy", "gz"]
    starts = world.random_cells(count, seed=1)
    moved = starts + np.random.default_rng(1).integers(-8, 9, starts.shape)
    far = world.random_cells(count, seed=2)
    with tempfile.TemporaryDirectory() as folder:
        inward, outward, stored = (pathlib.Path(folder) / name for name in ("in", "out", "world.voxnav"))
        world.save(stored)
        spent = best(3, lambda: voxnav.World.load(stored))
        print(f"the world: {stored.stat().st_size / 2**10:.0f} KiB, loaded in {spent * 1e3:.1f} ms")
        for kind, goals, rows in (("short", world.nearest(moved, 9.0)[0], count), ("long", far, count // 20)):
            ends = np.hstack([starts, goals])[:rows]
            table = pyarrow.table({"id": np.arange(rows), **dict(zip(names, ends.T))})
            pyarrow.parquet.write_table(table, inward)
            for keep in ("cost", "path"):
                read = best(2, lambda: pyarrow.parquet.read_table(inward, use_threads=False))
                solved = best(2, lambda: world.solve(table, keep=keep, threads=1))
                routes = pyarrow.table(world.solve(table, keep=keep, threads=1))
                write = best(2, lambda: pyarrow.parquet.write_table(routes, outward))
                per_row = [f"{name} {spent / rows * 1e6:.2f} us" for name, spent in
                           (("read", read), ("answered", solved), ("written", write))]
                sizes = [file.stat().st_size / rows for file in (inward, outward)]
                print(f"{kind} requests, {keep} kept, a row: {', '.join(per_row)};"
                      f" {sizes[0]:.0f} bytes in, {sizes[1]:.0f} out")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rust", help="the program batch_numbers of benches")
    arguments.add_argument("--requests", type=int, default=1_000_000)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--side", type=int, default=512)
    arguments.add_argument("--only", nargs="*", choices=["calls", "arrays", "batch", "cluster"])
    arguments.add_argument("--answer", nargs=2, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.answer:
        answer(*given.answer)
        return
    parts = {
        "calls": calls,
        "arrays": lambda: arrays(given.side),
        "batch": lambda: batch(given.requests, given.rounds, given.rust),
        "cluster": lambda: cluster(given.requests // 5),
    }
    for name in given.only or parts:
        parts[name]()


if __name__ == "__main__":
    main()
