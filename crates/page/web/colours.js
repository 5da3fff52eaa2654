// Colours and shapes of seats. The colours are those of Okabe and Ito, which colour-blind people can tell apart; never colour
// alone: seats also have shapes and numbers. The first two differ much in lightness, too: most matches are of two, and some
// people see no colours at all.

export const SEAT_COLOURS = ["#f2a900", "#0a7ac2", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"];
const COLOURS = 16;

/** The second eight are darker. */
export function seatColour(seat) {
  const colour = SEAT_COLOURS[seat % 8];
  return seat % COLOURS < 8 ? colour : hex(blend(rgb(colour), [0, 0, 0], 0.4));
}

function hex(parts) {
  return parts.reduce((text, part) => text + part.toString(16).padStart(2, "0"), "#");
}

export function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

export function blend(one, other, share) {
  return one.map((part, index) => Math.round(part + (other[index] - part) * share));
}

/** Black or white, whichever is read more easily on a colour. */
export function inkOn(parts) {
  const [red, green, blue] = parts.map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
}

/** How many corners the shape of a seat has, so that neighbours differ; 0 for a circle. */
function cornersOf(seat) {
  return [0, 4, 3, 5][seat % 4];
}

/** The corners of the shape of a seat around a point. */
function corners(seat, x, y, radius) {
  const count = cornersOf(seat);
  return Array.from({ length: count }, (_, corner) => {
    const angle = (2 * Math.PI * (corner + (count === 4 ? 0.5 : 0))) / count - Math.PI / 2;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Traces the shape of a seat around a point. */
export function traceShape(context, seat, x, y, radius) {
  context.beginPath();
  if (cornersOf(seat) === 0) context.arc(x, y, radius, 0, 2 * Math.PI);
  else corners(seat, x, y, radius * 1.2).forEach(([left, top]) => context.lineTo(left, top));
  context.closePath();
}

/** A seat's sign: its shape in its colour, for texts. */
export function seatSign(seat) {
  const points = corners(seat, 8, 8, 7).map((point) => point.map((part) => part.toFixed(1)).join(",")).join(" ");
  const shape = cornersOf(seat) === 0 ? '<circle cx="8" cy="8" r="6"/>' : `<polygon points="${points}"/>`;
  return `<svg viewBox="0 0 16 16" aria-hidden="true" fill="${seatColour(seat)}" stroke="currentColor">${shape}</svg>`;
}
