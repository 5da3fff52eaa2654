// The page for spectators: a title card, a match that plays by itself, sentences that tell it, and a result card. Nothing tells how
// the match ends before it has ended.

import { hideCard, showResultCard, showTitleCard } from "./cards.js";
import { seatSign } from "./colours.js";
import { Commentary, deathsUntil } from "./commentary.js";
import { create, createButton, element, formatNumber, giveFocus, richText } from "./dom.js";
import { Pace } from "./pace.js";
import { Players } from "./players.js";
import { showShare } from "./share.js";
import { SoFar } from "./so-far.js";
import { Sound } from "./sound.js";
import { icon } from "./toolbar.js";

/** How many times as fast as half a minute it plays. */
const SPEEDS = [1, 2, 4, 0.5];
/** Seconds that "back" and "ahead" skip. */
const SKIP_SECONDS = 5;
/** The longest gap between two pictures that is made up for, in milliseconds. */
const MAX_GAP_MS = 250;
/** Milliseconds between two pictures with `prefers-reduced-motion`. */
const CALM_PICTURE_MS = 250;
/** Seconds for which the match waits, in all, until it is known what comes; it goes on then without knowing. */
const PATIENCE_SECONDS = 10;
/** Who is so many seconds behind a broadcast does not hear of what was in between. */
const LATE_SECONDS = 2;
/** So many sentences stay on the page. */
const MAX_SENTENCES = 60;
/** Sentences that weigh so much are shown larger. */
const GREAT_WEIGHT = 60;

export class Spectator {
  #session;
  #display;
  #analyse;
  #players;
  #soFar = new SoFar(element("so-far"));
  #sound = new Sound();
  #commentary = new Commentary();
  #pace;
  /** Seconds since the match began, as the pace has them. */
  #seconds = 0;
  #speed = 0;
  #patience = PATIENCE_SECONDS;
  #isPlaying = false;
  #isOver = false;
  /** In a broadcast, the seconds of the match that had passed when the page was opened; else null. */
  #live = null;
  /** Whether the result is shown as soon as it is known, with its explanation. */
  #isForResult = false;
  /** The number of the loop that plays: another one ends it. */
  #loop = 0;
  #buttons = {};

  /** `analyse` goes to the analysis of the match. */
  constructor(session, display, analyse) {
    this.#session = session;
    this.#display = display;
    this.#analyse = analyse;
    this.#players = new Players(element("players"), session.about);
    this.#pace = this.#newPace();
    this.#fillToolbar();
  }

  /** Shows the title card. */
  open() {
    showTitleCard(this.#session.about, { play: () => this.play(), analyse: this.#analyse });
  }

  get isPlaying() {
    return this.#isPlaying;
  }

  /** Turns per second at the moment. */
  get turnsPerSecond() {
    const [from, to] = [this.#seconds - 0.15, this.#seconds + 0.15].map((second) => this.#pace.turnAt(second));
    return ((to - from) / 0.3) * SPEEDS[this.#speed];
  }

  play() {
    if (this.#isPlaying) return;
    this.#hideCard();
    if (this.#isOver) this.#restart();
    this.#isPlaying = true;
    this.#drawButtons();
    giveFocus(this.#buttons.play);
    this.#run();
  }

  /**
   * Plays by itself for all who watch at once: the clock says how far the match is, nobody can stop it, and it has begun
   * `seconds` before the page was opened; below 0, the title card is shown until then.
   */
  broadcast(seconds) {
    this.#live = seconds;
    document.body.dataset.broadcast = "";
    setTimeout(() => this.play(), Math.max(0, -seconds * 1000 - performance.now()));
  }

  /** Shows the result with its explanation, once the match is played. */
  explain() {
    this.#hideCard();
    this.#isForResult = true;
    this.onStory();
  }

  pause() {
    this.#isPlaying = false;
    this.#drawButtons();
  }

  /** The analysis takes over. */
  close() {
    this.pause();
    this.#hideCard();
  }

  /** The story or the end is better known than before. */
  onStory() {
    const { turn } = this.#session;
    const since = this.#seconds - this.#pace.secondsAt(turn);
    this.#pace = this.#newPace();
    this.#seconds = this.#pace.secondsAt(turn) + Math.max(0, since);
    this.#commentary.tell(this.#session.story);
    if (this.#isForResult && this.#session.end) this.#session.goTo(this.#session.lastTurn);
  }

  /** Draws what belongs to the turn that is shown. */
  draw() {
    const { turn, view, story } = this.#session;
    this.#players.draw(view.shown.score, deathsUntil(story, turn));
    this.#soFar.add(turn, view.shown.score);
    this.#soFar.draw({ firstTurn: 0, turn, timeline: this.#session.timeline, theme: this.#display.theme });
    element("watched-turn").textContent = `turn ${formatNumber(turn)}`;
    if (this.#isForResult && this.#session.end && turn >= this.#session.lastTurn) this.#showResult();
  }

  onKeyDown(event) {
    const { target, key, altKey, metaKey, ctrlKey, shiftKey } = event;
    // Buttons have Space for themselves.
    if (altKey || metaKey || ctrlKey || (key === " " && target.matches("button, a"))) return;
    const commands = {
      " ": () => this.#playOrPause(),
      "ArrowLeft": () => this.#skip(-SKIP_SECONDS),
      "ArrowRight": () => this.#skip(SKIP_SECONDS),
      "+": () => this.#setSpeed(this.#speed + 1),
      "m": () => this.#toggleSound(),
      "Escape": () => this.#session.stopExplaining(),
    };
    if (!(key in commands) || (shiftKey && key !== "+") || (this.#live !== null && key !== "m")) return;
    event.preventDefault();
    commands[key]();
  }

  #newPace() {
    const { lastTurn, story } = this.#session;
    return new Pace({ first: 0, last: lastTurn, story });
  }

  #restart() {
    this.#isOver = false;
    this.#seconds = 0;
    element("commentary").replaceChildren();
    this.#commentary.jump(0);
    this.#session.goTo(0);
  }

  #run() {
    this.#loop += 1;
    const loop = this.#loop;
    const pictureMs = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? CALM_PICTURE_MS : 0;
    let before = performance.now();
    const tick = (now) => {
      if (!this.#isPlaying || loop !== this.#loop) return;
      requestAnimationFrame(tick);
      if (this.#session.isBusy || now - before < pictureMs) return;
      const passed = Math.min(now - before, Math.max(MAX_GAP_MS, pictureMs));
      before = now;
      this.#advance((passed / 1000) * SPEEDS[this.#speed], now);
    };
    requestAnimationFrame(tick);
  }

  #advance(seconds, now) {
    const session = this.#session;
    this.#seconds = this.#live === null ? this.#seconds + seconds : this.#broadcastSeconds(now);
    // No moment is jumped over, however slow the machine is.
    const stop = this.#pace.nextStop(session.turn);
    let target = this.#pace.turnAt(this.#seconds);
    if (target > stop) {
      target = stop;
      this.#seconds = this.#pace.secondsAt(stop);
    }
    // What is not looked through yet cannot be told.
    if (this.#patience > 0 && target > (session.timeline?.surveyed ?? 0)) {
      this.#patience -= seconds;
      this.#seconds -= seconds;
      return;
    }
    if (target > session.turn) session.goTo(target);
    const told = this.#commentary.advance(session.turn, now);
    if (told) this.#say(told);
    this.#display.drawFlashes(session, now);
    if (session.turn >= session.lastTurn && this.#seconds >= this.#pace.totalSeconds) this.#finish();
  }

  /** How far the broadcast is. */
  #broadcastSeconds(now) {
    const seconds = this.#live + now / 1000;
    if (seconds - this.#seconds > LATE_SECONDS) this.#commentary.jump(this.#pace.turnAt(seconds));
    return seconds;
  }

  /** Nobody waits for an explanation any more. */
  #hideCard() {
    this.#session.stopExplaining();
    hideCard();
  }

  #showResult() {
    this.#isForResult = false;
    this.#seconds = this.#pace.totalSeconds;
    this.#commentary.jump(this.#session.turn);
    this.#finish();
    element("explain").click();
  }

  #finish() {
    const { about, end, view, story } = this.#session;
    // It was played to its end, or cannot be played further.
    if (!end) return;
    this.#commentary.finish().forEach((told) => this.#say(told));
    this.#isOver = true;
    this.pause();
    const actions = {
      again: () => this.play(),
      analyse: this.#analyse,
      share: () => showShare(this.#session),
      explain: () => this.#session.explain(),
      stop: () => this.#session.stopExplaining(),
      look: (turn, cell) => this.#lookAt(turn, cell),
    };
    showResultCard({ about, end, score: view.shown.score, story, next: nextMatch() }, actions);
  }

  #say(told) {
    const { turn, seat, text, kind, weight, cell } = told;
    const sign = create("span", { class: "sign" });
    sign.innerHTML = seatSign(seat);
    const when = create("span", { class: "when" }, formatNumber(turn));
    const line = createButton({ title: `back to turn ${formatNumber(turn)}` }, () => this.#goTo(turn), sign, create("span", { class: "text" }, ...richText(text)), when);
    const sentence = create("p", { class: `${kind}${weight >= GREAT_WEIGHT ? " great" : ""}`, "data-turn": turn }, line);
    const log = element("commentary");
    log.prepend(sentence);
    while (log.children.length > MAX_SENTENCES) log.lastChild.remove();
    this.#sound.play(kind);
    if (cell !== null || kind === "death") this.#display.flash({ cell, seat, kind, weight });
  }

  /** Analyses a turn, with the cursor on a cell. */
  #lookAt(turn, cell) {
    this.#analyse();
    if (cell !== null) this.#session.setCursor(cell);
    this.#session.goTo(turn);
  }

  #skip(seconds) {
    this.#seconds = Math.min(Math.max(0, this.#seconds + seconds), this.#pace.totalSeconds);
    this.#jump(this.#pace.turnAt(this.#seconds));
  }

  #goTo(turn) {
    if (this.#live !== null) return;
    this.#seconds = this.#pace.secondsAt(turn);
    this.#jump(turn);
  }

  #jump(turn) {
    if (this.#isOver) {
      this.#isOver = false;
      this.#hideCard();
    }
    this.#commentary.jump(turn);
    for (const sentence of [...element("commentary").children]) if (Number(sentence.dataset.turn) > turn) sentence.remove();
    this.#session.goTo(turn);
  }

  #playOrPause() {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  #setSpeed(speed) {
    this.#speed = speed % SPEEDS.length;
    this.#drawButtons();
  }

  #toggleSound() {
    this.#sound.toggle();
    this.#drawButtons();
  }

  #fillToolbar() {
    const button = (name, title, run) => (this.#buttons[name] = createButton({ title }, run));
    element("watch-buttons").replaceChildren(
      button("back", `back ${SKIP_SECONDS} seconds (←)`, () => this.#skip(-SKIP_SECONDS)),
      button("play", "play or pause (Space)", () => this.#playOrPause()),
      button("ahead", `ahead ${SKIP_SECONDS} seconds (→)`, () => this.#skip(SKIP_SECONDS)),
      button("speed", "speed (+)", () => this.#setSpeed(this.#speed + 1)),
      button("sound", "sound (m)", () => this.#toggleSound()),
      button("analyse", "analyse the match: this tells how it ends", this.#analyse),
    );
    const { back, ahead, analyse } = this.#buttons;
    setIcon(back, "previousEvent", `back ${SKIP_SECONDS} seconds`);
    setIcon(ahead, "nextEvent", `ahead ${SKIP_SECONDS} seconds`);
    analyse.textContent = "analyse";
    this.#drawButtons();
  }

  #drawButtons() {
    const { play, speed, sound } = this.#buttons;
    const name = this.#isPlaying ? "pause" : "play";
    setIcon(play, name, name);
    play.className = "play";
    const times = SPEEDS[this.#speed] === 0.5 ? "½" : SPEEDS[this.#speed];
    speed.textContent = `${times}×`;
    speed.setAttribute("aria-label", `speed ${times}×`);
    setIcon(sound, this.#sound.isOn ? "loud" : "silent", "sound");
    sound.setAttribute("aria-pressed", String(this.#sound.isOn));
  }
}

function setIcon(button, face, name) {
  button.innerHTML = icon(face);
  button.setAttribute("aria-label", name);
}

/** The page of the next match of the same report, if there is one. */
function nextMatch() {
  return document.querySelector('meta[name="next-match"]')?.content || null;
}
