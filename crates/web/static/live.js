// Keeps the standings of a hill up to date while games are played.
const live = document.getElementById("live");

async function refresh() {
  const answer = await fetch(`${live.dataset.hill}/standings`);
  if (!answer.ok) return;
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.getAttribute("href");
  live.replaceChildren(...parsed.body.childNodes);
  if (focused) live.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

if (live) {
  const events = new EventSource(`${live.dataset.hill}/live`);
  events.addEventListener("standings", refresh);
  events.addEventListener("progress", (event) => {
    const state = document.getElementById("state");
    if (state) state.textContent = `Games are being played (${event.data}).`;
  });
  addEventListener("pagehide", () => events.close());
}
