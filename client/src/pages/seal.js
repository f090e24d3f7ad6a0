/** What is told of a deal before it is opened. */
import { html } from "lit-html";
import { icon } from "../view/icons.js";
import { t } from "../words.js";

/** @param {import("../messages.js").Room} room */
export const sealNote = (room) =>
  room.sealed
    ? html`<details class="seal">
        <summary>${icon("seal")} ${t("seal.title")}</summary>
        <p>${t("seal.what")}</p>
        <p><code>${room.commitment}</code></p>
      </details>`
    : html`<p class="quiet with-icon">${icon("flag")} ${t("seal.open")}</p>`;
