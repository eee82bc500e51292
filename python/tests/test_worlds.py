"""Worlds: edits, colliders, files, copies."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import oracle
import voxnav


def test_cells_and_boxes_are_set_in_bulk():
    world = voxnav.World.generate("empty", (9, 8, 7))
    world.set_boxes([[[0, 0, 0], [3, 8, 7]], [[1, 1, 1], [2, 2, 2]]], "occupied")
    world.set_cells([[1, 1, 1], [8, 7, 6]], "unknown")
    expected = np.zeros((9, 8, 7), np.int8)
    expected[:3] = 1
    expected[1, 1, 1] = expected[8, 7, 6] = -1
    assert (world.to_numpy() == expected).all()
    assert (world.to_numpy(axes="zyx") == expected.T).all()
    assert world.to_numpy().dtype == np.int8
    every = np.argwhere(np.ones((9, 8, 7), bool))
    assert (world.states(every) == expected[tuple(every.T)]).all() and world.states(every).dtype == np.int8
    again = voxnav.World.from_numpy(world.to_numpy())
    assert (again.to_numpy() == expected).all()


def test_an_edit_is_made_as_a_whole_or_not():
    world = voxnav.World.generate("empty", (4, 4, 4))
    with pytest.raises(ValueError, match="cells: row 1: "):
        world.set_cells([[0, 0, 0], [4, 0, 0]], "occupied")
    with pytest.raises(ValueError, match="boxes: row 0: "):
        world.set_boxes([[[0, 0, 0], [9, 9, 9]]], "occupied")
    world.set_boxes([[0, 0, 0], [0, 0, 0]], "occupied")
    with pytest.raises(ValueError, match=r"boxes: an array of shape \(N, 2, 3\)"):
        world.set_boxes([[0, 0, 0, 1, 1, 1]], "occupied")
    with pytest.raises(ValueError, match="state: no state is called `full`"):
        world.set_cells([[0, 0, 0]], "full")
    assert world.to_numpy().sum() == 0


def test_edits_are_known_to_the_next_question():
    world = voxnav.World.generate("empty", (9, 9, 1))
    ends = (0, 4, 0), (8, 4, 0)
    assert world.path(*ends).length == 8
    world.set_boxes([[[4, 0, 0], [5, 9, 1]]], "occupied")
    assert world.path(*ends).outcome == "unreachable"
    world.set_cells([[4, 8, 0]], "free")
    assert world.path(*ends).length > 8


def test_terrain_makes_moves_cost_more():
    world = voxnav.World.generate("empty", (9, 3, 1))
    swamp = [[x, 1, 0] for x in range(2, 7)]
    world.set_terrain(swamp, [10] * 5)
    path = world.path((0, 1, 0), (8, 1, 0))
    assert not any((path.cells == cell).all(axis=1).any() for cell in swamp)
    with pytest.raises(ValueError, match="weights: row 1: 0 is not from 1 to 65535"):
        world.set_terrain(swamp[:2], [1, 0])
    with pytest.raises(ValueError, match=r"weights: one number, or an array of shape \(2,\) is needed, not \(1,\)"):
        world.set_terrain(swamp[:2], [1])
    with pytest.raises(ValueError, match="weights: row 0: 65536 is not from 1 to 65535"):
        world.set_terrain(swamp[:2], 65536)
    dear = world.path((0, 1, 0), (8, 1, 0), corners="lenient").cost
    world.set_terrain(swamp, 1)
    assert world.path((0, 1, 0), (8, 1, 0), corners="lenient").cost == 8 * voxnav.STRAIGHT < dear


@pytest.mark.parametrize("kind", ["box", "ball", "capsule", "mesh"])
def test_colliders_block_until_they_are_taken_away(kind):
    world = voxnav.World.generate("empty", (41, 41, 5), size=0.25)
    corners = np.array([[0, -3, -3], [0, 3, -3], [0, 0, 6]], float)
    colliders = {
        "box": lambda: voxnav.Collider.box((1, 4, 8)),
        "ball": lambda: voxnav.Collider.ball(2),
        "capsule": lambda: voxnav.Collider.capsule((0, 0, -3), (0, 0, 3), 1.5),
        "mesh": lambda: voxnav.Collider.mesh(corners, [[0, 1, 2]]),
    }
    ends = (0, 20, 2), (40, 20, 2)
    straight = world.path(*ends).length
    number = world.insert(colliders[kind](), (5, 5, 0.5))
    around = world.path(*ends)
    assert around.length > straight and world.path(*ends, agent=1.0).length > around.length
    world.move_to(number, (5, 50, 0.5), rotation=(0, 0, 0, 1))
    assert world.path(*ends).length == straight
    world.remove(number)
    with pytest.raises(voxnav.WorldError):
        world.remove(number)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: voxnav.Collider.box((1, 2)), "size: three numbers"),
        (lambda: voxnav.Collider.ball(-1), "radius: -1 is not a length"),
        (lambda: voxnav.Collider.ball(float("nan")), "radius: NaN is not a length"),
        (lambda: voxnav.Collider.mesh([[0, 0, 0]], [[0, 0, 1]]), "triangles: row 0: there is no vertex 1"),
        (lambda: voxnav.Collider.mesh([[0, np.nan, 0]], [[0, 0, 0]]), "vertices: row 0: "),
        (lambda: voxnav.World.generate("empty", (3, 3, 3)).insert(voxnav.Collider.mesh([], []), (0, 0, 0)), ""),
    ],
)
def test_colliders_that_are_none(make, words):
    with pytest.raises(ValueError) as refused:
        make()
    assert words in str(refused.value)


def test_worlds_are_kept_in_files(tmp_path):
    world = voxnav.World.generate("caves", (64, 48, 32), seed=7, size=0.5, origin=(1, 2, 3))
    world.set_terrain([[1, 1, 1]], [5])
    world.path((0, 0, 0), (1, 1, 1))
    world.save(tmp_path / "cave.voxnav")
    for again in [
        voxnav.World.load(tmp_path / "cave.voxnav"),
        voxnav.World.load(str(tmp_path / "cave.voxnav")),
        pickle.loads(pickle.dumps(world)),
        copy.copy(world),
        copy.deepcopy(world),
        world.copy(),
    ]:
        assert (again.to_numpy() == world.to_numpy()).all()
        assert (again.size, again.origin, again.bounds) == (world.size, world.origin, world.bounds)
        assert again.to_bytes() == world.to_bytes()


def test_files_of_other_programs_are_read(tmp_path):
    blocks = oracle.random_blocks(8)
    np.save(tmp_path / "blocks.npy", blocks)
    assert (voxnav.World.load(tmp_path / "blocks.npy").to_numpy() == blocks).all()
    (tmp_path / "two.3dmap").write_text("voxel 2 1 1\n1 0 0\n")
    assert voxnav.World.load(tmp_path / "two.3dmap").to_numpy().tolist() == [[[0]], [[1]]]


def test_files_that_are_none(tmp_path):
    (tmp_path / "broken.voxnav").write_bytes(b"no world")
    (tmp_path / "broken.npy").write_bytes(b"no array")
    (tmp_path / "unknown.txt").write_text("")
    for name in ["broken.voxnav", "broken.npy", "unknown.txt", "missing.voxnav", "missing.3dmap"]:
        with pytest.raises(voxnav.FileError) as refused:
            voxnav.World.load(tmp_path / name)
        assert name in str(refused.value) and isinstance(refused.value, OSError)
    with pytest.raises(voxnav.FileError):
        voxnav.World.from_bytes(b"no world")


def test_a_world_with_colliders_is_stored_with_them():
    world = voxnav.World.generate("empty", (9, 9, 9))
    id = world.insert(voxnav.Collider.ball(1), (4, 4, 4))
    for same in (pickle.loads(pickle.dumps(world)), world.copy()):
        assert not same.path((0, 4, 4), (4, 4, 4))
        same.remove(id)
        assert same.path((0, 4, 4), (4, 4, 4))
    assert not world.path((0, 4, 4), (4, 4, 4))


def test_a_copy_is_a_snapshot():
    world = voxnav.World.generate("empty", (9, 9, 9))
    snapshot = world.copy()
    world.set_boxes([[[4, 0, 0], [5, 9, 9]]], "occupied")
    assert not world.path((0, 0, 0), (8, 8, 8)) and snapshot.path((0, 0, 0), (8, 8, 8))


def length(world):
    return world.path((0, 0, 0), (8, 0, 0)).length


def test_worlds_go_to_other_processes():
    world = voxnav.World.generate("empty", (9, 9, 9))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(length, [world]) == [8.0]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("castle", (4, 4, 4)), "kind: "),
        (("caves", (0, 4, 4)), "shape: "),
        (("caves", (2**31 - 1,) * 3), "shape: "),
        (("random:101", (4, 4, 4)), ""),
    ],
)
def test_worlds_that_nobody_can_make(arguments, words):
    with pytest.raises(ValueError) as refused:
        voxnav.World.generate(*arguments)
    assert words in str(refused.value)


def test_reprs_say_what_things_are():
    world = voxnav.World.generate("empty", (4, 5, 6), size=0.5)
    assert repr(world) == "<voxnav.World: 4 x 5 x 6 cells of size 0.5, 0 occupied>"
    assert repr(world.path((0, 0, 0), (3, 0, 0))) == "<voxnav.Path found: 4 cells, length 1.500>"
    agent = voxnav.Agent((1, 2, 3), unknown="free", layers=3)
    assert repr(agent) == 'Agent((1, 2, 3), unknown="free", layers=0x3)'
    assert pickle.loads(pickle.dumps(agent)) == agent
