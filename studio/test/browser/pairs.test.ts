/**
 * Everything after everything: programs, games, side by side, cases, lessons, links, restarts and
 * reloads in every ordered pair, each looking for what the one before has left behind.
 */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { pack } from "../../src/model/share";
import { test } from "../support/carrier";
import { command, paste } from "../support/learn";
import { openBrowser, openReal, overlay, RealServer } from "../support/page";
import { state } from "../support/student";
import { passes, steady } from "../support/wait";

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

/** Paints, has a number in a register, and asks for numbers for ever. */
const PROGRAM = `# Unit width in pixels: 16
# Unit height in pixels: 16
# Display width in pixels: 64
# Display height in pixels: 64
# Base Address for Display: 0x10008000 ($gp)
main:   li   $t0, 0x00b4441f
        sw   $t0, 0($gp)
        li   $s6, 81
loop:   la   $a0, ask
        li   $v0, 4
        syscall
        li   $v0, 5
        syscall
        j    loop
        .data
ask:    .asciiz "PROGRAM? "
`;

const LINK = `main:   la   $a0, text
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall
        .data
text:   .asciiz "LINK"
`;

/** Says yes to every puzzle, which is soon found out. */
const ALWAYS = LINK.replace("LINK", "YES");

/** What can be seen of a run, whichever it is. */
interface Seen {
  state: string;
  console: string;
  typed: string[];
  displays: number;
  isAsking: boolean;
  register: string;
  isDim: boolean;
  time: string;
  notes: number;
}

async function look(page: Page): Promise<Seen> {
  await page.click('.rail-button[aria-label="Files"]');
  if ((await page.locator(".side:visible").count()) === 0) {
    await page.click('.rail-button[aria-label="Files"]');
  }
  await page.click("#tab-console");
  await page.click("#tab-registers");
  return steady(page, () => seen(page));
}

function seen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const text = (selector: string): string =>
      document.querySelector(selector)?.textContent?.trim() ?? "";
    const console = document.querySelector(".console-text .cm-content")?.cloneNode(true) as Element;
    const typed = [...console.querySelectorAll(".cm-typed")].map((one) => one.textContent ?? "");
    for (const one of console.querySelectorAll(".cm-typed")) one.remove();
    return {
      state: text(".status-state").replace(/ at .*/, ""),
      console: [...console.querySelectorAll(".cm-line")].map((one) => one.textContent).join("\n"),
      typed,
      displays: document.querySelectorAll(".stage canvas").length,
      isAsking: document.querySelector(".why-card") !== null,
      register: text('.panel-registers [data-register="$s6"] .value'),
      isDim: document.querySelector(".panel-registers .old") !== null,
      time: text(".timebar .now"),
      notes: document.querySelectorAll(".cm-note").length,
    };
  });
}

const NOTHING: Seen = {
  state: "ready",
  console: "",
  typed: [],
  displays: 0,
  isAsking: false,
  register: "",
  isDim: false,
  time: "time starts with the run",
  notes: 0,
};

/** What every run but the painting one must not show. */
function expectOwn(seen: Seen, what: string): void {
  assert.doesNotMatch(seen.console, /PROGRAM|LINK/, what);
  assert.deepEqual(seen.typed, [], what);
  assert.equal(seen.displays, 0, what);
  assert.equal(seen.isAsking, false, what);
  assert.notEqual(seen.register, "0x00000051", what);
  assert.equal(seen.isDim, false, what);
  assert.equal(seen.notes, 0, what);
}

async function openLink(page: Page, name: string, text: string): Promise<void> {
  const hash = await pack({ files: [{ path: name, text }], roots: [name], options: {} });
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.waitForSelector(`.file-tab[data-path="${name}"][aria-current="true"]`);
  await page.waitForSelector(".work:not([hidden]) .editor-host .tok-instruction");
}

type Kind = "program" | "game" | "beside" | "case" | "lesson" | "link" | "restart" | "reload";
type Step = (page: Page, what: string, before: Seen) => Promise<void>;

const STEPS: Record<Kind, Step> = {
  program: async (page, what) => {
    await page.keyboard.press("Alt+n");
    await page.waitForSelector('.work:not([hidden]) .file-tab[aria-current="true"]');
    await paste(page, PROGRAM);
    await page.waitForSelector(".editor-host .tok-instruction");
    await page.keyboard.press("F5");
    await state(page, /waiting/);
    await page.fill('[aria-label="Input for the program"]', "4711");
    await page.press('[aria-label="Input for the program"]', "Enter");
    await page.waitForFunction(() =>
      /PROGRAM\? .*PROGRAM\? /s.test(
        document.querySelector(".console-text .cm-content")?.textContent ?? "",
      ),
    );
    await page.waitForSelector(".stage canvas");
    await page.focus('.panel-registers [data-register="$s6"]');
    await page.keyboard.press("w");
    await page.waitForSelector(".why-card .cause");
    const { time, console, ...seen } = await look(page);
    assert.match(time, /^\d/, what);
    assert.match(console, /^PROGRAM\? \n?PROGRAM\? $/, what);
    assert.deepEqual(
      seen,
      {
        state: "waiting for input",
        typed: ["4711"],
        displays: 1,
        isAsking: true,
        register: "0x00000051",
        isDim: false,
        notes: 0,
      },
      what,
    );
  },
  game: async (page, what, before) => {
    await page.click('.rail-button[aria-label="Games"]');
    if ((await page.locator(".game-table:visible").count()) > 0) {
      await command(page, "Games");
      await page.evaluate(() => {
        location.hash = "#play";
      });
    }
    await page.click('.game-entry[data-game="connect-four"] .card-main');
    await page.waitForSelector('.game-table[data-game="connect-four"] .board-box');
    assert.equal(await page.locator(".versus-pane").count(), 0, what);
    // A game of its own leaves a run where it was.
    assert.deepEqual(await look(page), before, what);
  },
  beside: async (page, what) => {
    await page.click('.rail-button[aria-label="Games"]');
    await page.evaluate(() => {
      location.hash = "#play";
    });
    await page.click('.game-entry[data-game="sudoku"] .card-main');
    await page.click(".versus-button");
    await page.selectOption('dialog select[name="program"]', "ours");
    await page.click('dialog button[type="submit"]');
    await page.waitForSelector(".versus-kind.ended", { timeout: 60_000 });
    assert.equal(await page.locator(".versus-display:visible").count(), 0, what);
    assert.doesNotMatch(await page.innerText(".versus-pane"), /PROGRAM|LINK/, what);
    const seen = await look(page);
    expectOwn(seen, what);
    assert.equal(seen.state, "ended", what);
  },
  case: async (page, what) => {
    await openLink(page, "always.asm", ALWAYS);
    await command(page, "Check the open program");
    await page.selectOption('select[aria-label="Project"]', "tetrisito");
    await page.click(".check-controls .primary");
    await page.waitForSelector(".failure[open] .open-case", { timeout: 60_000 });
    await page.click(".failure[open] .open-case");
    await page.waitForSelector(".work:not([hidden]) .cm-current");
    const seen = await look(page);
    expectOwn(seen, what);
    assert.match(seen.state, /failing case/, what);
  },
  lesson: async (page, what) => {
    await command(page, "The first hour");
    await page.waitForSelector(".lesson");
    const steps = page.locator(".steps .step");
    const isFirst = (await steps.first().getAttribute("aria-current")) === "step";
    await steps.nth(isFirst ? 1 : 0).click();
    await state(page, /ready/);
    assert.deepEqual(await look(page), NOTHING, what);
  },
  link: async (page, what) => {
    await openLink(page, "link.asm", LINK);
    assert.deepEqual(await look(page), NOTHING, what);
    await page.keyboard.press("F5");
    await state(page, /ended/);
    const { register, time, ...seen } = await look(page);
    assert.equal(register, "0x00000000", what);
    assert.match(time, /^\d/, what);
    const { register: _r, time: _t, ...nothing } = NOTHING;
    assert.deepEqual(seen, { ...nothing, state: "ended", console: "LINK" }, what);
  },
  restart: async (page, what) => {
    const { port } = server;
    await server.kill();
    await page.waitForSelector(".banner");
    server = await RealServer.start([], port);
    const other = await page.context().newPage();
    await other.goto(server.address);
    await overlay(other, server);
    await other.waitForSelector(".rail-button");
    await page.waitForSelector(".banner", { state: "detached" });
    await other.close();
    await state(page, /ready/);
    assert.deepEqual(await look(page), NOTHING, what);
    for (const id of ["stop", "back"]) {
      assert.equal(await page.getAttribute(`.control.${id}`, "aria-disabled"), "true", what);
    }
  },
  reload: async (page, what, before) => {
    await page.reload();
    await page.waitForSelector(".rail-button");
    await page.waitForFunction(
      (words) => document.querySelector(".status-state")?.textContent?.startsWith(words) === true,
      before.state,
    );
    await passes(async () => {
      // What was typed and asked was known to the page only.
      const { typed, isAsking, console, ...seen } = await look(page);
      const { typed: _t, isAsking: _a, console: printed, ...expected } = before;
      assert.deepEqual(typed, [], what);
      assert.equal(isAsking, false, what);
      assert.deepEqual(seen, expected, what);
      if (before.state !== "ready")
        assert.equal(console.replaceAll("\n", ""), printed.replaceAll("\n", ""), what);
    });
  },
};

/** A walk in which every kind comes after every kind, itself included, exactly once. */
function walk<T>(kinds: readonly T[]): T[] {
  const left = new Map(kinds.map((kind) => [kind, [...kinds]]));
  const path: T[] = [];
  const stack: T[] = [kinds[0] as T];
  while (stack.length > 0) {
    const next = left.get(stack.at(-1) as T)?.pop();
    if (next === undefined) path.push(stack.pop() as T);
    else stack.push(next);
  }
  return path.reverse();
}

test("nothing is left behind by anything, whatever comes next", { timeout: 900_000 }, async () => {
  const kinds = Object.keys(STEPS) as Kind[];
  const path = walk(kinds);
  assert.equal(path.length, kinds.length ** 2 + 1);
  const page = await openReal(browser, server);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.waitForSelector(".card-main");
  let before = NOTHING;
  let last: string = "the start";
  for (const kind of path) {
    const what = `${kind} after ${last}`;
    try {
      await STEPS[kind](page, what, before);
    } catch (error) {
      await page.screenshot({ path: "shots/failed.png" });
      throw new Error(`${what}: ${String(error)}`, { cause: error });
    }
    assert.deepEqual(errors, [], what);
    before = await look(page);
    last = kind;
  }
  await page.context().close();
});
