// Mouse and fingers that move a camera: one turns it, two bring it nearer and move it aside.

import { clamped } from "./algebra.js";

// How near to its target a camera gets, in cells.
const NEAREST = 1.5;

// Moves a camera as pointers on a canvas say. `changed` is called after it has moved, `dragging` when that begins and
// ends; what `isTaken` says of a single pointer's event is done with it by others.
export function followPointers(canvas, camera, { changed, dragging, isTaken = () => false }) {
  const pointers = new Map();
  const tell = () => {
    canvas.classList.toggle("dragging", pointers.size > 0);
    dragging(pointers.size > 0);
  };
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    canvas.focus();
    tell();
  });
  const end = (event) => {
    pointers.delete(event.pointerId);
    tell();
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = [event.clientX, event.clientY];
    pointers.set(event.pointerId, now);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const apart = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]) + 1;
      camera.zoom(apart(before) / apart(now), NEAREST);
      camera.pan(dx / 2, dy / 2, canvas.clientHeight);
    } else if (isTaken(event)) {
      return;
    } else if (event.shiftKey || event.buttons & 6) {
      camera.pan(dx, dy, canvas.clientHeight);
    } else {
      camera.turn(dx, dy);
    }
    changed();
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    camera.zoom(Math.exp(clamped(event.deltaY, -240, 240) * 0.0016), NEAREST);
    changed();
  }, { passive: false });
}
