/** A folder of one's own: exercises without anything in common, and a program in parts. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { IS_WEB, test } from "../support/carrier";
import { openBrowser, RealServer, withFolder } from "../support/page";
import { consoleText, state, visit } from "../support/student";

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
});

/** Puts files into the browser's own folder, before the studio is opened. */
async function store(page: Page, address: string, files: Record<string, string>): Promise<void> {
  // A file of the site, which starts nothing.
  await page.goto(`${address}assets/icon.svg`);
  await page.evaluate(
    (files) =>
      new Promise<void>((done, fail) => {
        const request = indexedDB.open("jetan", 1);
        request.onupgradeneeded = () => {
          request.result.createObjectStore("files");
          request.result.createObjectStore("games");
        };
        request.onerror = fail;
        request.onsuccess = () => {
          const change = request.result.transaction("files", "readwrite");
          for (const [path, text] of Object.entries(files)) {
            const bytes = new TextEncoder().encode(text);
            change.objectStore("files").put({ bytes, stamp: "of a test" }, path);
          }
          change.oncomplete = () => {
            request.result.close();
            done();
          };
          change.onerror = fail;
        };
      }),
    files,
  );
}

/** A visit to a folder with these files; the command line names some of them, or the folder. */
async function inFolder(
  files: Record<string, string>,
  named: string[],
  work: (page: Page) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const words = named.length === 0 ? [folder] : named.map((name) => join(folder, name));
    const server = await RealServer.start(words);
    try {
      await visit(browser, server, work, {}, async (page) => {
        if (IS_WEB) await store(page, server.address, files);
      });
    } finally {
      await server.stop();
    }
  });
}

async function open(page: Page, name: string): Promise<void> {
  await page.click(`.tree .row:has-text("${name}") >> nth=-1`);
  await page.waitForSelector(`.file-tab[data-path="${name}"][aria-current="true"]`);
  await page.waitForSelector(".editor-host .tok-instruction");
}

function printing(number: number): string {
  const show = "show: li $v0, 1\n syscall\n jr $ra\n";
  return `main: li $a0, ${number}\n jal show\n li $v0, 10\n syscall\n${show}`;
}

test("exercises of one folder are run by themselves, whatever is wrong with the others", () =>
  inFolder(
    {
      "broken.asm": "main: lii $t0\n jal nowhere\n",
      "one.asm": printing(11),
      "two.asm": printing(22),
    },
    [],
    async (page) => {
      await page.waitForSelector(".file-tab");
      assert.equal(await page.locator(".file-tab").count(), 1, "one file is opened, not all");
      for (const [name, shown] of [
        ["one.asm", "11"],
        ["two.asm", "22"],
        ["one.asm", "11"],
      ] as const) {
        await open(page, name);
        await page.keyboard.press("F5");
        await state(page, /ended/);
        await page.click("#tab-console");
        assert.equal(await consoleText(page), shown);
        await page.click('[aria-label="Stop"]');
      }
      await open(page, "broken.asm");
      await page.keyboard.press("F5");
      await page.waitForSelector(".problem.error");
      await open(page, "two.asm");
      await page.keyboard.press("F5");
      await state(page, /ended/);
    },
  ));

const PARTS = {
  "io.asm": ".globl show\nshow: li $v0, 1\n syscall\n jr $ra\n",
  "main.asm": "main: li $a0, 7\n jal show\n li $v0, 10\n syscall\n",
  "other.asm": "main: lii $t0\n nop\n",
};

test("a program in parts is run as a whole, unless somebody chooses otherwise", () =>
  inFolder(PARTS, [], async (page) => {
    await open(page, "main.asm");
    await page.waitForSelector('.runs:has-text("F5 runs main.asm, io.asm")');
    await page.keyboard.press("F5");
    await state(page, /ended/);
    assert.equal(await consoleText(page), "7");
    await page.click('[aria-label="Stop"]');
    await open(page, "io.asm");
    await page.keyboard.press("F5");
    await state(page, /ended/);
    await page.click('[aria-label="Stop"]');
    await open(page, "other.asm");
    await page.waitForSelector('.runs:has-text("F5 runs other.asm")');
    await open(page, "main.asm");
    await page.click(".runs");
    await page.click('.menu button:has-text("Only main.asm")');
    await page.waitForFunction(
      () => document.querySelector(".runs")?.textContent === "F5 runs main.asm",
    );
    await page.keyboard.press("F5");
    await page.waitForSelector(".problem.error");
    await page.click(".runs");
    await page.click('.menu button:has-text("main.asm, io.asm, together")');
    await page.waitForSelector('.runs:has-text("io.asm")');
    await page.keyboard.press("F5");
    await state(page, /ended/);
  }));

test("parts with a mistake in them are offered as a whole", () =>
  inFolder({ ...PARTS, "io.asm": PARTS["io.asm"].replace("jr", "jrr") }, [], async (page) => {
    await open(page, "main.asm");
    await page.keyboard.press("F5");
    await page.waitForSelector(".banner");
    assert.match(await page.innerText(".banner"), /show is defined in io\.asm/);
    await page.click('.banner button:has-text("Run main.asm, io.asm together")');
    await page.waitForSelector('.problem.error:has-text("jrr")');
  }));

test("files that the command line names are assembled together", () =>
  inFolder(PARTS, ["main.asm", "io.asm"], async (page) => {
    await page.waitForSelector('.file-tab[data-path="main.asm"][aria-current="true"]');
    await page.waitForSelector(".editor-host .tok-instruction");
    await page.keyboard.press("F5");
    await state(page, /ended/);
    assert.equal(await consoleText(page), "7");
  }));
