"""Bad input: a ValueError or TypeError that names the argument."""

import pathlib

import numpy as np
import pytest

import voxnav

FREE = np.zeros((4, 4, 4), bool)

# One value, repeated without taking any memory.
HUGE = np.broadcast_to(np.uint8(1), (1 << 20, 1 << 20, 1 << 10))


@pytest.mark.parametrize(
    "array, kind, words",
    [
        (np.zeros(4), ValueError, "array: two or three axes are needed, not the shape (4,)"),
        (np.zeros((2, 2, 2, 2), bool), ValueError, "array: two or three axes"),
        (np.zeros((4, 0, 4), bool), ValueError, "array: the shape (4, 0, 4) has no cells"),
        (np.zeros((0, 4)), ValueError, "array: the shape (0, 4) has no cells"),
        (np.zeros((4, 4, 4), complex), TypeError, "array: bool or numbers are needed, not complex128"),
        (np.zeros((4, 4), "M8[s]"), TypeError, "array: bool or numbers are needed, not datetime64[s]"),
        (np.zeros((2, 2, 2), object), TypeError, "array: "),
        (np.zeros((2, 2, 2), "U3"), TypeError, "array: "),
        ("abc.npy", ValueError, "not the shape (); World.load reads files"),
        (pathlib.Path("abc.npy"), ValueError, "not the shape (); World.load reads files"),
        (None, ValueError, "array: "),
        ([[[1], [1, 2]]], ValueError, "array: "),
        (HUGE, ValueError, "array: the shape (1048576, 1048576, 1024) has 1125899906842624 values"),
        (np.broadcast_to(0.5, HUGE.shape), ValueError, "at most 2^40"),
    ],
)
def test_arrays_that_are_no_worlds(array, kind, words):
    with pytest.raises(kind) as refused:
        voxnav.World.from_numpy(array)
    assert words in str(refused.value) and isinstance(refused.value, voxnav.VoxnavError)


def test_arrays_that_repeat_one_value_without_end():
    world = voxnav.World.from_numpy(FREE)
    rows = np.broadcast_to(np.int64(1), (1 << 45, 3))
    positions = np.broadcast_to(0.5, (1 << 45, 3))
    questions = [
        lambda: world.set_cells(rows, "free"),
        lambda: world.set_boxes(np.broadcast_to(np.int64(1), (1 << 45, 2, 3)), "free"),
        lambda: world.states(rows),
        lambda: world.set_terrain([[1, 1, 1]], np.broadcast_to(2, 1 << 45)),
        lambda: world.cells_at(positions),
        lambda: world.centers(rows),
        lambda: world.cost_field(rows),
        lambda: world.paths(rows, rows),
        lambda: world.reachable(rows, rows),
        lambda: world.is_traversable(rows),
    ]
    for question in questions:
        with pytest.raises(ValueError) as refused:
            question()
        assert "at most 2^40" in str(refused.value) and isinstance(refused.value, voxnav.VoxnavError)
    # Few enough to be read, and too many for any memory.
    with pytest.raises(MemoryError):
        world.set_cells(np.broadcast_to(np.int64(1), (1 << 38, 3)), "free")


@pytest.mark.parametrize(
    "options, kind, words",
    [
        ({"size": 0.0}, ValueError, "size: "),
        ({"size": float("nan")}, ValueError, "size: "),
        ({"origin": (0, 0)}, ValueError, "origin: three numbers are needed, not 2"),
        ({"origin": (0, 0, float("inf"))}, ValueError, "origin[2]: inf is not finite"),
        ({"origin": 7}, TypeError, "origin: "),
        ({"axes": "yxz"}, ValueError, "axes: no order is called `yxz`"),
        ({"unknown": 1}, ValueError, "unknown: "),
        ({"threshold": "high"}, TypeError, "threshold: 'high' is not a number"),
        ({"threshold": float("nan")}, ValueError, "threshold: NaN is above no number"),
    ],
)
def test_worlds_that_lie_nowhere(options, kind, words):
    with pytest.raises(kind) as refused:
        voxnav.World.from_numpy(FREE, **options)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "start, kind, words",
    [
        ((0, 0), ValueError, "start: three whole numbers are needed, not 2"),
        ((0, 0, 0, 0), ValueError, "start: three whole numbers are needed, not more"),
        ((0.5, 0, 0), TypeError, "start[0]: 0.5 is not a whole number; World.cell_at"),
        ((0, 2**40, 0), ValueError, "start[1]: 1099511627776 does not fit 32 bits"),
        ("abc", TypeError, "start: "),
        (None, TypeError, "start: "),
        ({1, 2, 3}, TypeError, "start: "),
        (np.zeros((3, 3), int), TypeError, "start[0]: "),
    ],
)
def test_cells_that_are_none(start, kind, words):
    world = voxnav.World.from_numpy(FREE)
    with pytest.raises(kind) as refused:
        world.path(start, (1, 1, 1))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "options, kind, words",
    [
        ({"algorithm": "fast"}, ValueError, "algorithm: no algorithm is called `fast`; there are auto"),
        ({"algorithm": 1.5}, TypeError, "algorithm: "),
        ({"moves": 27}, ValueError, "moves: no move set is called `27`"),
        ({"within": 0.5}, ValueError, "within: "),
        ({"limit_expanded": -1}, ValueError, "limit_expanded: -1 is not a whole number"),
        ({"limit_memory": "much"}, TypeError, "limit_memory: "),
        ({"snap_goal": float("nan")}, ValueError, "snap_goal: NaN is not a length"),
        ({"partial": 3}, TypeError, "partial: 3 is not True or False"),
        ({"agent": -1}, ValueError, "agent: -1 is negative"),
        ({"agent": float("inf")}, ValueError, "agent: inf is not finite"),
        ({"agent": (1, 2)}, ValueError, "agent: three numbers are needed, not 2"),
        ({"agent": "man"}, TypeError, "agent: "),
        ({"agent": 1e30}, ValueError, ""),
        ({"speed": 3}, TypeError, "no option is called 'speed' here; there are agent, algorithm"),
    ],
)
def test_options_that_are_none(options, kind, words):
    world = voxnav.World.from_numpy(FREE)
    with pytest.raises(kind) as refused:
        world.path((0, 0, 0), (1, 1, 1), **options)
    assert words in str(refused.value)


def test_ends_outside_are_outcomes():
    world = voxnav.World.from_numpy(FREE)
    assert world.path((9, 9, 9), (1, 1, 1)).outcome == "start outside"
    assert world.path((1, 1, 1), (-(2**31), 0, 2**31 - 1)).outcome == "goal outside"


def test_errors_are_one_hierarchy():
    for name in voxnav.errors.__all__:
        assert issubclass(getattr(voxnav, name), voxnav.VoxnavError)
