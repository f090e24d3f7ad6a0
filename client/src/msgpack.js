/**
 * MessagePack, as much of it as the wire has: nothing, truth, whole numbers up to 2^53, other numbers, texts, bytes, lists,
 * and maps from texts. Written and read as https://github.com/msgpack/msgpack/blob/master/spec.md has it.
 */

const writer = new TextEncoder();
const reader = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * @param {unknown} message
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {TypeError} on what the wire does not have
 */
export function encode(message) {
  /** @type {number[]} */
  const out = [];

  /**
   * A number in so many bytes, the highest first, after a byte that says what it is.
   * @param {number} kind
   * @param {number} value
   * @param {number} bytes
   */
  function number(kind, value, bytes) {
    out.push(kind);
    for (let i = bytes - 1; i >= 0; i--) out.push(Math.floor(value / 2 ** (8 * i)) & 255);
  }

  /**
   * How long something is: within the kind itself if it is short, else after it.
   * @param {number} length
   * @param {number} most that goes into the kind
   * @param {number} short the kind with the length in it
   * @param {readonly (number | undefined)[]} kinds with the length in one, two, four bytes
   */
  function size(length, most, short, [one, two = 0, four = 0]) {
    if (length <= most) out.push(short | length);
    else if (one !== undefined && length < 2 ** 8) number(one, length, 1);
    else if (length < 2 ** 16) number(two, length, 2);
    else number(four, length, 4);
  }

  /** @param {number} value */
  function whole(value) {
    if (value >= 0) {
      if (value < 2 ** 7) out.push(value);
      else if (value < 2 ** 8) number(0xcc, value, 1);
      else if (value < 2 ** 16) number(0xcd, value, 2);
      else if (value < 2 ** 32) number(0xce, value, 4);
      else number(0xcf, value, 8);
    } else if (value >= -(2 ** 5)) out.push(value & 255);
    else if (value >= -(2 ** 7)) number(0xd0, value, 1);
    else if (value >= -(2 ** 15)) number(0xd1, value, 2);
    else if (value >= -(2 ** 31)) number(0xd2, value, 4);
    else number(0xd3, value, 8);
  }

  /** @param {unknown} value */
  function put(value) {
    if (value === null) out.push(0xc0);
    else if (typeof value === "boolean") out.push(value ? 0xc3 : 0xc2);
    else if (typeof value === "number") {
      if (Number.isSafeInteger(value)) return whole(value);
      const view = new DataView(new ArrayBuffer(8));
      view.setFloat64(0, value);
      out.push(0xcb, ...new Uint8Array(view.buffer));
    } else if (typeof value === "string") {
      const bytes = writer.encode(value);
      size(bytes.length, 31, 0xa0, [0xd9, 0xda, 0xdb]);
      out.push(...bytes);
    } else if (value instanceof Uint8Array) {
      size(value.length, -1, 0, [0xc4, 0xc5, 0xc6]);
      out.push(...value);
    } else if (Array.isArray(value)) {
      size(value.length, 15, 0x90, [undefined, 0xdc, 0xdd]);
      value.forEach(put);
    } else if (typeof value === "object" && value) {
      const entries = Object.entries(value).filter(([, one]) => one !== undefined);
      size(entries.length, 15, 0x80, [undefined, 0xde, 0xdf]);
      for (const entry of entries) entry.forEach(put);
    } else throw new TypeError(`the wire has no ${typeof value}`);
  }

  put(message);
  return Uint8Array.from(out);
}

/**
 * @param {Uint8Array} bytes
 * @returns {unknown}
 * @throws {RangeError | TypeError} if they are no message, or not one alone
 */
export function decode(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  /** @param {number} count @returns {number} where they begin */
  function skip(count) {
    const start = at;
    at += count;
    if (at > bytes.length) throw new RangeError("the message ends too early");
    return start;
  }

  /** @param {number} count of bytes, the highest first */
  function number(count) {
    let value = 0;
    for (let i = skip(count); i < at; i++) value = value * 256 + view.getUint8(i);
    return value;
  }

  /** @param {number} count of bytes */
  function signed(count) {
    const start = skip(count);
    if (count === 8) return Number(view.getBigInt64(start));
    return count === 4 ? view.getInt32(start) : count === 2 ? view.getInt16(start) : view.getInt8(start);
  }

  const raw = (/** @type {number} */ length) => bytes.slice(skip(length), at);
  const text = (/** @type {number} */ length) => reader.decode(raw(length));
  /** @param {number} length @returns {unknown[]} */
  function list(length) {
    const values = [];
    for (let i = 0; i < length; i++) values.push(get());
    return values;
  }
  /** @param {number} length */
  function map(length) {
    /** @type {[string, unknown][]} */
    const entries = [];
    for (let i = 0; i < length; i++) entries.push([String(get()), get()]);
    return Object.fromEntries(entries);
  }

  /** @returns {unknown} */
  function get() {
    const kind = number(1);
    if (kind < 0x80) return kind;
    if (kind < 0x90) return map(kind & 15);
    if (kind < 0xa0) return list(kind & 15);
    if (kind < 0xc0) return text(kind & 31);
    if (kind >= 0xe0) return kind - 256;
    switch (kind) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return kind === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return raw(number(2 ** (kind - 0xc4)));
      case 0xca:
        return view.getFloat32(skip(4));
      case 0xcb:
        return view.getFloat64(skip(8));
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return number(2 ** (kind - 0xcc));
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3:
        return signed(2 ** (kind - 0xd0));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return text(number(2 ** (kind - 0xd9)));
      case 0xdc:
      case 0xdd:
        return list(number(2 * (kind - 0xdb)));
      case 0xde:
      case 0xdf:
        return map(number(2 * (kind - 0xdd)));
      default:
        throw new TypeError(`the wire has no kind ${kind}`);
    }
  }

  const message = get();
  if (at !== bytes.length) throw new RangeError("something comes after the message");
  return message;
}
