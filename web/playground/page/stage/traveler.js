// The agent on its way along the route, again and again.

import { add, length, scaled, stretched, subtract } from "../../../../crates/view/page/render/algebra.js";
import { wayOf } from "../../../../crates/view/page/render/legs.js";
import { capsule } from "../../../../crates/view/page/render/scene.js";

const COLOR = [0.12, 0.6, 1];

// The seconds that it takes for a route, and those that it rests at the goal.
const SECONDS = 6;
const REST = 1;

export class Traveler {
  constructor(stage) {
    this.stage = stage;
    this.turns = [];
    this.seconds = 0;
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // Follows legs; where it was on the ones before in parts of the whole, it goes on.
  follow(legs, agent, up) {
    const { shape, breadth } = this.stage.scene;
    this.turns = legs.flatMap(({ action, places }) => {
      const turns = Array.from({ length: places.length / 3 }, (_, turn) => [...places.subarray(3 * turn, 3 * turn + 3)]);
      return wayOf(action === "fly" ? undefined : action, turns, up, shape);
    });
    this.reached = this.turns.map(() => 0);
    for (let turn = 1; turn < this.turns.length; turn += 1) {
      this.reached[turn] = this.reached[turn - 1] + length(subtract(this.turns[turn], this.turns[turn - 1]));
    }
    // Feet are at the bottom of a body.
    const rise = agent.able === "flies" ? 0 : agent.size[up] * shape[up] / 2;
    this.rise = [0, 1, 2].map((axis) => (axis === up ? rise : 0));
    this.radius = Math.min(...stretched(agent.size, shape)) / 2 / breadth;
    if (this.turns.length < 2) this.hide();
    else if (this.isStill) this.show(0);
    else if (!this.isMoving) {
      this.isMoving = true;
      this.stage.animate((passed) => this.move(passed));
    }
  }

  move(passed) {
    this.seconds = (this.seconds + passed) % (SECONDS + REST);
    if (this.turns.length < 2 || this.isHidden) {
      this.isMoving = false;
      return false;
    }
    this.show(Math.min(this.seconds / SECONDS, 1));
    return true;
  }

  show(part) {
    const far = part * this.reached.at(-1);
    let turn = 0;
    while (turn < this.turns.length - 2 && this.reached[turn + 1] <= far) turn += 1;
    const along = (far - this.reached[turn]) / (this.reached[turn + 1] - this.reached[turn] || 1);
    const place = add(this.rise, add(this.turns[turn], scaled(subtract(this.turns[turn + 1], this.turns[turn]), Math.min(along, 1))));
    this.stage.scene.setCapsules("agents", capsule(place, place, COLOR, this.radius));
  }

  hide() {
    this.stage.scene.setCapsules("agents", []);
  }
}
