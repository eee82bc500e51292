"""One agent in a world that changes: it arrives, touches nothing, and keeps its route where nothing changes."""

import numpy as np
import pytest

import voxnav


def drawn(seed, kind="random:15", size=(16, 16, 5)):
    world = voxnav.World.generate(kind, size, seed=seed)
    free = np.argwhere(world.to_numpy() == 0).astype(np.int32)
    np.random.default_rng(seed).shuffle(free)
    free = free[world.reachable(np.repeat(free[:1], len(free), axis=0), free)]
    return world, free


def go(world, keeper, position, speed=0.1, ticks=2000, each=lambda tick, position: None):
    """Goes where the replanner says until it has arrived, and touches nothing; returns the position."""
    for tick in range(ticks):
        keeper.update(position)
        if keeper.has_arrived(0.05):
            return position
        target = keeper.steer(2.0)
        if target is not None:
            way = np.array(target) - position
            step = way * min(1.0, speed / max(np.linalg.norm(way), 1e-12))
            cells = world.cells_at(position + step * np.linspace(0, 1, 5)[:, None])
            assert world.is_traversable(cells).all()
            position = position + step
        each(tick, position)
    raise AssertionError(f"not there, but at {position}: {keeper.outcome}")


@pytest.mark.parametrize("seed", range(6))
def test_an_agent_arrives_by_one_route_where_nothing_changes(seed):
    world, free = drawn(seed)
    start, goal = world.centers(free[[0, 1]])
    keeper = voxnav.Replanner(world, goal)
    end = go(world, keeper, start)
    assert np.linalg.norm(end - goal) <= 0.1 and keeper.route_version == 1
    assert keeper.outcome == "found" and keeper.remaining < 0.1


@pytest.mark.parametrize("seed", range(6))
def test_an_agent_arrives_while_the_world_changes(seed):
    world, free = drawn(seed, "random:5")
    start, goal = world.centers(free[[0, 1]])
    draws = np.random.default_rng(seed)
    keeper = voxnav.Replanner(world, goal, within=1.1, expansions=200, min_replan_interval=3, agent=0.9)

    def edit(tick, position):
        if tick % 7 or tick > 300:
            return
        cell = draws.integers(0, world.bounds[1])
        kept = [world.cell_at(position), world.cell_at(goal)]
        if all(np.abs(cell - at).max() > 1 for at in kept):
            world.set_cells([cell], "free" if draws.random() < 0.7 else "occupied")

    assert np.linalg.norm(go(world, keeper, start, each=edit) - goal) <= 0.1


def test_the_first_route_is_the_optimum():
    world, free = drawn(3)
    start, goal = free[0], free[1]
    keeper = voxnav.Replanner(world, world.centers([goal])[0])
    assert keeper.outcome is None and keeper.cost is None and keeper.waypoints.shape == (0, 3)
    assert keeper.update(world.centers([start])[0]) == "replanned"
    assert keeper.cost == world.path(start, goal).cost and keeper.bound == 1.0
    assert keeper.action == "fly" and keeper.expanded >= 0 and not keeper.is_searching


def test_a_blocked_way_says_why_and_a_new_goal_ends_it():
    world = voxnav.World.from_numpy(np.zeros((12, 3, 3), dtype=bool))
    keeper = voxnav.Replanner(world, (11, 1, 1))
    keeper.update((1, 1, 1))
    world.set_boxes([[[6, 0, 0], [7, 3, 3]]], "occupied")
    assert keeper.update((1.5, 1, 1)) == "blocked" and keeper.steer(1.0) is not None
    late = voxnav.Replanner(world, (11, 1, 1))
    assert late.update((1.5, 1, 1)) == "blocked" and late.outcome == "unreachable" and late.steer(1.0) is None
    keeper.set_goal((3, 1, 1))
    assert keeper.update((1.5, 1, 1)) in ("repaired", "replanned")
    go(world, keeper, np.array([1.5, 1, 1]))


def test_walkers_step_up():
    blocks = np.zeros((14, 5, 6), dtype=bool)
    blocks[:, :, :2] = True
    blocks[7:, :, 2] = True
    world = voxnav.World.from_numpy(blocks)
    feet = world.centers([[1, 2, 2], [12, 2, 3]]) - (0, 0, 0.5)
    walker = voxnav.Locomotion("walker", step_up=1)
    keeper = voxnav.Replanner(world, feet[1], locomotion=walker, agent=(0.6, 0.6, 1.0))
    position, actions = feet[0], set()
    for _ in range(400):
        keeper.update(position)
        if keeper.has_arrived(0.05):
            break
        way = np.array(keeper.steer(1.0)) - position
        position = position + way * min(1.0, 0.1 / np.linalg.norm(way))
        actions.add(keeper.action)
    assert np.linalg.norm(position - feet[1]) < 0.1 and actions == {"walk", "step up"}


@pytest.mark.parametrize("seed", range(6))
def test_smooth_paths_are_clear_and_hardly_longer(seed):
    world, free = drawn(seed)
    path = world.path(free[0], free[1])
    smooth = world.smooth(path)
    assert (smooth[[0, -1]] == path.points[[0, -1]]).all()
    length = np.linalg.norm(np.diff(smooth, axis=0), axis=1).sum()
    assert length <= 1.02 * path.length
    for before, after in zip(smooth, smooth[1:]):
        cells = world.cells_at(before + (after - before) * np.linspace(0, 1, 50)[:, None])
        assert world.is_traversable(cells).all()


def test_faults_are_named():
    world = voxnav.World.from_numpy(np.zeros((8, 8, 4), dtype=bool))
    keeper = voxnav.Replanner(world, (5, 5, 1))
    for call, match in [
        (lambda: voxnav.Replanner(world, (1, 1, np.nan)), "goal"),
        (lambda: voxnav.Replanner(world, (1, 1, 1), within=0.5), "within: "),
        (lambda: voxnav.Replanner(world, (1, 1, 1), max_deviation=-1), "max_deviation: -1 is not a length"),
        (lambda: voxnav.Replanner(world, (1, 1, 1), heuristic=lambda a, b: 0.0), "heuristic: a name"),
        (lambda: keeper.update((np.inf, 0, 0)), "position"),
        (lambda: keeper.update((1e300, 0, 0)), "position"),
    ]:
        with pytest.raises(ValueError, match=match):
            call()
    with pytest.raises(TypeError, match="no option is called 'speed'"):
        voxnav.Replanner(world, (1, 1, 1), speed=2)
    assert keeper.update((1, 1, 1)) == "replanned"
    ground = voxnav.World.from_numpy(np.arange(3)[None, None] + np.zeros((5, 5, 1), int) == 0)
    with pytest.raises(ValueError, match="path: it is of an agent on the ground"):
        ground.smooth(ground.ground_path((0, 0, 1), (4, 4, 1)))
    assert world.smooth(world.path((-1, 0, 0), (1, 1, 1))).shape == (0, 3)
