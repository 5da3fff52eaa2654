// How a match has gone so far: the score of each player, or else how much each wrote. It ends with the turn that is shown, so
// that it tells nothing of what comes.

import { seatColour } from "./colours.js";
import { screenRatio } from "./dom.js";

/** At most so many points of a curve are kept. */
const MAX_POINTS = 2000;

export class SoFar {
  #canvas;
  /** The scores at turns that were shown. */
  #points = [];

  constructor(canvas) {
    this.#canvas = canvas;
  }

  add(turn, score) {
    if (!score) return;
    while (this.#points.length > 0 && this.#points.at(-1).turn >= turn) this.#points.pop();
    this.#points.push({ turn, score });
    if (this.#points.length > MAX_POINTS) this.#points = this.#points.filter((_, index) => index % 2 === 0);
  }

  draw({ firstTurn, turn, timeline, theme }) {
    const canvas = this.#canvas;
    const ratio = screenRatio();
    const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
    if (width === 0) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.fillStyle = theme.empty;
    context.fillRect(0, 0, width, height);
    const played = Math.max(1, turn - firstTurn);
    const x = (at) => ((at - firstTurn) / played) * width;
    if (this.#points.length > 0) this.#drawScores(context, x, ratio);
    else if (timeline) drawWrites(context, x, timeline, turn);
    context.fillStyle = theme.mark;
    context.fillRect(width - 2 * ratio, 0, 2 * ratio, height);
  }

  /** Shares of all, one above the other. */
  #drawScores(context, x, ratio) {
    const { height } = context.canvas;
    this.#points.forEach(({ turn, score }, index) => {
      const left = index === 0 ? 0 : x(turn);
      const right = x(this.#points[index + 1]?.turn ?? turn + 1);
      const all = Math.max(1, sum(score));
      let top = 0;
      score.forEach((count, seat) => {
        const part = (count / all) * height;
        context.fillStyle = seatColour(seat);
        context.fillRect(left, top, right - left + ratio, part);
        top += part;
      });
    });
  }
}

/** How much each wrote in each stretch; heights are square roots, as on the timeline. */
function drawWrites(context, x, { first, width: turns, seats, columns }, turn) {
  const { height } = context.canvas;
  const done = columns.slice(0, Math.ceil((turn - first) / turns));
  const most = Math.max(1, ...done.map(([writes]) => sum(writes)));
  done.forEach(([writes], column) => {
    const left = x(first + column * turns);
    const total = sum(writes);
    let end = height;
    for (let seat = 0; seat < seats && total > 0; seat += 1) {
      const part = (writes[seat] / total) * Math.sqrt(total / most) * height;
      context.fillStyle = seatColour(seat);
      context.fillRect(left, end - part, x(first + (column + 1) * turns) - left + 1, part);
      end -= part;
    }
  });
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}
