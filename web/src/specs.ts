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

/** Jumps over gaps and onto ledges. */
export interface Jump {
  /** The most cells between the one that the agent leaves and the one that it lands on, to 15; 0 for jumps up only. */
  gap?: number;
  /** The largest height of the landing above the takeoff, in cells, up to 15. */
  rise?: number;
  /**
   * The least height of the arc above the takeoff, in cells, up to 15: the body is clear of everything at that
   * height from column to column, or at the height of the landing where that is more. 1 for cells as high as a hop;
   * more where cells are lower; 0 for leaps that pass level.
   */
  arc?: number;
  /** The cost of a jump, in addition to the walk over the same cells and the steps or the fall. */
  cost?: number;
  /** The directions of jumps. */
  compass?: "eight" | "four";
}

/** The costs of swimming a cell. */
export interface Swim {
  /** The cost to a cell where liquid covers the highest cell of the body. */
  below: number;
  /** The cost to a cell where liquid does not cover the highest cell of the body. */
  surface: number;
}

/** A second, lower stance. */
export interface Crouch {
  /** The height of the crouched body, in cells from its feet. */
  height: number;
  /** The factor on the usual cost of moves to cells at which the agent has to crouch. */
  factor: number;
}

/** The abilities of a ground agent: those of a preset, "walker" unless it is named, with what differs from it. */
export interface LocomotionSpec {
  /** The abilities that it begins with; "walker" unless it is named. */
  preset?: "walker" | "spider" | "diver" | "crouching" | "ticks" | "mineflayer" | "roblox";
  /** The direction of up; that of the navigator or the program if it is left out. */
  up?: "x" | "y" | "z" | "-x" | "-y" | "-z";
  /** Heights and distances in world units, instead of those in cells. */
  reach?: Reach;
  /** The cells that the body covers, as offsets from the cell where it is. Its feet are the lowest layer along up. */
  body?: { min: Vec3; max: Vec3 };
  /** The cells below the body that have to bear it where it stands. */
  support?: "center" | "whole" | "any" | "slope";
  /**
   * The steepest ground on which the agent stands, as an angle with a level plane in degrees, at most
   * Locomotion::MOST_SLOPE; None for any. What is no higher than a step above ground that is not too steep is a
   * curb, whatever its sides. It counts where obstacles are the ground of a Navigator: cells alone have no slopes.
   */
  slope?: number | boolean | null;
  /**
   * The policy for unknown cells. Free ones are clear and do not bear. With StopAtBoundary each move of a plan is
   * one that it could make in some world which the unknown cells may turn out to be, at the least that it costs in
   * any of them; the path ends before the first move for which an unknown cell counts.
   */
  unknown?: "blocked" | "free" | "stop at boundary";
  /** The directions of walking and swimming. */
  compass?: "eight" | "four";
  /** The rule for the cells next to a diagonal move. */
  corners?: "strict" | "one-side" | "lenient";
  /** The cost of walking a cell, if the agent can walk. Steps, drops and jumps need it. */
  walk?: number | boolean | null;
  /** The largest height of a step up, in cells, up to 63; more than the body's own height is allowed. */
  stepUp?: number;
  /** The cost of a step up for each cell of height, in addition to the walk. */
  step?: number;
  /** The largest drop onto ground, in cells. */
  drop?: number;
  /** The largest drop into liquid that the agent swims in, in cells. */
  dropIntoLiquid?: number;
  /** The cost of falling by height, in addition to the walk. */
  fall?: number | readonly number[];
  /** Jumps over gaps and onto ledges, if the agent can jump. */
  jump?: Jump | boolean | null;
  /** The cost of climbing a cell up or down, if the agent can climb. */
  climb?: number | boolean | null;
  /** The costs of swimming, if the agent can swim. */
  swim?: number | Swim | boolean | null;
  /** The rule for liquids of an agent that cannot swim. */
  wading?: "refused" | "allowed";
  /** The cost of flying a cell, if the agent can fly. */
  fly?: number | boolean | null;
  /** The cost that opening a door adds to a move, if the agent can open doors. */
  openDoor?: number | boolean | null;
  /** The rule for hazards. */
  hazards?: "avoided" | "entered";
  /** The lower stance of the agent, if it can crouch. */
  crouch?: Crouch | boolean | null;
  /**
   * The cost factors that materials have for this agent, instead of Material::cost: a road for carts, mud for boots.
   * Materials that a palette does not have count for nothing.
   */
  materialCosts?: Record<number, number>;
  /** The groups that the agent belongs to, a bit each: it uses links for one of them at least. */
  groups?: number;
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
