// The story of a page: a few sentences over the picture, counts of what agents do by now, and a camera that begins where
// most of them pass and moves slowly until it is touched.

// How far the camera is at first and how far it goes, in cells, and how many seconds that takes.
const [NEAR, FAR, TOUR] = [50, 104, 45];
// How many seconds the end is shown before all begins again.
const REST = 3;

class Teller {
  constructor(viewer) {
    this.viewer = viewer;
    this.seconds = 0;
    this.isTouched = matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // The layer of the cut through which most agents are seen within a window of 24 cells in the first seconds, and the middle
  // of that window. An agent is seen if no rock is between it and the cut, and that is near.
  busiest() {
    const { arrays, facts, camera } = this.viewer;
    const { agentTick, agentX, agentY, agentZ, density } = arrays;
    const { size } = facts.map;
    const up = camera.upAxis;
    const [first, second] = [0, 1, 2].filter((axis) => axis !== up);
    const strides = [1, size[0], size[0] * size[1]];
    const [wide, high] = [first, second].map((axis) => Math.ceil(size[axis] / 8));
    const seen = Array.from({ length: size[up] }, () => new Uint32Array(wide * high));
    const last = 12 / (facts.play.seconds_per_tick ?? 1);
    for (let sighting = 0; sighting < agentTick.length; sighting += 1) {
      if (agentTick[sighting] > last) continue;
      const cell = [agentX, agentY, agentZ].map((numbers) => Math.round(numbers[sighting]));
      const block = (cell[first] >> 3) + wide * (cell[second] >> 3);
      const column = cell[first] * strides[first] + cell[second] * strides[second];
      for (let layer = cell[up]; layer < Math.min(cell[up] + 16, size[up]); layer += 1) {
        if (density[column + layer * strides[up]] > 127) break;
        seen[layer][block] += 1;
      }
    }
    let best = { count: -1 };
    seen.forEach((blocks, layer) => {
      for (let b = 1; b < high - 1; b += 1) for (let a = 1; a < wide - 1; a += 1) {
        let count = 0;
        for (let y = -1; y <= 1; y += 1) for (let x = -1; x <= 1; x += 1) count += blocks[a + x + wide * (b + y)];
        if (count > best.count) best = { count, layer, a, b };
      }
    });
    const place = [0, 0, 0];
    [place[first], place[second], place[up]] = [8 * best.a + 4, 8 * best.b + 4, Math.max(best.layer - 6, 0)];
    return { place, layer: best.layer };
  }

  // Opens the world at the busiest place and looks at it from near.
  begin() {
    const { viewer } = this;
    const { camera, look, facts } = viewer;
    const { place, layer } = this.busiest();
    viewer.cut.places[camera.upAxis] = [layer];
    Object.assign(look, { isCutAway: true, hasAxes: false, hasBox: false, hasRoutes: false, isThroughWalls: false, leastBall: 1.7, ghosts: 0.16, grain: 0.4, hasGlow: true });
    for (const [id, isOn] of [["cutaway", true], ["show-axes", false], ["play-paths", false], ["play-hidden", false]]) element(id).checked = isOn;
    // As much is seen of it in a window that is high and narrow.
    this.reach = Math.max(1, 0.8 / viewer.aspect());
    Object.assign(camera, { target: viewer.scene.stretch(place), pitch: 0.98, yaw: 0.75, distance: NEAR * this.reach });
    element("story-title").textContent = facts.story.title;
    element("story-lines").replaceChildren(...facts.story.lines.map((line) => {
      const shown = document.createElement("p");
      shown.textContent = line;
      return shown;
    }));
    element("story").hidden = false;
    document.body.classList.add("story");
    if (!element("panel").classList.contains("folded")) viewer.fold();
    const touched = () => { this.isTouched = true; };
    for (const kind of ["pointerdown", "wheel", "keydown"]) addEventListener(kind, touched, { passive: true });
    element("story-paths").addEventListener("click", () => {
      element("play-paths").click();
      element("story-paths").setAttribute("aria-pressed", String(look.hasRoutes));
    });
    element("story-theme").addEventListener("click", () => element("theme").click());
    element("story-again").addEventListener("click", () => { viewer.showStep(0); viewer.play(true); });
  }

  // Moves the camera on.
  advance(passed) {
    const { camera, playBack } = this.viewer;
    const followed = playBack.shown.find(({ agent }) => agent === playBack.followed);
    if (followed) camera.target = add(camera.target, scaled(subtract(followed.place, camera.target), Math.min(4 * passed, 1)));
    if (this.isTouched) return followed !== undefined;
    this.seconds += passed;
    const part = Math.min(this.seconds / TOUR, 1);
    camera.distance = this.reach * (NEAR + (FAR - NEAR) * part * part * (3 - 2 * part));
    camera.yaw = 0.75 + 0.02 * this.seconds;
    return true;
  }

  // Begins again after a while, unless somebody looks at something of their own.
  end() {
    if (this.isTouched) return;
    setTimeout(() => {
      if (this.isTouched || this.viewer.isPlaying) return;
      this.viewer.showStep(0);
      this.viewer.play(true);
    }, 1000 * REST);
  }

  // Follows the agent at a point of the window, or none.
  follow(x, y) {
    const { playBack } = this.viewer;
    playBack.followed = playBack.agentAt(x, y);
    this.viewer.showStep(this.viewer.look.step);
    return playBack.followed !== undefined;
  }

  // Counts what agents do.
  tell(told) {
    const { playBack } = this.viewer;
    const list = element("story-now");
    if (list.childElementCount !== told.length) {
      list.replaceChildren(...told.map((_, verdict) => {
        const [item, number] = [document.createElement("li"), document.createElement("b")];
        item.style.setProperty("--of", `rgb(${playBack.colorOf(verdict).join(" ")})`);
        item.append(number, ` ${playBack.facts.verdicts[verdict]}`);
        return item;
      }));
    }
    told.forEach((count, verdict) => { list.children[verdict].firstChild.textContent = grouped(count); });
    const { followed } = playBack;
    const one = playBack.shown.find(({ agent }) => agent === followed);
    const said = one && `Agent ${followed + 1}: ${playBack.facts.verdicts[one.verdict]}. Click beside it to let it go.`;
    element("story-hint").textContent = said ?? HINT;
  }
}

const HINT = "Point at an agent to see its path, click to follow it. Drag to look around, scroll to come near; ? lists all keys.";
