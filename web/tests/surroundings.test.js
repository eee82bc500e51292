// Bad surroundings are told plainly: no WebAssembly, and no more memory.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load, VoxnavError } from "../dist/index.js";

const bytes = await readFile(new URL("../dist/voxnav.wasm", import.meta.url));

test("without WebAssembly loading fails and says so", async () => {
  const { WebAssembly: before } = globalThis;
  delete globalThis.WebAssembly;
  try {
    await assert.rejects(load(bytes), (error) => error instanceof VoxnavError && /WebAssembly/.test(error.message));
  } finally {
    globalThis.WebAssembly = before;
  }
});

/** Reads a number of seven bits a byte: it, and where the next begins. */
function numberAt(place) {
  let [number, factor] = [0, 1];
  for (;; place += 1) {
    number += (bytes[place] & 127) * factor;
    factor *= 128;
    if (bytes[place] < 128) return [number, place + 1];
  }
}

/** The module with a limit to its memory, in pages of 64 KiB beyond what it begins with. */
function withMemory(pages) {
  const written = (number) => Array.from({ length: 5 }, (_, place) => (Math.floor(number / 128 ** place) % 128) | (place < 4 ? 128 : 0));
  for (let place = 8; place < bytes.length; ) {
    const [length, from] = numberAt(place + 1);
    if (bytes[place] === 5) {
      const [least] = numberAt(from + 2);
      const memory = [1, 1, ...written(least), ...written(least + pages)];
      return Buffer.concat([bytes.subarray(0, place), Buffer.from([5, memory.length, ...memory]), bytes.subarray(from + length)]);
    }
    place = from + length;
  }
  throw new Error("there is no memory");
}

test("an array that does not fit the memory is refused, and nothing is lost", async () => {
  const voxnav = await load(withMemory(100));
  const world = voxnav.emptyWorld([0, 0, 0], [16, 16, 16]);
  const agent = world.addAgent({ size: 1 });
  const before = agent.findRoute([1, 1, 1], [12, 9, 3]);
  const tooLarge = (error) => error instanceof VoxnavError && error.kind === "too large" && /memory/.test(error.message);
  assert.throws(() => voxnav.worldFromCells(new Uint8Array(256 ** 3), [256, 256, 256]), tooLarge);
  assert.deepEqual(agent.findRoute([1, 1, 1], [12, 9, 3]), before);
});

test("a module that ran out of memory says so from then on, and another one works", async () => {
  const voxnav = await load(withMemory(20));
  const kept = [];
  const exhaust = () => {
    for (let number = 0; number < 1000; number += 1) {
      kept.push(voxnav.worldFromCells(new Uint8Array(64 ** 3).map((_, place) => (place * 7919) % 3 % 2), [64, 64, 64]));
      kept.at(-1).addAgent({ size: 3 }).findRoute([1, 1, 1], [60, 60, 60]);
    }
  };
  const lacksMemory = (error) => error instanceof VoxnavError && /memory/.test(error.message);
  assert.throws(exhaust, lacksMemory);
  assert.throws(exhaust, lacksMemory);
  const whole = await load(bytes);
  assert.ok(whole.emptyWorld([0, 0, 0], [8, 8, 8]).addAgent({ size: 1 }).findRoute([1, 1, 1], [5, 5, 5]).isFound);
});
