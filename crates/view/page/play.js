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

class PlayBack {
  constructor(viewer) {
    this.viewer = viewer;
    this.facts = viewer.facts.play;
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
    return [agentX, agentY, agentZ].map((numbers) => numbers[sighting] + 0.5);
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
    return turns;
  }

  // The color of what an agent was told last; where nobody is ever told anything, each has one of its own.
  color(verdict, agent) {
    const number = this.facts.verdicts.length > 0 ? verdict : agent;
    return number === undefined ? [0.5, 0.5, 0.5]
      : OUTCOME_COLORS[number % OUTCOME_COLORS.length].map((part) => part / 255);
  }

  // Shows the world and its agents at a tick; how many were told what last.
  show(tick) {
    const { scene, arrays } = this.viewer;
    scene.version = this.versionAt(tick);
    const [ways, marks] = [[], []];
    const told = this.facts.verdicts.map(() => 0);
    for (let agent = 0; agent < this.facts.agents; agent += 1) {
      const sighting = this.sightingAt(agent, tick);
      if (sighting < arrays.agentFirst[agent]) continue;
      const verdict = this.lastSaid(arrays.agentVerdict, agent, sighting);
      if (verdict !== undefined) told[verdict] += 1;
      const color = this.color(verdict, agent);
      const turns = this.path(agent, sighting);
      for (let turn = 1; turn < turns.length; turn += 1) ways.push(...turns[turn - 1], ...turns[turn], ...color, 0.12);
      const place = this.whereabouts(agent, sighting, tick);
      marks.push(...place, ...place, ...color, 0.5);
    }
    scene.setCapsules("routes", ways);
    scene.setCapsules("agents", marks);
    this.legend(told);
    return told;
  }

  legend(told) {
    const list = element("play-verdicts");
    list.replaceChildren();
    this.facts.verdicts.forEach((name, verdict) => {
      const term = document.createElement("dt");
      const content = document.createElement("dd");
      term.textContent = name;
      term.style.borderLeft = `10px solid rgb(${OUTCOME_COLORS[verdict % OUTCOME_COLORS.length].join(" ")})`;
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
    element(id).addEventListener("change", (event) => { look[name] = event.target.checked; viewer.request(); });
  }
  element("step").setAttribute("aria-label", "The tick that is shown");
}

