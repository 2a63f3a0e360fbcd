/** Bad input with the real server: odd names, a folder that vanishes, two studios, many stops. */

import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { test } from "../support/carrier";
import { command } from "../support/learn";
import { openBrowser, RealServer, withFolder } from "../support/page";
import { consoleText, state, visit } from "../support/student";

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
});

const PRINTS_7 = "main: li $a0, 7\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";

async function inFolder(
  write: (folder: string) => void,
  work: (page: Page, folder: string, server: RealServer) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    write(folder);
    const own = await RealServer.start([folder]);
    try {
      await visit(browser, own, (page) => work(page, folder, own));
    } finally {
      await own.stop();
    }
  });
}

async function typeFirst(page: Page, text: string): Promise<void> {
  await page.waitForSelector(".editor-host .tok-instruction");
  await page.click(".editor-host .cm-line >> nth=0");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("files with odd names are listed with why they cannot be opened", () =>
  inFolder(
    (folder) => {
      writeFileSync(join(folder, "a.asm"), PRINTS_7);
      writeFileSync(join(folder, "with blank & ünï b.asm"), PRINTS_7);
      writeFileSync(join(folder, "what?.asm"), "");
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/b`), Buffer.from([0xff])]), "");
    },
    async (page) => {
      const odd = page.locator(".unusable");
      await odd.first().waitFor();
      const told = (await odd.allInnerTexts()).sort();
      assert.equal(told.length, 2);
      assert.match(told[0] ?? "", /b\ufffd\s+its name is not valid UTF-8/);
      assert.match(told[1] ?? "", /what\?\.asm\s+its name has a character/);
      // What is merely unusual is opened and run.
      await page.click('.tree .row[aria-label="with blank & ünï b.asm"]');
      await page.waitForSelector('.file-tab[data-path^="with blank"][aria-current="true"]');
      await page.keyboard.press("F5");
      await state(page, /ended/);
      assert.equal(await consoleText(page), "7");
    },
  ));

test("a folder that vanishes takes nothing with it that is open", () =>
  inFolder(
    (folder) => {
      writeFileSync(join(folder, "main.asm"), PRINTS_7);
    },
    async (page, folder) => {
      await typeFirst(page, "# only here");
      rmSync(folder, { recursive: true });
      await page.keyboard.press("F5");
      await state(page, /ended/);
      assert.equal(await consoleText(page), "7");
      await page.click(".editor-host .cm-line >> nth=0");
      await page.keyboard.press("Control+s");
      await page.waitForSelector('.toast.error, .banner:has-text("changed on disk")');
      const kept = (words: string): boolean => JSON.stringify(localStorage).includes(words);
      await page.waitForFunction(kept, "# only here");
      await page.reload();
      await page.waitForSelector(".editor-host .cm-line");
      assert.match(await page.innerText(".editor-host"), /# only here/);
      await page.keyboard.press("F5");
      await state(page, /ended/);
      assert.ok(!existsSync(join(folder, "main.asm")));
    },
  ));

test("two studios on one folder: the second to save is told, and nothing is lost", () =>
  inFolder(
    (folder) => {
      writeFileSync(join(folder, "main.asm"), PRINTS_7);
    },
    async (page, folder) => {
      const other = await RealServer.start([folder]);
      try {
        await visit(browser, other, async (second) => {
          await typeFirst(page, "# of the first");
          await typeFirst(second, "# of the second");
          await page.keyboard.press("Control+s");
          await page.waitForSelector(".toast.good");
          await second.keyboard.press("Control+s");
          await second.waitForSelector('.banner:has-text("changed on disk")');
          const file = readFileSync(join(folder, "main.asm"), "utf8");
          assert.match(file, /^# of the first\nmain/);
          assert.match(await second.innerText(".editor-host"), /# of the second/);
        });
      } finally {
        await other.stop();
      }
    },
  ));

test("of ten thousand breakpoints a thousand are kept, and the page stays quick", () =>
  inFolder(
    (folder) => {
      const lines = Array.from({ length: 10_000 }, (_, at) => ` addi $t0, $t0, ${at % 99}\n`);
      writeFileSync(join(folder, "main.asm"), `main:\n${lines.join("")} li $v0, 10\n syscall\n`);
    },
    async (page) => {
      await page.waitForSelector(".editor-host .tok-instruction");
      await page.evaluate(() => {
        const items = Array.from({ length: 10_000 }, (_, line) => ({
          id: `b${line}`,
          path: "main.asm",
          line: line + 1,
          enabled: true,
        }));
        localStorage.setItem("jetan:breakpoints", JSON.stringify(items));
        // A new session: the old one would bring the breakpoints that it has.
        sessionStorage.clear();
      });
      await page.reload();
      await page.waitForSelector(".editor-host .tok-instruction");
      await page.waitForFunction(() => document.querySelectorAll(".breakpoint").length > 9);
      const began = Date.now();
      for (const line of [3, 4, 5]) {
        await page.keyboard.press("F5");
        await state(page, new RegExp(`main\\.asm:${line}\\b`));
      }
      assert.ok(Date.now() - began < 20_000, `${Date.now() - began} ms for three stops`);
      // One more is refused in words, and those that are there go on working.
      await page.click(".editor-host .cm-line >> nth=0");
      await page.keyboard.press("Control+End");
      await page.keyboard.press("F9");
      await page.waitForSelector('.toast.error:has-text("There can be 1,000 breakpoints")');
      await command(page, "Remove all breakpoints");
      await page.keyboard.press("F5");
      await state(page, /ended/);
    },
  ));
