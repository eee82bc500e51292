// Many paths at once, colored by cost or outcome, and agents that move along them.

// How finely the time line goes while agents move.
const ROUTE_STEPS = 1000;

class Routes {
  constructor(viewer) {
    this.viewer = viewer;
    this.facts = viewer.facts.routes;
    const { routeFirst, routeX, routeY, routeZ } = viewer.arrays;
    this.count = routeFirst.length - 1;
    // How far along its route each turn is.
    this.reached = new Float32Array(routeX.length);
    for (let route = 0; route < this.count; route += 1) {
      for (let turn = routeFirst[route] + 1; turn < routeFirst[route + 1]; turn += 1) {
        const step = [routeX, routeY, routeZ].map((places) => places[turn] - places[turn - 1]);
        this.reached[turn] = this.reached[turn - 1] + length(viewer.scene.stretch(step));
      }
    }
    this.drawn = 0;
    for (let route = 0; route < this.count; route += 1) this.drawn += this.isDrawn(route) ? 1 : 0;
    this.longest = this.reached.reduce((most, far) => Math.max(most, far), 0);
  }

  // The middle of the cell of a turn, in cells.
  center(turn) {
    const { routeX, routeY, routeZ } = this.viewer.arrays;
    return [routeX[turn] + 0.5, routeY[turn] + 0.5, routeZ[turn] + 0.5];
  }

  place(turn) {
    return this.viewer.scene.stretch(this.center(turn));
  }

  // The box around all routes.
  box() {
    if (this.whole) return this.whole;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let turn = 0; turn < this.reached.length; turn += 1) {
      this.place(turn).forEach((number, axis) => {
        low[axis] = Math.min(low[axis], number - 2);
        high[axis] = Math.max(high[axis], number + 2);
      });
    }
    this.whole = [low, high];
    return this.whole;
  }

  // The color of each route, by what it costs, how it ended or, leg by leg, what is done along it.
  color(kind) {
    const { routeLength, routeOutcome } = this.viewer.arrays;
    const drawn = routeLength.filter((_, route) => this.isDrawn(route));
    const low = drawn.reduce((least, cost) => Math.min(least, cost), Infinity);
    const high = drawn.reduce((most, cost) => Math.max(most, cost), 0);
    const part = (cost) => (high > low ? (cost - low) / (high - low) : 0.5);
    this.kind = kind;
    this.colors = Array.from(routeLength, (cost, route) => (kind === "cost"
      ? colorAt(part(cost)) : this.outcomeColor(routeOutcome[route]))
      .map((number) => number / 255));
    this.draw();
    this.legend(low, high);
  }

  // Green for those that arrive, others in turns.
  outcomeColor(outcome) {
    if (this.facts.outcomes[outcome] === "found") return OUTCOME_COLORS[0];
    return OUTCOME_COLORS[1 + outcome % (OUTCOME_COLORS.length - 1)];
  }

  isDrawn(route) {
    const { routeFirst } = this.viewer.arrays;
    return routeFirst[route + 1] > routeFirst[route];
  }

  // What is done on the way to a turn, if that is known.
  actionTo(turn) {
    return this.facts.actions[this.viewer.arrays.routeAction[turn]];
  }

  // The color on the way to a turn.
  colorTo(turn, route) {
    return this.kind === "action" ? actionColor(this.actionTo(turn)) : this.colors[route];
  }

  draw() {
    const { routeFirst } = this.viewer.arrays;
    const numbers = [];
    for (let route = 0; route < this.count; route += 1) {
      for (let turn = routeFirst[route] + 1; turn < routeFirst[route + 1]; turn += 1) {
        const ends = [turn - 1, turn].map((end) => this.center(end));
        const places = wayOf(this.actionTo(turn), ends, this.viewer.facts.map.up, this.viewer.scene.shape);
        for (let place = 1; place < places.length; place += 1) {
          numbers.push(...places[place - 1], ...places[place], ...this.colorTo(turn, route), 0.16);
        }
      }
    }
    this.viewer.scene.setCapsules("routes", numbers);
    this.show(this.far ?? this.longest);
  }

  // Puts every agent where it is when it has come so far; how many have arrived.
  show(far) {
    const { routeFirst } = this.viewer.arrays;
    this.far = far;
    let arrived = 0;
    const numbers = [];
    for (let route = 0; route < this.count; route += 1) {
      if (!this.isDrawn(route)) continue;
      const last = routeFirst[route + 1] - 1;
      let turn = routeFirst[route];
      while (turn < last && this.reached[turn + 1] <= far) turn += 1;
      arrived += turn === last ? 1 : 0;
      let place = this.place(turn);
      if (turn < last) {
        const part = (far - this.reached[turn]) / (this.reached[turn + 1] - this.reached[turn]);
        place = add(place, scaled(subtract(this.place(turn + 1), place), part));
      }
      numbers.push(...place, ...place, ...this.colorTo(Math.min(turn + 1, last), route), 0.5);
    }
    this.viewer.scene.setCapsules("agents", numbers);
    return arrived;
  }

  legend(low, high) {
    const { routeOutcome } = this.viewer.arrays;
    element("route-legend-low").textContent = this.kind === "cost" ? `cost ${rounded(low)}` : "";
    element("route-legend-high").textContent = this.kind === "cost" ? rounded(high) : "";
    const bar = document.querySelector("#route-legend i");
    bar.hidden = this.kind !== "cost";
    bar.style.background = colorBar();
    const list = element("route-outcomes");
    list.replaceChildren();
    const { names, counts, color } = this.kind === "action" ? this.actions() : this.outcomes();
    names.forEach((name, index) => {
      const term = document.createElement("dt");
      const content = document.createElement("dd");
      term.textContent = name;
      if (this.kind !== "cost") {
        term.style.borderLeft = `10px solid rgb(${color(index).join(" ")})`;
        term.style.paddingLeft = "6px";
      }
      content.textContent = grouped(counts[index]);
      list.append(term, content);
    });
  }

  // How the routes ended, and how many did so.
  outcomes() {
    const counts = this.facts.outcomes.map(() => 0);
    for (const outcome of this.viewer.arrays.routeOutcome) counts[outcome] += 1;
    return { names: this.facts.outcomes, counts, color: (outcome) => this.outcomeColor(outcome) };
  }

  // What is done along the routes, and along how many legs.
  actions() {
    const { routeAction, routeFirst } = this.viewer.arrays;
    const counts = this.facts.actions.map(() => 0);
    for (let route = 0; route < this.count; route += 1) {
      for (let turn = routeFirst[route]; turn < routeFirst[route + 1]; turn += 1) {
        const isFirst = turn === routeFirst[route] || routeAction[turn - 1] !== routeAction[turn];
        counts[routeAction[turn]] += isFirst ? 1 : 0;
      }
    }
    const color = (action) => actionColor(this.facts.actions[action]).map((part) => Math.round(part * 255));
    return { names: this.facts.actions, counts, color };
  }
}

// The words and controls of routes.
function bindRoutes(viewer) {
  const { routes, look } = viewer;
  element("route-options").hidden = !routes;
  if (!routes) return;
  element("route-color-by-action").hidden = routes.facts.actions.length === 0;
  for (const input of document.querySelectorAll("input[name=route-color]")) {
    input.checked = input.value === routes.kind;
    input.addEventListener("change", () => { routes.color(input.value); viewer.request(); });
  }
  for (const [id, name] of [["show-routes", "hasRoutes"], ["show-agents", "hasAgents"], ["route-hidden", "isThroughWalls"]]) {
    element(id).addEventListener("change", (event) => { look[name] = event.target.checked; viewer.request(); });
  }
  element("step").setAttribute("aria-label", "How far the agents have come");
}
