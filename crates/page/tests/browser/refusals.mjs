// What a page says where it cannot play.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { openPage } from "./open.mjs";

const troubleSays = (page, words) => page.waitForFunction((wanted) => document.querySelector("#trouble").textContent.includes(wanted), words);

export async function saysThatWebAssemblyIsMissing(context, folder, name) {
  const opened = await openPage(context, join(folder, `${name}.html`), "", () => delete globalThis.WebAssembly);
  await troubleSays(opened.page, "WebAssembly");
  await opened.close();
}

export async function saysThatARecordIsDamaged(context, folder, name) {
  const page = readFileSync(join(folder, `${name}.html`), "utf8");
  const file = join(folder, "damaged.html");
  writeFileSync(file, page.replace(/id="record">.{100}/s, 'id="record">'));
  const opened = await openPage(context, file);
  await troubleSays(opened.page, "This match cannot be shown");
  await opened.close();
}
