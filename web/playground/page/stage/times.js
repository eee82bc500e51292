// How long scripts take from frame to frame, all of them together.

const KEPT = 1000;

export class Times {
  constructor() {
    this.clear();
  }

  clear() {
    this.now = 0;
    this.frames = [];
  }

  // Runs something, and counts it toward the frame.
  work(something) {
    const started = performance.now();
    const result = something();
    this.now += performance.now() - started;
    return result;
  }

  // Ends a frame.
  frame() {
    this.frames.push(this.now);
    if (this.frames.length > KEPT) this.frames.shift();
    this.now = 0;
  }

  // The time in milliseconds that a share of the frames stays below.
  quantile(share) {
    const sorted = [...this.frames].sort((a, b) => a - b);
    return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0;
  }
}
