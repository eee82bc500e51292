import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../dist/index.js";
import { WorkerWorld } from "../dist/worker.js";
import { drawnCells, draws } from "./draws.js";

const voxnav = await load();
const SIZE = [32, 32, 32];

test("workers have the answers of the world that they were given", async () => {
  const random = draws(1);
  const world = voxnav.worldFromCells(drawnCells(random, SIZE, 30), SIZE);
  const workers = await WorkerWorld.start(voxnav, world.toFile(), { count: 2 });
  try {
    for (const description of [{ size: 1 }, { size: [1, 2, 1], ground: true }]) {
      const here = world.addAgent(description);
      const there = await workers.addAgent(description);
      const rows = Array.from({ length: 150 }, () => [...random.cell(SIZE), ...random.cell(SIZE)]);
      const told = [];
      const routes = await there.findRoutes(rows.flat(), { onProgress: (done, all) => told.push([done, all]) });
      assert.deepEqual(routes, here.findRoutes(rows.flat()));
      assert.deepEqual(told.at(-1), [150, 150]);
      const asked = rows.slice(0, 10).map((row) => there.findRoute(row.slice(0, 3), row.slice(3), { smooth: true }));
      const expected = rows.slice(0, 10).map((row) => here.findRoute(row.slice(0, 3), row.slice(3), { smooth: true }));
      assert.deepEqual(await Promise.all(asked), expected);
      await there.free();
      await assert.rejects(there.findRoute([0, 0, 0], [1, 1, 1]), { name: "StaleHandleError" });
    }
  } finally {
    workers.terminate();
  }
});

test("an answer is about the world at the moment of the question", async () => {
  const world = voxnav.emptyWorld([0, 0, 0], SIZE);
  const workers = await WorkerWorld.start(voxnav, world.toFile());
  try {
    const agent = await workers.addAgent({ size: 1 });
    const ask = () => agent.findRoute([1, 1, 1], [30, 1, 1]);
    const answers = [ask(), workers.setBox([15, 0, 0], [16, 32, 32], "occupied"), ask()];
    answers.push(workers.setCells([[15, 1, 1]], "free"), ask());
    const [open, , closed, , door] = await Promise.all(answers);
    assert.deepEqual([open, closed, door].map((route) => route.isFound), [true, false, true]);
    await assert.rejects(workers.setBox([0, 0, 0.5], [1, 1, 1], "free"), { kind: "argument" });
    await assert.rejects(workers.addAgent({ size: -1 }), { kind: "argument" });
  } finally {
    workers.terminate();
  }
});

test("a question is given up, and the next one answered", async () => {
  const size = [96, 96, 96];
  // A long search: much is open, and the goal far away.
  const world = voxnav.worldFromCells(drawnCells(draws(3), size, 25), size);
  world.setBox([1, 1, 1], [3, 3, 3], "free");
  world.setBox([90, 90, 90], [92, 92, 92], "free");
  const workers = await WorkerWorld.start(voxnav, world.toFile());
  try {
    const slow = await workers.addAgent({ size: 1 }, { algorithm: "dijkstra" });
    const progress = [];
    const stop = new AbortController();
    const asked = slow.findRoute([1, 1, 1], [90, 90, 90], {
      signal: stop.signal,
      onProgress: (expanded) => {
        progress.push(expanded);
        stop.abort();
      },
    });
    await assert.rejects(asked, { name: "AbortError" });
    assert.ok(progress.length >= 1 && progress[0] > 0);
    assert.equal((await slow.findRoute([1, 1, 1], [1, 1, 1])).isFound, true);
    const before = AbortSignal.abort(new Error("no more"));
    await assert.rejects(slow.findRoute([1, 1, 1], [2, 2, 2], { signal: before }), /no more/);
    const waiting = slow.findRoute([1, 1, 1], [90, 90, 90]);
    workers.terminate();
    await assert.rejects(waiting, { name: "StaleHandleError" });
  } finally {
    workers.terminate();
  }
});
