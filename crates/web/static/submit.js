// Checks a program while it is typed, and reads a chosen file into the text.
const form = document.getElementById("submit");
const source = form.elements.source;
const shown = document.getElementById("diagnostics");
const PAUSE_MS = 400;
let timer = 0;
let asked = 0;

// Returns where in the text a line and a column begin.
function offset(text, line, column) {
  let at = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return Math.min(at + column - 1, text.length);
}

function select(one) {
  source.focus();
  const start = offset(source.value, one.line, one.column);
  source.setSelectionRange(start, Math.max(start, offset(source.value, one.end_line, one.end_column)));
}

function item(one) {
  const line = document.createElement("li");
  line.className = one.severity;
  const words = `${one.severity}: ${one.message}${one.help ? ` (${one.help})` : ""}`;
  if (one.line) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.textContent = `line ${one.line}`;
    button.addEventListener("click", () => select(one));
    line.append(button, " ");
  }
  line.append(words);
  return line;
}

function show({ valid, diagnostics }) {
  const list = document.createElement("ul");
  list.append(...diagnostics.slice(0, 20).map(item));
  const words = document.createElement("p");
  words.textContent = valid ? "This is a legal program." : "This is not a legal program yet.";
  shown.replaceChildren(words, list);
}

async function check() {
  const number = (asked += 1);
  if (!source.value.trim()) return shown.replaceChildren();
  const body = JSON.stringify({ file: form.elements.file.value || "program", source: source.value });
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetch(`/api/v1/games/${form.dataset.game}/check`, { method: "POST", headers, body });
    // A later answer is about a newer text.
    if (answer.ok && number === asked) show(await answer.json());
  } catch {
    // Without a connection, the program is checked when it is handed in.
  }
}

source.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE_MS);
});

form.elements.upload.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (!form.elements.file.value) form.elements.file.value = file.name;
  const text = await file.text();
  // What is not text is sent as the file that it is.
  if (!text.includes("\u0000") && !text.includes("\ufffd")) {
    source.value = text;
    target.value = "";
    check();
  }
});

if (source.value.trim()) check();
