// Builds the playground: files for a server in `playground/dist`, and `playground/dist/voxnav.html`, which needs nothing
// beside it.
//
//     node playground/build.mjs [module]
//
// `web/build` must have run before. `module` is the WebAssembly module to use; `dist/voxnav.wasm` by default.

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const module = process.argv[2] ?? here("../dist/voxnav.wasm");
const out = here("dist/");

// One script of a module and all that it imports.
async function script(entry) {
  const result = await build({
    entryPoints: [here(entry)], bundle: true, minify: true, format: "iife", target: "es2022", write: false,
    external: ["node:*"], logLevel: "warning",
    // Addresses beside the library's files are never asked for: the page gives the module.
    define: { "import.meta.url": '"about:blank"' },
  });
  return result.outputFiles[0].text;
}

const style = `${await readFile(here("../../crates/view/page/style.css"), "utf8")}\n${await readFile(here("style.css"), "utf8")}`;
const page = await readFile(here("index.html"), "utf8");
const [main, worker] = await Promise.all([script("page/main.js"), script("worker/worker.js")]);

// The page with its style and scripts in the places for them.
const filled = (parts) => Object.entries(parts).reduce((text, [mark, part]) => text.replace(`<!-- ${mark} -->`, () => part), page);
// No script ends the element that it is in.
const inside = (text) => text.replaceAll("</script", "<\\/script");

await rm(out, { recursive: true, force: true });
await mkdir(out);
await Promise.all([
  writeFile(`${out}style.css`, style),
  writeFile(`${out}main.js`, main),
  writeFile(`${out}worker.js`, worker),
  cp(module, `${out}voxnav.wasm`),
  writeFile(`${out}index.html`, filled({
    STYLE: '<link rel="stylesheet" href="style.css">',
    SCRIPT: '<script src="main.js"></script>',
  })),
]);
const packed = gzipSync(await readFile(module), { level: 9 }).toString("base64");
const whole = filled({
  STYLE: `<style>\n${style}</style>`,
  SCRIPT: `<script type="text/plain" id="worker-script">${inside(worker)}</script>
<script type="text/plain" id="worker-module">${packed}</script>
<script>${inside(main)}</script>`,
});
await writeFile(`${out}voxnav.html`, whole);
console.log(`playground/dist/voxnav.html: ${whole.length} bytes; main.js ${main.length}, worker.js ${worker.length}`);
