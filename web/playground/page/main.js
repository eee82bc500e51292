// The playground put together.

import { App } from "./app.js";
import { bindControls, bindKeys } from "./controls.js";
import { Crowd } from "./crowd.js";
import { Host } from "./host.js";
import { read } from "./link.js";
import { Panel, element } from "./panel.js";
import { Stage } from "./stage/stage.js";
import { Tools } from "./tools.js";

// Says why nothing can be shown, in place of it.
function giveUp(reason) {
  element("message").textContent = reason;
  for (const id of ["panel", "tools", "timeline"]) element(id).hidden = true;
  document.body.dataset.state = "failed";
}

// The worker and its module: in the page itself where it is one file, beside it otherwise.
async function startWorker() {
  const inside = element("worker-script");
  if (!inside) return { worker: new Worker("worker.js"), source: new URL("voxnav.wasm", location.href).href };
  const script = new Blob([inside.textContent], { type: "text/javascript" });
  const bytes = Uint8Array.from(atob(element("worker-module").textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const source = await new Response(stream).arrayBuffer();
  return { worker: new Worker(URL.createObjectURL(script)), source };
}

async function main() {
  if (typeof WebAssembly === "undefined") {
    return giveUp("This browser does not run WebAssembly, or was told not to, and all searches here are done by it.");
  }
  const panel = new Panel();
  let tools;
  let stage;
  try {
    stage = new Stage(element("scene"), {
      isTaken: (event) => tools.isPainting && event.buttons === 1 && tools.stroke !== undefined,
    });
  } catch (error) {
    return giveUp(`The picture cannot be drawn. ${error.message}`);
  }
  stage.setTheme(stage.look.theme);
  const sizes = new ResizeObserver(() => panel.makeRoom(stage));
  for (const id of ["scene", "panel", "tools", "timeline"]) sizes.observe(element(id));
  element("scene").addEventListener("webglcontextlost", () => giveUp("The graphics card was lost, perhaps for lack of memory: load the page again."));
  const app = new App(stage, panel);
  app.crowd = new Crowd(app);
  tools = new Tools(app);
  const started = await startWorker();
  app.host = new Host({
    ...started,
    take: (message) => stage.times.work(() => app.take(message)),
    failed: (reason) => giveUp(`The library does not run here: ${reason}.`),
  });
  bindControls(app, tools);
  bindKeys(app, tools);
  tools.bind();
  const open = async () => {
    const { spec, agent, algorithms, isStepping, ...shown } = await read(location.hash);
    if (agent) app.body = agent;
    if (algorithms) app.algorithms = algorithms;
    app.isStepping = isStepping;
    panel.settle(app);
    app.makeWorld(spec ?? app.spec, shown);
  };
  addEventListener("hashchange", open);
  await open();
  setInterval(() => panel.figures(stage), 1000);
  // For tests and curious people.
  window.voxnav = { app, stage, tools };
}

main().catch((error) => giveUp(`The page broke down: ${error.message}`));
