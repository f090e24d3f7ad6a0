// What the built page weighs, as a server sends it, and what it may weigh.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const DIST = fileURLToPath(new URL("dist", import.meta.url));

/** @typedef {{what: string, bytes: number, most: number}} Weight `most`: Infinity where there is no limit */

/** @returns {Promise<Weight[]>} of what is loaded before the first table, and of the rest */
export async function weigh() {
  const page = await readFile(join(DIST, "index.html"), "utf8");
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const name of await readdir(join(DIST, "assets")))
    if (/\.(js|css)$/.test(name)) files.set(name, gzipSync(await readFile(join(DIST, "assets", name))).length);
  const sum = (/** @type {(name: string) => boolean} */ test) =>
    [...files].reduce((bytes, [name, own]) => (test(name) ? bytes + own : bytes), 0);
  const isLanguage = (/** @type {string} */ name) => /^(en|es|pt-[A-Z]{2})-\w+\.js$/.test(name);
  const isFirst = (/** @type {string} */ name) => name.endsWith(".js") && page.includes(`/${name}"`);
  return [
    { what: "script", bytes: sum(isFirst) + gzipSync(/<script>(.*?)<\/script>/s.exec(page)?.[1] ?? "").length, most: 40 * 1024 },
    { what: "style", bytes: sum((name) => name.startsWith("style-")), most: 8 * 1024 },
    { what: "largest language", bytes: Math.max(...[...files].map(([name, own]) => (isLanguage(name) ? own : 0))), most: 6 * 1024 },
    { what: "for later", bytes: sum((name) => !isFirst(name) && !isLanguage(name) && !name.startsWith("style-")), most: Infinity },
  ];
}

/** @param {number} bytes */
export const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
