// The cards before and after a match: who plays, and who won.

import { seatSign } from "./colours.js";
import { create, createButton, element, formatNumber, giveFocus, richText } from "./dom.js";
import { sentenceList, waitingForSentences } from "./explanation.js";
import { playerName } from "./players.js";

/** So many players have their names on the title card; of more, it shows the signs. */
const MAX_NAMES = 18;

function show(...content) {
  const card = element("card");
  card.replaceChildren(create("div", { class: "content" }, ...content));
  card.hidden = false;
  card.scrollTop = 0;
}

export function hideCard() {
  element("card").hidden = true;
  element("card").replaceChildren();
}

/** Who plays what. */
export function showTitleCard(about, { play, analyse }) {
  const { programs } = about;
  const start = createButton({ class: "play main", id: "start" }, play, "▶ play");
  show(
    create("p", { class: "game" }, about.title),
    programs.length > MAX_NAMES ? crowd(programs.length) : fighters(about),
    create("p", { class: "quiet" }, ...richText(about.summary)),
    create("p", { class: "choices" }, start, createButton({}, analyse, "analyse")),
  );
  giveFocus(start);
}

function fighters(about) {
  const names = about.programs.map((_, seat) => create("li", {}, ...playerName(seat, about)));
  return create("ul", { class: `fighters ${names.length === 2 ? "two" : "several"}` }, ...names);
}

function crowd(count) {
  const signs = create("p", { class: "crowd", "aria-hidden": "true" });
  signs.innerHTML = Array.from({ length: count }, (_, seat) => seatSign(seat)).join(" ");
  return create("div", {}, create("p", { class: "versus" }, `${count} players`), signs);
}

/** Who won, why, and what next. `explain` returns the sentences of an explanation, `stop` gives that up, and `look` shows a turn. */
export function showResultCard({ about, end, score, story, next }, { again, analyse, share, explain, stop, look }) {
  const { result } = end;
  const turns = result?.turns === 1 ? "after 1 turn" : `after ${formatNumber(result?.turns ?? end.turn)} turns`;
  const content = [];
  if (result && result.winner !== null) {
    const sign = create("p", { class: "trophy", "aria-hidden": "true" });
    sign.innerHTML = seatSign(result.winner);
    content.push(sign);
  }
  content.push(create("h2", { class: "verdict", id: "verdict" }, result ? result.verdict.replace(/^(a|nobody) /, capitalised) : "The record ends here"));
  content.push(create("p", { class: "why" }, ...richText(result ? whyInWords(result, story) : end.text)), create("p", { class: "quiet" }, turns));
  if (score && about.programs.length === 2) content.push(create("p", { class: "score" }, `${formatNumber(score[0])} : ${formatNumber(score[1])} ${about.score_unit}`));
  if (end.agrees === false) content.push(create("p", { class: "warning" }, "The record tells of another end: it was changed, or made by another version."));
  const first = createButton({ class: "main" }, again, "again");
  const explanation = create("div", { class: "explanation", "aria-live": "polite" });
  const why = createButton({ id: "explain" }, () => showExplanation(why, explanation, { explain, stop, look }), "how did it come to this?");
  const choices = [first, why, createButton({}, analyse, "analyse")];
  if (next) choices.push(create("a", { class: "button", href: next, rel: "next" }, "next match"));
  choices.push(createButton({ id: "share" }, share, "share …"));
  content.push(explanation, create("p", { class: "choices" }, ...choices));
  show(...content);
  giveFocus(first);
}

/** Shows an explanation instead of the button that asked for it. */
async function showExplanation(button, place, { explain, stop, look }) {
  button.disabled = true;
  place.replaceChildren(waitingForSentences(stop));
  try {
    const { links } = await explain();
    place.replaceChildren(sentenceList(links, look));
    button.remove();
    giveFocus(place.querySelector("button"));
  } catch (error) {
    place.textContent = error.message;
    button.disabled = false;
  }
}

/** Why a match ended: how the last player went out, by name, if that is why; else the words for the reason, or for a failure. */
function whyInWords({ winner, why, turns }, story) {
  const deaths = story.filter(({ kind, turn }) => kind === "death" && turn === turns);
  const isByDeath = winner !== null && deaths.length === 1 && !why.includes(" failed, ");
  return isByDeath ? deaths[0].text : capitalised(why);
}

function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
