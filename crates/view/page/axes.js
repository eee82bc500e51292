// What is drawn over the picture: numbers along the edges of the world, the directions of its axes, and a scale.

class Axes {
  constructor(viewer) {
    this.viewer = viewer;
    this.canvas = element("overlay");
    // What was drawn last: numbers with their places, and the scale.
    this.ticks = [];
    this.bar = undefined;
  }

  // Draws over a frame: each view with the part of the window that it is in.
  draw(views, ratio) {
    const { canvas, viewer } = this;
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    Object.assign(canvas, { width: Math.round(wide * ratio), height: Math.round(high * ratio) });
    const ink = canvas.getContext("2d");
    ink.scale(ratio, ratio);
    [this.ticks, this.written] = [[], []];
    this.bar = undefined;
    if (!viewer.look.hasAxes) return;
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    Object.assign(ink, {
      font: "12px system-ui, sans-serif", textAlign: "center", textBaseline: "middle", lineWidth: 3,
      lineJoin: "round", strokeStyle: color("--back"), fillStyle: color("--ink"),
    });
    for (const { frame, view } of views) {
      const project = (place) => projected(view.matrix, place, frame, wide, high);
      for (const axis of [0, 1, 2]) this.drawEdge(ink, axis, view, project);
    }
    const line = element("timeline");
    const bottom = line.hidden ? high - 14 : line.offsetTop - 10;
    this.drawScale(ink, views[0].frame, wide - 14, bottom, high);
    this.drawDirections(ink, views[0].view, wide - 46, bottom - 70);
  }

  write(ink, text, x, y) {
    ink.strokeText(text, x, y);
    ink.fillText(text, x, y);
  }

  // Numbers of cells along an edge of what is shown, beside their centers.
  drawEdge(ink, axis, view, project) {
    const { look, facts, scene } = this.viewer;
    const [low, high] = [look.low, look.high].map((corner) => scene.stretch(corner));
    const edge = outerEdge(axis, { low, high }, view.eye, project, look.up);
    if (!edge) return;
    const at = (number) => edge.map((place, other) => (other === axis ? number * scene.shape[axis] : place));
    const middle = project(scaled(add(low, high), 0.5));
    const [first, last] = [look.low[axis], look.high[axis]];
    const ends = [at(first), at(last)].map(project);
    if (!middle || ends.includes(undefined)) return;
    const across = Math.hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
    const step = roundNumber((last - first) * 44 / Math.max(across, 1));
    const origin = facts.map.low[axis];
    const isIn = ([x, y]) => x > 0 && y > 0 && x < this.canvas.clientWidth && y < this.canvas.clientHeight;
    const beside = (place, far) => {
      const away = [place[0] - middle[0], place[1] - middle[1]];
      const out = far / (Math.hypot(...away) || 1);
      return [place[0] + away[0] * out, place[1] + away[1] * out];
    };
    for (let cell = Math.ceil((first + origin) / step) * step; cell < last + origin; cell += step) {
      const place = project(at(cell - origin + 0.5));
      if (!place || !isIn(place)) continue;
      const [x, y] = beside(place, 16);
      // Where edges meet there is room for one.
      if (this.written.some(([a, b]) => Math.abs(a - x) < 24 && Math.abs(b - y) < 13)) continue;
      this.written.push([x, y]);
      this.write(ink, String(cell), x, y);
      this.ticks.push({ axis, cell, x: place[0], y: place[1] });
    }
    const name = beside(project(at((first + last) / 2)), 40);
    ink.font = "600 14px system-ui, sans-serif";
    this.write(ink, "xyz"[axis], ...name);
    ink.font = "12px system-ui, sans-serif";
  }

  // How long some cells are in the middle of the picture, or the longest sides of some.
  drawScale(ink, frame, right, bottom, high) {
    const { camera, facts } = this.viewer;
    const cell = high * frame.high / (2 * Math.tan(FIELD_OF_VIEW / 2) * camera.distance);
    const cells = roundNumber(60 / cell);
    const wide = cells * cell;
    this.bar = { cells, wide };
    ink.fillRect(right - wide, bottom - 3, wide, 3);
    ink.textAlign = "right";
    this.write(ink, `${inSides(grouped(cells), facts.map)} at the middle`, right, bottom - 14);
    ink.textAlign = "center";
  }

  // Where the axes point.
  drawDirections(ink, view, x, y) {
    [0, 1, 2].forEach((axis) => {
      const [right, up] = [view.right[axis], -view.up[axis]];
      ink.beginPath();
      ink.moveTo(x, y);
      ink.lineTo(x + right * 24, y + up * 24);
      ink.save();
      ink.strokeStyle = AXIS_COLORS[axis];
      ink.stroke();
      ink.restore();
      this.write(ink, "xyz"[axis], x + right * 34, y + up * 34);
    });
  }
}

// Colors of the axes as everybody has them: red, green, blue.
const AXIS_COLORS = ["#d1372c", "#23893f", "#2c6fd1"];

// The smallest of 1, 2, 5, 10, 20, 50 ... that is not below a number.
function roundNumber(number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(number, 1)));
  return [1, 2, 5, 10].map((part) => part * power).find((one) => one >= number) ?? 1;
}

// Where a place is in the window, or nowhere if it is behind the eye.
function projected(matrix, place, frame, wide, high) {
  const [x, y, , w] = [0, 1, 2, 3].map((row) => matrix[row] * place[0] + matrix[row + 4] * place[1]
    + matrix[row + 8] * place[2] + matrix[row + 12]);
  if (w <= 0.01) return undefined;
  return [(frame.left + frame.wide * (x / w + 1) / 2) * wide, (frame.top + frame.high * (1 - y / w) / 2) * high];
}

// Of the four edges of what is shown along an axis one at its outline, where numbers hide nothing: the lowest in the
// window, of the upward axis the rightmost. Its corner, or nothing from within.
function outerEdge(axis, { low, high }, eye, project, up) {
  const [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
  const isFacing = (other, end) => (end === 0 ? eye[other] < low[other] : eye[other] > high[other]);
  let best;
  for (const ends of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
    if (isFacing(first, ends[0]) === isFacing(second, ends[1])) continue;
    const corner = [...low];
    corner[first] = ends[0] === 0 ? low[first] : high[first];
    corner[second] = ends[1] === 0 ? low[second] : high[second];
    const middle = [...corner];
    middle[axis] = (low[axis] + high[axis]) / 2;
    const place = project(middle);
    if (!place) continue;
    const rank = axis === up ? place[0] : place[1];
    if (best === undefined || rank > best.rank) best = { rank, corner };
  }
  return best?.corner;
}
