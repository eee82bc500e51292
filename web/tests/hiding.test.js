import assert from "node:assert/strict";
import { test } from "node:test";
import { ambush, hideFrom, load, see } from "../dist/index.js";
import { drawnCells, draws } from "./draws.js";

const voxnav = await load();
const AGENTS = [{ size: 1 }, { size: [1, 2, 1], ground: true }];

/** Calls with an agent at a position in drawn worlds, its positions within a way, and what each costs. */
function drawn(count, call) {
  let asked = 0;
  for (let seed = 0; asked < count; seed++) {
    const [random, size] = [draws(seed), [9, 8, 7]];
    const world = voxnav.worldFromCells(drawnCells(random, size, 30), size);
    const description = AGENTS[seed % 2];
    const agent = world.addAgent(description);
    const feet = ([x, y, z]) => (description.ground ? [x, y - 0.5, z] : [x, y, z]);
    const start = random.cell(size);
    if (String(agent.findRoute(feet(start), feet(start)).cells) === String(start)) {
      const { cells } = agent.costField([start]).costs();
      const near = Array.from({ length: cells.length / 3 }, (_, row) => [...cells.slice(3 * row, 3 * row + 3)]);
      call({ agent, random, size, start: feet(start), near: near.map(feet) });
      asked += 1;
    }
    world.free();
  }
}

const apart = (one, other) => Math.hypot(...one.map((number, axis) => number - other[axis]));

test("the best places are those of all cells, one by one", () => {
  drawn(12, ({ agent, random, size, start }) => {
    const [danger, wanted] = [random.cell(size), random.cell(size)];
    const area = { way: { least: 0, most: 9 } };
    const all = agent.findPlaces(start, { area, count: 1000 });
    assert.ok(all.isComplete && all.work >= all.best.length && all.best.length > 0);
    const query = {
      area,
      filters: ["reachable", { away: { from: [danger], distance: 3 } }],
      scores: [{ measure: { distance: { from: [new Float32Array(wanted)] } }, weight: -1 }, { measure: "way", weight: -0.5 }],
      count: 2,
    };
    const scores = all.best.filter(({ position }) => apart(position, danger) >= 3)
      .map(({ position, way }) => -apart(position, wanted) - 0.5 * way).sort((one, other) => other - one);
    const { best, work } = agent.findPlaces(start, query);
    const search = agent.searchPlaces(start, query);
    let sliced = search.step(7);
    while (!search.hasEnded) {
      assert.ok(!sliced.isComplete && sliced.work === search.work);
      sliced = search.step(7);
    }
    assert.deepEqual(sliced, { best, isComplete: true, work });
    search.free();
    assert.throws(() => search.step(7), { name: "StaleHandleError" });
    assert.equal(best.length, Math.min(2, scores.length));
    best.forEach(({ position, score, way, waypoints }, place) => {
      assert.ok(Math.abs(score - scores[place]) < 1e-9);
      const route = agent.findRoute(start, position);
      assert.ok(Math.abs(route.cost - way) < 1e-6);
      assert.deepEqual(waypoints, route.waypoints);
    });
    const cut = agent.findPlaces(start, { area, limit: 1 });
    assert.ok(!cut.isComplete || all.best.length === 1);
  });
});

test("every place is either seen or hidden, and an ambush is the nearest that is both", () => {
  let ambushes = 0;
  drawn(10, ({ agent, random, size, start }) => {
    const [eye, passed] = [random.cell(size), random.cell(size)];
    const all = (query, looking) => agent.findPlaces(start, { ...query, count: 1000 }, looking).best.map(({ cell }) => String(cell));
    const hidden = new Set(all(hideFrom([{ x: eye[0], y: eye[1], z: eye[2] }], 9)));
    const seen = all(see([eye], 9), { eyes: agent });
    assert.ok(seen.every((cell) => !hidden.has(cell)));
    assert.equal(seen.length + hidden.size, all({ area: { way: { least: 0, most: 9 } } }).length);
    const [found] = agent.findPlaces(start, ambush(eye, [passed], 9)).best;
    const both = new Set(all(see([passed], 9)).filter((cell) => hidden.has(cell)));
    assert.equal(found !== undefined, both.size > 0);
    if (found === undefined) return;
    assert.ok(both.has(String(found.cell)));
    ambushes += 1;
  });
  assert.ok(ambushes > 1, `${ambushes}`);
});

test("who flees is there before the danger, and who surrounds holds every way out", () => {
  let fled = 0;
  drawn(10, ({ agent, random, start, near }) => {
    const danger = near[random.below(near.length)];
    const escape = agent.fleeFrom(start, [danger], 6);
    const search = agent.searchEscape(start, [danger], 6);
    let [sliced, slices] = [search.step(20), 1];
    for (; !search.hasEnded; slices++) sliced = search.step(20);
    assert.deepEqual(sliced, escape);
    assert.ok(search.work > 20 * (slices - 1));
    search.free();
    if (escape !== undefined) {
      const theirs = agent.findRoute(danger, escape.position);
      assert.ok(!theirs.isFound || theirs.cost > escape.way);
      fled += escape.isDeadEnd ? 0 : 1;
    }
    const held = agent.surround(start, 2, 100);
    assert.equal(held.gap, 0);
    assert.equal(held.positions.length, 3 * held.waysOut);
    const fewer = agent.surround(start, 2, 1);
    assert.equal(fewer.positions.length, held.waysOut === 0 ? 0 : 3);
  });
  assert.ok(fled > 1, `${fled}`);
});

test("queries that cannot be asked are refused by their fault", () => {
  const agent = voxnav.emptyWorld([0, 0, 0], [5, 5, 5]).addAgent({ size: 1 });
  const refused = (query, message) => {
    assert.throws(() => agent.findPlaces([1, 1, 1], query), { kind: "argument", message });
  };
  refused(hideFrom([], 9), /^`query`: no eye is given/);
  refused(hideFrom([[1, 2, NaN]], 9), /^`query`: NaN is not finite/);
  refused(hideFrom([[1, 2]], 9), /^`query`: invalid length 2, expected/);
  refused({ ...see([[1, 1, 1]], 9), filter: [] }, /unknown field `filter`/);
  refused({ area: { way: { least: 3, most: 2 } } }, /a number of 3 or more, not 2/);
  refused({}, /missing field `area`/);
  assert.throws(() => agent.fleeFrom([1, 1, 1], [], 5), { kind: "argument", message: /^`dangers`: no / });
  assert.throws(() => agent.surround([1, 1, 1], -1, 5), { kind: "argument", message: /^`target`: / });
  assert.throws(() => agent.trajectory([1, 1, 1], { speed: 1, breaking: 1 }), { message: /unknown field `breaking`/ });
});
