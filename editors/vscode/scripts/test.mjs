// Bundles the tests of one folder and runs them with Node's own runner: `unit` or `editor`.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const home = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const kind = process.argv[2] ?? "unit";
const folder = join(home, "test", kind);
const out = join(home, ".build", kind);

const names = (await readdir(folder)).filter((name) => name.endsWith(".test.ts"));
await rm(out, { recursive: true, force: true });
await build({
  absWorkingDir: home,
  entryPoints: names.map((name) => join(folder, name)),
  outdir: out,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});
const files = names.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
const pattern = process.env.ONLY === undefined ? [] : ["--test-name-pattern", process.env.ONLY];
const { status } = spawnSync(process.execPath, ["--test", ...pattern, ...files], {
  stdio: "inherit",
  cwd: home,
});
process.exit(status ?? 1);
