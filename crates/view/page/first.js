// First paths: the clusters that a search looked at, the way from cluster to cluster, and what windows changed.

// The cells along the edge of a cluster.
const CLUSTER = 8;
// What a stage changed of the path before, and what was there.
const CHANGED_COLOR = [0.98, 0.8, 0.1];
const REPLACED_COLOR = [0.5, 0.5, 0.5];

class FirstPath {
  constructor(viewer) {
    this.viewer = viewer;
    this.stage = 0;
    this.names = viewer.sides.map(({ search }) => (search?.stages ?? []).map(({ name }) => name))
      .reduce((longest, names) => (names.length > longest.length ? names : longest), []);
    for (const side of viewer.sides) side.clusters = this.uploadClusters(side);
  }

  // Whether any search of a page is one over clusters.
  static isIn(sides) {
    return sides.some(({ arrays }) => arrays.cellClusterStep.length > 0);
  }

  // The edges of clusters in the order in which they were looked at, of those on the way once more, and the way.
  uploadClusters({ arrays }) {
    const { scene, facts, size } = this.viewer;
    const { cellClusterX, cellClusterY, cellClusterZ, cellClusterStep, cellWayX, cellWayY, cellWayZ, cellWayStep } = arrays;
    const clusters = Array.from(cellClusterX, (x, cluster) => [x, cellClusterY[cluster], cellClusterZ[cluster]]);
    const way = Array.from(cellWayX, (x, entry) => [x, cellWayY[entry], cellWayZ[entry]]);
    const number = (place) => place.map((at, axis) => Math.floor((at + facts.map.low[axis]) / CLUSTER)).join();
    const passed = new Set(way.map(number));
    const edges = (cluster) => edgesOfBox(scene.stretch(cluster.map((at) => Math.max(at, 0))),
      scene.stretch(cluster.map((at, axis) => Math.min(at + CLUSTER, size[axis]))));
    const middle = (cell) => scene.stretch(center(cell));
    const lines = (some) => scene.lines(new Float32Array(some.flatMap(edges)));
    return {
      steps: cellClusterStep,
      array: lines(clusters),
      passed: passed.size,
      passedArray: lines(clusters.filter((cluster) => passed.has(number(cluster)))),
      way: scene.capsules(way.slice(1).flatMap((to, entry) => capsule(middle(way[entry]), middle(to), ABSTRACT_COLOR, 0.13))),
      wayStep: cellWayStep[0] ?? Infinity,
    };
  }

  // Shows the path as it is after a stage, what that changed, and what is proved by then.
  show(stage) {
    const { viewer } = this;
    this.stage = clamped(stage, 0, Math.max(this.names.length - 1, 0));
    const list = element("stage-facts");
    list.replaceChildren();
    const told = viewer.sides.map((side) => {
      const stages = side.search?.stages ?? [];
      const shown = stages[Math.min(this.stage, stages.length - 1)];
      if (!shown) return [];
      const before = this.stage > 0 && this.stage < stages.length ? stages[this.stage - 1] : shown;
      const changes = changesOf(before.turns, shown.turns);
      viewer.scene.showPath(side, changes.ways);
      const proved = shown.lower_bound ? `\u2264 ${(shown.length / shown.lower_bound).toFixed(4)} x optimum` : "nothing";
      return [
        ["length", inSides(shown.length.toFixed(4), viewer.facts.map)],
        ["proved", proved],
        ["expanded", grouped(shown.expanded)],
        ["moves changed", `${grouped(changes.changed)} of ${grouped(changes.moves)}`],
      ];
    }).filter((rows) => rows.length > 0);
    for (const [row, [name]] of (told[0] ?? []).entries()) {
      const term = document.createElement("dt");
      term.textContent = name;
      list.append(term, ...told.map((rows) => {
        const content = document.createElement("dd");
        content.textContent = rows[row][1];
        return content;
      }));
    }
    list.classList.toggle("two", told.length === 2);
    const radio = document.querySelector(`input[name="stage"][value="${this.stage}"]`);
    if (radio) radio.checked = true;
    viewer.request();
  }
}

// The cells of straight runs between turns.
function cellsOf(turns) {
  return turns.flatMap((to, turn) => {
    if (turn === 0) return [to];
    const run = subtract(to, turns[turn - 1]);
    const moves = Math.max(...run.map(Math.abs));
    return Array.from({ length: moves }, (_, move) => turns[turn - 1].map((at, axis) => at + Math.sign(run[axis]) * (move + 1)));
  });
}

// The ways that show what a path has in common with the one before, what is new, and what was replaced; and how many
// of its moves are new.
function changesOf(before, after) {
  const moves = (turns) => {
    const cells = cellsOf(turns);
    return cells.slice(1).map((to, move) => ({ turns: [cells[move], to], name: `${cells[move]} ${to}` }));
  };
  const [old, own] = [moves(before), moves(after)];
  const names = [old, own].map((some) => new Set(some.map(({ name }) => name)));
  const ways = own.map(({ turns, name }) => ({ turns, color: names[0].has(name) ? PATH_COLOR : CHANGED_COLOR, radius: 0.22 }));
  const replaced = old.filter(({ name }) => !names[1].has(name));
  return {
    ways: [...ways, ...replaced.map(({ turns }) => ({ turns, color: REPLACED_COLOR, radius: 0.14 }))],
    changed: own.filter(({ name }) => !names[0].has(name)).length,
    moves: own.length,
  };
}

function bindFirstPath(viewer) {
  const { first, look } = viewer;
  element("first-options").hidden = !first;
  if (!first) return;
  const choices = first.names.map((name, stage) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    const text = document.createElement("span");
    Object.assign(input, { type: "radio", name: "stage", value: stage });
    input.addEventListener("change", () => first.show(stage));
    label.title = stage === 0 ? "The first path" : `After ${name === "optimal" ? "the exact search" : `${name} moves`}`;
    text.textContent = name.replace("windows of ", "").replace("optimal", "best");
    label.append(input, text);
    return label;
  });
  element("stages").append(...choices);
  element("stages").hidden = choices.length < 2;
  for (const [id, name] of [["show-clusters", "hasClusters"], ["show-abstract", "hasAbstract"]]) {
    element(id).addEventListener("change", (event) => { look[name] = event.target.checked; viewer.request(); });
  }
  first.show(0);
}
