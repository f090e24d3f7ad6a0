/**
 * A game alone: the clock that stands while nobody looks, the next deal, and the page around the table. Comes with the
 * first room of that kind, and its words with it.
 */
import { html } from "lit-html";
import { alonePage } from "./pages/alone.js";
import { ask } from "./pages/ask.js";
import { openDialog } from "./view/dialog.js";
import { icon } from "./view/icons.js";
import { isRacing } from "./standing.js";
import { learn, reason, t } from "./words.js";

/**
 * @typedef {{variant?: string, deal?: string}} Wanted without either: the same game, other cards
 *
 * @typedef {object} Alone
 * @property {() => void} heed to be called whenever the room has changed: the clock runs while somebody looks
 * @property {(wanted?: Wanted) => void} renew the next game; who is in the middle of one is asked first
 * @property {import("./ghosts.js").Ghosts | null} ghost whom it is raced against
 * @property {() => void} again the same, with the same cards
 * @property {() => void} invite a room for friends with these cards
 * @property {(session: import("./session.js").Session, room: import("./messages.js").Room) => unknown} draw
 * @property {(close: () => void) => unknown} menu what the menu offers
 * @property {() => void} close the page is about something else from now on
 */

/** @param {import("./app.js").App} app @returns {Alone} */
export function openAlone(app) {
  const room = () => app.session?.room ?? null;
  /** Whom it is raced against, while the room has a ghost. @type {import("./ghosts.js").Ghosts | null} */
  let ghost = null;
  let calling = false;
  const dealId = () => room()?.opening?.deal_id ?? "";

  function heed() {
    const { session } = app;
    void haunt();
    if (!session?.room?.solo || session.room.state !== "racing" || session.link !== "open") return;
    if (session.room.paused !== document.hidden) app.send({ t: document.hidden ? "pause" : "resume" });
  }

  /** The ghost comes when there is one, and goes with the deal. */
  async function haunt() {
    const made = room();
    if (!made?.ghost) {
      ghost?.close();
      ghost = null;
    } else if (!ghost && !calling) {
      calling = true;
      const [module] = await Promise.all([import("./ghosts.js"), learn("ghost")]).catch(() => [null]);
      calling = false;
      if (module && app.alone === alone && room()?.code === made.code) ghost = module.openGhost(app, made.code);
      app.update();
    }
  }

  /** @param {Wanted} wanted */
  function deal(wanted) {
    const { race = 0 } = room() ?? {};
    app.send({ t: "new_deal", race, ...wanted });
  }

  /** @param {Wanted} [wanted] */
  function renew(wanted = {}) {
    const { session } = app;
    if (!session?.room?.solo) return;
    if (!isRacing(session) || !session.wishes?.v) return deal(wanted);
    const again = wanted.deal !== undefined && wanted.deal === dealId();
    ask(t("alone.leave"), t("alone.leave.what"), t(again ? "alone.again" : "alone.new"), () => deal(wanted));
  }

  function invite() {
    const deal = dealId();
    const dialog = openDialog(
      () => html`<form
        class="question"
        method="dialog"
        @submit=${async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const name = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("name")).trim();
          const before = app.session;
          await app.create({ name, ...app.options, deal });
          if (app.trouble && app.session === before) app.say(reason(app.trouble), "refusal");
          else dialog.close();
        }}
      >
        <h2>${t("alone.invite")}</h2>
        <p class="quiet">${t("seal.open")}</p>
        <label class="field"><span>${t("name")}</span><input name="name" required maxlength="24" autocomplete="nickname" .value=${app.name} placeholder=${t("name.example")} /></label>
        <div class="actions">
          <button type="button" @click=${() => dialog.close()}>${t("cancel")}</button>
          <button class="primary">${t("home.create")}</button>
        </div>
      </form>`,
      { label: t("alone.invite") },
    );
  }

  document.addEventListener("visibilitychange", heed);

  /** @type {Alone} */
  const alone = {
    heed,
    renew,
    get ghost() {
      return ghost;
    },
    invite,
    again: () => renew({ deal: dealId() }),

    draw: (session, room) => alonePage(app, alone, session, room),

    menu: (close) => {
      const then = (/** @type {() => void} */ act) => () => (close(), act());
      return html`<section class="alone-menu">
        <div class="deal"><span class="quiet">${t("deal")}</span> <code>${dealId()}</code> <button class="plain" @click=${() => app.copy("deal", dealId())}>${icon("copy")} ${t("copy")}</button></div>
        <div class="actions">
          <button aria-keyshortcuts="N" @click=${then(() => renew())}>${t("alone.new")}</button>
          <button @click=${then(alone.again)}>${t("alone.again")}</button>
          <button @click=${then(invite)}>${t("alone.invite")}</button>
        </div>
        <form
          class="typed"
          @submit=${(/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const deal = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("deal")).trim();
            then(() => renew({ deal }))();
          }}
        >
          <label class="field"><span>${t("alone.typed")}</span><input name="deal" required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="32" placeholder=${dealId()} /></label>
          <button>${t("lobby.deal")}</button>
        </form>
      </section>`;
    },

    close() {
      document.removeEventListener("visibilitychange", heed);
      ghost?.close();
      const { session } = app;
      if (session?.room?.state === "racing" && !session.room.paused && session.link === "open") app.send({ t: "pause" });
    },
  };
  return alone;
}