// The whole board on a canvas: cells from the top left on, in rows as wide as the window.

const board = { canvas: null, pixels: null, image: null, table: null, columns: 1, rows: 1, across: 1, down: 1, spots: 0 };

function makeBoard(canvas) {
  board.canvas = canvas;
  board.pixels = document.createElement("canvas");
  paintAnew();
}

/** The colours have changed. */
function paintAnew() {
  readTheme();
  board.table = pixelsOfSpots();
}

/** Lays the spots out so that they fill the frame as far as whole pixels allow. A spot is at least a pixel. */
function layBoard(shape, spots, frame) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [frame.clientWidth * ratio, frame.clientHeight * ratio];
  const grid = shape.kind === "grid" ? shape : null;
  [board.across, board.down] = sizeOfSpots(spots, width, height, grid);
  board.columns = grid?.columns ?? Math.max(1, Math.min(spots, Math.floor(width / board.across)));
  board.rows = Math.ceil(spots / board.columns);
  board.spots = spots;
  board.pixels.width = board.columns;
  board.pixels.height = board.rows;
  board.image = board.pixels.getContext("2d").createImageData(board.columns, board.rows);
  board.canvas.width = board.columns * board.across;
  board.canvas.height = board.rows * board.down;
  board.canvas.style.width = `${board.canvas.width / ratio}px`;
  board.canvas.style.height = `${board.canvas.height / ratio}px`;
}

/** The largest size of spots, in whole pixels, so that all of them fit; up to twice as high as wide, or the other way. */
function sizeOfSpots(spots, width, height, grid) {
  if (grid) {
    const side = Math.max(1, Math.floor(Math.min(width / grid.columns, height / grid.rows)));
    return [side, side];
  }
  let best = [1, 1];
  const most = Math.max(1, Math.floor(Math.min(2 * Math.sqrt((width * height) / spots), width)));
  for (let across = 1; across <= most; across += 1) {
    const rows = Math.ceil(spots / Math.floor(width / across));
    const down = Math.min(2 * across, Math.floor(height / rows));
    if (down * 2 >= across && across * down > best[0] * best[1]) best = [across, down];
  }
  return best;
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
  if (seen.symbols && Math.min(board.across, board.down) >= 12) drawSymbols(context, seen);
  const agents = seen.shown.agents.slice(0, 256);
  for (const [seat, role, cell] of agents.reverse()) drawAgent(context, seat, role, Math.floor(cell / cellsASpot));
  drawCursor(context, Math.floor(cursor / cellsASpot));
}

function middle(spot) {
  const { across, down, columns } = board;
  return [((spot % columns) + 0.5) * across, (Math.floor(spot / columns) + 0.5) * down];
}

function drawSymbols(context, { symbols, spots }) {
  context.font = `${Math.floor(Math.min(board.across, board.down) * 0.72)}px ui-monospace, monospace`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  let spot = 0;
  for (const symbol of symbols) {
    if (spots[spot] & FILLED) {
      const isBright = spots[spot] & (WRITTEN | DIFFERS);
      context.fillStyle = isBright ? (spots[spot] & DIFFERS ? theme.back : "#000") : theme.fore;
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
  const half = Math.min(board.across, board.down) / 2;
  const radius = role === "snippet" ? Math.min(Math.max(half * 0.5, 3 * ratio), 9 * ratio) : Math.min(Math.max(half, 6 * ratio), 20 * ratio);
  traceShape(context, seat, x, y, radius);
  context.lineWidth = 3 * ratio;
  context.strokeStyle = theme.back;
  context.stroke();
  if (role !== "robot") {
    context.fillStyle = seatColour(seat);
    context.fill();
  }
  context.lineWidth = 1.5 * ratio;
  context.strokeStyle = role === "robot" ? seatColour(seat) : theme.mark;
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
  const [wide, high] = [board.across, board.down].map((size) => Math.max(size / 2 + ratio, 4 * ratio));
  for (const [colour, width] of [["back", 4], ["mark", 2]]) {
    context.lineWidth = width * ratio;
    context.strokeStyle = theme[colour];
    context.strokeRect(x - wide, y - high, 2 * wide, 2 * high);
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
