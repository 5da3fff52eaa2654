// The colours of the page: those of the style sheet, and the pixels of spots.

import { blend, rgb, seatColour } from "./colours.js";

// The bits of a spot, as in `paint.rs`.
export const [OWNER_BITS, FILLED, WRITTEN, DIFFERS, GLOW_SHIFT] = [31, 32, 64, 128, 8];

/** Reads the colours of the style sheet, which depend on whether the browser is set to dark or light. */
export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => {
    const text = style.getPropertyValue(`--${name}`).trim();
    return text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join("")}` : text;
  };
  return Object.fromEntries(["back", "empty", "fore", "quiet", "line", "mark", "accent"].map((name) => [name, colour(name)]));
}

/** For every spot the pixel that shows it, as canvases keep pixels. */
export function pixelsOfSpots(theme) {
  const [empty, fore, mark] = ["empty", "fore", "mark"].map((name) => rgb(theme[name]));
  const pixels = new Uint32Array(1 << (GLOW_SHIFT + 3));
  for (let spot = 0; spot < pixels.length; spot += 1) {
    const owner = spot & OWNER_BITS;
    let pixel = spot & FILLED ? blend(empty, fore, 0.45) : empty;
    if (owner > 0) {
      const strength = spot & FILLED ? (spot & WRITTEN ? 1 : 0.68) : spot & WRITTEN ? 0.5 : 0.28;
      pixel = blend(empty, rgb(seatColour(owner - 1)), strength);
    }
    pixel = blend(pixel, fore, ((spot >> GLOW_SHIFT) / 7) * 0.35);
    if (spot & DIFFERS) pixel = mark;
    pixels[spot] = ((255 << 24) | (pixel[2] << 16) | (pixel[1] << 8) | pixel[0]) >>> 0;
  }
  return pixels;
}
