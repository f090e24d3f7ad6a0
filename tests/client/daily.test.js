import assert from "node:assert/strict";
import { test } from "node:test";
import { dateText, shareText } from "../../client/src/daily.js";
import { LANGUAGES, learn, speak } from "../../client/src/words.js";

/** @type {import("../../client/src/daily.js").DailyDay} */
const DAY = {
  variant: "spider-1",
  number: 12,
  date: "2026-11-30",
  today: 12,
  next_ms: 1000,
  closes_ms: 2000,
  ready: true,
  players: 9,
  finished: 5,
  mine: {
    code: "ABC234",
    result: { state: "finished", time_ms: 192_400, moves: 98, undos: 0, hints: 0, home: 8, clean: true },
  },
  places: { time: { place: 2, equal: 1, beaten: 83, medal: "gold" } },
  medal: "gold",
  practice: null,
  streak: null,
  par: null,
  deal: { deal_id: "S1-BZPEP-SQZS1-QKHP0", nonce: "", commitment: "" },
};
const ADDRESS = "https://corrida.example/daily/spider-1/12";

await learn("daily");

test("what is shared tells the result in each language, and nothing of the deal", async () => {
  for (const tag of Object.keys(LANGUAGES)) {
    await speak(tag);
    const text = shareText(DAY, ADDRESS);
    assert.match(text, /#12\n.*3:12.*98/s, tag);
    assert.match(text, /83 %/, tag);
    assert.ok(text.endsWith(ADDRESS), tag);
    assert.ok(!text.includes("S1-") && !/[♠♥♦♣{}]/u.test(text), tag);
    assert.ok(text.split("\n").length <= 6, tag);
  }
});

test("who has not won may share that, too, and who has not played shares the address", async () => {
  await speak("en");
  const lost = { ...DAY, medal: null, places: null, mine: { code: "ABC234", result: { ...DAY.mine?.result, state: "gave_up", home: 3, clean: false } } };
  const text = shareText(/** @type {import("../../client/src/daily.js").DailyDay} */ (lost), ADDRESS);
  assert.equal(text, `Corrida · Spider · 1 suit · Daily #12\nNot finished this time: 3\n${ADDRESS}`);
  assert.equal(shareText({ ...DAY, mine: null, places: null, medal: null }, ADDRESS).split("\n").length, 2);
});

test("a date is that of the day in UTC, wherever the reader is", async () => {
  await speak("en");
  assert.equal(dateText("2026-11-30"), "November 30, 2026");
  assert.equal(dateText("2028-02-29"), "February 29, 2028");
});
