/**
 * Asks the package what the oracle asked the library. Runs in Node and in browsers.
 *
 * @param {import("../dist/index.js").Voxnav} voxnav
 * @param {string} text What the oracle wrote: a world a line.
 * @returns {{ queries: number, found: number, faults: string[] }}
 */
export function compare(voxnav, text) {
  const report = { queries: 0, found: 0, faults: [] };
  for (const line of text.trim().split("\n")) {
    const asked = JSON.parse(line);
    const { name, options, answers } = asked;
    const { world, ask } = asker(voxnav, asked);
    ask().forEach((route, place) => {
      const answer = answers[place];
      report.queries += 1;
      report.found += route.isFound ? 1 : 0;
      const cost = Number.isNaN(route.cost) ? null : route.cost;
      const same =
        route.outcome === answer.outcome &&
        route.length === answer.length &&
        cost === answer.cost &&
        route.expanded === answer.expanded &&
        route.cells.length === answer.cells.length &&
        route.cells.every((number, at) => number === answer.cells[at]);
      if (!same) {
        report.faults.push(`${name} ${JSON.stringify(options)}: from ${answer.from} to ${answer.to}`);
      }
    });
    world.free();
  }
  return report;
}

/** The world of a line of the oracle, and what asks its questions in it. */
export function asker(voxnav, { size, cellSize, origin, agent, isOnGround, options, runs, answers }) {
  const world = voxnav.worldFromCells(cellsOf(runs), size, { order: "zyx", cellSize, origin });
  const ground = isOnGround ? { ground: { up: "z" } } : {};
  const walker = world.addAgent({ size: agent, ...ground }, options);
  return { world, ask: () => answers.map(({ from, to }) => walker.findRoute(from, to)) };
}

/** Unpacks runs of free and occupied cells in turns. */
export function cellsOf(runs) {
  const cells = new Uint8Array(runs.reduce((sum, run) => sum + run, 0));
  let place = 0;
  runs.forEach((run, turn) => {
    cells.fill(turn % 2, place, place + run);
    place += run;
  });
  return cells;
}
