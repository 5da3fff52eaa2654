// Colours of seats, by Okabe and Ito, which colour-blind people can tell apart; never colour alone: seats also have shapes and
// numbers. The first two differ much in lightness, too: most matches are of two, and some people see no colours at all.

const SEAT_COLOURS = ["#f2a900", "#0a7ac2", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"];
const COLOURS = 16;
// What the bits of a spot say: `paint.rs` has them.
const [OWNER_BITS, FILLED, WRITTEN, DIFFERS, GLOW_SHIFT] = [31, 32, 64, 128, 8];

/** The second eight are darker. */
function seatColour(seat) {
  const colour = SEAT_COLOURS[seat % 8];
  return seat % COLOURS < 8 ? colour : blend(rgb(colour), [0, 0, 0], 0.4).reduce((text, part) => text + part.toString(16).padStart(2, "0"), "#");
}

function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

function blend(one, other, share) {
  return one.map((part, index) => Math.round(part + (other[index] - part) * share));
}

/** Black or white, whichever is read more easily on a colour. */
function inkOn(parts) {
  const [red, green, blue] = parts.map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
}

const theme = {};

/** Reads the colours of the style sheet, which depend on whether the browser is set to dark or light. */
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["back", "empty", "fore", "quiet", "line", "mark", "accent"]) {
    const text = style.getPropertyValue(`--${name}`).trim();
    theme[name] = text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join("")}` : text;
  }
}

/** For every spot the pixel that shows it, as canvases keep pixels. */
function pixelsOfSpots() {
  const [empty, fore, mark] = ["empty", "fore", "mark"].map((name) => rgb(theme[name]));
  const table = new Uint32Array(1 << (GLOW_SHIFT + 3));
  for (let spot = 0; spot < table.length; spot += 1) {
    const owner = spot & OWNER_BITS;
    let pixel = spot & FILLED ? blend(empty, fore, 0.45) : empty;
    if (owner > 0) {
      const strength = spot & FILLED ? (spot & WRITTEN ? 1 : 0.68) : spot & WRITTEN ? 0.5 : 0.28;
      pixel = blend(empty, rgb(seatColour(owner - 1)), strength);
    }
    pixel = blend(pixel, fore, ((spot >> GLOW_SHIFT) / 7) * 0.35);
    if (spot & DIFFERS) pixel = mark;
    table[spot] = ((255 << 24) | (pixel[2] << 16) | (pixel[1] << 8) | pixel[0]) >>> 0;
  }
  return table;
}

/** Traces the shape of a seat around a point; it has one of four, so that neighbours differ. */
function traceShape(context, seat, x, y, radius) {
  const corners = [0, 4, 3, 5][seat % 4];
  context.beginPath();
  if (corners === 0) {
    context.arc(x, y, radius, 0, 2 * Math.PI);
  } else {
    for (let corner = 0; corner < corners; corner += 1) {
      const angle = (2 * Math.PI * (corner + (corners === 4 ? 0.5 : 0))) / corners - Math.PI / 2;
      context.lineTo(x + radius * 1.2 * Math.cos(angle), y + radius * 1.2 * Math.sin(angle));
    }
  }
  context.closePath();
}

/** A seat's sign: its shape in its colour, for texts. */
function seatSign(seat) {
  const corners = [0, 4, 3, 5][seat % 4];
  const point = (corner) => {
    const angle = (2 * Math.PI * (corner + (corners === 4 ? 0.5 : 0))) / corners - Math.PI / 2;
    return `${(8 + 7 * Math.cos(angle)).toFixed(1)},${(8 + 7 * Math.sin(angle)).toFixed(1)}`;
  };
  const points = Array.from({ length: corners }, (_, corner) => point(corner)).join(" ");
  const shape = corners === 0 ? '<circle cx="8" cy="8" r="6"/>' : `<polygon points="${points}"/>`;
  return `<svg viewBox="0 0 16 16" aria-hidden="true" fill="${seatColour(seat)}" stroke="currentColor">${shape}</svg>`;
}
