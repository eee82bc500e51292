// The viewer's picture of a world that changes: surfaces come chunk by chunk, and searches one after the other.

import { subtract } from "../../../../crates/view/page/render/algebra.js";
import { GOAL_COLOR, START_COLOR } from "../../../../crates/view/page/render/colors.js";
import { actionColor, wayOf } from "../../../../crates/view/page/render/legs.js";
import { Scene, capsule } from "../../../../crates/view/page/render/scene.js";
import { TABLE_WIDTH } from "../../../../crates/view/page/render/shaders.js";

// Rectangles are stored in blocks of so many, each of one chunk.
const BLOCK = 256;
const BLOCKS_A_ROW = TABLE_WIDTH / BLOCK;

// Rectangles far outside of all worlds, which nobody sees.
const NOWHERE = new Uint32Array(2 * BLOCK).fill(0x0000ffff).map((word, index) => (index % 2 === 0 ? 0xffffffff : word));

const NONE = new Uint32Array(0);
const NO_CELLS = {
  cellX: NONE, cellY: NONE, cellZ: NONE, cellQueued: NONE, cellExpanded: NONE, cellG: NONE, cellF: NONE, cellSide: NONE,
};

const emptySide = () => ({ search: undefined, arrays: NO_CELLS });

export class LiveScene extends Scene {
  constructor(canvas) {
    const map = { low: [0, 0, 0], size: [1, 1, 1], cell_sizes: [1, 1, 1], scale: 1, up: 1, density_edge: 1, density_size: [1, 1, 1] };
    const arrays = { quadX: NONE, quadY: NONE, quadZ: NONE, quadSide: NONE, density: new Uint8Array(1) };
    super(canvas, { map }, arrays, [emptySide(), emptySide()]);
    for (const side of this.sides) this.setSearch(side, NO_CELLS, 0, NONE);
    this.count();
  }

  // Shows another world.
  setWorld({ size, cellSizes, up, chunks, density }) {
    const { gl, facts } = this;
    Object.assign(facts.map, { size, cell_sizes: cellSizes, up, density_edge: density.edge, density_size: density.size });
    this.setSize(facts.map);
    this.arrays.density = density.shares;
    gl.deleteTexture(this.density);
    this.density = this.uploadDensity();
    this.chunks = new Map();
    this.free = [];
    this.used = 0;
    const needed = chunks.reduce((sum, { words }) => sum + Math.ceil(words.length / 2 / BLOCK), 0);
    this.makeTable(Math.ceil(needed * 1.3) + 16);
    for (const chunk of chunks) this.setChunk(chunk);
  }

  makeTable(blocks) {
    this.capacity = Math.ceil(blocks / BLOCKS_A_ROW) * BLOCKS_A_ROW;
    this.gl.deleteTexture(this.surfaces.table);
    this.surfaces.table = this.table(this.capacity * BLOCK, 2, () => {});
  }

  // Shows other rectangles of a chunk.
  setChunk({ at, words }) {
    const name = at.join();
    const blocks = this.chunks.get(name)?.blocks ?? [];
    const needed = Math.ceil(words.length / 2 / BLOCK);
    while (blocks.length > needed) {
      const block = blocks.pop();
      this.write(block, NOWHERE);
      this.free.push(block);
    }
    while (blocks.length < needed) {
      if (this.free.length === 0 && this.used === this.capacity) this.growTable();
      blocks.push(this.free.pop() ?? this.used++);
    }
    this.chunks.set(name, { blocks, words });
    this.writeChunk(blocks, words);
    this.surfaces.count = this.used * BLOCK;
    this.growOrder();
  }

  writeChunk(blocks, words) {
    blocks.forEach((block, number) => {
      const part = words.subarray(2 * BLOCK * number, 2 * BLOCK * (number + 1));
      if (part.length === 2 * BLOCK) return this.write(block, part);
      const padded = NOWHERE.slice();
      padded.set(part);
      return this.write(block, padded);
    });
  }

  write(block, words) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.surfaces.table);
    const [x, y] = [block % BLOCKS_A_ROW * BLOCK, Math.floor(block / BLOCKS_A_ROW)];
    gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, BLOCK, 1, gl.RG_INTEGER, gl.UNSIGNED_INT, words);
  }

  growTable() {
    this.makeTable(this.capacity * 2);
    for (const { blocks, words } of this.chunks.values()) this.writeChunk(blocks, words);
  }

  // Rectangles and cubes are drawn by one list of corners, which has to be long enough.
  growOrder() {
    const needed = this.countRectangles();
    if (needed <= this.rectangles.count) return;
    const before = this.rectangles;
    this.rectangles = this.order(Math.ceil(needed * 1.25));
    this.gl.deleteBuffer(before.buffer);
    this.gl.deleteVertexArray(before.array);
  }

  // Shows other shares of the blocks of a box.
  setDensity({ low, high, shares }) {
    const { gl } = this;
    const [wide, tall, deep] = subtract(high, low);
    gl.bindTexture(gl.TEXTURE_3D, this.density);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texSubImage3D(gl.TEXTURE_3D, 0, ...low, wide, tall, deep, gl.RED, gl.UNSIGNED_BYTE, shares);
    gl.generateMipmap(gl.TEXTURE_3D);
  }

  // Shows the cells of a search on one side: its record, how many cells were expanded, and a value from 0 to 1 for each.
  setSearch(side, arrays, kept, values) {
    Object.assign(side, { arrays, kept });
    side.order = this.orderOfExpansion({ search: { kept }, arrays });
    this.colorCells(side, values);
    if (this.surfaces) this.growOrder();
  }

  // Shows the parts of a way: what is done, and places in cells.
  setLegs(side, legs, radius = 0.22) {
    const numbers = [];
    for (const { action, places } of legs) {
      const turns = Array.from({ length: places.length / 3 }, (_, turn) => [...places.subarray(3 * turn, 3 * turn + 3)]);
      const way = wayOf(action === "fly" ? undefined : action, turns, this.facts.map.up, this.shape);
      const color = action === "fly" ? actionColor("walk") : actionColor(action);
      for (let turn = 1; turn < way.length; turn += 1) numbers.push(...capsule(way[turn - 1], way[turn], color, radius));
    }
    this.forget(side.capsules.path);
    side.capsules.path = this.capsules(numbers);
  }

  // Marks start and goal, places in cells.
  setEnds(side, ends) {
    const [start, goal] = ends.map((end) => this.stretch(end));
    const marks = [[start, START_COLOR], [goal, GOAL_COLOR]].flatMap(([place, color]) => capsule(place, place, color, 0.45));
    this.forget(side.capsules.marks);
    side.capsules.marks = this.capsules(marks);
  }
}
