// The moments of a match that mattered, in words: the marks on the timeline's curve for everybody who does not point at them.

import { seatSign } from "./colours.js";
import { create, createButton, element, formatNumber, richText } from "./dom.js";

/** Lists the moments; without any, or as long as nobody may know them, there is no list. */
export function drawMoments(lead, look) {
  const place = element("moments");
  const moments = lead?.moments ?? [];
  element("moments-section").hidden = moments.length === 0;
  const entry = ({ turn, seat, cell, text }) => {
    const sign = create("span", { class: "sign", "aria-hidden": "true" });
    sign.innerHTML = seatSign(seat);
    const words = create("span", { class: "words" }, `turn ${formatNumber(turn)}: `, ...richText(text));
    return create("li", { class: "line plain" }, sign, createButton({}, () => look(turn, cell), words));
  };
  place.replaceChildren(...moments.map(entry));
}

/** The moment whose mark is nearest to a turn, if one is at most so many turns away. */
export function momentNear(lead, turn, turns) {
  const near = (lead?.moments ?? []).filter((moment) => Math.abs(moment.turn - turn) <= turns);
  return near.sort((one, other) => Math.abs(one.turn - turn) - Math.abs(other.turn - turn))[0] ?? null;
}
