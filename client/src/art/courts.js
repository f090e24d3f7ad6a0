/** Jack, queen and king: one half of the figure, which the card then shows twice. Drawn for a card of 250 by 350. */
import { INK, suitMark } from "./suits.js";

const GOLD = "#e0a63a";
const SKIN = "#f3d9bb";

/**
 * The half of a court card above its middle line.
 * @param {number} rank 11, 12 or 13
 * @param {number} suit
 * @param {string} colour the suit's
 */
function half(rank, suit, colour) {
  const cloth = colour === INK ? "#25345c" : colour;
  const dark = `stroke="${INK}" stroke-width="2.5" stroke-linejoin="round"`;
  const hair = { 11: "#a8652a", 12: "#7a3b1d", 13: "#5b4a3f" }[rank];
  const robe = `<path d="M48 176V166C56 150 84 142 106 136H144C166 142 194 150 202 166V176Z" fill="${cloth}" ${dark}/>`;
  const collar = {
    11: `<path d="M103 137H147L125 176Z" fill="${GOLD}" ${dark}/><path d="M114 137H136L125 158Z" fill="#fff" ${dark}/>`,
    12: `<path d="M98 139C108 158 142 158 152 139L168 145C150 182 100 182 82 145Z" fill="${GOLD}" ${dark}/><path d="M106 137C114 150 136 150 144 137Z" fill="${SKIN}" ${dark}/>`,
    13: `<path d="M92 140 112 136 125 150 138 136 158 140 148 176H102Z" fill="${GOLD}" ${dark}/><path d="M116 140H134V176H116Z" fill="#fff" ${dark}/>`,
  }[rank];
  const behind = {
    11: `<path d="M101 92C96 118 98 132 104 136H146C152 132 154 118 149 92Z" fill="${hair}" ${dark}/>`,
    12: `<path d="M100 92C90 116 90 138 98 150L112 140H138L152 150C160 138 160 116 150 92Z" fill="${hair}" ${dark}/>`,
    13: `<path d="M100 92C95 112 98 126 104 132H146C152 126 155 112 150 92Z" fill="${hair}" ${dark}/>`,
  }[rank];
  const head = `<path d="M116 122H134V140C130 146 120 146 116 140Z" fill="${SKIN}" ${dark}/><path d="M106 96C104 120 114 133 125 133 136 133 146 120 144 96Z" fill="${SKIN}" ${dark}/>`;
  const face = `<path d="M114 109.500h5M131 109.500h5" stroke="${INK}" stroke-width="3.500" stroke-linecap="round"/><path d="M125 110 123 117h4M120 123q5 3 10 0" fill="none" stroke="${INK}" stroke-width="2" stroke-linecap="round"/>`;
  const beard =
    rank === 13
      ? `<path d="M105 104C103 134 116 148 125 150 134 148 147 134 145 104 141 116 138 118 133 118 128 115 122 115 117 118 112 118 109 116 105 104Z" fill="${hair}" ${dark}/><path d="M120 123q5 2 10 0" stroke="${SKIN}" stroke-width="2.500" fill="none" stroke-linecap="round"/>`
      : "";
  const crown = {
    11: `<path d="M99 97C96 80 112 74 128 76 146 77 154 86 151 97Z" fill="${cloth}" ${dark}/><path d="M97 97H153V103C135 100 115 100 97 103Z" fill="${GOLD}" ${dark}/><path d="M146 92C160 92 172 84 174 74 160 76 150 80 146 92Z" fill="#fff" ${dark}/>`,
    12: `<path d="M101 98 96 79 110 87 125 73 140 87 154 79 149 98C134 94 116 94 101 98Z" fill="${GOLD}" ${dark}/><g fill="#fff" ${dark}><circle cx="96" cy="78" r="4"/><circle cx="125" cy="73" r="4"/><circle cx="154" cy="78" r="4"/></g>`,
    13: `<path d="M101 98 97 74 112 83 119 72H131L138 83 153 74 149 98C134 94 116 94 101 98Z" fill="${GOLD}" ${dark}/><circle cx="125" cy="86" r="4.500" fill="${cloth}" ${dark}/>`,
  }[rank];
  return robe + behind + collar + head + face + beard + crown + suitMark(suit, 70, 94, 30, colour);
}

/**
 * The picture of a court card, in its frame.
 * @param {number} rank
 * @param {number} suit
 * @param {string} colour
 */
export function court(rank, suit, colour) {
  const figure = half(rank, suit, colour);
  return (
    `<clipPath id="h"><path d="M48 70H202V175H48Z"/></clipPath><rect x="48" y="70" width="154" height="210" rx="6" fill="#fbf1da"/>` +
    `<g clip-path="url(#h)">${figure}</g><g transform="rotate(180 125 175)" clip-path="url(#h)">${figure}</g>` +
    `<path d="M48 175H202" stroke="${GOLD}" stroke-width="5"/><rect x="48" y="70" width="154" height="210" rx="6" fill="none" stroke="${INK}" stroke-width="2.500"/>`
  );
}
