/** Waiting for what a test expects, instead of for a time. */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** A condition that does not hold until then fails its test. */
const DEADLINE_MS = 20_000;

/** Asks again and again until the condition holds; fails with its description. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = Date.now() + DEADLINE_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < end, what);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Waits until the page has drawn once more. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
}

/** Waits until the label of an element has been the same for twenty frames. */
export async function settled(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const kept = window as unknown as { label?: string | null; frames?: number };
    const label = document.querySelector(wanted)?.getAttribute("aria-label") ?? null;
    kept.frames = label === kept.label ? (kept.frames ?? 0) + 1 : 0;
    kept.label = label;
    return kept.frames >= 20;
  }, selector);
}
