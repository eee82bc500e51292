"""voxnav against dijkstra3d over volumes of costs, asked in turns.

    pip install ./python -r benches/python/requirements.txt
    python benches/python/volumes.py [--side 64 128] [--top 255] [--problems N] [--sources N] [--sizes X Y Z]

Costs are whole numbers from 1 to `--top`, drawn for each cell. Both may pass corners, and a move costs its length times
the cost of the cell that it enters. dijkstra3d is asked with and without its compass; its search from both ends knows no
lengths of moves. Nothing that dijkstra3d finds may cost less than what voxnav finds. Also prints how long it takes to
make a world of the array. With `--sizes` voxels have these sides: `anisotropy=` of dijkstra3d.

With `--sources` the costs from every cell to the nearest of so many cells are asked in place of paths. The fields of
dijkstra3d know no lengths of moves: with 6 moves both must be equal, and with 26 only the times are compared. With
`--sizes` as well, the fields are of volumes of which `--top` percent is blocked, where dijkstra3d knows lengths: all must be
equal.
"""

import argparse
import statistics
import time

import dijkstra3d
import numpy as np

import voxnav


def in_turns(programs, problems):
    """Runs programs in turns; returns the seconds of each run, and what each program found last."""
    spent = {name: [] for name in programs}
    found = {}
    for problem in range(problems):
        for name in programs if problem % 2 else reversed(programs):
            begin = time.perf_counter()
            found[name] = programs[name]()
            spent[name].append(time.perf_counter() - begin)
    return spent, found


def report(spent):
    for name, times in spent.items():
        print(f"{statistics.mean(times) * 1e3:9.2f} {statistics.median(times) * 1e3:9.2f}  {name}")


def cost_of(costs, sizes, cells):
    cells = np.asarray(cells, dtype=int)
    lengths = np.linalg.norm(np.diff(cells, axis=0) * sizes, axis=1)
    return float(lengths @ costs[tuple(cells[1:].T)])


def compare_fields(side, top, problems, sources):
    rng = np.random.default_rng(1)
    costs = np.asfortranarray(rng.integers(1, top + 1, (side,) * 3).astype(np.uint8))
    ends = rng.integers(0, side, (sources, 3))
    # Both count one end of a path: that of a source is then the same for all.
    costs[tuple(ends.T)] = 1
    world = voxnav.World.from_numpy(costs=costs)
    listed = [tuple(map(int, end)) for end in ends]
    for moves in (6, 26):
        programs = {
            "voxnav": lambda: world.cost_field(listed, moves=moves, corners="lenient").costs,
            "dijkstra3d": lambda: dijkstra3d.distance_field(costs, listed, connectivity=moves),
        }
        spent, found = in_turns(programs, problems)
        if moves == 6:
            assert np.allclose(found["voxnav"] + costs - 1, found["dijkstra3d"], rtol=1e-5)
        print(f"{side}^3, costs 1 to {top}, {moves} moves, fields of {sources} sources, milliseconds: mean, median")
        report(spent)


def compare_lengths(side, percent, problems, sources, sizes):
    rng = np.random.default_rng(1)
    free = np.asfortranarray(rng.random((side,) * 3) >= percent / 100)
    ends = rng.integers(0, side, (sources, 3))
    free[tuple(ends.T)] = True
    world = voxnav.World.from_numpy(~free, size=sizes)
    listed = [tuple(map(int, end)) for end in ends]
    programs = {
        "voxnav": lambda: world.cost_field(listed, corners="lenient").costs,
        "dijkstra3d": lambda: dijkstra3d.euclidean_distance_field(free, listed, anisotropy=sizes),
    }
    spent, found = in_turns(programs, problems)
    assert np.allclose(found["voxnav"][free], found["dijkstra3d"][free], rtol=1e-5)
    print(f"{side}^3 of {sizes}, {percent} % blocked, fields of {sources} sources, milliseconds: mean, median")
    report(spent)


def compare(side, top, problems, sizes):
    costs = np.asfortranarray(np.random.default_rng(1).integers(1, top + 1, (side,) * 3).astype(np.uint8))
    begin = time.perf_counter()
    world = voxnav.World.from_numpy(costs=costs, size=sizes)
    made = time.perf_counter() - begin

    def by_dijkstra3d(**options):
        return lambda start, goal: dijkstra3d.dijkstra(costs, start, goal, anisotropy=sizes, **options)

    programs = {
        "voxnav": lambda start, goal: world.path(start, goal, corners="lenient").cells,
        "dijkstra3d": by_dijkstra3d(),
        "dijkstra3d, compass": by_dijkstra3d(compass=True),
    }
    spent = {name: [] for name in programs}
    longer = []
    for problem in range(problems):
        ends = [tuple(map(int, cell)) for cell in world.random_cells(2, seed=problem)]
        found = {}
        for name in programs if problem % 2 else reversed(programs):
            begin = time.perf_counter()
            found[name] = cost_of(costs, sizes, programs[name](*ends))
            spent[name].append(time.perf_counter() - begin)
        best = found.pop("voxnav")
        assert all(cost >= best * (1 - 1e-6) for cost in found.values()), found
        longer += [cost / best for cost in found.values()]
    print(f"{side}^3, costs 1 to {top}: the world {made:.3f} s; {problems} problems, milliseconds: mean, median")
    report(spent)
    print(f"the paths of dijkstra3d cost {statistics.mean(longer):.4f} times those of voxnav, at most {max(longer):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", type=int, nargs="+", default=[64, 128])
    parser.add_argument("--top", type=int, nargs="+", default=[3, 255])
    parser.add_argument("--problems", type=int, default=10)
    parser.add_argument("--sources", type=int)
    parser.add_argument("--sizes", type=float, nargs=3)
    asked = parser.parse_args()
    for side in asked.side:
        for top in asked.top:
            if asked.sources and asked.sizes:
                compare_lengths(side, top, asked.problems, asked.sources, tuple(asked.sizes))
            elif asked.sources:
                compare_fields(side, top, asked.problems, asked.sources)
            else:
                compare(side, top, asked.problems, tuple(asked.sizes or (1.0, 1.0, 1.0)))
