// A call that is refused has changed nothing, and no handle is given out twice (`web/rust/handles.rs`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { StaleHandleError, VoxnavError, load } from "../dist/index.js";
import { drawnCells, draws } from "./draws.js";

const voxnav = await load();
const SIZE = [9, 70, 13];
const ORDERS = ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"];

/** The place of a cell in an array of an order. */
function placeIn(order, cell, size) {
  return [...order].reduce((place, axis) => {
    const number = "xyz".indexOf(axis);
    return place * size[number] + cell[number];
  }, 0);
}

function* cellsOf([x, y, z]) {
  for (let a = 0; a < x; a++) for (let b = 0; b < y; b++) for (let c = 0; c < z; c++) yield [a, b, c];
}

test("an array in any order of axes is the world that its indices say", () => {
  const random = draws(1);
  for (const order of ORDERS) {
    const cells = Uint8Array.from({ length: SIZE[0] * SIZE[1] * SIZE[2] }, () => random.below(4));
    const world = voxnav.worldFromCells(cells, SIZE, { order, unknown: 3 });
    const states = ["free", "occupied", "occupied", "unknown"];
    for (const cell of cellsOf(SIZE)) {
      assert.equal(world.cellState(cell), states[cells[placeIn(order, cell, SIZE)]], `${order} ${cell}`);
    }
    for (const other of ORDERS) {
      const array = world.toCells(other);
      for (let round = 0; round < 50; round++) {
        const cell = random.cell(SIZE);
        const number = ["free", "occupied", "unknown"][array[placeIn(other, cell, SIZE)]];
        assert.equal(number, world.cellState(cell));
      }
    }
    world.free();
  }
});

test("a world after edits is the world that was made of the edited array", () => {
  const random = draws(2);
  const size = [20, 20, 20];
  const cells = drawnCells(random, size, 10);
  const world = voxnav.worldFromCells(cells, size);
  const agents = [{ size: 1 }, { size: 2.5 }, { size: [1, 2, 1], ground: true }].map((it) => world.addAgent(it));
  for (let round = 0; round < 30; round++) {
    const state = random.below(2);
    if (random.below(2) === 0) {
      const min = random.cell(size);
      const max = min.map((low) => low + random.below(6));
      world.setBox(min, max, state === 1 ? "occupied" : "free");
      for (const cell of cellsOf(size)) {
        if (cell.every((at, axis) => at >= min[axis] && at < max[axis])) cells[placeIn("xyz", cell, size)] = state;
      }
    } else {
      const some = Array.from({ length: 40 }, () => random.cell(size));
      world.setCells(some, state === 1 ? "occupied" : "free");
      for (const cell of some) cells[placeIn("xyz", cell, size)] = state;
    }
    const fresh = voxnav.worldFromCells(cells, size);
    assert.deepEqual(world.toCells(), cells);
    const [from, to] = [random.cell(size), random.cell(size)];
    [{ size: 1 }, { size: 2.5 }, { size: [1, 2, 1], ground: true }].forEach((description, place) => {
      const route = agents[place].findRoute(from, to);
      assert.deepEqual(route, fresh.addAgent(description).findRoute(from, to));
    });
    fresh.free();
  }
});

test("a world comes back from its file, and from maps", () => {
  const cells = drawnCells(draws(3), SIZE, 30);
  const world = voxnav.worldFromCells(cells, SIZE, { cellSize: 0.25, origin: [1, 2, 3] });
  const again = voxnav.worldFromFile(world.toFile(), "voxnav");
  assert.deepEqual(again.toCells(), cells);
  assert.deepEqual(again.describe(), world.describe());
  const map = new TextEncoder().encode("voxel 4 5 6\n1 2 3\n3 4 5\n");
  const mapped = voxnav.worldFromFile(map, "3dmap", { cellSize: 2 });
  assert.equal(mapped.describe().counts.occupied, 2);
  assert.equal(mapped.cellState([3, 4, 5]), "occupied");
  assert.throws(() => voxnav.worldFromFile(map, "voxnav"), (error) => error.kind === "file");
  assert.throws(() => voxnav.worldFromFile(new Uint8Array(9), "vox"), (error) => error.kind === "file");
  const model = voxnav.worldFromFile(dotVox([[1, 2, 3], [0, 0, 0]]), "vox");
  assert.equal(model.describe().counts.occupied, 2);
});

/** A MagicaVoxel file with one model of 5 x 6 x 7. */
function dotVox(voxels) {
  const chunk = (id, content, children = []) => {
    const sizes = new Uint8Array(new Uint32Array([content.length, children.length]).buffer);
    return [...new TextEncoder().encode(id), ...sizes, ...content, ...children];
  };
  const words = (...numbers) => [...new Uint8Array(new Uint32Array(numbers).buffer)];
  const size = chunk("SIZE", words(5, 6, 7));
  const all = chunk("XYZI", [...words(voxels.length), ...voxels.flatMap((at) => [...at, 1])]);
  const main = chunk("MAIN", [], [...size, ...all]);
  return new Uint8Array([...new TextEncoder().encode("VOX "), ...words(150), ...main]);
}

test("what was freed, or whose world was, is refused by a named error", () => {
  const world = voxnav.emptyWorld([0, 0, 0], [9, 9, 9]);
  const agent = world.addAgent({ size: 1 });
  const follower = agent.follow([0, 0, 0, 5, 5, 5]);
  const search = agent.search([0, 0, 0], [5, 5, 5]);
  const field = agent.costField([[1, 1, 1]]);
  const stale = (work) => assert.throws(work, StaleHandleError);
  agent.free();
  agent.free();
  stale(() => agent.findRoute([0, 0, 0], [1, 1, 1]));
  stale(() => follower.update([0, 0, 0], 1));
  assert.equal(search.step(1000)?.isFound, true, "a search has all that it needs");
  assert.equal(field.cost([1, 1, 2]), 1, "and so has a field");
  search.free();
  field[Symbol.dispose]();
  stale(() => search.step(1));
  stale(() => field.cost([0, 0, 0]));
  const other = world.addAgent({ size: 1 });
  stale(() => agent.findRoute([0, 0, 0], [1, 1, 1]));
  world.free();
  stale(() => other.findRoute([0, 0, 0], [1, 1, 1]));
  stale(() => world.describe());
  assert.throws(() => world.addAgent({ size: 1 }), { name: "StaleHandleError" });
});

test("bad arguments are refused, and nothing is lost by them", () => {
  const random = draws(4);
  const size = [12, 12, 12];
  const cells = drawnCells(random, size, 20);
  const world = voxnav.worldFromCells(cells, size);
  const agent = world.addAgent({ size: 1 });
  const before = agent.findRoute([0, 0, 0], [11, 11, 11]);
  const version = world.describe().version;
  const bad = [
    () => agent.findRoute([NaN, 0, 0], [1, 1, 1]),
    () => agent.findRoute([0, 0, Infinity], [1, 1, 1]),
    () => agent.findRoute([0, 0, 1e300], [1, 1, 1]),
    () => agent.findRoute([0, 0], [1, 1, 1]),
    () => agent.findRoute(undefined, [1, 1, 1]),
    () => agent.findRoute("abc", [1, 1, 1]),
    () => agent.findRoute(["0", 0, 0], [1, 1, 1]),
    () => agent.findRoutes([1, 2, 3, 4, 5]),
    () => agent.findRoutes([1, 2, 3, 4, 5, NaN]),
    () => agent.follow([]),
    () => agent.follow([1, 2, NaN]),
    () => agent.follow([1, 2]),
    () => agent.costField([]),
    () => agent.costField([[0.5, 0, 0]]),
    () => agent.costField([[99, 0, 0]]),
    () => agent.setOptions({ algorithm: "fastest" }),
    () => agent.setOptions({ within: NaN }),
    () => agent.setOptions({ within: 0.5 }),
    () => agent.setOptions({ maxExpanded: -1 }),
    () => agent.setOptions({ maxExpanded: 1.5 }),
    () => agent.setOptions({ speed: 1 }),
    () => agent.setOptions({ snapGoal: -1 }) ?? agent.findRoute([0, 0, 0], [1, 1, 1]),
    () => agent.setOptions({ algorithm: "astar\nmoves 6" }),
    () => agent.search([0, 0, 0], [1, 1, 1]).step(0.5),
    () => agent.search([0, 0, 0], [1, 1, 1]).step(-5),
    () => world.addAgent({ size: -1 }),
    () => world.addAgent({ size: NaN }),
    () => world.addAgent({ size: 1e9 }),
    () => world.addAgent({ size: 1, wings: 2 }),
    () => world.addAgent({ size: 1, ground: { preset: "bird" } }),
    () => world.addAgent({ size: 1, ground: { stepUp: 64 } }),
    () => world.addAgent({ size: 1, ground: { walk: 0 } }),
    () => world.addAgent({ size: 1, ground: { up: "sky" } }),
    () => world.addAgent(undefined),
    () => world.setBox([0, 0, 0.5], [1, 1, 1], "occupied"),
    () => world.setBox([0, 0, 0], [2 ** 40, 1, 1], "occupied"),
    () => world.setBox([0, 0, 0], [1, 1, 1], "solid"),
    () => world.setCells([[0, 0, 0], [0, 0, 12]], "occupied"),
    () => world.setCells([[0, 0, 0], [0.5, 0, 0]], "occupied"),
    () => world.setCells(new Int32Array(4), "occupied"),
    () => world.cellState([0, 0]),
    () => world.toCells("xxz"),
    () => world.toCells("zy"),
    () => voxnav.worldFromCells(cells, [12, 12, 13]),
    () => voxnav.worldFromCells(cells, [-12, -12, 12]),
    () => voxnav.worldFromCells(cells, [0, 12, 12]),
    () => voxnav.worldFromCells(new Uint8Array(0), [0, 0, 0]),
    () => voxnav.worldFromCells(cells, [2 ** 30, 2 ** 30, 2 ** 30]),
    () => voxnav.worldFromCells([0, 1], [1, 1, 2]),
    () => voxnav.worldFromCells(new Float32Array(1728), size),
    () => voxnav.worldFromCells(cells, size, { order: "abc" }),
    () => voxnav.worldFromCells(cells, size, { cellSize: 0 }),
    () => voxnav.worldFromCells(cells, size, { cellSize: NaN }),
    () => voxnav.worldFromCells(cells, size, { origin: [0, NaN, 0] }),
    () => voxnav.worldFromCells(cells, size, { unknown: 256 }),
    () => voxnav.worldFromCells(cells, size, { unknown: 0.5 }),
    () => voxnav.emptyWorld([0, 0, 0], [2 ** 31, 1, 1]),
    () => voxnav.worldFromFile(new Uint8Array(3), "obj"),
    () => world.addMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3]),
    () => world.addMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1]),
    () => world.addMesh([0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2]),
    () => world.addMesh([0, 0, NaN, 1, 0, 0, 0, 1, 0], [0, 1, 2]),
    () => world.addMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { position: [0, 0, NaN] }),
    () => world.addMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { quaternion: [0, 0, 0, 0] }),
  ];
  for (const work of bad) {
    assert.throws(work, (error) => {
      const isNamed = error instanceof VoxnavError && ["argument", "too large"].includes(error.kind);
      assert.ok(isNamed || error instanceof TypeError, `${work}: ${error.stack}`);
      assert.ok(error.message.length > 5, `${work}`);
      return true;
    }, String(work));
  }
  agent.setOptions({});
  assert.deepEqual(world.toCells(), cells);
  assert.equal(world.describe().version, version);
  assert.deepEqual(agent.findRoute([0, 0, 0], [11, 11, 11]), before);
});

test("memory comes back when worlds are freed", () => {
  const cells = drawnCells(draws(5), [128, 128, 64], 30);
  const once = () => {
    using(voxnav.worldFromCells(cells, [128, 128, 64]), (world) => {
      world.addAgent({ size: 1 }).findRoute([1, 1, 1], [120, 100, 60]);
      world.addAgent({ size: [1, 2, 1], ground: true }).findRoute([1, 1, 1], [120, 100, 60]);
    });
  };
  once();
  once();
  const before = voxnav.memoryBytes;
  for (let round = 0; round < 20; round++) once();
  assert.ok(voxnav.memoryBytes <= before * 1.5, `${voxnav.memoryBytes} after ${before}`);
});

function using(world, work) {
  work(world);
  world.free();
}

test("a world is there as long as something of it is, and what is forgotten is freed", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      collect();
      await new Promise((soon) => setTimeout(soon, 20));
    }
  };
  const made = () => {
    const world = voxnav.emptyWorld([0, 0, 0], [16, 16, 16]);
    world.addMesh([8, 0, 0, 8, 15, 0, 8, 0, 15], [0, 1, 2]);
    const agent = world.addAgent({ size: 1 });
    const crowd = world.addCrowd();
    crowd.add(world.addAgent({ size: 0.5 }), [2, 2, 2]);
    return { agent, crowd, follower: agent.follow([1, 1, 1, 5, 5, 5]) };
  };
  let { agent, crowd, follower } = made();
  const before = agent.findRoute([2, 2, 2], [14, 2, 2]);
  await settle();
  // The mesh stands, though nobody holds it.
  assert.deepEqual(agent.findRoute([2, 2, 2], [14, 2, 2]), before);
  agent = undefined;
  await settle();
  assert.equal(follower.update([1, 1, 1], 1).told, "toward");
  follower = undefined;
  await settle();
  assert.equal(crowd.update(0.1).positions.length, 3);
  crowd = undefined;
  // Of worlds that are forgotten nothing is left.
  const cells = new Uint8Array(64 ** 3).map((_, place) => (place * 7919) % 3 % 2);
  const world = () => void voxnav.worldFromCells(cells, [64, 64, 64]).addAgent({ size: 1 }).findRoute([1, 1, 1], [60, 60, 60]);
  world();
  const bytes = voxnav.memoryBytes;
  for (let round = 0; round < 10; round += 1) {
    for (let number = 0; number < 10; number += 1) world();
    await settle();
  }
  assert.ok(voxnav.memoryBytes < 8 * bytes, `${voxnav.memoryBytes} after ${bytes}`);
});
