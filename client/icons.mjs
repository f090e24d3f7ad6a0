// The icon as PNG, for those who do not take SVG: drawn from src/icon.svg itself, which is made of nothing but rects with
// round corners and one path of M, c, C, H and Z, in groups that at most turn.

import { deflateSync } from "node:zlib";

/** Points that are asked in each pixel, across and down. */
const FINE = 4;
/** Straight pieces that a curve is drawn with. */
const PIECES = 12;

/** @typedef {[x: number, y: number]} Point */
/** @typedef {{points: Point[], colour: number[]}} Shape */

/** @param {string} tag @param {string} name */
const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";

/** @param {Point} from @param {Point} a @param {Point} b @param {Point} to @returns {Point[]} */
const curve = (from, a, b, to) =>
  Array.from({ length: PIECES }, (_, i) => {
    const t = (i + 1) / PIECES;
    const at = (/** @type {0 | 1} */ k) =>
      (1 - t) ** 3 * from[k] + 3 * (1 - t) ** 2 * t * a[k] + 3 * (1 - t) * t * t * b[k] + t ** 3 * to[k];
    return [at(0), at(1)];
  });

/** @param {string} d @returns {Point[]} */
function pathPoints(d) {
  /** @type {Point[]} */
  const points = [];
  for (const [, command = "", rest = ""] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = [...rest.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
    if (command === "Z") continue;
    if (!"MHCc".includes(command)) throw new Error(`the icon's path has a ${command}, which is not drawn here`);
    const step = { M: 2, H: 1 }[command] ?? 6;
    for (let i = 0; i < numbers.length; i += step) {
      const [x = 0, y = 0] = points.at(-1) ?? [];
      const [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0] = numbers.slice(i, i + step);
      if (command === "M") points.push([a, b]);
      else if (command === "H") points.push([a, y]);
      else {
        const [dx, dy] = command === "c" ? [x, y] : [0, 0];
        points.push(...curve([x, y], [a + dx, b + dy], [c + dx, e + dy], [f + dx, g + dy]));
      }
    }
  }
  return points;
}

/** @param {string} tag @param {number} round @returns {Point[]} */
function rectPoints(tag, round) {
  const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(attribute(tag, name)));
  const corners = /** @type {const} */ ([
    [1, 1, 0],
    [0, 1, 1],
    [0, 0, 2],
    [1, 0, 3],
  ]);
  return corners.flatMap(([right, low, quarter]) =>
    Array.from({ length: PIECES + 1 }, (_, i) => {
      const angle = ((quarter + i / PIECES) * Math.PI) / 2;
      const across = (x ?? 0) + (right ? (w ?? 0) - round : round);
      const down = (y ?? 0) + (low ? (h ?? 0) - round : round);
      return /** @type {Point} */ ([across + round * Math.cos(angle), down + round * Math.sin(angle)]);
    }),
  );
}

/**
 * @param {string} svg
 * @param {boolean} whole without round corners of its own: the device cuts it
 * @returns {{size: number, shapes: Shape[]}} size of the drawing, and what lies in it from bottom to top
 */
function shapesOf(svg, whole) {
  const size = Number(attribute(svg, "viewBox").split(" ")[2]);
  /** @type {Shape[]} */
  const shapes = [];
  let turn = [0, 0, 0];
  for (const [tag = "", name] of svg.matchAll(/<(\/?\w+)[^>]*>/g)) {
    if (name === "g") turn = attribute(tag, "transform").match(/-?[\d.]+/g)?.map(Number) ?? turn;
    if (name === "/g") turn = [0, 0, 0];
    if (name !== "rect" && name !== "path") continue;
    const [degrees = 0, cx = 0, cy = 0] = turn;
    const angle = (degrees * Math.PI) / 180;
    const round = whole && shapes.length === 0 ? 0 : Number(attribute(tag, "rx"));
    const plain = name === "rect" ? rectPoints(tag, round) : pathPoints(attribute(tag, "d"));
    shapes.push({
      points: plain.map(([x, y]) => [
        cx + (x - cx) * Math.cos(angle) - (y - cy) * Math.sin(angle),
        cy + (x - cx) * Math.sin(angle) + (y - cy) * Math.cos(angle),
      ]),
      colour: attribute(tag, "fill").match(/[0-9a-f]{2}/g)?.map((byte) => parseInt(byte, 16)) ?? [0, 0, 0],
    });
  }
  return { size, shapes };
}

/**
 * Where a line across enters and leaves a shape.
 * @param {Shape} shape
 * @param {number} y
 */
const crossings = ({ points }, y) =>
  points
    .flatMap(([x1, y1], i) => {
      const [x2, y2] = points[(i + 1) % points.length] ?? [x1, y1];
      return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
    })
    .sort((a, b) => a - b);

/** @param {string} kind @param {Uint8Array} data */
function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The check sum of PNG chunks (ISO 3309). @param {Uint8Array} data */
function crc(data) {
  let sum = -1;
  for (const byte of data) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/**
 * @param {string} svg
 * @param {number} pixels of each side
 * @param {{whole?: boolean}} [how] whole: no round corners, for devices that cut the icon themselves
 * @returns {Buffer} a PNG file
 */
export function iconPng(svg, pixels, { whole = false } = {}) {
  const { size, shapes } = shapesOf(svg, whole);
  const unit = size / pixels;
  const rows = Buffer.alloc(pixels * (1 + pixels * 4));
  for (let y = 0; y < pixels; y++) {
    const sums = new Float64Array(pixels * 4);
    for (let fine = 0; fine < FINE; fine++) {
      const line = new Int8Array(pixels * FINE).fill(-1);
      for (const [i, shape] of shapes.entries()) {
        const edges = crossings(shape, (y + (fine + 0.5) / FINE) * unit).map((x) => Math.round((x / unit) * FINE));
        for (let k = 0; k + 1 < edges.length; k += 2) line.fill(i, edges[k], edges[k + 1]);
      }
      for (const [at, i] of line.entries()) {
        const colour = shapes[i]?.colour;
        const pixel = Math.floor(at / FINE) * 4;
        if (colour) [...colour, 255].forEach((value, k) => (sums[pixel + k] = (sums[pixel + k] ?? 0) + value));
      }
    }
    for (let x = 0; x < pixels; x++) {
      const alpha = sums[x * 4 + 3] ?? 0;
      const covered = alpha / 255 || 1;
      const start = y * (1 + pixels * 4) + 1 + x * 4;
      for (let k = 0; k < 3; k++) rows[start + k] = Math.round((sums[x * 4 + k] ?? 0) / covered);
      rows[start + 3] = Math.round(alpha / FINE ** 2);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels, 0);
  head.writeUInt32BE(pixels, 4);
  head.set([8, 6, 0, 0, 0], 8); // eight bits each of red, green, blue and alpha
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}
