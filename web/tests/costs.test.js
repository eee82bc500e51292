// Paths cost the least sum of the numbers that were given, whatever their type and order, and edits are noticed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { VoxnavError, load } from "../dist/index.js";
import { WorkerWorld } from "../dist/worker.js";
import { drawnCells, draws } from "./draws.js";

const voxnav = await load();
const TYPES = [
  Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array,
];
const ORDERS = ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"];
const CONVENTIONS = { entered: (_, to) => to, mean: (from, to) => (from + to) / 2, max: Math.max };

/** The place of a cell in an array of an order. */
const placeIn = (order, cell, size) =>
  [...order].reduce((place, axis) => place * size["xyz".indexOf(axis)] + cell["xyz".indexOf(axis)], 0);

const cellsOf = ([x, y, z]) =>
  Array.from({ length: x * y * z }, (_, place) => [Math.floor(place / (y * z)), Math.floor(place / z) % y, place % z]);

const steps = cellsOf([3, 3, 3]).map((cell) => cell.map((at) => at - 1)).filter((step) => step.some((by) => by !== 0));

/** The least cost from one cell to another by Dijkstra's algorithm over floats; undefined without a way. */
function least(size, isFree, costOf, convention, from, to) {
  const key = (cell) => placeIn("xyz", cell, size);
  const known = new Map([[key(from), { cell: from, cost: 0 }]]);
  const done = new Set();
  for (;;) {
    const open = [...known.entries()].filter(([at]) => !done.has(at));
    if (open.length === 0) return undefined;
    const [at, { cell, cost }] = open.reduce((best, entry) => (entry[1].cost < best[1].cost ? entry : best));
    if (at === key(to)) return cost;
    done.add(at);
    for (const step of steps) {
      // Every cell that a diagonal passes is free.
      const passed = cellsOf([2, 2, 2]).map((share) => cell.map((from, axis) => from + share[axis] * step[axis]));
      if (!passed.every(isFree)) continue;
      const other = cell.map((from, axis) => from + step[axis]);
      const each = CONVENTIONS[convention](costOf(cell), costOf(other));
      const there = cost + each * Math.hypot(...step);
      if (!(there >= known.get(key(other))?.cost)) known.set(key(other), { cell: other, cost: there });
    }
  }
}

const isNear = (found, expected, rounding, why) =>
  assert.ok(Math.abs(found - expected) <= expected * (rounding + 1e-8), `${found}, not ${expected}: ${why}`);

test("paths cost the least sum of the numbers of an array of any type", () => {
  const size = [5, 4, 3];
  let found = 0;
  TYPES.forEach((Type, seed) => {
    const random = draws(seed);
    const isFloat = Type === Float32Array || Type === Float64Array;
    for (const [round, convention] of Object.keys(CONVENTIONS).entries()) {
      const order = ORDERS[(seed + round) % ORDERS.length];
      const cells = drawnCells(random, size, 20);
      const costs = Type.from({ length: 60 }, () => (isFloat ? 0.5 + 20 * random.next() : 1 + random.below(120)));
      // Costs of occupied cells are not looked at.
      cells.forEach((cell, place) => { if (cell === 1) costs[place] = 0; });
      const world = voxnav.worldFromCosts(costs, size, { cells, order, convention, cellSize: 0.5 });
      const inside = (cell) => cell.every((at, axis) => at >= 0 && at < size[axis]);
      const isFree = (cell) => inside(cell) && cells[placeIn(order, cell, size)] === 0;
      const costOf = (cell) => costs[placeIn(order, cell, size)];
      const rounding = world.costRounding;
      assert.ok(rounding < 1e-3);
      for (const cell of cellsOf(size).filter(isFree)) {
        isNear(world.costOf(cell), costOf(cell), rounding, `${cell}`);
        for (const other of ORDERS) {
          assert.equal(world.toCosts(other)[placeIn(other, cell, size)], world.costOf(cell));
        }
      }
      const free = cellsOf(size).filter(isFree);
      const [from, to] = [free[random.below(free.length)], free[random.below(free.length)]];
      const agent = world.addAgent({ size: 0.5 });
      const [start, goal] = [from, to].map((cell) => cell.map((at) => at / 2));
      const route = agent.findRoute(start, goal);
      const expected = least(size, isFree, costOf, convention, from, to);
      assert.equal(route.isFound, expected !== undefined);
      if (expected === undefined) continue;
      found += from === to ? 0 : 1;
      isNear(route.cost * world.costUnit, expected, rounding, `${Type.name} ${convention} ${from} to ${to}`);
      let length = 0;
      for (let place = 3; place < route.cells.length; place += 3) {
        length += Math.hypot(...[0, 1, 2].map((axis) => route.cells[place + axis] - route.cells[place + axis - 3]));
      }
      isNear(route.length, length / 2, 0, "length");
      assert.equal(agent.costField([to]).cost(from), route.cost);
      assert.equal(agent.findRoutes([...start, ...goal]).costs[0], route.cost);
      const again = voxnav.worldFromFile(world.toFile(), "voxnav");
      assert.deepEqual(again.toCosts(), world.toCosts());
      assert.deepEqual(again.addAgent({ size: 0.5 }).findRoute(start, goal), route);
    }
  });
  assert.ok(found > 15);
});

test("whole numbers are exact, and costs alone are a world without walls", () => {
  const size = [70, 9, 3];
  const random = draws(1);
  const costs = Uint16Array.from({ length: 70 * 27 }, () => 3 + random.below(60_000));
  const world = voxnav.worldFromCosts(costs, size, { order: "zyx" });
  assert.deepEqual(world.toCosts("zyx"), Float64Array.from(costs));
  assert.equal(world.costUnit, Math.min(...costs));
  assert.ok(world.costRounding < 2e-4);
  assert.equal(world.describe().counts.free, costs.length);
  assert.ok(Number.isNaN(world.costOf([70, 0, 0])));
  const plain = voxnav.emptyWorld([-2, -2, -2], [2, 2, 2]);
  assert.deepEqual([plain.costUnit, plain.costRounding, plain.costOf([-2, 0, 1])], [1, 0, 1]);
  assert.deepEqual(plain.toCosts(), new Float64Array(64).fill(1));
});

test("cells of infinite cost are occupied if asked for", () => {
  const costs = new Float32Array(25).fill(1);
  costs.fill(Infinity, 10, 14);
  assert.throws(() => voxnav.worldFromCosts(costs, [5, 5, 1]), (error) => {
    assert.match(error.message, /`costs`: the cost of cell \[2, 0, 0\] is inf; .*`infinite` as "blocks"/);
    return error.kind === "argument";
  });
  const cells = new Uint8Array(25);
  cells[24] = 7;
  const world = voxnav.worldFromCosts(costs, [5, 5, 1], { infinite: "blocks", cells, unknown: 7 });
  assert.deepEqual([...world.toCells()], [...costs].map((cost, place) => (place === 24 ? 2 : Number(cost === Infinity))));
  assert.ok(world.addAgent({ size: 1 }).findRoute([0, 0, 0], [4, 0, 0]).length > 8);
});

test("what is no cost is refused with its place, and changes nothing", () => {
  const size = [4, 4, 4];
  const two = new Float64Array(64).fill(2);
  const world = voxnav.worldFromCosts(two, size);
  const version = world.describe().version;
  const refused = (work, message) =>
    assert.throws(work, (error) => {
      assert.ok(error instanceof VoxnavError && ["argument", "too large"].includes(error.kind), `${work}: ${error.stack}`);
      assert.match(error.message, message);
      return true;
    });
  for (const bad of [0, -1, NaN, -Infinity]) {
    const costs = Float64Array.from(two);
    costs[placeIn("xyz", [1, 2, 3], size)] = bad;
    refused(() => voxnav.worldFromCosts(costs, size, { infinite: "blocks" }), /`costs`: the cost of cell \[1, 2, 3\] is /);
    refused(() => world.setCosts([0, 0, 0], size, costs), /`costs`: the cost of cell \[1, 2, 3\] is /);
    refused(() => world.setCosts([1, 1, 2], size, bad), /`costs`: the cost of cell \[1, 1, 2\] is /);
  }
  refused(() => world.setCosts([0, 0, 0], size, Infinity), /is inf/);
  refused(() => world.setCosts([0, 0, 0], [1, 1, 1], 1e9), /`costs`: .*at most 65,535 times as large/);
  refused(() => world.setCosts([0, 0, 0], [5, 4, 4], 1), /`min, max`: .* is no box of cells of the world/);
  refused(() => world.setCosts([2, 0, 0], [2, 4, 4], 1), /`min, max`/);
  refused(() => world.setCosts([0, 0, 0], [2, 2, 2], two), /`costs`: 64 values for \[2, 2, 2\], which are 8 cells/);
  refused(() => world.setCosts([0, 0, 0], size, two, "xxy"), /`order`/);
  refused(() => world.setCosts([0, 0, 0], size, [...two]), /`costs`: a typed array/);
  refused(() => world.setCosts([0, 0, 0.5], size, 1), /`min, max`: 0.5/);
  refused(() => world.costOf([0.5, 0, 0]), /`cell`/);
  refused(() => world.toCosts("abc"), /`order`/);
  refused(() => voxnav.worldFromCosts(two, [4, 4, 3]), /`costs`: 64 values for \[4, 4, 3\], which are 48 cells/);
  refused(() => voxnav.worldFromCosts(two, size, { cells: new Uint8Array(63) }), /`cells`: 63 values/);
  refused(() => voxnav.worldFromCosts(two, size, { cells: two }), /`cells`: an array of bytes/);
  refused(() => voxnav.worldFromCosts(two, [-4, -4, 4]), /`size`/);
  refused(() => voxnav.worldFromCosts(two, [2 ** 30, 2 ** 30, 2 ** 30]), /cells/);
  refused(() => voxnav.worldFromCosts(two, size, { convention: "least" }), /`convention`: entered, mean, max/);
  refused(() => voxnav.worldFromCosts(two, size, { infinite: "free" }), /`infinite`: error, blocks/);
  refused(() => voxnav.worldFromCosts(Float64Array.of(1e-9, 1), [1, 1, 2]), /at most 65,535 times as large/);
  refused(() => voxnav.worldFromCosts(new BigInt64Array(8), [2, 2, 2]), /`costs`: a typed array/);
  refused(() => voxnav.worldFromCosts(undefined, [2, 2, 2]), /`costs`: a typed array/);
  refused(() => world.distanceField({ units: "feet" }), /`units`: world, cells/);
  refused(() => world.distanceField({ order: "xyx" }), /`order`/);
  assert.deepEqual(world.toCosts(), two);
  assert.equal(world.describe().version, version);
});

test("a world after edits is the world that was made of the edited array, and all notice", async () => {
  const random = draws(2);
  const size = [12, 12, 12];
  const costs = Float64Array.from({ length: 12 ** 3 }, () => 1 + random.below(9));
  const world = voxnav.worldFromCosts(costs, size, { convention: "mean" });
  const workers = await WorkerWorld.start(voxnav, world.toFile());
  try {
    const [here, there] = [world.addAgent({ size: 1 }), await workers.addAgent({ size: 1 })];
    // With a mesh a navigator has the cells.
    const meshed = voxnav.worldFromCosts(costs, size, { convention: "mean" });
    meshed.addMesh([40, 0, 0, 41, 0, 0, 40, 1, 0]);
    const among = meshed.addAgent({ size: 1 });
    for (let round = 0; round < 12; round++) {
      const ends = [random.cell(size), random.cell(size)];
      const min = ends[0].map((at, axis) => Math.min(at, ends[1][axis]));
      const max = ends[0].map((at, axis) => Math.max(at, ends[1][axis]) + 1);
      const box = max.map((high, axis) => high - min[axis]);
      const order = ORDERS[round % 6];
      // Some beyond the range so far.
      const one = () => (round === 4 ? 0.25 : 1 + random.below(round > 7 ? 400 : 9));
      const given = round % 3 === 0 ? one() : Float32Array.from({ length: box[0] * box[1] * box[2] }, one);
      for (const cell of cellsOf(box)) {
        const whole = placeIn("xyz", cell.map((at, axis) => at + min[axis]), size);
        costs[whole] = typeof given === "number" ? given : given[placeIn(order, cell, box)];
      }
      world.setCosts(min, max, given, order);
      meshed.setCosts(min, max, given, order);
      const asked = workers.setCosts(min, max, given, order);
      assert.deepEqual(world.toCosts(), costs);
      const [from, to] = [random.cell(size), random.cell(size)];
      const { cost, length } = here.findRoute(from, to);
      const fresh = voxnav.worldFromCosts(costs, size, { convention: "mean" });
      const expected = fresh.addAgent({ size: 1 }).findRoute(from, to).cost * fresh.costUnit;
      isNear(cost * world.costUnit, expected, world.costRounding + fresh.costRounding, `round ${round}`);
      assert.equal(here.costField([to]).cost(from), cost);
      assert.equal(among.findRoute(from, to).cost, cost);
      await asked;
      const far = await there.findRoute(from, to);
      assert.deepEqual([far.cost, far.length], [cost, length]);
    }
  } finally {
    workers.terminate();
  }
});

test("an agent of a crowd goes around what has become dear", () => {
  const through = (isDear) => {
    const world = voxnav.worldFromCosts(new Uint8Array(24 * 9).fill(1), [24, 9, 1]);
    const crowd = world.addCrowd();
    const ids = crowd.add(world.addAgent({ size: 0.5 }), [1, 1, 0], { speed: 4 });
    crowd.send(ids, [22, 1, 0]);
    let passed = 0;
    for (let update = 0; update < 2000; update++) {
      if (isDear && update === 10) world.setCosts([10, 0, 0], [14, 7, 1], 30);
      const { positions, events } = crowd.update(1 / 30);
      const [x, y] = positions;
      if (x > 9.5 && x < 13.5 && y < 5.5) passed += 1;
      if (events.some(({ kind }) => kind === "arrived")) return passed;
    }
    return assert.fail("it has not arrived");
  };
  assert.ok(through(false) > 20);
  // It cuts corners, as far as it looks ahead.
  assert.equal(through(true), 0);
});

test("a smooth path goes around what is dear as its path does, and is shorter", () => {
  const world = voxnav.emptyWorld([0, 0, 0], [24, 9, 1]);
  const agent = world.addAgent({ size: 0.5 });
  const ask = () => agent.findRoute([1, 1, 0], [22, 1, 0], { smooth: true });
  assert.equal(ask().smooth[0].waypoints.length, 6);
  world.setCosts([10, 0, 0], [14, 7, 1], 30);
  const { smooth, waypoints, length } = ask();
  const points = [...smooth[0].waypoints];
  let along = 0;
  for (let place = 3; place < points.length; place += 3) {
    const [from, to] = [points.slice(place - 3, place), points.slice(place, place + 3)];
    along += Math.hypot(...to.map((at, axis) => at - from[axis]));
    for (let share = 0; share <= 1; share += 1 / 256) {
      const cell = from.map((at, axis) => Math.floor(at + share * (to[axis] - at) + 0.5));
      assert.equal(world.costOf(cell), 1, `${from} to ${to}`);
    }
  }
  assert.ok(along < length && points.length < waypoints.length && length > 24);
  const crowd = world.addCrowd({ avoid: false, lookAhead: 0.1 });
  crowd.send(crowd.add(agent, [1, 1, 0], { speed: 5 }), [22, 1, 0]);
  for (let update = 0; update < 200; update++) {
    const [x, y] = crowd.update(1 / 30).positions;
    assert.ok(x < 9.4 || x > 13.6 || y > 6.4, `${x} ${y}`);
  }
});

test("distances are those to the nearest of all cells that block", () => {
  const size = [9, 7, 5];
  const random = draws(3);
  for (const percent of [0, 3, 30]) {
    const cells = Uint8Array.from({ length: 315 }, () => (random.below(100) < percent ? 1 + random.below(2) : 0));
    const world = voxnav.worldFromCells(cells, size, { cellSize: 0.3, unknown: 2 });
    const inside = cellsOf(size);
    const around = cellsOf(size.map((side) => side + 2)).map((cell) => cell.map((at) => at - 1));
    for (const outside of [false, true]) {
      const isIn = (cell) => cell.every((at, axis) => at >= 0 && at < size[axis]);
      const blocked = around.filter((cell) => (isIn(cell) ? cells[placeIn("xyz", cell, size)] !== 0 : outside));
      const expected = inside.map((cell) => {
        const squares = blocked.map((other) => other.reduce((sum, at, axis) => sum + (at - cell[axis]) ** 2, 0));
        return Math.sqrt(squares.reduce((low, square) => Math.min(low, square), Infinity));
      });
      for (const [units, unit] of [["world", 0.3], ["cells", 1]]) {
        for (const order of ORDERS) {
          const found = world.distanceField({ units, outside, order });
          assert.ok(found instanceof Float32Array && found.length === 315);
          inside.forEach((cell, place) => {
            const distance = Math.fround(expected[place] * unit);
            assert.equal(found[placeIn(order, cell, size)], distance, `${cell} ${units} ${order}`);
          });
        }
      }
    }
    assert.deepEqual(world.distanceField(), world.distanceField({ units: "world", outside: false, order: "xyz" }));
  }
});
