/** Learning with the real server: the manual, the first hour, a check and its failing case. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { command, paste, plant, ROOT, TWICE } from "../support/learn";
import { visitors } from "../support/student";
import { eventually } from "../support/wait";

const LESSONS = join(ROOT, "lessons/first-hour");
const STEPS = [
  "hello",
  "ask",
  "loop",
  "sum",
  "largest",
  "procedure",
  "recursion",
  "picture",
  "keyboard",
  "game",
];

const visit = visitors();

async function openManual(page: Page): Promise<void> {
  await page.keyboard.press("Shift+F1");
  await page.waitForSelector(".manual-page:not([hidden]) .section");
  await page.waitForFunction(() => document.activeElement?.matches("input[type=search]"));
}

test("the manual is searched by keys, and its programs open in the editor", () =>
  visit(async (page) => {
    await openManual(page);
    await page.keyboard.type("print string");
    await page.waitForSelector('.manual-page .entry[data-name="syscall 4"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.manual-page .article[data-name="syscall 4"]');
    assert.match(await page.innerText(".manual-page .article h2"), /syscall 4: print string/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("recursion");
    await page.waitForSelector('.manual-page .entry[data-name="calls"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector('.manual-page .article[data-name="calls"]');
    await page.click('.manual-page .article .link.name:has-text("$ra") >> nth=0');
    await page.waitForSelector('.manual-page .article[data-name="$ra"]');
    await page.fill(".manual-page input[type=search]", "stack");
    await page.press(".manual-page input[type=search]", "Enter");
    await page.waitForSelector('.manual-page .article[data-name="stack"]');
    await page.click('.manual-page .program button:has-text("Open in the editor")');
    await page.waitForSelector(".editor-host .tok-instruction");
    await page.keyboard.press("F5");
    await page.waitForFunction(() =>
      document.querySelector(".console-text")?.textContent?.includes("kcats"),
    );
  }));

test("an answer that comes late leaves the focus in the list", () =>
  visit(async (page) => {
    await openManual(page);
    await page.keyboard.type("print string");
    await page.waitForSelector('.manual-page .entry[data-name="syscall 4"]');
    await page.focus('.manual-page .entry[data-name="syscall 4"]');
    // As if typed just before the keys went into the list.
    await page.$eval(".manual-page input[type=search]", (input: HTMLInputElement) => {
      input.value = "print str";
      input.dispatchEvent(new Event("input"));
    });
    await page.waitForFunction(
      (before) => document.querySelector(".manual-page .count") !== before,
      await page.$(".manual-page .count"),
    );
    assert.equal(
      await page.evaluate(() => (document.activeElement as HTMLElement).dataset.name),
      "syscall 4",
    );
  }));

test("the manual says when there is nothing, and what may be meant", () =>
  visit(async (page) => {
    await openManual(page);
    await page.keyboard.type("adddiu");
    await page.waitForSelector('.manual-page .contents .link:has-text("addiu")');
    assert.match(await page.innerText(".manual-page .count"), /Nothing about “adddiu”/);
    await page.click('.manual-page .contents .link:has-text("addiu")');
    await page.waitForSelector('.manual-page .article[data-name="addiu"]');
    await page.fill(".manual-page input[type=search]", "<b>&\u0000((((");
    await page.waitForFunction(() =>
      document.querySelector(".manual-page .count")?.textContent?.startsWith("Nothing about “<b>"),
    );
  }));

test("the manual opens beside the program, from a word, from a card and from a mistake", () =>
  visit(async (page) => {
    await page.keyboard.press("Alt+n");
    await page.waitForSelector(".editor-host .cm-content");
    await page.keyboard.type("main: lii $t0, 5\nsyscall");
    await page.waitForSelector(".cm-lintRange-error");
    await page.keyboard.press("Shift+F1");
    await page.waitForSelector('.side .article[data-name="syscall"]');
    assert.ok(await page.isVisible(".editor-host"), "the program stays");
    await page.click("#tab-problems");
    await page.click(".problem button.code");
    await page.waitForSelector('.side .article[data-name="E0201"]');
    await page.click('.side .reading button:has-text("Back")');
    await page.waitForSelector('.side .article[data-name="syscall"]');
    await page.hover(".editor-host .tok-register");
    await page.click(".cm-knowledge .more");
    await page.waitForSelector('.side .article[data-name="$t0"]');
  }));

test("the first hour is walked from hello to the game", { timeout: 180_000 }, () =>
  visit(async (page) => {
    await command(page, "The first hour");
    for (const [at, name] of STEPS.entries()) {
      await page.waitForSelector(`.step[data-step="${name}"][aria-current="step"]`);
      await page.waitForSelector(`.file-tab[data-path="first-hour/${name}.asm"][aria-current]`);
      await page.waitForSelector(".editor-host .tok-instruction");
      await page.click(".learn .try");
      await page.waitForSelector(".learn .verdict.bad");
      await paste(page, readFileSync(join(LESSONS, name, "solution.asm"), "utf8"));
      await page.keyboard.press("Control+Enter");
      await page.waitForSelector(".learn .verdict.good");
      assert.equal(await page.locator(".step.done").count(), at + 1);
      assert.equal(await page.locator(".trial.failed").count(), 0);
      if (at + 1 < STEPS.length) await page.click(".learn .next");
    }
    await page.waitForSelector('.verdict.good:has-text("first hour")');
    await page.reload();
    await command(page, "The first hour");
    await page.waitForSelector(".step.done");
    assert.equal(await page.locator(".step.done").count(), STEPS.length, "it is remembered");
  }),
);

test("what is said about a step is in sight in a small window", () =>
  visit(
    async (page) => {
      await command(page, "The first hour");
      await page.click(".learn .try");
      const verdict = page.locator(".learn .verdict.bad");
      await eventually("it is in sight", async () => {
        const box = await verdict.boundingBox();
        const side = await page.locator(".side").boundingBox();
        return box !== null && side !== null && box.y + box.height <= side.y + side.height;
      });
    },
    { width: 1280, height: 720 },
  ));

test("a step tells what is wrong, gives hints, and brings the own program back", () =>
  visit(async (page) => {
    await command(page, "The first hour");
    await page.waitForSelector('.step[data-step="picture"]');
    await page.click('.step[data-step="picture"]');
    await page.waitForSelector('.file-tab[data-path="first-hour/picture.asm"]');
    await page.click(".learn .try");
    await page.waitForSelector(".learn .board .different");
    assert.match(await page.innerText(".learn .trial.failed"), /15 squares/);
    const ask = page.locator(".hints > button");
    while ((await ask.innerText()) !== "Show a solution") await ask.click();
    assert.equal(await page.locator(".hints li").count(), 2);
    await ask.click();
    await page.waitForSelector(".toast");
    await page.click(".learn .try");
    await page.waitForSelector(".learn .verdict.good");
    await page.click(".editor-host .cm-content");
    await page.keyboard.press("Control+z");
    await page.click(".learn .try");
    await page.waitForSelector(".learn .verdict.bad");
    await paste(page, "main: lii $t0, 5\n");
    await page.waitForSelector(".cm-lintRange-error");
    await page.click(".learn .try");
    await page.waitForSelector('.learn .verdict.bad:has-text("errors in the program")');
  }));

test(
  "a failing check shows its boards and opens its case at the writer",
  { timeout: 120_000 },
  () =>
    visit(async (page) => {
      await plant(page, "2048", ...TWICE);
      await command(page, "Check the open program");
      await page.click('.check button:has-text("Check the open program")');
      await page.waitForSelector(".failure[open] .open-case", { timeout: 90_000 });
      assert.match(await page.innerText(".check-parts"), /of \d+ points/);
      const different = page.locator(".failure[open] .board .different");
      assert.ok((await different.count()) > 0, "the differing cells are marked");
      assert.equal(await different.first().locator(".mark").innerText(), "✗");
      await page.click(".failure[open] .open-case");
      await page.waitForSelector(".work:not([hidden]) .cm-current");
      assert.match(await page.innerText(".cm-current"), /\bsw\b/);
      const [now, end] = (await page.innerText(".timebar .now")).split(" of ").map(number);
      assert.ok(now !== undefined && end !== undefined && now < end, "the run goes on behind it");
      await page.keyboard.press("F11");
      await page.keyboard.press("Alt+F11");
      await page.waitForSelector(".cm-current");
    }),
);

function number(text: string): number {
  return Number(text.replace(/[^\d]/g, ""));
}

test("a check can be stopped, and a right program passes", { timeout: 120_000 }, () =>
  visit(async (page) => {
    await page.click('[data-example="sudoku"]');
    await page.waitForSelector(".editor-host .cm-line");
    await command(page, "Check the open program");
    const button = page.locator(".check-controls .primary");
    await button.click();
    await page.waitForSelector(".check progress");
    await button.click();
    await page.waitForFunction(() =>
      /Stopped|All/.test(document.querySelector(".check-status")?.textContent ?? ""),
    );
    await button.click();
    await page.waitForSelector(".check-status.good", { timeout: 90_000 });
  }),
);

for (const scheme of ["light", "dark"] as const) {
  test(`a screen reader finds its way, ${scheme}`, { timeout: 120_000 }, () =>
    visit(
      async (page) => {
        await openManual(page);
        await page.click(".manual-page .entry >> nth=3");
        await page.waitForSelector(".manual-page .article");
        await expectAccessible(page, "manual");
        await command(page, "The first hour");
        await page.waitForSelector(".lesson");
        await page.click('.step[data-step="game"]');
        await page.waitForSelector('.file-tab[data-path="first-hour/game.asm"]');
        await page.click(".learn .try");
        await page.waitForSelector(".learn .board");
        await page.click(".hints button");
        await expectAccessible(page, "first hour");
        await page.click('.rail-button:has-text("Start")');
        const from = "addiu   $t1, $t0, MAP_BYTES             # behind the last cell\nclear_cell:";
        await plant(page, "2048", "tasks.asm", from, "addiu   $t1, $t0, 60\nclear_cell:");
        await command(page, "Check the open program");
        await page.click('.check button:has-text("Check the open program")');
        await page.waitForSelector(".failure[open]", { timeout: 90_000 });
        await expectAccessible(page, "check");
      },
      { scheme },
    ),
  );
}

test("at twice the size nothing is out of reach", () =>
  visit(
    async (page) => {
      const isWithin = async (selector: string): Promise<void> => {
        const box = await page.locator(selector).first().boundingBox();
        assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 721, `${selector} fits`);
      };
      await openManual(page);
      await page.keyboard.type("stack");
      await page.waitForSelector('.manual-page .entry[data-name="stack"]');
      await page.keyboard.press("Enter");
      await page.waitForSelector('.manual-page .article[data-name="stack"]');
      await isWithin(".manual-page .article");
      await command(page, "The first hour");
      await page.waitForSelector(".lesson");
      await isWithin(".lesson");
      await page.click(".learn .try");
      await page.waitForSelector(".learn .verdict");
      await isWithin(".learn .verdict");
      await command(page, "Check the open program");
      await isWithin(".check-controls");
    },
    { width: 720, height: 450 },
  ));
