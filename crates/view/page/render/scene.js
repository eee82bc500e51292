// Everything on the graphics card, and how it is drawn.

import { add, edgesOfBox, length, normalized, scaled, stretched, subtract, unit, upTo } from "./algebra.js";
import { FIELD_OF_VIEW } from "./camera.js";
import { Card } from "./card.js";
import { ABSTRACT_COLOR, GOAL_COLOR, START_COLOR, THEMES, WAY_COLOR, colorAt } from "./colors.js";
import { actionColor, wayOf } from "./legs.js";
import { lightOf, sunOf } from "./light.js";

// More cells than these are drawn as points always.
export const MOST_CUBES = 600000;

// The middle of a cell.
export const center = (cell) => cell.map((number) => number + 0.5);

// The sides of a cell as parts of its longest.
export const shapeOf = (sizes) => sizes.map((side) => side / Math.max(...sizes));

// A capsule from place to place as the card takes it; its radius is a part of a cell's breadth.
export const capsule = (from, to, color, radius) => [...from, ...to, ...color, radius];

export class Scene extends Card {
  // `facts` and `arrays` are what the program wrote into the page, `sides` the searches in it.
  constructor(canvas, facts, arrays, sides) {
    super(canvas);
    Object.assign(this, { facts, arrays, sides });
    this.setSize(facts.map);
    this.named = {};
    // Which edits have been made, where the world changes.
    this.version = 0;
    for (const side of sides) {
      side.order = this.orderOfExpansion(side);
      side.capsules = this.uploadCapsules(side);
    }
    this.surfaces = this.uploadSurfaces();
    this.box = this.lines(new Float32Array(72));
    this.rectangles = this.order(this.countRectangles());
    this.density = this.uploadDensity();
    this.light = { of: undefined, texture: this.volume([1, 1, 1], new Uint8Array([255, 255])) };
    this.colors = this.uploadColors();
  }

  // How many cells the world has along each axis, and which sides they have: these are the units of places.
  setSize({ size, cell_sizes: sizes }) {
    this.size = size;
    this.shape = shapeOf(sizes);
    this.breadth = [...this.shape].sort((a, b) => a - b)[1];
    this.extent = this.stretch(size);
    this.reach = length(this.extent);
  }

  // Where a place is that is given in cells.
  stretch(place) {
    return stretched(place, this.shape);
  }

  // The cell of a place.
  cellAt(place) {
    return place.map((number, axis) => Math.floor(number / this.shape[axis]));
  }

  // The cells that were expanded, in that order.
  orderOfExpansion({ search, arrays }) {
    const order = new Uint32Array(search?.kept ?? 0);
    arrays.cellExpanded.forEach((step, cell) => {
      if (step < order.length) order[step] = cell;
    });
    return order;
  }

  // The box around everything that is occupied, or the whole world if nothing is.
  occupied() {
    const { quadX, quadY, quadZ } = this.arrays;
    const { scale } = this.facts.map;
    if (quadX.length === 0) return [[0, 0, 0], this.extent];
    // Every cell at an end of the box shows that end, so its rectangles tell where the box ends.
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    [quadX, quadY, quadZ].forEach((places, axis) => {
      for (const place of places) {
        low[axis] = Math.min(low[axis], place * scale);
        high[axis] = Math.max(high[axis], (place + 1) * scale);
      }
    });
    return [low, high].map((corner) => this.stretch(corner));
  }

  uploadSurfaces() {
    const { quadX, quadY, quadZ, quadSide, quadWidth, quadHeight, quadColor, quadLife } = this.arrays;
    const count = quadX.length;
    const table = this.table(count, quadColor || quadLife ? 4 : 2, (all, quad, place) => {
      if (quadLife) all[place + 3] = quadLife[quad];
      if (quadColor) all[place + 2] = quadColor[quad];
      all[place] = quadX[quad] | quadY[quad] << 16;
      all[place + 1] = quadZ[quad] | quadSide[quad] << 16
        | quadWidth[quad] - 1 << 20 | quadHeight[quad] - 1 << 26;
    });
    const hasClear = quadColor?.some((color) => color >>> 24 === 2) ?? false;
    return { count, table, hasClear };
  }

  // The cells by two tables: expanded ones in that order, and all in the order in which they were
  // queued. `values` are their colors from 0 to 1.
  colorCells(side, values) {
    const { gl } = this;
    const { arrays, order } = side;
    const { cellX, cellY, cellZ, cellQueued, cellExpanded } = arrays;
    const row = (cell) => (all, _, place) => {
      all[place] = cellX[cell] | cellY[cell] << 16;
      all[place + 1] = cellZ[cell] | Math.round(values[cell] * 255) << 16;
      all[place + 2] = cellQueued[cell];
      all[place + 3] = cellExpanded[cell];
    };
    for (const table of Object.values(side.cells ?? {})) gl.deleteTexture(table);
    side.cells = {
      expanded: this.table(order.length, 4, (all, step, place) => row(order[step])(all, step, place)),
      queued: this.table(cellX.length, 4, (all, cell, place) => row(cell)(all, cell, place)),
    };
  }

  // The path of a search and the marks of its ends.
  uploadCapsules({ search }) {
    if (!search) return { path: this.capsules([]), marks: this.capsules([]) };
    const ways = search.legs.length > 0 ? search.legs : [{ action: "walk", turns: search.turns }];
    const ends = [[search.start, START_COLOR], [search.goal, GOAL_COLOR]];
    return {
      path: search.speed
        ? this.speeds(search.speed)
        : this.capsulesOf(ways.map((leg) => ({ ...leg, color: actionColor(leg.action), radius: 0.22 }))),
      marks: this.capsules(ends.flatMap(([cell, color]) => {
        const place = this.placeOf(cell);
        return capsule(place, place, color, 0.45);
      })),
    };
  }

  // The capsules of a path, colored by the speed along it.
  speeds({ states, most }) {
    return this.capsules(states.slice(1).flatMap(([x, y, z, speed], before) => {
      const color = colorAt(most > 0 ? speed / most : 0).map((part) => part / 255);
      return capsule(this.placeOf(states[before].slice(0, 3)), this.placeOf([x, y, z]), color, 0.22);
    }));
  }

  // The middle of a cell.
  placeOf(cell) {
    return this.stretch(this.centerOf(cell));
  }

  // The middle of a cell in cells, counted from the lowest cell of the world.
  centerOf(cell) {
    return center(subtract(cell, this.facts.map.low));
  }

  // The capsules of ways, each with its action if it has one, its turns, color and radius.
  capsulesOf(ways) {
    const numbers = [];
    for (const { action, turns, color, radius } of ways) {
      const places = wayOf(action, turns.map((cell) => this.centerOf(cell)), this.facts.map.up, this.shape);
      for (let place = 1; place < places.length; place += 1) {
        numbers.push(...capsule(places[place - 1], places[place], color, radius));
      }
    }
    return this.capsules(numbers);
  }

  // Shows other ways in place of the path of a search.
  showPath(side, ways) {
    this.forget(side.capsules.path);
    side.capsules.path = this.capsulesOf(ways);
  }

  // Joins places by a way of its own color; of none there is no way.
  setWay(places) {
    const numbers = [];
    for (let place = 1; place < places.length; place += 1) {
      numbers.push(...capsule(places[place - 1], places[place], WAY_COLOR, 0.14));
    }
    // What is pointed at.
    if (places.length > 0) numbers.push(...capsule(places[0], places[0], WAY_COLOR, 0.45));
    this.setCapsules("way", numbers);
  }

  // Keeps capsules under a name, in the place of those that had it.
  setCapsules(name, numbers) {
    const before = this.named[name];
    if (before?.count === numbers.length / 10 && before.count > 0) {
      this.rewrite(before, numbers);
    } else {
      this.forget(before);
      this.named[name] = this.capsules(numbers);
    }
  }

  // The most rectangles that are drawn at once: surfaces, or three for each cube.
  countRectangles() {
    const cubes = this.sides.map(({ order, arrays }) => (order.length > MOST_CUBES ? 0 : arrays.cellX.length));
    return Math.max(this.surfaces.count, 3 * Math.max(...cubes));
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

  // Lights a world whose shares are those of single cells, through the cut or from above, unless that is done.
  shine(look) {
    if (!look.isLit) return;
    const cut = look.cut ?? { axis: look.up, isHigh: true, layer: this.size[look.up] - 1 };
    const of = [cut.axis, cut.isHigh, cut.layer].join();
    const { shape } = this;
    if (this.light.of === of) return;
    this.gl.deleteTexture(this.light.texture);
    const bytes = lightOf(this.arrays.density, this.size, { ...cut, shape }, look.cut ? 0 : 1);
    this.light = { of, texture: this.volume(this.size, bytes), sun: sunOf({ ...cut, shape }) };
  }

  // What lights the world and all in it.
  lights(look, theme) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_3D, this.light.texture);
    const upward = unit(look.up);
    return {
      isLit: look.isLit ?? false,
      light: 2,
      worldSize: this.extent,
      sun: look.isLit ? this.light.sun : normalized(add(scaled(upward, 1.4), [0.55, 0.35, 0.2])),
      sunColor: theme.sun,
      skyColor: theme.sky,
      fogColor: theme.background,
      fog: look.fog ?? [look.distance + this.reach * 0.05, look.distance + this.reach * 1.1],
    };
  }

  // Draws the parts of a frame: each a search, where it is in the picture, the camera's matrix and axes, and
  // what is to be seen.
  draw(parts, look) {
    const { gl } = this;
    this.shine(look);
    gl.clearColor(...THEMES[look.theme].background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    for (const part of parts) {
      gl.viewport(...part.place);
      this.drawPart(part);
    }
  }

  drawPart({ side, place, view, look }) {
    const { gl } = this;
    const theme = THEMES[look.theme];
    const shared = {
      ...view,
      low: this.stretch(look.low),
      high: this.stretch(look.high),
      sides: this.shape,
      breadth: this.breadth,
      // What one pixel spans at a distance of one.
      smallest: 2 * Math.tan(FIELD_OF_VIEW / 2) / place[3] * look.pixelRatio,
    };
    if (look.hasWorld) this.drawSurfaces(shared, look, theme, { isClear: false, opacity: 1 });
    if (look.hasBox ?? true) this.drawBox(shared, look, theme);
    if (side.order.length > 0) this.drawCells(side, shared, look, theme);
    if (side.clusters && look.hasClusters) this.drawClusters(side.clusters, shared, look, theme);
    this.drawCapsules(side, shared, look, theme);
    if (look.hasWorld && this.surfaces.hasClear) this.drawClear(shared, look, theme);
    gl.bindVertexArray(null);
  }

  // Water, ladders and what else one looks through: over all that lies in it.
  drawClear(shared, look, theme) {
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    this.drawSurfaces(shared, { ...look, hasCaps: false }, theme, { isClear: true, opacity: 0.55 });
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  drawSurfaces(shared, look, theme, kind) {
    const { gl, facts } = this;
    const { map } = facts;
    const lights = this.lights(look, theme);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_3D, this.density);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.surfaces.table);
    gl.bindVertexArray(this.rectangles.array);
    this.surface.use({
      ...shared,
      ...kind,
      ...lights,
      grain: look.grain ?? 1,
      table: 0,
      density: 1,
      densityEdge: map.density_edge,
      densityScale: map.density_size.map((blocks) => 1 / (blocks * map.density_edge)),
      scale: map.scale,
      upward: unit(look.up),
      hasBorder: look.hasBorder,
      isChanging: this.arrays.quadLife !== undefined,
      version: this.version,
      hasBacks: look.isCut && look.hasCaps,
      cutaway: look.cutaway,
      lowColor: theme.low,
      highColor: theme.high,
      cutColor: theme.cut,
      capColor: look.hasGlow ? theme.cap : theme.cut,
      edgeColor: look.hasGlow ? theme.edge : theme.cut,
      hazeOfCaps: look.hasGlow ? 0.75 : 0,
      lineColor: theme.line,
    });
    gl.drawElements(gl.TRIANGLES, 6 * this.surfaces.count, gl.UNSIGNED_INT, 0);
  }

  drawBox(shared, look, theme) {
    const { gl } = this;
    gl.bindVertexArray(this.box.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.box.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(edgesOfBox(shared.low, shared.high)), gl.DYNAMIC_DRAW);
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

  drawCells(side, shared, look, theme) {
    const { gl } = this;
    // A cell of a few pixels looks like a point, which is far cheaper.
    const pixels = look.cellSize / (shared.smallest * look.distance);
    const isPoint = pixels < 5 || side.order.length > MOST_CUBES;
    gl.bindVertexArray(this.rectangles.array);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.colors);
    gl.activeTexture(gl.TEXTURE0);
    this.cell.use({
      ...shared,
      table: 0,
      colors: 1,
      isPoint,
      step: look.step,
      size: look.cellSize,
      recent: look.recent,
      openColor: theme.open,
      recentColor: theme.recent,
    });
    const draw = (isOpen, table, count) => {
      gl.bindTexture(gl.TEXTURE_2D, table);
      this.everywhere(look, look.faint, (opacity) => {
        this.cell.use({ isOpen, opacity });
        if (isPoint) gl.drawArrays(gl.POINTS, 0, count);
        else gl.drawElements(gl.TRIANGLES, count * 18, gl.UNSIGNED_INT, 0);
      });
    };
    if (look.hasExpanded) draw(false, side.cells.expanded, look.step);
    if (look.hasOpen) draw(true, side.cells.queued, look.queued);
  }

  // The edges of clusters that were looked at so far, and of those on the way once that is known.
  drawClusters(clusters, shared, look, theme) {
    const { gl } = this;
    const looked = upTo(clusters.steps, 0, clusters.steps.length, look.step);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    for (const [order, share] of [[gl.LEQUAL, 1], [gl.GREATER, look.isThroughWalls ? 0.4 : 0]]) {
      gl.depthFunc(order);
      const draw = ({ array }, count, tint) => {
        gl.bindVertexArray(array);
        this.line.use({ ...shared, tint: [...tint.slice(0, 3), tint[3] * share] });
        gl.drawArrays(gl.LINES, 0, count);
      };
      draw(clusters.array, 24 * looked, [...theme.cluster, 0.3]);
      if (clusters.wayStep <= look.step) draw(clusters.passedArray, clusters.passedArray.count, [...ABSTRACT_COLOR, 0.9]);
    }
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  drawCapsules(side, shared, look, theme) {
    const { gl, named } = this;
    const { capsules } = side;
    this.capsule.use({ ...shared, least: 2.1 });
    const draw = (drawn, outline, outlineColor) => {
      if (!drawn?.count) return;
      gl.bindVertexArray(drawn.array);
      this.everywhere(look, 0.65, (opacity) => {
        this.capsule.use({ opacity, outline, outlineColor });
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, drawn.count);
      });
    };
    const plain = [0, 0, 0, 0];
    if (look.hasPath) draw(capsules.path, 0, plain);
    if (look.hasAbstract && side.clusters?.wayStep <= look.step) draw(side.clusters.way, 0, plain);
    if (look.hasWay) draw(named.way, 0, plain);
    if (look.hasRoutes) draw(named.routes, 0, plain);
    draw(capsules.marks, 2, theme.outline);
    draw(capsules.marks, 0, plain);
    if (look.hasAgents) this.drawAgents(shared, look, theme);
  }

  // Agents, and behind them where they were: the older, the fainter.
  drawAgents(shared, look, theme) {
    const { gl, named } = this;
    const lights = this.lights(look, theme);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    // Where two parts overlap, the first of them is seen.
    gl.depthFunc(gl.LESS);
    for (let age = 0; named[`trail${age}`] !== undefined; age += 1) {
      const { array, count } = named[`trail${age}`];
      if (count === 0) continue;
      gl.bindVertexArray(array);
      this.capsule.use({ ...shared, least: 0.4, outline: 0, outlineColor: [0, 0, 0, 0], opacity: 0.5 / (age + 1) });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    }
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
    if (!named.agents?.count) return;
    this.ball.use({ ...shared, ...lights, least: look.leastBall ?? 4.6, rimColor: theme.rim });
    gl.bindVertexArray(named.agents.array);
    this.everywhere({ ...look, isThroughWalls: look.isThroughWalls || look.ghosts > 0 }, look.ghosts || 0.4, (opacity) => {
      this.ball.use({ opacity });
      if (opacity === 1) {
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      }
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, named.agents.count);
      gl.disable(gl.BLEND);
    });
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

