// The board: cells from the top left on, row after row, stretched over the frame in both directions, or larger and
// scrolled. It is a picture with one pixel per spot, which the browser stretches; the overlay above it has the agents.

import { screenRatio } from "./dom.js";
import { DIFFERS, pixelsOfSpots } from "./theme.js";

/** Spots at least so large have a dot on them where they differ from the original, and keep their colour. */
const DIFFERENCE_SIZE = 6;
const ALL_BITS = 0xffff;

export class Board {
  #pixels;
  #image = null;
  /** The bits of a spot that are painted. */
  #painted = ALL_BITS;
  columns = 1;
  rows = 1;
  /** The size of a spot in CSS pixels. */
  across = 1;
  down = 1;
  spots = 0;

  constructor(canvas, theme) {
    this.canvas = canvas;
    this.setTheme(theme);
  }

  setTheme(theme) {
    this.#pixels = pixelsOfSpots(theme);
  }

  /** Lays the spots out over the available room, in CSS pixels, times the zoom. */
  layOut(shape, spots, room, zoom) {
    const isGrid = shape.kind === "grid";
    this.spots = spots;
    this.columns = isGrid ? shape.columns : fittingColumns(spots, room.width, room.height);
    this.rows = Math.ceil(spots / this.columns);
    this.across = room.width / this.columns;
    this.down = room.height / this.rows;
    if (isGrid) this.across = this.down = squareSide(this.across, this.down);
    this.across *= zoom;
    this.down *= zoom;
    this.#painted = this.spotSize < DIFFERENCE_SIZE ? ALL_BITS : ALL_BITS & ~DIFFERS;
    const { canvas } = this;
    Object.assign(canvas, { width: this.columns, height: this.rows });
    this.#image = canvas.getContext("2d").createImageData(this.columns, this.rows);
    // Spots that are only a little larger than pixels would be of unlike sizes: those are blended.
    canvas.style.imageRendering = this.spotSize * screenRatio() < 3 ? "auto" : "pixelated";
    Object.assign(canvas.style, { width: `${this.columns * this.across}px`, height: `${this.rows * this.down}px` });
  }

  /** The shorter side of a spot in CSS pixels. */
  get spotSize() {
    return Math.min(this.across, this.down);
  }

  /** Whether cells that differ have a dot, rather than another colour. */
  get hasRoomForDots() {
    return this.#painted !== ALL_BITS;
  }

  paint(spots) {
    const target = new Uint32Array(this.#image.data.buffer);
    const [pixels, painted] = [this.#pixels, this.#painted];
    for (let index = 0; index < spots.length; index += 1) target[index] = pixels[spots[index] & painted];
    this.canvas.getContext("2d").putImageData(this.#image, 0, 0);
  }

  /** The colour that a spot is painted in. */
  colourOf(spot) {
    const pixel = this.#pixels[spot & this.#painted];
    return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  }

  /** The middle of a spot. */
  middle(spot) {
    return [((spot % this.columns) + 0.5) * this.across, (Math.floor(spot / this.columns) + 0.5) * this.down];
  }

  /** The spot under a click or a tap; null outside of the board. */
  spotAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * this.columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * this.rows);
    const spot = row * this.columns + column;
    return column >= 0 && column < this.columns && row >= 0 && spot < this.spots ? spot : null;
  }
}

/** Squares of whole pixels, where that takes little away. */
function squareSide(across, down) {
  const pixels = Math.min(across, down) * screenRatio();
  return (pixels < 8 ? pixels : Math.floor(pixels)) / screenRatio();
}

/** How many spots a row has: so many that they are about as high as wide, that the last row is full, and round numbers. */
export function fittingColumns(spots, width, height) {
  const square = Math.sqrt((spots * width) / height);
  const least = Math.max(1, Math.floor(square / 1.8));
  let best = { columns: Math.min(spots, Math.max(1, Math.round(square))), cost: Infinity };
  for (let columns = least; columns <= Math.min(spots, Math.ceil(square * 1.8)); columns += 1) {
    const rows = Math.ceil(spots / columns);
    const missing = rows * columns - spots;
    const skew = Math.abs(Math.log((width / columns) / (height / rows)));
    const cost = skew + (missing > 0 ? 0.25 + (5 * missing) / spots : 0) - roundness(columns);
    if (cost < best.cost) best = { columns, cost };
  }
  return best.columns;
}

/** Rows of a round number of cells let the address of a cell be read off. */
function roundness(columns) {
  if (columns % 100 === 0 || (columns & (columns - 1)) === 0) return 0.3;
  return columns % 10 === 0 || columns % 16 === 0 ? 0.15 : 0;
}
