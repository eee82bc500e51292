import { Handle } from "./handle.js";
import type { Instance } from "./module.js";
import { List } from "./module.js";
import type { Vec3, Vector } from "./vectors.js";
import type { Agent } from "./agent.js";

/** The cells that come into question for a place, in world units. */
export type PlaceArea =
  /** Cells to which the cheapest way from the start costs so much. */
  | { way: { least: number; most: number } }
  /** Cells whose positions are so far from a point. */
  | { ring: { center: Vector; least: number; most: number } }
  /** Cells whose positions are in a box. */
  | { inside: { min: Vector; max: Vector } };

/** A condition that a place has to meet. Lengths are in world units. */
export type PlaceFilter =
  /** A way leads there from the start. */
  | "reachable"
  /** A way leads there, and one back. */
  | "returnable"
  /** The nearest blocked cell is so far away; for agents that fly. */
  | { clear: { distance: number } }
  /** So many of the eyes see it. */
  | { seen: { eyes: readonly Vector[]; by: number } }
  /** None of the eyes sees it. */
  | { hidden: { eyes: readonly Vector[] } }
  /** It is so far from all positions, in a straight line. */
  | { away: { from: readonly Vector[]; distance: number } }
  /** The cheapest way from each position is at least so long. */
  | { awayByWay: { from: readonly Vector[]; length: number } }
  /** The agent gets there before anyone who sets out from the positions now, `speed` times as fast as it is, 1 or more. */
  | { ahead: { of: readonly Vector[]; speed: number } };

/** A number that places are compared by. */
export type PlaceMeasure =
  /** The cost of the cheapest way from the start. */
  | "way"
  /** The cost of the cheapest way from the nearest of some positions, at most `most`. */
  | { wayFrom: { from: readonly Vector[]; most: number } }
  /** The straight distance from the nearest of some positions. */
  | { distance: { from: readonly Vector[] } }
  /** The number of the eyes that see it. */
  | { sight: { eyes: readonly Vector[] } }
  /** The height along a direction. */
  | { height: { up: Vector } };

/** A query for the best places of an area. */
export interface PlaceQuery {
  area: PlaceArea;
  /** The conditions, all of which a place has to meet. */
  filters?: readonly PlaceFilter[];
  /** The measures. The sum of all, times their weights, is the score of a place; the highest is the best. */
  scores?: readonly { measure: PlaceMeasure; weight: number }[];
  /** The points of the body that eyes look for, from its position; the center of the cell by default. */
  body?: readonly Vector[];
  /** The number of places wanted; 1 by default. */
  count?: number;
  /** The least distance between two of them. */
  apart?: number;
  /** The most work: cells listed, expanded and judged, and rays. */
  limit?: number;
}

/** A place that was found. */
export interface Place {
  readonly cell: readonly [number, number, number];
  /** The position of the agent there: its center, of one on the ground the feet. */
  readonly position: readonly [number, number, number];
  readonly score: number;
  /** The cost of the cheapest way there, in world units; NaN of queries that ask for no ways. */
  readonly way: number;
  /** The waypoints of the route there, three numbers each; none where no way leads there. */
  readonly waypoints: Float64Array;
}

/** The answer to a query for places. */
export interface Places {
  /** The best places, best first. */
  readonly best: readonly Place[];
  /** Whether there can be no better ones: false where the limit ended the search. */
  readonly isComplete: boolean;
  /** The work that was done. */
  readonly work: number;
}

/** A place to flee to. */
export interface Escape extends Place {
  /** Whether no way leads on for three quarters of the length on which the agent stays ahead of the dangers. */
  readonly isDeadEnd: boolean;
}

/** The places by which the ways out of a target are held. */
export interface Surround {
  /** The positions, three numbers each, in the order in which they matter. */
  readonly positions: Float64Array;
  /** The number of cells by which a way leads out. */
  readonly waysOut: number;
  /** The largest distance of such a cell from the nearest of the positions. */
  readonly gap: number;
}

/** How eyes look. */
export interface Looking {
  /** The agent through whose cells eyes look, by default those that the world of the asking agent is made of. */
  eyes?: Agent;
}

const nearest = (within: number, ...filters: PlaceFilter[]): PlaceQuery => ({
  area: { way: { least: 0, most: within } },
  filters,
  scores: [{ measure: "way", weight: -1 }],
});

/** Makes a query for the nearest place that none of some eyes sees, at most `within` away by way. */
export function hideFrom(eyes: readonly Vector[], within: number): PlaceQuery {
  return nearest(within, { hidden: { eyes } });
}

/** Makes a query for the nearest place that one of some targets sees, at most `within` away by way. */
export function see(targets: readonly Vector[], within: number): PlaceQuery {
  return nearest(within, { seen: { eyes: targets, by: 1 } });
}

/**
 * Makes a query for a place to lie in wait: hidden from a target where it is now, in sight of some position that it will
 * pass, and as near to one of these as can be.
 */
export function ambush(target: Vector, passed: readonly Vector[], within: number): PlaceQuery {
  const seen: PlaceFilter = { seen: { eyes: passed, by: 1 } };
  const scores = [{ measure: { distance: { from: passed } }, weight: -1 }];
  return { ...nearest(within, { hidden: { eyes: [target] } }, seen), scores };
}

/** The most work of one call. */
const MOST = 2 ** 31 - 1;

/** A search for places in slices. */
export class PlaceSearch<Answer> extends Handle {
  readonly #answer: (places: Place[], mark: boolean, work: number) => Answer;
  #hasEnded = false;
  #work = 0;

  /** @internal */
  constructor(instance: Instance, answer: (places: Place[], mark: boolean, work: number) => Answer) {
    super(instance);
    this.#answer = answer;
  }

  /** Whether the answer of the last step is that of all of the search. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The work that was done: cells listed, expanded and judged, and rays. */
  get work(): number {
    return this.#work;
  }

  /** Searches on for at most so much work; returns the answer, without routes and of what was judged until it has ended. */
  step(work: number): Answer {
    this.instance.call("voxnav_places_step", this.handle, Math.min(work, MOST));
    this.#hasEnded = this.instance.number(0) === 1;
    this.#work = this.instance.number(1);
    return this.#answer(readPlaces(this.instance), this.instance.number(2) === 1, this.#work);
  }

  /** Searches on to the end, returns the answer, and frees the search. */
  finish(): Answer {
    try {
      let answer = this.step(MOST);
      while (!this.#hasEnded) answer = this.step(MOST);
      return answer;
    } finally {
      this.free();
    }
  }
}

/** Reads the places of an answer. */
function readPlaces(instance: Instance): Place[] {
  const cells = instance.whole(List.Cells);
  const rows = instance.doubles(List.Points);
  const waypoints = instance.doubles(List.Smooth);
  let first = 0;
  return [...instance.counts(List.Parts)].map((count, place) => {
    const three = (of: Vec3): [number, number, number] => [of[0] ?? 0, of[1] ?? 0, of[2] ?? 0];
    const row = rows.subarray(5 * place);
    const begin = first;
    first += 3 * count;
    return {
      cell: three(cells.subarray(3 * place)),
      position: three(row),
      score: row[3] ?? NaN,
      way: row[4] ?? NaN,
      waypoints: waypoints.slice(begin, first),
    };
  });
}
