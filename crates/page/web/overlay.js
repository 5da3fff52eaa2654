// The layer above the board, in full resolution: agents, the cursor, and the contents of cells where there is room for them.

import { inkOn, rgb, seatColour, traceShape } from "./colours.js";
import { screenRatio } from "./dom.js";
import { DIFFERS, FILLED } from "./theme.js";

/** CSS pixels around the board, for signs at its edge. */
export const MARGIN = 10;
/** The largest number of agents that are drawn one by one. */
const MAX_AGENTS = 256;
/** Milliseconds for which an event is marked. */
const FLASH_MS = 1100;
/** The least radius of an agent. */
const AGENT_SIZE = 7;
/** Squares of a grid at least so large have lines between them. */
const GRID_SIZE = 6;
/** Spots at least so large have room for a symbol, and for the beginning of a text. */
const [SYMBOL_SIZE, TEXT_SIZE] = [10, { width: 58, height: 26 }];

export class Overlay {
  #frame;
  #context = null;
  /** What happened just now, and where. */
  #flashes = [];
  #hadFlashes = false;
  /** The size of the frame in CSS pixels. */
  width = 0;
  height = 0;
  /** Where the board's corner is in the frame. */
  left = 0;
  top = 0;

  constructor(canvas, frame, board, theme) {
    Object.assign(this, { canvas, board, theme });
    this.#frame = frame;
  }

  /** The frame has another size. */
  resize({ width, height }) {
    const ratio = screenRatio();
    Object.assign(this, { width, height });
    this.#context = this.canvas.getContext("2d");
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
  }

  /** The board has another layout, or was scrolled. */
  moveToBoard() {
    const [inner, outer] = [this.board.canvas, this.#frame].map((one) => one.getBoundingClientRect());
    Object.assign(this, { left: inner.left - outer.left, top: inner.top - outer.top });
  }

  /** Whether a point of the board is in the frame, away from its edge. */
  shows([x, y]) {
    const isInside = (place, size) => place > MARGIN && place < size - MARGIN;
    return isInside(x + this.left, this.width) && isInside(y + this.top, this.height);
  }

  /** The first cell whose text there is room for, and how many follow it; null if there is no room, or only for symbols. */
  cellsWithTexts({ shape, cells_per_spot: cellsPerSpot }) {
    const hasRoom = this.board.across >= TEXT_SIZE.width && this.board.down >= TEXT_SIZE.height;
    if (!hasRoom || shape.kind === "grid" || cellsPerSpot > 1) return null;
    const [first, last] = this.#visibleSpots().rows;
    return [first * this.board.columns, (last - first + 1) * this.board.columns];
  }

  hasRoomForSymbols() {
    return this.board.spotSize >= SYMBOL_SIZE;
  }

  /** `deaths` has those seats that are out; without a cursor, none is drawn. */
  draw(view, cursor, { shape, cells_per_spot: cellsPerSpot }, deaths) {
    const context = this.#context;
    const ratio = screenRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.translate(this.left, this.top);
    context.textAlign = "center";
    context.textBaseline = "middle";
    // Where each text is a symbol, symbols are larger.
    if (shape.kind === "grid") this.#drawGrid();
    const hasTexts = view.texts?.held.some((text) => text.length > 1) ?? false;
    if (hasTexts) this.#drawTexts(view);
    else if (view.symbols && this.hasRoomForSymbols()) this.#drawSymbols(view, shape.kind === "grid");
    if (view.shown.is_fork && this.board.hasRoomForDots) this.#drawDifferences(view.spots);
    const agents = view.shown.agents.slice(0, MAX_AGENTS);
    for (const [seat, role, cell] of agents.reverse()) {
      this.#drawAgent(seat, role, Math.floor(cell / cellsPerSpot), hasTexts, deaths.has(seat));
    }
    this.#drawFlashes(agents, cellsPerSpot, performance.now());
    if (cursor === null) return;
    const spot = Math.floor(cursor / cellsPerSpot);
    const isOccupied = agents.some(([, , cell]) => Math.floor(cell / cellsPerSpot) === spot);
    this.#drawCursor(spot, isOccupied ? AGENT_SIZE + 3 : 4);
  }

  /** The first and the last row and column of spots that are in the frame. */
  #visibleSpots() {
    const { across, down, columns, rows } = this.board;
    const within = (start, room, size, count) => [Math.max(0, Math.floor(-start / size)), Math.min(count - 1, Math.floor((room - start) / size))];
    return { rows: within(this.top, this.height, down, rows), columns: within(this.left, this.width, across, columns) };
  }

  /** Calls a function with every spot in the frame, and its middle. */
  #forVisibleSpots(callback) {
    const { rows: [firstRow, lastRow], columns: [firstColumn, lastColumn] } = this.#visibleSpots();
    const { across, down, columns, spots } = this.board;
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const spot = row * columns + column;
        if (spot < spots) callback(spot, (column + 0.5) * across, (row + 0.5) * down);
      }
    }
  }

  /** Lines between the squares of a grid, by which rows and columns are counted; every eighth is stronger. */
  #drawGrid() {
    const context = this.#context;
    const { across, down, columns, rows, spotSize } = this.board;
    if (spotSize < GRID_SIZE) return;
    context.strokeStyle = this.theme.back;
    for (const [count, size, length, isColumn] of [[columns, across, rows * down, true], [rows, down, columns * across, false]]) {
      for (let at = 1; at < count; at += 1) {
        context.lineWidth = at % 8 === 0 ? 1.5 : 0.5;
        context.beginPath();
        if (isColumn) context.rect(at * size, 0, 0, length);
        else context.rect(0, at * size, length, 0);
        context.stroke();
      }
    }
  }

  #drawSymbols({ symbols, spots }, isGrid) {
    const context = this.#context;
    context.font = `${Math.floor(this.board.spotSize * (isGrid ? 0.5 : 0.72))}px ui-monospace, monospace`;
    // On a grid the colour says most of it, and where one area meets another is what to look at.
    context.globalAlpha = isGrid ? 0.4 : 1;
    this.#forVisibleSpots((spot, x, y) => {
      if (!(spots[spot] & FILLED)) return;
      context.fillStyle = inkOn(this.board.colourOf(spots[spot]));
      context.fillText(symbols[spot], x, y);
    });
    context.globalAlpha = 1;
  }

  /** The beginnings of texts, in as many lines as there is room for. */
  #drawTexts({ texts, spots }) {
    const context = this.#context;
    const { across, down } = this.board;
    const [letter, line, pad] = [6.1, 12, 4];
    const length = Math.floor((across - 2 * pad) / letter);
    const lines = Math.max(1, Math.floor((down - pad) / line));
    context.font = "10px ui-monospace, monospace";
    context.textAlign = "left";
    this.#forVisibleSpots((spot, x, y) => {
      if (!(spots[spot] & FILLED)) return;
      const text = texts.held[spot - texts.first] ?? "";
      context.fillStyle = inkOn(this.board.colourOf(spots[spot]));
      for (let at = 0; at < lines; at += 1) {
        const part = text.slice(at * length, (at + 1) * length);
        const isCut = at === lines - 1 && text.length > lines * length;
        context.fillText(isCut ? `${part.slice(0, -1)}…` : part, x - across / 2 + pad, y - down / 2 + pad + (at + 0.5) * line);
      }
    });
    context.textAlign = "center";
  }

  /** Shapes tell seats apart, and filled ones act: commanders, bots. Robots are open. */
  #drawAgent(seat, role, spot, isText, isDead) {
    const { board, theme } = this;
    const context = this.#context;
    if (spot >= board.spots) return;
    let [x, y] = board.middle(spot);
    let radius = Math.min(Math.max(board.spotSize / 2, AGENT_SIZE), 20);
    if (isText || (role === "snippet" && board.down >= 18)) {
      // A small sign in the corner, next to the cell's content.
      radius = role === "snippet" ? 4.5 : 8;
      [x, y] = [x + board.across / 2 - radius - 3, y + board.down / 2 - radius - 3];
    }
    traceShape(context, seat, x, y, radius);
    context.lineWidth = 4;
    context.strokeStyle = theme.back;
    context.stroke();
    if (role !== "robot") {
      context.fillStyle = seatColour(seat);
      context.fill();
    }
    context.lineWidth = role === "robot" ? 2 : 1.5;
    context.strokeStyle = role === "robot" ? seatColour(seat) : theme.mark;
    context.stroke();
    if (isDead) return this.#drawCross(x, y, radius);
    if (radius < 6 || role === "robot") return;
    context.fillStyle = inkOn(rgb(seatColour(seat)));
    context.font = `700 ${Math.round(radius * 1.15)}px system-ui, sans-serif`;
    context.fillText(String(seat), x, y + radius * 0.08);
  }

  /** A cross over somebody who is out. */
  #drawCross(x, y, radius) {
    const context = this.#context;
    for (const [colour, width] of [[this.theme.back, 6], [this.theme.mark, 3]]) {
      context.beginPath();
      for (const sign of [-1, 1]) {
        context.moveTo(x - radius, y - sign * radius);
        context.lineTo(x + radius, y + sign * radius);
      }
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.stroke();
    }
  }

  #drawDifferences(spots) {
    const context = this.#context;
    const radius = Math.min(Math.max(this.board.spotSize * 0.16, 1.5), 6);
    context.fillStyle = this.theme.mark;
    context.strokeStyle = this.theme.back;
    context.lineWidth = 1;
    this.#forVisibleSpots((spot, x, y) => {
      if (!(spots[spot] & DIFFERS)) return;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    });
  }

  /** Marks where something happened, for a moment: at a cell, or where an agent of the seat stands. */
  flash({ cell, seat, kind, weight }) {
    this.#flashes.push({ cell, seat, kind, weight, since: performance.now() });
  }

  hasFlashes(now) {
    this.#flashes = this.#flashes.filter(({ since }) => now - since < FLASH_MS);
    return this.#flashes.length > 0 || this.#hadFlashes;
  }

  /** Rings that grow and fade; for people who want no motion they do neither. */
  #drawFlashes(agents, cellsPerSpot, now) {
    const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#hadFlashes = this.#flashes.length > 0;
    const context = this.#context;
    for (const { cell, seat, kind, weight, since } of this.#flashes) {
      const place = cell ?? agents.find(([whose]) => whose === seat)?.[2];
      const age = (now - since) / FLASH_MS;
      if (place === undefined || age >= 1) continue;
      const [x, y] = this.board.middle(Math.min(this.board.spots - 1, Math.floor(place / cellsPerSpot)));
      const grown = isCalm ? 0.5 : 1 - (1 - age) ** 3;
      const radius = 10 + grown * (14 + weight * 0.4);
      context.globalAlpha = isCalm ? 0.9 : 1 - age;
      for (const [colour, width] of [[this.theme.back, 7], [kind === "death" ? this.theme.mark : seatColour(seat), 4]]) {
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.lineWidth = width;
        context.strokeStyle = colour;
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  /** The frame around the spot under the cursor, or around the agent there. */
  #drawCursor(spot, least) {
    const context = this.#context;
    const [x, y] = this.board.middle(spot);
    const [wide, high] = [this.board.across, this.board.down].map((size) => Math.max(size / 2 + 1, least));
    for (const [colour, width] of [["back", 4], ["mark", 2]]) {
      context.lineWidth = width;
      context.strokeStyle = this.theme[colour];
      context.strokeRect(x - wide, y - high, 2 * wide, 2 * high);
    }
  }
}
