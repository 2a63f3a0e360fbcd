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

/** Tries a check again and again until it passes; fails in the end as it did last. */
export async function passes(check: () => void | Promise<void>): Promise<void> {
  let failure: unknown;
  const once = async (): Promise<boolean> => {
    try {
      await check();
      return true;
    } catch (error) {
      failure = error;
      return false;
    }
  };
  const end = Date.now() + DEADLINE_MS;
  while (!(await once())) {
    if (Date.now() >= end) throw failure;
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Waits until the page has drawn once more, or several times. */
export async function nextFrame(page: Page, frames = 1): Promise<void> {
  for (let frame = 0; frame < frames; frame += 1) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
}

/** Reads until ten frames in a row had the same to read: what was under way has come. */
export async function steady<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let last = await read();
  for (let same = 0; same < 10;) {
    await nextFrame(page);
    const now = await read();
    same = JSON.stringify(now) === JSON.stringify(last) ? same + 1 : 0;
    last = now;
  }
  return last;
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
