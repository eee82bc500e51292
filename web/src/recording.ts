import type { Instance } from "./module.js";
import { List } from "./module.js";
import type { Route } from "./route.js";
import { readRoute } from "./route.js";

/** The expansion of a cell that was queued and never expanded. */
export const NEVER = 0xffffffff;

/** A search as it can be replayed. */
export interface Recording {
  /** The route, as without a recording; its cells, legs and smooth path are left out. */
  readonly route: Route;
  /** The cells in the order in which they were queued, three numbers each. */
  readonly cells: Int32Array;
  /** For each cell how many were expanded before it was queued. */
  readonly queued: Uint32Array;
  /** For each cell the number of its expansion, from 0, or `NEVER`. */
  readonly expanded: Uint32Array;
  /** For each cell its cost from the end from which it was searched, known as g, in cells. */
  readonly costs: Float32Array;
  /** For each cell what it was ranked by, known as f, in cells. */
  readonly ranks: Float32Array;
  /** The number of expansions that were kept. */
  readonly kept: number;
  /** The number of expansions that there were. */
  readonly total: number;
}

/** Reads the recording of an answer. */
export function readRecording(instance: Instance): Recording {
  const steps = instance.counts(List.Parts);
  const costs = instance.doubles(List.Smooth);
  const each = { length: steps.length / 2 };
  return {
    route: { ...readRoute(instance, false), cells: new Int32Array(0) },
    cells: instance.whole(List.Cells),
    queued: Uint32Array.from(each, (_, cell) => steps[2 * cell] ?? 0),
    expanded: Uint32Array.from(each, (_, cell) => steps[2 * cell + 1] ?? NEVER),
    costs: Float32Array.from(each, (_, cell) => costs[2 * cell] ?? NaN),
    ranks: Float32Array.from(each, (_, cell) => costs[2 * cell + 1] ?? NaN),
    kept: instance.number(16),
    total: instance.number(17),
  };
}
