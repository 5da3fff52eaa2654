// Finds the commands of keys.

import { element } from "./dom.js";

export class Keyboard {
  #presses;
  #commands;
  #session;
  #manualMoves;

  /** `helpLines` is the table of keys, `commands` has the commands by name. */
  constructor(helpLines, commands, session, manualMoves) {
    const all = helpLines.flatMap((line) => line.commands);
    this.#presses = all.flatMap(({ name, presses }) => presses.map((press) => ({ ...press, name })));
    this.#commands = commands;
    this.#session = session;
    this.#manualMoves = manualMoves;
  }

  onKeyDown(event) {
    if (!isForCommands(event)) return;
    const command = this.#manualMoves.commandOf(event) ?? this.#commandOf(event);
    if (!command) return;
    event.preventDefault();
    // A key that is held does not pile up what takes long.
    if (event.repeat && this.#session.isBusy && !command.isStep) return;
    command.run();
  }

  #commandOf({ key, shiftKey, ctrlKey }) {
    const same = this.#presses.filter((press) => press.key === key);
    // Characters have Shift in them.
    const isExact = (press) => press.ctrl === ctrlKey && (key.length === 1 || press.shift === shiftKey);
    const press = same.find(isExact) ?? same.find((one) => !one.ctrl && !one.shift);
    return press && this.#commands[press.name];
  }
}

function isForCommands({ target, key, altKey, metaKey, ctrlKey }) {
  const dialog = element("dialog");
  // A dialog that has just closed keeps the focus until the browser draws again: nobody types there.
  const isTyping = dialog.open || (target.matches("input:not([type=range], [type=radio]), textarea") && !dialog.contains(target));
  if (isTyping || altKey || metaKey) return false;
  const isArrow = key.startsWith("Arrow");
  if (ctrlKey && !isArrow) return false;
  // Buttons have Space for themselves, and sets of choices the arrows.
  const isOfButton = key === " " && target.matches("button, [type=radio]");
  const isOfChoice = isArrow && target.matches("[type=radio]");
  return !isOfButton && !isOfChoice;
}
