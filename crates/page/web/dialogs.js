// Dialogs.

/** Asks for one or more lines of text; null if the user cancels. */
function askFor(title, hint, value, field = "input") {
  const body = element("dialog-body");
  element("dialog-title").textContent = title;
  const label = document.createElement("label");
  label.textContent = hint;
  const input = document.createElement(field);
  input.value = value;
  if (field === "textarea") input.rows = 6;
  label.append(document.createElement("br"), input);
  body.replaceChildren(label);
  return openDialog().then((answer) => (answer === "done" ? input.value.trim() : null));
}

function openDialog() {
  const dialog = element("dialog");
  dialog.returnValue = "";
  dialog.showModal();
  // The button that has the focus may be far down.
  dialog.scrollTop = 0;
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue), { once: true }));
}

async function askWhereTo() {
  pause();
  const text = await askFor("go to", `A turn (${firstTurn()} to ${lastTurn()}), +10, -10, a share like 50%, start, end, or a cell like “cell 12”.`, "");
  if (!text) return;
  const cell = /^cell\s+(\d+)$/.exec(text);
  if (cell) return setCursor(Number(cell[1]));
  const turn = turnOf(text);
  if (turn === null) return say(`“${text}” is no turn: a number, 50%, start, end, or “cell 12” for a cell`);
  return goTo(turn);
}

function turnOf(text) {
  const share = /^(\d+(?:\.\d+)?)\s*%$/.exec(text);
  if (share) return Math.round(firstTurn() + ((lastTurn() - firstTurn()) * Math.min(100, Number(share[1]))) / 100);
  const distance = /^([+-])\s*(\d+)$/.exec(text);
  if (distance) return stage.turn + Number(distance[1] + distance[2]);
  if (text === "start") return firstTurn();
  if (text === "end") return lastTurn();
  return /^\d+$/.test(text) ? Number(text) : null;
}

async function askConditions() {
  pause();
  const hint = "One a line: turn N · write CELL · cell CELL = TEXT · at PLAYER CELL · run PLAYER TEXT · PLAYER NAME > NUMBER · death · capture · hit. Players count from 0. Then c runs to the next turn where one begins to hold, C back.";
  const text = await askFor("stop at", hint, stage.conditions.join("\n"), "textarea");
  if (text === null) return;
  const lines = text.split("\n").map((one) => one.trim()).filter(Boolean);
  try {
    await ask("conditions", { lines: lines.join("\n") });
    stage.conditions = lines;
    say(lines.length === 0 ? "no conditions" : `stops at: ${lines.join(", ")}`);
  } catch (error) {
    say(error.message);
  }
}

async function askChange() {
  pause();
  const now = cellUnderCursor();
  const hint = "cell CELL = TEXT, or PLAYER NAME = NUMBER for a register. The match goes on from this turn with it; what differs from the original is marked.";
  const text = await askFor("change", hint, now ? `cell ${now.cell} = ${now.text}` : "");
  if (!text) return;
  const turn = stage.turn;
  await during("", () => ask("change", { text, ...requests() }));
  if (stage.seen.shown.is_fork) say(`changed after turn ${turn}`);
}

function showHelp() {
  pause();
  element("dialog-title").textContent = "keys";
  const table = document.createElement("table");
  for (const { keys, words } of COMMANDS) {
    const row = table.insertRow();
    row.insertCell().append(...keys.map((key) => {
      const sign = document.createElement("kbd");
      sign.textContent = keyName(key);
      return sign;
    }));
    row.insertCell().textContent = words;
  }
  element("dialog-body").replaceChildren(table, ...HELP.map((words) => {
    const told = document.createElement("p");
    told.textContent = words;
    return told;
  }));
  return openDialog();
}

/** What the help says beside the keys. */
const HELP = [
  "On the timeline a cross is a death, a diamond a capture, a tick a hit; its bars are how much is written, in the colours of those who write.",
  "On the board filled shapes act, open ones are robots; the shape and the number say whose. A cell has the colour of who wrote it last, or whose program started there, and is paler where it holds nothing; what was just written stands out. The frame is the cursor: what it is on is told below.",
  "After a change, cells that differ from the match as it was have a dot, or on large boards are black or white.",
  "Click the board to look at a cell, the timeline to go to a turn.",
];
