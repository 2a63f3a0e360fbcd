/** What a student does in a page: visiting, writing, waiting, reading what is shown. */

import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { complaints, openReal, type RealServer } from "./page";

/** With `TRACE` every message is shown. */
function trace(page: Page): void {
  if (process.env["TRACE"] === undefined) return;
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      console.log(">", String(payload).slice(0, 200));
    });
    socket.on("framereceived", ({ payload }) => {
      console.log("<", String(payload).slice(0, 200));
    });
  });
}

/** A visit in a context of its own; whatever the page complains about fails it. */
export async function visit(
  browser: Browser,
  to: RealServer,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await openReal(browser, to, {}, trace);
  const said = complaints(page);
  try {
    await work(page);
    assert.deepEqual(said, []);
  } catch (error) {
    await page.screenshot({ path: "shots/failed.png" });
    throw error;
  } finally {
    await page.context().close();
  }
}

/** A new program with this text, known to the service. */
export async function write(page: Page, text: string): Promise<void> {
  await page.waitForSelector(".hero");
  await page.waitForSelector(".card-main");
  await page.keyboard.press("Alt+n");
  await page.waitForSelector(".editor-host .cm-content");
  await page.evaluate((all) => navigator.clipboard.writeText(all), text);
  await page.keyboard.press("Control+v");
  await page.waitForSelector(".editor-host .tok-instruction");
}

export async function state(page: Page, words: RegExp): Promise<void> {
  await page.waitForFunction(
    (pattern) =>
      new RegExp(pattern).test(document.querySelector(".status-state")?.textContent ?? ""),
    words.source,
  );
}

export async function waitRegister(page: Page, name: string, value: string): Promise<void> {
  await page.waitForFunction(
    ([where, what]) =>
      document.querySelector(`[data-register="${where}"] .value`)?.textContent === what,
    [name, value],
  );
}

/** Everything the console shows, as its menu copies it. */
export async function consoleText(page: Page): Promise<string> {
  await page.waitForTimeout(150);
  await page.click(".console-text .cm-content", { button: "right" });
  await page.click('.menu button:has-text("Copy all")');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Waits until the cursor is in a line, counted from 1. */
export async function cursorIn(page: Page, line: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll(".statusbar .status-item")].some((item) =>
        new RegExp(`^${wanted}:\\d+$`).test(item.textContent ?? ""),
      ),
    line,
  );
}
