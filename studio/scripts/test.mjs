// Bundles the tests of one folder and runs them with Node's own runner: `unit`, `browser`, and the
// scripts `shots`, `bench` and `webbench`.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const home = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const kind = process.argv[2] ?? "unit";
const only = process.argv.slice(3);
const folder = join(home, "test", kind);
const out = join(home, ".build", kind);

const isScript = ["shots", "bench", "webbench"].includes(kind);
const suffix = isScript ? `${kind}.ts` : ".test.ts";
const names = (await readdir(folder)).filter((name) => name.endsWith(suffix));
const chosen = names.filter(
  (name) => only.length === 0 || only.some((word) => name.includes(word)),
);
await rm(out, { recursive: true, force: true });
await build({
  absWorkingDir: home,
  entryPoints: chosen.map((name) => join(folder, name)),
  outdir: out,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});
const files = chosen.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
const pattern = process.env.ONLY === undefined ? [] : ["--test-name-pattern", process.env.ONLY];
// Every file has a browser and a server of its own, so files can run side by side.
const runner = isScript ? [] : ["--test", "--test-concurrency=2", ...pattern];
const { status } = spawnSync(process.execPath, [...runner, ...files], {
  stdio: "inherit",
  cwd: home,
});
process.exit(status ?? 1);
