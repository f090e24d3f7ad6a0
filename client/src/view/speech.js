/** Piles, cards and moves in words, for those who listen. */
import { CELLS_A_ROW } from "../notation.js";
import { HIDDEN, openFaces, rankOf, suitOf } from "../table.js";
import { has, list, t } from "../words.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../families.js").Family} Family */
/** @typedef {import("../families.js").Deck} Deck */

/**
 * @param {number} code
 * @param {Deck} deck
 */
export function cardName(code, deck) {
  const rank = rankOf(code);
  const own = `rank.${deck}.${rank}`;
  return t("card", { rank: t(has(own) ? own : `rank.${rank}`), suit: suitName(suitOf(code), deck) });
}

/**
 * @param {number} suit
 * @param {Deck} deck
 */
export const suitName = (suit, deck) => t(`suit.${deck}.${suit}`);

export const gridName = () => t("table.name");

/**
 * What stands at the stock: the rows that are left, or the cards, or what a tap on it does when it is empty.
 * @param {Table} table
 * @param {number} pile
 * @param {Family} family
 */
export function stockLabel({ piles }, pile, { row }) {
  const count = piles[pile]?.cards.length ?? 0;
  if (count) return String(Math.ceil(count / (row || 1)));
  return t(piles.some(({ kind, cards }) => kind === "waste" && cards.length) ? "stock.turn" : "stock.none");
}

/**
 * @param {Table} table
 * @param {number} pile
 * @param {Family} family
 */
export function pileName({ piles }, pile, { foundations, deck }) {
  const kind = piles[pile]?.kind ?? "column";
  const number = piles.slice(0, pile + 1).filter((one) => one.kind === kind).length;
  if (kind === "cell")
    return t("pile.cell", { row: Math.ceil(number / CELLS_A_ROW), column: ((number - 1) % CELLS_A_ROW) + 1 });
  if (kind === "foundation" && foundations === "suits") return t("pile.suit", { suit: suitName(number - 1, deck) });
  return t(`pile.${kind}`, { number });
}

/**
 * What a cell of the table holds.
 * @param {Table} table
 * @param {readonly number[]} piles
 * @param {Family} family
 */
export function cellName(table, piles, family) {
  const [first = 0] = piles;
  const pile = table.piles[first];
  if (!pile) return "";
  if (pile.kind === "stock") return stockName(table, first, family);
  if (pile.kind === "foundation" && family.foundations === "sets") return setsName(table, piles, family);
  const name = pileName(table, first, family);
  if (!pile.cards.length) return t(pile.kind === "cell" ? "pile.gap" : "pile.empty", { pile: name });
  const open = openFaces(table, first)
    .reverse()
    .map((code) => cardName(code, family.deck));
  // Of waste and foundations the top card is all that can be played.
  if (pile.kind !== "column") open.length = 1;
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
 * @param {number} pile
 * @param {Family} family
 */
function stockName({ piles }, pile, { row }) {
  const count = piles[pile]?.cards.length ?? 0;
  if (count) return row ? t("stock.rows", { n: Math.ceil(count / row) }) : t("stock.cards", { n: count });
  const waste = piles.find(({ kind }) => kind === "waste");
  if (!waste) return t("stock.empty");
  return t(waste.cards.length ? "stock.turn.how" : "stock.drawn");
}

/**
 * @param {Table} table
 * @param {readonly number[]} piles
 * @param {Family} family
 */
function setsName(table, piles, { deck }) {
  const done = piles.flatMap((pile) => openFaces(table, pile).slice(-1)).map((code) => suitName(suitOf(code), deck));
  const count = t("home.sets", { done: done.length, goal: piles.length });
  return done.length ? `${count}: ${done.join(", ")}` : count;
}

/**
 * What has happened: which cards moved, what came to light, which set was completed. Said of the table as it is afterwards.
 * @param {Table} table
 * @param {readonly import("../messages.js").Step[]} steps
 * @param {string} move in notation
 * @param {Family} family
 */
export function newsOf(table, steps, move, family) {
  /** @type {string[]} */
  const news = [];
  const first = steps[0];
  const card = (/** @type {number} */ code) => cardName(code, family.deck);
  if (move === "D") news.push(drawNews(table, steps, family));
  else if (move === "U") news.push(t("news.undone"));
  else if (first?.[0] === "move") {
    const faces = openFaces(table, first[2]);
    const code = faces[faces.length - first[3]];
    const pile = pileName(table, first[2], family);
    if (code !== undefined) news.push(t("news.moved", { card: card(code), pile }));
    else news.push(t("news.went", { pile }));
  }
  if (move !== "U") {
    const turned = steps.flatMap((step) =>
      step[0] === "up" && table.piles[step[1]]?.kind === "column" ? Array.from(step[3], card) : [],
    );
    if (turned.length) news.push(t("news.turned", { cards: list(turned) }));
    for (const suit of setsIn(table, steps, family)) news.push(setNews(table, suit, family));
  }
  return news.join(" ");
}

/**
 * @param {Table} table
 * @param {readonly import("../messages.js").Step[]} steps
 * @param {Family} family
 */
function drawNews(table, steps, { row, deck }) {
  if (row) return t("news.dealt");
  if (steps[0]?.[0] === "down") return t("news.turnover");
  const waste = table.piles.findIndex(({ kind }) => kind === "waste");
  const top = openFaces(table, waste).at(-1);
  return top === undefined ? "" : t("news.drawn", { card: cardName(top, deck) });
}

/**
 * Cards were chosen: which, and where they may go.
 * @param {Table} table
 * @param {{pile: number, count: number}} block
 * @param {readonly number[]} targets
 * @param {Family} family
 */
export function choiceNews(table, { pile, count }, targets, family) {
  const code = openFaces(table, pile).at(-count) ?? HIDDEN;
  const piles = list(targets.map((target) => pileName(table, target, family)));
  return t("news.chosen", { card: cardName(code, family.deck), piles });
}

/**
 * A set of that suit has just left the table.
 * @param {Table} table
 * @param {number} suit
 * @param {Family} family
 */
export function setNews({ piles }, suit, { deck }) {
  const foundations = piles.filter(({ kind }) => kind === "foundation");
  return t("news.set", {
    suit: suitName(suit, deck),
    done: foundations.filter(({ cards }) => cards.length).length,
    goal: foundations.length,
  });
}

/**
 * Suits of the sets that left the table.
 * @param {Table} table
 * @param {readonly import("../messages.js").Step[]} steps
 * @param {Family} family
 */
export function setsIn(table, steps, { foundations }) {
  if (foundations !== "sets") return [];
  return steps.flatMap((step) => {
    if (step[0] !== "move" || table.piles[step[2]]?.kind !== "foundation") return [];
    const code = openFaces(table, step[2]).at(-1);
    return code === undefined ? [] : [suitOf(code)];
  });
}
