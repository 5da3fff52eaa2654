// The page's address: it says where the spectator is, so that it can be handed on.

import { SPEEDS } from "./playback.js";

/** Milliseconds between two changes of the address: browsers refuse many. */
const KEEP_MS = 500;

let keptAt = -Infinity;

/** While the match plays, the address follows it only now and then. */
export function keepAddress({ turn, cursor, followed, speed, zoom, isPlaying }) {
  const parts = [`turn=${turn}`, `cell=${cursor}`, `speed=${SPEEDS[speed]}`];
  if (zoom !== 1) parts.push(`zoom=${Number(zoom.toFixed(2))}`);
  if (followed) parts.push(`follow=${followed[0]}.${followed[1]}`);
  const address = `#${parts.join("&")}`;
  const now = performance.now();
  if (address === window.location.hash || (isPlaying && now - keptAt < KEEP_MS)) return;
  keptAt = now;
  try {
    window.history.replaceState(null, "", address);
  } catch {
    // Some browsers keep the addresses of files as they are; the page works without.
  }
}

/** What an address says; null where something is missing or not a number. */
export function readAddress(address) {
  const wanted = new URLSearchParams(new URL(address).hash.slice(1));
  const number = (name) => (/^\d{1,15}(\.\d{1,2})?$/.test(wanted.get(name) ?? "") ? Number(wanted.get(name)) : null);
  const whole = (name) => (Number.isInteger(number(name)) ? number(name) : null);
  const [, seat, role] = /^(\d{1,3})\.(\w{1,20})$/.exec(wanted.get("follow") ?? "") ?? [];
  const follow = seat === undefined ? null : [Number(seat), role];
  return { mode: wanted.get("mode"), turn: whole("turn"), cell: whole("cell"), speed: whole("speed"), zoom: number("zoom"), follow };
}

/** Whether an address asks for an explanation of the match. */
export function asksWhy({ mode }) {
  return mode === "why";
}

/** Whether an address leads to the analysis: it asks for it or for an explanation, or says where in the match it leads. */
export function isForAnalysis({ mode, turn, cell }) {
  return mode === "analyse" || mode === "why" || turn !== null || cell !== null;
}

/** Applies an address, except for the turn. */
export function applyAddress(session, { cell, speed, zoom, follow }) {
  if (SPEEDS.includes(speed)) session.speed = SPEEDS.indexOf(speed);
  session.cursor = Math.min(cell ?? session.cursor, session.about.shape.cells - 1);
  if (cell !== null || follow !== null) session.followed = follow;
  session.zoom = Math.max(zoom ?? 1, 1);
}

/** The address leads to the title card again. */
export function forgetAddress() {
  if (window.location.hash === "") return;
  try {
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
  } catch {
    // As above.
  }
}
