// Which places a walker reaches, by voxnav and by Recast: the same triangles, body, step, slope and cells.
//
//   npm install --prefix benches/recast
//   cargo run --release -p voxnav-benches --bin ground_for_recast | node benches/recast/compare.mjs
//
// Standard input has a level a line, as `ground_for_recast` writes it. A place is at an edge if within a cell of it there is no ground
// within a step, or some that neither of the two reaches. `--places` lists those that one of the two reaches alone.

import { createInterface } from "node:readline";
import { init, NavMeshQuery } from "recast-navigation";
import { generateSoloNavMesh } from "recast-navigation/generators";

await init();
console.log("| level | places | both reach | neither | voxnav alone: at edges | elsewhere | Recast alone: at edges | elsewhere |");
console.log("|---|--:|--:|--:|--:|--:|--:|--:|");
const asked = process.argv.includes("--places");
for await (const line of createInterface({ input: process.stdin })) {
  const level = JSON.parse(line);
  const [side, height] = level.cell;
  const { success, navMesh, error } = generateSoloNavMesh(level.positions, level.indices, {
    cs: side,
    ch: height,
    walkableSlopeAngle: level.slope,
    walkableHeight: Math.ceil(level.height / height),
    walkableClimb: Math.floor(level.step / height + 1e-4),
    walkableRadius: Math.ceil(level.radius / side),
    minRegionArea: 0,
    mergeRegionArea: 0,
    maxSimplificationError: 0.5,
    detailSampleDist: 1,
    detailSampleMaxError: height,
  });
  if (!success) throw new Error(`${level.name}: ${error}`);
  const query = new NavMeshQuery(navMesh, { maxNodes: 65535 });
  const halfExtents = { x: side / 2, y: level.step, z: side / 2 };
  const near = ([x, y, z]) => query.findNearestPoly({ x, y, z }, { halfExtents });
  const start = near(level.start);
  const reaches = (place) => {
    const end = near(place);
    // Over the mesh, and on this surface rather than on one above it.
    if (end.nearestRef === 0 || !end.isOverPoly || Math.abs(end.nearestPoint.y - place[1]) > 3 * height) return false;
    const path = query.findPath(start.nearestRef, end.nearestRef, start.nearestPoint, end.nearestPoint, { maxPathPolys: 4096 });
    return path.success && path.polys.size > 0 && path.polys.get(path.polys.size - 1) === end.nearestRef;
  };
  const recast = level.places.map(reaches);
  const count = (test) => level.places.filter((_, at) => test(level.reached[at], recast[at])).length;
  const key = ([x, , z]) => `${Math.round(x / side)},${Math.round(z / side)}`;
  const columns = new Map();
  level.places.forEach((place, at) => columns.set(key(place), [...(columns.get(key(place)) ?? []), at]));
  // A difference beside a place on which both agree that it is not reached, or at the border of a surface.
  const isAtEdge = (at) => {
    const [x, y, z] = level.places[at];
    for (const dx of [-1, 0, 1])
      for (const dz of [-1, 0, 1]) {
        const beside = columns.get(key([x + dx * side, 0, z + dz * side])) ?? [];
        const level_ = beside.filter((other) => Math.abs(level.places[other][1] - y) <= level.step + height);
        if (level_.length === 0 || level_.some((other) => !level.reached[other] && !recast[other])) return true;
      }
    return false;
  };
  const apart = level.places.map((_, at) => at).filter((at) => level.reached[at] !== recast[at]);
  const edges = apart.filter(isAtEdge);
  const alone = (who) => {
    const own = apart.filter((at) => level.reached[at] === who);
    const border = own.filter((at) => edges.includes(at)).length;
    return `${border} | ${own.length - border}`;
  };
  console.log(
    `| ${level.name} | ${level.places.length} | ${count((a, b) => a && b)} | ${count((a, b) => !a && !b)} | ` +
      `${alone(true)} | ${alone(false)} |`,
  );
  if (asked) {
    for (const at of apart) {
      const who = level.reached[at] ? "voxnav" : "Recast";
      const angle = level.angles[at].toFixed(0);
      console.log(`  ${who} alone: ${level.places[at].map((it) => it.toFixed(2))} (${angle} degrees)${edges.includes(at) ? ", edge" : ""}`);
    }
  }
}
