/** What tests and pictures of the manual, the first hour and the check have in common. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

export const ROOT = join(process.cwd(), "..");

type Take = (name: string) => Promise<void>;

/** Runs a command by its name in the palette: no mouse is needed for anything. */
export async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.waitForSelector(".palette");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".palette", { state: "detached" });
}

/** Replaces the text of the editor that is shown. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((all) => navigator.clipboard.writeText(all), text);
  await page.click(".editor-host .cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}

/** Opens a project's program with a mistake in it. */
export async function plant(
  page: Page,
  id: string,
  tab: string,
  from: string,
  to: string,
): Promise<void> {
  await page.click(`[data-example="${id}"]`);
  await page.waitForSelector(".editor-host .cm-line");
  const shown = `.file-tab[data-path$="${tab}"]`;
  await page.click(`${shown} .file-tab-name`);
  await page.waitForSelector(`${shown}[aria-current="true"]`);
  const text = readFileSync(join(ROOT, "programs", id, tab), "utf8");
  assert.ok(text.includes(from), "the mistake can be planted");
  await paste(page, text.replace(from, to));
}

/** A mistake of 2048 that merges a tile twice. */
export const TWICE: [tab: string, from: string, to: string] = [
  "tasks.asm",
  "sw      $t3, 4($t1)\n        li      $t2, 0\n",
  "sw      $t3, 4($t1)\n        move    $t2, $t3\n",
];

/** Pictures of all three. */
export async function learnTour(page: Page, take: Take, isSmall: boolean): Promise<void> {
  await command(page, "Manual");
  await page.waitForSelector(".manual-page .section");
  await take("manual");
  await page.keyboard.type("call");
  await page.waitForSelector(".manual-page .count");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".manual-page .article");
  await take("article");
  await command(page, "Start page");
  if (!isSmall) {
    await plant(page, "2048", ...TWICE);
    await command(page, "Check the open program");
    await page.click(".check-controls .primary");
    await page.waitForSelector(".failure[open] .open-case", { timeout: 120_000 });
    await take("check");
    await page.click(".failure[open] .open-case");
    await page.waitForSelector(".work:not([hidden]) .cm-current");
    await page.waitForTimeout(500);
    await take("case");
  }
  await command(page, "The first hour");
  await page.waitForSelector(".lesson");
  await take("learn");
  await page.click('.step[data-step="keyboard"]');
  await page.waitForSelector('.file-tab[data-path="first-hour/keyboard.asm"]', {
    state: "attached",
  });
  await page.click(".learn .try");
  await page.waitForSelector(".learn .board");
  await page.click(".hints > button");
  await page.locator(".learn .outcome").scrollIntoViewIfNeeded();
  await take("learn-wrong");
  if (isSmall) return;
  await page.keyboard.press("F5");
  await page.waitForTimeout(400);
  await page.hover(".editor-host .tok-register >> nth=1");
  await page.waitForSelector(".cm-knowledge .more");
  await take("hover");
  await page.click(".cm-knowledge .more");
  await page.waitForSelector(".side .article");
  await take("beside");
}
