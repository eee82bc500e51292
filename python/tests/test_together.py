"""Joint plans: legal steps, and nobody meets. The check looks at the array alone."""

import numpy as np
import pytest

import voxnav


def drawn(seed, agents, size=(12, 12, 3)):
    world = voxnav.World.generate("random:15", size, seed=seed)
    free = np.argwhere(world.to_numpy() == 0).astype(np.int32)
    np.random.default_rng(seed).shuffle(free)
    world.set_cells(free, "free")
    return world, free[:agents], free[agents : 2 * agents]


def check(world, plan, starts, goals, radius=0.0):
    assert plan.dtype == np.int32 and plan.shape[1:] == starts.shape
    np.testing.assert_array_equal(plan[0], starts)
    np.testing.assert_array_equal(plan[-1], goals)
    assert world.is_traversable(plan.reshape(-1, 3)).all()
    assert np.abs(np.diff(plan, axis=0)).max(initial=0) <= 1
    for before, after in zip(plan[:-1], plan[1:]):
        for share in np.linspace(0, 1, 9):
            at = before + (after - before) * share
            apart = np.linalg.norm(at[:, None] - at[None], axis=2)
            np.fill_diagonal(apart, np.inf)
            assert apart.min() > 2 * radius - 1e-9 and apart.min() > 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_points_never_meet_and_arrive(seed):
    world, starts, goals = drawn(seed, 20)
    plan = world.plan_together(starts, goals)
    check(world, plan, starts, goals)
    shorter = world.plan_together(starts, goals, improve=0.05)
    check(world, shorter, starts, goals)


@pytest.mark.parametrize("seed", range(6))
def test_balls_keep_their_distance(seed):
    world = voxnav.World.from_numpy(np.zeros((12, 12, 3), dtype=bool))
    cells = np.argwhere(world.to_numpy() == 0).astype(np.int32)
    cells = cells[(cells % 2 == 0).all(axis=1)]
    np.random.default_rng(seed).shuffle(cells)
    starts, goals = cells[:12], cells[12:24]
    check(world, world.plan_together(starts, goals, radius=0.45), starts, goals, 0.45)


def test_no_plan_is_none_and_faults_name_agents():
    corridor = voxnav.World.from_numpy(np.zeros((4, 1, 1), dtype=bool))
    ends = np.array([[0, 0, 0], [3, 0, 0]])
    assert corridor.plan_together(ends, ends[::-1]) is None
    with pytest.raises(ValueError, match="starts: the starts of agents 0 and 1 overlap"):
        corridor.plan_together(ends[[0, 0]], ends)
    with pytest.raises(ValueError, match="goals: the goal .* of agent 1 lies outside"):
        corridor.plan_together(ends, [[0, 0, 0], [4, 0, 0]])
    with pytest.raises(ValueError, match="radius: 9"):
        corridor.plan_together(ends, ends, radius=9)
    with pytest.raises(voxnav.VoxnavError, match="limit_memory"):
        corridor.plan_together(ends, ends, limit_memory=1)
    assert corridor.plan_together(np.zeros((0, 3), int), np.zeros((0, 3), int)).shape == (1, 0, 3)
