// What a cut goes by: where things are, and how open the layers of the world are.

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
