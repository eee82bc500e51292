"""Comparisons: every answer checked, heuristics of one's own beside the library's."""

import warnings

import numpy as np
import pytest

import voxnav

pandas = pytest.importorskip("pandas")


def distance(start, goal):
    return float(np.linalg.norm(np.subtract(start, goal)))


def rooms():
    return voxnav.World.generate("rooms", (16, 16, 16), seed=1)


def test_searches_answer_the_same_problems():
    world = rooms()
    searches = {
        "fast": {"algorithm": "auto"},
        "plain": {"algorithm": "astar"},
        "own": {"algorithm": "astar", "heuristic": distance, "law": "consistent"},
        "euclidean": {"algorithm": "astar", "heuristic": "euclidean"},
        "far off": {"algorithm": "astar", "heuristic": lambda *ends: 3 * distance(*ends)},
    }
    rows = voxnav.compare({"rooms": world}, searches, problems=12, seed=4).to_pandas()
    assert list(rows["search"][:5]) == list(searches) and len(rows) == 60
    assert set(rows["map"]) == {"rooms"} and (rows["flaw"] == "").all()
    by_name = {name: part.reset_index() for name, part in rows.groupby("search")}
    for name in ("fast", "plain", "own", "euclidean"):
        part = by_name[name]
        assert (part["cost"] == part["optimum"]).all() and (part["guarantee"] == "optimal").all()
    # The same estimate in Python and in the library, but for how it is rounded and so for ties.
    assert np.isclose(by_name["own"]["expanded"].sum(), by_name["euclidean"]["expanded"].sum(), rtol=0.1)
    assert (by_name["own"]["heuristic"] == "distance").all()
    assert (by_name["far off"]["ratio"] >= 1).all() and (by_name["far off"]["guarantee"] != "optimal").all()
    for row in by_name["plain"].itertuples():
        path = world.path((row.sx, row.sy, row.sz), (row.gx, row.gy, row.gz), algorithm="astar")
        assert (path.cost, path.statistics.expanded) == (row.cost, row.expanded)


def test_a_comparison_is_a_sequence_of_typed_rows():
    rows = voxnav.compare(rooms(), ["auto", "dijkstra"], problems=3)
    assert len(rows) == 6 and isinstance(rows[0], voxnav.ComparedSearch)
    assert repr(rows) == "<voxnav.Comparison: 6 answers of 2 searches>"
    assert rows[1:3][0] == rows[1] and list(rows[1:3]) == [rows[1], rows[2]]
    assert all(isinstance(row.expanded, int) and isinstance(row.ratio, float) for row in rows)
    assert all(row.cost == row.optimum and row.listed is None for row in rows)
    table = rows.to_pandas()
    assert list(table["expanded"]) == [row.expanded for row in rows]
    pandas.testing.assert_frame_equal(pandas.DataFrame(rows), table)


def test_estimates_that_lie_about_their_law_are_found_out():
    searches = {"lie": {"algorithm": "astar", "heuristic": lambda *ends: 9 * distance(*ends), "law": "admissible"}}
    rows = voxnav.compare(rooms(), searches, problems=30)
    assert any(row.flaw for row in rows)


def test_problems_of_ones_own_worlds_by_name_and_merged_searches():
    problems = [[[0, 0, 0], [7, 7, 7]], [[1, 2, 3], [3, 2, 1]]]
    worlds = {name: voxnav.World.generate("empty", (8, 8, 8)) for name in "ab"}
    with pytest.warns(UserWarning, match="astar zero is the same search as dijkstra"):
        rows = voxnav.compare(
            worlds,
            {"dijkstra": {"algorithm": "dijkstra"}, "astar zero": {"algorithm": "astar", "heuristic": "zero"}},
            problems=problems,
            repeat=2,
            reference="auto",
        ).to_pandas()
    assert list(rows["map"]) == ["a", "a", "b", "b"] and list(rows["row"]) == [1, 2, 1, 2]
    assert rows["cost"].iloc[0] == 7 * 1859775393
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        by_name = voxnav.compare(worlds["a"], ["auto", ("weighted", 1.5)], problems=3)
    assert {row.search for row in by_name} == {"auto", "weighted:1.5"}


def test_searches_whose_time_is_up():
    blocks = np.zeros((90, 90, 90), bool)
    blocks[-3:, -3:, -3:] = True
    blocks[-1, -1, -1] = blocks[-2, -1, -1] = False
    searches = {"slow": {"algorithm": "dijkstra", "moves": 6, "corners": "lenient"}}
    problems = [[[0, 0, 0], [89, 89, 89]]]
    world = voxnav.World.from_numpy(blocks)
    rows = voxnav.compare(world, searches, problems=problems, limit_time=0.01, reference="none")
    assert rows[0].expanded < 90**3 / 2


@pytest.mark.parametrize(
    "arguments, options, kind, words",
    [
        ([7, ["auto"]], {}, TypeError, "worlds: a World or a dict of them is needed, not int"),
        ([{"a": 7}, ["auto"]], {}, TypeError, "worlds: 'a' is no World"),
        ([{}, ["auto"]], {}, ValueError, "worlds: there is none"),
        (["world", "auto"], {}, TypeError, "searches: a dict of options by name is needed"),
        (["world", {}], {}, ValueError, "searches: there is none"),
        (["world", {"a": 7}], {}, TypeError, "searches: 'a' needs a dict of options"),
        (["world", {7: {}}], {}, TypeError, "searches: 7 is not a name"),
        (["world", ["fast"]], {}, ValueError, "searches: `fast`: algorithm: no algorithm is called `fast`"),
        (["world", {"a": {"agent": 2}}], {}, ValueError, "agent and limit_time are not for single searches"),
        (["world", ["auto"]], {"problems": 0}, ValueError, "problems: 0 is not from 1"),
        (["world", ["auto"]], {"problems": [[1, 2, 3]]}, ValueError, "problems: an array of shape (N, 2, 3)"),
        (["world", ["auto"]], {"repeat": 0}, ValueError, "repeat: it takes one at least"),
        (["world", ["auto"]], {"reference": "me"}, ValueError, "reference: choose auto, astar"),
        (["world", ["auto"]], {"limit_time": 0}, ValueError, "limit_time: 0 is no time above 0"),
    ],
)
def test_comparisons_that_are_none(arguments, options, kind, words):
    arguments = [rooms() if argument == "world" else argument for argument in arguments]
    with pytest.raises(kind) as refused:
        voxnav.compare(*arguments, **options)
    assert words in str(refused.value) and isinstance(refused.value, voxnav.VoxnavError)


def test_what_an_estimate_raises_ends_the_comparison():
    def broken(start, goal):
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        voxnav.compare(rooms(), {"a": {"algorithm": "astar", "heuristic": broken}})
