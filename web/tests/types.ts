// Compiled strictly and never run: what people write has types, and what they should not write has none.
import { OUTCOMES, StaleHandleError, VoxnavError, hideFrom, load } from "../dist/index.js";
import type { CostArray, Outcome, PlaceQuery, Route } from "../dist/index.js";
import { WorkerWorld } from "../dist/worker.js";

const voxnav = await load(new URL("https://example.org/voxnav.wasm"));
export const scan: [number, number, number] = voxnav
  .emptyWorld([0, 0, 0], [2, 2, 2], { cellSize: [1, 1, 4] })
  .describe().cellSizes;
using world = voxnav.worldFromCells(new Uint8Array(8), [2, 2, 2], { order: "zyx", cellSize: 0.5 });
world.setBox([0, 0, 0], [1, 1, 1], "occupied");
const drone = world.addAgent({ size: 0.4 }, { algorithm: "weighted:1.5", moves: "planar8-y" });
const walker = world.addAgent({ size: { x: 1, y: 2, z: 1 }, ground: { stepUp: 2, climb: null, jump: { gap: 2 } } });
const route: Route = drone.findRoute([0, 0, 0], { x: 1, y: 1, z: 1 }, { smooth: true });
const outcome: Outcome = route.outcome;
const first: number | undefined = route.waypoints[0];
const leg = route.smooth[0];
if (leg !== undefined) {
  const { target, hasArrived } = walker.follow(leg).update([0, 0, 0], 2);
  const [x]: readonly [number, number, number] = target;
  console.log(x, hasArrived, outcome, first, OUTCOMES);
}
world.addMesh(new Float32Array(9), null, { quaternion: [0, 0, 0, 1], isSolid: true }).place({ position: [1, 2, 3] });
const workers = await WorkerWorld.start(voxnav, world.toFile(), { count: 4 });
const far = await workers.addAgent({ size: 1 });
const signal = AbortSignal.timeout(100);
const answers = await far.findRoutes(new Float64Array(12), { signal, onProgress: (done, all) => done / all });
console.log(answers.lengths[0]);
const dear: CostArray = new Float32Array(8).fill(2);
const sea = voxnav.worldFromCosts(dear, [2, 2, 2], { cells: new Uint8Array(8), convention: "mean", infinite: "blocks" });
sea.setCosts([0, 0, 0], [2, 2, 1], 2.5);
sea.setCosts([0, 0, 0], [2, 2, 2], new Uint16Array(8).fill(3), "zyx");
const numbers: number[] = [sea.costOf([1, 1, 1]), sea.costUnit, sea.costRounding, ...sea.toCosts("yxz")];
const distances: Float32Array = sea.distanceField({ units: "cells", outside: true, order: "zyx" });
console.log(numbers, distances);
await workers.setCosts([0, 0, 0], [1, 1, 1], 3);
const crowd = world.addCrowd({ budget: 1000 });
const ids: Uint32Array = crowd.add(drone, [0, 0, 0], { speed: 2 });
crowd.setKeepAway(ids, 2);
crowd.setKeepAway(ids, null);
drone.setOptions({ fewestTurns: true });
const turns: number = route.turns;
console.log(turns, world.addCrowd({ routes: { keepAway: 2, keepAwayWeight: 6 } }).update(0).work);
crowd.send(ids, { x: 1, y: 1, z: 1 }, { within: 0.5 });
for (const event of crowd.update(0.1).events) {
  console.log(event.kind === "action started" ? event.action : event.kind === "no path" ? event.why : event.id);
}
const saved: Uint8Array = crowd.toBytes();
console.log(world.crowdFromBytes(saved, { budget: 1000 }).update(0).ids.length);
const plan = drone.planJoint([[0, 0, 0]], new Int32Array(3), { radius: 0.5 });
console.log(plan.outcome === "planned" ? plan.paths[0]?.length : plan.cost, drone.record([0, 0, 0], [1, 1, 1]).queued[0]);
const query: PlaceQuery = { ...hideFrom([{ x: 1, y: 1, z: 1 }], 9), body: [new Float32Array(3)], count: 2 };
console.log(drone.findPlaces([0, 0, 0], query, { eyes: walker }).best[0]?.waypoints, drone.fleeFrom([0, 0, 0], [], 1)?.isDeadEnd);
console.log(drone.surround([0, 0, 0], 1, 2).gap, drone.trajectory([0, 0, 0], { speed: 1, up: "z" }).duration);
try {
  drone.free();
} catch (error) {
  if (error instanceof StaleHandleError || error instanceof VoxnavError) {
    console.log(error.kind);
  }
}

// @ts-expect-error: there is no such state
world.setBox([0, 0, 0], [1, 1, 1], "solid");
// @ts-expect-error: an event of another kind has no action
crowd.update(0.1).events.map(({ action }) => action);
// @ts-expect-error: two numbers are no position
drone.findRoute([0, 0], [1, 1, 1]);
// @ts-expect-error: there is no such algorithm
drone.setOptions({ algorithm: "fastest" });
// @ts-expect-error: answers are not written to
route.length = 3;
// @ts-expect-error: an array of numbers has no bytes
voxnav.worldFromCells([0, 1], [1, 1, 2]);
// @ts-expect-error: costs of 64 bits are no numbers
voxnav.worldFromCosts(new BigInt64Array(8), [2, 2, 2]);
// @ts-expect-error: there is no such convention
voxnav.worldFromCosts(dear, [2, 2, 2], { convention: "least" });
// @ts-expect-error: there is no such condition
drone.findPlaces([0, 0, 0], { area: { way: { least: 0, most: 1 } }, filters: ["visible"] });
// @ts-expect-error: there is no such unit
sea.distanceField({ units: "feet" });
