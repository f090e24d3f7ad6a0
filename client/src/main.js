/** Where the parts of the page are put together. */
import { render } from "lit-html";
import { createApp } from "./app.js";
import { formatTime } from "./clock.js";
import { LAST_MS } from "./deadlines.js";
import { start } from "./later.js";
import { dress } from "./look.js";
import { frame } from "./pages/frame.js";
import { recall, remember } from "./prefs.js";
import { calm } from "./view/motion.js";
import { choose, speak, t } from "./words.js";

const tag = choose([new URLSearchParams(location.search).get("lang"), recall("language"), ...navigator.languages]);
document.documentElement.lang = tag;
dress();
// Asked for at low priority, so that no first picture waits for it; from now on it counts.
for (const sheet of document.querySelectorAll("link[media=print]")) sheet.setAttribute("media", "all");
// What this address needs first comes together with the words.
if (/^\/r\//.test(location.pathname)) {
  // The server has made us a player with the page of a room; should it have come from elsewhere, the socket will say so.
  if (!recall("player")) remember("player", "new");
  await speak(tag, ["people"]);
} else {
  start.prepare();
  await speak(tag);
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
let due = false;
const app = createApp(redraw);

/** Soon. */
function redraw() {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    render(frame(app), root);
    document.title = app.title();
    tick();
  });
}

/** Time runs without drawing the page again. */
function tick() {
  const ms = app.times.clock();
  if (app.times.heed()) redraw();
  const left = app.times.left();
  for (const element of root.querySelectorAll("[data-left]")) {
    if (left === null || !setText(element, formatTime(Math.ceil(left / 1000) * 1000))) continue;
    element.parentElement?.classList.toggle("last", left <= LAST_MS);
  }
  for (const element of root.querySelectorAll("[data-regret]")) {
    const regret = app.times.regret();
    if (regret) setText(element, t("go_on.time", { n: Math.ceil(regret / 1000) }));
    else redraw();
  }
  for (const element of root.querySelectorAll("[data-clock]"))
    setText(element, ms === null || ms < 0 ? "0:00" : formatTime(ms));
  for (const element of root.querySelectorAll("[data-countdown]")) {
    const past = ms === null ? null : ms - app.times.ownStart();
    if (past === null || !setText(element, past < 0 ? String(Math.ceil(-past / 1000)) : t("race.go"))) continue;
    element.classList.toggle("word", past >= 0);
    if (!calm())
      element.animate(
        [
          { scale: "1.08", opacity: 0.2 },
          { scale: "1", opacity: 1 },
        ],
        { duration: 260, easing: "ease-out" },
      );
  }
}

/**
 * @param {Element} element
 * @param {string} text
 * @returns {boolean} whether it has changed
 */
function setText(element, text) {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

setInterval(() => {
  if (!document.hidden) tick();
}, 100);
addEventListener("popstate", () => app.route());
await app.start();
// Browsers without it, and pages that came by plain http from another machine, do without.
void navigator.serviceWorker?.register("/sw.js").catch(() => {});
