/** The four Spanish suits and their three figures, drawn in a box of 100 by 100 and of 150 by 220. */

const LINE = "#2a2119";
export const GOLD = "#eab22c";
const RED = "#c4122f";
const BLUE = "#1f5fae";
const GREEN = "#1d8443";
const SKIN = "#f3d9bb";
const PALE = "#fdf3d4";

/** @type {readonly string[]} oros, copas, espadas, bastos */
export const SPANISH_COLOURS = [GOLD, RED, BLUE, GREEN];

/** Gaps in each of the long edges of the frame, *la pinta*: the suit can be told from the edge of a card alone. */
const GAPS = [0, 1, 2, 3];

/** @type {readonly string[]} strokes are dark where nothing else is said */
const MARKS = [
  `<circle cx="50" cy="50" r="44" fill="${GOLD}"/><circle cx="50" cy="50" r="31" fill="${PALE}"/><path d="M50 22 57 38 73 30 66 46 80 50 66 56 73 71 57 63 50 79 43 63 27 71 34 56 20 50 34 46 27 30 43 38Z" fill="${GOLD}" stroke-width="3"/><circle cx="50" cy="50.500" r="8" fill="${RED}" stroke-width="3"/>`,
  `<path d="M43 62H57V78L72 87V94H28V87L43 78Z" fill="${GOLD}"/><path d="M16 10H84C84 44 72 66 50 66 28 66 16 44 16 10Z" fill="${RED}"/><path d="M16 10H84L82 26H18Z" fill="${GOLD}"/><path d="M31 36C33 46 38 52 44 55" fill="none" stroke="#fff" stroke-width="5"/>`,
  `<path d="M50 1 64 16V62H36V16Z" fill="#dce9f7"/><path d="M50 10V60" stroke="${BLUE}" stroke-width="7"/><path d="M12 54C28 65 72 65 88 54L92 67C76 79 24 79 8 67Z" fill="${BLUE}"/><path d="M42 74H58V88H42Z" fill="${GOLD}"/><circle cx="50" cy="91" r="8" fill="${GOLD}"/>`,
  `<path d="M39 97 26 44C20 20 32 3 50 3 68 3 80 20 74 44L61 97Z" fill="${GREEN}"/><path d="M36 84H64L61 97H39Z" fill="${GOLD}"/><path d="M42 18C37 30 39 44 43 58M58 34C62 46 60 60 56 72" fill="none" stroke="#8fd08a" stroke-width="5"/><g fill="#f0dfae"><ellipse cx="23" cy="36" rx="9" ry="8"/><ellipse cx="77" cy="24" rx="9" ry="8"/><ellipse cx="70" cy="60" rx="8" ry="7"/></g>`,
];

/**
 * @param {number} suit
 * @param {number} x centre
 * @param {number} y centre
 * @param {number} size
 */
export const spanishMark = (suit, x, y, size) =>
  `<g transform="translate(${x} ${y})scale(${+(size / 100).toFixed(3)})translate(-50 -50)" stroke="${LINE}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">${MARKS[suit]}</g>`;

/**
 * La pinta.
 * @param {number} suit
 * @param {number} width of the card
 * @param {number} height
 * @param {number} inset
 * @param {number} weight
 */
export function pinta(suit, width, height, inset, weight) {
  const gaps = GAPS[suit] ?? 0;
  const [left, right] = [inset, width - inset];
  const gap = (right - left) * 0.07;
  const part = (right - left - gaps * gap) / (gaps + 1);
  const edge = (/** @type {number} */ y) =>
    Array.from({ length: gaps + 1 }, (_, i) => `M${+(left + i * (part + gap)).toFixed(1)} ${y}h${+part.toFixed(1)}`);
  const sides = `M${left} ${inset}V${height - inset}M${right} ${inset}V${height - inset}`;
  return `<path d="${sides}${edge(inset).join("")}${edge(height - inset).join("")}" fill="none" stroke="${LINE}" stroke-width="${weight}" stroke-linecap="square"/>`;
}

/**
 * Sota, caballo and rey: a page on foot, a rider, a crowned king.
 * @param {number} rank 10, 11 or 12
 * @param {number} suit
 */
export function figure(rank, suit) {
  const cloth = suit === 0 ? "#b5651d" : (SPANISH_COLOURS[suit] ?? RED);
  const second = suit === 2 ? RED : BLUE;
  const head = (/** @type {number} */ x, /** @type {number} */ y) =>
    `<path d="M${x - 15} ${y - 8}C${x - 20} ${y + 16} ${x - 14} ${y + 22} ${x - 9} ${y + 20}H${x + 9}C${x + 14} ${y + 22} ${x + 20} ${y + 16} ${x + 15} ${y - 8}Z" fill="${rank === 12 ? "#6b5646" : "#8a4f22"}"/><path d="M${x - 11} ${y - 8}V${y + 4}C${x - 9} ${y + 16} ${x + 9} ${y + 16} ${x + 11} ${y + 4}V${y - 8}Z" fill="${SKIN}"/><path d="M${x - 6} ${y}h3M${x + 3} ${y}h3M${x - 3} ${y + 7}q3 2 6 0" fill="none" stroke-width="2.200"/>`;
  const cap = (/** @type {number} */ x, /** @type {number} */ y) =>
    `<path d="M${x - 18} ${y - 6}C${x - 18} ${y - 24} ${x + 18} ${y - 24} ${x + 18} ${y - 6}Z" fill="${second}"/><path d="M${x + 10} ${y - 16}C${x + 22} ${y - 32} ${x + 34} ${y - 26} ${x + 34} ${y - 18}Z" fill="#fff"/>`;
  const body = {
    10: `<path d="M57 168V204H46L44 212H68L70 168ZM80 168 82 212H106L104 204H93V168Z" fill="${second}"/><path d="M52 84H98L112 140 104 146 94 116 102 172H48L56 116 46 146 38 140Z" fill="${cloth}"/><path d="M53 128H97V138H53Z" fill="${GOLD}"/><path d="M63 84H87L75 104Z" fill="#fff"/>${head(75, 68)}${cap(75, 66)}`,
    11: `<path d="M26 124C20 150 24 176 20 212H34L42 170H86L96 212H110L106 164C118 150 116 132 122 118L138 122 142 108 128 92 124 82 116 92C104 100 98 122 90 124Z" fill="#f5efe2"/><path d="M26 124C14 132 14 156 18 176L26 166Z" fill="#8a7b63"/><path d="M116 92C106 98 100 112 100 124L108 110Z" fill="#8a7b63"/><circle cx="127" cy="102" r="2" fill="${LINE}"/><path d="M100 124 136 118" stroke="${RED}" stroke-width="4"/><path d="M46 82H80L88 126C82 134 80 150 76 164L88 172V178H62L64 132H44Z" fill="${cloth}"/><path d="M40 126H90L86 138H42Z" fill="${second}"/><path d="M53 82H73L63 98Z" fill="#fff"/>${head(63, 66)}${cap(63, 64)}`,
    12: `<path d="M46 90C36 130 30 176 26 212H124C120 176 114 130 104 90Z" fill="${cloth}"/><path d="M62 90H88L96 212H54Z" fill="${PALE}"/><path d="M66 112H84M63 136H87M60 160H90M58 186H92" stroke="${GOLD}" stroke-width="6"/><path d="M42 92C54 104 96 104 108 92L112 108C96 120 54 120 38 108Z" fill="#fff"/>${head(75, 70)}<path d="M61 70C60 92 70 98 75 98 80 98 90 92 89 70L85 82H65Z" fill="#6b5646"/><path d="M57 58 53 34 66 44 75 28 84 44 97 34 93 58C84 54 66 54 57 58Z" fill="${GOLD}"/><path d="M110 128 116 120 120 130Z" fill="${SKIN}"/>`,
  }[rank];
  const at = { 10: [116, 62], 11: [22, 62], 12: [122, 62] }[rank] ?? [116, 62];
  return `<g stroke="${LINE}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">${body}</g>${spanishMark(suit, at[0] ?? 0, at[1] ?? 0, 50)}`;
}

/**
 * What a figure wears on its head, for the compact face. In a box 40 wide and 24 high.
 * @param {number} rank 10, 11 or 12
 * @param {number} x left edge
 * @param {number} y top edge
 */
export function emblem(rank, x, y) {
  const path = {
    10: `<path d="M4 22C4 4 32 4 32 22Z" fill="${BLUE}"/><path d="M24 10C32-3 40 2 39 9Z" fill="#fff"/>`,
    11: `<path d="M8 23C8 12 16 4 24 3L26-2 29 4 38 13 34 18 25 14C25 18 27 20 29 23Z" fill="#f5efe2"/>`,
    12: `<path d="M4 22 1 4 12 12 20 0 28 12 39 4 36 22Z" fill="${GOLD}"/>`,
  }[rank];
  return `<g transform="translate(${x} ${y})" stroke="${LINE}" stroke-width="2" stroke-linejoin="round">${path}</g>`;
}
