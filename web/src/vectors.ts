import { refuse } from "./errors.js";

/** Three numbers, as an array. */
export type Vec3 = readonly [number, number, number] | Float32Array | Float64Array | Int32Array;

/** Three numbers, as an array or as an object such as a `Vector3` of three.js. */
export type Vector = Vec3 | { readonly x: number; readonly y: number; readonly z: number };

/** What a cell is. */
export type CellState = "free" | "occupied" | "unknown";

/** The states, in the order of their numbers in arrays. */
export const STATES: readonly CellState[] = ["free", "occupied", "unknown"];

/** Reads three numbers. */
export function vector(argument: string, value: Vector): [number, number, number] {
  if (typeof value !== "object" || value === null) {
    refuse(argument, `three numbers are needed, not ${String(value)}`);
  }
  const three = "x" in value ? [value.x, value.y, value.z] : [value[0], value[1], value[2]];
  const [x, y, z] = three;
  if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number") {
    refuse(argument, "three numbers are needed");
  }
  if (!("x" in value) && value.length !== 3) {
    refuse(argument, `three numbers are needed, not ${value.length}`);
  }
  return [x, y, z];
}

/** Reads a state. */
export function stateOf(state: CellState): number {
  const number = STATES.indexOf(state);
  if (number < 0) {
    refuse("state", STATES.join(", "));
  }
  return number;
}

/** Reads cells: three whole numbers each. */
export function cellsOf(argument: string, cells: Int32Array | readonly Vec3[]): Int32Array {
  if (cells instanceof Int32Array) {
    return cells;
  }
  const list = Int32Array.from(cells.flatMap((cell) => vector(argument, cell)));
  list.forEach((number, place) => {
    const given = cells[Math.floor(place / 3)]?.[place % 3];
    if (number !== given) {
      refuse(argument, `${String(given)} is not a whole number of 32 bits`);
    }
  });
  return list;
}

/** Reads rows of numbers. */
export function rowsOf(argument: string, values: ArrayLike<number>, width: number): Float64Array {
  if (values.length % width !== 0) {
    refuse(argument, `${values.length} numbers are no rows of ${width}`);
  }
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

/** Returns a name as the library has it. */
function named(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Writes plain data as lines: names with dots between them, a space, and a value. What is undefined is left out. */
export function lines(argument: string, value: unknown): string {
  const written: string[] = [];
  const write = (path: string, part: unknown): void => {
    if (part === undefined) {
      return;
    }
    if (typeof part === "object" && part !== null) {
      const isVector = ArrayBuffer.isView(part) || "x" in part;
      const inner = isVector ? vector(path, part as Vector) : part;
      for (const [name, value] of Object.entries(inner)) {
        if (/[.\s]/.test(name)) {
          refuse(argument, `there is no field ${JSON.stringify(name)}`);
        }
        write(path === "" ? named(name) : `${path}.${named(name)}`, value);
      }
      return;
    }
    if (typeof part === "number" && !Number.isFinite(part)) {
      refuse(path, `${part} is not finite`);
    }
    if (!["number", "string", "boolean"].includes(typeof part) && part !== null) {
      refuse(path, `${String(part)} is no value of this option`);
    }
    const text = String(part);
    if (/[\n\r]/.test(text)) {
      refuse(path, "it has more than one line");
    }
    written.push(`${path} ${text}`);
  };
  write("", value);
  return written.join("\n");
}

/** Writes plain data as the module reads it: vectors as arrays, and names as the library has them. */
export function plain(argument: string, value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "number" && !Number.isFinite(part)) {
      refuse(argument, `${part} is not finite`);
    }
    if (typeof part !== "object" || part === null || Array.isArray(part)) {
      return part;
    }
    if (ArrayBuffer.isView(part) || "x" in part) {
      return vector(argument, part as Vector);
    }
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [named(name), value]));
  });
}
