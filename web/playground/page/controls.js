// Controls and keys.

import { add, scaled } from "../../../crates/view/page/render/algebra.js";
import { element } from "./panel.js";
import { write } from "./link.js";

export function bindControls(app, tools) {
  const { stage, panel } = app;
  const on = (id, kind, action) => element(id).addEventListener(kind, action);
  const number = (id) => element(id).valueAsNumber;
  const make = (seed) => app.makeWorld({ kind: element("world").value, side: number("side"), seed });
  on("world", "change", () => make(app.spec.seed));
  on("side", "change", () => make(app.spec.seed));
  on("another", "click", () => make(app.spec.seed + 1));
  on("undo", "click", () => app.undo());
  on("open", "click", () => element("file").click());
  on("file", "change", ({ target }) => openFile(app, target.files[0]));
  on("cutaway", "change", ({ target }) => { stage.look.isCutAway = target.checked; stage.request(); });
  for (const id of ["side", "wide", "high", "count"]) on(id, "input", ({ target }) => { element(`${id}-said`).textContent = target.value; });
  for (const id of ["wide", "high"]) on(id, "change", () => app.setBody({ [id]: number(id) }));
  for (const input of document.querySelectorAll("input[name=able]")) input.addEventListener("change", () => app.setBody({ able: input.value }));
  for (const input of document.querySelectorAll("input[name=tool]")) input.addEventListener("change", () => tools.select(input.value));
  on("brush", "input", () => { tools.brush = number("brush"); });
  const chosen = () => [element("algorithm").value, element("against").value].filter(Boolean);
  for (const id of ["algorithm", "against"]) on(id, "change", () => app.setAlgorithms(chosen()));
  on("steps", "change", ({ target }) => { app.isStepping = target.checked; app.ask(); });
  on("crowd", "click", () => app.crowd.toggle());
  on("fold", "click", () => panel.fold());
  on("frame", "click", () => stage.frameAll());
  on("fly", "click", () => setFlying(stage, !stage.camera.isFlying));
  on("theme", "click", () => stage.setTheme(stage.look.theme === "dark" ? "light" : "dark"));
  on("help-button", "click", () => element("help").showModal());
  on("link", "click", async () => {
    // The page stays as it is, which a change of the hash alone would not let it.
    history.replaceState(null, "", `#${await write(app)}`);
    element("said").textContent = app.spec.side > 0 ? "The link is in the address bar." : "A link does not carry a file: who opens it needs that, too.";
    // Some browsers ask first, and some never answer.
    await navigator.clipboard?.writeText(location.href).catch(() => {});
  });
  bindDrop(app);
}

function setFlying(stage, isFlying) {
  stage.setFlying(isFlying);
  element("fly").setAttribute("aria-pressed", String(isFlying));
}

async function openFile(app, file) {
  if (file) app.openFile(file.name, new Uint8Array(await file.arrayBuffer()));
}

function bindDrop(app) {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    openFile(app, event.dataTransfer.files[0]);
  });
}

// The step along an axis of the world that is nearest to one of the camera's.
function nearestStep(direction, up) {
  const level = direction.map((number, axis) => (axis === up ? 0 : number));
  const axis = level.map(Math.abs).indexOf(Math.max(...level.map(Math.abs)));
  return level.map((number, other) => (other === axis ? Math.sign(number) : 0));
}

export function bindKeys(app, tools) {
  const { stage, panel } = app;
  const up = () => [0, 1, 2].map((axis) => (axis === stage.look.up ? 1 : 0));
  const aside = (sign) => tools.nudge(scaled(nearestStep(stage.camera.axes().right, stage.look.up), sign));
  const ahead = (sign) => tools.nudge(scaled(nearestStep(add(stage.camera.forward(), scaled(stage.camera.axes().up, 0.01)), stage.look.up), sign));
  const brush = (by) => {
    element("brush").valueAsNumber += by;
    tools.brush = element("brush").valueAsNumber;
  };
  const actions = {
    1: () => tools.select("goal"), 2: () => tools.select("start"), 3: () => tools.select("paint"), 4: () => tools.select("erase"),
    "[": () => brush(-2), "]": () => brush(2),
    arrowleft: () => aside(-1), arrowright: () => aside(1), arrowup: () => ahead(1), arrowdown: () => ahead(-1),
    pageup: () => tools.nudge(up()), pagedown: () => tools.nudge(scaled(up(), -1)),
    enter: () => tools.press("paint"), delete: () => tools.press("erase"),
    " ": () => app.replay.toggle(), home: () => app.replay.goTo(0), end: () => app.replay.goTo(Infinity),
    n: () => element("another").click(), z: () => app.undo(), x: () => element("cutaway").click(),
    c: () => app.crowd.toggle(), f: () => setFlying(stage, !stage.camera.isFlying), r: () => stage.frameAll(),
    l: () => element("theme").click(), p: () => panel.fold(), "?": () => element("help").showModal(),
  };
  addEventListener("keydown", (event) => {
    if (event.metaKey || event.altKey || element("help").open) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey && key !== "z") return;
    stage.isFast = event.shiftKey;
    const isOwn = event.target.matches("input[type=range], select") && /^(arrow|home|end|page)/.test(key);
    const isPressed = event.target.matches("button, select, input:not([type=range])") && (key === " " || key === "enter");
    const isChosen = event.target.matches("select") && key.length === 1 || event.target.matches("input[type=radio]:focus-visible") && key.startsWith("arrow");
    if (isOwn || isPressed || isChosen) return;
    if ("wasdqe".includes(key) && key.length === 1) {
      stage.keys.add(key);
      stage.request();
    } else if (actions[key]) actions[key]();
    else return;
    event.preventDefault();
  });
  addEventListener("keyup", (event) => {
    stage.keys.delete(event.key.toLowerCase());
    stage.isFast = event.shiftKey;
  });
  addEventListener("blur", () => stage.keys.clear());
}
