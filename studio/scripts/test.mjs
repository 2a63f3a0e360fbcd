// Bundles the tests of one folder and runs them with Node's own runner: `unit`, `browser`, and the
// scripts `shots`, `bench` and `webbench`.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readFile, readdir, rm } from "node:fs/promises";
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
const report = join(out, "failures.jsonl");
const reporters = [
  ["--test-reporter=spec", "--test-reporter-destination=stdout"],
  [`--test-reporter=${join(home, "scripts", "failures.mjs")}`],
  [`--test-reporter-destination=${report}`],
].flat();

function run(concurrency, words, files) {
  const runner = isScript
    ? []
    : ["--test", `--test-concurrency=${concurrency}`, ...reporters, ...words];
  const options = { stdio: "inherit", cwd: home };
  return spawnSync(process.execPath, [...runner, ...files], options).status ?? 1;
}

/** Tests that fail once and pass alone; more of them than this are not bad luck. */
const UNSTEADY_MOST = 6;

// Every file has a browser and a server of its own, so files can run side by side.
let status = run(2, pattern, files);
if (status !== 0 && kind === "browser") status = await again(status);
process.exit(status);

// Two browsers, two servers and two runners share what may be two cores with whatever else runs
// there: an answer can come after the patience of a test. What fails then also fails alone.
async function again(status) {
  const lines = (await readFile(report, "utf8")).split("\n").filter((line) => line !== "");
  const failed = lines.map((line) => JSON.parse(line));
  if (failed.length === 0 || failed.length > UNSTEADY_MOST) return status;
  for (const { file, name } of failed) {
    const exact = `^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
    if (run(1, ["--test-name-pattern", exact], [file]) !== 0) return 1;
  }
  for (const { name } of failed) console.log(`unsteady: “${name}” failed once and passed alone`);
  return 0;
}
