// Writes the programs of the README into a folder, one file each.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const page = await readFile(new URL("../README.md", import.meta.url), "utf8");
const programs = [...page.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, program]) => program);
if (programs.length === 0) throw new Error("the README has no programs");
await Promise.all(programs.map((program, place) => writeFile(join(process.argv[2], `app${place}.js`), program)));
