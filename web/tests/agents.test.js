import assert from "node:assert/strict";
import { test } from "node:test";
import { OUTCOMES, load } from "../dist/index.js";
import { drawnCells, draws } from "./draws.js";

const voxnav = await load();

function drawnWorld(seed, size = [24, 24, 24], percent = 25) {
  const random = draws(seed);
  const world = voxnav.worldFromCells(drawnCells(random, size, percent), size);
  return { random, size, world };
}

const AGENTS = [{ size: 1 }, { size: 1.2 }, { size: [1, 2, 1], ground: true }];

test("a search in slices has the answer of one in a piece", () => {
  for (let seed = 0; seed < 12; seed++) {
    const { random, size, world } = drawnWorld(seed);
    for (const description of AGENTS) {
      const agent = world.addAgent(description);
      const [from, to] = [random.cell(size), random.cell(size)];
      const search = agent.search(from, to);
      let route;
      while (route === undefined) {
        route = search.step(1 + random.below(30), { smooth: true });
        search.bestSoFar();
      }
      assert.deepEqual(route, agent.findRoute(from, to, { smooth: true }));
      search.free();
    }
    world.free();
  }
});

test("a first path is improved to the best one", () => {
  let improved = 0;
  for (let seed = 0; seed < 8; seed++) {
    const { random, size, world } = drawnWorld(seed, [40, 40, 40], 35);
    const first = world.addAgent({ size: 1 }, { algorithm: "clusters" });
    const best = world.addAgent({ size: 1 });
    const [from, to] = [random.cell(size), random.cell(size)];
    const search = first.search(from, to);
    let route = search.step(1e9);
    while (search.improve()) {
      const better = search.step(1e9);
      assert.ok(better.cost <= route.cost);
      improved += better.cost < route.cost ? 1 : 0;
      route = better;
    }
    assert.equal(route.outcome, best.findRoute(from, to).outcome);
    assert.deepEqual(route.cost, best.findRoute(from, to).cost);
    world.free();
  }
  assert.ok(improved > 0);
});

test("a batch has the answers of its requests, one by one", () => {
  for (const description of AGENTS) {
    const { random, size, world } = drawnWorld(7);
    const agent = world.addAgent(description);
    const requests = Array.from({ length: 60 }, () => [...random.cell(size), ...random.cell(size)]);
    const routes = agent.findRoutes(requests.flat());
    assert.equal(routes.count, 60);
    requests.forEach((row, place) => {
      const route = agent.findRoute(row.slice(0, 3), row.slice(3));
      assert.equal(OUTCOMES[routes.outcomes[place]], route.outcome);
      assert.equal(routes.lengths[place], route.length);
      assert.deepEqual(routes.costs[place], route.cost);
      assert.equal(routes.expanded[place], route.expanded);
      const [first, last] = [routes.offsets[place], routes.offsets[place + 1]];
      assert.deepEqual(routes.waypoints.slice(3 * first, 3 * last), route.waypoints);
    });
    world.free();
  }
});

test("a cost field has the cost of every route to the nearest goal", () => {
  for (const description of AGENTS) {
    const isOnGround = description.ground !== undefined;
    const { random, size, world } = drawnWorld(11, [20, 20, 20], isOnGround ? 20 : 8);
    const agent = world.addAgent(description);
    const feet = ([x, y, z]) => (isOnGround ? [x, y - 0.5, z] : [x, y, z]);
    let goal, field, cells, costs;
    // A goal where there is something around it.
    do {
      goal = random.cell(size);
      const { cells: stance } = agent.findRoute(feet(goal), feet(goal));
      if (String(stance) !== String(goal)) continue;
      field?.free();
      field = agent.costField([goal]);
      ({ cells, costs } = field.costs());
    } while (costs === undefined || costs.length < 20);
    assert.equal(cells.length, 3 * costs.length);
    for (let round = 0; round < 60; round++) {
      const place = random.below(costs.length);
      const cell = [...cells.slice(3 * place, 3 * place + 3)];
      assert.equal(field.cost(cell), costs[place]);
      const route = agent.findRoute(feet(cell), feet(goal));
      assert.equal(route.cost, costs[place]);
      const path = field.path(cell);
      assert.deepEqual([...path.slice(0, 3)], cell);
      assert.deepEqual([...path.slice(-3)], goal);
    }
    const blocked = field.cost([-5, 0, 0]);
    assert.ok(Number.isNaN(blocked));
    world.free();
  }
});

test("limits of an agent end its cost fields, and what is refused names the option", () => {
  for (const description of [{ size: 1 }, { size: 1, ground: true }]) {
    const world = voxnav.emptyWorld([0, 0, 0], [20, 20, 20]);
    const agent = world.addAgent(description);
    const goal = [5, 0, 5];
    const refused = (options, message, goals = [goal]) => {
      agent.setOptions(options);
      assert.throws(() => agent.costField(goals), { kind: "argument", message });
    };
    const all = agent.costField([goal]).costs().costs.length;
    refused({ maxExpanded: 7 }, /^`maxExpanded`: the limit of expansions ended the field/);
    refused({ maxMemory: 700 }, /^`maxMemory`: the limit of memory ended the field/);
    refused({}, /^`goals`: /, [[99, 0, 0]]);
    agent.setOptions({ maxCost: 2 });
    const { costs } = agent.costField([goal]).costs();
    assert.ok(costs.length > 1 && costs.length < all && Math.max(...costs) <= 2);
    world.free();
  }
});

test("an agent that steers by a follower arrives, and is never in an occupied cell", () => {
  let arrived = 0;
  for (let seed = 20; seed < 32; seed++) {
    const { random, size, world } = drawnWorld(seed, [20, 20, 20], 15);
    const agent = world.addAgent({ size: 0.8 });
    const [from, to] = [random.cell(size), random.cell(size)];
    const route = agent.findRoute(from, to, { smooth: true });
    if (!route.isFound) continue;
    assert.equal(route.smooth.length, 1);
    const timed = agent.trajectory(route.smooth[0], { speed: 3, acceleration: 2, braking: 1, lateral: 2 }, 0.05);
    assert.ok(timed.duration >= timed.length / 3 && timed.lowerBound <= timed.duration && !timed.isTooFast);
    assert.equal(timed.positions.length, 3 * (Math.ceil(timed.duration / 0.05) + 1));
    for (let number = 0; number < timed.positions.length; number += 3) {
      assert.ok(Math.hypot(...timed.velocities.slice(number, number + 3)) <= 3 + 1e-9);
      assert.equal(world.cellState([...timed.positions.slice(number, number + 3)].map(Math.round)), "free");
    }
    const last = timed.positions.slice(-3);
    assert.ok(Math.hypot(...to.map((number, axis) => number - last[axis])) < 1e-4);
    assert.throws(() => agent.trajectory(route.smooth[0], { speed: -3 }), /the speed is -3/);
    assert.throws(() => agent.trajectory(route.smooth[0], { speed: 3 }, 0), /`step`: /);
    const follower = agent.follow(route.smooth[0]);
    let at = from;
    let steering;
    for (let frame = 0; frame < 4000; frame++) {
      steering = follower.update(at, 3, 0.05);
      if (steering.hasArrived) break;
      assert.notEqual(steering.told, "blocked");
      const away = steering.target.map((number, axis) => number - at[axis]);
      const distance = Math.hypot(...away);
      const share = Math.min(1, 0.1 / Math.max(distance, 1e-9));
      at = at.map((number, axis) => number + away[axis] * share);
      assert.equal(world.cellState(at.map(Math.round)), "free");
    }
    assert.ok(steering.hasArrived, `seed ${seed}`);
    arrived += 1;
    world.free();
  }
  assert.ok(arrived > 5);
});

test("a mesh blocks while it is there, for agents that fly and that walk", () => {
  const size = [30, 10, 20];
  const world = voxnav.emptyWorld([0, 0, 0], size);
  world.setBox([0, 0, 0], [30, 1, 20], "occupied");
  const agents = [{ size: 0.8 }, { size: [0.8, 1.8, 0.8], ground: true }].map((it) => world.addAgent(it));
  const ends = [[3, 0.5, 10], [26, 0.5, 10]];
  const lengths = () => agents.map((agent) => agent.findRoute(...ends, {}).length);
  const before = lengths();
  // A wall across, up to the ceiling, with a way around at its end.
  const wall = [[15, -1, 3], [15, 12, 3], [15, -1, 25], [15, 12, 25]].flat();
  const mesh = world.addMesh(new Float32Array(wall), new Uint16Array([0, 1, 2, 2, 1, 3]));
  const during = lengths();
  during.forEach((length, place) => assert.ok(length > before[place] + 2, `${length} after ${before[place]}`));
  mesh.place({ position: { x: 0, y: 0, z: 100 } });
  assert.deepEqual(lengths(), before);
  mesh.place({ position: [0, 0, 0] });
  assert.deepEqual(lengths(), during);
  mesh.free();
  assert.deepEqual(lengths(), before);
  world.setBox([15, 0, 0], [16, 10, 20], "occupied");
  assert.ok(agents.every((agent) => !agent.findRoute(...ends).isFound));
  world.free();
  assert.throws(() => mesh.place({}), { name: "StaleHandleError" });
});

test("a cube of triangles is hollow, or solid if it is said to be", () => {
  const corners = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z])));
  const positions = corners.flatMap((corner) => corner.map((side) => 4 + 12 * side));
  const quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
  const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  for (const isSolid of [false, true]) {
    const world = voxnav.emptyWorld([0, 0, 0], [20, 20, 20]);
    const agent = world.addAgent({ size: 0.5 });
    world.addMesh(positions, indices, { isSolid });
    assert.equal(agent.findRoute([10, 10, 10], [12, 10, 10]).isFound, !isSolid);
    assert.equal(agent.findRoute([1, 1, 1], [10, 10, 10]).isFound, false);
    world.free();
  }
});

/** The number of turns of cells, seen along an axis if one is given. */
function turnsOf(cells, up) {
  const places = Array.from({ length: cells.length / 3 }, (_, row) => [...cells.slice(3 * row, 3 * row + 3)]);
  const headings = places.slice(1).map((to, move) => {
    const step = to.map((at, axis) => at - places[move][axis]);
    const flat = step.map((by, axis) => (axis === up ? 0 : by));
    // Jumps and drops go on in their direction.
    return String((flat.some((by) => by !== 0) ? flat : step).map(Math.sign));
  });
  return headings.filter((heading, move) => move > 0 && heading !== headings[move - 1]).length;
}

test("the fewest turns cost nothing more, and are counted", () => {
  let fewer = 0;
  for (let seed = 0; seed < 24; seed++) {
    const { random, size, world } = drawnWorld(seed, [9, 8, 7], 20);
    const ground = seed % 3 === 2;
    const agent = world.addAgent({ size: 1, ...(ground && { ground: { preset: "walker", jump: null } }) });
    const [from, to] = [random.cell(size), random.cell(size)];
    const snaps = { snapStart: 9, snapGoal: 9 };
    agent.setOptions(snaps);
    const plain = agent.findRoute(from, to);
    agent.setOptions({ ...snaps, fewestTurns: true });
    const straight = agent.findRoute(from, to);
    assert.deepEqual([straight.outcome, straight.cost], [plain.outcome, plain.cost]);
    if (!plain.isFound) {
      assert.ok(Number.isNaN(plain.turns));
      continue;
    }
    for (const route of [plain, straight]) assert.equal(route.turns, turnsOf(route.cells, ground ? 1 : undefined));
    assert.ok(straight.turns <= plain.turns);
    fewer += straight.turns < plain.turns ? 1 : 0;
    const search = agent.search(from, to);
    let route;
    while (route === undefined) route = search.step(7);
    assert.equal(route.turns, straight.turns);
    world.free();
  }
  assert.ok(fewer > 3, `${fewer}`);
  const agent = voxnav.emptyWorld([0, 0, 0], [5, 5, 5]).addAgent({ size: 1 });
  assert.throws(() => agent.setOptions({ fewestTurns: 1 }), { kind: "argument", message: /fewestTurns/ });
});
