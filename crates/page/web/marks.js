// Whoever stands on the board, the cursor, and what the cells hold where there is room for it: the layer above the picture.

/** CSS pixels around the board, for marks at its edge. */
const MARGIN = 10;
/** The largest number of agents that are drawn one by one. */
const MAX_AGENTS = 256;
/** Spots at least so large have room for a symbol, and for the beginning of a text. */
const [SYMBOL_SIZE, TEXT_SIZE] = [10, { width: 58, height: 26 }];

/** Spots at least so large have a dot on them where they differ from the match as it was. */
const DIFFERENCE_SIZE = 6;

const marks = { context: null, width: 0, height: 0 };

/** The board has another size. */
function layMarks(canvas, { width, height }) {
  const ratio = screenRatio();
  Object.assign(marks, { context: canvas.getContext("2d"), width: width + 2 * MARGIN, height: height + 2 * MARGIN });
  Object.assign(canvas, { width: Math.round(marks.width * ratio), height: Math.round(marks.height * ratio) });
  Object.assign(canvas.style, { width: `${marks.width}px`, height: `${marks.height}px` });
  marks.context.setTransform(ratio, 0, 0, ratio, MARGIN * ratio, MARGIN * ratio);
}

function drawMarks(seen, cursor, cellsASpot) {
  const { context } = marks;
  context.clearRect(-MARGIN, -MARGIN, marks.width, marks.height);
  context.textAlign = "center";
  context.textBaseline = "middle";
  const hasTexts = seen.texts && board.across >= TEXT_SIZE.width && board.down >= TEXT_SIZE.height;
  if (hasTexts) drawTexts(context, seen);
  else if (seen.symbols && Math.min(board.across, board.down) >= SYMBOL_SIZE) drawSymbols(context, seen);
  if (seen.shown.is_fork && board.painted !== 0xffff) drawDifferences(context, seen.spots);
  const agents = seen.shown.agents.slice(0, MAX_AGENTS);
  for (const [seat, role, cell] of agents.reverse()) drawAgent(context, seat, role, Math.floor(cell / cellsASpot), hasTexts);
  drawCursor(context, Math.floor(cursor / cellsASpot));
}

function drawSymbols(context, { symbols, spots }) {
  const isGrid = stage.about.shape.kind === "grid";
  context.font = `${Math.floor(Math.min(board.across, board.down) * (isGrid ? 0.5 : 0.72))}px ui-monospace, monospace`;
  // On a grid the colour says most of it, and where one area meets another is what to look at.
  context.globalAlpha = isGrid ? 0.4 : 1;
  let spot = 0;
  for (const symbol of symbols) {
    if (spots[spot] & FILLED) {
      context.fillStyle = inkOn(pixelOf(spots[spot]));
      context.fillText(symbol, ...middle(spot));
    }
    spot += 1;
  }
  context.globalAlpha = 1;
}

/** The beginnings of texts, in as many lines as there is room for. */
function drawTexts(context, { texts, spots }) {
  const [letter, line, pad] = [6.1, 12, 4];
  const length = Math.floor((board.across - 2 * pad) / letter);
  const lines = Math.max(1, Math.floor((board.down - pad) / line));
  context.font = "10px ui-monospace, monospace";
  context.textAlign = "left";
  texts.forEach((text, spot) => {
    if (!(spots[spot] & FILLED)) return;
    const [x, y] = middle(spot);
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
  let radius = Math.min(Math.max(Math.min(board.across, board.down) / 2, 7), 20);
  if (role === "snippet" && (isText || board.down >= 18)) {
    // It runs here: a small sign in the corner, beside what it is.
    radius = 4.5;
    [x, y] = [x + board.across / 2 - 7, y + board.down / 2 - 7];
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
  spots.forEach((spot, index) => {
    if (!(spot & DIFFERS)) return;
    const [x, y] = middle(index);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  });
}

function drawCursor(context, spot) {
  const [x, y] = middle(spot);
  const [wide, high] = [board.across, board.down].map((size) => Math.max(size / 2 + 1, 4));
  for (const [colour, width] of [["back", 4], ["mark", 2]]) {
    context.lineWidth = width;
    context.strokeStyle = theme[colour];
    context.strokeRect(x - wide, y - high, 2 * wide, 2 * high);
  }
}
