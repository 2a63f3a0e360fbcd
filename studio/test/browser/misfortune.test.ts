/** Bad luck with the real server: it is killed, its disk is full, many sessions lie idle. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { test } from "../support/carrier";
import { openBrowser, openReal, overlay, RealServer, withFolder } from "../support/page";
import { consoleText, state, visit, write } from "../support/student";
import { eventually } from "../support/wait";

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
});

async function typeFirst(page: Page, text: string): Promise<void> {
  await page.waitForSelector(".editor-host .tok-instruction");
  await page.click(".editor-host .cm-line >> nth=0");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("what was not saved outlives a server that is killed, and can be saved by the next", () =>
  withFolder(async (folder) => {
    const file = join(folder, "main.asm");
    writeFileSync(file, "main: li $v0, 10\n syscall\n");
    const first = await RealServer.start([folder]);
    const page = await openReal(browser, first);
    try {
      await typeFirst(page, "# not saved");
      await first.kill();
      await page.waitForSelector(".banner");
      await page.click(".editor-host .cm-line >> nth=0");
      await page.keyboard.press("Home");
      await page.keyboard.type("# typed while it was gone, ");
      // The page keeps what was typed a moment after the last key.
      const typed = "typed while it was gone, # not saved";
      const isKept = (words: string) => JSON.stringify(localStorage).includes(words);
      await page.waitForFunction(isKept, typed);
      const second = await RealServer.start([folder], first.port);
      try {
        const later = await page.context().newPage();
        later.setDefaultTimeout(20_000);
        await later.goto(second.address);
        await overlay(later, second);
        await later.waitForSelector(".editor-host .cm-line");
        const line = later.locator(".editor-host .cm-line").first();
        const kept = "# typed while it was gone, # not saved";
        await eventually("the text is there", async () => (await line.innerText()) === kept);
        await later.click(".editor-host .cm-line >> nth=0");
        await later.keyboard.press("Control+s");
        await later.waitForSelector(".toast.good");
        assert.match(readFileSync(file, "utf8"), /^# typed while it was gone, # not saved\nmain/);
      } finally {
        await second.stop();
      }
    } finally {
      await page.context().close();
    }
  }));

test("a disk that takes no more leaves the file as it was and the text in the page", () =>
  withFolder(async (folder) => {
    const file = join(folder, "main.asm");
    const before = "main: li $v0, 10\n syscall\n";
    writeFileSync(file, before);
    const server = await RealServer.start([folder], 0, { fileBytes: 1024 });
    try {
      const page = await openReal(browser, server);
      await typeFirst(page, "# small");
      await page.keyboard.press("Control+s");
      await page.waitForSelector(".toast.good");
      const saved = readFileSync(file, "utf8");
      await page.evaluate((all) => navigator.clipboard.writeText(all), "# much\n".repeat(1000));
      await page.keyboard.press("Control+v");
      await page.keyboard.press("Control+s");
      await page.waitForSelector(".toast.error");
      assert.match(await page.innerText(".toast.error"), /kept in this browser/);
      assert.equal(readFileSync(file, "utf8"), saved);
      await page.reload();
      await page.waitForSelector(".editor-host .cm-line");
      assert.match(await page.innerText(".editor-host"), /# much/);
      await page.context().close();
    } finally {
      await server.stop();
    }
  }));

test("a share link carries a program", async () => {
  const server = await RealServer.start();
  try {
    await visit(browser, server, async (page) => {
      await write(page, "main: li $a0, 77\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n");
      await page.click('.side-actions button:has-text("Share")');
      await page.waitForSelector(".toast.good");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(link.startsWith(new URL(server.address).origin), link);
      const other = await page.context().newPage();
      other.setDefaultTimeout(20_000);
      await overlay(other, server);
      await other.goto(link);
      await other.waitForSelector(".editor-host .tok-instruction");
      await other.keyboard.press("F5");
      await state(other, /ended/);
      assert.equal(await consoleText(other), "77");
    });
  } finally {
    await server.stop();
  }
});

/** Clock ticks that a process has used, and what it has in memory, in bytes. */
function usage(pid: number): { ticks: number; bytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { ticks: Number(fields[11]) + Number(fields[12]), bytes: Number(resident) * 1024 };
}

test("ten idle sessions take no time and little memory", async () => {
  const server = await RealServer.start();
  try {
    await visit(browser, server, async (page) => {
      await page.waitForSelector(".card-main");
      await page.evaluate(async () => {
        const greet = (): Promise<void> =>
          new Promise((done) => {
            const socket = new WebSocket(`ws://${location.host}/session`);
            socket.onmessage = () => {
              done();
            };
            socket.onopen = () => {
              socket.send('{"id": 0, "do": "hello", "protocol": 1}');
            };
          });
        for (let session = 0; session < 9; session += 1) await greet();
      });
      // Idleness has no event to wait for: these three seconds are the measurement.
      const before = usage(server.pid);
      await page.waitForTimeout(3000);
      const after = usage(server.pid);
      assert.ok(after.ticks - before.ticks <= 1, `${after.ticks - before.ticks} ticks in 3 s`);
      assert.ok(after.bytes < 40e6, `${after.bytes} bytes`);
    });
  } finally {
    await server.stop();
  }
});

test("a program that nobody sees rests, and goes on where it was", async () => {
  const server = await RealServer.start();
  try {
    const page = await openReal(browser, server);
    await write(page, "main: addiu $t0, $t0, 1\n j main\n");
    await page.keyboard.press("F5");
    await state(page, /running/);
    // The page is left, and its session with it.
    await page.goto("about:blank");
    await eventually("it rests", async () => {
      const before = usage(server.pid).ticks;
      // Rest has no event to wait for: half a second without work is the measurement.
      await new Promise((done) => setTimeout(done, 500));
      return usage(server.pid).ticks - before <= 2;
    });
    await page.goto(new URL(server.address).origin);
    await state(page, /running/);
    const count = async (): Promise<number> =>
      Number((await page.innerText(".timebar .now")).split(" of ")[0]?.replace(/\D/g, ""));
    await page.waitForFunction(() => /\d/.test(document.querySelector(".now")?.textContent ?? ""));
    const first = await count();
    assert.ok(first > 0);
    await eventually("it goes on", async () => (await count()) > first);
    await page.context().close();
  } finally {
    await server.stop();
  }
});
