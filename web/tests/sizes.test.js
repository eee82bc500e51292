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

test("walkers go over cells lower than wide, and what takes cubes says so", () => {
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
  refused(() => world.distanceField(), "cubes");
  refused(() => world.addAgent({ size: 0.1 }).planTogether([[0, 8, 0]], [[2, 8, 2]]), "cubes");
  refused(() => world.addAgent({ size: 0.1 }, { keepAway: 1 }).findRoute([0, 1, 0], [2, 1, 1]), "cubes");
  for (const cellSize of [[1, 1], [1, 1, 65], [1, 1, 0], [1, 1, NaN], "1", null]) {
    refused(() => voxnav.emptyWorld([0, 0, 0], [1, 1, 1], { cellSize }), "cellSize");
  }
});
