// Written by a test from the sources in Rust: `VOXNAV_SPECS=write cargo test -p voxnav --all-features --test voxnav spec_types`.

import type { Vec3, Vector } from "./vectors.js";

/** The lengths of jumps, in world units. */
export interface JumpReach {
  /** The widest gap between the cells that the agent leaves and lands on. */
  gap: number;
  /** The largest height of the landing above the takeoff. */
  rise: number;
}

/** The heights and distances of an agent's abilities, in world units. */
export interface Reach {
  /** The largest height of a step up. */
  step?: number;
  /** The largest drop onto ground. */
  drop?: number;
  /** The largest drop into liquid that the agent swims in. */
  dropIntoLiquid?: number;
  /** Jumps, if the agent can jump. */
  jump?: JumpReach;
  /**
   * The steepest ground on which the agent stands, in degrees; None for any. With a limit, a body that stands on
   * what is below its center also stands on slopes on its uphill edge: see Support::Slope.
   */
  slope?: number;
}

/** Jumps: what differs from those of the preset, or else from jumps over one cell. */
export interface JumpSpec {
  /** The most cells that a jump leads over, 0 to 15. */
  gap?: number;
  /** The largest height of the landing above the takeoff, in cells, 0 to 15. */
  rise?: number;
  /** The least height of the arc above the takeoff, in cells, 0 to 15. */
  arc?: number;
  /** The cost of a jump, in addition to the walk. */
  cost?: number;
  /** The directions of jumps: "four" or "eight". */
  compass?: "eight" | "four";
}

/** The costs of swimming a cell. */
export interface SwimSpec {
  /** The cost to a cell where liquid covers the highest cell of the body. */
  below: number;
  /** The cost to a cell where it does not. */
  surface: number;
}

/** The lower stance of an agent. */
export interface CrouchSpec {
  /** The height of the crouched body, in cells. */
  height: number;
  /** The factor on the costs of moves to cells at which it has to crouch, 1/16 to 64. */
  factor: number;
}

/** The abilities of a ground agent: a preset, and what differs from it. What is left out is as in the preset. */
export interface LocomotionSpec {
  /** The abilities that it begins with: "walker", "spider", "diver", "crouching", "ticks", "mineflayer" or "roblox". */
  preset?: "walker" | "spider" | "diver" | "crouching" | "ticks" | "mineflayer" | "roblox";
  /** The direction of up: "x", "y", "z", "-x", "-y" or "-z"; that of the navigator or the program if it is left out. */
  up?: "x" | "y" | "z" | "-x" | "-y" | "-z";
  /** The cells below the body that have to bear it: "center", "whole", "any" or "slope". */
  support?: "center" | "whole" | "any" | "slope";
  /**
   * The steepest ground on which the agent stands, in degrees, 1 to 89; null for any. Obstacles have slopes, cells
   * none.
   */
  slope?: number | boolean | null;
  /** The directions of walking and swimming: "eight" or "four". */
  compass?: "eight" | "four";
  /** The cells next to a diagonal move that have to be free: "strict", "one-side" or "lenient". */
  corners?: "strict" | "one-side" | "lenient";
  /**
   * The policy for unknown cells, of agents among cells: "blocked", "free" or "stop at boundary". A navigator takes
   * that of the agent.
   */
  unknown?: "blocked" | "free" | "stop at boundary";
  /** The cells of the body, of agents among cells, as offsets min and max. A navigator takes the size of the agent. */
  body?: { min: Vec3; max: Vec3 };
  /** The cost of walking a cell. Steps, drops and jumps need it. */
  walk?: number | boolean | null;
  /** The largest height of a step up, in cells, 0 to 63. */
  stepUp?: number;
  /** The cost of a step up for each cell of height, in addition to the walk. */
  step?: number;
  /** The largest drop onto ground, in cells, 0 to 63. */
  drop?: number;
  /** The largest drop into liquid that the agent swims in, in cells, 0 to 63. */
  dropIntoLiquid?: number;
  /** The cost of falling a cell, in addition to the walk; or a list with that of falling 1, 2, 3, ... cells. */
  fall?: number | readonly number[];
  /** Jumps over gaps and onto ledges. */
  jump?: JumpSpec | boolean | null;
  /** The cost of climbing a cell up or down. */
  climb?: number | boolean | null;
  /** The cost of swimming a cell; or two, below the surface and at it. */
  swim?: number | SwimSpec | boolean | null;
  /** The rule for liquids that the agent does not swim in: "refused" or "allowed", to walk on their ground. */
  wading?: "refused" | "allowed";
  /** The cost of flying a cell. */
  fly?: number | boolean | null;
  /** The cost that opening a door adds to a move. */
  openDoor?: number | boolean | null;
  /** The rule for hazards: "avoided" or "entered", at their cost. */
  hazards?: "avoided" | "entered";
  /** The lower stance of an agent that crouches. */
  crouch?: CrouchSpec | boolean | null;
  /** The factors on the costs of cells of materials, by the number of the material. */
  materialCosts?: Record<number, number>;
  /** The groups that the agent belongs to, a bit each: it uses links for one of them at least. */
  groups?: number;
  /** Heights and distances in world units, instead of those in cells. */
  reach?: Reach;
}

/** An agent: a flying box, or with ground a ground agent. */
export interface AgentSpec {
  /** The sides of the box along x, y and z in world units, or the one side of a cube. */
  size: number | Vector;
  /**
   * The policy for unknown cells: "blocked", "free" or "stop at boundary", where routes end before the first of
   * them.
   */
  unknown?: "blocked" | "free" | "stop at boundary";
  /** The obstacles that block it: those that share one of these 32 bits. */
  layers?: number;
  /** The places where it looks for obstacles: "swept", between the centers of cells, too, or "centers". */
  baking?: "swept" | "centers";
  /** The abilities of a ground agent: a preset by name, or what differs from one. It flies if this is left out. */
  ground?: LocomotionSpec | LocomotionSpec["preset"] | boolean;
}

/** The options of searches for routes: RouteOptions as data. What is left out is as by default. */
export interface RouteSpec {
  /**
   * The algorithm: "auto", the fastest exact one, "jump", "canonical", "astar", "dijkstra", "weighted:W" with a
   * factor W from 1 to 1000, "bidirectional", "lazy-theta", "greedy", or "clusters", a first path at once.
   */
  algorithm?:
    | "auto"
    | "jump"
    | "canonical"
    | "astar"
    | "dijkstra"
    | `weighted:${number}`
    | "bidirectional"
    | "lazy-theta"
    | "clusters"
    | "greedy";
  /** The neighbors of a cell: 26, 18, 6, or in a plane "planar8-x", "planar4-z" and so on. */
  moves?: 26 | 18 | 6 | "planar8-x" | "planar8-y" | "planar8-z" | "planar4-x" | "planar4-y" | "planar4-z";
  /** The cells next to a diagonal move that have to be free: "strict", all, "one-side" or "lenient". */
  corners?: "strict" | "one-side" | "lenient";
  /** The estimate: "octile", "euclidean", "manhattan", "chebyshev" or "zero". */
  heuristic?: "octile" | "euclidean" | "manhattan" | "chebyshev" | "zero";
  /** The order of equal estimates: "larger-g", "smaller-g", "first-in", "last-in" or "cell-order". */
  ties?: "larger-g" | "smaller-g" | "first-in" | "last-in" | "cell-order";
  /** The factor of the optimum that a path may cost, 1 to 1000. */
  within?: number;
  /** True for a path that has, of the cheapest, the fewest turns. A second search counts them. */
  fewestTurns?: boolean;
  /** The most cells to expand. */
  maxExpanded?: number;
  /** The most bytes of search memory; a gigabyte by default. */
  maxMemory?: number;
  /** The most that a path may cost, as a length in cells. */
  maxCost?: number;
  /** The distance that a blocked start may move, in world units. */
  snapStart?: number;
  /** The distance that a blocked goal may move, in world units. */
  snapGoal?: number;
  /** True for a route to the best place that can be reached where the goal cannot. */
  partial?: boolean;
  /** The distance in world units to keep from what blocks a flying agent, where there is room. */
  keepAway?: number;
  /** The factor on the cost of moves that come nearer, from 1; of searches that keep away. */
  keepAwayWeight?: number;
  /** True to explain a goal that cannot be reached by the largest agent that reaches it. */
  explain?: boolean;
  /**
   * True for positions on the floor itself where ground agents stand, up to the height of a cell below those of
   * cells.
   */
  onFloor?: boolean;
}

/** The settings of a crowd: CrowdSettings as data. What is left out is as by default. */
export interface CrowdSpec {
  /** The most work of one update, in units of some 0.4 microseconds. */
  budget?: number;
  /** The most searches that begin in one update. */
  searches?: number;
  /** The factor of the optimum that a route may cost, 1 to 1000. */
  maxSuboptimality?: number;
  /** The distance ahead at which agents steer for points of their way, in cells. */
  lookAhead?: number;
  /** The distance that an agent may be off its way before it gets another, in cells. */
  maxDeviation?: number;
  /** The least number of updates between two searches of an agent for something better than a free route. */
  minReplanInterval?: number;
  /** The most updates for which an agent without a way waits until it asks again. */
  maxRetryInterval?: number;
  /** True for routes that are smoothed. */
  smooth?: boolean;
  /**
   * True for agents that set out on first paths, which get better while they go. It stands for the algorithm of
   * routes.
   */
  anytime?: boolean;
  /** True for agents that avoid each other, so that they never overlap; else they pass through one another. */
  avoid?: boolean;
  /** The time for which agents look ahead to avoid each other, in seconds. */
  horizon?: number;
  /** The number of nearest others that an agent turns for. Agents never touch, whatever it is. */
  neighbors?: number;
  /** The options of all searches. */
  routes?: RouteSpec;
}
