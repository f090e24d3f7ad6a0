import assert from "node:assert/strict";
import { appendFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createRace, joinRace, newPerson, offers, openStage, startRace } from "../stage.js";

/** @typedef {import("../stage.js").Person} Person */

const BUILT = fileURLToPath(new URL("../../../client/dist", import.meta.url));

// A copy of the built client, which can be changed as a new version would.
const folder = await mkdtemp(join(tmpdir(), "corrida-client-"));
await cp(BUILT, folder, { recursive: true });

describe("the page, installed", () => {
  const stage = openStage({ CORRIDA_CLIENT: folder });
  /** @type {Person} */
  let ana;
  let room = "";

  before(async () => {
    ana = await newPerson(stage.browser, { serviceWorkers: "allow" });
    await ana.page.goto(stage.server.url);
    await ana.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test("the browser finds nothing wrong with the manifest, and offers to install it", async () => {
    const tools = await ana.page.context().newCDPSession(ana.page);
    const { url, errors } = await tools.send("Page.getAppManifest");
    assert.match(url, /\.webmanifest$/);
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await tools.send("Page.getInstallabilityErrors");
    // Windows that keep nothing install nothing, and those of tests are such.
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
    const icon = await ana.page.getAttribute("link[rel=apple-touch-icon]", "href");
    const answer = await ana.page.request.get(new URL(icon ?? "", stage.server.url).href);
    assert.equal(answer.headers()["content-type"], "image/png");
  });

  test("in mid-race a new version waits: the page is not reloaded, and the game goes on", async () => {
    const bob = await newPerson(stage.browser);
    room = await createRace(ana, stage.server.url, { deal: "K3-00000-00000-0038W" });
    await joinRace(bob, room, "Bob");
    await startRace(ana, bob);
    await appendFile(join(folder, "sw.js"), "\n// another version\n");
    const waits = await ana.page.evaluate(async () => {
      Object.assign(globalThis, { same: true });
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while (!registration.waiting)
        await new Promise((resolve) => registration.installing?.addEventListener("statechange", resolve, { once: true }));
      return registration.active !== registration.waiting;
    });
    assert.ok(waits);
    await ana.page.keyboard.press("d");
    await ana.page.waitForFunction(() => document.querySelector(".counters .moves dd")?.textContent === "1");
    assert.equal(await ana.page.evaluate(() => Reflect.get(globalThis, "same")), true, "the same page still");
    assert.equal(offers(ana).v, 1);
    await bob.page.context().close();
  });

  test("without a connection the page comes all the same, says what is missing, and goes on by itself", async () => {
    await ana.page.context().setOffline(true);
    await ana.page.reload();
    const headline = ana.page.locator(".end .headline, .banner").first();
    await headline.waitFor();
    await ana.page.context().setOffline(false);
    await ana.page.waitForSelector(".card.open");
    await ana.page.context().setOffline(true);
    await ana.page.goto(stage.server.url);
    await ana.page.waitForSelector(".game");
    await ana.page.fill("[name=name]", "Ana");
    await ana.page.click(".create .primary");
    await ana.page.locator(".create .wrong", { hasText: "can't be reached" }).waitFor();
    await ana.page.context().setOffline(false);
    assert.deepEqual(ana.wrong, []);
  });
});
