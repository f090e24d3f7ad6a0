/**
 * Moves as text: `3>5x2` is two cards from pile 3 to pile 5, `3>5` one card. Between cells the gap comes first:
 * `r2c9<r4c1`. The piles' names follow from their kinds.
 *
 * @typedef {{source: number, target: number, count: number}} Move piles by their index in the table
 */

/** Cells in a row, where a table has any. */
export const CELLS_A_ROW = 9;

/**
 * The names of a table's piles: columns "1" "2" …, stock "S", waste "W", foundations "F1" …, cells "r1c1" ….
 * @param {readonly {kind: string}[]} piles
 * @returns {string[]} one per pile
 */
export function pileNames(piles) {
  /** @type {Record<string, number>} */
  const seen = {};
  return piles.map(({ kind }) => {
    const number = (seen[kind] = (seen[kind] ?? 0) + 1);
    switch (kind) {
      case "stock":
        return "S";
      case "waste":
        return "W";
      case "foundation":
        return `F${number}`;
      case "cell":
        return `r${Math.ceil(number / CELLS_A_ROW)}c${((number - 1) % CELLS_A_ROW) + 1}`;
      default:
        return String(number);
    }
  });
}

/** Between cells the arrow points from right to left. @param {readonly string[]} names */
const arrowOf = ([first]) => (first === "r1c1" ? "<" : ">");

/**
 * @param {string} text
 * @param {readonly string[]} names
 * @returns {Move | null} null for anything that is not a move between two piles (such as `D`)
 */
export function parseMove(text, names) {
  const [, first = "", arrow, second = "", count = "1"] = /^(\w+)([<>])(\w+?)(?:x(\d+))?$/.exec(text) ?? [];
  if (arrow !== arrowOf(names)) return null;
  const [a, b] = [names.indexOf(first), names.indexOf(second)];
  if (a < 0 || b < 0) return null;
  return arrow === ">"
    ? { source: a, target: b, count: Number(count) }
    : { source: b, target: a, count: Number(count) };
}

/**
 * @param {Move} move
 * @param {readonly string[]} names
 */
export function formatMove({ source, target, count }, names) {
  const many = count > 1 ? `x${count}` : "";
  return arrowOf(names) === ">"
    ? `${names[source]}>${names[target]}${many}`
    : `${names[target]}<${names[source]}${many}`;
}

/** The actions that are no move between two piles. */
export const DEAL = "D";
export const UNDO = "U";
