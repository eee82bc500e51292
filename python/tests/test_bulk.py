"""Many paths at once, fields, and questions about places, against single questions and the oracle."""

import numpy as np
import pytest

import oracle
import voxnav


def random_world(seed, largest=9):
    blocks = oracle.random_blocks(seed, largest)
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, blocks.shape, size=(40, 2, 3))
    return blocks, voxnav.World.from_numpy(blocks, size=0.5), cells[:, 0], cells[:, 1]


@pytest.mark.parametrize("threads", [None, 1, 2, 7])
def test_paths_are_those_of_single_questions(threads):
    for seed in range(10):
        blocks, world, starts, goals = random_world(seed)
        paths = world.paths(starts, goals, threads=threads)
        assert len(paths) == 40 and paths.offsets.shape == (41,)
        assert paths.cells.flags.c_contiguous and paths.cells.dtype == np.int32
        for row, (start, goal) in enumerate(zip(starts, goals)):
            single = world.path(start, goal)
            assert voxnav.OUTCOMES[paths.outcome[row]] == single.outcome
            assert paths.found[row] == bool(single)
            if single:
                assert paths.cost[row] == single.cost
                assert paths.length[row] == single.length
                assert len(paths[row]) == len(single)
                assert (paths[row][[0, -1]] == [start, goal]).all()
            else:
                assert paths.cost[row] == -1 and np.isnan(paths.length[row])
                assert len(paths[row]) == 0


def test_rows_are_views_of_one_array():
    world = voxnav.World.from_numpy(np.zeros((9, 9, 9), bool))
    paths = world.paths([[0, 0, 0], [1, 1, 1]], [[8, 8, 8]])
    assert np.shares_memory(paths[0], paths.cells) and paths[-1][0].tolist() == [1, 1, 1]
    with pytest.raises(IndexError):
        paths[2]
    assert repr(paths) == "<voxnav.Paths: 2 of 2 found>"


def test_what_is_kept_of_paths():
    world = voxnav.World.from_numpy(np.zeros((9, 9, 9), bool))
    ends = [[0, 0, 0], [3, 3, 3]], [[8, 0, 0], [3, 3, 3]]
    cost = world.paths(*ends, keep="cost")
    assert cost.cells.shape == (0, 3) and cost.cost.tolist() == [8 * voxnav.STRAIGHT, 0]
    assert cost.steps.shape == (0, 3)
    assert world.paths(*ends, keep="step").steps.tolist() == [[1, 0, 0], [0, 0, 0]]
    with pytest.raises(ValueError, match="keep: nothing is called `all`"):
        world.paths(*ends, keep="all")


def test_no_questions_have_no_answers():
    world = voxnav.World.from_numpy(np.zeros((2, 2, 2), bool))
    paths = world.paths(np.zeros((0, 3), int), [])
    assert len(paths) == 0 and paths.offsets.tolist() == [0]


@pytest.mark.parametrize(
    "starts, goals, kind, words",
    [
        ([[0.5, 0, 0]], [[1, 1, 1]], TypeError, "starts: cells are whole numbers, not float64"),
        ([[0, 0]], [[1, 1, 1]], ValueError, "starts: an array of shape (N, 3) is needed, not (1, 2)"),
        ([[0, 0, 0]] * 3, [[1, 1, 1]] * 2, ValueError, "goals: 2 rows for 3 of starts"),
        ([[0, 0, 0], [0, 2**40, 0]], [[1, 1, 1]], ValueError, "starts: row 1: 1099511627776 does not fit"),
        ([[0, 0, 0]], [[np.nan, 1, 1]], TypeError, "goals: "),
        ([[[0, 0, 0]]], [[1, 1, 1]], ValueError, "starts: an array of shape (N, 3) is needed"),
        (7, [[1, 1, 1]], ValueError, "starts: an array of shape (N, 3)"),
        ([["a", "b", "c"]], [[1, 1, 1]], TypeError, "starts: "),
    ],
)
def test_rows_that_are_no_cells(starts, goals, kind, words):
    world = voxnav.World.from_numpy(np.zeros((2, 2, 2), bool))
    with pytest.raises(kind) as refused:
        world.paths(starts, goals)
    assert words in str(refused.value)


@pytest.mark.parametrize("threads", [0, -1, 10**9, 1.5, "two"])
def test_threads_that_are_none(threads):
    world = voxnav.World.from_numpy(np.zeros((2, 2, 2), bool))
    with pytest.raises((ValueError, TypeError), match="threads: "):
        world.paths([[0, 0, 0]], [[1, 1, 1]], threads=threads)


def test_cost_fields_are_those_of_dijkstras_algorithm():
    for seed in range(30):
        blocks, world, starts, _ = random_world(seed)
        free = [tuple(map(int, cell)) for cell in starts if oracle.is_free(blocks, tuple(cell))]
        if not free:
            continue
        known = oracle.costs(blocks, free[0])
        field = world.cost_field([free[0]])
        costs = field.costs
        assert costs.shape == blocks.shape
        cells = np.argwhere(np.isfinite(costs))
        assert {tuple(map(int, cell)) for cell in cells} == set(known)
        assert field.cost(cells).tolist() == [known[tuple(map(int, cell))] for cell in cells]
        assert np.allclose(costs[tuple(cells.T)] * 2 * oracle.STRAIGHT, field.cost(cells))
        cell = cells[-1]
        path = field.path(cell)
        assert (path[0] == cell).all() and (path[-1] == free[0]).all()
        moves = field.next_moves(path)
        assert (path[:-1] + moves[:-1] == path[1:]).all() and (moves[-1] == 0).all()


def test_what_can_be_reached_is_what_a_search_reaches():
    for seed in range(30):
        blocks, world, starts, goals = random_world(seed)
        found = world.paths(starts, goals).found
        assert (world.reachable(starts, goals) == found).all()
        traversable = world.is_traversable(starts)
        assert (traversable == ~blocks[tuple(starts.T)]).all()
        assert (world.states(starts) == blocks[tuple(starts.T)]).all()


def test_nearest_is_the_nearest_free_cell():
    for seed in range(20):
        blocks, world, starts, _ = random_world(seed)
        free = np.argwhere(~blocks)
        positions = starts * 0.5 + 0.1
        cells, distances, found = world.nearest(positions, 100.0)
        assert (found == (len(free) > 0)).all()
        for position, cell, distance in zip(positions, cells, distances):
            if len(free) == 0:
                assert np.isinf(distance)
                continue
            by_hand = np.linalg.norm(free * 0.5 - position, axis=1).min()
            assert np.isclose(distance, by_hand) and not blocks[tuple(cell)]


def test_rays_meet_what_is_in_the_way():
    blocks = np.zeros((20, 5, 5), bool)
    blocks[9] = True
    world = voxnav.World.from_numpy(blocks, size=0.5)
    hits = world.raycast([[0, 1, 1]], [[9, 1, 1], [2, 1, 1]])
    assert hits.found.tolist() == [True, False] and hits.found.dtype == bool
    assert hits.cells[0].tolist() == [9, 2, 2] and hits.normals.tolist() == [[-1, 0, 0], [0, 0, 0]]
    assert hits.distances.tolist() == [4.25, float("inf")]
    cells, distances, normals, found = hits
    assert cells is hits.cells and found is hits.found


def test_what_is_not_found_is_no_cell_of_any_world():
    """A ray that meets nothing, and one that begins in cell (0, 0, 0)."""
    blocks = np.zeros((4, 4, 4), bool)
    blocks[0, 0, 0] = True
    world = voxnav.World.from_numpy(blocks)
    hits = world.raycast([[0, 0, 0], [3, 3, 3]], [[3, 0, 0], [3, 3, 0]])
    assert hits.found.tolist() == [True, False]
    assert hits.cells.tolist() == [[0, 0, 0], [-(2**31)] * 3]
    nearest = voxnav.World.from_numpy(~np.zeros((4, 4, 4), bool)).nearest([[1, 1, 1]], 2.0)
    assert not nearest.found.any() and np.isinf(nearest.distances).all()
    assert nearest.cells.tolist() == [[-(2**31)] * 3]
    assert world.path((1, 1, 1), nearest.cells[0]).outcome == "goal outside"


def test_positions_and_cells():
    world = voxnav.World.from_numpy(np.zeros((4, 4, 4), bool), size=0.5, origin=(1, 2, 3))
    assert world.cell_at((1.2, 2.3, 3.0)) == (0, 1, 0)
    assert world.cells_at([[1.2, 2.3, 3.0]]).tolist() == [[0, 1, 0]]
    assert world.centers([[2, 0, 0]]).tolist() == [[2.0, 2.0, 3.0]]
    with pytest.raises(ValueError, match="positions: row 1: .* is not finite"):
        world.cells_at([[0, 0, 0], [0, np.nan, 0]])
    assert world.size == 0.5 and world.origin == (1, 2, 3) and world.bounds == ((0, 0, 0), (4, 4, 4))


def test_random_cells_are_free_and_the_same_again():
    blocks, world, _, _ = random_world(5)
    cells = world.random_cells(50, seed=3)
    assert not blocks[tuple(cells.T)].any() and (cells == world.random_cells(50, seed=3)).all()
