// The worker, and messages to and from it.

export class Host {
  // `take` is called with each message, `failed` with the reason for which nothing more will come.
  constructor({ worker, source, take, failed }) {
    this.worker = worker;
    this.isReady = false;
    this.waiting = [];
    worker.onmessage = ({ data }) => {
      if (data.kind === "ready") {
        this.isReady = true;
        for (const [message, transfer] of this.waiting) worker.postMessage(message, transfer);
        this.waiting = [];
      } else if (data.isFatal) failed(data.reason);
      else take(data);
    };
    worker.onerror = (event) => failed(event.message ?? "its worker does not start");
    worker.postMessage({ source });
  }

  send(message, transfer = []) {
    if (this.isReady) this.worker.postMessage(message, transfer);
    else this.waiting.push([message, transfer]);
  }
}
