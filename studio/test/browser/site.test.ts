/** What only the static edition has: a storage, a worker that may fail, a copy for no network. */

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pack } from "../../src/model/share";
import { webTest as test } from "../support/carrier";
import { servePage, SITE, withFolder } from "../support/page";
import {
  HELLO,
  printed,
  saveAs,
  siteAddress,
  siteForTests,
  typeAtTop,
  visit,
  workerPrefix,
} from "../support/site";
import { state, write } from "../support/student";
import { eventually } from "../support/wait";

siteForTests();

test("a saved file outlives the page and its worker", () =>
  visit(async (page) => {
    await write(page, HELLO);
    await saveAs(page, "parts/hello.asm");
    await page.waitForSelector('.file-tab[data-path="parts/hello.asm"]');
    await page.evaluate(() => {
      localStorage.clear();
    });
    await page.goto("about:blank");
    await page.goto(siteAddress());
    await page.waitForSelector('.file-tab[data-path="parts/hello.asm"]');
    await page.waitForSelector(".editor-host .tok-instruction");
    await page.keyboard.press("F5");
    await printed(page, "hello");
  }));

test("of two tabs that save one file the second is told, and nothing is lost", () =>
  visit(async (page, context) => {
    await write(page, HELLO);
    await saveAs(page, "a.asm");
    await page.waitForSelector('.file-tab[data-path="a.asm"]');
    const other = await context.newPage();
    await other.goto(siteAddress());
    await other.waitForSelector(".editor-host .tok-instruction");
    await typeAtTop(other, "# of the other tab");
    await typeAtTop(page, "# of the first tab");
    await page.keyboard.press("Control+s");
    await page.waitForSelector('.toast.good:has-text("a.asm")');
    await other.waitForSelector('.banner:has-text("a.asm has changed")');
    assert.match(await other.innerText(".editor-host"), /of the other tab/);
    await other.click('.banner button:has-text("Take")');
    await other.waitForFunction(() =>
      document.querySelector(".editor-host")?.textContent?.includes("of the first tab"),
    );
  }));

test("a worker that fails is replaced and gets the documents again", () =>
  visit(async (page) => {
    await write(page, HELLO);
    await page.keyboard.press("F5");
    await printed(page, "hello");
    await page.workers()[0]?.evaluate(() => {
      setTimeout(() => {
        throw new Error("on purpose");
      });
    });
    await page.waitForSelector('.toast:has-text("restarted")');
    await page.keyboard.press("F5");
    await state(page, /ended/);
    await printed(page, "hello");
  }));

test("the site works without a network once it was visited", () =>
  visit(async (page, context) => {
    await page.waitForSelector(".card-main");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await write(page, HELLO);
    await page.keyboard.press("F5");
    await printed(page, "hello");
    await context.setOffline(false);
  }));

test("no request leaves the origin", () => {
  const asked: string[] = [];
  return visit(
    async (page) => {
      await page.waitForSelector(".card-main");
      await page.click('[data-example="connect-four"]');
      await page.waitForSelector(".editor-host .tok-comment");
      await page.keyboard.press("F5");
      await state(page, /waiting for input/);
      assert.ok(asked.length > 4, asked.join(" "));
      const isOwn = (url: string): boolean =>
        url.startsWith(siteAddress()) || /^(data|blob):/.test(url);
      assert.deepEqual(
        asked.filter((url) => !isOwn(url)),
        [],
      );
    },
    (page) => {
      page.context().on("request", (request) => asked.push(request.url()));
      return Promise.resolve();
    },
  );
});

test("a storage that is refused is said, and programs run", () =>
  visit(async (page) => {
    await page.waitForSelector('.toast:has-text("does not let the page store")');
    await write(page, HELLO);
    await page.keyboard.press("F5");
    await printed(page, "hello");
  }, workerPrefix('Object.defineProperty(self, "indexedDB", { value: undefined });')));

test("a storage that is full is said, and the text stays", () =>
  visit(async (page) => {
    await write(page, HELLO);
    await saveAs(page, "a.asm");
    await page.waitForSelector('.toast.error:has-text("no room left")');
    assert.match(await page.innerText(".editor-host"), /asciiz/);
    await page.reload();
    await page.waitForSelector(".editor-host .tok-instruction");
    assert.match(await page.innerText(".editor-host"), /asciiz/);
  }, workerPrefix('IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };')));

test("foreign data in the storage is left alone", () =>
  visit(async (page) => {
    await page.waitForSelector(".card-main");
    await page.evaluate(
      () =>
        new Promise<void>((done, fail) => {
          const request = indexedDB.open("jetan");
          request.onsuccess = () => {
            const change = request.result.transaction(["files", "games"], "readwrite");
            change.objectStore("files").put("not a file", "a.asm");
            change.objectStore("files").put({ bytes: new Uint8Array([110]), stamp: "x" }, "../b");
            change.objectStore("games").put(7, "saved/2048");
            change.oncomplete = () => {
              done();
            };
            change.onerror = fail;
          };
        }),
    );
    await page.reload();
    await write(page, HELLO);
    await saveAs(page, "a.asm");
    await page.waitForSelector(".toast.error");
    await page.keyboard.press("F5");
    await printed(page, "hello");
  }));

test("a newer version waits until the page is loaded again, and says so", () =>
  withFolder(async (folder) => {
    cpSync(SITE, folder, { recursive: true });
    const own = await servePage(folder, true);
    try {
      await visit(
        async (page) => {
          await page.waitForSelector(".card-main");
          await page.evaluate(() => navigator.serviceWorker.ready);
          await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
          const worker = join(folder, "sw.js");
          const old = /jetan-build" content="(\w+)"/.exec(
            readFileSync(join(folder, "index.html"), "utf8"),
          )?.[1];
          assert.ok(old);
          for (const name of ["sw.js", "index.html"]) {
            const text = readFileSync(join(folder, name), "utf8");
            writeFileSync(join(folder, name), text.replaceAll(old, "newer"));
          }
          assert.match(readFileSync(worker, "utf8"), /newer/);
          await page.reload();
          await page.waitForSelector('.toast:has-text("new version")');
          const shown = (): Promise<string | null> =>
            page.getAttribute('meta[name="jetan-build"]', "content");
          assert.equal(await shown(), old);
          await page.click('.toast button:has-text("Reload")');
          await eventually("the new version is shown", async () =>
            shown().then(
              (version) => version === "newer",
              () => false,
            ),
          );
        },
        undefined,
        own.address,
      );
    } finally {
      own.server.closeAllConnections();
      own.server.close();
    }
  }));

test("a program is shown in a frame, runs, steps and leads to the studio", async () => {
  const options = {};
  const files = [{ path: "hello.asm", text: HELLO }];
  const fragment = await pack({ files, roots: ["hello.asm"], options });
  await visit(
    async (page) => {
      await page.waitForSelector(".embed .tok-instruction");
      await page.click('[data-motion="step"]');
      await page.waitForSelector(".cm-current");
      await page.click('[data-motion="run"]');
      await printed(page, "hello");
      const link = await page.getAttribute(".embed-bar .whole", "href");
      assert.equal(link, `./#${fragment}`);
      const kept = await page.evaluate(() => Object.keys(localStorage));
      assert.ok(!kept.some((key) => key.startsWith("jetan:work")), kept.join(" "));
    },
    undefined,
    `${siteAddress()}embed.html#${fragment}&show=all`,
  );
});
