// What hosts do with hills and programs, in Chromium. It needs what site.mjs needs, and is run like it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { lookAt } from "./pages.mjs";
import { end, serve } from "./small-site.mjs";

const PASSWORD = "correct horse battery";
const SETTINGS = '[hills.small]\ngame = "crash"\nsize = 60\ngames = 4\nscore = "sampled"\n';
const RUDE = ";name <b>Rude</b>\nstore [i]-7 i\n";

const folder = mkdtempSync(join(tmpdir(), "bout-moderation-"));
writeFileSync(join(folder, "bout.toml"), SETTINGS);
const { server, address } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

async function member(name) {
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await page.goto(`${address}/join`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  return page;
}

const look = (page, name) => lookAt(page, `moderation-${name}`);
const statusOf = async (page, path) => (await page.goto(`${address}${path}`)).status();

try {
  const [host, anna, bert] = [await member("helen"), await member("anna"), await member("bert")];
  execFileSync(process.env.BOUT, ["admin", "role", "helen", "host", "--site", folder]);

  // Anna hands in a program with a rude name, and Bert reports it.
  await anna.goto(`${address}/hills/small/submit`);
  await anna.getByLabel("File name").fill("rude.crash");
  await anna.getByLabel("Source", { exact: true }).fill(RUDE);
  await anna.getByRole("button", { name: "Hand in", exact: true }).click();
  await anna.locator("#state", { hasText: "It entered" }).waitFor({ timeout: 120_000 });
  await bert.goto(`${address}/hills/small/programs/rude.crash`);
  await bert.getByRole("link", { name: "Report this program" }).click();
  await look(bert, "report");
  await bert.getByLabel("What is wrong with it?").fill("The name is <i>rude</i>.");
  await bert.getByRole("button", { name: "Report the program" }).click();
  await bert.getByRole("status").filter({ hasText: "Thank you." }).waitFor();

  // The host finds the report from the page of accounts, and hides the program.
  await host.goto(`${address}/hosts`);
  await host.getByRole("link", { name: "Moderation" }).click();
  await host.getByText("The name is <i>rude</i>.").waitFor();
  await look(host, "reports");
  await host.getByLabel("Reason for the decision on rude.crash").fill("a rude name");
  await host.getByRole("button", { name: "Hide rude.crash" }).click();
  await host.getByRole("heading", { name: "Look after small" }).waitFor();
  await host.getByText("a rude name").waitFor();
  await look(host, "look-after");
  for (let left = 600; (await statusOf(bert, "/hills/small/programs/rude.crash")) === 200; left--) {
    assert(left > 0, "the file gets another name");
    await bert.waitForTimeout(100);
  }
  await bert.goto(`${address}/hills/small`);
  await bert.getByRole("link", { name: "a hidden program" }).first().click();
  await bert.getByText("A host has hidden this program").waitFor();
  await look(bert, "hidden");
  assert(!(await bert.content()).includes("Rude"));

  // The hill becomes one for a class. Who has the link sees it, and joins with a new account.
  await host.getByLabel("The hill is for").selectOption("link");
  await host.getByRole("button", { name: "Change who sees it" }).click();
  await host.getByRole("button", { name: "Make a link" }).click();
  const link = await host.locator("code.secret").innerText();
  assert.equal(await statusOf(bert, "/hills/small"), 404);
  assert(!(await (await bert.goto(address)).text()).includes("/hills/small"));
  const guest = await (await browser.newContext({ bypassCSP: true })).newPage();
  await guest.goto(link);
  await look(guest, "link");
  await guest.getByRole("link", { name: "Look at the hill" }).click();
  await guest.getByText("This hill is private").waitFor();
  await look(guest, "private-hill");
  await guest.goto(link);
  await guest.getByLabel("Name").fill("pupil");
  await guest.getByLabel("Password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Create the account and join" }).click();
  await guest.getByRole("heading", { name: "small", exact: true }).waitFor();
  await host.goto(`${address}/hills/small`);
  await host.getByRole("link", { name: "Look after this hill" }).click();
  await host.getByRole("rowheader", { name: "pupil" }).waitFor();
  await look(host, "group");
  await host.getByRole("button", { name: "Take pupil off the list" }).click();
  await host.getByText("Nobody yet.").waitFor();
} finally {
  await browser.close();
  await end(server);
  rmSync(folder, { recursive: true });
}
console.log("moderation: reports, hidden programs and private hills work, in light and dark, at 360 and 1280 px");
