// Pointing at a cell: what it is, how the search came to it, and why it was not expanded.

const NEVER = 0xffffffff;

class Pointer {
  constructor(viewer) {
    this.viewer = viewer;
    this.cell = undefined;
    // Which search is pointed at.
    this.side = 0;
  }

  // That search, and its arrays.
  get searched() {
    return this.viewer.sides[this.side];
  }

  // The ray through a point of the window: where it begins, and its direction.
  ray(x, y) {
    const { camera, canvas } = this.viewer;
    const { forward, right, up } = camera.axes();
    const frame = this.viewer.windows()[this.side];
    const across = 2 * (x / canvas.clientWidth - frame.left) / frame.wide - 1 - frame.shift[0];
    const above = 1 - 2 * (y / canvas.clientHeight - frame.top) / frame.high - frame.shift[1];
    const slope = Math.tan(FIELD_OF_VIEW / 2);
    const aspect = this.viewer.aspect() * frame.wide / frame.high;
    const aside = add(scaled(right, across * slope * aspect), scaled(up, above * slope));
    return { eye: camera.eye(), direction: normalized(add(forward, aside)) };
  }

  // The cell of the search that a ray meets first, of those that are shown, and how far away.
  searchCell({ eye, direction }) {
    const { look, canvas, scene } = this.viewer;
    const { arrays } = this.searched;
    const { step } = this.viewer.stepOf(this.searched, this.side);
    const { cellX, cellY, cellZ, cellQueued, cellExpanded } = arrays;
    // A few pixels around a small cell are as good as the cell.
    const pixel = 2 * Math.tan(FIELD_OF_VIEW / 2) / canvas.clientHeight;
    let best = { away: Infinity };
    for (let index = 0; index < cellX.length; index += 1) {
      const isExpanded = cellExpanded[index] < step;
      const isOpen = !isExpanded && cellQueued[index] <= step;
      if (!(isExpanded && look.hasExpanded) && !(isOpen && look.hasOpen)) continue;
      const center = scene.stretch([cellX[index] + 0.5, cellY[index] + 0.5, cellZ[index] + 0.5]);
      if (!this.isShown(center)) continue;
      const offset = subtract(center, eye);
      const away = dot(offset, direction);
      if (away <= 0 || away >= best.away) continue;
      // In radii of what is like a ball in the shape of a cell.
      const scale = scene.shape.map((side) => 1 / Math.max(look.cellSize * 0.6 * side, 4 * pixel * away));
      const [aside, along] = [stretched(offset, scale), normalized(stretched(direction, scale))];
      if (dot(aside, aside) - dot(aside, along) ** 2 < 1) best = { away, index };
    }
    return best;
  }

  // The occupied cell whose surface a ray meets first, and how far away.
  surfaceCell({ eye, direction }) {
    const { look, arrays, facts, scene } = this.viewer;
    const { quadX, quadY, quadZ, quadSide, quadWidth, quadHeight, quadLife } = arrays;
    const { version, shape } = scene;
    const block = scaled(shape, facts.map.scale);
    let best = { away: Infinity };
    if (!look.hasWorld) return best;
    const hasBacks = look.isCut && look.hasCaps;
    for (let quad = 0; quad < quadX.length; quad += 1) {
      if (quadLife && (version < (quadLife[quad] & 0xffff) || version >= quadLife[quad] >>> 16)) continue;
      const side = quadSide[quad];
      const axis = side >> 1 & 3;
      const isHigher = side & 1;
      if (direction[axis] === 0) continue;
      // From behind a face is seen as the rock before it that is cut.
      const isBack = (direction[axis] > 0) === Boolean(isHigher);
      if (isBack ? !hasBacks : side & 8 && !look.hasBorder) continue;
      const low = [quadX[quad], quadY[quad], quadZ[quad]];
      const away = ((low[axis] + isHigher) * block[axis] - eye[axis]) / direction[axis];
      if (away <= 0 || away >= best.away) continue;
      const at = add(eye, scaled(direction, away));
      const [first, second] = axis === 0 ? [1, 2] : axis === 1 ? [0, 2] : [0, 1];
      const along = at[first] / block[first] - low[first];
      const beside = at[second] / block[second] - low[second];
      if (along < 0 || beside < 0 || along > quadWidth[quad] || beside > quadHeight[quad]) continue;
      // As surfaces are drawn: in the plane of the cut lie fronts of what is left.
      const isLeft = !isBack && look.cutaway[axis] !== 0;
      if (!this.isShown(at, isLeft ? -0.004 : 0.004)) continue;
      if (isBack) {
        best = { away, isBack };
        continue;
      }
      at[axis] -= (isHigher ? 0.5 : -0.5) * shape[axis];
      best = { away, place: scene.cellAt(at), material: facts.map.materials[(arrays.quadMaterial?.[quad] ?? 0) - 1] };
    }
    return best.isBack ? this.cutCell({ eye, direction }) : best;
  }

  // The cell of rock where a ray enters what is shown, and how far away.
  cutCell({ eye, direction }) {
    const { look, scene } = this.viewer;
    const [low, high] = [look.low, look.high].map((corner) => scene.stretch(corner));
    const planes = [0, 1, 2].flatMap((axis) => [[unit(axis), low[axis]], [scaled(unit(axis), -1), -high[axis]]]);
    planes.push([look.cutaway.slice(0, 3), look.cutaway[3]]);
    const entries = planes.map(([normal, least]) => {
      const along = dot(direction, normal);
      return along > 0 ? (least - dot(eye, normal)) / along : 0;
    });
    const away = Math.max(0, ...entries);
    const place = scene.cellAt(add(eye, scaled(direction, away + 1e-3 * scene.breadth)));
    return { away, place: place.map((number, axis) => clamped(number, 0, this.viewer.size[axis] - 1)) };
  }

  // Whether a place is neither clipped nor cut away, so far behind the cut.
  isShown(place, least = 0) {
    const { look, scene } = this.viewer;
    const [low, high] = [look.low, look.high].map((corner) => scene.stretch(corner));
    const isInside = place.every((number, axis) => number >= low[axis] - 1e-6 && number <= high[axis] + 1e-6);
    return isInside && dot(place, look.cutaway) >= look.cutaway[3] + least;
  }

  // What lies under a point of the window: a place, and the record of the search there if it has one.
  at(x, y) {
    const { canvas } = this.viewer;
    const isIn = ({ left, top, wide, high }) => {
      const [across, down] = [x / canvas.clientWidth - left, y / canvas.clientHeight - top];
      return across >= 0 && down >= 0 && across <= wide && down <= high;
    };
    this.side = Math.max(this.viewer.windows().findIndex(isIn), 0);
    const ray = this.ray(x, y);
    const searched = this.searchCell(ray);
    const surface = this.surfaceCell(ray);
    const isInFront = searched.away < surface.away || this.viewer.look.isThroughWalls;
    if (searched.index !== undefined && isInFront) {
      const { cellX, cellY, cellZ } = this.searched.arrays;
      const { index } = searched;
      return { place: [cellX[index], cellY[index], cellZ[index]], index };
    }
    const { place, material } = surface;
    return place && { place, material, isOccupied: true };
  }

  // The last record of a place.
  recordAt(place) {
    const { size } = this.viewer;
    const side = this.searched;
    const key = (x, y, z) => x + size[0] * (y + size[1] * z);
    if (side.records === undefined) {
      const { cellX, cellY, cellZ } = side.arrays;
      side.records = new Map();
      for (let index = 0; index < cellX.length; index += 1) {
        side.records.set(key(cellX[index], cellY[index], cellZ[index]), index);
      }
    }
    return side.records.get(key(...place));
  }

  // Points at a cell by its coordinates, as the map has them.
  goTo(cell) {
    const place = cell.map((number, axis) => number - this.viewer.facts.map.low[axis]);
    const index = this.recordAt(place);
    this.show({ place, index, isOccupied: index === undefined && this.isOccupied(place) });
  }

  // Whether a cell is rock: it is, if the first face that a line from it along x meets is the end of some.
  isOccupied(place) {
    const { arrays, facts } = this.viewer;
    const { quadX, quadY, quadZ, quadSide, quadWidth, quadHeight } = arrays;
    const [x, y, z] = place.map((number) => Math.floor(number / facts.map.scale));
    let nearest = Infinity;
    let isEnd = false;
    for (let quad = 0; quad < quadX.length; quad += 1) {
      const side = quadSide[quad];
      const at = quadX[quad] + (side & 1);
      const isMet = (side >> 1 & 3) === 0 && at > x && at < nearest
        && y >= quadY[quad] && y < quadY[quad] + quadWidth[quad]
        && z >= quadZ[quad] && z < quadZ[quad] + quadHeight[quad];
      if (isMet) [nearest, isEnd] = [at, (side & 1) === 1];
    }
    return isEnd;
  }

  // Shows what is known of a cell, and the way to it; of nothing, hides that.
  show(found) {
    this.cell = found;
    const sheet = element("cell");
    sheet.hidden = found === undefined;
    this.viewer.scene.setWay(found === undefined ? [] : this.wayTo(found));
    this.viewer.request();
    if (found === undefined) return;
    const { low } = this.viewer.facts.map;
    element("cell-name").textContent = `Cell ${found.place.map((number, axis) => number + low[axis]).join(", ")}`;
    const list = element("cell-facts");
    list.replaceChildren();
    for (const [name, value] of this.facts(found)) {
      const term = document.createElement("dt");
      const content = document.createElement("dd");
      term.textContent = name;
      content.textContent = value;
      list.append(term, content);
    }
    element("cell-reason").textContent = this.reason(found);
  }

  facts({ place, index, material, isOccupied }) {
    const { facts } = this.viewer;
    const { arrays, search } = this.searched;
    if (index === undefined) {
      const state = ["state", isOccupied ? "occupied" : "not reached"];
      return material === undefined ? [state] : [state, ["material", material]];
    }
    const { cellG, cellF, cellExpanded, cellQueued, cellSide, cellParent } = arrays;
    const name = (record) => [arrays.cellX, arrays.cellY, arrays.cellZ]
      .map((coordinates, axis) => coordinates[record] + facts.map.low[axis]).join(", ");
    const isExpanded = cellExpanded[index] !== NEVER;
    const [g, f] = [cellG[index], cellF[index]];
    const weighted = /weighted|greedy/.test(search.description);
    const rows = [
      ["state", isExpanded ? "expanded" : "open"],
      ["g", g.toFixed(4)],
      // The priority of weighted searches is no sum of g and h.
      [weighted ? "f - g" : "h", (f - g).toFixed(4)],
      ["f", f.toFixed(4)],
      ["queued after", `${grouped(cellQueued[index])} expansions`],
    ];
    if (isExpanded) rows.push(["expanded as", `number ${grouped(cellExpanded[index] + 1)}`]);
    const parent = cellParent[index];
    rows.push(["reached from", parent === NEVER ? "nothing: a search begins here" : name(parent)]);
    if (arrays.cellSide.includes(1)) rows.push(["search from", cellSide[index] ? "the goal" : "the start"]);
    return rows;
  }

  // Why a cell was not expanded.
  reason({ place, index, isOccupied }) {
    const { facts } = this.viewer;
    const { arrays, order, search } = this.searched;
    if (isOccupied) return "Nothing can be here.";
    const isGoal = search?.goal.every((number, axis) => number === place[axis] + facts.map.low[axis]);
    if (isGoal) return "The goal: a search is done before it would be expanded.";
    if (index === undefined) {
      return "The search never queued it: no expanded cell leads here, or a cheaper or equal way does "
        + "not come through it, or a straight run passed over it.";
    }
    if (arrays.cellExpanded[index] !== NEVER) return "";
    if (search.recorded > search.kept) return "It was still waiting when the replay ends; the search went on.";
    const last = order[order.length - 1];
    const f = arrays.cellF[index].toFixed(4);
    if (search.outcome !== "found" || last === undefined) return "It was still waiting when the search ended.";
    return `It was waiting with f ${f} when the search was done; the path costs ${search.length.toFixed(4)}.`;
  }

  // The places from where the search began to a cell.
  wayTo({ index }) {
    const { cellX, cellY, cellZ, cellParent } = this.searched.arrays;
    const way = [];
    // A way never has more places than there are records.
    for (let left = cellX.length; index !== undefined && index !== NEVER && left > 0; left -= 1) {
      way.push(this.viewer.scene.stretch([cellX[index] + 0.5, cellY[index] + 0.5, cellZ[index] + 0.5]));
      index = cellParent[index];
    }
    return way;
  }
}

// A click points at what lies there; a drag does not. Fingers are less steady than mice.
function bindPointer(viewer) {
  const { canvas, pointer } = viewer;
  let pressed;
  canvas.addEventListener("pointerdown", (event) => { pressed = [event.clientX, event.clientY]; });
  canvas.addEventListener("click", (event) => {
    const moved = pressed ? Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) : 0;
    if (moved < (event.pointerType === "touch" ? 12 : 4)) {
      if (viewer.teller?.follow(event.clientX, event.clientY)) pointer.show(undefined);
      else pointer.show(viewer.teller ? undefined : pointer.at(event.clientX, event.clientY));
    }
  });
  element("cell-close").addEventListener("click", () => pointer.show(undefined));
  element("cell-go").addEventListener("submit", (event) => {
    event.preventDefault();
    const cell = element("cell-place").value.split(/[\s,]+/).filter(Boolean).map(Number);
    if (cell.length === 3 && cell.every(Number.isInteger)) pointer.goTo(cell);
  });
}

