"""Everything public says what it is, in its docstring, and the examples in documents run."""

import doctest
import inspect
import pathlib
import re

import pytest

import voxnav

HERE = pathlib.Path(__file__).parent

# What a special method does says Python.
SPECIAL = re.compile("^__.*__$")


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


def test_the_example_of_the_package_is_true():
    assert doctest.testmod(voxnav).failed == 0


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (HERE.parent / "README.md").read_text(), re.S)
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
