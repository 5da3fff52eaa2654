"use strict";
// The page is complete without the script: it sorts and filters tables, and shows what programs did to
// each other and on a hill. Text from the page goes back into it as text only, never as HTML. Its files
// are joined to one; what they name is theirs alone, since the page runs no other script.

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const draw = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const all = (root, selector) => Array.from(root.querySelectorAll(selector));
// Keeps what a name does to the direction of writing inside of it, as bdi does.
const isolated = (name) => `\u2068${name}\u2069`;
// Numbers come from the block of JSON in each section, never from the page's text.
const data = new Map();
for (const section of all(document, "main > section")) {
  const block = section.querySelector("script");
  if (block) data.set(section, JSON.parse(block.textContent));
}
const dataOf = (element) => data.get(element.closest("section"));
// `1,234.5`: games are fractions where scores are exact.
const { format: plain } = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
const percent = (share) => `${(100 * share).toFixed(1)}\u00a0%`;
// `+12.3`, with the minus sign of mathematics; nothing is neither more nor less.
const signed = (number, digits) => {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return (number < 0 ? "\u2212" : "+") + text;
};
