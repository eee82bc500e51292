/**
 * Asks the package what the oracle asked the library. Runs in Node and in browsers.
 *
 * @param {import("../dist/index.js").Voxnav} voxnav
 * @param {string} text What the oracle wrote: a world a line.
 * @param {number} rounds How often the questions are asked again to be timed.
 * @returns {{ queries: number, found: number, faults: string[], ratios: string[] }}
 */
export function compare(voxnav, text, rounds = 1) {
  const report = { queries: 0, found: 0, faults: [], ratios: [] };
  for (const line of text.trim().split("\n")) {
    const { name, size, cellSize, origin, agent, isOnGround, options, runs, answers, micros } = JSON.parse(line);
    using_(voxnav.worldFromCells(cellsOf(runs), size, { order: "zyx", cellSize, origin }), (world) => {
      const ground = isOnGround ? { ground: true, up: "z" } : {};
      const mover = world.addAgent({ size: agent, ...ground }, options);
      const ask = () => answers.map(({ from, to }) => mover.findRoute(from, to));
      const routes = ask();
      let least = Infinity;
      for (let round = 0; round < rounds; round += 1) {
        const begun = performance.now();
        ask();
        least = Math.min(least, (performance.now() - begun) * 1000);
      }
      report.ratios.push(`${name} ${JSON.stringify(options)}: ${(least / micros).toFixed(2)}`);
      routes.forEach((route, place) => {
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
    });
  }
  return report;
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

function using_(thing, work) {
  try {
    work(thing);
  } finally {
    thing.free();
  }
}
