// Bundles the extension and the page of its views into dist.
import { build } from "esbuild";
import { rm, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const home = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(home, "dist");

/** What both bundles have in common. Packages of the studio's sources come from here too. */
const common = {
  absWorkingDir: home,
  bundle: true,
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  nodePaths: [join(home, "node_modules")],
};

await rm(out, { recursive: true, force: true });
await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outdir: out,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
});
await build({
  ...common,
  entryPoints: { view: "src/page/view.ts" },
  outdir: out,
  format: "iife",
  target: "es2022",
});
await build({ ...common, entryPoints: { view: "src/page/view.css" }, outdir: out });
// npm's packages ask for their licences to travel with them.
await writeFile(join(out, "licences.txt"), await licences());

/** The licence texts of everything that is bundled, by package. */
async function licences() {
  const lock = JSON.parse(await readFile(join(home, "package-lock.json"), "utf8"));
  const texts = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "" || entry.dev || entry.optional) continue;
    const names = ["LICENSE", "LICENSE.md", "License.txt", "LICENSE.txt"];
    const found = names.map((name) => readFile(join(home, path, name), "utf8").catch(() => ""));
    const text = (await Promise.all(found)).find((one) => one !== "") ?? entry.license;
    texts.push(`${path.replace("node_modules/", "")} ${entry.version}\n\n${text}\n`);
  }
  return texts.join("\n");
}
