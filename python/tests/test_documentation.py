"""Everything public says what it is, in its docstring, and the examples in documents run."""

import doctest
import inspect
import pathlib
import re

import pytest

import voxnav

HERE = pathlib.Path(__file__).parent

# What a special method does says Python.
SPECIAL = re.compile("^__.*__$|^_(make|replace|asdict|fields|field_defaults)$")


def public():
    yield "voxnav", voxnav
    yield "voxnav.errors", voxnav.errors
    for name in voxnav.__all__:
        value = getattr(voxnav, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            yield f"voxnav.{name}", value
        if inspect.isclass(value):
            for member, held in vars(value).items():
                if not SPECIAL.match(member):
                    yield f"voxnav.{name}.{member}", held


@pytest.mark.parametrize("name, value", list(public()))
def test_no_docstring_is_missing(name, value):
    assert inspect.getdoc(value), name


def test_every_parameter_is_described():
    for name, value in public():
        if not callable(value) or inspect.isclass(value):
            continue
        text = inspect.getdoc(value) or ""
        if "Parameters\n" not in text:
            continue
        for parameter in inspect.signature(value).parameters.values():
            if parameter.name != "self" and parameter.kind != parameter.VAR_KEYWORD:
                assert re.search(rf"\b{parameter.name}\b", text), (name, parameter)


def test_help_shows_what_every_class_and_function_takes():
    for name, value in public():
        if inspect.isroutine(value):
            assert inspect.signature(value), name
    for name in ("Agent", "Crowd", "LifelongPlanner", "Locomotion", "Replanner"):
        assert inspect.signature(getattr(voxnav, name)).parameters, name


def test_the_example_of_the_package_is_true():
    assert doctest.testmod(voxnav).failed == 0


PAGES = ["README.md", "../docs/book/python.md", "../docs/book/places.md", "../docs/book/coming-from-python.md"]
# The libraries that pages compare with. Blocks that import them are tested where they are installed.
OTHERS = ["dijkstra3d", "edt", "networkx", "pathfinding", "pyopenvdb", "rasterio", "scipy", "skimage"]


def imported(block):
    return set(re.findall(r"^(?:from|import) (\w+)", block, re.M))


def run(page, other=None):
    """Runs the blocks of a page that need no other library than this one, and returns how many need it."""
    page = HERE.parent / page
    if not page.exists():
        pytest.skip("the book lies elsewhere")
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.S)
    blocks = [block for block in blocks if imported(block).intersection(OTHERS) <= {other}]
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, page.name, "exec"), names)
    return sum(other in imported(block) for block in blocks)


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(page)


@pytest.mark.parametrize("other", OTHERS)
def test_the_examples_with_another_library_run(other, tmp_path, monkeypatch):
    pytest.importorskip(other)
    monkeypatch.chdir(tmp_path)
    assert run(PAGES[-1], other) > 0


def test_the_notebooks_run_and_have_pictures():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("matplotlib")
    paths = sorted((HERE.parents[1] / "examples" / "python").glob("*.ipynb"))
    if not paths:
        pytest.skip("the examples lie elsewhere")
    notebook = nbformat.v4.new_notebook()
    # In one kernel, which takes longer to start than most of them; each begins without names.
    for path in paths:
        cells = nbformat.read(path, as_version=4).cells
        notebook.cells += [nbformat.v4.new_code_cell("%reset -f"), *cells]
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    kinds = [kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert kinds.count("image/png") == 6 and kinds.count("text/html") == 3
