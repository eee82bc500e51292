import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
  ".css": "text/css",
  ".json": "application/json",
};

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The browser that there is, if there is one. */
export function chromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const usual = names.map((name) => join("/usr/bin", name));
  return [process.env.VOXNAV_CHROMIUM, ...usual].find((path) => path !== undefined && existsSync(path));
}

/** Serves the files of the package, and some texts; what is posted is taken. */
export async function served(texts = {}, take = () => {}) {
  const server = createServer((request, response) => {
    serve(request, response, texts, take).catch((error) => {
      response.writeHead(404).end(String(error));
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** Serves the files of the package, and some texts, until the page at a path has posted its report. */
export async function inChromium(path, texts = {}) {
  const program = chromium();
  if (program === undefined) {
    return undefined;
  }
  const { promise, resolve, reject } = deferred();
  const { url, close } = await served(texts, resolve);
  const profile = await mkdtemp(join(tmpdir(), "voxnav-chromium-"));
  const flags = [...FLAGS, `--user-data-dir=${profile}`, `${url}${path}`];
  const browser = spawn(program, flags, { stdio: "ignore" });
  browser.once("exit", () => reject(new Error("the browser ended before the page had reported")));
  const patience = setTimeout(() => reject(new Error("the page has not reported in five minutes")), 300_000);
  try {
    return await promise;
  } finally {
    clearTimeout(patience);
    const ended = new Promise((exit) => browser.once("exit", exit));
    if (browser.exitCode === null) {
      browser.kill();
      await ended;
    }
    close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function serve(request, response, texts, take) {
  const path = new URL(request.url, "http://localhost").pathname;
  if (request.method === "POST") {
    let body = "";
    for await (const part of request) {
      body += part;
    }
    response.end();
    take(JSON.parse(body));
    return;
  }
  if (texts[path] !== undefined) {
    response.end(texts[path]);
    return;
  }
  const file = normalize(join(root, path));
  if (!file.startsWith(root)) {
    throw new Error("outside");
  }
  const content = await readFile(file);
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
  response.end(content);
}

function deferred() {
  let resolve, reject;
  const promise = new Promise((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}
