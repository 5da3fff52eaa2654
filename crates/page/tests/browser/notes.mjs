// What a page says below its buttons.

/** Waits until it says something there. */
export function notesHave(page, words) {
  return page.waitForFunction((wanted) => document.querySelector("#notes").textContent.includes(wanted), words);
}
