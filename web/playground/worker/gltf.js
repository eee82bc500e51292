// Triangles of glTF 2.0 files, in one piece (.glb) or as text with all data inside (.gltf), as the Khronos Group
// describes them.

const SIZES = { SCALAR: 1, VEC3: 3 };

// How numbers are stored, by the constants of OpenGL.
const READ = {
  5121: [1, (view, place) => view.getUint8(place)],
  5123: [2, (view, place) => view.getUint16(place, true)],
  5125: [4, (view, place) => view.getUint32(place, true)],
  5126: [4, (view, place) => view.getFloat32(place, true)],
};

const JSON_CHUNK = 0x4e4f534a;
const NO_TURN = [0, 0, 0, 1];

// The corners of all triangles of a scene, nine numbers each.
export function readGltf(bytes) {
  const { document, inside } = partsOf(bytes);
  const buffers = (document.buffers ?? []).map(({ uri }) => (uri === undefined ? inside : dataOf(uri)));
  const corners = [];
  const nodes = document.nodes ?? [];
  const visit = (number, outer, depth) => {
    if (depth > nodes.length) throw new Error("a node of this glTF is within itself");
    const node = nodes[number];
    const matrix = times(outer, matrixOf(node));
    for (const primitive of document.meshes?.[node.mesh]?.primitives ?? []) {
      // Points and lines block nobody.
      if ((primitive.mode ?? 4) !== 4) continue;
      const positions = numbersOf(document, buffers, primitive.attributes.POSITION);
      const order = primitive.indices === undefined
        ? Array.from({ length: positions.length / 3 }, (_, place) => place)
        : numbersOf(document, buffers, primitive.indices);
      for (const vertex of order) {
        const [x, y, z] = positions.slice(3 * vertex, 3 * vertex + 3);
        for (let row = 0; row < 3; row += 1) corners.push(matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row]);
      }
    }
    for (const child of node.children ?? []) visit(child, matrix, depth + 1);
  };
  const { nodes: roots = [...nodes.keys()] } = document.scenes?.[document.scene ?? 0] ?? {};
  for (const root of roots) visit(root, matrixOf({}), 0);
  return Float64Array.from(corners);
}

// What describes the scene, and the bytes beside it.
function partsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (part) => JSON.parse(new TextDecoder().decode(part));
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) return { document: text(bytes) };
  const parts = [];
  for (let place = 12; place + 8 <= bytes.length;) {
    const [length, kind] = [view.getUint32(place, true), view.getUint32(place + 4, true)];
    parts.push({ kind, part: bytes.subarray(place + 8, place + 8 + length) });
    place += 8 + length;
  }
  const [description] = parts.filter(({ kind }) => kind === JSON_CHUNK);
  return { document: text(description.part), inside: parts.find(({ kind }) => kind !== JSON_CHUNK)?.part };
}

function dataOf(uri) {
  const [, base64] = uri.match(/^data:[^,]*;base64,(.*)$/s) ?? [];
  if (base64 === undefined) throw new Error(`the data of this glTF is in another file, ${uri}: save it as .glb, all in one`);
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

// The numbers of an accessor.
function numbersOf({ accessors, bufferViews }, buffers, number) {
  const { bufferView, byteOffset = 0, componentType, count, type } = accessors[number];
  const stored = bufferViews?.[bufferView];
  const bytes = buffers[stored?.buffer];
  const [size, read] = READ[componentType] ?? [];
  if (bytes === undefined || size === undefined || !(type in SIZES)) throw new Error("the positions of this glTF are compressed, or sparse: such are not read");
  const components = SIZES[type];
  const stride = stored.byteStride ?? size * components;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = (stored.byteOffset ?? 0) + byteOffset;
  if (first + (count - 1) * stride + size * components > bytes.length) throw new Error("this glTF is cut off");
  return Array.from({ length: count * components }, (_, place) => read(view, first + Math.floor(place / components) * stride + place % components * size));
}

// The matrix of a node, column by column.
function matrixOf({ matrix, translation = [0, 0, 0], rotation: [x, y, z, w] = NO_TURN, scale: [a, b, c] = [1, 1, 1] }) {
  return matrix ?? [
    a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + w * z), a * 2 * (x * z - w * y), 0,
    b * 2 * (x * y - w * z), b * (1 - 2 * (x * x + z * z)), b * 2 * (y * z + w * x), 0,
    c * 2 * (x * z + w * y), c * 2 * (y * z - w * x), c * (1 - 2 * (x * x + y * y)), 0,
    ...translation, 1,
  ];
}

function times(a, b) {
  return Array.from({ length: 16 }, (_, place) => {
    const [row, column] = [place % 4, place - place % 4];
    return a[row] * b[column] + a[4 + row] * b[column + 1] + a[8 + row] * b[column + 2] + a[12 + row] * b[column + 3];
  });
}
