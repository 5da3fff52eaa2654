// The buttons below the timeline.

import { create, createButton, element, formatNumber } from "./dom.js";
import { SPEEDS } from "./playback.js";

const ICONS = {
  play: "M3 1.5l11 6.5-11 6.5z",
  pause: "M3 2h3.5v12H3zM9.5 2H13v12H9.5z",
  forward: "M2 3l7 5-7 5zM11 3h2.5v10H11z",
  back: "M14 3L7 8l7 5zM2.5 3H5v10H2.5z",
  nextEvent: "M1 3l6 5-6 5zM12 3.5L15.5 8 12 12.5 8.5 8z",
  previousEvent: "M15 3L9 8l6 5zM4 3.5L.5 8 4 12.5 7.5 8z",
  larger: "M6.5 1a5.5 5.5 0 1 0 3.2 10l3.6 3.7 1.4-1.4L11 9.7A5.5 5.5 0 0 0 6.5 1zm0 2a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM6 4.5h1v1.5h1.5v1H7v1.5H6V7H4.5V6H6z",
  smaller: "M6.5 1a5.5 5.5 0 1 0 3.2 10l3.6 3.7 1.4-1.4L11 9.7A5.5 5.5 0 0 0 6.5 1zm0 2a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM4.5 6h4v1h-4z",
  loud: "M1 5.5v5h3l4 3.5v-12l-4 3.5zM10 5a4 4 0 0 1 0 6zM11 2.2a7 7 0 0 1 0 11.6V12a5.4 5.4 0 0 0 0-8z",
  silent: "M1 5.5v5h3l4 3.5v-12l-4 3.5zM10 6l1-1 1.5 1.5L14 5l1 1-1.5 1.6L15 9.2l-1 1-1.5-1.6-1.5 1.6-1-1 1.5-1.6z",
  start: "M2 2h2v12H2zM14 2v12L5 8z",
  end: "M14 2h-2v12h2zM2 2v12l9-6z",
};

/** The buttons in their groups: the command, and the icon or the text on it. */
const GROUPS = [
  [
    { command: "start", icon: "start" },
    { command: "previous event", icon: "previousEvent" },
    { command: "1 turn back", icon: "back" },
    { command: "play or pause", icon: "play" },
    { command: "1 turn forward", icon: "forward" },
    { command: "next event", icon: "nextEvent" },
    { command: "end", icon: "end" },
  ],
  [{ command: "slower", text: "−" }, { command: "faster", text: "+" }],
  [
    { command: "go to", text: "go to …" },
    { command: "follow the next agent", text: "follow" },
    { command: "next write to this cell", text: "cell ▸" },
    { command: "edit breakpoints", text: "stop at …" },
    { command: "fork", text: "what if …" },
    { command: "why", text: "why?" },
    { command: "share", text: "share …" },
    { command: "watch", text: "watch" },
    { command: "zoom in", icon: "larger" },
    { command: "zoom out", icon: "smaller" },
    { command: "help", text: "?" },
  ],
];

/** What a button says of itself, if that is not the name of its command. */
const TITLES = {
  "fork": "what if: change something and play on",
  "share": "share: the address of this turn, a picture, the record",
  "why": "how did it come to this?",
  "watch": "watch it from the start, without knowing how it ends",
};

export function icon(name) {
  return `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

export class Toolbar {
  #playButton = null;
  #speed = create("output", { id: "speed" });
  /** What was drawn last: nothing of it changes with most pictures. */
  #drawn = { isPlaying: null, speed: null };

  /** Makes the buttons of commands; `helpLines` has their keys. */
  fill(place, commands, helpLines, isOffered) {
    const all = helpLines.flatMap((line) => line.commands);
    const offered = GROUPS.map((buttons) => buttons.filter(({ command }) => isOffered(command)));
    const groups = offered.map((buttons) => create("div", {}, ...buttons.map((one) => this.#button(one, commands, all))));
    groups[1].firstChild.after(this.#speed);
    const more = createButton({ id: "more", "aria-expanded": "false" }, () => {
      more.setAttribute("aria-expanded", String(place.classList.toggle("more")));
    }, "more …");
    groups[1].append(more);
    place.replaceChildren(...groups);
  }

  #button({ command, icon: iconName, text }, commands, all) {
    const { presses } = all.find(({ name }) => name === command) ?? { presses: [] };
    const title = TITLES[command] ?? command;
    const button = createButton({ title: presses.length > 0 ? `${title} (${presses[0].shown})` : title }, () => commands[command].run());
    // Words name a button; signs do not.
    if (!/\p{Letter}/u.test(text ?? "")) button.setAttribute("aria-label", command);
    if (iconName) button.innerHTML = icon(iconName);
    else button.textContent = text;
    if (command === "play or pause") {
      button.className = "play";
      this.#playButton = button;
    }
    return button;
  }

  /** Whether it plays, and how fast. */
  drawPlaying({ isPlaying, speed }) {
    if (!this.#playButton || (this.#drawn.isPlaying === isPlaying && this.#drawn.speed === speed)) return;
    this.#drawn = { isPlaying, speed };
    const name = isPlaying ? "pause" : "play";
    this.#playButton.innerHTML = icon(name);
    this.#playButton.setAttribute("aria-label", name);
    this.#speed.innerHTML = `${formatNumber(SPEEDS[speed])}<small>turns per second</small>`;
  }
}
