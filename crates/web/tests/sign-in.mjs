// People sign in with a provider of OpenID Connect, in Chromium. The provider is oidc-provider, which is certified. It needs
// what site.mjs needs, and is run like it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Provider from "oidc-provider";
import { chromium } from "playwright-core";

import { lookAt } from "./pages.mjs";
import { end, serve } from "./small-site.mjs";

const SECRET = "a secret that both know";

/** Returns a port of this machine that was free a moment ago. */
async function freePort() {
  const holder = createServer();
  await once(holder.listen(0, "127.0.0.1"), "listening");
  const { port } = holder.address();
  holder.close();
  await once(holder, "close");
  return port;
}

// Each must know the other's address before it starts.
const address = `http://127.0.0.1:${await freePort()}`;
const providerPort = await freePort();
const issuer = `http://127.0.0.1:${providerPort}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "bout",
      client_secret: SECRET,
      redirect_uris: [`${address}/sign-in/with/club/answer`],
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  claims: { openid: ["sub"], profile: ["preferred_username"] },
  // The ID token has what the scope asks for.
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id }) }),
  cookies: { keys: ["for a test"] },
});
const listening = provider.listen(providerPort, "127.0.0.1");
await once(listening, "listening");

const folder = mkdtempSync(join(tmpdir(), "bout-sign-in-"));
writeFileSync(join(folder, "secret"), `${SECRET}\n`);
writeFileSync(
  join(folder, "bout.toml"),
  `base_url = "${address}"\nsign_up = "closed"\nexamples = false\n[hills.small]\ngame = "crash"\n` +
    `[sign_in.club]\ntitle = "The club"\nissuer = "${issuer}"\nclient_id = "bout"\nclient_secret_file = "secret"\nsign_up = "open"\n`,
);
const { server } = await serve(folder, address.slice("http://".length));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const newPage = async () => (await browser.newContext({ bypassCSP: true })).newPage();

/** Signs in at the provider's own pages, and lets the site know the name. */
async function signInThere(page, name) {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

try {
  // Anna has no account yet. She wanted to hand in a program, and comes back to that page.
  const anna = await newPage();
  await anna.goto(`${address}/hills/small/submit`);
  await anna.getByRole("heading", { name: "Sign in" }).waitFor();
  await lookAt(anna, "sign-in-provider");
  await anna.getByRole("link", { name: "Sign in with The club" }).click();
  await signInThere(anna, "anna");
  await anna.getByRole("heading", { name: "Create an account" }).waitFor();
  await lookAt(anna, "sign-in-create");
  assert.equal(await anna.getByLabel("Name").inputValue(), "anna");
  await anna.getByRole("button", { name: "Create the account" }).click();
  await anna.waitForURL(`${address}/hills/small/submit`);

  // Elsewhere, the provider knows her, and so does the site.
  const elsewhere = await newPage();
  await elsewhere.goto(`${address}/sign-in`);
  await elsewhere.getByRole("link", { name: "Sign in with The club" }).click();
  await signInThere(elsewhere, "anna");
  await elsewhere.getByRole("heading", { name: "anna", exact: true }).waitFor();
  await lookAt(elsewhere, "sign-in-account");

  // She chooses a password, and does not need the provider any more.
  const form = elsewhere.locator("form[action='/account/password']");
  await form.getByLabel("New password").fill("correct horse battery");
  await form.getByRole("button", { name: "Choose a password" }).click();
  await elsewhere.getByRole("button", { name: "Disconnect The club" }).click();
  await elsewhere.getByRole("link", { name: "Connect The club" }).waitFor();

  // Then she connects it again. The provider still knows the browser, and asks nothing.
  await elsewhere.getByRole("link", { name: "Connect The club" }).click();
  await elsewhere.getByRole("heading", { name: "Connect the account" }).waitFor();
  await lookAt(elsewhere, "sign-in-connect");
  await elsewhere.getByRole("button", { name: "Connect the account" }).click();
  await elsewhere.getByRole("button", { name: "Disconnect The club" }).waitFor();

  // Somebody who changes their mind at the provider is told so.
  const bert = await newPage();
  await bert.goto(`${address}/sign-in`);
  await bert.getByRole("link", { name: "Sign in with The club" }).click();
  await bert.getByRole("link", { name: "Cancel" }).click();
  await bert.getByText("The sign-in was cancelled").waitFor();
} finally {
  await browser.close();
  await end(server);
  listening.close();
  listening.closeAllConnections();
  rmSync(folder, { recursive: true });
}
console.log("sign-in: with a provider, in light and dark, at 360 and 1280 px");
