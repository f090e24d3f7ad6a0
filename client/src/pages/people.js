/** Oneself and one's friends: name, codes, who is where, whom one wants nothing to do with, and to be forgotten. */
import { html, nothing } from "lit-html";
import * as api from "../api.js";
import { remember } from "../prefs.js";
import { icon } from "../view/icons.js";
import { reason, t } from "../words.js";
import { gameName } from "../gamenames.js";
import { emblem } from "./games.js";
import { languagePicker } from "./language.js";
import { ask } from "./ask.js";
import { showQr } from "./qr.js";
import { homeLink } from "./name.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {{id: string, name: string, place: import("../messages.js").Place | null}} Friend */
/** @typedef {{player: string, name: string, hidden: boolean, watchable: boolean, friends: Friend[], blocked: {id: string, name: string}[]}} Me */
/** @typedef {{me: Me | null, recovery: string, friendCode: string, trouble: string, troubleAt: "" | "name" | "recover" | "friend"}} State */
/** @typedef {(work: Promise<{ok: true, body: any} | {ok: false, reason: string}>, at?: State["troubleAt"]) => Promise<any>} Do */

const EVERY_MS = 5000;
/** What the address of a recovery code's QR holds behind the path: it is never sent to the server as an address. */
const RECOVER = "#recover=";

/**
 * @param {App} app
 * @param {() => void} update
 * @returns {import("../places.js").Place}
 */
export function open(app, update) {
  /** @type {State} */
  const state = { me: null, recovery: "", friendCode: "", trouble: "", troubleAt: "" };

  async function look() {
    const answer = await api.me();
    if (answer.ok) {
      state.me = answer.body;
      if (!state.troubleAt) state.trouble = "";
    } else Object.assign(state, { trouble: answer.reason, troubleAt: "" });
    update();
  }
  /** @type {Do} Asks for something; what comes back, or null if it was refused. */
  async function run(work, at = "") {
    const answer = await work;
    Object.assign(state, { trouble: answer.ok ? "" : answer.reason, troubleAt: answer.ok ? "" : at });
    await look();
    return answer.ok ? answer.body : null;
  }

  void api.becomePlayer().then(look);
  const timer = setInterval(() => {
    if (!document.hidden) void look();
  }, EVERY_MS);
  return { draw: () => peoplePage(app, state, run, update), close: () => clearInterval(timer) };
}

/**
 * @param {App} app
 * @param {State} state
 * @param {Do} run
 * @param {() => void} update
 */
function peoplePage(app, state, run, update) {
  const { me, trouble, troubleAt } = state;
  return html`<div class="page">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <div class="paper people-page">
        <h1 class="headline" tabindex="-1">${t("people.title")}</h1>
        ${trouble && !troubleAt ? html`<p class="wrong" role="alert">${reason(trouble)}</p>` : nothing}
        ${me ? html`${friends(app, state, me, run, update)} ${self(app, state, me, run, update)}` : nothing}
      </div>
    </main>
  </div>`;
}

/** @param {State} state @param {State["troubleAt"]} at */
const wrong = ({ trouble, troubleAt }, at) =>
  trouble && troubleAt === at ? html`<p class="wrong" role="alert">${reason(trouble)}</p>` : nothing;

/**
 * A form of one line.
 * @param {{name: string, label: string, value?: string, button: string, then: (value: string) => unknown}} how
 */
const oneLine = ({ name, label, value = "", button, then }) =>
  html`<form
    class="deal-choice"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      then(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get(name) ?? "").trim());
    }}
  >
    <label class="field"><span>${label}</span><input name=${name} required maxlength="64" autocomplete="off" spellcheck="false" value=${value} /></label>
    <button>${button}</button>
  </form>`;

/** A long code in groups, to be read and typed. @param {string} code */
const grouped = (code) => code.replace(/(.{4})(?=.)/g, "$1-");

/**
 * @param {App} app
 * @param {State} state
 * @param {Me} me
 * @param {Do} run
 * @param {() => void} update
 */
const friends = (app, state, me, run, update) =>
  html`<section aria-label=${t("friends")}>
    <h2>${t("friends")}</h2>
    ${me.friends.length ? html`<ul class="listing">${me.friends.map((friend) => friendRow(app, friend, run))}</ul>` : html`<p class="quiet">${t("friends.none")}</p>`}
    ${state.friendCode ? html`<p class="own-code"><code>${grouped(state.friendCode)}</code> <span class="quiet">${t("friend.code.what")}</span></p>` : nothing}
    <div class="actions">
      <button
        @click=${async () => {
          state.friendCode = (await run(api.newCode("friend-code")))?.code ?? "";
          update();
        }}
      >
        ${t("friend.code")}
      </button>
    </div>
    ${oneLine({ name: "friend", label: t("friend.add.label"), button: t("friend.add"), then: (code) => run(api.change("POST", "friends", { code }), "friend") })}
    ${wrong(state, "friend")}
  </section>`;

/**
 * @param {App} app
 * @param {Friend} friend
 * @param {Do} run
 */
function friendRow(app, { id, name, place }, run) {
  const called = name || t("someone");
  const racing = place?.solo || place?.state === "racing" || place?.state === "countdown";
  return html`<li class="listed friend">
    ${place ? emblem(place.variant, app.look) : html`<span class="emblem"></span>`}
    <span class="listed-what"><b>${called}</b></span>
    <span class="listed-how quiet">${place && (place.solo || !place.code) ? t("friend.alone", { game: gameName(place.variant) }) : place ? t(racing ? "friend.racing" : "friend.room", { game: gameName(place.variant), code: place.code }) : t("friend.away")}</span>
    <span class="actions">
      ${place?.code ? html`<button class="primary" @click=${() => app.openRoom(place.code, "")}>${t(racing ? "friend.watch" : "rooms.enter")}</button>` : nothing}
      <button class="round plain" aria-label=${t("friend.part.who", { name: called })} title=${t("friend.part")} @click=${() => ask(t("friend.part.ask", { name: called }), t("friend.part.what"), t("friend.part"), () => run(api.change("DELETE", "friends", { player: id })))}>${icon("close")}</button>
      <button class="round plain" aria-label=${t("block.who", { name: called })} title=${t("block")} @click=${() => askBlock(called, () => run(api.change("POST", "blocked", { player: id })))}>${icon("away")}</button>
    </span>
  </li>`;
}

/** Nor does the browser know any more who played here. */
function leaveNoTrace() {
  for (const key of /** @type {const} */ (["player", "name", "room"])) remember(key, "");
  location.assign("/");
}

/** @param {string} name @param {() => unknown} then */
const askBlock = (name, then) => ask(t("block.ask", { name }), t("block.what"), t("block"), then);

/**
 * @param {App} app
 * @param {State} state
 * @param {Me} me
 * @param {Do} run
 * @param {() => void} update
 */
function self(app, state, me, run, update) {
  const carried = location.hash.startsWith(RECOVER) ? decodeURIComponent(location.hash.slice(RECOVER.length)) : "";
  const address = `${location.origin}/people${RECOVER}${state.recovery}`;
  return html`<section aria-label=${t("self")}>
    <h2>${t("self")}</h2>
    ${oneLine({ name: "name", label: t("name"), value: me.name || app.name, button: t("save"), then: async (name) => (await run(api.change("POST", "", { name }), "name")) && app.rename(name) })}
    ${wrong(state, "name")}
    <label class="switch"><input type="checkbox" .checked=${me.hidden} @change=${(/** @type {Event} */ { target }) => run(api.change("POST", "", { hidden: /** @type {HTMLInputElement} */ (target).checked }))} /> ${t("hidden")}</label>
    <label class="switch"><input type="checkbox" aria-describedby="watchable-what" .checked=${me.watchable && !me.hidden} ?disabled=${me.hidden} @change=${(/** @type {Event} */ { target }) => run(api.change("POST", "", { watchable: /** @type {HTMLInputElement} */ (target).checked }))} /> ${t("watchable")}</label>
    <p class="quiet" id="watchable-what">${t("watchable.what")}</p>
    <h3>${t("recovery")}</h3>
    <p class="quiet">${t("recovery.what")}</p>
    ${
      state.recovery
        ? html`<p class="own-code"><code>${grouped(state.recovery)}</code></p>
            <div class="actions"><button @click=${() => showQr(app, address, t("recovery"), t("recovery.qr"))}>${icon("qr")} ${t("lobby.qr")}</button></div>`
        : html`<div class="actions">
            <button
              @click=${async () => {
                state.recovery = (await run(api.newCode("recovery")))?.code ?? "";
                update();
              }}
            >
              ${t("recovery.make")}
            </button>
          </div>`
    }
    ${oneLine({
      name: "recovery",
      label: t("recovery.label"),
      value: carried,
      button: t("recovery.use"),
      then: (code) =>
        ask(t("recovery.ask"), t("recovery.ask.what"), t("recovery.use"), async () => {
          const found = await run(api.recover(code), "recover");
          if (!found) return;
          history.replaceState(null, "", "/people");
          remember("room", "");
          Object.assign(app, { seat: "" });
          if (state.me?.name) app.rename(state.me.name);
          update();
        }),
    })}
    ${wrong(state, "recover")}
    ${
      me.blocked.length
        ? html`<h3>${t("blocked")}</h3>
            <ul>
              ${me.blocked.map(({ id, name }) => html`<li class="member"><span class="who">${name || t("someone")}</span> <button class="plain" @click=${() => run(api.change("DELETE", "blocked", { player: id }))}>${t("unblock")}</button></li>`)}
            </ul>`
        : nothing
    }
    <h3>${t("forget")}</h3>
    <p class="quiet">${t("forget.what")}</p>
    <div class="actions">
      <button class="danger" @click=${() => ask(t("forget.ask"), t("forget.what"), t("forget"), async () => (await run(api.change("DELETE", "", {}))) && leaveNoTrace())}>${t("forget")}</button>
    </div>
  </section>`;
}
