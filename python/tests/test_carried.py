"""What answers become on their way to another process, and that nobody writes into them."""

import copy
import io
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
import voxnav

WAYS = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "oldest pickle": lambda value: pickle.loads(pickle.dumps(value, protocol=2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def world_of(seed):
    blocks = oracle.random_blocks(seed)
    return blocks, voxnav.World.from_numpy(blocks, size=0.5, origin=(1, -2, 3))


def arrays(value):
    """Everything that is said of an answer, by name."""
    said = {}
    for name in dir(type(value)):
        if name.startswith("_") or callable(getattr(value, name)):
            continue
        said[name] = getattr(value, name)
    return said


def assert_same(value, other):
    assert type(value) is type(other)
    if isinstance(value, np.ndarray):
        np.testing.assert_array_equal(value, other)
        assert value.dtype == other.dtype and not value.flags.writeable and not other.flags.writeable
    elif isinstance(value, dict):
        assert list(value) == list(other)
        for name in value:
            assert_same(value[name], other[name])
    elif isinstance(value, list):
        assert len(value) == len(other)
        for one, another in zip(value, other):
            assert_same(one, another)
    elif isinstance(value, (voxnav.Path, voxnav.Paths, voxnav.Leg)):
        for name, said in arrays(value).items():
            assert_same(said, arrays(other)[name])
        assert repr(value) == repr(other)
    else:
        assert value == other or (value != value and other != other)


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), algorithm=st.sampled_from(["auto", "lazy-theta", "dijkstra"]))
def test_paths_travel(way, seed, algorithm):
    blocks, world = world_of(seed)
    rng = np.random.default_rng(seed)
    ends = rng.integers(-1, np.array(blocks.shape) + 1, size=(8, 2, 3))
    for start, goal in ends:
        path = world.path(start, goal, algorithm=algorithm, partial=seed % 3 == 0)
        again = WAYS[way](path)
        assert_same(path, again)
        assert len(path) == len(again) and bool(path) == bool(again)
    page = world.view(again)
    assert page.html == world.view(path).html == WAYS[way](page).html
    for keep in ("path", "cost", "step"):
        paths = world.paths(ends[:, 0], ends[:, 1], keep=keep)
        assert_same(paths, WAYS[way](paths))
        assert_same(paths[::-2], WAYS[way](paths[::-2]))


@pytest.mark.parametrize("way", WAYS)
def test_paths_stopped_at_unknown_and_by_limits_travel(way):
    states = np.zeros((9, 3, 3), np.int8)
    states[5] = -1
    world = voxnav.World.from_numpy(states)
    agent = voxnav.Agent(1.0, unknown="stop at boundary")
    for path in (
        world.path((0, 1, 1), (8, 1, 1), agent=agent),
        world.path((0, 1, 1), (4, 1, 1), limit_expanded=1, algorithm="astar"),
    ):
        again = WAYS[way](path)
        assert_same(path, again)
        assert path.unknown == again.unknown and not again


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), corners=st.sampled_from(["strict", "lenient"]))
def test_cost_fields_travel(way, seed, corners):
    blocks, world = world_of(seed)
    free = np.argwhere(~blocks)
    if len(free) == 0:
        return
    world.set_terrain(free[::3], np.arange(len(free[::3])) % 5 + 1)
    limits = {"limit_cost": 4 * voxnav.STRAIGHT} if seed % 2 else {}
    field = world.cost_field(free[:2], corners=corners, axes="zyx" if seed % 3 else "xyz", **limits)
    again = WAYS[way](WAYS[way](field))
    np.testing.assert_array_equal(field.costs, again.costs)
    assert not again.costs.flags.writeable
    around = np.argwhere(np.ones(np.array(blocks.shape) + 2, bool)) - 1
    np.testing.assert_array_equal(field.cost(around), again.cost(around))
    np.testing.assert_array_equal(field.next_moves(around), again.next_moves(around))
    for cell in around[:: max(1, len(around) // 30)]:
        path = field.path(cell)
        np.testing.assert_array_equal(path, again.path(cell))
        # The path is the chain of the next moves, and costs what the field says.
        assert (len(path) == 0) == (field.cost([cell])[0] < 0)
        if len(path):
            assert (path[0] == cell).all() and field.cost(path)[-1] == 0
            assert (path[:-1] + field.next_moves(path[:-1]) == path[1:]).all()
    assert field.statistics == again.statistics and repr(field) == repr(again)


COLLIDERS = {
    "box": lambda: voxnav.Collider.box((1, 4.1, 8)),
    "ball": lambda: voxnav.Collider.ball(2.3),
    "capsule": lambda: voxnav.Collider.capsule((0, 0.1, -3), (0, 0, 3), 1.5),
    "mesh": lambda: voxnav.Collider.mesh([[0, -3, -3], [0, 3, -3], [0.3, 0, 6]], [[0, 1, 2]]),
    "solid": lambda: voxnav.Collider.mesh(
        [[-2, -2, -2], [3, -2, -2], [0, 3, -2], [0, 0, 3.5]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]], solid=True
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", COLLIDERS)
def test_colliders_travel(way, kind):
    collider = COLLIDERS[kind]()
    again = WAYS[way](collider)
    worlds = [voxnav.World.generate("empty", (41, 41, 21), size=0.25) for _ in range(2)]
    cells = np.argwhere(np.ones((41, 41, 21), bool))
    for world, shape in zip(worlds, (collider, again)):
        world.insert(shape, (5, 5, 2.5), rotation=(0, 0.6, 0, 0.8))
    first, second = (world.is_traversable(cells) for world in worlds)
    assert (first == second).all() and not first.all()
    assert worlds[0].to_bytes() == worlds[1].to_bytes() and repr(collider) == repr(again)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("preset", ["walker", "spider", "diver", "crouching", "ticks", "mineflayer", "roblox"])
def test_what_agents_can_do_travels(way, preset):
    able = voxnav.Locomotion(preset)
    assert WAYS[way](able) == able and repr(WAYS[way](able)) == repr(able)
    own = voxnav.Locomotion(preset, step_up=2, walk=1.25)
    assert WAYS[way](own) == own != able


@pytest.mark.parametrize("way", WAYS)
def test_paths_on_the_ground_travel(way):
    hills = np.zeros((20, 20, 12), bool)
    hills[:, :, :3] = True
    hills[8:12, :, 3] = True
    world = voxnav.World.from_numpy(hills, size=0.5)
    world.insert_link((1, 4.5, 1.5), (1, 1, 1.5), cost=0.5, label=7)
    for goal in ((18, 9, 3), (2, 2, 3), (18, 9, 11), (99, 0, 0)):
        path = world.ground_path((2, 9, 3), goal)
        again = WAYS[way](path)
        assert_same(path, again)
        for leg in path.legs:
            assert_same(leg, WAYS[way](leg))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("keep", ["path", "cost", "step"])
def test_tables_travel(way, keep):
    pyarrow = pytest.importorskip("pyarrow")
    world = voxnav.World.generate("random:20", (9, 9, 9), seed=1)
    ends = np.random.default_rng(1).integers(-1, 10, size=(60, 6))
    columns = dict(zip(["sx", "sy", "sz", "gx", "gy", "gz"], ends.T))
    more = {"note": pyarrow.array(["a", None, "b"] * 20).dictionary_encode(), "part": [[1.5], [], None] * 20}
    table = world.solve(pyarrow.table({"id": range(60), **columns, **more}), keep=keep)
    again = WAYS[way](table)
    assert pyarrow.table(again).equals(pyarrow.table(table)) and repr(again) == repr(table)
    empty = world.solve(pyarrow.table({"id": range(60), **columns}).slice(0, 0), keep=keep)
    assert pyarrow.table(WAYS[way](empty)).equals(pyarrow.table(empty))


@pytest.mark.parametrize("way", WAYS)
def test_what_is_left_travels(way):
    world = voxnav.World.generate("empty", (5, 5, 5))
    for value in (
        voxnav.Agent((0.1, 1.7, 0.3), unknown="free", layers=5, baking="centers"),
        world.path((0, 0, 0), (4, 4, 4)).statistics,
        voxnav.compare(world, ["auto"], problems=2),
    ):
        assert WAYS[way](value) == value
    hits = world.raycast([[0, 0, 0]], [[9, 0, 0]])
    assert type(WAYS[way](hits)) is voxnav.RayHits


def answers():
    world = voxnav.World.generate("caves", (24, 24, 24), seed=7)
    ends = world.random_cells(9, seed=1), world.random_cells(9, seed=2)
    path, paths = world.path(ends[0][0], ends[1][0]), world.paths(*ends)
    ground = np.zeros((9, 9, 9), bool)
    ground[:, :, :3] = True
    walk = voxnav.World.from_numpy(ground).ground_path((0, 0, 3), (8, 8, 3))
    return {
        "path": [path.cells, path.points, path.corners],
        "paths": [paths.cells, paths[0], paths.offsets, paths.cost, paths.length, paths.outcome, paths.found],
        "some paths": [paths[2:5].cells, paths[2:5].cost, paths[2:5].offsets],
        "steps": [world.paths(*ends, keep="step").steps],
        "statistics": list(paths.statistics.values()),
        "field": [world.cost_field(ends[0]).costs],
        "walk": [walk.cells, walk.points, walk.legs[0].cells],
    }


@pytest.mark.parametrize("name", answers())
def test_nobody_writes_into_an_answer(name):
    for array in answers()[name]:
        before = array.copy()
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
        with pytest.raises(ValueError):
            array.flags.writeable = True
        np.testing.assert_array_equal(array, before)
        mine = array.copy()
        mine[...] = 0


def test_the_dictionary_of_statistics_is_the_callers():
    world = voxnav.World.generate("empty", (5, 5, 5))
    paths = world.paths([[0, 0, 0]], [[4, 4, 4]])
    paths.statistics.clear()
    assert "expanded" in paths.statistics


def test_what_methods_return_is_the_callers():
    world = voxnav.World.generate("empty", (5, 5, 5))
    for array in (
        world.to_numpy(),
        world.states([[0, 0, 0]]),
        world.centers([[0, 0, 0]]),
        world.random_cells(3),
        world.cost_field([[0, 0, 0]]).next_moves([[1, 1, 1]]),
        world.nearest([[0, 0, 0]], 1.0).cells,
    ):
        array[...] = 1


@pytest.mark.parametrize("name", ["Path", "Collider", "Locomotion", "Table"])
@settings(max_examples=30, deadline=None)
@given(data=st.binary(max_size=80) | st.sampled_from([b"[]", b"{}", b"null", b"[1,2,3]", b'{"Ball":-1}']))
def test_bytes_that_nobody_wrote_harm_nobody(name, data):
    """They are refused, or make something that can be shown; nothing else is raised."""
    try:
        made = getattr(voxnav, name)._carried(data)
    except voxnav.VoxnavError:
        return
    assert repr(made)
    if name == "Collider":
        with pytest.raises(voxnav.WorldError):
            voxnav.World.generate("empty", (3, 3, 3)).insert(made, (0, 0, 0))


def test_pickles_are_read_by_pickle_alone():
    """Nothing of an answer is a reference to the process that it comes from."""
    world = voxnav.World.generate("empty", (5, 5, 5))
    data = pickle.dumps((world.path((0, 0, 0), (4, 4, 4)), world.cost_field([[0, 0, 0]])))
    path, field = pickle.Unpickler(io.BytesIO(data)).load()
    assert len(path) == 5 and field.cost([[1, 1, 1]])[0] > 0
