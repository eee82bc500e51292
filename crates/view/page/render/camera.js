// The camera: it looks from a distance at a target. Orbiting turns it around the target, flying
// turns it where it is; everything else is the same.

import { add, clamped, cross, normalized, perspective, product, scaled, subtract, unit, viewFrom } from "./algebra.js";

export const FIELD_OF_VIEW = 0.8;

export class Camera {
  constructor(up) {
    this.upAxis = up;
    this.target = [0, 0, 0];
    this.distance = 10;
    this.yaw = 0.9;
    this.pitch = 0.62;
    this.isFlying = false;
  }

  // Unit vectors of the world as the camera sees it: two across, one up.
  basis() {
    const up = unit(this.upAxis);
    const first = unit((this.upAxis + 1) % 3);
    return [first, cross(up, first), up];
  }

  forward() {
    const [first, second, up] = this.basis();
    const level = add(scaled(first, Math.cos(this.yaw)), scaled(second, Math.sin(this.yaw)));
    return add(scaled(level, Math.cos(this.pitch)), scaled(up, -Math.sin(this.pitch)));
  }

  axes() {
    const forward = this.forward();
    const right = normalized(cross(forward, unit(this.upAxis)));
    return { forward, right, up: cross(right, forward) };
  }

  eye() {
    return subtract(this.target, scaled(this.forward(), this.distance));
  }

  // Shows a box whole, in a part of the window given by its width and height in parts of the whole.
  // The directions stay as they are.
  frame(low, high, aspect, part) {
    this.target = scaled(add(low, high), 0.5);
    const { right, up, forward } = this.axes();
    const half = scaled(subtract(high, low), 0.5);
    const reach = (axis) => Math.abs(half[0] * axis[0]) + Math.abs(half[1] * axis[1])
      + Math.abs(half[2] * axis[2]);
    const slope = Math.tan(FIELD_OF_VIEW / 2);
    this.distance = Math.max(reach(right) / (slope * aspect * part[0]), reach(up) / (slope * part[1]))
      + reach(forward);
  }

  turn(dx, dy) {
    const eye = this.eye();
    this.yaw -= dx * 0.0055;
    this.pitch = clamped(this.pitch + dy * 0.0055, -1.55, 1.55);
    if (this.isFlying) {
      this.target = add(eye, scaled(this.forward(), this.distance));
    }
  }

  // Moves sideways by so many pixels of a window so many pixels high.
  pan(dx, dy, windowHeight) {
    const { right, up } = this.axes();
    const pixel = 2 * Math.tan(FIELD_OF_VIEW / 2) * this.distance / windowHeight;
    this.target = add(this.target, add(scaled(right, -dx * pixel), scaled(up, dy * pixel)));
  }

  // Goes nearer to the target by a factor below one. Very near, it pushes the target ahead, so that
  // one can go on through the world.
  zoom(factor, nearest) {
    const wanted = this.distance * factor;
    this.distance = Math.max(wanted, nearest);
    const rest = this.distance - wanted;
    this.target = add(this.target, scaled(this.forward(), rest * 4));
  }

  // Moves along its own axes: right, up, forward, in cells.
  move(step) {
    const { right, up, forward } = this.axes();
    const way = add(scaled(right, step[0]), add(scaled(up, step[1]), scaled(forward, step[2])));
    this.target = add(this.target, way);
  }

  // What the shaders need. `reach` is the size of the world; `shift` is where the target appears, from
  // the middle of the window in halves of it.
  matrix(aspect, reach, shift) {
    const eye = this.eye();
    const { right, up, forward } = this.axes();
    const near = Math.max(this.distance * 0.004, 0.05);
    const projection = perspective(FIELD_OF_VIEW, aspect, near, this.distance + 2 * reach);
    [projection[8], projection[9]] = [-shift[0], -shift[1]];
    return { eye, right, up, forward, matrix: product(projection, viewFrom(eye, right, up, forward)) };
  }
}
