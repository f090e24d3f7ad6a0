import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { choose, LANGUAGES, language, learn, list, ordinal, reason, speak, t, use } from "../../client/src/words.js";

/** @typedef {import("../../client/src/words.js").Words} Words */

const folder = new URL("../../client/src/words/", import.meta.url);
const tags = Object.keys(LANGUAGES);
const parts = (await readdir(folder, { withFileTypes: true })).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
/** Each language with all its parts. */
const all = new Map(
  await Promise.all(
    tags.map(async (tag) => {
      const files = [`${tag}.js`, ...parts.map((part) => `${part}/${tag}.js`)];
      const words = await Promise.all(files.map(async (file) => (await import(new URL(file, folder).href)).default));
      const whole = Object.assign({}, ...words);
      assert.equal(Object.keys(whole).length, words.flatMap((own) => Object.keys(own)).length, `${tag} says nothing twice`);
      return /** @type {[string, Words]} */ ([tag, whole]);
    }),
  ),
);
const english = /** @type {Words} */ (all.get("en"));

/** @param {import("../../client/src/words.js").Text} text */
const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));

/** @param {string} text */
const slots = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot))].sort();

test("the four languages have the same keys, the same slots, and a text for each", () => {
  for (const [tag, words] of all) {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), tag);
    for (const [key, text] of Object.entries(words)) {
      const model = /** @type {import("../../client/src/words.js").Text} */ (english[key]);
      for (const form of forms(text)) {
        assert.ok(form.trim(), `${tag} ${key} is empty`);
        assert.deepEqual(slots(form), slots(forms(model)[0] ?? ""), `${tag} ${key}`);
      }
      if (typeof text === "object" || typeof model === "object")
        assert.ok(slots(forms(text)[0] ?? "").includes("n"), `${tag} ${key} has plural forms of nothing`);
    }
  }
});

test("each reason of the engine and of the server has its line in each language", async () => {
  const codes = new Set();
  for (const file of ["engine/reasons.py", "server/reasons.py"]) {
    const source = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
    const found = [...source.matchAll(/^ {4}[A-Z][A-Z_]* = "([a-z_]+)"/gm)].map(([, code]) => code);
    assert.ok(found.length > 10, `${file} lists its reasons as it used to`);
    for (const code of found) codes.add(code);
  }
  const ours = ["other", "no_connection", "too_many_wishes"];
  for (const [tag, words] of all) {
    const known = Object.keys(words).flatMap((key) => (key.startsWith("reason.") ? [key.slice("reason.".length)] : []));
    assert.deepEqual(known.sort(), [...codes, ...ours].sort(), tag);
  }
});

/** Every JavaScript file of the page but the words. @returns {Promise<string>} */
async function source() {
  const root = new URL("../../client/src/", import.meta.url);
  const names = (await readdir(root, { recursive: true })).filter(
    (name) => name.endsWith(".js") && !name.startsWith("words/"),
  );
  return (await Promise.all(names.map((name) => readFile(new URL(name, root), "utf8")))).join("\n");
}

test("every key that the page asks for is there, and every key that is there is asked for", async () => {
  const code = await source();
  const asked = new Set([...code.matchAll(/["'`]([a-z_]+(?:\.[\w]+)*)["'`]/g)].map(([, key]) => key));
  const built = [...code.matchAll(/`([a-z_]+(?:\.[a-z_]+)*\.)\$\{/g)].map(([, start]) => start);
  for (const key of Object.keys(english))
    assert.ok(asked.has(key) || built.some((start) => key.startsWith(start ?? "?")), `nobody says ${key}`);
  for (const [, key] of code.matchAll(/\bt\(\s*"([^"]+)"/g)) assert.ok(key && key in english, `no words for ${key}`);
});

test("a reader gets the nearest language", () => {
  assert.equal(choose(["en-GB", "pt"]), "en");
  assert.equal(choose(["fr", "es-MX"]), "es");
  assert.equal(choose(["pt"]), "pt-BR");
  assert.equal(choose(["pt-BR"]), "pt-BR");
  assert.equal(choose(["pt-AO"]), "pt-PT");
  assert.equal(choose([null, undefined, "pt-PT"]), "pt-PT");
  assert.equal(choose(["xx", "constructor"]), "pt-BR");
  assert.equal(choose([]), "pt-BR");
});

test("slots and plural forms are filled in", async () => {
  use("en", {
    one: "Hello {name}, {missing}!",
    many: { one: "{n} card", other: "{n} cards" },
    place: "{n}{suffix}",
    "reason.other": "No ({code}).",
  });
  assert.equal(t("one", { name: "<b>" }), "Hello <b>, !");
  assert.deepEqual(
    [0, 1, 2].map((n) => t("many", { n })),
    ["0 cards", "1 card", "2 cards"],
  );
  assert.equal(t("unheard"), "unheard");
  assert.equal(reason("new_one"), "No (new_one).");
  assert.deepEqual([1, 2, 3, 4, 11, 12, 22].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "12th", "22nd"]);
  await speak("pt-BR");
  assert.equal(language(), "pt-BR");
  assert.equal(ordinal(1), "1º");
  assert.equal(list(["a", "b", "c"]), "a, b e c");
  await assert.rejects(() => speak("xx"), RangeError);
  assert.equal(t("rooms.title"), "rooms.title", "not learnt yet");
  await learn("people");
  assert.equal(t("rooms.title"), "Salas públicas");
  await speak("en");
  assert.equal(t("rooms.title"), "Public rooms");
  assert.equal(t("cancel"), "Cancel");
});

test("cards that lie face down and a waste that is turned over are not called by one word", () => {
  /** @param {Words} words @param {string[]} keys */
  const text = (words, keys) => keys.flatMap((key) => forms(words[key] ?? "")).join(" ").toLowerCase();
  for (const [tag, words] of all) {
    const [down, over] = [text(words, ["counter.down"]).slice(0, 4), text(words, ["counter.turnovers"]).slice(0, 4)];
    assert.ok(!text(words, ["counter.turnovers", "news.turnover"]).includes(down), `${tag}: ${down}`);
    assert.ok(!text(words, ["counter.down", "count.down", "pile.down"]).includes(over), `${tag}: ${over}`);
  }
});
