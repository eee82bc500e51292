// The crowd as the page shows it: it goes to and fro between the two ends of the route.

import { add, stretched } from "../../../crates/view/page/render/algebra.js";
import { element } from "./panel.js";

const COLORS = [[0.9, 0.62, 0], [0, 0.62, 0.45]];

// How fast agents go, in cells a second.
const SPEED = 6;

// The milliseconds between two readings: nobody reads faster, and new words are laid out anew.
const READING = 500;

export class Crowd {
  constructor(app) {
    this.app = app;
    this.isGoing = false;
  }

  toggle() {
    if (this.isGoing) this.stop();
    else this.start();
  }

  start() {
    const { app } = this;
    if (!app.grid) return;
    const count = element("count").valueAsNumber;
    const { agent, ends, grid } = app;
    const [starts, goals] = [ends.start, ends.goal].map((end) => this.around(end, 3 * count));
    app.host.send({ kind: "crowd", id: app.worldId, agent, count, starts, goals, speed: SPEED });
    this.world = grid;
    this.isGoing = true;
    this.readAt = 0;
    app.stage.animate((_, now) => this.show(now));
    app.traveler.isHidden = true;
    element("crowd").textContent = "stop the crowd";
  }

  // Cells around another where agents can be put that do not touch.
  around(end, count) {
    const { agent, grid, stage } = this.app;
    const { up } = stage.look;
    const onGround = agent.able !== "flies";
    const pitch = agent.size.map((side) => side + 1);
    const found = [];
    for (let ring = 0; found.length < count && ring < 40; ring += 1) {
      for (let z = -ring; z <= ring; z += 1) for (let y = -ring; y <= ring; y += 1) for (let x = -ring; x <= ring; x += 1) {
        if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) !== ring) continue;
        if (onGround && Math.abs([x, y, z][up]) > 0) continue;
        const cell = add(end, [x * pitch[0], y * pitch[1], z * pitch[2]]);
        if (grid.contains(cell) && !grid.isOccupied(cell) && (!onGround || this.settle(cell))) found.push(cell);
      }
    }
    return found;
  }

  // Moves a cell down to the floor, or tells that there is none near.
  settle(cell) {
    const { grid, stage } = this.app;
    const { up } = stage.look;
    for (let fall = 0; fall < 12; fall += 1) {
      const below = cell.map((number, axis) => (axis === up ? number - 1 : number));
      if (!grid.contains(below)) return false;
      if (grid.isOccupied(below)) return true;
      cell[up] -= 1;
    }
    return false;
  }

  // Updates may come faster than frames: the newest is shown.
  take(update) {
    if (update.isStarted) this.count = update.count;
    else this.update = update;
  }

  show(now) {
    if (!this.isGoing) return false;
    if (!this.update) return true;
    const { places, ways } = this.update;
    const { stage, agent } = this.app;
    const { up } = stage.look;
    const rise = agent.able === "flies" ? 0 : agent.size[up] / 2;
    const { shape, breadth } = stage.scene;
    const radius = Math.min(...stretched(agent.size, shape)) / 2 / breadth * 0.9;
    if (this.numbers?.length !== 10 * ways.length) this.numbers = new Float32Array(10 * ways.length);
    const { numbers } = this;
    for (let index = 0; index < ways.length; index += 1) {
      for (let axis = 0; axis < 3; axis += 1) {
        const at = places[3 * index + axis] + (axis === up ? rise : 0);
        numbers[10 * index + axis] = numbers[10 * index + 3 + axis] = at * shape[axis];
      }
      [numbers[10 * index + 6], numbers[10 * index + 7], numbers[10 * index + 8]] = COLORS[ways[index]];
      numbers[10 * index + 9] = radius;
    }
    stage.scene.setCapsules("agents", numbers);
    if (now - this.readAt > READING) this.tell(this.update, now);
    this.update = undefined;
    return true;
  }

  tell({ ways, arrived, noWay, took }, now) {
    this.readAt = now;
    const words = `${ways.length} agents, ${arrived} arrivals${noWay > 0 ? `, ${noWay} without a way` : ""}; ${took.toFixed(1)} ms an update`;
    if (element("crowd-said").textContent !== words) element("crowd-said").textContent = words;
  }

  // Has it go to where the ends of the route are now.
  redirect() {
    if (!this.isGoing) return;
    const { app } = this;
    app.host.send({ kind: "redirect", agent: app.agent, goals: this.around(app.ends.goal, 3 * this.count) });
  }

  stop() {
    if (!this.isGoing) return;
    this.isGoing = false;
    this.update = undefined;
    this.app.host.send({ kind: "stop crowd" });
    this.app.traveler.isHidden = false;
    element("crowd").textContent = "send a crowd";
    element("crowd-said").textContent = "";
    this.app.stage.scene.setCapsules("agents", []);
    if (this.app.grid === this.world) this.app.ask();
  }
}
