/**
 * The piles of a table as cells of a grid: what the keyboard goes to, with a name for who listens and the marks that stand at
 * a pile. Piles that are one thing share a cell.
 *
 * @typedef {import("../table.js").Table} Table
 * @typedef {import("../families.js").Family} Family
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Heap} Heap
 * @typedef {import("./geometry.js").Place} Place
 */
import { markUrl, turnUrl } from "../art/pictures.js";
import { cardPlaces, fanOf } from "./geometry.js";
import { cellName, gridName, stockLabel } from "./speech.js";

/** The signs of suits on empty foundations. */
const FAINT = "#ffffff66";

export function createCells() {
  const element = document.createElement("div");
  element.setAttribute("role", "grid");
  element.className = "grid";
  /** @type {{element: HTMLElement, piles: number[]}[]} */
  let cells = [];
  /** The piles as the cells have them. */
  let order = "";
  /** What is to have the focus as soon as it is there. @type {number | null} */
  let awaited = null;

  /** @param {number} pile */
  const cellOf = (pile) => cells.find(({ piles }) => piles.includes(pile));

  /**
   * Puts the cells where the piles are; makes them anew if these have come to lie in other rows.
   * @param {Table} table
   * @param {Geometry} geometry
   * @param {Family} family
   */
  function arrange(table, { rows, places }, family) {
    const now = JSON.stringify(rows);
    const anew = now !== order;
    const focused = focusedPile() ?? awaited;
    if (anew) make(table, rows, family);
    order = now;
    for (const { element: cell, piles } of cells) {
      const fields = piles.map((pile) => /** @type {Place} */ (places[pile]));
      const [first] = fields;
      if (!first) continue;
      const left = Math.min(...fields.map(({ x }) => x));
      cell.style.translate = `${left}px ${first.y}px`;
      cell.style.width = `${Math.max(...fields.map(({ x }) => x)) + first.w - left}px`;
      cell.style.height = `${first.h}px`;
      cell.style.setProperty("--scale", String(first.scale));
    }
    if (anew && focused !== null) focus(focused);
  }

  /**
   * @param {Table} table
   * @param {Geometry["rows"]} rows
   * @param {Family} family
   */
  function make(table, rows, { foundations, deck }) {
    cells = [];
    const lines = rows.map((row) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.className = "row";
      for (const piles of row) {
        const kind = table.piles[piles[0] ?? 0]?.kind ?? "column";
        const cell = document.createElement("div");
        cell.className = `pile ${kind}`;
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = cells.length ? -1 : 0;
        cell.append(document.createElement("span"));
        if (kind === "foundation" && foundations === "suits") {
          const suit = table.piles.slice(0, piles[0]).filter((pile) => pile.kind === kind).length;
          cell.classList.add("suited", deck);
          cell.style.setProperty("--mark", `url("${markUrl(deck, suit, FAINT)}")`);
        }
        if (kind === "stock") cell.style.setProperty("--mark", `url("${turnUrl()}")`);
        cells.push({ element: cell, piles });
        line.append(cell);
      }
      return line;
    });
    element.replaceChildren(...lines);
  }

  /**
   * Tells what lies on the piles now.
   * @param {Table} table
   * @param {Geometry} geometry
   * @param {readonly Heap[]} heaps
   * @param {Family} family
   */
  function tell(table, geometry, heaps, family) {
    for (const { element: cell, piles } of cells) {
      const [pile = 0] = piles;
      const heap = heaps[pile];
      const field = geometry.places[pile];
      if (!heap || !field) continue;
      cell.setAttribute("aria-label", cellName(table, piles, family));
      cell.classList.toggle(
        "empty",
        piles.every((one) => heaps[one]?.count === 0),
      );
      const dense = heap.kind === "column" && fanOf(geometry, field, heap).dense;
      cell.classList.toggle("dense", dense);
      const end = cardPlaces(geometry, pile, heap).at(-1) ?? field;
      cell.style.setProperty("--end", `${Math.round(end.y - field.y + geometry.h * field.scale)}px`);
      cell.style.setProperty("--across", `${Math.round(end.x - field.x)}px`);
      cell.classList.toggle(
        "turn",
        heap.kind === "stock" && !heap.count && heaps.some(({ kind, count }) => kind === "waste" && count),
      );
      const label = /** @type {HTMLElement} */ (cell.firstElementChild);
      // So many are hard to tell apart: the picker shows them.
      if (dense) label.dataset["many"] = String(heap.count);
      const words = labelOf(table, heap.kind, piles, family);
      // The same words again would make the browser lay out the page.
      if (label.textContent !== words) label.textContent = words;
    }
    element.setAttribute("aria-label", gridName());
  }

  /**
   * What stands at a pile.
   * @param {Table} table
   * @param {string} kind
   * @param {readonly number[]} piles that are one thing
   * @param {Family} family
   */
  function labelOf(table, kind, piles, family) {
    if (kind === "stock") return stockLabel(table, piles[0] ?? 0, family);
    if (kind !== "foundation" || family.foundations !== "sets") return "";
    return `${piles.filter((one) => table.piles[one]?.cards.length).length}/${piles.length}`;
  }

  /** Lights the cells of these piles. @param {readonly number[]} lit */
  function light(lit) {
    for (const { element: cell, piles } of cells)
      cell.classList.toggle(
        "lit",
        piles.some((pile) => lit.includes(pile)),
      );
  }

  /** @param {number} pile */
  function focus(pile) {
    const target = cellOf(pile);
    awaited = target ? null : pile;
    if (!target) return;
    for (const { element: cell } of cells) cell.tabIndex = cell === target.element ? 0 : -1;
    target.element.focus({ preventScroll: true });
  }

  /** @returns {number | null} */
  function focusedPile() {
    return cells.find(({ element: cell }) => cell === document.activeElement)?.piles[0] ?? null;
  }

  return {
    element,
    all: () => cells,
    arrange,
    tell,
    light,
    focus,
    focusedPile,
    /** Where a pile is on the page. @param {number} pile */
    boxOf: (pile) => cellOf(pile)?.element.getBoundingClientRect(),
    /** The next table is another. */
    clear() {
      cells = [];
      order = "";
      awaited = null;
      element.replaceChildren();
    },
  };
}
