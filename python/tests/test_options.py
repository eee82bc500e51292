"""Goals of many cells, estimates of one's own, landmarks, and the limit of time."""

import numpy as np
import pytest

import oracle
import voxnav


def test_a_path_leads_to_the_nearest_of_many_goals():
    for seed in range(40):
        blocks = oracle.random_blocks(seed)
        rng = np.random.default_rng(seed)
        start = oracle.random_cell(rng, blocks.shape)
        if blocks[start]:
            continue
        known = oracle.costs(blocks, start)
        goals = rng.integers(0, blocks.shape, size=(4, 3))
        world = voxnav.World.from_numpy(blocks)
        reached = [known[goal] for goal in map(tuple, goals.tolist()) if goal in known]
        for form in (goals, goals.tolist()):
            path = world.path(start, form)
            assert bool(path) == bool(reached), (seed, path)
            if path:
                assert path.cost == min(reached) and path.cells[-1].tolist() in goals.tolist()


def test_goals_that_are_none():
    world = voxnav.World.generate("empty", (4, 4, 4))
    with pytest.raises(ValueError, match="goal: it has no cell"):
        world.path((0, 0, 0), np.zeros((0, 3), int))
    with pytest.raises(ValueError, match=r"goal: an array of shape \(N, 3\) is needed, not \(2, 2\)"):
        world.path((0, 0, 0), np.zeros((2, 2), int))
    assert world.path((0, 0, 0), [(1, 1, 1)]).cells[-1].tolist() == [1, 1, 1]


def euclidean(start, goal):
    return 0.5 * float(np.linalg.norm(np.subtract(start, goal)))


@pytest.mark.parametrize("law", ["admissible", "consistent", "symmetric"])
def test_a_function_guides_a_search(law):
    for seed in range(8):
        blocks = oracle.random_blocks(seed)
        world = voxnav.World.from_numpy(blocks, size=0.5)
        rng = np.random.default_rng(seed)
        ends = oracle.random_cell(rng, blocks.shape), oracle.random_cell(rng, blocks.shape)
        usual = world.path(*ends)
        own = world.path(*ends, algorithm="astar", heuristic=euclidean, law=law)
        assert (own.outcome, own.cost) == (usual.outcome, usual.cost)
        both = world.paths([ends[0]] * 3, [ends[1]] * 3, algorithm="astar", heuristic=euclidean, law=law)
        assert voxnav.OUTCOMES[both.outcome[0]] == usual.outcome


def test_arrays_and_landmarks_guide_searches():
    world = voxnav.World.generate("rooms", (24, 24, 24), seed=3)
    far = world.random_cells(2, seed=1)
    layers = np.stack([world.cost_field([cell]).costs for cell in far])
    landmarks = world.landmarks(far)
    assert landmarks.count == 2 and repr(landmarks) == "<voxnav.Landmarks: 2>"
    ends = world.random_cells(40, seed=2).reshape(-1, 2, 3)
    for start, goal in ends:
        usual = world.path(start, goal, algorithm="astar")
        for heuristic in (layers, layers[0], landmarks):
            law = {} if heuristic is landmarks else {"law": "symmetric"}
            path = world.path(start, goal, algorithm="astar", heuristic=heuristic, **law)
            assert (path.outcome, path.cost) == (usual.outcome, usual.cost)


def test_what_a_function_raises_is_raised():
    world = voxnav.World.generate("empty", (9, 9, 9))

    def broken(start, goal):
        raise RuntimeError("no idea")

    for ask in (
        lambda **options: world.path((0, 0, 0), (8, 8, 8), **options),
        lambda **options: world.paths([[0, 0, 0]], [[8, 8, 8]], **options),
        lambda **options: world.view(((0, 0, 0), (8, 8, 8)), **options),
    ):
        with pytest.raises(RuntimeError, match="no idea"):
            ask(algorithm="astar", heuristic=broken)
    for answer, kind, words in [
        (None, TypeError, "heuristic: None is not a number"),
        (-1.0, ValueError, "heuristic: -1 is not a length"),
        (float("nan"), ValueError, "heuristic: NaN is not a length"),
    ]:
        with pytest.raises(kind, match=words):
            world.path((0, 0, 0), (8, 8, 8), algorithm="astar", heuristic=lambda *_, answer=answer: answer)
    assert world.path((0, 0, 0), (8, 8, 8), algorithm="astar", heuristic=lambda *_: float("inf"))


@pytest.mark.parametrize(
    "options, kind, words",
    [
        ({"law": "consistent"}, ValueError, "law: a law describes your own heuristic"),
        ({"heuristic": euclidean, "law": "kind"}, ValueError, "law: no law is called `kind`"),
        ({"heuristic": euclidean, "law": 0.5}, ValueError, "law: 0.5 is no factor"),
        ({"heuristic": np.zeros((2, 2, 2))}, ValueError, "heuristic: an array over the world has the shape (4, 4, 4)"),
        ({"heuristic": np.zeros((4, 4, 4), bool)}, TypeError, "heuristic: a name, a function"),
        ({"heuristic": None}, TypeError, "heuristic: a name, a function"),
        ({"limit_time": 0}, ValueError, "limit_time: 0 is no time above 0"),
        ({"limit_time": float("nan")}, ValueError, "limit_time: NaN is no time"),
        ({"limit_time": "long"}, TypeError, "limit_time: 'long' is not a number"),
    ],
)
def test_options_that_are_none(options, kind, words):
    world = voxnav.World.generate("empty", (4, 4, 4))
    with pytest.raises(kind) as refused:
        world.path((0, 0, 0), (3, 3, 3), **options)
    assert words in str(refused.value)


def walled():
    """A world in which plain searches take seconds to see that there is no way."""
    blocks = np.zeros((150, 150, 150), bool)
    blocks[-3:, -3:, -3:] = True
    blocks[-1, -1, -1] = blocks[-2, -1, -1] = False
    return voxnav.World.from_numpy(blocks)


HARD = {"algorithm": "dijkstra", "corners": "lenient", "moves": 6, "limit_memory": None}


def test_time_ends_a_search_with_what_it_has():
    world = walled()
    path = world.path((0, 0, 0), (149, 149, 149), limit_time=0.02, **HARD)
    assert path.outcome == "limit reached" and not path
    assert path.cells[0].tolist() == [0, 0, 0] and path.statistics.expanded > 0
    assert world.path((0, 0, 0), (5, 0, 0), limit_time=1e300)


def test_time_ends_each_search_of_a_batch():
    world = walled()
    starts = np.zeros((4, 3), int)
    starts[:, 0] = np.arange(4)
    paths = world.paths(starts, [[149, 149, 149], *[[9, 9, 9]] * 3], limit_time=0.05, threads=2, **HARD)
    told = [voxnav.OUTCOMES[number] for number in paths.outcome]
    assert told == ["limit reached", "found", "found", "found"]


def test_prepared_worlds_have_the_same_paths_also_after_edits():
    for kind in ("maze", "rooms", "caves"):
        world, prepared = (voxnav.World.generate(kind, (15, 15, 15), seed=3) for _ in range(2))
        prepared.prepare(jump_index=True, index="strict")
        ends = world.random_cells(40, seed=2).reshape(-1, 2, 3)
        for turn in range(2):
            for start, goal in ends:
                usual, path = world.path(start, goal), prepared.path(start, goal)
                assert (path.outcome, path.cost) == (usual.outcome, usual.cost)
            for either in (world, prepared):
                either.set_boxes([[[5, 5, 5], [9, 9, 7]]], "free")
