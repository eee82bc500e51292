import type { CellArray, Convention, CostArray } from "./costs.js";
import { bytesOf, readingOf, typeOf } from "./costs.js";
import { refuse } from "./errors.js";
import type { Instance } from "./module.js";
import type { CellState, Vec3, Vector } from "./vectors.js";
import { cellsOf, stateOf, vector } from "./vectors.js";
import { World } from "./world.js";

/** The order of the axes of an array, from the outermost to the innermost: "xyz" is `array[x][y][z]`. */
export type Order = "xyz" | "xzy" | "yxz" | "yzx" | "zxy" | "zyx";

/** Where the cells of a world are. */
export interface LatticeOptions {
  /**
   * The side of a cell in world units, or those along x, y and z: [1, 1, 4] for a scan, [0.5, 0.1, 0.5] for ground with low
   * steps, where y is up. 1 by default. The longest may be 64 times the shortest.
   */
  cellSize?: number | Vec3;
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

/** How an array of costs is read. */
export interface CostsOptions extends CellsOptions {
  /** A byte for each cell, in the order of the costs, as in `worldFromCells`; all are free by default. */
  cells?: CellArray;
  /** What a move costs; "entered", what the cell that it enters costs, by default. */
  convention?: Convention;
  /** What an infinite cost is: an "error" by default; with "blocks" its cell is occupied. */
  infinite?: "error" | "blocks";
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

function lattice({ origin = [0, 0, 0], cellSize = 1 }: LatticeOptions): number[] {
  const sides = typeof cellSize === "number" ? [cellSize, cellSize, cellSize] : vector("cellSize", cellSize);
  return [...vector("origin", origin), ...sides];
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
  worldFromCells(cells: CellArray, size: Vec3, options: CellsOptions = {}): World {
    return this.#worldOf(size, { ...options, cells: bytesOf(cells) });
  }

  /**
   * Makes a world of an array with what moves into each cell cost, as a factor on their length: finite, above zero, and
   * the largest at most 65,535 times the smallest. For flying agents. Costs of occupied cells are not looked at: these
   * have the smallest.
   *
   * @param costs The numbers; nothing of the array is kept.
   * @param size The number of cells along x, y and z, whatever the order.
   */
  worldFromCosts(costs: CostArray, size: Vec3, options: CostsOptions = {}): World {
    return this.#worldOf(size, options, costs, typeOf(costs));
  }

  #worldOf(size: Vec3, options: CostsOptions, costs?: CostArray, type = 0): World {
    const sides = vector("size", size);
    const unknown = options.unknown ?? -1;
    if (options.unknown === -1 || unknown === 0) {
      refuse("unknown", "a value from 1 to 255");
    }
    const order = axesOf(options.order ?? "xyz");
    const cells = options.cells === undefined ? undefined : bytesOf(options.cells);
    const how = [unknown, cells?.length ?? -1, ...readingOf(options)];
    const place = lattice(options);
    this.instance.put(...[cells, costs].filter((array) => array !== undefined));
    this.instance.call("voxnav_world_from_cells", type, ...sides, ...order, ...place, ...how);
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
