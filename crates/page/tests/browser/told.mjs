// What a page tells below its buttons.

/** Waits until something is told there. */
export function isTold(page, words) {
  return page.waitForFunction((wanted) => document.querySelector("#notes").textContent.includes(wanted), words);
}
