/** What else one can do with a replay: see another one beside it, go to a move, take it along. */
import { html, nothing } from "lit-html";
import { challengeAddress, raceGhost, SOLVER } from "../challenge.js";
import { replayAddress } from "../replays.js";
import { openDialog } from "../view/dialog.js";
import { icon } from "../view/icons.js";
import { t } from "../words.js";
import { languagePicker } from "./language.js";
import { fileField, sign } from "./replaytable.js";

/** What the keys do. */
const KEYS = [
  [["␣"], "toggle"],
  [["←", "→"], "step"],
  [["[", "]"], "mark"],
  [["Home", "End"], "ends"],
  [["−", "+"], "faster"],
];

/** @param {import("./replay.js").Replaying} place */
export function openReplayMenu(place) {
  const { app, reels, replayer } = place;
  const replay = /** @type {import("../messages.js").Replay} */ (reels[0]?.replay);
  const run = { code: replay.code, race: replay.race, player: replay.player };
  const others = replay.racers.filter(({ id }) => id !== replay.player);
  const beside = reels[1]?.replay;
  const dialog = openDialog(
    () => html`<div class="menu replay-menu">
      <div class="menu-head"><h2>${t("replay")}</h2><button class="round" aria-label=${t("close")} autofocus @click=${() => dialog.close()}>${icon("close")}</button></div>
      <fieldset class="beside">
        <legend>${t("replay.beside")}</legend>
        ${[{ id: "", name: t("replay.nobody"), robot: false }, ...(replay.code ? others : [])].map(
          ({ id, name, robot }) => html`<label class="choice">
            <input type="radio" name="beside" value=${id} .checked=${id === (beside?.code ? beside.player : "") && (id !== "" || !beside)} @change=${() => (dialog.close(), void place.compare(id))} />
            <span>${name || t("someone")}</span>${robot ? html`<span class="tag">${icon("robot")} ${t("robot")}</span>` : nothing}
          </label>`,
        )}
        ${fileField(place, { beside: true, chosen: () => dialog.close() })}
      </fieldset>
      <form
        class="typed"
        @submit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          dialog.close();
          place.go(Number(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("move")));
        }}
      >
        <label class="field"><span>${t("replay.jump")}</span><input name="move" type="number" inputmode="numeric" required min="0" max=${replayer.end} .value=${String(replayer.k)} /></label>
        <button>${t("replay.jump.go")}</button>
      </form>
      ${
        replay.code && replay.state !== "racing"
          ? html`<div class="actions">
              <button @click=${() => (dialog.close(), void raceGhost(app, run))}>${icon("flag")} ${t("replay.race")}</button>
              <button @click=${() => (dialog.close(), void raceGhost(app, { ...run, player: SOLVER }))}>${icon("robot")} ${t("replay.solver")}</button>
              <button @click=${() => void app.copy("link", challengeAddress(run)).then(() => dialog.draw())}>${icon(app.copied === "link" ? "check" : "link")} ${t(app.copied === "link" ? "copied" : "replay.challenge")}</button>
            </div>`
          : nothing
      }
      <div class="actions">
        ${replay.code ? html`<a class="button" href="${replayAddress(replay.code, String(replay.race), replay.player)}/file" download>${sign("file")} ${t("replay.save")}</a>` : nothing}
        <button @click=${() => (dialog.close(), app.openLook())}>${icon("look")} ${t("look")}</button>
      </div>
      ${fileField(place, { chosen: () => dialog.close() })}
      ${languagePicker(app, () => dialog.draw())}
      <dl class="keys">
        ${KEYS.map(([keys, what]) => html`<div><dt>${/** @type {string[]} */ (keys).map((one) => html`<kbd>${one}</kbd> `)}</dt><dd>${t(`replay.key.${what}`)}</dd></div>`)}
      </dl>
    </div>`,
    { label: t("replay") },
  );
}
