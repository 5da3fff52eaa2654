// The page's connection to the engines: requests go out, and answers come back in any order.

export class MatchClient {
  #post = null;
  #worker = null;
  /** What requests fail with once the worker was ended; null before. */
  #ended = null;
  #number = 0;
  #waiting = new Map();
  /** Called with what the engines report unasked: `{searched}`, `{writersKnown}`, `{timeline}`. */
  onReport = () => {};
  /** Called if the engines stop. */
  onFailure = () => {};

  /** Whether the engines run beside the page. */
  get hasWorker() {
    return this.#worker !== null;
  }

  /** Starts the engines in a worker, or in the page itself, if the browser has no workers. */
  async start(script) {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    try {
      this.#worker = new Worker(url);
      this.#worker.onmessage = ({ data }) => this.#onMessage(data);
      this.#worker.onerror = (event) => this.onFailure(event.message);
      this.#post = (message, transferred) => this.#worker.postMessage(message, transferred);
    } catch {
      const { startServer } = await loadScript(url);
      const serve = startServer((message) => setTimeout(() => this.#onMessage(message), 0));
      this.#post = (message) => serve(message);
    }
  }

  /** Sends a request; its answer is the value of the promise. */
  request(command, parameters = {}, transferred = []) {
    if (this.#ended !== null) return Promise.reject(new Error(this.#ended));
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#post({ number, command, ...parameters }, transferred);
    });
  }

  /** Ends the worker at once. What it was still asked, and what it will be asked, fails with this message. */
  end(message) {
    this.#ended ??= message;
    this.#worker?.terminate();
    this.#waiting.forEach(({ reject }) => reject(new Error(message)));
    this.#waiting.clear();
  }

  #onMessage(message) {
    if (message.number === undefined) {
      this.onReport(message);
      return;
    }
    const { resolve, reject } = this.#waiting.get(message.number);
    this.#waiting.delete(message.number);
    if (message.error === undefined) resolve(message.answer);
    else reject(new Error(message.error));
  }
}

/** Runs the engines' script in the page: what it exports. */
function loadScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve(globalThis.boutEngines);
    script.onerror = () => reject(new Error("the engines could not be loaded"));
    document.head.append(script);
  });
}
