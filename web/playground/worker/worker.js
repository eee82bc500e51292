// The world of the page, and all searches in it: the page's own thread only draws.

import { load } from "../../dist/index.js";
import { Crowds } from "./crowds.js";
import { readDropped } from "./files.js";
import { Place } from "./place.js";
import { ask } from "./questions.js";
import { makeWorld } from "./worlds.js";

const post = (message, transfer = []) => self.postMessage(message, transfer);

class Worker {
  constructor(voxnav) {
    this.voxnav = voxnav;
    this.place = undefined;
    this.question = undefined;
    this.crowds = new Crowds(post);
  }

  // Does what a message says. Edits are done at once; of questions only the newest is answered.
  take(message) {
    switch (message.kind) {
      case "world": return this.show(makeWorld(message.spec), message);
      case "file": return this.show(readDropped(this.voxnav, message), message);
      case "edit": return this.edit(message);
      case "ask": return this.later(message);
      case "crowd": return this.crowds.start(this.place, message);
      case "redirect": return this.crowds.redirect(message);
      case "stop crowd": return this.crowds.stop();
      default: throw new Error(`the worker knows nothing of ${message.kind}`);
    }
  }

  show(made, { id, edits }) {
    this.crowds.stop();
    this.place?.free();
    this.place = new Place(this.voxnav, made);
    for (const { cells, state } of edits ?? []) this.place.edit(cells, state);
    const shown = this.place.whole();
    post({ kind: "world", id, ...shown }, [shown.cells.buffer]);
  }

  edit({ cells, state }) {
    const changed = this.place.edit(cells, state);
    post({ kind: "edited", ...changed });
  }

  later(question) {
    const isWaiting = this.question !== undefined;
    this.question = question;
    if (isWaiting) return;
    // After all messages that have come by now.
    setTimeout(() => {
      const asked = this.question;
      this.question = undefined;
      guarded(asked.id, () => post({ kind: "answer", id: asked.id, answers: ask(this.place, asked) }));
    });
  }
}

// Reports a failure rather than failing in silence.
function guarded(id, work) {
  try {
    work();
  } catch (error) {
    post({ kind: "failed", id, reason: error.message });
  }
}

// The first message has the module: its bytes, or where they are.
self.onmessage = async ({ data }) => {
  try {
    const worker = new Worker(await load(data.source));
    self.onmessage = ({ data: message }) => guarded(message.id, () => worker.take(message));
    post({ kind: "ready" });
  } catch (error) {
    post({ kind: "failed", isFatal: true, reason: error.message });
  }
};
