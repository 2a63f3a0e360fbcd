/** The static edition where things are not as they should be: browsers, networks, versions. */

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { devices, type Page } from "playwright-core";
import { pack } from "../../src/model/share";
import { webTest as test } from "../support/carrier";
import { servePage, SITE, withFolder } from "../support/page";
import {
  HELLO,
  printed,
  saveAs,
  siteAddress,
  siteForTests,
  visit,
  workerPrefix,
} from "../support/site";
import { write } from "../support/student";
import { eventually } from "../support/wait";

/** Files of the site that nobody needs who plays nothing. */
const ON_DEMAND = ["thinker.wasm", "network-2048.bin"];

/** Begins a game of 2048. */
async function begin2048(page: Page): Promise<void> {
  await page.goto(`${siteAddress()}#play`);
  await page.click('.game-entry[data-game="2048"] button:has-text("New")');
  await page.click('dialog button[type="submit"]');
  await page.waitForSelector('.game-table[data-game="2048"] .board-box');
}

siteForTests();

test("a browser without WebAssembly is told which one can", () =>
  visit(async (page) => {
    await page.waitForSelector('.banner:has-text("cannot run WebAssembly")');
    assert.match(await page.innerText(".banner"), /Chrome or Edge 103, Firefox 115/);
  }, workerPrefix("delete self.WebAssembly;")));

test("a page that is opened as a file says what it needs", async () => {
  const file = pathToFileURL(resolve(SITE, "index.html")).href;
  await visit(
    async (page) => {
      await page.waitForSelector('.boot:has-text("needs a web server")');
    },
    undefined,
    file,
    {},
    false,
  );
});

test("on a slow connection the page is there before the module, and then works", () => {
  let comes: () => void = () => undefined;
  const module = new Promise<void>((done) => (comes = done));
  return visit(
    async (page) => {
      // The page has been loaded by now; its first cards need what the module says.
      comes();
      await write(page, HELLO);
      await page.keyboard.press("F5");
      await printed(page, "hello");
    },
    async (page) => {
      const network = await page.context().newCDPSession(page);
      await network.send("Network.enable");
      // About what a classroom has when everybody opens the page: 8 Mbit/s and 150 ms.
      const speed = { downloadThroughput: 1_000_000, uploadThroughput: 250_000, latency: 150 };
      await network.send("Network.emulateNetworkConditions", { offline: false, ...speed });
      // The module is asked for by the worker, which has a line of its own.
      await page.route(/jetan\.wasm/, async (route) => {
        await module;
        await route.continue();
      });
    },
  );
});

test("a program from a link runs on a phone", async () => {
  const phone = devices["Pixel 7"];
  const files = [{ path: "hello.asm", text: HELLO }];
  const fragment = await pack({ files, roots: ["hello.asm"], options: {} });
  await visit(
    async (page) => {
      await page.waitForSelector(".editor-host .tok-instruction");
      await page.locator('[data-command="run"], button[aria-label^="Run"]').first().tap();
      await printed(page, "hello");
      const widths = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      assert.ok((widths[0] ?? 0) <= (widths[1] ?? 0), `it scrolls sideways: ${widths.join(" ")}`);
    },
    undefined,
    `${siteAddress()}#${fragment}`,
    phone,
  );
});

test("a copy of one version leaves pages of another alone, and files outlive an update", () =>
  withFolder(async (folder) => {
    cpSync(SITE, folder, { recursive: true });
    const own = await servePage(folder, true);
    try {
      await visit(
        async (page) => {
          await write(page, HELLO);
          await saveAs(page, "kept.asm");
          await page.waitForSelector('.file-tab[data-path="kept.asm"]');
          await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
          const old = await page.getAttribute('meta[name="jetan-build"]', "content");
          assert.ok(old);
          for (const name of ["sw.js", "index.html"]) {
            const text = readFileSync(join(folder, name), "utf8");
            writeFileSync(join(folder, name), text.replaceAll(old, "newer"));
          }
          const worker = join(folder, "assets/worker.js");
          writeFileSync(worker, `/* newer */${readFileSync(worker, "utf8")}`);
          const begins = (version: string): Promise<string> =>
            page.evaluate(async (version) => {
              const answer = await fetch(`assets/worker.js?v=${version}`, { cache: "no-store" });
              return (await answer.text()).slice(0, 11);
            }, version);
          assert.equal(await begins("newer"), "/* newer */");
          assert.notEqual(await begins(old), "/* newer */");
          await page.reload();
          await page.click('.toast button:has-text("Reload")');
          await eventually("the new version is shown", async () =>
            page.getAttribute('meta[name="jetan-build"]', "content").then(
              (version) => version === "newer",
              () => false,
            ),
          );
          await page.waitForSelector('.file-tab[data-path="kept.asm"]');
          await page.waitForSelector(".editor-host .tok-instruction");
          await page.keyboard.press("F5");
          await printed(page, "hello");
          // A new copy and a page from before: it gets what the host has.
          assert.equal(await begins(old), "/* newer */");
        },
        undefined,
        own.address,
      );
    } finally {
      own.server.closeAllConnections();
      own.server.close();
    }
  }));

test("engine and network of 2048 are fetched when a game needs them, and not before", () => {
  const asked: string[] = [];
  return visit(
    async (page) => {
      await page.waitForSelector(".card-main");
      const isAsked = (name: string): boolean => asked.some((url) => url.includes(name));
      await begin2048(page);
      for (const name of ON_DEMAND) assert.ok(!isAsked(name), asked.join(" "));
      await page.click('.game-action:has-text("Best move")');
      await eventually("they are fetched", () => Promise.resolve(ON_DEMAND.every(isAsked)));
    },
    (page) => {
      page.context().on("request", (request) => asked.push(request.url()));
      return Promise.resolve();
    },
    siteAddress(),
    // The copy for later visits would fetch everything.
    { serviceWorkers: "block" },
  );
});

test("an engine that cannot be fetched is told of, and works as soon as it comes", () => {
  let isThere = false;
  return visit(
    async (page) => {
      await page.waitForSelector(".card-main");
      await begin2048(page);
      await page.click('.game-action:has-text("Best move")');
      await page.waitForSelector('.toast:has-text("engine cannot be fetched")');
      isThere = true;
      await page.waitForSelector(".slide-button.best");
    },
    async (page) => {
      await page
        .context()
        .route(/thinker\.wasm/, (route) => (isThere ? route.continue() : route.abort()));
    },
    siteAddress(),
    { serviceWorkers: "block" },
    // The browser says itself that something was not there.
    false,
  );
});

test("an example of the manual runs in its article", () =>
  visit(async (page) => {
    await page.waitForSelector(".card-main");
    await page.keyboard.press("Shift+F1");
    await page.waitForSelector(".manual-page:not([hidden]) .section");
    await page.fill(".manual-page .manual-search", "strings");
    await page.keyboard.press("Enter");
    const article = page.locator('.manual-page .article[data-name="strings"]');
    await article.locator('button:has-text("Try it here")').first().click();
    const frame = page.frameLocator("iframe.embedded");
    await frame.locator(".embed .tok-instruction").first().waitFor();
    await frame.locator('[data-motion="step"]').click();
    await frame.locator(".cm-current").waitFor();
  }));
