/** A site on a static host and visits to it, for the tests of the static edition. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { IS_WEB } from "./carrier";
import { complaints, openBrowser, openContext, servePage, SITE } from "./page";

let browser: Browser;
let server: Server;
let address: string;

/** Serves the site while the tests of a file run. */
export function siteForTests(): void {
  before(async () => {
    if (!IS_WEB) return;
    ({ address, server } = await servePage());
    browser = await openBrowser();
  });
  after(async () => {
    if (!IS_WEB) return;
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
}

/** Where the site is. */
export function siteAddress(): string {
  return address;
}

export const HELLO =
  '.data\nt: .asciiz "hello"\n.text\nla $a0, t\nli $v0, 4\nsyscall\nli $v0, 10\nsyscall\n';

/** Visits in a context of its own; whatever the page complains about fails a quiet test. */
export async function visit(
  work: (page: Page, context: BrowserContext) => Promise<void>,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
  to = address,
  look: BrowserContextOptions = {},
  isQuiet = true,
): Promise<void> {
  const context = await openContext(browser, {}, look);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const said = complaints(page);
  await prepare(page);
  await page.goto(to);
  try {
    await work(page, context);
    if (isQuiet) assert.deepEqual(said, []);
  } catch (error) {
    await page.screenshot({ path: "shots/failed.png" });
    throw error;
  } finally {
    await context.close();
  }
}

/** The worker begins with this: what a browser refuses cannot be set from outside. */
export function workerPrefix(code: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.route(/assets\/worker\.js/, async (route) => {
      const body = code + readFileSync(join(SITE, "assets/worker.js"), "utf8");
      await route.fulfill({ body, contentType: "text/javascript" });
    });
  };
}

export async function printed(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector(".console-text")?.textContent?.includes(wanted) === true,
    text,
  );
}

export async function saveAs(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+s");
  await page.fill("dialog input", name);
  await page.keyboard.press("Enter");
}

/** Types a line at the top of the file that is shown. */
export async function typeAtTop(page: Page, text: string): Promise<void> {
  await page.click(".editor-host .cm-line >> nth=0");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}
