// Where in the match something happens: how much each seat writes, deaths, captures and hits.

import { seatColour } from "./colours.js";
import { screenRatio } from "./dom.js";

/** The colours of deaths, captures and hits. */
const EVENT_COLOURS = ["mark", "fore", "quiet"];

export class Timeline {
  /** The picture of everything but the place of the turn, which changes with every picture. */
  #picture = document.createElement("canvas");
  /** The data that the picture shows. */
  #drawn = null;
  #width = 0;
  #height = 0;

  constructor(canvas, theme) {
    Object.assign(this, { canvas, theme });
  }

  setTheme(theme) {
    this.theme = theme;
    this.#drawn = null;
  }

  /** The canvas has another size. To ask for it with every picture would be slow. */
  measure() {
    const ratio = screenRatio();
    this.#drawn = null;
    this.#width = this.canvas.clientWidth * ratio;
    this.#height = this.canvas.clientHeight * ratio;
  }

  draw(data, turn) {
    const ratio = screenRatio();
    const [width, height] = [this.#width, this.#height];
    // Spectators do not see it.
    if (width === 0) return;
    if (this.#drawn !== data) {
      this.#drawn = data;
      Object.assign(this.#picture, { width, height });
      this.#paint(data, ratio);
    }
    const { canvas, theme } = this;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const { first, last } = data;
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    context.drawImage(this.#picture, 0, 0);
    const x = Math.min(((turn - first) / Math.max(1, last - first)) * width, width - ratio);
    context.fillStyle = theme.back;
    context.fillRect(x - 2 * ratio, 0, 4 * ratio, height);
    context.fillStyle = theme.mark;
    context.fillRect(x - ratio, 0, 2 * ratio, height);
  }

  #paint({ first, last, width: turns, seats, surveyed, columns }, ratio) {
    const { width, height } = this.#picture;
    const context = this.#picture.getContext("2d");
    const x = (turn) => ((turn - first) / Math.max(1, last - first)) * width;
    const [top, base] = [18 * ratio, height - ratio];
    context.fillStyle = this.theme.empty;
    context.fillRect(0, top, x(surveyed), base - top);
    this.#drawUnknown(context, x(surveyed), top, width, base, ratio);

    // Heights are square roots, so that single writes can be seen beside areas that change hands.
    const most = Math.max(1, ...columns.map(([writes]) => sum(writes)));
    const bar = Math.max(1, x(first + turns));
    columns.forEach(([writes, events], column) => {
      const left = x(first + column * turns);
      const total = sum(writes);
      let end = base;
      for (let seat = 0; seat < seats; seat += 1) {
        const part = total > 0 ? (writes[seat] / total) * Math.sqrt(total / most) * (base - top) : 0;
        context.fillStyle = seatColour(seat);
        context.fillRect(left, end - part, bar, part);
        end -= part;
      }
      events.forEach((count, kind) => count > 0 && this.#drawEvent(context, kind, Math.min(left + bar / 2, width - 4 * ratio), ratio));
    });
  }

  /** Stripes where the match has not been surveyed yet. */
  #drawUnknown(context, left, top, right, bottom, ratio) {
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.strokeStyle = this.theme.line;
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
  #drawEvent(context, kind, x, ratio) {
    const y = [5, 11, 16][kind] * ratio;
    const half = 3.5 * ratio;
    context.strokeStyle = context.fillStyle = this.theme[EVENT_COLOURS[kind]];
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
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}
