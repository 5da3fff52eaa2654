// Where to go, as it is typed.

/**
 * Reads a turn (`1500`, `+10`, `-10`, `50%`, `start`, `end`) or a cell (`cell 12`): `{turn}`, `{cell}`, or null if it is
 * neither.
 */
export function parseTarget(text, { turn, firstTurn, lastTurn }) {
  const cell = /^cell\s+(\d+)$/.exec(text);
  if (cell) return { cell: Number(cell[1]) };
  const share = /^(\d+(?:\.\d+)?)\s*%$/.exec(text);
  if (share) return { turn: Math.round(firstTurn + ((lastTurn - firstTurn) * Math.min(100, Number(share[1]))) / 100) };
  const distance = /^([+-])\s*(\d+)$/.exec(text);
  if (distance) return { turn: turn + Number(distance[1] + distance[2]) };
  if (text === "start") return { turn: firstTurn };
  if (text === "end") return { turn: lastTurn };
  return /^\d+$/.test(text) ? { turn: Number(text) } : null;
}
