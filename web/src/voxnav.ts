import { refuse } from "./errors.js";
import type { Instance } from "./module.js";
import type { CellState, Vec3, Vector } from "./vectors.js";
import { cellsOf, stateOf, vector } from "./vectors.js";
import { World } from "./world.js";

/** The order of the axes of an array, from the outermost to the innermost: "xyz" is `array[x][y][z]`. */
export type Order = "xyz" | "xzy" | "yxz" | "yzx" | "zxy" | "zyx";

/** Where the cells of a world are. */
export interface LatticeOptions {
  /** The side of a cell in world units; 1 by default. */
  cellSize?: number;
  /** The position of the center of cell (0, 0, 0); the origin by default. */
  origin?: Vec3;
}

/** How an array is read. */
export interface CellsOptions extends LatticeOptions {
  /** "xyz" by default. */
  order?: Order;
  /** The value from 1 to 255 that stands for unknown cells; none by default. */
  unknown?: number;
}

/** The formats of files: voxnav's own, MagicaVoxel's, and the maps of the public benchmarks. */
export type FileFormat = "voxnav" | "vox" | "3dmap";

const FORMATS: readonly FileFormat[] = ["voxnav", "vox", "3dmap"];

/** Returns the axes of an order as numbers. */
export function axesOf(order: Order): [number, number, number] {
  if (typeof order !== "string" || order.length !== 3) {
    refuse("order", 'three letters such as "xyz"');
  }
  const axis = (place: number): number => "xyz".indexOf(order.charAt(place));
  return [axis(0), axis(1), axis(2)];
}

function lattice(options: LatticeOptions): [number, number, number, number] {
  return [...vector("origin", options.origin ?? [0, 0, 0]), options.cellSize ?? 1];
}

/** The library: one WebAssembly module, and the worlds in it. Made by `load`. */
export class Voxnav {
  /** @internal */
  readonly instance: Instance;

  /** @internal */
  constructor(instance: Instance) {
    this.instance = instance;
  }

  /** The compiled module, for `load` in a worker. */
  get module(): WebAssembly.Module {
    return this.instance.module;
  }

  /** The memory of the module in bytes. It grows, and what is freed is used again. */
  get memoryBytes(): number {
    return this.instance.memoryBytes;
  }

  /** Whether worlds take meshes: not in `voxnav/core`. */
  get hasMeshes(): boolean {
    return this.instance.hasMeshes;
  }

  /**
   * Makes a world of an array with a byte for each cell: 0 is free, any other value occupied.
   *
   * @param cells The values; nothing of the array is kept.
   * @param size The number of cells along x, y and z, whatever the order.
   */
  worldFromCells(cells: Uint8Array | Uint8ClampedArray | Int8Array, size: Vec3, options: CellsOptions = {}): World {
    const [x, y, z] = vector("size", size);
    const unknown = options.unknown ?? -1;
    if (options.unknown === -1 || unknown === 0) {
      refuse("unknown", "a value from 1 to 255");
    }
    const order = axesOf(options.order ?? "xyz");
    if (!(cells instanceof Uint8Array || cells instanceof Uint8ClampedArray || cells instanceof Int8Array)) {
      refuse("cells", "an array of bytes is needed, such as a Uint8Array");
    }
    this.instance.put(cells);
    this.instance.call("voxnav_world_from_cells", undefined, x, y, z, ...order, ...lattice(options), unknown);
    return new World(this.instance);
  }

  /** Makes a world of free cells, from `min` up to but not including `max`. */
  emptyWorld(min: Vec3, max: Vec3, options: LatticeOptions = {}): World {
    const corners = [...vector("min", min), ...vector("max", max)];
    this.instance.call("voxnav_world_empty", undefined, ...corners, ...lattice(options));
    return new World(this.instance);
  }

  /**
   * Makes a world of the bytes of a file. `voxnav/core` reads "voxnav" alone.
   *
   * @param options Where the cells of a `.3dmap` are; other files say that themselves.
   */
  worldFromFile(bytes: Uint8Array | ArrayBuffer, format: FileFormat, options: LatticeOptions = {}): World {
    const number = FORMATS.indexOf(format);
    if (number < 0) {
      refuse("format", FORMATS.join(", "));
    }
    const place = lattice(options);
    this.instance.put(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes);
    this.instance.call("voxnav_world_from_file", number, ...place);
    return new World(this.instance);
  }
}

export type { CellState, Vec3, Vector };
export { cellsOf, stateOf, vector };
