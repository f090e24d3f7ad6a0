import { html, nothing } from "lit-html";

/** The one line that says why not, or what has just happened. Listeners hear it from the announcer. */
export const line = (/** @type {import("../app.js").App} */ app) =>
  app.line ? html`<p class="line ${app.line.kind}">${app.line.text}</p>` : nothing;
