import type { JointOptions, JointPlan } from "./crowd.js";
import { readJointPlan } from "./crowd.js";
import { refuse } from "./errors.js";
import { Handle } from "./handle.js";
import { List } from "./module.js";
import type { Instance } from "./module.js";
import type { Escape, Looking, PlaceQuery, Places, Surround } from "./places.js";
import { PlaceSearch } from "./places.js";
import type { Recording } from "./recording.js";
import { readRecording } from "./recording.js";
import type { Route, Routes, SmoothLeg } from "./route.js";
import { readRoute, readRoutes } from "./route.js";
import type { AgentSpec, RouteSpec } from "./specs.js";
import type { Vec3, Vector } from "./vectors.js";
import { cellsOf, lines, plain, rowsOf, vector } from "./vectors.js";

/** Whether a route is smoothed, too. */
export interface Smoothing {
  smooth?: boolean;
}

/** The motions that an agent is able to make, in world units and seconds; what is left out is no limit. */
export interface MotionLimits {
  /** The greatest speed. */
  speed: number;
  /** The greatest acceleration along the way. */
  acceleration?: number;
  /** The greatest deceleration along the way. */
  braking?: number;
  /** The greatest acceleration across the way, in curves. */
  lateral?: number;
  /** The greatest change a second of the acceleration along the way. */
  jerk?: number;
  /** The greatest change of direction, in radians a second. */
  turnRate?: number;
  /** The greatest speed up and down. */
  climbRate?: number;
  /** The axis along which an agent climbs that flies; "y" by default, as in three.js. */
  up?: "x" | "y" | "z";
  /** The least radius of a curve; 0 by default, for an agent that turns on the spot. */
  turningRadius?: number;
  /** The distance from walls within which `wallSpeed` is the limit. */
  wallDistance?: number;
  /** The greatest speed near to walls. */
  wallSpeed?: number;
  /** The speed at the start; 0 by default. */
  startSpeed?: number;
  /** The greatest speed at the end; 0 by default. */
  endSpeed?: number;
}

/** The way of an agent over time. */
export interface Trajectory {
  /** The time of all of the way, in seconds. */
  readonly duration: number;
  /** The time below which no agent gets along the way within its limits. */
  readonly lowerBound: number;
  /** The length of the way. */
  readonly length: number;
  /** Whether the speed at the start cannot be lost in time. */
  readonly isTooFast: boolean;
  /** The positions at regular times, three numbers each; the last is that at the end. */
  readonly positions: Float64Array;
  /** The velocities at the same times. */
  readonly velocities: Float64Array;
}

/** Where to steer, and how far an agent is on its path. */
export interface Steering {
  /** Whether there is a place to steer for, the way is blocked, or the agent does not see its path. */
  readonly told: "toward" | "blocked" | "out of sight";
  /** The place to steer for; unless the agent is told so, the nearest place of the path. */
  readonly target: readonly [number, number, number];
  /** The distance along the path. */
  readonly along: number;
  /** The distance to its end. */
  readonly remaining: number;
  /** The distance from the path. */
  readonly offPath: number;
  readonly hasArrived: boolean;
}

const TOLD = ["toward", "blocked", "out of sight"] as const;

/** Writes an agent as the module reads it. */
export function describe(agent: AgentSpec): string {
  if (typeof agent !== "object" || agent === null) {
    refuse("agent", "an object such as { size: 1 } is needed");
  }
  const { ground } = agent;
  if (ground === undefined || ground === false) {
    return lines("agent", agent);
  }
  const abilities = ground === true ? {} : typeof ground === "string" ? { preset: ground } : ground;
  return lines("agent", { ...agent, ground: { up: "y", ...abilities } });
}

/** An agent in a world. */
export class Agent extends Handle {
  #options = "";
  #last: RouteSpec = {};

  /** Sets how routes are searched from now on; what is not named is as it was at first. */
  setOptions(options: RouteSpec): void {
    if (options === this.#last) {
      return;
    }
    const text = lines("options", options);
    if (text !== this.#options) {
      this.instance.putText(text);
      this.instance.call("voxnav_agent_options", this.handle);
      this.#options = text;
    }
    this.#last = { ...options };
  }

  /**
   * Finds the best route between two positions, in the world as it is now. That there is none is an outcome.
   *
   * Positions of agents that fly are centers, of those on the ground feet.
   */
  findRoute(from: Vector, to: Vector, { smooth = false }: Smoothing = {}): Route {
    const [x, y, z] = vector("from", from);
    const [u, v, w] = vector("to", to);
    this.instance.call("voxnav_route", this.handle, x, y, z, u, v, w, smooth ? 1 : 0);
    return readRoute(this.instance);
  }

  /** Finds many routes. `requests` has six numbers for each: from and to. */
  findRoutes(requests: ArrayLike<number>): Routes {
    this.instance.put(rowsOf("requests", requests, 6));
    this.instance.call("voxnav_routes", this.handle);
    return readRoutes(this.instance);
  }

  /** Begins a search that is done in slices. It searches the world as it is now, whatever is edited meanwhile. */
  search(from: Vector, to: Vector): Search {
    const ends = [...vector("from", from), ...vector("to", to)];
    this.instance.call("voxnav_search_begin", this.handle, ...ends);
    return new Search(this.instance);
  }

  /**
   * Finds a route and records the search for it, to be replayed. It searches twice, the second time watched.
   *
   * @param limit The most expansions to keep.
   */
  record(from: Vector, to: Vector, { limit = 100_000 } = {}): Recording {
    const ends = [...vector("from", from), ...vector("to", to)];
    this.instance.call("voxnav_record", this.handle, ...ends, limit);
    return readRecording(this.instance);
  }

  /**
   * Plans for many agents like this one, which has to fly: cells from start to goal, step by step, in which nobody meets
   * anybody. Moves and corners are those of its options.
   *
   * @param starts The cells where they start.
   * @param goals The cell where each is to go, in the same order.
   */
  planJoint(
    starts: Int32Array | readonly Vec3[],
    goals: Int32Array | readonly Vec3[],
    { radius = 0, maxExpanded = 0, maxMemory = 0, seed = 0, stepsPerMove = 1, stepsPerTurn = 0, up = "y" }: JointOptions = {},
  ): JointPlan {
    const [first, second] = [cellsOf("starts", starts), cellsOf("goals", goals)];
    if (first.length !== second.length) {
      refuse("goals", `${second.length / 3} goals for ${first.length / 3} starts`);
    }
    this.instance.put(first, second);
    const numbers = [radius, maxExpanded, maxMemory, seed, stepsPerMove, stepsPerTurn, "xyz".indexOf(up)];
    this.instance.call("voxnav_joint_plan", this.handle, ...numbers);
    return readJointPlan(this.instance);
  }

  /**
   * Times a smooth path of this agent: where it is at each moment, within what it is able to do, from `startSpeed` to
   * rest. Corners become arcs where there is room; elsewhere the agent rests at them. On the ground the path is a part of a
   * route on even ground.
   *
   * @param step The seconds between two states.
   */
  trajectory(path: SmoothLeg | ArrayLike<number>, limits: MotionLimits, step = 1 / 60): Trajectory {
    const points = rowsOf("path", "waypoints" in path ? path.waypoints : path, 3);
    // What is not limited is left out.
    const given = Object.entries({ up: "y", ...limits }).filter(([, limit]) => limit !== Infinity);
    const text = plain("limits", Object.fromEntries(given));
    this.instance.put(points, new TextEncoder().encode(text));
    this.instance.call("voxnav_trajectory", this.handle, step, points.length / 3);
    const number = (place: number): number => this.instance.number(place);
    return {
      duration: number(0),
      lowerBound: number(1),
      length: number(2),
      isTooFast: number(3) === 1,
      positions: this.instance.doubles(List.Points),
      velocities: this.instance.doubles(List.Smooth),
    };
  }

  /**
   * Finds the best places for the agent that is at a position: to hide, to see, or whatever a query describes; ready made
   * are `hideFrom`, `see` and `ambush`. It looks at all cells of the area, unless the query has a `limit`.
   */
  findPlaces(from: Vector, query: PlaceQuery, looking: Looking = {}): Places {
    return this.searchPlaces(from, query, looking).finish();
  }

  /** Begins a search for the best places that is done in slices, in the world as it is now. */
  searchPlaces(from: Vector, query: PlaceQuery, { eyes }: Looking = {}): PlaceSearch<Places> {
    const at = vector("from", from);
    this.instance.putText(plain("query", query));
    this.instance.callPair("voxnav_places_begin", this.handle, eyes?.handle ?? 0, ...at);
    return new PlaceSearch(this.instance, (best, isComplete, work) => ({ best, isComplete, work }));
  }

  /**
   * Finds the place to flee to: of those that the agent gets to before any danger, the one that these get to last. Places
   * from three quarters of `length` on are preferred. Nothing where the dangers are there already.
   *
   * @param dangers Positions where the agent could be.
   */
  fleeFrom(from: Vector, dangers: readonly Vector[], length: number): Escape | undefined {
    return this.searchEscape(from, dangers, length).finish();
  }

  /** Begins a search for the place to flee to that is done in slices, in the world as it is now. */
  searchEscape(from: Vector, dangers: readonly Vector[], length: number): PlaceSearch<Escape | undefined> {
    const at = vector("from", from);
    this.instance.put(Float64Array.from(dangers.flatMap((danger) => vector("dangers", danger))));
    this.instance.call("voxnav_flee_begin", this.handle, ...at, length);
    return new PlaceSearch(this.instance, ([place], isDeadEnd) => place && { ...place, isDeadEnd });
  }

  /**
   * Finds places around a target by which its ways out are held: where a way leads first farther than `radius` from it.
   *
   * @param count The most places.
   */
  surround(target: Vector, radius: number, count: number): Surround {
    this.instance.call("voxnav_surround", this.handle, ...vector("target", target), radius, count);
    const [gap, waysOut] = [this.instance.number(0), this.instance.number(1)];
    return { positions: this.instance.doubles(List.Points), waysOut, gap };
  }

  /** Makes a follower of a smooth path of this agent: positions, three numbers each. */
  follow(path: SmoothLeg | ArrayLike<number>): Follower {
    this.instance.put(rowsOf("path", "waypoints" in path ? path.waypoints : path, 3));
    this.instance.call("voxnav_follower_make", this.handle);
    return new Follower(this.instance, this);
  }

  /**
   * Works out what it costs to get to the nearest of some cells, from every cell. The options of the agent count:
   * `maxCost` ends the field, and one that would take more than `maxExpanded` or `maxMemory` is refused by that name.
   */
  costField(goals: Int32Array | readonly Vec3[]): CostField {
    this.instance.put(cellsOf("goals", goals));
    this.instance.call("voxnav_field_make", this.handle);
    return new CostField(this.instance);
  }
}

/** A search in slices. */
export class Search extends Handle {
  #expanded = 0;

  /** @internal */
  constructor(instance: Instance) {
    super(instance);
  }

  /** The number of cells expanded so far. */
  get expanded(): number {
    return this.#expanded;
  }

  /** Searches on for at most so many expansions; returns the route once there is one. */
  step(expansions: number, { smooth = false }: Smoothing = {}): Route | undefined {
    this.instance.call("voxnav_search_step", this.handle, expansions, smooth ? 1 : 0);
    this.#expanded = this.instance.number(17);
    return this.instance.number(16) === 1 ? readRoute(this.instance) : undefined;
  }

  /** Returns the route to the best cell so far. */
  bestSoFar(): Route {
    this.instance.call("voxnav_search_best", this.handle);
    return readRoute(this.instance);
  }

  /** Goes on from the route found to the next better one, by further steps; false if there is nothing to do. */
  improve(): boolean {
    this.instance.call("voxnav_search_improve", this.handle);
    return this.instance.number(0) === 1;
  }
}

/** The place of an agent on a smooth path. */
export class Follower extends Handle {
  /**
   * Takes note of where the agent is, and says where to steer.
   *
   * @param lookAhead How far along the path to steer for where the agent sees it, in world units.
   * @param arrival The distance at which the agent has arrived.
   */
  update(position: Vector, lookAhead: number, arrival = 0): Steering {
    const at = vector("position", position);
    this.instance.call("voxnav_follower_update", this.handle, ...at, lookAhead, arrival);
    const number = (place: number): number => this.instance.number(place);
    return {
      told: TOLD[number(0)] ?? "out of sight",
      target: [number(1), number(2), number(3)],
      along: number(4),
      remaining: number(5),
      offPath: number(6),
      hasArrived: number(7) === 1,
    };
  }
}

/**
 * What it costs from each cell to the nearest of some goals, in the world in which it was made, as `cost` of a route.
 */
export class CostField extends Handle {
  /** Returns the cost from a cell; NaN where no goal can be reached. */
  cost(cell: Vec3): number {
    this.instance.call("voxnav_field_cost", this.handle, ...vector("cell", cell));
    return this.instance.number(0);
  }

  /** Returns the cells from which a goal can be reached, three numbers each, and their costs. */
  costs(): { cells: Int32Array; costs: Float64Array } {
    this.instance.call("voxnav_field_costs", this.handle);
    return { cells: this.instance.whole(List.Cells), costs: this.instance.doubles(List.Points) };
  }

  /** Returns the cells of the cheapest path from a cell to a goal, three numbers each. */
  path(cell: Vec3): Int32Array {
    this.instance.call("voxnav_field_path", this.handle, ...vector("cell", cell));
    return this.instance.whole(List.Cells);
  }
}
