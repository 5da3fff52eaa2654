// Zoom: the board is larger than its frame, which shows a part of it.

/** Spots need not be larger than so many CSS pixels. */
const LARGEST_SPOT = 64;

/** Of a board that is laid out as large as it fits. */
function largestZoom() {
  return Math.max(1, LARGEST_SPOT / Math.min(board.across, board.down));
}

function setZoom(zoom) {
  const [x, y] = middle(Math.floor(stage.cursor / stage.about.cells_per_spot));
  zoomAbout(zoom, { x, y }, { x: marks.width / 2, y: marks.height / 2 });
}

/** Shows the board so many times as large as it fits; a point of the board comes to a place in the frame. */
function zoomAbout(zoom, point, place) {
  const before = stage.zoom;
  stage.zoom = Math.max(zoom, 1);
  layOut(stage.about.shape, stage.seen.spots.length);
  const share = stage.zoom / before;
  if (share === 1) return again();
  const scroller = element("scroller");
  scroller.scrollTo(point.x * share + MARGIN - place.x, point.y * share + MARGIN - place.y);
  placeMarks(element("frame"));
  return again();
}

/** Ctrl and the wheel, which is also what two fingers on a touchpad come as. */
function wheeled(event) {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const [inner, outer] = [board.picture, element("frame")].map((one) => one.getBoundingClientRect());
  const point = { x: event.clientX - inner.left, y: event.clientY - inner.top };
  zoomAbout(stage.zoom * 2 ** (-event.deltaY / 200), point, { x: event.clientX - outer.left, y: event.clientY - outer.top });
}

/** Where the cursor goes, the frame goes. */
function keepCursorInSight() {
  if (stage.zoom === 1 || stage.seenCursor === stage.cursor) return;
  stage.seenCursor = stage.cursor;
  const [x, y] = middle(Math.floor(stage.cursor / stage.about.cells_per_spot));
  const { left, top, width, height } = marks;
  const isInSight = x + left > MARGIN && x + left < width - MARGIN && y + top > MARGIN && y + top < height - MARGIN;
  if (isInSight) return;
  element("scroller").scrollTo(x + MARGIN - width / 2, y + MARGIN - height / 2);
  placeMarks(element("frame"));
}

function scrolled() {
  placeMarks(element("frame"));
  if (stage.seen) drawMarks(stage.seen, stage.cursor, stage.about.cells_per_spot);
  // Other cells have other texts.
  if (cellsWithTexts() && !stage.isBusy) again();
}
