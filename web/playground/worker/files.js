// Worlds that were dropped onto the page: files of cells, and meshes whose surfaces become cells.

import { readGltf } from "./gltf.js";

const FORMATS = { voxnav: 1, vox: 2, "3dmap": 1 };

// The cells along the longest side of a mesh.
const SIDE = 96;

// Reads a file by the ending of its name; the axis that points up is that of its format.
export function readDropped(voxnav, { name, bytes }) {
  const ending = name.toLowerCase().split(".").pop();
  if (Object.hasOwn(FORMATS, ending)) return { world: voxnav.worldFromFile(bytes, ending), up: FORMATS[ending] };
  if (ending === "obj") return cellsOf(readObj(new TextDecoder().decode(bytes)), name);
  if (ending === "stl") return { ...cellsOf(readStl(bytes), name), up: 2 };
  if (ending === "glb" || ending === "gltf") return cellsOf(read(name, () => readGltf(bytes)), name);
  throw new Error(`${name}: files that end in .voxnav, .vox, .3dmap, .glb, .gltf, .obj or .stl can be read`);
}

// Names the file in whatever goes wrong with it.
function read(name, work) {
  try {
    return work();
  } catch (error) {
    throw new Error(`${name} is not read: ${error.message}`, { cause: error });
  }
}

// The corners of triangles, nine numbers each, of a Wavefront file.
function readObj(text) {
  const vertices = [];
  const corners = [];
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "v") vertices.push(rest.slice(0, 3).map(Number));
    if (word !== "f") continue;
    const face = rest.map((corner) => {
      const number = Number.parseInt(corner, 10);
      return vertices[number < 0 ? vertices.length + number : number - 1];
    });
    for (let corner = 2; corner < face.length; corner += 1) corners.push(face[0], face[corner - 1], face[corner]);
  }
  return Float64Array.from(corners.flat());
}

// The corners of triangles of a file of stereolithography, in text or in bytes.
function readStl(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= 84 ? view.getUint32(80, true) : 0;
  if (bytes.length === 84 + 50 * count && count > 0) {
    return Float64Array.from({ length: 9 * count }, (_, number) => view.getFloat32(84 + 50 * Math.floor(number / 9) + 12 + 4 * (number % 9), true));
  }
  const found = new TextDecoder().decode(bytes).matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g);
  return Float64Array.from([...found].flatMap(([, ...numbers]) => numbers.map(Number)));
}

// A world of the cells that triangles touch, with some room around.
function cellsOf(corners, name) {
  if (corners.length < 9 || corners.length % 9 !== 0 || !corners.every(Number.isFinite)) throw new Error(`${name}: no triangles are in it`);
  const [low, high] = [Math.min, Math.max].map((end) => [0, 1, 2].map((axis) => {
    let found = corners[axis];
    for (let place = axis; place < corners.length; place += 3) found = end(found, corners[place]);
    return found;
  }));
  const scale = SIDE / Math.max(...high.map((end, axis) => end - low[axis]), 1e-9);
  const room = 4;
  const size = high.map((end, axis) => Math.ceil((end - low[axis]) * scale) + 1 + 2 * room);
  const cells = new Uint8Array(size[0] * size[1] * size[2]);
  const triangle = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
  for (let place = 0; place < corners.length; place += 9) {
    for (let number = 0; number < 9; number += 1) {
      const axis = number % 3;
      triangle[Math.floor(number / 3)][axis] = (corners[place + number] - low[axis]) * scale + room;
    }
    fill(cells, size, triangle);
  }
  return { size, cells };
}

// Fills the cells that a triangle touches, by planes that might lie between (T. Akenine-Möller, "Fast 3D Triangle-Box
// Overlap Testing", 2001).
function fill(cells, size, [a, b, c]) {
  const minus = (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const edges = [minus(b, a), minus(c, b), minus(a, c)];
  const axes = [cross(edges[0], edges[1])];
  for (const edge of edges) axes.push([0, -edge[2], edge[1]], [edge[2], 0, -edge[0]], [-edge[1], edge[0], 0]);
  const spans = axes.map((axis) => {
    const [p, q, r] = [dot(axis, a), dot(axis, b), dot(axis, c)];
    const reach = (Math.abs(axis[0]) + Math.abs(axis[1]) + Math.abs(axis[2])) / 2 + 1e-9;
    return [axis, Math.min(p, q, r) - reach, Math.max(p, q, r) + reach];
  });
  const first = [0, 1, 2].map((axis) => Math.floor(Math.min(a[axis], b[axis], c[axis])));
  const last = [0, 1, 2].map((axis) => Math.min(Math.floor(Math.max(a[axis], b[axis], c[axis])), size[axis] - 1));
  for (let z = first[2]; z <= last[2]; z += 1) for (let y = first[1]; y <= last[1]; y += 1) for (let x = first[0]; x <= last[0]; x += 1) {
    const middle = [x + 0.5, y + 0.5, z + 0.5];
    const isApart = spans.some(([axis, least, most]) => {
      const at = dot(axis, middle);
      return at < least || at > most;
    });
    if (!isApart) cells[x + size[0] * (y + size[1] * z)] = 1;
  }
}
