/** What a program did, told at its lines: causes, loops, notes, findings of checks, a profile. */

import assert from "node:assert/strict";
import { test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { cursorIn, state, visitors, write } from "../support/student";

const visit = visitors();

const UNALIGNED = `main:   li   $t0, 6
        la   $t1, numbers
        add  $t1, $t1, $t0
        lw   $t2, 0($t1)
        .data
numbers: .word 1, 2, 3
`;

test("a fault has its code, its help, the line that made the value, and the chain behind it", () =>
  visit(async (page) => {
    await write(page, UNALIGNED);
    await page.keyboard.press("F5");
    await state(page, /stopped by an error at untitled.asm:4/);
    const fault = page.locator(".cm-note.fault");
    await page.waitForSelector(".cm-note.cause");
    assert.match(await fault.innerText(), /R0101[^]*not a multiple of 4[^]*multiply an index by 4/);
    assert.match(await page.innerText(".cm-note.cause"), /\$t1 becomes 0x10010006/);
    await fault.locator('button:has-text("untitled.asm:3")').click();
    await cursorIn(page, 3);
    await fault.locator('button:has-text("Why did this happen?")').click();
    assert.match(await page.innerText(".why-card"), /untitled\.asm:3[^]*untitled\.asm:1/);
    await page.click('.why-card [aria-label="Close"]');
    await page.click("#tab-problems");
    assert.match(await page.innerText(".problem.fault"), /R0101/);
    await expectAccessible(page, "a fault and its cause");
    await page.click('.cm-note.cause button:has-text("moment")');
    await state(page, /paused at untitled.asm:3/);
    assert.equal(await fault.count(), 1, "whoever travels back still sees what went wrong");
  }));

const PROCEDURE_FIRST = `        .globl main
double: add  $v0, $a0, $a0
        jr   $ra
main:   li   $a0, 21
        jal  double
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
`;

test("a program that never came to main starts there by one click, also after a reload", () =>
  visit(async (page) => {
    await write(page, PROCEDURE_FIRST);
    await page.keyboard.press("F5");
    await state(page, /stopped by an error/);
    const note = page.locator('.cm-note.note:has-text("never comes to")');
    await note.locator('button:has-text("Start at main")').click();
    await state(page, /ended/);
    assert.match(await page.innerText(".console"), /42/);
    // At once, as somebody may: what is remembered is written when the page goes.
    await page.reload();
    await page.waitForSelector(".cm-content");
    await page.keyboard.press("F5");
    await state(page, /ended/);
  }));

test("a loop that was paused says why it does not end", () =>
  visit(async (page) => {
    await write(page, "main: li $t0, 5\nloop: addi $t1, $t1, 1\n bnez $t0, loop\n");
    await page.keyboard.press("F5");
    await state(page, /running/);
    await page.keyboard.press("F6");
    await state(page, /paused/);
    await page.waitForSelector(".cm-note.endless");
    assert.match(await page.innerText(".cm-note.endless"), /\$t0 stays 5/);
    await page.keyboard.press("F5");
    await state(page, /running/);
    await page.waitForSelector(".cm-note.endless", { state: "detached" });
  }));

test("what is odd about a run stands at its line and among the problems", () =>
  visit(async (page) => {
    await write(page, "main: li $t0, 1\n div $t0, $zero\n li $v0, 10\n syscall\n");
    await page.keyboard.press("F5");
    await state(page, /ended/);
    await page.waitForSelector(".cm-note.note");
    assert.match(await page.innerText(".cm-note.note"), /divides by zero/);
    assert.match(await page.innerText("#tab-problems"), /1/);
  }));

const CARELESS = `main:   li   $s0, 1
loop:   move $a0, $s0
        jal  twice
        addi $s0, $s0, 1
        ble  $s0, 3, loop
        li   $v0, 10
        syscall
twice:  li   $s0, 5
        add  $v0, $s0, $a0
        jr   $ra
`;

test("checks are switched on, and what they find stands at its line", () =>
  visit(async (page) => {
    await write(page, CARELESS);
    await page.click(".tool.checks");
    await page.keyboard.press("F5");
    await state(page, /ended/);
    await page.waitForSelector(".cm-note.finding");
    assert.match(await page.innerText(".cm-note.finding"), /twice changes \$s0/);
    await page.click("#tab-problems");
    assert.match(await page.innerText(".problem.finding"), /saved-register/);
    await page.click(".tool.checks");
    await page.keyboard.press("F5");
    await state(page, /ended/);
    await page.waitForSelector(".cm-note.finding", { state: "detached" });
  }));

test("a profile has lines, procedures and a flame graph that lead to their lines", () =>
  visit(async (page) => {
    await write(page, CARELESS.replace("3, loop", "3000, loop").replace("$s0, 5", "$s1, 5"));
    await page.keyboard.press("F5");
    await state(page, /ended/);
    await page.click("#tab-profile");
    await page.waitForSelector('table[aria-label="Lines"]');
    await page.click('.profile-bar button:has-text("Procedures")');
    assert.match(await page.innerText('table[aria-label="Procedures"]'), /twice[^]*3 000|3,000/);
    await page.click('.profile-bar button:has-text("Flame")');
    await page.click('.flame-frame:has-text("twice")');
    await cursorIn(page, 8);
    await expectAccessible(page, "a flame graph");
  }));
