"""Pages: what they hold, where they go, and what is refused."""

import html
import re

import pytest

import voxnav


def facts(page):
    """What a page says of its search."""
    return re.search(r'"search":(null|\{.*?\})', page).group(1)


def test_a_page_shows_a_world_a_path_or_a_search(tmp_path):
    world = voxnav.World.generate("rooms", (24, 24, 24), seed=3)
    start, goal = world.random_cells(2, seed=5)
    path = world.path(start, goal)
    alone, with_path, with_search = (
        world.view(name="<rooms>"),
        world.view(path),
        world.view((start, goal), algorithm="astar", up="y"),
    )
    for view in (alone, with_path, with_search):
        assert view.html.startswith("<!doctype html>") and "<title>voxnav view</title>" in view.html
        assert repr(view).startswith("<voxnav.View: 24 x 24 x 24 cells, ")
    assert facts(alone.html) == "null" and "\\u003crooms>" in alone.html
    assert '"kept":0' in facts(with_path.html) and '"outcome":"found"' in facts(with_path.html)
    searched = world.path(start, goal, algorithm="astar").statistics
    assert f'"expanded":{searched.expanded}' in facts(with_search.html)
    assert f'"kept":{searched.expanded}' in facts(with_search.html) and '"up":1' in with_search.html
    some = world.view((start, goal), algorithm="astar", keep=5)
    assert '"kept":5' in facts(some.html) and len(some.html) < len(with_search.html)
    with_path.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == with_path.html


def test_a_notebook_shows_the_page_in_a_frame():
    view = voxnav.World.generate("caves", (9, 9, 9)).view()
    frame = view._repr_html_()
    assert html.unescape(re.search('srcdoc="([^"]*)"', frame).group(1)) == view.html


def test_a_page_of_what_cannot_be_found_says_why():
    world = voxnav.World.generate("empty", (5, 5, 5))
    world.set_boxes([[[2, 0, 0], [3, 5, 5]]], "occupied")
    assert '"outcome":"unreachable"' in facts(world.view(((0, 0, 0), (4, 4, 4))).html)
    assert '"outcome":"goal outside"' in facts(world.view(((0, 0, 0), (9, 9, 9))).html)


def test_colliders_are_shown():
    world = voxnav.World.generate("empty", (9, 9, 9))
    before = world.view().html
    world.insert(voxnav.Collider.box((3, 3, 3)), (4, 4, 4))
    assert '"quads":0' in before and '"quads":0' not in world.view().html


@pytest.mark.parametrize(
    "arguments, options, kind, words",
    [
        ([7], {}, TypeError, "what: a Path or a pair of cells is needed, not 7"),
        ([((0, 0, 0),)], {}, TypeError, "what: "),
        ([((0, 0, 0), (1, 1))], {}, ValueError, "what[1]: three whole numbers"),
        ([], {"up": "w"}, ValueError, "up: no axis is called `w`"),
        ([], {"keep": -1}, ValueError, "keep: "),
        ([], {"algorithm": "fast"}, ValueError, "algorithm: "),
    ],
)
def test_pages_of_nothing(arguments, options, kind, words):
    with pytest.raises(kind) as refused:
        voxnav.World.generate("empty", (4, 4, 4)).view(*arguments, **options)
    assert words in str(refused.value)


def test_a_page_that_cannot_be_written(tmp_path):
    view = voxnav.World.generate("empty", (4, 4, 4)).view()
    with pytest.raises(voxnav.FileError, match="nowhere"):
        view.save(tmp_path / "nowhere" / "page.html")


def test_a_page_has_the_sides_of_cells():
    for size, sides in [(1, "[1.0,1.0,1.0]"), ((1, 1, 4), "[1.0,1.0,4.0]")]:
        world = voxnav.World.generate("caves", (9, 9, 9), size=size)
        assert f'"cell_sizes":{sides}' in world.view().html
