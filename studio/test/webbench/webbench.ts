/** Sizes, start and speed of the static edition in Chromium, as a table. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { pack } from "../../src/model/share";
import { ROOT } from "../support/learn";
import { openBrowser, openContext, servePage, SITE } from "../support/page";

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
  say("jetan.wasm, gzip", `${wasm.packed.toFixed(0)} KB`, "at most 1500 KB");
  const thinker = kilobytes(join(SITE, "assets/thinker.wasm"));
  say("thinker.wasm, on demand, gzip", `${thinker.packed.toFixed(0)} KB`);
  const network = kilobytes(join(SITE, "assets/network-2048.bin"));
  say("network of 2048, on demand", `${network.packed.toFixed(0)} KB`);
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

/** A run must take so long that its beginning does not count, in seconds. */
const SECONDS_LEAST = 3;
/** Times that the work of a program is repeated at most. */
const REPEATED_MOST = 2000;

interface Ran {
  seconds: number;
  instructions: number;
}

/** Runs what is open once. */
async function runOnce(page: Page): Promise<Ran> {
  const start = performance.now();
  await page.keyboard.press("F5");
  await page.waitForFunction(
    () => /ended/.test(document.querySelector(".status-state")?.textContent ?? ""),
    undefined,
    { timeout: 300_000 },
  );
  const seconds = (performance.now() - start) / 1000;
  const now = await page.innerText(".timebar .now");
  return { seconds, instructions: Number((now.split(" of ")[0] ?? "").replace(/\D/g, "")) };
}

/** Opens a program whose first instruction says how often its work is repeated. */
async function openProgram(
  page: Page,
  address: string,
  name: string,
  times: number,
  engine: "interp" | "auto",
): Promise<void> {
  const source = readFileSync(join(ROOT, "benchmarks/programs", `${name}.asm`), "utf8");
  const text = source.replace(/(li\s+\$s7, )1\b/, (_, before: string) => `${before}${times}`);
  const files = [{ path: `${name}.asm`, text }];
  const fragment = await pack({ files, roots: [`${name}.asm`], options: { engine } });
  await page.goto("about:blank");
  await page.goto(`${address}#${fragment}`);
  await page.waitForSelector(".editor-host .tok-instruction");
}

/** From F5 to the text in the console; the best of some times. */
async function hello(page: Page, address: string): Promise<number> {
  const text = '.data\nt: .asciiz "hello"\n.text\nla $a0, t\nli $v0, 4\nsyscall\n';
  const files = [{ path: "hello.asm", text }];
  const fragment = await pack({ files, roots: ["hello.asm"], options: {} });
  let best = Infinity;
  for (let time = 0; time < TIMES; time += 1) {
    await page.goto("about:blank");
    await page.goto(`${address}#${fragment}`);
    await page.waitForSelector(".editor-host .tok-instruction");
    await page.evaluate(() => {
      addEventListener("keydown", () => performance.mark("pressed"), { capture: true });
    });
    await page.keyboard.press("F5");
    const took = page.waitForFunction(() => {
      const text = document.querySelector(".console-text")?.textContent ?? "";
      const pressed = performance.getEntriesByName("pressed")[0]?.startTime;
      if (pressed === undefined || !text.includes("hello")) return undefined;
      return performance.now() - pressed;
    });
    best = Math.min(best, (await (await took).jsonValue()) ?? Infinity);
  }
  return best;
}

/** Millions of instructions a second by the clock, the best of some runs. */
async function rate(
  page: Page,
  address: string,
  name: string,
  engine: "interp" | "auto",
): Promise<number> {
  let times = 5;
  for (;;) {
    await openProgram(page, address, name, times, engine);
    const { seconds } = await runOnce(page);
    if (seconds >= SECONDS_LEAST || times === REPEATED_MOST) break;
    // A short run says little of a long one: code that is translated becomes faster on the way.
    times = Math.min(REPEATED_MOST, Math.ceil(times * Math.max(2, SECONDS_LEAST / seconds)));
  }
  let best = 0;
  for (let time = 0; time < TIMES; time += 1) {
    // Opened each time: a run that has ended says so until the next one begins.
    await openProgram(page, address, name, times, engine);
    const ran = await runOnce(page);
    best = Math.max(best, ran.instructions / ran.seconds / 1e6);
  }
  return best;
}

/** Both engines on a program; how much faster the translator is. */
async function program(page: Page, address: string, name: string): Promise<number> {
  const interpreted = await rate(page, address, name, "interp");
  const translated = await rate(page, address, name, "auto");
  const ratio = translated / interpreted;
  const rates = `${interpreted.toFixed(0)} to ${translated.toFixed(0)} M/s`;
  say(name, rates, `${ratio.toFixed(2)} times, best of ${TIMES} each`);
  return ratio;
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
say("hello after F5", `${(await hello(page, address)).toFixed(0)} ms`, "100 ms");
let product = 1;
for (const name of PROGRAMS) product *= await program(page, address, name);
const mean = product ** (1 / PROGRAMS.length);
say("translated, geometric mean", mean.toFixed(2), "at least 3 times");
await browser.close();
server.closeAllConnections();
server.close();
