// Everything on the graphics card, and how it is drawn.

// Colors of the world by theme, red, green, blue from 0 to 1.
const THEMES = {
  light: {
    background: [0.914, 0.929, 0.953],
    low: [0.66, 0.7, 0.77], high: [0.98, 0.95, 0.9],
    cut: [0.42, 0.46, 0.53], line: [0.25, 0.3, 0.38],
    open: [0.98, 0.62, 0.2], recent: [1, 0.45, 0.75], outline: [1, 1, 1, 1],
  },
  dark: {
    background: [0.055, 0.071, 0.09],
    low: [0.3, 0.36, 0.47], high: [0.66, 0.64, 0.6],
    cut: [0.13, 0.155, 0.2], line: [0.02, 0.03, 0.05],
    open: [1, 0.68, 0.3], recent: [1, 0.75, 0.9], outline: [0.02, 0.03, 0.04, 1],
  },
};
const PATH_COLOR = [1, 0.29, 0.16];
const START_COLOR = [0.1, 0.74, 0.42];
const GOAL_COLOR = [0.93, 0.13, 0.42];
// Stops after viridis: dark to bright, and in that order for every kind of eye.
const STOPS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

// The color at `value` from 0 to 1.
function colorAt(value) {
  const place = clamped(value, 0, 1) * (STOPS.length - 1);
  const stop = Math.min(Math.floor(place), STOPS.length - 2);
  return STOPS[stop].map((from, part) => from + (STOPS[stop + 1][part] - from) * (place - stop));
}

// A compiled program with the places of its uniforms.
class Shader {
  constructor(gl, vertex, fragment) {
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
        throw new Error(gl.getShaderInfoLog(shader));
      }
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(this.program));
    }
    this.uniforms = new Map();
    const count = gl.getProgramParameter(this.program, gl.ACTIVE_UNIFORMS);
    for (let index = 0; index < count; index += 1) {
      const { name, type } = gl.getActiveUniform(this.program, index);
      this.uniforms.set(name, { type, place: gl.getUniformLocation(this.program, name) });
    }
  }

  use(values) {
    const { gl } = this;
    gl.useProgram(this.program);
    for (const [name, value] of Object.entries(values)) {
      const uniform = this.uniforms.get(name);
      if (uniform !== undefined) this.set(uniform, value);
    }
  }

  set({ type, place }, value) {
    const { gl } = this;
    switch (type) {
      case gl.FLOAT: gl.uniform1f(place, value); break;
      case gl.FLOAT_VEC2: gl.uniform2fv(place, value); break;
      case gl.FLOAT_VEC3: gl.uniform3fv(place, value); break;
      case gl.FLOAT_VEC4: gl.uniform4fv(place, value); break;
      case gl.FLOAT_MAT4: gl.uniformMatrix4fv(place, false, value); break;
      default: gl.uniform1i(place, Number(value));
    }
  }
}

class Scene {
  // `facts` and `arrays` are what the program wrote into the page.
  constructor(canvas, facts, arrays) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "high-performance" });
    if (!gl) throw new Error("This browser has no WebGL 2, which the picture needs.");
    Object.assign(this, { gl, canvas, facts, arrays });
    this.surface = new Shader(gl, SURFACE_VERTEX, SURFACE_FRAGMENT);
    this.cell = new Shader(gl, CELL_VERTEX, CELL_FRAGMENT);
    this.capsule = new Shader(gl, CAPSULE_VERTEX, CAPSULE_FRAGMENT);
    this.line = new Shader(gl, LINE_VERTEX, LINE_FRAGMENT);
    this.size = facts.map.size;
    this.reach = length(this.size);
    this.surfaces = this.uploadSurfaces();
    this.cells = this.uploadCells();
    this.capsules = this.uploadCapsules();
    this.box = this.uploadBox();
    this.density = this.uploadDensity();
    this.colors = this.uploadColors();
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

  // Rectangles in twelve bytes each: place in three numbers of 16 bits, side, width, height.
  uploadSurfaces() {
    const { gl, arrays } = this;
    const count = arrays.quadX.length;
    const shorts = new Uint16Array(count * 6);
    const bytes = new Uint8Array(shorts.buffer);
    for (let quad = 0; quad < count; quad += 1) {
      shorts[quad * 6] = arrays.quadX[quad];
      shorts[quad * 6 + 1] = arrays.quadY[quad];
      shorts[quad * 6 + 2] = arrays.quadZ[quad];
      bytes[quad * 12 + 8] = arrays.quadSide[quad];
      bytes[quad * 12 + 9] = arrays.quadWidth[quad];
      bytes[quad * 12 + 10] = arrays.quadHeight[quad];
    }
    const buffer = this.buffer(shorts);
    return {
      count,
      array: this.instances([
        { buffer, size: 3, type: gl.UNSIGNED_SHORT, stride: 12 },
        { buffer, size: 4, type: gl.UNSIGNED_BYTE, stride: 12, offset: 8 },
      ]),
    };
  }

  uploadCells() {
    const { gl, arrays } = this;
    const count = arrays.cellX.length;
    const places = new Uint16Array(count * 4);
    const times = new Float32Array(count * 2);
    for (let cell = 0; cell < count; cell += 1) {
      places[cell * 4] = arrays.cellX[cell];
      places[cell * 4 + 1] = arrays.cellY[cell];
      places[cell * 4 + 2] = arrays.cellZ[cell];
      times[cell * 2] = arrays.cellQueued[cell];
      times[cell * 2 + 1] = arrays.cellExpanded[cell];
    }
    const values = this.buffer(new Float32Array(count));
    const corners = gl.createBuffer();
    const array = this.instances([
      { buffer: this.buffer(places), size: 3, type: gl.UNSIGNED_SHORT, stride: 8 },
      { buffer: this.buffer(times), size: 2, type: gl.FLOAT },
      { buffer: values, size: 1, type: gl.FLOAT },
    ]);
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, corners);
    const sides = [0, 4, 8].flatMap((first) => [0, 1, 2, 2, 1, 3].map((corner) => first + corner));
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint8Array(sides), gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    return { count, array, values };
  }

  // What the cells are colored by, from 0 to 1 each.
  colorCells(values) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.cells.values);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
  }

  uploadCapsules() {
    const { gl, facts } = this;
    const { search } = facts;
    if (!search) return { count: 0, marks: 0 };
    const center = (cell) => cell.map((number, axis) => number - facts.map.low[axis] + 0.5);
    const numbers = [];
    const { turns } = search;
    for (let turn = 1; turn < turns.length; turn += 1) {
      numbers.push(...center(turns[turn - 1]), ...center(turns[turn]), ...PATH_COLOR, 0.22);
    }
    const count = numbers.length / 10;
    for (const [cell, color] of [[search.start, START_COLOR], [search.goal, GOAL_COLOR]]) {
      numbers.push(...center(cell), ...center(cell), ...color, 0.55);
    }
    const buffer = this.buffer(new Float32Array(numbers));
    const arrayFrom = (first) => this.instances([3, 3, 4].map((size, index) => ({
      buffer, size, type: gl.FLOAT, stride: 40, offset: first * 40 + index * 12,
    })));
    return { count, array: arrayFrom(0), marks: 2, markArray: arrayFrom(count) };
  }

  // The edges of a box that the view clips to.
  uploadBox() {
    const { gl } = this;
    const buffer = gl.createBuffer();
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    return { buffer, array };
  }

  uploadDensity() {
    const { gl, facts, arrays } = this;
    const texture = gl.createTexture();
    const [width, height, depth] = facts.map.density_size;
    gl.bindTexture(gl.TEXTURE_3D, texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8, width, height, depth, 0, gl.RED, gl.UNSIGNED_BYTE, arrays.density);
    gl.generateMipmap(gl.TEXTURE_3D);
    gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) {
      gl.texParameteri(gl.TEXTURE_3D, side, gl.CLAMP_TO_EDGE);
    }
    return texture;
  }

  uploadColors() {
    const { gl } = this;
    const texture = gl.createTexture();
    const bytes = new Uint8Array(256 * 4);
    for (let value = 0; value < 256; value += 1) {
      bytes.set([...colorAt(value / 255), 255], value * 4);
    }
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return texture;
  }

  // Draws one frame. `view` is the camera's matrix and axes, `look` what is to be seen.
  draw(view, look) {
    const { gl, canvas } = this;
    const theme = THEMES[look.theme];
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...theme.background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const shared = {
      ...view,
      low: look.low,
      high: look.high,
      // What one pixel spans at a distance of one.
      smallest: 2 * Math.tan(FIELD_OF_VIEW / 2) / canvas.height * look.pixelRatio,
    };
    if (look.hasWorld) this.drawSurfaces(shared, look, theme);
    this.drawBox(shared, look, theme);
    if (this.cells.count > 0) this.drawCells(shared, look, theme);
    if (this.capsules.marks > 0) this.drawCapsules(shared, look, theme);
    gl.bindVertexArray(null);
  }

  drawSurfaces(shared, look, theme) {
    const { gl, facts } = this;
    const { map } = facts;
    const reach = this.reach;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_3D, this.density);
    this.surface.use({
      ...shared,
      density: 0,
      densityEdge: map.density_edge,
      densityScale: map.density_size.map((blocks) => 1 / (blocks * map.density_edge)),
      scale: map.scale,
      worldSize: this.size,
      upward: unit(look.up),
      hasBorder: look.hasBorder,
      hasBacks: look.isCut,
      cutaway: look.cutaway,
      lowColor: theme.low,
      highColor: theme.high,
      cutColor: theme.cut,
      lineColor: theme.line,
      fogColor: theme.background,
      fog: [look.distance + reach * 0.05, look.distance + reach * 1.1],
    });
    gl.bindVertexArray(this.surfaces.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.surfaces.count);
  }

  drawBox(shared, look, theme) {
    const { gl } = this;
    const ends = [look.low, look.high];
    const corners = [];
    for (let axis = 0; axis < 3; axis += 1) {
      for (const a of [0, 1]) {
        for (const b of [0, 1]) {
          for (const end of [0, 1]) {
            const corner = [0, 0, 0];
            corner[axis] = ends[end][axis];
            corner[(axis + 1) % 3] = ends[a][(axis + 1) % 3];
            corner[(axis + 2) % 3] = ends[b][(axis + 2) % 3];
            corners.push(...corner);
          }
        }
      }
    }
    gl.bindVertexArray(this.box.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.box.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners), gl.DYNAMIC_DRAW);
    this.line.use({ ...shared, tint: [...theme.cut, 1] });
    gl.drawArrays(gl.LINES, 0, 24);
  }

  // Draws something where it is in sight, and faintly where something is in front of it.
  everywhere(look, faint, draw) {
    const { gl } = this;
    if (look.isThroughWalls) {
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.depthFunc(gl.GREATER);
      gl.depthMask(false);
      draw(faint);
      gl.depthMask(true);
      gl.disable(gl.BLEND);
    }
    gl.depthFunc(gl.LEQUAL);
    draw(1);
  }

  drawCells(shared, look, theme) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.colors);
    this.cell.use({
      ...shared,
      step: look.step,
      size: look.cellSize,
      hasExpanded: look.hasExpanded,
      hasOpen: look.hasOpen,
      recent: look.recent,
      colors: 0,
      openColor: theme.open,
      recentColor: theme.recent,
      smallest: shared.smallest * 1.6,
    });
    gl.bindVertexArray(this.cells.array);
    this.everywhere(look, look.faint, (opacity) => {
      this.cell.use({ opacity });
      gl.drawElementsInstanced(gl.TRIANGLES, 18, gl.UNSIGNED_BYTE, 0, look.queued);
    });
  }

  drawCapsules(shared, look, theme) {
    const { gl, capsules } = this;
    this.capsule.use({ ...shared, least: 2.1 });
    const draw = (array, count, outline, outlineColor) => {
      if (count === 0) return;
      gl.bindVertexArray(array);
      this.everywhere(look, 0.5, (opacity) => {
        this.capsule.use({ opacity, outline, outlineColor });
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
      });
    };
    const path = look.hasPath ? capsules.count : 0;
    const plain = [0, 0, 0, 0];
    draw(capsules.array, path, 0, plain);
    draw(capsules.markArray, capsules.marks, 2, theme.outline);
    draw(capsules.markArray, capsules.marks, 0, plain);
  }

  // The time of a frame in milliseconds, with everything waited for.
  measure(draw, frames) {
    const { gl } = this;
    const pixel = new Uint8Array(4);
    const finish = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    draw();
    finish();
    const started = performance.now();
    for (let frame = 0; frame < frames; frame += 1) {
      draw();
      finish();
    }
    return (performance.now() - started) / frames;
  }
}

