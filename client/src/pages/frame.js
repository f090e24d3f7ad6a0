/** Which page is shown, and what stands above every page: the state of the connection. */
import { html, nothing } from "lit-html";
import { daily, more, start } from "../later.js";
import { isPlace } from "../places.js";
import { icon } from "../view/icon.js";
import { reason, t } from "../words.js";
import { line } from "./line.js";
import { homeLink } from "./name.js";
import { racePage } from "./race.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app */
export const frame = (app) => html`${banner(app)}${page(app)}`;

/** @param {App} app */
function page(app) {
  const { session } = app;
  if (!session) return app.place ? html`${app.place.draw()}${line(app)}` : isPlace(location.pathname) ? opening(app) : once(app, start, ({ homePage }) => homePage(app));
  if (session.link === "ended") return endPage(app, session.problem);
  const { room, past } = session;
  if (!room) return opening(app);
  if (room.solo && room.state !== "closed") return app.alone?.draw(session, room) ?? opening(app);
  if (room.daily && room.state === "over") return once(app, daily, ({ dailyEnd }) => html`${dailyEnd(app, session, room)}${line(app)}`);
  if (past || room.state === "over")
    return once(app, more, ({ resultPage }) => html`${resultPage(app, session, past ?? room)}${line(app)}`);
  switch (room.state) {
    case "lobby":
      return once(app, more, ({ lobbyPage }) => html`${lobbyPage(app, session, room)}${line(app)}`);
    case "countdown":
    case "racing":
      return racePage(app, session, room);
    case "closed":
      return endPage(app, "room_closed");
  }
}

/**
 * A page that may have to be loaded first.
 * @template T
 * @param {App} app
 * @param {{want: () => Promise<T>, get: () => T | null}} pages
 * @param {(pages: T) => unknown} draw
 */
function once(app, pages, draw) {
  const there = pages.get();
  if (there) return draw(there);
  void pages.want().then(app.update, () => {});
  return opening(app);
}

/** @param {App} app */
const opening = (app) =>
  html`<div class="page wait"><main><p class="tagline" role="status">${t("opening")}</p></main></div>${line(app)}`;

/** A connection that comes and goes is no reason to cover the table. @param {App} app */
function banner({ session, times }) {
  if (session?.link === "open" && times.waiting)
    return html`<p class="banner" role="status">${icon("clock")} ${reason("too_many_wishes")}</p>`;
  if (session?.link !== "lost") return nothing;
  return html`<p class="banner" role="status">${icon("away")} ${t("reconnecting", { n: session.failures })}</p>`;
}

/**
 * @param {App} app
 * @param {string} problem reason code
 */
function endPage(app, problem) {
  return html`<div class="page end">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}</header>
    <main>
      <div class="paper narrow" role="alert">
        <p class="headline">${reason(problem || "trouble")}</p>
        <div class="actions">
          ${problem === "taken_over" ? html`<button class="primary large" @click=${() => app.takeBack()}>${t("take_back")}</button>` : nothing}
          ${problem === "no_connection" ? html`<button class="primary large" @click=${() => app.route()}>${t("retry")}</button>` : nothing}
          <button class="${["taken_over", "no_connection"].includes(problem) ? "" : "primary"} large" @click=${(/** @type {Event} */ event) => app.goHome(event)}>${t("result.home")}</button>
        </div>
      </div>
    </main>
  </div>`;
}
