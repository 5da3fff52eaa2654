// The whole board on a canvas: cells from the top left on, in rows as wide as the window.

const board = { canvas: null, pixels: null, image: null, table: null, columns: 1, rows: 1, side: 1, spots: 0 };

function makeBoard(canvas) {
  board.canvas = canvas;
  board.pixels = document.createElement("canvas");
  board.table = pixelsOfSpots();
}

/** Lays the spots out so that they fill the frame as far as whole pixels allow. A spot is at least a pixel. */
function layBoard(shape, spots, frame) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [frame.clientWidth * ratio, frame.clientHeight * ratio];
  if (shape.kind === "grid") {
    board.columns = shape.columns;
    board.side = Math.max(1, Math.floor(Math.min(width / shape.columns, height / shape.rows)));
  } else {
    board.side = Math.max(1, Math.floor(Math.sqrt((width * height) / spots)));
    while (board.side > 1 && Math.ceil(spots / Math.floor(width / board.side)) * board.side > height) board.side -= 1;
    board.columns = Math.max(1, Math.min(spots, Math.floor(width / board.side)));
  }
  board.rows = Math.ceil(spots / board.columns);
  board.spots = spots;
  board.pixels.width = board.columns;
  board.pixels.height = board.rows;
  board.image = board.pixels.getContext("2d").createImageData(board.columns, board.rows);
  board.canvas.width = board.columns * board.side;
  board.canvas.height = board.rows * board.side;
  board.canvas.style.width = `${board.canvas.width / ratio}px`;
  board.canvas.style.height = `${board.canvas.height / ratio}px`;
}

/** Draws what the engines' side said of a turn. */
function drawBoard(seen, cursor, cellsASpot) {
  const context = board.canvas.getContext("2d");
  const target = new Uint32Array(board.image.data.buffer);
  const { spots } = seen;
  for (let index = 0; index < spots.length; index += 1) target[index] = board.table[spots[index]];
  board.pixels.getContext("2d").putImageData(board.image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(board.pixels, 0, 0, board.canvas.width, board.canvas.height);
  if (seen.symbols && board.side >= 9) drawSymbols(context, seen);
  const agents = seen.shown.agents.slice(0, 256);
  for (const [seat, role, cell] of agents.reverse()) drawAgent(context, seat, role, Math.floor(cell / cellsASpot));
  drawCursor(context, Math.floor(cursor / cellsASpot));
}

function middle(spot) {
  const { side, columns } = board;
  return [((spot % columns) + 0.5) * side, (Math.floor(spot / columns) + 0.5) * side];
}

function drawSymbols(context, { symbols, spots }) {
  context.font = `${Math.floor(board.side * 0.72)}px ui-monospace, monospace`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  let spot = 0;
  for (const symbol of symbols) {
    if (spots[spot] & FILLED) {
      const isBright = spots[spot] & (WRITTEN | DIFFERS);
      context.fillStyle = isBright ? (spots[spot] & DIFFERS ? themeColour("back") : "#000") : themeColour("fore");
      context.fillText(symbol, ...middle(spot));
    }
    spot += 1;
  }
}

/** Shapes tell seats apart, and filled ones act: commanders, bots. Robots are open. */
function drawAgent(context, seat, role, spot) {
  if (spot >= board.spots) return;
  const ratio = window.devicePixelRatio || 1;
  const [x, y] = middle(spot);
  const radius = Math.max(board.side * 0.5, role === "snippet" ? 3 * ratio : 6 * ratio);
  traceShape(context, seat, x, y, radius);
  context.lineWidth = 3 * ratio;
  context.strokeStyle = themeColour("back");
  context.stroke();
  if (role !== "robot") {
    context.fillStyle = seatColour(seat);
    context.fill();
  }
  context.lineWidth = 1.5 * ratio;
  context.strokeStyle = role === "robot" ? seatColour(seat) : themeColour("mark");
  context.stroke();
  if (radius < 6 * ratio || role === "robot") return;
  context.fillStyle = "#000";
  context.font = `700 ${Math.round(radius * 1.2)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(seat), x, y + radius * 0.08);
}

function drawCursor(context, spot) {
  const ratio = window.devicePixelRatio || 1;
  const [x, y] = middle(spot);
  const half = Math.max(board.side / 2 + ratio, 4 * ratio);
  for (const [colour, width] of [["back", 4], ["mark", 2]]) {
    context.lineWidth = width * ratio;
    context.strokeStyle = themeColour(colour);
    context.strokeRect(x - half, y - half, 2 * half, 2 * half);
  }
}

/** The spot under a click or a tap; nothing beside the board. */
function spotAt(event) {
  const box = board.canvas.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * board.columns);
  const row = Math.floor(((event.clientY - box.top) / box.height) * board.rows);
  const spot = row * board.columns + column;
  return column >= 0 && column < board.columns && row >= 0 && spot < board.spots ? spot : null;
}
