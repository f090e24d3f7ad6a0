/**
 * A table of cards as its player may see it, apart from any drawing of it. Each card has an identity (a small number) for
 * as long as the page lives, so that whoever draws the table can move one thing instead of drawing two; the identity is
 * ours alone and tells nothing about the card. Only steps change a table.
 *
 * @typedef {import("./messages.js").Step} Step
 * @typedef {import("./messages.js").WirePile} WirePile
 * @typedef {{kind: string, cards: number[], up: number}} Pile cards (identities) from bottom to top; how many of the top ones are face up
 * @typedef {{piles: Pile[], codes: number[]}} Table `codes`: the card's face by identity (suit * 16 + rank), 0 = never seen
 */

export const HIDDEN = 0;
/** @param {number} code 1 (ace) … 13 */
export const rankOf = (code) => code & 15;
/** @param {number} code 0 … 3 */
export const suitOf = (code) => (code >> 4) & 3;

/**
 * A table from the wire. Cards keep the identity that they had in `before` wherever that can be told: first those that
 * lie where they lay, then equal faces, then any card nobody has seen.
 * @param {readonly WirePile[]} wire
 * @param {Table} [before]
 * @returns {Table}
 */
export function fromWire(wire, before) {
  const old = before?.codes ?? [];
  const free = new Set(old.keys());
  const codes = old.map(() => HIDDEN);
  const piles = wire.map(([kind, faces, up], i) => {
    const cards = Array.from(faces, (code, j) => {
      const id = before?.piles[i]?.cards[j];
      if (id === undefined || (old[id] !== code && old[id] !== HIDDEN)) return -1;
      free.delete(id);
      codes[id] = code;
      return id;
    });
    return { kind, cards, up };
  });
  /** @type {Map<number, number[]>} */
  const byFace = new Map();
  for (const id of free) {
    const face = old[id] ?? HIDDEN;
    const same = byFace.get(face);
    if (same) same.push(id);
    else byFace.set(face, [id]);
  }
  wire.forEach(([, faces], i) =>
    faces.forEach((code, j) => {
      const pile = piles[i];
      if (!pile || pile.cards[j] !== -1) return;
      const id = byFace.get(code)?.pop() ?? byFace.get(HIDDEN)?.pop() ?? codes.length;
      codes[id] = code;
      pile.cards[j] = id;
    }),
  );
  return { piles, codes };
}

/**
 * @param {Table} table
 * @returns {Table}
 */
export function copy({ piles, codes }) {
  return { piles: piles.map(({ kind, cards, up }) => ({ kind, cards: [...cards], up })), codes: [...codes] };
}

/**
 * Whether the piles hold what the step would take. Says nothing about the rules of the game.
 * @param {Table} table
 * @param {Step} step
 */
export function fits({ piles }, step) {
  const pile = piles[step[1]];
  if (!pile) return false;
  switch (step[0]) {
    case "move": {
      const target = piles[step[2]];
      return (
        target !== undefined &&
        target !== pile &&
        step[3] <= pile.cards.length &&
        (step[3] <= pile.up || target.up === 0)
      );
    }
    case "up":
      return pile.up + step[2] <= pile.cards.length && step[3].length === step[2];
    case "down":
      return step[2] <= pile.up;
    case "reverse":
      return step[2] <= pile.cards.length && (pile.up === 0 || step[2] <= pile.up);
  }
}

/**
 * Changes the table by one step. No face-down card ever comes to lie on a face-up one.
 * @param {Table} table
 * @param {Step} step
 * @throws {RangeError} if the step does not fit the table: what we know is not what the server knows
 */
export function apply(table, step) {
  const pile = table.piles[step[1]];
  if (!pile || !fits(table, step)) throw new RangeError(`step ${step.join(" ")} does not fit the table`);
  switch (step[0]) {
    case "move": {
      const target = /** @type {Pile} */ (table.piles[step[2]]);
      const turned = Math.min(step[3], pile.up);
      target.cards.push(...pile.cards.splice(pile.cards.length - step[3]));
      target.up += turned;
      pile.up -= turned;
      return;
    }
    case "up": {
      const first = pile.cards.length - pile.up - step[2];
      step[3].forEach((code, i) => {
        table.codes[/** @type {number} */ (pile.cards[first + i])] = code;
      });
      pile.up += step[2];
      return;
    }
    case "down":
      pile.up -= step[2];
      return;
    case "reverse":
      pile.cards.push(...pile.cards.splice(pile.cards.length - step[2]).reverse());
      return;
  }
}

/**
 * The top `count` cards of a pile, from bottom to top.
 * @param {Table} table
 * @param {number} pile
 * @param {number} count
 */
export function topCards({ piles }, pile, count) {
  const cards = piles[pile]?.cards ?? [];
  return cards.slice(Math.max(0, cards.length - count));
}

/**
 * Whether just these cards still lie on top of the pile; for none: whether it is still empty.
 * @param {Table} table
 * @param {number} pile
 * @param {readonly number[]} cards
 */
export function lies(table, pile, cards) {
  const now = topCards(table, pile, Math.max(1, cards.length));
  return now.length === cards.length && now.every((card, i) => card === cards[i]);
}

/**
 * The faces of a pile's open cards, from bottom to top.
 * @param {Table} table
 * @param {number} index
 */
export function openFaces({ piles, codes }, index) {
  const pile = piles[index];
  return pile ? pile.cards.slice(pile.cards.length - pile.up).map((id) => codes[id] ?? HIDDEN) : [];
}

/**
 * Whether the last of these faces are one whole suit, from the highest rank down to the ace.
 * @param {readonly number[]} faces
 * @param {number} ranks
 */
export function isWholeSuit(faces, ranks) {
  const last = faces.slice(-ranks);
  return last.length === ranks && last.every((code, i) => rankOf(code) === ranks - i && suitOf(code) === suitOf(last[0] ?? 0));
}
