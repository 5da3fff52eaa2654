
// ---- The rating history of a hill ----

const makeHistory = (figure) => {
  const section = figure.closest("section");
  const plot = figure.querySelector(".plot");
  const lines = plot.querySelector(".lines");
  const keys = all(section, ".keys .key").sort((a, b) => a.dataset.line - b.dataset.line);
  const { scale, moments, lines: programs } = dataOf(figure).history;
  const ratingAt = (stay, at) => ({ elo: stay.elo[at], low: stay.elo_low[at], high: stay.elo_high[at] });
  // What a program was rated at a moment; `null` if it was not on the hill.
  const ratingOf = (line, moment) => {
    const stay = programs[line].stays.find(({ first, elo }) => first <= moment && moment < first + elo.length);
    return stay ? ratingAt(stay, moment - stay.first) : null;
  };
  // As the table has it.
  const cells = section.querySelector(".moments table").tBodies[0].rows;
  const writtenRating = (line, moment) => cells[moment].cells[line + 2].textContent;
  const last = moments.length - 1;
  const across = (moment) => (last > 0 ? (1000 * moment) / last : 500);

  // Where a rating is drawn, on a square of 1000.
  const down = (elo) => (1000 * (scale.high - elo)) / (scale.high - scale.low);

  const band = draw("path", { class: "band" });
  const hot = draw("path", { class: "line hot" });
  lines.prepend(band);
  lines.append(hot);
  const guide = draw("line", { class: "guide", y2: "100%" });
  const dot = draw("circle", { class: "dot", r: 5 });
  plot.append(guide, dot);
  const tip = make("div", { className: "tip", hidden: true });
  const said = make("output", { className: "unseen" });
  figure.append(tip, said);

  let pinned = null;
  let shown = { line: null, moment: null };

  const bandOf = (line) => programs[line].stays.map((stay) => {
    const ratings = stay.elo.map((_, at) => ({ ...ratingAt(stay, at), at: across(stay.first + at) }));
    let known = ratings.filter(({ high }) => high !== null);
    if (!known.length) return "";
    // A stay of one moment has a band too, as wide as a line is thick.
    if (known.length === 1) known = [{ ...known[0], at: known[0].at - 3 }, { ...known[0], at: known[0].at + 3 }];
    const point = (at, elo) => `${at.toFixed(1)} ${down(elo).toFixed(1)}`;
    const upper = known.map((it) => point(it.at, it.high));
    const lower = known.map((it) => point(it.at, it.low)).reverse();
    return `M${[...upper, ...lower].join("L")}Z`;
  }).join("");

  const show = (line, moment) => {
    if (line !== shown.line) {
      for (const part of all(section, ".history [data-line].on, .keys .on")) part.classList.remove("on");
      figure.classList.toggle("chosen", line !== null);
      const path = line === null ? null : lines.querySelector(`[data-line="${line}"]`);
      const colour = path ? `line hot ${path.getAttribute("class").replace("line", "").trim()}` : "line hot";
      hot.setAttribute("class", colour);
      hot.setAttribute("d", path?.getAttribute("d") ?? "");
      band.setAttribute("class", colour.replace("line hot", "band"));
      band.setAttribute("d", path ? bandOf(line) : "");
      dot.setAttribute("class", colour.replace("line hot", "dot"));
      if (path) {
        for (const part of all(figure, `[data-line="${line}"]`)) part.classList.add("on");
        keys[line].classList.add("on");
      }
    }
    shown = { line, moment };
    const rating = moment === null || line === null ? null : ratingOf(line, moment);
    for (const part of [guide, dot]) part.style.display = moment === null ? "none" : "";
    if (!rating) dot.style.display = "none";
    tip.hidden = moment === null;
    if (moment === null) return;
    const x = across(moment) / 10;
    guide.setAttribute("x1", `${x}%`);
    guide.setAttribute("x2", `${x}%`);
    dot.setAttribute("cx", `${x}%`);
    if (rating) dot.setAttribute("cy", `${down(rating.elo) / 10}%`);
    const { challenge, what } = moments[moment];
    const parts = [make("p", {}, make("bdi", { textContent: `${challenge}: ${what}` }))];
    if (rating) {
      const name = make("bdi", { textContent: programs[line].program });
      parts.unshift(make("p", { className: "who" }, name, ` ${writtenRating(line, moment)}`));
    }
    tip.replaceChildren(...parts);
    const left = plot.getBoundingClientRect().left - figure.getBoundingClientRect().left;
    const at = left + (x / 100) * plot.clientWidth;
    const room = figure.clientWidth - tip.offsetWidth;
    const beside = at + 14 > room ? at - 14 - tip.offsetWidth : at + 14;
    tip.style.left = `${Math.max(0, Math.min(room, beside))}px`;
    const height = rating ? (down(rating.elo) / 1000) * plot.clientHeight : 0;
    tip.style.top = `${Math.max(0, Math.min(plot.clientHeight - tip.offsetHeight, height - tip.offsetHeight - 10))}px`;
    said.textContent = tip.textContent;
  };
  const rest = () => show(pinned, null);

  // The moment and the line that are nearest to the pointer.
  const nearest = (event) => {
    const box = plot.getBoundingClientRect();
    const moment = Math.max(0, Math.min(last, Math.round(((event.clientX - box.left) / box.width) * last)));
    const y = (1000 * (event.clientY - box.top)) / box.height;
    let best = null;
    programs.forEach((_, line) => {
      const rating = ratingOf(line, moment);
      const away = rating ? Math.abs(down(rating.elo) - y) : Infinity;
      if (away < (best?.away ?? Infinity)) best = { line, away };
    });
    return { moment, line: best?.line ?? null };
  };
  plot.addEventListener("pointermove", (event) => {
    const { line, moment } = nearest(event);
    show(pinned ?? line, moment);
  });
  plot.addEventListener("pointerleave", rest);
  plot.addEventListener("click", (event) => {
    const { line, moment } = nearest(event);
    pin(pinned === line ? null : line);
    show(line, moment);
  });

  const pin = (line) => {
    pinned = line;
    keys.forEach((key, at) => key.querySelector("button").setAttribute("aria-pressed", String(at === line)));
  };
  const lastOf = (line) => {
    const { first, elo } = programs[line].stays.at(-1);
    return first + elo.length - 1;
  };
  keys.forEach((key, line) => {
    const button = make("button", { type: "button", title: programs[line].program });
    button.append(...key.firstElementChild.childNodes);
    key.replaceChildren(button);
    key.addEventListener("pointerenter", () => show(line, null));
    key.addEventListener("pointerleave", rest);
    button.addEventListener("focus", () => show(line, null));
    button.addEventListener("blur", rest);
    button.addEventListener("click", () => {
      pin(pinned === line ? null : line);
      show(pinned ?? line, null);
    });
    // Arrows lead through the challenges of the program.
    button.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const end = lastOf(line);
      let moment = shown.moment === null ? end : shown.moment + step;
      while (moments[moment] && !ratingOf(line, moment)) moment += step;
      if (moments[moment]) show(line, moment);
    });
  });
  for (const end of all(figure, ".end")) {
    end.addEventListener("pointerenter", () => show(Number(end.dataset.line), null));
    end.addEventListener("pointerleave", rest);
    end.addEventListener("click", () => pin(pinned === Number(end.dataset.line) ? null : Number(end.dataset.line)));
  }
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    pin(null);
    rest();
  });
  // The script's own words stand in for what browsers say of a line.
  for (const title of all(lines, "title")) title.remove();
  pin(null);
  rest();
  section.querySelector(".moments").addEventListener("toggle", () => document.dispatchEvent(new Event("fit")));
};

for (const figure of all(document, ".history")) makeHistory(figure);
watchPanes();
