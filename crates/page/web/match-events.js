// The events of the whole match in words: the timeline for users of screen readers, with a button per entry to go there.

import { create, createButton, formatNumber } from "./dom.js";

/** The kinds of events, the gravest first, and their plurals. */
const KINDS = [["death", "deaths"], ["capture", "captures"], ["hit", "hits"]];
/** The most entries: longer lists are not read. */
const MAX_ENTRIES = 200;

/** Stretches of the timeline with events; those next to each other are one, except at deaths. */
export function entriesOf({ first, width, last, columns }) {
  const entries = [];
  columns.forEach(([, counts], column) => {
    if (counts.every((count) => count === 0)) return;
    const [from, to] = [first + column * width + 1, Math.min(first + (column + 1) * width, last)];
    const before = entries.at(-1);
    if (before && before.to === from - 1 && before.counts[0] === 0 && counts[0] === 0) {
      before.to = to;
      before.counts = before.counts.map((count, kind) => count + counts[kind]);
    } else {
      entries.push({ from, to, counts });
    }
  });
  return entries;
}

export function entryText({ from, to, counts }) {
  const when = from === to ? `turn ${formatNumber(from)}` : `turns ${formatNumber(from)} to ${formatNumber(to)}`;
  const what = counts.map((count, kind) => (count > 0 ? `${formatNumber(count)} ${KINDS[kind][count === 1 ? 0 : 1]}` : "")).filter(Boolean);
  return `${when}: ${what.join(", ")}`;
}

/** The kind of the gravest events of an entry. */
function gravest({ counts }) {
  return KINDS[counts.findIndex((count) => count > 0)][0];
}

/** `goToEvent` goes to the first event of a kind after a turn. */
export function drawMatchEvents(list, timeline, goToEvent) {
  if (timeline.surveyed < timeline.last) return;
  const entries = entriesOf(timeline);
  const lines = entries.slice(0, MAX_ENTRIES).map((entry) => {
    const button = createButton({}, () => goToEvent(gravest(entry), entry.from - 1), entryText(entry));
    return create("li", { class: "line plain" }, button);
  });
  const omitted = entries.length - lines.length;
  const more = omitted > 0 ? `and ${formatNumber(omitted)} more stretches; ` : "";
  const end = `${more}turn ${formatNumber(timeline.last)}: ${timeline.end?.text ?? "the end"}`;
  list.replaceChildren(...lines, create("li", { class: "line quiet" }, end));
}
