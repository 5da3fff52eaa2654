// The script of the engines: in one worker it serves the playground, in another one the board, and in the viewer's frame the
// viewer. `engines` is what wasm-bindgen made of `crates/playground`; the packer knows where it is.

export { default as load, Match, conform, keys } from "engines";
export { startServer } from "../../page/web/match-server.js";

import { startServer } from "../../page/web/match-server.js";
import { startPlayground } from "./playground-server.js";

if (typeof document === "undefined" && typeof postMessage === "function") {
  const post = (message, transferred) => postMessage(message, transferred);
  let serve = null;
  onmessage = ({ data }) => {
    // The first request says whom this worker serves.
    serve ??= data.command === "begin" ? startPlayground(post) : startServer(post);
    serve(data);
  };
}
