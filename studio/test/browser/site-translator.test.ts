/** Code that the static edition translates to WebAssembly while a program runs. */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { webTest as test } from "../support/carrier";
import { printed, siteForTests, visit, workerPrefix } from "../support/site";
import { state, write } from "../support/student";

siteForTests();

const TURNS = 20_000_000;
/** Adds up numbers, in a loop that is hot at once. */
const SUM = `
main:   li    $s0, ${TURNS}
next:   addu  $s1, $s1, $s0
        addiu $s0, $s0, -1
        bnez  $s0, next
        move  $a0, $s1
        li    $v0, 36
        syscall
        li    $v0, 10
        syscall
`;
const EXPECTED = BigInt.asUintN(32, (BigInt(TURNS) * BigInt(TURNS + 1)) / 2n).toString();

const MADE = "a module was made";
/** The worker says when it makes a module; its own is not made this way. */
const TELLS = `
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, words) {
      console.log(${JSON.stringify(MADE)});
      return new target(...words);
    },
  });
`;
const REFUSES = 'WebAssembly.Module = function () { throw new Error("refused"); };';

/** What the worker says, from now on. */
function heard(page: Page): string[] {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  return said;
}

test("what is hot is translated, ends alike and is counted exactly", () => {
  let said: string[] = [];
  return visit(
    async (page) => {
      await write(page, SUM);
      await page.keyboard.press("F5");
      await printed(page, EXPECTED);
      await state(page, /ended/);
      // Two for each turn's arithmetic and one for its branch, and what is around the loop.
      const now = await page.innerText(".timebar .now");
      const count = Number((now.split(" of ")[0] ?? "").replace(/\D/g, ""));
      assert.equal(count, 3 * TURNS + 7);
      // One is the way in.
      assert.ok(said.filter((text) => text === MADE).length > 1, said.join("\n"));
    },
    async (page) => {
      said = heard(page);
      await workerPrefix(TELLS)(page);
    },
  );
});

test("translated code is paused and goes on", () =>
  visit(async (page) => {
    await write(page, "main: li $t0, 5\nloop: addi $t1, $t1, 1\n bnez $t0, loop\n");
    await page.keyboard.press("F5");
    await state(page, /running/);
    // So many that the loop is translated by then.
    await page.waitForFunction(() => {
      const now = document.querySelector(".timebar .now")?.textContent ?? "";
      return Number((now.split(" of ")[0] ?? "").replace(/\D/g, "")) > 20_000_000;
    });
    await page.keyboard.press("F6");
    await state(page, /paused/);
    await page.keyboard.press("F5");
    await state(page, /running/);
    await page.keyboard.press("F6");
    await state(page, /paused/);
  }));

test("a browser that refuses more modules interprets", () =>
  visit(async (page) => {
    await write(page, SUM);
    await page.keyboard.press("F5");
    await printed(page, EXPECTED);
    await state(page, /ended/);
  }, workerPrefix(REFUSES)));
