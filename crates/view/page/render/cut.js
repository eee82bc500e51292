// The cut that opens a closed world: a plane across an axis, at what is to be seen, with everything
// toward the eye from there taken away.

import { clamped, scaled, unit } from "./algebra.js";

export class Cut {
  // Where the lowest cell of the world is, how large that is, how many cells of each layer across each axis are open, and
  // the places of what is to be seen: of none, those of the whole world.
  constructor({ low, size, open, places }) {
    Object.assign(this, { low, size, open });
    this.places = size.map((side, axis) => (places.length > 0
      ? places.map((place) => clamped(Math.floor(place[axis]), 0, side - 1)).sort((a, b) => a - b)
      : Array.from({ length: side }, (_, layer) => layer)));
  }

  // The cut for a direction of view: across the axis along which one looks most into the world and what is to
  // be seen spreads least; from above rather than from the side.
  toward(forward, upAxis) {
    const scores = this.places.map((places, axis) => {
      const spread = (places[places.length - 1] - places[0]) / this.size[axis];
      return Math.abs(forward[axis]) * (1.2 - spread) * (axis === upAxis ? 1.5 : 1);
    });
    const axis = scores.indexOf(Math.max(...scores));
    const isHigh = forward[axis] < 0;
    return { axis, isHigh, layer: this.layer(axis, isHigh) };
  }

  // The outermost layer that is shown: of those from the near quarter of what is to be seen to its middle the most
  // open one, so that no floor or ceiling is cut along.
  layer(axis, isHigh) {
    const places = this.places[axis];
    const quantile = (part) => places[Math.round(part * (places.length - 1))];
    const [near, middle] = isHigh ? [quantile(0.75), quantile(0.5)] : [quantile(0.25), quantile(0.5)];
    let best = near;
    for (let layer = near; layer !== middle; ) {
      layer += near < middle ? 1 : -1;
      if (this.open[axis][layer] > this.open[axis][best]) best = layer;
    }
    return best;
  }

  // As shaders take it, for the sides of a cell: places are shown whose product with the first three is not below the
  // fourth.
  static plane({ axis, isHigh, layer }, shape) {
    const normal = unit(axis);
    return isHigh ? [...scaled(normal, -1), -(layer + 1) * shape[axis]] : [...normal, layer * shape[axis]];
  }

  // What is taken away, in coordinates of the map.
  words({ axis, isHigh, layer }) {
    return `${"xyz"[axis]} ${isHigh ? ">" : "<"} ${layer + this.low[axis]}`;
  }
}
