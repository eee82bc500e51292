// The playground in a browser: built as its one file, and opened from the disk.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Driven } from "./driven.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const page = `file://${here("../playground/dist/voxnav.html")}`;
const pictures = here("../playground/dist/pictures");

let browser;

before(async () => {
  await promisify(execFile)(process.execPath, [here("../playground/build.mjs")]);
  await mkdir(pictures, { recursive: true });
  browser = await Driven.launch();
});
after(() => browser?.close());

/** A test that takes a browser, on a page at a link. */
function browsed(name, link, work, size = [1280, 800, false]) {
  test(name, async (context) => {
    if (browser === undefined) return context.skip("there is no Chromium");
    browser.complaints.length = 0;
    await browser.resize(...size);
    await browser.leave();
    await browser.open(`${page}${link}`);
    await work(browser);
    assert.deepEqual(browser.complaints, []);
  });
}

const answered = "voxnav.app.answered === voxnav.app.asked";
const answer = (of) => of.evaluate("(({ outcome, length, expanded, legs }) => ({ outcome, length, expanded, turns: legs.reduce((sum, { places }) => sum + places.length / 3, 0) }))(voxnav.app.answers[0])");

/** Where a place in cells is in the window, in the picture of one of the searches. */
const shown = (of, place, side = 0) => of.evaluate(`(() => {
  const { stage } = voxnav;
  const { left, top, wide, high, shift } = stage.windows()[${side}];
  const { matrix } = stage.camera.matrix(stage.aspect() * wide / high, stage.scene.reach, shift);
  const at = [0, 1, 2, 3].map((row) => [0, 1, 2].reduce((sum, axis) => sum + matrix[4 * axis + row] * ${JSON.stringify(place)}[axis], matrix[12 + row]));
  return [(left + (at[0] / at[3] + 1) / 2 * wide) * stage.canvas.clientWidth, (top + (1 - at[1] / at[3]) / 2 * high) * stage.canvas.clientHeight];
})()`);

/** The corners of the world in the window, and those of an element: the least and the most along x and y. */
async function corners(of, side) {
  const size = await of.evaluate("voxnav.stage.size");
  const each = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => size.map((length, axis) => (corner >> axis & 1) * length));
  const places = await Promise.all(each.map((place) => shown(of, place, side)));
  return [Math.min, Math.max].map((most) => [0, 1].map((axis) => most(...places.map((place) => place[axis]))));
}
const box = (of, selector) => of.evaluate(`(({ left, top, right, bottom }) => [[left, top], [right, bottom]])(document.querySelector("${selector}").getBoundingClientRect())`);

const FLOOR = "#world=empty,32,1&agent=walks,1,1&ends=4,1,4,27,1,27&view=16,4,16,60,0.9,0.9";

browsed("a click sends the agent elsewhere, and painting in its way has it replan", FLOOR, async (on) => {
  await on.until(answered);
  const first = await answer(on);
  assert.equal(first.outcome, "found");
  assert.ok(Math.abs(first.length - 23 * Math.SQRT2) < 2, `${first.length}`);

  await on.drag(await shown(on, [27.5, 1, 5.5]));
  await on.until(`${answered} && voxnav.app.ends.goal[2] < 10`);
  assert.deepEqual(await on.evaluate("voxnav.app.ends.goal"), [27, 1, 5]);
  const straight = await answer(on);
  assert.ok(straight.length < 25);

  // A wall across the way, in one stroke.
  await on.press("3");
  await on.drag(await shown(on, [15.5, 1, 0.5]), await shown(on, [15.5, 1, 8.5]), await shown(on, [15.5, 1, 14.5]));
  await on.until(`${answered} && voxnav.app.changed.size > 20`);
  const around = await answer(on);
  assert.equal(around.outcome, "found");
  assert.ok(around.length > straight.length + 5, `${around.length} after ${straight.length}`);
  await on.screenshot(`${pictures}/painted.png`);

  await on.press("z");
  await on.until(`${answered} && voxnav.app.changed.size === 0`);
  assert.equal((await answer(on)).length, straight.length);
});

browsed("a link brings back the world, its edits and the route", FLOOR, async (on) => {
  await on.until(answered);
  await on.evaluate("(() => { const { app } = voxnav; app.begin(); for (let z = 0; z < 20; z += 1) app.edited(app.grid.paint([15, 2, z], 3, 1), 1); app.end(); })()");
  await on.until(answered);
  const before = await answer(on);
  await on.click("#link");
  await on.until("location.hash.includes('edits=')");
  const link = await on.evaluate("location.hash");
  await on.leave();
  await on.open(`${page}${link}`);
  await on.until(`${answered} && voxnav.app.changed.size > 0`);
  assert.deepEqual(await answer(on), before);
});

browsed("two searches are shown side by side, step by step", "#world=rooms,48,3&agent=flies,1,1&by=astar+dijkstra&steps=1", async (on) => {
  await on.until(`${answered} && voxnav.app.replay.most > 0`);
  const kept = await on.evaluate("voxnav.app.answers.map(({ search, expanded }) => [search.kept, expanded])");
  for (const [recorded, expanded] of kept) assert.equal(recorded, expanded);
  assert.ok(kept[1][0] > kept[0][0], "Dijkstra expands more");
  // Each world is whole in its own part of the window, and nothing lies over it.
  const [[, [panel]], [[, timeline]]] = [await box(on, "#panel"), await box(on, "#timeline")];
  const [[least, most], [later, last]] = [await corners(on, 0), await corners(on, 1)];
  assert.ok(least[0] >= panel && most[0] <= later[0] && last[0] <= 1280, `${panel} ${least} ${most} ${later} ${last}`);
  assert.ok(least[1] >= 0 && most[1] <= timeline && last[1] <= timeline, `${timeline} ${most} ${last}`);
  await on.press("End");
  await on.until("voxnav.app.replay.step === voxnav.app.replay.most");
  await on.screenshot(`${pictures}/beside.png`);
  await on.press("Home");
  await on.until("voxnav.app.replay.step === 0");
});

browsed("a crowd goes through a door", "#world=door,48,1&agent=walks,1,2&ends=8,1,24,40,1,24", async (on) => {
  await on.until(answered);
  await on.press("c");
  await on.until("Number(document.getElementById('crowd-said').textContent.match(/(\\d+) arrivals/)?.[1]) > 20");
  assert.ok((await on.evaluate("voxnav.app.crowd.count")) > 100);
  await on.screenshot(`${pictures}/crowd.png`);
  await on.press("c");
  await on.until("document.getElementById('crowd-said').textContent === ''");
});

browsed("all is within reach of fingers and keys in a narrow window", FLOOR, async (on) => {
  await on.until(answered);
  assert.equal(await on.evaluate("document.documentElement.scrollWidth"), 400);
  const outside = await on.evaluate(`[...document.querySelectorAll("#tools label, #panel header, #panel header button")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.right > 400 || box.bottom > 800;
  }).map((one) => one.textContent.trim())`);
  assert.deepEqual(outside, []);
  await on.tap(await shown(on, [20.5, 1, 12.5]));
  await on.until(`${answered} && voxnav.app.ends.goal[0] === 20`);
  assert.deepEqual(await on.evaluate("voxnav.app.ends.goal"), [20, 1, 12]);
  await on.press("PageUp");
  await on.until(`${answered} && voxnav.app.ends.goal[1] === 2`);
  await on.screenshot(`${pictures}/narrow.png`);
  await on.tap(await on.place("#fold"));
  await on.screenshot(`${pictures}/narrow-panel.png`);
}, [400, 800, true]);

browsed("two searches are one above the other in a narrow window, and nothing lies over them", "#world=city,32,3&agent=flies,1,1&by=auto+astar", async (on) => {
  await on.until(`${answered} && voxnav.app.answers.length === 2`);
  await on.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  const [[, tools]] = await box(on, "#tools");
  const [[least, most], [later, last]] = [await corners(on, 0), await corners(on, 1)];
  assert.ok(least[0] >= 0 && last[0] <= 400, `${least} ${last}`);
  assert.ok(least[1] >= 0 && most[1] <= later[1] && last[1] <= tools, `${least} ${most} ${later} ${last} ${tools}`);
  await on.screenshot(`${pictures}/narrow-beside.png`);
}, [400, 800, true]);

browsed("what was dropped and is no world is refused, and all stays as it was", FLOOR, async (on) => {
  await on.until(answered);
  await on.evaluate("voxnav.app.openFile('notes.txt', new Uint8Array(3))");
  await on.until("document.getElementById('said').textContent.includes('notes.txt')");
  await on.evaluate("voxnav.app.openFile('broken.vox', new Uint8Array(30))");
  await on.until("!document.getElementById('said').textContent.includes('notes.txt')");
  const box = "v 0 0 0\\nv 4 0 0\\nv 4 2 0\\nv 0 2 0\\nf 1 2 3 4\\n";
  await on.evaluate(`voxnav.app.openFile("wall.obj", new TextEncoder().encode("${box}"))`);
  await on.until(`voxnav.app.grid.size[0] === 105 && ${answered}`);
  assert.equal(await on.evaluate("voxnav.app.grid.cells.reduce((sum, cell) => sum + cell, 0) > 4000"), true);
});

for (const [missing, name] of [["WebAssembly", "WebAssembly"], ["HTMLCanvasElement.prototype.getContext", "WebGL 2"]]) {
  test(`a page without ${name} says so`, async (context) => {
    if (browser === undefined) return context.skip("there is no Chromium");
    const source = missing === "WebAssembly" ? "delete globalThis.WebAssembly" : `${missing} = () => null`;
    const { identifier } = await browser.call("Page.addScriptToEvaluateOnNewDocument", { source });
    await browser.open(page);
    assert.equal(await browser.evaluate("document.body.dataset.state"), "failed");
    assert.match(await browser.evaluate("document.getElementById('message').textContent"), new RegExp(name));
    await browser.call("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  });
}
