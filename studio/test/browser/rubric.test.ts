/** Teachers' folders: the rubric of a folder on the check page. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { expectAccessible } from "../support/axe";
import { test } from "../support/carrier";
import { holdAnswers } from "../support/hold";
import { openBrowser, RealServer, withFolder } from "../support/page";
import { RUBRIC, writeFolder } from "../support/rubric";
import { consoleText, state, visit } from "../support/student";

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
});

async function inFolder(
  rubric: string,
  work: (page: Page, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    writeFolder(folder, rubric);
    const own = await RealServer.start([folder]);
    try {
      await visit(browser, own, (page) => work(page, folder));
    } finally {
      await own.stop();
    }
  });
}

async function openCheck(page: Page): Promise<void> {
  await page.click('.rail-button[aria-label="Check"]');
  await page.waitForSelector('.check-controls option:has-text("rubric of the folder")', {
    state: "attached",
  });
}

test("the rubric of a folder shows its criteria, grades, and runs what fails", () =>
  inFolder(RUBRIC, async (page, folder) => {
    await openCheck(page);
    const rows = page.locator(".check-parts tr");
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    assert.match(
      await rows.nth(0).innerText(),
      /doubles numbers\s+2 cases\s+not tried\s+2.5 points/,
    );
    assert.match(await rows.nth(1).innerText(), /1 hidden case/);
    const whole = await page.innerText(".check");
    assert.match(whole, /1 hidden criterion/);
    assert.doesNotMatch(whole, /secret/);
    await page.click(".check-controls .primary");
    await page.waitForSelector('.check-status:has-text("1 case failed: 1.25 of 17.5 points")');
    assert.match(await rows.nth(0).innerText(), /1 of 2\s+not yet\s+1.25 of 2.5 points/);
    assert.match(await page.innerText(".failure[open]"), /Negative numbers, too/);
    await expectAccessible(page, "the rubric of a folder");
    await page.click(".failure[open] .run-case");
    await state(page, /ended/);
    assert.match(await consoleText(page), /9/);
    // What is right on the disk is found right by the next look at the page.
    const text = readFileSync(join(folder, "lab3.asm"), "utf8").replace(
      "mul  $v0, $a0, $a0",
      "sll  $v0, $a0, 1",
    );
    await page.click(".editor-host .cm-content");
    await page.keyboard.press("Control+a");
    await page.evaluate((to) => navigator.clipboard.writeText(to), text);
    await page.keyboard.press("Control+v");
    await page.click('.rail-button[aria-label="Check"]');
    await page.click(".check-controls .primary");
    await page.waitForSelector('.check-status.good:has-text("All visible cases passed")');
  }));

test("mistakes in a rubric are listed and lead to their lines", () =>
  inFolder(RUBRIC.replace("points = 5", "point = 5"), async (page) => {
    await openCheck(page);
    await page.waitForSelector('.check-status.bad:has-text("mistakes in rubric.toml")');
    await page.click('.file-mistakes button:has-text("rubric.toml:15")');
    await page.waitForSelector('.file-tab[data-path="rubric.toml"][aria-current="true"]');
  }));

test("whoever goes elsewhere while the folder is being read stays there", () =>
  withFolder(async (folder) => {
    writeFolder(folder);
    const own = await RealServer.start([folder]);
    let release: () => void = () => undefined;
    try {
      await visit(
        browser,
        own,
        async (page) => {
          await page.click('.rail-button[aria-label="Check"]');
          await page.waitForSelector(".check:not([hidden])");
          release();
          await page.waitForSelector('.file-tab[data-path="lab3.asm"]', { state: "attached" });
          await page.waitForSelector(".check .check-parts tr");
          assert.equal(await page.getAttribute("#studio", "data-page"), "check");
        },
        {},
        async (page) => {
          release = await holdAnswers(page, "read");
        },
      );
    } finally {
      await own.stop();
    }
  }));
