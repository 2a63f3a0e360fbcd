/** Stack, calls, jumps, changes, data and pixels of a run, with the real server. */

import assert from "node:assert/strict";
import { test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { state, visitors, write } from "../support/student";

const visit = visitors();

/** A recursion whose innermost call overwrites what it has saved. */
const SMASHED = `main:   li   $a0, 3
        jal  fact
        li   $v0, 10
        syscall
fact:   addi $sp, $sp, -8
        sw   $ra, 4($sp)
        sw   $a0, 0($sp)
        addi $a0, $a0, -1
        bgtz $a0, deeper
        sw   $a0, 4($sp)
        nop
        b    done
deeper: jal  fact
done:   lw   $ra, 4($sp)
        addi $sp, $sp, 8
        jr   $ra
        .data
name:   .asciiz "fact"
table:  .word 1, 2, 3
`;

test("stack and calls name what was saved, and what was overwritten", () =>
  visit(async (page) => {
    await write(page, SMASHED);
    await page.click(".cm-line >> nth=10");
    await page.keyboard.press("F9");
    await page.keyboard.press("F5");
    await state(page, /breakpoint at untitled.asm:11/);
    await page.click("#tab-stack");
    await page.waitForSelector('table[aria-label="Stack"] .doubt');
    const stack = await page.innerText('table[aria-label="Stack"]');
    assert.match(stack, /frame of fact[^]*\$ra saved by fact, overwritten since/);
    assert.match(stack, /frame of main/);
    await expectAccessible(page, "a stack");
    await page.click("#tab-calls");
    await page.waitForSelector('table[aria-label="Calls"] .doubt');
    const calls = await page.innerText('table[aria-label="Calls"]');
    assert.match(calls, /fact\(\$a0 = 1\)[^]*fact\(\$a0 = 2\)[^]*fact\(\$a0 = 3\)[^]*main/);
    assert.match(calls, /the saved \$ra was overwritten/);
    assert.equal(await page.locator(".saved.wrong").count(), 1);
    await expectAccessible(page, "calls");
    await page.click('button:has-text("Jumps")');
    await page.waitForSelector('table[aria-label="Jumps"]');
    const jumps = page.locator('table[aria-label="Jumps"] tr');
    assert.match(await jumps.first().innerText(), /→ fact[^]*jal\s+fact/);
    await jumps.first().locator(".link").first().click();
    await state(page, /paused at untitled.asm:13/);
  }));

test("what has changed since the last stop is listed, forwards and backwards", () =>
  visit(async (page) => {
    await write(page, SMASHED);
    await page.keyboard.press("F11");
    await page.click("#tab-changes");
    await page.keyboard.press("F11");
    await page.waitForSelector('table[aria-label="Changes"] tr');
    assert.match(await page.innerText('table[aria-label="Changes"]'), /\$a0\s+0\s+→\s+3/);
    await page.keyboard.press("Alt+F11");
    await page.waitForFunction(() =>
      /\$a0\s*3\s*→\s*0/.test(
        document.querySelector('table[aria-label="Changes"]')?.textContent ?? "",
      ),
    );
    await expectAccessible(page, "changes");
  }));

test("symbols show their contents", () =>
  visit(async (page) => {
    await write(page, SMASHED);
    await page.keyboard.press("F11");
    await page.click("#tab-symbols");
    await page.waitForSelector('table[aria-label="Symbols"]');
    const symbols = await page.innerText('table[aria-label="Symbols"]');
    assert.match(symbols, /name[^\n]*text[^\n]*"fact"/);
    assert.match(symbols, /table[^\n]*word[^\n]*1, 2, 3/);
    await expectAccessible(page, "symbols");
  }));

/** Paints every unit of 16 × 16 in turn. */
const PAINTER = `# Unit width in pixels: 16
# Unit height in pixels: 16
# Display width in pixels: 256
# Display height in pixels: 256
# Base Address for Display: 0x10010000 (static data)
main:   lui  $t0, 0x1001
        li   $t1, 0
loop:   mul  $t2, $t1, 0x10f
        sw   $t2, 0($t0)
        addi $t0, $t0, 4
        addi $t1, $t1, 1
        blt  $t1, 256, loop
        li   $v0, 10
        syscall
`;

test("a pixel is asked about and watched by a right click on it", () =>
  visit(async (page) => {
    await write(page, PAINTER);
    await page.keyboard.press("F5");
    await state(page, /ended/);
    const canvas = page.locator('canvas[data-source="bitmap"]');
    const box = await canvas.boundingBox();
    assert.ok(box);
    const unit = box.width / 16;
    const position = { x: unit * 5.5, y: unit * 2.5 };
    await canvas.click({ button: "right", position });
    await page.click('.menu button:has-text("Why pixel 5,2?")');
    await page.waitForSelector(".why-card .cause");
    assert.match(await page.innerText(".why-card"), /untitled\.asm:9[^]*untitled\.asm:8/);
    await page.click('.why-card [aria-label="Close"]');
    await canvas.click({ button: "right", position });
    await page.click('.menu button:has-text("Stop when pixel 5,2 changes")');
    await page.waitForSelector('table[aria-label="Breakpoints"]:has-text("pixel 5,2")');
    await page.keyboard.press("F12");
    await state(page, /at the start/);
    assert.equal(await page.locator('table[aria-label="Breakpoints"] tr').count(), 1);
    await page.keyboard.press("F5");
    await state(page, /untitled.asm:10/);
    await page.click("#tab-registers");
    await page.waitForFunction(
      () => document.querySelector('[data-register="$t1"] .value')?.textContent === "0x00000025",
    );
  }));

test("memory is walked through by keys alone", () =>
  visit(async (page) => {
    await write(page, SMASHED);
    await page.keyboard.press("F11");
    await page.click("#tab-memory");
    await page.waitForSelector(".memory-row .cell");
    await page.focus('.memory-row .cell[tabindex="0"]');
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const place = await page.evaluate(() => (document.activeElement as HTMLElement).title);
    assert.equal(place, "0x10010014");
    await page.keyboard.press("w");
    await page.waitForSelector(".why-card");
    await page.keyboard.press("Escape");
  }));
