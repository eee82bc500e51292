// What the playground is made of, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../dist/index.js";
import { Grid } from "../playground/page/grid.js";
import { read, write } from "../playground/page/link.js";
import { Place } from "../playground/worker/place.js";
import { ask } from "../playground/worker/questions.js";
import { readDropped } from "../playground/worker/files.js";
import { readGltf } from "../playground/worker/gltf.js";
import { CHUNK, chunksOf, densityOf, surfacesOf } from "../playground/worker/surfaces.js";
import { KINDS, makeWorld } from "../playground/worker/worlds.js";
import { draws } from "./draws.js";

const SIZES = [[5, 4, 3], [40, 7, 33], [33, 33, 2], [1, 70, 1], [64, 3, 31]];

/** Cells of a size, x fastest, so many of a hundred occupied. */
function drawn(size, seed, percent) {
  const { below } = draws(seed);
  return Uint8Array.from({ length: size[0] * size[1] * size[2] }, () => (below(100) < percent ? 1 : 0));
}

const at = (cells, size, [x, y, z]) => cells[x + size[0] * (y + size[1] * z)];
const isIn = (size, cell) => cell.every((number, axis) => number >= 0 && number < size[axis]);

function* all(size) {
  for (let z = 0; z < size[2]; z++) for (let y = 0; y < size[1]; y++) for (let x = 0; x < size[0]; x++) yield [x, y, z];
}

test("rectangles are exactly the faces of occupied cells, each once", () => {
  for (const [index, size] of SIZES.entries()) {
    for (const percent of [10, 50, 100]) {
      const cells = drawn(size, index, percent);
      const covered = [];
      for (const chunk of all(chunksOf(size))) {
        const words = surfacesOf(cells, size, chunk);
        for (let place = 0; place < words.length; place += 2) {
          const [first, second] = [words[place], words[place + 1]];
          const cell = [first & 0xffff, first >>> 16, second & 0xffff];
          const side = (second >>> 16) & 15;
          const [wide, high] = [((second >>> 20) & 63) + 1, (second >>> 26) + 1];
          assert.ok(wide <= CHUNK && high <= CHUNK);
          const axis = (side >> 1) & 3;
          const [along, across] = [[1, 2], [0, 2], [0, 1]][axis];
          for (let u = 0; u < wide; u++) for (let v = 0; v < high; v++) {
            const own = [...cell];
            own[along] += u;
            own[across] += v;
            covered.push(`${own} ${side}`);
          }
        }
      }
      const expected = [];
      for (const cell of all(size)) {
        if (at(cells, size, cell) !== 1) continue;
        for (let axis = 0; axis < 3; axis++) for (const higher of [0, 1]) {
          const beside = [...cell];
          beside[axis] += higher ? 1 : -1;
          const isBorder = !isIn(size, beside);
          if (isBorder || at(cells, size, beside) !== 1) expected.push(`${cell} ${higher | (axis << 1) | (isBorder ? 8 : 0)}`);
        }
      }
      assert.deepEqual(covered.sort(), expected.sort(), `${size}, ${percent} percent`);
    }
  }
});

test("the density of a block is the share of its cells that are occupied", () => {
  const size = [7, 6, 5];
  const cells = drawn(size, 3, 40);
  const { shares, size: blocks } = densityOf(cells, size, 2);
  let place = 0;
  for (const block of all(blocks)) {
    let count = 0;
    for (const cell of all([2, 2, 2])) {
      const own = block.map((number, axis) => 2 * number + cell[axis]);
      if (isIn(size, own)) count += at(cells, size, own);
    }
    assert.equal(shares[place], Math.floor((count * 255) / 8), `${block}`);
    place += 1;
  }
});

test("a ray meets the first occupied cell on its way, and says through which side", () => {
  const size = [9, 8, 7];
  const { next } = draws(5);
  let [met, missed] = [0, 0];
  for (let ray = 0; ray < 150; ray++) {
    const cells = drawn(size, ray, 8);
    const grid = new Grid({ size, cells });
    const eye = [0, 1, 2].map(() => next() * 40 - 15);
    const toward = size.map((side) => next() * side);
    const away = toward.map((number, axis) => number - eye[axis]);
    const far = Math.hypot(...away);
    const direction = away.map((number) => number / far);
    // Everything with a smaller x than this is taken away.
    const cut = ray % 2 === 0 ? [0, 0, 0, -1] : [1, 0, 0, Math.floor(next() * size[0])];
    const isShown = (place) => place[0] * cut[0] >= cut[3] - 1e-9;
    const found = grid.meet({ eye, direction }, cut);
    let [expected, before] = [undefined, undefined];
    for (let step = 0; step < 25000 && expected === undefined; step++) {
      const place = direction.map((speed, axis) => eye[axis] + speed * step * 0.002);
      const cell = place.map(Math.floor);
      if (isIn(size, cell) && isShown(place) && at(cells, size, cell) === 1) expected = cell;
      else before = place;
    }
    // Corners that are cut by less than the step are nobody's fault.
    if (String(found?.cell) !== String(expected)) {
      assert.ok(found, `ray ${ray}`);
      assert.equal(at(cells, size, found.cell), 1);
      missed += 1;
      continue;
    }
    if (!found) continue;
    met += 1;
    const axis = found.normal.findIndex((number) => number !== 0);
    if (axis < 0) continue;
    const face = found.cell[axis] + (found.normal[axis] > 0 ? 1 : 0);
    assert.ok(Math.abs(found.place[axis] - face) < 2e-3, `ray ${ray}: ${found.place} is not on face ${face} of axis ${axis}`);
    assert.ok(before === undefined || Math.abs(before[axis] - face) < 0.01, `ray ${ray}`);
  }
  assert.ok(met > 50 && missed < 5, `${met} met, ${missed} missed`);
});

test("worlds are the same from the same seed, and have room", () => {
  for (const kind of KINDS) {
    const [first, again] = [1, 2].map(() => makeWorld({ kind, side: 48, seed: 9 }));
    assert.deepEqual(first, again, kind);
    const share = first.cells.reduce((sum, cell) => sum + cell, 0) / first.cells.length;
    assert.ok(share > 0.01 && share < 0.7, `${kind}: ${share}`);
    assert.equal(first.cells.length, first.size.reduce((product, side) => product * side, 1));
  }
});

test("a link says what was written into it, and a broken one nothing wrong", async () => {
  const { below } = draws(8);
  const changed = new Map(Array.from({ length: 300 }, () => [below(64 ** 3), below(2)]));
  const app = {
    spec: { kind: "hills", side: 64, seed: 11 }, agent: { able: "walks", size: [2, 3, 2] },
    ends: { start: [1, 2, 3], goal: [40, 50, 60] }, algorithms: ["astar", "weighted:2"], isStepping: true, changed,
    stage: { camera: { target: [1.5, -2, 3], distance: 9, yaw: 0.25, pitch: -1 } },
  };
  const link = await write(app);
  const shown = await read(`#${link}`);
  assert.deepEqual(shown, {
    spec: app.spec, agent: { able: "walks", wide: 2, high: 3 }, ends: app.ends, algorithms: app.algorithms,
    view: [1.5, -2, 3, 9, 0.25, -1], isStepping: true, changed,
  });
  for (let end = 0; end < link.length; end += 7) {
    const { spec, ends, view } = await read(`#${link.slice(0, end)}`);
    assert.ok(!spec || (spec.side >= 16 && spec.side <= 128));
    assert.ok(!ends || ends.goal.every(Number.isInteger));
    assert.ok(!view || view.every(Number.isFinite));
  }
  assert.deepEqual(await read("#world=caves,9999,1&agent=runs,1,1&ends=1,2&view=a,b"), { view: undefined, isStepping: false });
});

test("what a page shows and answers after edits is what it would of a world made so", async () => {
  const voxnav = await load();
  const { below } = draws(12);
  const size = [40, 9, 35];
  const place = new Place(voxnav, { size, cells: drawn(size, 12, 15) });
  const chunks = new Map(place.whole().chunks.map(({ at: chunk, words }) => [String(chunk), words]));
  const shares = place.whole().density.shares;
  const blocks = place.whole().density.size;
  for (let round = 0; round < 12; round++) {
    const list = Array.from({ length: 1 + below(30) }, () => size.map(below)).flat();
    const { chunks: touched, density } = place.edit(list, round % 3 === 0 ? "free" : "occupied");
    for (const { at: chunk, words } of touched) chunks.set(String(chunk), words);
    let index = 0;
    for (let z = density.low[2]; z < density.high[2]; z++) for (let y = density.low[1]; y < density.high[1]; y++) {
      for (let x = density.low[0]; x < density.high[0]; x++) shares[x + blocks[0] * (y + blocks[1] * z)] = density.shares[index++];
    }
    const fresh = new Place(voxnav, { size, cells: place.cells.slice() });
    const whole = fresh.whole();
    assert.deepEqual(new Map(whole.chunks.map(({ at: chunk, words }) => [String(chunk), words])), chunks);
    assert.deepEqual(whole.density.shares, shares);
    for (const able of ["flies", "walks"]) {
      const question = { agent: { able, size: [1, 2, 1] }, ends: [size.map(below), size.map(below)], algorithms: ["auto", "astar"] };
      const told = (answers) => answers.map(({ took, ...rest }) => rest);
      const [own, other] = [told(ask(place, question)), told(ask(fresh, question))];
      assert.deepEqual(own, other);
      assert.equal(own[0].outcome, own[1].outcome);
    }
    fresh.free();
  }
});

test("cells whose sides differ are where the world has them, and the picture has them in cells", async () => {
  const voxnav = await load();
  const { below } = draws(13);
  const size = [9, 12, 7];
  const cellSizes = [0.5, 0.125, 0.5];
  const world = voxnav.worldFromCells(drawn(size, 13, 0), size, { order: "zyx", unknown: 2, cellSize: cellSizes });
  const place = new Place(voxnav, { world });
  assert.deepEqual(place.whole().cellSizes, cellSizes);
  for (let round = 0; round < 20; round++) {
    const [from, to] = [0, 1].map(() => size.map(below));
    const body = { size: [1, 1, 1], ground: undefined };
    assert.deepEqual([...place.shown(place.position(from, body))], from.map((number) => number + 0.5));
    const question = { agent: { able: "flies", size: [1, 1, 1] }, ends: [from, to], algorithms: ["auto"] };
    const [{ length, legs }] = ask(place, question);
    const apart = Math.hypot(...to.map((number, axis) => (number - from[axis]) * cellSizes[axis]));
    // In longest sides; moves are no straight line.
    assert.ok(length * 0.5 >= apart - 1e-9 && length * 0.5 <= 1.5 * apart + 1e-9, `${length} of ${apart}`);
    const ends = legs.flatMap(({ places }) => [...places]);
    if (ends.length > 0) assert.deepEqual(ends.slice(-3), to.map((number) => number + 0.5));
  }
  place.free();
});

test("a mesh becomes the cells that its triangles touch", () => {
  const obj = new TextEncoder().encode("v 0 0 0\nv 10 0 0\nv 10 10 0\nf 1 2 3\n");
  const { size, cells } = readDropped(undefined, { name: "Half.OBJ", bytes: obj });
  // 96 cells a side, and four around.
  assert.deepEqual(size, [105, 105, 9]);
  for (const [x, y, z] of all(size)) {
    const [u, v] = [x + 0.5 - 4, y + 0.5 - 4];
    const isInside = u > 1 && v > 1 && u < 95 && v < 95 && u - v > 1 && z === 4;
    const isOutside = z !== 4 && z !== 3 || u < -1.01 || v < -1.01 || u > 97.01 || u - v < -1.01;
    const value = at(cells, size, [x, y, z]);
    if (isInside) assert.equal(value, 1, `${[x, y, z]}`);
    if (isOutside) assert.equal(value, 0, `${[x, y, z]}`);
  }
  for (const bytes of [new Uint8Array(0), new TextEncoder().encode("v 1 2\nf 1 2 3\n")]) {
    assert.throws(() => readDropped(undefined, { name: "x.obj", bytes }), /triangles/);
    assert.throws(() => readDropped(undefined, { name: "x.stl", bytes }), /triangles/);
  }
});

/** A glTF of one triangle under two nodes, the outer moved, the inner turned by a quarter about z and twice as large. */
function triangle({ isText }) {
  const data = new DataView(new ArrayBuffer(44));
  [0, 0, 0, 5, 0, 0, 5, 5, 0].forEach((number, place) => data.setFloat32(4 * place, number, true));
  [0, 1, 2].forEach((number, place) => data.setUint16(36 + 2 * place, number, true));
  const bytes = new Uint8Array(data.buffer);
  const half = Math.SQRT1_2;
  const document = {
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [{ translation: [100, 0, 7], children: [1] }, { mesh: 0, rotation: [0, 0, half, half], scale: [2, 2, 2] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }, { attributes: { POSITION: 0 }, mode: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: "VEC3" },
      { bufferView: 1, componentType: 5123, count: 3, type: "SCALAR" },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }, { buffer: 0, byteOffset: 36, byteLength: 6 }],
    buffers: [{ byteLength: 44, ...(isText ? { uri: `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}` } : {}) }],
  };
  const text = JSON.stringify(document);
  if (isText) return new TextEncoder().encode(text);
  const described = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4));
  const file = new Uint8Array(28 + described.length + bytes.length);
  const view = new DataView(file.buffer);
  [0x46546c67, 2, file.length, described.length, 0x4e4f534a].forEach((number, place) => view.setUint32(4 * place, number, true));
  file.set(described, 20);
  view.setUint32(20 + described.length, bytes.length, true);
  view.setUint32(24 + described.length, 0x004e4942, true);
  file.set(bytes, 28 + described.length);
  return file;
}

test("triangles of a glTF are where its nodes put them", () => {
  // Turned, (5, 0) is (0, 5) and (5, 5) is (-5, 5).
  const expected = [100, 0, 7, 100, 10, 7, 90, 10, 7];
  for (const isText of [false, true]) {
    const corners = readGltf(triangle({ isText }));
    assert.equal(corners.length, expected.length);
    corners.forEach((number, place) => assert.ok(Math.abs(number - expected[place]) < 1e-9, `${corners}`));
  }
  assert.deepEqual(readDropped(undefined, { name: "t.GLB", bytes: triangle({ isText: false }) }).size, [105, 105, 9]);
  const broken = [triangle({ isText: false }).subarray(0, 300), triangle({ isText: true }).subarray(3), new Uint8Array(2)];
  for (const bytes of broken) assert.throws(() => readDropped(undefined, { name: "t.glb", bytes }), /t\.glb/);
});
