import { Agent } from "./agent.js";
import type { AgentSpec, CrowdSpec, RouteSpec } from "./specs.js";
import { describe } from "./agent.js";
import { Crowd } from "./crowd.js";
import type { CostArray } from "./costs.js";
import { typeOf } from "./costs.js";
import { refuse } from "./errors.js";
import { Handle } from "./handle.js";
import type { Instance } from "./module.js";
import { List } from "./module.js";
import type { CellState, Vec3, Vector } from "./vectors.js";
import { STATES, cellsOf, plain, stateOf, vector } from "./vectors.js";
import type { Order } from "./voxnav.js";
import { axesOf } from "./voxnav.js";

/** What a world is like. */
export interface WorldDescription {
  /** The first cell of the bounds. */
  readonly min: [number, number, number];
  /** The cell behind the last of the bounds, on each axis. */
  readonly max: [number, number, number];
  /** The position of the center of cell (0, 0, 0). */
  readonly origin: [number, number, number];
  /** The longest side of a cell in world units: the length of a move that costs 1. */
  readonly cellSize: number;
  /** The sides of a cell along x, y and z in world units: all the same for cubes. */
  readonly cellSizes: [number, number, number];
  /** The number of edits so far. */
  readonly version: number;
  /** How many cells are in each state. */
  readonly counts: Readonly<Record<CellState, number>>;
}

/** Where a mesh is. */
export interface Placement {
  position?: Vector;
  /** The turn, as x, y, z and w; none by default. */
  quaternion?: readonly [number, number, number, number];
}

/** What a mesh is. */
export interface MeshOptions extends Placement {
  /** Whether the inside of a closed mesh blocks, too; false by default. */
  isSolid?: boolean;
}

function placement({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Placement): number[] {
  if (quaternion.length !== 4) {
    refuse("quaternion", "four numbers are needed");
  }
  return [...vector("position", position), ...quaternion];
}

/** A mesh in a world. */
export class Mesh extends Handle {
  /** @internal */
  constructor(instance: Instance, world: World) {
    super(instance, world, "voxnav_mesh_remove");
  }

  /** Moves the mesh. */
  place(where: Placement): void {
    this.instance.call("voxnav_mesh_place", this.handle, ...placement(where));
  }
}

/** How distances are written. */
export interface DistanceOptions {
  /** The unit of distances: "world" by default, or "cells", of which the longest side counts where they are no cubes. */
  units?: "world" | "cells";
  /** Whether cells outside the bounds, which are occupied, count; false by default. */
  outside?: boolean;
  /** The order of the axes of the array; "xyz" by default. */
  order?: Order;
}

/** A world of cells, in which agents find their ways. To free it makes all that is in it stale. */
export class World extends Handle {
  /** Describes the world. Counts all its cells. */
  describe(): WorldDescription {
    this.instance.call("voxnav_world_describe", this.handle);
    const number = (place: number): number => this.instance.number(place);
    return {
      min: [number(0), number(1), number(2)],
      max: [number(3), number(4), number(5)],
      origin: [number(6), number(7), number(8)],
      cellSize: Math.max(number(9), number(10), number(11)),
      cellSizes: [number(9), number(10), number(11)],
      version: number(12),
      counts: { free: number(13), occupied: number(14), unknown: number(15) },
    };
  }

  /** Returns the state of a cell; outside the bounds all are occupied. */
  cellState(cell: Vec3): CellState {
    this.instance.call("voxnav_world_cell_state", this.handle, ...vector("cell", cell));
    return STATES[this.instance.number(0)] ?? "unknown";
  }

  /** Sets the cells from `min` up to but not including `max`, as far as they are in the bounds. */
  setBox(min: Vec3, max: Vec3, state: CellState): void {
    const corners = [...vector("min", min), ...vector("max", max)];
    this.instance.call("voxnav_world_set_box", this.handle, ...corners, stateOf(state));
  }

  /** Sets cells of the bounds: all of them, or none if one is refused. */
  setCells(cells: Int32Array | readonly Vec3[], state: CellState): void {
    const list = cellsOf("cells", cells);
    const to = stateOf(state);
    this.instance.put(list);
    this.instance.call("voxnav_world_set_cells", this.handle, to);
  }

  /** Returns all cells of the bounds as an array of bytes: 0 is free, 1 occupied, 2 unknown. */
  toCells(order: Order = "xyz"): Uint8Array {
    this.instance.call("voxnav_world_to_cells", this.handle, ...axesOf(order));
    return this.instance.bytes();
  }

  /**
   * Sets what moves into the cells from `min` up to but not including `max` cost flying agents: see
   * `voxnav.worldFromCosts`. All cells are in the bounds.
   *
   * Agents and crowds notice it at their next question. The scale of a world covers the costs that it has: others, or
   * the first ones of a world of cells, take a pass over the whole world, and change `costUnit`.
   *
   * @param costs One number for all cells, or an array with one for each cell of the box.
   * @param order The order of the axes of the array.
   */
  setCosts(min: Vec3, max: Vec3, costs: number | CostArray, order: Order = "xyz"): void {
    const corners = [...vector("min", min), ...vector("max", max)];
    const isOne = typeof costs === "number";
    const numbers = [...corners, ...axesOf(order), isOne ? 1 : 0];
    const array = isOne ? Float64Array.of(costs) : costs;
    const type = typeOf(array);
    this.instance.put(array);
    this.instance.callPair("voxnav_world_set_costs", this.handle, type, ...numbers);
  }

  /** Returns what moves into a cell cost, as it is stored (see `costRounding`); NaN outside the bounds. */
  costOf(cell: Vec3): number {
    this.instance.call("voxnav_world_cost", this.handle, ...vector("cell", cell));
    return this.instance.number(0);
  }

  /**
   * The smallest cost that a cell can have, 1 in a world without costs. Times `costUnit`, the `cost` of a route has the
   * unit of the costs that were given, for moves of the length 1.
   */
  get costUnit(): number {
    this.costOf([0, 0, 0]);
    return this.instance.number(1);
  }

  /**
   * The most by which the cost of a route differs from what the costs that were given add up to, as a part of it. Costs
   * are stored in 16 bits: exactly, if all are whole numbers up to 65,535.
   */
  get costRounding(): number {
    this.costOf([0, 0, 0]);
    return this.instance.number(2);
  }

  /** Returns the costs of all cells of the bounds, as they are stored: see `costRounding`. */
  toCosts(order: Order = "xyz"): Float64Array {
    this.instance.call("voxnav_world_to_costs", this.handle, ...axesOf(order));
    return this.instance.doubles(List.Points);
  }

  /**
   * Returns the exact distance from each cell of the bounds to the nearest one that is occupied or unknown, center to
   * center: 0 for these, infinite where there is none. Meshes do not count.
   *
   * Takes time linear in the cells, and eight bytes of the module's memory for each beside the answer.
   */
  distanceField({ units = "world", outside = false, order = "xyz" }: DistanceOptions = {}): Float32Array {
    if (units !== "world" && units !== "cells") {
      refuse("units", "world, cells");
    }
    const how = [units === "world" ? 1 : 0, outside ? 1 : 0];
    this.instance.call("voxnav_world_distances", this.handle, ...axesOf(order), ...how);
    return new Float32Array(this.instance.bytes().buffer);
  }

  /** Returns the bytes of a `.voxnav` file of the cells and their costs; meshes are left out. */
  toFile(): Uint8Array {
    this.instance.call("voxnav_world_to_file", this.handle);
    return this.instance.bytes();
  }

  /**
   * Adds a mesh, such as one of three.js: `geometry.attributes.position.array` and `geometry.index.array`.
   *
   * @param positions Three numbers a vertex.
   * @param indices Three vertices a triangle; without them each three vertices are one.
   */
  addMesh(
    positions: Float32Array | readonly number[],
    indices?: Uint32Array | Uint16Array | Uint8Array | readonly number[] | null,
    options: MeshOptions = {},
  ): Mesh {
    const vertices = positions instanceof Float32Array ? positions : Float32Array.from(positions);
    if (vertices.length % 3 !== 0) {
      refuse("positions", `${vertices.length} numbers are no rows of 3`);
    }
    const count = vertices.length / 3;
    const triangles =
      indices instanceof Uint32Array
        ? indices
        : Uint32Array.from(indices ?? Array.from({ length: count }, (_, place) => place));
    const where = placement(options);
    this.instance.put(vertices, triangles);
    const isSolid = options.isSolid === true ? 1 : 0;
    this.instance.call("voxnav_mesh_add", this.handle, count, isSolid, ...where);
    return new Mesh(this.instance, this);
  }

  /** Adds an agent. Nothing is derived for it before its first question. */
  addAgent(description: AgentSpec, options: RouteSpec = {}): Agent {
    this.instance.putText(describe(description));
    this.instance.call("voxnav_agent_add", this.handle);
    const agent = new Agent(this.instance, this);
    agent.setOptions(options);
    return agent;
  }

  /** Makes an empty crowd, whose agents will have bodies of agents of this world. */
  addCrowd(options: CrowdSpec = {}): Crowd {
    this.instance.putText(plain("options", options));
    this.instance.call("voxnav_crowd_make", this.handle);
    return new Crowd(this.instance, this);
  }

  /**
   * Makes the crowd that `crowd.toBytes` wrote. Agents have the ids that they had.
   *
   * The world has the bounds, cell size and origin of that in which the crowd was saved. Options are not saved.
   */
  crowdFromBytes(bytes: Uint8Array | ArrayBuffer, options: CrowdSpec = {}): Crowd {
    const text = new TextEncoder().encode(plain("options", options));
    this.instance.put(text, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes);
    this.instance.call("voxnav_crowd_from_bytes", this.handle, text.length);
    return new Crowd(this.instance, this);
  }
}
