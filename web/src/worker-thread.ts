// The script of a worker: it does the tasks of `messages.ts`, one after the other, in slices between which it listens.

import type { Agent } from "./agent.js";
import { VoxnavError } from "./errors.js";
import type { Answer, FromWorker, Port, Task, ToWorker } from "./messages.js";
import { instantiate } from "./module.js";
import { Voxnav } from "./voxnav.js";
import type { World } from "./world.js";

/** How long a search goes on before the worker listens, in milliseconds. */
const SLICE = 8;

/** The number of expansions between two looks at the clock. */
const STEP = 2000;

/** What a worker knows. */
interface Knowledge {
  voxnav?: Voxnav;
  world?: World;
  readonly agents: Map<number, Agent>;
  readonly cancelled: Set<number>;
}

function serve(port: Port<FromWorker, ToWorker>): void {
  const known: Knowledge = { agents: new Map(), cancelled: new Set() };
  const open = new Set<number>();
  let before: Promise<void> = Promise.resolve();
  port.listen((message) => {
    if ("cancel" in message) {
      if (open.has(message.id)) {
        known.cancelled.add(message.id);
      }
      return;
    }
    const { id, task } = message;
    open.add(id);
    before = before.then(async () => {
      try {
        if (!known.cancelled.has(id)) {
          port.send({ id, answer: await perform(task, id, known, port) });
        }
      } catch (error) {
        const kind = error instanceof VoxnavError ? error.kind : "broken";
        const message = error instanceof Error ? error.message : String(error);
        port.send({ id, error: { kind, message } });
      }
      open.delete(id);
      known.cancelled.delete(id);
    });
  });
}

async function perform(
  task: Task,
  id: number,
  known: Knowledge,
  port: Port<FromWorker, ToWorker>,
): Promise<Answer> {
  switch (task.kind) {
    case "load":
      known.voxnav = new Voxnav(await instantiate(task.module));
      return undefined;
    case "world":
      known.world?.free();
      known.agents.clear();
      known.world = there("module", known.voxnav).worldFromFile(task.bytes, task.format);
      return undefined;
    case "box":
      there("world", known.world).setBox(task.min, task.max, task.state);
      return undefined;
    case "cells":
      there("world", known.world).setCells(task.cells, task.state);
      return undefined;
    case "costs":
      there("world", known.world).setCosts(task.min, task.max, task.costs, task.order);
      return undefined;
    case "agent":
      known.agents.set(task.agent, there("world", known.world).addAgent(task.description, task.options));
      return undefined;
    case "free agent":
      known.agents.get(task.agent)?.free();
      known.agents.delete(task.agent);
      return undefined;
    case "route":
      return route(task, id, known, port);
    case "routes":
      return there("agent", known.agents.get(task.agent)).findRoutes(task.requests);
  }
}

async function route(
  task: Task & { kind: "route" },
  id: number,
  known: Knowledge,
  port: Port<FromWorker, ToWorker>,
): Promise<Answer> {
  const search = there("agent", known.agents.get(task.agent)).search(task.from, task.to);
  try {
    let until = performance.now() + SLICE;
    for (;;) {
      const found = search.step(STEP, { smooth: task.smooth });
      if (found !== undefined) {
        return found;
      }
      if (performance.now() >= until) {
        port.send({ id, expanded: search.expanded });
        await breath();
        if (known.cancelled.has(id)) {
          return undefined;
        }
        until = performance.now() + SLICE;
      }
    }
  } finally {
    search.free();
  }
}

function there<T>(what: string, thing: T | undefined): T {
  if (thing === undefined) {
    throw new VoxnavError("stale", `there is no such ${what} in the worker`);
  }
  return thing;
}

/** Waits until messages were listened to. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** What a worker of a browser calls itself. */
interface Self {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
}

if (typeof process === "object" && process.versions?.node !== undefined) {
  const { parentPort } = await import("node:worker_threads");
  serve({
    send: (message) => parentPort?.postMessage(message),
    listen: (listener) => parentPort?.on("message", listener),
  });
} else {
  const scope = globalThis as unknown as Self;
  serve({
    send: (message) => scope.postMessage(message),
    listen: (listener) => {
      scope.onmessage = ({ data }) => listener(data);
    },
  });
}
