/** What a student does in a page: visiting, writing, waiting, reading what is shown. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { complaints, openBrowser, openReal, RealServer, type Look } from "./page";
import { steady } from "./wait";

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
  look: Partial<Look> = {},
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const page = await openReal(browser, to, look, async (page) => {
    trace(page);
    await prepare(page);
  });
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

/** A browser and a server for all tests of a file, and how to visit: the start page is there. */
export function visitors(): (
  work: (page: Page) => Promise<void>,
  look?: Partial<Look>,
) => Promise<void> {
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
  return (work, look) =>
    visit(
      browser,
      server,
      async (page) => {
        await page.waitForSelector(".card-main");
        await work(page);
      },
      look,
    );
}

/** A new program with this text, known to the service. */
export async function write(page: Page, text: string): Promise<void> {
  await page.waitForSelector(".hero");
  await page.waitForSelector(".card-main");
  await page.keyboard.press("Alt+n");
  await page.waitForSelector(".editor-host .cm-content:focus");
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
  await steady(page, () => page.textContent(".console-text .cm-content"));
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

/** How many bytes of a display differ from those of a picture on disk. */
export async function differentPixels(
  page: Page,
  source: "bitmap" | "screen",
  picture: string,
): Promise<number | string> {
  const wanted = `data:image/png;base64,${readFileSync(picture).toString("base64")}`;
  return page.evaluate(
    async ([address, source]) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const shown = document.querySelector<HTMLCanvasElement>(`canvas[data-source="${source}"]`);
      const other = document.createElement("canvas");
      if (shown === null) return "there is no display";
      other.width = shown.width;
      other.height = shown.height;
      const context = other.getContext("2d");
      if (context === null) return "no canvas";
      context.imageSmoothingEnabled = false;
      context.drawImage(image, 0, 0, shown.width, shown.height);
      const size = [0, 0, shown.width, shown.height] as const;
      const left = shown.getContext("2d")?.getImageData(...size).data ?? [];
      const right = context.getImageData(...size).data;
      return [...left].filter((value, at) => value !== right[at]).length;
    },
    [wanted, source] as const,
  );
}
