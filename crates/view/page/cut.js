// The cut that opens a closed world: a plane across an axis, at what is to be seen, with everything
// toward the eye from there taken away.

class Cut {
  constructor(viewer) {
    const { arrays, facts, size } = viewer;
    this.size = size;
    this.up = facts.map.up;
    this.low = facts.map.low;
    this.open = [0, 1, 2].map((axis) => openCells(arrays, facts.map, axis));
    // Along each axis, where what is to be seen lies; of a world alone, everywhere.
    const places = placesOf(viewer);
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

  // As shaders take it: places are shown whose product with the first three is not below the fourth.
  static plane({ axis, isHigh, layer }) {
    const normal = unit(axis);
    return isHigh ? [...scaled(normal, -1), -(layer + 1)] : [...normal, layer];
  }

  // What is taken away, in coordinates of the map.
  words({ axis, isHigh, layer }) {
    return `${"xyz"[axis]} ${isHigh ? ">" : "<"} ${layer + this.low[axis]}`;
  }
}

// The cells of all paths and agents, from the lowest cell of the world.
function placesOf({ facts, arrays, sides }) {
  const searches = sides.flatMap(({ search }) => search ?? []);
  const corners = searches.map((search) => (search.turns.length > 0 ? search.turns : [search.start, search.goal]))
    .map((turns) => turns.map((cell) => cell.map((number, axis) => number - facts.map.low[axis])));
  const steps = ([first, ...rest]) => rest.reduce(({ from, all }, to) => {
    const far = Math.max(1, ...subtract(to, from).map(Math.abs));
    for (let step = 1; step <= far; step += 1) all.push(add(from, scaled(subtract(to, from), step / far)));
    return { from: to, all };
  }, { from: first, all: [first] }).all;
  const places = corners.flatMap(steps);
  const { routeX, routeY, routeZ, agentX, agentY, agentZ } = arrays;
  for (const [x, y, z] of [[routeX, routeY, routeZ], [agentX, agentY, agentZ]]) {
    const count = x?.length ?? 0;
    // Some thousands tell as well as all where they are.
    const stride = Math.ceil(count / 20000);
    for (let place = 0; place < count; place += stride) places.push([x[place], y[place], z[place]]);
  }
  return places;
}

// How many cells are not occupied in each layer across an axis, from the faces: a face toward the next layer opens a
// cell there, one toward the layer before closes it.
function openCells({ quadX, quadY, quadZ, quadSide, quadWidth, quadHeight, quadColor, quadLife }, map, axis) {
  const places = [quadX, quadY, quadZ][axis];
  const blocks = map.size.map((side) => Math.ceil(side / map.scale));
  const changes = new Float64Array(blocks[axis] + 1);
  changes[0] = blocks[(axis + 1) % 3] * blocks[(axis + 2) % 3];
  for (let quad = 0; quad < places.length; quad += 1) {
    const side = quadSide[quad];
    const isClear = quadColor !== undefined && quadColor[quad] >>> 24 === 2;
    const isLater = quadLife !== undefined && (quadLife[quad] & 0xffff) > 0;
    if ((side >> 1 & 3) !== axis || isClear || isLater) continue;
    const area = quadWidth[quad] * quadHeight[quad];
    if (side & 1) changes[places[quad] + 1] += area;
    else changes[places[quad]] -= area;
  }
  const open = new Float64Array(map.size[axis]);
  let sum = 0;
  for (let layer = 0; layer < open.length; layer += 1) {
    if (layer % map.scale === 0) sum += changes[layer / map.scale];
    open[layer] = sum;
  }
  return open;
}
