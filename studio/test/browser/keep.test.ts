/** Nothing that was written is lost: by closing, by links, by other tabs, by damaged storage. */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { pack } from "../../src/model/share";
import { test } from "../support/carrier";
import { paste } from "../support/learn";
import { openBrowser, openReal, overlay, RealServer, withFolder } from "../support/page";
import { state, visit as visitAny, write } from "../support/student";
import { eventually } from "../support/wait";

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

function visit(
  work: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  return visitAny(browser, server, work, {}, prepare);
}

const program = (remark: string): string => `main: li $v0, 10 # ${remark}\n syscall\n`;

async function shows(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector(".editor-host")?.textContent?.includes(wanted) === true,
    words,
  );
}

/** The browser keeps what was written a moment after the last key. */
async function isKept(page: Page, words: string): Promise<void> {
  await page.waitForFunction((wanted) => JSON.stringify(localStorage).includes(wanted), words);
}

async function link(name: string, text: string): Promise<string> {
  const hash = await pack({ files: [{ path: name, text }], roots: [name], options: {} });
  return `${new URL(server.address).origin}/#${hash}`;
}

/** Another tab of the same browser. */
async function tab(page: Page, address: string): Promise<Page> {
  const other = await page.context().newPage();
  other.setDefaultTimeout(20_000);
  await overlay(other, server);
  await other.goto("about:blank");
  await other.goto(address);
  return other;
}

async function typeAtTop(page: Page, text: string): Promise<void> {
  await page.click(".editor-host .cm-line >> nth=0");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("whoever goes to the start page while the work is taken up stays there", () =>
  visit(async (page) => {
    await write(page, program("mine"));
    await isKept(page, "mine");
    // The page before may hold its name for a while.
    await page.addInitScript(() => {
      const { locks } = navigator;
      const request = locks.request.bind(locks) as (...words: unknown[]) => Promise<unknown>;
      // One promise for all: the work may be taken up before or after it is let go on.
      const released = new Promise((done) => addEventListener("taken-up", done, { once: true }));
      const later = async (...words: unknown[]): Promise<unknown> => {
        await released;
        return request(...words);
      };
      Object.defineProperty(locks, "request", { value: later });
    });
    await page.reload();
    await page.click('.rail-button[aria-label="Start"]');
    const began = await page.evaluate(() => {
      dispatchEvent(new Event("taken-up"));
      return Date.now();
    });
    await page.waitForSelector('.file-tab[data-path="untitled.asm"]', { state: "attached" });
    // It is kept again a moment after all of it was taken up.
    await page.waitForFunction(
      (after) =>
        Object.values<string>(localStorage).some(
          (kept) => Number(/"at":(\d+)/.exec(kept)?.[1] ?? 0) > after,
        ),
      began,
    );
    assert.equal(await page.isVisible('.start[aria-label="Start"]'), true);
  }));

test("a file that was closed without being saved can be had back", () =>
  visit(async (page) => {
    await write(page, program("mine"));
    await page.keyboard.press("Alt+w");
    await page.waitForSelector('.toast:has-text("untitled.asm was closed")');
    await page.waitForSelector(".file-tab", { state: "detached" });
    await page.click('.toast button:has-text("Reopen")');
    await shows(page, "# mine");
    await page.click('[aria-label="Close untitled.asm"]');
    await page.waitForSelector(".file-tab", { state: "detached" });
    await page.reload();
    await page.waitForSelector(".card-main");
    await eventually("it is there again", async () => {
      await page.keyboard.press("Alt+Shift+w");
      return (await page.locator(".file-tab").count()) === 1;
    });
    await shows(page, "# mine");
    await page.keyboard.press("F5");
    await state(page, /ended/);
  }));

test("a new program has nothing of the one that had its name", () =>
  visit(async (page) => {
    await write(page, program("the first"));
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F9");
    await page.waitForSelector(".cm-breakpoints .breakpoint[title]");
    await page.keyboard.press("Alt+w");
    await page.keyboard.press("Alt+n");
    await paste(page, program("the second"));
    await page.waitForSelector(".editor-host .tok-instruction");
    assert.equal(await page.locator(".cm-breakpoints .breakpoint[title]").count(), 0);
    await page.keyboard.press("F5");
    await state(page, /ended/);
  }));

test("what a link or an example closes can be had back", () =>
  visit(async (page) => {
    await write(page, program("mine"));
    const address = await link("link.asm", program("of the link"));
    await page.evaluate((hash) => {
      location.hash = hash;
    }, new URL(address).hash);
    await page.waitForSelector('.file-tab[data-path="link.asm"][aria-current="true"]');
    await page.click('.toast:has-text("untitled.asm was closed") button:has-text("Reopen")');
    await shows(page, "# mine");
    await page.click(".brand");
    await page.click('[data-example="sudoku"] >> nth=0');
    await page.click('.toast:has-text("closed") button:has-text("Reopen")');
    await shows(page, "# mine");
    // What nobody has written in is not asked about: it can be opened as before.
    assert.equal(await page.locator('.toast:has-text("link.asm")').count(), 0);
  }));

test("what is written into a program from a link survives a reload", () =>
  visit(async (page) => {
    await page.waitForSelector(".card-main");
    const other = await tab(page, await link("link.asm", program("of the link")));
    await shows(other, "# of the link");
    await typeAtTop(other, "# written into it");
    await isKept(other, "# written into it");
    await other.reload();
    await shows(other, "# written into it");
    assert.equal(await other.locator(".file-tab").count(), 1);
  }));

test("of two tabs neither takes away what the other has written", () =>
  visit(async (page) => {
    await page.waitForSelector(".card-main");
    const { origin } = new URL(server.address);
    const first = await tab(page, origin);
    await write(first, program("the first"));
    await isKept(first, "# the first");
    const second = await tab(page, origin);
    await shows(second, "# the first");
    await second.keyboard.press("Alt+n");
    await paste(second, program("the second"));
    await isKept(second, "# the second");
    await typeAtTop(first, "# more in the first");
    await isKept(first, "# more in the first");
    await typeAtTop(second, "# more in the second");
    await isKept(second, "# more in the second");
    await first.close();
    await second.close();
    await eventually("they are gone", () =>
      page.evaluate(async () => (await navigator.locks.query()).held?.length === 1),
    );
    const third = await tab(page, origin);
    // Which of the two was the last to write is the browser's affair.
    await shows(third, "# more in the");
    const isFirst = (await third.innerText(".editor-host")).includes("# more in the first");
    await third.keyboard.press("Alt+Shift+w");
    await shows(third, isFirst ? "# more in the second" : "# more in the first");
  }));

test("a browser that does not keep what is written says so", () =>
  visit(async (page) => {
    await write(page, program("mine"));
    await page.waitForSelector('.banner:has-text("does not keep what is not saved")');
  }, isFull));

test("a storage that is damaged keeps nobody from working", () =>
  visit(
    async (page) => {
      await shows(page, "# kept");
      await page.keyboard.press("F5");
      await state(page, /ended/);
      await typeAtTop(page, "# and more");
      await isKept(page, "# and more");
    },
    async (page) => {
      const draft = { path: "a.asm", kind: "scratch", text: program("kept") };
      const work = { drafts: [null, { path: 3 }, draft], roots: "x", options: null, mains: 4 };
      const kept = {
        ...Object.fromEntries(["work:", "work:saved files"].map((name) => [name, work])),
        panels: { docks: null, active: [] },
        sizes: { side: "wide" },
        recent: [null],
        breakpoints: [null, 3],
        expressions: [{}],
        zoom: 9000,
      };
      await page.addInitScript((all) => {
        for (const [name, value] of Object.entries(all)) {
          localStorage.setItem(`jetan:${name}`, JSON.stringify(value));
        }
      }, kept);
    },
  ));

test("a folder that is dropped keeps its form, however many files it has", () =>
  withFolder(async (home) => {
    const folder = join(home, "course");
    mkdirSync(join(folder, "one"), { recursive: true });
    mkdirSync(join(folder, "two"));
    for (let number = 0; number < 130; number += 1) {
      writeFileSync(join(folder, "one", `part-${number}.asm`), program(`part ${number}`));
    }
    writeFileSync(join(folder, "one", "main.asm"), program("the one"));
    writeFileSync(join(folder, "two", "main.asm"), program("the other"));
    await visit(async (page) => {
      await page.waitForSelector(".card-main");
      const line = await page.context().newCDPSession(page);
      const data = { items: [], files: [folder], dragOperationsMask: 1 };
      for (const type of ["dragEnter", "dragOver", "drop"] as const) {
        await line.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
      }
      await page.waitForSelector('.toast.good:has-text("132 files")');
      assert.equal(await page.locator('.file-tab[data-path="course/one/main.asm"]').count(), 1);
      assert.equal(await page.locator('.file-tab[data-path="course/two/main.asm"]').count(), 1);
    });
  }));

/** A browser that has no room for anything. */
async function isFull(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
}

async function fail(page: Page, words: string): Promise<void> {
  await write(page, program("mine"));
  await page.evaluate(() => {
    queueMicrotask(() => {
      throw new Error("made up");
    });
  });
  await page.click(`.toast.error:has-text("${words}") button:has-text("Copy a report")`);
  await eventually("the report is there", async () =>
    /made up/.test(await page.evaluate(() => navigator.clipboard.readText())),
  );
}

test("a mistake of ours is said, the work is kept, and a report can be copied", async () => {
  const page = await openReal(browser, server);
  try {
    await fail(page, "Your work is kept in this browser");
    await isKept(page, "# mine");
  } finally {
    await page.context().close();
  }
  const full = await openReal(browser, server, {}, isFull);
  try {
    await fail(full, "Your work is in this page only");
  } finally {
    await full.context().close();
  }
});
