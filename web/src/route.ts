import type { Instance } from "./module.js";
import { List } from "./module.js";

/** How a search ended. */
export type Outcome =
  | "found"
  | "unreachable"
  | "limit reached"
  | "cancelled"
  | "stopped at unknown"
  | "partial"
  | "start outside"
  | "goal outside"
  | "start blocked"
  | "goal blocked"
  | "other";

/** The outcomes, in the order of their numbers in batches. */
export const OUTCOMES: readonly Outcome[] = [
  "found",
  "unreachable",
  "limit reached",
  "cancelled",
  "stopped at unknown",
  "partial",
  "start outside",
  "goal outside",
  "start blocked",
  "goal blocked",
  "other",
];

/** What an agent does along a leg. */
export type Action =
  | "walk"
  | "step up"
  | "drop"
  | "jump"
  | "climb"
  | "swim"
  | "fly"
  | "door"
  | "link"
  | "other";

/** The actions, in the order of their numbers. */
export const ACTIONS: readonly Action[] = [
  "walk",
  "step up",
  "drop",
  "jump",
  "climb",
  "swim",
  "fly",
  "door",
  "link",
  "other",
];

/** How a route meets the position that was asked for. */
export type RouteEnd = "joined" | "snapped" | "unreached" | "blocked" | "cut off" | "other";

const ENDS: readonly RouteEnd[] = ["joined", "snapped", "unreached", "blocked", "cut off", "other"];

/** A part of a path: moves of one action. */
export interface Leg {
  readonly action: Action;
  /** The label of the link, or 0. */
  readonly label: number;
  /** The number of moves. */
  readonly moves: number;
}

/** A part of a smooth path. A flight is one part. */
export interface SmoothLeg {
  readonly action: Action;
  /** The label of the link, or 0. */
  readonly label: number;
  /** Whether the agent may leave the path where it sees its way: on even ground, and in the air. */
  readonly isOpen: boolean;
  /** Positions, three numbers each. */
  readonly waypoints: Float64Array;
}

/** The answer to a question for a route. All of it is a copy; nothing has to be freed. */
export interface Route {
  readonly outcome: Outcome;
  /** Whether the waypoints lead all the way. */
  readonly isFound: boolean;
  /** The length along the waypoints in world units; 0 without any. */
  readonly length: number;
  /** The cost of the path: the length of each move in longest sides of a cell, times the costs of cells in parts of `world.costUnit`; NaN without a path. */
  readonly cost: number;
  /**
   * The number of turns: changes of direction from one move of the path to the next, of agents on the ground as seen from
   * above; NaN without a path.
   */
  readonly turns: number;
  /** The cells of the path, three whole numbers each. */
  readonly cells: Int32Array;
  /**
   * The way in world units, three numbers a position: centers of flying agents, feet of those on the ground. From a
   * joined start the second position can be reached straight, in one move: an agent that goes toward it, and asks for
   * another route in every frame, arrives.
   */
  readonly waypoints: Float64Array;
  /** What is done along the path. */
  readonly legs: readonly Leg[];
  /** The smooth path, if it was asked for; empty without a path. */
  readonly smooth: readonly SmoothLeg[];
  readonly start: RouteEnd;
  readonly goal: RouteEnd;
  /** How far the start is from the position that was asked for, if it was moved. */
  readonly startDistance: number;
  /** How far the goal is from the position that was asked for, if it was moved. */
  readonly goalDistance: number;
  /** The number of cells that the search expanded. */
  readonly expanded: number;
  /** The number of successors that the search generated. */
  readonly generated: number;
  /** A cost that no path is below. */
  readonly lowerBound: number;
  /** How many times the optimum the path costs at most; NaN if nothing is proved. */
  readonly provedFactor: number;
}

/** Reads the route of an answer, whose lists may be of another thing. */
export function readRoute(instance: Instance, hasSmooth = true): Route {
  const outcome = OUTCOMES[instance.number(0)] ?? "other";
  return {
    outcome,
    isFound: outcome === "found",
    length: instance.number(1),
    cost: instance.number(2),
    turns: instance.number(11),
    cells: instance.whole(List.Cells),
    waypoints: instance.doubles(List.Points),
    legs: readLegs(instance),
    smooth: hasSmooth ? readSmooth(instance) : [],
    start: ENDS[instance.number(3)] ?? "other",
    startDistance: instance.number(4),
    goal: ENDS[instance.number(5)] ?? "other",
    goalDistance: instance.number(6),
    expanded: instance.number(7),
    generated: instance.number(8),
    lowerBound: instance.number(9),
    provedFactor: instance.number(10),
  };
}

function readLegs(instance: Instance): Leg[] {
  const legs: Leg[] = [];
  const length = instance.length(List.Legs);
  for (let place = 0; place < length; place += 3) {
    legs.push({
      action: ACTIONS[instance.count(List.Legs, place)] ?? "other",
      label: instance.count(List.Legs, place + 1),
      moves: instance.count(List.Legs, place + 2),
    });
  }
  return legs;
}

function readSmooth(instance: Instance): SmoothLeg[] {
  const parts = instance.counts(List.Parts);
  const all = instance.doubles(List.Smooth);
  const legs: SmoothLeg[] = [];
  let first = 0;
  for (let place = 0; place < parts.length; place += 4) {
    const last = first + 3 * (parts[place + 3] ?? 0);
    legs.push({
      action: ACTIONS[parts[place] ?? 9] ?? "other",
      label: parts[place + 1] ?? 0,
      isOpen: parts[place + 2] === 0,
      waypoints: all.slice(first, last),
    });
    first = last;
  }
  return legs;
}

/** The routes of a batch, in the order of the requests. */
export interface Routes {
  /** The number of routes. */
  readonly count: number;
  /** The outcomes, as places in `OUTCOMES`: 0 is found. */
  readonly outcomes: Uint8Array;
  /** The length of each route in world units. */
  readonly lengths: Float64Array;
  /** The cost of each path as `cost` of a route, NaN without one. */
  readonly costs: Float64Array;
  /** The number of cells that each search expanded. */
  readonly expanded: Uint32Array;
  /** Where the waypoints of each route begin, in positions; one more than there are routes. */
  readonly offsets: Uint32Array;
  /** All waypoints, three numbers a position. */
  readonly waypoints: Float64Array;
}

/** Reads the routes of an answer. */
export function readRoutes(instance: Instance): Routes {
  const numbers = instance.doubles(List.Points);
  const parts = instance.counts(List.Parts);
  const count = parts.length / 4;
  const each = { length: count };
  const offsets = new Uint32Array(count + 1);
  for (let place = 0; place < count; place++) {
    offsets[place + 1] = (parts[4 * place + 1] ?? 0) + (parts[4 * place + 2] ?? 0);
  }
  return {
    count,
    outcomes: Uint8Array.from(each, (_, place) => parts[4 * place] ?? 10),
    lengths: Float64Array.from(each, (_, place) => numbers[3 * place + 1] ?? 0),
    costs: Float64Array.from(each, (_, place) => numbers[3 * place + 2] ?? NaN),
    expanded: Uint32Array.from(each, (_, place) => parts[4 * place + 3] ?? 0),
    offsets,
    waypoints: instance.doubles(List.Smooth),
  };
}
