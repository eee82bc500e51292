// Colors: of the world, of marks and ways, and of values.

import { clamped } from "./algebra.js";

// Colors of the world by theme, red, green, blue from 0 to 1.
export const THEMES = {
  light: {
    background: [0.914, 0.929, 0.953],
    low: [0.57, 0.65, 0.78], high: [1, 0.95, 0.86],
    cut: [0.42, 0.46, 0.53], line: [0.25, 0.3, 0.38],
    cluster: [0.1, 0.25, 0.5], open: [0.98, 0.62, 0.2], recent: [1, 0.45, 0.75], outline: [1, 1, 1, 1],
    sun: [0.5, 0.43, 0.3], sky: [0.74, 0.77, 0.83], rim: [0.16, 0.22, 0.32],
    cap: [0.74, 0.77, 0.82], edge: [0.89, 0.9, 0.92],
  },
  dark: {
    background: [0.055, 0.071, 0.09],
    low: [0.36, 0.46, 0.66], high: [0.86, 0.81, 0.72],
    cut: [0.17, 0.2, 0.26], line: [0.02, 0.03, 0.05],
    cluster: [0.55, 0.7, 1], open: [1, 0.68, 0.3], recent: [1, 0.75, 0.9], outline: [0.02, 0.03, 0.04, 1],
    sun: [1.05, 0.8, 0.5], sky: [0.43, 0.49, 0.64], rim: [0.03, 0.04, 0.06],
    cap: [0.12, 0.145, 0.19], edge: [0.3, 0.34, 0.42],
  },
};
export const PATH_COLOR = [1, 0.29, 0.16];
export const START_COLOR = [0.1, 0.74, 0.42];
export const GOAL_COLOR = [0.93, 0.13, 0.42];
// The way to the cell that is pointed at.
export const WAY_COLOR = [0.12, 0.6, 1];
// The way from cluster to cluster, and the clusters that it goes through.
export const ABSTRACT_COLOR = [0.55, 0.36, 1];
// Colors of outcomes, told apart by every kind of eye (after Okabe and Ito); the first is of those that
// arrive.
export const OUTCOME_COLORS = [[0, 158, 115], [230, 159, 0], [86, 180, 233], [204, 121, 167], [213, 94, 0], [0, 114, 178]];
// Agents by what they do, told apart by every kind of eye; of what has no color here one of those above.
export const DEED_COLORS = {
  "on its way": [64, 176, 255],
  waiting: [255, 170, 51],
  arrived: [126, 211, 108],
  searches: [230, 159, 0],
  hunts: [213, 94, 0],
  hides: [86, 180, 233],
  flees: [204, 121, 167],
  caught: [128, 128, 128],
};
// Stops after viridis: dark to bright, and in that order for every kind of eye.
export const STOPS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

// The color at `value` from 0 to 1.
export function colorAt(value) {
  const place = clamped(value, 0, 1) * (STOPS.length - 1);
  const stop = Math.min(Math.floor(place), STOPS.length - 2);
  return STOPS[stop].map((from, part) => from + (STOPS[stop + 1][part] - from) * (place - stop));
}

// A bar of all of these colors, as a background.
export function colorBar() {
  return `linear-gradient(to right, ${STOPS.map((stop) => `rgb(${stop.join(" ")})`).join(", ")})`;
}
