"""Arrays as users of NumPy have them: floats, layers, masks, one row instead of many, through every door alike."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
import voxnav

#: All types of numbers that files of arrays and worlds have, in both byte orders where there are two.
KINDS = ["?", "i1", "u1"] + [order + kind for order in "<>" for kind in "i2 i4 i8 u2 u4 u8 f2 f4 f8".split()]


def expected(array, threshold):
    """The states of cells, number by number, by the rules of the page on Python."""
    kind = array.dtype.kind
    states = np.empty(array.shape, np.int8)
    for place, number in np.ndenumerate(array):
        number = number.item()
        if number != number or kind == "i" and number == -1:
            states[place] = -1
        elif kind == "b":
            states[place] = number
        elif threshold is None:
            states[place] = number > 0.5 if kind == "f" else number != 0
        else:
            states[place] = number > threshold
    return states


def drawn(seed, kind):
    """An array of two or three axes of any strides, with what is special among numbers of its type."""
    rng = np.random.default_rng(seed)
    shape = rng.integers(1, 6, rng.integers(2, 4))
    special = {
        "b": [0, 1],
        "i": [0, 1, -1, -2, 2, 100],
        "u": [0, 1, 2, 100, 255],
        "f": [0, 0.5, 0.1, 0.75, 1, -1, 2, np.nan, np.inf, -np.inf, -0.0],
    }[np.dtype(kind).kind]
    array = rng.choice(np.array(special, kind), shape * 2)
    array = array[tuple(slice(rng.integers(0, 2), None, 2) for _ in shape)]
    if rng.random() < 0.5:
        array = array[::-1]
    return np.asfortranarray(array) if rng.random() < 0.3 else array


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    kind=st.sampled_from(KINDS),
    axes=st.sampled_from(["xyz", "zyx"]),
    threshold=st.sampled_from([None, None, 0.0, 0.1, 0.5, 1, -1.5, float("inf")]),
)
def test_arrays_and_files_of_arrays_are_the_same_cells(tmp_path_factory, seed, kind, axes, threshold):
    array = drawn(seed, kind)
    states = expected(array, threshold)
    if axes == "zyx":
        states = states.T
    if states.ndim == 2:
        states = states[:, :, np.newaxis]
    path = tmp_path_factory.getbasetemp() / "array.npy"
    np.save(path, array)
    for world in (
        voxnav.World.from_numpy(array, axes=axes, threshold=threshold),
        voxnav.World.load(path, axes=axes, threshold=threshold),
    ):
        assert world.to_numpy().tolist() == states.tolist()


def test_a_layer_of_many_cells_is_read_whole():
    for shape in ((200, 130), (1, 300), (300, 1)):
        layer = np.random.default_rng(1).random(shape) < 0.5
        for array in (layer, np.asfortranarray(layer), layer[:, :, np.newaxis], layer.astype(float)):
            world = voxnav.World.from_numpy(array)
            assert (world.to_numpy()[:, :, 0] == layer).all()
        turned = voxnav.World.from_numpy(layer, axes="zyx")
        assert (turned.to_numpy()[:, :, 0] == layer.T).all()


def test_paths_lead_through_a_layer():
    grid = np.zeros((5, 3))
    grid[2, :2] = 0.9
    path = voxnav.World.from_numpy(grid, size=0.5).path((0, 0, 0), (4, 0, 0))
    assert path and not grid[tuple(path.cells[:, :2].T)].any() and set(path.cells[:, 2]) == {0}


def test_a_value_stands_for_unknown_cells_among_floats():
    values = np.array([[[0.0, 1.0, -1.0, np.nan, 0.25]]])
    assert voxnav.World.from_numpy(values).to_numpy().ravel().tolist() == [0, 1, 0, -1, 0]
    assert voxnav.World.from_numpy(values, unknown=-1).to_numpy().ravel().tolist() == [0, 1, -1, -1, 0]
    assert voxnav.World.from_numpy(values, unknown=0.25).to_numpy().ravel().tolist() == [0, 1, 0, -1, -1]
    assert voxnav.World.from_numpy(values, unknown=np.nan).to_numpy().ravel().tolist() == [0, 1, 0, -1, 0]
    masked = np.ma.masked_less(values, 0.0)
    assert voxnav.World.from_numpy(masked).to_numpy().ravel().tolist() == [0, 1, -1, -1, 0]
    with pytest.raises(ValueError, match="unknown: 'free' is no value of float64"):
        voxnav.World.from_numpy(values, unknown="free")


def test_a_file_without_cells_is_refused_as_an_array_without_is(tmp_path):
    for shape in ((2, 0, 2), (0, 3)):
        with pytest.raises(ValueError, match="has no cells"):
            voxnav.World.from_numpy(np.zeros(shape))
        np.save(tmp_path / "empty.npy", np.zeros(shape))
        with pytest.raises(voxnav.FileError, match="empty.npy: there is no cell in it"):
            voxnav.World.load(tmp_path / "empty.npy")


def test_the_threshold_that_the_signature_shows_is_that_of_a_call_without_it(tmp_path):
    np.save(tmp_path / "labels.npy", np.array([[[-2, -1, 0, 1]]]))
    plain = voxnav.World.load(tmp_path / "labels.npy").to_numpy()
    assert plain.tolist() == [[[1, -1, 0, 1]]]
    assert (voxnav.World.load(tmp_path / "labels.npy", threshold=None).to_numpy() == plain).all()
    assert voxnav.World.load(tmp_path / "labels.npy", threshold=0.5).to_numpy().tolist() == [[[0, -1, 0, 1]]]


def test_one_position_box_and_weight_is_as_good_as_a_row():
    world = voxnav.World.generate("empty", (9, 9, 9))
    assert world.cells_at((1.2, 2, 3)).tolist() == [[1, 2, 3]]
    assert world.nearest((1.2, 2, 3), 3).cells.tolist() == [[1, 2, 3]]
    world.set_boxes([(4, 0, 0), (5, 9, 9)], "occupied")
    assert world.to_numpy().sum() == 81
    assert world.raycast((1, 2, 3), (8, 2, 3)).cells.tolist() == [[4, 2, 3]]
    world.set_terrain([(1, 1, 1), (2, 2, 2)], 3)
    assert world.path((0, 1, 1), (1, 1, 1)).cost == 3 * voxnav.STRAIGHT


def test_goals_come_in_any_sequence():
    world = voxnav.World.generate("empty", (9, 9, 9))
    for goals in (
        [(8, 8, 8), (1, 1, 1), (5, 5, 5)],
        ((8, 8, 8), (1, 1, 1), (5, 5, 5)),
        ([8, 8, 8], np.array([1, 1, 1])),
        np.asfortranarray([[8, 8, 8], [1, 1, 1]]),
    ):
        assert world.path((0, 0, 0), goals).cells[-1].tolist() == [1, 1, 1]
    for none in ([], (), np.zeros((0, 3), int)):
        with pytest.raises(ValueError, match="goal: it has no cell"):
            world.path((0, 0, 0), none)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [8, 1], "y": [8, 1], "z": [8, 1]})
    assert world.path((0, 0, 0), frame).cells[-1].tolist() == [1, 1, 1]


def test_masks_are_no_cells_and_the_error_says_what_are():
    world = voxnav.World.generate("empty", (3, 3, 3))
    mask = np.zeros((3, 3, 3), bool)
    mask[1] = True
    for edit in (lambda it: world.set_cells(it, "occupied"), lambda it: world.set_terrain(it, 2)):
        with pytest.raises(ValueError, match=r"not \(3, 3, 3\); numpy.argwhere gives the cells of a mask"):
            edit(mask)
    world.set_cells(np.argwhere(mask), "occupied")
    assert (world.to_numpy() == mask).all()
    with pytest.raises(TypeError, match="starts: cells are whole numbers, not bool$"):
        world.paths(np.array([[True, False, True]]), (0, 0, 0))


def swampy(seed):
    """A world with terrain, and the array of its weights."""
    blocks = oracle.random_blocks(seed)
    world = voxnav.World.from_numpy(blocks, size=0.5)
    weights = np.random.default_rng(seed).integers(1, 6, blocks.shape)
    world.set_terrain(np.argwhere(weights > 0), weights.ravel())
    return world, weights


def test_lengths_are_geometric_and_costs_are_weighted_whatever_is_kept():
    for seed in range(20):
        world, weights = swampy(seed)
        ends = world.random_cells(16, seed=seed).reshape(2, -1, 3)
        if not ends.size:
            continue
        kept = world.paths(*ends)
        for row, path in enumerate(kept):
            if not kept.found[row]:
                assert np.isnan(kept.length[row]) and kept.cost[row] == -1
                continue
            moves = np.linalg.norm(np.diff(path, axis=0), axis=1)
            assert kept.length[row] == pytest.approx(moves.sum() * world.size)
            assert kept.cost[row] / voxnav.STRAIGHT == pytest.approx(moves @ weights[tuple(path[1:].T)])
        for algorithm in ("auto", "lazy-theta"):
            kept = world.paths(*ends, algorithm=algorithm)
            for keep in ("cost", "step"):
                other = world.paths(*ends, keep=keep, algorithm=algorithm)
                assert (other.cost == kept.cost).all() and (other.outcome == kept.outcome).all()
                np.testing.assert_array_equal(other.length, kept.length)
                assert len(other.cells) == 0
            first = [path[1] - path[0] if len(path) > 1 else (0, 0, 0) for path in kept]
            if algorithm == "auto":
                assert (world.paths(*ends, keep="step").steps == first).all()


def test_a_swamp_makes_a_path_cost_more_and_no_longer():
    world = voxnav.World.generate("empty", (9, 3, 1), size=0.5)
    world.set_terrain(np.argwhere(np.ones((9, 3, 1), bool)), 5)
    ends = (0, 1, 0), (8, 1, 0)
    path, field = world.path(*ends), world.cost_field([ends[1]])
    assert path.length == 4.0 and path.cost == 8 * 5 * voxnav.STRAIGHT
    assert field.costs[ends[0]] == path.cost / voxnav.STRAIGHT * world.size == 20.0
    assert field.cost([ends[0]])[0] == path.cost
    for keep in ("path", "cost", "step"):
        paths = world.paths(*ends, keep=keep)
        assert paths.length.tolist() == [4.0] and paths.cost.tolist() == [path.cost]
    for how in ({"first": True}, {"algorithm": "lazy-theta"}, {"limit_expanded": 1}, {"partial": True}):
        kept, cost = world.paths(*ends, **how), world.paths(*ends, keep="cost", **how)
        assert kept.length.tolist() == cost.length.tolist() == [world.path(*ends, **how).length]
