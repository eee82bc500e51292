// What is shown, as a link and as pictures.

// The camera, cuts and slider as text for the part of a link after #.
function stateOf(viewer) {
  const { camera, look, pointer, facts } = viewer;
  const short = (number) => Number(number.toFixed(3));
  const parts = {
    t: camera.target.map(short).join(","),
    d: short(camera.distance),
    y: short(camera.yaw),
    p: short(camera.pitch),
    u: camera.upAxis,
    low: look.low.join(","),
    high: look.high.join(","),
    step: look.step,
    cut: Number(look.isCutAway),
    color: viewer.colorKind,
  };
  if (viewer.first?.stage > 0) parts.stage = viewer.first.stage;
  if (pointer.cell !== undefined) {
    parts.cell = pointer.cell.place.map((number, axis) => number + facts.map.low[axis]).join(",");
  }
  return Object.entries(parts).map(([name, value]) => `${name}=${value}`).join("&");
}

// Shows what a link says; what it says wrongly or not at all stays as it is.
function restore(viewer, text) {
  const parts = new Map(text.replace(/^#/, "").split("&").map((part) => part.split("=")));
  const numbers = (name, count) => {
    const found = (parts.get(name) ?? "").split(",").map(Number);
    return found.length === count && parts.has(name) && found.every(Number.isFinite) ? found : undefined;
  };
  const { camera, look, size } = viewer;
  camera.target = numbers("t", 3) ?? camera.target;
  [camera.distance] = numbers("d", 1)?.map((far) => Math.max(far, 0.1)) ?? [camera.distance];
  [camera.yaw] = numbers("y", 1) ?? [camera.yaw];
  [camera.pitch] = numbers("p", 1)?.map((pitch) => clamped(pitch, -1.55, 1.55)) ?? [camera.pitch];
  const [up] = numbers("u", 1) ?? [];
  if ([0, 1, 2].includes(up)) camera.upAxis = look.up = up;
  const [low, high] = [numbers("low", 3), numbers("high", 3)];
  const isBox = low && high && low.every((number, axis) => number >= 0 && number < high[axis] && high[axis] <= size[axis]);
  if (isBox) {
    for (const axis of [0, 1, 2]) {
      viewer.setClip(axis, 0, low[axis]);
      viewer.setClip(axis, 1, high[axis]);
    }
    [look.low, look.high] = [low, high];
  }
  const [isCut] = numbers("cut", 1) ?? [];
  if (isCut === 0 || isCut === 1) {
    look.isCutAway = isCut === 1;
    element("cutaway").checked = look.isCutAway;
  }
  if (["g", "f", "order", "end"].includes(parts.get("color"))) viewer.color(parts.get("color"));
  const [stage] = numbers("stage", 1) ?? [];
  if (stage !== undefined) viewer.first?.show(Math.round(stage));
  const [step] = numbers("step", 1) ?? [];
  if (step !== undefined) viewer.showStep(Math.round(step));
  const cell = numbers("cell", 3);
  if (cell) viewer.pointer.goTo(cell);
}

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The name of the map, for files.
function fileName(viewer, ending) {
  return `${viewer.facts.map.name.replace(/[^\w.-]+/g, "_")}.${ending}`;
}

// The picture as it is with its axes, without the panel.
function picture(viewer) {
  return new Promise((done) => {
    viewer.draw();
    const { width, height } = viewer.canvas;
    const whole = Object.assign(document.createElement("canvas"), { width, height });
    const ink = whole.getContext("2d");
    for (const layer of [viewer.canvas, viewer.axes.canvas]) ink.drawImage(layer, 0, 0, width, height);
    whole.toBlob((blob) => done(blob), "image/png");
  });
}

// The whole replay as a film, in the time that the list of speeds says.
function film(viewer) {
  const kinds = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
  const kind = kinds.find((one) => window.MediaRecorder?.isTypeSupported(one));
  if (kind === undefined) return Promise.reject(new Error("This browser cannot record a film."));
  const recorder = new MediaRecorder(viewer.canvas.captureStream(30), { mimeType: kind, videoBitsPerSecond: 8e6 });
  const pieces = [];
  recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
  return new Promise((done) => {
    recorder.addEventListener("stop", () => done(new Blob(pieces, { type: kind.split(";")[0] })));
    viewer.showStep(0);
    viewer.play(true);
    recorder.start();
    viewer.whenPlayed = () => setTimeout(() => recorder.stop(), 300);
  });
}

function bindShare(viewer) {
  const say = (text) => { element("share-said").textContent = text; };
  element("link").addEventListener("click", async () => {
    location.hash = stateOf(viewer);
    say("The link is in the address bar.");
    // Some browsers ask first, and some never answer.
    await navigator.clipboard?.writeText(location.href).catch(() => {});
  });
  element("picture").addEventListener("click", async () => {
    download(fileName(viewer, "png"), await picture(viewer));
    say("The picture is saved.");
  });
  element("film").addEventListener("click", async () => {
    say("Recording the replay.");
    try {
      const blob = await film(viewer);
      download(fileName(viewer, blob.type.split("/")[1]), blob);
      say("The film is saved.");
    } catch (error) {
      say(error.message);
    }
  });
  element("film").hidden = viewer.steps === 0;
  addEventListener("hashchange", () => restore(viewer, location.hash));
  if (location.hash.length > 1) restore(viewer, location.hash);
}

