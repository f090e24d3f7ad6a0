/**
 * The table on the page: one element for each card, kept for as long as the table is, over the cells of its piles. `show` is
 * the one way in; gestures go out as intents. Which moves are legal it is told.
 *
 * @typedef {import("../table.js").Table} Table
 * @typedef {import("../notation.js").Move} Move
 * @typedef {import("./motion.js").Sprite} Sprite
 * @typedef {import("./geometry.js").Geometry} Geometry
 *
 * @typedef {object} Intents what a person means by a gesture
 * @property {(pile: number, count: number) => void} tap
 * @property {(move: Move) => boolean} drop whether the cards stay where they were dropped
 * @property {() => void} changed what was held, or pressed, is no longer what lies there
 * @property {(pile: number) => void} pick choose from a list what to move
 * @property {() => void} deal
 * @property {() => void} hint asks what to do next
 * @property {() => boolean} undo whether that means anything now
 * @property {() => void} finish lets the game play itself to its end, where it can
 * @property {(what: "table" | "race") => void} tell read out
 * @property {(pile: number, count: number) => number[]} targets piles that a block may be laid on
 * @property {(pile: number) => void} enter what the Enter key means here
 * @property {(pile: number) => void} take what the space bar means here
 * @property {() => boolean} renew the next game, where that is up to the player
 * @property {() => boolean} help what the keys mean here
 * @property {() => boolean} release lets go of a chosen card; whether there was one
 *
 * @typedef {object} Showing
 * @property {boolean} mine whether gestures mean anything
 * @property {"glide" | "jump" | "deal"} how
 * @property {import("../look.js").Look & {deck: import("../families.js").Deck}} look
 * @property {import("../families.js").Family} family
 * @property {number | null} last pile that the last move went to
 */
import { backUrl, faceUrl, onCloth } from "../art/pictures.js";
import { familyOf } from "../families.js";
import { PLAIN } from "../look.js";
import { HIDDEN } from "../table.js";
import { createCells } from "./cells.js";
import { cardPlaces, layOut } from "./geometry.js";
import { listenToKeys } from "./keys.js";
import { calm, paint, place } from "./motion.js";
import { listenToPointer } from "./pointer.js";

/** More cards than this on the move at once, and those that only make room jump. */
const MOST_GLIDING = 40;

/** @param {Intents} intents */
export function createBoard(intents) {
  const element = document.createElement("div");
  element.className = "board";
  const cells = createCells();
  const layer = document.createElement("div");
  layer.className = "cards";
  layer.setAttribute("aria-hidden", "true");
  element.append(cells.element, layer);

  /** @type {Map<number, Sprite>} */
  const sprites = new Map();
  /** @type {Table} */
  let table = { piles: [], codes: [] };
  /** @type {Geometry} */
  let geometry = layOut([], 1, 1, { row: 0, fan: 0 });
  /** @type {Showing} */
  let showing = {
    mine: false,
    how: "jump",
    look: { deck: "french", ...PLAIN },
    family: familyOf(""),
    last: null,
  };
  let shape = "";
  /** The space there is, as the browser last told: asking it in the middle of a move would make it lay out the page. */
  let space = { width: 0, height: 0 };

  const board = {
    element,
    get table() {
      return table;
    },
    get geometry() {
      return geometry;
    },
    get mine() {
      return showing.mine;
    },
    get family() {
      return showing.family;
    },
    get cells() {
      return cells.all();
    },
    heaps: () => table.piles.map(({ kind, cards, up }) => ({ kind, count: cards.length, up })),
    sprites,
    show,
    light,
    choose,
    focus: cells.focus,
    focusedPile: cells.focusedPile,
    boxOf: cells.boxOf,
    settle: () => draw("glide"),
    /** Forget the table: the next one is another. */
    clear() {
      table = { piles: [], codes: [] };
      shape = "";
      sprites.clear();
      layer.replaceChildren();
      cells.clear();
    },
  };

  const pointer = listenToPointer(board, intents);
  listenToKeys(board, intents);
  new ResizeObserver(([entry]) => {
    if (!entry) return;
    space = entry.contentRect;
    pointer.cancel();
    draw("jump");
  }).observe(element);

  /**
   * @param {Table} next
   * @param {Showing} how
   */
  function show(next, how) {
    table = next;
    showing = how;
    pointer.heed();
    element.classList.toggle("mine", how.mine);
    draw(how.how);
  }

  /** Lays the piles out again if their number or the space for them has changed. */
  function measure() {
    const { width, height } = space;
    const { row, fan, deck } = showing.family;
    const { large, mirror } = showing.look;
    const now = `${width} ${height} ${row} ${fan} ${deck} ${large} ${mirror} ${table.piles.map(({ kind }) => kind).join()}`;
    if (now === shape || !width || !table.piles.length) return;
    shape = now;
    geometry = layOut(table.piles, width, height, showing.family, showing.look);
    element.style.setProperty("--card-w", `${geometry.w}px`);
    element.style.setProperty("--card-h", `${geometry.h}px`);
    element.dataset["design"] = geometry.design;
    element.dataset["tools"] = geometry.tools;
    element.dataset["hands"] = showing.family.hands;
    element.classList.toggle("mirror", mirror);
    cells.arrange(table, geometry, showing.family);
  }

  /** @param {"glide" | "jump" | "deal"} how */
  function draw(how) {
    measure();
    if (!shape) return;
    const still = how === "jump" || calm();
    const look = { ...showing.look, design: geometry.design };
    const heaps = board.heaps();
    /** @type {{sprite: Sprite, to: {x: number, y: number, scale: number, z: number}, travels: boolean, picture: string, open: boolean}[]} */
    const changes = [];
    const present = new Set();
    table.piles.forEach(({ cards, up }, pile) => {
      const places = cardPlaces(geometry, pile, /** @type {import("./geometry.js").Heap} */ (heaps[pile]));
      const { scale } = /** @type {import("./geometry.js").Place} */ (geometry.places[pile]);
      cards.forEach((id, i) => {
        present.add(id);
        const open = i >= cards.length - up;
        const code = table.codes[id] ?? HIDDEN;
        // Of the stock one sees how much there is, whatever was seen of it before.
        const known = heaps[pile]?.kind === "stock" ? HIDDEN : code;
        const picture = open ? `url("${faceUrl(code, look)}")` : onCloth(backUrl(known, look));
        const to = { .../** @type {{x: number, y: number}} */ (places[i]), scale, z: i + 1 };
        let sprite = sprites.get(id);
        if (!sprite) {
          sprite = makeSprite(how === "deal" ? stockPlace() : to, pile);
          sprites.set(id, sprite);
        }
        changes.push({ sprite, to, travels: sprite.pile !== pile || how === "deal", picture, open });
        sprite.pile = pile;
      });
    });
    for (const [id, { element: card }] of sprites) {
      if (present.has(id)) continue;
      card.remove();
      sprites.delete(id);
    }
    const crowded = changes.filter(({ sprite, to }) => sprite.x !== to.x || sprite.y !== to.y).length > MOST_GLIDING;
    let order = 0;
    for (const { sprite, to, travels, picture, open } of how === "deal" ? inDealOrder(changes) : changes) {
      if (sprite.element.classList.contains("held")) continue;
      const moves = sprite.x !== to.x || sprite.y !== to.y || sprite.scale !== to.scale;
      const glide = !still && moves && (travels || !crowded);
      const delay = glide && travels ? order++ * (how === "deal" ? 16 : 22) : 0;
      if (moves || sprite.z !== to.z) place(sprite, to, { glide, delay, lift: travels });
      sprite.element.classList.toggle("open", open);
      sprite.element.classList.toggle(
        "last",
        sprite.z === table.piles[sprite.pile]?.cards.length && sprite.pile === showing.last,
      );
      paint(sprite, picture, !still && sprite.picture !== "", delay + (travels ? 120 : 60));
    }
    cells.tell(table, geometry, heaps, showing.family);
  }

  /** Where cards come from when they are dealt: the stock, or from below. */
  function stockPlace() {
    const field = geometry.places[table.piles.findIndex(({ kind }) => kind === "stock")];
    return {
      x: field?.x ?? (space.width - geometry.w) / 2,
      y: field?.y ?? space.height,
      scale: field?.scale ?? 1,
      z: 0,
    };
  }

  /**
   * Row by row, as cards are dealt.
   * @template {{sprite: Sprite, to: {z: number, x: number}}} T
   * @param {T[]} changes
   */
  const inDealOrder = (changes) =>
    showing.family.row || showing.family.fan
      ? [...changes].sort((a, b) => a.to.z - b.to.z || a.to.x - b.to.x)
      : changes;

  /**
   * @param {{x: number, y: number, scale: number, z: number}} at
   * @param {number} pile
   * @returns {Sprite}
   */
  function makeSprite(at, pile) {
    const card = document.createElement("div");
    const side = document.createElement("div");
    card.className = "card";
    side.className = "side";
    card.append(side);
    layer.append(card);
    const sprite = { element: card, side, picture: "", pile, ...at, glide: null };
    place(sprite, at, { glide: false });
    return sprite;
  }

  /**
   * Lights the piles that the cards in hand may be laid on.
   * @param {readonly number[]} piles
   */
  function light(piles) {
    cells.light(piles);
    for (const pile of table.piles.keys()) {
      const top = table.piles[pile]?.cards.at(-1);
      if (top !== undefined) sprites.get(top)?.element.classList.toggle("lit", piles.includes(pile));
    }
  }

  /**
   * Shows that cards are chosen and wait to be told where to.
   * @param {{pile: number, count: number} | null} block
   * @param {readonly number[]} targets
   */
  function choose(block, targets) {
    const cards = block ? (table.piles[block.pile]?.cards.slice(-block.count) ?? []) : [];
    for (const [id, sprite] of sprites) sprite.element.classList.toggle("chosen", cards.includes(id));
    light(targets);
  }

  return board;
}

/** @typedef {ReturnType<typeof createBoard>} Board */
