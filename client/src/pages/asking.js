/** What can only be asked of the server while it is there. Moves are not among it: those are kept, and said again. */
import { html, nothing } from "lit-html";
import { reason } from "../words.js";

/**
 * @param {import("../session.js").Session} session
 * @param {unknown} controls
 */
export function asking({ link }, controls) {
  const cut = link !== "open";
  return html`<fieldset class="asking" ?disabled=${cut} title=${cut ? reason("no_connection") : nothing}>${controls}</fieldset>`;
}
