/** Moving cards by `translate` alone. What is true never waits for what moves: a card is where it belongs at once, and only looks late. */

const EASING = "cubic-bezier(.25,.75,.3,1)";
const LIFT = 2000;

/**
 * @typedef {object} Sprite
 * @property {HTMLElement} element
 * @property {HTMLElement} side
 * @property {string} picture
 * @property {number} pile
 * @property {number} x
 * @property {number} y
 * @property {number} scale
 * @property {number} z
 * @property {{animation: Animation, x: number, y: number, scale: number} | null} glide under way: where it came from
 */

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Where the card is seen now.
 * @param {Sprite} sprite
 */
function seenAt({ x, y, scale, glide }) {
  const part = glide?.animation.effect?.getComputedTiming().progress;
  if (!glide || typeof part !== "number")
    return glide && glide.animation.playState !== "finished" ? glide : { x, y, scale };
  return {
    x: glide.x + (x - glide.x) * part,
    y: glide.y + (y - glide.y) * part,
    scale: glide.scale + (scale - glide.scale) * part,
  };
}

/**
 * Puts a card in its place, at once or gliding there from wherever it is seen now.
 * @param {Sprite} sprite
 * @param {{x: number, y: number, scale: number, z: number}} to
 * @param {{glide: boolean, delay?: number, lift?: boolean}} how
 */
export function place(sprite, to, { glide, delay = 0, lift = false }) {
  const { element } = sprite;
  const from = seenAt(sprite);
  sprite.glide?.animation.cancel();
  sprite.glide = null;
  Object.assign(sprite, to);
  element.style.translate = `${to.x}px ${to.y}px`;
  element.style.scale = String(to.scale);
  element.style.zIndex = String(to.z);
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (!glide || far < 0.5) return;
  const animation = element.animate(
    [
      { translate: `${from.x}px ${from.y}px`, scale: String(from.scale) },
      { translate: `${to.x}px ${to.y}px`, scale: String(to.scale) },
    ],
    { duration: Math.min(340, 150 + far * 0.22), delay, easing: EASING, fill: "backwards" },
  );
  sprite.glide = { animation, x: from.x, y: from.y, scale: from.scale };
  if (lift) element.style.zIndex = String(LIFT + to.z);
  animation.onfinish = () => {
    if (sprite.glide?.animation !== animation) return;
    sprite.glide = null;
    element.style.zIndex = String(sprite.z);
  };
}

/**
 * A dragged card follows the pointer.
 * @param {Sprite} sprite
 * @param {number} x
 * @param {number} y
 */
export function carry(sprite, x, y) {
  sprite.glide?.animation.cancel();
  sprite.glide = null;
  sprite.x = x;
  sprite.y = y;
  sprite.scale = 1;
  sprite.element.style.translate = `${x}px ${y}px`;
  sprite.element.style.scale = "1";
  sprite.element.style.zIndex = String(2 * LIFT + sprite.z);
}

/**
 * Shows another picture, turning the card over if `turn`.
 * @param {Sprite} sprite
 * @param {string} picture as a background image
 * @param {boolean} turn
 * @param {number} delay
 */
export function paint(sprite, picture, turn, delay) {
  if (sprite.picture === picture) return;
  sprite.picture = picture;
  const { side } = sprite;
  const show = () => {
    side.style.backgroundImage = sprite.picture;
  };
  if (!turn) return show();
  side.animate([{ scale: "1 1" }, { scale: "0 1" }], { duration: 110, delay, easing: "ease-in" }).onfinish = () => {
    show();
    side.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: 130, easing: "ease-out" });
  };
}
