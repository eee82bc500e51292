// Questions for routes, and what the page draws of the answers.

// How far blocked ends may be moved, in cells.
const SNAP = 6;

// The most expansions that are replayed.
const KEPT = 60_000;

// Answers a question: for each algorithm one route.
export function ask(place, { agent: wanted, ends, algorithms, isStepping }) {
  const description = place.described(wanted);
  const able = { size: wanted.size, ground: description.ground };
  const [from, to] = ends.map((cell) => place.position(cell, able));
  return algorithms.map((algorithm) => {
    const snap = SNAP * place.cellSize;
    const agent = place.agent(description, { algorithm, snapStart: snap, snapGoal: snap });
    // The first question after an edit brings the agent's view of the world up to date; the second is timed.
    const { smooth } = agent.findRoute(from, to, { smooth: true });
    const { route, took } = timed(() => agent.findRoute(from, to));
    return {
      algorithm, took,
      outcome: route.outcome,
      // In cells, or in the longest sides of cells whose sides differ.
      length: route.length / place.cellSize,
      cost: route.cost,
      expanded: route.expanded,
      provedFactor: route.provedFactor,
      legs: smooth.map(({ action, waypoints }) => ({ action, places: place.shown(waypoints) })),
      search: isStepping ? searchOf(place, agent.record(from, to, { limit: KEPT })) : undefined,
    };
  });
}

// Asks until some time has passed, for clocks of browsers are coarse: the answer, and how long one took in milliseconds.
function timed(find) {
  const started = performance.now();
  for (let times = 1; ; times += 1) {
    const route = find();
    const passed = performance.now() - started;
    if (passed > 2 || times === 20) return { route, took: passed / times };
  }
}

// A recording as the renderer takes it: arrays, a color from 0 to 1 for each cell, and for each step how many cells had
// been queued.
function searchOf(place, { cells, queued, expanded, costs, ranks, kept, total }) {
  const count = queued.length;
  const along = (axis) => Uint16Array.from({ length: count }, (_, cell) => cells[3 * cell + axis] - place.low[axis]);
  const most = costs.reduce((highest, cost, cell) => (expanded[cell] < kept ? Math.max(highest, cost) : highest), 1e-9);
  const queuedBy = new Uint32Array(kept + 2);
  for (const step of queued) queuedBy[Math.min(step, kept) + 1] += 1;
  for (let step = 1; step < queuedBy.length; step += 1) queuedBy[step] += queuedBy[step - 1];
  return {
    arrays: {
      cellX: along(0), cellY: along(1), cellZ: along(2), cellQueued: queued, cellExpanded: expanded, cellG: costs, cellF: ranks,
      cellSide: new Uint8Array(0),
    },
    values: costs.map((cost) => Math.min(cost / most, 1)),
    queuedBy: queuedBy.subarray(1),
    kept, total,
  };
}
