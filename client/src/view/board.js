/**
 * The table on the page: one element for each card, kept for as long as the table is, and one focusable cell for each pile.
 * `show` is the one way in; gestures go out as intents. Which moves are legal it is told.
 *
 * @typedef {import("../table.js").Table} Table
 * @typedef {import("../notation.js").Move} Move
 * @typedef {import("./motion.js").Sprite} Sprite
 * @typedef {import("./geometry.js").Geometry} Geometry
 *
 * @typedef {object} Intents what a person means by a gesture
 * @property {(pile: number, count: number) => void} tap
 * @property {(move: Move) => boolean} drop whether the cards stay where they were dropped
 * @property {(pile: number) => void} pick choose from a list what to move
 * @property {() => void} deal
 * @property {() => void} undo
 * @property {(what: "table" | "race") => void} tell read out
 * @property {(pile: number, count: number) => number[]} targets piles that a block may be laid on
 * @property {(pile: number) => "picker" | "tap"} enter
 *
 * @typedef {object} Showing
 * @property {boolean} mine whether gestures mean anything
 * @property {"glide" | "jump" | "deal"} how
 * @property {{language: string, colours: number}} look
 * @property {{row: number}} family
 * @property {number | null} last pile that the last move went to
 */
import { backUrl, faceUrl } from "../art/pictures.js";
import { HIDDEN } from "../table.js";
import { cardPlaces, fanOf, layOut } from "./geometry.js";
import { listenToKeys } from "./keys.js";
import { calm, paint, place } from "./motion.js";
import { listenToPointer } from "./pointer.js";
import { cellName, gridName, rowsLabel } from "./speech.js";

/** More cards than this on the move at once, and those that only make room jump. */
const MOST_GLIDING = 40;

/** @param {Intents} intents */
export function createBoard(intents) {
  const element = document.createElement("div");
  element.className = "board";
  const grid = document.createElement("div");
  grid.setAttribute("role", "grid");
  grid.className = "grid";
  const layer = document.createElement("div");
  layer.className = "cards";
  layer.setAttribute("aria-hidden", "true");
  element.append(grid, layer);

  /** @type {Map<number, Sprite>} */
  const sprites = new Map();
  /** @type {{element: HTMLElement, piles: number[]}[]} */
  let cells = [];
  /** @type {Table} */
  let table = { piles: [], codes: [] };
  /** @type {Geometry} */
  let geometry = layOut([], 1, 1, { row: 0 });
  /** @type {Showing} */
  let showing = { mine: false, how: "jump", look: { language: "en", colours: 2 }, family: { row: 0 }, last: null };
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
    get cells() {
      return cells;
    },
    heaps: () => table.piles.map(({ kind, cards, up }) => ({ kind, count: cards.length, up })),
    sprites,
    show,
    light,
    focus,
    focusedPile,
    settle: () => draw("glide"),
    /** Forget the table: the next one is another. */
    clear() {
      table = { piles: [], codes: [] };
      shape = "";
      sprites.clear();
      layer.replaceChildren();
      grid.replaceChildren();
      cells = [];
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
    element.classList.toggle("mine", how.mine);
    draw(how.how);
  }

  /** Lays the piles out again if their number or the space for them has changed. */
  function measure() {
    const { width, height } = space;
    const now = `${width} ${height} ${showing.family.row} ${table.piles.map(({ kind }) => kind).join()}`;
    if (now === shape || !width || !table.piles.length) return;
    shape = now;
    geometry = layOut(table.piles, width, height, showing.family);
    element.style.setProperty("--card-w", `${geometry.w}px`);
    element.style.setProperty("--card-h", `${geometry.h}px`);
    element.dataset["design"] = geometry.design;
    if (cells.reduce((sum, { piles }) => sum + piles.length, 0) !== table.piles.length) makeCells();
    for (const { element: cell, piles } of cells) {
      const fields = piles.map((pile) => /** @type {import("./geometry.js").Place} */ (geometry.places[pile]));
      const first = fields[0];
      const last = fields.at(-1);
      if (!first || !last) continue;
      cell.style.translate = `${first.x}px ${first.y}px`;
      cell.style.width = `${last.x + last.w - first.x}px`;
      cell.style.height = `${first.h}px`;
      cell.style.setProperty("--scale", String(first.scale));
    }
  }

  function makeCells() {
    const rows = [document.createElement("div"), document.createElement("div")];
    cells = [];
    const foundations = table.piles.flatMap(({ kind }, i) => (kind === "foundation" ? [i] : []));
    table.piles.forEach(({ kind }, i) => {
      if (kind === "foundation" && i !== foundations[0]) return;
      const cell = document.createElement("div");
      cell.className = `pile ${kind}`;
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = cells.length ? -1 : 0;
      cell.append(document.createElement("span"));
      rows[kind === "column" ? 0 : 1]?.append(cell);
      cells.push({ element: cell, piles: kind === "foundation" ? foundations : [i] });
    });
    for (const row of rows) {
      row.setAttribute("role", "row");
      row.className = "row";
    }
    grid.replaceChildren(...rows);
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
        const picture = open ? faceUrl(code, look) : backUrl(code, look);
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
    for (const { element: cell, piles } of cells) {
      const [pile = 0] = piles;
      const heap = heaps[pile];
      const field = geometry.places[pile];
      if (!heap || !field) continue;
      cell.setAttribute("aria-label", cellName(table, piles, showing.family.row));
      cell.classList.toggle(
        "empty",
        piles.every((one) => heaps[one]?.count === 0),
      );
      cell.classList.toggle("dense", heap.kind === "column" && fanOf(geometry, field, heap).dense);
      const end = cardPlaces(geometry, pile, heap).at(-1)?.y ?? field.y;
      cell.style.setProperty("--end", `${Math.round(end - field.y + geometry.h * field.scale)}px`);
      const label = /** @type {HTMLElement} */ (cell.firstElementChild);
      label.textContent = stockLabel(heap.kind, piles, heaps);
    }
    grid.setAttribute("aria-label", gridName());
  }

  /**
   * @param {string} kind
   * @param {number[]} piles
   * @param {{count: number}[]} heaps
   */
  function stockLabel(kind, piles, heaps) {
    if (kind === "stock") return rowsLabel(Math.ceil((heaps[piles[0] ?? 0]?.count ?? 0) / (showing.family.row || 1)));
    if (kind === "foundation") return `${piles.filter((pile) => heaps[pile]?.count).length}/${piles.length}`;
    return "";
  }

  function stockPlace() {
    const stock = table.piles.findIndex(({ kind }) => kind === "stock");
    const field = geometry.places[stock];
    return { x: field?.x ?? 0, y: field?.y ?? 0, scale: field?.scale ?? 1, z: 0 };
  }

  /**
   * Row by row, as cards are dealt.
   * @template {{sprite: Sprite, to: {z: number, x: number}}} T
   * @param {T[]} changes
   */
  const inDealOrder = (changes) => [...changes].sort((a, b) => a.to.z - b.to.z || a.to.x - b.to.x);

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
    for (const { element: cell, piles: own } of cells)
      cell.classList.toggle(
        "lit",
        own.some((pile) => piles.includes(pile)),
      );
    for (const pile of table.piles.keys()) {
      const top = table.piles[pile]?.cards.at(-1);
      if (top !== undefined) sprites.get(top)?.element.classList.toggle("lit", piles.includes(pile));
    }
  }

  /** @param {number} pile */
  function focus(pile) {
    const target = cells.find(({ piles }) => piles.includes(pile));
    if (!target) return;
    for (const { element: cell } of cells) cell.tabIndex = cell === target.element ? 0 : -1;
    target.element.focus({ preventScroll: true });
  }

  /** @returns {number | null} */
  function focusedPile() {
    return cells.find(({ element: cell }) => cell === document.activeElement)?.piles[0] ?? null;
  }

  return board;
}

/** @typedef {ReturnType<typeof createBoard>} Board */
