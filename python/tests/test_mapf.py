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
    plan = world.plan_joint(starts, goals)
    check(world, plan, starts, goals)
    shorter = world.plan_joint(starts, goals, improve=0.05)
    check(world, shorter, starts, goals)


@pytest.mark.parametrize("seed", range(6))
def test_balls_keep_their_distance(seed):
    world = voxnav.World.from_numpy(np.zeros((12, 12, 3), dtype=bool))
    cells = np.argwhere(world.to_numpy() == 0).astype(np.int32)
    cells = cells[(cells % 2 == 0).all(axis=1)]
    np.random.default_rng(seed).shuffle(cells)
    starts, goals = cells[:12], cells[12:24]
    check(world, world.plan_joint(starts, goals, radius=0.45), starts, goals, 0.45)


def test_no_plan_is_none_and_faults_name_agents():
    corridor = voxnav.World.from_numpy(np.zeros((4, 1, 1), dtype=bool))
    ends = np.array([[0, 0, 0], [3, 0, 0]])
    assert corridor.plan_joint(ends, ends[::-1]) is None
    with pytest.raises(ValueError, match="starts: the starts of agents 0 and 1 overlap"):
        corridor.plan_joint(ends[[0, 0]], ends)
    with pytest.raises(ValueError, match="goals: the goal .* of agent 1 lies outside"):
        corridor.plan_joint(ends, [[0, 0, 0], [4, 0, 0]])
    with pytest.raises(ValueError, match="radius: 9"):
        corridor.plan_joint(ends, ends, radius=9)
    with pytest.raises(voxnav.VoxnavError, match="limit_memory"):
        corridor.plan_joint(ends, ends, limit_memory=1)
    assert corridor.plan_joint(np.zeros((0, 3), int), np.zeros((0, 3), int)).shape == (1, 0, 3)


@pytest.mark.parametrize("seed", range(4))
def test_any_goal_is_taken_by_one(seed):
    world, starts, goals = drawn(seed, 15)
    plan = world.plan_joint(starts, goals, any_goal=True)
    taken = plan[-1]
    assert sorted(taken.tolist()) == sorted(goals.tolist())
    check(world, plan, starts, taken)
    shorter = world.plan_joint(starts, goals, any_goal=True, improve=0.05)
    check(world, shorter, starts, taken)


def test_first_plans_are_not_guided():
    world, starts, goals = drawn(3, 30)
    plans = [world.plan_joint(starts, goals, first=first, moves=6) for first in (False, True)]
    for plan in plans:
        check(world, plan, starts, goals)
    assert not np.array_equal(*plans)
    fleets = [voxnav.LifelongPlanner(world, starts, first=first) for first in (False, True)]
    assert len(fleets[0]) == len(fleets[1]) == len(starts)


def test_any_goals_of_a_corridor_and_their_faults():
    corridor = voxnav.World.from_numpy(np.zeros((4, 1, 1), dtype=bool))
    ends = np.array([[0, 0, 0], [3, 0, 0]])
    assert corridor.plan_joint(ends, ends[::-1], any_goal=True).shape == (1, 2, 3)
    balls = corridor.plan_joint(ends, ends[::-1], any_goal=True, radius=0.4)
    assert sorted(balls[-1].tolist()) == ends.tolist()
    with pytest.raises(ValueError, match="goals: the goals of agents 0 and 1 overlap"):
        corridor.plan_joint(ends, ends[[0, 0]], any_goal=True)


def stairs():
    """Two floors of different heights, and steps between them."""
    blocks = np.zeros((14, 8, 7), dtype=bool)
    blocks[:, :, 0] = True
    blocks[6:, :, 1] = True
    blocks[6, :3, 1:4] = True
    return voxnav.World.from_numpy(blocks)


def test_slow_and_turning_agents_take_their_time():
    world = voxnav.World.from_numpy(np.zeros((8, 8, 1), dtype=bool))
    starts, goals = [(0, 0, 0), (0, 7, 0)], [(7, 0, 0), (7, 7, 0)]
    quick = world.plan_joint(starts, goals, moves="planar4-z")
    assert len(quick) == 8
    slow = world.plan_joint(starts, goals, moves="planar4-z", steps_per_move=[1, 3])
    assert len(slow) == 22 and (slow[8:, 0] == goals[0]).all()
    # Nobody knows where it looks at first, so that only the turn of the corner takes a step.
    corner = world.plan_joint([(0, 0, 0)], [(3, 3, 0)], moves="planar4-z", steps_per_turn=1)
    assert len(corner) == 8
    for wrong, words in [(dict(steps_per_move=300), "steps_per_move"), (dict(up="w"), "up")]:
        with pytest.raises(ValueError, match=words):
            world.plan_joint(starts, goals, **wrong)


def test_slow_agents_without_end_take_their_time():
    world = voxnav.World.from_numpy(np.zeros((8, 8, 1), dtype=bool))
    fleet = voxnav.LifelongPlanner(world, [(0, 0, 0), (0, 7, 0)], moves="planar4-z", steps_per_move=[1, 3])
    fleet.set_goals([0, 1], [(7, 0, 0), (7, 7, 0)])
    arrived = [None, None]
    while None in arrived:
        fleet.next_step()
        for agent in range(2):
            if arrived[agent] is None and fleet.reached[agent]:
                arrived[agent] = fleet.steps
    assert arrived == [7, 21]
    with pytest.raises(ValueError, match="steps_per_turn"):
        voxnav.LifelongPlanner(world, [(0, 0, 0)], steps_per_turn=[1, 2])


def held(legs, agent, start, steps, height):
    """The cells that an agent holds in each step: all of its leg, from the first step to the last."""
    cells, at, time = [], start, 0
    body = [np.array([0, 0, z]) for z in range(height)]
    for _, begins, ends, *to in legs[legs[:, 0] == agent].tolist():
        assert time <= begins < ends
        cells += [{tuple(at)}] * (begins - time)
        low, high = np.minimum(at, to), np.maximum(at, to) + 1
        cells += [set(map(tuple, low + np.argwhere(np.ones(high - low))))] * (ends - begins)
        at, time = np.array(to), ends
    cells += [{tuple(at)}] * (steps - time)
    return [{tuple(cell + part) for cell in step for part in body} for step in cells], at


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("height", [1, 2])
def test_walkers_hold_cells_that_nobody_else_holds(seed, height):
    world, walker = stairs(), voxnav.Locomotion("walker", step_up=1)
    options = dict(agent=(0.8, 0.8, height - 0.2), locomotion=walker)
    floor = [(x, y, 2 if x > 6 else 1) for x in range(14) for y in range(8) if x != 6]
    ends = np.array(floor)
    np.random.default_rng(seed).shuffle(ends)
    starts, goals = ends[:10], ends[10:20]
    legs = world.plan_legs(starts, goals, seed=seed, **options)
    assert legs.dtype == np.int32 and legs.shape[1] == 6
    steps = int(legs[:, 2].max())
    ways = [held(legs, agent, start, steps, height) for agent, start in enumerate(starts)]
    for (_, last), start, goal in zip(ways, starts, goals):
        assert last.tolist() == goal.tolist()
    for step in range(steps):
        cells = [cell for way, _ in ways for cell in way[step]]
        assert len(cells) == len(set(cells)), step
    for agent, (start, goal) in enumerate(zip(starts, goals)):
        own = legs[legs[:, 0] == agent]
        alone = world.ground_path(start, goal, **options)
        assert alone and (own[:, 2] - own[:, 1]).sum() >= alone.cost / voxnav.STRAIGHT - 1e-9
        for before, (_, begins, ends, *to) in zip([start, *own[:, 3:]], own.tolist()):
            move = world.ground_path(before, to, **options)
            assert ends - begins >= move.cost / voxnav.STRAIGHT - 1e-9


def test_walkers_take_any_goal_and_shorten_their_plan():
    world, walker = stairs(), voxnav.Locomotion("walker", step_up=1)
    floor = [(x, y, 2 if x > 6 else 1) for x in range(14) for y in range(8) if x != 6]
    ends = np.array(floor)
    np.random.default_rng(3).shuffle(ends)
    starts, goals = ends[:9], ends[9:18]
    options = dict(locomotion=walker, seed=3)
    own = world.plan_legs(starts, goals, **options)
    for improve, any_goal in [(0.05, False), (None, True), (0.05, True)]:
        legs = world.plan_legs(starts, goals, any_goal=any_goal, improve=improve, **options)
        last = lambda legs: [legs[legs[:, 0] == agent][-1:] for agent in range(9)]
        reached = [row[0, 3:].tolist() if len(row) else start.tolist() for row, start in zip(last(legs), starts)]
        assert sorted(reached) == sorted(goals.tolist())
        assert any_goal or reached == goals.tolist()
        cost = lambda legs: sum(int(row[0, 2]) for row in last(legs) if len(row))
        assert cost(legs) <= cost(own)
    with pytest.raises(ValueError, match="improve"):
        world.plan_legs(starts, goals, improve=-1.0)


def test_walkers_in_a_corridor_and_their_faults():
    corridor = voxnav.World.from_numpy(np.zeros((4, 1, 1), dtype=bool))
    ends = np.array([[0, 0, 0], [3, 0, 0]])
    assert corridor.plan_legs(ends, ends[::-1]) is None
    assert corridor.plan_legs(ends, ends).shape == (0, 6)
    with pytest.raises(ValueError, match="starts: the starts of agents 0 and 1 overlap"):
        corridor.plan_legs(ends[[0, 0]], ends)
    with pytest.raises(voxnav.VoxnavError, match="limit_memory"):
        corridor.plan_legs(ends, ends, limit_memory=1)
    with pytest.raises(TypeError, match="moves"):
        corridor.plan_legs(ends, ends, moves=26)


def fleet_of(seed, agents=12, **options):
    world, starts, goals = drawn(seed, agents)
    return world, voxnav.LifelongPlanner(world, starts, seed=seed, **options), goals


@pytest.mark.parametrize("seed", range(4))
def test_goals_without_end_are_reached_and_nobody_meets(seed):
    world, fleet, free = fleet_of(seed)
    again = fleet_of(seed)[1]
    draws = np.random.default_rng(seed)
    done, before = np.zeros(len(fleet), int), fleet.cells
    for step in range(120):
        arrived = np.flatnonzero(fleet.reached)
        done[arrived] += 1
        # Whoever stands where another is to go is sent on: some cells are of several.
        goals = free[draws.integers(0, len(free), len(arrived))]
        for one in (fleet, again):
            one.set_goals(arrived, goals)
        after = fleet.next_step()
        np.testing.assert_array_equal(after, again.next_step())
        np.testing.assert_array_equal(after, fleet.cells)
        check(world, np.stack([before, after]), before, after)
        before = after
    assert fleet.steps == 120 and (done > 1).all() and fleet.rescues >= 0
    assert repr(fleet) == "<voxnav.LifelongPlanner: 12 agents after 120 steps>"


@pytest.mark.parametrize("seed", range(3))
def test_walkers_without_end_hold_cells_that_nobody_else_holds(seed):
    world, walker = stairs(), voxnav.Locomotion("walker", step_up=1)
    floor = np.array([(x, y, 2 if x > 6 else 1) for x in range(14) for y in range(8) if x != 6])
    draws = np.random.default_rng(seed)
    draws.shuffle(floor)
    fleet = voxnav.LifelongPlanner(world, floor[:9], locomotion=walker, seed=seed)
    done, before, several = np.zeros(9, int), fleet.cells, 0
    for step in range(150):
        arrived = np.flatnonzero(fleet.reached)
        done[arrived] += 1
        fleet.set_goals(arrived, floor[draws.integers(0, len(floor), len(arrived))])
        on, after = fleet.legs, fleet.next_step()
        resting, moved = on[:, 0] < 0, (after != before).any(axis=1)
        # A leg ends when it says, where it says; others begin where agents rest.
        ends = ~resting & (on[:, 1] == step + 1)
        np.testing.assert_array_equal(after[ends], on[ends, 2:])
        assert not (moved & ~resting & ~ends).any()
        now = fleet.legs
        several += (now[:, 0] == step).sum()
        assert world.is_traversable(after).all()
        ways = [(at, to if begins >= 0 else at) for at, (begins, _, *to) in zip(after.tolist(), now.tolist())]
        cells = []
        for one, other in ways:
            low, high = np.minimum(one, other), np.maximum(one, other) + 1
            cells += map(tuple, low + np.argwhere(np.ones(high - low)))
        assert len(cells) == len(set(cells)), step
        before = after
    assert (done > 1).all() and several > 10
    assert (voxnav.LifelongPlanner(world, floor[:9]).legs == -1).all()
    with pytest.raises(ValueError, match="goals: row 0: agent 2 cannot reach"):
        fleet.set_goals(2, (3, 3, 6))


def test_faults_of_goals_without_end_name_agents():
    world, fleet, free = fleet_of(1)
    with pytest.raises(ValueError, match="agents: row 1: there is no agent 12"):
        fleet.set_goals([0, 12], free[:2])
    with pytest.raises(ValueError, match="goals: row 0: the goal .* of agent 3 lies outside"):
        fleet.set_goals(3, (99, 0, 0))
    with pytest.raises(ValueError, match="goals: 3 goals for 2 agents"):
        fleet.set_goals([0, 1], free[:3])
    with pytest.raises(ValueError, match="goals: 0 goals for 1 agents"):
        fleet.set_goals(0, np.zeros((0, 3), int))
    with pytest.raises(ValueError, match="starts: the starts of agents 0 and 1 overlap"):
        voxnav.LifelongPlanner(world, free[[0, 0]])
    with pytest.raises(ValueError, match="limit_memory: "):
        voxnav.LifelongPlanner(world, free, limit_memory=1)
    fleet.set_goals([], np.zeros((0, 3), int))
    fleet.set_goals([0, 1], free[0])
    assert voxnav.LifelongPlanner(world, np.zeros((0, 3), int)).next_step().shape == (0, 3)
