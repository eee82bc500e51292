"""Places, against looking at every cell by single paths and rays."""

import numpy as np
import pytest

import voxnav


def drawn(seed):
    rng = np.random.default_rng(seed)
    blocks = rng.random((9, 8, 4)) < 0.3
    size = [1.0, 0.5, 0.3][seed % 3]
    world = voxnav.World.from_numpy(blocks, size=size, origin=tuple(rng.uniform(-9, 9, 3)))
    return rng, world, np.argwhere(~blocks).astype(np.int32)


def ways(world, start, cells):
    costs = world.cost_field([start]).cost(cells)
    return np.where(costs < 0, np.inf, costs / voxnav.STRAIGHT * world.size)


@pytest.mark.parametrize("seed", range(8))
def test_places_to_hide_are_the_nearest_that_no_ray_reaches(seed):
    rng, world, cells = drawn(seed)
    centers = world.centers(cells)
    start, eye = (centers[rng.integers(len(cells))] for _ in range(2))
    within = 7.0 * world.size
    query = {
        "area": {"way": {"least": 0, "most": within}},
        "filters": [{"hidden": {"eyes": [eye]}}],
        "scores": [{"measure": "way", "weight": -1}],
        "count": 4,
    }
    found = world.places(start, query)
    cost = ways(world, tuple(world.cell_at(start)), cells)
    seen = ~world.raycast(np.repeat(eye[None], len(cells), 0), centers).found
    good = np.flatnonzero((cost <= within) & ~seen)
    # By cost, then in cell order: z, then y, then x.
    best = sorted(good, key=lambda row: (cost[row], *cells[row][::-1]))[:4]
    assert found.complete
    assert found.cells.tolist() == cells[best].tolist()
    assert np.array_equal(found.scores, -cost[best])
    assert np.array_equal(found.ways, cost[best])
    assert np.allclose(found.positions, centers[best])
    for route, place in zip(found.routes, found.positions):
        assert np.allclose(route[0], start) and np.allclose(route[-1], place)
        assert not route.flags.writeable
    limited = world.places(start, {**query, "limit": 3})
    assert not limited.complete and limited.work <= found.work


def test_a_walker_flees_and_is_surrounded():
    world = voxnav.World.from_numpy(np.zeros((30, 3, 4), dtype=bool))
    walker = voxnav.Locomotion()
    feet = world.centers([[10, 1, 0], [8, 1, 0]]) - [0, 0, 0.5]
    away = world.flee(feet[0], feet[1:], 8.0, locomotion=walker)
    assert away.complete and away.positions[0][0] == 18.0 and away.positions[0][2] == -0.5
    corner = world.flee(feet[0] - [8, 0, 0], feet[1:], 8.0, locomotion=walker)
    assert not corner.complete and len(corner.positions) == 1
    # Two cells beside the middle of each end, and the three behind it.
    held, gap = world.surround(feet[0], 5.0, 20, locomotion=walker)
    assert gap == 0.0
    assert sorted(held[:, 0].tolist()) == [4.0] * 3 + [5.0] * 2 + [15.0] * 2 + [16.0] * 3
    held, gap = world.surround(feet[0], 5.0, 2, locomotion=walker)
    assert len(held) == 2 and 0 < gap < 3
    assert world.surround(feet[0], 99.0, 6, locomotion=walker)[0].shape == (0, 3)


def test_what_is_wrong_is_named():
    world = voxnav.World.from_numpy(np.zeros((5, 5, 5), dtype=bool))
    area = {"way": {"least": 0, "most": 2}}
    for query, reason in [
        ({"area": area, "filter": []}, "query: unknown field `filter`"),
        ({"area": {"around": 3}}, "query: unknown variant `around`"),
        ({"area": area, "count": 0}, "query: the number of places must be"),
        ({"area": {"way": {"least": 3, "most": 2}}}, "query: the way of the area must be"),
        ({"area": area, "filters": [{"hidden": {"eyes": []}}]}, "query: no eye is given"),
    ]:
        with pytest.raises(voxnav.ArgumentError, match=reason):
            world.places((1, 1, 1), query)
    with pytest.raises(voxnav.ArgumentError, match="the agent cannot be at the start"):
        world.places((9, 1, 1), {"area": area})
    with pytest.raises(TypeError, match="query"):
        world.places((1, 1, 1), {"area": object()})
    with pytest.raises(voxnav.ArgumentError, match="target: the radius around the target"):
        world.surround((1, 1, 1), -1.0, 3)
    with pytest.raises(voxnav.ArgumentError, match="dangers: the agent cannot be at the position"):
        world.flee((1, 1, 1), [(9, 9, 9)], 3.0)


def test_eyes_look_through_the_cells_of_another_agent():
    world = voxnav.World.from_numpy(np.zeros((20, 20, 3), dtype=bool))
    world.insert(voxnav.Collider.box((0.2, 6, 3)), (10, 10, 1))
    query = {
        "area": {"inside": {"min": [12, 4, 1], "max": [19, 16, 1]}},
        "filters": [{"seen": {"eyes": [(2, 10, 1)], "by": 1}}],
        "count": 1000,
    }
    wide = world.places((0, 0, 0), query, agent=2.0)
    point = world.places((0, 0, 0), query, agent=2.0, sight=0.0)
    assert 0 < len(wide.cells) < len(point.cells)
    assert np.isnan(point.ways).all() and point.routes[0].shape == (0, 3)
