/**
 * Moves as text: `3>5x2` is two cards from pile 3 to pile 5, `3>5` one card. The piles' names follow from their kinds.
 *
 * @typedef {{source: number, target: number, count: number}} Move piles by their index in the table
 */

/**
 * The names of a table's piles: columns "1" "2" …, stock "S", waste "W", foundations "F1" ….
 * @param {readonly {kind: string}[]} piles
 * @returns {string[]} one per pile
 */
export function pileNames(piles) {
  /** @type {Record<string, number>} */
  const seen = {};
  return piles.map(({ kind }) => {
    const number = (seen[kind] = (seen[kind] ?? 0) + 1);
    if (kind === "stock") return "S";
    if (kind === "waste") return "W";
    return kind === "foundation" ? `F${number}` : String(number);
  });
}

/**
 * @param {string} text
 * @param {readonly string[]} names
 * @returns {Move | null} null for anything that is not a move between two piles (such as `D`)
 */
export function parseMove(text, names) {
  const match = /^(\w+)>(\w+?)(?:x(\d+))?$/.exec(text);
  if (!match) return null;
  const source = names.indexOf(match[1] ?? "");
  const target = names.indexOf(match[2] ?? "");
  return source < 0 || target < 0 ? null : { source, target, count: Number(match[3] ?? 1) };
}

/**
 * @param {Move} move
 * @param {readonly string[]} names
 */
export function formatMove({ source, target, count }, names) {
  return `${names[source]}>${names[target]}${count > 1 ? `x${count}` : ""}`;
}

/** The actions that are no move between two piles. */
export const DEAL = "D";
export const UNDO = "U";
