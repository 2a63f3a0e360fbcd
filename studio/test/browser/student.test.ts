/** What a student does, with the real server: run, play, mistake, debug, edit, lose the line. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { build } from "esbuild";
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { openBrowser, openReal, RealServer, withFolder } from "../support/page";
import {
  consoleText,
  differentPixels,
  state,
  visit as visitOf,
  waitRegister,
  write,
} from "../support/student";
import { passes } from "../support/wait";

const ROOT = join(process.cwd(), "..");

let browser: Browser;
let server: RealServer;

before(async () => {
  browser = await openBrowser();
  server = await RealServer.start();
});

after(async () => {
  await browser.close();
  await server.stop();
});

function visit(work: (page: Page) => Promise<void>, to = server): Promise<void> {
  return visitOf(browser, to, work);
}

/** Some examples bring an input with them; here it is typed. */
async function clearInput(page: Page): Promise<void> {
  await page.click('.statusbar button:has-text("engine")');
  await page.fill("textarea[name=stdin]", "");
  await page.click('dialog button[type="submit"]');
}

async function runCase(page: Page, project: string, name: string): Promise<void> {
  const folder = join(ROOT, "programs", project, "cases");
  const lines = readFileSync(join(folder, `${name}.in`), "utf8")
    .replace(/\n$/, "")
    .split("\n");
  await page.click(`[data-example="${project}"]`);
  await page.waitForSelector(".editor-host .tok-comment");
  await clearInput(page);
  await page.keyboard.press("F5");
  await state(page, /waiting for input/);
  const input = page.locator('[aria-label="Input for the program"]');
  for (const line of lines) {
    await input.fill(line);
    await input.press("Enter");
  }
  await input.press("Control+d");
  await state(page, /ended/);
  const expected = readFileSync(join(folder, `${name}.out`), "utf8");
  assert.equal((await consoleText(page)).trimEnd(), expected.trimEnd());
}

const CASES: [string, string][] = [
  ["sudoku", "9x9-easy"],
  ["tetrisito", "c-five-a"],
  ["four-in-a-row", "win-across"],
  ["connect-four", "across"],
];

for (const [project, name] of CASES) {
  test(`${project} is opened, run and played to its end`, () =>
    visit(async (page) => {
      await runCase(page, project, name);
    }));
}

test("the display has the pixels that the command line draws", () =>
  withFolder((folder) =>
    visit(async (page) => {
      await runCase(page, "connect-four", "across");
      const picture = join(folder, "end.png");
      const sources = ["main", "display", "io", "state"].map(
        (part) => `programs/connect-four/${part}.asm`,
      );
      const input = readFileSync(join(ROOT, "programs/connect-four/cases/across.in"));
      const words = ["run", ...sources, "--screenshot", picture];
      execFileSync(process.env["JETAN"] ?? "jetan", words, { cwd: ROOT, input });
      await passes(async () => {
        assert.equal(await differentPixels(page, "bitmap", picture), 0);
      });
    }),
  ));

const GAMES: [string, string, string, string][] = [
  ["won", "64", "1", "dsaw"],
  ["lost", "2048", "2", "dxsaQw"],
];

for (const [ending, target, seed, keys] of GAMES) {
  test(`2048 is played by keys on its own screen until it is ${ending}`, () =>
    withFolder((folder) =>
      visit(async (page) => {
        await page.click('[data-example="2048"]');
        await page.waitForSelector(".editor-host .tok-comment");
        await page.click('.statusbar button:has-text("engine")');
        await page.fill("textarea[name=stdin]", "");
        await page.fill("input[name=seed]", seed);
        await page.click('dialog button[type="submit"]');
        await page.keyboard.press("F5");
        await state(page, /waiting for input/);
        const input = page.locator('[aria-label="Input for the program"]');
        await input.fill(target);
        await input.press("Enter");
        const canvas = page.locator(".stage canvas");
        await canvas.waitFor();
        await canvas.click();
        const hasEnded = async (): Promise<boolean> =>
          /ended/.test(await page.innerText(".status-state"));
        for (let round = 0; round < 300 && !(await hasEnded()); round += 1) {
          for (const key of keys) await page.keyboard.press(key);
        }
        await state(page, /ended/);
        const picture = join(folder, "end.png");
        const cases = join(ROOT, "programs/2048/cases", ending);
        const words = ["run", "--stdin", `${cases}.in`, "--keys", `@${cases}.keys`];
        words.push("--seed", seed, "--screenshot", picture, "programs/2048/main.asm");
        execFileSync(process.env["JETAN"] ?? "jetan", words, { cwd: ROOT });
        // The picture follows the news that the run has ended.
        await passes(async () => {
          assert.equal(await differentPixels(page, "screen", picture), 0);
        });
      }),
    ));
}

test("a mistake is marked, explained and repaired", () =>
  visit(async (page) => {
    await write(page, "main: lii $t0, 5\n li $v0, 10\n syscall\n");
    await page.waitForSelector(".cm-lintRange-error");
    await page.keyboard.press("F5");
    await page.waitForSelector(".problem");
    assert.match(await page.innerText(".problem"), /lii/);
    await page.click(".problem .fixes button >> nth=0");
    await page.waitForSelector(".problem", { state: "detached" });
    await page.keyboard.press("F5");
    await state(page, /ended/);
  }));

const LOOP = `main:   li   $t0, 0
loop:   addi $t0, $t0, 1
        blt  $t0, 9, loop
        li   $v0, 10
        syscall
`;

test("a conditional breakpoint stops, steps go back, why answers, a register is changed", () =>
  visit(async (page) => {
    await write(page, LOOP);
    const gutter = page.locator(".cm-breakpoints .cm-gutterElement >> nth=2");
    await gutter.click({ button: "right" });
    await page.click('.menu button:has-text("Stop when")');
    await page.fill("dialog input", "$t0 == 4");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".breakpoint.conditional");
    await page.keyboard.press("F5");
    await state(page, /breakpoint at untitled.asm:2/);
    await waitRegister(page, "$t0", "0x00000004");
    await page.keyboard.press("F11");
    await waitRegister(page, "$t0", "0x00000005");
    assert.equal(await page.locator('[data-register="$t0"].changed').count(), 1);
    await page.keyboard.press("Alt+F11");
    await waitRegister(page, "$t0", "0x00000004");
    await page.focus('[data-register="$t0"]');
    await page.keyboard.press("w");
    await page.waitForSelector(".why-card .cause");
    assert.match(await page.innerText(".why-card"), /untitled\.asm:2/);
    await page.click('.why-card [aria-label="Close"]');
    await page.focus('[data-register="$t0"]');
    await page.keyboard.press("Enter");
    await page.keyboard.type("8");
    await page.keyboard.press("Enter");
    await waitRegister(page, "$t0", "0x00000008");
    await page.keyboard.press("F5");
    await state(page, /ended/);
    await waitRegister(page, "$t0", "0x00000009");
    await page.focus("[role=slider]");
    await page.keyboard.press("Home");
    await waitRegister(page, "$t0", "0x00000000");
  }));

test("an endless program can be paused at once and the page goes on", () =>
  visit(async (page) => {
    await write(page, "main: addi $t0, $t0, 1\n j main\n");
    await page.keyboard.press("F5");
    await state(page, /running/);
    const start = Date.now();
    await page.keyboard.press("F6");
    await state(page, /paused/);
    console.log(`# pause took ${Date.now() - start} ms, the browser's driver included`);
    await page.keyboard.press("Alt+F11");
    await state(page, /paused/);
  }));

test("a label is renamed everywhere", () =>
  visit(async (page) => {
    await write(page, LOOP);
    await page.click(".editor-host .cm-line >> nth=1", { position: { x: 20, y: 8 } });
    await page.keyboard.press("F2");
    await page.fill("dialog input", "again");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".toast.good");
    const lines = await page.locator(".editor-host .cm-line").allInnerTexts();
    assert.match(lines[1] ?? "", /^again:/);
    assert.match(lines[2] ?? "", /9, again$/);
  }));

test("hovering tells, completion offers, both from the service", () =>
  visit(async (page) => {
    await write(page, LOOP);
    await page.hover('.tok-pseudo:text("blt"), .tok-instruction:text("blt")');
    await page.waitForSelector(".cm-knowledge");
    assert.match(await page.innerText(".cm-knowledge"), /blt|branch/i);
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" sysc");
    await page.waitForSelector(".cm-tooltip-autocomplete");
    // CodeMirror ignores keys for an offer that has only just appeared, and says nothing when not.
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
    const last = await page.locator(".editor-host .cm-line").last().innerText();
    assert.match(last, /syscall/);
  }));

test("a lost line is taken up where it was", async () => {
  const page = await openReal(browser, server);
  let line: WebSocketRoute | undefined;
  let isCut = false;
  await page.routeWebSocket(/\/session/, async (socket) => {
    if (isCut) return socket.close();
    line = socket;
    socket.connectToServer();
  });
  await page.reload();
  await write(page, LOOP);
  await page.keyboard.press("F11");
  await page.keyboard.press("F11");
  await page.keyboard.press("F11");
  await page.waitForFunction(() => document.querySelector(".now")?.textContent === "2 of 2");
  const before = await page.innerText(".timebar .now");
  isCut = true;
  await line?.close();
  await page.waitForSelector(".banner");
  isCut = false;
  await page.waitForSelector(".banner", { state: "detached" });
  await page.waitForFunction((old) => document.querySelector(".now")?.textContent === old, before);
  await page.keyboard.press("Alt+F11");
  await page.waitForFunction((old) => document.querySelector(".now")?.textContent !== old, before);
  await page.context().close();
});

test("two files of a folder are edited and saved", () =>
  withFolder(async (folder) => {
    writeFileSync(join(folder, "main.asm"), '.include "part.asm"\n li $v0, 10\n syscall\n');
    writeFileSync(join(folder, "part.asm"), " li $t0, 1\n");
    const own = await RealServer.start([folder]);
    try {
      await visit(async (page) => {
        await page.waitForSelector(".editor-host .tok-instruction");
        for (const name of ["main.asm", "part.asm"]) {
          await page.click(`.tree .row:has-text("${name}") >> nth=-1`);
          await page.waitForSelector(`.file-tab[data-path="${name}"][aria-current="true"]`);
          await page.click(".editor-host .cm-line >> nth=0");
          await page.keyboard.press("Control+Home");
          await page.keyboard.type("# edited");
          await page.keyboard.press("Enter");
          await page.keyboard.press("Control+s");
          await page.waitForSelector(`.toast.good:has-text("${name}")`);
        }
        for (const name of ["main.asm", "part.asm"]) {
          assert.match(readFileSync(join(folder, name), "utf8"), /^# edited\n/);
        }
        writeFileSync(join(folder, "part.asm"), " li $t0, 77\n");
        await page.evaluate(() => dispatchEvent(new Event("focus")));
        await page.waitForFunction(() =>
          /77/.test(document.querySelector(".editor-host")?.textContent ?? ""),
        );
        assert.ok(existsSync(join(folder, "main.asm")));
      }, own);
    } finally {
      await own.stop();
    }
  }));

test("notes sound, offline and always the same", async () => {
  const made = await build({
    entryPoints: ["src/model/sound.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "sound",
    footer: { js: "window.sound = sound;" },
  });
  const page = await browser.newPage();
  await page.goto("about:blank");
  await page.evaluate(made.outputFiles[0]?.text ?? "");
  const hear = (): Promise<{ loudest: number; crossings: number; tail: number }> =>
    page.evaluate(async () => {
      const { sound } = window as unknown as {
        sound: { playNote(context: BaseAudioContext, note: object, at: number): void };
      };
      const context = new OfflineAudioContext(1, 44_100, 44_100);
      sound.playNote(context, { pitch: 69, ms: 500, instrument: 0, volume: 100 }, 0);
      const samples = (await context.startRendering()).getChannelData(0);
      let crossings = 0;
      for (let at = 1; at < 22_050; at += 1) {
        if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) crossings += 1;
      }
      const loudest = samples.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
      const tail = samples.slice(30_000).reduce((top, value) => Math.max(top, Math.abs(value)), 0);
      return { loudest, crossings, tail };
    });
  const first = await hear();
  assert.ok(Math.abs(first.crossings - 220) <= 2, `A4 for half a second: ${first.crossings}`);
  assert.ok(first.loudest > 0.1 && first.loudest < 0.3);
  assert.equal(first.tail, 0);
  assert.deepEqual(await hear(), first);
  await page.close();
});

test("axe finds nothing serious in a real run", () =>
  visit(async (page) => {
    await runCase(page, "connect-four", "upright");
    await expectAccessible(page, "ended");
  }));
