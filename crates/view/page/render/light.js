// The light in a world of cells: how much of the sun and of the sky each cell sees past the rock in its way.
//
// Light comes in layer by layer, from the side that is open: from above, or through the cut. A cell has of each ray what
// the cell before it on that ray has, or nothing if it is rock. Of the sun there is one ray, slanted; of the sky there are
// nine, straight and aslant.

import { normalized } from "./algebra.js";

// By how many cells the sun is aside for each layer, across the two other axes.
const SLANT = [0.55, 0.35];

// Toward the sun, for light from an open side.
export function sunOf({ axis, isHigh }) {
  const [first, second] = [0, 1, 2].filter((other) => other !== axis);
  const toward = [0, 0, 0];
  toward[axis] = isHigh ? 1 : -1;
  [toward[first], toward[second]] = SLANT;
  return normalized(toward);
}

// A layer with a margin around it, in which no cell needs to ask whether its neighbors are there.
class Layer {
  constructor(wide, high, edge) {
    this.row = wide + 2;
    this.rays = Array.from({ length: 10 }, () => new Float32Array(this.row * (high + 2)).fill(edge));
    this.next = this.rays.map((ray) => ray.slice());
  }

  // What the rays of the layer before bring to a cell; the sun, and the mean of the sky.
  cross(at, isRock) {
    const { rays, next, row } = this;
    if (isRock) {
      for (const ray of next) ray[at] = 0;
      return [0, 0];
    }
    const [sun] = rays;
    const below = sun[at] * (1 - SLANT[0]) + sun[at + 1] * SLANT[0];
    const above = sun[at + row] * (1 - SLANT[0]) + sun[at + row + 1] * SLANT[0];
    next[0][at] = below * (1 - SLANT[1]) + above * SLANT[1];
    let sum = 0;
    for (let ray = 1; ray < 10; ray += 1) {
      const aside = (ray - 1) % 3 - 1 + row * (Math.floor((ray - 1) / 3) - 1);
      sum += next[ray][at] = rays[ray][at + aside];
    }
    return [next[0][at], sum / 9];
  }

  pass() {
    [this.rays, this.next] = [this.next, this.rays];
  }
}

// Sun and sky of all cells, two bytes each. `shares` are 0 for free cells and 255 for rock, x fastest; `cut` has the axis
// and the end of it where light comes in, and the outermost layer that is shown; light from aside is there where `edge` is 1.
export function lightOf(shares, size, { axis, isHigh, layer }, edge) {
  const strides = [1, size[0], size[0] * size[1]];
  const [first, second] = [0, 1, 2].filter((other) => other !== axis);
  const [wide, high] = [size[first], size[second]];
  const light = new Uint8Array(2 * shares.length);
  const state = new Layer(wide, high, edge);
  for (const ray of state.rays) ray.fill(1);
  for (let step = 0; step < size[axis]; step += 1) {
    const depth = isHigh ? size[axis] - 1 - step : step;
    const isAway = isHigh ? depth > layer : depth < layer;
    for (let b = 0; b < high; b += 1) {
      for (let a = 0; a < wide; a += 1) {
        const cell = depth * strides[axis] + a * strides[first] + b * strides[second];
        const [sun, sky] = isAway ? [1, 1] : state.cross(a + 1 + (b + 1) * state.row, shares[cell] > 127);
        light[2 * cell] = sun * 255;
        light[2 * cell + 1] = sky * 255;
      }
    }
    if (!isAway) state.pass();
  }
  return light;
}
