import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../dist/index.js";
import { drawnCells, draws } from "./draws.js";

const voxnav = await load();

const SIZE = [8, 7, 6];
const SIZES = [[1, 1, 4], [0.5, 0.125, 0.5], [3, 1, 0.3], [5, 5, 1]];

/** The least length from a cell to every other, by moves along at most so many axes that cut corners as they like. */
function lengths(cells, sizes, axes, start) {
  const place = ([x, y, z]) => (x * SIZE[1] + y) * SIZE[2] + z;
  const known = new Map([[place(start), 0]]);
  const open = [[0, start]];
  while (open.length > 0) {
    open.sort(([a], [b]) => b - a);
    const [length, cell] = open.pop();
    if (length > known.get(place(cell))) {
      continue;
    }
    for (let code = 0; code < 27; code++) {
      const move = [(code % 3) - 1, (Math.floor(code / 3) % 3) - 1, Math.floor(code / 9) - 1];
      const next = cell.map((at, axis) => at + move[axis]);
      const count = move.filter((along) => along !== 0).length;
      const isInside = next.every((at, axis) => at >= 0 && at < SIZE[axis]);
      if (count === 0 || count > axes || !isInside || cells[place(next)] !== 0) {
        continue;
      }
      const there = length + Math.hypot(...move.map((along, axis) => along * sizes[axis]));
      if (!(known.get(place(next)) <= there)) {
        known.set(place(next), there);
        open.push([there, next]);
      }
    }
  }
  return (cell) => known.get(place(cell));
}

function isNear(found, expected) {
  assert.ok(Math.abs(found - expected) <= 1e-6 * Math.max(expected, 1e-9), `${found}, but ${expected}`);
}

test("routes, batches and fields are as long as cells are", () => {
  let found = 0;
  for (let seed = 0; seed < 24; seed++) {
    const random = draws(seed);
    const cells = drawnCells(random, SIZE, 25);
    const sizes = SIZES[random.below(SIZES.length)];
    const world = voxnav.worldFromCells(cells, SIZE, { cellSize: sizes });
    const { cellSize, cellSizes } = world.describe();
    assert.deepEqual(cellSizes, sizes);
    assert.equal(cellSize, Math.max(...sizes));
    const [moves, axes] = [[26, 3], [18, 2], [6, 1]][random.below(3)];
    const agent = world.addAgent({ size: sizes }, { moves, corners: "lenient" });
    const free = () => {
      for (;;) {
        const cell = random.cell(SIZE);
        if (world.cellState(cell) === "free") {
          return cell;
        }
      }
    };
    const [start, goal] = [free(), free()];
    const expected = lengths(cells, sizes, axes, start)(goal);
    const center = (cell) => cell.map((at, axis) => at * sizes[axis]);
    const route = agent.findRoute(center(start), center(goal));
    const [many] = [agent.findRoutes([...center(start), ...center(goal)])];
    const field = agent.costField([goal]);
    if (expected === undefined) {
      assert.equal(route.outcome, "unreachable");
    } else {
      found++;
      isNear(route.cost * cellSize, expected);
      isNear(route.length, expected);
      isNear(many.lengths[0], expected);
      isNear(field.cost(start) * cellSize, expected);
    }
    world.free();
  }
  assert.ok(found > 12);
});

test("one size is as three that are equal, and files keep three", () => {
  const cells = drawnCells(draws(3), SIZE, 30);
  const [one, three] = [0.25, [0.25, 0.25, 0.25]].map((cellSize) => voxnav.worldFromCells(cells, SIZE, { cellSize }));
  assert.deepEqual(one.toFile(), three.toFile());
  const low = voxnav.worldFromCells(cells, SIZE, { cellSize: { x: 0.5, y: 0.1, z: 0.5 }, origin: [1, 2, 3] });
  const again = voxnav.worldFromFile(low.toFile(), "voxnav");
  assert.deepEqual(again.describe(), low.describe());
});

test("distances, and the room that agents keep, are those of the world", () => {
  const size = [9, 5, 17];
  const sides = [1, 1, 0.25];
  const world = voxnav.emptyWorld([0, 0, 0], size, { cellSize: sides });
  const pillar = [4, 2, 8];
  world.setBox(pillar, pillar.map((at) => at + 1), "occupied");
  const far = (cell) => Math.hypot(...cell.map((at, axis) => (at - pillar[axis]) * sides[axis]));
  for (const [units, longest] of [["world", 1], ["cells", Math.max(...sides)]]) {
    const distances = world.distanceField({ units });
    const index = ([x, y, z]) => (x * size[1] + y) * size[2] + z;
    for (const cell of [[0, 0, 0], [4, 2, 8], [4, 2, 3], [8, 4, 16], [5, 3, 9]]) {
      assert.ok(Math.abs(distances[index(cell)] * longest - far(cell)) < 1e-6, `${cell}`);
    }
  }
  const nearest = (options) => {
    const route = world.addAgent({ size: 0.2 }, options).findRoute([0, 2, 2], [8, 2, 2]);
    assert.equal(route.outcome, "found");
    const points = [];
    for (let at = 3; at < route.waypoints.length; at += 3) {
      const [a, b] = [route.waypoints.slice(at - 3, at), route.waypoints.slice(at, at + 3)];
      for (let share = 0; share <= 1; share += 1 / 64) {
        points.push([...a].map((it, axis) => it + (b[axis] - it) * share));
      }
    }
    return Math.min(...points.map((at) => Math.hypot(at[0] - 4, at[1] - 2, at[2] - 2)));
  };
  assert.ok(nearest({}) < 1.1 && nearest({ keepAway: 2, keepAwayWeight: 20 }) > 1.1);
});

test("joint plans keep bodies apart by what they measure in the world", () => {
  const sides = [1, 1, 0.25];
  const radius = 0.4;
  const agent = voxnav.emptyWorld([0, 0, 0], [5, 5, 9], { cellSize: sides }).addAgent({ size: 0.2 });
  const starts = [[0, 0, 4], [4, 4, 4], [0, 4, 4], [4, 0, 4], [2, 2, 0], [2, 2, 8]];
  const plan = agent.planJoint(starts, [1, 0, 3, 2, 5, 4].map((at) => starts[at]), { radius });
  assert.equal(plan.outcome, "planned");
  const at = (of, time) => {
    const path = plan.paths[of];
    const step = Math.min(Math.floor(time), path.length / 3 - 1);
    const next = Math.min(step + 1, path.length / 3 - 1);
    const place = (row, axis) => path[row * 3 + axis] * sides[axis];
    return sides.map((_, axis) => place(step, axis) + (place(next, axis) - place(step, axis)) * (time % 1));
  };
  for (let time = 0; time <= plan.steps; time += 1 / 16) {
    for (let one = 0; one < starts.length; one += 1) {
      for (let other = 0; other < one; other += 1) {
        const [a, b] = [at(one, time), at(other, time)];
        const apart = Math.hypot(...a.map((it, axis) => it - b[axis]));
        assert.ok(apart > 2 * radius - 1e-9, `${one}, ${other} at ${time}: ${apart}`);
      }
    }
  }
  assert.throws(() => agent.planJoint(starts, starts, { radius: 5 }), (error) => error.message.includes("radius"));
});

test("walkers go over cells lower than wide, and sizes that are none are refused", () => {
  const world = voxnav.emptyWorld([0, 0, 0], [10, 12, 4], { cellSize: [0.5, 0.125, 0.5] });
  world.setBox([0, 0, 0], [10, 1, 4], "occupied");
  world.setBox([5, 0, 0], [10, 6, 4], "occupied");
  const ends = [[0.5, 0.07, 0.5], [4, 0.69, 0.5]];
  for (const [stepUp, outcome] of [[4, "unreachable"], [5, "found"]]) {
    const ground = { stepUp, climb: null, jump: null };
    const agent = world.addAgent({ size: [0.4, 0.5, 0.4], ground });
    assert.equal(agent.findRoute(...ends).outcome, outcome);
    assert.equal(agent.record(...ends).route.outcome, outcome);
  }
  const refused = (work, name) => assert.throws(work, (error) => error.message.includes(name));
  for (const cellSize of [[1, 1], [1, 1, 65], [1, 1, 0], [1, 1, NaN], "1", null]) {
    refused(() => voxnav.emptyWorld([0, 0, 0], [1, 1, 1], { cellSize }), "cellSize");
  }
});
