/** Nothing is left over: what a run, a project or a connection leaves behind is not shown again. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { unpack } from "../../src/model/share";
import { test } from "../support/carrier";
import { command } from "../support/learn";
import { openShared } from "../support/mutants";
import { openBrowser, openReal, overlay, RealServer, withFolder } from "../support/page";
import { consoleText, state, visit, write } from "../support/student";
import { eventually, nextFrame } from "../support/wait";

let browser: Browser;
let server: RealServer;
let home: string;

before(async () => {
  // Games of a test are not games of whoever runs it.
  home = mkdtempSync(join(tmpdir(), "jetan-games-"));
  process.env["XDG_DATA_HOME"] = home;
  browser = await openBrowser();
  server = await RealServer.start();
});

after(async () => {
  await browser.close();
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

function inPage(work: (page: Page) => Promise<void>): Promise<void> {
  return visit(browser, server, async (page) => {
    await page.waitForSelector(".card-main");
    await work(page);
  });
}

async function inFolder(
  files: Record<string, string>,
  work: (page: Page, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const own = await RealServer.start([folder]);
    try {
      await visit(browser, own, (page) => work(page, folder));
    } finally {
      await own.stop();
    }
  });
}

const PROJECT = {
  "board.asm": "show_board: jr $ra\n",
  "io.asm": '.include "board.asm"\n.globl show\nshow: li $v0, 1\n syscall\n jr $ra\n',
  "main.asm": "main: li $a0, 7\n jal show\n jal done\n",
  "done.asm": ".globl done\ndone: li $v0, 10\n syscall\n",
};

async function openFile(page: Page, name: string): Promise<void> {
  await page.click(`.tree .row:has-text("${name.replace(/\.asm$/, "")}")`);
  await page.waitForSelector(`.file-tab[data-path="${name}"][aria-current="true"]`);
  await page.waitForSelector(".editor-host .tok-instruction");
}

test("zip, share and search take what F5 would assemble, and say so", () =>
  inFolder(PROJECT, async (page, folder) => {
    await openFile(page, "main.asm");
    await page.waitForSelector('.runs:has-text("F5 runs main.asm")');
    await page.waitForSelector('.runs[title*="io.asm"]');
    assert.equal(await page.locator(".file-tab").count(), 1);
    await page.click('.side-actions button:has-text("Share")');
    await page.waitForSelector('.toast.good:has-text("4 files")');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const shared = await unpack(new URL(link).hash);
    assert.deepEqual(shared?.files.map(({ path }) => path).sort(), Object.keys(PROJECT).sort());
    const download = page.waitForEvent("download");
    await page.click('.side-actions button:has-text("Zip")');
    const archive = join(folder, "made.zip");
    await (await download).saveAs(archive);
    const names = execFileSync("python3", ["-c", LIST, archive], { encoding: "utf8" });
    assert.deepEqual(names.trim().split("\n").sort(), Object.keys(PROJECT).sort());
    await page.click('.rail-button[aria-label="Search"]');
    await page.fill('[aria-label="Find in the program"]', "show_board");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.found:has-text("board.asm:1")');
    assert.match(await page.innerText(".side h3"), /in 4 files/i);
  }));

const LIST = "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))";

test("after a restart the page says what to do, gets in by any tab, and starts clean", async () => {
  const first = await RealServer.start();
  const page = await openReal(browser, first);
  try {
    await write(page, "main: addiu $t0, $t0, 1\n j main\n");
    await page.keyboard.press("F11");
    await state(page, /at the start/);
    await first.kill();
    await page.waitForSelector('.banner:has-text("does not answer")');
    const second = await RealServer.start([], first.port);
    try {
      await page.click('.banner button:has-text("Try now")');
      await page.waitForSelector('.banner:has-text("Open the address that it has printed")');
      const other = await page.context().newPage();
      await other.goto(second.address);
      await overlay(other, second);
      await page.waitForSelector(".banner", { state: "detached" });
      await state(page, /ready/);
      assert.equal(await page.getAttribute(".control.stop", "aria-disabled"), "true");
      await page.bringToFront();
      await page.click(".editor-host .cm-content");
      await page.keyboard.press("F11");
      await state(page, /at the start/);
      await page.keyboard.press("F11");
      await state(page, /paused/);
      await page.keyboard.press("Shift+F5");
      await state(page, /ready/);
    } finally {
      await second.stop();
    }
  } finally {
    await page.context().close();
    await first.stop();
  }
});

/** Asks for numbers for ever, and says what it was given. */
const ASKING = `main:   la   $a0, ask
        li   $v0, 4
        syscall
        li   $v0, 5
        syscall
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $a0, 10
        li   $v0, 11
        syscall
        j    main
        .data
ask:    .asciiz "A number, please?\\n> "
`;

const input = '[aria-label="Input for the program"]';

async function answer(page: Page, text: string): Promise<void> {
  await page.fill(input, text);
  await page.press(input, "Enter");
  await page.waitForSelector(`.cm-typed:text-is("${text}")`, { state: "attached" });
}

/** Pixels by which the end of the console is out of sight. */
const below = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const box = document.querySelector(".console-text .cm-scroller") as HTMLElement;
    return box.scrollHeight - box.clientHeight - box.scrollTop;
  });

test("the console keeps the question in sight, and what was typed while one travels", () =>
  inPage(async (page) => {
    await write(page, ASKING);
    await page.keyboard.press("F5");
    await state(page, /waiting/);
    for (let number = 101; number < 113; number += 1) {
      await answer(page, String(number));
      await eventually("the question is in sight", async () => (await below(page)) <= 2);
    }
    assert.equal(await page.locator(".cm-typed").last().innerText(), "112");
    await page.keyboard.press("Alt+F5");
    await state(page, /beginning/);
    const typed = page.locator(".cm-typed");
    await eventually("nothing was typed yet", async () => (await typed.count()) === 0);
    await command(page, "Travel to the end");
    await page.waitForSelector('.cm-typed:text-is("112")');
    assert.match(await consoleText(page), /101\nA number[^]*112\nA number, please\?\n> $/);
    // Another program: neither its console nor its field knows of these.
    await write2(page, "main: li $v0, 5\n syscall\n li $v0, 10\n syscall\n");
    await page.keyboard.press("F5");
    await state(page, /waiting/);
    assert.equal(await page.locator(".cm-typed").count(), 0);
    await page.focus(input);
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.inputValue(input), "");
  }));

/** A second new program. */
async function write2(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Alt+n");
  await page.waitForSelector('.file-tab[data-path="untitled-2.asm"][aria-current="true"]');
  await page.evaluate((all) => navigator.clipboard.writeText(all), text);
  await page.click(".editor-host .cm-content");
  await page.keyboard.press("Control+v");
  await page.waitForSelector(".editor-host .tok-instruction");
}

test("F5 runs the program in front, and names the one that was paused", () =>
  inFolder(
    {
      "one.asm": "main: li $a0, 11\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n",
      "two.asm": "main: li $a0, 22\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n",
    },
    async (page) => {
      await openFile(page, "one.asm");
      await page.keyboard.press("F11");
      await state(page, /one.asm:1/);
      await openFile(page, "two.asm");
      await page.waitForSelector('.other-run:has-text("one.asm is paused")');
      await page.keyboard.press("F5");
      await state(page, /ended/);
      assert.equal(await consoleText(page), "22");
      await page.waitForSelector('.toast:has-text("one.asm was paused")');
      await page.keyboard.press("Shift+F5");
      await state(page, /ready/);
      await page.waitForSelector('.file-tab[data-path="two.asm"][aria-current="true"]');
      await page.click('.toast button:has-text("Run one.asm again")');
      await state(page, /ended/);
      assert.equal(await consoleText(page), "11");
    },
  ));

const PAINTER = `# Unit width in pixels: 16
# Unit height in pixels: 16
# Display width in pixels: 256
# Display height in pixels: 256
# Base Address for Display: 0x10010000 (static data)
main:   lui  $t0, 0x1001
        li   $t1, 0
loop:   mul  $t2, $t1, 0x10f
        sw   $t2, 0($t0)
        addi $t0, $t0, 4
        addi $t1, $t1, 1
        blt  $t1, 256, loop
        li   $v0, 10
        syscall
`;

test("display, why, registers, count and pack are those of the run there is", () =>
  inPage(async (page) => {
    await write(page, PAINTER);
    await page.keyboard.press("F5");
    await state(page, /ended/);
    const canvas = page.locator('canvas[data-source="bitmap"]');
    await canvas.click({ button: "right", position: { x: 30, y: 30 } });
    await page.click('.menu button:has-text("Why pixel")');
    await page.waitForSelector(".why-card .cause");
    // A program that sleeps: registers and count go on while it runs, and nothing of the other.
    await write2(page, SLEEPER);
    await page.waitForSelector(".why-card", { state: "detached" });
    await page.keyboard.press("F5");
    await state(page, /running/);
    assert.equal(await canvas.count(), 0);
    const shown = (): Promise<string> =>
      page.innerText('.panel-registers [data-register="$s0"] .value');
    const count = (): Promise<string> => page.innerText(".timebar .now");
    await page.waitForSelector('[data-register="$s0"].changed');
    const [value, steps] = [await shown(), await count()];
    await eventually("registers go on", async () => (await shown()) !== value);
    await eventually("the count goes on", async () => (await count()) !== steps);
    await page.keyboard.press("Shift+F5");
    await page.click('.rail-button[aria-label="Games"]');
    await page.click('.game-entry[data-game="2048"] .card-main');
    await page.click(".versus-button");
    await page.selectOption('dialog select[name="program"]', "ours");
    await page.click('dialog button[type="submit"]');
    await page.waitForSelector(".versus-kind.same", { timeout: 60_000 });
    await page.click('.rail-button[aria-label="Files"]');
    await page.waitForSelector('.status-item:has-text("comp2611-2048")');
  }));

const SLEEPER = `main:   addiu $s0, $s0, 1
        li   $a0, 20
        li   $v0, 32
        syscall
        j    main
`;

/** Paints, then echoes keys until it is `q`. */
const ECHO = `# Unit width in pixels: 8
# Display width in pixels: 64
# Base Address for Display: 0x10008000 ($gp)
main:   li   $t5, 0x00f0764a
        sw   $t5, 0($gp)
loop:   lw   $t0, 0xffff0000
        andi $t0, $t0, 1
        beqz $t0, loop
        lw   $a0, 0xffff0004
        li   $v0, 11
        syscall
        bne  $a0, 'q', loop
        li   $v0, 10
        syscall
`;

test("a program that looks for keys gets them at once, until Escape", () =>
  inPage(async (page) => {
    await openShared(page, {
      files: [{ path: "echo.asm", text: `# echo\n${ECHO}` }],
      roots: ["echo.asm"],
      options: {},
    });
    await page.click(".editor-host .cm-content");
    await page.keyboard.press("F5");
    await page.waitForSelector(".stage:focus");
    await page.keyboard.type("ab");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".editor-host .cm-content:focus");
    await nextFrame(page);
    assert.equal(await page.locator(".stage:focus").count(), 0);
    await page.focus(".stage");
    await page.keyboard.type("q");
    await state(page, /ended/);
    assert.equal(await consoleText(page), "abq");
  }));

test("a double click in the list opens one file, and pages do not move the rail", () =>
  inFolder(
    { "a.asm": "main: nop\n", "b.asm": "main: nop\n", "c.asm": "main: nop\n" },
    async (page) => {
      await page.waitForSelector(".file-tab");
      const open = await page.getAttribute(".file-tab", "data-path");
      assert.equal(open, "a.asm");
      const row = page.locator('.tree .row[aria-label="b.asm"]');
      const before = await row.boundingBox();
      await row.dblclick();
      await page.waitForSelector('.file-tab[data-path="b.asm"][aria-current="true"]');
      assert.deepEqual(await row.boundingBox(), before);
      assert.equal(await page.locator(".file-tab").count(), 2);
      const rail = page.locator('.rail-button[aria-label="Games"]');
      const place = await rail.boundingBox();
      await rail.click();
      await page.waitForSelector(".game-entry");
      assert.deepEqual(await rail.boundingBox(), place);
    },
  ));

test("the editor comments lines, and shows values under the pointer while paused", () =>
  inPage(async (page) => {
    await write(page, "main: li $t0, 37\n la $t1, x\n lw $t2, 0($t1)\n nop\n.data\nx: .word 99\n");
    assert.equal(
      await page.getAttribute(".control.step", "aria-disabled"),
      null,
      "there is something to step",
    );
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("F11");
    await state(page, /untitled.asm:4/);
    await page.waitForSelector('.cm-value:has-text("$t1 = 0x10010000 <x>")');
    await page.hover('.tok-register:text-is("$t0")');
    await page.waitForSelector('.hover-value:has-text("$t0 = 37 (0x00000025)")');
    await page.mouse.move(5, 400);
    await page.hover(
      '.cm-line:has-text("la $t1") .tok-label, .cm-line:has-text("la $t1") span:text-is("x")',
    );
    await page.waitForSelector('.hover-value:has-text("x")');
    await page.mouse.move(5, 400);
    await page.keyboard.press("Shift+F5");
    await state(page, /ready/);
    await page.click(".cm-line >> nth=0");
    await page.keyboard.press("Control+/");
    await page.waitForSelector('.cm-line:has-text("# main: li")');
    await page.keyboard.press("Control+/");
    await page.waitForFunction(
      () => document.querySelector(".cm-line")?.textContent?.startsWith("main:") === true,
    );
  }));

test("nothing can be stepped without a program, and toolbars are one stop of Tab", () =>
  inPage(async (page) => {
    const step = page.locator(".control.step");
    assert.equal(await step.getAttribute("aria-disabled"), "true");
    assert.match((await step.getAttribute("title")) ?? "", /Open a program first/);
    const stops = (name: string): Promise<number> =>
      page.locator(`[role="toolbar"][aria-label="${name}"] button[tabindex="0"]`).count();
    assert.equal(await stops("Run"), 1);
    assert.equal(await stops("Tools"), 1);
    await page.focus('[role="toolbar"][aria-label="Run"] button[tabindex="0"]');
    await page.keyboard.press("ArrowRight");
    const label = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
    assert.equal(await label(), "Pause");
    await page.keyboard.press("End");
    assert.equal(await label(), "Run backwards");
  }));

test("examples with input offer it in the console, to be sent", () =>
  inPage(async (page) => {
    for (const example of ["tetrisito", "sudoku"]) {
      await page.click(`.card:has([data-example="${example}"]) button:has-text("Run")`);
      await state(page, /waiting/);
      const offered = await page.inputValue(input);
      assert.ok(offered.includes("\n"), `the input of ${example} stands in the field`);
      await page.press(input, "Enter");
      await state(page, /ended/);
      assert.notEqual(await consoleText(page), "");
      assert.equal(await page.inputValue(input), "");
      await page.click('.rail-button[aria-label="Start"]');
    }
  }));

test("the lobby counts as the player does, and says it as the table does", () =>
  inPage(async (page) => {
    const note = (game: string): string => `.game-entry[data-game="${game}"] .entry-note`;
    await page.click('.rail-button[aria-label="Games"]');
    await page.click('.game-entry[data-game="2048"] .card-main');
    await page.waitForSelector(".game-table .board-box");
    const table = page.locator('.game-table dt:text-is("So far") + dd');
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]) {
      await page.keyboard.press(key);
    }
    // A slide that moves nothing is none, so that nobody knows how many of them count.
    await eventually("moves are counted", async () => /[2-4] moves/.test(await table.innerText()));
    await page.click(".game-head .back");
    await page.waitForSelector(`${note("2048")}:has-text("unfinished")`);
    const told = await page.innerText(note("2048"));
    await page.click('.game-entry[data-game="2048"] button:has-text("Continue")');
    await eventually(
      "the table says the same",
      async () => `unfinished: ${await table.innerText()}` === told,
    );
  }));

test("taking back says why it cannot", () =>
  inPage(async (page) => {
    await page.click('.rail-button[aria-label="Games"]');
    await page.click('.game-entry[data-game="tetrisito"] .card-main');
    await page.waitForSelector(".game-table .board-box");
    await page.click('.game-action:has-text("Take back")', { force: true });
    await page.waitForSelector('.toast:has-text("No move has been made yet")');
  }));

test("a sound that is over leaves no context at work", () =>
  inPage(async (page) => {
    await page.evaluate(() => {
      const made: AudioContext[] = [];
      const Own = AudioContext;
      (window as unknown as { made: AudioContext[] }).made = made;
      window.AudioContext = class extends Own {
        constructor() {
          super();
          made.push(this);
        }
      };
    });
    await write(
      page,
      "main: li $a0, 60\n li $a1, 100\n li $a2, 0\n li $a3, 90\n li $v0, 31\n syscall\nloop: j loop\n",
    );
    await page.keyboard.press("F5");
    await eventually("the context rests", () =>
      page.evaluate(() => {
        const { made } = window as unknown as { made: AudioContext[] };
        return made.length > 0 && made.every((context) => context.state !== "running");
      }),
    );
    await page.keyboard.press("Shift+F5");
  }));

test("the page is sent compressed", async () => {
  const address = new URL(server.address);
  const entered = await fetch(server.address, { redirect: "manual" });
  const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const script = await fetch(`${address.origin}/assets/studio.js`, { headers: { cookie } });
  assert.equal(script.headers.get("content-encoding"), "gzip");
  const plain = await script.text();
  assert.ok(plain.length > 100_000);
  assert.ok(readFileSync("dist/assets/studio.js", "utf8").length > 100_000);
});
