// Crowds: many agents of one world that go to and fro between two places.

// The seconds of an update.
const STEP = 1 / 30;

// The most work of an update, in cells expanded by an agent that flies.
const WORK = 12_000;

export class Crowds {
  constructor(post) {
    this.post = post;
  }

  // Sends agents from around one cell to around another.
  start(place, { id, agent: wanted, count, starts, goals, speed }) {
    this.stop();
    const description = place.described(wanted);
    const able = { size: wanted.size, ground: description.ground };
    this.place = place;
    this.crowd = place.world.addCrowd({ budget: WORK });
    this.body = place.world.addAgent(description);
    this.homes = [starts, goals].map((cells) => cells.map((cell) => place.position(cell, able)));
    this.ids = [];
    for (const home of this.homes[0]) {
      if (this.ids.length === count) break;
      try {
        this.ids.push(...this.crowd.add(this.body, home, { speed: speed * place.cellSize, stoppingDistance: 1.2 * place.cellSize }));
      } catch {
        // There is no room for this one here: another place is tried.
      }
    }
    // Where each is going: to the goals, or back.
    this.ways = this.ids.map(() => 1);
    this.send(this.ids.map((_, index) => index));
    this.stopwatch = { updates: 0, time: 0, waiting: 0, arrived: 0, noWay: new Set() };
    this.post({ kind: "crowd", id, isStarted: true, count: this.ids.length });
    this.timer = setInterval(() => this.update(), STEP * 1000);
  }

  // Sends some of them where they are going, each to a place of its own.
  send(indices) {
    if (indices.length === 0) return;
    const goals = indices.flatMap((index) => {
      const home = this.homes[this.ways[index]];
      return home[index % home.length];
    });
    this.crowd.send(indices.map((index) => this.ids[index]), goals, { within: this.place.cellSize });
  }

  // Goes to other places from now on.
  redirect({ agent: wanted, goals }) {
    if (!this.crowd) return;
    const able = { size: wanted.size, ground: this.place.described(wanted).ground };
    this.homes[1] = goals.map((cell) => this.place.position(cell, able));
    this.send(this.ids.flatMap((_, index) => (this.ways[index] === 1 ? [index] : [])));
  }

  update() {
    const started = performance.now();
    let update;
    try {
      update = this.crowd.update(STEP);
    } catch (error) {
      this.stop();
      this.post({ kind: "failed", reason: error.message });
      return;
    }
    const { stopwatch } = this;
    const back = [];
    for (const { kind, id } of update.events) {
      const index = this.ids.indexOf(id);
      if (kind === "no path") stopwatch.noWay.add(id);
      else if (kind === "route changed" || kind === "arrived") stopwatch.noWay.delete(id);
      if (kind !== "arrived") continue;
      this.ways[index] = 1 - this.ways[index];
      stopwatch.arrived += 1;
      back.push(index);
    }
    this.send(back);
    stopwatch.updates += 1;
    stopwatch.time += performance.now() - started;
    const places = this.place.shown(update.positions);
    const ways = Uint8Array.from(this.ways);
    this.post({
      kind: "crowd", places, ways, arrived: stopwatch.arrived, noWay: stopwatch.noWay.size,
      took: stopwatch.time / stopwatch.updates,
    }, [places.buffer, ways.buffer]);
  }

  stop() {
    clearInterval(this.timer);
    this.crowd?.free();
    this.body?.free();
    this.crowd = this.body = undefined;
  }
}
