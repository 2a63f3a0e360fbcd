// Writes the page into a folder: `npm run build -- --outdir DIR` (default: dist). `--site` makes
// the static edition of it, which needs no server, with every `--file NAME=FILE` in it: the module
// `jetan.wasm` is one of them. `cargo xtask site` calls it this way.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const home = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const BUDGET = 300 * 1024;
const WASM_BUDGET = 1_530_000;
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1" />';
/** Stays where the page cannot start, such as in an old browser or from a file. */
const BOOT =
  "Opening the studio … If this stays: it needs a web server (not a page opened as a file) and " +
  "Chrome or Edge 103, Firefox 115, Safari 16.4 or newer.";
const ICONS = ["icon-192.png", "icon-512.png", "icon-cut.png"];
const MANIFEST = `${JSON.stringify(
  {
    name: "Jetan Studio",
    short_name: "Jetan",
    description: "MIPS assembly in MARS's dialect: write, run, debug and play, without installing.",
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: "#fbfaf8",
    theme_color: "#b4441f",
    // Phones take pictures of a size; those that cut icons into a shape have one with a margin.
    icons: [
      { src: "assets/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "assets/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "assets/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "assets/icon-cut.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  },
  null,
  2,
)}\n`;

const { values } = parseArgs({
  options: {
    outdir: { type: "string", default: "dist" },
    site: { type: "boolean", default: false },
    file: { type: "string", multiple: true, default: [] },
  },
});
const outdir = resolve(process.cwd(), values.outdir);
const isSite = values.site;

await rm(join(outdir, "assets"), { recursive: true, force: true });
await mkdir(join(outdir, "assets"), { recursive: true });
await build({
  absWorkingDir: home,
  entryPoints: {
    studio: "src/main.ts",
    style: "src/styles/studio.css",
    ...(isSite ? { worker: "src/worker/worker.ts" } : {}),
  },
  outdir: join(outdir, "assets"),
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});
if (!isSite) await cp(join(home, "index.html"), join(outdir, "index.html"));
await cp(join(home, "icon.svg"), join(outdir, "assets", "icon.svg"));
// npm's packages ask for their licences to travel with them.
await writeFile(join(outdir, "assets", "licences.txt"), await licences());

if (isSite) await site();

let bytes = gzipSync(await readFile(join(outdir, "index.html"))).length;
for (const name of await readdir(join(outdir, "assets"))) {
  if (/\.(js|css|svg)$/.test(name)) {
    bytes += gzipSync(await readFile(join(outdir, "assets", name))).length;
  }
}
console.log(`studio: ${Math.ceil(bytes / 1024)} KB gzipped`);
if (bytes > BUDGET) {
  console.error(`studio: the page may have ${BUDGET / 1024} KB`);
  process.exit(1);
}

/** Everything that the static edition has besides the page. */
async function site() {
  for (const pair of values.file) {
    const [name, path] = pair.split("=", 2);
    await cp(resolve(process.cwd(), path), join(outdir, "assets", name));
  }
  for (const name of ICONS) await cp(join(home, "icons", name), join(outdir, "assets", name));
  await writeFile(join(outdir, "manifest.webmanifest"), MANIFEST);
  const names = (await readdir(join(outdir, "assets"))).sort();
  const paths = names.map((name) => `assets/${name}`).concat("manifest.webmanifest");
  const hash = createHash("sha256");
  const template = await readFile(join(home, "index.html"), "utf8");
  const embedded = `${VIEWPORT}\n    <meta name="jetan-embed" content="" />`;
  const pages = ["index.html", "embed.html"];
  const templates = [template, template.replace(VIEWPORT, embedded)];
  for (const path of paths) hash.update(await readFile(join(outdir, path)));
  for (const template of templates) hash.update(template);
  const version = hash.digest("hex").slice(0, 12);
  for (const [at, name] of pages.entries()) {
    await writeFile(join(outdir, name), pageOf(templates[at], version));
  }
  await build({
    absWorkingDir: home,
    entryPoints: { sw: "src/site/sw.ts" },
    outdir,
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
    define: { BUILD: JSON.stringify(version), PATHS: JSON.stringify(["./", ...pages, ...paths]) },
  });
  const code = await readFile(join(outdir, "assets", "jetan.wasm"));
  const megabytes = (length) => (length / 1e6).toFixed(2);
  const packed = gzipSync(code, { level: 9 }).length;
  console.log(`jetan.wasm: ${megabytes(code.length)} MB, ${megabytes(packed)} MB gzipped`);
  if (packed > WASM_BUDGET) {
    console.error(`jetan.wasm: it may have ${megabytes(WASM_BUDGET)} MB gzipped`);
    process.exit(1);
  }
}

/** A page of the static edition: it names its build, and its policy stands in it. */
function pageOf(template, version) {
  // A static host sends no headers of ours. The nonce lets the editor add its styles.
  const policy =
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ` +
    `style-src 'self' 'nonce-${version}'; img-src 'self' data: blob:; font-src 'self'; ` +
    `media-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; ` +
    `frame-src 'self'; ` +
    `base-uri 'none'; form-action 'none'`;
  const head = [
    `<meta http-equiv="content-security-policy" content="${policy}" />`,
    `<meta name="jetan-build" content="${version}" />`,
    `<link rel="manifest" href="manifest.webmanifest" />`,
  ];
  return template
    .replace('<meta charset="utf-8" />', ['<meta charset="utf-8" />', ...head].join("\n    "))
    .replace("%NONCE%", version)
    .replace("%SHARE%", "")
    .replace("Opening the studio …", BOOT)
    .replace(/(assets\/[\w-]+\.(?:js|css))/g, `$1?v=${version}`);
}

/** The licence texts of everything that is bundled, by package. */
async function licences() {
  const lock = JSON.parse(await readFile(join(home, "package-lock.json"), "utf8"));
  const texts = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "" || entry.dev || entry.optional) continue;
    const text = await readFile(join(home, path, "LICENSE"), "utf8").catch(() => entry.license);
    texts.push(`${path.replace("node_modules/", "")} ${entry.version}\n\n${text}\n`);
  }
  return texts.join("\n");
}
