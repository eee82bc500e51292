"""Laws over drawn worlds, which shrink to the smallest that breaks one, against Dijkstra's algorithm over NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import oracle
import voxnav

blocks = arrays.arrays(bool, arrays.array_shapes(min_dims=3, max_dims=3, max_side=5))
rules = st.fixed_dictionaries({"moves": st.sampled_from(["26", "18", "6"]), "corners": st.sampled_from(["strict", "lenient"])})


@st.composite
def problems(draw, most=1):
    """Blocks, and pairs of cells of them."""
    world = draw(blocks)
    place = st.tuples(*(st.integers(0, side - 1) for side in world.shape))
    ends = draw(st.lists(st.tuples(place, place), min_size=1, max_size=most))
    return world, ends


def known(blocks, start, rule):
    return oracle.costs(blocks, start, **rule) if oracle.is_free(blocks, start) else {}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(problem=problems(), rule=rules)
def test_a_path_costs_what_dijkstras_algorithm_says(problem, rule):
    blocks, [(start, goal)] = problem
    path = voxnav.World.from_numpy(blocks).path(start, goal, **rule)
    assert path.cost == known(blocks, start, rule).get(goal)
    if path:
        oracle.check(blocks, path, start, goal, **rule)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(problem=problems(most=6), rule=rules)
def test_batches_fields_and_tables_say_the_same(problem, rule):
    pyarrow = pytest.importorskip("pyarrow")
    blocks, ends = problem
    world = voxnav.World.from_numpy(blocks)
    expected = [known(blocks, start, rule).get(goal) for start, goal in ends]
    starts, goals = np.array(ends).swapaxes(0, 1)
    paths = world.paths(starts, goals, **rule)
    assert [cost if cost >= 0 else None for cost in paths.cost.tolist()] == expected
    columns = dict(zip(["sx", "sy", "sz", "gx", "gy", "gz"], np.hstack([starts, goals]).T))
    table = pyarrow.table({"id": range(len(ends)), **columns})
    assert pyarrow.table(world.solve(table, keep="cost", **rule))["cost"].to_pylist() == expected
    if oracle.is_free(blocks, ends[0][1]):
        # Moves are as good in both directions.
        field = world.cost_field([ends[0][1]], **rule)
        assert (field.cost(starts[:1])[0] if oracle.is_free(blocks, ends[0][0]) else -1) == (
            -1 if expected[0] is None else expected[0]
        )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(problem=problems(), changed=st.data())
def test_an_edit_leaves_the_world_of_the_edited_array(problem, changed):
    blocks, [(start, goal)] = problem
    world = voxnav.World.from_numpy(blocks)
    world.path(start, goal)
    blocks = blocks.copy()
    for _ in range(3):
        cell = changed.draw(st.tuples(*(st.integers(0, side - 1) for side in blocks.shape)))
        blocks[cell] = not blocks[cell]
        world.set_cells([cell], "occupied" if blocks[cell] else "free")
    assert (world.to_numpy() == blocks).all()
    assert world.path(start, goal).cost == voxnav.World.from_numpy(blocks).path(start, goal).cost
