// What is shown: a world, an agent, the two ends of its route, and what the worker answers.

import { clamped } from "../../../crates/view/page/render/algebra.js";
import { Grid } from "./grid.js";
import { Replay } from "./replay.js";
import { Traveler } from "./stage/traveler.js";

const STATES = ["free", "occupied"];

export class App {
  constructor(stage, panel) {
    this.stage = stage;
    this.panel = panel;
    this.spec = { kind: "city", side: 96, seed: 3 };
    this.body = { able: "flies", wide: 1, high: 1 };
    this.algorithms = ["auto"];
    this.isStepping = false;
    this.ends = { start: [0, 0, 0], goal: [0, 0, 0] };
    // Cells that differ from the world as it was made, and the strokes that did that.
    this.changed = new Map();
    this.strokes = [];
    this.id = 0;
    this.replay = new Replay(stage);
    this.traveler = new Traveler(stage);
  }

  // The agent in cells.
  get agent() {
    const { able, wide, high } = this.body;
    return { able, size: [0, 1, 2].map((axis) => (axis === this.stage.look.up ? high : wide)) };
  }

  // Makes another world; `shown` is what a link says of it.
  makeWorld(spec, shown = {}) {
    this.spec = spec;
    this.load({ kind: "world", spec }, shown);
  }

  openFile(name, bytes) {
    this.spec = { kind: name, side: 0, seed: 0 };
    this.load({ kind: "file", name, bytes }, {});
  }

  load(message, shown) {
    this.panel.say("Loading");
    this.shown = shown;
    this.id += 1;
    this.worldId = this.id;
    this.host.send({ ...message, id: this.id });
  }

  // Takes a message of the worker.
  take(message) {
    switch (message.kind) {
      case "world": return this.takeWorld(message);
      case "edited": return this.takeEdits(message);
      case "answer": return this.takeAnswers(message);
      case "crowd": return this.crowd.take(message);
      default: return this.panel.fail(message.reason);
    }
  }

  takeWorld(world) {
    if (world.id !== this.worldId) return;
    const { shown } = this;
    this.crowd.stop();
    this.grid = new Grid(world);
    this.open = world.open;
    this.strokes = [];
    this.changed = new Map();
    this.stage.setWorld(world);
    this.panel.describe(this, world);
    const { size } = world;
    const up = world.up;
    const at = (part) => size.map((side, axis) => (axis === up ? side * (this.body.able === "flies" ? 0.5 : 0) : side * part));
    const near = (part) => this.grid.freeNear(at(part), up, this.body.able !== "flies");
    const fits = (cell) => cell && this.grid.contains(cell);
    this.ends = {
      start: fits(shown.ends?.start) ? shown.ends.start : near(0.12),
      goal: fits(shown.ends?.goal) ? shown.ends.goal : near(0.86),
    };
    if (shown.changed) this.restore(shown.changed);
    if (shown.view) {
      const { camera } = this.stage;
      camera.target = shown.view.slice(0, 3);
      [camera.distance, camera.yaw, camera.pitch] = shown.view.slice(3);
      this.stage.moved();
    }
    this.panel.say("");
    document.body.dataset.state = "ready";
    this.ask();
  }

  // Makes the edits of a link.
  restore(changed) {
    for (const value of [0, 1]) {
      const list = [...changed].filter(([index, to]) => to === value && index < this.grid.cells.length).flatMap(([index]) => this.grid.cellAt(index));
      this.grid.set(list, value);
      this.edited(list, value);
    }
  }

  takeEdits({ chunks, density }) {
    const { scene } = this.stage;
    for (const chunk of chunks) scene.setChunk(chunk);
    if (density) scene.setDensity(density);
    this.stage.request();
  }

  // Asks for the routes of what is shown now.
  ask() {
    this.id += 1;
    this.asked = this.id;
    this.markEnds();
    const ends = [this.ends.start, this.ends.goal];
    this.host.send({
      kind: "ask", id: this.id, agent: this.agent, ends, algorithms: this.algorithms, isStepping: this.isStepping,
    });
  }

  takeAnswers({ id, answers }) {
    // Of many questions some are left out, and answers come in order.
    if (id < (this.answered ?? 0)) return;
    this.answered = id;
    this.answers = answers;
    const { stage } = this;
    if (stage.sides !== answers.length) stage.arrange(answers.length, stage.uncovered);
    answers.forEach((answer, side) => stage.scene.setLegs(stage.scene.sides[side], answer.legs));
    const places = answers.flatMap(({ legs }) => legs.flatMap(({ places: all }) => rows(all)));
    stage.cutGoesBy(this.open, places.length > 0 ? places : [this.ends.start, this.ends.goal]);
    this.markEnds();
    if (!this.crowd.isGoing) this.traveler.follow(answers[0]?.legs ?? [], this.agent, stage.look.up);
    this.panel.tell(answers, id === this.asked);
    this.replay.show(answers);
    this.panel.makeRoom(stage);
    stage.request();
  }

  markEnds() {
    const { scene } = this.stage;
    const { size } = this.agent;
    const places = [this.ends.start, this.ends.goal].map((cell) => cell.map((number, axis) => number + size[axis] / 2));
    for (const side of scene.sides) scene.setEnds(side, places);
    this.stage.request();
  }

  // Puts an end of the route elsewhere.
  setEnd(end, cell) {
    if (!this.grid) return;
    this.ends[end] = cell.map((number, axis) => clamped(number, 0, this.grid.size[axis] - 1));
    this.ask();
    this.crowd.redirect();
  }

  setBody(part) {
    Object.assign(this.body, part);
    if (this.grid) this.ask();
  }

  setAlgorithms(algorithms) {
    this.algorithms = algorithms;
    if (this.grid) this.ask();
  }

  // Begins a stroke, which is undone at once.
  begin() {
    this.strokes.push([]);
  }

  end() {
    if (this.strokes.at(-1)?.length === 0) this.strokes.pop();
    this.panel.canUndo(this.strokes.length > 0);
  }

  // Takes note of cells that were changed to a value in the grid, and has the route found anew.
  edited(list, value) {
    if (list.length === 0) return;
    for (let place = 0; place < list.length; place += 3) {
      const index = this.grid.index([list[place], list[place + 1], list[place + 2]]);
      // What is changed back is as it was made.
      if (this.changed.has(index) && this.changed.get(index) !== value) this.changed.delete(index);
      else this.changed.set(index, value);
    }
    this.strokes.at(-1)?.push([list, value]);
    this.host.send({ kind: "edit", cells: Int32Array.from(list), state: STATES[value] });
    this.ask();
  }

  undo() {
    const stroke = this.strokes.pop();
    const edits = stroke?.reverse() ?? [];
    for (const [list, value] of edits) {
      this.grid.set(list, 1 - value);
      const before = this.strokes;
      this.strokes = [];
      this.edited(list, 1 - value);
      this.strokes = before;
    }
    this.panel.canUndo(this.strokes.length > 0);
  }
}

// Rows of three numbers.
function rows(numbers) {
  return Array.from({ length: numbers.length / 3 }, (_, row) => [...numbers.subarray(3 * row, 3 * row + 3)]);
}
