import { html, nothing } from "lit-html";

/** @param {import("../app.js").App} app */
export const line = ({ line: { shown } }) => (shown ? html`<p class="line ${shown.kind}">${shown.text}</p>` : nothing);
