// Draws a session: the board, the timeline, and the texts about them.

import { Board } from "./board.js";
import { deathsUntil } from "./commentary.js";
import { element, formatNumber, richText, screenRatio, setText } from "./dom.js";
import { drawMatchEvents } from "./match-events.js";
import { drawMoments, momentNear } from "./moments.js";
import { MARGIN, Overlay } from "./overlay.js";
import { CELL_SIZE, cellText, drawEvents, drawLegend, drawNearbyCells, drawPanels, drawShares, markTheDead, turnText } from "./panels.js";
import { MANY } from "./players.js";
import { turnsPerPicture } from "./playback.js";
import { readTheme } from "./theme.js";
import { Timeline } from "./timeline.js";
import { forgetAddress, keepAddress } from "./address.js";

/** While it plays, milliseconds between two changes of texts, and how many times as long as a change takes they are at least. */
const READ_MS = 150;
const READ_TIMES = 15;
/** Pixels between a mark on the timeline and a pointer that still points at it. */
const REACH = 6;
/** Spots need not be larger than so many CSS pixels. */
const MAX_SPOT_SIZE = 64;
/** For spectators, what was written glows for about a second: this part of one is a step of it. */
const GLOWS_PER_SECOND = 7;

export class Display {
  #toolbar;
  #frame = element("frame");
  #scroller = element("scroller");
  #board;
  #overlay;
  #timeline;
  /** What was measured last: the frame and the screen. */
  #measured = { width: 0, height: 0, ratio: 0 };
  /** The width of the line of cells around the cursor. */
  #width = 300;
  /** The cursor that was last brought into sight. */
  #shownCursor = 0;
  /** When texts were last drawn, and how long that took, in milliseconds. */
  #textsAt = 0;
  #textsTook = 0;

  /** The spectator's view, if the match is not analysed. */
  spectator = null;

  constructor(toolbar) {
    const theme = readTheme();
    this.theme = theme;
    this.#toolbar = toolbar;
    this.#board = new Board(element("picture"), theme);
    this.#overlay = new Overlay(element("board"), this.#frame, this.#board, theme);
    this.#timeline = new Timeline(element("timeline"), theme);
  }

  /** What there is to say of the match before it is played. */
  introduce(about) {
    element("title").textContent = about.title;
    const main = document.querySelector("main");
    main.classList.add(about.shape.kind);
    main.classList.toggle("crowded", about.programs.length > MANY);
    if (about.shape.kind === "grid") main.style.setProperty("--aspect", about.shape.columns / about.shape.rows);
    element("parameters").textContent = about.parameters.map(([key, value]) => `${key} ${value}`).join(", ");
    main.hidden = false;
    element("error").hidden = true;
  }

  /** Shows the match to spectators, from its title card on. */
  watch(session, spectator) {
    session.pause();
    this.spectator = spectator;
    this.#forgetMoments();
    document.body.dataset.mode = "watch";
    session.zoom = 1;
    spectator.open();
    if (session.view) session.goTo(0);
    forgetAddress();
  }

  /** Shows the analysis, which tells everything. */
  analyse(session) {
    const { about } = session;
    this.spectator?.close();
    this.spectator = null;
    document.body.dataset.mode = "analyse";
    element("outcome").replaceChildren(...richText(about.outcome));
    drawLegend(element("legend"), about);
    // Many players have a place of their own beside the board.
    if (about.programs.length > MANY) element("panels").before(element("legend"));
    if (!session.view) return;
    this.measure();
    this.#timeline.measure();
    if (session.timeline) this.drawTimeline(session);
    this.drawLead(session);
    session.refresh();
  }

  /** More of the story is known. */
  drawStory(session) {
    this.spectator?.onStory();
    if (!this.spectator && session.view) markTheDead(element("legend"), session);
  }

  /** The columns that the timeline has room for. */
  get timelineColumns() {
    return Math.max(50, Math.min(1000, Math.floor(element("timeline").clientWidth)));
  }

  /** Cells in a row of the board. */
  cellsPerRow({ cells_per_spot: cellsPerSpot }) {
    return this.#board.columns * cellsPerSpot;
  }

  /** What is requested of a turn besides the turn. */
  viewParameters(session) {
    const { about, cursor } = session;
    const { cells, kind } = about.shape;
    const count = kind === "grid" ? 1 : Math.max(1, Math.floor(this.#width / CELL_SIZE));
    const first = count === 1 ? cursor : (cursor - Math.floor(count / 2) + cells) % cells;
    // While it plays, texts would change faster than anybody reads.
    const isRead = !session.isPlaying || performance.now() - this.#textsAt > Math.max(READ_MS, READ_TIMES * this.#textsTook);
    if (isRead) this.#textsAt = performance.now();
    const isWatched = this.spectator !== null;
    return {
      span: isWatched ? Math.max(1, Math.round(this.spectator.turnsPerSecond / GLOWS_PER_SECOND)) : turnsPerPicture(session),
      near: isRead && !isWatched ? [first, count] : null,
      texts: this.#overlay.cellsWithTexts(about),
      withHash: !session.isPlaying && !isWatched,
      withSymbols: this.#overlay.hasRoomForSymbols(),
    };
  }

  draw(session) {
    const { view, about } = session;
    if (!view) return;
    if (this.#board.spots !== view.spots.length) this.#layOut(session);
    this.#board.paint(view.spots);
    this.#keepCursorInSight(session);
    this.#drawOverlay(session);
    if (this.spectator) {
      element("state").dataset.turn = session.turn;
      element("board").setAttribute("aria-label", `Board of ${about.shape.cells} cells after turn ${session.turn}.`);
      this.spectator.draw();
      return;
    }
    if (session.timeline) this.#drawTimeline(session);
    this.drawStatus(session);
    if (view.near.length > 0) this.#drawTexts(session);
    keepAddress(session);
    if (session.isPlaying) return;
    drawSlider(session);
    element("board").setAttribute("aria-label", `Board of ${about.shape.cells} cells after turn ${session.turn}. ${cellText(session.cellUnderCursor, about.programs)}`);
    element("live").textContent = turnText(view);
  }

  #drawOverlay({ view, about, cursor, story, turn }) {
    this.#overlay.draw(view, this.spectator ? null : cursor, about, deathsUntil(story, turn));
  }

  /** The board has all the room that the frame leaves, except for the signs at its edge. */
  #layOut(session) {
    const { width, height } = this.#measured;
    const room = { width: width - 2 * MARGIN, height: height - 2 * MARGIN };
    const { shape } = session.about;
    const spots = session.view.spots.length;
    this.#board.layOut(shape, spots, room, 1);
    session.zoom = Math.min(session.zoom, Math.max(1, MAX_SPOT_SIZE / this.#board.spotSize));
    if (session.zoom > 1) this.#board.layOut(shape, spots, room, session.zoom);
    this.#scroller.classList.toggle("zoomed", session.zoom > 1);
    this.#overlay.resize(this.#measured);
    this.#overlay.moveToBoard();
  }

  /** What is read rather than seen. */
  #drawTexts(session) {
    const start = performance.now();
    const { view, about, cursor } = session;
    const { shown } = view;
    const goToCell = (cell) => session.setCursor(cell);
    drawEvents(element("events"), shown, goToCell);
    drawPanels(element("panels"), shown.panels, goToCell);
    drawShares(element("shares"), element("legend"), view.owned, view.spots.length);
    if (about.shape.kind !== "grid") drawNearbyCells(element("nearby"), view.near, cursor, shown.agents, goToCell);
    element("cell-text").textContent = cellText(session.cellUnderCursor, session.about.programs);
    markTheDead(element("legend"), session);
    drawFork(shown);
    drawSlider(session);
    this.#textsTook = performance.now() - start;
  }

  /** The timeline has changed, and with it where the match ends. */
  drawTimeline(session) {
    if (this.spectator) return this.spectator.onStory();
    const goToEvent = async (kind, turn) => {
      session.pause();
      await session.goTo(turn);
      await session.find(kind, false);
    };
    drawMatchEvents(element("match-events"), session.timeline, goToEvent);
    this.#drawTimeline(session);
    drawSlider(session);
    this.drawStatus(session);
  }

  /** Who was ahead when is known, or another match has another curve. */
  drawLead(session) {
    if (this.spectator) return;
    drawMoments(session.lead, (turn, cell) => session.lookAt(turn, cell));
    if (session.timeline) this.#drawTimeline(session);
  }

  #drawTimeline({ timeline, lead, turn }) {
    this.#timeline.draw(timeline, lead, turn);
  }

  /** Names the moment that somebody points at. */
  nameMoment({ lead, firstTurn, lastTurn }, { offsetX }) {
    const slider = element("turn");
    const turns = (lastTurn - firstTurn) / Math.max(1, slider.clientWidth);
    const moment = this.spectator ? null : momentNear(lead, firstTurn + offsetX * turns, REACH * turns);
    slider.title = moment ? `turn ${formatNumber(moment.turn)}: ${moment.text.replaceAll("`", "")}` : "";
  }

  /** Spectators know nothing of them. */
  #forgetMoments() {
    drawMoments(null);
    element("turn").title = "";
  }

  drawStatus(session) {
    if (this.spectator) return;
    this.#toolbar.drawPlaying(session);
    const { view, turn, end } = session;
    const parts = session.note ? [session.note] : [];
    if (end?.agrees === true) parts.push("played to the end: it is as the record says");
    if (end?.agrees === false) parts.push(`played to the end, it is not as the record says: ${end.text}`);
    if (end?.agrees === null) parts.push(`changed, it ends so: ${end.text}`);
    if (end?.is_cut_off) parts.push(`it cannot be shown beyond turn ${end.turn}: ${end.text}`);
    if (view?.hash && !session.isPlaying) parts.push(`state ${view.hash.slice(0, 16)}`);
    setText("shown-turn", `turn ${formatNumber(turn)} of ${formatNumber(session.lastTurn)}`);
    setText("notes", parts.join(" · "));
    element("state").dataset.hash = view?.hash ?? "";
    element("state").dataset.turn = turn;
  }

  /** Says something below the buttons, and to screen readers. */
  say(session, words) {
    this.drawStatus(session);
    if (words) element("live").textContent = words;
  }

  /** Measures the frame. Says whether it or the screen has changed. */
  measure() {
    const { clientWidth: width, clientHeight: height } = this.#frame;
    const before = this.#measured;
    this.#measured = { width, height, ratio: screenRatio() };
    const isSame = Object.entries(this.#measured).every(([key, value]) => before[key] === value);
    if (isSame) return false;
    // The board is laid out anew.
    this.#board.spots = 0;
    this.#width = element("board-section").clientWidth;
    this.#timeline.measure();
    return true;
  }

  changeTheme(session) {
    const theme = readTheme();
    this.theme = theme;
    this.#board.setTheme(theme);
    this.#overlay.theme = theme;
    this.#timeline.setTheme(theme);
    this.draw(session);
  }

  /** The cell under a click or a tap; null outside of the board. */
  cellAt(event, { cells_per_spot: cellsPerSpot }) {
    const spot = this.#board.spotAt(event);
    return spot === null ? null : spot * cellsPerSpot;
  }

  /** Shows the board so many times as large as it fits, with the cursor in the middle of the frame. */
  setZoom(session, zoom) {
    const { width, height } = this.#overlay;
    return this.#zoomAbout(session, zoom, this.#cursorPoint(session), [width / 2, height / 2]);
  }

  /** Ctrl and the wheel, which is also what two fingers on a touchpad come as. */
  zoomByWheel(session, event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomAt(session, 2 ** (-event.deltaY / 200), event.clientX, event.clientY);
  }

  /** Shows the board so many times as large as it is, about a point of the window. */
  zoomAt(session, factor, clientX, clientY) {
    const [inner, outer] = [this.#board.canvas, this.#frame].map((one) => one.getBoundingClientRect());
    const point = [clientX - inner.left, clientY - inner.top];
    this.#zoomAbout(session, session.zoom * factor, point, [clientX - outer.left, clientY - outer.top]);
  }

  /** Lets a place on the board be seen: an event is there. */
  flash(event) {
    this.#overlay.flash(event);
  }

  /** Draws flashes on, which change while the match stands still. */
  drawFlashes(session, now) {
    if (session.view && this.#overlay.hasFlashes(now)) this.#drawOverlay(session);
  }

  /** Zooms so that a point of the board comes to a place in the frame. */
  #zoomAbout(session, zoom, point, place) {
    const before = session.zoom;
    session.zoom = Math.max(zoom, 1);
    this.#layOut(session);
    const share = session.zoom / before;
    if (share !== 1) {
      this.#scrollTo(point.map((part) => part * share), place);
    }
    return session.refresh();
  }

  #scrollTo([x, y], [left, top]) {
    this.#scroller.scrollTo(x + MARGIN - left, y + MARGIN - top);
    this.#overlay.moveToBoard();
  }

  #cursorPoint({ cursor, about }) {
    return this.#board.middle(Math.floor(cursor / about.cells_per_spot));
  }

  #keepCursorInSight(session) {
    if (session.zoom === 1 || this.#shownCursor === session.cursor) return;
    this.#shownCursor = session.cursor;
    const point = this.#cursorPoint(session);
    const { width, height } = this.#overlay;
    if (!this.#overlay.shows(point)) this.#scrollTo(point, [width / 2, height / 2]);
  }

  /** The board was scrolled. */
  onScroll(session) {
    this.#overlay.moveToBoard();
    if (session.view) this.#drawOverlay(session);
    // Other cells have other texts.
    if (this.#overlay.cellsWithTexts(session.about) && !session.isBusy) session.refresh();
  }
}

function drawFork({ is_fork: isFork, is_original_shown: isOriginal, differences, forked_at: forkedAt }) {
  element("fork").hidden = !isFork;
  if (!isFork) return;
  const [cell] = differences.stretches[0] ?? [];
  const where = cell === undefined ? "" : `, the first is cell ${cell}`;
  const count = differences.cells === 1 ? "1 cell differs" : `${formatNumber(differences.cells)} cells differ`;
  const what = `changed after turn ${formatNumber(forkedAt)}`;
  const words = isOriginal ? `This is the match as it was; it was ${what}. ${count} from the changed one` : `What if: ${what}. ${count} from the match as it was`;
  element("fork-text").textContent = `${words}${where}.`;
  element("fork-other").textContent = isOriginal ? "the changed match" : "how it was";
}

function drawSlider(session) {
  const slider = element("turn");
  slider.min = session.firstTurn;
  slider.max = session.lastTurn;
  slider.value = session.turn;
  slider.setAttribute("aria-valuetext", `turn ${session.turn} of ${session.lastTurn}`);
}
