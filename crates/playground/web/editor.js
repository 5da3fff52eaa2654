// The editor: CodeMirror, with the diagnostics of the game.

import { autocompletion, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { completionsOf, languageOf } from "./languages.js";

/** The colours are those of the page, so that they follow its light and dark look. */
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--code-word)", fontWeight: "600" },
  { tag: tags.atom, color: "var(--code-danger)", fontWeight: "600" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.string, color: "var(--code-number)" },
  { tag: tags.variableName, color: "var(--code-name)" },
  { tag: tags.operator, color: "var(--fore)" },
  { tag: tags.bracket, color: "var(--code-word)" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", fontSize: "15px", color: "var(--fore)", backgroundColor: "var(--back)" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--fore)" },
  ".cm-cursor": { borderLeftColor: "var(--fore)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--quiet)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--current)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selected)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--raised)", color: "var(--fore)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--back)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--fore)", color: "var(--back)", padding: "4px 10px", borderRadius: "4px", minHeight: "28px" },
  ".cm-panel button, .cm-textfield": { color: "var(--fore)", background: "var(--back)", border: "1px solid var(--line)" },
  ".cm-matchingBracket": { outline: "2px solid var(--accent)", backgroundColor: "transparent !important" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--accent)", color: "var(--back)" },
});

export class Editor {
  #view;
  #language = new Compartment();
  #label = new Compartment();
  /** Called with the text whenever it has changed. */
  onChange = () => {};
  /** Called when the key for the canonical form is pressed. */
  onFormat = () => {};

  /** `place` gets the editor. Its styles are the shadow root's own, because the page allows no others. */
  constructor(place) {
    const root = place.attachShadow({ mode: "open" });
    const parent = document.createElement("div");
    root.append(parent);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":host { display: block; } div:first-of-type { height: 100%; } * { box-sizing: border-box; }");
    root.adoptedStyleSheets = [sheet];
    this.#view = new EditorView({ parent, root, state: this.#stateOf("", "esowar") });
  }

  #stateOf(doc, game) {
    const ownKeys = [{ key: "Shift-Alt-f", run: () => { this.onFormat(); return true; }, preventDefault: true }];
    const source = completionsOf(game);
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        bracketMatching(),
        highlightActiveLine(),
        autocompletion({ override: source ? [source] : [], activateOnTyping: source !== null }),
        search({ top: true }),
        lintGutter(),
        // Tab leaves the editor, as it leaves everything else.
        keymap.of([...ownKeys, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        this.#language.of(languageOf(game)),
        syntaxHighlighting(COLOURS),
        LOOK,
        EditorView.lineWrapping,
        this.#label.of(EditorView.contentAttributes.of({ "aria-label": "Your program", spellcheck: "false" })),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.onChange(this.text);
        }),
      ],
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Shows another program. What was done to the one before cannot be undone here. */
  open(text, game) {
    this.#view.setState(this.#stateOf(text, game));
    this.onChange(this.text);
  }

  /** Replaces the whole text, so that it can be undone. */
  replace(text) {
    const { doc, selection } = this.#view.state;
    if (doc.toString() === text) return;
    const anchor = Math.min(selection.main.head, text.length);
    this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, selection: { anchor } });
  }

  /** Shows diagnostics as squiggles, with their fixes; those of an older text are not shown. */
  show(diagnostics, text) {
    const { state } = this.#view;
    if (this.text !== text) return;
    const within = (place) => Math.min(place, state.doc.length);
    const marks = diagnostics.map(({ severity, code, from, to, message, help, fixes }) => ({
      severity,
      source: code,
      from: within(from),
      to: within(Math.max(to, from)),
      message: `${message} — ${help}`,
      actions: fixes.map((fix) => ({ name: fix.title, apply: (view) => this.#apply(view, fix) })),
    }));
    this.#view.dispatch(setDiagnostics(state, marks));
  }

  #apply(view, { from, to, text }) {
    view.dispatch({ changes: { from, to, insert: text }, userEvent: "input.fix" });
    view.focus();
  }

  /** Goes to a place of the text. */
  goTo(place) {
    const anchor = Math.min(place, this.#view.state.doc.length);
    this.#view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.#view.focus();
  }

  focus() {
    this.#view.focus();
  }
}
