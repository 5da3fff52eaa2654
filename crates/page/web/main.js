// Opens the match of the page, and connects its parts.

import { applyAddress, isForAnalysis, readAddress } from "./address.js";
import { canFork, createCommands, dropFork, switchSides } from "./commands.js";
import { Display } from "./display.js";
import { element } from "./dom.js";
import { Keyboard } from "./keyboard.js";
import { ManualMoves } from "./manual-moves.js";
import { MatchClient } from "./match-client.js";
import { Pinch } from "./pinch.js";
import { bytesOf } from "./record.js";
import { Session } from "./session.js";
import { Spectator } from "./spectator.js";
import { Toolbar } from "./toolbar.js";

open().catch((error) => showError(`This match cannot be shown: ${error.message}`));

async function open() {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    showError("This browser does not run WebAssembly, or has it switched off, and the match is played by it. Use another browser, or `bout view` in a terminal.");
    return;
  }
  const client = new MatchClient();
  client.onFailure = (message) => showError(`the engines stopped: ${message}`);
  await client.start(element("engines-script").textContent);
  const address = readAddress(window.location.href);
  const [wasm, record] = [bytesOf("engines"), bytesOf("record")];
  const opening = client.request("open", { wasm, record, turn: address.turn ?? 0 }, [wasm.buffer, record.buffer]);
  // While the engines are compiled.
  const toolbar = new Toolbar();
  const display = new Display(toolbar);
  const { about, keys, view } = await opening;
  const session = new Session(client, display, about);
  const manualMoves = new ManualMoves(session);
  const analyse = () => display.analyse(session);
  const spectator = new Spectator(session, display, analyse);
  const commands = createCommands(session, display, manualMoves, keys, () => display.watch(session, spectator));
  toolbar.fill(element("buttons"), commands, keys, (command) => command !== "fork" || canFork(about));
  client.onReport = (report) => session.onReport(report);
  display.introduce(about);
  fitIntoFrame();
  applyAddress(session, address);
  if (isForAnalysis(address)) display.analyse(session);
  else display.watch(session, spectator);
  display.measure();
  const keyboard = new Keyboard(keys, commands, session, manualMoves);
  listen(session, display, manualMoves, (event) => display.spectator ? display.spectator.onKeyDown(event) : keyboard.onKeyDown(event));
  await session.begin(view);
  const [agent] = session.agents;
  // Unless the address says where the cursor is, it goes with an agent.
  if (address.cell === null && address.follow === null && agent) session.startFollowing(agent);
  session.refresh();
  client.request("columns", { columns: display.timelineColumns });
  if (display.spectator) beginAt(address, spectator);
}

/** What an address asks of the page for spectators: a broadcast, a match that plays by itself, or why it ended as it did. */
function beginAt({ mode, live }, spectator) {
  if (live !== null) spectator.broadcast(live);
  else if (mode === "play") spectator.play();
  else if (mode === "why") spectator.explain();
}

/** In a frame of another page, there is a link to the page by itself. */
function fitIntoFrame() {
  document.body.classList.toggle("embedded", window.self !== window.top);
  element("whole").href = window.location.href;
}

function showError(words) {
  element("error").textContent = words;
  element("error").hidden = false;
}

function listen(session, display, manualMoves, onKeyDown) {
  document.addEventListener("keydown", onKeyDown);
  const scroller = element("scroller");
  scroller.addEventListener("wheel", (event) => display.zoomByWheel(session, event), { passive: false });
  scroller.addEventListener("scroll", () => display.onScroll(session));
  new Pinch(scroller, (factor, x, y) => display.zoomAt(session, factor, x, y));
  scroller.addEventListener("click", (event) => {
    if (display.spectator) return;
    const cell = display.cellAt(event, session.about);
    if (cell !== null) session.setCursor(cell);
  });
  element("turn").addEventListener("input", (event) => {
    session.pause();
    session.goTo(Number(event.target.value));
  });
  element("turn").addEventListener("pointermove", (event) => display.nameMoment(session, event));
  element("fork-drop").addEventListener("click", () => dropFork(session, manualMoves));
  element("fork-other").addEventListener("click", () => switchSides(session, manualMoves));
  window.addEventListener("hashchange", (event) => onAddressChange(session, display, event));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => display.changeTheme(session));
  new ResizeObserver(() => display.measure() && session.refresh()).observe(element("frame"));
}

/** By now the page's address may be another one: it is kept where the match is, which was on its way there. */
function onAddressChange(session, display, { newURL }) {
  const address = readAddress(newURL);
  if (!isForAnalysis(address)) return;
  display.analyse(session);
  session.pause();
  applyAddress(session, address);
  session.goTo(address.turn ?? session.turn);
}
