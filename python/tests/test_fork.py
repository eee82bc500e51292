"""A forked child has none of its parent's threads, and answers all the same."""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import warnings

import numpy as np
import pytest

import voxnav

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here"),
    # What Python itself says of it: here it is the point.
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

#: Seconds after which a child that waits is taken for one that waits for ever.
PATIENCE = 60


def blocks():
    return np.random.default_rng(3).random((70, 70, 70)) < 0.2


def ends(world):
    return world.random_cells(400, seed=1), world.random_cells(400, seed=2)


def table(world):
    pyarrow = pytest.importorskip("pyarrow")
    names = ["sx", "sy", "sz"], ["gx", "gy", "gz"]
    columns = {n: c for group, cells in zip(names, ends(world)) for n, c in zip(group, cells.T)}
    return pyarrow.table({"id": range(400), **columns})


def baked(world):
    """Answers among colliders large enough to be baked by many threads, before and after a move."""
    copied = world.copy()
    number = copied.insert(voxnav.Collider.box((9, 90, 60)), (35, 35, 40))
    copied.insert(voxnav.Collider.ball(20), (10, 10, 10))
    before = copied.is_traversable(ends(world)[0], agent=(1.5, 1.5, 2.5))
    copied.move_to(number, (20, 35, 40), rotation=(0, 0, 0.6, 0.8))
    return before.tolist(), copied.is_traversable(ends(world)[0]).tolist()


def walked(world):
    ground = np.zeros((40, 40, 20), bool)
    ground[:, :, :3] = True
    hills = voxnav.World.from_numpy(ground)
    hills.insert(voxnav.Collider.box((3, 30, 9)), (20, 10, 4))
    return hills.ground_path((2, 9, 3), (38, 9, 3)).cells.tolist()


def saved(world):
    name = f"/tmp/voxnav-fork-{os.getpid()}.npy"
    try:
        world.save(name)
        return voxnav.World.load(name).to_numpy().tobytes()
    finally:
        os.unlink(name)


def together(world):
    """Several threads that ask one world at once, with colliders that nothing was derived from yet."""
    copied = world.copy()
    for place in range(4):
        copied.insert(voxnav.Collider.box((9, 50, 60)), (15 * place + 10, 35, 40))
    answers = [None] * 6

    def ask(at):
        answers[at] = copied.is_traversable(ends(world)[0], agent=0.5 + at / 4).tolist()

    threads = [threading.Thread(target=ask, args=(at,)) for at in range(len(answers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


QUESTIONS = {
    "from_numpy": lambda world: voxnav.World.from_numpy(blocks()).to_numpy().sum(),
    "generate": lambda world: voxnav.World.generate("caves", (70, 70, 70)).to_numpy().sum(),
    "save and load": saved,
    "bytes": lambda world: voxnav.World.from_bytes(world.to_bytes()).to_numpy().sum(),
    "path": lambda world: world.path((0, 0, 0), [[69, 69, 69], [0, 69, 0]]).cost,
    "paths": lambda world: world.paths(*ends(world)).cost.tolist(),
    "paths by two": lambda world: world.paths(*ends(world), threads=2).cost.tolist(),
    "paths in time": lambda world: world.paths(*ends(world), limit_time=9.0).cost.tolist(),
    "solve": lambda world: [row["cost"] for row in world.solve(table(world), keep="cost")],
    "baking": baked,
    "ground_path": walked,
    "cost_field": lambda world: world.cost_field(ends(world)[0][:2]).costs.tobytes(),
    "prepare": lambda world: world.prepare(agent=2.0, index="strict"),
    "places": lambda world: pickle.dumps(world.nearest(world.centers(ends(world)[0]), 3.0)),
    "rays": lambda world: pickle.dumps(world.raycast(*map(world.centers, ends(world)))),
    "reachable": lambda world: world.reachable(*ends(world)).tolist(),
    "view": lambda world: voxnav.World.generate("rooms", (20, 20, 20)).view(((0, 0, 0), (9, 9, 9)), keep=10).html,
    "compare": lambda world: [row.cost for row in voxnav.compare(world, ["auto"], problems=3)],
    "threads": together,
    "plan_joint": lambda world: world.plan_joint(*(column[:4] for column in ends(world))).tolist(),
}


def in_child(question, world):
    """The answer of a forked child."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        # Whatever it waits for, and whether Python runs or not.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        try:
            with os.fdopen(write, "wb") as answer:
                pickle.dump(question(world), answer)
            os._exit(0)
        except BaseException as error:  # noqa: BLE001
            print(repr(error), file=sys.stderr)
        os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        data = answer.read()
    _, status = os.waitpid(child, 0)
    assert not os.WIFSIGNALED(status), "the child waits for ever"
    assert status == 0
    return pickle.loads(data)


@pytest.fixture(scope="module")
def world():
    """A world whose process has used threads for everything."""
    made = voxnav.World.from_numpy(blocks())
    made.paths(*ends(made))
    baked(made)
    return made


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_child_answers_as_its_parent(name, world):
    question = QUESTIONS[name]
    assert in_child(question, world) == question(world)


def test_a_child_of_a_child_answers(world):
    def question(world):
        first = world.paths(*ends(world)).cost.tolist(), baked(world)
        second = in_child(lambda world: (world.paths(*ends(world)).cost.tolist(), baked(world)), world)
        return first == second

    assert in_child(question, world)


def ask(seed):
    made = voxnav.World.from_numpy(blocks())
    return made.paths(made.random_cells(200, seed=seed), made.random_cells(200, seed=seed + 1))


def test_a_pool_of_forked_processes_answers(world):
    assert ask(1).found.any()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            answers = pool.map_async(ask, [1, 2, 3]).get(timeout=PATIENCE)
    for seed, answer in zip([1, 2, 3], answers):
        assert answer.cost.tolist() == ask(seed).cost.tolist()
