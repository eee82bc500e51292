// Tools: what a click, a stroke or a key does to the world and the ends of the route.

import { add, scaled, subtract, length } from "../../../crates/view/page/render/algebra.js";

// The state of cells that each tool paints.
const VALUES = { paint: 1, erase: 0 };

export class Tools {
  constructor(app) {
    this.app = app;
    this.tool = "goal";
    this.brush = 3;
    this.stroke = undefined;
    // Where keys paint.
    this.cursor = undefined;
  }

  get isPainting() {
    return this.tool in VALUES;
  }

  select(tool) {
    this.tool = tool;
    this.stroke = undefined;
    document.querySelector(`input[name="tool"][value="${tool}"]`).checked = true;
    this.app.stage.canvas.classList.toggle("painting", this.isPainting);
    this.showCursor(undefined);
  }

  bind() {
    const { canvas } = this.app.stage;
    const pointers = new Set();
    let pressed;
    canvas.addEventListener("pointerdown", (event) => {
      pointers.add(event.pointerId);
      pressed = pointers.size === 1 ? [event.clientX, event.clientY] : undefined;
      const isPlain = event.button === 0 && !event.altKey && !event.shiftKey && pointers.size === 1;
      if (!this.isPainting || !isPlain) this.end();
      else this.begin(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.stroke && event.buttons & 1) this.move(event);
    });
    const up = (event) => {
      const isClick = pressed && event.type === "pointerup" && event.button === 0
        && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < (event.pointerType === "touch" ? 12 : 4);
      pointers.delete(event.pointerId);
      if (isClick && !this.isPainting) this.click(event);
      this.end();
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
  }

  meet(event) {
    const { stage, grid } = this.app;
    return grid?.meet(stage.cellRay(event.clientX, event.clientY), stage.cellCut);
  }

  // Sends the end that the tool is for before the face that was clicked.
  click(event) {
    const met = this.meet(event);
    if (met) this.app.setEnd(this.tool, this.beside(met));
  }

  // The cell from which a body of the agent's size lies against a face.
  beside({ cell, normal }) {
    const { size } = this.app.agent;
    return cell.map((number, axis) => {
      if (normal[axis] > 0) return number + 1;
      return normal[axis] < 0 ? number - size[axis] : number - Math.floor((size[axis] - 1) / 2);
    });
  }

  // Begins a stroke over a face: cells are painted upon it, or erased below.
  begin(event) {
    const met = this.meet(event);
    if (!met) return;
    const { cell, normal } = met;
    const axis = Math.max(normal.findIndex((number) => number !== 0), 0);
    const sign = normal[axis] || 1;
    const depth = this.tool === "paint" ? (this.brush + 1) / 2 : (1 - this.brush) / 2;
    const center = cell.map((number, other) => number + (other === axis ? sign * depth : 0));
    this.stroke = { axis, face: cell[axis] + (sign > 0 ? 1 : 0), last: center };
    this.app.begin();
    this.dab(center);
  }

  // Paints on in the plane of the face where the stroke began.
  move(event) {
    const { eye, direction } = this.app.stage.cellRay(event.clientX, event.clientY);
    const { axis, face, last } = this.stroke;
    const away = (face - eye[axis]) / direction[axis];
    if (!(away > 0 && away < 1e4)) return;
    const center = add(eye, scaled(direction, away)).map(Math.floor);
    center[axis] = last[axis];
    const steps = Math.min(Math.ceil(length(subtract(center, last)) / Math.max(this.brush / 2, 1)), 64);
    for (let step = 1; step <= steps; step += 1) {
      this.dab(add(last, scaled(subtract(center, last), step / steps)).map(Math.round));
    }
    this.stroke.last = center;
  }

  dab(center) {
    const { grid } = this.app;
    const value = VALUES[this.tool];
    this.app.edited(grid.paint(center, this.brush, value), value);
  }

  end() {
    if (this.stroke) this.app.end();
    this.stroke = undefined;
  }

  // Moves by a cell what keys move: an end of the route, or where they paint.
  nudge(step) {
    const { app } = this;
    if (!this.isPainting) return app.setEnd(this.tool, add(app.ends[this.tool], step));
    return this.showCursor(add(this.cursor ?? app.ends.goal, step));
  }

  showCursor(cell) {
    this.cursor = cell;
    const { scene } = this.app.stage;
    scene.setWay(cell ? [scene.stretch(cell.map((number) => number + 0.5))] : []);
    this.app.stage.request();
  }

  // Paints or erases where keys do.
  press(tool) {
    if (!this.isPainting || !this.cursor) return;
    const before = this.tool;
    this.tool = tool;
    this.app.begin();
    this.dab(this.cursor);
    this.app.end();
    this.tool = before;
  }
}
