// The surfaces of a world as few rectangles, chunk by chunk, so that an edit makes few of them anew.
//
// Faces are merged greedily, slice by slice: each rectangle grows along the rows of its slice first and then over as many
// rows as have the same cells (M. Lysenko, "Meshing in a Minecraft Game", 2012). A row is a word of bits.

// The cells along the edge of a chunk: the bits of a word.
export const CHUNK = 32;

// How many chunks there are along each axis.
export const chunksOf = (size) => size.map((side) => Math.ceil(side / CHUNK));

// The rectangles of a chunk as the renderer's table has them: two words each. `cells` are bytes, x fastest, then y; 1 is
// occupied.
export function surfacesOf(cells, size, chunk) {
  const low = chunk.map((number) => number * CHUNK);
  const strides = [1, size[0], size[0] * size[1]];
  const sides = low.map((number, axis) => Math.min(CHUNK, size[axis] - number));
  const words = [];
  const [inner, border] = [new Int32Array(CHUNK), new Int32Array(CHUNK)];
  for (let axis = 0; axis < 3; axis += 1) {
    const [first, second] = [[1, 2], [0, 2], [0, 1]][axis];
    for (const isHigher of [0, 1]) {
      const step = isHigher ? strides[axis] : -strides[axis];
      for (let layer = 0; layer < sides[axis]; layer += 1) {
        const at = low[axis] + layer;
        const isBorder = at === (isHigher ? size[axis] - 1 : 0);
        const rows = isBorder ? border : inner;
        let any = 0;
        for (let v = 0; v < sides[second]; v += 1) {
          let place = at * strides[axis] + (low[second] + v) * strides[second] + low[first] * strides[first];
          let row = 0;
          for (let u = 0; u < sides[first]; u += 1, place += strides[first]) {
            if (cells[place] === 1 && (isBorder || cells[place + step] !== 1)) row |= 1 << u;
          }
          rows[v] = row;
          any |= row;
        }
        if (any === 0) continue;
        const side = isHigher | axis << 1 | (isBorder ? 8 : 0);
        merge(rows, sides[second], (u, v, wide, high) => {
          const cell = [0, 0, 0];
          cell[axis] = at;
          cell[first] = low[first] + u;
          cell[second] = low[second] + v;
          words.push(cell[0] | cell[1] << 16, cell[2] | side << 16 | wide - 1 << 20 | high - 1 << 26);
        });
      }
    }
  }
  return Uint32Array.from(words);
}

// Takes rectangles out of rows of bits.
function merge(rows, count, found) {
  for (let v = 0; v < count; v += 1) {
    while (rows[v] !== 0) {
      const u = 31 - Math.clz32(rows[v] & -rows[v]);
      const after = ~(rows[v] >>> u);
      const wide = after === 0 ? 32 : Math.min(31 - Math.clz32(after & -after), 32 - u);
      const mask = wide === 32 ? -1 : (1 << wide) - 1 << u;
      let high = 1;
      rows[v] &= ~mask;
      while (v + high < count && (rows[v + high] & mask) === mask) {
        rows[v + high] &= ~mask;
        high += 1;
      }
      found(u, v, wide, high);
    }
  }
}

// The world in blocks of `edge` cells a side, each with the share of its cells that are occupied, 0 to 255.
export function densityOf(cells, size, edge) {
  const blocks = size.map((side) => Math.ceil(side / edge));
  const shares = new Uint8Array(blocks[0] * blocks[1] * blocks[2]);
  fillDensity(cells, size, edge, { low: [0, 0, 0], high: blocks }, shares);
  return { edge, size: blocks, shares };
}

// The shares of the blocks of a box.
export function fillDensity(cells, size, edge, { low, high }, shares) {
  let place = 0;
  const whole = edge ** 3;
  for (let z = low[2]; z < high[2]; z += 1) for (let y = low[1]; y < high[1]; y += 1) for (let x = low[0]; x < high[0]; x += 1) {
    let count = 0;
    for (let c = z * edge; c < Math.min((z + 1) * edge, size[2]); c += 1) {
      for (let b = y * edge; b < Math.min((y + 1) * edge, size[1]); b += 1) {
        const row = size[0] * (b + size[1] * c);
        for (let a = x * edge; a < Math.min((x + 1) * edge, size[0]); a += 1) count += cells[row + a] === 1 ? 1 : 0;
      }
    }
    shares[place] = Math.floor(count * 255 / whole);
    place += 1;
  }
}
