import assert from "node:assert/strict";
import { test } from "node:test";
import { NEVER, load } from "../dist/index.js";
import { draws } from "./draws.js";

const voxnav = await load();

/** A world with pillars, and which of its cells are free. */
function pillars(seed, size = [24, 10, 24]) {
  const draw = draws(seed).below;
  const cells = new Uint8Array(size[0] * size[1] * size[2]);
  for (let pillar = 0; pillar < 40; pillar++) {
    const [x, z] = [draw(size[0]), draw(size[2])];
    for (let y = 0; y < 3 + draw(size[1] - 3); y++) cells[(x * size[1] + y) * size[2] + z] = 1;
  }
  const isFree = (cell) =>
    cell.every((at, axis) => at >= 0 && at < size[axis]) && cells[(cell[0] * size[1] + cell[1]) * size[2] + cell[2]] === 0;
  return { world: voxnav.worldFromCells(cells, size), isFree, draw, size };
}

/** Cells that are free and different. */
function freeCells({ isFree, draw, size }, count) {
  const found = new Map();
  while (found.size < count) {
    const cell = size.map((side) => draw(side));
    if (isFree(cell)) found.set(cell.join(), cell);
  }
  return [...found.values()];
}

const rows = (numbers) => Array.from({ length: numbers.length / 3 }, (_, row) => [...numbers.slice(3 * row, 3 * row + 3)]);

const apart = (one, other) => Math.hypot(...one.map((part, axis) => part - other[axis]));

test("all agents of a crowd arrive where they are sent, and are never in what blocks them, nor in each other", () => {
  for (const seed of [1, 2, 3]) {
    const place = pillars(seed);
    const body = place.world.addAgent({ size: 0.4 });
    const crowd = place.world.addCrowd();
    const [starts, goals] = [freeCells(place, 20), freeCells(place, 20)];
    const ids = crowd.add(body, starts.flat(), { speed: 8 });
    crowd.send(ids, goals.flat());
    const arrived = new Set();
    for (let update = 0; update < 2000 && arrived.size < ids.length; update++) {
      const { positions, events } = crowd.update(1 / 30);
      for (const { kind, id } of events) if (kind === "arrived") arrived.add(id);
      const all = rows(positions);
      for (const [row, at] of all.entries()) {
        assert.ok(place.isFree(at.map(Math.round)), `${at} in world ${seed}`);
        for (const other of all.slice(0, row)) assert.ok(apart(at, other) > 0.4 - 1e-6, `two at ${at} in world ${seed}`);
      }
    }
    assert.equal(arrived.size, ids.length, `world ${seed}`);
    const { ids: all, positions } = crowd.update(0);
    assert.deepEqual([...all], [...ids]);
    rows(positions).forEach((at, row) => assert.ok(Math.hypot(...at.map((part, axis) => part - goals[row][axis])) < 1, `agent ${row}`));
    place.world.free();
  }
});

test("a formation goes with its leader, and has another one without it", () => {
  const place = pillars(9);
  const crowd = place.world.addCrowd();
  const [starts, [point]] = [freeCells(place, 4), freeCells(place, 1)];
  const ids = crowd.add(place.world.addAgent({ size: 0.4 }), starts.flat(), { speed: 6 });
  crowd.followInFormation(ids[0], [...ids].slice(1), "column", { spacing: 1, wait: 3 });
  crowd.send([ids[0]], point);
  const arrived = new Set();
  for (let update = 0; update < 2000 && arrived.size < ids.length; update++) {
    for (const event of crowd.update(1 / 30).events) {
      if (event.kind === "arrived") arrived.add(event.id);
    }
  }
  assert.equal(arrived.size, 4);
  crowd.remove([ids[0]]);
  assert.ok(crowd.update(1 / 30).events.some(({ kind }) => kind === "leads"));
  assert.throws(() => crowd.followInFormation(ids[1], [ids[1]], "line"), /`followers`: agent 1 is twice/);
  assert.throws(() => crowd.followInFormation(ids[1], [ids[2]], "square"), /`shape`/);
});

test("a group settles around one point, and one by one agents stop before the first", () => {
  const place = pillars(9);
  const crowd = place.world.addCrowd();
  const [starts, [point, other]] = [freeCells(place, 12), freeCells(place, 2)];
  const ids = crowd.add(place.world.addAgent({ size: 0.4 }), starts.flat(), { speed: 8 });
  const places = rows(crowd.sendGroup(ids, point));
  assert.equal(places.length, 12);
  for (const [row, at] of places.entries()) {
    for (const next of places.slice(0, row)) assert.ok(apart(at, next) > 0.4, `two at ${at}`);
  }
  const told = new Map();
  const play = () => {
    told.clear();
    for (let update = 0; update < 2000 && told.size < ids.length; update++) {
      for (const event of crowd.update(1 / 30).events) {
        if (event.kind === "arrived" || event.kind === "stops short") told.set(event.id, event);
      }
    }
    assert.equal(told.size, 12);
  };
  play();
  assert.ok([...told.values()].every(({ kind }) => kind === "arrived"));
  const at = rows(crowd.update(0).positions);
  assert.ok(places.every((there) => at.some((here) => apart(here, there) < 0.11)));
  assert.throws(() => crowd.sendGroup([ids[0], ids[0]], point), /`ids`: agent 0 is twice/);
  assert.throws(() => crowd.sendGroup(ids, [999, 0, 0]), /`point`/);
  crowd.send(ids, other);
  play();
  const short = [...told.values()].filter(({ kind }) => kind === "stops short");
  assert.ok(short.length > 0 && short.every(({ why }) => why === "taken"));
  place.world.free();
});

test("equal crowds are equal after equal calls, whatever is edited", () => {
  const run = () => {
    const place = pillars(4);
    const crowd = place.world.addCrowd({ budget: 500 });
    const [starts, goals] = [freeCells(place, 12), freeCells(place, 12)];
    const ids = crowd.add(place.world.addAgent({ size: 0.4 }), starts.flat(), { speed: 6 });
    crowd.send(ids, goals.flat());
    const seen = [];
    for (let update = 0; update < 60; update++) {
      if (update === 20) place.world.setBox([0, 9, 0], [24, 10, 12], "occupied");
      seen.push(...crowd.update(1 / 30).positions);
    }
    place.world.free();
    return seen;
  };
  assert.deepEqual(run(), run());
});

test("what is refused of a crowd changes nothing", () => {
  const place = pillars(5);
  const [first, second] = freeCells(place, 2);
  const body = place.world.addAgent({ size: 0.4 });
  const crowd = place.world.addCrowd();
  const [id] = crowd.add(body, first);
  const other = pillars(6);
  const foreign = other.world.addAgent({ size: 0.4 });
  for (const call of [
    () => crowd.add(body, [...second, -5, 0, 0]),
    () => crowd.add(body, second, { speed: -1 }),
    () => crowd.add(body, second, { radius: 0 }),
    () => crowd.add(body, second, { priority: 0.5 }),
    () => crowd.add(body, second, { keepAway: -1 }),
    () => crowd.add(body, second, { keepAway: 1, keepAwayWeight: 0 }),
    () => crowd.add(body, [NaN, 0, 0]),
    () => crowd.setKeepAway([id], -1),
    () => crowd.setKeepAway([id], NaN),
    () => crowd.setKeepAway([id], 1, 0),
    () => crowd.setKeepAway([id], 1, 65536),
    () => crowd.setKeepAway([id, id + 7], 1),
    () => place.world.addCrowd({ routes: { keepAway: -1 } }),
    () => place.world.addCrowd({ routes: { keepAway: 1, keepAwayWeight: 0 } }),
    () => crowd.add(foreign, second),
    () => crowd.send([id + 7], second),
    () => crowd.send([id], [1, 2]),
    () => crowd.send([id], second, { within: -1 }),
    () => crowd.follow([id], id + 7, 1),
    () => crowd.update(-1),
    () => place.world.addCrowd({ maxSuboptimality: 0.5 }),
  ]) {
    assert.throws(call, { name: "VoxnavError", kind: "argument" }, String(call));
    assert.deepEqual([...crowd.update(0).positions], first, String(call));
  }
  place.world.free();
  assert.throws(() => crowd.update(0), { kind: "stale" });
});

test("agents follow another one, and stay when they are stopped or removed", () => {
  const world = voxnav.emptyWorld([0, 0, 0], [20, 20, 20]);
  const crowd = world.addCrowd();
  const [leader, follower] = crowd.add(world.addAgent({ size: 0.4 }), [1, 1, 1, 5, 5, 5], { speed: 5 });
  crowd.send([leader], { x: 18, y: 18, z: 18 });
  crowd.follow([follower], leader, 2);
  for (let update = 0; update < 300; update++) crowd.update(1 / 30);
  const [ahead, behind] = rows(crowd.update(0).positions);
  assert.ok(Math.hypot(...ahead.map((part, axis) => part - behind[axis])) <= 2.01);
  crowd.send([leader], [1, 1, 1]);
  crowd.stop([leader]);
  crowd.place([follower], [3, 3, 3]);
  crowd.stop([follower]);
  assert.deepEqual(rows(crowd.update(1).positions), [ahead, [3, 3, 3]]);
  crowd.remove([leader]);
  assert.deepEqual([...crowd.update(0).ids], [follower]);
});

test("agents keep the distances that they are given, at any time, and those on the ground none", () => {
  // A wall along the way, of x from 10 to 30; one that goes straight passes beside it.
  const hall = () => {
    const world = voxnav.emptyWorld([0, 0, 0], [40, 15, 1]);
    world.setBox([10, 0, 0], [30, 6, 1], "occupied");
    return world;
  };
  /** The least distance of the wall's top from each agent on its way, after the calls before it sets out. */
  const nearest = (options, members, before = () => {}) => {
    const world = hall();
    const crowd = world.addCrowd({ avoid: false, routes: options });
    const body = world.addAgent({ size: 0.5 });
    const ids = members.map((member) => crowd.add(body, [2, 6, 0], { speed: 10, ...member })[0]);
    crowd.send(ids, [37, 6, 0]);
    before(crowd, ids);
    const least = ids.map(() => Infinity);
    for (let update = 0; update < 150; update++) {
      rows(crowd.update(0.1).positions).forEach(([x, y], row) => {
        if (x > 12 && x < 28) least[row] = Math.min(least[row], y - 5);
      });
    }
    world.free();
    return least;
  };
  const [none, far, near] = nearest({}, [{}, { keepAway: 4, keepAwayWeight: 9 }, { keepAway: 2, keepAwayWeight: 9 }]);
  assert.ok(none < 1.5 && near >= 2.5 && far >= 4.5, `${none} ${near} ${far}`);
  const [usual, own] = nearest({ keepAway: 4, keepAwayWeight: 9 }, [{}, { keepAway: 0, keepAwayWeight: 1 }]);
  assert.ok(usual >= 4.5 && own < 1.5, `${usual} ${own}`);
  const changed = nearest({}, [{}, { keepAway: 4, keepAwayWeight: 9 }], (crowd, ids) => {
    crowd.update(0.1); // Both have a route.
    crowd.setKeepAway(ids.slice(0, 1), 4, 9);
    crowd.setKeepAway(ids.slice(1), null);
  });
  assert.ok(changed[0] >= 4.5 && changed[1] < 1.5, `${changed}`);
  const world = voxnav.emptyWorld([0, 0, 0], [9, 9, 9]);
  world.setBox([0, 0, 0], [9, 1, 9], "occupied");
  const crowd = world.addCrowd({ routes: { keepAway: 2 } }); // For those that fly.
  const [drone] = crowd.add(world.addAgent({ size: 0.5 }), [1, 5, 1]);
  const [walker] = crowd.add(world.addAgent({ size: 0.5, ground: true }), [4, 0.5, 4]);
  const before = crowd.toBytes();
  assert.throws(() => crowd.setKeepAway([drone, walker], 3), { kind: "argument", message: /on the ground cannot keep away/ });
  assert.deepEqual(crowd.toBytes(), before);
  crowd.setKeepAway([walker], null);
  world.free();
});

/** A crowd of both kinds in a world with a floor and pillars, on its way. */
function mixed(seed) {
  const place = pillars(seed);
  const { world, size, draw } = place;
  world.setBox([0, 0, 0], [size[0], 1, size[2]], "occupied");
  const drone = world.addAgent({ size: 0.4 });
  const walker = world.addAgent({ size: [0.4, 1.8, 0.4], ground: { stepUp: 1, climb: 1.5, jump: { gap: 1 } } });
  const crowd = world.addCrowd({ budget: 600 });
  const above = { ...place, isFree: (cell) => cell[1] > 0 && place.isFree(cell) };
  const [starts, goals] = [freeCells(above, 40), freeCells(above, 12)];
  let walkers = 0;
  for (const [row, at] of starts.entries()) {
    const [body, y] = row % 2 === 0 ? [drone, at[1]] : [walker, at[1] - 0.5];
    try {
      const keepAway = row % 4 === 0 ? 1 + draw(3) : undefined;
      const ids = crowd.add(body, [at[0], y, at[2]], { speed: 1 + draw(4), priority: draw(3), keepAway });
      crowd.send(ids, goals[row % 12], { within: draw(2) });
      walkers += row % 2;
    } catch (error) {
      assert.equal(error.kind, "argument"); // It does not fit there.
    }
  }
  assert.ok(walkers > 2, `${walkers}`);
  crowd.follow([crowd.update(0).ids[0]], crowd.update(0).ids[1], 1);
  return { world, crowd, drone };
}

test("saved in the middle and loaded a crowd goes on equally, also in another module", async () => {
  const other = await load();
  for (const seed of [20, 21, 22, 23]) {
    const { world, crowd, drone } = mixed(seed);
    for (let update = 0; update < 5 * seed - 90; update++) crowd.update(1 / 30);
    const [level, bytes] = [world.toFile(), crowd.toBytes()];
    const places = [voxnav, other].map((module) => module.worldFromFile(level, "voxnav"));
    // There, another agent has the number of the first.
    places[1].addCrowd().add(places[1].addAgent({ size: 0.3 }), [1, 9, 1]);
    const all = [crowd, ...places.map((place) => place.crowdFromBytes(bytes, { budget: 600 }))];
    const before = crowd.update(0);
    all.slice(1).forEach((loaded) => assert.deepEqual(loaded.update(0), before, `world ${seed}`));
    let seen;
    for (let update = 0; update < 90; update++) {
      if (update === 30 && seed % 2 === 0) {
        [world, ...places].forEach((place) => place.setBox([0, 1, 0], [24, 8, 1], "occupied"));
      }
      const [first, ...rest] = all.map((one) => one.update(1 / 30));
      rest.forEach((one) => assert.deepEqual(one, first, `update ${update} in world ${seed}`));
      seen = first;
    }
    assert.ok(seen.positions.some((at, place) => Math.abs(at - before.positions[place]) > 1), `world ${seed}`);
    const [id] = all[1].add(places[0].addAgent({ size: 0.4 }), [12, 9, 12].map((at) => at + 0.01));
    assert.ok(id > seen.ids.at(-1));
    assert.throws(() => all[2].add(drone, [12, 9, 12]), { name: /Error$/ });
    [world, ...places].forEach((place) => place.free());
  }
});

test("bytes of no crowd, and those of another world, are refused", () => {
  const { world, crowd } = mixed(24);
  crowd.update(0.1);
  const bytes = crowd.toBytes();
  for (let length = 0; length < bytes.length; length += 7) {
    assert.throws(() => world.crowdFromBytes(bytes.slice(0, length)), { kind: "file" }, `${length}`);
  }
  for (let at = 0; at < bytes.length; at += 5) {
    const flipped = bytes.map((byte, place) => (place === at ? byte ^ 16 : byte));
    assert.throws(() => world.crowdFromBytes(flipped), { kind: "file" }, `${at}`);
  }
  assert.throws(() => world.crowdFromBytes(world.toFile()), { kind: "file", message: /not a saved crowd/ });
  for (const other of [
    voxnav.emptyWorld([0, 0, 0], [24, 10, 25]),
    voxnav.emptyWorld([0, 0, 0], [24, 10, 24], { cellSize: 0.5 }),
    voxnav.emptyWorld([0, 0, 0], [24, 10, 24], { origin: [1, 0, 0] }),
  ]) {
    assert.throws(() => other.crowdFromBytes(bytes), { kind: "argument", message: /`world`: the crowd was saved in cells/ });
  }
  assert.throws(() => world.crowdFromBytes(bytes, { maxSuboptimality: 0.5 }), { kind: "argument", message: /maxSuboptimality/ });
  assert.equal(voxnav.emptyWorld([0, 0, 0], [1, 1, 1]).crowdFromBytes(world.addCrowd().toBytes()).update(0).ids.length, 0);
  world.free();
  assert.throws(() => crowd.toBytes(), { kind: "stale" });
});

/** What is wrong with a joint plan, by the rules alone. */
function faultOf({ paths, steps, cost }, starts, goals, isFree) {
  const at = (agent, step) => {
    const path = rows(paths[agent]);
    return path[Math.min(step, path.length - 1)];
  };
  if (cost !== paths.reduce((sum, path) => sum + path.length / 3 - 1, 0)) return "cost";
  for (let agent = 0; agent < starts.length; agent++) {
    if (at(agent, 0).join() !== starts[agent].join()) return `start of ${agent}`;
    if (at(agent, steps).join() !== goals[agent].join()) return `goal of ${agent}`;
  }
  for (let step = 0; step <= steps; step++) {
    const cells = starts.map((_, agent) => at(agent, step));
    if (!cells.every(isFree)) return `blocked at ${step}`;
    if (new Set(cells.map(String)).size < cells.length) return `met at ${step}`;
    if (step === 0) continue;
    const moves = cells.map((cell, agent) => [String(at(agent, step - 1)), String(cell)]);
    if (cells.some((cell, agent) => Math.hypot(...cell.map((part, axis) => part - at(agent, step - 1)[axis])) > 1.001)) return `leap at ${step}`;
    const swaps = new Set(moves.filter(([from, to]) => from !== to).map(([from, to]) => `${from} ${to}`));
    if (moves.some(([from, to]) => swaps.has(`${to} ${from}`))) return `swap at ${step}`;
  }
  return undefined;
}

test("nobody meets anybody in joint plans, and where there is none that is said", () => {
  let planned = 0;
  for (const seed of [7, 8, 9]) {
    const place = pillars(seed, [8, 4, 8]);
    const agent = place.world.addAgent({ size: 0.4 }, { moves: 6 });
    const starts = freeCells(place, 30);
    const plan = agent.planJoint(starts, [...starts.slice(1), starts[0]]);
    if (plan.outcome !== "planned") continue;
    planned += 1;
    assert.equal(faultOf(plan, starts, [...starts.slice(1), starts[0]], place.isFree), undefined, `world ${seed}`);
    assert.ok(plan.cost >= plan.shortest && plan.shortest > 0);
  }
  assert.ok(planned >= 2, `${planned}`);
  const corridor = voxnav.emptyWorld([0, 0, 0], [4, 1, 1]).addAgent({ size: 0.4 }, { moves: 6 });
  const ends = [[0, 0, 0], [3, 0, 0]];
  assert.equal(corridor.planJoint(ends, [...ends].reverse()).outcome, "unsolvable");
  // Each of its three moves takes three steps.
  const slow = corridor.planJoint(ends.slice(0, 1), ends.slice(1), { stepsPerMove: 3 });
  assert.deepEqual([slow.outcome, slow.cost], ["planned", 9]);
  assert.throws(() => corridor.planJoint(ends.slice(0, 1), ends.slice(1), { stepsPerTurn: 300 }), /stepsPerTurn/);
  assert.throws(() => corridor.planJoint(ends, ends.slice(1)), { kind: "argument" });
  assert.throws(() => corridor.planJoint(ends, [ends[0], ends[0]]), { kind: "argument" });
});

test("a recording has every expansion of the search once, and its route is the route", () => {
  for (const [seed, algorithm, ground] of [[10, "astar"], [11, "auto"], [12, "dijkstra"], [13, "astar", true]]) {
    const place = pillars(seed);
    const agent = place.world.addAgent({ size: 0.4, ...(ground && { ground }) }, { algorithm, snapStart: 9, snapGoal: 9 });
    const [from, to] = freeCells(place, 2);
    const { route, cells, queued, expanded, kept, total } = agent.record(from, to);
    const plain = agent.findRoute(from, to);
    assert.deepEqual([route.outcome, route.length, route.expanded], [plain.outcome, plain.length, plain.expanded]);
    assert.equal(kept, total);
    assert.equal(cells.length, 3 * queued.length);
    const steps = [...expanded].filter((step) => step !== NEVER).sort((a, b) => a - b);
    assert.deepEqual(steps, Array.from({ length: kept }, (_, step) => step));
    expanded.forEach((step, cell) => assert.ok(queued[cell] <= step));
    const short = agent.record(from, to, { limit: 5 });
    assert.deepEqual([short.kept, short.total], [Math.min(5, total), total]);
  }
});
