/**
 * A small stand-in for the server, for tests of the client's bookkeeping: six columns, a stock of rows, one rule (a block that
 * descends by one goes on a card one higher, or on an empty column). It answers as the real one does: versions, numbers that
 * are played once, whole tables for numbers that were taken. It knows every card; what it says holds only what may be seen.
 */

const COLUMNS = 6;

/**
 * Whole numbers below `n`, the same for the same seed (Numerical Recipes' generator: good enough to shuffle tests).
 * @param {number} seed
 * @returns {(n: number) => number}
 */
export function dice(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** @typedef {import("../../client/src/messages.js").Step} Step */

/** @param {number} seed */
export function deal(seed) {
  const roll = dice(seed);
  const deck = [0, 16].flatMap((suit) => Array.from({ length: 12 }, (_, i) => suit + i + 1));
  for (let i = deck.length - 1; i > 0; i--) {
    const j = roll(i + 1);
    [deck[i], deck[j]] = [deck[j] ?? 0, deck[i] ?? 0];
  }
  /** @type {{kind: string, cards: {code: number, seen: boolean}[], up: number}[]} */
  const piles = Array.from({ length: COLUMNS }, () => ({ kind: "column", cards: [], up: 1 }));
  deck.slice(0, 18).forEach((code, i) => piles[i % COLUMNS]?.cards.push({ code, seen: i >= 12 }));
  piles.push({ kind: "stock", cards: deck.slice(18).map((code) => ({ code, seen: false })), up: 0 });

  const game = { v: 0, n: 0, piles, table, play, legal, frame };
  /** @type {Step[][]} */
  const line = [];

  /** @param {number} i */
  const pile = (i) => {
    const found = piles[i];
    if (!found) throw new RangeError(`no pile ${i}`);
    return found;
  };

  /** @param {number} a @param {number} b @param {number} n @returns {Step} */
  function move(a, b, n) {
    const [from, to] = [pile(a), pile(b)];
    const up = Math.min(n, from.up);
    to.cards.push(...from.cards.splice(from.cards.length - n));
    from.up -= up;
    to.up += up;
    return ["move", a, b, n];
  }

  /** @param {number} a @param {number} n @returns {Step} */
  function up(a, n) {
    const { cards, up: shown } = pile(a);
    const turned = cards.slice(cards.length - shown - n, cards.length - shown);
    for (const card of turned) card.seen = true;
    pile(a).up += n;
    return ["up", a, n, Uint8Array.from(turned, ({ code }) => code)];
  }

  /** @param {number} a @param {number} b @param {number} n */
  function fits(a, b, n) {
    const { cards, up: shown } = pile(a);
    if (a === b || n < 1 || n > shown) return false;
    const block = cards.slice(-n).map(({ code }) => code & 15);
    if (block.some((rank, i) => i > 0 && rank !== (block[i - 1] ?? 0) - 1)) return false;
    const top = pile(b).cards.at(-1);
    return !top || (top.code & 15) === (block[0] ?? 0) + 1;
  }

  function legal() {
    const moves = [];
    for (let a = 0; a < COLUMNS; a++)
      for (let n = 1; n <= pile(a).up; n++)
        for (let b = 0; b < COLUMNS; b++)
          if (fits(a, b, n)) moves.push(n > 1 ? `${a + 1}>${b + 1}x${n}` : `${a + 1}>${b + 1}`);
    if (pile(COLUMNS).cards.length) moves.push("D");
    return moves;
  }

  /** @param {string} action @returns {Step[] | null} */
  function act(action) {
    if (action === "U") {
      const steps = line.pop();
      if (!steps) return null;
      return steps.reverse().map(([op, a, b, n]) => {
        if (op === "move") return move(/** @type {number} */ (b), a, /** @type {number} */ (n));
        if (op !== "up") throw new Error(`a line holds no ${op}`);
        pile(a).up -= /** @type {number} */ (b);
        return /** @type {Step} */ (["down", a, b]);
      });
    }
    if (!legal().includes(action)) return null;
    /** @type {Step[]} */
    const steps = [];
    if (action === "D") {
      const row = Math.min(COLUMNS, pile(COLUMNS).cards.length);
      steps.push(up(COLUMNS, row));
      for (let i = 0; i < row; i++) steps.push(move(COLUMNS, i, 1));
    } else {
      const [, a, b, n] = /^(\d)>(\d)(?:x(\d+))?$/.exec(action) ?? [];
      steps.push(move(Number(a) - 1, Number(b) - 1, Number(n ?? 1)));
      const from = pile(Number(a) - 1);
      if (from.up === 0 && from.cards.length) steps.push(up(Number(a) - 1, 1));
    }
    line.push([...steps]);
    return steps;
  }

  const counters = () => ({ moves: line.length, actions: game.v, undos: 0 });

  /** @returns {import("../../client/src/messages.js").TableFrame} */
  function frame() {
    return {
      t: "table",
      player: "me",
      v: game.v,
      state: "racing",
      piles: table(),
      counters: counters(),
      n: game.n,
      legal: legal(),
      taps: [],
    };
  }

  /** What may be seen of the piles. @returns {import("../../client/src/messages.js").WirePile[]} */
  function table() {
    return piles.map(({ kind, cards, up: shown }) => [
      kind,
      Uint8Array.from(cards, ({ code, seen }) => (seen ? code : 0)),
      shown,
    ]);
  }

  /**
   * @param {{t: string, n: number, v: number, move?: string}} message
   * @returns {import("../../client/src/messages.js").TableFrame | import("../../client/src/messages.js").Moved | import("../../client/src/messages.js").Refused}
   */
  function play({ t, n, v, move: action = "" }) {
    if (n <= game.n) return frame();
    if (v !== game.v) return { t: "refused", re: t, reason: "stale", n };
    const steps = act(action);
    if (!steps) return { t: "refused", re: t, reason: "rank_does_not_fit", n };
    game.v += 1;
    game.n = n;
    return {
      t: "moved",
      player: "me",
      v: game.v,
      move: action,
      steps,
      state: "racing",
      counters: counters(),
      n,
      legal: legal(),
      taps: [],
    };
  }

  return game;
}
