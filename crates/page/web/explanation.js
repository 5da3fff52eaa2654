// The sentences of an explanation, each of which leads to its turn.

import { create, createButton, formatNumber, richText } from "./dom.js";

/** What stands there as long as the sentences are looked for; `stop` gives up. */
export function waitingForSentences(stop) {
  return create("p", { class: "waiting" }, "looking for the reason … ", createButton({ class: "stop" }, stop, "stop"));
}

/** The list of the sentences; `look` shows a turn and a cell, which may be null. */
export function sentenceList(links, look) {
  const sentence = ({ sentence: text, turn, cell }) => {
    const words = richText(text);
    return create("li", {}, ...(turn === null ? words : [createButton({ title: `analyse turn ${formatNumber(turn)}` }, () => look(turn, cell), ...words)]));
  };
  return create("ol", { class: "sentences" }, ...links.map(sentence));
}
