/** The rules of a game, short and with cards: a page of its own, or a dialog over the table. Comes with its words. */
import { html, nothing } from "lit-html";
import { indexOf } from "../art/glyphs.js";
import { faceUrl } from "../art/pictures.js";
import { familyOf, variantParts } from "../families.js";
import { cardName } from "../view/speech.js";
import { openDialog } from "../view/dialog.js";
import { icon } from "../view/icon.js";
import { learn, t } from "../words.js";
import { groupName } from "../gamenames.js";
import { emblem, groups } from "./games.js";
import { languagePicker } from "./language.js";
import { homeLink } from "./name.js";

/** @typedef {import("../app.js").App} App */
/**
 * @typedef {object} Figure cards that show a rule
 * @property {number[]} cards in a column, or in a row
 * @property {boolean} [row]
 * @property {boolean} [wrong] whether they show what is not allowed
 * @property {[from: number, to: number]} [came] which of them have just come to lie there
 */
/** @typedef {{words: string, figures?: Figure[]}} Paragraph */
/** @typedef {{slots: Record<string, number>, parts: Record<"goal" | "table" | "moves", Paragraph[]>}} Rules */

const [SPADES, HEARTS, DIAMONDS, CLUBS] = [0x00, 0x10, 0x20, 0x30];
const [COINS, CUPS, SWORDS] = [0x00, 0x10, 0x20];

/** From one rank down or up to another. @param {number} suit @param {number} from @param {number} to */
const ranks = (suit, from, to) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => suit + from + Math.sign(to - from) * i);

/** @param {Rules["slots"]} slots @param {number} one @param {number} other suits @param {number} top @returns {Rules} */
const spider = (slots, one, other, top) => ({
  slots,
  parts: {
    goal: [{ words: "spider.goal", figures: [{ cards: ranks(one, top, 1), row: true }] }],
    table: [{ words: "spider.table" }, { words: "face" }],
    moves: [
      { words: "spider.build", figures: [{ cards: [one + 9, other + 8], came: [1, 2] }] },
      {
        words: "spider.run",
        figures: [
          { cards: ranks(one, 8, 5), came: [1, 4] },
          { cards: [one + 8, other + 7, one + 6, one + 5], wrong: true },
        ],
      },
      { words: "spider.empty" },
      { words: "spider.row" },
      { words: slots["cards"] === 104 ? "spider.short" : "spider.short.es" },
      { words: "spider.suits" },
    ],
  },
});

/** @param {Rules["slots"]} slots @param {string} build @param {Figure[]} built @param {number[]} home @returns {Rules} */
const klondike = (slots, build, built, home) => ({
  slots,
  parts: {
    goal: [{ words: "klondike.goal", figures: [{ cards: home, row: true }] }],
    table: [{ words: "klondike.table" }, { words: "face" }],
    moves: [
      { words: build, figures: built },
      { words: "klondike.run" },
      { words: "klondike.empty" },
      { words: "klondike.home" },
      { words: "klondike.draw" },
      { words: "klondike.turn" },
    ],
  },
});

/** @type {Record<string, Rules>} by group of variants */
export const RULES = {
  spider: spider({ cards: 104, laid: 54, top: 13 }, SPADES, HEARTS, 13),
  "spider-es": spider({ cards: 96, laid: 46, top: 12 }, SWORDS, CUPS, 12),
  klondike: klondike({ cards: 52, top: 13 }, "klondike.build", [
    { cards: [HEARTS + 9, CLUBS + 8, DIAMONDS + 7], came: [1, 3] },
    { cards: [HEARTS + 9, DIAMONDS + 8], wrong: true },
  ], ranks(SPADES, 1, 4)),
  clasico: klondike({ cards: 48, top: 12 }, "clasico.build", [
    { cards: [COINS + 7, CUPS + 6, SWORDS + 5], came: [1, 3] },
    { cards: [COINS + 7, COINS + 6], wrong: true },
  ], ranks(COINS, 1, 4)),
  maze: {
    slots: {},
    parts: {
      goal: [{ words: "maze.goal" }, { words: "maze.corners" }],
      table: [{ words: "maze.table" }, { words: "maze.ring" }],
      moves: [
        { words: "maze.right", figures: [{ cards: [HEARTS + 5, HEARTS + 6], row: true, came: [1, 2] }] },
        { words: "maze.left", figures: [{ cards: [CLUBS + 8, CLUBS + 9], row: true, came: [0, 1] }] },
        { words: "maze.two", figures: [{ cards: [SPADES + 13, DIAMONDS + 2], row: true, came: [1, 2] }] },
        { words: "maze.king" },
      ],
    },
  },
};

/**
 * @param {App} app
 * @param {() => void} _update
 * @returns {import("../places.js").Place}
 */
export function open(app, _update) {
  const game = location.pathname.split("/").at(-1) ?? "";
  return { draw: () => rulesPage(app, game), close: () => {} };
}

/**
 * Over the table, which stays as it is.
 * @param {App} app
 * @param {string} game
 */
export async function openRules(app, game) {
  await learn("rules");
  const known = RULES[game] ? game : "spider";
  const dialog = openDialog(
    () => html`<div class="rules">
      <div class="menu-head"><h2>${title(known)}</h2><button class="round" aria-label=${t("close")} autofocus @click=${() => dialog.close()}>${icon("close")}</button></div>
      ${rulesOf(app, known)}
    </div>`,
    { label: title(known) },
  );
}

/** @param {string} game */
const title = (game) => t("rules.of", { game: groupName(game) });

/**
 * @param {App} app
 * @param {string} game
 */
const rulesPage = (app, game) =>
  html`<div class="page">
    <header class="corner">${homeLink((event) => app.goHome(event), t("home"))}${languagePicker(app)}</header>
    <main>
      <article class="paper rules">
        <h1 class="headline" tabindex="-1">${title(game)}</h1>
        ${rulesOf(app, game)}
        <div class="actions">
          <button class="primary large" ?disabled=${app.busy} @click=${() => app.playAlone({ variant: variantOf(app, game) })}>${t("home.alone")}</button>
          <button class="large" @click=${(/** @type {Event} */ event) => app.goHome(event)}>${t("result.home")}</button>
        </div>
      </article>
      <nav class="paper other-rules" aria-label=${t("rules")}>
        ${Object.keys(RULES).map((other) => html`<a class="button" href="/rules/${other}" aria-current=${other === game ? "page" : nothing} @click=${(/** @type {Event} */ event) => app.go(event, `/rules/${other}`)}>${emblem(other, app.look)} ${groupName(other)}</a>`)}
      </nav>
    </main>
  </div>`;

/** Of this game the variant that was chosen last, or the first. @param {App} app @param {string} game */
function variantOf({ variant, variants }, game) {
  if (variantParts(variant).group === game) return variant;
  return groups(variants).find(([first = ""]) => variantParts(first).group === game)?.[0] ?? variant;
}

/**
 * @param {App} app
 * @param {string} game
 */
function rulesOf(app, game) {
  const rules = RULES[game];
  if (!rules) return nothing;
  const { top = 0 } = rules.slots;
  const sign = (/** @type {number} */ rank) => (familyOf(game).deck === "french" ? indexOf(rank, app.look.language) : rank);
  const words = { ...rules.slots, set: top, top: sign(top), low: sign(1) };
  return Object.entries(rules.parts).map(
    ([part, paragraphs]) => html`<section>
      <h3>${t(`rules.${part}`)}</h3>
      ${paragraphs.map(
        ({ words: key, figures = [] }) => html`<p>${t(`rules.${key}`, words)}</p>
          ${figures.length ? html`<div class="figures-row">${figures.map((one) => figure(app, game, one))}</div>` : nothing}`,
      )}
    </section>`,
  );
}

/**
 * @param {App} app
 * @param {string} game
 * @param {Figure} one
 */
function figure(app, game, { cards, row = false, wrong = false, came: [from, to] = [0, 0] }) {
  const look = { ...app.look, deck: familyOf(game).deck, design: /** @type {const} */ ("compact") };
  const names = cards.map((code) => cardName(code, look.deck)).join(", ");
  return html`<span class="fan ${row ? "row" : "column"} ${wrong ? "wrong-way" : ""}" role="img" aria-label=${wrong ? `${t("rules.wrong")}: ${names}` : names}>
    ${cards.map((code, i) => html`<img class=${i >= from && i < to ? "came" : ""} src=${faceUrl(code, look)} alt="" width="56" height="84" />`)}
    <span class="verdict-mark" aria-hidden="true">${icon(wrong ? "close" : "check")}</span>
  </span>`;
}
