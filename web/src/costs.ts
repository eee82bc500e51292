import { refuse } from "./errors.js";

/** A byte for each cell. */
export type CellArray = Uint8Array | Uint8ClampedArray | Int8Array;

/** A number for each cell. */
export type CostArray = CellArray | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/**
 * What a move costs for each unit of its length: what the cell that it enters costs, the mean of the two cells, or the
 * larger of both.
 */
export type Convention = "entered" | "mean" | "max";

const CONVENTIONS: readonly Convention[] = ["entered", "mean", "max"];

/** The treatments of infinite costs: refused, or their cells occupied. */
const INFINITE = ["error", "blocks"] as const;

/** The types of arrays, in the order of their numbers from 1 on. */
const TYPES = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array];

/** Returns the number of one of some names. */
function numberOf(argument: string, names: readonly string[], name: string): number {
  const number = names.indexOf(name);
  if (number < 0) {
    refuse(argument, names.join(", "));
  }
  return number;
}

/** Returns a convention and a treatment of infinite costs as numbers. */
export function readingOf({
  convention = "entered",
  infinite = "error",
}: {
  convention?: Convention;
  infinite?: "error" | "blocks";
}): [number, number] {
  return [numberOf("convention", CONVENTIONS, convention), numberOf("infinite", INFINITE, infinite)];
}

/** Returns the number of the type of an array of costs. */
export function typeOf(costs: CostArray): number {
  const type = costs instanceof Uint8ClampedArray ? 0 : TYPES.findIndex((known) => costs instanceof known);
  if (type < 0) {
    refuse("costs", "a typed array is needed, from Uint8Array to Float64Array");
  }
  return type + 1;
}

/** Refuses what is no array of bytes. */
export function bytesOf(cells: CellArray): CellArray {
  if (!(cells instanceof Uint8Array || cells instanceof Uint8ClampedArray || cells instanceof Int8Array)) {
    refuse("cells", "an array of bytes is needed, such as a Uint8Array");
  }
  return cells;
}
