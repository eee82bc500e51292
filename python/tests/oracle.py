"""Dijkstra's algorithm over a NumPy array, by heapq: shares no code with voxnav."""

import heapq
import itertools
import math

import numpy as np

STRAIGHT = 2**30
LENGTHS = {n: round(math.sqrt(n) * STRAIGHT) for n in (1, 2, 3)}

MOVES = {
    "26": [move for move in itertools.product((-1, 0, 1), repeat=3) if any(move)],
    "18": [m for m in itertools.product((-1, 0, 1), repeat=3) if 1 <= sum(map(abs, m)) <= 2],
    "6": [m for m in itertools.product((-1, 0, 1), repeat=3) if sum(map(abs, m)) == 1],
}


def swept(cell, move):
    """The cells of the box that a move spans, but for where it begins."""
    spans = [(0,) if along == 0 else (0, along) for along in move]
    for offset in itertools.product(*spans):
        if any(offset):
            yield tuple(at + by for at, by in zip(cell, offset))


def is_free(blocks, cell):
    inside = all(0 <= at < side for at, side in zip(cell, blocks.shape))
    return inside and not blocks[cell]


def is_legal(blocks, cell, move, corners):
    if corners == "strict":
        return all(is_free(blocks, other) for other in swept(cell, move))
    return is_free(blocks, tuple(at + by for at, by in zip(cell, move)))


def costs(blocks, start, moves="26", corners="strict"):
    """What it costs from a free cell to every cell that can be reached."""
    known = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cost > known[cell]:
            continue
        for move in MOVES[moves]:
            if not is_legal(blocks, cell, move, corners):
                continue
            other = tuple(at + by for at, by in zip(cell, move))
            there = cost + LENGTHS[sum(map(abs, move))]
            if there < known.get(other, math.inf):
                known[other] = there
                heapq.heappush(queue, (there, other))
    return known


def check(blocks, path, start, goal, moves="26", corners="strict"):
    """Every move of a path is legal, and its cost is the sum of theirs."""
    cells = [tuple(map(int, cell)) for cell in path.cells]
    assert cells[0] == start and cells[-1] == goal
    total = 0
    for cell, other in zip(cells, cells[1:]):
        move = tuple(b - a for a, b in zip(cell, other))
        assert move in MOVES[moves] and is_legal(blocks, cell, move, corners)
        total += LENGTHS[sum(map(abs, move))]
    assert total == path.cost
    assert np.isclose(path.length, total / STRAIGHT)


def random_blocks(seed, largest=9, density=None):
    """A small world, with the free cell at its first index."""
    rng = np.random.default_rng(seed)
    shape = rng.integers(1, largest + 1, size=3)
    share = rng.uniform(0, 0.6) if density is None else density
    return rng.random(shape) < share


def random_cell(rng, shape):
    return tuple(int(rng.integers(0, side)) for side in shape)
