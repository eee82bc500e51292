// A changing world, played back: surfaces that come and go, agents, and the paths that they have.

// The verdicts of the library's replanner in words.
const VERDICTS = {
  kept: "The path is as it was: free, and good enough.",
  repaired: "The path has a short detour around what is in its way, or goes on to where the goal has moved.",
  replanned: "The path is another, found by a search from where the agent is.",
  shorter: "The path is another that is cheaper: a better way has opened.",
  "on its way": "The agent follows its path and turns for others.",
  waiting: "Others are in the way: the agent waits, or makes way.",
  arrived: "The agent is at its goal; where others must pass it makes way and goes back.",
  blocked: "The path is not free, and no other is known by now.",
};

// The color of agents that are pointed at or followed.
const POINTED = [1, 0.82, 0.2];

class PlayBack {
  constructor(viewer) {
    this.viewer = viewer;
    this.facts = viewer.facts.play;
    // The agents that are pointed at and followed.
    this.pointed = this.followed = undefined;
    this.shown = [];
    // How many ages a trail has, and how long each is: a second in all, where it is known how long ticks are.
    const { seconds_per_tick: seconds } = this.facts;
    this.trail = seconds ? { ages: 8, ticks: 0.14 / seconds } : { ages: 0, ticks: 1 };
  }

  // How many of the edits have been made at a tick.
  versionAt(tick) {
    return upTo(this.viewer.arrays.versionTick, 0, this.viewer.arrays.versionTick.length, tick);
  }

  // The last sighting of an agent up to a tick; the one before its first where there is none.
  sightingAt(agent, tick) {
    const { agentFirst, agentTick } = this.viewer.arrays;
    return upTo(agentTick, agentFirst[agent], agentFirst[agent + 1], tick) - 1;
  }

  place(sighting) {
    const { agentX, agentY, agentZ } = this.viewer.arrays;
    return this.viewer.scene.stretch([agentX, agentY, agentZ].map((numbers) => numbers[sighting] + 0.5));
  }

  // Where an agent is at a tick, on its way from one sighting to the next.
  whereabouts(agent, sighting, tick) {
    const { agentFirst, agentTick } = this.viewer.arrays;
    const [here, next] = [sighting, Math.min(sighting + 1, agentFirst[agent + 1] - 1)];
    const passed = agentTick[next] - agentTick[here];
    const part = passed > 0 ? (tick - agentTick[here]) / passed : 0;
    return add(this.place(here), scaled(subtract(this.place(next), this.place(here)), part));
  }

  // The last of some numbers that was said of an agent; nothing if it never was.
  lastSaid(numbers, agent, sighting) {
    for (let place = sighting; place >= this.viewer.arrays.agentFirst[agent]; place -= 1) {
      if (numbers[place] !== NEVER) return numbers[place];
    }
    return undefined;
  }

  // The corners of the path that an agent has.
  path(agent, sighting) {
    const { agentPath, agentPathFirst, agentPathX, agentPathY, agentPathZ } = this.viewer.arrays;
    const path = this.lastSaid(agentPath, agent, sighting);
    if (path === undefined) return [];
    const turns = [];
    for (let turn = agentPathFirst[path]; turn < agentPathFirst[path + 1]; turn += 1) {
      turns.push([agentPathX[turn] + 0.5, agentPathY[turn] + 0.5, agentPathZ[turn] + 0.5]);
    }
    return turns.map((turn) => this.viewer.scene.stretch(turn));
  }

  // The color of what an agent was told last; where nobody is ever told anything, each has one of its own.
  color(verdict, agent) {
    const { verdicts } = this.facts;
    const number = verdicts.length > 0 ? verdict : agent;
    return number === undefined ? [0.5, 0.5, 0.5] : this.colorOf(number).map((part) => part / 255);
  }

  // The color of a verdict, or of an agent, in bytes.
  colorOf(number) {
    const name = this.facts.verdicts[number];
    return Object.hasOwn(DEED_COLORS, name) ? DEED_COLORS[name] : OUTCOME_COLORS[number % OUTCOME_COLORS.length];
  }

  // How much of an agent at a place is shown: all of it on this side of the cut, and nothing a cell beyond.
  share(place) {
    const { look, facts } = this.viewer;
    if (!facts.story || look.isThroughWalls) return 1;
    return clamped(dot(place, look.cutaway) - look.cutaway[3] + 0.7, 0, 1);
  }

  // Whether an agent is pointed at or followed, so that its path is shown.
  isPointed() {
    return this.pointed !== undefined || this.followed !== undefined;
  }

  // The part of a line on this side of the cut, if there is any.
  onThisSide(from, to) {
    const { look, facts } = this.viewer;
    if (!facts.story || look.isThroughWalls) return [from, to];
    const [before, after] = [from, to].map((place) => dot(place, look.cutaway) - look.cutaway[3]);
    if (before < 0 && after < 0) return undefined;
    const met = () => add(from, scaled(subtract(to, from), before / (before - after)));
    return [before < 0 ? met() : from, after < 0 ? met() : to];
  }

  // Shows the world and its agents at a tick; how many were told what last.
  show(tick) {
    const { scene, arrays, look, facts } = this.viewer;
    scene.version = this.versionAt(tick);
    const { radius } = this.facts;
    const [ways, marks] = [[], []];
    const trails = Array.from({ length: this.trail.ages }, () => []);
    const told = this.facts.verdicts.map(() => 0);
    this.shown = [];
    for (let agent = 0; agent < this.facts.agents; agent += 1) {
      const sighting = this.sightingAt(agent, tick);
      if (sighting < arrays.agentFirst[agent]) continue;
      const verdict = this.lastSaid(arrays.agentVerdict, agent, sighting);
      if (verdict !== undefined) told[verdict] += 1;
      const color = this.color(verdict, agent);
      const isPointed = agent === this.pointed || agent === this.followed;
      if (isPointed || look.hasRoutes) {
        const turns = this.path(agent, sighting);
        const girth = isPointed && facts.story ? 0.16 : facts.story ? 0.06 : 0.12;
        for (let turn = 1; turn < turns.length; turn += 1) {
          const part = this.onThisSide(turns[turn - 1], turns[turn]);
          if (part) ways.push(...part[0], ...part[1], ...color, girth);
        }
      }
      const place = this.whereabouts(agent, sighting, tick);
      const share = this.share(place);
      if (share === 0) continue;
      this.shown.push({ agent, place, verdict });
      marks.push(...place, ...place, ...(isPointed ? POINTED : color), (radius ?? 0.5) * share);
      this.addTrail(trails, { agent, tick, place, color, girth: (radius ?? 0.5) * share });
    }
    scene.setCapsules("routes", ways);
    scene.setCapsules("agents", marks);
    trails.forEach((trail, age) => scene.setCapsules(`trail${age}`, trail));
    this.legend(told);
    return told;
  }

  // Adds where an agent was, from now backward, until it stood or had not set out.
  addTrail(trails, { agent, tick, place, color, girth }) {
    let from = place;
    for (const [age, trail] of trails.entries()) {
      const before = tick - (age + 1) * this.trail.ticks;
      const sighting = this.sightingAt(agent, before);
      if (before < 0 || sighting < this.viewer.arrays.agentFirst[agent]) return;
      const to = this.whereabouts(agent, sighting, before);
      if (length(subtract(to, from)) < 0.02) return;
      if (this.share(to) > 0) trail.push(...from, ...to, ...color, girth * (0.62 - 0.55 * age / trails.length));
      from = to;
    }
  }

  // The agent that is shown nearest to a point of the window, if any is near.
  agentAt(x, y) {
    const { pointer, canvas, look, scene } = this.viewer;
    const { eye, direction } = pointer.ray(x, y);
    const pixel = 2 * Math.tan(FIELD_OF_VIEW / 2) / canvas.clientHeight;
    const behind = look.isThroughWalls ? Infinity : pointer.surfaceCell({ eye, direction }).away;
    let best = { share: 1 };
    for (const { agent, place } of this.shown) {
      const offset = subtract(place, eye);
      const away = dot(offset, direction);
      if (away <= 0 || away > behind + 1.5) continue;
      const aside = Math.sqrt(Math.max(dot(offset, offset) - away * away, 0));
      const share = aside / Math.max((this.facts.radius ?? 0.5) * scene.breadth, 9 * pixel * away);
      if (share < best.share) best = { share, agent };
    }
    return best.agent;
  }

  legend(told) {
    const list = element("play-verdicts");
    list.replaceChildren();
    this.facts.verdicts.forEach((name, verdict) => {
      const term = document.createElement("dt");
      const content = document.createElement("dd");
      term.textContent = name;
      term.style.borderLeft = `10px solid rgb(${this.colorOf(verdict).join(" ")})`;
      term.style.paddingLeft = "6px";
      content.textContent = grouped(told[verdict]);
      list.append(term, content);
      if (!Object.hasOwn(VERDICTS, name)) return;
      const meaning = document.createElement("dd");
      meaning.className = "meaning";
      meaning.textContent = VERDICTS[name];
      list.append(meaning);
    });
  }

  words(tick) {
    const { versionTick } = this.viewer.arrays;
    const { seconds_per_tick: seconds } = this.facts;
    if (seconds) return `${(tick * seconds).toFixed(1)} of ${(this.facts.ticks * seconds).toFixed(1)} s`;
    const ticks = `tick ${grouped(tick)} of ${grouped(this.facts.ticks)}`;
    if (versionTick.length === 0) return ticks;
    return `${ticks} \u00b7 edits of ${grouped(this.versionAt(tick))} of ${grouped(versionTick.length)} ticks`;
  }
}

function bindPlay(viewer) {
  const { playBack, look } = viewer;
  element("play-options").hidden = !playBack;
  if (!playBack) return;
  for (const [id, name] of [["play-paths", "hasRoutes"], ["play-agents", "hasAgents"], ["play-hidden", "isThroughWalls"]]) {
    element(id).addEventListener("change", (event) => { look[name] = event.target.checked; viewer.showStep(look.step); });
  }
  viewer.canvas.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0 || event.pointerType === "touch") return;
    const pointed = playBack.agentAt(event.clientX, event.clientY);
    viewer.canvas.style.cursor = pointed === undefined ? "" : "pointer";
    if (pointed === playBack.pointed) return;
    playBack.pointed = pointed;
    if (!viewer.isPlaying) viewer.showStep(look.step);
  });
  element("step").setAttribute("aria-label", "The tick that is shown");
}

