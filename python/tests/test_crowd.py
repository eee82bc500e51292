"""Crowds: all arrive, and nobody touches anything. The check looks at the arrays alone."""

import subprocess
import sys

import numpy as np
import pytest

import voxnav

DT = 1 / 30


def drawn(seed, agents, kind="random:10", size=(14, 14, 6)):
    """A world, and positions for agents that are apart."""
    world = voxnav.World.generate(kind, size, seed=seed)
    free = np.argwhere(world.to_numpy() == 0).astype(np.int32)
    np.random.default_rng(seed).shuffle(free)
    start = free[0]
    free = free[world.reachable(np.repeat(start[None], len(free), axis=0), free)]
    assert len(free) > 2 * agents
    return world, world.centers(free[:agents]), world.centers(free[agents : 2 * agents])


def closest(before, after):
    """The smallest distance of two of these agents, each going straight."""
    at, to = before[:, None] - before[None], after[:, None] - after[None]
    way = to - at
    far = np.maximum((way**2).sum(axis=2), 1e-30)
    share = np.clip(-(at * way).sum(axis=2) / far, 0, 1)
    apart = np.linalg.norm(at + way * share[..., None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return apart.min()


def run(world, crowd, radius, ticks, until):
    """Updates until all of `until` have arrived, and checks every update."""
    waiting, positions = set(until.tolist()), crowd.positions
    for _ in range(ticks):
        before = positions.copy()
        for event in crowd.update(DT):
            if event.kind == "arrived":
                waiting.discard(event.agent)
            assert event.kind not in ("overlaps", "enclosed"), event
        assert closest(before, positions) > 2 * radius - 1e-6
        for share in np.linspace(0, 1, 4):
            cells = world.cells_at(before + (positions - before) * share)
            assert world.is_traversable(cells).all()
        np.testing.assert_allclose(before + crowd.velocities * DT, positions, atol=1e-6)
        if not waiting:
            return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_all_arrive_and_nobody_touches_anything(seed):
    world, starts, goals = drawn(seed, 12)
    crowd = voxnav.Crowd(world)
    ids = crowd.add(starts, agent=0.5, radius=0.25, speed=np.linspace(1.0, 4.0, 12))
    crowd.send(ids, goals)
    assert run(world, crowd, 0.25, 3000, ids)
    assert np.linalg.norm(crowd.positions - goals, axis=1).max() < 0.6


def test_a_group_settles_around_one_point():
    world, starts, goals = drawn(5, 12)
    crowd = voxnav.Crowd(world)
    ids = crowd.add(starts, agent=0.5, radius=0.25, speed=3.0)
    places = crowd.send_group(ids, goals[0])
    assert places.shape == (12, 3) and places.dtype == np.float64
    assert closest(places, places) > 0.5
    assert run(world, crowd, 0.25, 3000, ids)
    apart = np.linalg.norm(places[:, None] - crowd.positions[None], axis=2)
    assert (apart.min(axis=1) < 0.13).all()
    with pytest.raises(voxnav.ArgumentError, match="ids.*twice"):
        crowd.send_group([ids[0], ids[0]], goals[0])
    with pytest.raises(voxnav.ArgumentError, match="ids.*99"):
        crowd.send_group([99], goals[0])
    with pytest.raises(voxnav.ArgumentError, match="point"):
        crowd.send_group(ids, [999.0, 0.0, 0.0])
    # One by one, the others stop before the first.
    crowd.send(ids, goals[1])
    told = {}
    for _ in range(3000):
        for event in crowd.update(DT):
            if event.kind in ("arrived", "stops short"):
                told[event.agent] = event
    assert len(told) == 12
    short = [event for event in told.values() if event.kind == "stops short"]
    assert short and all(event.detail == "taken" and event.other in told for event in short)


def test_a_formation_goes_with_its_leader_and_has_another_one_without_it():
    world = voxnav.World.from_numpy(np.zeros((40, 20, 4), dtype=bool))
    crowd = voxnav.Crowd(world)
    starts = np.array([[6.0, 10, 2], [4, 8, 2], [4, 12, 2], [2, 10, 2]])
    ids = crowd.add(starts, agent=0.5, radius=0.25, speed=[2.0, 3, 3, 3])
    crowd.follow_in_formation(ids[0], ids[1:], "column", spacing=1.5, wait=4.0)
    crowd.send(ids[:1], [30.0, 10, 2])
    assert run(world, crowd, 0.25, 3000, ids)
    behind = np.sort(crowd.positions[0, 0] - crowd.positions[1:, 0])
    np.testing.assert_allclose(behind, [1.5, 3.0, 4.5], atol=0.3)
    crowd.remove(ids[:1])
    assert [event.agent for event in crowd.update(DT) if event.kind == "leads"] != []
    with pytest.raises(voxnav.ArgumentError, match="shape"):
        crowd.follow_in_formation(ids[1], ids[2:], "square")
    with pytest.raises(voxnav.ArgumentError, match="ids.*twice"):
        crowd.follow_in_formation(ids[1], ids[1:], "line")
    with pytest.raises(voxnav.ArgumentError, match="spacing"):
        crowd.follow_in_formation(ids[1], ids[2:], "line", spacing=-1.0)


def test_equal_crowds_are_equal_and_arrays_are_written_in_place():
    def ended():
        world, starts, goals = drawn(3, 10)
        crowd = voxnav.Crowd(world)
        ids = crowd.add(starts, agent=0.5, speed=2.0, keys=np.arange(10)[::-1])
        crowd.send(ids, goals)
        positions, velocities = crowd.positions, crowd.velocities
        events = [crowd.update(DT) for _ in range(100)]
        assert np.shares_memory(positions, crowd.positions)
        assert (positions == crowd.positions).all() and (velocities == crowd.velocities).all()
        assert (positions != starts).any()
        with pytest.raises(ValueError, match="read-only"):
            positions[0, 0] = 1.0
        return positions.tobytes(), events

    assert ended() == ended()


def test_agents_come_and_go():
    world = voxnav.World.from_numpy(np.zeros((20, 8, 4), dtype=bool))
    crowd = voxnav.Crowd(world)
    assert len(crowd) == 0 and crowd.positions.shape == (0, 3) and crowd.update(DT) == []
    ids = crowd.add([[1, 1, 1], [3, 1, 1], [5, 1, 1]], agent=0.5)
    assert ids.dtype == np.uint32 and crowd.ids.tolist() == ids.tolist()
    held = crowd.positions
    crowd.remove(ids[1])
    assert len(crowd) == 2 and crowd.positions.tolist() == [[1, 1, 1], [5, 1, 1]]
    crowd.set_positions(ids[2], (15, 6, 2))
    assert crowd.positions[1].tolist() == [15, 6, 2] and held.shape == (3, 3)
    crowd.send(ids[0], (9, 1, 1))
    crowd.update(DT)
    assert np.isfinite(crowd.remaining[0]) and len(crowd.waypoints(int(ids[0]))) >= 2
    assert crowd.work >= 0 and crowd.world is world
    crowd.stop(ids[0])
    for _ in range(30):
        crowd.update(DT)
    rests = crowd.positions.copy()
    crowd.update(DT)
    assert (crowd.positions == rests).all() and repr(crowd) == "<voxnav.Crowd: 2 agents>"


def test_worlds_change_under_way():
    blocks = np.zeros((16, 9, 3), dtype=bool)
    blocks[8] = True
    blocks[8, 1] = blocks[8, 7] = False
    world = voxnav.World.from_numpy(blocks)
    crowd = voxnav.Crowd(world, max_suboptimality=1.0)
    ids = crowd.add([[2, 1, 1]], agent=0.5, speed=3.0)
    crowd.send(ids, [[14, 1, 1]])
    for _ in range(20):
        crowd.update(DT)
    world.set_boxes([[[8, 1, 0], [9, 2, 3]]], "occupied")
    kinds = []
    for _ in range(400):
        kinds += [event.kind for event in crowd.update(DT)]
    assert kinds.count("route changed") >= 1 and kinds[-1] == "arrived"
    world.set_boxes([[[8, 0, 0], [9, 9, 3]]], "occupied")
    crowd.send(ids, (2, 1, 1))
    told = [event for _ in range(20) for event in crowd.update(DT)]
    assert any(event.kind == "no path" and event.detail == "unreachable" for event in told)


def test_walkers_follow_and_step():
    blocks = np.zeros((20, 8, 8), dtype=bool)
    blocks[:, :, :2] = True
    blocks[10:, :, 2] = True
    world = voxnav.World.from_numpy(blocks)
    crowd = voxnav.Crowd(world)
    feet = world.centers([[2, 3, 2], [2, 5, 2]]) - (0, 0, 0.5)
    walker = voxnav.Locomotion("walker", step_up=1)
    ids = crowd.add(feet, agent=(0.6, 0.6, 1.0), locomotion=walker, speed=2.0)
    end = world.centers([[17, 3, 3]])[0] - (0, 0, 0.5)
    crowd.send(ids[0], end, within=0.5)
    crowd.follow(ids[1], ids[0], within=1.5)
    told = [event for _ in range(900) for event in crowd.update(DT)]
    assert ("action started", "step up") in {(event.kind, event.detail) for event in told}
    assert {event.agent for event in told if event.kind == "arrived"} == set(ids.tolist())
    assert np.linalg.norm(crowd.positions[0] - end) < 1.2
    assert np.linalg.norm(crowd.positions[1] - crowd.positions[0]) < 2.0


def test_strangers_are_kept_clear_of():
    world = voxnav.World.from_numpy(np.zeros((20, 20, 5), dtype=bool))
    crowd = voxnav.Crowd(world)
    ids = crowd.add([[2.0, 10.0, 2.0]], agent=0.5, speed=2.0)
    crowd.send(ids, [[17.0, 10.0, 2.0]])
    player, near = np.array([17.0, 10.2, 2.0]), np.inf
    for _ in range(600):
        crowd.set_characters([player], [[-1.0, 0.0, 0.0]], 0.5)
        crowd.update(DT)
        player[0] -= DT
        near = min(near, np.linalg.norm(crowd.positions[0] - player))
    assert 0.75 - 1e-6 < near < 3


def test_a_joint_plan_is_followed():
    world = voxnav.World.from_numpy(np.zeros((6, 6, 1), dtype=bool))
    starts = np.array([[0, 0, 0], [5, 5, 0], [0, 5, 0], [5, 0, 0]])
    plan = world.plan_joint(starts, starts[::-1], radius=0.3)
    crowd = voxnav.Crowd(world)
    ids = crowd.add(world.centers(starts), agent=0.6, speed=[1.0, 3.0, 0.4, 2.0])
    crowd.follow_plan(ids, plan, radius=0.3)
    assert run(world, crowd, 0.3, 3000, ids)
    np.testing.assert_allclose(crowd.positions, world.centers(starts[::-1]), atol=0.2)
    with pytest.raises(ValueError, match="plan: "):
        crowd.follow_plan(ids[:2], plan, radius=0.3)
    with pytest.raises(ValueError, match=r"plan: an array of shape \(steps \+ 1, N, 3\)"):
        crowd.follow_plan(ids, plan[0])


def test_walkers_follow_a_joint_plan_over_steps():
    blocks = np.zeros((9, 5, 6), dtype=bool)
    blocks[:, :, 0] = True
    blocks[5:, :, 1] = True
    world = voxnav.World.from_numpy(blocks)
    starts = np.array([[1, 2, 1], [7, 2, 2], [1, 4, 1]])
    walker, body = voxnav.Locomotion("walker", step_up=1), (0.6, 0.6, 1.8)
    legs = world.plan_legs(starts, starts[[1, 2, 0]], locomotion=walker, agent=body)
    crowd = voxnav.Crowd(world)
    feet = world.centers(starts) - (0, 0, 0.5)
    ids = crowd.add(feet, agent=body, locomotion=walker, speed=[0.7, 3.0, 1.5])
    crowd.follow_legs(ids, starts, legs)
    arrived = set()
    for _ in range(1500):
        arrived |= {event.agent for event in crowd.update(DT) if event.kind == "arrived"}
        at = crowd.positions
        apart = np.abs(at[:, None, :2] - at[None, :, :2]).max(axis=2) + np.eye(3) * 9
        assert apart.min() > 0.59
    assert arrived == set(ids.tolist())
    np.testing.assert_allclose(crowd.positions, feet[[1, 2, 0]], atol=0.1)
    for rows, match in [
        (legs[:, :5], r"legs: an array of shape \(M, 6\)"),
        (legs + [3, 0, 0, 0, 0, 0], "legs: row 0: no such agent"),
        (legs[::-1], "legs: row .*order of their steps"),
        (-legs, "legs: row .*below 0"),
    ]:
        with pytest.raises(ValueError, match=match):
            crowd.follow_legs(ids, starts, rows)
    with pytest.raises(ValueError, match="starts: 2 cells for 3 agents"):
        crowd.follow_legs(ids, starts[:2], legs)


def test_to_the_nearest_of_several():
    world = voxnav.World.from_numpy(np.zeros((20, 4, 4), dtype=bool))
    crowd = voxnav.Crowd(world)
    ids = crowd.add([[4, 1, 1], [15, 1, 1]], agent=0.5, speed=3.0)
    crowd.send_to_nearest(ids, [[1, 1, 1], [18, 1, 1]])
    for _ in range(120):
        crowd.update(DT)
    assert np.abs(crowd.positions[:, 0] - [1, 18]).max() < 0.2


def mixed(seed):
    """A crowd of both kinds in a drawn world with a collider, on its way."""
    draws = np.random.default_rng(seed)
    blocks = draws.random((16, 16, 7)) < 0.04
    blocks[:, :, 0] = True
    world = voxnav.World.from_numpy(blocks, size=0.5, origin=(-2, 1, 0))
    world.insert(voxnav.Collider.box((1, 1, 1)), world.centers([[8, 8, 3]])[0])
    world.set_material([], "water", "liquid")
    # Agents of other questions have the first numbers.
    world.reachable([[1, 1, 5]], [[2, 2, 5]], agent=0.1 + 0.1 * (seed % 2))
    free = np.argwhere(world.to_numpy() == 0).astype(np.int32)
    draws.shuffle(free)
    crowd, walker = voxnav.Crowd(world, budget=600), voxnav.Locomotion("walker", step_up=1, climb=1.5)
    ids = []
    for number in range(12):
        of = dict(agent=0.4) if number % 2 else dict(agent=(0.4, 0.4, 0.9), locomotion=walker)
        for cell in free[number::12]:
            at = world.centers([cell]) - (0, 0, 0 if number % 2 else 0.25)
            try:
                ids.append(crowd.add(at, speed=1 + number / 4, priority=number % 3, **of)[0])
                break
            except voxnav.ArgumentError:
                continue
    assert len(ids) == 12
    feet = world.centers(free[:12]) - (0, 0, 0.25)
    crowd.send(ids[:8], feet[:8])
    crowd.send(ids[8], feet[8], within=0.5)
    crowd.send_to_nearest(ids[9:10], feet[9:11])
    crowd.follow(ids[10], ids[0])
    crowd.remove(ids[5])
    crowd.set_characters(world.centers(free[20:21]), [[0.1, 0, 0]], 0.2)
    return world, crowd, draws


LOADS = """
import sys, voxnav
world = voxnav.World.from_bytes(open(sys.argv[1], "rb").read())
crowd = voxnav.Crowd.from_bytes(world, open(sys.argv[2], "rb").read(), budget=600)
for _ in range(80):
    events = crowd.update(1 / 30)
    sys.stdout.buffer.write(crowd.positions.tobytes() + str(events).encode())
"""


@pytest.mark.parametrize("seed", range(6))
def test_saved_in_the_middle_and_loaded_a_crowd_goes_on_equally(seed, tmp_path):
    world, crowd, draws = mixed(seed)
    for _ in range(int(draws.integers(0, 20))):
        crowd.update(DT)
    positions = crowd.positions
    saved, level = crowd.to_bytes(), world.to_bytes()
    assert np.shares_memory(positions, crowd.positions) and not crowd.velocities.any()
    other = voxnav.World.from_bytes(level)
    # There, other agents have these numbers.
    other.reachable([[1, 1, 5]], [[2, 2, 5]], agent=0.3)
    loaded = voxnav.Crowd.from_bytes(other, saved, budget=600)
    assert loaded.ids.tolist() == crowd.ids.tolist() and loaded.world is other
    assert (loaded.positions == positions).all()
    again = voxnav.Crowd.from_bytes(world.copy(), loaded.to_bytes(), budget=600)
    wall, before, told = [[[3, 3, 1], [4, 9, 4]]], positions.copy(), []
    for tick in range(80):
        if seed % 3 == 0 and tick == 20:
            for one in (world, other, again.world):
                one.set_boxes(wall, "occupied")
        events = crowd.update(DT)
        assert loaded.update(DT) == events == again.update(DT)
        assert (loaded.positions == positions).all() and (again.positions == positions).all()
        assert (loaded.velocities == crowd.velocities).all() and loaded.work == crowd.work
        told.append(positions.tobytes() + str(events).encode())
    assert np.abs(positions - before).max() > 0.5
    new = loaded.add(other.centers([[1, 1, 6]]), agent=0.1)
    assert new[0] == crowd.ids.max() + 1
    if seed % 3 != 0:
        (tmp_path / "level").write_bytes(level)
        (tmp_path / "crowd").write_bytes(saved)
        ran = [sys.executable, "-c", LOADS, tmp_path / "level", tmp_path / "crowd"]
        assert subprocess.run(ran, check=True, capture_output=True).stdout == b"".join(told)


def test_bytes_of_no_crowd_and_other_worlds_are_refused():
    world, crowd, _ = mixed(7)
    crowd.update(DT)
    saved = crowd.to_bytes()
    for cut in range(0, len(saved), 7):
        with pytest.raises(voxnav.FileError, match="crowd"):
            voxnav.Crowd.from_bytes(world, saved[:cut])
    for at in range(0, len(saved), 5):
        flipped = bytearray(saved)
        flipped[at] ^= 16
        with pytest.raises(voxnav.FileError, match="crowd"):
            voxnav.Crowd.from_bytes(world, bytes(flipped))
    with pytest.raises(voxnav.FileError, match="not a saved crowd"):
        voxnav.Crowd.from_bytes(world, world.to_bytes())
    blocks = world.to_numpy()
    for other in [
        voxnav.World.from_numpy(blocks, size=0.25, origin=(-2, 1, 0)),
        voxnav.World.from_numpy(blocks, size=0.5),
        voxnav.World.from_numpy(blocks[1:], size=0.5, origin=(-2, 1, 0)),
    ]:
        with pytest.raises(voxnav.ArgumentError, match="world: the crowd was saved in cells .* of side 0.5"):
            voxnav.Crowd.from_bytes(other, saved)
    with pytest.raises(ValueError, match="max_suboptimality"):
        voxnav.Crowd.from_bytes(world, saved, max_suboptimality=0.5)
    empty = voxnav.Crowd(world).to_bytes()
    assert len(voxnav.Crowd.from_bytes(world, empty)) == 0
    flat = voxnav.World.from_numpy(np.zeros((6, 6, 1), dtype=bool))
    crowd = voxnav.Crowd(flat)
    starts = np.array([[0, 0, 0], [5, 5, 0]])
    ids = crowd.add(flat.centers(starts), agent=0.6)
    crowd.follow_plan(ids, flat.plan_joint(starts, starts[::-1], radius=0.3), radius=0.3)
    with pytest.raises(voxnav.WorldError, match="agent 0 follows a joint plan"):
        crowd.to_bytes()
    assert run(flat, crowd, 0.3, 3000, ids)
    crowd.stop(ids)
    assert len(voxnav.Crowd.from_bytes(flat, crowd.to_bytes())) == 2


def test_faults_are_named_and_nothing_is_lost():
    world = voxnav.World.from_numpy(np.zeros((8, 8, 4), dtype=bool))
    crowd = voxnav.Crowd(world)
    ids = crowd.add([[1, 1, 1], [5, 5, 1]], agent=0.5)
    for bad, match in [
        (dict(positions=[[1, 1]]), r"positions: .*\(N, 3\)"),
        (dict(positions=[[1, 1, 1], [np.nan, 0, 0]]), "positions: row 1: .*finite"),
        (dict(positions=[[2, 2, 2], [90, 1, 1]]), "positions: row 1: .*does not fit"),
        (dict(positions=[[1, 1, 1]], speed=-1), "speed: row 0: .*negative"),
        (dict(positions=[[1, 1, 1]], speed=[1, 2]), r"speed: .*\(1,\) is needed, not \(2,\)"),
        (dict(positions=[[1, 1, 1]], stopping_distance=np.nan), "stopping_distance: row 0"),
        (dict(positions=[[1, 1, 1]], radius=0), "radius: row 0: .*above zero"),
        (dict(positions=[[1, 1, 1]], priority=2**40), "priority: .*out of range"),
        (dict(positions=[[1, 1, 1]], moved_by="me"), "moved_by: nobody is called"),
    ]:
        with pytest.raises(ValueError, match=match):
            crowd.add(bad.pop("positions"), **bad)
        assert len(crowd) == 2, bad
    with pytest.raises(ValueError, match="ids: row 1: no agent"):
        crowd.send([ids[0], 99], [[2, 2, 2], [2, 2, 2]])
    assert np.isnan(crowd.remaining).all()
    for call, match in [
        (lambda: crowd.send(ids, [[1, 1, 1]]), "goals: 1 rows for 2 agents"),
        (lambda: crowd.send(ids, (1, 1, np.inf)), "goals.*finite"),
        (lambda: crowd.send(ids, (1, 1, 1), within=-1), "within: row 0"),
        (lambda: crowd.follow(ids[0], 7), "no agent of the crowd has the id 7"),
        (lambda: crowd.remove(77), "ids: row 0"),
        (lambda: crowd.remove(-1), "ids: .*out of range"),
        (lambda: crowd.waypoints(77), "id: no agent"),
        (lambda: crowd.update(-1.0), "dt: .*negative"),
        (lambda: crowd.update(np.nan), "dt: "),
        (lambda: crowd.set_characters([[0, 0, 0]], [[0, 0, 0]], -1.0), "neighbor"),
        (lambda: voxnav.Crowd(world, max_suboptimality=0.5), "settings: `max_suboptimality`"),
        (lambda: voxnav.Crowd(world, max_deviation=-1), "settings: `max_deviation` is -1"),
    ]:
        with pytest.raises(ValueError, match=match):
            call()
    with pytest.raises(TypeError, match="ids: "):
        crowd.stop([0.5])
    assert crowd.positions.tolist() == [[1, 1, 1], [5, 5, 1]]
