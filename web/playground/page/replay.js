// The search step by step: what was queued and expanded, as the viewer shows it.

import { element } from "./panel.js";

// The seconds that a replay takes.
const SECONDS = 5;

const grouped = (number) => number.toLocaleString("en-US");

export class Replay {
  constructor(stage) {
    this.stage = stage;
    this.searches = [];
    this.most = 0;
    this.step = 0;
    element("step").addEventListener("input", (event) => {
      this.pause();
      this.goTo(event.target.valueAsNumber);
    });
    element("play").addEventListener("click", () => this.toggle());
  }

  // Shows the searches of answers, if they were recorded, and plays them from the beginning.
  show(answers) {
    const { stage } = this;
    this.searches = answers.map(({ search }) => search).filter(Boolean);
    this.most = Math.max(0, ...this.searches.map(({ kept }) => kept));
    stage.scene.sides.forEach((side, index) => {
      const search = this.searches[index];
      if (search) stage.scene.setSearch(side, search.arrays, search.kept, search.values);
      else if (side.kept > 0) stage.scene.setSearch(side, EMPTY, 0, EMPTY.cellX);
    });
    const hasSearch = this.searches.length > 0;
    element("timeline").hidden = !hasSearch;
    document.body.classList.toggle("has-timeline", hasSearch);
    element("step").max = this.most;
    if (!hasSearch) return this.pause();
    this.goTo(0);
    return this.play();
  }

  goTo(step) {
    this.step = Math.min(Math.max(step, 0), this.most);
    const whole = Math.floor(this.step);
    element("step").value = whole;
    this.searches.forEach(({ kept, queuedBy }, side) => {
      const own = Math.min(whole, kept);
      this.stage.steps[side] = { step: own, queued: queuedBy[own] ?? 0 };
    });
    element("step-text").textContent = `${this.searches.map(({ kept }) => grouped(Math.min(whole, kept))).join(" · ")} expanded`;
    this.stage.look.hasPath = whole >= this.most;
    this.stage.request();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (this.most === 0) return;
    if (this.step >= this.most) this.step = 0;
    element("play").textContent = "\u2016";
    if (this.isPlaying) return;
    this.isPlaying = true;
    this.stage.animate((passed) => {
      if (!this.isPlaying) return false;
      this.goTo(this.step + passed * this.most / SECONDS);
      if (this.step >= this.most) this.pause();
      return this.isPlaying;
    });
  }

  pause() {
    this.isPlaying = false;
    this.stage.look.hasPath = this.searches.length === 0 || this.step >= this.most;
    element("play").textContent = "\u25ba";
  }
}

const NONE = new Uint32Array(0);
const EMPTY = {
  cellX: NONE, cellY: NONE, cellZ: NONE, cellQueued: NONE, cellExpanded: NONE, cellG: NONE, cellF: NONE, cellSide: NONE,
};
