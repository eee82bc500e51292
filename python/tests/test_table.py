"""Arrow tables in and out, equal to single questions, with errors by row."""

import numpy as np
import pytest

import oracle
import voxnav

pyarrow = pytest.importorskip("pyarrow")

COLUMNS = ["sx", "sy", "sz", "gx", "gy", "gz"]
EFFORT = ["expanded", "generated", "reopened", "stale", "peak_open", "lower_bound"]


def requests(ends, **more):
    columns = {name: ends[:, place] for place, name in enumerate(COLUMNS)}
    return pyarrow.table({"id": [f"r{row}" for row in range(len(ends))], **columns, **more})


def random_requests(seed, count=50):
    blocks = oracle.random_blocks(seed)
    rng = np.random.default_rng(seed)
    low, high = np.tile(blocks.shape, 2) * 0 - 1, np.tile(blocks.shape, 2) + 1
    return voxnav.World.from_numpy(blocks), rng.integers(low, high, size=(count, 6))


def test_answers_are_those_of_single_questions():
    for seed in range(10):
        world, ends = random_requests(seed)
        answers = pyarrow.table(world.solve(requests(ends, note=["kept"] * len(ends))))
        assert answers.column_names == [
            "id", "outcome", "cost", "length", "path", *EFFORT, "source", "error", "note",
        ]
        for row, (answer, both) in enumerate(zip(answers.to_pylist(), ends)):
            single = world.path(both[:3], both[3:])
            assert (answer["id"], answer["note"], answer["error"]) == (f"r{row}", "kept", None)
            assert answer["outcome"] == single.outcome and answer["cost"] == single.cost
            if single:
                assert answer["length"] == single.length
                assert answer["path"][0] == list(both[:3]) and answer["path"][-1] == list(both[3:])
                if answer["source"] == "query":
                    assert answer["path"] == single.corners.tolist()


@pytest.mark.parametrize("keep", ["path", "cost", "step"])
def test_pandas_takes_answers_as_they_are(keep):
    pandas = pytest.importorskip("pandas")
    world, ends = random_requests(4)
    more = {
        "note": pyarrow.array(["a", None] * 25).dictionary_encode(),
        "when": pyarrow.array(range(50), pyarrow.timestamp("us")),
        "share": pyarrow.array([0.5, None] * 25),
    }
    answers = world.solve(requests(ends, **more), keep=keep)
    expected = pyarrow.table(answers)
    assert 0 < sum(outcome == "found" for outcome in expected["outcome"].to_pylist()) < 50
    frame = pandas.DataFrame(answers)
    assert list(frame.columns) == expected.column_names and len(frame) == 50
    pandas.testing.assert_frame_equal(frame, pandas.DataFrame(expected.to_pylist()))
    for name in ("cost", "length", "share"):
        known = [np.nan if value is None else value for value in expected[name].to_pylist()]
        assert np.array_equal(frame[name], np.array(known, float), equal_nan=True), name
    assert frame["when"].dt.microsecond.tolist() == list(range(50))
    assert list(answers) == expected.to_pylist()
    empty = world.solve(requests(ends).slice(0, 0), keep=keep)
    assert list(empty) == [] and len(pandas.DataFrame(empty)) == 0


def test_rows_that_are_no_requests_say_why():
    world = voxnav.World.generate("empty", (9, 9, 9))
    table = pyarrow.table({
        "id": [1, 2, 3, 4],
        "sx": pyarrow.array([0, None, 0, 0]),
        "sy": [0, 0, 2**40, 0], "sz": [0, 0, 0, 0], "gx": [8, 8, 8, 8], "gy": [0, 0, 0, 0],
        "gz": pyarrow.array([0, 0, 0, 0], pyarrow.uint8()),
        "agent_x": pyarrow.array([None, 1, 1, 200]),
        "agent_y": pyarrow.array([None, 1, 1, 1]),
        "agent_z": pyarrow.array([None, 1, 1, 1]),
    })
    answers = pyarrow.table(world.solve(table, keep="cost")).to_pylist()
    assert [answer["outcome"] for answer in answers] == ["found"] + ["malformed"] * 3
    assert [answer["error"] for answer in answers] == [
        None,
        "row 1: sx is null",
        "row 2: sy is not a whole number of 32 bits: 1099511627776",
        "row 3: agent_x is not a whole number from 1 to 127: 200",
    ]
    assert answers[1]["cost"] is None and answers[1]["expanded"] is None


def test_agents_of_many_sizes():
    blocks = np.zeros((9, 9, 3), bool)
    blocks[4] = True
    blocks[4, 3:6] = False
    world = voxnav.World.from_numpy(blocks)
    ends = np.tile([1, 4, 1, 7, 4, 1], (3, 1))
    sizes = {"agent_x": [1, 1, 1], "agent_y": [1, 3, 4], "agent_z": [1, 3, 3]}
    answers = pyarrow.table(world.solve(requests(ends, **sizes))).to_pylist()
    assert [answer["outcome"] for answer in answers] == ["found", "found", "unreachable"]
    with pytest.raises(ValueError, match="agent: the table has sizes of its own"):
        world.solve(requests(ends, **sizes), agent=1)


def test_streams_and_batches_are_tables_too():
    world, ends = random_requests(3)
    table = requests(ends)
    whole = pyarrow.table(world.solve(table))
    stream = pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=7))
    assert pyarrow.table(world.solve(stream)).equals(whole)
    assert pyarrow.table(world.solve(table.to_batches()[0])).equals(whole)
    empty = world.solve(table.slice(0, 0))
    assert len(empty) == 0 and pyarrow.table(empty).num_rows == 0
    assert world.solve(table, keep="step").column_names[4] == "step"
    assert repr(world.solve(table, keep="cost")).startswith("<voxnav.Table: 50 rows of id, outcome,")


def test_the_number_of_threads_changes_nothing():
    world, ends = random_requests(4, 3000)
    one = pyarrow.table(world.solve(requests(ends), threads=1))
    assert one.equals(pyarrow.table(world.solve(requests(ends), threads=3)))


@pytest.mark.parametrize("library", ["polars", "pandas", "duckdb"])
def test_other_libraries_read_and_write_the_same(library):
    module = pytest.importorskip(library)
    world, ends = random_requests(6)
    table = requests(ends)
    whole = pyarrow.table(world.solve(table, keep="cost"))
    if library == "polars":
        answers = module.DataFrame(world.solve(module.DataFrame(table), keep="cost"))
        costs = answers["cost"].to_list()
    elif library == "pandas":
        frame = table.to_pandas()
        answers = pyarrow.table(world.solve(frame, keep="cost")).to_pandas()
        costs = [None if np.isnan(cost) else int(cost) for cost in answers["cost"]]
    else:
        answers = world.solve(module.from_arrow(table), keep="cost")
        # DuckDB finds the variable by its name.
        costs = [cost for (cost,) in module.sql("select cost from answers").fetchall()]
    assert costs == whole["cost"].to_pylist()


@pytest.mark.parametrize(
    "change, kind, words",
    [
        (lambda table: table.drop_columns(["gz"]), ValueError, "table: it lacks the column gz"),
        (lambda table: table.drop_columns(["id"]), ValueError, "table: it lacks the column id"),
        (lambda table: table.append_column("cost", [[1] * 50]), ValueError, "the column `cost`, which results"),
        (lambda table: table.append_column("agent_x", [[1] * 50]), ValueError, "it lacks the column agent_y"),
        (lambda table: table.append_column("sx", [[1] * 50]), ValueError, "the column `sx` twice"),
        (
            lambda table: table.set_column(1, "sx", [[0.5] * 50]),
            ValueError,
            "table: the column sx is of Float64, not of whole numbers",
        ),
        (lambda table: 7, TypeError, "table: 7 is no Arrow table"),
        (lambda table: {"id": [1]}, TypeError, "table: "),
        (lambda table: table["id"], ValueError, "table: "),
    ],
)
def test_tables_that_are_no_requests(change, kind, words):
    world, ends = random_requests(1)
    with pytest.raises(kind) as refused:
        world.solve(change(requests(ends)))
    assert words in str(refused.value)
