/** A short joy: signs of suits that fly up from a set, or rain over a table that is won. They carry nothing and are soon gone. */
import { calm } from "./motion.js";

const FROM_SET = 9;
const RAIN = 44;

/**
 * @param {readonly string[]} pictures addresses
 * @param {{from?: DOMRect}} [how] from: where a set has just come to lie; without: over the whole window
 * @returns {number} how many signs fly
 */
export function cheer(pictures, { from } = {}) {
  if (calm() || document.hidden) return 0;
  const sky = document.createElement("div");
  sky.className = "sky";
  sky.setAttribute("aria-hidden", "true");
  const count = from ? FROM_SET : RAIN;
  const flights = Array.from({ length: count }, (_, i) => {
    const sign = document.createElement("img");
    sign.src = pictures[i % pictures.length] ?? "";
    sign.alt = "";
    sky.append(sign);
    return from ? burst(sign, from, i / (count - 1)) : fall(sign, i);
  });
  document.body.append(sky);
  void Promise.allSettled(flights.map(({ finished }) => finished)).then(() => sky.remove());
  return count;
}

/**
 * Upwards in a fan.
 * @param {HTMLElement} sign
 * @param {DOMRect} from
 * @param {number} part of the fan, 0 to 1
 */
function burst(sign, { left, top, width }, part) {
  const angle = Math.PI * (0.15 + 0.7 * part);
  const [x, y, far] = [left + width / 2, top, 90 + 50 * Math.sin(part * 9)];
  return sign.animate(
    [
      { translate: `${x}px ${y}px`, scale: "0.4", opacity: 1 },
      { translate: `${x + far * Math.cos(angle)}px ${y - far * Math.sin(angle)}px`, scale: "1", opacity: 1, offset: 0.6 },
      { translate: `${x + far * 1.2 * Math.cos(angle)}px ${y - far * 0.8 * Math.sin(angle)}px`, scale: "0.8", opacity: 0 },
    ],
    { duration: 900, easing: "ease-out", fill: "both" },
  );
}

/**
 * @param {HTMLElement} sign
 * @param {number} i
 */
function fall(sign, i) {
  // Spread evenly by the golden ratio: no two neighbours fall together, and it needs no chance.
  const place = (i * 0.618034) % 1;
  const [x, turn] = [place * innerWidth, (place - 0.5) * 500];
  return sign.animate(
    [
      { translate: `${x}px -60px`, rotate: "0deg", opacity: 1 },
      { translate: `${x + turn * 0.2}px ${innerHeight * 0.8}px`, rotate: `${turn}deg`, opacity: 1, offset: 0.8 },
      { translate: `${x + turn * 0.3}px ${innerHeight}px`, rotate: `${turn * 1.2}deg`, opacity: 0 },
    ],
    { duration: 1800 + place * 900, delay: i * 25, easing: "cubic-bezier(.3,.2,.6,1)", fill: "both" },
  );
}
