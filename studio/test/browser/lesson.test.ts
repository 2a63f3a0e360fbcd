/** Teachers' folders: the lesson of a folder, and the lesson on caches. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { expectAccessible } from "../support/axe";
import { test } from "../support/carrier";
import { command, paste, ROOT } from "../support/learn";
import { exampleLesson, writeLesson } from "../support/lesson";
import { openBrowser, RealServer, withFolder } from "../support/page";
import { visit } from "../support/student";

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
});

async function inFolder(
  files: Map<string, string>,
  work: (page: Page, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    writeLesson(folder, files);
    const own = await RealServer.start([folder]);
    try {
      await visit(browser, own, (page) => work(page, folder));
    } finally {
      await own.stop();
    }
  });
}

const file = (name: string): string => exampleLesson().get(name) ?? "";

test("the lesson of a folder is opened, failed, passed and finished", { timeout: 120_000 }, () =>
  inFolder(exampleLesson(), async (page, folder) => {
    await page.waitForSelector('.step[data-step="twice"][aria-current="step"]');
    await page.waitForSelector('.file-tab[data-path="my-lesson/twice.asm"][aria-current]');
    assert.equal(await page.inputValue(".lesson-choice"), "folder");
    assert.match(await page.innerText(".lesson"), /Numbers · about 5 minutes\s+Double a number/);
    assert.match(await page.innerText(".lesson pre"), /sll {2}\$t0, \$t1, 3/);
    await page.click(".learn .try");
    await page.waitForSelector('.learn .verdict.bad:has-text("3 of 3 trials fail")');
    await expectAccessible(page, "the lesson of a folder");
    await page.click('.hints button:has-text("A hint")');
    await page.waitForSelector('.hints button:has-text("Show a solution")');
    await paste(page, file("twice/solution.asm"));
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector(".learn .verdict.good");
    await page.click(".learn .next");
    await page.waitForSelector('.file-tab[data-path="my-lesson/corner.asm"][aria-current]');
    await page.waitForSelector('.learn-title:has-text("Paint the corner")');
    await page.click(".learn .try");
    await page.waitForSelector(".learn .board .different");
    // The step has no hint: its solution is offered at once.
    await page.click('.hints button:has-text("Show a solution")');
    await page.click(".learn .try");
    await page.waitForSelector('.verdict.good:has-text("That was week 3.")');
    // Other lessons are a choice away, and what is done is remembered.
    await page.selectOption(".lesson-choice", "first-hour");
    await page.waitForSelector('.step[data-step="hello"][aria-current="step"]');
    assert.equal(await page.locator(".step.done").count(), 0);
    await page.reload();
    await page.click('.rail-button[aria-label="Start"]');
    await page.click('.start-action:has-text("The lesson of this folder")');
    await page.waitForSelector('.step.done[data-step="corner"]');
    assert.equal(await page.locator(".step.done").count(), 2);
    assert.equal(readFileSync(join(folder, "twice/start.asm"), "utf8"), file("twice/start.asm"));
  }),
);

test("a broken lesson lists its mistakes, which lead to their lines", () => {
  const files = exampleLesson();
  files.set("lesson.toml", file("lesson.toml").replace('prints = "42"', 'print = "42"'));
  files.delete("corner/text.md");
  return inFolder(files, async (page) => {
    await command(page, "The lesson of this folder");
    const list = page.locator(".lesson-mistakes li");
    await list.first().waitFor();
    const told = await list.allInnerTexts();
    assert.equal(told.length, 2, told.join("\n"));
    assert.match(told[0] ?? "", /lesson\.toml:14 there is no key print here; did you mean prints/);
    assert.match(told[1] ?? "", /there is no file corner\/text\.md/);
    // The first hour is there nevertheless.
    await page.waitForSelector('.step[data-step="hello"]');
    await expectAccessible(page, "a broken lesson");
    await page.click('.file-mistakes button:has-text("lesson.toml:14")');
    await page.waitForSelector('.file-tab[data-path="lesson.toml"][aria-current="true"]');
    // What is put right in the editor is right, saved or not.
    const right = file("lesson.toml").split('\n[[step]]\nname = "corner"')[0] ?? "";
    await paste(page, right);
    await page.click('.lesson-mistakes button:has-text("Read it again")');
    await page.waitForSelector(".lesson-mistakes", { state: "detached" });
    await page.waitForSelector('.lesson-choice option[value="folder"]', { state: "attached" });
  });
});

test("nothing of a hostile lesson becomes markup or leaves the page stuck", () => {
  const files = exampleLesson();
  const evil = `<img src=x onerror="document.title='evil'"><script>document.title='evil'</script>`;
  files.set(
    "twice/text.md",
    `${evil}\n\n    ${evil}\n\n# Do\n\n${evil} \`${evil}\`\n\n# Hint\n${evil}\n`,
  );
  files.set(
    "lesson.toml",
    `title = '''${evil}'''\nend = '''${evil}'''\n[[step]]\nname = "twice"\n` +
      `title = '''${evil}'''\nchapter = '''${evil}'''\n` +
      `trials = [{ title = '''${evil}''', prints = '''${evil}''', message = '''${evil}''' }]\n`,
  );
  // A program that never ends is stopped by its bound.
  files.set("twice/start.asm", "main: li $a0, '<'\n li $v0, 11\nmore: syscall\n j more\n");
  return inFolder(files, async (page) => {
    await command(page, "The lesson of this folder");
    await page.click('.hints button:has-text("A hint")');
    await page.click(".learn .try");
    await page.waitForSelector(".learn .verdict.bad", { timeout: 60_000 });
    assert.match(await page.innerText(".lesson"), /onerror/);
    assert.equal(await page.locator(".learn img, .learn script").count(), 0);
    assert.doesNotMatch(await page.title(), /evil/);
  });
});

test("the lesson on caches is passed by hit rates", { timeout: 120_000 }, () =>
  withFolder(async (folder) => {
    const own = await RealServer.start([folder]);
    try {
      await visit(browser, own, async (page) => {
        await command(page, "The first hour");
        await page.waitForSelector(".lesson-choice");
        await page.selectOption(".lesson-choice", "caches");
        for (const step of ["rows", "fuse", "apart", "blocks"]) {
          await page.waitForSelector(`.file-tab[data-path="caches/${step}.asm"][aria-current]`);
          await page.click(".learn .try");
          await page.waitForSelector('.learn .verdict.bad:has-text("Not yet: 1 of")');
          assert.match(await page.innerText(".trial.failed"), /the figure (hit|misses) is/);
          assert.match(await page.innerText(".trial.failed"), /most misses/);
          await paste(
            page,
            readFileSync(join(ROOT, "lessons/caches", step, "solution.asm"), "utf8"),
          );
          await page.click(".learn .try");
          await page.waitForSelector(".learn .verdict.good");
          if (step !== "blocks") await page.click(".learn .next");
        }
        await page.waitForSelector('.verdict.good:has-text("lesson on caches")');
      });
    } finally {
      await own.stop();
    }
  }),
);
