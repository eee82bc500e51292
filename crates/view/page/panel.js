// The words and controls around the picture.

const element = (id) => document.getElementById(id);
const grouped = (number) => number.toLocaleString("en-US");
const rounded = (number) => (Math.abs(number) >= 1000 ? grouped(Math.round(number)) : Number(number.toPrecision(5)).toString());

// Says what the program found.
function describe(facts) {
  const { map, search, routes } = facts;
  document.title = `${map.name} · voxnav`;
  element("title").textContent = map.name;
  element("description").textContent = map.description
    + (map.scale > 1 ? `; drawn in blocks of ${map.scale} cells a side` : "");
  element("command").textContent = facts.command;
  element("program").textContent = `${facts.program}, ${grouped(map.quads)} rectangles`;
  if (!search) {
    element("search-section").hidden = true;
    element("search-options").hidden = true;
    element("timeline").hidden = !routes;
    return;
  }
  element("outcome-name").textContent = search.outcome;
  element("outcome-name").classList.toggle("found", search.outcome === "found");
  element("outcome-reason").textContent = search.explanation;
  const rows = [
    ["search", search.description],
    ["guarantee", search.guarantee || null],
    ["start", search.start.join(", ")],
    ["goal", search.goal.join(", ")],
    ["length", search.length === null ? null : `${search.length.toFixed(4)} cells`],
    ["moves", search.moves === null ? null : grouped(search.moves)],
    ["expanded", grouped(search.expanded)],
    ["generated", grouped(search.generated)],
    ["reopened", grouped(search.reopened)],
    ["stale", grouped(search.stale)],
    ["peak open", grouped(search.peak_open)],
    ["lower bound", search.lower_bound > 0 ? search.lower_bound.toFixed(4) : null],
    ["time", search.time_ms === null ? null : `${rounded(search.time_ms)} ms`],
  ];
  for (const [name, value] of rows) {
    if (value === null) continue;
    const term = document.createElement("dt");
    const content = document.createElement("dd");
    term.textContent = name;
    content.textContent = value;
    element("statistics").append(term, content);
  }
  describeLegs(search.legs);
  if (search.recorded > search.kept) {
    element("left-out").hidden = false;
    element("left-out").textContent = `Shown are the first ${grouped(search.kept)} of ${grouped(search.recorded)} expansions.`;
  }
  if (search.recorded === 0 && search.outcome === "found") {
    element("outcome-reason").textContent = "Nothing is in the way: no cell had to be expanded.";
  }
  element("timeline").hidden = search.kept === 0;
}

// A row for each thing that is done along the path: its color, how often, and what it costs in all.
function describeLegs(legs) {
  const sums = new Map();
  for (const { action, cost } of legs) {
    const { count, sum } = sums.get(action) ?? { count: 0, sum: 0 };
    sums.set(action, { count: count + 1, sum: sum + cost });
  }
  element("legs").hidden = legs.length === 0;
  for (const [action, { count, sum }] of sums) {
    const row = document.createElement("li");
    const color = document.createElement("i");
    const parts = LEG_COLORS[action].map((part) => Math.round(part * 255));
    color.style.background = `rgb(${parts.join(" ")})`;
    const often = count === 1 ? "1 leg" : `${grouped(count)} legs`;
    row.append(color, `${action}: ${often}, cost ${rounded(sum)}`);
    element("legs").append(row);
  }
}

// Two sliders for each axis; calls `changed` with the axis, the end (0 or 1) and the value.
function addClips(size, changed) {
  const sliders = size.map((side, axis) => {
    const row = document.createElement("div");
    row.className = "clip";
    row.append("xyz"[axis]);
    const pair = [0, 1].map((end) => {
      const slider = document.createElement("input");
      Object.assign(slider, { type: "range", min: 0, max: side, step: 1, value: end * side });
      slider.id = `clip-${"xyz"[axis]}-${["low", "high"][end]}`;
      slider.setAttribute("aria-label", `${["lowest", "highest"][end]} ${"xyz"[axis]} that is shown`);
      slider.addEventListener("input", () => changed(axis, end, slider.valueAsNumber));
      row.append(slider);
      return slider;
    });
    element("clips").append(row);
    return pair;
  });
  return (axis, end, value) => { sliders[axis][end].value = value; };
}

// What each way of coloring goes by, and from where to where.
function coloring(kind, arrays, search) {
  const { cellG, cellF, cellExpanded, cellSide } = arrays;
  const count = cellG.length;
  if (kind === "end") return { values: Float32Array.from(cellSide, (side) => (side ? 0.85 : 0.25)), low: "start", high: "goal" };
  const never = 0xffffffff;
  const source = kind === "g" ? cellG : kind === "f" ? cellF : cellExpanded;
  let low = Infinity;
  let high = -Infinity;
  for (let cell = 0; cell < count; cell += 1) {
    if (cellExpanded[cell] !== never) {
      low = Math.min(low, source[cell]);
      high = Math.max(high, source[cell]);
    }
  }
  const span = high > low ? high - low : 1;
  const values = new Float32Array(count);
  for (let cell = 0; cell < count; cell += 1) values[cell] = clamped((source[cell] - low) / span, 0, 1);
  const text = (number) => (kind === "order" ? grouped(number + 1) : rounded(number));
  return { values, low: count ? text(low) : "", high: count ? text(high) : "" };
}

// A bar of the colors between the lowest and the highest value.
function showLegend(kind, { low, high }) {
  element("legend-low").textContent = `${kind} ${low}`;
  element("legend-high").textContent = high;
  const stops = STOPS.map((stop) => `rgb(${stop.join(" ")})`).join(", ");
  document.querySelector("#legend i").style.background = `linear-gradient(to right, ${stops})`;
}

