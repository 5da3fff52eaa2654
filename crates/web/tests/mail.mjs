// A forgotten password is replaced by mail, in Chromium. It needs what site.mjs needs, and is run like it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { lookAt } from "./pages.mjs";
import { end, serve } from "./small-site.mjs";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another good password";

/** Listens on a free port of this machine. */
async function listening(server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server.address().port;
}

// A server of mail, which takes everything.
const messages = [];
const mail = createServer((socket) => {
  let text = "";
  let isMessage = false;
  socket.write("220 mail.example\r\n");
  socket.on("data", (part) => {
    text += part;
    while (text.includes(isMessage ? "\r\n.\r\n" : "\r\n")) {
      const at = text.indexOf(isMessage ? "\r\n.\r\n" : "\r\n");
      const said = text.slice(0, at);
      text = text.slice(at + (isMessage ? 5 : 2));
      if (isMessage) messages.push(said);
      isMessage = !isMessage && said === "DATA";
      socket.write(isMessage ? "354 go on\r\n" : "250 ok\r\n");
    }
  });
  // The site ends a connection when it likes.
  socket.on("error", () => {});
});

/** Waits for the next message, and returns the link in it. */
async function linkInMail() {
  for (let attempt = 0; attempt < 300 && messages.length === 0; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert(messages.length > 0, "no message came");
  return messages.shift().match(/http:\/\/\S+/)[0];
}

// The links in messages begin with `base_url`, so the port of the site must be known before it starts.
const holder = createServer();
const port = await listening(holder);
holder.close();
await once(holder, "close");
const address = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), "bout-mail-"));
writeFileSync(
  join(folder, "bout.toml"),
  `base_url = "${address}"\nsign_up = "open"\nexamples = false\n[hills.small]\ngame = "crash"\n` +
    `[mail]\nserver = "127.0.0.1"\nport = ${await listening(mail)}\nsecurity = "none"\nfrom = "bout <bout@bout.example>"\n`,
);
const { server } = await serve(folder, `127.0.0.1:${port}`);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const newPage = async () => (await browser.newContext({ bypassCSP: true })).newPage();

try {
  const anna = await newPage();
  await anna.goto(`${address}/join`);
  await anna.getByLabel("Name").fill("anna");
  await anna.getByLabel("Password").fill(PASSWORD);
  await anna.getByRole("button", { name: "Create the account" }).click();

  // She names an address, and confirms it by the link that goes there.
  const form = anna.locator("form[action='/account/mail']");
  await form.getByLabel("New address").fill("anna@example.org");
  await form.getByLabel("Your password").fill(PASSWORD);
  await form.getByRole("button", { name: "Change the address" }).click();
  await anna.getByText("The address counts once you have used the link.").waitFor();
  await lookAt(anna, "mail-account");
  await anna.goto(await linkInMail());
  await lookAt(anna, "mail-confirm");
  await anna.getByRole("button", { name: "Confirm the address" }).click();
  await anna.getByRole("heading", { name: "The address is confirmed" }).waitFor();

  // On another machine, she has forgotten her password.
  const elsewhere = await newPage();
  await elsewhere.goto(`${address}/sign-in`);
  await elsewhere.getByRole("link", { name: "Forgotten your password?" }).click();
  await lookAt(elsewhere, "mail-forgot");
  await elsewhere.getByLabel("Your name on this site, or your mail address").fill("anna@example.org");
  await elsewhere.getByRole("button", { name: "Send the link" }).click();
  await elsewhere.getByText("a message with a link is on its way").waitFor();
  await lookAt(elsewhere, "mail-sent");

  // She opens the link where she is still signed in.
  await anna.goto(await linkInMail());
  await anna.getByLabel("New password").fill(NEW_PASSWORD);
  await anna.getByRole("button", { name: "Change the password" }).click();
  await anna.getByRole("heading", { name: "Sign in" }).waitFor();
  await anna.getByLabel("Name").fill("anna");
  await anna.getByLabel("Password").fill(NEW_PASSWORD);
  await anna.getByRole("button", { name: "Sign in" }).click();
  await anna.getByRole("heading", { name: "anna", exact: true }).waitFor();
} finally {
  await browser.close();
  await end(server);
  mail.close();
  rmSync(folder, { recursive: true });
}
console.log("mail: a forgotten password is replaced, in light and dark, at 360 and 1280 px");
