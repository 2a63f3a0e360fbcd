/** Files of the static edition: archives, folders of the computer, storage that gives out. */

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { zip } from "../../src/model/share";
import { webTest as test } from "../support/carrier";
import {
  HELLO,
  printed,
  saveAs,
  siteForTests,
  typeAtTop,
  visit,
  workerPrefix,
} from "../support/site";
import { write } from "../support/student";
import { eventually, nextFrame } from "../support/wait";

siteForTests();

const CALLER = ".text\n.globl main\nmain: jal say\nli $v0, 10\nsyscall\n";
const SAYER =
  '.data\nt: .asciiz "said"\n.text\n.globl say\nsay: la $a0, t\nli $v0, 4\nsyscall\njr $ra\n';

/** Opens files as the dialog does, by what the page's own input gets. */
async function openLocal(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const chosen = page.waitForEvent("filechooser");
  // The browser learns by a message of its own that the dialog is the test's.
  await nextFrame(page, 2);
  await page.keyboard.press("Control+o");
  const files = { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
  await (await chosen).setFiles(files);
}

async function archive(files: { path: string; text: string }[]): Promise<Uint8Array> {
  return new Uint8Array(await (await zip(files)).arrayBuffer());
}

test("a zip archive is opened, and its files run together", () =>
  visit(async (page) => {
    await page.waitForSelector(".card-main");
    const files = [
      { path: "two/main.asm", text: CALLER },
      { path: "two/say.asm", text: SAYER },
      { path: "__MACOSX/two/._main.asm", text: "rubbish" },
    ];
    await openLocal(page, "two.zip", await archive(files));
    await page.waitForSelector('.toast.good:has-text("Opened 2 files")');
    await page.waitForSelector('.file-tab[data-path="two/main.asm"]');
    await page.waitForSelector(".editor-host .tok-instruction");
    await page.keyboard.press("F5");
    await printed(page, "said");
  }));

test("archives that are damaged, encrypted or lead out are refused in words", () =>
  visit(async (page) => {
    await page.waitForSelector(".card-main");
    const good = await archive([{ path: "a.asm", text: HELLO }]);
    const damaged = good.slice();
    damaged[45] = (damaged[45] ?? 0) ^ 0xff;
    await openLocal(page, "damaged.zip", damaged);
    await page.waitForSelector(
      '.toast.error:has-text("damaged.zip cannot be opened: it is damaged")',
    );
    await openLocal(page, "short.zip", good.subarray(0, 20));
    await page.waitForSelector(
      '.toast.error:has-text("short.zip cannot be opened: it is damaged")',
    );
    await openLocal(page, "out.zip", await archive([{ path: "../out.asm", text: HELLO }]));
    await page.waitForSelector('.toast:has-text("Not opened of out.zip")');
    assert.equal(await page.locator(".file-tab").count(), 0);
    assert.ok(deflateRawSync("").length > 0);
  }));

/** The origin's private folder has the interface of a folder of the computer. */
async function pickPrivateFolder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, {
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle("exercise", { create: true }),
    });
  });
}

async function putOutside(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    async ([name, text]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle("exercise", { create: true });
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    },
    [name, text] as const,
  );
}

function readOutside(page: Page, name: string): Promise<string> {
  return page.evaluate(async (name) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("exercise");
    return (await (await folder.getFileHandle(name)).getFile()).text();
  }, name);
}

async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press("Control+Shift+p");
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
}

test("a folder of the computer is worked in, and what others change there is noticed", () =>
  visit(async (page) => {
    await page.waitForSelector(".card-main");
    await putOutside(page, "hello.asm", HELLO);
    await command(page, "Open a folder of this computer");
    await page.waitForSelector('.file-tab[data-path="hello.asm"]');
    await page.waitForSelector(".editor-host .tok-instruction");
    await typeAtTop(page, "# mine");
    await page.keyboard.press("Control+s");
    await page.waitForSelector('.toast.good:has-text("hello.asm")');
    assert.match(await readOutside(page, "hello.asm"), /^# mine\n/);
    await page.reload();
    await page.waitForSelector('.file-tab[data-path="hello.asm"]');

    // Another program writes while there is text that is not saved.
    await typeAtTop(page, "# mine again");
    await putOutside(page, "hello.asm", `# of another program\n${HELLO}`);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.waitForSelector('.banner:has-text("hello.asm has changed")');
    await page.keyboard.press("Control+s");
    assert.match(await readOutside(page, "hello.asm"), /^# of another program\n/);
    await page.click('.banner button:has-text("Take")');
    await eventually("the other text is shown", async () =>
      /of another program/.test(await page.innerText(".editor-host")),
    );
    await page.keyboard.press("F5");
    await printed(page, "hello");

    await command(page, "Back to this browser");
    await page.waitForFunction(
      () => document.querySelector('.file-tab[data-path="hello.asm"]') === null,
    );
  }, pickPrivateFolder));

test("room that gives out in the middle of a save loses nothing that was there", () =>
  visit(async (page) => {
    await write(page, HELLO);
    await saveAs(page, "a.asm");
    await page.waitForSelector('.file-tab[data-path="a.asm"]');
    await page.waitForSelector(".editor-host .tok-instruction");
    await typeAtTop(page, "# too much");
    await page.keyboard.press("Control+s");
    await page.waitForSelector('.toast.error:has-text("no room left")');
    assert.match(await page.innerText(".editor-host"), /too much/);
    // The file is the one before, the draft has the rest.
    await page.addInitScript(() => {
      localStorage.clear();
    });
    await page.reload();
    await page.waitForSelector('.file-tab[data-path="a.asm"]');
    await page.waitForSelector(".editor-host .tok-instruction");
    assert.doesNotMatch(await page.innerText(".editor-host"), /too much/);
    await page.keyboard.press("F5");
    await printed(page, "hello");
  }, workerPrefix(FULL_AFTER_ONE)));

/** The first file is taken; then every transaction is ended, as a full disk does. */
const FULL_AFTER_ONE = `{
  const put = IDBObjectStore.prototype.put;
  let count = 0;
  IDBObjectStore.prototype.put = function (...words) {
    const request = put.apply(this, words);
    count += this.name === "files" ? 1 : 0;
    if (this.name === "files" && count > 1) {
      Object.defineProperty(this.transaction, "error", {
        value: new DOMException("full", "QuotaExceededError"),
      });
      this.transaction.abort();
    }
    return request;
  };
}`;
