// Vectors of three numbers and matrices of sixteen, column by column.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const normalized = (a) => scaled(a, 1 / (length(a) || 1));
export const unit = (axis) => [0, 1, 2].map((other) => (other === axis ? 1 : 0));
// Along each axis its own factor.
export const stretched = (a, factors) => [a[0] * factors[0], a[1] * factors[1], a[2] * factors[2]];
export const clamped = (number, low, high) => Math.min(Math.max(number, low), high);

export function product(a, b) {
  const result = new Float32Array(16);
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let inner = 0; inner < 4; inner += 1) {
        sum += a[inner * 4 + row] * b[column * 4 + inner];
      }
      result[column * 4 + row] = sum;
    }
  }
  return result;
}

export function perspective(fieldOfView, aspect, near, far) {
  const focal = 1 / Math.tan(fieldOfView / 2);
  const range = 1 / (near - far);
  return new Float32Array([
    focal / aspect, 0, 0, 0,
    0, focal, 0, 0,
    0, 0, (near + far) * range, -1,
    0, 0, 2 * near * far * range, 0,
  ]);
}

// The view from `eye` along the unit vectors of the camera.
export function viewFrom(eye, right, up, forward) {
  return new Float32Array([
    right[0], up[0], -forward[0], 0,
    right[1], up[1], -forward[1], 0,
    right[2], up[2], -forward[2], 0,
    -dot(right, eye), -dot(up, eye), dot(forward, eye), 1,
  ]);
}

// The edges of a box as pairs of corners.
export function edgesOfBox(low, high) {
  const ends = [low, high];
  const corners = [];
  for (const axis of [0, 1, 2]) for (const a of [0, 1]) for (const b of [0, 1]) for (const end of [0, 1]) {
    const corner = [0, 0, 0];
    corner[axis] = ends[end][axis];
    corner[(axis + 1) % 3] = ends[a][(axis + 1) % 3];
    corner[(axis + 2) % 3] = ends[b][(axis + 2) % 3];
    corners.push(...corner);
  }
  return corners;
}

// How many of sorted numbers from `low` to before `high` are at most `most`, counted from the beginning of all.
export function upTo(numbers, low, high, most) {
  while (low < high) {
    const middle = low + high >> 1;
    if (numbers[middle] <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
