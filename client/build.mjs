// Builds client/dist from client/src: every file that src/index.html names, bundled, minified and named by its
// content, so that browsers may keep it for ever; and index.html with those names filled in.
//
// What a module imports lazily (a language, say) becomes a file of its own. Beside them: what makes the page installable,
// the manifest with its icons, and the service worker, which has to know the names of all files.

import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import { iconPng } from "./icons.mjs";
import { kib, weigh } from "./sizes.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const src = join(here, "src");
const dist = join(here, "dist");

const page = await readFile(join(src, "index.html"), "utf8");
/** What the page needs: every `src` and `href` that is a plain relative path. */
const reference = /\b(src|href)="(?:\.\/)?([\w-][\w./-]*)"/g;
/** What stands in the page itself: a script that waits for no other file. */
const EARLY = "early.js";
const named = [...new Set([...page.matchAll(reference)].map((match) => match[2] ?? ""))].filter((name) => name !== EARLY);
const MANIFEST = "app.webmanifest";
const entries = named.filter((name) => name !== MANIFEST && !name.endsWith(".png")).map((name) => join(src, name));

/**
 * Lets all that comes later lean on the whole of what comes first. Else the first script falls apart into one file for
 * each set of later parts that share a module: thirteen files, and a fourteenth more bytes once they are compressed.
 *
 * @type {import("esbuild").Plugin}
 */
const whole = {
  name: "whole",
  setup({ onResolve, onLoad }) {
    /** @type {Set<string>} */
    const lazy = new Set();
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind === "dynamic-import") lazy.add(join(resolveDir, path));
      return null;
    });
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (!lazy.has(path)) return null;
      const first = ["app.js", "pages/frame.js"].map((name) => `import ${JSON.stringify(join(src, name))};`);
      return { contents: [await readFile(path, "utf8"), ...first].join("\n") };
    });
  },
};

const result = await build({
  absWorkingDir: here,
  entryPoints: entries,
  outbase: src,
  outdir: join(dist, "assets"),
  publicPath: "/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  loader: { ".svg": "copy" },
  plugins: [whole],
  metafile: true,
  write: false,
});

/** @param {string} output a path as the metafile has it */
const address = (output) => `/assets/${relative(join("dist", "assets"), output)}`;

/** @type {Map<string, string>} source file → the file made of it */
const made = new Map();
/** @type {Set<string>} chunks that the page needs at once */
const wanted = new Set();
for (const [output, { entryPoint, inputs, imports }] of Object.entries(result.metafile.outputs)) {
  const source = entryPoint ?? Object.keys(inputs)[0];
  if (source !== undefined && entries.includes(join(here, source))) {
    made.set(join(here, source), output);
    for (const { path, kind } of imports) if (kind === "import-statement") wanted.add(path);
  }
}

/** Files that are made here rather than by esbuild. @type {{path: string, contents: Uint8Array}[]} */
const others = [];

/**
 * @param {string} name
 * @param {Uint8Array} contents
 * @returns {string} its address
 */
function keep(name, contents) {
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
  const output = join("dist", "assets", name.replace(/(\.\w+)$/, `-${hash}$1`));
  made.set(join(src, name), output);
  others.push({ path: join(here, output), contents });
  return address(output);
}

/** @param {string} name */
const icon = (name) => {
  const ready = made.get(join(src, name));
  const [, pixels, whole] = /-(\d+)(-whole)?\.png$/.exec(name) ?? [];
  return ready ? address(ready) : keep(name, iconPng(drawing, Number(pixels), { whole: whole !== undefined }));
};
const drawing = await readFile(join(src, "icon.svg"), "utf8");
const manifest = JSON.parse(await readFile(join(src, MANIFEST), "utf8"));
for (const one of manifest.icons) one.src = icon(one.src);
for (const name of named) if (name.endsWith(".png")) icon(name);
keep(MANIFEST, Buffer.from(JSON.stringify(manifest)));

const files = [...Object.keys(result.metafile.outputs).map(address), ...others.map(({ path }) => address(relative(here, path)))];
const worker = await build({
  absWorkingDir: here,
  entryPoints: [join(src, "worker", "sw.js")],
  bundle: true,
  minify: true,
  target: "es2022",
  define: {
    FILES: JSON.stringify(files.filter((path) => !path.endsWith(".png"))),
    VERSION: JSON.stringify(createHash("sha256").update(files.join()).update(page).digest("hex").slice(0, 12)),
  },
  write: false,
});

// What a page needs as soon as the first script runs, by language: the server names it in the page that it sends.
const built = new Map(Object.entries(result.metafile.outputs).flatMap(([output, { entryPoint }]) => (entryPoint ? [[entryPoint, output]] : [])));
/** @param {string[]} names of lazy modules @returns {string[]} addresses of their files, and of what those import */
const lazily = (...names) => {
  const outputs = new Set(names.map((name) => built.get(`src/${name}`) ?? ""));
  for (const output of outputs)
    for (const { path, kind } of result.metafile.outputs[output]?.imports ?? [])
      if (kind === "import-statement" && !wanted.has(path) && path !== built.get("src/main.js")) outputs.add(path);
  return [...outputs].map(address);
};
const languages = (await readdir(join(src, "words"))).filter((name) => name.endsWith(".js")).map((name) => name.slice(0, -3));
/** @param {(language: string) => string[]} names */
const byLanguage = (names) => Object.fromEntries(languages.map((language) => [language, lazily(`words/${language}.js`, ...names(language))]));
const preloadsBy = {
  start: byLanguage(() => ["pages/home.js"]),
  room: byLanguage((language) => [`words/people/${language}.js`]),
};

const head = await build({ entryPoints: [join(src, EARLY)], bundle: true, minify: true, format: "iife", target: "es2022", write: false });
const early = head.outputFiles[0]?.text.trim() ?? "";

const preloads = [...wanted].map((path) => `<link rel="modulepreload" href="${address(path)}">`).join("");
const html = page
  .replace(`<script src="${EARLY}"></script>`, () => `<script>${early}</script>`)
  .replace(reference, (_, attribute, path) => `${attribute}="${address(made.get(join(src, path)) ?? "")}"`)
  .replace("</head>", `${preloads}</head>`);

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, "assets"), { recursive: true });
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = constants;
for (const { path, contents } of [...result.outputFiles, ...others]) {
  await writeFile(path, contents);
  // Compressed once and for all, as well as it can be: a server would take too long for that each time.
  if (/\.(js|css|svg)$/.test(path)) await writeFile(`${path}.br`, brotliCompressSync(contents, { params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY } }));
}
await writeFile(join(dist, "sw.js"), worker.outputFiles[0]?.contents ?? "");
// By its digest the page's own script is told from any other one.
const script = `sha256-${createHash("sha256").update(early).digest("base64")}`;
await writeFile(join(dist, "page.json"), JSON.stringify({ preloads: preloadsBy, script }));
await writeFile(join(dist, "index.html"), html);

const weights = (await weigh()).map(({ what, bytes, most }) => `${what} ${kib(bytes)}${bytes > most ? ` (more than ${kib(most)}!)` : ""}`);
console.log(`client built, gzipped: ${weights.join(", ")}`);
