"""Whatever is given, a call ends in an answer, or in a ValueError or TypeError."""

import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import voxnav

WORLD = voxnav.World.generate("random:20", (6, 5, 4), seed=3)

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 8)
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=5)
    | st.sampled_from(["blocked", "free", "occupied", "strict", "astar", "path", "xyz", "caves", "26"])
    | st.complex_numbers()
    | arrays.arrays(
        st.sampled_from([np.int32, np.int64, np.uint8, np.float32, np.float64, bool, object, "U2", "M8[s]"]),
        arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner, inner),
    max_leaves=9,
)
cell = st.tuples(*[st.integers(-1, 6)] * 3) | anything
options = st.dictionaries(
    st.sampled_from([
        "agent", "algorithm", "heuristic", "moves", "corners", "ties", "within", "limit_expanded",
        "limit_memory", "limit_cost", "snap_start", "snap_goal", "partial", "keep", "threads", "size",
        "origin", "axes", "unknown", "state", "seed", "radius", "layers", "rotation", "progress", "law",
        "limit_time", "locomotion", "cost", "both_ways", "label", "up", "file_up", "array", "threshold", "filled",
        "index", "points", "height", "margin", "blocks", "keep", "name", "solid", "step_up", "width", "jump",
        "improve", "any_goal", "keep_away",
    ]),
    anything,
    max_size=2,
)

STATIC = ["from_numpy", "generate", "from_bytes", "load"]
METHODS = [
    "path", "paths", "solve", "cost_field", "reachable", "nearest", "raycast", "is_traversable",
    "states", "set_cells", "set_boxes", "set_terrain", "insert", "remove", "move_to", "cell_at",
    "cells_at", "centers", "to_numpy", "ground_path", "insert_link", "set_material", "view", "prepare", "save",
    "to_bytes", "copy", "plan_joint", "plan_legs",
]


def is_hashable(value):
    try:
        hash(value)
    except TypeError:
        return False
    return True


def call(function, arguments, keywords):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(*arguments, **keywords)
    except (ValueError, TypeError, voxnav.VoxnavError):
        pass


@pytest.mark.parametrize("name", STATIC + METHODS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data())
def test_no_argument_breaks_a_method(name, data, tmp_path, monkeypatch):
    # Names of files are drawn, too.
    monkeypatch.chdir(tmp_path)
    owner = voxnav.World if name in STATIC else WORLD.copy()
    arguments = data.draw(st.lists(cell, max_size=3))
    call(getattr(owner, name), arguments, data.draw(options))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(count=st.integers(-3, 99) | anything, seed=anything)
def test_no_argument_breaks_random_cells(count, seed):
    if not (isinstance(count, int) and count > 10**4):
        call(WORLD.random_cells, [count], {"seed": seed})


@pytest.mark.parametrize("make", [voxnav.Agent, *(getattr(voxnav.Collider, kind) for kind in ("box", "ball", "capsule", "mesh"))])
@settings(max_examples=100, deadline=None, derandomize=True)
@given(arguments=st.lists(anything, max_size=3), keywords=options)
def test_no_argument_breaks_agents_and_colliders(make, arguments, keywords):
    call(make, arguments, keywords)
    try:
        made = make(*arguments)
    except (ValueError, TypeError):
        return
    if isinstance(made, voxnav.Agent):
        call(WORLD.copy().path, [(0, 0, 0), (5, 4, 3)], {"agent": made})
    else:
        call(WORLD.copy().insert, [made, (1, 1, 1)], {})


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(starts=cell, keywords=options, agents=anything, goals=cell)
def test_no_argument_breaks_goals_without_end(starts, keywords, agents, goals):
    call(voxnav.LifelongPlanner, [WORLD, starts], keywords)
    fleet = voxnav.LifelongPlanner(WORLD, WORLD.random_cells(3, seed=1))
    call(fleet.set_goals, [agents, goals], {})
    fleet.next_step()


FIELD = WORLD.cost_field(WORLD.random_cells(1, seed=1))


@pytest.mark.parametrize("name", ["cost", "path", "next_moves"])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(arguments=st.lists(cell, max_size=2))
def test_no_argument_breaks_a_field(name, arguments):
    call(getattr(FIELD, name), arguments, {})


@settings(max_examples=100, deadline=None, derandomize=True)
@given(preset=st.sampled_from(["walker", "climber", "swimmer", "flyer", "player"]) | anything, keywords=options)
def test_no_argument_breaks_locomotions(preset, keywords):
    call(voxnav.Locomotion, [preset], keywords)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    answers=st.lists(anything, min_size=1, max_size=5),
    law=st.sampled_from(["none", "admissible", "consistent", "symmetric", 1.5, 3]),
    ends=st.tuples(cell, cell),
    algorithm=st.sampled_from(["auto", "jump", "canonical", "astar", "bidirectional", "lazy-theta", "clusters", "greedy"]),
)
def test_no_estimate_breaks_a_search(answers, law, ends, algorithm):
    def estimate(start, goal):
        return answers[sum(start) % len(answers)]

    for heuristic in (estimate, answers[0]):
        call(WORLD.path, ends, {"heuristic": heuristic, "law": law, "algorithm": algorithm})


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    searches=st.dictionaries(st.text(max_size=3) | anything.filter(is_hashable), options | anything, max_size=2) | anything,
    keywords=st.dictionaries(
        st.sampled_from(["problems", "seed", "repeat", "reference", "limit_time"]), anything, max_size=2
    ),
)
def test_no_argument_breaks_comparisons(searches, keywords):
    pytest.importorskip("pandas")
    if not any(isinstance(value, int) and abs(value) > 10**3 for value in keywords.values()):
        call(voxnav.compare, [WORLD, searches], keywords)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    array=arrays.arrays(
        st.sampled_from([bool, np.uint8, np.int64, np.float64]),
        arrays.array_shapes(min_dims=2, max_dims=4, min_side=0, max_side=5),
    ),
    ends=st.tuples(cell, cell),
    keywords=options,
)
def test_whole_uses_end_in_answers_or_refusals(array, ends, keywords):
    def use():
        world = voxnav.World.from_numpy(array)
        path = world.path(*ends, **keywords)
        assert (path.cost is not None) == (len(path.cells) > 0)

    call(use, [], {})
