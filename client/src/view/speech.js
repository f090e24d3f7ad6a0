/** Piles, cards and moves in words, for those who listen. */
import { HIDDEN, openFaces, rankOf, suitOf } from "../table.js";
import { list, t } from "../words.js";

/** @typedef {import("../table.js").Table} Table */

/** @param {number} code */
export const cardName = (code) => t("card", { rank: t(`rank.${rankOf(code)}`), suit: suitName(suitOf(code)) });

/** @param {number} suit */
export const suitName = (suit) => t(`suit.${suit}`);

/** @param {number} n */
export const rowsLabel = (n) => (n ? String(n) : t("stock.none"));

export const gridName = () => t("table.name");

/**
 * @param {Table} table
 * @param {number} pile
 */
export function pileName({ piles }, pile) {
  const kind = piles[pile]?.kind ?? "column";
  const number = piles.slice(0, pile + 1).filter((one) => one.kind === kind).length;
  return t(`pile.${kind}`, { number });
}

/**
 * What a cell of the table holds.
 * @param {Table} table
 * @param {readonly number[]} piles
 * @param {number} row cards that leave the stock together
 */
export function cellName(table, piles, row) {
  const [first = 0] = piles;
  const pile = table.piles[first];
  if (!pile) return "";
  if (pile.kind === "foundation") return setsName(table, piles);
  const name = pileName(table, first);
  if (pile.kind === "stock")
    return pile.cards.length ? t("stock.rows", { n: Math.ceil(pile.cards.length / (row || 1)) }) : t("stock.empty");
  if (!pile.cards.length) return t("pile.empty", { pile: name });
  const open = openFaces(table, first).reverse().map(cardName);
  const hidden = pile.cards.length - pile.up;
  const known = pile.cards.slice(0, hidden).filter((id) => table.codes[id] !== HIDDEN).length;
  const parts = [
    open.join(", "),
    hidden ? t("pile.down", { n: hidden }) : "",
    known ? t("pile.known", { n: known }) : "",
  ].filter(Boolean);
  return t("pile.holds", { pile: name, cards: parts.join("; ") });
}

/**
 * @param {Table} table
 * @param {readonly number[]} piles
 */
function setsName(table, piles) {
  const done = piles.flatMap((pile) => openFaces(table, pile).slice(-1)).map((code) => suitName(suitOf(code)));
  const count = t("sets.of", { done: done.length, goal: piles.length });
  return done.length ? `${count}: ${done.join(", ")}` : count;
}

/**
 * What has happened: which cards moved, what came to light, which set was completed. Said of the table as it is afterwards.
 * @param {Table} table
 * @param {readonly import("../messages.js").Step[]} steps
 * @param {string} move in notation
 */
export function newsOf(table, steps, move) {
  /** @type {string[]} */
  const news = [];
  const first = steps[0];
  if (move === "D") news.push(t("news.dealt"));
  else if (move === "U") news.push(t("news.undone"));
  else if (first?.[0] === "move") {
    const faces = openFaces(table, first[2]);
    const code = faces[faces.length - first[3]];
    const pile = pileName(table, first[2]);
    if (code !== undefined) news.push(t("news.moved", { card: cardName(code), pile }));
    else news.push(t("news.went", { pile }));
  }
  if (move !== "U") {
    const turned = steps.flatMap((step) =>
      step[0] === "up" && table.piles[step[1]]?.kind === "column" ? Array.from(step[3], cardName) : [],
    );
    if (turned.length) news.push(t("news.turned", { cards: list(turned) }));
    for (const suit of setsIn(table, steps)) news.push(setNews(table, suit));
  }
  return news.join(" ");
}

/**
 * A set of that suit has just left the table.
 * @param {Table} table
 * @param {number} suit
 */
export function setNews({ piles }, suit) {
  const foundations = piles.filter(({ kind }) => kind === "foundation");
  return t("news.set", {
    suit: suitName(suit),
    done: foundations.filter(({ cards }) => cards.length).length,
    goal: foundations.length,
  });
}

/**
 * Suits of the sets that left the table.
 * @param {Table} table
 * @param {readonly import("../messages.js").Step[]} steps
 */
export function setsIn(table, steps) {
  return steps.flatMap((step) => {
    if (step[0] !== "move" || table.piles[step[2]]?.kind !== "foundation") return [];
    const code = openFaces(table, step[2]).at(-1);
    return code === undefined ? [] : [suitOf(code)];
  });
}
