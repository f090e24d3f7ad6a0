/** A text as a QR code, in a dialog to be held before a camera. Comes only when it is asked for. */
import { html } from "lit-html";
import encodeQR from "qr";
import { t } from "../words.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icon.js";

/** The quiet zone that scanners want, in modules. */
const BORDER = 4;

/**
 * @param {string} text
 * @param {{title: string, what: string}} words
 */
export function showQr(text, { title, what }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(encodeQR(text, "svg", { border: BORDER, ecc: "medium" }))}`;
  const dialog = openDialog(
    () => html`<div class="qr">
      <div class="menu-head"><h2>${title}</h2><button class="round" aria-label=${t("close")} autofocus @click=${() => dialog.close()}>${icon("close")}</button></div>
      <img src=${picture} alt=${`${title}: ${text}`} width="280" height="280" />
      <p class="quiet">${what}</p>
      <p><code>${text}</code></p>
    </div>`,
    { label: title },
  );
}
