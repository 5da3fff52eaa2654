// Moving bots by hand, in games whose programs no page can ask: the engine plays on with the moves, and who is not
// moved does what the record has of it, which knows nothing of the change.

/** The letters of moves, what they are called, and the keys of the first bot that is moved and of the second. */
const WAYS = { L: ["left", "ArrowLeft", "a", "←"], U: ["up", "ArrowUp", "w", "↑"], D: ["down", "ArrowDown", "s", "↓"], R: ["right", "ArrowRight", "d", "→"] };

function beginHand() {
  if (stage.hand) return endHand();
  if (stage.end && !stage.end.is_cut_off && stage.turn >= stage.end.turn) return say("the match is over at this turn: go back, then move");
  pause();
  stage.hand = { seats: [0], chosen: new Map() };
  return drawHand();
}

function endHand() {
  if (!stage.hand) return;
  stage.hand = null;
  drawHand();
  element("board").focus();
}

/** The command of a key while bots are moved by hand; null for other keys. */
function commandByHand(event) {
  if (!stage.hand || event.shiftKey || event.ctrlKey) return null;
  if (event.key === "Backspace") return { does: () => step(-1)() };
  const { seats } = stage.hand;
  for (const [letter, [, first, second]] of Object.entries(WAYS)) {
    if (event.key === first) return { does: () => choose(seats[0], letter) };
    if (event.key === second && seats.length > 1) return { does: () => choose(seats[1], letter) };
  }
  return null;
}

/** Plays the turn once all bots that are moved by hand have a move. */
function choose(seat, letter) {
  const { seats, chosen } = stage.hand;
  chosen.set(seat, letter);
  const isWhole = seats.every((one) => chosen.has(one));
  const moves = [...chosen].map(([one, way]) => `${one}${way}`).join("");
  if (isWhole) chosen.clear();
  drawHand();
  if (isWhole) during("", () => ask("hand", { moves, ...requests() }));
}

function drawHand() {
  const place = element("hand");
  const { hand, about } = stage;
  place.hidden = hand === null;
  place.replaceChildren();
  if (!hand) return;
  const name = (seat) => about.programs[seat].name ?? about.programs[seat].file;
  const choices = [[0], [1], [0, 1]].map((seats) => {
    const label = document.createElement("label");
    const radio = label.appendChild(document.createElement("input"));
    Object.assign(radio, { type: "radio", name: "moved", checked: String(seats) === String(hand.seats) });
    radio.addEventListener("change", () => ((stage.hand = { seats, chosen: new Map() }), drawHand(), element("hand").querySelector(":checked").focus()));
    label.append(seats.length > 1 ? " both " : ` ${seats[0]} ${name(seats[0])} `);
    return label;
  });
  const who = document.createElement("span");
  who.append("By hand: ", ...choices);
  place.append(who, ...hand.seats.map((seat, nth) => pad(seat, nth)));
  const words = document.createElement("p");
  const others = [0, 1].filter((seat) => !hand.seats.includes(seat));
  words.textContent = others.length > 0
    ? `${name(others[0])} makes its recorded moves as long as there are any, then stays: programs cannot be asked in a page.`
    : "The turn is played once both have a move.";
  const keys = words.appendChild(document.createElement("span"));
  keys.className = "keys";
  keys.textContent = ` Arrow keys${hand.seats.length > 1 ? " and w, a, s, d" : ""} move, Backspace takes a turn back, Space goes on as recorded, Esc ends it.`;
  place.append(words);
}

/** The four moves of a bot as buttons. */
function pad(seat, nth) {
  const buttons = document.createElement("span");
  buttons.className = "pad";
  buttons.innerHTML = seatSign(seat);
  for (const letter of stage.about.moves) {
    const [words, , , arrow] = WAYS[letter];
    const button = buttons.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = arrow;
    button.title = `${words} (${keyName(WAYS[letter][1 + nth])})`;
    button.setAttribute("aria-label", `move program ${seat} ${words}`);
    button.setAttribute("aria-pressed", String(stage.hand.chosen.get(seat) === letter));
    button.addEventListener("click", () => (choose(seat, letter), focusAgain(seat, letter)));
  }
  return buttons;
}

/** The buttons were made anew. */
function focusAgain(seat, letter) {
  element("hand").querySelector(`[aria-label="move program ${seat} ${WAYS[letter][0]}"]`)?.focus();
}
