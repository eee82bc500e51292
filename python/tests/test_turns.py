"""Paths with the fewest turns: against Dijkstra's algorithm over pairs of a cell and the move that led there."""

import heapq

import numpy as np
import pytest

import oracle
import voxnav


def fewest(blocks, start, goal):
    """The least cost of a path, and the fewest turns at that cost."""
    queue, done = [(0, 0, start, None)], set()
    while queue:
        cost, turns, cell, before = heapq.heappop(queue)
        if cell == goal:
            return cost, turns
        if (cell, before) in done:
            continue
        done.add((cell, before))
        for move in oracle.MOVES["26"]:
            if oracle.is_legal(blocks, cell, move, "strict"):
                there = tuple(at + by for at, by in zip(cell, move))
                turn = before is not None and before != tuple(move)
                each = oracle.LENGTHS[sum(map(abs, move))]
                heapq.heappush(queue, (cost + each, turns + turn, there, tuple(move)))
    return None


@pytest.mark.parametrize("seed", range(10))
def test_no_path_of_the_cost_turns_less_often(seed):
    rng = np.random.default_rng(seed)
    blocks = rng.random((7, 6, rng.integers(1, 4))) < rng.choice([0.1, 0.25])
    start, goal = (tuple(map(int, cell)) for cell in rng.choice(np.argwhere(~blocks), 2))
    world = voxnav.World.from_numpy(blocks)
    path, plain = world.path(start, goal, fewest_turns=True), world.path(start, goal)
    assert bool(path) == bool(plain)
    if not path:
        return
    steps = np.diff(path.cells, axis=0)
    assert path.turns == np.any(steps[1:] != steps[:-1], axis=1).sum() <= plain.turns
    assert (path.cost, path.turns) == fewest(blocks, start, goal)
    batch = world.paths([start], [goal], fewest_turns=True)
    assert np.array_equal(batch[0], path.cells)


def test_walkers_turn_as_seen_from_above():
    blocks = np.zeros((9, 3, 6), bool)
    for x in range(9):
        blocks[x, :, : 1 + x // 2] = True
    world = voxnav.World.from_numpy(blocks)
    path = world.ground_path((0, 1, 1), (8, 1, 5), fewest_turns=True)
    assert path and path.turns == 0 and len({leg.action for leg in path.legs}) > 1
