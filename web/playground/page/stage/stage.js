// The stage: camera, cut, and frames, which are drawn when something has changed.

import { add, length, normalized, scaled, stretched, subtract } from "../../../../crates/view/page/render/algebra.js";
import { Camera, FIELD_OF_VIEW } from "../../../../crates/view/page/render/camera.js";
import { followPointers } from "../../../../crates/view/page/render/controls.js";
import { Cut } from "../../../../crates/view/page/render/cut.js";
import { LiveScene } from "./live.js";
import { Times } from "./times.js";

export class Stage {
  constructor(canvas, { isTaken }) {
    this.canvas = canvas;
    this.scene = new LiveScene(canvas);
    this.camera = new Camera(1);
    this.size = [1, 1, 1];
    this.keys = new Set();
    this.times = new Times();
    // What moves by itself: asked in every frame, each says whether it goes on.
    this.animations = new Set();
    this.sides = 1;
    // The width and height of the part of the window, from the upper right corner, that nothing lies over.
    this.uncovered = [1, 1];
    // Whether all is shown still as `frameAll` did.
    this.isFramed = false;
    this.look = {
      theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
      low: [0, 0, 0], high: [1, 1, 1], up: 1,
      hasWorld: true, hasBorder: false, hasPath: true, hasExpanded: true, hasOpen: false, hasRoutes: true, hasAgents: true,
      hasClusters: false, hasAbstract: false, hasWay: true, isThroughWalls: true, hasCaps: true, isCutAway: false,
      isCut: false, cutaway: [0, 0, 0, -1], cellSize: 0.5, faint: 0.14, pixelRatio: 1,
    };
    // The step that is shown of each search, and how many cells were queued by then.
    this.steps = [{ step: 0, queued: 0 }, { step: 0, queued: 0 }];
    followPointers(canvas, this.camera, {
      changed: () => this.moved(), dragging: () => {}, isTaken,
    });
  }

  setWorld(world) {
    const { look, camera } = this;
    this.size = world.size;
    this.scene.setWorld(world);
    Object.assign(look, { low: [0, 0, 0], high: [...world.size], up: world.up, isCutAway: world.isCavern });
    camera.upAxis = world.up;
    this.cutGoesBy(world.open, []);
    this.frameAll();
  }

  // A cut opens the world at some places, or in its middle.
  cutGoesBy(open, places) {
    this.open = open;
    this.cut = new Cut({ low: [0, 0, 0], size: this.size, open, places });
    this.request();
  }

  frameAll() {
    const [{ wide, high }] = this.windows();
    const part = this.sides === 1 ? this.uncovered : [1, 1];
    this.camera.frame([0, 0, 0], this.scene.extent, this.aspect() * wide / high, part);
    this.isFramed = true;
    this.request();
  }

  // The camera was moved on purpose: it stays there.
  moved() {
    this.isFramed = false;
    this.request();
  }

  // Shows so many searches side by side, in a part of the window from its upper right corner.
  arrange(sides, uncovered) {
    Object.assign(this, { sides, uncovered });
    if (this.isFramed) this.frameAll();
    this.request();
  }

  aspect() {
    return this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1);
  }

  // Where each search is in the window, in parts of it from the left and the top, and how far its middle is moved: one
  // has all of it, two share what is not covered, the longer way.
  windows() {
    const [wide, high] = this.uncovered;
    const left = 1 - wide;
    if (this.sides === 1) return [{ left: 0, top: 0, wide: 1, high: 1, shift: [left, 1 - high] }];
    return wide * this.aspect() > high
      ? [0, 1].map((side) => ({ left: left + side * wide / 2, top: 0, wide: wide / 2, high, shift: [0, 0] }))
      : [0, 1].map((side) => ({ left, top: side * high / 2, wide, high: high / 2, shift: [0, 0] }));
  }

  // The ray through a point of the window: where it begins, and its direction.
  ray(x, y) {
    const { camera, canvas } = this;
    const [across, down] = [x / canvas.clientWidth, y / canvas.clientHeight];
    const isIn = ({ left, top, wide, high }) => across >= left && down >= top && across <= left + wide && down <= top + high;
    const frames = this.windows();
    const frame = frames.find(isIn) ?? frames[0];
    const { forward, right, up } = camera.axes();
    const slope = Math.tan(FIELD_OF_VIEW / 2);
    const aside = 2 * (across - frame.left) / frame.wide - 1 - frame.shift[0];
    const above = 1 - 2 * (down - frame.top) / frame.high - frame.shift[1];
    const away = add(scaled(right, aside * slope * this.aspect() * frame.wide / frame.high), scaled(up, above * slope));
    return { eye: camera.eye(), direction: normalized(add(forward, away)) };
  }

  // The same in cells: directions are as long as one way is in the picture.
  cellRay(x, y) {
    const { eye, direction } = this.ray(x, y);
    const inCells = this.scene.shape.map((side) => 1 / side);
    return { eye: stretched(eye, inCells), direction: stretched(direction, inCells) };
  }

  // The plane of the cut in cells.
  get cellCut() {
    const { cutaway } = this.look;
    return [...stretched(cutaway.slice(0, 3), this.scene.shape), cutaway[3]];
  }

  // Draws at the next chance.
  request() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame((now) => {
      this.isWaiting = false;
      this.times.work(() => {
        this.advance(now);
        this.draw();
      });
      this.times.frame();
    });
  }

  advance(now) {
    const passed = Math.min((now - (this.last ?? now)) / 1000, 0.25);
    this.last = now;
    this.flyBy(passed);
    for (const animation of this.animations) if (!animation(passed, now)) this.animations.delete(animation);
    if (this.keys.size > 0 || this.animations.size > 0) this.request();
    else this.last = undefined;
  }

  flyBy(seconds) {
    const has = (key) => (this.keys.has(key) ? 1 : 0);
    const step = [has("d") - has("a"), has("e") - has("q"), has("w") - has("s")];
    if (length(step) === 0) return;
    const speed = Math.max(this.camera.distance * 0.7, 6) * (this.isFast ? 4 : 1);
    this.camera.move(scaled(normalized(step), speed * seconds));
    this.isFramed = false;
  }

  // Has something move in every frame until it says that it is done.
  animate(animation) {
    this.animations.add(animation);
    this.request();
  }

  draw() {
    const { canvas, look, scene, camera } = this;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((side) => Math.max(Math.round(side * ratio), 1));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    Object.assign(look, { pixelRatio: ratio, distance: camera.distance });
    const cut = look.isCutAway ? this.cut?.toward(camera.forward(), look.up) : undefined;
    look.cutaway = cut ? Cut.plane(cut, scene.shape) : [0, 0, 0, -1];
    look.isCut = cut !== undefined;
    const parts = this.windows().map(({ left, top, wide, high, shift }, side) => {
      const pixels = [width * wide, height * high].map((part) => Math.max(Math.floor(part), 1));
      const view = camera.matrix(pixels[0] / pixels[1], scene.reach, shift);
      const place = [Math.round(width * left), height - Math.round(height * top) - pixels[1], ...pixels];
      const { step, queued } = this.steps[side];
      const isDone = step >= (scene.sides[side].kept ?? 0);
      return { side: scene.sides[side], place, view, look: { ...look, step, queued, recent: isDone ? 1e-6 : Math.max(step * 0.03, 3) } };
    });
    scene.drawn.calls = scene.drawn.triangles = 0;
    scene.draw(parts, look);
  }

  setTheme(theme) {
    this.look.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.request();
  }

  setFlying(isFlying) {
    this.camera.isFlying = isFlying;
    this.isFramed = false;
    if (!isFlying) {
      // Turns around what is in the middle, not far ahead of the eye.
      const eye = this.camera.eye();
      this.camera.distance = Math.max(length(subtract(scaled(this.scene.extent, 0.5), eye)), 4);
      this.camera.target = add(eye, scaled(this.camera.forward(), this.camera.distance));
    }
    this.request();
  }
}
