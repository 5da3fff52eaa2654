// Opens the match of the page, and connects its parts.

import { applyAddress, readAddress } from "./address.js";
import { createCommands, dropFork, switchSides } from "./commands.js";
import { Display } from "./display.js";
import { element } from "./dom.js";
import { Keyboard } from "./keyboard.js";
import { ManualMoves } from "./manual-moves.js";
import { MatchClient } from "./match-client.js";
import { Session } from "./session.js";
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
  const commands = createCommands(session, display, manualMoves, keys);
  toolbar.fill(element("buttons"), commands, keys);
  client.onReport = (report) => session.onReport(report);
  display.introduce(about);
  applyAddress(session, address);
  display.measure();
  listen(session, display, manualMoves, new Keyboard(keys, commands, session, manualMoves));
  await session.begin(view);
  const [agent] = session.agents;
  // Unless the address says where the cursor is, it goes with an agent.
  if (address.cell === null && agent) session.startFollowing(agent);
  session.refresh();
  client.request("columns", { columns: display.timelineColumns });
}

function bytesOf(id) {
  const text = element(id).textContent.trim();
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

function showError(words) {
  element("error").textContent = words;
  element("error").hidden = false;
}

function listen(session, display, manualMoves, keyboard) {
  document.addEventListener("keydown", (event) => keyboard.onKeyDown(event));
  const scroller = element("scroller");
  scroller.addEventListener("wheel", (event) => display.zoomByWheel(session, event), { passive: false });
  scroller.addEventListener("scroll", () => display.onScroll(session));
  scroller.addEventListener("click", (event) => {
    const cell = display.cellAt(event, session.about);
    if (cell !== null) session.setCursor(cell);
  });
  element("turn").addEventListener("input", (event) => {
    session.pause();
    session.goTo(Number(event.target.value));
  });
  element("fork-drop").addEventListener("click", () => dropFork(session, manualMoves));
  element("fork-other").addEventListener("click", () => switchSides(session, manualMoves));
  window.addEventListener("hashchange", (event) => onAddressChange(session, event));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => display.changeTheme(session));
  new ResizeObserver(() => display.measure() && session.refresh()).observe(element("frame"));
}

/** By now the page's address may be another one: it is kept where the match is, which was on its way there. */
function onAddressChange(session, { newURL }) {
  const address = readAddress(newURL);
  session.pause();
  applyAddress(session, address);
  session.goTo(address.turn ?? session.turn);
}
