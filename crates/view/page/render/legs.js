// Legs of agents on the ground: their colors, and the ways that they are drawn by.

import { add, scaled, stretched, subtract } from "./algebra.js";
import { PATH_COLOR } from "./colors.js";

// Legs by what is done along them, told apart in both themes.
export const LEG_COLORS = {
  walk: PATH_COLOR,
  "step up": [0.98, 0.8, 0.1],
  drop: [0.55, 0.36, 1],
  jump: [1, 0.36, 0.78],
  climb: [0.2, 0.78, 0.36],
  swim: [0.1, 0.62, 1],
  fly: [0.62, 0.68, 0.75],
  door: [0.62, 0.38, 0.16],
  link: [0, 0.8, 0.78],
};

// The color of what is done along a leg; that of no other where it is not known here.
export function actionColor(action) {
  return Object.hasOwn(LEG_COLORS, action) ? LEG_COLORS[action] : [0.5, 0.5, 0.5];
}

// The places that an agent passes on a leg whose moves lead from one place to the next, given in cells: moves of steps and
// drops go up first and down last, and jumps in an arc, rather than through the ledge. `shape` are the sides of a cell.
export function wayOf(action, turns, up, shape) {
  return turns.flatMap((to, turn) => {
    const from = turns[turn - 1];
    return from === undefined ? [to] : betweenPlaces(action, from, to, up, shape);
  }).map((place) => stretched(place, shape));
}

// The last of them is `to`, `from` is not among them.
function betweenPlaces(action, from, to, up, shape) {
  const raised = (place, height) => place.map((number, axis) => (axis === up ? height : number));
  if (action === "jump") {
    // The arc of a jump is as high as a cell is wide.
    const top = Math.max(from[up], to[up]) + 0.8 * shape[(up + 1) % 3] / shape[up];
    return [...[0.25, 0.75].map((part) => raised(add(from, scaled(subtract(to, from), part)), top)), to];
  }
  if (action !== "drop" && action !== "step up") return [to];
  // A leg that goes on in one direction is many such moves, each one cell sideways.
  const sideways = subtract(to, from).filter((_, axis) => axis !== up);
  const moves = Math.max(1, ...sideways.map((number) => Math.round(Math.abs(number))));
  return Array.from({ length: moves }, (_, move) => [move, move + 1]).flatMap((ends) => {
    const [before, after] = ends.map((end) => add(from, scaled(subtract(to, from), end / moves)));
    const top = Math.max(before[up], after[up]);
    return [raised(before, top), raised(after, top), after];
  });
}
