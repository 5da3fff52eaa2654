// The record that is in the page.

import { create, element } from "./dom.js";

/** What an element holds in base64. */
export function bytesOf(id) {
  const text = element(id).textContent.trim();
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

/** Lets the browser save the record as a file, which `bout view` and `bout replay` take. */
export function saveRecord({ game }) {
  saveAs(new Blob([bytesOf("record")], { type: "application/octet-stream" }), `${game}.bout`);
}

/** Lets the browser save bytes as a file. */
export function saveAs(blob, file) {
  const url = URL.createObjectURL(blob);
  create("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
