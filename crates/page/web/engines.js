// The script of the engines, which runs in a worker, or in the page itself where there are no workers. `engines` is what
// wasm-bindgen made of `crates/page`; the packer knows where it is.

export { default as load, Match, conform, keys } from "engines";
export { startServer } from "./match-server.js";

import { startServer } from "./match-server.js";

if (typeof document === "undefined" && typeof postMessage === "function") {
  const serve = startServer((message, transferred) => postMessage(message, transferred));
  onmessage = ({ data }) => serve(data);
}
