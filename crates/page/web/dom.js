// Small helpers for the document and for texts.

const GROUPED = new Intl.NumberFormat("en");

/** A number with commas between its thousands. */
export function formatNumber(number) {
  return GROUPED.format(number);
}

export function element(id) {
  return document.getElementById(id);
}

/** Sets a text only if it differs: texts that stay as they are need not be laid out again. */
export function setText(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

/** A new element with attributes and children. */
export function create(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button that calls a function. */
export function createButton(attributes, onClick, ...children) {
  const button = create("button", { type: "button", ...attributes }, ...children);
  button.addEventListener("click", onClick);
  return button;
}

/** CSS pixels to pixels of the screen. */
export function screenRatio() {
  return window.devicePixelRatio || 1;
}

/** A text whose `code` is between backticks, as nodes. */
export function richText(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? create("code", {}, part) : document.createTextNode(part)));
}

/** Gives an element the focus, if the page has it: a page in a frame must not take it from the page around it. */
export function giveFocus(target) {
  if (document.hasFocus()) target?.focus({ preventScroll: true });
}
