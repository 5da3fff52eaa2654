// Where in the match something happens: how much each seat writes, deaths, captures and hits.

const MARKS = [["death", "mark"], ["capture", "fore"], ["hit", "quiet"]];

function drawTimeline(canvas, timeline, turn) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  const context = canvas.getContext("2d");
  const { first, last, width: turns, seats, surveyed, columns } = timeline;
  const x = (at) => ((at - first) / Math.max(1, last - first)) * canvas.width;
  const [marks, base] = [18 * ratio, canvas.height - ratio];
  context.fillStyle = themeColour("empty");
  context.fillRect(0, marks, x(surveyed), base - marks);
  drawUnknown(context, x(surveyed), marks, canvas.width, base, ratio);

  const most = Math.max(1, ...columns.map(([writes]) => writes.reduce((sum, more) => sum + more, 0)));
  const bar = Math.max(1, x(first + turns));
  columns.forEach(([writes, notable], column) => {
    const left = x(first + column * turns);
    let top = base;
    for (let seat = 0; seat < seats; seat += 1) {
      const height = (writes[seat] / most) * (base - marks);
      context.fillStyle = seatColour(seat);
      context.fillRect(left, top - height, bar, height);
      top -= height;
    }
    notable.forEach((count, kind) => count > 0 && drawMark(context, kind, left + bar / 2, ratio));
  });

  context.strokeStyle = themeColour("mark");
  context.lineWidth = 2 * ratio;
  context.beginPath();
  context.moveTo(x(turn), 0);
  context.lineTo(x(turn), canvas.height);
  context.stroke();
}

/** Stripes where nobody has looked yet. */
function drawUnknown(context, left, top, right, bottom, ratio) {
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  context.strokeStyle = themeColour("line");
  context.lineWidth = ratio;
  for (let x = left - bottom; x < right; x += 7 * ratio) {
    context.beginPath();
    context.moveTo(x, bottom);
    context.lineTo(x + bottom - top, top);
    context.stroke();
  }
  context.restore();
}

/** A cross for a death, a diamond for a capture, a tick for a hit: each in a row of its own. */
function drawMark(context, kind, x, ratio) {
  const y = [5, 11, 16][kind] * ratio;
  const half = 3.5 * ratio;
  context.strokeStyle = context.fillStyle = themeColour(MARKS[kind][1]);
  context.lineWidth = (kind === 0 ? 2 : 1) * ratio;
  context.beginPath();
  if (kind === 0) {
    context.moveTo(x, y - half - ratio);
    context.lineTo(x, y + half + ratio);
    context.moveTo(x - half, y - ratio);
    context.lineTo(x + half, y - ratio);
    context.stroke();
  } else if (kind === 1) {
    context.moveTo(x, y - half);
    context.lineTo(x + half * 0.7, y);
    context.lineTo(x, y + half);
    context.lineTo(x - half * 0.7, y);
    context.fill();
  } else {
    context.moveTo(x, y - 2 * ratio);
    context.lineTo(x, y + 2 * ratio);
    context.stroke();
  }
}

function turnAt(canvas, event, { first, last }) {
  const box = canvas.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  return Math.round(first + share * (last - first));
}
