// The words and controls around the picture.

const element = (id) => document.getElementById(id);
const grouped = (number) => number.toLocaleString("en-US");
const rounded = (number) => (Math.abs(number) >= 1000 ? grouped(Math.round(number)) : Number(number.toPrecision(5)).toString());

// A length in words: it is in cells, or in the longest sides of cells whose sides differ.
function inSides(number, { cell_sizes: [x, y, z] }) {
  const name = x === y && y === z ? "cell" : "longest side";
  return `${number} ${name}${number === "1" ? "" : "s"}`;
}

// Says what the program found.
function describe(facts) {
  const { map, search, routes, play } = facts;
  document.title = `${map.name} · voxnav`;
  element("title").textContent = map.name;
  element("description").textContent = map.description
    + (map.scale > 1 ? `; drawn in blocks of ${map.scale} cells a side` : "");
  element("command").textContent = facts.command;
  element("program").textContent = `${facts.program}, ${grouped(map.quads)} rectangles`;
  if (!search) {
    element("search-section").hidden = true;
    element("search-options").hidden = true;
    element("timeline").hidden = !routes && !play;
    return;
  }
  const searches = [search, facts.against].filter(Boolean);
  const outcomes = searches.map(({ outcome }) => outcome);
  element("outcome-name").textContent = outcomes.join(" \u00b7 ");
  element("outcome-name").classList.toggle("found", outcomes.every((outcome) => outcome === "found"));
  element("outcome-reason").textContent = search.explanation;
  element("statistics").classList.toggle("two", searches.length === 2);
  const told = searches.map((one) => statisticsOf(one, map));
  told[0].forEach(([name, value], row) => {
    const values = told.map((rows) => rows[row][1]);
    if (values.every((one) => one === null)) return;
    const term = document.createElement("dt");
    term.textContent = name;
    element("statistics").append(term, ...values.map((one) => {
      const content = document.createElement("dd");
      content.textContent = one ?? "";
      return content;
    }));
  });
  if (search.recorded > search.kept) {
    element("left-out").hidden = false;
    element("left-out").textContent = `Shown are the first ${grouped(search.kept)} of ${grouped(search.recorded)} expansions.`;
  }
  if (search.recorded === 0 && search.outcome === "found") {
    element("outcome-reason").textContent = "Nothing is in the way: no cell had to be expanded.";
  }
  if (search.speed) {
    element("speed-legend").hidden = false;
    element("speed-legend-high").textContent = `${rounded(search.speed.most)}/s`;
    document.querySelector("#speed-legend i").style.background = colorBar();
  }
  describeLegs(search.speed ? [] : search.legs);
  element("timeline").hidden = searches.every(({ kept }) => kept === 0);
}

// What a search took, and whatever else is known of it in a word.
function statisticsOf(search, map) {
  return [
    ["search", search.description],
    ["guarantee", search.guarantee || null],
    ["start", search.start.join(", ")],
    ["goal", search.goal.join(", ")],
    ["length", search.length === null ? null : inSides(search.length.toFixed(4), map)],
    ["on the way", search.speed ? `${search.speed.seconds.toFixed(2)} s` : null],
    ["moves", search.moves === null ? null : grouped(search.moves)],
    ["expanded", grouped(search.expanded)],
    ["generated", grouped(search.generated)],
    ["reopened", grouped(search.reopened)],
    ["stale", grouped(search.stale)],
    ["peak open", grouped(search.peak_open)],
    ["lower bound", search.lower_bound === null ? null : search.lower_bound.toFixed(4)],
    ["time", search.time_ms === null ? null : `${rounded(search.time_ms)} ms`],
  ];
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
    const parts = actionColor(action).map((part) => Math.round(part * 255));
    color.style.background = `rgb(${parts.join(" ")})`;
    const often = count === 1 ? "1 leg" : `${grouped(count)} legs`;
    row.append(color, `${action}: ${often}, cost ${rounded(sum)}`);
    element("legs").append(row);
  }
}

// Two sliders for each axis, with the lowest and the highest cell that is shown; calls `changed` with the axis, the end
// (0 or 1) and the value.
function addClips({ size, low }, changed) {
  const rows = size.map((side, axis) => {
    const row = document.createElement("div");
    row.className = "clip";
    row.append("xyz"[axis]);
    const said = document.createElement("output");
    const pair = [0, 1].map((end) => {
      const slider = document.createElement("input");
      Object.assign(slider, { type: "range", min: 0, max: side, step: 1, value: end * side });
      slider.id = `clip-${"xyz"[axis]}-${["low", "high"][end]}`;
      slider.setAttribute("aria-label", `${["lowest", "highest"][end]} ${"xyz"[axis]} that is shown`);
      slider.addEventListener("input", () => changed(axis, end, slider.valueAsNumber));
      row.append(slider);
      return slider;
    });
    row.append(said);
    element("clips").append(row);
    const say = () => {
      const [first, last] = pair.map((slider, end) => slider.valueAsNumber + low[axis] - end);
      said.textContent = `${first} to ${last}`;
    };
    say();
    return { pair, say };
  });
  return (axis, end, value) => {
    rows[axis].pair[end].value = value;
    rows[axis].say();
  };
}

// What each way of coloring goes by, and from where to where.
// All sides have one scale.
function coloring(kind, sides) {
  if (kind === "end") {
    const values = sides.map(({ arrays }) => Float32Array.from(arrays.cellSide, (side) => (side ? 0.85 : 0.25)));
    return { values, low: "start", high: "goal" };
  }
  const never = 0xffffffff;
  const name = kind === "g" ? "cellG" : kind === "f" ? "cellF" : "cellExpanded";
  let low = Infinity;
  let high = -Infinity;
  for (const { arrays } of sides) {
    const source = arrays[name];
    for (let cell = 0; cell < source.length; cell += 1) {
      if (arrays.cellExpanded[cell] === never) continue;
      low = Math.min(low, source[cell]);
      high = Math.max(high, source[cell]);
    }
  }
  const span = high > low ? high - low : 1;
  const values = sides.map(({ arrays }) => Float32Array.from(arrays[name], (value) => clamped((value - low) / span, 0, 1)));
  const text = (number) => (kind === "order" ? grouped(number + 1) : rounded(number));
  const isEmpty = low > high;
  return { values, low: isEmpty ? "" : text(low), high: isEmpty ? "" : text(high) };
}

// A bar of the colors between the lowest and the highest value.
function showLegend(kind, { low, high }) {
  element("legend-low").textContent = `${kind} ${low}`;
  element("legend-high").textContent = high;
  document.querySelector("#legend i").style.background = colorBar();
}

