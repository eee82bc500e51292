"""Agents on the ground: legs, links, materials."""

import warnings

import numpy as np
import pytest

import voxnav


def floor():
    blocks = np.zeros((12, 3, 8), bool)
    blocks[:, :, :3] = True
    return voxnav.World.from_numpy(blocks)


def actions(path):
    return [leg.action for leg in path.legs]


def test_a_walker_crosses_a_pond():
    world = floor()
    world.set_material([[[4, 0, 1], [8, 3, 3]]], "water", "liquid")
    path = world.ground_path((1, 1, 3), (10, 1, 3))
    assert path and path.cells[0].tolist() == [1, 1, 3] and path.cells[-1].tolist() == [10, 1, 3]
    assert "swim" in actions(path) and actions(path)[0] == "walk"
    assert sum(leg.cost for leg in path.legs) == path.cost
    assert path.points.shape == path.cells.shape and path.statistics.expanded > 0


def test_a_first_path_is_near_the_best_and_says_how_near():
    world = voxnav.World.generate("terrain", (40, 40, 24), seed=7)
    cells = world.random_cells(60, seed=1)
    near = {"snap_start": 40.0, "snap_goal": 40.0}
    found = 0
    for start, goal in zip(cells[::2], cells[1::2]):
        first = world.ground_path(start, goal, algorithm="clusters", **near)
        best = world.ground_path(start, goal, **near)
        assert first.outcome == best.outcome
        if best:
            found += 1
            assert first.statistics.lower_bound <= best.cost <= first.cost <= 2 * best.cost
    assert found > 5


def test_a_step_too_high_is_flown_over_or_not():
    world = floor()
    world.set_boxes([[[5, 0, 3], [6, 3, 6]]], "occupied")
    ends = (1, 1, 3), (10, 1, 3)
    assert world.ground_path(*ends).outcome == "unreachable"
    assert world.ground_path(*ends, locomotion=voxnav.Locomotion("walker", step_up=3, drop=3))
    flying = world.ground_path(*ends, locomotion=voxnav.Locomotion("walker", fly=1.5))
    assert flying and "fly" in actions(flying)


def test_a_link_leads_over_a_gap():
    world = floor()
    world.set_boxes([[[5, 0, 0], [7, 3, 3]]], "free")
    ends = (1, 1, 3), (10, 1, 3)
    walker = voxnav.Locomotion("walker", jump=None, drop=1)
    assert not world.ground_path(*ends, locomotion=walker)
    world.insert_link((3, 1, 2.5), (8, 1, 2.5), cost=2.5, label=7)
    path = world.ground_path(*ends, locomotion=walker)
    assert path and [leg.link for leg in path.legs if leg.action == "link"] == [7]
    assert world.copy().ground_path(*ends, locomotion=walker)


def test_a_path_in_the_air_is_one_leg():
    world = voxnav.World.generate("caves", (24, 24, 24), seed=7)
    starts, goals = world.random_cells(9, seed=1), world.random_cells(9, seed=2)
    for algorithm in ("auto", "lazy-theta"):
        for start, goal in zip(starts, goals):
            path = world.path(start, goal, algorithm=algorithm)
            if path.cost:
                (leg,) = path.legs
                assert (leg.action, leg.cost, leg.link) == ("fly", path.cost, None)
                np.testing.assert_array_equal(leg.cells, path.cells)
    assert world.path(starts[0], starts[0]).legs == [] == world.path(starts[0], (-1, 0, 0)).legs


def test_a_path_on_the_ground_is_a_path():
    world = voxnav.World.from_numpy(np.pad(np.ones((12, 3, 3), bool), [(0, 0), (0, 0), (0, 5)]), size=0.5)
    path = world.ground_path((1, 1, 3), (10, 1, 3))
    assert type(path) is voxnav.Path and len(path) == len(path.cells) == 10
    assert path.length == 4.5 and path.corners.tolist() == [[1, 1, 3], [10, 1, 3]] and path.unknown is None
    assert repr(path) == "<voxnav.Path found: 10 cells, length 4.500>"
    page = world.view(path).html
    assert '"outcome":"found"' in page and '"action":"walk"' in page


BALL = voxnav.Collider.ball(0.4)


def stony():
    world = floor()
    world.set_material([], "stone", "solid")
    return world


def test_moves_over_a_material_cost_its_factor():
    plain, muddy = floor(), floor()
    for name, cost in [("mud", 3.0), ("mud", None)]:
        muddy.set_material([[[4, 0, 0], [8, 3, 3]]], name, "solid", cost=cost)
    ends = (1, 1, 3), (10, 1, 3)
    assert muddy.ground_path(*ends).cost > plain.ground_path(*ends).cost


def test_a_collider_is_a_pond_or_a_floor_of_a_material():
    world = floor()
    world.set_boxes([[[4, 0, 0], [8, 3, 3]]], "free")
    world.set_material([], "water", "liquid")
    world.set_material([], "ice", "solid", cost=2.0)
    ends = (1, 1, 3), (10, 1, 3)
    walker = voxnav.Locomotion("walker", jump=None)
    assert not world.ground_path(*ends, locomotion=walker)
    block = voxnav.Collider.box((4.0, 3.0, 3.0))
    pond = world.insert(block, (5.5, 1.0, 1.0), volume="water")
    path = world.ground_path(*ends, locomotion=walker)
    assert path and "swim" in actions(path)
    assert world.path(*ends), "it blocks nobody in the air"
    world.remove(pond)
    assert not world.ground_path(*ends, locomotion=walker)
    world.insert(block, (5.5, 1.0, 1.0), surface="ice")
    icy = world.ground_path(*ends, locomotion=walker)
    assert icy and set(actions(icy)) == {"walk"}
    assert icy.cost > floor().ground_path(*ends, locomotion=walker).cost


@pytest.mark.parametrize(
    "make, kind, words",
    [
        (lambda: voxnav.Locomotion("runner"), ValueError, "preset: no preset is called `runner`"),
        (lambda: voxnav.Locomotion(speed=3), TypeError, "speed: there is no field `speed`"),
        (lambda: voxnav.Locomotion(walk=-1), ValueError, "walk: `walk` is -1"),
        (lambda: voxnav.Locomotion(walk=object()), TypeError, "walk: "),
        (lambda: voxnav.Locomotion(walk=None, swim=None, climb=None), ValueError, "fields: "),
        (lambda: floor().ground_path((0, 0), (1, 1, 1)), ValueError, "start: three whole numbers"),
        (lambda: floor().set_material([[[0, 0, 0], [1, 1, 1]]], "x", "gas"), ValueError, "kind: "),
        (lambda: floor().set_material([], "x"), ValueError, "kind: `x` is new"),
        (lambda: floor().set_material([], "x", "solid", cost=-1.0), ValueError, "cost: "),
        (lambda: floor().set_material([], "x", "liquid", standable=True), ValueError, "name: "),
        (lambda: stony().set_material([], "stone", "liquid"), ValueError, "kind: the world has `stone`"),
        (lambda: stony().set_material([], "stone", cost=2.0), ValueError, "cost: the world has `stone`"),
        (lambda: stony().set_material([], "stone", forbidden=True), ValueError, "forbidden: "),
        (lambda: stony().set_material([], "stone", standable=False), ValueError, "standable: "),
        (lambda: stony().insert(BALL, (5, 1, 3), surface="mud"), ValueError, "surface: the world has no"),
        (lambda: stony().insert(BALL, (5, 1, 3), volume="stone"), ValueError, "a volume is of material"),
        (lambda: stony().insert(BALL, (5, 1, 3), surface="stone", volume="x"), ValueError, "volume: "),
        (lambda: floor().insert_link((0, 0, 0), (99, 0, 0)), None, ""),
        (lambda: floor().insert_link((0, 0, 0), (1, 0, 0), cost=float("nan")), ValueError, "cost: "),
    ],
)
def test_what_is_refused(make, kind, words):
    if kind is None:
        return make()
    with pytest.raises(kind) as refused:
        make()
    assert words in str(refused.value)


def linked():
    """A floor with a gap, and a link over it that no agent has taken yet."""
    world = floor()
    world.set_boxes([[5, 0, 0], [7, 3, 8]], "free")
    world.insert_link((3, 1, 2.5), (8, 1, 2.5), cost=0.5)
    return world


ENDS = (1, 1, 3), (10, 1, 3)

#: Searches of agents in the air.
IN_THE_AIR = [
    lambda world: world.path(*ENDS),
    lambda world: world.paths(*ENDS),
    lambda world: world.cost_field([ENDS[1]]),
    lambda world: world.plan_joint([ENDS[0]], [ENDS[1]]),
]


@pytest.mark.parametrize("search", IN_THE_AIR)
@pytest.mark.parametrize("make", [linked, lambda: linked().copy()])
def test_links_that_an_agent_in_the_air_does_not_take_are_told_of_once(search, make):
    world = make()
    with pytest.warns(UserWarning, match="the world has links, which agents in the air do not take: `ground_path`") as told:
        search(world)
    assert len(told) == 1 and told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for again in IN_THE_AIR:
            again(world)
    world.insert_link((3, 1, 2.5), (9, 1, 2.5))
    with pytest.warns(UserWarning, match="links"):
        search(world)


@pytest.mark.parametrize("search", IN_THE_AIR)
def test_links_that_some_agent_takes_are_not_told_of(search):
    world = linked()
    straight = floor().path(*ENDS).cost
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "link" in actions(world.ground_path(*ENDS))
        search(world)
        world.insert_link((3, 1, 2.5), (9, 1, 2.5))
        search(world)
        assert world.path(*ENDS).cost == straight, "an agent in the air takes no link"
        search(floor())
    crowd, other = voxnav.Crowd(linked()), linked()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        crowd.add([(1, 1, 2.5)], locomotion=voxnav.Locomotion("walker"))
        search(crowd.world)
        voxnav.Replanner(other, (10, 1, 2.5), locomotion=voxnav.Locomotion("walker"))
        search(other)


def test_materials_slow_agents_on_the_ground_and_terrain_those_in_the_air():
    plain = floor()
    walk, flight = plain.ground_path(*ENDS), plain.path(*ENDS)
    muddy, swampy = floor(), floor()
    muddy.set_material([[4, 0, 0], [8, 3, 3]], "mud", "solid", cost=3.0)
    swampy.set_terrain(np.argwhere(np.ones((12, 3, 8), bool)), 3)
    assert muddy.ground_path(*ENDS).cost > walk.cost and muddy.path(*ENDS).cost == flight.cost
    assert swampy.ground_path(*ENDS).cost == walk.cost and swampy.path(*ENDS).cost == 3 * flight.cost
    assert muddy.ground_path(*ENDS).length == walk.length


def test_agents_are_read_as_data():
    world = voxnav.World.from_numpy(np.zeros((20, 20, 8), dtype=bool), size=0.5)
    drone, none = voxnav.read_agent({"size": 0.4, "unknown": "free"}, world)
    assert none is None and drone == voxnav.Agent(0.4, unknown="free")
    text = '{"size": [0.4, 0.4, 1.8], "ground": {"preset": "spider", "step_up": 2, "jump": false}}'
    body, spider = voxnav.read_agent(text, world)
    assert body == voxnav.Agent((0.4, 0.4, 1.8))
    assert spider == voxnav.Locomotion("spider", step_up=2, jump=None)
    by_numpy = voxnav.read_agent({"size": np.array([0.4, 0.4, 1.8]), "layers": np.uint32(3)}, world)[0]
    assert by_numpy == voxnav.Agent((0.4, 0.4, 1.8), layers=3)
    for spec, kind, words in [
        ({"size": 1, "wings": 2}, TypeError, "`wings`"),
        ({"size": 1, "ground": {"jump": {"height": 2}}}, TypeError, "`ground.jump.height`"),
        ({}, ValueError, "`size`"),
        ({"size": -1}, ValueError, "`size`"),
        ({"size": float("nan")}, ValueError, "spec: "),
        ("{", ValueError, "spec: "),
        (object(), TypeError, "spec: "),
    ]:
        with pytest.raises(kind) as refused:
            voxnav.read_agent(spec, world)
        assert words in str(refused.value)
