"""What type checkers accept and refuse, and what signatures say."""

import inspect
import re
import subprocess
import sys

import numpy as np
import pytest

import voxnav

#: A program that is right.
RIGHT = '''
import numpy as np
import voxnav

world = voxnav.World.from_numpy(np.zeros((9, 9, 9), bool))
path = world.path((0, 0, 0), (8, 8, 8), algorithm="astar", heuristic="octile", moves=26, ties="first-in")
if path:
    length: float = path.length
    cost: int = path.cost
    found: str = path.outcome
maybe: float | None = path.length
if not path:
    raise SystemExit(path.outcome)
certain: float = path.length


def shown(of: voxnav.Path) -> str:
    return of.outcome if of.length is None else f"{of.length:.1f}"


shown(path)
several: list[voxnav.Path] = [world.path((0, 0, 0), cell) for cell in [(1, 1, 1), (2, 2, 2)]]

starts, goals = world.random_cells(9, seed=1), world.random_cells(9, seed=2)
paths = world.paths(starts, goals, threads=1, keep="path")
for cells in paths:
    count: int = len(cells)
    first: np.int32 = cells[0, 0]
part: voxnav.Paths = paths[1:3]
one: int = int(paths[0].sum())
world.paths([[0, 0, 0], (1, 1, 1)], [(8, 8, 8)])
world.path(starts[0], goals)
world.path([np.int64(0), 0, 0], [1, 2, 3], algorithm=("weighted", 1.5))

walk = world.ground_path((0, 0, 0), (8, 8, 0), locomotion=voxnav.Locomotion("spider"))
if walk:
    price: int = walk.cost
states: "np.ndarray[tuple[int, ...], np.dtype[np.int8]]" = world.states([[0, 0, 0]])
nearest = world.nearest([[0.5, 0.5, 0.5]], 3)
there = nearest.cells[nearest.found]
met, distances, normals, hit = world.raycast([[0, 0, 0]], np.zeros((1, 3)))

fleet = voxnav.LifelongPlanner(world, [(0, 0, 0), (1, 1, 1)])
fleet.set_goals([0, 1], [[8, 8, 8], (7, 7, 7)])
fleet.set_goals(0, (8, 8, 8))
after: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]" = fleet.next_step()
waiting = np.flatnonzero(~fleet.reached)
legs = world.plan_legs([(0, 0, 0)], [(1, 1, 0)], locomotion=voxnav.Locomotion("walker"))
if legs is not None:
    begins: np.int32 = legs[0, 1]

comparison = voxnav.compare(world, {"fast": {}, "own": {"algorithm": "astar", "heuristic": lambda a, b: 0.0}})
expanded: int = comparison[0].expanded
ratios: list[float | None] = [row.ratio for row in comparison[1:3]]
name: str = comparison.to_pandas().columns[0]
try:
    voxnav.World.load("nothing.npy", origin=(0, 0, 0), size=1.0)
except FileNotFoundError as missing:
    number: int | None = missing.errno
'''

#: Lines that are wrong, and what is said of each.
WRONG = {
    'world.path((0, 0, 0), (1, 1, 1), algorithm="astra")': "arg-type",
    'world.path((0, 0, 0), (1, 1, 1), heuristic="octil")': "arg-type",
    'world.path((0, 0, 0), (1, 1, 1), moves=27)': "arg-type",
    'world.path((0, 0, 0), (1, 1, 1), corners="square")': "arg-type",
    'world.path((0, 0, 0), (1, 1, 1), ties="any")': "arg-type",
    'world.path((0, 0, 0), (1, 1, 1), speed=3)': "call-arg",
    'world.path("a", (1, 1, 1))': "arg-type",
    'world.path((0, 0, 0), "a")': "arg-type",
    'world.path((0.5, 0, 0), (1, 1, 1))': "arg-type",
    'world.paths("abc", [(1, 1, 1)])': "arg-type",
    'world.paths(np.zeros((2, 3)), [(1, 1, 1)])': "arg-type",
    'world.paths([(0, 0, 0)], [(1, 1, 1)], keep="all")': "arg-type",
    'world.nearest("abc", 1.0)': "arg-type",
    'world.insert(voxnav.Collider.ball(1), "abc")': "arg-type",
    'world.set_cells([(0, 0, 0)], "full")': "arg-type",
    'world.cost_field([(0, 0, 0)], heuristic="zero")': "call-arg",
    'world.ground_path((0, 0, 0), (1, 1, 1), moves=6)': "call-arg",
    'world.plan_legs([(0, 0, 0)], [(1, 1, 0)], moves=6)': "call-arg",
    'world.plan_joint([(0, 0, 0)], [(1, 1, 0)])[0]': "index",
    'voxnav.LifelongPlanner(world, [(0, 0, 0)]).set_goals(0.5, (1, 1, 1))': "arg-type",
    'length: float = world.path((0, 0, 0), (1, 1, 1)).length': "assignment",
    'voxnav.World.load("w.npy", up="x")': "arg-type",
    'voxnav.compare(world, {"a": {"algorithm": "astra"}})': "typeddict-item",
    'voxnav.compare(world, ["auto"])[0].expended': "attr-defined",
    'voxnav.Locomotion("walking")': "arg-type",
}


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What mypy says, by program and line."""
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("typed")
    (folder / "right.py").write_text(RIGHT)
    head = "import numpy as np\nimport voxnav\n\nworld = voxnav.World.generate('empty', (9, 9, 9))\n"
    (folder / "wrong.py").write_text(head + "\n".join(WRONG) + "\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-color-output", "--no-error-summary"]
    run = subprocess.run([*command, "right.py", "wrong.py"], cwd=folder, capture_output=True, text=True)
    assert not run.stderr, run.stderr
    found = {"right": [], "wrong": {}}
    for line in run.stdout.splitlines():
        match = re.match(r"(right|wrong)\.py:(\d+): error: .*\[([a-z-]+)\]$", line)
        if not match:
            continue
        if match[1] == "right":
            found["right"].append(line)
        else:
            found["wrong"].setdefault(int(match[2]) - head.count("\n") - 1, []).append(match[3])
    return found


def test_what_is_right_is_accepted(said):
    assert not said["right"], "\n".join(said["right"])


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_refused(said, line):
    assert WRONG[line] in said["wrong"].get(list(WRONG).index(line), []), line


def test_what_is_right_runs():
    program = RIGHT.replace("nothing.npy", "/no/such/file.npy")
    exec(compile(program, "right.py", "exec"), {})


#: Calls that take options of searches, and those that they lack.
TAKERS = ["path", "paths", "solve", "view", "cost_field", "ground_path"]


def calls(world):
    ends = (0, 0, 0), (8, 7, 6)
    arrow = pytest.importorskip("pyarrow").table({name: [3] for name in ["id", "sx", "sy", "sz", "gx", "gy", "gz"]})
    floor = voxnav.World.generate("terrain", (24, 24, 24), seed=3)
    return {
        "path": lambda **more: world.path(*ends, **more).statistics,
        "paths": lambda **more: [column.tolist() for column in world.paths([ends[0]], [ends[1]], **more).statistics.values()],
        "solve": lambda **more: list(world.solve(arrow, **more)),
        "view": lambda **more: world.view(ends, **more).html,
        "cost_field": lambda **more: world.cost_field([ends[1]], **more).costs.tobytes(),
        "ground_path": lambda **more: floor.ground_path((1, 1, 20), (20, 20, 20), **more).statistics,
    }


def options_of(name):
    parameters = inspect.signature(getattr(voxnav.World, name)).parameters.values()
    own = {"self", "start", "goal", "starts", "goals", "table", "what", "cells", "locomotion", "threads", "keep",
           "progress", "up", "name"}
    return {one.name: one.default for one in parameters if one.name not in own}


@pytest.mark.parametrize("name", TAKERS)
def test_signatures_name_every_option_and_its_default(name):
    world = voxnav.World.generate("random:20", (9, 9, 9), seed=4)
    world.set_cells([[0, 0, 0], [8, 7, 6]], "free")
    ask = calls(world)[name]
    options = options_of(name)
    assert inspect.Parameter.empty not in options.values() and "options" not in options
    assert ask(**options) == ask()
    for option, default in options.items():
        assert ask(**{option: default}) == ask(), option
    text = inspect.getdoc(getattr(voxnav.World, name))
    for option in options:
        assert re.search(rf"\b{option}\b", text), option


@pytest.mark.parametrize("name", TAKERS)
def test_options_that_a_signature_lacks_are_refused(name):
    world = voxnav.World.generate("empty", (9, 9, 9))
    ask = calls(world)[name]
    for option in [*options_of("path"), "speed"]:
        if option in options_of(name):
            continue
        with pytest.raises(TypeError, match=f"no option is called '{option}' here; there are agent"):
            ask(**{option: 3})


def test_what_signatures_say_otherwise():
    for name in ("from_numpy", "load", "generate", "save", "to_numpy", "insert", "prepare", "nearest"):
        signature = inspect.signature(getattr(voxnav.World, name))
        kinds = {parameter.kind for parameter in signature.parameters.values()}
        assert inspect.Parameter.VAR_KEYWORD not in kinds, name


def test_a_pair_of_a_name_and_a_weight_is_an_algorithm():
    world = voxnav.World.generate("caves", (24, 24, 24), seed=7)
    ends = world.random_cells(2, seed=1)
    pair = world.path(*ends, algorithm=("weighted", 1.5))
    assert pair.statistics == world.path(*ends, algorithm="weighted:1.5").statistics
    for wrong, words in (
        (("weighted", 0.5), "algorithm: "),
        (("astar", 1.5), "no algorithm is called `astar:1.5`"),
        (("weighted", float("nan")), "algorithm: "),
    ):
        with pytest.raises(ValueError, match=re.escape(words)):
            world.path(*ends, algorithm=wrong)
    with pytest.raises(TypeError, match="algorithm: "):
        world.path(*ends, algorithm=("weighted", "much"))


def test_rows_and_parts_of_many_paths():
    world = voxnav.World.generate("random:30", (9, 9, 9), seed=2)
    paths = world.paths(world.random_cells(20, seed=1), world.random_cells(20, seed=2))
    rows = list(paths)
    assert len(rows) == 20 and all((row == paths[at]).all() for at, row in enumerate(rows))
    for part in (slice(None), slice(3, 9), slice(None, None, -1), slice(15, 2, -3), slice(9, 3), slice(-4, 99)):
        some = paths[part]
        assert isinstance(some, voxnav.Paths) and len(some) == len(range(20)[part])
        for at, row in enumerate(range(20)[part]):
            assert (some[at] == rows[row]).all() and some.cost[at] == paths.cost[row]
            assert some.outcome[at] == paths.outcome[row] and some.found[at] == paths.found[row]
            assert some.statistics["expanded"][at] == paths.statistics["expanded"][row]
        assert some.offsets[0] == 0 and some.offsets[-1] == len(some.cells)
    steps = world.paths(world.random_cells(20, seed=1), world.random_cells(20, seed=2), keep="step")
    assert (steps[5:9].steps == steps.steps[5:9]).all() and len(steps[5:9].cells) == 0
    for wrong in ("a", 1.5, None):
        with pytest.raises(TypeError):
            paths[wrong]
    with pytest.raises(IndexError):
        paths[20]
