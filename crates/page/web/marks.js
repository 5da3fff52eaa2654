// The layer above the picture: agents, the cursor, and the contents of cells where there is room for them.

/** CSS pixels around the board, for marks at its edge. */
const MARGIN = 10;
/** The largest number of agents that are drawn one by one. */
const MAX_AGENTS = 256;
/** The least radius of who stands on the board. */
const AGENT_SIZE = 7;
/** Spots at least so large have room for a symbol, and for the beginning of a text. */
const [SYMBOL_SIZE, TEXT_SIZE] = [10, { width: 58, height: 26 }];

/** Spots at least so large have a dot on them where they differ from the match as it was. */
const DIFFERENCE_SIZE = 6;

/** The layer over the frame, and where the board's corner is in it. */
const marks = { context: null, width: 0, height: 0, left: 0, top: 0 };

/** The frame has another size. */
function layMarks(canvas, { width, height }) {
  const ratio = screenRatio();
  Object.assign(marks, { context: canvas.getContext("2d"), width, height });
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
}

/** The board was laid out anew, or scrolled. */
function placeMarks(frame) {
  const [inner, outer] = [board.picture, frame].map((one) => one.getBoundingClientRect());
  Object.assign(marks, { left: inner.left - outer.left, top: inner.top - outer.top });
}

/** The first and the last row and column of spots that are in sight. */
function sight() {
  const { left, top, width, height } = marks;
  const { across, down, columns, rows } = board;
  const within = (start, room, size, count) => [Math.max(0, Math.floor(-start / size)), Math.min(count - 1, Math.floor((room - start) / size))];
  return { rows: within(top, height, down, rows), columns: within(left, width, across, columns) };
}

/** Does something for every spot that is in sight. */
function forSpotsInSight(does) {
  const { rows: [firstRow, lastRow], columns: [firstColumn, lastColumn] } = sight();
  const { across, down, columns, spots } = board;
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const spot = row * columns + column;
      if (spot < spots) does(spot, (column + 0.5) * across, (row + 0.5) * down);
    }
  }
}

/** The first cell whose text there is room for, and how many follow it; nothing if there is no room, or only for symbols. */
function cellsWithTexts() {
  const hasRoom = board.across >= TEXT_SIZE.width && board.down >= TEXT_SIZE.height;
  if (!hasRoom || stage.about.shape.kind === "grid" || stage.about.cells_a_spot > 1) return null;
  const [first, last] = sight().rows;
  return [first * board.columns, (last - first + 1) * board.columns];
}

function hasRoomForSymbols() {
  return Math.min(board.across, board.down) >= SYMBOL_SIZE;
}

function drawMarks(seen, cursor, cellsASpot) {
  const { context } = marks;
  const ratio = screenRatio();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, marks.width, marks.height);
  context.translate(marks.left, marks.top);
  context.textAlign = "center";
  context.textBaseline = "middle";
  // Where each text is a symbol, symbols are larger.
  const hasTexts = seen.texts?.held.some((text) => text.length > 1) ?? false;
  if (hasTexts) drawTexts(context, seen);
  else if (seen.symbols && hasRoomForSymbols()) drawSymbols(context, seen);
  if (seen.shown.is_fork && board.painted !== 0xffff) drawDifferences(context, seen.spots);
  const agents = seen.shown.agents.slice(0, MAX_AGENTS);
  for (const [seat, role, cell] of agents.reverse()) drawAgent(context, seat, role, Math.floor(cell / cellsASpot), hasTexts);
  const spot = Math.floor(cursor / cellsASpot);
  const isOccupied = agents.some(([, , cell]) => Math.floor(cell / cellsASpot) === spot);
  drawCursor(context, spot, isOccupied ? AGENT_SIZE + 3 : 4);
}

function drawSymbols(context, { symbols, spots }) {
  const isGrid = stage.about.shape.kind === "grid";
  context.font = `${Math.floor(Math.min(board.across, board.down) * (isGrid ? 0.5 : 0.72))}px ui-monospace, monospace`;
  // On a grid the colour says most of it, and where one area meets another is what to look at.
  context.globalAlpha = isGrid ? 0.4 : 1;
  forSpotsInSight((spot, x, y) => {
    if (!(spots[spot] & FILLED)) return;
    context.fillStyle = inkOn(pixelOf(spots[spot]));
    context.fillText(symbols[spot], x, y);
  });
  context.globalAlpha = 1;
}

/** The beginnings of texts, in as many lines as there is room for. */
function drawTexts(context, { texts, spots }) {
  const [letter, line, pad] = [6.1, 12, 4];
  const length = Math.floor((board.across - 2 * pad) / letter);
  const lines = Math.max(1, Math.floor((board.down - pad) / line));
  context.font = "10px ui-monospace, monospace";
  context.textAlign = "left";
  forSpotsInSight((spot, x, y) => {
    if (!(spots[spot] & FILLED)) return;
    const text = texts.held[spot - texts.first] ?? "";
    context.fillStyle = inkOn(pixelOf(spots[spot]));
    for (let at = 0; at < lines; at += 1) {
      const part = text.slice(at * length, (at + 1) * length);
      const isCut = at === lines - 1 && text.length > lines * length;
      context.fillText(isCut ? `${part.slice(0, -1)}…` : part, x - board.across / 2 + pad, y - board.down / 2 + pad + (at + 0.5) * line);
    }
  });
  context.textAlign = "center";
}

/** Shapes tell seats apart, and filled ones act: commanders, bots. Robots are open. */
function drawAgent(context, seat, role, spot, isText) {
  if (spot >= board.spots) return;
  let [x, y] = middle(spot);
  let radius = Math.min(Math.max(Math.min(board.across, board.down) / 2, AGENT_SIZE), 20);
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
  if (radius < 6 || role === "robot") return;
  context.fillStyle = inkOn(rgb(seatColour(seat)));
  context.font = `700 ${Math.round(radius * 1.15)}px system-ui, sans-serif`;
  context.fillText(String(seat), x, y + radius * 0.08);
}

function drawDifferences(context, spots) {
  const radius = Math.min(Math.max(Math.min(board.across, board.down) * 0.16, 1.5), 6);
  context.fillStyle = theme.mark;
  context.strokeStyle = theme.back;
  context.lineWidth = 1;
  forSpotsInSight((spot, x, y) => {
    if (!(spots[spot] & DIFFERS)) return;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  });
}

/** The frame around the spot under the cursor, or around who stands there. */
function drawCursor(context, spot, least) {
  const [x, y] = middle(spot);
  const [wide, high] = [board.across, board.down].map((size) => Math.max(size / 2 + 1, least));
  for (const [colour, width] of [["back", 4], ["mark", 2]]) {
    context.lineWidth = width;
    context.strokeStyle = theme[colour];
    context.strokeRect(x - wide, y - high, 2 * wide, 2 * high);
  }
}
