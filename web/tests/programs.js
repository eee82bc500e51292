// Writes the programs of the pages into a folder, one file each.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const pages = ["../README.md", "../../docs/book/browser.md"];
const texts = await Promise.all(pages.map((page) => readFile(new URL(page, import.meta.url), "utf8")));
const programs = texts.flatMap((text) => [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, program]) => program));
if (programs.length < pages.length) throw new Error("pages have lost their programs");
await Promise.all(programs.map((program, place) => writeFile(join(process.argv[2], `app${place}.js`), program)));
