// What the graphics card runs. All places are in units of the longest side of a cell, and count from the lowest corner of
// the world. `sides` are those of a cell, 1 for cubes, and `breadth` is the middle one of them.

export const HEAD = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler3D;
precision highp usampler2D;
`;

// Rectangles and cells come out of textures rather than vertex buffers: many small instances are slow
// wherever there is no large graphics card, and in software most of all.
export const TABLE_WIDTH = 2048;
export const TABLE = `
uniform usampler2D table;
uvec4 row(int index) {
  return texelFetch(table, ivec2(index & ${TABLE_WIDTH - 1}, index / ${TABLE_WIDTH}), 0);
}
`;

// Surfaces: four vertices a rectangle. A row of the table is x and y; z, side and size; where materials
// have colors, whether there is one (2: one looks through it), red, green and blue; and where the world
// changes, the version that the rectangle is drawn from and the one in which it is gone.
export const SURFACE_VERTEX = `${HEAD}${TABLE}
uniform mat4 matrix;
uniform vec3 eye;
uniform float scale;
uniform vec3 sides;
uniform bool hasBorder;
uniform bool isChanging;
uniform float version;
uniform bool hasBacks;
uniform bool isClear; // whether those are drawn that one looks through, or the others
centroid out vec3 at; // never beyond the edge of what is cut off
flat out vec3 normal;
flat out float front;
flat out vec4 paint; // the color of the material, and whether it has one (2: one looks through it)

void main() {
  uvec4 quad = row(gl_VertexID >> 2);
  vec3 place = vec3(quad.r & 0xffffu, quad.r >> 16, quad.g & 0xffffu);
  int side = int(quad.g >> 16 & 15u);
  vec2 shape = vec2((quad.g >> 20 & 63u) + 1u, (quad.g >> 26) + 1u);
  int axis = side >> 1 & 3;
  bool higher = (side & 1) == 1;
  bool isBorder = (side & 8) != 0;
  paint = vec4(uvec4(quad.b >> 16, quad.b >> 8, quad.b, quad.b >> 24) & 255u) / vec4(255.0, 255.0, 255.0, 1.0);
  // A hair wider than it is: rectangles of different sizes meet without gaps.
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1);
  vec2 along = axis == 0 ? sides.yz : axis == 1 ? sides.xz : sides.xy;
  vec2 span = corner * shape + (corner - 0.5) * 0.004 / along;
  vec3 offset = axis == 0 ? vec3(float(higher), span) :
    axis == 1 ? vec3(span.x, float(higher), span.y) : vec3(span, float(higher));
  normal = vec3(axis == 0, axis == 1, axis == 2) * (higher ? 1.0 : -1.0);
  vec3 block = sides * scale;
  at = (place + offset) * block;
  // The rectangle is flat: its first corner tells from which side it is seen.
  front = dot(normal, eye - place * block - offset * normal * normal * block) > 0.0 ? 1.0 : 0.0;
  bool isAlive = !isChanging || version >= float(quad.a & 0xffffu) && version < float(quad.a >> 16);
  bool isDrawn = isAlive && isClear == (paint.a > 1.5) && (!isBorder || hasBorder || hasBacks) && (front > 0.5 ? !isBorder || hasBorder : hasBacks);
  gl_Position = isDrawn ? matrix * vec4(at, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}`;

export const SURFACE_FRAGMENT = `${HEAD}
centroid in vec3 at;
flat in vec3 normal;
flat in float front;
flat in vec4 paint;
uniform sampler3D density;
uniform vec3 densityScale; // from cells to the texture
uniform float densityEdge;
uniform vec3 sides;
uniform float breadth;
uniform vec3 low, high; // of what is not clipped
uniform vec3 worldSize;
uniform vec3 upward;
uniform vec3 eye;
uniform vec3 focus;
uniform vec4 cutaway; // direction, and where it ends along it
uniform vec3 lowColor, highColor, cutColor, fogColor, lineColor;
uniform vec2 fog; // where it begins and ends
uniform float opacity;
uniform bool isLit; // whether the light of each cell is known
uniform sampler3D light; // of the sun and of the sky
uniform vec3 sun, sunColor, skyColor; // toward it, and the colors of what they shed
uniform float grain; // how much lines between cells show
uniform vec3 capColor, edgeColor; // of rock that is cut, and at the edge of a cave
uniform float hazeOfCaps; // how much of it fog takes away in the distance
out vec4 color;

// Outside of the world little keeps the light away.
float fullness(vec3 place, float radius) {
  float full = textureLod(density, place / sides * densityScale, log2(max(radius / densityEdge, 1.0))).r;
  bool isOutside = any(lessThan(place, vec3(0.0))) || any(greaterThan(place, worldSize));
  return isOutside ? min(full, 0.2) : full;
}

void main() {
  // Faces at the very border of what is shown belong to it, however their places are rounded.
  if (any(lessThan(at, low - 0.004)) || any(greaterThan(at, high + 0.004))) discard;
  // In the plane of the cut lie fronts of what is left, and backs and edges of what is taken away.
  bool isLeft = front > 0.5 && abs(dot(normal, cutaway.xyz)) > 0.5;
  if (dot(at, cutaway.xyz) < cutaway.w + (isLeft ? -0.004 : 0.004)) discard;
  if (isLit && dot(eye, cutaway.xyz) < cutaway.w) {
    // Where the line of sight enters what is left: if that is rock, it is what is seen, whichever face lies behind.
    vec3 place = eye + (at - eye) * (cutaway.w - dot(eye, cutaway.xyz)) / dot(at - eye, cutaway.xyz);
    ivec3 cell = ivec3(floor(place / sides + cutaway.xyz * 0.5));
    bool isInside = all(greaterThanEqual(place, low)) && all(lessThanEqual(place, high));
    if (isInside && texelFetch(density, clamp(cell, ivec3(0), textureSize(density, 0) - 1), 0).r > 0.5) {
      // Lighter toward the edge of a cave.
      float rim = 1.0 - textureLod(density, (place / sides + cutaway.xyz * 0.6) * densityScale, 2.2).r;
      float sheen = smoothstep(fog.x, fog.y, distance(place, eye));
      color = vec4(mix(mix(capColor, edgeColor, clamp(rim * 1.6, 0.0, 1.0)), fogColor, sheen * hazeOfCaps), 1.0);
      return;
    }
  }
  if (front < 0.5) {
    color = vec4(cutColor, 1.0);
    return;
  }
  float height = clamp(dot(at, upward) / dot(worldSize, upward), 0.0, 1.0);
  vec3 base = paint.a > 0.5 ? paint.rgb : mix(lowColor, highColor, height);
  vec3 shed;
  // How far a cell reaches in front, where that is not less than it is wide.
  vec3 ahead = normal * max(breadth, dot(abs(normal), sides));
  if (isLit) {
    // In the middle of the free cell in front; toward rock beside it both fade, as in every corner.
    vec2 seen = textureLod(light, (at + normal * sides * 0.6) / worldSize, 0.0).rg;
    float open = (0.3 + 0.7 * seen.g) * (1.0 - 0.5 * fullness(at + ahead * 1.2, 2.0));
    float facing = dot(normal, sun);
    shed = skyColor * open * (0.82 + 0.18 * facing) + sunColor * max(facing, 0.0) * seen.r;
  } else {
    vec3 toward = normalize(upward * 1.4 + vec3(0.55, 0.35, 0.2));
    // A cone of three samples along the normal: what is full of rock there keeps the light away.
    float dark = 0.34 * fullness(at + ahead * 1.5, 2.0)
      + 0.36 * fullness(at + ahead * 4.0, 5.0)
      + 0.42 * fullness(at + ahead * 10.0, 12.0);
    shed = vec3(0.62 + 0.26 * dot(normal, toward) + 0.14 * dot(normal, upward)) * (1.0 - clamp(dark, 0.0, 0.55));
  }
  // Lines between cells, where cells are large enough along an axis to tell them apart.
  vec3 grid = 0.5 - (0.5 - abs(fract(at / sides) - 0.5)) * sides - abs(normal);
  vec3 width = fwidth(at);
  float pixel = max(width.x, max(width.y, width.z));
  vec3 lines = smoothstep(0.5 - pixel * 1.2, 0.5 - pixel * 0.2, grid) * clamp(0.35 - pixel * 2.0 / sides, 0.0, 0.22);
  float edge = max(lines.x, max(lines.y, lines.z)) * grain;
  vec3 shade = mix(base * shed, lineColor, edge);
  float far = smoothstep(fog.x, fog.y, distance(at, eye));
  color = vec4(mix(shade, fogColor, far * 0.75), opacity);
}`;

// Cells of the search: small ones of their shape, of which the three sides toward the camera are drawn, or points
// where one would be hardly larger. A row of the table is x and y; z and color; the expansions
// when it was queued and when it was expanded.
export const CELL_VERTEX = `${HEAD}${TABLE}
uniform mat4 matrix;
uniform vec3 eye, forward;
uniform vec3 low, high;
uniform vec3 sides;
uniform float breadth;
uniform float step;
uniform float size;
uniform bool isOpen; // whether waiting cells are drawn, or expanded ones
uniform bool isPoint;
uniform float smallest; // what a pixel spans at distance one
uniform float recent;
uniform sampler2D colors;
uniform vec3 openColor, recentColor;
flat out vec3 tint;

void main() {
  int index = isPoint ? gl_VertexID : gl_VertexID / 12;
  uvec4 cell = row(index);
  vec3 center = vec3(cell.r & 0xffffu, cell.r >> 16, cell.g & 0xffffu) * sides + sides * 0.5;
  float value = float(cell.g >> 16 & 255u);
  float expanded = float(cell.a);
  bool isClipped = any(lessThan(center, low)) || any(greaterThan(center, high));
  if (isClipped || isOpen && expanded < step) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 1.0;
    return;
  }
  // Open cells are smaller; none is too small to be seen.
  float depth = max(dot(center - eye, forward), 0.01);
  vec3 widths = max(size * (isOpen ? 0.6 : 1.0) * sides, min(vec3(smallest * depth * 1.6), sides));
  vec3 color = isOpen ? openColor : mix(texture(colors, vec2((value + 0.5) / 256.0, 0.5)).rgb,
    recentColor, clamp(1.0 - (step - expanded) / recent, 0.0, 1.0) * 0.85);
  if (isPoint) {
    gl_Position = matrix * vec4(center, 1.0);
    gl_PointSize = max(1.1 * min(breadth, max(widths.x, max(widths.y, widths.z))) / (smallest * depth), 1.5);
    tint = color * 0.92;
    return;
  }
  int axis = gl_VertexID % 12 >> 2;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1) - 0.5;
  vec3 toward = vec3(greaterThan(eye, center)) - 0.5;
  vec3 offset = axis == 0 ? vec3(toward.x, corner) :
    axis == 1 ? vec3(corner.x, toward.y, corner.y) : vec3(corner, toward.z);
  gl_Position = matrix * vec4(center + offset * widths, 1.0);
  gl_PointSize = 1.0;
  tint = color * (axis == 0 ? 0.82 : axis == 1 ? 0.9 : 1.0);
}`;

export const CELL_FRAGMENT = `${HEAD}
flat in vec3 tint;
uniform float opacity;
out vec4 color;

void main() {
  color = vec4(tint, opacity);
}`;

// The path and the marks at its ends: capsules of a width of their own that always face the camera.
export const CAPSULE_VERTEX = `${HEAD}
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 look; // color, radius
uniform mat4 matrix;
uniform vec3 eye, forward, right;
uniform float smallest; // a pixel's size at distance one
uniform float least; // the smallest radius in pixels
uniform float outline; // in pixels
uniform float breadth; // of which radii are parts
out vec2 across; // along the capsule and aside
out float girth;
flat out float extent;
flat out vec3 tint;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec3 along = to - from;
  float reach = length(along);
  vec3 direction = reach > 0.0 ? along / reach : right;
  vec3 end = corner.x < 0.0 ? from : to;
  float depth = max(dot(end - eye, forward), 0.01);
  float big = look.w > 0.4 ? 2.2 : 1.0;
  float radius = max(look.w * breadth, smallest * depth * least * big) + smallest * depth * outline;
  vec3 aside = normalize(cross(direction, end - eye) + right * 1e-4);
  vec3 ahead = direction;
  if (reach == 0.0) { // a disk
    ahead = right;
    aside = normalize(cross(forward, right));
  }
  gl_Position = matrix * vec4(end + (ahead * corner.x + aside * corner.y) * radius, 1.0);
  // A little in front of what is in the same cell.
  gl_Position.z -= 0.00002 * gl_Position.w * big;
  across = vec2(corner.x * (reach * 0.5 + radius), corner.y * radius);
  girth = radius;
  extent = reach * 0.5;
  tint = look.rgb;
}`;

export const CAPSULE_FRAGMENT = `${HEAD}
in vec2 across;
in float girth;
flat in float extent;
flat in vec3 tint;
uniform float opacity;
uniform vec4 outlineColor;
out vec4 color;

void main() {
  float away = length(vec2(max(abs(across.x) - extent, 0.0), across.y)) / girth;
  if (away > 1.0) discard;
  float light = 0.72 + 0.38 * sqrt(1.0 - away * away);
  color = vec4(mix(tint * light, outlineColor.rgb, outlineColor.a), opacity);
}`;

// Agents: balls of their own size, and never too small to be seen, as squares that face the camera. Capsules whose ends are
// one place stand for them.
export const BALL_VERTEX = `${HEAD}
layout(location = 0) in vec3 center;
layout(location = 2) in vec4 look; // color, radius
uniform mat4 matrix;
uniform vec3 eye, forward, right, up;
uniform float smallest; // a pixel's size at distance one
uniform float least; // the smallest radius in pixels
uniform float breadth; // of which radii are parts
out vec2 corner;
flat out vec3 middle;
flat out float girth;
flat out vec3 tint;

void main() {
  corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  float depth = max(dot(center - eye, forward), 0.01);
  float radius = look.w * breadth;
  girth = max(radius, smallest * depth * least);
  // A pixel more, for a soft edge.
  float reach = girth + smallest * depth;
  corner *= reach / girth;
  // The side toward the camera is in front of what lies behind the middle.
  gl_Position = matrix * vec4(center + (right * corner.x + up * corner.y) * girth - forward * min(radius, depth * 0.5), 1.0);
  middle = center;
  tint = look.rgb;
}`;

export const BALL_FRAGMENT = `${HEAD}
in vec2 corner;
flat in vec3 middle;
flat in float girth;
flat in vec3 tint;
uniform vec3 eye, forward, right, up;
uniform vec3 worldSize;
uniform vec3 sun, sunColor, skyColor;
uniform bool isLit;
uniform sampler3D light;
uniform vec2 fog;
uniform vec3 fogColor, rimColor;
uniform float opacity;
out vec4 color;

void main() {
  float away = length(corner);
  float pixel = fwidth(away);
  float cover = 1.0 - smoothstep(1.0 - pixel * 0.5, 1.0 + pixel * 0.5, away);
  if (cover < 0.02) discard;
  float toward = sqrt(max(1.0 - away * away, 0.0));
  vec3 normal = right * corner.x + up * corner.y - forward * toward;
  vec2 seen = isLit ? textureLod(light, middle / worldSize, 0.0).rg : vec2(1.0);
  float facing = dot(normal, sun);
  vec3 shed = skyColor * (0.62 + 0.38 * seen.g) * (0.72 + 0.28 * facing) + sunColor * max(facing, 0.0) * (0.25 + 0.75 * seen.r);
  vec3 gloss = vec3(0.35) * pow(max(dot(reflect(-sun, normal), -forward), 0.0), 24.0) * (0.3 + 0.7 * seen.r);
  vec3 shade = tint * (0.3 + shed) + gloss;
  // A rim sets it off from what is behind.
  shade = mix(rimColor, shade, smoothstep(0.02, 0.5, toward));
  float far = smoothstep(fog.x, fog.y, distance(middle, eye));
  color = vec4(mix(shade, fogColor, far * 0.6), opacity * cover);
}`;

// Thin lines: the box of the world.
export const LINE_VERTEX = `${HEAD}
layout(location = 0) in vec3 place;
uniform mat4 matrix;
void main() {
  gl_Position = matrix * vec4(place, 1.0);
}`;

export const LINE_FRAGMENT = `${HEAD}
uniform vec4 tint;
out vec4 color;
void main() {
  color = tint;
}`;
