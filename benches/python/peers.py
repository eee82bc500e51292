"""voxnav against dijkstra3d, pathfinding3d and scikit-image on the same problems, asked in turns.

    pip install ./python -r benches/python/requirements.txt
    python benches/python/peers.py [--side 64 256] [--map FILE.3dmap ...] [--problems N] [--budget SECONDS]
        [--index]

Every library answers a problem before the next one is asked, in an order that changes from problem to
problem, each under its own rule and voxnav under the same: dijkstra3d and scikit-image move to any free
neighbor (lenient corners), pathfinding3d passes no blocked cell (strict). No answer may be shorter than voxnav's
by more than single-precision numbers can tell; those that are longer are counted. A library that takes longer than its budget in a world is not asked
the rest of the problems there, and the means are over the problems that it was asked. None of the others is
part of voxnav; what each needs is made before the clock runs: their arrays and grids, with `--index`
also `World.prepare`.
"""

import argparse
import itertools
import pathlib
import statistics
import time

import numpy as np

import voxnav


def by_dijkstra3d(blocks):
    import dijkstra3d

    field = np.asfortranarray(np.where(blocks, np.inf, 1.0).astype(np.float32))
    return lambda start, goal: dijkstra3d.dijkstra(
        field, start, goal, compass=True, anisotropy=(1.0, 1.0, 1.0)
    )


def by_binary_dijkstra3d(blocks):
    import dijkstra3d

    free = np.asfortranarray(~blocks)
    return lambda start, goal: dijkstra3d.binary_dijkstra(free, start, goal, euclidean_metric=True)


def by_skimage(blocks):
    from skimage.graph import MCP_Geometric

    costs = np.where(blocks, -1.0, 1.0)

    def ask(start, goal):
        search = MCP_Geometric(costs, fully_connected=True)
        search.find_costs([start], [goal])
        return search.traceback(goal)

    return ask


def by_pathfinding3d(blocks):
    from pathfinding3d.core.diagonal_movement import DiagonalMovement
    from pathfinding3d.core.grid import Grid
    from pathfinding3d.finder.a_star import AStarFinder

    grid = Grid(matrix=(~blocks).astype(int))

    def ask(start, goal):
        grid.cleanup()
        finder = AStarFinder(diagonal_movement=DiagonalMovement.only_when_no_obstacle)
        path, _ = finder.find_path(grid.node(*start), grid.node(*goal), grid)
        return [(node.x, node.y, node.z) for node in path]

    return ask


PEERS = {
    "dijkstra3d, A*": ("lenient", by_dijkstra3d),
    "dijkstra3d, binary": ("lenient", by_binary_dijkstra3d),
    "scikit-image": ("lenient", by_skimage),
    "pathfinding3d": ("strict", by_pathfinding3d),
}

#: pathfinding3d has a Python object a cell, 0.5 KB each: 256^3 of them do not fit most memories.
MOST_CELLS = {"pathfinding3d": 128**3}


def length_of(cells):
    """The length of a path of neighboring cells, in cells."""
    return float(np.linalg.norm(np.diff(np.asarray(cells, float), axis=0), axis=1).sum())


def timed(ask):
    begin = time.perf_counter()
    answer = ask()
    return time.perf_counter() - begin, answer


def random_problems(world, count):
    """Random cells with a way between them."""
    ends = world.random_cells(40 * count, seed=1).reshape(-1, 2, 3)
    return ends[world.reachable(ends[:, 0], ends[:, 1])][:count]


def listed_problems(map_file, count):
    """Rows of the scenario beside a map, spread over all of it."""
    scenario = pathlib.Path(f"{map_file}.3dscen")
    lines = scenario.read_text().splitlines()
    rows = [line.split() for line in lines]
    rows = [[int(number) for number in row[:6]] for row in rows if len(row) >= 7]
    rows = np.asarray(rows).reshape(-1, 2, 3)
    return rows[np.linspace(0, len(rows) - 1, min(count, len(rows))).astype(int)]


def compare(name, world, ends, given):
    """Asks everybody each problem before the next one; prints a row a library."""
    blocks = world.to_numpy() != 0
    if given.index:
        for corners in ("strict", "lenient"):
            world.prepare(index=corners)
    for corners in ("lenient", "strict"):
        world.path(*ends[0], corners=corners)
    asks = {}
    for peer, (_, make) in PEERS.items():
        if peer not in given.peers or blocks.size > MOST_CELLS.get(peer, blocks.size):
            continue
        asks[peer] = make(blocks)
    times = {peer: [] for peer in asks}
    longer = dict.fromkeys(asks, 0)
    for turn, (start, goal) in enumerate(ends):
        start, goal = tuple(map(int, start)), tuple(map(int, goal))
        order = list(asks)
        order = order[turn % len(order) :] + order[: turn % len(order)]
        for peer in order:
            if sum(theirs for theirs, _ in times[peer]) > given.budget:
                continue
            corners = PEERS[peer][0]

            def own():
                return timed(lambda: world.path(start, goal, corners=corners))

            def other():
                return timed(lambda: asks[peer](start, goal))

            # Who comes first changes, too.
            (ours, path), (theirs, cells) = (own(), other()) if turn % 2 else (other(), own())[::-1]
            assert path, (peer, start, goal, path)
            ratio = length_of(cells) / max(path.length / world.size, 1e-9)
            assert ratio > 1 - 1e-4, ("a shorter path", peer, start, goal)
            longer[peer] += ratio > 1 + 1e-4
            times[peer].append((theirs, ours))
    for peer, both in times.items():
        theirs, ours = (np.array(column) * 1e3 for column in zip(*both))
        print(
            f"| {name} | {peer} | {PEERS[peer][0]} | {len(both)} | {longer[peer]} | {theirs.mean():.2f} | {ours.mean():.4f} |"
            f" {theirs.mean() / ours.mean():.0f} | {statistics.median(theirs / ours):.0f} |",
            flush=True,
        )


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--side", type=int, nargs="*", default=[64, 256])
    arguments.add_argument("--kind", nargs="*", default=["caves", "rooms", "random:25"])
    arguments.add_argument("--map", nargs="*", default=[], help="with the scenario beside it, .3dscen appended")
    arguments.add_argument("--problems", type=int, default=30)
    arguments.add_argument("--budget", type=float, default=5.0, help="seconds for each library and world")
    arguments.add_argument("--peers", nargs="*", default=list(PEERS), choices=list(PEERS))
    arguments.add_argument("--index", action="store_true")
    given = arguments.parse_args()
    print("| world | library | corners | problems | longer | its mean, ms | voxnav, ms | times, mean | times, median |")
    print("|---|---|---|---|---|---|---|---|---|")
    for side, kind in itertools.product(given.side, given.kind):
        world = voxnav.World.generate(kind, (side,) * 3, seed=7)
        compare(f"{kind} {side}^3", world, random_problems(world, given.problems), given)
    for map_file in given.map:
        world = voxnav.World.load(map_file)
        compare(pathlib.Path(map_file).stem, world, listed_problems(map_file, given.problems), given)


if __name__ == "__main__":
    main()
