// Where in the match something happens: how much each seat writes, deaths, captures and hits, and who is ahead.

import { seatColour } from "./colours.js";
import { screenRatio } from "./dom.js";

/** The colours of deaths, captures and hits. */
const EVENT_COLOURS = ["mark", "fore", "quiet"];

/** Lines of more players could not be told apart. */
const MAX_LINES = 8;
/** How much of the bars is seen behind the lines. */
const FAINT = 0.35;

export class Timeline {
  /** The picture of everything but the place of the turn, which changes with every picture. */
  #picture = document.createElement("canvas");
  /** The data that the picture shows. */
  #drawn = null;
  #drawnLead = null;
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

  /** `lead` is null as long as it is not known. */
  draw(data, lead, turn) {
    const ratio = screenRatio();
    const [width, height] = [this.#width, this.#height];
    // Spectators do not see it.
    if (width === 0) return;
    if (this.#drawn !== data || this.#drawnLead !== lead) {
      this.#drawn = data;
      this.#drawnLead = lead;
      Object.assign(this.#picture, { width, height });
      this.#paint(data, lead, ratio);
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

  #paint({ first, last, width: turns, seats, surveyed, columns }, lead, ratio) {
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
      context.globalAlpha = lead ? FAINT : 1;
      const total = sum(writes);
      let end = base;
      for (let seat = 0; seat < seats; seat += 1) {
        const part = total > 0 ? (writes[seat] / total) * Math.sqrt(total / most) * (base - top) : 0;
        context.fillStyle = seatColour(seat);
        context.fillRect(left, end - part, bar, part);
        end -= part;
      }
      context.globalAlpha = 1;
      events.forEach((count, kind) => count > 0 && this.#drawEvent(context, kind, Math.min(left + bar / 2, width - 4 * ratio), ratio));
    });
    if (lead) this.#drawLead(lead, x, top, base, ratio);
  }

  /** A line for each player, the higher the better it stands, and a circle for each moment that mattered. */
  #drawLead({ points, moments }, x, top, base, ratio) {
    const context = this.#picture.getContext("2d");
    const y = (share) => base - 3 * ratio - (share / 1000) * (base - top - 6 * ratio);
    const seats = Math.min(MAX_LINES, points[0]?.[1].length ?? 0);
    const stroke = (colour, width) => Object.assign(context, { strokeStyle: colour, lineWidth: width * ratio });
    context.lineJoin = "round";
    const lines = Array.from({ length: seats }, (_, seat) => {
      const line = new Path2D();
      points.forEach(([turn, shares]) => line.lineTo(x(turn), y(shares[seat])));
      return line;
    });
    stroke(this.theme.back, 5);
    lines.forEach((line) => context.stroke(line));
    for (let seat = seats - 1; seat >= 0; seat -= 1) {
      stroke(seatColour(seat), 2.5);
      // Where two lines lie on one another, both are seen.
      context.setLineDash(seat % 2 === 0 ? [9 * ratio, 5 * ratio] : []);
      context.stroke(lines[seat]);
      context.setLineDash([]);
    }
    for (const { turn, seat } of moments) {
      const circle = new Path2D();
      circle.arc(Math.min(x(turn), this.#picture.width - 4 * ratio), y(shareAt(points, turn, seat)), 3.2 * ratio, 0, 2 * Math.PI);
      context.fillStyle = this.theme.back;
      context.fill(circle);
      stroke(this.theme.mark, 2);
      context.stroke(circle);
    }
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

/** How a player stands at a turn, on the line between two points. */
function shareAt(points, turn, seat) {
  const at = points.findIndex(([after]) => after >= turn);
  const [after, shares] = points[at < 0 ? points.length - 1 : at];
  const [before, earlier] = points[Math.max(0, at - 1)];
  const part = after > before ? (turn - before) / (after - before) : 1;
  return earlier[seat] + (shares[seat] - earlier[seat]) * Math.min(1, part);
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}
