// Opens the playground, and connects its parts.

import { create, createButton, element, formatNumber, richText } from "../../page/web/dom.js";
import { MatchClient } from "../../page/web/match-client.js";
import { bytesOf, saveAs } from "../../page/web/record.js";
import { Editor } from "./editor.js";
import { Lessons } from "./lessons.js";
import { Opponents } from "./opponents.js";
import { Preview } from "./preview.js";
import { packed, unpacked } from "./share.js";
import { store } from "./store.js";
import { openViewer } from "./viewer-frame.js";

/** Milliseconds after the last key until the program is read, and until a game of it is shown. */
const READ_MS = 60;
const SHOW_MS = 350;
/** Files that are dropped may have so many bytes each, as everywhere in bout. */
const MOST_FILE_BYTES = 256 << 10;

open().catch((error) => showError(`The playground cannot be opened: ${error.message}`));

async function open() {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function" || typeof Worker !== "function") {
    showError("This browser does not run WebAssembly and workers, or has them switched off, and the games are played by them. Use another browser.");
    return;
  }
  const script = element("engines-script").textContent;
  const [engines, board] = [new MatchClient(), new MatchClient()];
  for (const client of [engines, board]) client.onFailure = (message) => showError(`the engines stopped: ${message}`);
  await Promise.all([engines.start(script), board.start(script)]);
  const wasm = bytesOf("engines");
  // The board's engines start with the first match.
  const copy = wasm.slice();
  const { games } = await engines.request("begin", { wasm }, [wasm.buffer]);
  const playground = new Playground(engines, firstOpenWith(board, copy), games);
  await playground.begin();
}

/** The engines of the board, which get their code with the first request. Others wait until they have it. */
function firstOpenWith(client, wasm) {
  let first = null;
  return {
    async request(command, parameters, transferred = []) {
      if (first) {
        await first;
        return client.request(command, parameters, transferred);
      }
      first = client.request(command, { ...parameters, wasm }, [...transferred, wasm.buffer]);
      return first;
    },
  };
}

function showError(words) {
  element("error").textContent = words;
  element("error").hidden = false;
}

class Playground {
  #engines;
  /** What the page was made for, and where: `{game, site}`. */
  #data = JSON.parse(element("data").textContent);
  #games;
  #editor = new Editor(element("editor"));
  #preview;
  #opponents = new Opponents();
  #lessons;
  #game;
  /** Where the program is kept: the game, or the lesson. */
  #place = "";
  /** Programs to play against, by name: `{file, bytes}`. */
  #others = new Map();
  #readTimer = 0;
  #showTimer = 0;
  /** What was read last: its text, and its identity if it is legal. */
  #read = { text: "", id: null };
  /** Whether the program plays as it stands in the editor. */
  #isPlayed = false;
  /** A game that the address leads to. */
  #sharedFight = null;

  constructor(engines, board, games) {
    this.#engines = engines;
    this.#games = games.filter((game) => !game.asks_programs || game.plays_modules);
    this.#preview = new Preview(board);
    this.#lessons = new Lessons(engines, {
      open: (place, file, text) => this.#openProgram(place, file, text),
      leave: () => this.#openGame(this.#game.name),
      text: () => this.#editor.text,
      openFinding: (finding, mode) => this.#openFinding(finding, mode),
    });
    engines.onReport = (report) => this.#onReport(report);
  }

  async begin() {
    const shared = await this.#readAddress();
    for (const { name, title } of this.#games) element("game").append(create("option", { value: name }, title));
    this.#listen();
    const known = (name) => this.#games.some((game) => game.name === name);
    const first = [shared?.game, this.#data.game, store.game, this.#games[0].name].find((name) => name && known(name));
    this.#openGame(first, shared);
    element("error").hidden = true;
    element("choices").hidden = false;
    document.querySelector("main").hidden = false;
    document.body.dataset.ready = "true";
    if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) this.#preview.playFirst();
  }

  async #readAddress() {
    try {
      return await unpacked(window.location.hash);
    } catch (error) {
      this.#tell("shared program", error.message);
      return null;
    }
  }

  #listen() {
    this.#editor.onChange = () => this.#onChange();
    this.#editor.onFormat = () => this.#tidyUp();
    this.#opponents.onChoose = (name) => this.#choose(name);
    this.#opponents.onOpen = (game, mode) => this.#openGameOf(game, mode);
    element("game").addEventListener("change", (event) => this.#openGame(event.target.value));
    element("mine").addEventListener("change", () => this.#play());
    element("start").addEventListener("change", (event) => this.#startFrom(event.target));
    element("format").addEventListener("click", () => this.#tidyUp());
    element("save").addEventListener("click", () => saveAs(new Blob([this.#editor.text], { type: "text/plain" }), this.#file));
    element("file").addEventListener("change", () => this.#keep());
    element("share-button").addEventListener("click", () => this.#share());
    element("lessons-button").addEventListener("click", () => this.#lessons.toggle());
    element("drop").addEventListener("change", (event) => this.#addFiles(event.target.files));
    document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over-drop"); });
    document.addEventListener("dragleave", () => document.body.classList.remove("over-drop"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("over-drop");
      this.#addFiles(event.dataTransfer.files);
    });
    window.addEventListener("hashchange", async () => {
      const shared = await this.#readAddress();
      if (shared) this.#openGame(shared.game, shared);
    });
  }

  get #file() {
    const { extension } = this.#game;
    const name = element("file").value.trim() || "mine";
    return name.endsWith(`.${extension}`) ? name : `${name}.${extension}`;
  }

  /** Whether the game is played by bots in WebAssembly, which nobody writes in an editor. */
  get #isOfModules() {
    return this.#game.asks_programs;
  }

  /** The program that is somebody's own; null if there is none that can play. */
  get #program() {
    if (this.#isOfModules) return this.#others.get(element("mine").value) ?? null;
    return this.#read.id === null ? null : { file: this.#file, bytes: new TextEncoder().encode(this.#read.text) };
  }

  /** Opens a game with the program that was written last, or with one that was shared. */
  #openGame(name, shared = null) {
    this.#game = this.#games.find((game) => game.name === name) ?? this.#games[0];
    store.game = this.#game.name;
    element("game").value = this.#game.name;
    const options = this.#game.examples.map(({ file }) => create("option", { value: file }, file));
    element("start").replaceChildren(create("option", { value: "" }, "…"), ...options);
    this.#lessons.openGame(this.#game);
    element("modules").hidden = !this.#isOfModules;
    document.querySelector("main").classList.toggle("of-modules", this.#isOfModules);
    this.#others = new Map(this.#game.examples.map(({ file, text }) => [file, { file, bytes: new TextEncoder().encode(text) }]));
    const { fight } = shared ?? {};
    if (fight) this.#others.set(fight.file, { file: fight.file, bytes: new TextEncoder().encode(fight.text) });
    this.#opponents.chosen = fight?.file ?? "";
    this.#sharedFight = fight ?? null;
    const first = this.#game.examples.toSorted((one, other) => one.text.length - other.text.length)[0];
    const program = shared ?? store.program(this.#game.name) ?? { file: `mine.${this.#game.extension}`, text: first?.text ?? "" };
    this.#openProgram(this.#game.name, program.file, program.text);
    this.#opponents.list([...this.#others.keys()]);
  }

  #openProgram(place, file, text) {
    if (this.#isOfModules) {
      this.#listBots();
      return;
    }
    this.#place = place;
    element("file").value = file;
    this.#read = { text: "", id: null };
    this.#editor.open(text, this.#game.name);
  }

  /** Offers the bots that were added as one's own; the one that was chosen stays. */
  #listBots() {
    const { value } = element("mine");
    element("mine").replaceChildren(...[...this.#others.keys()].map((file) => create("option", { value: file }, file)));
    if (this.#others.has(value)) element("mine").value = value;
  }

  #startFrom(select) {
    const example = this.#game.examples.find(({ file }) => file === select.value);
    select.value = "";
    if (!example) return;
    element("file").value = `my-${example.file}`;
    this.#editor.replace(example.text);
    this.#editor.focus();
  }

  #onChange() {
    clearTimeout(this.#readTimer);
    clearTimeout(this.#showTimer);
    this.#isPlayed = false;
    this.#opponents.setStale(true);
    this.#readTimer = setTimeout(() => this.#readProgram(), READ_MS);
  }

  #keep() {
    store.keepProgram(this.#place, this.#file, this.#editor.text);
  }

  /** Reads the program, and plays it if it is legal and another one than before. */
  async #readProgram() {
    const { text } = this.#editor;
    const game = this.#game.name;
    const found = await this.#engines.request("diagnose", { game, source: text });
    if (text !== this.#editor.text || game !== this.#game.name) return;
    this.#keep();
    this.#editor.show(found.diagnostics, text);
    this.#sayDiagnosis(found);
    const id = found.program?.id ?? null;
    const isSame = id !== null && id === this.#read.id;
    this.#read = { text, id };
    if (isSame) {
      this.#isPlayed = true;
      this.#opponents.setStale(false);
    } else if (id !== null) await this.#play();
  }

  #sayDiagnosis({ program, diagnostics, dropped }) {
    const place = element("diagnosis");
    const errors = diagnostics.filter((one) => one.severity === "error").length + dropped;
    const warnings = diagnostics.length + dropped - errors;
    const count = (number, word) => `${formatNumber(number)} ${word}${number === 1 ? "" : "s"}`;
    place.classList.toggle("bad", errors > 0);
    place.dataset.legal = String(program !== null);
    place.replaceChildren();
    if (program) place.append(`A legal program of length ${formatNumber(program.length)}${warnings > 0 ? `, ${count(warnings, "warning")}: ` : "."}`);
    else place.append(`Not a legal program, ${count(errors, "error")}: `);
    const [first] = diagnostics;
    if (first) place.append(createButton({ title: first.help }, () => this.#editor.goTo(first.from), ...richText(first.message)));
  }

  /** Plays the program against all others. */
  async #play() {
    const program = this.#program;
    if (program === null) return;
    const opponents = [...this.#others.values()].filter((other) => other !== program);
    this.#opponents.caption(`${program.file} plays each opponent in both orders; bout play --seed 1 plays the same games.`);
    await this.#engines.request("play", { game: this.#game.name, program, opponents });
    // What is reported from now on is about this version.
    this.#isPlayed = true;
    this.#showTimer = setTimeout(() => this.#showGame(), SHOW_MS);
  }

  async #choose(name) {
    await this.#engines.request("choose", { name });
    if (this.#program !== null) await this.#showGame();
  }

  /** Shows the first game against the chosen opponent on the board. */
  async #showGame() {
    const name = this.#opponents.chosen;
    if (!this.#others.has(name) || this.#program === null) return;
    element("pair").textContent = `${this.#program.file} against ${name}`;
    const shared = this.#sharedFight;
    const game = shared && shared.file === name ? shared : { seat: 0, number: 0 };
    const record = await this.#record({ name, ...game });
    if (name === this.#opponents.chosen) await this.#preview.open(record);
    if (shared) {
      this.#sharedFight = null;
      await this.#openGameOf({ name, seat: shared.seat, number: shared.number, result: "" }, "");
    }
  }

  async #record({ name, seat, number }) {
    const mine = this.#program;
    const other = this.#others.get(name);
    const programs = seat === 0 ? [mine, other] : [other, mine];
    const { record } = await this.#engines.request("record", { game: this.#game.name, programs, gameNumber: number });
    return record;
  }

  async #openGameOf(game, mode) {
    this.#preview.pause();
    const record = await this.#record(game);
    await openViewer(record, `${this.#program.file} against ${game.name}, game ${game.number}`, mode);
    element("viewer-place").dataset.share = JSON.stringify(game);
  }

  /** Opens the game that a finding of a lesson is about. */
  async #openFinding(finding, mode) {
    const { record } = await this.#engines.request("finding", { finding });
    await openViewer(record, element("file").value, mode);
  }

  #onReport({ results, isEnd, verdict }) {
    if (verdict !== undefined) this.#lessons.onVerdict(verdict);
    if (results === undefined) return;
    this.#opponents.show(results);
    if (this.#isPlayed) this.#opponents.setStale(false);
    document.body.dataset.isSettled = String(isEnd);
  }

  async #tidyUp() {
    const { text } = await this.#engines.request("format", { game: this.#game.name, source: this.#editor.text });
    if (text === null) element("live").textContent = "It has errors: only a legal program can be tidied up.";
    else this.#editor.replace(text);
  }

  async #addFiles(files) {
    const words = [];
    for (const file of files) words.push(await this.#addFile(file));
    element("dropped").textContent = words.join(" ");
    element("drop").value = "";
    const { chosen } = this.#opponents;
    if (this.#isOfModules) this.#listBots();
    this.#opponents.list([...this.#others.keys()]);
    if (chosen) this.#opponents.choose(chosen);
    await this.#play();
  }

  async #addFile(file) {
    if (file.name.endsWith(".toml")) return this.#addLesson(file);
    if (file.size > MOST_FILE_BYTES) return `${file.name} has more than ${MOST_FILE_BYTES / 1024} KiB.`;
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      await this.#engines.request("examine", { game: this.#game.name, file: file.name, bytes });
    } catch (error) {
      return `${file.name} cannot play ${this.#game.title}: ${error.message.replace("the program at seat 0 ", "it ")}`;
    }
    this.#others.set(file.name, { file: file.name, bytes });
    return `${file.name} plays.`;
  }

  async #addLesson(file) {
    const path = `${this.#game.name}/${file.name}`;
    const text = await file.text();
    try {
      this.#lessons.add(await this.#engines.request("ownLesson", { path, text }), text);
      return `${file.name} is a lesson now.`;
    } catch (error) {
      return `${file.name} is not a valid lesson: ${error.message}`;
    }
  }

  async #share() {
    const shared = { game: this.#game.name, file: this.#file, text: this.#editor.text };
    if (this.#isOfModules) {
      this.#tell("share", "Bots in WebAssembly are too large for an address: send the file.");
      return;
    }
    const base = window.location.href.split("#")[0];
    const programOnly = base + await packed(shared);
    const name = this.#opponents.chosen;
    const parts = [field("the program", programOnly)];
    if (this.#program !== null && this.#others.has(name)) {
      const text = new TextDecoder().decode(this.#others.get(name).bytes);
      const fight = { file: name, text, seat: 0, number: 0 };
      parts.push(field(`its game against ${name}`, base + await packed({ ...shared, fight })));
    }
    const where = /^https?:$/.test(window.location.protocol) ? "" : " This page is a file on your computer: others need the same file, and put what follows # behind its address.";
    this.#tell("share", `A browser that opens such an address has the program in the editor. It is part of the address, and no server gets it.${where}`, ...parts);
  }

  #tell(title, words, ...parts) {
    element("dialog-title").textContent = title;
    element("dialog-body").replaceChildren(create("p", {}, words), ...parts);
    element("dialog").showModal();
  }
}

/** A text that can be copied. */
function field(label, text) {
  const input = create("input", { readonly: "", value: text, spellcheck: "false", "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const copy = createButton({}, async () => {
    input.focus();
    try {
      await navigator.clipboard.writeText(text);
      element("live").textContent = "It is copied.";
    } catch {
      element("live").textContent = "It is selected: copy it with Ctrl+C.";
    }
  }, `copy ${label}`);
  return create("div", {}, create("label", {}, label, input), copy);
}
