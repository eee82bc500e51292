"""Paths and agents that keep away from what blocks: against Dijkstra's algorithm over costs worked out cell by cell."""

import heapq
import math

import numpy as np
import pytest

import oracle
import voxnav


def factors(blocks, size, distance, weight):
    """How many times its length a move into each cell costs."""
    reach = max(1, math.ceil(distance / size))
    cells = np.argwhere(np.ones_like(blocks))
    blocked = np.argwhere(blocks)
    apart = np.full(len(cells), reach + 1.0)
    if len(blocked):
        far = np.linalg.norm(cells[:, None] - blocked[None], axis=2).min(axis=1)
        apart = np.minimum(apart, far)
    excess = (weight - 1) * (1 - np.maximum(apart - 1, 0) / reach)
    return np.floor(1.5 + excess).astype(int).reshape(blocks.shape)


def least(blocks, factors, start):
    known, queue = {start: 0}, [(0, start)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cost > known[cell]:
            continue
        for move in oracle.MOVES["26"]:
            if not oracle.is_legal(blocks, cell, move, "strict"):
                continue
            other = tuple(at + by for at, by in zip(cell, move))
            there = cost + oracle.LENGTHS[sum(map(abs, move))] * int(factors[other])
            if there < known.get(other, math.inf):
                known[other] = there
                heapq.heappush(queue, (there, other))
    return known


@pytest.mark.parametrize("seed", range(12))
def test_paths_cost_least_and_are_within_their_bounds(seed):
    rng = np.random.default_rng(seed)
    blocks = rng.random((9, 8, rng.integers(1, 5))) < rng.choice([0.05, 0.15, 0.3])
    blocks[tuple(oracle.random_cell(rng, blocks.shape))] = False
    size = rng.choice([0.25, 1.0, 3.0])
    distance, weight = size * rng.uniform(0, 4), int(rng.choice([1, 2, 5, 100]))
    world = voxnav.World.from_numpy(blocks, size=size, origin=rng.uniform(-9, 9, 3))
    free = np.argwhere(~blocks)
    start, goals = tuple(map(int, rng.choice(free))), rng.choice(free, 6)
    expected = least(blocks, factors(blocks, size, distance, weight), start)
    keep_away = (distance, weight)
    paths = world.paths([start], goals, keep_away=keep_away)
    for row, goal in enumerate(map(lambda it: tuple(map(int, it)), goals)):
        path, plain = world.path(start, goal, keep_away=keep_away), world.path(start, goal)
        assert bool(path) == bool(plain) == (goal in expected)
        assert paths.found[row] == bool(path)
        if path:
            assert path.cost == paths.cost[row] == expected[goal]
            assert path.length == pytest.approx(paths.length[row])
            assert plain.length - 1e-6 <= path.length <= weight * plain.length + 1e-6


def test_tables_keep_the_distances_of_every_size():
    pyarrow = pytest.importorskip("pyarrow")
    blocks = np.zeros((24, 15, 3), dtype=bool)
    blocks[8:16, 7, :] = True
    world = voxnav.World.from_numpy(blocks)
    ends = dict(sx=[2, 2], sy=[6, 6], sz=[1, 1], gx=[21, 21], gy=[6, 6], gz=[1, 1])
    table = pyarrow.table({"id": [0, 1], **ends, **{f"agent_{axis}": [1, 3] for axis in "xyz"}})
    answers = pyarrow.table(world.solve(table, keep_away=(3.0, 9)))
    one = world.path((2, 6, 1), (21, 6, 1), keep_away=(3.0, 9))
    three = world.path((2, 6, 1), (21, 6, 1), agent=2.9, keep_away=(3.0, 9))
    assert answers["cost"].to_pylist() == [one.cost, three.cost]
    beside = [cells[(cells[:, 0] > 7) & (cells[:, 0] < 16)] for cells in (one.cells, three.cells)]
    # The size of the agent is taken off.
    assert [abs(cells[:, 1] - 7).min() for cells in beside] == [4, 5]


def room():
    blocks = np.zeros((40, 15, 1), dtype=bool)
    blocks[10:30, 7] = True
    return voxnav.World.from_numpy(blocks, size=0.5)


def nearest(world, points):
    """The least distance from the wall, of points beside it: from cell to cell, in world units."""
    ends = np.asarray(points)
    points = np.concatenate([np.linspace(at, to, 30) for at, to in zip(ends, ends[1:])])
    beside = points[(points[:, 0] > 7) & (points[:, 0] < 12)]
    return abs(beside[:, 1] - 3.5).min()


def routes(keep_away):
    """The searches of a crowd whose agents keep away by a pair."""
    return {} if keep_away is None else dict(zip(("keep_away", "keep_away_weight"), keep_away))


def test_agents_of_a_crowd_keep_distances_of_their_own():
    world = room()
    ends = world.centers([(2, 6, 0), (37, 6, 0)])
    for of_crowd in (None, (1.5, 9)):
        crowd = voxnav.Crowd(world, avoid=False, routes=routes(of_crowd))
        ids = crowd.add(np.repeat(ends[:1], 3, axis=0), speed=3.0, keep_away=([0.0, 1.5, 0.5], [1, 9, 9]))
        usual = crowd.add(ends[:1], speed=3.0)
        crowd.send([*ids, *usual], ends[1])
        crowd.update(0)
        room_of = lambda id: nearest(world, crowd.waypoints(int(id)))
        # Smoothed, a way may pass anywhere in cells as far from the wall: half a cell nearer than their centers.
        assert room_of(ids[0]) <= 0.5 < 0.75 <= room_of(ids[2]) < 1.6 <= room_of(ids[1])
        assert (room_of(usual[0]) >= 1.6) == (of_crowd is not None)
        loaded = voxnav.Crowd.from_bytes(world.copy(), crowd.to_bytes(), avoid=False, routes=routes(of_crowd))
        for _ in range(3):
            assert crowd.update(0.1) == loaded.update(0.1)
        assert (crowd.positions == loaded.positions).all()
        crowd.set_keep_away(ids[0], (1.5, 9))
        crowd.set_keep_away(ids[1:], None)
        crowd.update(0)
        assert room_of(ids[0]) >= 1.6 and (room_of(ids[1]) >= 1.6) == (of_crowd is not None)


def test_a_replanner_keeps_its_distance():
    world = room()
    start, goal = world.centers([(2, 6, 0), (37, 6, 0)])
    found = []
    for keep_away in (None, (1.5, 9)):
        keeper = voxnav.Replanner(world, goal, keep_away=keep_away)
        assert keeper.update(start) == "replanned"
        found.append(nearest(world, keeper.waypoints))
    assert found[0] <= 0.5 and found[1] >= 1.6


@pytest.mark.parametrize(
    "keep_away, kind, words",
    [
        (2.0, TypeError, "keep_away: a pair of a distance and a weight is needed, not 2.0"),
        ((2.0, 3, 4), TypeError, "keep_away: a pair"),
        ((float("nan"), 3), ValueError, "keep_away: the distance to keep away must be a number of 0 or more, not NaN"),
        ((-1, 3), ValueError, "keep_away: the distance"),
        ((1, 0), ValueError, "keep_away: the weight of moves near blocked cells is zero"),
        ((1, 65536), ValueError, "keep_away: the weight 65536 is not from 1 to 65535"),
        ((1, 1.5), TypeError, "keep_away: "),
    ],
)
def test_distances_that_are_none(keep_away, kind, words):
    world = voxnav.World.generate("empty", (9, 9, 9))
    calls = [
        lambda: world.path((0, 0, 0), (1, 1, 1), keep_away=keep_away),
        lambda: world.paths([(0, 0, 0)], [(1, 1, 1)], keep_away=keep_away),
        lambda: voxnav.Replanner(world, (1, 1, 1), keep_away=keep_away),
    ]
    for call in calls:
        with pytest.raises(kind) as refused:
            call()
        assert words in str(refused.value)
    crowd = voxnav.Crowd(world)
    with pytest.raises((TypeError, ValueError), match="^keep_away"):
        crowd.add([(1, 1, 1)], keep_away=keep_away)
    assert len(crowd) == 0


@pytest.mark.parametrize("keep_away", [("far", 3), (float("nan"), 3), (-1, 3), (1, 0), (1, 65536), (1, 1.5)])
def test_crowds_refuse_distances_that_are_none(keep_away):
    world = voxnav.World.generate("empty", (9, 9, 9))
    with pytest.raises(ValueError, match="keep_away|routes"):
        voxnav.Crowd(world, routes=routes(keep_away))


def test_agents_on_the_ground_keep_none():
    world = voxnav.World.generate("empty", (9, 9, 9))
    legs = voxnav.Locomotion("walker")
    crowd = voxnav.Crowd(world, routes=routes((2, 4)))     # for those that fly
    (walker,) = crowd.add([(1, 1, -0.5)], locomotion=legs)
    for call in (
        lambda: crowd.add([(3, 3, -0.5)], locomotion=legs, keep_away=(2, 4)),
        lambda: crowd.set_keep_away([walker], (2, 4)),
        lambda: voxnav.Replanner(world, (5, 5, -0.5), locomotion=legs, keep_away=(2, 4)),
    ):
        with pytest.raises(ValueError, match="on the ground cannot keep away"):
            call()
    with pytest.raises(TypeError, match="no option is called 'keep_away' here"):
        world.ground_path((0, 0, 0), (1, 1, 0), keep_away=(2, 4))
    crowd.send([walker], [(6, 6, -0.5)])
    crowd.update(0)
    assert len(crowd.waypoints(walker))
