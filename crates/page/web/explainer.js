// Why a match ended as it did. That takes long, so it is found out in a worker of its own: the match that is shown goes on meanwhile, and
// the user can stop it at any moment.

import { element } from "./dom.js";
import { MatchClient } from "./match-client.js";
import { bytesOf } from "./record.js";

export class Explainer {
  #main;
  /** The engines that look for the reason, if some do. */
  #client = null;

  /** `main` is the client of the match that is shown. */
  constructor(main) {
    this.#main = main;
  }

  /** The sentences for a seat, or without one for the best of those who did not win. A request before is stopped. */
  async explain(seat) {
    this.stop();
    // Without workers the page itself would be busy anyway.
    if (!this.#main.hasWorker) return this.#main.request("explain", { seat });
    const client = new MatchClient();
    this.#client = client;
    try {
      await client.start(element("engines-script").textContent);
      const { changes } = await this.#main.request("changes");
      const [wasm, record] = [bytesOf("engines"), bytesOf("record")];
      await client.request("open", { wasm, record, turn: 0 }, [wasm.buffer, record.buffer]);
      for (const { turn, command, ...parameters } of changes) {
        await client.request("show", { turn, span: 1 });
        await client.request(command, { ...parameters, span: 1 });
      }
      return await client.request("explain", { seat });
    } finally {
      client.end("");
      if (this.#client === client) this.#client = null;
    }
  }

  /** Stops what runs, if something does. Who waits for it is told so. */
  stop() {
    this.#client?.end("the explanation was stopped");
  }
}
