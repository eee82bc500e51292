// What is shown, as the part of a link after #.

const ABLE = ["flies", "walks", "spider"];

// Bytes as letters of links, and back.
function toText(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function toBytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// Cells that differ from the world as it was made, as text: their places as differences, seven bits a byte.
async function editsAsText(changed) {
  const bytes = [];
  let last = 0;
  for (const [index, value] of [...changed].sort(([a], [b]) => a - b)) {
    let number = (index - last) * 2 + value;
    last = index;
    while (number >= 128) {
      bytes.push(number % 128 + 128);
      number = Math.floor(number / 128);
    }
    bytes.push(number);
  }
  return toText(await through(Uint8Array.from(bytes), new CompressionStream("deflate-raw")));
}

async function editsOfText(text) {
  const bytes = await through(toBytes(text), new DecompressionStream("deflate-raw"));
  const changed = new Map();
  let [last, number, factor] = [0, 0, 1];
  for (const byte of bytes) {
    number += byte % 128 * factor;
    factor *= 128;
    if (byte >= 128) continue;
    last += Math.floor(number / 2);
    changed.set(last, number % 2);
    [number, factor] = [0, 1];
  }
  return changed;
}

// Writes what an app shows; its world is one that the page makes.
export async function write(app) {
  const { camera } = app.stage;
  const short = (number) => Number(number.toFixed(2));
  const parts = {
    world: `${app.spec.kind},${app.spec.side},${app.spec.seed}`,
    agent: `${app.agent.able},${app.agent.size[0]},${app.agent.size[1]}`,
    ends: [...app.ends.start, ...app.ends.goal].join(","),
    by: app.algorithms.join("+"),
    view: [...camera.target, camera.distance, camera.yaw, camera.pitch].map(short).join(","),
  };
  if (app.isStepping) parts.steps = 1;
  if (app.changed.size > 0) parts.edits = await editsAsText(app.changed);
  return Object.entries(parts).map(([name, value]) => `${name}=${value}`).join("&");
}

// Reads a link: what it says wrongly or not at all is left out.
export async function read(text) {
  const parts = new Map(text.replace(/^#/, "").split("&").map((part) => part.split("=")));
  const numbers = (name, count) => {
    const found = (parts.get(name) ?? "").split(",").map(Number);
    return found.length === count && parts.has(name) && found.every(Number.isFinite) ? found : undefined;
  };
  const shown = {};
  const [kind, side, seed] = (parts.get("world") ?? "").split(",");
  if (kind && Number(side) >= 16 && Number(side) <= 128) shown.spec = { kind, side: Math.round(side), seed: Number(seed) >>> 0 };
  const [able, wide, high] = (parts.get("agent") ?? "").split(",");
  const isSize = (number) => Number.isInteger(number) && number >= 1 && number <= 5;
  if (ABLE.includes(able) && isSize(Number(wide)) && isSize(Number(high))) shown.agent = { able, wide: Number(wide), high: Number(high) };
  const ends = numbers("ends", 6)?.map(Math.round);
  if (ends) shown.ends = { start: ends.slice(0, 3), goal: ends.slice(3) };
  if (parts.get("by")) shown.algorithms = parts.get("by").split("+").slice(0, 2);
  shown.view = numbers("view", 6);
  shown.isStepping = parts.get("steps") === "1";
  try {
    if (parts.get("edits")) shown.changed = await editsOfText(parts.get("edits"));
  } catch {
    // A link that was cut off is still a link to the world.
  }
  return shown;
}
