/** The machine in full view: its instructions, registers that go on, stops by kind, layouts. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { test } from "../support/carrier";
import { expectAccessible } from "../support/axe";
import { command, ROOT } from "../support/learn";
import { state, visitors, write } from "../support/student";
import { eventually, steady } from "../support/wait";

const visit = visitors();

const row = (page: Page, address: string): ReturnType<Page["locator"]> =>
  page.locator(`.code-row[data-address="${address}"]`);

const PROGRAM = `main:   li   $t0, 0x12345678
        jal  show
        li   $v0, 10
        syscall
show:   li   $v0, 1
        li   $a0, 7
        syscall
        jr   $ra
`;

test("every instruction is shown with its word and line, in step with the editor", () =>
  visit(async (page) => {
    await write(page, PROGRAM);
    await page.keyboard.press("F11");
    await state(page, /at the start/);
    await page.click("#tab-code");
    const first = row(page, "0x00400000");
    await first.waitFor();
    assert.equal(await first.getAttribute("aria-current"), "step");
    assert.match(await first.innerText(), /0x3c011234\s+lui \$at, 0x1234\s+1\s*main:/);
    // What a pseudo-instruction became stands below it, without the line again.
    assert.match(await row(page, "0x00400004").innerText(), /ori \$t0, \$at, 0x5678\s+⤷/);
    await page.keyboard.press("F11");
    await page.waitForSelector('.code-row[data-address="0x00400008"][aria-current="step"]');
    await expectAccessible(page, "machine code");
    // From the editor to the machine, and back.
    await page.click(".editor-host .cm-line >> nth=5");
    await page.waitForSelector('.code-row.of-line[data-address="0x00400018"]');
    await row(page, "0x0040001c").locator(".basic").click();
    await page.waitForSelector('.statusbar .status-item:text-matches("^7:")');
    await row(page, "0x0040001c").locator(".code-stop").click();
    await page.waitForSelector(".cm-breakpoints .breakpoint:visible >> nth=0");
    await page.keyboard.press("F5");
    await state(page, /breakpoint at untitled.asm:7/);
  }));

const REWRITES = `main:   la   $t0, place
        lw   $t1, other
        li   $t3, 0
again:  sw   $t1, 0($t0)
place:  addi $t2, $t2, 1
        addi $t3, $t3, 1
        b    again
other:  addi $t2, $t2, 2
`;

test("code that rewrites itself at full speed is followed and marked", () =>
  visit(async (page) => {
    await write(page, REWRITES);
    await command(page, "Options of the run");
    await page.check('dialog input[name="smc"]');
    await page.click('dialog button[type="submit"]');
    await page.click("#tab-code");
    await page.click(".control.run");
    await state(page, /running/);
    await page.waitForSelector(".code-row.self-changed");
    await page.keyboard.press("F6");
    await state(page, /paused/);
    assert.match(await page.innerText(".code-row.self-changed"), /addi \$t2, \$t2, 2/);
    await page.keyboard.press("Shift+F5");
    await page.waitForSelector(".code-row", { state: "detached" });
  }));

test("all registers are in sight at 1280 by 720, in any base, and floats in four forms", () =>
  visit(
    async (page) => {
      await write(page, "main: li $t0, -2\n lwc1 $f1, x\n nop\n.data\nx: .float 1.5\n");
      for (let step = 0; step < 3; step += 1) await page.keyboard.press("F11");
      await state(page, /untitled.asm:3/);
      const isInSight = (): Promise<boolean> =>
        page.evaluate(() => {
          const box = document.querySelector(".register-box")?.getBoundingClientRect();
          const cells = [...document.querySelectorAll(".panel-registers .register")];
          return (
            box !== undefined &&
            cells.length === 35 &&
            cells.every((cell) => {
              const own = cell.getBoundingClientRect();
              return own.bottom <= box.bottom + 1 && own.right <= box.right + 1;
            })
          );
        });
      await eventually("35 registers are in sight", isInSight);
      await command(page, "Show Display");
      await page.locator(".dock-display").waitFor();
      await eventually("35 registers are in sight below a display", isInSight);
      const value = page.locator('[data-register="$t0"] .value');
      for (const [form, text] of [
        ["Signed", "-2"],
        ["Unsigned", "4294967294"],
        ["Binary", "11111111 11111111 11111111 11111110"],
        ["Hex", "0xfffffffe"],
      ] as const) {
        await page.click(`.panel-registers .register-forms button:text-is("${form}")`);
        await eventually(form, async () => (await value.innerText()) === text);
      }
      await page.click("#tab-fpu");
      const float = page.locator('[data-register="$f1"] .value');
      await float.waitFor();
      assert.equal(await float.innerText(), "1.5");
      await page.click('.panel-fpu .register-forms button:text-is("Hex")');
      await eventually("hex", async () => (await float.innerText()) === "0x3fc00000");
      await page.click('.panel-fpu .register-forms button:text-is("Bits")');
      const bits = "0 01111111 10000000000000000000000";
      await eventually("bits", async () => (await float.innerText()) === bits);
      await expectAccessible(page, "floats");
    },
    { width: 1280, height: 720 },
  ));

test("a register is changed in the form in which it is shown", () =>
  visit(async (page) => {
    await write(page, "main: nop\n nop\n");
    await page.keyboard.press("F11");
    await state(page, /at the start/);
    const change = async (name: string, form: string, typed: string, shown = typed) => {
      await page.click(`.panel:visible .register-forms button:text-is("${form}")`);
      const value = page.locator(`[data-register="${name}"] .value`);
      await value.dblclick();
      await page.fill(`[aria-label="New value of ${name}"]`, typed);
      await page.keyboard.press("Enter");
      await eventually(`${name} in ${form}`, async () => (await value.innerText()) === shown);
    };
    await page.click("#tab-registers");
    await change("$t0", "Binary", "101", "00000000 00000000 00000000 00000101");
    await change("$t0", "Hex", "0x00000007");
    await page.click("#tab-fpu");
    await change("$f2", "Hex", "0x40200000");
    await change("$f2", "Single", "2.5", "2.5");
    await change("$f2", "Bits", "0 01111111 00000000000000000000000");
    await change("$f4", "Double", "-0.5");
    await change("$f4", "Single", "1");
    // Neither long nor in its neighbour's place, however small.
    await change("$f6", "Single", "1e-40", "1.0E-40");
  }));

test("stops are reached by kind, forwards and backwards, by menu and palette", () =>
  visit(async (page) => {
    await write(page, PROGRAM);
    await command(page, "Run to the next output");
    await state(page, /before an output at untitled.asm:7/);
    await page.click(".tool.stops");
    await expectAccessible(page, "stops");
    await page.click('.menu button:has-text("Back to the last call")');
    await state(page, /untitled.asm:2/);
    await command(page, "Run to the next syscall");
    await state(page, /before a syscall at untitled.asm:7/);
    await command(page, "Run to the next exception");
    await page.waitForSelector('.toast.error:has-text("no exception handler")');
  }));

test("the display has a place only where a program draws, and layouts are chosen", () =>
  visit(async (page) => {
    await write(page, PROGRAM);
    const display = page.locator(".dock-display");
    assert.equal(await display.isVisible(), false);
    await command(page, "Show Display");
    await display.waitFor();
    const right = page.locator(".right-column");
    await command(page, "Layout: Write");
    await right.waitFor({ state: "hidden" });
    await command(page, "Layout: Debug");
    await right.waitFor();
    await page.waitForSelector('#tab-code[aria-selected="true"]');
    assert.equal(await page.locator(".side").isVisible(), false);
    await command(page, "Layout: Play");
    await display.waitFor();
    await command(page, "Layout: Present");
    await right.waitFor({ state: "hidden" });
    await command(page, "Reset the layout");
    await right.waitFor();
    await page.locator(".side").waitFor();
  }));

test("the palette finds every entry of MARS's menus, as the documentation says", () =>
  visit(async (page) => {
    const text = readFileSync(join(ROOT, "docs/studio.md"), "utf8");
    const part = text.slice(text.indexOf("| in MARS | in the studio |"));
    const rows = [...part.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].slice(1);
    assert.ok(rows.length > 50, `${rows.length} rows`);
    await page.keyboard.press("Control+k");
    const wrong: string[] = [];
    for (const [, mars = "", studio = ""] of rows) {
      await page.fill(".palette input", mars);
      const found = await page.locator(".palette li .title").first().innerText();
      if (found !== studio) wrong.push(`${mars}: ${found}, not ${studio}`);
    }
    assert.deepEqual(wrong, []);
  }));

test("memory has MARS's data segment, and a step is two requests at most", () =>
  visit(async (page) => {
    const sent: string[] = [];
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => {
        const { do: name } = JSON.parse(String(payload)) as { do: string };
        if (name !== "drawn") sent.push(name);
      });
    });
    await page.reload();
    await write(page, `${PROGRAM}        .data\nx:      .word 1, 2, 3, 4, 5, 6, 7, 0x2a\n`);
    await page.keyboard.press("F11");
    await state(page, /at the start/);
    await page.keyboard.press("F11");
    await state(page, /untitled.asm:2/);
    // The folds of a text are asked for a moment after it was typed, and belong to no step.
    await eventually("the folds are asked for", () => {
      return sent.lastIndexOf("symbols") > sent.lastIndexOf("change");
    });
    await steady(page, () => Promise.resolve(sent.length));
    sent.length = 0;
    await page.keyboard.press("F10");
    await state(page, /untitled.asm:3/);
    assert.deepEqual(await steady(page, () => Promise.resolve([...sent])), ["over", "look"]);
    await page.click("#tab-memory");
    await page.click('.memory button:text-is("MARS")');
    const first = page.locator(".memory-row:not(.heads)").first();
    await eventually("eight words a row", async () =>
      /0x10010000\s+0x00000001[^]*0x00000007\s+0x0000002a/.test(await first.innerText()),
    );
    assert.match(await page.innerText(".memory-row.heads"), /\+0\s+\+4\s+\+8[^]*\+1c/);
    await expectAccessible(page, "data segment");
  }));
