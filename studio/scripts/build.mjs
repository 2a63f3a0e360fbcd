// Writes the page into a folder: `npm run build -- --outdir DIR` (default: dist).
import { build } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const home = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const BUDGET = 300 * 1024;

const { values } = parseArgs({ options: { outdir: { type: "string", default: "dist" } } });
const outdir = resolve(process.cwd(), values.outdir);

await rm(join(outdir, "assets"), { recursive: true, force: true });
await mkdir(join(outdir, "assets"), { recursive: true });
await build({
  absWorkingDir: home,
  entryPoints: { studio: "src/main.ts", style: "src/styles/studio.css" },
  outdir: join(outdir, "assets"),
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});
await cp(join(home, "index.html"), join(outdir, "index.html"));
await cp(join(home, "icon.svg"), join(outdir, "assets", "icon.svg"));
// npm's packages ask for their licences to travel with them.
await writeFile(join(outdir, "assets", "licences.txt"), await licences());

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
