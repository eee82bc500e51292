"""Costs of cells as arrays: paths cost the least sum of the numbers that were given."""

import heapq
import itertools
import math

import numpy as np
import pytest

import oracle
import voxnav

KINDS = ["u1", "u2", "i4", "i8", "f2", "f4", "f8", ">f8"]
CONVENTIONS = {"entered": lambda a, b: b, "mean": lambda a, b: (a + b) / 2, "max": max}


def least(blocks, costs, start, goal, convention, corners):
    """The least cost of a path, by Dijkstra's algorithm over floats."""
    known, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cell == goal:
            return cost
        if cost > known[cell]:
            continue
        for move in oracle.MOVES["26"]:
            if not oracle.is_legal(blocks, cell, move, corners):
                continue
            other = tuple(at + by for at, by in zip(cell, move))
            each = CONVENTIONS[convention](float(costs[cell]), float(costs[other]))
            there = cost + each * math.sqrt(sum(map(abs, move)))
            if there < known.get(other, math.inf):
                known[other] = there
                heapq.heappush(queue, (there, other))
    return None


def drawn(rng, shape, kind):
    if np.dtype(kind).kind in "iu":
        return rng.integers(1, 200, shape).astype(kind)
    return rng.uniform(0.5, 20, shape).astype(kind)


def cost_of(world, path):
    return path.cost / voxnav.STRAIGHT * world.cost_unit


@pytest.mark.parametrize("kind", KINDS)
def test_paths_cost_the_least_sum(kind):
    rng = np.random.default_rng(KINDS.index(kind))
    # All of them, over the types together.
    ways = list(itertools.product(CONVENTIONS, ("xyz", "zyx"), "CF"))
    for convention, axes, order in ways[KINDS.index(kind) % 3 :: 3]:
        blocks = rng.random((5, 4, 3)) < 0.2
        costs = drawn(rng, blocks.shape, kind)
        given = [np.asarray(it if axes == "xyz" else it.T, order=order) for it in (blocks, costs)]
        world = voxnav.World.from_numpy(given[0], costs=given[1], axes=axes, convention=convention, size=0.5)
        assert world.cost_rounding < 1e-3
        free = ~blocks
        np.testing.assert_allclose(world.costs()[free], costs[free], rtol=world.cost_rounding + 1e-12)
        start, goal = (tuple(map(int, cell)) for cell in world.random_cells(2, seed=1))
        for corners in ("strict", "lenient"):
            path = world.path(start, goal, corners=corners)
            expected = least(blocks, costs, start, goal, convention, corners)
            assert bool(path) == (expected is not None)
            if expected is None:
                continue
            assert cost_of(world, path) == pytest.approx(expected, rel=world.cost_rounding + 1e-8)
            moves = np.linalg.norm(np.diff(path.cells, axis=0), axis=1)
            assert path.length == pytest.approx(moves.sum() * 0.5)
            field = world.cost_field([goal], corners=corners, axes=axes)
            assert field.cost([start])[0] == path.cost
            assert field.costs.shape == given[1].shape
            there = start if axes == "xyz" else start[::-1]
            assert field.costs[there] * world.cost_unit == pytest.approx(expected * 0.5, rel=1e-3)
        assert (voxnav.World.from_bytes(world.to_bytes()).costs() == world.costs()).all()


def test_costs_alone_are_a_world_without_walls():
    costs = np.random.default_rng(5).uniform(1, 9, (7, 8))
    world = voxnav.World.from_numpy(costs=costs)
    assert world.to_numpy().shape == (7, 8, 1) and not world.to_numpy().any()
    path = world.path((0, 0, 0), (6, 7, 0))
    expected = least(np.zeros((7, 8, 1), bool), costs[..., None], (0, 0, 0), (6, 7, 0), "entered", "strict")
    assert cost_of(world, path) == pytest.approx(expected, rel=1e-3)
    assert voxnav.World.from_numpy(costs=costs.T, axes="zyx").path((0, 0, 0), (6, 7, 0)).cost == path.cost


def test_whole_numbers_are_exact():
    costs = np.random.default_rng(6).integers(3, 60_000, (9, 9, 9))
    world = voxnav.World.from_numpy(costs=costs, convention="mean")
    assert (world.costs() == costs).all() and world.cost_unit == costs.min()
    assert world.cost_rounding < 2e-4


def test_what_is_infinite_blocks_if_asked():
    costs = np.ones((5, 5, 1))
    costs[2, :4] = np.inf
    with pytest.raises(ValueError, match=r'costs: the cost of cell \[2, 0, 0\] is inf; .*infinite="blocks"'):
        voxnav.World.from_numpy(costs=costs)
    world = voxnav.World.from_numpy(costs=costs, infinite="blocks")
    assert (world.to_numpy()[..., 0] == np.isinf(costs[..., 0])).all()
    assert world.path((0, 0, 0), (4, 0, 0)).length > 8
    # Of occupied cells nothing is asked.
    assert voxnav.World.from_numpy(np.isinf(costs), costs=costs).path((0, 0, 0), (4, 0, 0))


@pytest.mark.parametrize("bad", [0, -1, np.nan, -np.inf])
def test_what_is_no_cost_is_an_error_that_names_the_cell(bad):
    costs = np.ones((4, 4, 4))
    costs[1, 2, 3] = bad
    with pytest.raises(ValueError, match=r"costs: the cost of cell \[1, 2, 3\] is "):
        voxnav.World.from_numpy(costs=costs, infinite="blocks")
    world = voxnav.World.from_numpy(costs=np.full((4, 4, 4), 2.0))
    with pytest.raises(ValueError, match=r"costs: the cost of cell \[1, 2, 3\] is "):
        world.set_costs(costs)
    assert (world.costs() == 2).all()


def test_other_arguments_that_do_not_fit():
    ones = np.ones((3, 3, 3))
    for arguments, message in [
        ({}, "array: cells or costs are needed"),
        ({"array": np.zeros((3, 3, 2)), "costs": ones}, "costs: the shape is"),
        ({"costs": np.ones(3)}, "costs: two or three axes are needed"),
        ({"costs": ones, "convention": "least"}, "convention: no convention is called `least`"),
        ({"costs": ones, "infinite": "free"}, "infinite: no treatment is called `free`"),
        ({"costs": np.array([[1e-9, 1.0]])}, "at most 65,535 times as large"),
        ({"costs": np.ma.masked_equal(ones, 1)}, "masked"),
    ]:
        with pytest.raises(ValueError, match=message):
            voxnav.World.from_numpy(**arguments)
    with pytest.raises(TypeError, match="costs: numbers are needed, not bool"):
        voxnav.World.from_numpy(costs=ones > 0)
    world = voxnav.World.from_numpy(costs=ones)
    with pytest.raises(ValueError, match="costs: they reach beyond the world"):
        world.set_costs(ones, first=(1, 0, 0))


def test_edits_are_noticed_and_may_need_another_scale():
    world = voxnav.World.from_numpy(np.zeros((9, 9, 1), bool))
    keeper = voxnav.Replanner(world, (8, 4, 0))

    def check(shortest):
        path = world.path((0, 4, 0), (8, 4, 0))
        assert (path.length == 8) is shortest
        keeper.update((0, 4, 0))
        assert keeper.cost == path.cost

    check(True)
    # From cells that cost what moves are long to floats, and then below the smallest of them.
    world.set_costs(np.full((1, 7, 1), 30.5), first=(4, 1, 0))
    check(False)
    assert world.costs()[4, 4, 0] == pytest.approx(30.5, rel=world.cost_rounding)
    assert world.costs()[0, 0, 0] == pytest.approx(1)
    world.set_costs(np.full((9, 1, 1), 0.25), first=(0, 4, 0))
    check(True)
    assert world.costs()[4, 3, 0] == pytest.approx(30.5, rel=world.cost_rounding)
    other = world.copy()
    assert (other.costs() == world.costs()).all() and other.cost_unit == world.cost_unit


def test_a_large_volume_is_taken_whole():
    shape = (96, 80, 72)
    costs = np.random.default_rng(7).integers(1, 256, shape).astype(np.uint8)
    for order in "CF":
        world = voxnav.World.from_numpy(costs=np.asarray(costs, order=order))
        assert (world.costs() == costs).all()


@pytest.mark.parametrize("outside", [False, True])
def test_distances_are_those_to_the_nearest_of_all_cells(outside):
    rng = np.random.default_rng(8)
    for share in (0, 0.02, 0.3):
        blocks = rng.random((9, 7, 5)) < share
        world = voxnav.World.from_numpy(np.where(blocks, 1, 0) - (rng.random(blocks.shape) < share / 9), size=0.5)
        blocked = world.to_numpy() != 0
        near = np.pad(blocked, 1, constant_values=outside)
        cells, sites = np.argwhere(~np.isnan(world.costs())), np.argwhere(near) - 1
        expected = np.full(len(cells), np.inf)
        for site in sites:
            expected = np.minimum(expected, np.linalg.norm(cells - site, axis=1))
        found = world.distance_field(units="cells", outside=outside)
        np.testing.assert_allclose(found.ravel(), expected)
        assert (world.distance_field(outside=outside, axes="zyx") == found.T * 0.5).all()
    with pytest.raises(ValueError, match="units: no units is called `feet`"):
        world.distance_field(units="feet")
