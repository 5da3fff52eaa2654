// Replaces the page that asks for this file, which has a match in it, with the page that plays it. This way many matches
// share one player.
"use strict";

addEventListener("load", () => {
  const escaped = document.title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const record = document.getElementById("record").textContent;
  const here = MATCHES.indexOf(decodeURIComponent(location.pathname.split("/").at(-1)));
  const next = here < 0 ? "" : encodeURIComponent(MATCHES[here + 1] ?? "");
  const filled = PLAYER.replace("%RECORD%", () => record).replace("%NEXT%", () => next).replaceAll("%TITLE%", () => escaped);
  document.open();
  document.write(filled);
  document.close();
});
