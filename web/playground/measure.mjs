// Measures what scripts take on the page's own thread while a crowd moves through caves and the camera turns: processor
// time of each frame with all tasks before it, so that a busy machine changes little; and what is drawn. The first
// second of frames is left out: scripts are compiled then.
//
//     node playground/measure.mjs [side] [agents] [frames] [undrawn]
//
// Where there is no graphics card the processor draws, and few frames come in a second; `undrawn` leaves out the calls
// that draw triangles, so that frames come as fast as with a card.

import { fileURLToPath } from "node:url";
import { Driven } from "../tests/driven.js";

// Frames before those that count, and how long all may take where the processor draws the pixels.
const WARM = 60;
const PATIENCE = 1_200_000;

const given = process.argv.slice(2);
const isUndrawn = given.at(-1) === "undrawn";
const [side = 128, agents = 200, frames = 300] = given.filter((word) => word !== "undrawn").map(Number);
const page = `file://${fileURLToPath(new URL("dist/voxnav.html", import.meta.url))}`;

// Tasks of the thread that run scripts.
const SCRIPTS = new Set(["FunctionCall", "FireAnimationFrame", "EvaluateScript", "TimerFire"]);

const browser = await Driven.launch();
const events = [];
browser.onEvent = ({ method, params }) => {
  if (method === "Tracing.dataCollected") events.push(...params.value);
  if (method === "Tracing.tracingComplete") browser.traced?.();
};
try {
  // Pixels are drawn by the processor here, and are not what is measured.
  await browser.resize(480, 320);
  await browser.open(`${page}#world=caves,${side},7&agent=flies,1,1`);
  await browser.until("voxnav.app.answered === voxnav.app.asked");
  await browser.evaluate(`document.getElementById("count").valueAsNumber = ${agents}; voxnav.app.crowd.start()`);
  await browser.until("document.getElementById('crowd-said').textContent !== ''");
  const { calls, triangles } = await browser.evaluate("voxnav.stage.scene.drawn");
  if (isUndrawn) await browser.evaluate(`for (const name of ["drawElements", "drawArrays", "drawArraysInstanced"]) voxnav.stage.scene.gl[name] = () => {}`);
  await browser.evaluate(`voxnav.stage.animate(() => { voxnav.stage.camera.yaw += 0.01; voxnav.turned = (voxnav.turned ?? 0) + 1; return voxnav.turned < ${frames + WARM}; })`);
  await browser.until(`voxnav.turned > ${WARM}`, PATIENCE);
  await browser.call("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline"] }, transferMode: "ReportEvents" });
  await browser.until(`voxnav.turned >= ${frames + WARM}`, PATIENCE);
  const complete = new Promise((resolve) => { browser.traced = resolve; });
  await browser.call("Tracing.end");
  await complete;
  const said = await browser.evaluate("document.getElementById('crowd-said').textContent");
  console.log(`${calls} draw calls, ${Math.round(triangles)} triangles; ${said}`);
  report(events);
} finally {
  await browser.close();
}

function report(all) {
  const own = all.filter(({ name, ph }) => ph === "X" && name === "FireAnimationFrame");
  const thread = own.length > 0 ? `${own[0].pid} ${own[0].tid}` : undefined;
  const tasks = all.filter(({ name, ph, pid, tid }) => ph === "X" && SCRIPTS.has(name) && `${pid} ${tid}` === thread).sort((a, b) => a.ts - b.ts);
  const times = [];
  let [sum, end] = [0, 0];
  for (const { name, ts, dur, tdur } of tasks) {
    // What lies within another is counted with that.
    if (ts < end) continue;
    end = ts + dur;
    sum += tdur / 1000;
    if (name !== "FireAnimationFrame") continue;
    times.push(sum);
    sum = 0;
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(Math.floor(share * times.length), times.length - 1)]?.toFixed(2);
  console.log(`${times.length} frames: scripts on the page's thread take ${at(0.5)} ms of processor time in the middle, ${at(0.99)} at p99`);
}
