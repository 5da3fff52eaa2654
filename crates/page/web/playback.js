// Playing: with every picture, as many turns as the speed says.

/** Turns per second. */
export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];

/** Milliseconds between two pictures with `prefers-reduced-motion`; otherwise there is one with every frame. */
const CALM_PICTURE_MS = 250;
/** The longest gap between two pictures that is made up for, in milliseconds. */
const MAX_GAP_MS = 500;

/** The speed at which a match takes about half a minute, as an index. */
export function fittingSpeed(turns) {
  const found = SPEEDS.findIndex((speed) => speed * 30 >= turns);
  return found < 0 ? SPEEDS.length - 1 : found;
}

/** How many turns a picture is ahead of the one before while the match plays. */
export function turnsPerPicture(session) {
  return session.isPlaying ? Math.max(1, Math.round(SPEEDS[session.speed] / 60)) : 1;
}

/** Plays on from the turn that is shown, at the end from the start. */
export function play(session) {
  if (session.isPlaying) return;
  if (session.turn >= session.lastTurn) session.goTo(session.firstTurn);
  session.isPlaying = true;
  session.say("");
  const pictureMs = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? CALM_PICTURE_MS : 0;
  let before = performance.now();
  let owed = 0;
  const tick = (now) => {
    if (!session.isPlaying) return;
    requestAnimationFrame(tick);
    if (session.isBusy || now - before < pictureMs) return;
    owed += (Math.min(now - before, MAX_GAP_MS) / 1000) * SPEEDS[session.speed];
    before = now;
    const turns = Math.floor(owed);
    if (turns < 1) return;
    owed -= turns;
    session.playTo(session.turn + turns).then(() => {
      if (session.turn >= session.lastTurn) session.pause();
    });
  };
  requestAnimationFrame(tick);
}
