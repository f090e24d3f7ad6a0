import assert from "node:assert/strict";
import { test } from "node:test";
import {
  again,
  fromFrame,
  isLegal,
  MOST_PENDING,
  moved,
  movesFrom,
  refused,
  wishAction,
  wishGoOn,
  wishMove,
  wishTap,
} from "../../client/src/wishes.js";
import { parseMove } from "../../client/src/notation.js";
import { deal, dice } from "./dealer.js";

/** @typedef {import("../../client/src/wishes.js").Wishes} Wishes */
/** @typedef {import("../../client/src/wishes.js").Message} Message */
/** @typedef {ReturnType<ReturnType<typeof deal>["play"]>} Answer */

/** Faces by pile, as shown. @param {Wishes} wishes */
const faces = ({ shown: { piles, codes } }) =>
  piles.map(({ kind, cards, up }) => [kind, cards.map((id) => codes[id]), up]);

/** @param {ReturnType<typeof deal>} game */
const truth = (game) => game.table().map(([kind, cards, up]) => [kind, [...cards], up]);

/** @param {Wishes} wishes */
const identities = ({ shown }) => shown.piles.flatMap(({ cards }) => cards).sort((a, b) => a - b);

/**
 * Takes an answer in, as `session` does. A gap means that the whole table is asked for.
 * @param {Wishes} wishes
 * @param {Answer} answer
 * @returns {{wishes: Wishes, gap: boolean}}
 */
function hear(wishes, answer) {
  if (answer.t === "table") return { wishes: fromFrame(answer, wishes), gap: false };
  if (answer.t === "refused") return { wishes, gap: refused(wishes, answer) !== null && answer.reason === "stale" };
  return { wishes, gap: moved(wishes, answer) === "gap" };
}

/** @param {Wishes} wishes @param {string} text */
const move = (wishes, text) => parseMove(text, wishes.names) ?? assert.fail(`${text} is no move`);

/** @param {Wishes} wishes */
const legalMoves = (wishes) => [...wishes.legal].filter((text) => text !== "D");

/** A deal whose first legal moves can be played one after the other. */
function withMoves() {
  for (let seed = 1; ; seed++) {
    const game = deal(seed);
    const wishes = fromFrame(game.frame(), null);
    const texts = legalMoves(wishes);
    const first = texts[0] && move(wishes, texts[0]);
    const second =
      first &&
      texts
        .map((text) => move(wishes, text))
        .find(
          ({ source, target }) =>
            ![first.source, first.target].includes(source) && ![first.source, first.target].includes(target),
        );
    if (first && second) return { game, wishes, first, second };
  }
}

test("a legal move shows at once, and its answer changes nothing that was shown", () => {
  const { game, wishes, first } = withMoves();
  const message = wishMove(wishes, first);
  assert.ok(message && message.n === 1 && message.v === 0);
  const shown = wishes.shown.piles[first.target]?.cards;
  assert.equal(shown?.length, (wishes.confirmed.piles[first.target]?.cards.length ?? 0) + first.count);
  moved(wishes, /** @type {any} */ (game.play(/** @type {any} */ (message))));
  assert.deepEqual(wishes.shown.piles[first.target]?.cards, shown);
  assert.deepEqual(faces(wishes), truth(game));
  assert.equal(wishes.pending.length, 0);
});

test("an illegal move is only asked: nothing moves, and the next wish keeps its number", () => {
  const { game, wishes, first } = withMoves();
  const illegal = { source: first.target, target: first.source, count: 1 };
  assert.equal(isLegal(wishes, illegal), false);
  const question = wishMove(wishes, illegal);
  assert.deepEqual(faces(wishes), truth(game));
  const wish = wishMove(wishes, first);
  assert.equal(question?.n, wish?.n);
  const no = game.play(/** @type {any} */ (question));
  const yes = game.play(/** @type {any} */ (wish));
  assert.equal(no.t, "refused");
  assert.deepEqual(refused(wishes, /** @type {any} */ (no))?.wished, false, "the reason is to be told");
  assert.equal(wishes.pending.length, 1, "the wish made meanwhile stands");
  assert.equal(moved(wishes, /** @type {any} */ (yes)), "done");
  assert.deepEqual(faces(wishes), truth(game));
});

test("a refusal takes back its wish and all after it, and is told once", () => {
  const { game, wishes, first, second } = withMoves();
  const bad = wishMove(wishes, first);
  const later = [wishMove(wishes, second), wishAction(wishes, "U")];
  assert.equal(wishes.pending.length, 3);
  assert.deepEqual(
    later.map((message) => [message?.n, message?.v]),
    [
      [2, 1],
      [3, 2],
    ],
  );
  Object.assign(/** @type {any} */ (bad), { move: "U" }); // the server sees something else in it
  const answers = [bad, ...later].map((message) => /** @type {any} */ (game.play(/** @type {any} */ (message))));
  assert.deepEqual(
    answers.map(({ reason }) => reason),
    ["rank_does_not_fit", "stale", "stale"],
  );
  assert.deepEqual(
    answers.map((answer) => refused(wishes, answer)?.wished),
    [true, undefined, undefined],
  );
  assert.deepEqual(faces(wishes), truth(game));
  assert.equal(wishes.asked.length, 0);
});

test("wishes after a refusal take its numbers, and late answers to the dropped ones do not touch them", () => {
  const { game, wishes, first, second } = withMoves();
  const dropped = [wishAction(wishes, "D"), wishAction(wishes, "D")].map(
    // The server sees something else in them.
    (message) => /** @type {any} */ (game.play({ .../** @type {any} */ (message), move: "U" })),
  );
  refused(wishes, dropped[0]);
  const fresh = wishMove(wishes, second);
  assert.deepEqual([fresh?.n, fresh?.v], [1, 0]);
  const further = wishMove(wishes, first);
  assert.deepEqual([further?.n, further?.v], [2, 1]);
  assert.equal(refused(wishes, dropped[1]), null, "the stale one belongs to the wish that fell");
  assert.equal(wishes.pending.length, 2);
  for (const message of [fresh, further])
    assert.equal(moved(wishes, /** @type {any} */ (game.play(/** @type {any} */ (message)))), "done");
  assert.deepEqual(faces(wishes), truth(game));
});

test("an answer heard twice, or late, changes nothing", () => {
  const { game, wishes, first, second } = withMoves();
  const answers = [wishMove(wishes, first), wishMove(wishes, second)].map(
    (message) => /** @type {any} */ (game.play(/** @type {any} */ (message))),
  );
  assert.equal(moved(wishes, answers[1]), "gap", "an answer before the one it follows");
  assert.deepEqual(
    answers.map((answer) => moved(wishes, answer)),
    ["done", "done"],
  );
  const then = faces(wishes);
  assert.deepEqual(
    answers.map((answer) => moved(wishes, answer)),
    ["known", "known"],
  );
  assert.deepEqual(faces(wishes), then);
});

test("after a reconnect, the wishes that were not played are said again, the others are not", () => {
  const { game, wishes, first, second } = withMoves();
  const messages = [wishMove(wishes, first), wishMove(wishes, second)];
  game.play(/** @type {any} */ (messages[0])); // its answer is lost
  const back = fromFrame(game.frame(), wishes);
  assert.deepEqual(again(back), [messages[1]]);
  const target = back.shown.piles[second.target]?.cards.length;
  assert.equal(target, (back.confirmed.piles[second.target]?.cards.length ?? 0) + second.count, "it stays shown");
  assert.equal(moved(back, /** @type {any} */ (game.play(/** @type {any} */ (messages[1])))), "done");
  assert.deepEqual(faces(back), truth(game));
});

test("what was played meanwhile from elsewhere makes waiting wishes void", () => {
  const { game, wishes, first, second } = withMoves();
  wishMove(wishes, first);
  game.play({ t: "play", n: 1, v: 0, move: "D" });
  game.play({ t: "play", n: 2, v: 1, move: "U" });
  wishMove(wishes, second);
  const back = fromFrame(game.frame(), wishes);
  assert.deepEqual(again(back), []);
  assert.deepEqual(faces(back), truth(game));
});

test("what was given up is taken back by a wish of its own, after which the game goes on", () => {
  const { game, wishes, first } = withMoves();
  const gaveUp = wishAction(wishes, null);
  assert.deepEqual(gaveUp, { t: "give_up", n: 1, v: 0 });
  const base = { ...game.frame(), t: /** @type {const} */ ("moved"), move: "", steps: [], legal: [] };
  moved(wishes, { ...base, v: 1, n: 1, state: "gave_up" });
  assert.equal(wishes.state, "gave_up");
  assert.deepEqual(wishGoOn(wishes), { t: "go_on", n: 2, v: 1 });
  moved(wishes, { ...base, v: 2, n: 2, legal: game.legal() });
  assert.equal(wishes.state, "racing");
  assert.deepEqual([wishMove(wishes, first)?.n, wishes.pending.length], [3, 1]);
  wishes.pending = [];
  assert.deepEqual(wishGoOn(wishes), { t: "go_on", n: 3, v: 2 });
  assert.equal(refused(wishes, { t: "refused", re: "go_on", reason: "too_late", n: 3 })?.wished, true);
});

test("the moves that finish the game are those last offered", () => {
  const { game, wishes, first } = withMoves();
  assert.deepEqual(wishes.finish, []);
  const back = fromFrame({ ...game.frame(), finish: ["1>F1"] }, wishes);
  assert.deepEqual(back.finish, ["1>F1"]);
  const message = wishMove(back, first);
  moved(back, /** @type {any} */ (game.play(/** @type {any} */ (message))));
  assert.deepEqual(back.finish, []);
});

test("legality is unknown where a wish is under way, and known elsewhere", () => {
  const { wishes, first, second } = withMoves();
  wishMove(wishes, first);
  assert.equal(isLegal(wishes, first), null);
  assert.equal(isLegal(wishes, second), true);
  assert.ok(
    movesFrom(wishes, second.source).some(({ target, count }) => target === second.target && count === second.count),
  );
  wishAction(wishes, "D");
  assert.equal(isLegal(wishes, second), null, "a dealt row touches every pile");
  assert.equal(wishMove(wishes, second), null, "and no card is moved before it is known what lies there");
  assert.equal(wishTap(wishes, second.source, 1), null);
});

test("between cells nothing is known while anything is under way: what may go to a gap depends on its neighbours", () => {
  const cells = [2, 3, 0, 4, 0].map(
    (code) => /** @type {[string, Uint8Array, number]} */ (["cell", Uint8Array.from(code ? [code] : []), code ? 1 : 0]),
  );
  const wishes = fromFrame(
    {
      t: "table",
      player: "me",
      v: 0,
      state: "racing",
      piles: cells,
      counters: {},
      n: 0,
      legal: ["r1c3<r1c4"],
      taps: ["r1c3<r1c4"],
    },
    null,
  );
  assert.deepEqual(movesFrom(wishes, 3), [{ source: 3, target: 2, count: 1 }]);
  assert.equal(isLegal(wishes, { source: 0, target: 4, count: 1 }), false);
  assert.deepEqual(wishTap(wishes, 3, 1), { t: "play", n: 1, v: 0, move: "r1c3<r1c4" });
  assert.deepEqual(
    wishes.shown.piles.map(({ cards: { length } }) => length),
    [1, 1, 1, 0, 0],
    "it shows at once",
  );
  assert.equal(isLegal(wishes, { source: 0, target: 4, count: 1 }), null);
  assert.deepEqual(movesFrom(wishes, 0), []);
});

test("a tap that is foreseen is played as its move, another one is asked", () => {
  const { game, wishes, first } = withMoves();
  wishes.taps.set(`${first.source}:${first.count}`, first);
  assert.deepEqual(wishTap(wishes, first.target, 1), { t: "tap", n: 1, v: 0, pile: first.target, count: 1 });
  assert.equal(wishes.pending.length, 0);
  const message = wishTap(wishes, first.source, first.count);
  assert.equal(message?.t, "play");
  assert.equal(wishes.pending.length, 1);
  assert.equal(game.play(/** @type {any} */ (message)).t, "moved");
});

test("too many wishes at once are not made", () => {
  const wishes = fromFrame(deal(1).frame(), null);
  for (let i = 0; i < MOST_PENDING; i++) assert.ok(wishAction(wishes, "D"));
  assert.equal(wishAction(wishes, "D"), null);
  assert.equal(wishes.pending.length, MOST_PENDING);
});

test("an undo of nothing is only asked, and once; no more are wished than there are moves", () => {
  const { game, wishes, first } = withMoves();
  const question = wishAction(wishes, "U");
  assert.deepEqual(question, { t: "play", n: 1, v: 0, move: "U" });
  assert.equal(wishAction(wishes, "U"), null);
  assert.equal(wishes.pending.length, 0);
  const no = /** @type {any} */ (game.play(/** @type {any} */ (question)));
  assert.equal(refused(wishes, no)?.wished, false, "the reason is to be told");
  assert.ok(wishAction(wishes, "U"), "and may be asked for again");
  refused(wishes, no);
  const sent = [wishMove(wishes, first), ...Array.from({ length: 6 }, () => wishAction(wishes, "U"))];
  assert.deepEqual(
    sent.map((message) => message && "move" in message && message.move === "U"),
    [false, true, null, null, null, null, null],
  );
  for (const message of sent.slice(0, 2))
    assert.equal(moved(wishes, /** @type {any} */ (game.play(/** @type {any} */ (message)))), "done");
  assert.deepEqual([wishes.pending.length, wishes.asked.length], [0, 0]);
  assert.deepEqual(faces(wishes), truth(game));
});

test("whatever the network does, the table shown becomes the server's; cards are never lost, and what was right never jumps back", () => {
  for (let seed = 1; seed <= 250; seed++) {
    const roll = dice(seed * 7919);
    const game = deal(seed);
    let wishes = fromFrame(game.frame(), null);
    const all = identities(wishes);
    /** @type {Message[]} */
    let up = [];
    /** @type {Answer[]} */
    let down = [];
    /** @type {Answer[]} */
    const old = [];
    const reconnect = () => {
      // What the server has still to read of the old connection it may read, or not.
      for (const message of up.splice(0, roll(up.length + 1))) game.play(/** @type {any} */ (message));
      [up, down] = [[], []];
      wishes = fromFrame(game.frame(), wishes);
      up.push(...again(wishes));
    };
    for (let i = 0; i < 120; i++) {
      switch (roll(10)) {
        case 0:
        case 1:
        case 2: {
          const texts = legalMoves(wishes);
          const text = texts[roll(texts.length || 1)];
          const legal = text !== undefined && move(wishes, text);
          const any = { source: roll(6), target: roll(6), count: 1 + roll(2) };
          const message =
            legal && roll(5) ? wishMove(wishes, legal) : any.source === any.target ? null : wishMove(wishes, any);
          if (message) up.push(message);
          break;
        }
        case 3: {
          const message = wishAction(wishes, roll(3) ? "U" : "D");
          if (message) up.push(message);
          break;
        }
        case 4:
        case 5: {
          const message = up.shift();
          if (message) down.push(game.play(/** @type {any} */ (message)));
          break;
        }
        case 6: {
          const answer = old[roll(old.length || 1)];
          // An old answer heard again. Only moves: of tables and refusals the newest is always right in its place.
          if (answer?.t === "moved") hear(wishes, answer);
          break;
        }
        case 7:
          if (roll(12) === 0) reconnect();
          break;
        default: {
          const answer = down.shift();
          if (!answer) break;
          old.push(answer);
          const before = new Map(wishes.shown.piles.flatMap(({ cards }, pile) => cards.map((id) => [id, pile])));
          const foreseen =
            answer.t === "moved" &&
            answer.v === wishes.v + 1 &&
            wishes.pending[0]?.step &&
            wishes.pending[0].message.n === answer.n;
          const heard = hear(wishes, answer);
          wishes = heard.wishes;
          if (heard.gap) reconnect();
          else if (foreseen)
            for (const [pile, { cards }] of wishes.shown.piles.entries())
              for (const id of cards)
                assert.equal(before.get(id), pile, `seed ${seed}: a card jumps at an answer that agrees`);
        }
      }
      assert.deepEqual(identities(wishes), all, `seed ${seed}: a card is lost or doubled`);
    }
    for (const message of up) down.push(game.play(/** @type {any} */ (message)));
    for (const answer of down) {
      const heard = hear(wishes, answer);
      wishes = heard.wishes;
      if (heard.gap) {
        wishes = fromFrame(game.frame(), wishes);
        for (const message of again(wishes)) hear(wishes, game.play(/** @type {any} */ (message)));
        break;
      }
    }
    if (wishes.pending.length) {
      wishes = fromFrame(game.frame(), wishes);
      for (const message of again(wishes)) hear(wishes, game.play(/** @type {any} */ (message)));
    }
    assert.deepEqual(faces(wishes), truth(game), `seed ${seed}`);
    assert.equal(wishes.pending.length, 0, `seed ${seed}: wishes are left over`);
  }
});
