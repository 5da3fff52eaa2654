// What can be done, by button and by key. The help is made from this list; the keys are those of the terminal player, but for
// `Tab`, which browsers need.

const cellSearch = (backwards) => () => during("searching …", () => ask("find", { what: `write ${stage.cursor}`, backwards, ...wishes() }));
const search = (what, backwards) => () => during("searching …", () => ask("find", { what, backwards, ...wishes() }));
const step = (turns) => (event) => {
  pause();
  // From where it is going to: keys come faster than turns that are far away.
  goTo(stage.heading + turns * (event?.shiftKey ? 10 : 1) * (event?.ctrlKey ? 100 : 1));
};

/** Keys, what it says in the help, what it does, and the sign on its button, if it has one. */
const DEEDS = [
  { keys: [" "], words: "play or pause", sign: "▶", does: () => (stage.isPlaying ? pause() : play()) },
  { keys: ["ArrowLeft"], words: "a turn back; with Shift 10, with Ctrl 100", sign: "◀ turn", does: step(-1) },
  { keys: ["ArrowRight"], words: "a turn on; with Shift 10, with Ctrl 100", sign: "turn ▶", does: step(1) },
  { keys: ["E"], words: "the event before: death, capture or hit", sign: "◀ event", does: search("notable", true) },
  { keys: ["e"], words: "the next event", sign: "event ▶", does: search("notable", false) },
  { keys: ["-"], words: "slower", sign: "−", does: () => setSpeed(stage.speed - 1) },
  { keys: ["+", "="], words: "faster", sign: "+", does: () => setSpeed(stage.speed + 1) },
  { keys: ["g"], words: "go to a turn: a number, `50%`, `end`; or to a cell: `cell 12`", sign: "go to …", does: askWhereTo },
  { keys: ["Home"], words: "the start", does: () => goTo(firstTurn()) },
  { keys: ["End"], words: "the end", does: () => goTo(lastTurn()) },
  { keys: ["h"], words: "cursor to the left", does: () => setCursor(stage.cursor - 1) },
  { keys: ["l"], words: "cursor to the right", does: () => setCursor(stage.cursor + 1) },
  { keys: ["k"], words: "cursor up", does: () => setCursor(stage.cursor - board.columns * stage.about.cells_a_spot) },
  { keys: ["j"], words: "cursor down", does: () => setCursor(stage.cursor + board.columns * stage.about.cells_a_spot) },
  { keys: ["a"], words: "cursor to the next one on the board, and follow it", sign: "follow", does: followNext },
  { keys: ["f"], words: "stop following", does: () => ((stage.follows = null), again()) },
  { keys: ["z"], words: "larger symbols", does: () => setSize(stage.size + 1) },
  { keys: ["Z"], words: "smaller symbols", does: () => setSize(stage.size - 1) },
  { keys: ["n"], words: "the next turn that writes this cell", sign: "cell ▶", does: cellSearch(false) },
  { keys: ["N"], words: "the last turn before that wrote this cell", does: cellSearch(true) },
  { keys: ["w"], words: "who wrote this cell last, and when", does: () => say(cellInWords(cellUnderCursor())) },
  { keys: ["W"], words: "go back to that turn", does: goToWrite },
  { keys: ["b", "B"], words: "conditions to stop at", sign: "stop at …", does: askConditions },
  { keys: ["c"], words: "run to the next turn where one begins to hold", does: search("condition", false) },
  { keys: ["C"], words: "back to the last such turn", does: search("condition", true) },
  { keys: ["x"], words: "change something and see what would have happened", sign: "change …", does: askChange },
  { keys: ["X"], words: "back to the match as it was", does: dropFork },
  { keys: ["?"], words: "these keys", sign: "?", does: showHelp },
];

const KEY_NAMES = { " ": "Space", ArrowLeft: "←", ArrowRight: "→" };

function makeButtons(place) {
  for (const deed of DEEDS.filter((one) => one.sign)) {
    const button = place.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = deed.sign;
    button.title = `${deed.words} (${KEY_NAMES[deed.keys[0]] ?? deed.keys[0]})`;
    button.setAttribute("aria-label", deed.words);
    button.addEventListener("click", (event) => deed.does(event));
    deed.button = button;
  }
}

function pressed(event) {
  const isTyping = event.target.matches("input:not([type=range]), textarea") || element("dialog").open;
  if (isTyping || event.altKey || event.metaKey) return;
  if (event.ctrlKey && !event.key.startsWith("Arrow")) return;
  // Buttons have Space for themselves.
  if (event.key === " " && event.target.matches("button")) return;
  const deed = DEEDS.find((one) => one.keys.includes(event.key));
  if (!deed) return;
  event.preventDefault();
  deed.does(event);
}

function setSpeed(speed) {
  stage.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
  drawState();
  keepAddress();
}

function setSize(size) {
  stage.size = Math.min(SIZES.length - 1, Math.max(0, size));
  again();
}

function cellUnderCursor() {
  return stage.seen?.near.find((one) => one.cell === stage.cursor);
}

function followNext() {
  const { agents } = stage.seen.shown;
  if (agents.length === 0) return say("nobody stands anywhere at this turn");
  const at = stage.follows === null ? -1 : agents.findIndex(([seat, role]) => seat === stage.follows[0] && role === stage.follows[1]);
  const [seat, role] = agents[(at + 1) % agents.length];
  stage.follows = [seat, role];
  follow();
  say(`following the ${role} of program ${seat}`);
  return again();
}

function goToWrite() {
  const written = cellUnderCursor()?.written;
  if (!written) return say("nobody wrote this cell before this turn");
  pause();
  return goTo(written[0]);
}

/** Asks for a line or more of text; nothing if it was not wanted. */
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
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue), { once: true }));
}

async function askWhereTo() {
  pause();
  const text = await askFor("go to", `A turn (${firstTurn()} to ${lastTurn()}), a share like 50%, start, end, or a cell like “cell 12”.`, "");
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
  await during("", () => ask("change", { text, ...wishes() }));
}

function dropFork() {
  if (!stage.seen.shown.is_fork) return say("this is the match as it was");
  return during("", () => ask("drop", wishes()));
}

function showHelp() {
  pause();
  element("dialog-title").textContent = "keys";
  const table = document.createElement("table");
  for (const { keys, words } of DEEDS) {
    const row = table.insertRow();
    row.insertCell().innerHTML = keys.map((key) => `<kbd>${KEY_NAMES[key] ?? key}</kbd>`).join(" ");
    row.insertCell().textContent = words;
  }
  const marks = document.createElement("p");
  marks.textContent = "On the timeline a cross is a death, a diamond a capture, a tick a hit. On the board filled shapes act, open ones are robots; the shape and the number say whose. Click the board to look at a cell, the timeline to go to a turn.";
  element("dialog-body").replaceChildren(table, marks);
  return openDialog();
}
