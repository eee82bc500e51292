"""Worlds in arrays and files: where their cells are, what is unknown, and what cannot be read or written."""

import errno
import inspect
import io
import os
import pathlib
import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import voxnav


def states_of(seed):
    """A small world with cells of all states."""
    rng = np.random.default_rng(seed)
    return rng.integers(-1, 2, size=rng.integers(1, 9, size=3)).astype(np.int8)


def world_of(seed):
    states = states_of(seed)
    world = voxnav.World.from_numpy(states)
    assert (world.to_numpy() == states).all()
    return world


def same(world, other):
    assert world.bounds == other.bounds
    assert world.to_numpy().tobytes() == other.to_numpy().tobytes()
    assert (world.size, world.origin) == (other.size, other.origin)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), axes=st.sampled_from(["xyz", "zyx"]))
def test_every_way_through_an_array_gives_the_same_world(tmp_path_factory, seed, axes):
    world = world_of(seed)
    array = world.to_numpy(axes=axes)
    assert array.dtype == np.int8
    same(voxnav.World.from_numpy(array, axes=axes), world)
    folder = tmp_path_factory.mktemp("arrays")
    np.save(folder / "saved.npy", array)
    np.savez(folder / "saved.npz", array)
    for name in ("saved.npy", "saved.npz"):
        same(voxnav.World.load(folder / name, axes=axes), world)
    world.save(folder / "own.npy")
    same(voxnav.World.load(folder / "own.npy"), world)
    assert (np.load(folder / "own.npy") == world.to_numpy()).all()
    world.save(folder / "own.voxnav")
    same(voxnav.World.load(folder / "own.voxnav"), world)
    same(voxnav.World.from_bytes(world.to_bytes()), world)


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"])
@pytest.mark.parametrize("order", ["<", ">"])
def test_every_label_is_occupied_and_minus_one_unknown_where_there_are_signs(tmp_path, kind, order):
    labels = [0, 1, 2, 3, 7, 100] + ([-1, -2, -100] if kind[0] == "i" else [255])
    array = np.array(labels).astype(order + kind).reshape(-1, 1, 1)
    expected = [0 if label == 0 else -1 if label == -1 else 1 for label in labels]
    for given_ in (array, np.asfortranarray(array), array[::-1][::-1]):
        assert voxnav.World.from_numpy(given_).to_numpy().ravel().tolist() == expected
    np.save(tmp_path / "labels.npy", array)
    assert voxnav.World.load(tmp_path / "labels.npy").to_numpy().ravel().tolist() == expected
    other = [1 if label == -1 else -1 if label == 3 else state for label, state in zip(labels, expected)]
    assert voxnav.World.from_numpy(array, unknown=3).to_numpy().ravel().tolist() == other


def test_arrays_that_are_not_aligned_are_read():
    packed = np.zeros(8, dtype=[("tag", "i1"), ("state", "i4"), ("cell", "i8", 3)])
    packed["state"][[2, 5]] = 1, -1
    packed["cell"] = np.arange(24).reshape(8, 3) % 2
    states = packed["state"].reshape(2, 2, 2)
    assert not states.flags.aligned
    world = voxnav.World.from_numpy(states)
    assert (world.to_numpy() == states).all()
    assert (world.states(packed["cell"]) == states[tuple(packed["cell"].T)]).all()


@pytest.mark.parametrize("kind", [bool, np.int8, np.uint16, ">i4", np.uint64])
def test_what_is_masked_is_unknown(kind):
    values = np.array([0, 1, 1, 0, 1, 0, 1, 1]).astype(kind).reshape(2, 2, 2)
    mask = np.array([1, 1, 0, 0, 0, 0, 0, 0], bool).reshape(2, 2, 2)
    world = voxnav.World.from_numpy(np.ma.array(values, mask=mask))
    assert world.to_numpy().ravel().tolist() == [-1, -1, 1, 0, 1, 0, 1, 1]
    plain = voxnav.World.from_numpy(np.ma.array(values))
    assert (plain.to_numpy() == values.astype(np.int8)).all()
    if kind is not bool:
        world = voxnav.World.from_numpy(np.ma.array(values, mask=mask), unknown=1)
        assert world.to_numpy().ravel().tolist() == [-1, -1, -1, 0, -1, 0, -1, -1]
        with pytest.raises(ValueError, match="unknown: "):
            voxnav.World.from_numpy(np.ma.array(values, mask=mask), unknown="a")
    turned = voxnav.World.from_numpy(np.ma.array(values, mask=mask).T, axes="zyx")
    assert turned.to_numpy().tobytes() == voxnav.World.from_numpy(np.ma.array(values, mask=mask)).to_numpy().tobytes()


def test_masked_cells_are_none():
    world = voxnav.World.generate("empty", (4, 4, 4))
    cells = np.ma.array([[0, 0, 0], [1, 1, 1]], mask=[[0, 0, 0], [1, 0, 0]])
    with pytest.raises(ValueError, match="starts: some of its values are masked"):
        world.paths(cells, [[3, 3, 3]])
    with pytest.raises(ValueError, match="positions: some of its values are masked"):
        world.cells_at(np.ma.array(cells, float))
    assert world.paths(np.ma.array([[0, 0, 0]]), [[3, 3, 3]]).found.all()


def test_big_endian_cells_and_positions_are_taken():
    world = voxnav.World.generate("empty", (9, 9, 9))
    cells = np.array([[0, 0, 0], [8, 8, 8]], ">i4")
    assert world.paths(cells[:1], cells[1:].astype(">i8")).found.all()
    assert world.path(cells[0], cells[1]).cells[-1].tolist() == [8, 8, 8]
    assert world.cells_at(cells.astype(">f4")).tolist() == cells.tolist()
    world.set_terrain(cells, np.array([3, 4], ">u2"))
    world.set_boxes(np.array([[[0, 0, 0], [1, 1, 1]]], ">i2"), "occupied")
    assert world.states(cells).tolist() == [1, 0]


def test_an_array_is_in_the_same_place_whichever_way_it_comes(tmp_path):
    """Cells have their centers at whole numbers where nothing says otherwise."""
    array = np.zeros((9, 8, 7), bool)
    array[4, :7] = True
    np.save(tmp_path / "b.npy", array)
    loaded, made = voxnav.World.load(tmp_path / "b.npy"), voxnav.World.from_numpy(np.load(tmp_path / "b.npy"))
    same(loaded, made)
    assert loaded.origin == (0, 0, 0) and loaded.size == 1
    paths = [world.path((0, 0, 0), (8, 0, 0)) for world in (loaded, made)]
    assert (paths[0].points == paths[1].points).all() and (paths[0].points == paths[0].cells).all()


#: Files that name no place, as they are saved from a world.
PLACELESS = ["npy", "vox", "3dmap", "3dmap.gz", "3dmap.zst"]


@pytest.mark.parametrize("extension", PLACELESS)
def test_files_without_a_place_have_their_centers_at_whole_numbers(tmp_path, extension):
    blocks = np.random.default_rng(1).random((9, 8, 7)) < 0.3
    blocks[0, 0, 0] = blocks[8, 7, 6] = True
    world = voxnav.World.from_numpy(blocks)
    name = tmp_path / f"w.{extension}"
    world.save(name)
    again = voxnav.World.load(name)
    same(again, world)
    elsewhere = voxnav.World.load(name, size=0.5, origin=(1, -2, 3))
    assert (elsewhere.size, elsewhere.origin) == (0.5, (1, -2, 3))
    assert (elsewhere.to_numpy() == world.to_numpy()).all()
    assert elsewhere.centers([[2, 0, 0]]).tolist() == [[2, -2, 3]]
    moved = voxnav.World.load(name, origin=(1, -2, 3))
    assert (moved.size, moved.origin) == (1, (1, -2, 3))


def test_what_names_a_place_is_believed(tmp_path):
    world = voxnav.World.generate("rooms", (20, 20, 20), seed=1, size=0.5, origin=(1, -2, 3))
    world.save(tmp_path / "w.voxnav")
    same(voxnav.World.load(tmp_path / "w.voxnav"), world)
    for more in ({"size": 2.0}, {"origin": (0, 0, 0)}):
        with pytest.raises(ValueError, match="a .voxnav file has its own"):
            voxnav.World.load(tmp_path / "w.voxnav", **more)
    with pytest.raises(ValueError, match=r"origin\[2\]: inf is not finite"):
        voxnav.World.load(tmp_path / "w.voxnav", origin=(0, 0, float("inf")))


@pytest.mark.parametrize("extension", ["npy", "NPY", "nrrd", "raw", "binvox", "vox", "gltf", "3dmap", "voxnav"])
def test_files_are_what_their_names_say(tmp_path, extension):
    world = voxnav.World.generate("rooms", (20, 20, 20), seed=1)
    name = tmp_path / f"w.{extension}"
    name.write_bytes(b"what was there before")
    world.save(name)
    begins = {"npy": b"\x93NUMPY", "nrrd": b"NRRD", "binvox": b"#binvox 1", "vox": b"VOX ", "gltf": b"{", "3dmap": b"voxel"}
    assert name.read_bytes().startswith(begins.get(extension.lower(), b""))
    needed = {"gltf": {"size": 1.0, "filled": True}, "raw": {"dtype": "i8", "shape": (20, 20, 20)}}
    again = voxnav.World.load(name, **needed.get(extension, {}))
    assert (again.to_numpy() == world.to_numpy()).all()
    assert os.listdir(tmp_path) == [name.name]


def test_raw_numbers_are_those_of_numpy(tmp_path):
    array = np.random.default_rng(2).integers(0, 3, (5, 4, 3))
    array.astype(">u2").tofile(tmp_path / "a.raw")
    for dtype in ("u16be", "uint16be"):
        world = voxnav.World.load(tmp_path / "a.raw", dtype=dtype, shape=array.shape, threshold=1)
        assert (world.to_numpy() == (array > 1)).all()
    array.transpose().astype("f4").tofile(tmp_path / "a.raw")
    world = voxnav.World.load(tmp_path / "a.raw", dtype="f32", shape=array.shape, axes="zyx")
    assert (world.to_numpy() == (array > 0)).all()
    with pytest.raises(voxnav.FileError, match="it has 240 bytes, and 480 are expected"):
        voxnav.World.load(tmp_path / "a.raw", dtype="f64", shape=array.shape)
    with pytest.raises(voxnav.FileError, match="the type and the shape of its numbers must be given"):
        voxnav.World.load(tmp_path / "a.raw", dtype=None, shape=array.shape)
    with pytest.raises(ValueError, match="dtype: choose one of i8, u8, "):
        voxnav.World.load(tmp_path / "a.raw", dtype="u12")
    with pytest.raises(ValueError, match="shape: it takes three numbers of cells"):
        voxnav.World.load(tmp_path / "a.raw", dtype="u8", shape=(5, -4, 3))


def test_a_map_of_ros_is_a_text_and_its_image(tmp_path):
    states = np.array([[[0], [1], [-1]], [[1], [0], [0]]], "i1")
    world = voxnav.World.from_numpy(states, size=0.5, origin=(1, 2, 0), unknown=-1)
    world.save(tmp_path / "floor.yaml")
    assert sorted(os.listdir(tmp_path)) == ["floor.pgm", "floor.yaml"]
    same(voxnav.World.load(tmp_path / "floor.yaml"), world)
    assert voxnav.World.load(tmp_path / "floor.yaml", unknown="free").to_numpy()[0, 2, 0] == 0
    assert (voxnav.World.load(tmp_path / "floor.pgm").to_numpy() == states).all()
    with pytest.raises(voxnav.FileError, match="one cell deep"):
        voxnav.World.generate("empty", (3, 3, 3)).save(tmp_path / "deep.yaml")
    assert sorted(os.listdir(tmp_path)) == ["floor.pgm", "floor.yaml"]


@pytest.mark.parametrize("name", ["w", "w.txt", "w.obj", "w.voxnav.txt", ".npy", "w.npy.gz", "w.gz"])
def test_names_that_say_nothing_are_refused(tmp_path, name):
    world = voxnav.World.generate("empty", (3, 3, 3))
    with pytest.raises(ValueError, match=r"\.voxnav, \.npy, \.nrrd, \.raw, \.binvox, \.vox, ") as refused:
        world.save(tmp_path / name)
    assert str(refused.value).startswith("path: ") and not os.listdir(tmp_path)


@pytest.mark.parametrize(
    "extension, words",
    [
        ("npy", ["1 colliders", "1 links", "terrain", "cells are 0.5 wide", "1 materials"]),
        ("vox", ["1 colliders", "1 links", "terrain", "2 unknown cells", "cells are 0.5 wide", "1 materials"]),
        ("gltf", ["1 colliders", "1 links", "terrain", "2 unknown cells", "1 materials"]),
        ("voxnav", []),
    ],
)
def test_what_is_not_in_a_file_is_told(tmp_path, extension, words):
    world = voxnav.World.generate("empty", (9, 9, 9), size=0.5)
    world.insert(voxnav.Collider.ball(1), (2, 2, 2))
    world.insert_link((1, 1, 1), (2, 2, 2))
    world.set_terrain([[1, 1, 1]], [5])
    world.set_material([[[0, 0, 0], [2, 2, 1]]], "mud", "solid")
    world.set_cells([[5, 5, 5], [6, 6, 6]], "unknown")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        world.save(tmp_path / f"w.{extension}")
    told = [str(warning.message) for warning in told]
    assert len(told) == len(words), told
    for message, word in zip(told, words):
        assert word in message and f"w.{extension}: " in message
    with pytest.raises(voxnav.FileError, match="unknown cells"):
        world.save(tmp_path / "w.3dmap")
    assert not (tmp_path / "w.3dmap").exists()


@pytest.mark.parametrize(
    "extension", ["voxnav", "npy", "npz", "3dmap", "3dmap.gz", "map", "vox", "obj", "ply", "las", "png", "bt", "schem"]
)
def test_a_missing_file_is_one_that_python_knows(tmp_path, extension):
    name = tmp_path / f"missing.{extension}"
    with pytest.raises(FileNotFoundError) as refused:
        voxnav.World.load(name)
    error = refused.value
    assert isinstance(error, voxnav.FileError) and isinstance(error, voxnav.VoxnavError)
    assert (error.errno, error.strerror) == (errno.ENOENT, os.strerror(errno.ENOENT))
    assert pathlib.Path(error.filename) == name and str(name) in str(error)


def test_other_refusals_of_the_system_have_their_numbers(tmp_path):
    world = voxnav.World.generate("empty", (3, 3, 3))
    page = world.view()
    for save in (world.save, page.save):
        with pytest.raises(FileNotFoundError) as refused:
            save(tmp_path / "no" / "such" / "folder.voxnav")
        assert refused.value.errno == errno.ENOENT and isinstance(refused.value, voxnav.FileError)
    with pytest.raises(FileNotFoundError):
        world.save(tmp_path / "no" / "folder.npy")
    with pytest.raises(FileNotFoundError):
        voxnav.World.load(tmp_path, blocks=tmp_path / "none.toml")
    for extension in ("npy", "3dmap", "voxnav"):
        folder = tmp_path / f"folder.{extension}"
        folder.mkdir()
        if extension != "npy":
            with pytest.raises(OSError) as refused:
                voxnav.World.load(folder)
            assert isinstance(refused.value, voxnav.FileError)
    with pytest.raises(IsADirectoryError) as refused:
        page.save(tmp_path)
    assert refused.value.errno == errno.EISDIR and isinstance(refused.value, voxnav.FileError)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_forbidden_file_is_one_that_python_knows(tmp_path):
    name = tmp_path / "secret.npy"
    np.save(name, np.zeros((2, 2, 2), bool))
    name.chmod(0)
    with pytest.raises(PermissionError) as refused:
        voxnav.World.load(name)
    assert refused.value.errno == errno.EACCES and isinstance(refused.value, voxnav.FileError)


def test_what_makes_no_sense_has_no_number(tmp_path):
    (tmp_path / "broken.npy").write_bytes(b"\x93NUMPY nothing")
    with pytest.raises(voxnav.FileError) as refused:
        voxnav.World.load(tmp_path / "broken.npy")
    assert type(refused.value) is voxnav.FileError and refused.value.errno is None
    assert "broken.npy" in str(refused.value)


def test_errors_of_files_are_pickled():
    import pickle

    with pytest.raises(FileNotFoundError) as refused:
        voxnav.World.load("/no/such/file.npy")
    again = pickle.loads(pickle.dumps(refused.value))
    assert type(again) is type(refused.value) and again.errno == errno.ENOENT and str(again) == str(refused.value)


def test_arrays_of_a_file_object_are_arrays():
    """What `numpy.save` writes to memory is read by NumPy, and then here."""
    world = world_of(5)
    buffer = io.BytesIO()
    np.save(buffer, world.to_numpy())
    buffer.seek(0)
    same(voxnav.World.from_numpy(np.load(buffer)), world)


@pytest.mark.parametrize("name", ["x.qb", "x.qb.gz", "x.txt", "x.npy.zst"])
def test_a_name_that_is_not_read_is_refused_with_all_that_are(tmp_path, name):
    for path in (tmp_path / name, str(tmp_path / name)):
        with pytest.raises(voxnav.FileError, match="no world is read from a file of that name; give ") as refused:
            voxnav.World.load(path)
        (tmp_path / name).write_bytes(b"")
    listed = re.findall(r"\.[a-z0-9]+(?=[, ])", str(refused.value).split("give ")[1])
    assert {".3dmap", ".map", ".voxnav", ".npy", ".vox", ".obj", ".schem", ".las", ".bt"} <= set(listed)
    assert "folder of Minecraft" in str(refused.value)
    told = inspect.getdoc(voxnav.World.load)
    assert not [extension for extension in listed if f"`{extension}`" not in told]


def test_a_folder_that_is_not_there_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        voxnav.World.load(tmp_path / "saves" / "world")
