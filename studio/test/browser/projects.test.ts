/** The five projects: a wrong program is checked and watched beside the game, ours agree. */

import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { command } from "../support/learn";
import { mutant, openShared } from "../support/mutants";
import { openBrowser, RealServer } from "../support/page";
import { visit as visitOf } from "../support/student";

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

function visit(work: (page: Page) => Promise<void>): Promise<void> {
  return visitOf(browser, server, async (page) => {
    await page.waitForSelector(".card-main");
    await work(page);
  });
}

/** Waits until the line that is executed next looks so. */
async function standsAt(page: Page, line: RegExp): Promise<void> {
  await page.waitForSelector(".work:not([hidden]) .cm-current");
  await page
    .waitForFunction(
      (pattern) =>
        new RegExp(pattern).test(document.querySelector(".cm-current")?.textContent ?? ""),
      line.source,
    )
    .catch(async () => {
      const shown = await page.textContent(".cm-current");
      assert.fail(`it stands at ${String(shown)}, not at ${line.source}`);
    });
}

/** Projects, a mistake of each, and what the instruction that made it looks like. */
const FAILING: [project: string, name: string, at: RegExp][] = [
  ["tetrisito", "the last offset is missing", /syscall/],
  ["four-in-a-row", "taking back does not empty the slot", /\bsb\s+\$t0, matrix/],
  ["sudoku", "the row is not looked at", /\bsw\b/],
  ["2048", "a merged tile merges again", /\bsw\b/],
  ["connect-four", "the turn does not change after player 2", /syscall/],
];

for (const [project, name, at] of FAILING) {
  test(`a failing case of ${project} opens at its instruction`, { timeout: 180_000 }, () =>
    visit(async (page) => {
      await openShared(page, mutant(project, name));
      await command(page, "Check the open program");
      await page.selectOption('select[aria-label="Project"]', project);
      await page.click(".check-controls .primary");
      await page.waitForSelector(".failure[open] .open-case", { timeout: 150_000 });
      await page.click(".failure[open] .open-case");
      await standsAt(page, at);
      const [now, end] = (await page.innerText(".timebar .now"))
        .split(" of ")
        .map((text) => Number(text.replace(/\D/g, "")));
      assert.ok(now !== undefined && end !== undefined && now > 0 && now <= end);
      const shown = await page.innerText(".timebar .now");
      await page.keyboard.press("Alt+F11");
      await page.waitForFunction(
        (before) => document.querySelector(".timebar .now")?.textContent !== before,
        shown,
      );
    }),
  );
}

/** Starts a game beside a program: the one that comes with Jetan, or the open one. */
async function beside(
  page: Page,
  game: string,
  program: "ours" | "open",
  settings: Record<string, string> = {},
  position?: string,
): Promise<void> {
  await page.click('.rail-button[aria-label="Games"]');
  await page.click(`.game-entry[data-game="${game}"] .card-main`);
  await page.click(".versus-button");
  await page.selectOption('dialog select[name="program"]', program);
  for (const [name, value] of Object.entries(settings)) {
    await page.selectOption(`dialog select[name="${name}"]`, value);
  }
  if (position !== undefined) {
    await page.click("dialog summary");
    await page.fill("dialog textarea", position);
  }
  await page.click('dialog button[type="submit"]');
  await page.waitForSelector(
    ".versus-kind.same, .versus-kind.ended, .versus-kind.different, .versus-kind.failed",
    { timeout: 60_000 },
  );
}

const steps = async (page: Page): Promise<number> =>
  Number(/\d+/.exec(await page.innerText(".versus-head .quiet"))?.[0] ?? NaN);

/** Presses a key and waits until the boards were compared again. */
async function press(page: Page, key: string): Promise<void> {
  const before = await steps(page);
  await page.keyboard.press(key);
  await page.waitForFunction(
    (old) => {
      const text = document.querySelector(".versus-head .quiet")?.textContent ?? "";
      return Number(/\d+/.exec(text)?.[0] ?? NaN) > old;
    },
    before,
    { timeout: 20_000 },
  );
}

const kind = async (page: Page): Promise<string> =>
  (await page.getAttribute(".versus-kind", "class")) ?? "";

/** One piece that stands upright; only the last column will do. */
const UPRIGHT = "......\n".repeat(8) + ".....#\n".repeat(4) + "1\n" + "#...\n".repeat(4);

const AGREEING: [game: string, keys: string, settings?: Record<string, string>, board?: string][] =
  [
    ["connect-four", "10101010"],
    ["four-in-a-row", "24n94y5n"],
    ["2048", "", { target: "64" }],
    ["sudoku", ""],
    ["tetrisito", "", {}, UPRIGHT],
  ];

for (const [game, keys, settings, position] of AGREEING) {
  test(`${game} is the same on both sides`, { timeout: 120_000 }, () =>
    visit(async (page) => {
      await beside(page, game, "ours", settings, position);
      for (const key of keys) {
        assert.match(await kind(page), /same/);
        await press(page, key);
      }
      if (game === "2048") {
        for (let move = 0; move < 200 && /same/.test(await kind(page)); move += 1) {
          const way = await page.getAttribute(".slide-button:not([aria-disabled])", "data-move");
          const keyOf = { U: "ArrowUp", L: "ArrowLeft", D: "ArrowDown", R: "ArrowRight" };
          await press(page, keyOf[(way ?? "L") as keyof typeof keyOf]);
        }
      }
      const isGoingOn = game === "four-in-a-row";
      assert.match(await kind(page), isGoingOn ? /same/ : /ended/);
      assert.equal(await page.locator(".game-table .different").count(), 0);
    }),
  );
}

const PLANTED: [
  game: string,
  name: string,
  keys: string[],
  at: RegExp,
  settings?: Record<string, string>,
  board?: string,
][] = [
  ["connect-four", "the turn does not change after player 2", [..."1012"], /\bsb\b/],
  ["four-in-a-row", "taking back does not empty the slot", [..."14y"], /\bs[bw]\b/],
  [
    "2048",
    "w slides down",
    ["ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowUp"],
    /\bsw\b/,
  ],
  ["sudoku", "the row is not looked at", [], /syscall/],
  ["tetrisito", "the last offset is missing", [], /syscall/, {}, UPRIGHT],
];

for (const [game, name, keys, at, settings, position] of PLANTED) {
  test(`a planted difference of ${game} is found and opened`, { timeout: 120_000 }, () =>
    visit(async (page) => {
      await openShared(page, mutant(game, name));
      await beside(page, game, "open", settings, position);
      for (const key of keys) {
        if (!/same/.test(await kind(page))) break;
        const isNone = await page.evaluate((pressed) => {
          const move = pressed.replace("Arrow", "")[0] ?? "";
          const button = document.querySelector(`.slide-button[data-move="${move}"]`);
          return button?.getAttribute("aria-disabled") === "true";
        }, key);
        if (!isNone) await press(page, key);
      }
      await page.waitForSelector(".versus-kind.different", { timeout: 60_000 });
      await expectAccessible(page, "a difference");
      await page.click(".open-debugger");
      await standsAt(page, at);
    }),
  );
}
