// The cells of the world, for pointing at them and painting.

import { add, clamped, dot, scaled } from "../../../crates/view/page/render/algebra.js";

export class Grid {
  constructor({ size, cells }) {
    Object.assign(this, { size, cells });
  }

  index([x, y, z]) {
    return x + this.size[0] * (y + this.size[1] * z);
  }

  cellAt(index) {
    const [x, y] = this.size;
    return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
  }

  contains(cell) {
    return cell.every((number, axis) => number >= 0 && number < this.size[axis]);
  }

  isOccupied(cell) {
    return this.contains(cell) && this.cells[this.index(cell)] === 1;
  }

  // The occupied cell that a ray meets first where the world is not cut away, its side that the ray comes through, and
  // the place; nothing if it meets none (J. Amanatides and A. Woo, "A Fast Voxel Traversal Algorithm", 1987).
  meet({ eye, direction }, cutaway) {
    let [from, to] = [0, Infinity];
    let entered;
    const clip = (normal, least) => {
      const [speed, now] = [dot(direction, normal), dot(eye, normal) - least];
      if (speed > 0) {
        if (-now / speed > from) [from, entered] = [-now / speed, normal];
      } else if (speed < 0) to = Math.min(to, -now / speed);
      else if (now < 0) to = -1;
    };
    for (let axis = 0; axis < 3; axis += 1) {
      const unit = [0, 1, 2].map((other) => (other === axis ? 1 : 0));
      clip(unit, 0);
      clip(scaled(unit, -1), -this.size[axis]);
    }
    clip(cutaway.slice(0, 3), cutaway[3]);
    if (to <= from) return undefined;
    const place = add(eye, scaled(direction, from + 1e-4));
    const cell = place.map((number, axis) => clamped(Math.floor(number), 0, this.size[axis] - 1));
    const step = direction.map(Math.sign);
    const next = direction.map((speed, axis) => (speed === 0 ? Infinity
      : from + (cell[axis] + (speed > 0 ? 1 : 0) - add(eye, scaled(direction, from))[axis]) / speed));
    let away = from;
    let normal = entered ? entered.map((number) => -Math.sign(number)) : [0, 0, 0];
    while (away <= to && this.contains(cell)) {
      if (this.isOccupied(cell)) return { cell, normal, place: add(eye, scaled(direction, away)) };
      const axis = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : next[1] < next[2] ? 1 : 2;
      away = next[axis];
      next[axis] += Math.abs(1 / direction[axis]);
      cell[axis] += step[axis];
      normal = [0, 1, 2].map((other) => (other === axis ? -step[axis] : 0));
    }
    return undefined;
  }

  // Sets the cells of a cube whose state differs; those that were changed, three numbers each.
  paint(center, wide, value) {
    const changed = [];
    const far = Math.floor((wide - 1) / 2);
    for (let z = -far; z <= far; z += 1) for (let y = -far; y <= far; y += 1) for (let x = -far; x <= far; x += 1) {
      const cell = add(center, [x, y, z]);
      if (!this.contains(cell)) continue;
      const index = this.index(cell);
      if (this.cells[index] === value) continue;
      this.cells[index] = value;
      changed.push(...cell);
    }
    return changed;
  }

  // Sets cells.
  set(list, value) {
    for (let place = 0; place < list.length; place += 3) this.cells[this.index([list[place], list[place + 1], list[place + 2]])] = value;
  }

  // The free cell nearest to a place, of those that have floor below if they are to.
  freeNear(place, up, hasFloor) {
    const around = this.size.map((side, axis) => clamped(Math.floor(place[axis]), 0, side - 1));
    const below = [0, 1, 2].map((axis) => (axis === up ? -1 : 0));
    for (let reach = 0; reach < Math.max(...this.size); reach += 1) {
      for (let z = -reach; z <= reach; z += 1) for (let y = -reach; y <= reach; y += 1) for (let x = -reach; x <= reach; x += 1) {
        if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) !== reach) continue;
        const cell = add(around, [x, y, z]);
        if (!this.contains(cell) || this.isOccupied(cell)) continue;
        if (!hasFloor || this.isOccupied(add(cell, below))) return cell;
      }
    }
    return around;
  }
}
