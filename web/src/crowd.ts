import type { Agent } from "./agent.js";
import { refuse } from "./errors.js";
import { Handle } from "./handle.js";
import type { Instance } from "./module.js";
import { List } from "./module.js";
import type { Action } from "./route.js";
import { ACTIONS } from "./route.js";
import type { Vector } from "./vectors.js";
import { rowsOf, vector } from "./vectors.js";

/** How agents of a crowd move. */
export interface CrowdAgentOptions {
  /** World units a second; 1 by default. */
  speed?: number;
  /** The distance at which an agent has arrived, in world units; a tenth by default. */
  stoppingDistance?: number;
  /** The radius for others, in world units; half of the greatest width by default. */
  radius?: number;
  /** Others make way for agents of a higher priority; 0 by default. */
  priority?: number;
  /** The distance in world units that agents that fly keep from what blocks them, where there is room; that of the crowd by default. */
  keepAway?: number;
  /** How many times as much moves cost right beside what blocks; 4 by default. */
  keepAwayWeight?: number;
}

/** The shape of a formation: abreast, in two arms behind the leader, one behind the other, or around the leader. */
export type FormationShape = "line" | "wedge" | "column" | "ring";

/** Why an agent of a crowd has no way. */
export type NoPathReason = "end" | "unreachable" | "limit" | "out of range" | "leader removed" | "link end" | "taken" | "other";

/** What happened to an agent in an update. */
export type CrowdEvent =
  | { readonly kind: "arrived" | "route changed" | "path blocked" | "pushed aside" | "stuck" | "enclosed" | "leads" | "other"; readonly id: number }
  | { readonly kind: "waits for" | "overlaps"; readonly id: number; readonly other: number }
  | { readonly kind: "no path" | "stops short"; readonly id: number; readonly why: NoPathReason }
  | { readonly kind: "action started"; readonly id: number; readonly action: Action };

/** Where the agents of a crowd are after an update. */
export interface CrowdUpdate {
  /** The ids, in the order in which agents were added. */
  readonly ids: Uint32Array;
  /** Three numbers each: centers of agents that fly, feet of those on the ground. */
  readonly positions: Float64Array;
  readonly events: readonly CrowdEvent[];
  /** The work that was done, in the units of the option. */
  readonly work: number;
}

const EVENTS = [
  "arrived",
  "route changed",
  "path blocked",
  "no path",
  "action started",
  "waits for",
  "pushed aside",
  "stuck",
  "overlaps",
  "enclosed",
  "other",
  "stops short",
  "leads",
] as const;
const SHAPES: readonly FormationShape[] = ["line", "wedge", "column", "ring"];
const WHYS: readonly NoPathReason[] = ["end", "unreachable", "limit", "out of range", "leader removed", "other", "link end", "taken"];

function event(id: number, kind: number, detail: number): CrowdEvent {
  const name = EVENTS[kind] ?? "other";
  switch (name) {
    case "no path":
    case "stops short":
      return { kind: name, id, why: WHYS[detail] ?? "other" };
    case "action started":
      return { kind: name, id, action: ACTIONS[detail] ?? "other" };
    case "waits for":
    case "overlaps":
      return { kind: name, id, other: detail };
    default:
      return { kind: name, id };
  }
}

/** Agents of one world that are sent somewhere and get there: they plan within a budget, smooth, follow and replan. */
export class Crowd extends Handle {
  /** @internal */
  constructor(instance: Instance, world: Handle) {
    super(instance, world, "voxnav_crowd_free");
  }

  /**
   * Adds agents, all with the body of one agent of the world; returns their ids. All are added, or none if one does not
   * fit where it is.
   *
   * @param positions Three numbers each.
   */
  add(
    agent: Agent,
    positions: ArrayLike<number>,
    { speed = 1, stoppingDistance = 0.1, radius, priority = 0, keepAway, keepAwayWeight = 4 }: CrowdAgentOptions = {},
  ): Uint32Array {
    if (radius !== undefined && !(radius > 0)) {
      refuse("radius", `${radius} is not above zero`);
    }
    const distance = keptAway(keepAway, keepAwayWeight);
    this.instance.put(rowsOf("positions", positions, 3));
    const numbers = [speed, stoppingDistance, radius ?? -1, priority, ...distance];
    this.instance.callPair("voxnav_crowd_add", this.handle, agent.handle, ...numbers);
    return this.instance.counts(List.Parts);
  }

  /**
   * Sends agents somewhere; those that are on their way go on along what they have until there is a better route.
   *
   * @param to A position for all, or three numbers for each.
   * @param within The distance from there that is near enough, in world units.
   */
  send(ids: ArrayLike<number>, to: Vector | ArrayLike<number>, { within = 0 } = {}): void {
    this.instance.put(placed(ids, to));
    this.instance.call("voxnav_crowd_send", this.handle, within);
  }

  /**
   * Sends agents to one point, where they settle next to each other: each has a place with a way to the point, and they are
   * assigned such that ways do not cross. Returns three numbers for the place of each.
   */
  sendGroup(ids: ArrayLike<number>, point: Vector): Float64Array {
    this.instance.put(Float64Array.from(ids));
    this.instance.call("voxnav_crowd_send_group", this.handle, ...vector("point", point));
    return this.instance.doubles(List.Points);
  }

  /** Has agents follow another one, up to a distance in world units. */
  follow(ids: ArrayLike<number>, leader: number, within: number): void {
    this.instance.put(Float64Array.from(ids));
    this.instance.call("voxnav_crowd_follow", this.handle, leader, within);
  }

  /**
   * Has agents follow a leader in a formation, which goes and turns with it: each keeps its place where it is wide, and
   * follows on the trail of the leader where it is narrow. By default the spacing is three times the largest radius, and the
   * leader does not wait; with `wait` it halts while one is farther than that from its place.
   */
  followInFormation(
    leader: number,
    ids: ArrayLike<number>,
    shape: FormationShape,
    { spacing = 0, wait = 0 }: { spacing?: number; wait?: number } = {},
  ): void {
    this.instance.put(Float64Array.from(ids));
    const numbers = [leader, SHAPES.indexOf(shape), spacing, wait];
    this.instance.call("voxnav_crowd_follow_in_formation", this.handle, ...numbers);
  }

  /** Has agents stay where they are. */
  stop(ids: ArrayLike<number>): void {
    this.instance.put(Float64Array.from(ids));
    this.instance.call("voxnav_crowd_stop", this.handle);
  }

  /** Removes agents. */
  remove(ids: ArrayLike<number>): void {
    this.instance.put(Float64Array.from(ids));
    this.instance.call("voxnav_crowd_remove", this.handle);
  }

  /**
   * Sets the distance that agents that fly keep from what blocks them, and the weight beside that, for all of them or, if one
   * is refused, none; they keep where they are sent, and get another route.
   *
   * @param distance In world units; null for that of the crowd.
   * @param weight How many times as much moves cost right beside what blocks.
   */
  setKeepAway(ids: ArrayLike<number>, distance: number | null, weight = 4): void {
    const numbers = keptAway(distance ?? undefined, weight);
    this.instance.put(Float64Array.from(ids));
    this.instance.call("voxnav_crowd_set_keep_away", this.handle, ...numbers);
  }

  /** Puts agents elsewhere, as physics or a teleport did. */
  place(ids: ArrayLike<number>, positions: Vector | ArrayLike<number>): void {
    this.instance.put(placed(ids, positions));
    this.instance.call("voxnav_crowd_place", this.handle);
  }

  /**
   * Returns the crowd as bytes, for `world.crowdFromBytes`: all agents with their ids and bodies, where they are and where they
   * are sent. Save the world, too, by `toFile`.
   *
   * The crowd forgets its routes and finds them anew, as one that is loaded does: from here on both go on equally. An agent in
   * the middle of a jump, a climb or the like goes back to where that begins.
   */
  toBytes(): Uint8Array {
    this.instance.call("voxnav_crowd_to_bytes", this.handle);
    return this.instance.bytes();
  }

  /** Takes the crowd on by some seconds, in the world as it is now. */
  update(seconds: number): CrowdUpdate {
    this.instance.call("voxnav_crowd_update", this.handle, seconds);
    const events = this.instance.counts(List.Legs);
    return {
      ids: this.instance.counts(List.Parts),
      positions: this.instance.doubles(List.Points),
      events: Array.from({ length: events.length / 3 }, (_, row) =>
        event(events[3 * row] ?? 0, events[3 * row + 1] ?? 10, events[3 * row + 2] ?? 0),
      ),
      work: this.instance.number(0),
    };
  }
}

/** Returns a distance to keep from what blocks and the weight beside it as numbers. */
function keptAway(distance: number | undefined, weight: number): [number, number] {
  if (distance !== undefined && !(distance >= 0)) {
    refuse("keepAway", `${distance} is not from zero on`);
  }
  return [distance ?? -1, weight];
}

/** Returns rows of an id and a position, which may be one for all. */
function placed(ids: ArrayLike<number>, to: Vector | ArrayLike<number>): Float64Array {
  const count = ids.length;
  const rows = new Float64Array(4 * count);
  const one = "x" in to || (to.length === 3 && count !== 1) ? vector("to", to as Vector) : undefined;
  const all = one ?? (to as ArrayLike<number>);
  if (one === undefined && all.length !== 3 * count) {
    refuse("to", `${all.length} numbers are not three for each of ${count} agents`);
  }
  for (let row = 0; row < count; row++) {
    rows[4 * row] = ids[row] ?? NaN;
    for (let axis = 0; axis < 3; axis++) {
      rows[4 * row + 1 + axis] = all[one === undefined ? 3 * row + axis : axis] ?? NaN;
    }
  }
  return rows;
}

/** How a joint plan is searched. */
export interface JointOptions {
  /**
   * The radius of each agent among the others, in cells, or longest sides where they are no cubes; 0, a point, by default:
   * nobody is in a cell of another, nor swaps.
   */
  radius?: number;
  /** The most configurations to expand. */
  maxExpanded?: number;
  /** The most bytes in use. */
  maxMemory?: number;
  /** Breaks ties; equal seeds give equal plans. */
  seed?: number;
  /** The steps that a move takes for each of an agent at full speed, to 255; 1 by default. */
  stepsPerMove?: number;
  /** The steps of a turn by up to 90 degrees about `up`, to 255; one by more takes twice as many. 0 by default. */
  stepsPerTurn?: number;
  /** The axis of turns; "y" by default, as in three.js. */
  up?: "x" | "y" | "z";
}

/** A plan for many agents, in which nobody meets anybody. */
export interface JointPlan {
  /** Whether there is a plan, it is proved that there is none, or a limit was reached. */
  readonly outcome: "planned" | "unsolvable" | "limit reached";
  /** The cells of each agent, step by step from its start, three numbers each; it stays at the last. */
  readonly paths: readonly Int32Array[];
  /** The sum of the steps of all until they stay at their goals. */
  readonly cost: number;
  /** The sum of the shortest paths, were each alone: no plan costs less. */
  readonly shortest: number;
  /** The number of steps until all have arrived. */
  readonly steps: number;
}

const PLANNED = ["planned", "unsolvable", "limit reached"] as const;

/** Reads the joint plan of an answer. */
export function readJointPlan(instance: Instance): JointPlan {
  const cells = instance.whole(List.Cells);
  let first = 0;
  const paths = Array.from(instance.counts(List.Parts), (length) => {
    const path = cells.slice(first, first + 3 * length);
    first += 3 * length;
    return path;
  });
  return {
    outcome: PLANNED[instance.number(0)] ?? "limit reached",
    paths,
    cost: instance.number(1),
    shortest: instance.number(2),
    steps: instance.number(3),
  };
}
