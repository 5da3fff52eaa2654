// Shows the matches of a hill one after the other. The server says which one, and when it began; this page only follows.

/** Milliseconds until the next question: at most, while there is no match, and while the server does not answer. */
const [ASK_MS, SOON_MS, RETRY_MS] = [15_000, 1000, 3000];
/** The longest that an answer may take. */
const PATIENCE_MS = 10_000;
/** Milliseconds between two looks at the clock. */
const TICK_MS = 250;
/** A match that is so many seconds away from where the server has it is shown anew. */
const MAX_DRIFT = 2;

const place = (id) => document.getElementById(id);
const stage = place("stage");
/** The match that is shown, and when it began, in seconds of this page's clock; null before the first. */
let shown = null;
/** The question that is next. An earlier one that is still on its way is not repeated. */
let asking = 0;
let questions = 0;

async function ask() {
  clearTimeout(asking);
  questions += 1;
  const question = questions;
  let wait = RETRY_MS;
  try {
    const answer = await fetch(`${stage.dataset.address}/now`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) wait = follow(await answer.json());
  } catch {
    // The server is away: what is shown goes on, and the next question may be answered.
  }
  if (question === questions) asking = setTimeout(ask, wait);
}

/** Shows what the server says. Returns the milliseconds until the next question. */
function follow({ match, elapsed, left, next }) {
  if (!match) {
    shown = null;
    announce("", ["The next match is on its way."]);
    tick();
    return SOON_MS;
  }
  const began = seconds() - elapsed;
  const isSame = shown?.id === match.id && Math.abs(shown.began - began) <= MAX_DRIFT;
  if (!isSame) {
    shown = { id: match.id, began };
    load(match.viewer);
    place("now").replaceChildren(...versus(match.names));
    announce("next", versus(match.names));
  }
  place("then").replaceChildren(...(next ? ["next: ", ...versus(next)] : []));
  tick();
  return Math.min(ASK_MS, left * 1000 + 100);
}

function seconds() {
  return performance.now() / 1000;
}

/** Replaces the viewer, so that the memory of the match before is free. */
function load(address) {
  const viewer = document.createElement("iframe");
  viewer.title = "The match, in the viewer";
  viewer.setAttribute("sandbox", "allow-scripts");
  viewer.src = `${address}#live=${(seconds() - shown.began).toFixed(3)}`;
  stage.querySelector("iframe")?.remove();
  stage.prepend(viewer);
}

/** Two names; each has its own direction of writing. */
function versus(names) {
  const [one, two] = names.map((name) => Object.assign(document.createElement("bdi"), { textContent: name }));
  return [one, " against ", two];
}

function announce(small, words) {
  place("small").textContent = small;
  place("versus").replaceChildren(...words);
}

/** The announcement goes when the match begins. */
function tick() {
  const left = shown ? shown.began - seconds() : 0;
  place("announcement").hidden = shown !== null && left <= 0;
  place("countdown").textContent = left > 0 ? Math.ceil(left) : "";
}

/** Asks the screen to stay on, where the browser can. */
function keepAwake() {
  navigator.wakeLock?.request("screen").catch(() => {});
}

function onVisible() {
  if (document.hidden) return;
  ask();
  keepAwake();
}

setInterval(tick, TICK_MS);
addEventListener("online", ask);
document.addEventListener("visibilitychange", onVisible);
onVisible();
