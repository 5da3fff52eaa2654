// A program or a fight in the address: compressed, after `#p=`. Nothing is sent to a server, because browsers keep this part of
// an address to themselves.

/** Bytes of a shared program, unpacked, at most: an address that holds more is not one of ours. */
const MOST_BYTES = 1 << 20;

/** What is shared, as the end of an address. */
export async function packed(shared) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `#p=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** What an address shares: `{game, file, text, fight}`; null if it shares nothing. Throws if it is damaged. */
export async function unpacked(hash) {
  const letters = /^#p=([\w-]+)$/.exec(hash)?.[1];
  if (!letters) return null;
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const shared = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    if (typeof shared.game !== "string" || typeof shared.file !== "string" || typeof shared.text !== "string") throw new Error();
    return shared;
  } catch {
    throw new Error("The address is damaged: part of it is missing. Ask for it once more, and copy it whole.");
  }
}

async function through(bytes, transform) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > MOST_BYTES) throw new Error("too large");
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
