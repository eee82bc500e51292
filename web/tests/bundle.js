// Bundles a program that uses the package as it is installed in a folder, and runs the bundle: one file, with the module
// in it.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const PROGRAM = `
import { load } from "voxnav";
import bytes from "voxnav/voxnav.wasm";

const voxnav = await load(bytes);
const world = voxnav.emptyWorld([0, 0, 0], [8, 8, 8]);
const { length } = world.addAgent({ size: 1 }).findRoute([0, 0, 0], [7, 0, 0]);
if (length !== 7) throw new Error(String(length));
`;

const folder = process.argv[2];
const outfile = join(folder, "bundled", "app.mjs");
await build({
  stdin: { contents: PROGRAM, resolveDir: folder },
  bundle: true, format: "esm", target: "node18", outfile, loader: { ".wasm": "binary" }, external: ["node:*"], logLevel: "error",
});
writeFileSync(join(folder, "bundled", "package.json"), "{}");
execFileSync(process.execPath, [outfile], { stdio: "inherit" });
console.log("A bundle runs.");
