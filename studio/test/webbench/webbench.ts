/** Sizes, start and speed of the static edition in Chromium, as a table. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { pack } from "../../src/model/share";
import { ROOT } from "../support/learn";
import { openBrowser, openContext, servePage, SITE } from "../support/page";
import { state } from "../support/student";

const PROGRAMS = ["loop", "fib", "sieve", "sudoku", "matmul", "bytes", "mandel"];
/** Each is run as often, and the best counts: machines are shared. */
const TIMES = 3;

function say(what: string, value: string, wanted = ""): void {
  console.log(`${what.padEnd(34)} ${value.padStart(16)}  ${wanted}`);
}

function kilobytes(path: string): { raw: number; packed: number } {
  const bytes = readFileSync(path);
  return { raw: bytes.length / 1000, packed: gzipSync(bytes, { level: 9 }).length / 1000 };
}

function sizes(): void {
  const wasm = kilobytes(join(SITE, "assets/jetan.wasm"));
  say("jetan.wasm", `${wasm.raw.toFixed(0)} KB`);
  say("jetan.wasm, gzip", `${wasm.packed.toFixed(0)} KB`);
  const names = readdirSync(join(SITE, "assets")).filter((name) => /\.(js|css|svg)$/.test(name));
  const page = names.map((name) => kilobytes(join(SITE, "assets", name)).packed);
  const sum = page.reduce((one, other) => one + other, 0);
  say("page, gzip", `${sum.toFixed(0)} KB`, "at most 300 KB");
}

async function open(page: Page, address: string): Promise<number> {
  const start = performance.now();
  await page.goto(address);
  await page.waitForSelector(".card-main");
  return performance.now() - start;
}

/** Runs what is open once; instructions a second by the clock, in millions. */
async function speed(page: Page): Promise<number> {
  const start = performance.now();
  await page.keyboard.press("F5");
  await state(page, /running/);
  await page.waitForFunction(
    () => /ended/.test(document.querySelector(".status-state")?.textContent ?? ""),
    undefined,
    { timeout: 300_000 },
  );
  const seconds = (performance.now() - start) / 1000;
  const now = await page.innerText(".timebar .now");
  return Number((now.split(" of ")[0] ?? "").replace(/\D/g, "")) / seconds / 1e6;
}

async function program(page: Page, address: string, name: string): Promise<void> {
  const source = readFileSync(join(ROOT, "benchmarks/programs", `${name}.asm`), "utf8");
  // The first instruction says how often the work is repeated: long enough to be measured.
  const text = source.replace(/(li\s+\$s7, )1\b/, (_, instruction: string) => `${instruction}20`);
  const files = [{ path: `${name}.asm`, text }];
  const fragment = await pack({ files, roots: [`${name}.asm`], options: {} });
  await page.goto("about:blank");
  await page.goto(`${address}#${fragment}`);
  await page.waitForSelector(".editor-host .tok-instruction");
  const found: number[] = [];
  for (let time = 0; time < TIMES; time += 1) found.push(await speed(page));
  say(name, `${Math.max(...found).toFixed(0)} M/s`);
}

const { address, server } = await servePage(SITE);
const browser = await openBrowser();
sizes();
const context = await openContext(browser);
const page = await context.newPage();
page.setDefaultTimeout(60_000);
say("first visit to the start page", `${(await open(page, address)).toFixed(0)} ms`, "1500 ms");
await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
say("second visit", `${(await open(page, address)).toFixed(0)} ms`, "500 ms");
for (const name of PROGRAMS) await program(page, address, name);
await browser.close();
server.closeAllConnections();
server.close();
