// Answers of the package are those of the library: the same calls go to `web/oracle`, in Node and in Chromium.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { load } from "../dist/index.js";
import { load as loadCore } from "../dist/core.js";
import { inChromium } from "./chromium.js";
import { compare } from "./compare.js";

const queries = Number(process.env.VOXNAV_QUERIES ?? 1000);

async function answers() {
  const oracle = process.env.VOXNAV_ORACLE;
  assert.ok(oracle, "VOXNAV_ORACLE names the program that answers natively: run ./ci.sh");
  const options = { maxBuffer: 1 << 30 };
  const { stdout } = await promisify(execFile)(oracle, [String(queries), "1"], options);
  return stdout;
}

const text = await answers();

for (const [name, load_] of [
  ["everything", load],
  ["the small build", loadCore],
]) {
  test(`answers in Node are those of the library, cell by cell: ${name}`, async (context) => {
    const voxnav = await load_().catch((error) => error);
    if (voxnav.code === "ENOENT") {
      context.skip("this module was not built");
      return;
    }
    check(compare(voxnav, text));
  });
}

test("answers in a browser are those of the library, cell by cell", async (context) => {
  const report = await inChromium("/tests/compare.html", { "/answers": text });
  if (report === undefined) {
    context.skip("there is no Chromium");
    return;
  }
  assert.equal(report.error, undefined);
  check(report);
});

function check({ queries: asked, found, faults }) {
  assert.deepEqual(faults.slice(0, 3), []);
  assert.ok(asked >= queries && found > asked / 3, `${found} of ${asked} were found`);
}
