// A Chromium that a test drives by the pipe of the DevTools protocol: messages in JSON, a zero byte after each.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "./chromium.js";

const FLAGS = [
  "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--no-first-run", "--hide-scrollbars", "--force-color-profile=srgb",
];

// How long anything may take on a busy machine.
const PATIENCE = 120_000;

const CODES = { Home: 36, End: 35, PageUp: 33, PageDown: 34, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Enter: 13 };

/** A page in a browser of its own; nothing where there is no browser. */
export class Driven {
  static async launch() {
    const program = chromium();
    if (program === undefined) return undefined;
    const driven = new Driven();
    driven.profile = await mkdtemp(join(tmpdir(), "voxnav-driven-"));
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
    driven.process = spawn(program, [...FLAGS, `--user-data-dir=${driven.profile}`], { stdio });
    driven.listen();
    const { targetId } = await driven.call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await driven.call("Target.attachToTarget", { targetId, flatten: true });
    driven.session = sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await driven.call(`${domain}.enable`);
    await driven.resize(1280, 800);
    return driven;
  }

  /** Everything that was wrong with the page so far. */
  complaints = [];
  #last = 0;
  #waiting = new Map();

  listen() {
    let rest = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const messages = (rest + text).split("\0");
      rest = messages.pop();
      for (const message of messages) this.#take(JSON.parse(message));
    });
  }

  /** Is told of what else the browser says. */
  onEvent = () => {};

  #take({ id, result, error, method, params }) {
    if (method) this.onEvent({ method, params });
    const waiting = this.#waiting.get(id);
    if (waiting) {
      this.#waiting.delete(id);
      if (error) waiting.reject(new Error(error.message, { cause: error }));
      else waiting.resolve(result);
    } else if (method === "Runtime.exceptionThrown") {
      this.complaints.push(JSON.stringify(params.exceptionDetails.exception ?? params.exceptionDetails));
    } else if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type)) {
      this.complaints.push(JSON.stringify(params.args));
    } else if (method === "Log.entryAdded" && ["error", "warning"].includes(params.entry.level)) {
      this.complaints.push(JSON.stringify(params.entry));
    }
  }

  call(method, params = {}) {
    this.#last += 1;
    const id = this.#last;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${method}; ${this.complaints}`)), PATIENCE);
      const done = (settle) => (value) => {
        clearTimeout(late);
        settle(value);
      };
      this.#waiting.set(id, { resolve: done(resolve), reject: done(reject) });
    });
  }

  /** Opens an address, and waits until the page says that it is ready, or failed. */
  async open(url) {
    await this.call("Page.navigate", { url });
    await this.until("['ready', 'failed'].includes(document.body?.dataset.state)");
  }

  /** Leaves the page: the same page at another link would go on. */
  async leave() {
    await this.call("Page.navigate", { url: "about:blank" });
    await this.until("location.href === 'about:blank'");
  }

  async resize(width, height, isTouch = false) {
    await this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: isTouch });
    await this.call("Emulation.setTouchEmulationEnabled", { enabled: isTouch, maxTouchPoints: isTouch ? 2 : 1 });
  }

  /** The value of an expression in the page; of a promise, what it comes to. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  /** Waits until an expression is true. While one page makes way for the next, which is an error of the browser's, it is not. */
  async until(condition, patience = PATIENCE) {
    const started = Date.now();
    const isSo = async () => (await this.evaluate(condition)) === true;
    const isLeft = (error) => {
      if (error.cause?.code !== -32000) throw error;
      return false;
    };
    while (!(await isSo().catch(isLeft))) {
      if (Date.now() - started > patience) throw new Error(`${condition} is not so; ${this.complaints}`);
      await new Promise((soon) => setTimeout(soon, 50));
    }
  }

  /** Presses the left button at the first of some points, moves to the others, and lets go. */
  async drag(...points) {
    const event = (type, [x, y], buttons) => this.call("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons, clickCount: 1 });
    await event("mouseMoved", points[0], 0);
    await event("mousePressed", points[0], 1);
    for (const point of points.slice(1)) await event("mouseMoved", point, 1);
    await event("mouseReleased", points.at(-1), 0);
  }

  async tap([x, y]) {
    await this.call("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await this.call("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  async press(key) {
    const text = key.length === 1 ? { text: key } : {};
    const windowsVirtualKeyCode = CODES[key] ?? key.toUpperCase().charCodeAt(0);
    await this.call("Input.dispatchKeyEvent", { type: "keyDown", key, windowsVirtualKeyCode, ...text });
    await this.call("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode });
  }

  /** The middle of an element. */
  async place(selector) {
    const box = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`;
    return this.evaluate(`(() => { const box = ${box}; return [box.x + box.width / 2, box.y + box.height / 2]; })()`);
  }

  async click(selector) {
    await this.drag(await this.place(selector));
  }

  /** Writes a picture of the page. */
  async screenshot(path) {
    const { data } = await this.call("Page.captureScreenshot", { format: "png" });
    await writeFile(path, Buffer.from(data, "base64"));
  }

  async close() {
    const ended = new Promise((exit) => this.process.once("exit", exit));
    this.process.kill();
    await ended;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
