// The lessons of a game beside the editor: goal, hints, check, next.

import { element } from "../../page/web/dom.js";

export class Lessons {
  constructor() {}

  openGame() {
    element("lessons-button").hidden = true;
  }

  toggle() {}

  onVerdict() {}
}
