"""Ctrl-C ends a search, and other threads run while one searches."""

import os
import signal
import sys
import threading
import time

import numpy as np
import pytest

import voxnav

posix = pytest.mark.skipif(sys.platform == "win32", reason="os.kill means something else there")


@pytest.fixture(autouse=True)
def listening():
    """Programs in the background of a shell are started deaf to Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def large():
    """A world in which Dijkstra's algorithm searches for seconds."""
    blocks = np.zeros((200, 200, 200), bool)
    blocks[-3:, -3:, -3:] = True
    blocks[-1, -1, -1] = False
    blocks[-2, -1, -1] = False
    return voxnav.World.from_numpy(blocks)


def interrupted(question):
    world = large()
    world.path((0, 0, 0), (1, 0, 0))
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        question(world)
    timer.join()
    assert world.path((0, 0, 0), (5, 0, 0))


# Without labels of components nothing tells beforehand that these goals are out of reach.
OPTIONS = {"algorithm": "dijkstra", "corners": "lenient", "limit_memory": None}


@posix
def test_one_search_is_interrupted():
    interrupted(lambda world: world.path((0, 0, 0), (199, 199, 199), moves=6, **OPTIONS))


@posix
def test_many_searches_are_interrupted():
    starts = np.zeros((500, 3), int)
    starts[:, 0] = np.arange(500) % 150
    interrupted(lambda world: world.paths(starts, [[199, 199, 199]], moves=6, threads=2, **OPTIONS))


@posix
def test_a_field_is_interrupted():
    interrupted(lambda world: [world.cost_field([[0, 0, 0]], corners="lenient") for _ in range(9)])


@posix
@pytest.mark.parametrize("name", ["nearest", "raycast", "reachable", "random_cells", "view"])
def test_questions_in_bulk_are_interrupted(name):
    far = np.full((2_000_000, 3), 100.5)
    cells = np.zeros((2_000_000, 3), int)
    ask = {
        "nearest": lambda world: world.nearest(far, 9.0),
        "raycast": lambda world: world.raycast(far, [[0.0, 3.0, 7.0]]),
        "reachable": lambda world: world.reachable(cells, cells),
        "random_cells": lambda world: world.random_cells(2**31),
        "view": lambda world: world.view(((0, 0, 0), (199, 199, 199)), keep=0, moves=6, **OPTIONS),
    }[name]

    def until_interrupted(world):
        while True:
            ask(world)

    interrupted(until_interrupted)


@posix
@pytest.mark.parametrize("kind", ["caves", "random:30", "maze", "rooms", "towers", "terrain"])
def test_the_making_of_a_world_is_interrupted(kind):
    """Within half a second, though it takes many; also where it has just begun."""
    for delay in (0.02, 0.4):
        pressed = []

        def press():
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(delay, press)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            while True:
                voxnav.World.generate(kind, (1600, 1600, 700), seed=1)
        assert time.monotonic() - pressed[0] < 0.5
        timer.join()


@posix
@pytest.mark.parametrize("name", ["from_numpy", "load", "prepare"])
def test_one_long_call_is_interrupted(name, tmp_path):
    """Within half a second, though it takes seconds."""
    slope = tmp_path / "slope.obj"
    slope.write_text("v 0 0 0\nv 600 0 100\nv 0 600 30\nf 1 2 3\n")
    empty = voxnav.World.generate("empty", (120, 120, 120))
    rooms = voxnav.World.generate("rooms", (160, 160, 160), seed=2)
    wide = np.broadcast_to(np.zeros((1, 1, 1), bool), (1600, 1600, 700))
    ask = {
        "from_numpy": lambda: voxnav.World.from_numpy(wide),
        "load": lambda: voxnav.World.load(slope, size=1.0),
        "prepare": lambda: rooms.prepare(index="strict"),
    }[name]
    pressed = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask()
        raise AssertionError("it was over before")
    assert time.monotonic() - pressed[0] < 0.5
    timer.join()


@posix
def test_a_limit_of_time_ends_what_has_one():
    world = large()
    ends = (0, 0, 0), (199, 199, 199)
    begun = time.monotonic()
    path = world.path(*ends, moves=6, limit_time=0.2, **OPTIONS)
    assert path.outcome == "limit reached"
    world.view(ends, keep=0, moves=6, limit_time=0.2, **OPTIONS)
    with pytest.raises(ValueError, match="limit_time: the field takes longer"):
        world.cost_field([[0, 0, 0]], corners="lenient", limit_time=0.2)
    floor = np.zeros((600, 600, 5), bool)
    floor[:, :, 0] = True
    # Bumps, so that it has no planes.
    floor[1:-1, :, 1] = np.random.default_rng(1).random((598, 600)) < 0.4
    walk = voxnav.World.from_numpy(floor).ground_path((0, 0, 1), (599, 599, 1), algorithm="dijkstra", limit_time=0.05)
    assert walk.outcome == "limit reached" and not walk
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("name", ["path", "plan_joint"])
def test_other_threads_run_while_one_searches(name):
    world = large() if name == "path" else voxnav.World.generate("empty", (9, 9, 1))
    cells = np.argwhere(world.to_numpy() == 0)
    starts, goals = cells[:40], cells[:-41:-1]
    ask = {
        "path": lambda: world.path((0, 0, 0), (199, 199, 199), moves=6, **OPTIONS),
        "plan_joint": lambda: world.plan_joint(starts, goals, improve=0.5),
    }[name]
    done = threading.Event()
    turns = []

    def count():
        while not done.is_set():
            turns.append(1)
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    before = len(turns)
    ask()
    between = len(turns) - before
    done.set()
    counter.join()
    assert between > 10


def test_threads_ask_and_edit_one_world_at_once():
    world = voxnav.World.generate("random:20", (24, 24, 24), seed=1)
    ends = world.random_cells(200, seed=1)
    failed = []

    def ask(seed):
        try:
            for start, goal in zip(ends[seed::2], ends[::-1]):
                path = world.path(start, goal, algorithm="astar")
                assert path.outcome in voxnav.OUTCOMES
                world.set_cells([ends[seed]], "occupied" if seed % 2 else "free")
                world.copy().reachable([start], [goal])
        except Exception as error:  # noqa: BLE001
            failed.append(error)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
