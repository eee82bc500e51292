"""Times of `voxnav` trajectories on straight lines beside those of `ruckig` (MIT), which are the least for one axis.

    pip install voxnav ruckig
    python benches/python/trajectories.py

Each move is along one axis, from a speed to a speed, within limits of speed, acceleration, braking and jerk that are drawn by
a seed. `ruckig` gets the same move by position control. Prints a row for each kind of move: how many there are, and the
least, the middle and the greatest time of `voxnav` in times of `ruckig`. A ratio below 1 would be a broken limit: it fails.
"""

import argparse
import csv
import random
import statistics
import sys

import numpy
import ruckig
import voxnav

# The part by which times are rounded: `ruckig` solves polynomials in floating point.
ROUNDING = 1e-6
SIDE = 64


def drawn(draws, kind):
    """The length of a move, its limits, and the speeds at both ends."""
    any_of = lambda low, high: low * (high / low) ** draws.random()
    speed, acceleration, jerk = any_of(0.3, 10), any_of(0.3, 10), any_of(0.3, 30)
    braking = acceleration if kind != "braking unlike acceleration" else any_of(0.3, 10)
    length = any_of(0.1, SIDE - 2)
    ends = [0.0, 0.0]
    if kind == "from a speed":
        ends[0] = draws.uniform(0, speed)
    if kind == "to a speed":
        ends[1] = draws.uniform(0, speed)
    return length, (speed, acceleration, braking, jerk), ends


def ours(world, length, limits, ends):
    """The time of `voxnav`; `None` for a move whose speeds cannot be changed on its length."""
    speed, acceleration, braking, jerk = limits
    motion = voxnav.MotionLimits(
        speed, acceleration=acceleration, braking=braking, jerk=jerk, start_speed=ends[0], end_speed=ends[1]
    )
    trajectory = world.trajectory([(0, 1, 1), (length, 1, 1)], motion)
    last = trajectory.at([trajectory.duration - 1e-9]).velocities[0][0] if ends[1] else 0.0
    is_as_asked = trajectory.excess is None and abs(last - ends[1]) < 1e-4
    # Points of paths are multiples of 2^-20 of a cell.
    return (trajectory.duration, trajectory.length) if is_as_asked else None


def theirs(length, limits, ends):
    """The time of `ruckig`."""
    speed, acceleration, braking, jerk = limits
    move = ruckig.InputParameter(1)
    move.current_position, move.current_velocity, move.current_acceleration = [0.0], [ends[0]], [0.0]
    move.target_position, move.target_velocity, move.target_acceleration = [length], [ends[1]], [0.0]
    move.max_velocity, move.max_acceleration, move.max_jerk = [speed], [acceleration], [jerk]
    move.min_acceleration = [-braking]
    trajectory = ruckig.Trajectory(1)
    result = ruckig.Ruckig(1).calculate(move, trajectory)
    if result not in (ruckig.Result.Working, ruckig.Result.Finished):
        raise RuntimeError(f"ruckig: {result} for {length} {limits} {ends}")
    return trajectory.duration


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--moves", type=int, default=2000, help="moves of each kind")
    moves = parser.parse_args().moves
    world = voxnav.World.from_numpy(numpy.zeros((SIDE, 3, 3), dtype=bool))
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["move", "moves", "voxnav / ruckig: least", "middle", "greatest", "longer by a thousandth or more"])
    for kind in ["from rest to rest", "braking unlike acceleration", "from a speed", "to a speed"]:
        draws, ratios = random.Random(1), []
        while len(ratios) < moves:
            length, limits, ends = drawn(draws, kind)
            answer = ours(world, length, limits, ends)
            if answer is None:
                continue
            seconds, length = answer
            ratio = seconds / theirs(length, limits, ends)
            if ratio < 1 - ROUNDING:
                raise SystemExit(f"{kind}: {ratio} of the least time, {length} {limits} {ends}")
            ratios.append(ratio)
        longer = sum(ratio > 1.001 for ratio in ratios)
        figures = [min(ratios), statistics.median(ratios), max(ratios)]
        table.writerow([kind, moves, *(f"{figure:.6f}" for figure in figures), longer])


if __name__ == "__main__":
    main()
