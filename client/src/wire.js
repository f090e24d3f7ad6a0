/**
 * Frames: as much of msgpack as the protocol needs, which is maps with texts as keys, lists, texts, bytes, numbers that a
 * double holds exactly, truth and nothing. What else a frame holds, or lacks, is an error.
 */
const text = new TextEncoder();
const words = new TextDecoder("utf-8", { fatal: true });

/** @param {unknown} message @returns {Uint8Array<ArrayBuffer>} */
export function encode(message) {
  /** @type {number[]} */
  const bytes = [];

  /** @param {number} first code of the form with one byte of length @param {number} fix that of the short form @param {number} most what the short form holds @param {number} n */
  function head(first, fix, most, n) {
    if (n <= most) bytes.push(fix + n);
    else if (n < 0x100 && first) bytes.push(first, n);
    else if (n < 0x10000) bytes.push(first ? first + 1 : fix === 0x80 ? 0xde : 0xdc, n >> 8, n & 0xff);
    else throw new RangeError("too long for a frame");
  }

  /** @param {number} code @param {number} size of what follows @param {(view: DataView) => void} put */
  function fixed(code, size, put) {
    const view = new DataView(new ArrayBuffer(size));
    put(view);
    bytes.push(code, ...new Uint8Array(view.buffer));
  }

  /** @param {unknown} value */
  function write(value) {
    if (value === null || value === undefined) bytes.push(0xc0);
    else if (typeof value === "boolean") bytes.push(value ? 0xc3 : 0xc2);
    else if (typeof value === "number") number(value);
    else if (typeof value === "string") {
      const own = text.encode(value);
      head(0xd9, 0xa0, 31, own.length);
      bytes.push(...own);
    } else if (Array.isArray(value)) {
      head(0, 0x90, 15, value.length);
      for (const one of value) write(one);
    } else {
      const entries = Object.entries(/** @type {object} */ (value));
      head(0, 0x80, 15, entries.length);
      for (const [key, one] of entries) [key, one].forEach(write);
    }
  }

  /** @param {number} value */
  function number(value) {
    if (!Number.isSafeInteger(value) || value < -32) fixed(0xcb, 8, (view) => view.setFloat64(0, value));
    else if (value < 0x80) bytes.push(value & 0xff);
    else if (value < 0x100) bytes.push(0xcc, value);
    else if (value < 2 ** 32) fixed(0xce, 4, (view) => view.setUint32(0, value));
    else fixed(0xcf, 8, (view) => view.setBigUint64(0, BigInt(value)));
  }

  write(message);
  return Uint8Array.from(bytes);
}

/** @param {Uint8Array<ArrayBuffer>} frame @returns {unknown} */
export function decode(frame) {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  let at = 0;

  /** @param {number} n */
  function take(n) {
    if (at + n > frame.length) throw new RangeError("the frame ends too soon");
    at += n;
    return at - n;
  }

  /** @param {number} width in bytes */
  function count(width) {
    const from = take(width);
    return width === 1 ? view.getUint8(from) : width === 2 ? view.getUint16(from) : view.getUint32(from);
  }

  /** @param {number} n */
  const string = (n) => words.decode(frame.subarray(take(n), at));
  /** @param {number} n */
  const list = (n) => Array.from({ length: n }, read);
  /** @param {number} n @returns {unknown} */
  const map = (n) => Object.fromEntries(Array.from({ length: n }, () => [read(), read()]));

  /** @returns {unknown} */
  function read() {
    const code = count(1);
    if (code < 0x80) return code;
    if (code < 0x90) return map(code - 0x80);
    if (code < 0xa0) return list(code - 0x90);
    if (code < 0xc0) return string(code - 0xa0);
    if (code >= 0xe0) return code - 0x100;
    if (code === 0xc0) return null;
    if (code === 0xc2 || code === 0xc3) return code === 0xc3;
    if (code >= 0xc4 && code <= 0xc6) return frame.slice(take(count(1 << (code - 0xc4))), at);
    if (code === 0xca) return view.getFloat32(take(4));
    if (code === 0xcb) return view.getFloat64(take(8));
    if (code >= 0xcc && code <= 0xce) return count(1 << (code - 0xcc));
    if (code === 0xcf) return Number(view.getBigUint64(take(8)));
    if (code === 0xd0) return view.getInt8(take(1));
    if (code === 0xd1) return view.getInt16(take(2));
    if (code === 0xd2) return view.getInt32(take(4));
    if (code === 0xd3) return Number(view.getBigInt64(take(8)));
    if (code >= 0xd9 && code <= 0xdb) return string(count(1 << (code - 0xd9)));
    if (code === 0xdc || code === 0xdd) return list(count(2 << (code - 0xdc)));
    if (code === 0xde || code === 0xdf) return map(count(2 << (code - 0xde)));
    throw new RangeError("not a part of the protocol");
  }

  const message = read();
  if (at !== frame.length) throw new RangeError("the frame goes on");
  return message;
}
