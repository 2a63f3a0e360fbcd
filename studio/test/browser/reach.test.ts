/** Whoever has no mouse, needs large letters or has a phone: every page, with the real server. */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { command } from "../support/learn";
import { openShared } from "../support/mutants";
import type { Look } from "../support/page";
import { consoleText, state, visitors } from "../support/student";

const visit = visitors();

/** Presses Tab until the focus is there, and sees that it is seen. */
async function tabTo(page: Page, selector: string, most = 120): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    const isThere = await page.evaluate(
      (wanted) => document.activeElement?.matches(wanted) === true,
      selector,
    );
    if (isThere) {
      const isSeen = await page.evaluate(() => {
        const element = document.activeElement;
        return [element, element?.parentElement].some((one) => {
          const style = getComputedStyle(one ?? document.body);
          return style.outlineStyle !== "none" || style.boxShadow !== "none";
        });
      });
      assert.ok(isSeen, `the focus on ${selector} is seen`);
      return;
    }
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

test("a program is opened, run, fed, stepped back and asked about by keys alone", () =>
  visit(async (page) => {
    await tabTo(page, '[data-example="four-in-a-row"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".editor-host .tok-comment");
    await page.keyboard.press("F5");
    await state(page, /waiting for input/);
    await command(page, "Show Console");
    await tabTo(page, '[aria-label="Input for the program"]');
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      () => (document.querySelector(".console-text")?.textContent ?? "") !== "",
    );
    await page.keyboard.press("Alt+F11");
    await state(page, /paused/);
    await command(page, "Show Registers");
    await tabTo(page, '[data-register="$zero"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("w");
    await page.waitForSelector(".why-card");
    await page.keyboard.press("Escape");
    await tabTo(page, "[role=slider]");
    await page.keyboard.press("Home");
    await page.waitForFunction(() =>
      document.querySelector(".timebar .now")?.textContent?.startsWith("0 of"),
    );
    await page.keyboard.press("F12");
    await state(page, /at the start/);
  }));

test("every panel is reached from its tabs by arrow keys", () =>
  visit(async (page) => {
    await page.keyboard.press("Alt+n");
    await page.waitForSelector(".editor-host .cm-content");
    await page.keyboard.type("main: li $t0, 1\n li $v0, 10\n syscall\n");
    await page.keyboard.press("F11");
    await state(page, /at the start/);
    // In an editor Tab makes room; Escape before it leads out.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await tabTo(page, "#tab-console");
    for (const next of ["code", "memory", "stack", "calls", "symbols", "problems"]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(`#tab-${next}:focus`);
      await page.waitForSelector(`#tab-${next}[aria-selected="true"]`);
    }
  }));

test("check, games, manual and first hour are used by keys alone", { timeout: 120_000 }, () =>
  visit(async (page) => {
    await tabTo(page, '[data-example="sudoku"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".editor-host .cm-line");
    await command(page, "Check the open program");
    await tabTo(page, ".check-controls .primary");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".check-parts");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
      /Stopped|passed/.test(document.querySelector(".check-status")?.textContent ?? ""),
    );
    await command(page, "Games");
    await tabTo(page, '.game-entry[data-game="connect-four"] .card-main');
    await page.keyboard.press("Enter");
    await page.waitForSelector('.game-table[data-game="connect-four"]');
    await tabTo(page, ".versus-button");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog[open]");
    await tabTo(page, 'dialog button[type="submit"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".versus-kind.same");
    await page.keyboard.press("1");
    await page.waitForSelector('.versus-head:has-text("2 comparisons")');
    await page.keyboard.press("Shift+F1");
    await page.waitForSelector(".manual-page:not([hidden]) .section");
    await page.keyboard.type("stack");
    await page.waitForSelector('.manual-page .entry[data-name="stack"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector('.manual-page .article[data-name="stack"]');
    await command(page, "The first hour");
    await page.waitForSelector(".lesson");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector(".learn .verdict");
  }),
);

/** Nothing sticks out at the sides, and what can be pressed is within. */
async function fits(page: Page, where: string, wide: number): Promise<void> {
  const found = await page.evaluate((width) => {
    const isSeen = (one: Element): boolean => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && one.checkVisibility();
    };
    const isScrolled = (one: Element): boolean => {
      for (let up = one.parentElement; up !== null; up = up.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
      }
      return false;
    };
    // The link that leads past everything is seen when it has the focus.
    const all = "button, input, select, a:not(.skip), [tabindex='0']";
    const out = [...document.querySelectorAll(all)]
      .filter((one) => isSeen(one) && !isScrolled(one))
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < -1 || box.right > width + 1;
      })
      .map((one) => `${one.tagName} ${one.className} ${(one.textContent ?? "").slice(0, 40)}`);
    const cut = [...document.querySelectorAll("main")]
      .filter((one) => isSeen(one) && one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.className}: ${one.scrollWidth} in ${one.clientWidth}`);
    return { wide: document.documentElement.scrollWidth, out: [...out, ...cut] };
  }, wide);
  assert.ok(found.wide <= wide, `${where} is ${found.wide} wide`);
  assert.deepEqual(found.out, [], where);
}

const SMALL: [name: string, look: Partial<Look>][] = [
  ["at 200 %", { width: 720, height: 450 }],
  ["on a phone", { width: 390, height: 844, hasTouch: true }],
];

for (const [name, look] of SMALL) {
  const wide = look.width ?? 0;
  test(`every page fits ${name}`, { timeout: 120_000 }, () =>
    visit(async (page) => {
      await fits(page, "start", wide);
      await expectAccessible(page, "start");
      await page.click('[data-example="connect-four"]');
      await page.waitForSelector(".editor-host .tok-comment");
      await page.keyboard.press("F5");
      await state(page, /waiting/);
      await fits(page, "work", wide);
      for (const part of ["Display", "Machine", "Console", "Files"]) {
        await page.click(`.parts button:has-text("${part}")`);
        await fits(page, part, wide);
        await expectAccessible(page, part);
      }
      for (const [page_, ready] of [
        ["Check the open program", ".check-controls"],
        ["Games", ".game-entry"],
        ["Manual", ".manual-page .section"],
        ["The first hour", ".lesson"],
      ] as const) {
        await command(page, page_);
        await page.waitForSelector(ready);
        await fits(page, page_, wide);
        await expectAccessible(page, page_);
      }
      for (const [key, box] of [
        ["F1", "dialog[open]"],
        ["Control+k", ".palette"],
      ] as const) {
        await page.keyboard.press(key);
        await page.waitForSelector(box);
        await fits(page, key, wide);
        await page.keyboard.press("Escape");
      }
    }, look),
  );
}

test("a finger runs, feeds and steps a program on a phone", () =>
  visit(
    async (page) => {
      await page.tap('[data-example="connect-four"]');
      await page.waitForSelector(".editor-host .tok-comment");
      await page.tap('.parts button:has-text("Display")');
      await page.waitForSelector('.stage.none:has-text("No display yet")');
      await page.tap(".control.run");
      await state(page, /waiting/);
      await page.tap('.parts button:has-text("Console")');
      const input = page.locator('[aria-label="Input for the program"]');
      await input.tap();
      await page.keyboard.type("1");
      await page.keyboard.press("Enter");
      await page.tap('.parts button:has-text("Display")');
      await page.waitForSelector(".stage canvas");
      await page.tap(".control.back");
      await state(page, /paused/);
      await page.tap('.parts button:has-text("Machine")');
      await page.waitForSelector('[data-register="$t0"]');
      await command(page, "Start page");
      await page.tap('[data-example="sudoku"]');
      await page.waitForSelector(".editor-host .tok-comment");
    },
    { width: 390, height: 844, hasTouch: true },
  ));

/** Prints every key that is pressed, until it is `q`. */
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

test("a finger presses the keys that a program wants", () =>
  visit(
    async (page) => {
      await openShared(page, {
        files: [{ path: "echo.asm", text: ECHO }],
        roots: ["echo.asm"],
        options: {},
      });
      await page.tap(".control.run");
      await state(page, /running/);
      await page.tap('.parts button:has-text("Display")');
      await page.waitForSelector(".stage canvas");
      await fits(page, "keys", 390);
      await expectAccessible(page, "keys");
      for (const key of ["ArrowUp", "ArrowLeft", " ", "Enter", "ArrowRight"]) {
        await page.tap(`.touch-key[data-key="${key}"]`);
      }
      // What is held is repeated.
      const down = page.locator('.touch-key[data-key="ArrowDown"]');
      await down.dispatchEvent("pointerdown");
      // The console is hidden on a phone, so that nothing tells how often the key came.
      await page.waitForTimeout(700);
      await down.dispatchEvent("pointerup");
      // The keyboard of the system: its field keeps nothing.
      await page.tap(".touch-key.all-keys");
      await page.waitForSelector(".touch-field:focus");
      await page.keyboard.type("xy");
      await page.keyboard.press("Enter");
      await page.keyboard.type("q");
      await state(page, /ended/);
      await page.tap('.parts button:has-text("Console")');
      assert.match(await consoleText(page), /^wa \nds{2,}xy\nq$/);
    },
    { width: 390, height: 844, hasTouch: true },
  ));
