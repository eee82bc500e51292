"""Paths against the oracle, in small random worlds."""

import numpy as np
import pytest

import oracle
import voxnav

RULES = [(moves, corners) for moves in ("26", "18", "6") for corners in ("strict", "lenient")]


def outcome(blocks, start, goal, known):
    if not oracle.is_free(blocks, start):
        return "start blocked"
    if not oracle.is_free(blocks, goal):
        return "goal blocked"
    return "found" if goal in known else "unreachable"


@pytest.mark.parametrize("moves, corners", RULES)
def test_costs_are_those_of_dijkstras_algorithm(moves, corners):
    for seed in range(60):
        blocks = oracle.random_blocks(seed)
        rng = np.random.default_rng(1000 + seed)
        world = voxnav.World.from_numpy(blocks)
        start = oracle.random_cell(rng, blocks.shape)
        known = {}
        if oracle.is_free(blocks, start):
            known = oracle.costs(blocks, start, moves, corners)
        for _ in range(8):
            goal = oracle.random_cell(rng, blocks.shape)
            path = world.path(start, goal, moves=moves, corners=corners)
            assert path.outcome == outcome(blocks, start, goal, known), (seed, start, goal)
            if path:
                assert path.cost == known[goal], (seed, start, goal)
                oracle.check(blocks, path, start, goal, moves, corners)
            else:
                assert path.cost is None and path.length is None
                assert path.cells.shape == (0, 3) and path.points.shape == (0, 3)


@pytest.mark.parametrize("algorithm", ["jump", "canonical", "astar", "dijkstra", "bidirectional"])
def test_every_exact_algorithm_finds_the_same_cost(algorithm):
    for seed in range(20):
        blocks = oracle.random_blocks(seed)
        rng = np.random.default_rng(seed)
        world = voxnav.World.from_numpy(blocks)
        ends = oracle.random_cell(rng, blocks.shape), oracle.random_cell(rng, blocks.shape)
        path = world.path(*ends, algorithm=algorithm)
        usual = world.path(*ends)
        assert (path.outcome, path.cost) == (usual.outcome, usual.cost)


def test_any_order_and_stride_is_the_same_world():
    blocks = oracle.random_blocks(3, density=0.3)
    wide = np.zeros(tuple(2 * side for side in blocks.shape), dtype=np.int16)
    wide[::2, ::2, ::2] = 7 * blocks
    forms = [
        (blocks, {}),
        (np.asfortranarray(blocks), {}),
        (wide[::2, ::2, ::2], {}),
        (blocks[::-1][::-1], {}),
        (np.ascontiguousarray(blocks.T), {"axes": "zyx"}),
        (blocks.astype(np.uint64), {}),
        (blocks.tolist(), {}),
    ]
    ends = (0, 0, 0), tuple(side - 1 for side in blocks.shape)
    answers = set()
    for array, options in forms:
        path = voxnav.World.from_numpy(array, **options).path(*ends)
        answers.add((path.outcome, path.cost, path.cells.tobytes()))
    assert len(answers) == 1


def test_points_are_the_centers_of_cells_in_world_units():
    world = voxnav.World.from_numpy(np.zeros((9, 9, 9), bool), size=0.5, origin=(10, 20, 30))
    path = world.path((0, 0, 0), (8, 0, 0))
    assert path.points[0].tolist() == [10, 20, 30] and path.points[-1].tolist() == [14, 20, 30]
    assert path.length == 4.0 and path.cost == 8 * voxnav.STRAIGHT and len(path) == 9
    assert path.corners.tolist() == [[0, 0, 0], [8, 0, 0]]
    assert path.cells.dtype == np.int32 and path.points.dtype == np.float64


def test_statistics_say_what_a_search_took():
    world = voxnav.World.from_numpy(np.zeros((9, 9, 9), bool))
    statistics = world.path((0, 0, 0), (8, 3, 1), algorithm="astar").statistics
    assert statistics.expanded > 5 and statistics.reopened == 0
    assert repr(statistics).startswith("Statistics(expanded=")


def test_an_agent_is_a_box_in_world_units():
    blocks = np.zeros((9, 9, 3), bool)
    blocks[4, :, :] = True
    blocks[4, 3:6, :] = False
    world = voxnav.World.from_numpy(blocks, size=0.5)
    ends = (1, 4, 1), (7, 4, 1)
    assert world.path(*ends)
    assert world.path(*ends, agent=1.5)
    assert world.path(*ends, agent=(0.5, 1.5, 1.5))
    assert world.path(*ends, agent=voxnav.Agent((0.5, 2.0, 1.5))).outcome == "unreachable"


def test_unknown_cells_are_what_the_agent_makes_of_them():
    blocks = np.zeros((9, 3, 3), np.uint8)
    blocks[4] = 255
    world = voxnav.World.from_numpy(blocks, unknown=255)
    ends = (0, 1, 1), (8, 1, 1)
    assert world.path(*ends).outcome == "unreachable"
    assert world.path(*ends, agent=voxnav.Agent(1, unknown="free")).outcome == "found"
    stopped = world.path(*ends, agent=voxnav.Agent(1, unknown="stop at boundary"))
    assert stopped.outcome == "stopped at unknown" and stopped.unknown == (4, 1, 1)
    assert stopped.cells[-1].tolist() == [3, 1, 1] and not stopped


def test_first_paths_are_legal_and_what_is_proved_of_them_holds():
    longer = 0
    for seed in range(60):
        blocks = oracle.random_blocks(seed, density=0.3)
        rng = np.random.default_rng(2000 + seed)
        world = voxnav.World.from_numpy(blocks)
        start = oracle.random_cell(rng, blocks.shape)
        if not oracle.is_free(blocks, start):
            continue
        known = oracle.costs(blocks, start, "26", "strict")
        goals = [oracle.random_cell(rng, blocks.shape) for _ in range(4)]
        many = world.paths([start] * 4, goals, first=True)
        for row, goal in enumerate(goals):
            path = world.path(start, goal, first=True)
            assert path.outcome == outcome(blocks, start, goal, known), (seed, start, goal)
            assert bool(path) == many.found[row]
            if not path:
                assert path.proved is None and np.isnan(many.proved[row])
                continue
            oracle.check(blocks, path, start, goal, "26", "strict")
            best = known[goal]
            assert path.cost >= best
            ratio = path.cost / best if best else 1.0
            assert 1.0 <= ratio <= path.proved * (1 + 1e-12), (seed, start, goal)
            assert many.cost[row] == path.cost and many.proved[row] == path.proved
            longer += path.cost > best
            assert world.path(start, goal).proved == 1.0
    assert longer > 5


def test_a_table_of_first_paths_says_what_is_proved():
    pyarrow = pytest.importorskip("pyarrow")
    world = voxnav.World.generate("rooms", (32, 32, 32), seed=4)
    cells = world.random_cells(12, seed=2)
    names = ["sx", "sy", "sz", "gx", "gy", "gz"]
    ends = np.hstack([cells[:6], cells[6:]])
    columns = {"id": range(6), **{name: ends[:, at] for at, name in enumerate(names)}}
    table = pyarrow.table(columns)
    solved = pyarrow.table(world.solve(table, first=True))
    many = world.paths(cells[:6], cells[6:], first=True)
    assert solved["cost"].to_pylist() == [cost if found else None for cost, found in zip(many.cost.tolist(), many.found)]
    assert solved["proved"].to_pylist() == [ratio if found else None for ratio, found in zip(many.proved.tolist(), many.found)]
    assert "proved" not in pyarrow.table(world.solve(table)).column_names


def test_a_first_path_on_the_ground_is_proved_to_some_ratio():
    world = voxnav.World.generate("terrain", (48, 48, 24), seed=5)
    start, goal = world.random_cells(2, seed=3)
    how = dict(locomotion=voxnav.Locomotion("walker"), snap_start=30.0, snap_goal=30.0)
    first, best = (world.ground_path(start, goal, first=first, **how) for first in (True, False))
    assert first.outcome == best.outcome
    if best:
        assert best.cost <= first.cost <= best.cost * first.proved * (1 + 1e-12)


def test_a_first_path_by_another_algorithm_is_refused():
    world = voxnav.World.generate("empty", (4, 4, 4))
    with pytest.raises(ValueError, match="algorithm: a first path is asked for, which takes its own"):
        world.path((0, 0, 0), (1, 1, 1), algorithm="astar", first=True)
    with pytest.raises(TypeError, match="first: 3 is not True or False"):
        world.path((0, 0, 0), (1, 1, 1), first=3)
