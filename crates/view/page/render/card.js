// The graphics card: buffers and tables on it.

import { Shader } from "./shader.js";
import { BALL_FRAGMENT, BALL_VERTEX, CAPSULE_FRAGMENT, CAPSULE_VERTEX, CELL_FRAGMENT, CELL_VERTEX } from "./shaders.js";
import { LINE_FRAGMENT, LINE_VERTEX, SURFACE_FRAGMENT, SURFACE_VERTEX, TABLE_WIDTH } from "./shaders.js";

export class Card {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "high-performance" });
    if (!gl) throw new Error("This browser has no WebGL 2, which the picture needs.");
    Object.assign(this, { gl, canvas });
    this.surface = new Shader(gl, SURFACE_VERTEX, SURFACE_FRAGMENT);
    this.cell = new Shader(gl, CELL_VERTEX, CELL_FRAGMENT);
    this.capsule = new Shader(gl, CAPSULE_VERTEX, CAPSULE_FRAGMENT);
    this.ball = new Shader(gl, BALL_VERTEX, BALL_FRAGMENT);
    this.line = new Shader(gl, LINE_VERTEX, LINE_FRAGMENT);
  }

  // A vertex array of buffers that advance once an instance: [data, components, type, stride, offset].
  instances(attributes) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    attributes.forEach(({ buffer, size, type, stride = 0, offset = 0 }, place) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, type, false, stride, offset);
      gl.vertexAttribDivisor(place, 1);
    });
    gl.bindVertexArray(null);
    return array;
  }

  buffer(data) {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    return buffer;
  }

  // A texture of rows that shaders look up, `parts` numbers of 32 bits each.
  table(count, parts, numbers) {
    const { gl } = this;
    const height = Math.max(Math.ceil(count / TABLE_WIDTH), 1);
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const [name, value] of [["MIN_FILTER", "NEAREST"], ["MAG_FILTER", "NEAREST"]]) {
      gl.texParameteri(gl.TEXTURE_2D, gl[`TEXTURE_${name}`], gl[value]);
    }
    const all = new Uint32Array(height * TABLE_WIDTH * parts);
    for (let index = 0; index < count; index += 1) numbers(all, index, index * parts);
    const [inside, outside] = parts === 2 ? [gl.RG32UI, gl.RG_INTEGER] : [gl.RGBA32UI, gl.RGBA_INTEGER];
    gl.texImage2D(gl.TEXTURE_2D, 0, inside, TABLE_WIDTH, height, 0, outside, gl.UNSIGNED_INT, all);
    return texture;
  }

  // No attributes, only the order of vertices: two triangles for each four of them.
  order(rectangles) {
    const { gl } = this;
    const places = new Uint32Array(rectangles * 6);
    for (let place = 0; place < places.length; place += 6) {
      const first = place / 6 * 4;
      places[place] = first;
      places[place + 1] = places[place + 4] = first + 1;
      places[place + 2] = places[place + 3] = first + 2;
      places[place + 5] = first + 3;
    }
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, places, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    return { array, buffer, count: rectangles };
  }

  // Capsules on the card: ten numbers each, two places, red, green, blue and the radius.
  capsules(numbers) {
    const { gl } = this;
    const buffer = this.buffer(new Float32Array(numbers));
    const array = this.instances([3, 3, 4].map((size, index) => ({
      buffer, size, type: gl.FLOAT, stride: 40, offset: index * 12,
    })));
    return { buffer, array, count: numbers.length / 10 };
  }

  // Writes as many capsules over those that are there.
  rewrite({ buffer }, numbers) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, numbers instanceof Float32Array ? numbers : new Float32Array(numbers));
  }

  // Lines on the card, each by two places.
  lines(numbers) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffer = this.buffer(numbers);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    return { buffer, array, count: numbers.length / 3 };
  }

  // Numbers of the cells of a world, two bytes each, that shaders look up between cells, too.
  volume([width, height, depth], bytes) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_3D, texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.RG8, width, height, depth, 0, gl.RG, gl.UNSIGNED_BYTE, bytes);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_3D, filter, gl.LINEAR);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) {
      gl.texParameteri(gl.TEXTURE_3D, side, gl.CLAMP_TO_EDGE);
    }
    return texture;
  }

  // Counts what is drawn from now on: calls, and triangles.
  count() {
    const { gl } = this;
    this.drawn = { calls: 0, triangles: 0 };
    const counting = (name, triangles) => {
      const draw = gl[name].bind(gl);
      gl[name] = (...given) => {
        this.drawn.calls += 1;
        this.drawn.triangles += triangles(...given);
        draw(...given);
      };
    };
    counting("drawElements", (_, count) => count / 3);
    counting("drawArrays", () => 0);
    counting("drawArraysInstanced", (_, __, count, instances) => (count - 2) * instances);
  }

  forget(drawn) {
    this.gl.deleteBuffer(drawn?.buffer ?? null);
    this.gl.deleteVertexArray(drawn?.array ?? null);
  }
}
