// The page's address: it says where the spectator is, so that it can be handed on.

import { SPEEDS } from "./playback.js";

export function keepAddress({ turn, cursor, speed, zoom }) {
  const address = `#turn=${turn}&cell=${cursor}&speed=${SPEEDS[speed]}${zoom === 1 ? "" : `&zoom=${Math.round(zoom)}`}`;
  if (address === window.location.hash) return;
  try {
    window.history.replaceState(null, "", address);
  } catch {
    // Some browsers keep the addresses of files as they are; the page works without.
  }
}

/** The numbers in an address; null where one is missing or not a number. */
export function readAddress(address) {
  const wanted = new URLSearchParams(new URL(address).hash.slice(1));
  const number = (name) => (/^\d{1,15}$/.test(wanted.get(name) ?? "") ? Number(wanted.get(name)) : null);
  return { turn: number("turn"), cell: number("cell"), speed: number("speed"), zoom: number("zoom") };
}

/** Applies an address, except for the turn. */
export function applyAddress(session, { cell, speed, zoom }) {
  if (SPEEDS.includes(speed)) session.speed = SPEEDS.indexOf(speed);
  session.cursor = Math.min(cell ?? session.cursor, session.about.shape.cells - 1);
  if (cell !== null) session.followed = null;
  session.zoom = Math.max(zoom ?? 1, 1);
}
