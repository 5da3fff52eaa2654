// Where in the match something happens: how much each seat writes, deaths, captures and hits.

const MARKS = [["death", "mark"], ["capture", "fore"], ["hit", "quiet"]];

/** The picture of everything but the place of the turn, which changes with every picture. */
const painted = { picture: document.createElement("canvas"), of: null, width: 0, height: 0 };

/** The canvas has another size. To ask for it with every picture would be slow. */
function layTimeline(canvas) {
  const ratio = window.devicePixelRatio || 1;
  Object.assign(painted, { of: null, width: canvas.clientWidth * ratio, height: canvas.clientHeight * ratio });
}

function drawTimeline(canvas, timeline, turn) {
  const ratio = window.devicePixelRatio || 1;
  const { width, height } = painted;
  if (painted.of !== timeline) {
    painted.of = timeline;
    Object.assign(painted.picture, { width, height });
    paintTimeline(painted.picture, timeline, ratio);
  }
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const { first, last } = timeline;
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  context.drawImage(painted.picture, 0, 0);
  const x = Math.min(((turn - first) / Math.max(1, last - first)) * width, width - ratio);
  context.fillStyle = theme.back;
  context.fillRect(x - 2 * ratio, 0, 4 * ratio, height);
  context.fillStyle = theme.mark;
  context.fillRect(x - ratio, 0, 2 * ratio, height);
}

function paintTimeline(canvas, timeline, ratio) {
  const context = canvas.getContext("2d");
  const { first, last, width: turns, seats, surveyed, columns } = timeline;
  const x = (at) => ((at - first) / Math.max(1, last - first)) * canvas.width;
  const [marks, base] = [18 * ratio, canvas.height - ratio];
  context.fillStyle = theme.empty;
  context.fillRect(0, marks, x(surveyed), base - marks);
  drawUnknown(context, x(surveyed), marks, canvas.width, base, ratio);

  // Heights are square roots, so that single writes can be seen beside areas that change hands.
  const most = Math.max(1, ...columns.map(([writes]) => sum(writes)));
  const bar = Math.max(1, x(first + turns));
  columns.forEach(([writes, notable], column) => {
    const left = x(first + column * turns);
    const total = sum(writes);
    let top = base;
    for (let seat = 0; seat < seats; seat += 1) {
      const height = total > 0 ? (writes[seat] / total) * Math.sqrt(total / most) * (base - marks) : 0;
      context.fillStyle = seatColour(seat);
      context.fillRect(left, top - height, bar, height);
      top -= height;
    }
    notable.forEach((count, kind) => count > 0 && drawMark(context, kind, Math.min(left + bar / 2, canvas.width - 4 * ratio), ratio));
  });
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}

/** Stripes where nobody has looked yet. */
function drawUnknown(context, left, top, right, bottom, ratio) {
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  context.strokeStyle = theme.line;
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
  context.strokeStyle = context.fillStyle = theme[MARKS[kind][1]];
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
