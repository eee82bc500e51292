"use strict";

// Draws the charts with the script that the page carries, in the colors of the page.

async function loadLibrary() {
  const packed = atob(document.getElementById("library").textContent.trim());
  const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.head.append(script);
}

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// What depends on light or dark, by the paths that Plotly.relayout takes.
function scheme(layout) {
  const changes = {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    "font.color": color("--ink"),
    "font.family": "system-ui, sans-serif",
    "hoverlabel.bgcolor": color("--sheet"),
    "hoverlabel.bordercolor": color("--soft"),
    "hoverlabel.font.color": color("--ink"),
    "modebar.bgcolor": "rgba(0,0,0,0)",
    "modebar.color": color("--soft"),
    "modebar.activecolor": color("--ink"),
  };
  for (const axis of Object.keys(layout).filter((key) => /^[xy]axis/.test(key))) {
    changes[`${axis}.gridcolor`] = color("--line");
    changes[`${axis}.zerolinecolor`] = color("--line");
    changes[`${axis}.linecolor`] = color("--line");
  }
  return changes;
}

// A page that is narrower than this has legends below charts, not beside them.
const NARROW = 640;
const BESIDE = {
  "legend.orientation": "v", "legend.xanchor": "left", "legend.x": 1.02,
  "legend.yref": "paper", "legend.yanchor": "top", "legend.y": 1,
};
const BELOW = {
  "legend.orientation": "h", "legend.xanchor": "left", "legend.x": 0,
  "legend.yref": "container", "legend.yanchor": "bottom", "legend.y": 0,
};

// Puts the legend of a chart where it leaves the chart room: below, the chart grows by its height.
async function arrange({ id, plot }) {
  const chart = document.getElementById(id);
  if (!plot.layout.legend) return;
  chart.dataset.height ??= chart.clientHeight;
  const own = Number(chart.dataset.height);
  const { l: left, b: bottom } = plot.layout.margin;
  const isNarrow = chart.clientWidth < NARROW;
  const place = isNarrow ? { ...BELOW, "margin.l": left - 20 } : { ...BESIDE, "margin.l": left };
  await Plotly.relayout(id, { ...place, "margin.b": bottom });
  const legend = isNarrow ? Math.ceil(chart.querySelector(".legend")?.getBBox().height ?? 0) : 0;
  chart.style.height = `${own + legend}px`;
  await Plotly.relayout(id, { "margin.b": bottom + legend });
  await Plotly.Plots.resize(chart);
}

async function draw() {
  await loadLibrary();
  const charts = JSON.parse(document.getElementById("charts").textContent);
  for (const { id, plot } of charts) {
    await Plotly.newPlot(id, plot.data, plot.layout, plot.config);
    await Plotly.relayout(id, scheme(plot.layout));
    await arrange({ id, plot });
  }
  let waiting;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => charts.forEach(arrange), 100);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const { id, plot } of charts) Plotly.relayout(id, scheme(plot.layout));
  });
}

draw().then(
  () => { document.body.dataset.state = "ready"; },
  (error) => {
    document.body.dataset.state = "failed";
    const warning = document.createElement("p");
    warning.className = "warning";
    warning.textContent =
      "The charts could not be drawn; they need a browser of 2023 or later. The tables are complete.";
    document.querySelector("main").prepend(warning);
    console.error(error);
  },
);
