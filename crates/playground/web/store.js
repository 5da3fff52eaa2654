// What the browser keeps: the programs that were written and the lessons that were passed. It stays in this browser.

const KEY = "bout-playground";

/** What is kept; nothing where the browser keeps nothing for this page. */
function read() {
  try {
    return JSON.parse(window.localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function change(edit) {
  const kept = read();
  edit(kept);
  try {
    window.localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Pages that are files are given no room by some browsers. The page works without.
  }
}

export const store = {
  get game() {
    return read().game ?? null;
  },
  set game(game) {
    change((kept) => { kept.game = game; });
  },
  /** The program of a game, or of one of its lessons, that was written last: `{file, text}`. */
  program(place) {
    return read().programs?.[place] ?? null;
  },
  keepProgram(place, file, text) {
    change((kept) => { kept.programs = { ...kept.programs, [place]: { file, text } }; });
  },
  /** The names of the lessons of a game that were passed. */
  passed(game) {
    return new Set(read().passed?.[game] ?? []);
  },
  keepPassed(game, lesson) {
    change((kept) => {
      const all = new Set(kept.passed?.[game] ?? []).add(lesson);
      kept.passed = { ...kept.passed, [game]: [...all] };
    });
  },
};
