/** Our name, as a run of cards, and names that are cards: letters of a code, places. */
import { html } from "lit-html";
import { signUrl } from "../art/pictures.js";

const SUITS = [0, 1, 3, 2, 0, 1, 3];

export const nameInCards = () =>
  html`<span class="name-cards" aria-hidden="true">${[..."CORRIDA"].map((letter, i) => html`<img src=${signUrl(letter, SUITS[i] ?? 0)} alt="" width="75" height="105" />`)}</span>`;

/** The same, small: the way home. @param {(event: Event) => void} go @param {string} label */
export const homeLink = (go, label) =>
  html`<a class="home-link" href="/" @click=${go} aria-label=${label}><img src=${signUrl("C", 0)} alt="" width="24" height="34" /><span>Corrida</span></a>`;

/** @param {string} code */
export const codeInCards = (code) =>
  html`<p class="code-cards" aria-label=${[...code].join(" ")} role="img">${[...code.replace(/[^0-9a-z]/gi, "")].map((letter) => html`<span aria-hidden="true">${letter}</span>`)}</p>`;
