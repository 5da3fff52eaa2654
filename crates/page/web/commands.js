// The commands, each with its keys and its button. The help is made from this list; the keys are those of the terminal
// player, but for `Tab`, which browsers need.

const search = (what, backwards) => () => find(what, backwards);
const cellSearch = (backwards) => () => find(`write ${stage.cursor}`, backwards);
const step = (turns) => (event) => {
  pause();
  // From where it is going to: keys come faster than turns that are far away.
  goTo(stage.heading + turns * (event?.shiftKey && event.key?.startsWith("Arrow") ? 10 : 1) * (event?.ctrlKey ? 100 : 1));
};
const twentieth = (share) => () => (pause(), goTo(stage.heading + share * Math.max(1, Math.round((lastTurn() - firstTurn()) / 20))));
const goToEnd = (end) => () => (pause(), goTo(end()));
const move = (cells) => () => setCursor(stage.cursor + cells);
const moveRow = (rows) => () => setCursor(stage.cursor + rows * board.columns * stage.about.cells_a_spot);

const ICONS = {
  play: "M3 1.5l11 6.5-11 6.5z", pause: "M3 2h3.5v12H3zM9.5 2H13v12H9.5z",
  on: "M2 3l7 5-7 5zM11 3h2.5v10H11z", back: "M14 3L7 8l7 5zM2.5 3H5v10H2.5z",
  nextEvent: "M1 3l6 5-6 5zM12 3.5L15.5 8 12 12.5 8.5 8z", lastEvent: "M15 3L9 8l6 5zM4 3.5L.5 8 4 12.5 7.5 8z",
  larger: "M6.5 1a5.5 5.5 0 1 0 3.2 10l3.6 3.7 1.4-1.4L11 9.7A5.5 5.5 0 0 0 6.5 1zm0 2a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM6 4.5h1v1.5h1.5v1H7v1.5H6V7H4.5V6H6z",
  smaller: "M6.5 1a5.5 5.5 0 1 0 3.2 10l3.6 3.7 1.4-1.4L11 9.7A5.5 5.5 0 0 0 6.5 1zm0 2a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM4.5 6h4v1h-4z",
  start: "M2 2h2v12H2zM14 2v12L5 8z", end: "M14 2h-2v12h2zM2 2v12l9-6z",
};

/**
 * Keys, what it says in the help, what it does; the group of buttons that its button stands in, with the icon or words on it. Steps
 * add up while one is on its way.
 */
const COMMANDS = [
  { keys: ["Home"], words: "the start", group: 0, icon: "start", does: goToEnd(firstTurn) },
  { keys: ["E"], words: "the event before: death, capture or hit", group: 0, icon: "lastEvent", does: search("notable", true) },
  { keys: ["ArrowLeft"], isStep: true, words: "a turn back; with Shift 10, with Ctrl 100", group: 0, icon: "back", does: step(-1) },
  { keys: [" "], words: "play or pause", group: 0, icon: "play", does: () => (stage.isPlaying ? pause() : play()) },
  { keys: ["ArrowRight"], isStep: true, words: "a turn on; with Shift 10, with Ctrl 100", group: 0, icon: "on", does: step(1) },
  { keys: ["e"], words: "the next event", group: 0, icon: "nextEvent", does: search("notable", false) },
  { keys: ["End"], words: "the end", group: 0, icon: "end", does: goToEnd(lastTurn) },
  { keys: [",", "."], isStep: true, words: "10 turns back, on", does: (event) => step(event.key === "," ? -10 : 10)() },
  { keys: ["<", ">"], isStep: true, words: "100 turns back, on", does: (event) => step(event.key === "<" ? -100 : 100)() },
  { keys: ["(", ")"], isStep: true, words: "1000 turns back, on", does: (event) => step(event.key === "(" ? -1000 : 1000)() },
  { keys: ["PageUp"], isStep: true, words: "a twentieth of the match back", does: twentieth(-1) },
  { keys: ["PageDown"], isStep: true, words: "a twentieth of the match on", does: twentieth(1) },
  { keys: ["-"], words: "slower", group: 1, sign: "−", does: () => setSpeed(stage.speed - 1) },
  { keys: ["+", "="], words: "faster", group: 1, sign: "+", does: () => setSpeed(stage.speed + 1) },
  { keys: ["g"], words: "go to a turn (a number, +10, -10, 50%, end) or to a cell (cell 12)", group: 2, sign: "go to …", does: askWhereTo },
  { keys: ["h"], isStep: true, words: "cursor to the left", does: move(-1) },
  { keys: ["l"], isStep: true, words: "cursor to the right", does: move(1) },
  { keys: ["k", "ArrowUp"], isStep: true, words: "cursor up", does: moveRow(-1) },
  { keys: ["j", "ArrowDown"], isStep: true, words: "cursor down", does: moveRow(1) },
  { keys: ["a"], words: "cursor to the next one on the board, and follow it", group: 2, sign: "follow", does: followNext },
  { keys: ["f"], words: "follow the one under the cursor, or stay", does: followOrStay },
  { keys: ["n"], words: "the next turn that writes this cell", group: 2, sign: "cell ▸", does: cellSearch(false) },
  { keys: ["N"], words: "the last turn before that wrote this cell", does: cellSearch(true) },
  { keys: ["w"], words: "who wrote this cell last, and when", does: () => say(cellInWords(cellUnderCursor())) },
  { keys: ["W"], words: "go back to that turn", does: goToWrite },
  { keys: ["b", "B"], words: "conditions to stop at", group: 2, sign: "stop at …", does: askConditions },
  { keys: ["c"], words: "run to the next turn where one begins to hold", does: search("condition", false) },
  { keys: ["C"], words: "back to the last such turn", does: search("condition", true) },
  { keys: ["x"], words: "change something, or in Snakes move a bot, and see what would have happened", group: 2, sign: "what if …", does: changeOrMove },
  { keys: ["o"], words: "after a change: how it was at this turn, and back", does: showOther },
  { keys: ["X"], words: "back to the match as it was", does: dropFork },
  { keys: ["z"], words: "the board twice as large; with the mouse, Ctrl and the wheel", group: 2, icon: "larger", does: () => setZoom(stage.zoom * 2) },
  { keys: ["Z"], words: "the board half as large", group: 2, icon: "smaller", does: () => setZoom(stage.zoom / 2) },
  { keys: ["p"], words: "the board alone, or with what is told beside it", does: togglePanels },
  { keys: ["Escape"], words: "stop a search, end moving by hand", does: () => (stopSearch(), endHand()) },
  { keys: ["?"], words: "these keys", group: 2, sign: "?", does: showHelp },
];

const KEY_NAMES = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", PageUp: "PgUp", PageDown: "PgDn", Escape: "Esc" };

function icon(name) {
  return `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

function makeButtons(place) {
  const groups = [0, 1, 2].map(() => place.appendChild(document.createElement("div")));
  for (const command of COMMANDS.filter((one) => one.group !== undefined)) {
    const button = groups[command.group].appendChild(document.createElement("button"));
    button.type = "button";
    if (command.icon) button.innerHTML = icon(command.icon);
    else button.textContent = command.sign;
    if (command.icon === "play") button.className = "play";
    button.title = `${command.words} (${keyName(command.keys[0])})`;
    button.setAttribute("aria-label", command.words);
    button.addEventListener("click", (event) => command.does(event));
    command.button = button;
  }
  const speed = document.createElement("output");
  speed.id = "speed";
  groups[1].children[0].after(speed);
}

function keyName(key) {
  return KEY_NAMES[key] ?? key;
}

function pressed(event) {
  const isTyping = event.target.matches("input:not([type=range], [type=radio]), textarea") || element("dialog").open;
  if (isTyping || event.altKey || event.metaKey) return;
  if (event.ctrlKey && !event.key.startsWith("Arrow")) return;
  // Buttons have Space for themselves, and sets of choices the arrows.
  if (event.key === " " && event.target.matches("button, [type=radio]")) return;
  if (event.target.matches("[type=radio]") && event.key.startsWith("Arrow")) return;
  const command = commandByHand(event) ?? COMMANDS.find((one) => one.keys.includes(event.key));
  if (!command) return;
  event.preventDefault();
  // A key that is held does not pile up what takes long.
  if (event.repeat && stage.isBusy && !command.isStep) return;
  command.does(event);
}

function setSpeed(speed) {
  stage.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
  drawState();
  keepAddress();
}

function togglePanels() {
  document.querySelector("main").classList.toggle("alone");
}

function cellUnderCursor() {
  return stage.seen?.near.find((one) => one.cell === stage.cursor);
}

function followNext() {
  const { agents } = stage.seen.shown;
  if (agents.length === 0) return say("nobody stands anywhere at this turn");
  const at = stage.follows === null ? -1 : agents.findIndex(([seat, role]) => seat === stage.follows[0] && role === stage.follows[1]);
  return followAgent(agents[(at + 1) % agents.length]);
}

function followAgent([seat, role]) {
  stage.follows = [seat, role];
  follow();
  say(`following the ${role} of program ${seat}`);
  return again();
}

function followOrStay() {
  const here = stage.seen.shown.agents.find(([, , cell]) => cell === stage.cursor);
  if (stage.follows === null && here) return followAgent(here);
  stage.follows = null;
  say("following nobody");
  return again();
}

function goToWrite() {
  const written = cellUnderCursor()?.written;
  if (!written) return say("nobody wrote this cell before this turn");
  pause();
  return goTo(written[0]);
}

function changeOrMove() {
  const { asks, moves } = stage.about;
  if (asks && moves.length === 0) return say("the programs of this game cannot be asked in a page: change it with `bout view` in a terminal");
  return moves.length > 0 ? beginHand() : askChange();
}

function showOther() {
  if (!stage.seen.shown.is_fork) return say("nothing was changed");
  endHand();
  return during("", () => ask("other", requests()));
}

function dropFork() {
  endHand();
  if (!stage.seen.shown.is_fork) return say("this is the match as it was");
  return during("", () => ask("drop", requests()));
}
