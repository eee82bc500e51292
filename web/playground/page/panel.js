// The words and controls around the picture.

export const element = (id) => document.getElementById(id);
const grouped = (number) => number.toLocaleString("en-US");

const ALGORITHMS = [
  ["auto", "auto: the fastest exact one"], ["astar", "A*"], ["dijkstra", "Dijkstra"], ["bidirectional", "A* from both ends"],
  ["jump", "jump points"], ["canonical", "canonical A*"], ["lazy-theta", "Lazy Theta*: any angle"], ["clusters", "first path, over clusters"],
  ["greedy", "greedy best-first"], ["weighted:2", "weighted A*, twice"],
];

// What outcomes mean that are no routes.
const WHY = {
  unreachable: "It is proved that there is no way for this agent.",
  "start blocked": "The agent does not fit where it starts, nor near there.",
  "goal blocked": "The agent does not fit at the goal, nor near there.",
  "start outside": "The start is outside of the world.",
  "goal outside": "The goal is outside of the world.",
  "limit reached": "The search reached a limit before it was done.",
};

export class Panel {
  constructor() {
    const choices = (id, others) => {
      for (const [value, name] of [...others, ...ALGORITHMS]) element(id).append(new Option(name, value));
    };
    choices("algorithm", []);
    choices("against", [["", "nothing"]]);
    if (innerWidth <= 640) this.fold();
  }

  say(text) {
    element("message").textContent = text;
  }

  // Says that something went wrong, and that what was shown is as before.
  fail(reason) {
    this.say("");
    element("said").textContent = reason;
  }

  fold() {
    const isFolded = element("panel").classList.toggle("folded");
    element("fold").setAttribute("aria-expanded", String(!isFolded));
  }

  // Has a stage leave out what lies behind the panel and the tools, and puts the names of searches above them.
  makeRoom(stage) {
    const [panel, line] = [element("panel"), element("timeline")];
    const isBeside = !panel.classList.contains("folded") && innerWidth > 640;
    const left = isBeside ? panel.offsetLeft + panel.offsetWidth : 0;
    const { top } = (line.hidden ? element("tools") : line).getBoundingClientRect();
    const uncovered = [1 - left / Math.max(innerWidth, 1), top / Math.max(innerHeight, 1)];
    stage.arrange(stage.sides, uncovered);
    const windows = stage.windows();
    [...element("captions").children].forEach((caption, side) => {
      const { left: from, top: above, wide } = windows[side] ?? windows[0];
      Object.assign(caption.style, { left: `${100 * from}%`, top: `${100 * above}%`, width: `${100 * wide}%` });
    });
  }

  describe(app, { size, cellSizes: [x, y, z], isCavern }) {
    this.unit = x === y && y === z ? "cells" : "longest sides of a cell";
    const { kind, side } = app.spec;
    const isMade = side > 0;
    element("description").textContent = `${isMade ? "" : `${kind}: `}${size.join(" x ")} cells. Click where the agent is to go. Paint walls in its way.`;
    if (isMade) {
      element("world").value = kind;
      element("side").value = side;
    }
    element("cutaway").checked = isCavern;
    element("said").textContent = "";
    this.canUndo(false);
    this.settle(app);
  }

  // Shows the settings of an app.
  settle(app) {
    const { able, wide, high } = app.body;
    document.querySelector(`input[name="able"][value="${able}"]`).checked = true;
    for (const [id, value] of [["wide", wide], ["high", high], ["side", element("side").value], ["count", element("count").value]]) {
      element(id).value = value;
      element(`${id}-said`).textContent = value;
    }
    [element("algorithm").value, element("against").value] = [app.algorithms[0], app.algorithms[1] ?? ""];
    element("steps").checked = app.isStepping;
  }

  canUndo(can) {
    element("undo").disabled = !can;
  }

  // Tells of answers.
  tell(answers) {
    const names = answers.map(({ algorithm }) => nameOf(algorithm));
    document.body.classList.toggle("has-two", answers.length > 1);
    [...element("captions").children].forEach((caption, side) => { caption.textContent = names[side] ?? ""; });
    element("brief").textContent = answers.map(({ legs, length, took, outcome }) => (legs.length > 0 ? `${length.toFixed(1)}\u00a0${this.unit}, ${timeOf(took)}` : outcome)).join(" · ");
    element("answers").replaceChildren(...answers.map((answer, side) => {
      const box = document.createElement("div");
      const isFound = answer.legs.length > 0;
      box.className = isFound ? "answer" : "answer failed";
      const [head, detail] = [document.createElement("strong"), document.createElement("small")];
      head.textContent = isFound ? `${answer.length.toFixed(1)} ${this.unit}, found in ${timeOf(answer.took)}` : answer.outcome;
      const proved = answer.provedFactor === 1 ? "the shortest there is" : answer.provedFactor > 1 ? `at most ${answer.provedFactor.toFixed(2)} times the shortest` : "";
      detail.textContent = [
        answers.length > 1 ? names[side] : "", isFound ? proved : WHY[answer.outcome] ?? "", `${grouped(answer.expanded)} ${answer.expanded === 1 ? "cell" : "cells"} expanded`,
      ].filter(Boolean).join("; ");
      box.append(head, detail);
      return box;
    }));
  }

  // Shows what a frame takes.
  figures(stage) {
    const { calls, triangles } = stage.scene.drawn;
    element("figures").textContent = `${grouped(calls)} draw calls, ${grouped(Math.round(triangles))} triangles; scripts ${stage.times.quantile(0.5).toFixed(1)} ms a frame, p99 ${stage.times.quantile(0.99).toFixed(1)} ms`;
  }
}

function nameOf(algorithm) {
  return ALGORITHMS.find(([value]) => value === algorithm)?.[1] ?? algorithm;
}

function timeOf(milliseconds) {
  return milliseconds < 1 ? `${Math.round(milliseconds * 1000)}\u00a0µs` : `${milliseconds.toFixed(1)}\u00a0ms`;
}
