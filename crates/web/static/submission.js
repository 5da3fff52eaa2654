// Keeps the page of a submission up to date until it has its result.
const submission = document.getElementById("submission");
const detail = document.getElementById("detail");
const state = document.getElementById("state");
const events = new EventSource(submission.dataset.live);
let isFirst = true;

events.addEventListener("submission", ({ data }) => {
  const now = JSON.parse(data);
  if (now.finished) {
    events.close();
    location.reload();
    return;
  }
  if (now.state === "playing") state.textContent = "Its games are being played.";
  if (now.place) detail.textContent = `Place ${now.place} in the queue: ${now.waits_for}.`;
  else if (now.games_total) detail.textContent = `${now.games_done} of ${now.games_total} games are played.`;
  else if (!isFirst) detail.textContent = "";
  isFirst = false;
});
addEventListener("pagehide", () => events.close());
