// The events of the whole match in words: the timeline for users of screen readers, with a button per entry to go there.

const KINDS = [["death", "deaths"], ["capture", "captures"], ["hit", "hits"]];
/** The most entries: longer lists are not read. */
const MOST_ENTRIES = 200;

/** Stretches of the timeline with something in them; those next to each other are one, but where somebody dies. */
function entriesOf({ first, width, last, columns }) {
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

function inWords({ from, to, counts }) {
  const when = from === to ? `turn ${GROUPED.format(from)}` : `turns ${GROUPED.format(from)} to ${GROUPED.format(to)}`;
  const what = counts.map((count, kind) => (count > 0 ? `${GROUPED.format(count)} ${KINDS[kind][count === 1 ? 0 : 1]}` : "")).filter(Boolean);
  return `${when}: ${what.join(", ")}`;
}

/** Goes to the first turn of an entry in which the gravest of its events happens. */
async function goToEntry({ from, counts }) {
  pause();
  await goTo(from - 1);
  await find(KINDS[counts.findIndex((count) => count > 0)][0], false);
}

function drawChronicle(place, timeline) {
  if (timeline.surveyed < timeline.last) return;
  const entries = entriesOf(timeline);
  const lines = entries.slice(0, MOST_ENTRIES).map((entry) => {
    const item = document.createElement("li");
    item.className = "line plain";
    const button = item.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = inWords(entry);
    button.addEventListener("click", () => goToEntry(entry));
    return item;
  });
  const end = document.createElement("li");
  end.className = "line quiet";
  const untold = entries.length - lines.length;
  end.textContent = `${untold > 0 ? `and ${GROUPED.format(untold)} more stretches; ` : ""}turn ${GROUPED.format(timeline.last)}: ${timeline.end?.text ?? "the end"}`;
  place.replaceChildren(...lines, end);
}
