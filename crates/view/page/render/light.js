// The light in a world of cells: how much of the sun and of the sky each cell sees past the rock in its way.
//
// Light comes in layer by layer, from the side that is open: from above, or through the cut. A cell has of each ray what
// the cell before it on that ray has, or nothing if it is rock. Of the sun there is one ray, slanted; of the sky there are
// nine, straight and aslant. Rays pass at most one cell aside in a layer: where layers are higher than cells are wide, they
// are steeper.

import { normalized } from "./algebra.js";

// How far aside the sun is for as much of depth, across the two other axes.
const SLANT = [0.55, 0.35];

// By how many cells a ray is aside for each layer that is so far aside for as much of depth, across an axis.
const aside = (slant, { axis, shape }, other) => Math.min(slant * shape[axis] / shape[other], 1);

const othersOf = (axis) => [0, 1, 2].filter((other) => other !== axis);

// Toward the sun, for light from an open side.
export function sunOf({ axis, isHigh, shape }) {
  const toward = [0, 0, 0];
  toward[axis] = isHigh ? 1 : -1;
  othersOf(axis).forEach((other, index) => {
    toward[other] = aside(SLANT[index], { axis, shape }, other) * shape[other] / shape[axis];
  });
  return normalized(toward);
}

// A layer with a margin around it, in which no cell needs to ask whether its neighbors are there.
class Layer {
  // `sun` and `sky` are the parts of a cell by which rays are aside.
  constructor(wide, high, edge, { sun, sky }) {
    Object.assign(this, { sun, sky, isStraight: sky.every((part) => part === 1) });
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
    next[0][at] = between(rays[0], at, [1, row], this.sun);
    let sum = 0;
    for (let ray = 1; ray < 10; ray += 1) {
      const [along, across] = [(ray - 1) % 3 - 1, row * (Math.floor((ray - 1) / 3) - 1)];
      sum += next[ray][at] = this.isStraight
        ? rays[ray][at + along + across] : between(rays[ray], at, [along, across], this.sky);
    }
    return [next[0][at], sum / 9];
  }

  pass() {
    [this.rays, this.next] = [this.next, this.rays];
  }
}

// What lies between four places of a layer.
function between(ray, at, [along, across], [a, b]) {
  const below = ray[at] * (1 - a) + ray[at + along] * a;
  const above = ray[at + across] * (1 - a) + ray[at + across + along] * a;
  return below * (1 - b) + above * b;
}

// Sun and sky of all cells, two bytes each. `shares` are 0 for free cells and 255 for rock, x fastest; `cut` has the axis
// and the end of it where light comes in, the outermost layer that is shown, and the sides of a cell; light from aside is
// there where `edge` is 1.
export function lightOf(shares, size, { axis, isHigh, layer, shape }, edge) {
  const strides = [1, size[0], size[0] * size[1]];
  const [first, second] = othersOf(axis);
  const [wide, high] = [size[first], size[second]];
  const light = new Uint8Array(2 * shares.length);
  const slants = (of) => [first, second].map((other, index) => aside(of[index], { axis, shape }, other));
  const state = new Layer(wide, high, edge, { sun: slants(SLANT), sky: slants([1, 1]) });
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
