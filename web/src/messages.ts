import type { AgentSpec, RouteSpec } from "./specs.js";
import type { CostArray } from "./costs.js";
import type { ErrorKind } from "./errors.js";
import type { Route, Routes } from "./route.js";
import type { CellState } from "./vectors.js";
import type { FileFormat, Order } from "./voxnav.js";

/** Three numbers, as they are sent. */
export type Three = [number, number, number];

/** What a worker is asked to do. Everything is done in the order in which it was asked. */
export type Task =
  | { kind: "load"; module: WebAssembly.Module }
  | { kind: "world"; bytes: Uint8Array; format: FileFormat }
  | { kind: "box"; min: Three; max: Three; state: CellState }
  | { kind: "cells"; cells: Int32Array; state: CellState }
  | { kind: "costs"; min: Three; max: Three; costs: number | CostArray; order: Order }
  | { kind: "agent"; agent: number; description: AgentSpec; options: RouteSpec }
  | { kind: "route"; agent: number; from: Three; to: Three; smooth: boolean }
  | { kind: "routes"; agent: number; requests: Float64Array }
  | { kind: "free agent"; agent: number };

/** A message to a worker: a task under a number, or that its answer is not wanted any more. */
export type ToWorker = { id: number; task: Task } | { id: number; cancel: true };

/** The answer to a task. */
export type Answer = Route | Routes | undefined;

/** A message from a worker: how many cells a search has expanded, the answer of a task, or why there is none. */
export type FromWorker =
  | { id: number; expanded: number }
  | { id: number; answer: Answer }
  | { id: number; error: { kind: ErrorKind; message: string } };

/** The end of a connection. */
export interface Port<Sent, Received> {
  send(message: Sent): void;
  listen(listener: (message: Received) => void): void;
}
