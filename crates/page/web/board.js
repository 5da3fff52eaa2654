// The board: cells from the top left on, row after row, stretched over the frame in both directions, or larger and
// scrolled. There are two layers: a picture with one pixel per spot, which the browser stretches, and above it the
// agents, drawn in full resolution.

const board = { picture: null, image: null, table: null, columns: 1, rows: 1, across: 1, down: 1, spots: 0, painted: 0xffff };

function makeBoard(picture) {
  board.picture = picture;
  paintAnew();
}

/** The colours have changed. */
function paintAnew() {
  readTheme();
  board.table = pixelsOfSpots();
}

/** Lays the spots out over the available room, in CSS pixels, times the zoom. */
function layBoard(shape, spots, room, zoom) {
  const isGrid = shape.kind === "grid";
  board.columns = isGrid ? shape.columns : fittingColumns(spots, room.width, room.height);
  board.rows = Math.ceil(spots / board.columns);
  board.across = room.width / board.columns;
  board.down = room.height / board.rows;
  if (isGrid) board.across = board.down = squareSide(board.across, board.down);
  board.across *= zoom;
  board.down *= zoom;
  board.spots = spots;
  // Where there is room, what differs has a mark of its own and keeps its colour.
  board.painted = Math.min(board.across, board.down) < DIFFERENCE_SIZE ? 0xffff : 0xffff & ~DIFFERS;
  Object.assign(board.picture, { width: board.columns, height: board.rows });
  board.image = board.picture.getContext("2d").createImageData(board.columns, board.rows);
  // Spots that are only a little larger than pixels would be of unlike sizes: those are blended.
  board.picture.style.imageRendering = Math.min(board.across, board.down) * screenRatio() < 3 ? "auto" : "pixelated";
  Object.assign(board.picture.style, { width: `${board.columns * board.across}px`, height: `${board.rows * board.down}px` });
}

/** Squares of whole pixels, where that takes little away. */
function squareSide(across, down) {
  const pixels = Math.min(across, down) * screenRatio();
  return (pixels < 8 ? pixels : Math.floor(pixels)) / screenRatio();
}

function screenRatio() {
  return window.devicePixelRatio || 1;
}

/** How many spots a row has: so many that they are about as high as wide, that the last row is full, and round numbers. */
function fittingColumns(spots, width, height) {
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

/** Paints a turn from the engine's answer. */
function paintBoard(spots) {
  const { image, table, painted } = board;
  const target = new Uint32Array(image.data.buffer);
  for (let index = 0; index < spots.length; index += 1) target[index] = table[spots[index] & painted];
  board.picture.getContext("2d").putImageData(image, 0, 0);
}

/** The colour that a spot is painted in. */
function pixelOf(spot) {
  const pixel = board.table[spot & board.painted];
  return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
}

/** The middle of a spot. */
function middle(spot) {
  const { across, down, columns } = board;
  return [((spot % columns) + 0.5) * across, (Math.floor(spot / columns) + 0.5) * down];
}

/** The spot under a click or a tap; null outside of the board. */
function spotAt(event) {
  const box = board.picture.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * board.columns);
  const row = Math.floor(((event.clientY - box.top) / box.height) * board.rows);
  const spot = row * board.columns + column;
  return column >= 0 && column < board.columns && row >= 0 && spot < board.spots ? spot : null;
}
