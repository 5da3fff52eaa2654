// The dialogs: where to go, breakpoints, changes, and the help.

import { create, element } from "./dom.js";
import { sentenceList, waitingForSentences } from "./explanation.js";
import { parseTarget } from "./target.js";

/** What the help says besides the keys. */
const HELP = [
  "On the timeline, a cross is a death, a diamond a capture, a tick a hit. The bars show how much is written, in the colours of the writers. The lines show who is ahead: in Esowar and Crash, whose commander or code the writes of others in the last 1,000 turns are farther away from; in Snakes, who has more squares or is nearer to them; in PerlWar, who has more snippets. A circle is a moment that is told below.",
  "On the board, filled shapes act and open ones are robots; shape and number tell the player. A cell has the colour of its last writer, or of the program that started there. It is paler if it is blank, and stands out if it was just written. The frame is the cursor; the text below the board describes its cell.",
  "x changes the match from this turn on; in Snakes it moves the bots. Cells that differ from the original then have a dot; on large boards they are black or white.",
  "Click on the board to look at a cell, and on the timeline to go to a turn. Ctrl with the mouse wheel zooms the board.",
];

/** Asks for text; null if the user cancels. */
async function askFor(title, hint, value, field = "input") {
  const input = create(field, field === "textarea" ? { rows: 6 } : {});
  input.value = value;
  element("dialog-title").textContent = title;
  element("dialog-body").replaceChildren(create("label", {}, hint, create("br"), input));
  return (await openDialog()) === "done" ? input.value.trim() : null;
}

/** Ends the wait for the dialog before, which was closed. */
let finishBefore = () => {};

/** Shows the dialog; the promise's value is the button that closes it. What only tells something has nothing to cancel. */
export function openDialog({ onlyTells = false } = {}) {
  const dialog = element("dialog");
  finishBefore("");
  element("dialog-cancel").hidden = onlyTells;
  dialog.returnValue = "";
  dialog.showModal();
  // The button that has the focus may be far down.
  dialog.scrollTop = 0;
  return new Promise((resolve) => {
    const finish = (value) => {
      dialog.removeEventListener("close", onClose);
      finishBefore = () => {};
      resolve(value);
    };
    // Browsers tell of a closed dialog only later: by then this one may be open, and it is the one before that was closed.
    const onClose = () => dialog.open || finish(dialog.returnValue);
    finishBefore = finish;
    dialog.addEventListener("close", onClose);
  });
}

export async function askForTarget(session) {
  session.pause();
  const { firstTurn, lastTurn } = session;
  const text = await askFor("go to", `A turn (${firstTurn} to ${lastTurn}), +10, -10, a share like 50%, start, end, or a cell like “cell 12”.`, "");
  if (!text) return;
  const target = parseTarget(text, session);
  if (target === null) session.say(`“${text}” is not a valid turn: expected a number, 50%, start, end, or “cell 12” for a cell`);
  else if (target.cell !== undefined) session.setCursor(target.cell);
  else session.goTo(target.turn);
}

export async function askForBreakpoints(session) {
  session.pause();
  const hint = "One per line: turn N · write CELL · cell CELL = TEXT · at PLAYER CELL · run PLAYER TEXT · PLAYER NAME > NUMBER · death · capture · hit. Players count from 0. Playing stops at them; c runs to the next one, C back to the previous one.";
  const text = await askFor("stop at", hint, session.breakpointLines.join("\n"), "textarea");
  if (text === null) return;
  await session.setBreakpoints(text.split("\n").map((one) => one.trim()).filter(Boolean));
}

export async function askForChange(session) {
  session.pause();
  const now = session.cellUnderCursor;
  const hint = "cell CELL = TEXT, or PLAYER NAME = NUMBER for a register. The match continues from this turn with the change. Differences from the original are marked.";
  const text = await askFor("change", hint, now ? `cell ${now.cell} = ${now.text}` : "");
  if (!text) return;
  const { turn } = session;
  await session.run("fork", { text });
  if (session.view.shown.is_fork) session.say(`changed after turn ${turn}`);
}

/** Tells why the program of a seat did not win; of none, why the best of those did not. Closing the dialog stops that, too. */
export async function showExplanation(session, seat) {
  session.pause();
  element("dialog-title").textContent = "how did it come to this?";
  const sentences = create("div", { "aria-live": "polite" }, waitingForSentences(() => session.stopExplaining()));
  element("dialog-body").replaceChildren(sentences);
  const closed = openDialog({ onlyTells: true });
  // By the time that is told, another explanation may have begun.
  closed.then(() => sentences.isConnected && session.stopExplaining());
  const look = (turn, cell) => {
    element("dialog").close();
    session.lookAt(turn, cell);
  };
  try {
    const { links } = await session.explain(seat);
    sentences.replaceChildren(sentenceList(links, look));
    if (sentences.isConnected) sentences.querySelector("button")?.focus({ preventScroll: true });
  } catch (error) {
    sentences.textContent = error.message;
    if (!element("dialog").open) session.say(error.message);
  }
  return closed;
}

/** Shows the table of keys. */
export function showHelp(session, helpLines) {
  session.pause();
  element("dialog-title").textContent = "keys";
  const rows = helpLines.filter((line) => line.keys.length > 0).map(({ keys, help }) => {
    const cell = create("td", {}, ...keys.flat().map((key) => create("kbd", {}, key)));
    return create("tr", {}, cell, create("td", {}, help));
  });
  const table = create("table", {}, create("tbody", {}, ...rows));
  element("dialog-body").replaceChildren(table, ...HELP.map((text) => create("p", {}, text)));
  return openDialog({ onlyTells: true });
}
