// Handing on a match: its address, a line that embeds it, a picture, and the record.

import { openDialog } from "./dialogs.js";
import { create, createButton, element, formatNumber } from "./dom.js";
import { saveAs, saveRecord } from "./record.js";

/** CSS pixels of the line with the names above the board of a picture, and of the margin around both. */
const CAPTION = 34;
const MARGIN = 12;
/** The size of an embedded match, in CSS pixels. */
const EMBEDDED = { width: 480, height: 320 };

/** Whether the page is on the web, so that its address leads others to it. */
const isOnTheWeb = () => /^https?:$/.test(window.location.protocol);

/** Offers everything that can be handed on. In the analysis, the address leads to the turn that is shown. */
export function showShare(session) {
  session.pause();
  element("dialog-title").textContent = "share";
  const said = create("p", { role: "status", id: "shared" });
  const say = (words) => { said.textContent = words; };
  element("dialog-body").replaceChildren(...addresses(say), create("p", { class: "choices" }, ...buttons(session, say)), said);
  return openDialog({ onlyTells: true });
}

function buttons(session, say) {
  const all = [];
  if (isOnTheWeb() && navigator.share) {
    const data = { title: document.title, url: window.location.href };
    // To send it to nobody after all is not a failure.
    all.push(createButton({}, () => navigator.share(data).catch(() => {}), "send …"));
  }
  const savePicture = () => savePictureOf(session).then(() => say("The picture is saved."), () => say("The browser does not give the picture away."));
  all.push(createButton({}, savePicture, "save a picture"));
  all.push(createButton({}, () => { saveRecord(session.about); say("The record is saved."); }, "save the record"));
  return all;
}

function addresses(say) {
  if (!isOnTheWeb()) {
    return [create("p", {}, "This page is a file on this computer: its address leads nobody else to it. Send the file, a picture, or the record.")];
  }
  const page = window.location.href;
  const frame = create("iframe", { src: page, title: document.title, ...EMBEDDED, allow: "clipboard-write; web-share", allowfullscreen: "", loading: "lazy", sandbox: "allow-scripts allow-downloads allow-popups" });
  return [copied("address", page, say), copied("for a page of yours", frame.outerHTML, say)];
}

/** A text that can be copied. */
function copied(label, text, say) {
  const field = create("input", { readonly: "", value: text, spellcheck: "false" });
  field.addEventListener("focus", () => field.select());
  const copy = createButton({ "aria-label": `copy: ${label}` }, async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("It is copied.");
    } catch {
      // The browser does not let this page write to the clipboard.
      field.focus();
      say("It is selected: copy it with Ctrl+C.");
    }
  }, "copy");
  return create("p", { class: "copied" }, create("label", {}, label, field), copy);
}

async function savePictureOf(session) {
  const blob = await new Promise((resolve, reject) => {
    pictureOf(session).toBlob((made) => (made ? resolve(made) : reject(new Error("there is no picture"))), "image/png");
  });
  saveAs(blob, `${session.about.game}-${session.turn}.png`);
}

/** The board as it is shown, with the names and the turn above it. */
function pictureOf(session) {
  const frame = element("frame").getBoundingClientRect();
  const layers = ["picture", "board"].map((id) => ({ canvas: element(id), box: element(id).getBoundingClientRect() }));
  const board = visiblePart(layers[0].box, frame);
  const scale = window.devicePixelRatio || 1;
  const canvas = create("canvas", { width: Math.round((board.width + 2 * MARGIN) * scale), height: Math.round((board.height + CAPTION + 2 * MARGIN) * scale) });
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.body);
  context.scale(scale, scale);
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  writeCaption(context, session, style, board.width);
  context.translate(MARGIN - board.left, MARGIN + CAPTION - board.top);
  context.beginPath();
  context.rect(board.left, board.top, board.width, board.height);
  context.clip();
  context.imageSmoothingEnabled = false;
  for (const { canvas: layer, box } of layers) context.drawImage(layer, box.left, box.top, box.width, box.height);
  return canvas;
}

/** The part of a box that is within a frame. */
function visiblePart(box, frame) {
  const [left, top] = [Math.max(box.left, frame.left), Math.max(box.top, frame.top)];
  return { left, top, width: Math.min(box.right, frame.right) - left, height: Math.min(box.bottom, frame.bottom) - top };
}

function writeCaption(context, { about, turn }, { color, fontFamily }, width) {
  const when = `turn ${formatNumber(turn)}`;
  context.fillStyle = color;
  context.textBaseline = "middle";
  context.font = `14px ${fontFamily}`;
  context.textAlign = "right";
  context.fillText(when, MARGIN + width, MARGIN + CAPTION / 2 - 4);
  const room = width - context.measureText(when).width - MARGIN;
  context.textAlign = "left";
  context.font = `bold 16px ${fontFamily}`;
  context.fillText(shortened(context, document.title || about.title, room), MARGIN, MARGIN + CAPTION / 2 - 4);
}

/** A text that is not wider than the room for it. */
function shortened(context, text, room) {
  let letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > room) letters = letters.slice(0, -1);
  return letters.length === [...text].length ? text : `${letters.join("")}…`;
}
