"""Many threads at once: every answer is that of one of the worlds that there were, as a whole."""

import itertools
import pickle
import subprocess
import sys
import sysconfig
import threading

import numpy as np
import pytest

import voxnav

SIDE = 9
#: In each of three walls a door that is open or closed.
DOORS = [(2, 4, 4), (4, 4, 4), (6, 4, 4)]
#: Through all doors, and through one each.
ENDS = np.array([[[x, 4, 4], [other, 4, 4]] for x, other in ((0, 8), (1, 3), (3, 5), (5, 7))])


def walls():
    blocks = np.zeros((SIDE,) * 3, bool)
    for x, _, _ in DOORS:
        blocks[x] = True
        # The long way around.
        blocks[x, 0, 0] = False
    return blocks


def states():
    """The world with every choice of open doors."""
    for are_open in itertools.product([False, True], repeat=len(DOORS)):
        blocks = walls()
        for door, is_open in zip(DOORS, are_open):
            blocks[door] = not is_open
        yield voxnav.World.from_numpy(blocks)


def run(workers):
    """Runs functions of no argument at once; raises what one of them raises."""
    failed = []
    ready = threading.Barrier(len(workers))

    def work(worker):
        try:
            ready.wait()
            worker()
        except BaseException as error:  # noqa: BLE001
            failed.append(error)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def often(times, ask):
    def worker():
        for turn in range(times):
            ask(turn)

    return worker


def test_answers_are_those_of_one_world_while_others_edit_it():
    possible = list(states())
    costs = {tuple(world.paths(ENDS[:, 0], ENDS[:, 1], keep="cost").cost) for world in possible}
    fields = {world.cost_field(ENDS[:1, 0]).costs.tobytes() for world in possible}
    cells = {world.to_numpy().tobytes() for world in possible}
    assert len(costs) == len(fields) == len(cells) == len(possible)
    world = voxnav.World.from_numpy(walls())

    def toggle(door):
        def edit(turn):
            state = "occupied" if turn % 2 else "free"
            if turn % 3:
                world.set_cells([DOORS[door]], state)
            else:
                world.set_boxes([[DOORS[door], np.add(DOORS[door], 1)]], state)

        return edit

    def one(turn):
        start, goal = ENDS[turn % len(ENDS)]
        path = world.path(start, goal, algorithm=["auto", "astar", "bidirectional"][turn % 3])
        assert path.cost in {each[turn % len(ENDS)] for each in costs}
        assert len(path.cells) == len(path.points) == len(path)

    def many(_):
        assert tuple(world.paths(ENDS[:, 0], ENDS[:, 1], keep="cost").cost) in costs

    def field(_):
        assert world.cost_field(ENDS[:1, 0]).costs.tobytes() in fields

    def snapshot(turn):
        copied = world.copy() if turn % 2 else pickle.loads(pickle.dumps(world))
        assert copied.to_numpy().tobytes() in cells

    editors = [often(300, toggle(door)) for door in range(len(DOORS))]
    run([*editors, often(200, one), often(200, one), often(100, many), often(60, field), often(60, snapshot)])


def test_colliders_come_and_go_from_many_threads():
    world = voxnav.World.generate("empty", (24, 24, 6), size=0.5)
    free = world.path((0, 0, 0), (23, 23, 5)).cost
    kept = []

    def come_and_go(corner):
        def edit(turn):
            number = world.insert(voxnav.Collider.ball(1.0), (corner, 6, 1.5))
            world.move_to(number, (corner, 5.0 + turn % 2, 1.5))
            assert world.path((0, 0, 0), (23, 23, 5), agent=0.5 + 0.5 * (turn % 2)).cost >= free
            if turn == 19:
                kept.append(number)
            else:
                world.remove(number)

        return edit

    run([often(20, come_and_go(corner)) for corner in (3.0, 5.0, 7.0, 9.0)])
    assert len(set(kept)) == 4
    for number in kept:
        world.remove(number)
    assert world.path((0, 0, 0), (23, 23, 5)).cost == free


def test_what_is_made_when_first_asked_for_is_made_once():
    for _ in range(20):
        world = voxnav.World.generate("random:20", (9, 9, 9), seed=3)
        ends = world.random_cells(2, seed=4)
        path, field = world.path(*ends), world.cost_field(ends[:1])
        seen = []
        run([lambda: seen.append((path.cells, path.points, field.costs))] * 6)
        assert all(a is b for each in seen for a, b in zip(each, seen[0]))


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a global lock")
def test_the_global_lock_stays_off():
    program = "import voxnav, sys; sys.exit(sys._is_gil_enabled())"
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)
