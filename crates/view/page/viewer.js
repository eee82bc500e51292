// The viewer: what is shown, and what mouse, keys and controls do to it.

// The arrays out of the compressed block, each where the list says.
async function unpack(text, list) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const kinds = { Uint8Array, Uint16Array, Uint32Array, Float32Array };
  return Object.fromEntries(list.map(({ name, kind, offset, length }) => [
    name, new kinds[kind](buffer, offset, length),
  ]));
}

// The searches that are shown, one beside the other: their facts and arrays.
function sidesOf(facts, arrays) {
  const sides = [{ search: facts.search ?? undefined, arrays }];
  if (facts.against) {
    const renamed = Object.entries(arrays).filter(([name]) => name.startsWith("against"))
      .map(([name, values]) => [name.replace("against", "cell"), values]);
    sides.push({ search: facts.against, arrays: { ...arrays, ...Object.fromEntries(renamed) } });
  }
  return sides;
}

// How many cells had been queued by each step of a search.
function countQueued({ search, arrays }) {
  const steps = search?.kept ?? 0;
  const counts = new Uint32Array(steps + 2);
  for (const step of arrays.cellQueued) counts[Math.min(step, steps) + 1] += 1;
  for (let step = 1; step < counts.length; step += 1) counts[step] += counts[step - 1];
  return counts;
}

class Viewer {
  constructor(facts, arrays) {
    this.facts = facts;
    this.arrays = arrays;
    this.canvas = element("scene");
    this.sides = sidesOf(facts, arrays);
    this.scene = new Scene(this.canvas, facts, arrays, this.sides);
    this.scene.count();
    this.camera = new Camera(facts.map.up);
    this.size = facts.map.size;
    this.routes = facts.routes ? new Routes(this) : undefined;
    this.playBack = facts.play ? new PlayBack(this) : undefined;
    this.steps = Math.max(...this.sides.map(({ search }) => search?.kept ?? 0));
    if (this.routes?.longest > 0) this.steps = ROUTE_STEPS;
    if (this.playBack) this.steps = facts.play.ticks;
    for (const side of this.sides) side.queuedBy = countQueued(side);
    this.look = {
      theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
      low: [0, 0, 0],
      high: [...this.size],
      step: this.steps,
      up: facts.map.up,
      hasWorld: true,
      hasBorder: true,
      hasPath: true,
      hasExpanded: true,
      hasRoutes: true,
      hasAgents: true,
      hasOpen: false,
      hasClusters: true,
      hasAbstract: true,
      isThroughWalls: true,
      hasCaps: true,
      isCut: false,
      hasAxes: true,
      // A closed world is opened, or nothing of it could be seen.
      isCutAway: facts.map.is_cavern,
      cutaway: [0, 0, 0, -1],
      cellSize: 0.5,
      recent: 1e-6,
      faint: 0.14,
      // Light is known of worlds of which every cell is, and which stay as they are.
      isLit: facts.map.density_edge === 1 && facts.map.scale === 1 && (arrays.quadLife?.length ? arrays.versionTick.length === 0 : true),
    };
    this.isPlaying = false;
    this.keys = new Set();
    this.frames = 0;
    this.coarseness = 1;
    this.isWaiting = false;
    this.pointer = new Pointer(this);
    this.cut = new Cut({
      low: facts.map.low,
      size: this.size,
      open: [0, 1, 2].map((axis) => openCells(arrays, facts.map, axis)),
      places: placesOf(this),
    });
    this.first = FirstPath.isIn(this.sides) ? new FirstPath(this) : undefined;
    this.axes = new Axes(this);
  }

  // The box around what the search is about, or the whole world.
  framePath() {
    const { search, map } = this.facts;
    if (this.routes?.longest > 0) return this.frame(...this.routes.box());
    if (this.playBack) return this.frame([0, 0, 0], this.scene.extent);
    if (!search) return this.frameAll();
    const cells = this.sides.flatMap((side) => [side.search.start, side.search.goal, ...side.search.turns])
      .map((cell) => cell.map((number, axis) => clamped(number - map.low[axis], 0, this.size[axis]) + 0.5))
      .map((cell) => this.scene.stretch(cell));
    const low = [0, 1, 2].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
    const high = [0, 1, 2].map((axis) => Math.max(...cells.map((cell) => cell[axis])));
    const margin = Math.max(4, length(subtract(high, low)) * 0.12);
    // A small world is all there is to be seen around a path.
    return this.frame(low.map((number) => Math.max(number - margin, 0)),
      high.map((number, axis) => Math.min(number + margin, this.scene.extent[axis])));
  }

  frameAll() {
    this.frame(...this.scene.occupied());
  }

  frame(low, high) {
    const [first] = this.windows();
    const isOne = this.sides.length === 1;
    const aspect = this.aspect() * first.wide / first.high;
    this.camera.frame(low, high, aspect, isOne ? this.uncovered() : [1, 1]);
    this.camera.distance *= 1.04;
    this.request();
  }

  aspect() {
    return this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1);
  }

  // Where each search is in the window, in parts of it from the left and the top, and how far its middle is
  // moved: one has all of it, behind the panel too; two share what is not covered, the longer way.
  windows() {
    const [wide, high] = this.uncovered();
    if (this.sides.length === 1) return [{ left: 0, top: 0, wide: 1, high: 1, shift: [1 - wide, 1 - high] }];
    const left = 1 - wide;
    return wide * this.aspect() > high
      ? [0, 1].map((side) => ({ left: left + side * wide / 2, top: 0, wide: wide / 2, high, shift: [0, 0] }))
      : [0, 1].map((side) => ({ left, top: side * high / 2, wide, high: high / 2, shift: [0, 0] }));
  }

  // The part of the window beside the panel and above the time line: its width and height.
  uncovered() {
    // The words of a story are beside what it is about, or above it.
    if (this.facts.story) return innerWidth > 640 ? [1 - 240 / innerWidth, 0.94] : [1, 1.2];
    const [panel, line] = [element("panel"), element("timeline")];
    const isBeside = !panel.classList.contains("folded") && innerWidth > 640;
    const left = isBeside ? panel.offsetLeft + panel.offsetWidth : 0;
    const below = line.hidden ? 0 : line.offsetHeight + 12;
    return [1 - left / Math.max(innerWidth, 1), 1 - below / Math.max(innerHeight, 1)];
  }

  // Draws at the next chance.
  request() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame((now) => {
      this.isWaiting = false;
      this.advance(now);
      this.draw();
    });
  }

  // Moves what moves by itself: keys that are held, and the replay.
  advance(now) {
    const passed = Math.min((now - (this.last ?? now)) / 1000, 0.25);
    this.last = now;
    this.flyBy(passed);
    const isTouring = this.teller?.advance(passed) ?? false;
    if (this.isPlaying) {
      const seconds = this.lasts();
      this.progress = Math.min(this.progress + passed * this.steps / seconds, this.steps);
      this.showStep(Math.floor(this.progress), this.progress % 1);
      if (this.progress >= this.steps) {
        this.play(false);
        this.whenPlayed?.();
        this.whenPlayed = undefined;
        this.teller?.end();
      }
    }
    const isBusy = this.isPlaying || this.keys.size > 0 || isTouring;
    this.adapt(passed, isBusy || this.isDragging);
    if (isBusy) this.request();
    else this.last = undefined;
  }

  // How many seconds the whole replay takes: what happened in seconds takes as long at normal speed.
  lasts() {
    const seconds = Number(element("speed").value);
    const real = this.facts.play?.seconds_per_tick;
    return real ? this.steps * real * seconds / 12 : seconds;
  }

  // Draws fewer pixels while things move and frames take long, and all of them afterwards.
  adapt(passed, isMoving) {
    if (isMoving && passed > 0) {
      this.pace = (this.pace ?? passed) * 0.8 + passed * 0.2;
      if (this.pace > 0.06) this.coarseness = Math.min(this.coarseness * 1.25, 3);
      if (this.pace < 0.025) this.coarseness = Math.max(this.coarseness / 1.1, 1);
    }
    clearTimeout(this.refining);
    if (this.coarseness > 1) {
      this.refining = setTimeout(() => {
        const coarseness = this.coarseness;
        this.coarseness = 1;
        this.draw();
        this.coarseness = coarseness;
      }, 220);
    }
  }

  flyBy(seconds) {
    const has = (key) => (this.keys.has(key) ? 1 : 0);
    const step = [has("d") - has("a"), has("e") - has("q"), has("w") - has("s")];
    if (length(step) === 0) return;
    const speed = Math.max(this.camera.distance * 0.7, 6) * (this.isFast ? 4 : 1);
    this.camera.move(scaled(normalized(step), speed * seconds));
  }

  draw() {
    const ratio = (window.devicePixelRatio || 1) / this.coarseness;
    const width = Math.max(Math.round(this.canvas.clientWidth * ratio), 1);
    const height = Math.max(Math.round(this.canvas.clientHeight * ratio), 1);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      Object.assign(this.canvas, { width, height });
    }
    const { look } = this;
    const views = this.windows().map((frame) => {
      const [wide, high] = [width * frame.wide, height * frame.high].map((pixels) => Math.max(Math.floor(pixels), 1));
      const place = [Math.round(width * frame.left), height - Math.round(height * frame.top) - high, wide, high];
      return { place, view: this.camera.matrix(wide / high, this.scene.reach, frame.shift) };
    });
    look.pixelRatio = ratio;
    look.distance = this.camera.distance;
    look.isCut = look.isCutAway || look.low.some((low) => low > 0)
      || look.high.some((high, axis) => high < this.size[axis]);
    const [{ view }] = views;
    const cut = look.isCutAway ? this.cut.toward(view.forward, look.up) : undefined;
    look.cutaway = cut ? Cut.plane(cut, this.scene.shape) : [0, 0, 0, -1];
    look.cut = cut;
    if (this.facts.story) look.fog = [look.distance * 1.05, look.distance * 1.3 + 90];
    element("cut-said").textContent = cut ? this.cut.words(cut) : "";
    const parts = this.sides.map((side, index) => ({ side, ...views[index], look: { ...look, ...this.stepOf(side, index), hasRoutes: look.hasRoutes || this.playBack?.isPointed() } }));
    this.scene.drawn.calls = this.scene.drawn.triangles = 0;
    this.scene.draw(parts, look);
    const { calls, triangles } = this.scene.drawn;
    element("drawn").textContent = `${grouped(calls)} draw calls, ${grouped(triangles)} triangles`;
    const frames = this.windows();
    this.axes.draw(views.map((part, index) => ({ ...part, frame: frames[index] })), window.devicePixelRatio || 1);
    this.frames += 1;
  }

  // What the slider means for a search: two go on together, expansion by expansion, until each is done.
  stepOf({ search, queuedBy }, index) {
    const step = Math.min(this.look.step, search?.kept ?? 0);
    const isDone = step === (search?.kept ?? 0);
    return {
      step,
      queued: queuedBy[step + 1],
      // What was expanded last stands out while the replay is under way.
      recent: isDone ? 1e-6 : Math.max(this.steps * 0.015, 3),
      hasWay: index === (this.pointer.side ?? 0),
    };
  }

  showStep(step, part = 0) {
    const { look, arrays } = this;
    look.step = clamped(step, 0, this.steps);
    if (this.routes) return this.showAgents();
    if (this.playBack) return this.showTick(part);
    element("step").value = look.step;
    const [{ order }, other] = this.sides;
    if (other) {
      const texts = this.sides.map((side, index) => `${grouped(this.stepOf(side, index).step)} of ${grouped(side.search.kept)}`);
      element("step-text").textContent = `${texts.join(" · ")} expanded`;
      return this.request();
    }
    const cell = order[look.step - 1];
    const detail = cell === undefined ? "" : ` · g ${arrays.cellG[cell].toFixed(1)} · f ${arrays.cellF[cell].toFixed(1)}`;
    element("step-text").textContent = `${grouped(look.step)} of ${grouped(this.steps)} expanded${detail}`;
    this.request();
  }

  // Shows the world and its agents at the tick of the time line, and a part of the way to the next.
  showTick(part) {
    const { look, playBack } = this;
    element("step").value = look.step;
    const told = playBack.show(look.step + part);
    this.teller?.tell(told);
    element("step-text").textContent = playBack.words(look.step);
    this.request();
  }

  // Puts agents where the time line says.
  showAgents() {
    const { look, routes } = this;
    element("step").value = look.step;
    const far = routes.longest * look.step / Math.max(this.steps, 1);
    const arrived = routes.show(far);
    element("step-text").textContent = `${inSides(far.toFixed(1), this.facts.map)} · ${grouped(arrived)} of ${grouped(routes.drawn)} there`;
    this.request();
  }

  play(isPlaying) {
    this.isPlaying = isPlaying && this.steps > 0;
    if (this.isPlaying) {
      this.progress = this.look.step >= this.steps ? 0 : this.look.step;
    }
    // Letters that every system has.
    element("play").textContent = this.isPlaying ? "\u2016" : "\u25ba";
    this.request();
  }

  color(kind) {
    const colors = coloring(kind, this.sides);
    this.sides.forEach((side, index) => this.scene.colorCells(side, colors.values[index]));
    showLegend(kind, colors);
    document.querySelector(`input[name="color"][value="${kind}"]`).checked = true;
    this.colorKind = kind;
    this.request();
  }

  setTheme(theme) {
    this.look.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.request();
  }

  setFlying(isFlying) {
    this.camera.isFlying = isFlying;
    document.querySelector(`input[name="camera"][value="${isFlying ? "fly" : "orbit"}"]`).checked = true;
  }

  nextUp() {
    this.camera.upAxis = (this.camera.upAxis + 1) % 3;
    this.look.up = this.camera.upAxis;
    this.framePath();
  }

  fold() {
    const isFolded = element("panel").classList.toggle("folded");
    element("fold").setAttribute("aria-expanded", String(!isFolded));
    this.request();
  }

  start() {
    describe(this.facts);
    this.setTheme(this.look.theme);
    element("show-border").checked = this.look.hasBorder;
    element("cutaway").checked = this.look.isCutAway;
    element("color-by-end").hidden = !this.sides.some((side) => side.arrays.cellSide.includes(1));
    element("step").max = this.steps;
    this.color("g");
    this.routes?.color(this.routes.facts.actions.length > 0 ? "action" : "cost");
    // Agents begin where they start; a search is shown as it ended.
    this.showStep(this.routes ?? this.playBack ? 0 : this.steps);
    if (innerWidth <= 640) this.fold();
    bindControls(this);
    bindMouse(this);
    bindKeys(this);
    bindPointer(this);
    bindRoutes(this);
    bindPlay(this);
    bindFirstPath(this);
    this.framePath();
    if (this.facts.story && this.playBack) {
      this.teller = new Teller(this);
      this.teller.begin();
      this.draw();
      this.showStep(0);
    }
    bindShare(this);
    this.draw();
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (this.playBack?.facts.plays_at_once && location.hash.length <= 1 && !isCalm) this.play(true);
    new ResizeObserver(() => this.request()).observe(this.canvas);
  }
}

function bindControls(viewer) {
  const { look } = viewer;
  const on = (id, kind, action) => element(id).addEventListener(kind, action);
  const setClip = addClips(viewer.facts.map, (axis, end, value) => {
    const [own, other] = end === 0 ? [look.low, look.high] : [look.high, look.low];
    own[axis] = end === 0 ? Math.min(value, other[axis] - 1) : Math.max(value, other[axis] + 1);
    setClip(axis, end, own[axis]);
    viewer.request();
  });
  viewer.setClip = setClip;
  for (const [id, name] of [
    ["show-path", "hasPath"], ["show-expanded", "hasExpanded"], ["show-open", "hasOpen"],
    ["show-hidden", "isThroughWalls"], ["show-world", "hasWorld"], ["show-border", "hasBorder"],
    ["cutaway", "isCutAway"], ["show-caps", "hasCaps"],
    ["show-axes", "hasAxes"],
  ]) {
    on(id, "change", (event) => { look[name] = event.target.checked; viewer.request(); });
  }
  on("cell-size", "input", (event) => { look.cellSize = event.target.valueAsNumber; viewer.request(); });
  on("step", "input", (event) => { viewer.play(false); viewer.showStep(event.target.valueAsNumber); });
  on("play", "click", () => viewer.play(!viewer.isPlaying));
  on("fold", "click", () => viewer.fold());
  on("frame", "click", () => viewer.framePath());
  on("frame-all", "click", () => viewer.frameAll());
  on("up", "click", () => viewer.nextUp());
  on("theme", "click", () => viewer.setTheme(look.theme === "dark" ? "light" : "dark"));
  on("help-button", "click", () => element("help").showModal());
  for (const input of document.querySelectorAll("input[name=color]")) {
    input.addEventListener("change", () => viewer.color(input.value));
  }
  for (const input of document.querySelectorAll("input[name=camera]")) {
    input.addEventListener("change", () => viewer.setFlying(input.value === "fly"));
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
    viewer.setTheme(event.matches ? "dark" : "light");
  });
}

function bindMouse(viewer) {
  const { canvas, camera } = viewer;
  followPointers(canvas, camera, {
    changed: () => viewer.request(),
    dragging: (isDragging) => { viewer.isDragging = isDragging; },
  });
  canvas.addEventListener("dblclick", (event) => {
    // Turn around what lies on the ray through that point at the distance of the target.
    const [wide, high] = viewer.uncovered();
    const x = event.clientX - canvas.clientWidth * (1 - wide / 2);
    const y = event.clientY - canvas.clientHeight * high / 2;
    camera.pan(-x, -y, canvas.clientHeight);
    viewer.request();
  });
}

async function main() {
  const read = (id) => element(id).textContent;
  const facts = JSON.parse(read("facts"));
  try {
    const arrays = await unpack(read("payload"), JSON.parse(read("arrays")));
    const viewer = new Viewer(facts, arrays);
    viewer.start();
    // For tests and curious people.
    window.voxnav = {
      viewer,
      state: () => stateOf(viewer),
      picture: () => picture(viewer),
      film: () => film(viewer),
      measure: (frames) => viewer.scene.measure(() => viewer.draw(), frames),
    };
    element("message").textContent = "";
    document.body.dataset.state = "ready";
  } catch (error) {
    describe(facts);
    element("message").textContent = `The picture cannot be drawn. ${error.message}`;
    document.body.dataset.state = "failed";
  }
}

main();
