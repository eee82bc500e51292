"""Trajectories: limits hold, the end is reached at rest, and who is pushed gets on again."""

import numpy as np
import pytest

import voxnav


def room(seed=0):
    world = voxnav.World.generate("random:10", (16, 16, 5), seed=seed)
    free = np.argwhere(world.to_numpy() == 0).astype(np.int32)
    np.random.default_rng(seed).shuffle(free)
    reached = world.reachable(np.repeat(free[:1], len(free), axis=0), free)
    return world, free[reached]


@pytest.mark.parametrize("seed", range(6))
def test_limits_hold_until_the_end(seed):
    world, free = room(seed)
    limits = voxnav.MotionLimits(3.0, acceleration=2.0, braking=1.0, lateral=1.5, jerk=4.0, wall_distance=0.4, wall_speed=1)
    waypoints = world.smooth(world.path(free[0], free[1]))
    timed = world.trajectory(waypoints, limits)
    seconds = np.linspace(0, timed.duration, 500)
    motions = timed.at(seconds)
    speeds = np.linalg.norm(motions.velocities, axis=1)
    assert (speeds <= 3 + 1e-9).all()
    assert (np.linalg.norm(motions.accelerations, axis=1) <= np.hypot(2.0, 1.5) + 1e-6).all()
    steps = np.linalg.norm(np.diff(motions.positions, axis=0), axis=1)
    assert (steps <= 3 * seconds[1] + 1e-6).all()
    assert np.allclose(motions.positions[[0, -1]], waypoints[[0, -1]], atol=1e-5)
    assert world.is_traversable(world.cells_at(motions.positions)).all()
    assert timed.lower_bound <= timed.duration and timed.excess is None and (motions.legs == 0).all()
    middle = motions.positions[250]
    assert timed.time_near(middle, 0.01, seconds[250]) == pytest.approx(seconds[250], abs=1e-3)
    assert timed.time_near(middle + 100, 0.01, 0) is None


def test_a_replanner_has_a_trajectory_of_the_rest():
    blocks = np.zeros((20, 5, 5), dtype=bool)
    blocks[:, :, 0] = True
    blocks[:10, :, 1:3] = True
    world = voxnav.World.from_numpy(blocks)
    start, goal = world.centers([(2, 2, 3), (17, 2, 1)])
    feet = np.array([0, 0, 0.5])
    keeper = voxnav.Replanner(world, goal - feet, locomotion=voxnav.Locomotion("walker"))
    limits = voxnav.MotionLimits(2.0, gravity=4.0)
    assert keeper.trajectory(limits) is None
    keeper.update(start - feet)
    timed = keeper.trajectory(limits)
    # Eight units to the edge and over it, one second to fall two, and seven to the end.
    assert timed.duration == pytest.approx(8 / 2 + 1 + 7 / 2)
    falling = timed.at(4.5)
    assert falling.legs[0] == 1 and falling.accelerations[0].tolist() == [0, 0, -4]
    assert timed.at([0, 1e9]).positions[1].tolist() == (goal - feet).tolist()
    assert timed == keeper.trajectory(voxnav.MotionLimits(2, gravity=4))


def test_faults_are_named():
    world, free = room()
    with pytest.raises(voxnav.ArgumentError, match="limits: the jerk is -1"):
        voxnav.MotionLimits(1.0, jerk=-1)
    with pytest.raises(voxnav.ArgumentError, match="up: no axis is called"):
        voxnav.MotionLimits(1.0, up="w")
    with pytest.raises(voxnav.ArgumentTypeError, match="speed: 'fast'"):
        voxnav.MotionLimits("fast")
    limits = voxnav.MotionLimits(1.0)
    ends = world.centers(free[:2])
    with pytest.raises(voxnav.WorldError, match="is blocked"):
        world.trajectory([ends[0], ends[0] - 40], limits)
    with pytest.raises(voxnav.ArgumentError, match="waypoints"):
        world.trajectory(np.zeros((0, 3)), limits)
    timed = world.trajectory(ends[:1], limits)
    assert timed.duration == 0 and timed.at(3).positions.tolist() == ends[:1].tolist()
    with pytest.raises(voxnav.ArgumentError, match="seconds"):
        timed.at(np.zeros((2, 2)))
