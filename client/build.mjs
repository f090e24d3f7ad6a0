// Builds client/dist from client/src: every file that src/index.html names, bundled, minified and named by its
// content, so that browsers may keep it for ever; and index.html with those names filled in.
//
// What a module imports lazily (a language, say) becomes a file of its own.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const src = join(here, "src");
const dist = join(here, "dist");

const page = await readFile(join(src, "index.html"), "utf8");
/** What the page needs: every `src` and `href` that is a plain relative path. */
const reference = /\b(src|href)="(?:\.\/)?([\w-][\w./-]*)"/g;
const entries = [...new Set([...page.matchAll(reference)].map((match) => join(src, match[2] ?? "")))];

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
  loader: Object.fromEntries([".ico", ".png", ".svg", ".webmanifest", ".woff2"].map((kind) => [kind, "copy"])),
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

const preloads = [...wanted].map((path) => `<link rel="modulepreload" href="${address(path)}">`).join("");
const html = page
  .replace(reference, (_, attribute, path) => `${attribute}="${address(made.get(join(src, path)) ?? "")}"`)
  .replace("</head>", `${preloads}</head>`);

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, "assets"), { recursive: true });
for (const { path, contents } of result.outputFiles) await writeFile(path, contents);
await writeFile(join(dist, "index.html"), html);

const first = [...made.values(), ...wanted].map((path) => join(here, path));
const size = result.outputFiles
  .filter(({ path }) => first.includes(path))
  .reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
console.log(`client built: ${result.outputFiles.length} files, ${(size / 1024).toFixed(1)} KiB gzipped to begin with`);
