// Opens the match, draws it, and keeps the page's address up to date.

const GROUPED = new Intl.NumberFormat("en");

function element(id) {
  return document.getElementById(id);
}

function bytesOf(id) {
  const text = element(id).textContent.trim();
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

/** Starts the engines' side in a worker, or here, if the browser lets no worker start from a file. */
function startEngines() {
  const source = element("worker").textContent;
  try {
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = (event) => trouble(`the engines stopped: ${event.message}`);
    asking.post = (message, moved) => worker.postMessage(message, moved);
  } catch {
    const script = document.createElement("script");
    script.textContent = `${source}\nwindow.startEngine = startEngine;`;
    document.head.append(script);
    const answer = window.startEngine((message) => setTimeout(() => onMessage(message), 0));
    asking.post = (message) => answer(message);
  }
}

function trouble(words) {
  element("trouble").textContent = words;
  element("trouble").hidden = false;
}

function draw() {
  const { seen } = stage;
  if (!seen) return;
  const { shape, cells_a_spot: cellsASpot } = stage.about;
  if (board.spots !== seen.spots.length) layOut(shape, seen.spots.length);
  paintBoard(seen.spots);
  keepCursorInSight();
  drawMarks(seen, stage.cursor, cellsASpot);
  drawTime();
  drawState();
  if (seen.near.length > 0) {
    const began = performance.now();
    drawWords(seen, shape);
    stage.readCost = performance.now() - began;
  }
  if (stage.isPlaying) return;
  drawSlider();
  element("board").setAttribute("aria-label", `Board of ${shape.cells} cells after turn ${stage.turn}. ${cellInWords(cellUnderCursor())}`);
  element("live").textContent = turnInWords(seen);
  keepAddress();
}

/** The board has all the room that the frame leaves, but for the marks at its edge. */
function layOut(shape, spots) {
  const { width, height } = measured;
  const room = { width: width - 2 * MARGIN, height: height - 2 * MARGIN };
  layBoard(shape, spots, room, 1);
  stage.zoom = Math.min(stage.zoom, largestZoom());
  if (stage.zoom > 1) layBoard(shape, spots, room, stage.zoom);
  element("scroller").classList.toggle("zoomed", stage.zoom > 1);
  layMarks(element("board"), measured);
  placeMarks(element("frame"));
}

/** What is read rather than seen. */
function drawWords(seen, shape) {
  const goToCell = (cell) => setCursor(cell);
  drawEvents(element("events"), seen.shown, goToCell);
  drawPanels(element("panels"), seen.shown.panels, goToCell);
  drawShares(element("shares"), element("legend"), seen.owned, seen.spots.length);
  if (shape.kind !== "grid") drawNear(element("near"), seen.near, stage.cursor, seen.shown.agents, goToCell);
  element("told").textContent = cellInWords(cellUnderCursor());
  drawFork(seen.shown);
  drawSlider();
}

function drawFork({ is_fork: isFork, is_original_shown: isOriginal, differences, forked_at: forkedAt }) {
  element("fork").hidden = !isFork;
  if (!isFork) return;
  const [cell] = differences.stretches[0] ?? [];
  const where = cell === undefined ? "" : `, the first is cell ${cell}`;
  const count = differences.cells === 1 ? "1 cell differs" : `${GROUPED.format(differences.cells)} cells differ`;
  const what = `changed after turn ${GROUPED.format(forkedAt)}`;
  const words = isOriginal ? `This is the match as it was; it was ${what}. ${count} from the changed one` : `What if: ${what}. ${count} from the match as it was`;
  element("fork-told").textContent = `${words}${where}.`;
  element("fork-other").textContent = isOriginal ? "the changed match" : "how it was";
}

function drawTime() {
  const { timeline, turn } = stage;
  if (timeline) drawTimeline(element("timeline"), timeline, turn);
}

function drawSlider() {
  const slider = element("turn");
  slider.min = firstTurn();
  slider.max = lastTurn();
  slider.value = stage.turn;
  slider.setAttribute("aria-valuetext", `turn ${stage.turn} of ${lastTurn()}`);
}

/** Texts that stay as they are need not be laid out again. */
function setText(id, words) {
  if (element(id).textContent !== words) element(id).textContent = words;
}

function drawState() {
  drawPlayButton();
  const parts = stage.note ? [stage.note] : [];
  const { end } = stage;
  if (end?.agrees === true) parts.push("played to the end: it is as the record says");
  if (end?.agrees === false) parts.push(`played to the end, it is not as the record says: ${end.text}`);
  if (end?.agrees === null) parts.push(`changed, it ends so: ${end.text}`);
  if (end?.is_cut_off) parts.push(`it cannot be shown beyond turn ${end.turn}: ${end.text}`);
  if (stage.seen?.hash && !stage.isPlaying) parts.push(`state ${stage.seen.hash.slice(0, 16)}`);
  setText("shown-turn", `turn ${GROUPED.format(stage.turn)} of ${GROUPED.format(lastTurn())}`);
  setText("notes", parts.join(" · "));
  element("state").dataset.hash = stage.seen?.hash ?? "";
  element("state").dataset.turn = stage.turn;
}

/** What was drawn last of the state of playing: nothing of it changes with most pictures. */
const drawnPlaying = { isPlaying: null, speed: null };

function drawPlayButton() {
  const { isPlaying, speed } = stage;
  if (drawnPlaying.isPlaying === isPlaying && drawnPlaying.speed === speed) return;
  Object.assign(drawnPlaying, { isPlaying, speed });
  const { button } = COMMANDS.find((command) => command.icon === "play");
  button.innerHTML = icon(isPlaying ? "pause" : "play");
  button.setAttribute("aria-label", isPlaying ? "pause" : "play");
  element("speed").innerHTML = `${GROUPED.format(SPEEDS[speed])}<small>turns a second</small>`;
}

/** The address says where the spectator is, so that it can be handed on. */
function keepAddress() {
  const { turn, cursor, speed, zoom } = stage;
  const address = `#turn=${turn}&cell=${cursor}&speed=${SPEEDS[speed]}${zoom === 1 ? "" : `&zoom=${Math.round(zoom)}`}`;
  if (address === window.location.hash) return;
  try {
    window.history.replaceState(null, "", address);
  } catch {
    // Some browsers keep the addresses of files as they are; the page works without.
  }
}

/** The numbers in an address; null where one is missing or not a number. */
function readAddress(address) {
  const wanted = new URLSearchParams(new URL(address).hash.slice(1));
  const number = (name) => (/^\d{1,15}$/.test(wanted.get(name) ?? "") ? Number(wanted.get(name)) : null);
  return { turn: number("turn"), cell: number("cell"), speed: number("speed"), zoom: number("zoom") };
}

/** Applies the address, except for the turn. */
function applyUrl({ cell, speed, zoom }) {
  if (SPEEDS.includes(speed)) stage.speed = SPEEDS.indexOf(speed);
  stage.cursor = Math.min(cell ?? stage.cursor, stage.about.shape.cells - 1);
  if (cell !== null) stage.follows = null;
  stage.zoom = Math.max(zoom ?? 1, 1);
}

/** By now the address may be another: it is kept where the match is, which was on its way there. */
function addressChanged({ newURL }) {
  const address = readAddress(newURL);
  pause();
  applyUrl(address);
  goTo(address.turn ?? stage.turn);
}

function listen() {
  document.addEventListener("keydown", pressed);
  const scroller = element("scroller");
  scroller.addEventListener("wheel", wheeled, { passive: false });
  scroller.addEventListener("scroll", scrolled);
  scroller.addEventListener("click", (event) => {
    const spot = spotAt(event);
    if (spot !== null) setCursor(spot * stage.about.cells_a_spot);
  });
  element("turn").addEventListener("input", (event) => (pause(), goTo(Number(event.target.value))));
  element("fork-drop").addEventListener("click", dropFork);
  element("fork-other").addEventListener("click", showOther);
  window.addEventListener("hashchange", addressChanged);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changeTheme);
  new ResizeObserver(resized).observe(element("frame"));
}

function changeTheme() {
  paintAnew();
  painted.of = null;
  draw();
}

/** What was measured last. */
const measured = { width: 0, height: 0, ratio: 0 };

function resized() {
  const { clientWidth: width, clientHeight: height } = element("frame");
  if (measured.width === width && measured.height === height && measured.ratio === screenRatio()) return;
  measure();
  again();
}

/** The room for the board has another size. */
function measure() {
  const { clientWidth: width, clientHeight: height } = element("frame");
  Object.assign(measured, { width, height, ratio: screenRatio() });
  board.spots = 0;
  stage.width = element("stage").clientWidth;
  layTimeline(element("timeline"));
}

/** The speed at which a match takes about half a minute. */
function fittingSpeed(turns) {
  const found = SPEEDS.findIndex((speed) => speed * 30 >= turns);
  return found < 0 ? SPEEDS.length - 1 : found;
}

/** What there is to be told of the match before it is played. */
function introduce(about) {
  element("title").textContent = about.title;
  element("outcome").textContent = about.outcome;
  document.querySelector("header").classList.toggle("many", about.programs.length > 6);
  const main = document.querySelector("main");
  main.classList.add(about.shape.kind);
  if (about.shape.kind === "grid") main.style.setProperty("--aspect", about.shape.columns / about.shape.rows);
  element("parameters").textContent = about.parameters.map(([key, value]) => `${key} ${value}`).join(", ");
  drawLegend(element("legend"), about);
  main.hidden = false;
  element("trouble").hidden = true;
}

/** Unless the address says where the cursor is, it goes with somebody. */
function followAtFirst() {
  const [agent] = stage.seen.shown.agents;
  if (agent) stage.follows = agent.slice(0, 2);
  follow();
}

async function open() {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    trouble("This browser does not run WebAssembly, or has it switched off, and the match is played by it. Use another browser, or `bout view` in a terminal.");
    return;
  }
  startEngines();
  const address = readAddress(window.location.href);
  const [engine, record] = [bytesOf("engine"), bytesOf("record")];
  const opening = ask("open", { engine, record, turn: address.turn ?? 0 }, [engine.buffer, record.buffer]);
  // While the engines are compiled.
  makeButtons(element("buttons"));
  makeBoard(element("picture"));
  const { about, seen } = await opening;
  stage.about = about;
  stage.speed = fittingSpeed(about.last_turn);
  introduce(about);
  applyUrl(address);
  measure();
  listen();
  await show(async () => seen);
  if (address.cell === null) followAtFirst();
  again();
  ask("columns", { columns: Math.max(50, Math.min(1000, Math.floor(element("timeline").clientWidth))) });
}

open().catch((error) => trouble(`This match cannot be shown: ${error.message}`));
