// Opens the playground, and connects its parts.

import { create, createButton, element, formatNumber, richText } from "../../page/web/dom.js";
import { MatchClient } from "../../page/web/match-client.js";
import { bytesOf, saveAs } from "../../page/web/record.js";
import { Editor } from "./editor.js";
import { Lessons } from "./lessons.js";
import { Opponents } from "./opponents.js";
import { Preview } from "./preview.js";
import { packed, unpacked } from "./share.js";
import { SiteEngines } from "./site-engines.js";
import { store } from "./store.js";
import { openViewer } from "./viewer-frame.js";

/** Milliseconds after the last key until the program is read, and until a game of it is shown. */
const READ_MS = 60;
/** The same where the site reads it. */
const SITE_READ_MS = 700;
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

/** The games that one can choose. A site also plays those whose programs a page does not run. */
function choicesOf(games, isSite) {
  return games.flatMap((game) => {
    const { name, title } = game;
    if (!game.asks_programs) return [{ ...game, key: name }];
    const ofModules = { ...game, key: name, isOfModules: true };
    const ofSite = { ...game, key: name, isOfSite: true };
    if (!isSite) return game.plays_modules ? [ofModules] : [];
    if (!game.plays_modules) return [ofSite];
    return [{ ...ofSite, title: `${title} in ${game.extension.toUpperCase()}` }, { ...ofModules, key: `${name}-modules`, title: `${title} in WebAssembly` }];
  });
}

class Playground {
  /** The engines of the page, and those of the site. */
  #engines;
  #site;
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
    this.#site = new SiteEngines(engines);
    this.#games = choicesOf(games, this.#data.is_site);
    this.#preview = new Preview(board);
    this.#lessons = new Lessons({
      engines: () => this.#played,
      open: (place, file, text) => this.#openProgram(place, file, text),
      leave: () => this.#showGameWith(null),
      text: () => this.#editor.text,
      openFinding: (finding, mode) => this.#openFinding(finding, mode),
    });
    engines.onReport = (report) => this.#game.isOfSite || this.#onReport(report);
    this.#site.onReport = (report) => this.#game.isOfSite && this.#onReport(report);
    this.#site.onTrouble = (error) => this.#onTrouble(error);
  }

  async begin() {
    const shared = await this.#readAddress();
    for (const { key, title } of this.#games) element("game").append(create("option", { value: key }, title));
    this.#listen();
    const known = (key) => this.#games.some((game) => game.key === key);
    const first = [shared?.game, this.#data.game, store.game, this.#games[0].key].find((key) => key && known(key));
    await this.#openGame(first, shared);
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
    return this.#game.isOfModules === true;
  }

  /** What plays the game: the engines of the page, or the site. */
  get #played() {
    return this.#game.isOfSite ? this.#site : this.#engines;
  }

  /** The program that is somebody's own; null if there is none that can play. */
  get #program() {
    if (this.#isOfModules) return this.#others.get(element("mine").value) ?? null;
    return this.#read.id === null ? null : { file: this.#file, bytes: new TextEncoder().encode(this.#read.text) };
  }

  /** Opens a game with the program that was written last, or with one that was shared. */
  async #openGame(key, shared = null) {
    const game = this.#games.find((one) => one.key === key) ?? this.#games[0];
    this.#site.cancel();
    if (this.#game?.isOfSite !== game.isOfSite) await this.#engines.request("stop");
    this.#game = game;
    store.game = game.key;
    element("game").value = game.key;
    if (game.isOfSite) {
      try {
        // Who is signed in may have changed.
        Object.assign(game, await this.#site.course(game.name), { title: game.title });
      } catch (error) {
        this.#onTrouble(error);
      }
      // Another game was chosen in the meantime.
      if (this.#game !== game) return;
    }
    this.#showGameWith(shared);
  }

  /** Shows the game that was opened. */
  #showGameWith(shared) {
    this.#tellWherePlayed();
    const options = this.#game.examples.map(({ file }) => create("option", { value: file }, file));
    element("start").replaceChildren(create("option", { value: "" }, "…"), ...options);
    this.#lessons.openGame(this.#game);
    element("modules").hidden = !this.#isOfModules;
    document.querySelector("main").classList.toggle("of-modules", this.#isOfModules);
    this.#others = new Map(this.#game.examples.map(({ file, text }) => [file, { file, bytes: new TextEncoder().encode(text), isExample: true }]));
    const { fight } = shared ?? {};
    if (fight) this.#others.set(fight.file, { file: fight.file, bytes: new TextEncoder().encode(fight.text) });
    this.#opponents.chosen = fight?.file ?? "";
    this.#sharedFight = fight ?? null;
    const first = this.#game.examples.toSorted((one, other) => one.text.length - other.text.length)[0];
    const program = shared ?? store.program(this.#game.key) ?? { file: `mine.${this.#game.extension}`, text: first?.text ?? "" };
    this.#openProgram(this.#game.key, program.file, program.text);
    this.#opponents.list([...this.#others.keys()]);
  }

  /** Says where the game is played, and by whom. */
  #tellWherePlayed() {
    const { isOfSite, title, key } = this.#game;
    const isForMembers = isOfSite && !this.#site.isMember;
    const next = `/sign-in?${new URLSearchParams({ next: `/playground/${key}` })}`;
    const words = [`The site plays ${title} for its members. You can write and read lessons as you are; to play, `, create("a", { href: next }, "sign in"), "."];
    element("site-note").replaceChildren(...(isForMembers ? words : []));
    element("format").hidden = isOfSite === true;
    element("played-where").textContent = isOfSite ? "The site plays this game: your program is sent to it, and it keeps nothing." : "Everything is played here, in the browser. Nothing is sent anywhere.";
    element("diagnosis").replaceChildren();
    element("played-elsewhere").textContent = this.#data.is_site ? "Bots in C are another choice above." : "Bots in C play on the command line.";
  }

  /** Says what keeps the site from playing. */
  #onTrouble(error) {
    if (error.name !== "AbortError") element("site-note").replaceChildren(error.message);
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
    this.#site.cancel();
    const { isOfSite } = this.#game;
    if (isOfSite && !this.#site.isMember) this.#keep();
    else this.#readTimer = setTimeout(() => this.#readProgram().catch((error) => this.#onTrouble(error)), isOfSite ? SITE_READ_MS : READ_MS);
  }

  #keep() {
    store.keepProgram(this.#place, this.#file, this.#editor.text);
  }

  /** Reads the program, and plays it if it is legal and another one than before. */
  async #readProgram() {
    const { text } = this.#editor;
    const game = this.#game;
    this.#keep();
    const found = await this.#played.request("diagnose", { game: game.name, source: text });
    if (text !== this.#editor.text || game !== this.#game) return;
    if (game.isOfSite) element("site-note").replaceChildren();
    this.#editor.show(found.diagnostics, text);
    this.#sayDiagnosis(found);
    const id = found.program?.id ?? null;
    // The games of a site ended when the text changed, even if it means the same.
    const isSame = id !== null && id === this.#read.id && !game.isOfSite;
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
    await this.#played.request("play", { game: this.#game.name, program, opponents });
    // What is reported from now on is about this version.
    this.#isPlayed = true;
    this.#showTimer = setTimeout(() => this.#showGame().catch((error) => this.#onTrouble(error)), SHOW_MS);
  }

  async #choose(name) {
    await this.#played.request("choose", { name });
    if (this.#program !== null) await this.#showGame().catch((error) => this.#onTrouble(error));
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
    const { record } = await this.#played.request("record", { game: this.#game.name, programs, gameNumber: number });
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
    const { record } = await this.#played.request("finding", { finding });
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
      await this.#played.request("examine", { game: this.#game.name, file: file.name, bytes });
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
      this.#lessons.add(await this.#played.request("ownLesson", { path, text }), text);
      return `${file.name} is a lesson now.`;
    } catch (error) {
      return `${file.name} is not a valid lesson: ${error.message}`;
    }
  }

  async #share() {
    const shared = { game: this.#game.key, file: this.#file, text: this.#editor.text };
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
