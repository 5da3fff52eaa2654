// The lessons of a game beside the editor: goal, hints, check, next. What was passed is kept in this browser.

import { create, createButton, element } from "../../page/web/dom.js";
import { store } from "./store.js";

export class Lessons {
  #page;
  #game = null;
  /** The lessons that somebody added, by their paths: their texts. */
  #own = new Map();
  /** The lesson that is shown; null for the list of all. */
  #lesson = null;
  #hints = 0;
  #isChecking = false;

  /** `page` opens programs and games, and knows the text of the editor and the engines of the game. */
  constructor(page) {
    this.#page = page;
  }

  get isOpen() {
    return !element("lesson").hidden;
  }

  openGame(game) {
    this.#game = game;
    this.#lesson = null;
    element("lessons-button").hidden = game.lessons.length === 0;
    if (element("lessons-button").hidden) this.#show(false);
    else if (this.isOpen) this.#drawList();
  }

  toggle() {
    if (this.isOpen) {
      this.#show(false);
      if (this.#lesson) this.#page.leave();
      this.#lesson = null;
    } else {
      this.#show(true);
      const passed = store.passed(this.#game.name);
      const next = this.#game.lessons.find((lesson) => !passed.has(lesson.path));
      if (passed.size === 0 && next) this.open(next);
      else this.#drawList();
    }
  }

  /** Opens a lesson by its path, `crash/03-…`, if there is one. */
  openPath(path) {
    const lesson = this.#game.lessons.find((one) => one.path === path);
    if (!lesson) return;
    this.#show(true);
    this.open(lesson);
  }

  /** Adds a lesson that somebody dropped on the page. */
  add(lesson, text) {
    this.#own.set(lesson.path, text);
    this.#game.lessons = [...this.#game.lessons.filter((one) => one.path !== lesson.path), lesson];
    element("lessons-button").hidden = false;
    this.#show(true);
    this.open(lesson);
  }

  #show(isShown) {
    element("lesson").hidden = !isShown;
    document.querySelector("main").classList.toggle("with-lesson", isShown);
    element("lessons-button").setAttribute("aria-expanded", String(isShown));
  }

  /** Shows a lesson, with the program that was written in it last. */
  open(lesson) {
    this.#lesson = lesson;
    this.#hints = 0;
    this.#isChecking = false;
    const kept = store.program(lesson.path);
    this.#page.open(lesson.path, `lesson-${lesson.number}.${this.#game.extension}`, kept?.text ?? lesson.start);
    this.#drawLesson();
  }

  #drawList() {
    this.#lesson = null;
    const passed = store.passed(this.#game.name);
    const entries = this.#game.lessons.map((lesson) => {
      const isPassed = passed.has(lesson.path);
      const attributes = isPassed ? { class: "done", "aria-label": `${lesson.title}, passed` } : {};
      return create("li", {}, createButton(attributes, () => this.open(lesson), lesson.title));
    });
    const words = `${passed.size} of ${entries.length} passed. This browser remembers it.`;
    element("lesson").replaceChildren(create("h2", {}, `Lessons: ${this.#game.title}`), create("p", {}, words), create("ol", { class: "all" }, ...entries));
  }

  #drawLesson() {
    const { title, goal, hints, start } = this.#lesson;
    const all = this.#game.lessons;
    const number = all.indexOf(this.#lesson) + 1;
    this.hintPlace = create("div");
    this.verdictPlace = create("div", { role: "status", id: "verdict" });
    const buttons = create("div", { class: "bar" },
      createButton({ class: "main", id: "check" }, () => this.#check(), "check"),
      createButton({ id: "hint" }, () => this.#hint(), this.#hintWords()),
      createButton({}, () => this.#page.open(this.#lesson.path, `lesson-${number}.${this.#game.extension}`, start), "start again"),
      createButton({}, () => this.#drawList(), "all lessons"));
    element("lesson").replaceChildren(
      create("p", { class: "quiet" }, `Lesson ${number} of ${all.length}`),
      create("h2", {}, title), rich(goal), buttons, this.hintPlace, this.verdictPlace);
    element("hint").disabled = hints.length === 0;
    element("lesson").scrollTop = 0;
  }

  #hintWords() {
    const { hints } = this.#lesson;
    if (this.#hints < hints.length) return this.#hints === 0 ? "hint" : "next hint";
    return "solution";
  }

  /** Shows the next hint, and after the last one a solution. */
  #hint() {
    const { hints, solution } = this.#lesson;
    if (this.#hints < hints.length) {
      const hint = rich(hints[this.#hints]);
      hint.classList.add("hint");
      this.hintPlace.append(hint);
    } else {
      const open = createButton({}, () => this.#page.open(this.#lesson.path, "solution", solution), "put it into the editor");
      this.hintPlace.append(create("div", { class: "hint" }, create("pre", {}, create("code", {}, solution)), open));
      element("hint").disabled = true;
    }
    this.#hints += 1;
    element("hint").textContent = this.#hintWords();
  }

  async #check() {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.verdictPlace.replaceChildren(create("p", {}, "It is being checked …"));
    const { path } = this.#lesson;
    try {
      await this.#page.engines().request("lesson", { path, own: this.#own.get(path), source: this.#page.text() });
    } catch (error) {
      this.#isChecking = false;
      this.verdictPlace.replaceChildren(create("p", {}, error.message));
    }
  }

  /** What came of the check. */
  onVerdict({ path, passed, findings, error }) {
    if (path !== this.#lesson?.path) return;
    this.#isChecking = false;
    if (error) {
      this.verdictPlace.replaceChildren(create("p", {}, error));
      return;
    }
    if (passed) store.keepPassed(this.#game.name, path);
    const items = findings.map((finding, index) => this.#findingOf(finding, index));
    const box = create("div", { class: `verdict ${passed ? "passed" : "failed"}` }, create("b", {}, passed ? "Passed." : "Not yet."), create("ul", {}, ...items));
    this.verdictPlace.dataset.passed = String(passed);
    this.verdictPlace.replaceChildren(box, ...(passed ? this.#afterwards() : []));
  }

  #findingOf({ sentence, advice, passed, turn }, index) {
    const item = create("li", {}, rich(sentence));
    if (advice) item.append(rich(advice));
    if (turn !== null && !passed) {
      item.append(createButton({}, () => this.#page.openFinding(index, "why"), "why?"), " ", createButton({}, () => this.#page.openFinding(index, ""), "watch it"));
    }
    return item;
  }

  #afterwards() {
    const after = rich(this.#lesson.afterword);
    after.classList.add("after");
    const all = this.#game.lessons;
    const next = all[all.indexOf(this.#lesson) + 1];
    if (!next) return [after];
    return [after, createButton({ class: "main", id: "next-lesson" }, () => this.open(next), `next: ${next.title}`)];
  }
}

/** A text of a lesson. The engines made it from Markdown, without any HTML of others. */
function rich(html) {
  const box = create("div", { class: "text" });
  box.innerHTML = html;
  return box;
}
