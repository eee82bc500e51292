"""Cells whose sides differ: costs against Dijkstra's algorithm over the lengths of moves, and what keeps them."""

import heapq
import itertools
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import oracle
import voxnav

blocks = arrays.arrays(bool, arrays.array_shapes(min_dims=3, max_dims=3, max_side=5))
shapes = st.one_of(
    st.sampled_from([(1, 1, 4), (5, 5, 1), (4, 4, 40), (64, 1, 8), (0.5, 0.5, 0.125)]),
    st.tuples(*[st.floats(1, 64)] * 3),
)
rules = st.fixed_dictionaries({"moves": st.sampled_from(["26", "18", "6"]), "corners": st.sampled_from(["strict", "lenient"])})


def lengths(blocks, sizes, start, moves, corners):
    """How far it is from a free cell to every cell that can be reached."""
    known = {start: 0.0}
    queue = [(0.0, start)]
    while queue:
        length, cell = heapq.heappop(queue)
        if length > known[cell]:
            continue
        for move in oracle.MOVES[moves]:
            if oracle.is_legal(blocks, cell, move, corners):
                other = tuple(at + by for at, by in zip(cell, move))
                there = length + math.hypot(*(by * side for by, side in zip(move, sizes)))
                if there < known.get(other, math.inf):
                    known[other] = there
                    heapq.heappush(queue, (there, other))
    return known


@settings(max_examples=150, deadline=None, derandomize=True)
@given(blocks=blocks, sizes=shapes, rule=rules, ends=st.data(), axes=st.sampled_from(["xyz", "zyx"]))
def test_paths_batches_and_fields_are_as_long_as_cells_are(blocks, sizes, rule, ends, axes):
    start, goal = (ends.draw(st.tuples(*(st.integers(0, side - 1) for side in blocks.shape))) for _ in range(2))
    # Sides are along x, y and z, whatever the order of the indices is.
    array = blocks.T if axes == "zyx" else blocks
    world = voxnav.World.from_numpy(array, size=sizes, axes=axes)
    assert world.sizes == pytest.approx(sizes, rel=0) and world.size == max(sizes)
    known = lengths(blocks, sizes, start, **rule) if oracle.is_free(blocks, start) else {}
    length = known.get(goal)
    for algorithm in ["auto", "dijkstra", "jump"]:
        path = world.path(start, goal, algorithm=algorithm, **rule)
        assert bool(path) == (length is not None)
        if path:
            steps = np.linalg.norm(np.diff(path.points, axis=0), axis=1)
            assert path.length == pytest.approx(length, rel=1e-6)
            assert steps.sum() == pytest.approx(length, rel=1e-6)
            assert path.cost / voxnav.STRAIGHT * world.size == pytest.approx(length, rel=1e-6)
    paths = world.paths([start], [goal], **rule)
    assert paths.found[0] == (length is not None)
    assert length is None or paths.length[0] == pytest.approx(length, rel=1e-6)
    if known:
        field = world.cost_field([start], **rule)
        expected = np.full(blocks.shape, np.inf)
        for cell, far in known.items():
            expected[cell] = far
        assert np.allclose(field.costs, expected, rtol=1e-6)


def test_files_copies_and_pickles_keep_them(tmp_path):
    world = voxnav.World.from_numpy(np.arange(24).reshape(2, 3, 4) % 5 == 0, size=(1, 1, 4), origin=(5, 6, 7))
    world.save(tmp_path / "w.voxnav")
    world.save(tmp_path / "w.nrrd")
    others = [world.copy(), pickle.loads(pickle.dumps(world)), voxnav.World.from_bytes(world.to_bytes())]
    others += [voxnav.World.load(tmp_path / name) for name in ["w.voxnav", "w.nrrd"]]
    for other in others:
        assert (other.sizes, other.origin) == ((1, 1, 4), (5, 6, 7))
        assert (other.to_numpy() == world.to_numpy()).all()
    assert "1 x 1 x 4" in repr(world)
    np.save(tmp_path / "w.npy", world.to_numpy())
    assert voxnav.World.load(tmp_path / "w.npy", size=[1, 1, 4]).sizes == (1, 1, 4)
    assert voxnav.World.generate("empty", (2, 2, 2), size=(3, 2, 1)).sizes == (3, 2, 1)
    with pytest.raises(voxnav.errors.FileError, match="no other can be given"):
        voxnav.World.load(tmp_path / "w.nrrd", size=1)
    with pytest.warns(UserWarning):
        world.save(tmp_path / "w.3dmap")


def test_positions_bodies_rays_and_nearest_cells_are_in_world_units():
    blocks = np.zeros((9, 9, 5), dtype=bool)
    blocks[:, :, 3] = True
    world = voxnav.World.from_numpy(blocks, size=(1, 1, 4))
    assert world.cell_at((2.4, 0, 5.9)) == (2, 0, 1)
    # A body of one cell by default; one of 8 along z takes three layers.
    assert world.is_traversable([(4, 4, 2)])[0] and not world.is_traversable([(4, 4, 2)], agent=(1, 1, 8))[0]
    hits = world.raycast([(4, 4, 0)], [(4, 4, 16)])
    assert hits.found[0] and hits.distances[0] == pytest.approx(10)
    slanted = world.raycast([(0, 4, 0)], [(6, 4, 16)])
    assert slanted.distances[0] == pytest.approx(math.hypot(6, 16) * 10 / 16)
    # Two cells along x are nearer than one along z.
    blocks[:] = True
    blocks[6, 4, 1] = blocks[4, 4, 2] = False
    near = voxnav.World.from_numpy(blocks, size=(1, 1, 4)).nearest([(4, 4, 4)], 9)
    assert near.cells.tolist() == [[6, 4, 1]] and near.distances[0] == 2


def test_walkers_reach_in_world_units_over_low_cells():
    blocks = np.zeros((10, 3, 12), dtype=bool)
    blocks[:, :, 0] = True
    blocks[5:, :, :6] = True
    world = voxnav.World.from_numpy(blocks, size=(0.5, 0.5, 0.125))
    walker = voxnav.Locomotion("walker", climb=None, jump=None)
    ends = (1, 1, 1), (8, 1, 6)
    assert not world.ground_path(*ends, locomotion=walker.in_units(world, step=0.5))
    up = world.ground_path(*ends, locomotion=walker.in_units(world, step=0.7))
    assert up.length == pytest.approx(np.linalg.norm(np.diff(up.points, axis=0), axis=1).sum())
    high = voxnav.World.from_numpy(blocks, size=(1, 1, 4))
    with pytest.raises(voxnav.errors.WorldError, match="no higher"):
        high.ground_path(*ends)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(blocks=blocks, sizes=shapes, outside=st.booleans())
def test_distances_are_those_in_the_world(blocks, sizes, outside):
    world = voxnav.World.from_numpy(blocks, size=sizes)
    sites = np.argwhere(np.pad(blocks, 1, constant_values=outside)) - 1
    expected = np.full(blocks.size, np.inf)
    for site in sites:
        away = (np.argwhere(np.ones_like(blocks)) - site) * sizes
        expected = np.minimum(expected, np.linalg.norm(away, axis=1))
    found = world.distance_field(outside=outside)
    np.testing.assert_allclose(found.ravel(), expected, rtol=1e-12)
    in_cells = world.distance_field(units="cells", outside=outside)
    np.testing.assert_allclose(in_cells, found / max(sizes), rtol=1e-12)


def closest(plan, sizes):
    """How near any two agents of a plan come to each other in the world, at any time."""
    at = plan * np.array(sizes, dtype=float)
    first, second = np.triu_indices(plan.shape[1], 1)
    apart = at[:, first] - at[:, second]
    way = np.diff(apart, axis=0)
    length = (way**2).sum(axis=2)
    share = np.clip(-(apart[:-1] * way).sum(axis=2) / np.where(length > 0, length, 1), 0, 1)
    return np.linalg.norm(apart[:-1] + way * share[..., None], axis=2).min()


def test_joint_plans_keep_bodies_apart_in_the_world_and_crowds_follow_them():
    sizes, radius = (1, 1, 0.25), 0.4
    world = voxnav.World.from_numpy(np.zeros((5, 5, 9), dtype=bool), size=sizes)
    starts = np.array([[0, 0, 4], [4, 4, 4], [0, 4, 4], [4, 0, 4], [2, 2, 0], [2, 2, 8]])
    goals = starts[[1, 0, 3, 2, 5, 4]]
    plan = world.plan_joint(starts, goals, radius=radius)
    assert closest(plan, sizes) > 2 * radius - 1e-9
    assert closest(world.plan_joint(starts, goals), sizes) < 2 * radius
    crowd = voxnav.Crowd(world)
    ids = crowd.add(world.centers(starts), agent=0.2, speed=[1.0, 3.0, 2.0, 1.0, 1.0, 2.0])
    crowd.follow_plan(ids, plan, radius=radius)
    first, second = np.triu_indices(len(ids), 1)
    for _ in range(900):
        crowd.update(1 / 30)
        assert np.linalg.norm(crowd.positions[first] - crowd.positions[second], axis=1).min() > 2 * radius - 0.01
    np.testing.assert_allclose(crowd.positions, world.centers(goals), atol=0.2)
    others = voxnav.World.from_numpy(np.zeros((9, 9, 9), dtype=bool), size=(1, 1, 64))
    with pytest.raises(voxnav.errors.ArgumentError, match="radius"):
        world.plan_joint(starts, goals, radius=5)
    assert others.plan_joint(starts, goals) is not None


def test_agents_keep_away_in_world_units():
    blocks = np.zeros((9, 5, 33), dtype=bool)
    blocks[4, 2, 16] = True
    sizes = (1, 1, 0.25)
    world = voxnav.World.from_numpy(blocks, size=sizes)
    ends = (0, 2, 16), (8, 2, 16)
    distances = world.distance_field()
    near, far = (
        min(distances[tuple(cell)] for cell in world.path(*ends, keep_away=keep_away).cells)
        for keep_away in [None, (2.0, 20)]
    )
    assert near < 1.5 < far


def test_walkers_do_not_stand_on_colliders_that_are_too_steep():
    world = voxnav.World.from_numpy(np.zeros((24, 6, 40), dtype=bool), size=(0.5, 0.5, 0.125))
    world.insert(voxnav.Collider.box((24, 8, 1)), (5, 1, -0.6))
    # A ramp of 30 degrees.
    half = math.radians(-30) / 2
    world.insert(voxnav.Collider.box((8, 3, 1)), (5, 1.25, 0.2), rotation=(0, math.sin(half), 0, math.cos(half)))
    walker, up = voxnav.Locomotion("walker", climb=None, jump=None), []
    for slope in [None, 40, 20]:
        able = walker.in_units(world, step=0.4, drop=1.0, slope=slope)
        stands = lambda cell: bool(world.ground_path(cell, cell, locomotion=able, agent=(0.4, 0.4, 1)))
        up.append([cell for cell in itertools.product([12, 14], [2], range(2, 30)) if stands(cell)])
    assert up[0] and up[1] and not up[2]
    with pytest.raises(voxnav.errors.ArgumentError, match="slope"):
        walker.in_units(world, slope=90)


def test_sizes_that_are_none_are_refused():
    for size in [(1, 1, 65), (1, 1, 0), (1, 1), (1, 1, math.nan), "1"]:
        with pytest.raises((voxnav.errors.ArgumentError, voxnav.errors.ArgumentTypeError), match="size"):
            voxnav.World.from_numpy(np.zeros((4, 4, 4), dtype=bool), size=size)


def test_one_size_is_as_three_that_are_equal():
    blocks = np.random.default_rng(7).random((8, 8, 8)) < 0.3
    blocks[0, 0, 0] = blocks[7, 7, 7] = False
    one, three = (voxnav.World.from_numpy(blocks, size=size) for size in (0.5, (0.5, 0.5, 0.5)))
    assert one.to_bytes() == three.to_bytes()
    pairs = itertools.product([(0, 0, 0)], [(7, 7, 7), (0, 0, 1)])
    assert all(one.path(*ends).cost == three.path(*ends).cost for ends in pairs)
