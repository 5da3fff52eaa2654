// The viewer with a game, in a frame over the playground. It is the page of `bout view -o`, and has the playground's engines.

import { element } from "../../page/web/dom.js";
import { bytesOf } from "../../page/web/record.js";

/** The page of the viewer, without engines and record. */
let page = null;

/** A mark in that page, which is filled. This script itself must not have one. */
const mark = (name) => `%${name}%`;

/** Opens a record in the viewer. `mode` is `why` to begin with why a program did not win, else empty. */
export async function openViewer(record, title, mode) {
  page ??= await unpack(bytesOf("viewer-page"));
  const filled = page
    .replace(mark("RECORD"), () => base64(record))
    .replaceAll(mark("NEXT"), "")
    .replaceAll(mark("TITLE"), () => escaped(title))
    .replace(mark("ENGINES_SCRIPT"), () => element("engines-script").textContent)
    .replace(mark("ENGINES"), () => element("engines").textContent);
  const url = URL.createObjectURL(new Blob([filled], { type: "text/html" }));
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: mode ? `${url}#mode=${mode}` : url, title });
  element("viewer-title").textContent = title;
  element("viewer-place").replaceChildren(frame);
  const dialog = element("viewer");
  dialog.showModal();
  dialog.addEventListener("close", () => {
    element("viewer-place").replaceChildren();
    URL.revokeObjectURL(url);
  }, { once: true });
}

async function unpack(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

/** Bytes as base64. */
export function base64(bytes) {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
