import type { AgentSpec, RouteSpec } from "./specs.js";
import type { CostArray } from "./costs.js";
import { StaleHandleError, VoxnavError, refuse } from "./errors.js";
import type { Answer, FromWorker, Port, Task, Three, ToWorker } from "./messages.js";
import type { Route, Routes } from "./route.js";
import type { CellState, Vec3, Vector } from "./vectors.js";
import { cellsOf, rowsOf, vector } from "./vectors.js";
import type { FileFormat, Order, Voxnav } from "./voxnav.js";

/** The most requests of a batch that go to a worker at once. */
const AT_ONCE = 64;

/** What a call of a worker takes beside. */
export interface Asking {
  /** Gives the question up; the promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
}

/** What a question for a route takes beside. */
export interface AskingForRoute extends Asking {
  /** Is told how many cells the search has expanded, every few milliseconds. */
  onProgress?: (expanded: number) => void;
  /** Whether the smooth path is wanted. */
  smooth?: boolean;
}

/** What a question for many routes takes beside. */
export interface AskingForRoutes extends Asking {
  /** Is told how many of the routes are there. */
  onProgress?: (done: number, all: number) => void;
}

/** A question that a worker has not answered yet. */
interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  onProgress: ((expanded: number) => void) | undefined;
}

/** One worker, and the questions that it has. */
class Thread {
  readonly #port: Port<ToWorker, FromWorker>;
  readonly #stop: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #ended: VoxnavError | undefined;

  constructor(port: Port<ToWorker, FromWorker>, stop: () => void) {
    this.#port = port;
    this.#stop = stop;
    port.listen((message) => {
      const waiting = this.#waiting.get(message.id);
      if ("expanded" in message) {
        waiting?.onProgress?.(message.expanded);
        return;
      }
      this.#waiting.delete(message.id);
      if ("answer" in message) {
        waiting?.resolve(message.answer);
      } else {
        const { kind, message: text } = message.error;
        waiting?.reject(kind === "stale" ? new StaleHandleError(text) : new VoxnavError(kind, text));
      }
    });
  }

  /** The number of questions that it has. */
  get load(): number {
    return this.#waiting.size;
  }

  ask(task: Task, { signal, onProgress }: AskingForRoute = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended);
        return;
      }
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const id = this.#next++;
      const onAbort = (): void => {
        this.#waiting.delete(id);
        this.#port.send({ id, cancel: true });
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const done = (): void => signal?.removeEventListener("abort", onAbort);
      this.#waiting.set(id, {
        resolve: (answer) => {
          done();
          resolve(answer);
        },
        reject: (error) => {
          done();
          reject(error);
        },
        onProgress,
      });
      this.#port.send({ id, task });
    });
  }

  end(reason: VoxnavError): void {
    this.#ended ??= reason;
    this.#stop();
    for (const waiting of this.#waiting.values()) {
      waiting.reject(this.#ended);
    }
    this.#waiting.clear();
  }
}

async function startThread(): Promise<Thread> {
  if (typeof process === "object" && process.versions?.node !== undefined) {
    const { Worker: NodeWorker } = await import("node:worker_threads");
    const worker = new NodeWorker(new URL("./worker-thread.js", import.meta.url));
    const thread = new Thread(
      {
        send: (message) => worker.postMessage(message),
        listen: (listener) => worker.on("message", listener),
      },
      () => void worker.terminate(),
    );
    worker.on("error", (error) => thread.end(new VoxnavError("broken", String(error))));
    return thread;
  }
  const worker = new Worker(new URL("./worker-thread.js", import.meta.url), { type: "module" });
  const thread = new Thread(
    {
      send: (message) => worker.postMessage(message),
      listen: (listener) => {
        worker.onmessage = ({ data }) => listener(data as FromWorker);
      },
    },
    () => worker.terminate(),
  );
  worker.onerror = ({ message }) => thread.end(new VoxnavError("broken", message));
  return thread;
}

/**
 * A world in workers: searches that never hold up a page. Each worker has a copy of the world; no memory is shared.
 *
 * Whatever is asked is answered in the world as it is at that moment, also if it is edited before the answer.
 */
export class WorkerWorld {
  readonly #threads: readonly Thread[];
  #nextAgent = 1;

  private constructor(threads: readonly Thread[]) {
    this.#threads = threads;
  }

  /**
   * Starts workers with a world.
   *
   * @param voxnav What `load` gave: its module is compiled once for all.
   * @param file The bytes of the world, such as those of `World.toFile`.
   * @param count The number of workers: one for routes as they come, as many as there are processors for batches.
   */
  static async start(
    voxnav: Voxnav,
    file: Uint8Array,
    { count = 1, format = "voxnav" }: { count?: number; format?: FileFormat } = {},
  ): Promise<WorkerWorld> {
    if (!Number.isInteger(count) || count < 1 || count > 256) {
      refuse("count", `${count} is not a number of workers from 1 to 256`);
    }
    const threads = await Promise.all(Array.from({ length: count }, startThread));
    const world = new WorkerWorld(threads);
    try {
      await world.#tellAll({ kind: "load", module: voxnav.module });
      await world.#tellAll({ kind: "world", bytes: file, format });
    } catch (error) {
      world.terminate();
      throw error;
    }
    return world;
  }

  async #tellAll(task: Task): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.ask(task)));
  }

  /** Sets the cells from `min` up to but not including `max`, for all that is asked from now on. */
  async setBox(min: Vec3, max: Vec3, state: CellState): Promise<void> {
    await this.#tellAll({ kind: "box", min: vector("min", min), max: vector("max", max), state });
  }

  /** Sets cells, for all that is asked from now on. */
  async setCells(cells: Int32Array | readonly Vec3[], state: CellState): Promise<void> {
    await this.#tellAll({ kind: "cells", cells: cellsOf("cells", cells), state });
  }

  /** Sets what moves into the cells of a box cost, for all that is asked from now on: see `World.setCosts`. */
  async setCosts(min: Vec3, max: Vec3, costs: number | CostArray, order: Order = "xyz"): Promise<void> {
    await this.#tellAll({ kind: "costs", min: vector("min", min), max: vector("max", max), costs, order });
  }

  /** Adds an agent. */
  async addAgent(description: AgentSpec, options: RouteSpec = {}): Promise<WorkerAgent> {
    const agent = this.#nextAgent++;
    await this.#tellAll({ kind: "agent", agent, description, options });
    return new WorkerAgent(this.#threads, agent);
  }

  /** Ends the workers. What was not answered yet is rejected. */
  terminate(): void {
    for (const thread of this.#threads) {
      thread.end(new StaleHandleError("the workers were ended"));
    }
  }
}

/** An agent in the workers of a world. */
export class WorkerAgent {
  readonly #threads: readonly Thread[];
  readonly #agent: number;

  /** @internal */
  constructor(threads: readonly Thread[], agent: number) {
    this.#threads = threads;
    this.#agent = agent;
  }

  /** Finds a route in the worker that has the least to do, in slices. */
  async findRoute(from: Vector, to: Vector, asking: AskingForRoute = {}): Promise<Route> {
    const idle = this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
    const ends: { from: Three; to: Three } = { from: vector("from", from), to: vector("to", to) };
    const smooth = asking.smooth === true;
    const task: Task = { kind: "route", agent: this.#agent, ...ends, smooth };
    return (await idle.ask(task, asking)) as Route;
  }

  /** Finds many routes, in all workers. `requests` has six numbers for each: from and to. */
  async findRoutes(requests: ArrayLike<number>, asking: AskingForRoutes = {}): Promise<Routes> {
    const rows = rowsOf("requests", requests, 6);
    const all = rows.length / 6;
    const parts: Routes[] = [];
    let next = 0;
    let done = 0;
    const work = async (thread: Thread): Promise<void> => {
      while (next * AT_ONCE < all) {
        const place = next++;
        const some = rows.slice(place * AT_ONCE * 6, (place + 1) * AT_ONCE * 6);
        const task: Task = { kind: "routes", agent: this.#agent, requests: some };
        const { signal } = asking;
        const routes = (await thread.ask(task, signal === undefined ? {} : { signal })) as Routes;
        parts[place] = routes;
        done += routes.count;
        asking.onProgress?.(done, all);
      }
    };
    await Promise.all(this.#threads.map(work));
    return together(parts);
  }

  /** Frees the agent. */
  async free(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.ask({ kind: "free agent", agent: this.#agent })));
  }
}

/** Puts the answers of a batch together. */
function together(parts: readonly Routes[]): Routes {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const positions = parts.reduce((sum, part) => sum + part.waypoints.length, 0);
  const whole = {
    count,
    outcomes: new Uint8Array(count),
    lengths: new Float64Array(count),
    costs: new Float64Array(count),
    expanded: new Uint32Array(count),
    offsets: new Uint32Array(count + 1),
    waypoints: new Float64Array(positions),
  };
  let place = 0;
  let first = 0;
  for (const part of parts) {
    whole.outcomes.set(part.outcomes, place);
    whole.lengths.set(part.lengths, place);
    whole.costs.set(part.costs, place);
    whole.expanded.set(part.expanded, place);
    whole.offsets.set(part.offsets.map((offset) => offset + first), place);
    whole.waypoints.set(part.waypoints, 3 * first);
    place += part.count;
    first += part.waypoints.length / 3;
  }
  return whole;
}
