// Worlds that are made by rules, the same from the same seed. A byte a cell, x fastest, then y, which is up; 1 is
// occupied.

// Draws numbers from 0 to 1 (mulberry32, by T. Ettinger).
export function draws(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + 0x6d2b79f5 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}

// Smooth noise: random numbers on a lattice, and between them mixtures.
function noise(seed, period) {
  const table = Float32Array.from({ length: 4096 }, draws(seed));
  const at = (x, y, z) => table[(Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & 4095];
  const ease = (part) => part * part * (3 - 2 * part);
  const mix = (a, b, part) => a + (b - a) * part;
  return (x, y, z) => {
    const [p, q, r] = [x / period, y / period, z / period];
    const [i, j, k] = [Math.floor(p), Math.floor(q), Math.floor(r)];
    const [u, v, w] = [ease(p - i), ease(q - j), ease(r - k)];
    const along = (b, c) => mix(at(i, b, c), at(i + 1, b, c), u);
    return mix(mix(along(j, k), along(j + 1, k), v), mix(along(j, k + 1), along(j + 1, k + 1), v), w);
  };
}

class Cells {
  constructor(size) {
    this.size = size;
    this.bytes = new Uint8Array(size[0] * size[1] * size[2]);
  }

  // Sets the cells of a half-open box, as far as it is in the world.
  box(low, high, value) {
    const [first, last] = [low.map((number) => Math.max(number, 0)), high.map((number, axis) => Math.min(number, this.size[axis]))];
    for (let z = first[2]; z < last[2]; z += 1) for (let y = first[1]; y < last[1]; y += 1) {
      const row = this.size[0] * (y + this.size[1] * z);
      if (last[0] > first[0]) this.bytes.fill(value, row + first[0], row + last[0]);
    }
  }

  // Fills all free cells but those of the largest part that hangs together by faces.
  keepLargest() {
    const { bytes, size } = this;
    const steps = [1, size[0], size[0] * size[1]];
    const parts = new Uint32Array(bytes.length);
    const queue = new Uint32Array(bytes.length);
    let [part, best, most] = [0, 0, 0];
    for (let first = 0; first < bytes.length; first += 1) {
      if (bytes[first] !== 0 || parts[first] !== 0) continue;
      part += 1;
      parts[first] = part;
      queue[0] = first;
      let [next, count] = [0, 1];
      while (next < count) {
        const place = queue[next];
        next += 1;
        const cell = [place % size[0], Math.floor(place / steps[1]) % size[1], Math.floor(place / steps[2])];
        for (let axis = 0; axis < 3; axis += 1) for (const sign of [-1, 1]) {
          const beside = place + sign * steps[axis];
          const isIn = cell[axis] + sign >= 0 && cell[axis] + sign < size[axis];
          if (!isIn || bytes[beside] !== 0 || parts[beside] !== 0) continue;
          parts[beside] = part;
          queue[count] = beside;
          count += 1;
        }
      }
      if (count > most) [best, most] = [part, count];
    }
    for (let place = 0; place < bytes.length; place += 1) if (parts[place] !== best) bytes[place] = 1;
  }

  each(value) {
    let place = 0;
    for (let z = 0; z < this.size[2]; z += 1) for (let y = 0; y < this.size[1]; y += 1) for (let x = 0; x < this.size[0]; x += 1) {
      this.bytes[place] = value(x, y, z) ? 1 : 0;
      place += 1;
    }
  }
}

const MAKERS = {
  // Tunnels and halls in rock, all of them joined.
  caves(side, seed) {
    const cells = new Cells([side, side, side]);
    const [wide, fine] = [noise(seed, 18), noise(seed + 1, 7)];
    const level = (x, y, z) => wide(x, y * 1.3, z) * 0.72 + fine(x, y, z) * 0.28;
    const draw = draws(seed + 2);
    const sample = Float32Array.from({ length: 2000 }, () => level(draw() * side, draw() * side, draw() * side)).sort();
    const most = sample[900];
    const isEdge = (at) => at < 1 || at > side - 2;
    cells.each((x, y, z) => level(x, y, z) > most || isEdge(x) || isEdge(y) || isEdge(z));
    cells.keepLargest();
    return cells;
  },

  // Towers on a plain, with bridges between some.
  city(side, seed) {
    const high = Math.max(side / 2, 16);
    const cells = new Cells([side, high, side]);
    const draw = draws(seed);
    const pick = (low, most) => low + Math.floor(draw() * (most - low + 1));
    cells.box([0, 0, 0], [side, 1, side], 1);
    const tops = [];
    for (let tower = 0; tower < side * side / 90; tower += 1) {
      const [x, z] = [pick(1, side - 6), pick(1, side - 6)];
      const [wide, deep, top] = [pick(2, 7), pick(2, 7), pick(3, high - 6)];
      cells.box([x, 1, z], [x + wide, top, z + deep], 1);
      tops.push([x, Math.floor(top * 0.7), z]);
    }
    for (let bridge = 0; bridge + 1 < tops.length; bridge += 3) {
      const [[x, y, z], [u, , w]] = [tops[bridge], tops[bridge + 1]];
      cells.box([Math.min(x, u), y, z], [Math.max(x, u) + 2, y + 1, z + 2], 1);
      cells.box([u, y, Math.min(z, w)], [u + 2, y + 1, Math.max(z, w) + 2], 1);
    }
    return cells;
  },

  // Hills to walk over, with boulders.
  hills(side, seed) {
    const high = Math.max(side / 4, 16);
    const cells = new Cells([side, high, side]);
    const [wide, fine] = [noise(seed, 28), noise(seed + 1, 6)];
    const level = (x, z) => 2 + (wide(x, 0, z) * 0.85 + fine(x, 9, z) * 0.15) * (high * 0.75);
    cells.each((x, y, z) => y < level(x, z));
    const draw = draws(seed + 2);
    for (let boulder = 0; boulder < side; boulder += 1) {
      const [x, z] = [draw(), draw()].map((part) => Math.floor(part * side));
      const y = Math.floor(level(x, z));
      cells.box([x, y - 1, z], [x + 2, y + 2, z + 2], 1);
    }
    return cells;
  },

  // Rooms on floors, joined by doors and hatches.
  rooms(side, seed) {
    const [pitch, high] = [10, 6];
    const floors = Math.max(Math.floor(side / 16), 2);
    const cells = new Cells([side, floors * high + 1, side]);
    const draw = draws(seed);
    cells.each((x, y, z) => x % pitch === 0 || z % pitch === 0 || y % high === 0 || x === side - 1 || z === side - 1);
    for (let floor = 0; floor < floors; floor += 1) for (let x = 0; x < side; x += pitch) for (let z = 0; z < side; z += pitch) {
      const y = floor * high + 1;
      const part = () => 3 + Math.floor(draw() * 4);
      if (draw() < 0.75 && x > 0) cells.box([x, y, z + part()], [x + 1, y + 3, z + 8], 0);
      if (draw() < 0.75 && z > 0) cells.box([x + part(), y, z], [x + 8, y + 3, z + 1], 0);
      if (draw() < 0.3 && floor > 0) cells.box([x + 3, y - 1, z + 3], [x + 6, y, z + 6], 0);
    }
    return cells;
  },

  // Two halls, and one door between them.
  door(side) {
    const high = 12;
    const cells = new Cells([side, high, side]);
    cells.box([0, 0, 0], [side, 1, side], 1);
    const middle = Math.floor(side / 2);
    cells.box([middle - 1, 1, 0], [middle + 1, high, side], 1);
    cells.box([middle - 1, 1, middle - 2], [middle + 1, 5, middle + 2], 0);
    return cells;
  },

  // Nothing but a floor.
  empty(side) {
    const cells = new Cells([side, Math.max(side / 2, 16), side]);
    cells.box([0, 0, 0], [side, 1, side], 1);
    return cells;
  },
};

// The names of the worlds.
export const KINDS = Object.keys(MAKERS);

// Makes a world of a kind: its size, and its cells.
export function makeWorld({ kind, side, seed }) {
  const { size, bytes } = MAKERS[KINDS.includes(kind) ? kind : KINDS[0]](side, seed);
  return { size, cells: bytes };
}
