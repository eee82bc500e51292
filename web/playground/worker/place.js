// A world with its cells as bytes beside it, from which the page's surfaces are made.

import { CHUNK, chunksOf, densityOf, fillDensity, surfacesOf } from "./surfaces.js";

// The cells along the edge of a block by which the page shades.
const EDGE = 2;

const STATES = ["free", "occupied", "unknown"];

export class Place {
  // `made` has cells and their size, or a world that was read.
  constructor(voxnav, { world, size, cells, up = 1 }) {
    this.world = world ?? voxnav.worldFromCells(cells, size, { order: "zyx", unknown: 2 });
    const { min, max, origin, cellSize, cellSizes } = this.world.describe();
    this.low = min;
    this.size = max.map((end, axis) => end - min[axis]);
    if (Math.max(...this.size) > 0xffff || this.size.reduce((product, side) => product * side, 1) > 2 ** 28) {
      this.world.free();
      throw new Error(`a world of ${this.size.join(" x ")} cells is too large for a page`);
    }
    this.cells = cells ?? this.world.toCells("zyx");
    Object.assign(this, { origin, cellSize, cellSizes, up, agents: new Map() });
  }

  free() {
    this.world.free();
  }

  // Everything that the page draws of it.
  whole() {
    const chunks = [];
    const count = chunksOf(this.size);
    for (let z = 0; z < count[2]; z += 1) for (let y = 0; y < count[1]; y += 1) for (let x = 0; x < count[0]; x += 1) {
      chunks.push(this.chunk([x, y, z]));
    }
    return {
      size: this.size, cellSizes: this.cellSizes, low: this.low, up: this.up, cells: this.cells.slice(), chunks,
      density: densityOf(this.cells, this.size, EDGE),
      ...this.openness(),
    };
  }

  // How many cells of each layer across each axis are not occupied, and whether there is rock all around.
  openness() {
    const { size, cells } = this;
    const open = size.map((side) => new Float64Array(side));
    let place = 0;
    let all = 0;
    for (let z = 0; z < size[2]; z += 1) for (let y = 0; y < size[1]; y += 1) {
      const row = place;
      for (let x = 0; x < size[0]; x += 1, place += 1) if (cells[place] !== 1) open[0][x] += 1;
      let count = 0;
      for (let x = row; x < place; x += 1) count += cells[x] !== 1 ? 1 : 0;
      open[1][y] += count;
      open[2][z] += count;
      all += count;
    }
    const outer = open.flatMap((layers, axis) => [layers[0], layers[size[axis] - 1]].map((count) => count * size[axis] / cells.length));
    return { open, isCavern: outer.every((share) => share < 0.6) && all < 0.8 * cells.length };
  }

  chunk(at) {
    return { at, words: surfacesOf(this.cells, this.size, at) };
  }

  // Sets cells, three numbers each counted from the lowest cell, and tells what has changed in the picture.
  edit(list, state) {
    const { size, cells } = this;
    const value = STATES.indexOf(state);
    const moved = Int32Array.from(list, (number, index) => number + this.low[index % 3]);
    this.world.setCells(moved, state);
    const touched = new Map();
    const [low, high] = [[...size], [0, 0, 0]];
    for (let index = 0; index < list.length; index += 3) {
      const cell = [list[index], list[index + 1], list[index + 2]];
      cells[cell[0] + size[0] * (cell[1] + size[1] * cell[2])] = value;
      cell.forEach((number, axis) => {
        low[axis] = Math.min(low[axis], number);
        high[axis] = Math.max(high[axis], number + 1);
        // Faces of neighbors change, too, which may be in another chunk.
        for (const step of [-1, 0, 1]) {
          const chunk = cell.map((one, other) => Math.floor((one + (other === axis ? step : 0)) / CHUNK));
          if (chunk[axis] >= 0 && chunk[axis] * CHUNK < size[axis]) touched.set(chunk.join(), chunk);
        }
      });
    }
    if (list.length === 0) return { chunks: [], density: undefined };
    const box = { low: low.map((number) => Math.floor(number / EDGE)), high: high.map((number) => Math.ceil(number / EDGE)) };
    const shares = new Uint8Array(box.high.reduce((product, end, axis) => product * (end - box.low[axis]), 1));
    fillDensity(cells, size, EDGE, box, shares);
    return { chunks: [...touched.values()].map((at) => this.chunk(at)), density: { ...box, shares } };
  }

  // The agent of a description and options; each is derived once.
  agent(description, options) {
    const name = JSON.stringify(description);
    if (!this.agents.has(name)) {
      // Few are kept, for each has its own view of the world.
      if (this.agents.size >= 4) {
        const [oldest] = this.agents.keys();
        this.agents.get(oldest).free();
        this.agents.delete(oldest);
      }
      this.agents.set(name, this.world.addAgent(description));
    }
    const agent = this.agents.get(name);
    agent.setOptions({ ...options });
    return agent;
  }

  // The position of an agent whose lowest cell is this one: its center, or on the ground its feet.
  position(cell, { size, ground }) {
    return cell.map((number, axis) => {
      const isFeet = ground !== undefined && axis === this.up;
      const inside = isFeet ? -0.5 : (size[axis] - 1) / 2;
      return this.origin[axis] + this.cellSizes[axis] * (number + this.low[axis] + inside);
    });
  }

  // Positions in cells, where the lowest cell is from 0 to 1.
  shown(positions) {
    return Float32Array.from(positions, (number, index) => {
      const axis = index % 3;
      return (number - this.origin[axis]) / this.cellSizes[axis] - this.low[axis] + 0.5;
    });
  }

  // A description in cells as one in world units.
  described({ size, able }) {
    const sides = size.map((side, axis) => (side - 0.02) * this.cellSizes[axis]);
    if (able === "flies") return { size: sides };
    const preset = able === "walks" ? "walker" : able;
    return { size: sides, ground: { preset, up: "xyz"[this.up] } };
  }
}
