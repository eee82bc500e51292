"""Goals of many cells, estimates of one's own, and the limit of time."""

import inspect

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


def test_arrays_guide_searches():
    world = voxnav.World.generate("rooms", (24, 24, 24), seed=3)
    far = world.random_cells(2, seed=1)
    layers = np.stack([world.cost_field([cell]).costs for cell in far])
    ends = world.random_cells(40, seed=2).reshape(-1, 2, 3)
    for start, goal in ends:
        usual = world.path(start, goal, algorithm="astar")
        for heuristic in (layers, layers[0]):
            path = world.path(start, goal, algorithm="astar", heuristic=heuristic, law="symmetric")
            assert (path.outcome, path.cost) == (usual.outcome, usual.cost)


def test_removed_landmarks_are_refused_with_what_to_write():
    world = voxnav.World.generate("empty", (4, 4, 4))
    with pytest.raises(ValueError, match="`landmarks` was removed: write octile"):
        world.path((0, 0, 0), (3, 3, 3), heuristic="landmarks")
    with pytest.raises(AttributeError, match=r"landmarks was removed: .*World\.prepare"):
        world.landmarks([(0, 0, 0)])
    with pytest.raises(AttributeError, match=r"Landmarks was removed: .*World\.prepare"):
        voxnav.Landmarks
    assert not hasattr(world, "landmarks")
    with pytest.raises(AttributeError, match="has no attribute 'other'"):
        world.other
    with pytest.raises(AttributeError, match="has no attribute 'other'"):
        voxnav.other
    with pytest.raises(TypeError, match="landmarks"):
        voxnav.compare(world, ["auto"], landmarks=4)


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
    assert path.outcome == "limit reached" and path.limit == "limit_time" and not path
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
        prepared.prepare(index="strict")
        ends = world.random_cells(40, seed=2).reshape(-1, 2, 3)
        for turn in range(2):
            for start, goal in ends:
                usual, path = world.path(start, goal), prepared.path(start, goal)
                assert (path.outcome, path.cost) == (usual.outcome, usual.cost)
            for either in (world, prepared):
                either.set_boxes([[[5, 5, 5], [9, 9, 7]]], "free")


def test_options_that_became_part_of_the_index_say_so():
    world = walled()
    for name in ("jump_index", "portals"):
        with pytest.raises(ValueError, match=f"{name}.*part of the index"):
            world.prepare(**{name: True})


def test_a_search_names_the_limit_that_ended_it():
    world = voxnav.World.generate("caves", (40, 40, 40), seed=7)
    start, goal = world.random_cells(2, seed=5)
    assert world.path(start, goal).limit is None
    for name, most in [("limit_expanded", 3), ("limit_memory", 1000)]:
        path = world.path(start, goal, algorithm="astar", **{name: most})
        assert (path.outcome, path.limit) == ("limit reached", name)
    far = voxnav.World.generate("empty", (9, 9, 9))
    path = far.path((0, 0, 0), (8, 8, 8), limit_cost=voxnav.STRAIGHT)
    assert (path.outcome, path.limit) == ("limit reached", "limit_cost")
    floor = np.zeros((30, 30, 3), bool)
    floor[:, :, 0] = floor[15, :28, :] = True
    walk = voxnav.World.from_numpy(floor).ground_path((0, 0, 1), (29, 20, 1), algorithm="dijkstra", limit_expanded=2)
    assert (walk.outcome, walk.limit) == ("limit reached", "limit_expanded")
    assert world.path(start, (-1, 0, 0)).limit is None


@pytest.mark.parametrize(
    "options, words",
    [
        ({"limit_expanded": 7}, "limit_expanded: the field takes more than 7 expansions"),
        ({"limit_memory": 9000}, "limit_memory: the field takes more than 9000 bytes; allow more, or all .* by None"),
        ({"limit_time": 1e-9}, "limit_time: the field takes longer"),
        ({"goals": []}, "goals: there is none"),
        ({"goals": [(0, 0, 0), (0, 40, 0)]}, r"goals: row 1: \[0, 40, 0\] lies outside the world"),
        ({"goals": [(0, 0, 0), (1, 1, 1), (5, 5, 5)]}, r"goals: row 2: \[5, 5, 5\] is blocked"),
    ],
)
def test_a_field_that_is_refused_names_the_argument(options, words):
    # A clock is looked at every millisecond: in a small world the field may be there first.
    side = 160 if "limit_time" in options else 40
    world = voxnav.World.generate("empty", (side, 40, side))
    world.set_cells((5, 5, 5), "occupied")
    with pytest.raises(voxnav.ArgumentError, match=f"^{words}"):
        world.cost_field(**{"goals": (0, 0, 0), **options})
    costs = world.cost_field((0, 0, 0), limit_cost=3 * voxnav.STRAIGHT).costs
    assert np.isfinite(costs).sum() < 60


#: A value of every option that some call takes.
SOME = {
    "agent": 1.0,
    "algorithm": "astar",
    "heuristic": "zero",
    "law": "none",
    "moves": 6,
    "corners": "lenient",
    "ties": "first-in",
    "within": 1.5,
    "keep_away": (2.0, 3),
    "fewest_turns": True,
    "limit_time": 1.0,
    "limit_expanded": 1000,
    "limit_memory": 10**9,
    "limit_cost": 10**12,
    "snap_start": 1.0,
    "snap_goal": 1.0,
    "partial": True,
    "first": True,
}


def calls():
    """Every call that takes options of searches, with the arguments that it needs."""
    world, ends, pairs = voxnav.World.generate("empty", (9, 9, 9)), ((0, 0, 0), (8, 8, 8)), ([[0, 0, 0]], [[8, 8, 8]])
    yield world.path, ends
    yield world.paths, pairs
    yield world.solve, (None,)
    yield world.view, (ends,)
    yield world.cost_field, pairs[:1]
    yield world.plan_joint, pairs
    yield world.plan_legs, ([[0, 0, 0]], [[8, 8, 0]])
    yield world.ground_path, ends
    yield voxnav.Replanner, (world, (8, 8, 8))
    yield voxnav.LifelongPlanner, (world, [(0, 0, 0)])


@pytest.mark.parametrize("call, arguments", list(calls()), ids=lambda it: getattr(it, "__name__", ""))
def test_no_option_is_ignored(call, arguments):
    """What a signature does not show is refused, and what it shows is taken."""
    shown = inspect.signature(call).parameters
    for name, value in SOME.items():
        if name not in shown:
            with pytest.raises(TypeError, match=f"'{name}'"):
                call(*arguments, **{name: value})
        elif call.__name__ != "solve" and name != "law":
            call(*arguments, **{name: value})
