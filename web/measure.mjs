// Measures queries of the modules against those of the library itself, in processor time: which is how much they cost
// whatever else the machine does. Answers are compared by `tests/answers.test.js`.
//
//     node measure.mjs [--oracle path] [--queries 300] [--rounds 5] [module...]
//
// The oracle is `cargo build --release --bin oracle --features oracle`; the modules are those of `web/build` by default.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { load } from "./dist/core.js";
import { served } from "./tests/chromium.js";
import { asker } from "./tests/compare.js";
import { Driven } from "./tests/driven.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    oracle: { type: "string", default: here("target/release/oracle") },
    queries: { type: "string", default: "300" },
    rounds: { type: "string", default: "5" },
  },
  allowPositionals: true,
});
const modules = positionals.length > 0 ? positionals : [here("dist/voxnav-core.wasm"), here("dist/voxnav.wasm")];

/** The least time of some rounds. */
function least(rounds, work) {
  let found = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    found = Math.min(found, user + system);
  }
  return found;
}

// The library and the modules take turns, so that what else the machine does is the same for all.
const TURNS = 5;

const ask = () => {
  const text = execFileSync(values.oracle, [values.queries, "1", values.rounds], { maxBuffer: 1 << 30, encoding: "utf8" });
  return text.trim().split("\n").map((line) => JSON.parse(line));
};
const instances = await Promise.all(modules.map((module) => load(readFileSync(module))));
const lines = ask();
const worlds = lines.map((line) => {
  const questions = instances.map((voxnav) => asker(voxnav, line).ask);
  return { questions, native: line.micros, times: modules.map(() => Infinity) };
});
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const { questions, times } of worlds) {
    questions.forEach((all, number) => { times[number] = Math.min(times[number], least(Number(values.rounds), all)); });
  }
  ask().forEach(({ micros }, place) => { worlds[place].native = Math.min(worlds[place].native, micros); });
}
console.log(["world".padEnd(48), "native, us", ...modules.map((module) => basename(module))].join("  "));
const products = modules.map(() => 1);
worlds.forEach(({ native, times }, place) => {
  const { name, size, isOnGround, options, answers } = lines[place];
  const ratios = times.map((time) => time / native);
  ratios.forEach((ratio, number) => { products[number] *= ratio; });
  const title = `${name} ${size.join("x")}${isOnGround ? ", on the ground" : ""} ${Object.values(options).join(" ")}`;
  console.log([title.padEnd(48), (native / answers.length).toFixed(1).padStart(10), ...ratios.map((ratio) => ratio.toFixed(2))].join("  "));
});
console.log(`geometric means: ${products.map((product) => (product ** (1 / lines.length)).toFixed(2)).join("  ")}`);

// What a call costs apart from the search: questions that are answered at once.
const [voxnav] = instances;
const agent = voxnav.emptyWorld([0, 0, 0], [16, 16, 16]).addAgent({ size: 1 });
const calls = () => { for (let call = 0; call < 10_000; call += 1) agent.findRoute([3, 3, 3], [3, 3, 3]); };
calls();
console.log(`a call that searches nothing: ${(least(5, calls) / 10_000).toFixed(2)} us`);
const million = new Uint8Array(100 ** 3).map((_, place) => (place % 7 === 0 ? 1 : 0));
const make = () => voxnav.worldFromCells(million, [100, 100, 100]).free();
make();
console.log(`a world of 10^6 cells from an array: ${(least(5, make) / 1000).toFixed(1)} ms`);

// The same in Chromium, whose DevTools have the processor time of the page's thread.
const browser = await Driven.launch();
if (browser === undefined) {
  console.log("There is no Chromium.");
  process.exit();
}
const [first] = modules;
const { url, close } = await served({
  "/page": "<!doctype html><title>Times</title><body data-state=ready>",
  "/lines": lines.map((line) => JSON.stringify(line)).join("\n"),
  "/module": readFileSync(first),
});
await browser.open(`${url}/page`);
await browser.call("Performance.enable", { timeDomain: "threadTicks" });
await browser.evaluate(`(async () => {
  const { load } = await import("/dist/core.js");
  const { asker } = await import("/tests/compare.js");
  const [module, lines] = await Promise.all(["/module", "/lines"].map((path) => fetch(path)));
  const voxnav = await load(await module.arrayBuffer());
  const askers = (await lines.text()).split("\\n").map((line) => asker(voxnav, JSON.parse(line)).ask);
  globalThis.run = (place, rounds) => { for (let round = 0; round < rounds; round += 1) askers[place](); };
})()`);
const threadTime = async () => {
  const { metrics } = await browser.call("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ThreadTime").value * 1e6;
};
const inChromium = [];
for (const [place, { native }] of worlds.entries()) {
  let found = Infinity;
  for (let turn = 0; turn < 2 * TURNS; turn += 1) {
    const begun = await threadTime();
    await browser.evaluate(`run(${place}, ${values.rounds})`);
    found = Math.min(found, (await threadTime() - begun) / Number(values.rounds));
  }
  inChromium.push(found / native);
}
console.log(`${basename(first)} in Chromium: ${inChromium.map((ratio) => ratio.toFixed(2)).join("  ")}`);
console.log(`geometric mean: ${(inChromium.reduce((product, ratio) => product * ratio, 1) ** (1 / lines.length)).toFixed(2)}`);
await browser.close();
close();
